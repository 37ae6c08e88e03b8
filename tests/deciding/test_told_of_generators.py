"""Generators and records that are added up over rows, told side by side: no less than the referee's runs lose."""

from __future__ import annotations

from fractions import Fraction

import pytest
from asked import subject_of
from flint import fmpq
from referee import brute

from faier.deciding.question import Question
from faier.deciding.side_by_side import loss
from faier.exact import Epsilon, compare, exponential_of
from faier.lang import parse
from faier.limits import Limits

START = """\
from collections import defaultdict
from dataclasses import dataclass
from faier import Int, Records, added, geometric, mechanism, one


@dataclass(frozen=True)
class Money:
    cents: int

    def __add__(self, other):
        return Money(self.cents + other.cents)


def parts(x, k):
    yield k, 1
    yield x, min(x, 2)


def capped(xs):
    for x in xs:
        for z in range(x):
            yield z


def some(xs):
    for x in xs:
        if x > 0:
            yield x
            continue
        yield 2


def numbered(xs):
    n = 0
    for x in xs:
        n += 1
        yield n


def total(xs):
    n = 0
    for x in xs:
        n += x
    yield n


def until_one(xs):
    for x in xs:
        if x == 1:
            return
        yield x


"""
CELLS = """\
c = defaultdict(int)
for x in xs:
    for k, v in parts(x, 0):
        c[k] += v
return [c[i] + geometric(1 / 4) for i in range(3)]"""
NOISY = """\
a = len(xs) + geometric(1 / 4)
n = 0
for x in xs:
    for v in (z for z in some([x]) if z > a):
        n += v
return a, n + geometric(1 / 4)"""
MONEY = "m = Money(0)\nfor x in xs:\n    m = {}\nreturn m.cents + geometric(1 / 4)"
TOLD = [
    (CELLS, 6),
    (NOISY, 6),
    ("n = 0\nfor z in capped(xs):\n    n += z\nreturn n + geometric(1 / 4)", 2),
    ("n = 0\nfor z in some(xs):\n    n += z\nreturn n + geometric(1 / 4)", 4),
    ("n = 0\nfor z in total(xs):\n    n += z\nreturn n + geometric(1 / 4)", 4),
    (MONEY.format("m + Money(2 * x)"), 8),
    ("d = {1: 2} | {2: len(xs), 1: 3}\nreturn [v + geometric(1 / 4) for v in d.values()]", 2),
]
NOT_TOLD = [
    "n = 0\nfor z in numbered(xs):\n    n += z\nreturn n + geometric(1 / 4)",
    "n = 0\nfor z in until_one(xs):\n    n += z\nreturn n + geometric(1 / 4)",
    "n = 0\nfor z, y in zip(some(xs), numbered(xs)):\n    n += z * y\nreturn n + geometric(1 / 4)",
    "g = some(xs)\nn = sum(g)\nfor z in g:\n    n += z\nreturn n + geometric(1 / 4)",
    MONEY.format("Money(x)"),
]


def asked(text: str) -> Question:
    program = parse(text, "a.py", {})
    return Question(program, subject_of(program, "shown", "added()", None))


def written(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{START}@mechanism\ndef shown(xs: Records[Int[0, 2], 2]):\n{lines}"


@pytest.mark.parametrize(("body", "twos"), TOLD)
def test_what_is_told_is_no_less_than_what_is_lost(body: str, twos: int) -> None:
    text = written(body)
    found = loss(asked(text), Limits())
    assert found == Epsilon.log(2) * twos
    least = brute.enclosed(
        brute.compared(brute.load(text, floor=Fraction(1, 2**10)), "shown", neighbors="added()")
    ).least
    assert compare(fmpq(least.numerator, least.denominator), exponential_of(found)) <= 0


@pytest.mark.parametrize("body", NOT_TOLD)
def test_what_rows_decide_together_is_not_told(body: str) -> None:
    assert loss(asked(written(body)), Limits()) is None


def test_reading_what_is_there_changes_nothing() -> None:
    body = """\
table = defaultdict(lambda: defaultdict(int))
for x in xs:
    table[x > 0][x] += 1
return [table[a][b] + geometric(1 / 4) for a in (False, True) for b in range(3)]"""
    assert loss(asked(written(body)), Limits()) == Epsilon.log(2) * 2
