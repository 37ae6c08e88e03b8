"""Every claim in models/ and casestudies/ comes out as the file says, and models/README.md says what came out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import faier
from library import FOLDERS, MODELS, ROOT, STUDIES, TABLE, docstring, program_of, relative
from test_readme import blocks, exchanges

from faier.lang.claim import Budget

SECONDS = re.compile(r"\d+\.\d\d \|$", re.M)


def without_seconds(text: str) -> str:
    return SECONDS.sub("|", text)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_family_comes_out_as_its_files_and_the_table_say(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    paths = [relative(path) for path in TABLE["files"](folder)]
    checked = faier(capsys, "check", *paths, "--format", "json", "--no-cache").json
    assert [result["id"] for result in checked["results"] if not result["ok"]] == []
    assert checked["exit"] == 0
    compiled = faier(capsys, "compile", *paths, "--format", "json").json
    section = TABLE["described"](folder, checked["results"], compiled["results"])
    page = (ROOT / "models" / "README.md").read_text()
    assert without_seconds(section) in without_seconds(page), "run scripts/models_table"


@pytest.mark.parametrize("folder", sorted({path.parent for path in STUDIES}), ids=relative)
def test_a_case_study_tells_what_becomes_of_all_its_claims(folder: Path) -> None:
    """`test_docs` replays what the page shows."""
    (check,) = [
        exchange
        for block in blocks((folder / "README.md").read_text())
        if block.language == "console"
        for exchange in exchanges(block.text)
        if exchange.command == f"faier check {relative(folder)}"
    ]
    count = sum(len(program_of(file).claims) for file in STUDIES if file.parent == folder)
    assert f"{count} claims: {count} as expected" in check.output.splitlines()[-3:]


def test_the_table_has_every_file() -> None:
    page = (ROOT / "models" / "README.md").read_text().partition("## The slowest")[0]
    linked = {ROOT / "models" / target for target in re.findall(r"\]\(([^)]*\.py)\)", page)}
    assert linked == set(MODELS)
    assert len(MODELS) > 40


@pytest.mark.parametrize("file", MODELS, ids=relative)
def test_a_model_says_what_it_is_and_claims_something_tight_and_something_that_fails(file: Path) -> None:
    title, _, story = docstring(file).partition("\n\n")
    assert "\n" not in title
    assert len(story) > 100
    claims = program_of(file).claims
    refuted = [claim for claim in claims if claim.expect == "refuted"]
    assert [claim for claim in refuted if claim.name]
    budgets = {claim: claim.promise for claim in claims if isinstance(claim.promise, Budget)}
    if any(claim.expect == "proved" and not budget.delta for claim, budget in budgets.items()):
        assert [one for one in refuted if one in budgets and TABLE["slightly_more"](budgets[one].epsilon_text)]
    if len(budgets) < len(claims):
        assert [claim for claim in refuted if "- 1 / 1000000" in claim.label]
