"""Rational enclosures of e^x and of logarithms, by series with a proven remainder; and signs of exact numbers.

For 0 <= x <= 1/2 and n >= 1 terms, sum_{k<n} x^k/k! <= e^x <= that sum + 2 x^n/n!. Other arguments are halved until
they are that small, and the ends squared. For 0 <= z <= 1/3 and n >= 1 terms, sum_{k<n} z^(2k+1)/(2k+1) <= artanh(z) <=
that sum + 2 z^(2n+1)/(2n+1), and log(x) = 2 artanh((x - 1) / (x + 1)); other arguments are halved or doubled until they
are near 1. Ends are rounded outward to a fixed number of bits, and are computed as integers, multiples of 2^-bits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from .forms import ONE, Form, Number, Polynomial, multiplied, size
from .outcome import Hole, labour, spend

Enclosure = tuple[Fraction, Fraction]

PRECISIONS = (64, 256, 1024, 4096)


def exponential(x: Fraction, bits: int) -> Enclosure:
    """Rationals around e^x, both above 0."""
    if x < 0:
        low, high = exponential(-x, bits)
        return 1 / high, 1 / low
    if x > 5000:
        raise Hole("the exponential of a number above 5000 is not enclosed")
    halvings = max((2 * x.numerator // x.denominator).bit_length(), 0)
    work = bits + 4 * halvings + 16 + int(2 * x)
    spend(_series_labour(work) + labour(size(x)))
    return _exponential(x, halvings, work)


def natural_logarithm(x: Fraction, bits: int) -> Enclosure:
    """Rationals around log(x), for x above 0, that are about 2^-bits apart."""
    doublings = x.numerator.bit_length() - x.denominator.bit_length()
    work = bits + 16 + abs(doublings).bit_length()
    spend(2 * _series_labour(work) + labour(size(x)))
    return _logarithm(x, doublings, work)


def sign(number: Number, bits_of: tuple[int, ...] = PRECISIONS) -> int:
    """-1, 0 or 1. A number with e in it that is not identically zero is not zero: e is transcendental."""
    if not isinstance(number, Form):
        return (number > 0) - (number < 0)
    result = _sign(number.top, bits_of)
    for factor, power in number.bottom.items():
        if power % 2:
            result *= _sign(dict(factor), bits_of)
    return result


def enclosed(polynomial: Polynomial, bits: int) -> Enclosure:
    """Rationals around the value of a polynomial in e alone."""
    low = high = Fraction(0)
    for monomial, amount in polynomial.items():
        if any(name != "e" for name, _ in monomial):
            raise Hole("the sign of a number with unknowns is asked for")
        below, above = exponential(monomial[0][1], bits) if monomial else (ONE, ONE)
        low += multiplied(amount, below if amount > 0 else above)
        high += multiplied(amount, above if amount > 0 else below)
    return low, high


def _sign(polynomial: Polynomial, bits_of: tuple[int, ...]) -> int:
    for bits in bits_of:
        low, high = enclosed(polynomial, bits)
        if low > 0:
            return 1
        if high < 0:
            return -1
    raise Hole("two numbers are too close together to be told apart")


def _series_labour(bits: int) -> int:
    return (bits // 64) ** 2


@lru_cache(maxsize=1024)
def _exponential(x: Fraction, halvings: int, work: int) -> Enclosure:
    low, high = _exponential_series(x / 2**halvings, work)
    for _ in range(halvings):
        low, high = (low * low) >> work, -((-high * high) >> work)
    return Fraction(low, 1 << work), Fraction(high, 1 << work)


def _exponential_series(x: Fraction, bits: int) -> tuple[int, int]:
    """Around e^x for 0 <= x <= 1/2. Terms are rounded up to multiples of 2^-(bits + 8), by less than three of them."""
    more = bits + 8
    step = _ceiling(x, more)
    total = term = 1 << more
    count = 0
    while True:
        count += 1
        term = -((-term * step >> more) // count)
        if term < 1 << 7:
            break
        total += term
    slack = 3 * (count + 2)
    return (total - slack) >> 8, -((-total - 2 * term) >> 8)


@lru_cache(maxsize=1024)
def _logarithm(x: Fraction, doublings: int, work: int) -> Enclosure:
    near = x / 2**doublings if doublings >= 0 else x * 2**-doublings  # between 1/2 and 2
    if near > Fraction(4, 3):
        near, doublings = near / 2, doublings + 1
    elif near < Fraction(2, 3):
        near, doublings = near * 2, doublings - 1
    low, high = _artanh(abs(near - 1) / (near + 1), work)
    if near < 1:
        low, high = -high, -low
    two = _artanh(Fraction(1, 3), work)
    ends = [doublings * end for end in (two if doublings >= 0 else two[::-1])]
    return Fraction(2 * (low + ends[0]), 1 << work), Fraction(2 * (high + ends[1]), 1 << work)


def _artanh(z: Fraction, bits: int) -> tuple[int, int]:
    """Around artanh(z) for 0 <= z <= 1/3: below all is rounded down, above all is rounded up."""
    below, above = (z.numerator << bits) // z.denominator, _ceiling(z, bits)
    low, high = below, above
    low_square, high_square = below * below >> bits, -((-above * above) >> bits)
    count = 1
    while True:
        count += 2
        below, above = below * low_square >> bits, -((-above * high_square) >> bits)
        last = -(-above // count)
        if last <= 1:
            return low, high + 2 * last
        low, high = low + below // count, high + last


def _ceiling(x: Fraction, bits: int) -> int:
    return -((-x.numerator << bits) // x.denominator)
