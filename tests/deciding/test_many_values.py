"""Rows that may have very many values: those that add the same, or numbers between two ends, are told together."""

from __future__ import annotations

import pytest
import weights_random
from asked import subject_of
from flint import fmpq

from faier.deciding.question import Question
from faier.deciding.side_by_side import neighbors, told
from faier.exact import Epsilon
from faier.lang import parse
from faier.limits import Limits

START = """\
from bisect import bisect_right
from collections import Counter
from faier import Int, Records, Vector, added, flip, laplace, mechanism, one

EDGES = [0, 100, 400]


@mechanism
def shown(xs: INPUT):
"""
ROWS, LIST = "Records[Int[0, 5_000], 100]", "Vector[Int[0, 900], 100]"
BUCKETS = ["counts = [0, 0, 0]", "for x in xs:", "    counts[bisect_right(EDGES, x) - 1] += 1"]
NOISY = "return [n + laplace(1) for n in counts]"


def most(type_: str, relation: str, *lines: str) -> Epsilon | None:
    text = START.replace("INPUT", type_) + "".join(f"    {line}\n" for line in lines)
    found = told(
        Question(parse(text, "a.py", {}), subject_of(parse(text, "a.py", {}), "shown", relation, None)), Limits()
    )
    return None if found is None else found.most


@pytest.mark.parametrize(
    ("lines", "known"),
    [
        ([*BUCKETS, NOISY], 2),
        (["return sum(xs) + laplace(900)"], 1),
        (["return sum(max(min(x, 800), 300) for x in xs) + laplace(500)"], 1),
        (["return sum(x > 500 for x in xs) + laplace(1)"], 1),
        (["return sum(xs) + laplace(900), sum(x > 500 for x in xs) + laplace(1)"], 2),
        (["return sum(xs) + laplace(900), sum(-x for x in xs) + laplace(900)"], 2),
        (["return max(xs) - min(x // 3 for x in xs) + laplace(1200)"], 1),
        (["return sum(x % 3 for x in xs) + laplace(2), sum(x % 2 for x in xs) + laplace(1)"], 2),
    ],
)
def test_a_row_is_replaced_that_has_hundreds_of_values(lines: list[str], known: int) -> None:
    assert most(LIST, "one()", *lines) == Epsilon(fmpq(known))


def test_rows_are_added_that_have_thousands_of_values() -> None:
    assert most(ROWS, "added()", "return sum(xs) + laplace(5000), len(xs) + laplace(1)") == Epsilon(fmpq(2))


@pytest.mark.parametrize(
    "lines",
    [
        ["counts = Counter(xs)", "return [n + laplace(1) for _, n in sorted(counts.items())]"],
        ["return len(set(xs)) + laplace(1)"],
        ["return [flip(1 / 4) if x > 500 else flip(3 / 4) for x in xs]"],
    ],
)
def test_what_tells_rows_of_one_kind_apart_is_not_followed(lines: list[str]) -> None:
    assert most(LIST, "one()", *lines) is None


def test_the_greatest_row_is_anywhere_between_the_ends() -> None:
    assert most("Records[Int[3, 100], 60]", "added()", "return max(xs, default=0) + laplace(50)") == Epsilon(fmpq(2))
    assert most("Records[Int[3, 100], 60]", "added()", "return max(xs) + laplace(50)") is None  # there may be none


@pytest.mark.parametrize("kinds", [2, 250])
def test_random_programs_lose_no_more_than_is_told_by_kinds(kinds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbors, "WAYS", 0)
    monkeypatch.setattr(neighbors, "VALUES", 0)
    monkeypatch.setattr(neighbors, "KINDS", kinds)
    found = [weights_random.wrong(seed) for seed in range(100, 112)]
    assert [why for why in found if why] == []
    assert found.count(None) > 1
