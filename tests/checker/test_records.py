# ruff: noqa: E501
"""Enums, NamedTuples and dataclasses: the checker against Python, every draw tried; and what it does not know."""

import dataclasses
import enum

import pytest
import test_functions
from test_functions import by_checker, by_python, kept

from faier.checker.outcome import Hole
from faier.checker.values import Box, shown_key

HEAD = """
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
from faier import Int, flip, mechanism, uniform


class Color(Enum):
    RED = "red"
    GREEN = "green"
    CRIMSON = "red"


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


class Rank(IntEnum):
    ZERO = 0
    ONE = 1


class Point(NamedTuple):
    x: int
    y: int = 2


@dataclass(frozen=True)
class Cell:
    color: Color = Color.RED
    counts: tuple[int, ...] = (1, 2)


@dataclass
class State:
    total: int = 0
    seen: list[int] = field(default_factory=list)


"""
ONE = "@mechanism\ndef m(x: Int[0, 2]):\n    "

BODIES = [
    "return Point(x) == (x, 2), Color.RED == Color.CRIMSON, Color.RED == 'red', State() == State(x), Cell() == Cell(Color.GREEN)",
    "return Level.LOW == x, Level.LOW == Rank.ONE, Level.LOW is Rank.ONE, bool(Rank.ZERO), Level.LOW + x, max(1, Level.LOW)",
    "d = {Point(x): 1, Level.LOW: 2}\n    d[(x, 2)] = 5\n    d[True] = 6\n    return d, len({Cell(), Cell()})",
    "s, t = State(), State(x)\n    s.total += x\n    t.seen.append(x)\n    s.total = 3\n    return s, t",
    "return Point(y=uniform(0, 1), x=flip(1 / 3)), [c.name for c in Color], Color('red'), Level(Rank.ONE)",
    "p = Point(x)\n    return [isinstance(v, (Point, dict)) for v in (p, Level.LOW, Color.RED, x, (x, 1))], isinstance(Level.LOW, int)",
    "p = Point(x)\n    return isinstance(p, tuple), isinstance(p, list), isinstance(Color.RED, int), isinstance(State(), (Point, State))",
    "match (x, Color.RED):\n        case (y, Color.CRIMSON) if y > 1:\n            return y\n        case _:\n            return Rank.ONE if x else Color['RED'].value",
    "a, b = Point(x)\n    return a, b, *Point(x), Point(x)[::-1], Point(x) + (1,), list(Level), len(Color)",
]
HOLES = [
    "s = State(5)\n    s.total += (s := State(x)).total\n    return s",
    "s = [5]\n    s.append((s := [x])[0])\n    return s",
    "q = [1, 2]\n    return Point(y=q.pop(), x=len(q))",
    "s = State()\n    t = s\n    t.total += x\n    return s.total",
    "xs = [1]\n    s = State(0, xs)\n    s.seen.append(x)\n    return xs",
    "xs = [State()] * 2\n    xs[0].total = x\n    return xs",
    "xs = [State(i) for i in range(2)]\n    ys = [Color.seen for Color in xs]\n    ys[0].append(x)\n    return xs",
    "def f(s=State()):\n        s.total += 1\n        return s.total\n    a = f()\n    return a + f()",
    "return str(Color.RED)",
    "return Point(x).count(1)",
]
CLASSES = [
    "class A(NamedTuple):\n    a: int = 1\n\n    @staticmethod\n    def f(self):\n        return 1\n",
    "class A(NamedTuple):\n    a: int = 1\n    b = 2\n",
    "class A(NamedTuple):\n    int: int = 1\n    b: int = 2\n",
    "class A(Enum):\n    X = 1\n\n    def __eq__(self, other):\n        return True\n",
    "class A(str, Enum):\n    X = 'a'\n",
    "@dataclass\nclass A(State):\n    b: int = 0\n",
    "@dataclass\nclass A:\n    a: int\n    b: ClassVar[int] = 3\n",
    "@dataclass\nclass A:\n    a: int = field(default=3, compare=False)\n",
    "class len(NamedTuple):\n    a: int\n",
]


def records(value):
    if isinstance(value, enum.Enum):
        return Box("record", (value.name, value.value), type(value).__name__)
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        names = [item.name for item in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else value._fields
        return Box("record", tuple(records(getattr(value, name)) for name in names), type(value).__name__)
    if isinstance(value, dict):
        return Box("dict", tuple((records(key), records(item)) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        return type(kept(value))(map(records, value))
    return value


@pytest.mark.parametrize("body", BODIES)
def test_records_mean_what_python_means(body, monkeypatch):
    monkeypatch.setattr(test_functions, "keyed", lambda value: shown_key(records(value)))
    text = HEAD + ONE + body + "\n"
    for x in range(3):
        expected = by_python(text, x, monkeypatch)
        assert {tuple(key): weight for key, weight in by_checker(text, x).items()} == expected


@pytest.mark.parametrize("body", HOLES)
def test_what_is_not_known_of_records_is_a_hole(body):
    with pytest.raises(Hole):
        by_checker(HEAD + ONE + body + "\n", 1)


@pytest.mark.parametrize("written", CLASSES)
def test_classes_that_are_not_known_are_holes(written):
    assert by_checker(HEAD + ONE + "return x\n", 1)
    with pytest.raises(Hole):
        by_checker(HEAD + written + "\n\n" + ONE + "return x\n", 1)
