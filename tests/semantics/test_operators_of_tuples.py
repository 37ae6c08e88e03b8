"""NamedTuples of which the class says what arithmetic does: elsewhere they are tuples."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

TEXT = """from itertools import accumulate
from functools import reduce
from typing import NamedTuple
import operator


class Loss(NamedTuple):
    e: int
    d: int = 0

    def __add__(self, other):
        return Loss(self.e + other.e, self.d + other.d)

    def __mul__(self, times):
        return Loss(self.e * times, self.d * times)

    def __sub__(self, other):
        if not isinstance(other, Loss):
            return NotImplemented
        return Loss(self.e - other.e, self.d)

    def __neg__(self):
        return Loss(-self.e, self.d)

    def __abs__(self):
        return abs(self.e) + self.d


class Pair(NamedTuple):
    e: int
    d: int


ONE = Loss(1)


@mechanism
def f(x: Int[0, 1]):
    a, b = Loss(x, 1), Loss(2)
    {body}
"""
READ = [
    "return a + b, a * 3, -a, abs(a), a - b, (a + ONE) * 2, a + Pair(1, 2), Pair(1, 2) + (3,)",
    "c = a\n    c += b\n    rows = [a, b]\n    rows[0] += b\n    return a, c, rows, (a, b) + (a,), [a] + [b]",
    "return sum([a, b], Loss(0)), reduce(operator.add, [a, b, a]), sum((r * 2 for r in (a, b)), start=Loss(0))",
    "t = a if x else (1, 2)\n    return t * 2, a == (x, 1), sorted([b, a]), max(a, b), len(a * 2), a[::-1]",
]
REFUSED = [
    "return sum([a, b])",
    "return 2 * a",
    "return (1, 2) + a",
    "return Pair(1, 2) + a",
    "return list(accumulate([a, b]))",
]


@pytest.mark.parametrize("body", READ)
def test_they_are_what_the_class_says(body: str) -> None:
    assert_as_python(TEXT.replace("{body}", body), written=False)


@pytest.mark.parametrize("body", REFUSED)
def test_what_would_make_tuples_of_them_is_refused(body: str) -> None:
    with pytest.raises(Rejected, match="of a Loss is not followed here"):
        assert_as_python(TEXT.replace("{body}", body), written=False)


RIGHT = """from typing import NamedTuple


class Pair(NamedTuple):
    a: int

    def __radd__(self, other):
        return ("right", other)


class Scale:
    def __init__(self, a):
        self.a = a

    def __rmul__(self, other):
        return self.a * 10


@mechanism
def f(x: Int[0, 1]):
    return {value}
"""


@pytest.mark.parametrize("value", ["1 + Pair(x)", "sum([Pair(x)])", "x * Scale(2)", "(x + 1) * Scale(x)"])
def test_the_right_side_is_asked_where_the_left_is_of_another_class(value: str) -> None:
    assert_as_python(RIGHT.replace("{value}", value), written=False)


SAME = ["Pair(1) + Pair(x)", "Scale(1) * Scale(x)", "(Scale(x) if x else Scale(2)) * Scale(1)"]


@pytest.mark.parametrize("value", SAME)
def test_the_right_side_is_not_asked_of_two_of_one_class(value: str) -> None:
    """A sum of two pairs is a tuple of both, and there is no product of two scales."""
    with pytest.raises(Rejected, match="FA409"):
        assert_as_python(RIGHT.replace("{value}", value), written=False)


def test_named_tuples_are_asked_as_tuples() -> None:
    own = "class Own(NamedTuple):\n    e: int\n\n    def count(self, n):\n        return n + 10\n\n\n"
    first = "@mechanism\ndef f(x: Int[0, 2]):\n    p, q = Pair(x, 2), Pair(1, 3)\n"
    asked = "p.index(2), p.count(x), q.index(3, 1), Own(1).count(1), Own(1).index(1), p[::-1], p < q, 2 in p, len(p)"
    assert_as_python(f"{TEXT.partition('@mechanism')[0]}{own}{first}    return {asked}\n", written=False)
