"""The exact number that a float in a mechanism file stands for."""

import math
from fractions import Fraction
from functools import lru_cache

from .chance import Unsupported


@lru_cache(maxsize=4096)
def simplest(value: float) -> Fraction:
    """The fraction of smallest denominator among those that round to `value`.

    The ends of the interval of numbers that round to `value` have larger denominators than `value` itself,
    so it makes no difference whether they belong to it.
    """
    if not math.isfinite(value) or abs(value) >= 2**52:
        raise Unsupported("a float beyond the referee's range")
    below, above = math.nextafter(value, -math.inf), math.nextafter(value, math.inf)
    middle = Fraction(value)
    low, high = (Fraction(below) + middle) / 2, (middle + Fraction(above)) / 2
    if low < 0 < high:
        return Fraction(0)
    return simplest_between(low, high) if low >= 0 else -simplest_between(-high, -low)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    whole = Fraction(math.floor(low))
    if whole == low:
        return whole
    if whole + 1 <= high:
        return whole + 1
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))
