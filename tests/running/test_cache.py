"""What was decided is recalled as long as nothing that it depends on changes, and nothing else is."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import NOISY_MAX, RESPONSE, faier, write
from library import ROOT

from faier.answers.answer import (
    INFINITE,
    Answer,
    Asked,
    Bounded,
    Divergence,
    Exact,
    Found,
    Loss,
    Reach,
    Shown,
    Story,
)
from faier.running import batch, cache
from faier.running.cache import Kept

QUESTION = Asked("a.py", 1, 0, "m", "x", Exact("", float("nan")), "0", "each(1)", None, name="<é\ud800\n>")
STORY = Story(
    left=(("x", Shown("[1, {}]", [1, {"a": [True, None]}])),),
    right=(),
    output=(Shown("'a'", "a"), Shown("2", 2)),
    ended=False,
    probability_left=Exact("1/2", 0.5),
    probability_right=Exact("0", 0.0),
    ratio=INFINITE,
    epsilon=INFINITE,
    outputs=((Shown("1", 1),), ()),
)
LOSS = Loss(None, INFINITE, 0.5, float("inf"), None, False, STORY, Divergence(("a",), (), ("b",), INFINITE, INFINITE))
ANSWER = Answer(replace(QUESTION, epsilon=INFINITE), "refuted", Reach(3, False), "search", 0.5, INFINITE, LOSS, STORY)


def test_everything_survives_being_kept(tmp_path: Path) -> None:
    for kept in (Kept(tmp_path / "c"), Kept(None, tmp_path / "f"), Kept(tmp_path / "c2", tmp_path / "f2")):
        found = Found("a.py", "text\n", (ANSWER.question,))
        for at, value in enumerate((ANSWER, Bounded(ANSWER.question, LOSS, Reach(1, True), "algebra", 0.1), found)):
            key = f"{at:064x}"
            assert kept.get(key) is None
            kept.put(key, value)
            assert kept.get(key) == value
            assert Kept(kept.folder, kept.file).get(key) == value
            assert kept.get(f"{at + 9:064x}") is None


RECALLED: list[tuple[str, int]] = []


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    recalled = cache.recalled

    def noted(answer: Answer | Bounded, question: Asked) -> Answer | Bounded:
        RECALLED.append((question.path, question.line))
        return recalled(answer, question)

    monkeypatch.setattr(cache, "recalled", noted)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[tuple[str, bool]]:
    """The verdict of each claim, and whether it was recalled."""
    RECALLED.clear()
    results = faier(capsys, *arguments, "--format", "json").json["results"]
    return [(result.get("verdict", "bound"), (result["path"], result["line"]) in RECALLED) for result in results]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, {"a.py": NOISY_MAX, "b.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_second_run_needs_no_worker(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = faier(capsys, "check", "a.py", "b.py", "--format", "json").json
    assert run(capsys, "bound", "a.py") == [("bound", False)]

    def none(jobs: Any, *others: Any) -> None:
        assert not list(jobs)

    monkeypatch.setattr(batch, "run", none)
    again = faier(capsys, "check", "a.py", "b.py", "--format", "json").json
    for document in (first, again):
        for result in document["results"]:
            result["seconds"] = 0
    assert again == first
    assert run(capsys, "bound", "a.py") == [("bound", True)]


def test_what_an_answer_depends_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    once = [("proved", False)]
    assert run(capsys, "check", "b.py") == once
    assert run(capsys, "check", "b.py") == [("proved", True)]
    for arguments in (
        ["--length", "2"],
        ["--engine", "search"],
        ["--timeout", "99"],
        ["--epsilon", "2"],
        ["--no-cache"],
    ):
        assert run(capsys, "check", "b.py", *arguments) == once
    write(folder, {"copy.py": RESPONSE})
    assert run(capsys, "check", "copy.py") == [("proved", True)]  # under another name
    assert faier(capsys, "check", "copy.py", "--format", "json").json["results"][0]["path"] == "copy.py"
    write(folder, {"b.py": RESPONSE.replace("3 / 4", "9 / 10")})
    assert run(capsys, "check", "b.py") == [("refuted", False)]
    write(folder, {"b.py": RESPONSE + "\n"})
    assert run(capsys, "check", "b.py") == once
    write(folder, {"b.py": "from faier import"})
    assert faier(capsys, "check", "b.py").status == 2


def test_another_faier_recalls_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check", "b.py") == [("proved", False)]
    monkeypatch.setattr(cache, "code", lambda: "changed")
    assert run(capsys, "check", "b.py") == [("proved", False)]


def test_another_solver_recalls_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check", "b.py") == [("proved", False)]
    (folder / "lib" / "z3_solver-99.0.dist-info").mkdir(parents=True)
    cache.code.cache_clear()
    monkeypatch.syspath_prepend(str(folder / "lib"))
    try:
        assert run(capsys, "check", "b.py") == [("proved", False)]
    finally:
        cache.code.cache_clear()


def test_a_renamed_file_has_a_certificate_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A certificate names its file, so the kept one of the old name is not the new one's."""
    faier(capsys, "check", "b.py", "--certificates", "proofs")
    write(folder, {"c.py": (folder / "b.py").read_text()})
    faier(capsys, "check", "c.py", "--certificates", "proofs")
    written = [(path.name[0], json.loads(path.read_text())["file"]["path"]) for path in (folder / "proofs").iterdir()]
    assert sorted(written) == [("b", "b.py"), ("c", "c.py")]


