"""Twins of other tools' suites: every row of the table of seconds comes out as its file says, at each of its sizes."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from asked import check

from faier.lang import parse
from faier.limits import seconds

ROOT = Path(__file__).resolve().parent.parent.parent
BENCH = runpy.run_path(str(ROOT / "scripts" / "bench_laplace.py"))
CASES = [(file, mechanism, size) for _, file, mechanism, sizes, _ in BENCH["ROWS"] for size in sizes]
QUICK = [("sparse_vector", "svt_1_of_n", "N=6"), ("sums", "partial_sum", "N=5")]


def test_the_rows_are_the_claims_of_all_files() -> None:
    """But for the mechanisms without a number of answers."""
    small = {"one_answer", "above_the_end", "index_and_value"}
    claimed = {
        (path.stem, claim.subject.mechanism)
        for path in (ROOT / "models" / "laplace").glob("*.py")
        for claim in parse(path.read_text(), str(path)).claims
        if claim.subject.mechanism not in small
    }
    assert claimed == {(file, mechanism) for file, mechanism, _ in CASES}


def test_the_page_has_every_row_with_what_others_publish() -> None:
    page = (ROOT / "docs" / "library-notes.md").read_text()
    for what, *_, others in BENCH["ROWS"]:
        (row,) = (line for line in page.splitlines() if line.startswith(f"| {what} | "))
        assert row.endswith(f"| {others} |") and "undecided" not in row


@pytest.mark.parametrize(
    ("file", "mechanism", "size"),
    [case if case in QUICK else pytest.param(*case, marks=pytest.mark.long) for case in CASES],
)
def test_verdicts_at_every_size(file: str, mechanism: str, size: str) -> None:
    path = ROOT / "models" / "laplace" / f"{file}.py"
    program = parse(path.read_text(), str(path), dict([size.split("=")] if size else []))
    claims = [claim for claim in program.claims if claim.subject.mechanism == mechanism]
    assert claims
    for claim in claims:
        assert type(check(program, claim, limits=seconds(100))).__name__.lower() == claim.expect
