"""simplest_fraction against its definition: it rounds to the float, and no smaller denominator does."""

from __future__ import annotations

import math
import random
import struct
import sys
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faier.sampling.simplest import simplest_fraction

TABLE = [
    (0.0, Fraction(0)),
    (-0.0, Fraction(0)),
    (1.0, Fraction(1)),
    (-3.0, Fraction(-3)),
    (0.5, Fraction(1, 2)),
    (0.1, Fraction(1, 10)),
    (1 / 3, Fraction(1, 3)),
    (-2 / 3, Fraction(-2, 3)),
    (1 / 3 + 1 / 3, Fraction(2, 3)),
    (0.1 + 0.2, Fraction(415716888680356, 1385722962267853)),
    (1.232, Fraction(154, 125)),
    (math.pi, Fraction(245850922, 78256779)),
    (2.0**-1074, Fraction(1, 2**1075 // 3 + 1)),
    (2.0**53, Fraction(2**53)),
    (1e23, Fraction(int(1e23))),
    (sys.float_info.max, Fraction(int(sys.float_info.max))),
]


@pytest.mark.parametrize(("x", "expected"), TABLE)
def test_table(x: float, expected: Fraction) -> None:
    assert simplest_fraction(x) == expected


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf])
def test_not_finite(x: float) -> None:
    with pytest.raises(ValueError, match="stands for no fraction"):
        simplest_fraction(x)


def test_every_quotient_of_small_integers_is_itself() -> None:
    for denominator in range(1, 180):
        for numerator in range(-denominator - 40, denominator + 40):
            assert simplest_fraction(numerator / denominator) == Fraction(numerator, denominator)


def test_decimals_are_themselves() -> None:
    for digits in range(1, 5):
        for numerator in range(1, 10**digits, 7):
            text = f"0.{numerator:0{digits}d}"
            assert simplest_fraction(float(text)) == Fraction(text)


def rounds_to(x: float, denominator: int) -> bool:
    """Whether some fraction with this denominator rounds to x."""
    nearest = Fraction(x) * denominator
    return any(n / denominator == x for n in (math.floor(nearest), math.ceil(nearest)))


@pytest.mark.parametrize("step", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("center", [0.5, 1.0, 1 / 3, 2 / 7, 0.1, 22 / 7, 4096.0 + 1 / 64])
def test_brute_force_near_simple_numbers(center: float, step: int) -> None:
    """Neighbors of simple fractions have large denominators; those of coarse floats are searched whole."""
    x = center
    for _ in range(abs(step)):
        x = math.nextafter(x, math.inf if step > 0 else 0.0)
    result = simplest_fraction(x)
    assert result.numerator / result.denominator == x
    assert not any(rounds_to(x, denominator) for denominator in range(1, min(result.denominator, 20_000)))


def coarse(bits: int) -> float:
    """A float near 2 ** 47 has only 5 binary digits after the point, so denominators stay small."""
    return 2.0**47 + bits / 32


@pytest.mark.parametrize("bits", range(1, 64))
def test_brute_force_where_floats_are_coarse(bits: int) -> None:
    result = simplest_fraction(coarse(bits))
    smallest = next(d for d in range(1, 100) if rounds_to(coarse(bits), d))
    assert result.denominator == smallest
    assert result.numerator / result.denominator == coarse(bits)


def smallest_denominator_by_descent(x: float) -> Fraction:
    """The definition, by walking the Stern-Brocot tree one step at a time; rounding alone decides."""
    low, high = (math.floor(x), 1), (math.floor(x) + 1, 1)
    while True:
        middle = (low[0] + high[0], low[1] + high[1])
        for end in (low, high):
            if end[0] / end[1] == x:
                return Fraction(*end)
        if middle[0] / middle[1] == x:
            return Fraction(*middle)
        if middle[0] / middle[1] < x:
            low = middle
        else:
            high = middle


def test_agrees_with_the_tree() -> None:
    source = random.Random(1)
    for _ in range(300):
        x = source.random() * source.choice([1, 7, 1000])
        assert simplest_fraction(x) == smallest_denominator_by_descent(x)


@settings(max_examples=1000)
@given(st.floats(allow_nan=False, allow_infinity=False))
@example(2.0**-1022)
@example(math.nextafter(2.0**-1022, 0))
@example(math.nextafter(1.0, 0))
@example(math.nextafter(1.0, 2))
@example(math.nextafter(2.0**52, 0))
def test_rounds_back_and_is_a_best_approximation(x: float) -> None:
    result = simplest_fraction(x)
    assert float(result) == x
    assert simplest_fraction(-x) == -result
    if result.denominator == 1:
        return
    # Whatever has a smaller denominator is no nearer than the two neighbors in the Farey sequence, which
    # are the fractions p/q next to the result with q < its denominator; neither rounds to x.
    for side in (1, -1):
        denominator = pow(-side * result.numerator, -1, result.denominator)
        neighbor = Fraction(denominator * result.numerator + side, denominator * result.denominator)
        assert neighbor.denominator < result.denominator
        assert abs(neighbor - result) == Fraction(1, denominator * result.denominator)
        assert float(neighbor) != x


@settings(max_examples=300)
@given(st.integers(0, 2**64 - 1))
def test_all_bit_patterns(pattern: int) -> None:
    (x,) = struct.unpack("<d", struct.pack("<Q", pattern))
    if math.isfinite(x):
        assert float(simplest_fraction(x)) == x
