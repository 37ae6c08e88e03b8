"""Rows that may have very many values: those that add the same, or numbers between two ends, are told together."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import weights_random
from asked import subject_of
from flint import fmpq
from referee import brute

from faier.deciding.question import Question
from faier.deciding.side_by_side import neighbors, told
from faier.exact import Epsilon, compare, exponential_of
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


INPUTS = [
    ("Vector[Int[-3, 3], 2]", "each(1)", "a = b = r"),
    ("Vector[Int[-2, 2], 2]", "one()", "a = b = r"),
    ("Records[Int[-2, 2], 2]", "added()", "a = b = r"),
    ("Vector[tuple[Int[-2, 1], Bool], 1]", "one()", "a, b = r"),
    ("Records[tuple[Int[-1, 1], Int[0, 2]], 1]", "one()", "a, b = r"),
]
NUMBERS = ["{} * {}", "{} + {}", "{} - {}", "min({}, {})", "max({}, {})", "({} > {})", "({} if {} else 0)"]
NUMBERS += ["abs({})", "{} // 2", "{} % 3", "{} // -2", "clamp({}, -1, 1)", "-{}"]
TURNS = ["n += {}", "m -= {}", "c[clamp({}, 0, 2)] += {}", "c[abs({}) % 3] += 1", "if {} > 0: continue"]
SHOWN = ["n + Z, m + Z", "[v + Z for v in c]", "n // 2 + Z", "2 * n - m + Z", "max(n, m) + Z", "(n > m) + Z"]
SHOWN += ["min(n, m, 0) + Z, n + Z", "clamp(n, -1, 1) + Z", "c[0] - c[1] + Z", "int(n / 2) + Z"]


def _of_row(draw: random.Random, depth: int = 2) -> str:
    """A number of the row `r`, of which `a` and `b` are parts."""
    if depth == 0 or draw.random() < 0.2:
        return draw.choice(["a", "b", "2", "-1"])
    return "(" + draw.choice(NUMBERS).format(*(_of_row(draw, depth - 1) for _ in range(2))) + ")"


def _summed(draw: random.Random) -> tuple[str, str]:
    """A program that adds up such numbers, and a relation."""
    type_, relation, parts = draw.choice(INPUTS)
    turns = [draw.choice(TURNS).format(_of_row(draw), _of_row(draw, 1)) for _ in range(draw.randint(1, 3))]
    shown = draw.choice(SHOWN).replace("Z", "geometric(1 / 4)")
    lines = ["n = m = 0", "c = [0, 0, 0]", "for r in xs:", *(f"    {line}" for line in [parts, *turns])]
    text = "".join(f"    {line}\n" for line in [*lines, f"return {shown}"])
    names = "Bool, Int, Records, Vector, added, clamp, each, geometric, mechanism, one"
    return f"from faier import {names}\n\n\n@mechanism\ndef shown(xs: {type_}):\n{text}", relation


@pytest.mark.parametrize("kinds", [1, 2, 250])
def test_random_sums_over_rows_lose_no_more_than_is_told_by_kinds(kinds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbors, "WAYS", 0)
    monkeypatch.setattr(neighbors, "VALUES", 0)
    monkeypatch.setattr(neighbors, "KINDS", kinds)
    followed = 0
    for seed in range(14):
        text, relation = _summed(random.Random(seed))
        program = parse(text, "a.py", {})
        found = told(Question(program, subject_of(program, "shown", relation, None)), Limits())
        if found is None or found.most is None:
            continue
        followed += 1
        least = brute.enclosed(
            brute.compared(brute.load(text, floor=Fraction(1, 2**9)), "shown", neighbors=relation)
        ).least
        most = exponential_of(found.most)
        assert compare(fmpq(least.numerator, least.denominator), most) <= 0, f"{text}\n{relation}"
    assert followed > 5
