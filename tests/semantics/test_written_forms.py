"""Classes, closures, decorators and exceptions as people write them: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

IMPORTS = """from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import partial, reduce, total_ordering
from typing import Callable, ClassVar, Generic, NamedTuple, Protocol, TypeVar


"""

ACCEPTED = [
    """@dataclass
class T:
    function: Callable
    k: int
    def __rshift__(self, other):
        outer = other.function
        return T(lambda arg: outer(self.function(arg)), self.k * other.k)
    def __call__(self, x):
        return self.function(x)
@mechanism
def f(x: Int[0, 2]):
    t = T(lambda v: v + 1, 1) >> T(lambda v: v * 2, 2)
    return t(x), t.k
""",
    """@dataclass
class Query:
    rows: list
    predicates: list[Callable] = field(default_factory=list)
    def where(self, p):
        return Query(self.rows, [*self.predicates, p])
    def count(self):
        return sum(1 for r in self.rows if all(p(r) for p in self.predicates))
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    q = Query(xs).where(lambda r: r > 0).where(lambda r: r < 2)
    return q.count()
""",
    """def pick(x, k):
    match k:
        case 0:
            outer = x
            return lambda v: v + outer
        case 1:
            outer = x * 2
            return lambda v: v * outer
        case outer:
            return lambda v: outer
@mechanism
def f(x: Int[0, 2]):
    return [pick(x, k)(3) for k in range(3)]
""",
    """class PC:
    def __init__(self, rows):
        self.rows = rows
    def map(self, fn):
        return PC([fn(r) for r in self.rows])
    def filter(self, fn):
        return PC([r for r in self.rows if fn(r)])
    def reduce(self, fn, start):
        total = start
        for r in self.rows:
            total = fn(total, r)
        return total
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    k = xs[0]
    return PC(xs).map(lambda r: r + k).filter(lambda r: r > 1).reduce(lambda a, b: a + b, 0)
""",
    """class Noise(Protocol):
    def sample(self, x: int) -> int: ...
class Add:
    def sample(self, x):
        return x + 1
class Mul:
    def sample(self, x):
        return x * 2
def run(n: Noise, x: int) -> int:
    return n.sample(x)
@mechanism
def f(x: Int[0, 1]):
    return run(Add(), x), run(Mul(), x)
""",
    """T = TypeVar("T")
class Box(Generic[T]):
    def __init__(self, v: T) -> None:
        self.v = v
    def get(self) -> T:
        return self.v
@mechanism
def f(x: Int[0, 1]):
    b: Box[int] = Box(x)
    return b.get()
""",
    """class Mech:
    def release(self, x):
        return self.noise(x) + self.offset
class RR(Mech):
    offset = 3
    def noise(self, x):
        return x
class Two(Mech):
    offset = 4
    def noise(self, x):
        return x * 2
@mechanism
def f(x: Int[0, 1]):
    return [m.release(x) for m in [RR(), Two()]]
""",
]

# What Python could mean otherwise.
REFUSED = [
    """def pick(x, k):
    gs = []
    for i in range(2):
        if i == 0:
            outer = x
            gs.append(lambda v: v + outer)
        else:
            outer = x * 2
    return gs
@mechanism
def f(x: Int[0, 2]):
    return [g(1) for g in pick(x, 1)]
""",
    """def pick(x, k):
    g = lambda v: v
    if k == 0:
        outer = x
        g = lambda v: v + outer
    else:
        outer = x * 2
    outer = 5
    return g
@mechanism
def f(x: Int[0, 2]):
    return [pick(x, k)(3) for k in range(3)]
""",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_as_python(text: str) -> None:
    assert_as_python(IMPORTS + text, written=False)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + IMPORTS + text, "file.py")
