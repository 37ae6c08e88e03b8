"""docs/findings.md is what `scripts/findings` writes: all of its words, and the numbers that take no time."""

from __future__ import annotations

import importlib
import runpy
from dataclasses import replace
from typing import Any

import pytest
from library import ROOT

from faier.asking import listed

SCRIPT: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "findings"))
PAPERS = SCRIPT["PAPERS"]
ROWS = [row for paper in PAPERS for row in paper.rows]
PAGE = (ROOT / "docs" / "findings.md").read_text()
DECIDED = ["casestudies/hidden_markov_models/naive_noisy_max.py"]


def on_the_page(row: Any, paper: Any) -> list[str]:
    section = PAGE.partition(f"## {paper.title}\n")[2].partition("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith(f"| {row.place} | {row.says} |")]


def test_every_row_is_on_the_page() -> None:
    table = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith(("| place", "| ---"))]
    assert len(table) == len(ROWS) >= 60
    for paper in PAPERS:
        for row in paper.rows:
            (line,) = on_the_page(row, paper)
            assert line.endswith(f"| {row.verdict} |")
            assert f"| {SCRIPT['asked'](row)} |" in line


def test_nothing_is_open_without_a_reason() -> None:
    assert [row.place for row in ROWS if row.verdict == "open" and not row.evidence] == []
    assert [row.place for row in ROWS if row.verdict != "open" and not row.claims and row.asked is None] == []


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("Privacy-Preserving Analysis", {"Figure": 4}),
        ("Approximation of Pufferfish", {"Figure": 5}),
        ("Design of Policy-Aware", {"Figure": 10, "Table": 1}),
        ("Composition Properties", {}),
        ("Verifying Pufferfish", {"Figure": 5, "Table": 2}),
    ],
)
def test_all_tables_and_figures_have_a_row(title: str, kinds: dict[str, int]) -> None:
    (paper,) = [paper for paper in PAPERS if paper.title.startswith(title)]
    places = " ".join(f"{row.place}," for row in paper.rows)
    for kind, count in kinds.items():
        for number in range(1, count + 1):
            assert any(f"{kind} {number}{end}" in places for end in (",", " ")), f"{kind} {number}"


def test_every_claim_is_in_its_file_and_expected_to_come_out_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """That claims come out as expected is what `test_library` and `test_docs` are about."""
    monkeypatch.chdir(ROOT)
    found = listed(SCRIPT["files"](ROWS))
    known = {
        f"{claim.path}::{claim.mechanism}[{claim.label}]": claim.expected
        for claims in found.values()
        for claim in claims
        if not isinstance(claim, str)
    }
    for row in ROWS:
        for wanted, ids in (("proved", row.proved), ("refuted", row.refuted)):
            assert {claim: known.get(claim) for claim in ids} == dict.fromkeys(ids, wanted)


def test_every_function_that_is_named_is_there() -> None:
    for name in {name for row in ROWS for name in row.by}:
        module, _, function = name.rpartition(".")
        assert (ROOT / name).is_file() if "/" in name else hasattr(importlib.import_module(module), function), name


def test_what_is_computed_at_once_is_what_the_page_says() -> None:
    facts: dict[str, Any] = {}
    count = 0
    for paper in PAPERS:
        for row in paper.rows:
            if not row.claims and not row.slow:
                assert SCRIPT["line"](row, facts) in on_the_page(row, paper), row.place
                count += 1
            elif row.asked and not row.slow:
                row.asked()
    assert count > 30


def test_what_is_decided_soon_is_what_the_page_says() -> None:
    facts = SCRIPT["decided"](DECIDED)
    rows = [(row, paper) for paper in PAPERS for row in paper.rows if row.claims and set(row.claims) <= set(facts)]
    assert len(rows) > 3
    for row, paper in rows:
        assert SCRIPT["line"](row, facts) in on_the_page(row, paper)


def test_a_claim_that_comes_out_otherwise_is_noticed() -> None:
    row = next(row for row in ROWS if row.proved)
    facts = {claim: {"verdict": "refuted"} for claim in row.claims}
    with pytest.raises(Exception, match="is refuted"):
        SCRIPT["held"](replace(row, refuted=()), facts)
