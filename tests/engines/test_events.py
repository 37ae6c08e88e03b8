"""How likely events are by boxes of noise: against sums and integrals that are known, and against runs of Python."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest
from events_random import case
from flint import ctx, fmpq

from faier.engines.events.balls import BITS, above, below
from faier.engines.events.enclosing import Tape
from faier.engines.events.patterns import numbers, with_ends
from faier.engines.events.weighing import Known, Side
from faier.lang import parse
from faier.lang.failures import Failure
from faier.lang.noise import NotFollowed
from faier.lang.values import Real
from faier.limits import seconds
from faier.semantics.denote.branching import Over, tree
from faier.semantics.denote.formulas import applied, binary, leaf

HEAD = """\
from math import ceil, floor
from faier import Int, exp, flip, gaussian, geometric, laplace, mechanism, uniform


@mechanism
def shown(c: Int[0, 9]):
"""

# What is shown with c = 3, the ends of each number, and how likely that is.
KNOWN = {
    "a half-line": ("return c + laplace(2)", [(5, None)], math.exp(-1) / 2),
    "a sum of two": ("return c + laplace(1) + laplace(1)", [(4, None)], math.exp(-1) * (2 + 1) / 4),
    "a maximum": ("return max(c + laplace(1), c + laplace(1))", [(None, 3)], 1 / 4),
    "two of a list": ("return [max(0, c + geometric(1 / 2)) for _ in range(9)]", [(3, None), (None, 2)], 2 / 9),
    "at once": ("noise = laplace(1)\nreturn c + noise, c - noise", [(4, None), (4, None)], 0),
    "a product": ("return (c - 3 + laplace(1)) * laplace(1)", [(0, None)], 1 / 2),
    "a quotient": ("return gaussian(1) / gaussian(1)", [(1, None)], 1 / 4),
    "a branch": ("return laplace(1) if flip(1 / 4) else 0", [(1, None)], math.exp(-1) / 8),
    "whichever wins": ("a, b = c + laplace(1), c + laplace(1)\nreturn a if a > b else b", [(None, 3)], 1 / 4),
    "a square": ("return laplace(1) ** 2", [(4, None)], math.exp(-2)),
    "rounded": ("return round(laplace(1))", [(1, None)], math.exp(-1 / 2) / 2),
    "digits": ("return round(c + laplace(1), 1)", [(3.07, None)], math.exp(-1 / 20) / 2),
    "a text": ("return f'{100 * laplace(1):.1f}%'", [(50.02, None)], math.exp(-0.5005) / 2),
    "texts": ("return 'n = ' + str(c + geometric(1 / 3)) + '.'", [(4, None)], 1 / 4),
    "the place of the best": ("a = [c + laplace(1), c + laplace(1)]\nreturn a.index(max(a))", [(1, None)], 1 / 2),
    "a draw of few": ("return uniform(0, 3) * 10 + geometric(1 / 3)", [(30, None)], 0.75 * (1 + 3**-10 + 3**-20) / 4),
}


def _ends(body: str, ends: list[tuple[float | None, float | None]]) -> tuple[float, float]:
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    root = tree(parse(text, "shown.py", {}), "shown", {"c": 3}, seconds(10))
    place = root
    while not isinstance(place.then, Over):
        place = place.then.ways[0][0] if hasattr(place.then, "ways") else place.then.yes  # type: ignore[union-attr]
    shape, _ = numbers(place.then.shown)
    exact = {at: tuple(None if end is None else fmpq(*_ratio(end)) for end in two) for at, two in enumerate(ends)}
    with ctx.workprec(BITS):
        side = Side(root, with_ends(shape, exact), Known())  # type: ignore[arg-type]
        for _ in range(1500):
            if side.heap:
                side.refine()
        return float(below(side.least)), float(above(side.most))


def _ratio(number: float) -> tuple[int, int]:
    found = Fraction(str(number))
    return found.numerator, found.denominator


@pytest.mark.parametrize("name", KNOWN)
def test_chances_that_are_known(name: str) -> None:
    body, ends, chance = KNOWN[name]
    low, high = _ends(body, ends)
    assert low - 1e-12 <= chance <= high + 1e-12
    assert high - low < 0.02


@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed: int) -> None:
    """What Python shows for all outcomes of the draws, and reals in many places, is as likely as is told."""
    found = case(seed, boxes=120)
    if found is not None and not math.isnan(found.python):
        room = 0.02 if found.reals else 1e-4
        assert found.least - room <= found.python <= found.most + room, found


WAYS = ["+", "-", "*", "/", "//", "%"]
FUNCTIONS = ["abs", "round", "int", "math.floor", "math.ceil", "math.trunc"]


def _random(random: Random, depth: int) -> tuple[object, object]:
    """A formula of two draws, an integer and a real, and what Python makes of their values, as fractions."""
    if depth == 0:
        number = random.choice([0, 1, 2, 3, -1, -7, 10])
        half = fmpq(random.randint(-5, 5), 4)
        return random.choice(
            [
                (leaf(0, None, whole=True), lambda x, y: x),
                (leaf(1, None, whole=False), lambda x, y: y),
                (number, lambda x, y: number),
                (Real(half, "fraction"), lambda x, y: Fraction(int(half.p), int(half.q))),
            ]
        )
    one, first = _random(random, depth - 1)
    other, second = _random(random, random.randrange(depth))
    if not any(hasattr(side, "parts") for side in (one, other)):
        return _random(random, depth)
    kind = random.randrange(4)
    if kind == 0 and hasattr(one, "parts"):
        function = random.choice(FUNCTIONS)
        made = {"math.floor": math.floor, "math.ceil": math.ceil, "math.trunc": math.trunc, "int": int}
        python = made.get(function, {"abs": abs, "round": round}.get(function))
        found = applied(function, [one], {})
        return found, lambda x, y: python(first(x, y))  # type: ignore[misc, operator]
    if kind == 1:
        function = random.choice(["min", "max"])
        python = min if function == "min" else max
        return applied(function, [one, other], {}), lambda x, y: python(first(x, y), second(x, y))  # type: ignore[operator]
    if kind == 2 and hasattr(one, "parts"):
        exponent = random.randint(0, 4)
        return binary("**", one, exponent), lambda x, y: first(x, y) ** exponent  # type: ignore[operator]
    operator = random.choice(WAYS)

    def computed(x: Fraction, y: Fraction) -> Fraction:
        left, right = Fraction(first(x, y)), Fraction(second(x, y))  # type: ignore[operator]
        whole = {"//": lambda: Fraction(left // right), "%": lambda: left % right, "/": lambda: left / right}
        plain = {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}
        return (whole | plain)[operator]()

    return binary(operator, one, other), computed


def test_values_are_within_their_ends() -> None:
    """Of random formulas on random boxes: what Python computes with fractions, at their corners and inside."""
    random, told = Random(5), 0
    for _ in range(400):
        try:
            formula, python = _random(random, random.randint(1, 4))
        except (Failure, NotFollowed):  # it divides by 0
            continue
        if not hasattr(formula, "parts"):
            continue
        tape = Tape(formula)  # type: ignore[arg-type]
        low = random.choice([-3.0, 0.0, 1.0, -20.0, 2.0**60])
        cells = {0: (low, low + random.randint(0, 3))}
        start = random.uniform(-3, 3)
        cells[1] = (start, start + random.choice([0.0, 1e-9, 0.5, 4.0]))
        ((least, most),) = tape.enclosed(cells)
        for _ in range(6):
            x = Fraction(random.choice([int(end) for end in cells[0]]))
            y = Fraction(random.choice([*cells[1], random.uniform(*cells[1])]))
            try:
                value = Fraction(python(x, y))  # type: ignore[operator]
            except ZeroDivisionError:
                continue
            told += 1
            assert math.isinf(least) or Fraction(least) <= value
            assert math.isinf(most) or value <= Fraction(most)
    assert told > 800
