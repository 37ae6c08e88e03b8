"""Enums, NamedTuples and dataclasses: what Python computes with them, run by run, and what is refused."""

from __future__ import annotations

import dataclasses
import enum
import sys
from fractions import Fraction
from types import ModuleType

import pytest

from faier.lang import Rejected, parse, show
from faier.lang.values import make, show_value
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.process import Ask, Process, Tell

HEAD = """
from __future__ import annotations
import dataclasses
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from typing import ClassVar, NamedTuple
from faier import Int, flip, geometric, mechanism

class Color(Enum):
    RED = "red"
    GREEN = "green"
    CRIMSON = "red"

    def other(self) -> Color:
        "The other one."
        return Color.GREEN if self is Color.RED else Color.RED

class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
    TOP = 7

class Point(NamedTuple):
    x: int
    y: int = 2

    def norm(self, scale: int = 1) -> int:
        total = abs(self.x) + abs(self.y)
        return total * scale

    @property
    def turned(self) -> Point:
        return Point(-self.y, self.x)

@dataclass(frozen=True)
class Cell:
    color: Color = Color.RED
    counts: tuple[int, ...] = (1, 2)

@dataclass
class State:
    LIMIT: ClassVar[int] = 4
    FIRST = (1, 2)
    total: int = 0
    seen: list[int] = field(default_factory=list)

Pair = namedtuple("Pair", "left, right", defaults=(7,))
Triple = NamedTuple("Triple", [("a", int), ("b", "list[int]")])
PLACE = Point(1, y=3)

@mechanism
def f(b: Int[0, 1]):
    c = flip(1 / 3)
"""

BODIES = [
    "return Color.RED if c else Color.CRIMSON, Color.GREEN, len(Color)",
    "return [m.name for m in Color], [m.value for m in Color], list(Color)",
    "return sum(Level), max(Level), sorted(Level, reverse=True), Level.LOW + b, [5, 6][Level.LOW - b], -Level.TOP",
    "return Level.LOW == 1, Level.LOW < c, Level.TOP is Level.TOP, Color.RED == 'red', Color.RED is Color.CRIMSON",
    "p = Point(b)\n    return p, p[1], p == (b, 2), p + (c,), p.x + p.y, len(p), list(p), p < Point(1), PLACE, p * 2",
    "x, y = Point(b, c)\n    return (x, y), Point(y=1, x=2)[::-1], Point(1, 1) == Point(True, True), bool(Cell())",
    "q = Cell(Color.GREEN if c else Color.RED)\n    return q, q == Cell(), q != Cell(), q.color, q.counts[b]",
    "s = State()\n    s.total += b\n    s.seen.append(c)\n    s.seen[0] += 2\n    s.seen += [s.total]\n"
    "    return s, s == State(b), s.seen",
    "s = State(seen=[b, c])\n    s.total, s.seen[1] = 4, 5\n    rows = [State(i) for i in range(2)]\n"
    "    rows[b].total = 9\n    return s, rows",
    "m = Color.GREEN if b else Color.RED\n    match m:\n        case Color.RED | Color.GREEN if c:\n            k = 1\n"
    "        case Color.CRIMSON:\n            k = 2\n        case _:\n            k = 3\n    return k",
    "match Level.LOW + b:\n        case Level.LOW:\n            return 'low'\n        case Level.HIGH:\n"
    "            return 'high'",
    "n = [Level.LOW, Level.TOP][b]\n    return n * 2, n // 2, n in (7,), n in [Level.LOW], abs(n), int(n), n or 1",
    "m = Color('red') if c else Color('green')\n    return m, Color[m.name] is m, Color(m) is m, Level(b + 1)",
    "return Color['CRIMSON'], [Color[n] for n in ['RED', 'GREEN']], Color.__members__['GREEN'], Level(Level.LOW)",
    "p = Point(b)\n    return p.norm(), p.norm(scale=c + 3), Point.norm(p, 2), p.turned.turned.norm(2), p.turned",
    "p, q = Point(b), Cell()\n    return p._replace(y=c), p, dataclasses.replace(q, counts=(c,)), q",
    "return Pair(b), Pair(1, c), Pair(right=2, left=1) == (1, 2), Triple(b, [c]), Triple(1, []).b",
    "m = Color('red') if c else Color('green')\n    return m in Color, m not in Color, Level.TOP in Color, m in Level",
    "return State.LIMIT, State.FIRST[b], State(1), len(State(2).seen)",
    "s = State(b, [c])\n    t = dataclasses.replace(s, total=5)\n    return s, t, s == t",
    "return Color.RED.other(), [m.other() for m in Color], Color.RED.other().other() is Color.RED",
    "total = 0\n    for m in Level:\n        total += m.value\n        if m is Level.HIGH and c:\n            break\n"
    "    return total, m",
]