def test_undecided_claims_are_not_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prior = "@prior\ndef belief(p: Probability):\n    bit = flip(p)\n    secret(bit)\n    return bit\n\n\n@private"
    unknown = RESPONSE.replace("neighbors=one()", "prior=belief").replace("@private", prior)
    write(folder, {"c.py": unknown.replace("one, private", "Probability, prior, private, secret")})
    for _ in range(2):
        assert run(capsys, "check", "c.py", "--engine", "search") == [("undecided", False)]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"proved"', '"refuted"'),
        lambda text: text.replace("log(8)", "log(9)"),
        lambda text: text.replace("0", "1"),
        lambda text: "x" * 100_000,
        lambda text: "[" * 100_000,
        lambda text: f"{text[:64]} {'0' * 64} {{}}",
        lambda text: "\x00\ud800",
    ],
)
def test_damaged_entries_are_ignored(damage: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = [("proved", False), ("refuted", False), ("refuted", False)]
    assert run(capsys, "check", "a.py", "--cache", "kept") == verdicts
    entries = [path for path in (folder / "kept").rglob("*") if path.is_file() and len(path.name) == 62]
    assert len(entries) == 4
    for path in entries:
        path.write_text(damage(path.read_text()), errors="surrogatepass")
    found = run(capsys, "check", "a.py", "--cache", "kept")
    assert [verdict for verdict, _ in found] == [verdict for verdict, _ in verdicts]
    assert found[0] == ("proved", False)
    assert run(capsys, "check", "a.py", "--cache", "kept") == [(verdict, True) for verdict, _ in verdicts]


def test_a_forged_entry_of_another_question_is_ignored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(run(capsys, "check", "a.py", "--cache", "kept")) == 3
    entries = [path for path in (folder / "kept").rglob("*") if path.is_file() and len(path.name) == 62]
    proved = next(path.read_text() for path in entries if '"verdict": "proved"' in path.read_text())
    for path in entries:
        path.write_text(proved)
    found = run(capsys, "check", "a.py", "--cache", "kept")
    assert [verdict for verdict, _ in found] == ["proved", "refuted", "refuted"]


def test_where_it_is_kept(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    write(folder, {"pyproject.toml": '[tool.faier]\ncache = ".kept"\n', "sub/x": ""})
    monkeypatch.chdir(folder / "sub")
    run(capsys, "check", "../b.py")
    assert (folder / ".kept" / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")
    assert (folder / ".kept" / ".gitignore").read_text() == "*\n"
    write(folder, {"pyproject.toml": "[tool.faier]\ncache = false\n"})
    assert run(capsys, "check", "../b.py") == run(capsys, "check", "../b.py") == [("proved", False)]
    write(folder, {"pyproject.toml": "[tool.faier]\ncache = true\n"})
    assert faier(capsys, "check", "../b.py").status == 2
    write(folder, {"pyproject.toml": "", "file": "not a folder"})
    assert run(capsys, "check", "../b.py", "--cache", "../file") == [("proved", False)]  # nowhere to keep it
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert run(capsys, "check", "../b.py") == [("proved", False)]
    assert not (folder / "sub" / "relative").exists()


def test_an_interrupted_run_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--no-cache", "--resume", "so far", "--jobs", "1"]

    class Interrupting(Kept):
        def put(self, key: str, value: Found | Answer | Bounded) -> None:
            super().put(key, value)
            if isinstance(value, Answer):
                raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("faier.command.invocation.Kept", Interrupting)
        result = faier(capsys, "check", "a.py", "b.py", *options, "--format", "json")
        assert (result.status, len(result.json["results"])) == (130, 1)
    assert sorted(cached for _, cached in run(capsys, "check", "a.py", "b.py", *options)) == [False, False, False, True]
    assert all(cached for _, cached in run(capsys, "check", "a.py", "b.py", *options))
    text = (folder / "so far").read_text()
    write(folder, {"so far": text[: len(text) * 3 // 4]})  # as if the power had failed
    assert len(run(capsys, "check", "a.py", "b.py", *options)) == 4
    assert all(cached for _, cached in run(capsys, "check", "a.py", "b.py", *options))


@pytest.mark.parametrize("name", ["report.json", ".", "no/such/folder"])
def test_only_its_own_file_is_resumed(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, {"report.json": json.dumps({"mine": 1})})
    assert faier(capsys, "check", "b.py", "--resume", name).status == 2
    assert (folder / "report.json").read_text() == json.dumps({"mine": 1})


def test_a_change_anywhere_in_faier_makes_other_keys(tmp_path: Path) -> None:
    """What an older faier decided is never recalled by a newer one."""
    shutil.copytree(ROOT / "faier", tmp_path / "faier", ignore=shutil.ignore_patterns("__pycache__"))
    asked = "import sys; sys.path.insert(0, sys.argv[1]); from faier.running.cache import code; print(code())"

    def code() -> str:
        command = [sys.executable, "-B", "-P", "-c", asked, str(tmp_path)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    found = [code(), code()]
    assert found[0] == found[1]
    for name in ("__init__.py", "exact/epsilon.py", "engines/verdict.py", "engines/search/engine.py"):
        with (tmp_path / "faier" / name).open("a") as file:
            file.write("# changed\n")
        found.append(code())
    assert len(set(found)) == len(found) - 1
