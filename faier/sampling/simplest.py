"""A float becomes the fraction its writer meant: `1 / 3` is one third, `0.1` is one tenth.

The samplers read float probabilities this way, and the verifier asks the same function whether what Python
would compute is the number it verified.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=256)
def simplest_fraction(x: float) -> Fraction:
    """The fraction with the smallest denominator among all that round to `x`.

    "Rounds to" is IEEE 754 double precision, ties to even, so `float(simplest_fraction(x)) == x` for every
    finite `x`. The reals that round to x form an interval around it, whose ends lie halfway to the
    neighboring floats. Whether the ends themselves round to x does not matter: x is a fraction over some
    power of two, the ends are odd over twice that power, so neither is ever the simplest.

    The fraction is unique: between two fractions of the same denominator d > 1 lies one with a smaller
    denominator. Denominator 1 is the only exception, and occurs only where x is itself an integer; then
    the answer is x. In particular both zeros give 0, and every float from 2 ** 52 on gives its own value.
    A nan or an infinity is a ValueError.
    """
    if not math.isfinite(x):
        raise ValueError(f"{x} stands for no fraction: write a finite number")
    if x.is_integer():
        return Fraction(int(x))
    if x < 0:
        return -simplest_fraction(-x)
    low = (Fraction(math.nextafter(x, 0.0)) + Fraction(x)) / 2
    high = (Fraction(math.nextafter(x, math.inf)) + Fraction(x)) / 2
    return Fraction(*_simplest_between(low.as_integer_ratio(), high.as_integer_ratio()))


def _simplest_between(low: tuple[int, int], high: tuple[int, int]) -> tuple[int, int]:
    """Numerator and denominator of the simplest fraction strictly between two ends, 0 <= low < high.

    The high end may be (1, 0), infinity. This descends the Stern-Brocot tree one run of equal turns at a
    time: the least integer above the low end if it is below the high end; otherwise what is between shares
    its integer part, and the answer is that plus the reciprocal of the simplest fraction between the
    reciprocals of what remains.
    """
    whole, rest = divmod(low[0], low[1])
    if (whole + 1) * high[1] < high[0]:
        return whole + 1, 1
    numerator, denominator = _simplest_between((high[1], high[0] - whole * high[1]), (low[1], rest))
    return whole * numerator + denominator, numerator
