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
