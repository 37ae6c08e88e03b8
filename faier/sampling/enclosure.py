"""Rational intervals that surely contain a real number, as narrow as one asks.

Every function takes `bits`: a larger number gives a narrower interval, and the width tends to 0. How
narrow it is for given bits is only a matter of speed; that it contains the number holds always.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

Interval: TypeAlias = tuple[Fraction, Fraction]

LARGEST_EXPONENT = 1 << 20


class TooWideError(Exception):
    """The interval is too wide to go on, say because a divisor may be 0: ask again with more bits."""


def exp_interval(x: Interval, bits: int) -> Interval:
    return _exp(x[0], bits)[0], _exp(x[1], bits)[1]


def log_interval(x: Interval, bits: int) -> Interval:
    if x[0] <= 0:
        raise TooWideError
    return _log(x[0], bits)[0], _log(x[1], bits)[1]


def multiply(x: Interval, y: Interval) -> Interval:
    if x[0] >= 0 and y[0] >= 0:
        return x[0] * y[0], x[1] * y[1]
    corners = (x[0] * y[0], x[0] * y[1], x[1] * y[0], x[1] * y[1])
    return min(corners), max(corners)


def divide(x: Interval, y: Interval) -> Interval:
    if y[0] <= 0 <= y[1]:
        raise TooWideError
    return multiply(x, (1 / y[1], 1 / y[0]))


def power(x: Interval, exponent: int, bits: int) -> Interval:
    """x ** exponent for any integer exponent, by repeated squaring, rounded outward on the way."""
    if exponent < 0:
        return divide((Fraction(1), Fraction(1)), power(x, -exponent, bits))
    result = (Fraction(1), Fraction(1))
    while exponent:
        if exponent & 1:
            result = widened(multiply(result, x), bits)
        exponent >>= 1
        if exponent:
            x = widened(multiply(x, x), bits)
    return result


def widened(x: Interval, bits: int) -> Interval:
    """The ends rounded outward to about `bits` significant binary digits, to keep later work small."""
    return -_rounded_up(-x[0], bits), _rounded_up(x[1], bits)


def _rounded_up(x: Fraction, bits: int) -> Fraction:
    shift = bits - x.numerator.bit_length() + x.denominator.bit_length()
    if shift >= 0:
        return Fraction(-((-x.numerator << shift) // x.denominator), 1 << shift)
    return Fraction(-(-x.numerator // (x.denominator << -shift)) << -shift)


@lru_cache(maxsize=256)
def _exp(x: Fraction, bits: int) -> Interval:
    """Taylor series of exp(t) for t = x / 2 ** halvings in (0, 1], squared `halvings` times, in integers.

    All integers below are numbers times 2 ** work: `low` is rounded down and `high` up at every step.
    """
    if x == 0:
        return Fraction(1), Fraction(1)
    if x < 0:
        low_end, high_end = _exp(-x, bits)
        return 1 / high_end, 1 / low_end
    if x > LARGEST_EXPONENT:
        raise OverflowError(f"exp of {float(x):g} is out of reach: exponents go up to {LARGEST_EXPONENT}")
    halvings = (-(-x.numerator // x.denominator)).bit_length()
    work = bits + halvings + 16
    t_low = (x.numerator << work >> halvings) // x.denominator
    t_high = -((-x.numerator << work >> halvings) // x.denominator)
    low = high = low_term = high_term = 1 << work
    index = 0
    while high_term > 1:
        index += 1
        low_term = low_term * t_low // (index << work)
        high_term = -(-high_term * t_high // (index << work))
        low += low_term
        high += high_term
    # What is left out is at most the last term, since every later term is at most half of the one before.
    high += high_term
    for _ in range(halvings):
        low = low * low >> work
        high = -(-high * high >> work)
    return Fraction(low, 1 << work), Fraction(high, 1 << work)


@lru_cache(maxsize=256)
def _log(x: Fraction, bits: int) -> Interval:
    """log(x) = scale * log(2) + log(m) for x = m * 2 ** scale, m in [1, 2), both logarithms as
    log(m) = 2 artanh((m - 1) / (m + 1))."""
    scale = x.numerator.bit_length() - x.denominator.bit_length()
    mantissa = x / Fraction(2) ** scale
    if mantissa < 1:
        scale, mantissa = scale - 1, 2 * mantissa
    work = bits + abs(scale).bit_length() + 16
    low, high = _artanh((mantissa - 1) / (mantissa + 1), work)
    if scale:
        two_low, two_high = _artanh(Fraction(1, 3), work)
        low += scale * (two_low if scale > 0 else two_high)
        high += scale * (two_high if scale > 0 else two_low)
    return Fraction(2 * low, 1 << work), Fraction(2 * high, 1 << work)


def _artanh(z: Fraction, work: int) -> tuple[int, int]:
    """Bounds of artanh(z) * 2 ** work for z in [0, 1/3], from the series z + z^3/3 + z^5/5 + ..."""
    low_power = (z.numerator << work) // z.denominator
    high_power = -((-z.numerator << work) // z.denominator)
    low_square = low_power * low_power >> work
    high_square = -(-high_power * high_power >> work)
    low = high = 0
    odd = 1
    while high_power > 1:
        low += low_power // odd
        high += -(-high_power // odd)
        low_power = low_power * low_square >> work
        high_power = -(-high_power * high_square >> work)
        odd += 2
    # The terms left out shrink at least ninefold each, so they sum to less than 9/8 of the first.
    return low, high + 2 * high_power
