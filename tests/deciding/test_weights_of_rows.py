"""Exponential mechanisms over inputs of any size, whose utilities are computed from counts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from asked import subject_of
from flint import fmpq
from weights_random import wrong

from faier.deciding.question import Question
from faier.deciding.side_by_side import told
from faier.exact import Epsilon
from faier.lang import parse
from faier.limits import Limits

START = """\
import math
from bisect import bisect_left, bisect_right
from fractions import Fraction
from faier import Int, Records, Vector, added, categorical, exp, laplace, mechanism, one


def place(ordered, candidate):
    return bisect_left(ordered, candidate)


@mechanism
def shown(xs: INPUT):
"""
ROWS = "Records[Int[0, 100], 60]", "added()"
LIST = "Vector[Int[0, 9], 50]", "one()"
CHOSEN = "categorical(*[exp(u / 2) for u in utilities])"


def most(type_: tuple[str, str], *lines: str) -> Fraction | None:
    """What the mechanism loses at most, where it is known to raise nothing."""
    text = START.replace("INPUT", type_[0]) + "".join(f"    {line}\n" for line in lines)
    program = parse(text, "a.py", {})
    found = told(Question(program, subject_of(program, "shown", type_[1], None)), Limits())
    if found is None or not found.quiet or found.most is None:
        return None
    assert found.most.factor == 0
    return Fraction(int(found.most.constant.p), int(found.most.constant.q))


@pytest.mark.parametrize(
    ("utilities", "known"),
    [
        ("[-abs(bisect_left(sorted(xs), c) - len(xs) // 2) for c in range(0, 101, 5)]", 1),
        ("[-abs(place(sorted(xs), c) - len(xs) / 2) for c in range(101)]", Fraction(1, 2)),
        ("[-abs(bisect_right(sorted(xs), c) - 9 * len(xs) // 10) for c in range(0, 101, 10)]", 1),
        ("[Fraction(-abs(2 * sum(x < c for x in xs) - len(xs)), 2) for c in range(0, 101, 10)]", Fraction(1, 2)),
        ("[-math.ceil(abs(xs.count(c) - len(xs) / 3)) for c in range(0, 101, 10)]", 1),
    ],
)
def test_the_utility_of_quantiles_differs_by_no_more_than_a_row_makes_it(utilities: str, known: Fraction) -> None:
    assert most(ROWS, f"utilities = {utilities}", f"return {CHOSEN}") == known


def test_one_row_that_is_another_counts_twice() -> None:
    utilities = "utilities = [-abs(sum(x < c for x in xs) - sum(x > c for x in xs)) for c in range(9)]"
    assert most(LIST, utilities, f"return {CHOSEN}") == 2


@pytest.mark.parametrize(
    "lines",
    [
        ["best = max(counts)", "return categorical(*[exp((n - best)) for n in counts])"],
        ["scores = [-5, *counts]", "best = max(scores)", "return categorical(*[exp((n - best)) for n in scores])"],
        ["least = min(counts)", "return categorical({c: exp((counts[c] - least)) for c in range(9)})"],
        [
            "weights = [exp(n) for n in counts]",
            "return categorical(*[w / sum(weights) for w in weights[:1]], weights[1])",
        ],
        [
            "weights = [exp(n) for n in counts]",
            "total = sum(weights)",
            "return categorical(*[w / total for w in weights])",
        ],
    ],
)
def test_what_all_weights_are_divided_by_makes_no_difference(lines: list[str]) -> None:
    known = most(ROWS, "counts = [xs.count(c) for c in range(9)]", *lines)
    assert known == (None if "weights[1])" in lines[-1] else 1)


@pytest.mark.parametrize(
    "place",
    [
        "bisect_left(xs, c)",
        "bisect_left(list(reversed(sorted(xs))), c)",
        "bisect_left([x for x in sorted(xs)], c)",
        "bisect_left(sorted(xs), c, 1)",
    ],
)
def test_places_are_counts_only_in_what_is_sorted(place: str) -> None:
    assert most(ROWS, f"utilities = [{place} for c in range(9)]", f"return {CHOSEN}") is None


def test_report_noisy_max_of_many_counts() -> None:
    noisy = "noisy = [xs.count(c) + laplace(1) for c in range(70)]"
    program = parse(
        START.replace("INPUT", "Records[Int[0, 4], 60]") + f"    {noisy}\n    return noisy.index(max(noisy))\n",
        "a.py",
        {},
    )
    found = told(Question(program, subject_of(program, "shown", "added()", Epsilon(fmpq(1)))), Limits())
    assert found is not None and found.quiet and found.most == Epsilon(fmpq(1))


def test_random_exponential_mechanisms_lose_no_more_than_is_told() -> None:
    found = [wrong(seed) for seed in range(25)]
    assert [why for why in found if why] == []
    assert found.count(None) > 8
