"""Defaults that are infinite, and functions as defaults of fields."""

from __future__ import annotations

from as_python import assert_as_python

INFINITE = """import math
from dataclasses import dataclass


def clip(x, low=float("-inf"), high=float("inf")):
    return max(low, min(x, high))


@dataclass
class Bound:
    top: float = math.inf
    low: float = -math.inf

    def holds(self, x):
        return self.low < x <= self.top


@mechanism
def f(x: Int[0, 2]):
    return clip(x), clip(x, 1), clip(x, high=0), Bound().holds(x), Bound(1).holds(x), Bound(low=1).holds(x)
"""
FUNCTIONS = """from collections.abc import Callable
from dataclasses import dataclass, field


def same(x):
    return x


def noisy(x, by=1):
    return x + by * uniform(0, 1)


@dataclass(frozen=True)
class Step:
    name: str
    first: Callable[[int], int] = same
    then: Callable[[int], int] = field(default=noisy)
    last: Callable[[int], int] = lambda y: y * 3

    def run(self, x):
        return self.last(self.then(self.first(x)))


@mechanism
def f(x: Int[0, 1]):
    steps = [Step("a"), Step("b", noisy), Step("c", last=same)]
    return [step.run(x) for step in steps]
"""


def test_infinite_defaults() -> None:
    assert_as_python(INFINITE, written=False)


def test_functions_as_defaults_of_fields() -> None:
    assert_as_python(FUNCTIONS, written=False)
