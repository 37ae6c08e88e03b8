"""Mechanisms with noise on the reals, executed as Python on many equally likely values of each draw."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from statistics import NormalDist
from typing import cast

from faier.exact import nearest_float
from faier.lang import parse
from faier.lang.values import Value, show_value
from faier.limits import DEFAULTS
from faier.semantics.explore import explore
from faier.semantics.process import End, Process, Tell

HEAD = """import math
from fractions import Fraction

from faier import clamp, gaussian, laplace, mechanism


@mechanism
def f():
"""


def source(lines: list[str]) -> str:
    return HEAD + "".join(f"    {line}\n" for line in lines)


def explored(text: str) -> dict[str, float]:
    """How likely each output is, as the fast semantics has it."""
    process = explore(parse(text, "k.py"), "f", DEFAULTS)
    assert isinstance(process, Process), "noise is shown"
    found: Counter[str] = Counter()
    for at, weight in process.start:
        state = process.states[at]
        assert isinstance(state, Tell) and isinstance(process.states[state.row[0][0]], End)
        found[show_value(cast(Value, state.value))] += nearest_float(weight)
    return dict(found)


def on_a_grid(text: str, count: int, draws: int) -> dict[str, float]:
    """The same, where each draw is one of so many values, in the middles of parts that are equally likely."""
    found: Counter[str] = Counter()
    names: dict[str, object] = {}
    tape: Iterator[float] = iter(())

    def laplace(b: float) -> Fraction:
        share = next(tape)
        return Fraction(float(b) * (math.log(2 * share) if share < 1 / 2 else -math.log(2 * (1 - share))))

    def gaussian(s: float) -> Fraction:
        return Fraction(NormalDist(0, float(s)).inv_cdf(next(tape)))

    exec(text, names)
    names.update(laplace=laplace, gaussian=gaussian, clamp=_nearest)
    run = names["f"]
    inner = getattr(run, "__wrapped__", run)
    assert isinstance(inner, Callable)  # type: ignore[arg-type]
    shares = [(at + 1 / 2) / count for at in range(count)]
    for values in product(shares, repeat=draws):
        tape = iter(values)
        found[str(inner())] += 1
    total = sum(found.values())
    return {output: number / total for output, number in found.items()}


def _nearest(x: Fraction | int, low: int, high: int) -> int:
    return x if isinstance(x, int) and low <= x <= high else max(low, min(math.floor(x + 1 / 2), high))


def made(chance: random.Random, draws: int) -> str:
    """A mechanism without inputs that draws so many reals and shows something finite."""

    def number() -> str:
        return str(Fraction(chance.randint(-6, 6), chance.choice([1, 2, 3])))

    def literal() -> str:
        value = Fraction(number())
        return str(value) if value.denominator == 1 else f"Fraction({value.numerator}, {value.denominator})"

    def draw() -> str:
        scale = chance.choice(["1", "2", "Fraction(1, 2)"])
        return f"{chance.choice(['laplace', 'laplace', 'gaussian'])}({scale})"

    lines = [f"x{at} = {literal()} + {chance.choice(['1', '2', '-1'])} * {draw()}" for at in range(draws)]
    names = [f"x{at}" for at in range(draws)]

    def real(depth: int) -> str:
        if depth == 0:
            return chance.choice(names)
        match chance.randrange(6):
            case 0:
                return f"({real(depth - 1)} + {literal()})"
            case 1:
                return f"(-{real(depth - 1)})"
            case 2:
                return f"abs({real(depth - 1)})"
            case 3:
                return f"{chance.choice(['min', 'max'])}({real(depth - 1)}, {real(depth - 1)})"
            case 4:
                return f"({real(depth - 1)} / 2)"
            case _:
                return real(0)

    def shown() -> str:
        match chance.randrange(6):
            case 0:
                return f"clamp({real(1)}, -1, 2)"
            case 1:
                return f"clamp({chance.choice(['int', 'round', 'math.floor', 'math.ceil'])}({real(1)}), -2, 1)"
            case 2:
                return f"{real(1)} // 1 >= {chance.randint(-2, 2)}"
            case _:
                return f"{real(2)} {chance.choice(['<', '<=', '>', '>='])} {chance.choice([real(1), literal()])}"

    lines.append(f"if {shown()}:" if chance.random() < 1 / 2 else "if x0 > 0:")
    lines.append(f"    return {shown()}")
    lines.append(f"return ({shown()}, {shown()})")
    return source(lines)
