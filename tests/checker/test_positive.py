"""Whether a polynomial is positive for every value of its unknowns: seen on parts, and never said of one that is 0."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from faier.checker.forms import ONE, Number, generator
from faier.checker.inequality import Range, positive

X, Y = generator("x"), generator("y")
CLOSED = (Range("x"), Range("y"))
OPEN = (Range("x", open=True), Range("y", open=True))
HALF = Fraction(1, 2)

# A number, whether it is positive on the closed square, and whether it is on the open one.
TABLE: dict[str, tuple[Number, bool, bool]] = {
    "a constant": (ONE, True, True),
    "zero": (Fraction(0), False, False),
    "negative": (-ONE, False, False),
    "x": (X, False, True),
    "x y": (X * Y, False, True),
    "x + y": (X + Y, False, True),
    "1 - x": (1 - X, False, True),
    "2 - x": (2 - X, True, True),
    "a valley": ((X - HALF) ** 2 + Fraction(1, 100), True, True),
    "a valley that touches 0": ((X - HALF) ** 2, False, False),
    "a valley that touches 0 off the middle": ((X - Fraction(1, 3)) ** 2, False, False),
    "a valley below 0": ((X - HALF) ** 2 - Fraction(1, 100), False, False),
    "a valley along an edge": (Y * ((X - HALF) ** 2 + Fraction(1, 100)), False, True),
    "0 along a line inside": ((X - Y) ** 2, False, False),
    "0 at a point inside": ((X - HALF) ** 2 + (Y - HALF) ** 2, False, False),
    "a deep valley in both": ((X - HALF) ** 2 + (Y - HALF) ** 2 + Fraction(1, 1000), True, True),
    "with e": (generator("e", Fraction(1, 2)) - 1 - X / 2, True, True),
    "with e, just below 0": (generator("e", Fraction(1, 2)) - 1 - X * Fraction(13, 20), False, False),
}


@pytest.mark.parametrize("name", TABLE)
def test_positive_numbers(name: str) -> None:
    number, closed, open_ = TABLE[name]
    assert positive(number, CLOSED) is closed
    assert positive(number, OPEN) is open_


@pytest.mark.parametrize("seed", range(60))
def test_what_is_said_to_be_positive_is(seed: int) -> None:
    draw = Random(seed)
    number: Number = Fraction(draw.randint(0, 6), 4)
    for i, j in product(range(3), repeat=2):
        number = number + Fraction(draw.randint(-4, 4), 4) * X**i * Y**j if i or j else number
    for ranges, low in ((CLOSED, 0), (OPEN, 1)):
        if not positive(number, ranges):
            continue
        for i, j in product(range(low, 17 - low), repeat=2):
            value = at(number, Fraction(i, 16), Fraction(j, 16))
            assert value > 0, (i, j)


def at(number: Number, x: Fraction, y: Fraction) -> Fraction:
    if isinstance(number, Fraction):
        return number
    given = {"x": x, "y": y}
    total = Fraction(0)
    for monomial, amount in number.top.items():
        for name, exponent in monomial:
            amount *= given[name] ** int(exponent)
        total += amount
    return total
