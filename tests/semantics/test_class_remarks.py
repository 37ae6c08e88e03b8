"""Classes with `__slots__`, `KW_ONLY`, and an `__init__` that calls methods mean what they mean in Python."""

from __future__ import annotations

import pytest
from as_python import assert_as_python
from containers_random import judged

from faier.lang import Rejected, parse

PROGRAMS = {
    "slots": """
class Base:
    __slots__ = ["rows"]
    LIMIT = 2

    def __init__(self, n):
        self.rows = [0] * n


class Sketch(Base):
    "With one more."
    __slots__ = "seen"

    def __init__(self, n):
        super().__init__(n)
        self.seen = 0

    def add(self, at):
        self.rows[at % Sketch.LIMIT] += 1
        self.seen += 1


@mechanism
def f(x: Int[0, 2]):
    made = Sketch(2)
    made.add(x)
    made.add(uniform(0, 1))
    return made.rows, made.seen
""",
    "fields by name alone": """
from dataclasses import KW_ONLY as NAMED
from dataclasses import dataclass, field

@dataclass
class Base:
    low: int = field(default=0, kw_only=True)
    high: int = 3
    _: NAMED
    scale: int = 1
    by_place: int = field(default=7, kw_only=False)

@dataclass
class More(Base):
    extra: int = 5


@mechanism
def f(x: Int[0, 2]):
    one = Base(x)
    two = Base(4, x, scale=2)
    three = More(x, 8, 9, low=1)
    return one.low, one.high, two.high, two.by_place, two.scale, three.extra, three.low, three.high, three.by_place
""",
    "fields by name alone, and what comes after": """
from dataclasses import KW_ONLY, dataclass

@dataclass
class Mean:
    low: int
    _: KW_ONLY
    high: int = 3
    scale: int

    def __post_init__(self):
        self.width = self.high - self.low
        self._check()

    def _check(self):
        assert self.width > 0, "empty"
        self.scale = self.scale * self.width


@mechanism
def f(x: Int[0, 2]):
    mean = Mean(x, scale=2)
    return mean.width, mean.scale
""",
    "methods that begin": """
class Tree:
    def __init__(self, leaves, extra=1):
        self.extra = extra
        self._build(leaves)
        self.total = self._summed(scale=2)
        level = self._again(self._double(3))
        for k in (1, 2):
            self._note(k)
        self.level = level

    def _build(self, leaves):
        level = list(leaves)
        self.levels = [tuple(level)]
        self.notes = []
        while len(level) > 1:
            level = [level[i] + level[i + 1] for i in range(0, len(level), 2)]
            self.levels.append(tuple(level))

    def _summed(self, scale, more=0):
        "The sum."
        level = self.levels[-1]
        return scale * level[0] + more + self.extra

    def _double(self, k):
        return 2 * k

    def _again(self, k):
        self._note(k)
        return k + 1

    def _note(self, k):
        doubled = self._double(k)
        if flip(1 / 2):
            self.notes.append(doubled)


class Loud(Tree):
    def _double(self, k):
        return 10 * k


@mechanism
def f(x: Int[0, 1]):
    tree, loud = Tree([x, 1]), Loud([1, x], extra=3)
    tree._note(5)
    return tree.levels, tree.total, tree.level, tree.notes, loud.total, loud.level, loud.notes
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_means_what_python_means(name: str) -> None:
    assert_as_python(PROGRAMS[name], written=False)


@pytest.mark.parametrize("call", ["C(1, 2, 3)", "C(y=1)"])
def test_fields_by_name_alone_take_no_place(call: str) -> None:
    lines = "@dataclass\nclass C:\n    x: int\n    _: KW_ONLY\n    y: int = 1\n    z: int = 2\n"
    start = f"from dataclasses import KW_ONLY, dataclass\nfrom faier import mechanism\n\n\n{lines}"
    assert judged(f"{start}\n\n@mechanism\ndef f():\n    return {call}.x\n", 0) != "agreed"


REFUSED = {
    "slots without a field": "class C:\n    __slots__ = ('x',)\n    def __init__(self):\n        self.y = 1\n",
    "slots without a field of the base": (
        "class B:\n    __slots__ = ()\n    def start(self):\n        return 1\n"
        "class C(B):\n    __slots__ = ('x',)\n    def __init__(self):\n        self.y = 1\n"
    ),
    "slots that are constants": "class C:\n    __slots__ = ('x',)\n    x = 1\n",
    "slots of a NamedTuple": "class C(NamedTuple):\n    __slots__ = ()\n    x: int\n",
    "a method that calls itself": (
        "class C:\n    def __init__(self):\n        self.x = 0\n        self._go(2)\n"
        "    def _go(self, n):\n        if n:\n            self._go(n - 1)\n        self.x += 1\n"
    ),
    "a method that returns in the middle": (
        "class C:\n    def __init__(self):\n        self.x = 0\n        self._go(2)\n"
        "    def _go(self, n):\n        if n:\n            return\n        self.x += 1\n"
    ),
    "a method that reads what is called like a variable": (
        "def scale():\n    return 3\n"
        "class C:\n    def __init__(self, scale):\n        self._go()\n"
        "    def _go(self):\n        self.x = scale\n"
    ),
    "a base that reads what is called like a variable": (
        "scale = 3\nclass B:\n    def __init__(self):\n        self.x = scale\n"
        "class C(B):\n    def __init__(self, scale):\n        super().__init__()\n"
    ),
    "what a turn before left": (
        "class C:\n    def __init__(self):\n        self.x = 0\n        for n in range(2):\n            self._go(n)\n"
        "    def _go(self, n):\n        if n == 0:\n            y = 1\n        self.x += y\n"
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_does_not_do_is_refused(name: str) -> None:
    text = f"from typing import NamedTuple\nfrom faier import mechanism\n\n\n{REFUSED[name]}"
    with pytest.raises(Rejected):
        parse(f"{text}\n\n@mechanism\ndef f():\n    return 1\n", "file.py")
