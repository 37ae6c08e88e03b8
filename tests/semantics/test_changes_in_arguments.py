"""A record that changes inside of an expression: everything happens in Python's order, or the file is refused."""

from __future__ import annotations

import random

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

CLASS = """class M:
    def __init__(self, s):
        self.s = s

    def next(self):
        self.s += 1
        return self.s

    def step(self, x, by=1):
        self.s = self.s * 2 + x * by
        return self.s

    def noisy(self, x):
        self.s += uniform(0, 1)
        return self.s + x

    def peek(self, k):
        return self.s * 10 + k

    def run(self, x):
        return {own}


@mechanism
def f(x: Int[0, 1]):
    m = M(x)
    return m.run(x), {outer}, m.s
"""


def expression(rng: random.Random, own: str, depth: int = 0) -> str:
    def inner() -> str:
        return expression(rng, own, depth + 1)

    if depth == 3 or rng.random() < 0.2:
        return rng.choice([f"{own}.s", "x", "2", f"{own}.next()"])
    match rng.randrange(9):
        case 0:
            return f"({inner()} + {inner()})"
        case 1:
            return f"{own}.step({inner()})"
        case 2:
            return f"{own}.step({inner()}, {inner()})"
        case 3:
            return f"{own}.step({inner()}, by={inner()})"
        case 4:
            return f"{own}.peek({inner()})"
        case 5:
            return f"({inner()} if {own}.next() % 2 else {inner()})"
        case 6:
            return f"{own}.noisy({inner()})"
        case 7:
            return f"sum([{inner()}, {inner()}])"
    return f"{own}.step(by={inner()}, x={inner()})"


@pytest.mark.parametrize("seed", range(8))
def test_records_that_change_in_arguments(seed: int) -> None:
    rng, read = random.Random(seed), 0
    for _ in range(8):
        text = CLASS.format(own=expression(rng, "self"), outer=expression(rng, "m"))
        try:
            parse(HEAD + text, "file.py")
        except Rejected as refused:
            assert {item.code for item in refused.diagnostics} <= {"FA206", "FA210"}
            continue
        assert_as_python(text, written=False)
        read += 1
    assert read >= 4


@pytest.mark.parametrize("own", ["self.step(self.next())", "self.peek(self.step(self.next(), by=self.next()))"])
def test_nested_calls_are_read(own: str) -> None:
    assert_as_python(CLASS.format(own=own, outer=own.replace("self", "m")), written=False)
