# ruff: noqa: E501
"""Other names for types, views of dictionaries, and classes that have what a Protocol wants: as Python, or refused."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

TYPES = """
Row = int
Label = str
Tally = Counter


def low(row: Row, label: Label = "a") -> Row:
    return Row(row > 1) + isinstance(row, Row) + (label == Label("a"))


@mechanism
def f(x: Int[0, 2]):
    counts: Tally = Tally([x, 1])
    return low(x), dict(counts), Label(x), isinstance("a", (Row, Label))
"""

VIEWS = """
from types import MappingProxyType

PRICES = MappingProxyType({"tea": 1, "milk": 2})
SQUARES = MappingProxyType({at: at * at for at in range(3)})


@mechanism
def f(x: Int[0, 2]):
    return PRICES["tea"] + SQUARES.get(x, 0), sorted(PRICES), [k for k in SQUARES.values()], x in SQUARES, len(PRICES)
"""

PROTOCOLS = """
from abc import ABC
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

T = TypeVar("T")


@runtime_checkable
class Stage(Protocol):
    def apply(self, value: int) -> int: ...


class Base(Generic[T]):
    def apply(self, value):
        return value + 1


class Heir(Base[int]):
    pass


@dataclass(frozen=True)
class Clip:
    high: int

    def apply(self, value):
        return min(value, self.high)


class Other:
    def put(self, value):
        return value


@mechanism
def f(x: Int[0, 2]):
    found = 0
    for at, stage in enumerate((Base(), Heir(), Clip(1))):
        if not isinstance(stage, Stage):
            raise TypeError("this is not applicable")
        found += stage.apply(x) * 10 ** at
    return found, isinstance(Other(), Stage), isinstance(x, (Stage, str)), isinstance([x], Stage), isinstance(Heir(), (str, Stage))
"""


@pytest.mark.parametrize("text", [TYPES, VIEWS, PROTOCOLS], ids=["types", "views", "protocols"])
def test_it_means_what_python_means(text: str) -> None:
    assert_as_python(text, written=False)


REFUSED = [
    TYPES.replace("    counts:", "    Row = 3\n    counts:"),
    TYPES.replace("Row = int", "Row = int\nint = 3"),
    VIEWS.replace("len(PRICES)", "isinstance(PRICES, dict)"),
    VIEWS.replace("len(PRICES)", "str(PRICES)"),
    VIEWS.replace("    return", "    SQUARES[0] = 1\n    return"),
    VIEWS.replace("len(PRICES)", "PRICES"),
    PROTOCOLS.replace("def apply(self, value: int)", "def count(self, value: int)"),
    PROTOCOLS.replace("    def apply(self, value: int) -> int: ...", "    high: int"),
    PROTOCOLS.replace("not applicable", "what cannot apply"),
    PROTOCOLS.replace(
        "    def put(self, value):\n", "    def __init__(self):\n        self.apply = 1\n\n    def put(self, value):\n"
    ),
    PROTOCOLS.replace(
        "    found = 0\n",
        "    class Inner:\n        def apply(self, value):\n            return 1\n    found = isinstance(Inner(), Stage)\n",
    ),
    PROTOCOLS.replace(
        "from abc import ABC", "from collections import namedtuple\nPair = namedtuple('Pair', 'apply b')"
    ).replace("    found = 0\n", "    found = isinstance(Pair(1, 2), Stage)\n"),
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_may_mean_something_else_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(text, written=False)