def rendered(value: object) -> str:
    """As `show_value` writes it."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [(item.name, getattr(value, item.name)) for item in dataclasses.fields(value)]
    elif hasattr(value, "_fields"):
        fields = list(zip(value._fields, value, strict=True))
    elif isinstance(value, list):
        return f"[{', '.join(map(rendered, value))}]"
    elif isinstance(value, tuple):
        return f"({', '.join(map(rendered, value))}{',' if len(value) == 1 else ''})"
    else:
        return show_value(make(value))
    return f"{type(value).__name__}({', '.join(f'{name}={rendered(item)}' for name, item in fields)})"


def by_python(text: str, b: int) -> dict[str, Fraction]:
    """The distribution of what Python returns."""
    found: dict[str, Fraction] = {}
    for c in (True, False):
        module = ModuleType("classes_by_python")
        sys.modules[module.__name__] = module  # where dataclasses look
        exec(text, module.__dict__)
        module.__dict__["flip"] = lambda p, c=c: c
        shown = rendered(module.__dict__["f"](b))
        found[shown] = found.get(shown, Fraction(0)) + (Fraction(1, 3) if c else Fraction(2, 3))
    del sys.modules["classes_by_python"]
    return found


@pytest.mark.parametrize("body", BODIES)
def test_records_mean_what_python_means(body: str) -> None:
    text = f"{HEAD}    {body}\n"
    program = parse(text, "classes.py")
    again = parse(show(program), "shown.py")
    assert again.functions == program.functions and again.constants == program.constants
    process = explore(program, "f", Limits())
    assert isinstance(process, Process)
    for b in (0, 1):
        expected = by_python(text, b)
        told: dict[str, Fraction] = {}
        for (shown, _), chance in denote.outputs(program, "f", {"b": b}).items():
            told[show_value(shown[0])] = Fraction(int(chance.p), int(chance.q))
        assert told == expected
        assert reached(process, b) == expected


def reached(process: Process, b: int) -> dict[str, Fraction]:
    """What the first event shows."""
    found: dict[str, Fraction] = {}
    waiting = [(state, Fraction(int(weight.p), int(weight.q))) for state, weight in process.start]
    while waiting:
        at, chance = waiting.pop()
        state = process.states[at]
        if isinstance(state, Ask):
            waiting += [(to, chance * Fraction(int(p.p), int(p.q))) for to, p in state.rows[b]]
        elif isinstance(state, Tell):
            shown = show_value(state.value)
            found[shown] = found.get(shown, Fraction(0)) + chance
    return found


TWO_NAMES = [
    "s = State()\n    t = s\n    t.total = 1\n    s = State()\n    return t.total",
    "s = State()\n    s.total = 1\n    t = [s, s]\n    s.total = 2\n    return t",
    "xs = [1]\n    s = State(0, xs)\n    xs[0] = 2\n    return s",
    "xs = [1]\n    s = State(0, xs)\n    s.seen[0] = 2\n    return xs",
    "s = State()\n    v = s.seen\n    s.seen = [3]\n    v.append(1)\n    return s",
    "s = State()\n    v = s.seen\n    s.seen.append(1)\n    return v",
    "rows = [State()] * 2\n    rows[0].total = 1\n    return rows",
    "rows = [State()] * 2\n    for row in rows:\n        row.total = 1\n    return rows",
    "s = State()\n    t = [s]\n    changed(s)\n    return t",
    "s = State()\n    t = same(s)\n    t.total = 3\n    return s",
    "p = Point(State())\n    q = (p,)\n    t = p.x\n    t.total = 1\n    return q[0].x.total",
    "s = State()\n    cell = Cell(counts=s)\n    s.total = 1\n    return cell",
    "s = State(seen=[1])\n    t = dataclasses.replace(s, total=1)\n    s.seen.append(2)\n    return t",
    "s, t = [State()] * 2\n    s.total = 1\n    return t.total",
]


@pytest.mark.parametrize("body", TWO_NAMES)
def test_no_change_is_seen_through_two_names(body: str) -> None:
    helpers = "def changed(s):\n    s.total = 1\n    return 0\n\ndef same(s):\n    return s\n\n"
    with pytest.raises(Rejected) as caught:
        parse(f"{HEAD.replace('@mechanism', helpers + '@mechanism')}    {body}\n", "classes.py")
    assert {item.code for item in caught.value.diagnostics} <= {"FA210", "FA112"}


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("class A:\n    x: int", "FA101", "is an Enum"),
        ("class A(int):\n    pass", "FA101", "is an Enum"),
        ("class A(Enum):\n    RED = 1\n    for x in (): pass", "FA101", "members and methods"),
        ("class A(Enum):\n    RED = 1\n    def f():\n        return 1", "FA106", "takes the record first"),
        ("class A(Enum):\n    RED = [1]", "FA209", "a number, a string or a tuple"),
        ("class A(IntEnum):\n    RED = 'red'", "FA209", "an integer"),
        ("class A(Enum):\n    RED = 2\n    BLUE = 1\n    NEXT = auto()", "FA209", "do not agree"),
        ("class A(Enum):\n    RED = 'r'\n    NEXT = auto()", "FA209", "do not agree"),
        ("class A(Enum):\n    name = 1", "FA203", "of its own"),
        ("class A(Enum):\n    _x = 1", "FA203", "of its own"),
        ("class A(Enum):\n    def _missing_(self, x):\n        return 1\n    X = 1", "FA203", "cannot be called"),
        ("N = 5\nclass A(Enum):\n    N = len((1,))\n    def f(self, k=N):\n        return k", "FA203", "of the class"),
        ("N = 5\nclass A(Enum):\n    N = len((1,))\n    M = N + 1", "FA203", "of the class"),
        ("N = 5\n@dataclass\nclass A:\n    N: int = len((1,))\n    M: int = N", "FA203", "of the class"),
        (
            "N = 5\nclass A(NamedTuple):\n    N: int = len((1,))\n    def f(self, *, k=N):\n        return k",
            "FA203",
            "of the class",
        ),
        ("N = 5\n@dataclass\nclass A:\n    x: int\n    N = len((1,))\n    M = (N, 2)", "FA203", "of the class"),
        (
            "def near(x):\n    return 1\n@dataclass\nclass A:\n    x: int\n    def near(self):\n        return 2\n"
            "    def g(self, k=near):\n        return k(self)",
            "FA203",
            "of the class",
        ),
        (
            "N = 5\n@dataclass\nclass A:\n    N: int\n    x: int = 0\n    def __post_init__(self):\n        self.x = N",
            "FA203",
            "is a field that is given",
        ),
        (
            "N = 5\n@dataclass\nclass A:\n    N: int\n    x: int = field(init=False, default=N)",
            "FA203",
            "is a field that",
        ),
        ("class A(Enum):\n    RED = 1\n    RED = 2", "FA203", "twice"),
        ("class A(NamedTuple):\n    x: list[int] = []", "FA210", "share this default"),
        ("@dataclass\nclass A:\n    x: list[int] = []", "FA210", "share this default"),
        ("@dataclass\nclass A:\n    x: int = 0\n    y: int", "FA106", "needs a default"),
        ("@dataclass(slotted=True)\nclass A:\n    x: int", "FA206", "slotted="),
        ("@dataclass(eq=False)\nclass A:\n    x: int", "FA206", "eq=False"),
        ("@dataclass\nclass A:\n    x: Nowhere", "FA208", "not a type"),
        ("class A(NamedTuple):\n    _x: int", "FA203", "cannot be called"),
        ("class A(NamedTuple):\n    y: int\n    x: ClassVar[int] = 3", "FA101", "`ClassVar`"),
        ("@dataclass\nclass A:\n    y: int\n    x: 'InitVar[int]'", "FA101", "`InitVar`"),
        ("class A(namedtuple):\n    x: int", "FA101", "is an Enum"),
        ("A = namedtuple('B', 'x')", "FA206", "make no NamedTuple"),
        ("A = namedtuple('A', ['x', 'y'], rename=True)", "FA206", "make no NamedTuple"),
        ("A = namedtuple('A', 'x', defaults=[1, 2])", "FA206", "make no NamedTuple"),
        ("X = Color", "FA205", "is a class"),
        ("X = Color.BLUE", "FA201", "has no `BLUE`"),
        ("X = Point()", "FA206", "needs an argument for `x`"),
        ("X = Point(1, 2, 3)", "FA206", "takes 2"),
        ("X = Point(1, z=2)", "FA206", "no parameter `z`"),
        ("X = Point(1).x.y", "FA409", "an integer has no `.y`"),
        ("X = Cell()[0]", "FA409", "has no items"),
        ("X = Color.RED < Color.GREEN", "FA409", "not defined"),
        ("X = Color.RED + 1", "FA409", "not defined"),
    ],
)
def test_what_is_refused(text: str, code: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD.replace("PLACE =", f"{text}\nPLACE =") + "    return 0\n", "classes.py")
    assert [item.code for item in caught.value.diagnostics] == [code]
    assert message in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return (1, 2).norm()", "FA403"),
        ("return Cell().norm()", "FA403"),
        ("return Point(1).turned()", "is read without brackets"),
        ("return Point(1).norm", "FA102"),
        ("p = Point(1)\n    p.x = 2\n    return p", "FA107"),
        ("q = Cell()\n    q.color = Color.RED\n    return q", "FA107"),
        ("q = State()\n    q.nowhere = 1\n    return q", "FA107"),
        ("return Color('blue')", "FA401"),
        ("return Cell()._replace(color=Color.RED)", "FA411"),
        ("return Point(1)._replace(z=1)", "FA411"),
        ("return dataclasses.replace(Point(1), x=1)", "FA411"),
        ("return Color['BLUE']", "FA401"),
        ("return 'red' in Color", "only members are looked for in an Enum"),
        ("return c and 'blue' not in Color", "only members are looked for in an Enum"),
        ("return b + 1 in Level", "only members are looked for in an Enum"),
        ("return b + geometric(1 / 2) in Level", "only members are looked for in an Enum"),
    ],
)
def test_runs_that_fail(body: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(f"{HEAD}    {body}\n", "classes.py"), "f", Limits())
    assert message in str(caught.value)
