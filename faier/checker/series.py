"""Rational enclosures of e^x and of powers, by series with a proven remainder; and signs of exact numbers.

For 0 <= x <= 1/2 and n >= 1 terms, sum_{k<n} x^k/k! <= e^x <= that sum + 2 x^n/n!. Other arguments are halved until
they are that small, and the ends squared. Ends are rounded outward to a fixed number of bits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from .forms import Form, Number, Polynomial
from .outcome import Hole

Enclosure = tuple[Fraction, Fraction]

PRECISIONS = (64, 256, 1024, 4096)


@lru_cache(maxsize=1024)
def exponential(x: Fraction, bits: int) -> Enclosure:
    """Rationals around e^x, both above 0."""
    if x < 0:
        low, high = exponential(-x, bits)
        return 1 / high, 1 / low
    if x > 5000:
        raise Hole("the exponential of a number above 5000 is not enclosed")
    halvings = 0
    small = x
    while small > Fraction(1, 2):
        small, halvings = small / 2, halvings + 1
    work = bits + 4 * halvings + 16 + int(2 * x)
    low, high = _series(small, work)
    for _ in range(halvings):
        low, high = _down(low * low, work), _up(high * high, work)
    return low, high


def sign(number: Number, bits_of: tuple[int, ...] = PRECISIONS) -> int:
    """-1, 0 or 1. A number with e in it that is not identically zero is not zero: e is transcendental."""
    if not isinstance(number, Form):
        return (number > 0) - (number < 0)
    result = _sign(number.top, bits_of)
    for factor, power in number.bottom.items():
        if power % 2:
            result *= _sign(dict(factor), bits_of)
    return result


def effort(number: Number) -> int:
    """About how many steps of work it is to find the sign: large powers of e take long series."""
    if not isinstance(number, Form):
        return 1
    powers = [power for monomial in number.top for name, power in monomial if name == "e"]
    return len(number.top) + sum(int(power * power) // 1250 for power in powers)


def enclosed(polynomial: Polynomial, bits: int) -> Enclosure:
    """Rationals around the value of a polynomial in e alone."""
    low = high = Fraction(0)
    for monomial, amount in polynomial.items():
        if any(name != "e" for name, _ in monomial):
            raise Hole("the sign of a number with unknowns is asked for")
        below, above = exponential(monomial[0][1], bits) if monomial else (Fraction(1), Fraction(1))
        low += amount * (below if amount > 0 else above)
        high += amount * (above if amount > 0 else below)
    return low, high


def _sign(polynomial: Polynomial, bits_of: tuple[int, ...]) -> int:
    for bits in bits_of:
        low, high = enclosed(polynomial, bits)
        if low > 0:
            return 1
        if high < 0:
            return -1
    raise Hole("two numbers are too close together to be told apart")


def _series(x: Fraction, bits: int) -> Enclosure:
    total, term, count = Fraction(1), Fraction(1), 0
    limit = Fraction(1, 2**bits)
    while True:
        count += 1
        term = _up(term * x / count, bits + 8)
        if 2 * term < limit:
            break
        total += term
    slack = Fraction(count + 2, 2 ** (bits + 8))  # each term was rounded up by less than 2^-(bits+8)
    return _down(total - slack * 2, bits), _up(total + 2 * term, bits)


def _down(x: Fraction, bits: int) -> Fraction:
    return Fraction((x.numerator << bits) // x.denominator, 1 << bits)


def _up(x: Fraction, bits: int) -> Fraction:
    return Fraction(-((-x.numerator << bits) // x.denominator), 1 << bits)
