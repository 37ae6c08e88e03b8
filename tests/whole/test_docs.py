"""What the pages say about files is true: accepted files are accepted, refused ones refused on the lines that say so.

A block `python file=rejected/NAME.py` is refused with exactly the codes in its comments. Every other file of a page
is accepted, and its claims come out as they expect, unless a session of the page shows what becomes of it.
Sessions of README.md and docs/ are replayed by `test_readme`, those of the case studies here.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import faier, write
from test_readme import ROOT, blocks, check

STUDIES = sorted((ROOT / "casestudies").rglob("*.md"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *STUDIES]


def relative(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def files(page: Path) -> dict[str, str]:
    return {block.file: block.text for block in blocks(page.read_text()) if block.file is not None}


def sessions(page: Path) -> str:
    return "".join(block.text for block in blocks(page.read_text()) if block.language == "console")


# Case studies whose sessions take long; their claims are decided in any case, as all of the library.
LONG = (
    "hidden_markov_models",
    "census_and_heart",
    "every_epsilon",
    "sparse_vector_in_the_wild",
    "findings",
    "time_series",
)


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.long if page.parent.name in LONG else ()) for page in STUDIES],
    ids=relative,
)
def test_transcripts_of_case_studies(page: Path, tmp_path: Path) -> None:
    check(page.read_text(), tmp_path)


def accepted_files(page: Path) -> dict[str, str]:
    shown = sessions(page)
    return {name: text for name, text in files(page).items() if name not in shown and not name.startswith("rejected/")}


def refused_files(page: Path) -> dict[str, str]:
    return {name: text for name, text in files(page).items() if name.startswith("rejected/")}


@pytest.mark.parametrize("page", list(filter(accepted_files, PAGES)), ids=relative)
def test_files_are_accepted(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    accepted = accepted_files(page)
    write(tmp_path, accepted)
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "check", "--format", "json", *sorted(accepted)).json
    assert document["errors"] == []
    assert [result["id"] for result in document["results"] if not result["ok"]] == []
    assert {result["path"] for result in document["results"]} == set(accepted)


@pytest.mark.parametrize("page", list(filter(refused_files, PAGES)), ids=relative)
def test_files_are_refused(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = refused_files(page)
    expected = {
        (name, number, code)
        for name, text in refused.items()
        for number, line in enumerate(text.splitlines(), 1)
        for code in re.findall(r"# (FA\d+):", line)
    }
    assert {name for name, _, _ in expected} == set(refused)
    write(tmp_path, refused)
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "check", "--format", "json", "rejected").json
    assert {(error["path"], error["line"], error["code"]) for error in document["errors"]} == expected


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "models" / "README.md"]:
        text = re.sub(r"`[^`\n]*`", "", page.read_text())
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", text):
            place = (page.parent / target).resolve() if target else page
            assert place.exists(), f"{relative(page)}: {target}"
            if anchor:
                headings = re.findall(r"^#+ (.*)$", place.read_text(), re.M)
                assert anchor in map(slug, headings), f"{relative(page)}: #{anchor}"


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_code_named_in_the_pages_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    known = set(re.findall(r"^FA\d+", faier(capsys, "explain").out, re.M))
    assert known
    for page in PAGES:
        assert set(re.findall(r"\bFA\d{3}\b", page.read_text())) <= known, relative(page)


def test_commands_and_options_are_described(capsys: pytest.CaptureFixture[str]) -> None:
    """Commands and options named in docs/commands.md are those of the program."""
    text = (ROOT / "docs" / "commands.md").read_text()
    commands = set(re.findall(r"^    faier (\w+)", text, re.M))
    listed = faier(capsys, "--help").out.split("Commands:")[1].split("Exit status")[0]
    assert commands == set(re.findall(r"^  (\w+) ", listed, re.M))
    offered = {option for name in commands for option in re.findall(r"--\w+", faier(capsys, name, "--help").out)}
    cells = re.findall(r"^\| ([^|]*--[^|]*) \|", text, re.M)
    described = {option for cell in cells for option in re.findall(r"--\w+", cell)}
    assert offered - {"--help"} == described


def test_json_keys_are_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every key of a real document stands in docs/commands.md."""
    page = ROOT / "docs" / "commands.md"
    write(tmp_path, files(page))
    monkeypatch.chdir(tmp_path)
    told = set(re.findall(r"`(\w+)`", page.read_text())) | set(re.findall(r'"(\w+)":', page.read_text()))
    for command in ("check", "bound", "list", "compile"):
        document = json.loads(faier(capsys, command, "response.py", "--format", "json").out)
        assert _keys(document) - {"answer"} <= told, command


def _keys(document: object) -> set[str]:
    if isinstance(document, dict):
        return set(document) | {key for value in document.values() for key in _keys(value)}
    if isinstance(document, list):
        return {key for value in document for key in _keys(value)}
    return set()
