"""What a class reads of itself while it is made, as Python reads it."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse

TEXT = """from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, NamedTuple

LIMIT, TOP = 50, 4


class Budget:
    LIMIT = 3
    DOUBLE: ClassVar[int] = 2 * LIMIT
    PAIR = (DOUBLE, -LIMIT, TOP)

    def __init__(self, left=LIMIT):
        self.left = left

    def spend(self, units=LIMIT, *, most=DOUBLE + TOP):
        self.left -= min(units, most)
        return self.left, self.PAIR


@dataclass
class Bounds:
    low: int = 1
    high: int = low + 2
    names: tuple = ("a", high)


class Pair(NamedTuple):
    a: int = 1
    b: int = a


class Level(Enum):
    LOW = 1
    HIGH = LOW + 1
    SAME = LOW

    def above(self, other=HIGH):
        return self.value > other


class Other:
    def limit(self, given=LIMIT):
        return given


@mechanism
def f(x: Int[0, 1]):
    b = Budget()
    first = b.spend() if x else b.spend(1)
    return first, b.left, Budget.DOUBLE, Bounds(x), Pair(x), Level.HIGH.above(x), Level.SAME.name, Other().limit()
"""


def test_is_what_python_reads() -> None:
    assert_as_python(TEXT, written=False)


@pytest.mark.parametrize(
    "body",
    [
        "N = 1\n    N = 2\n    M = N",  # two values
        "N = [1]\n    M = N",  # which may change
        "N = len((1,))\n    M = N",
    ],
)
def test_what_is_not_the_same_everywhere_is_refused(body: str) -> None:
    text = f"from faier import Int, mechanism\nN = 5\nclass A:\n    {body}\n\n\n"
    with pytest.raises(Rejected, match=r"Python reads the `N`|twice"):
        parse(f"{text}@mechanism\ndef f(x: Int[0, 1]):\n    return A.M\n", "file.py")


def test_comprehensions_are_left_alone() -> None:
    text = "N = 5\nclass A:\n    N = 1\n    M = tuple([N for _ in range(2)])\n\n\n"
    text += "@mechanism\ndef f(x: Int[0, 1]):\n    return A.M, A.N\n"
    with pytest.raises(Rejected, match="Python reads the `N`"):
        parse(f"from faier import Int, mechanism\n{text}", "file.py")


def test_what_grows_and_grows_is_left_alone() -> None:
    lines = "".join(f"    N{at} = N{at - 1} + N{at - 1}\n" for at in range(1, 60))
    with pytest.raises(Rejected, match="Python reads the `N"):
        parse(f"class A:\n    N0 = 1\n{lines}", "file.py")


CODED = """import hashlib
from functools import cache


class Report:
    def __init__(self, bit):
        self.bit = bit

    @classmethod
    def encode(cls, value, keep):
        return cls(value if flip(keep) else 1 - value)

    def upper(self, by):
        return self.bit + by


@cache
def bucket(seed, value):
    return hashlib.sha256(f"{seed}:{value}".encode()).digest()[0] % 2, "ab".upper()


@mechanism
def f(x: Int[0, 1]):
    report = Report.encode(x, 3 / 4)
    return bucket(1, x), report.upper(1)
"""


def test_methods_of_texts_are_no_methods_of_classes() -> None:
    assert_as_python(CODED, written=False)
