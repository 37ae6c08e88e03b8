"""Sums of draws for each of many are added up in turn where meanings are told."""

from __future__ import annotations

from math import comb
from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python
from flint import fmpq

from faier.lang import parse
from faier.lang.failures import Failure
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics import denote

MECHANISM = """def answer(y, p=1 / 3):
    return y if flip(p) else 1 - y


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 2]):
"""

BODIES = [
    "return sum(answer(y) for y in ys)",
    "n = sum(answer(y) * i for i, y in enumerate(ys) if y or flip(1 / 2))\n"
    "return n - sum(flip(1 / 2) for _ in range(x))",
    "return -sum(uniform(0, x) for y in ys for _ in range(y + 1)) + x",
    "y = 7\nn = sum(flip(1 / 2) + y for z in ys)\nreturn n, y",
    "try:\n    return sum(12 // answer(y) for y in ys)\nexcept ZeroDivisionError:\n    return 'none'",
    "t = 0\nfor z in ys:\n    if z:\n        t += sum(answer(y) for y in ys)\n    else:\n"
    "        m = sum(answer(z) for z in ys)\n        t -= m\nreturn t",
    "return sum(sum(flip(1 / 2) for _ in range(y)) for y in [x, *ys])",
    "return sum(flip(1 / 2) for y in ys) + sum([answer(y) for y in ys])",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    "), "f")


@pytest.mark.parametrize(
    "body", ["return sum('a' for y in ys if flip(1 / 2))", "return sum([flip(1 / 2)] for y in ys)"]
)
def test_what_cannot_be_added_up_raises(body: str) -> None:
    program = parse(HEAD + MECHANISM + f"    {body}\n", "a.py", {})
    given = {"x": 0, "ys": Sequence("list", (1, 1))}
    with pytest.raises(Failure):
        denote.outputs(program, "f", given)


@pytest.mark.parametrize("shown", ["return total", "return total + 0"])
def test_a_hundred_coins_are_added_up(shown: str) -> None:
    text = f"{HEAD}@mechanism\ndef f(x: Bool):\n    total = sum(flip(1 / 3) for _ in range(100))\n    {shown}\n"
    program = parse(text, "a.py", {})
    assert denote.probability(program, "f", {"x": False}, (40,), True, Limits()) == (
        comb(100, 40) * fmpq(1, 3) ** 40 * fmpq(2, 3) ** 60
    )
