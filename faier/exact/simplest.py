"""The simplest rational of an interval: the one with the smallest denominator, then the smallest numerator."""

from __future__ import annotations

from flint import fmpq

from faier.exact.enclosure import bounds
from faier.exact.rational import ZERO
from faier.exact.symbolic import Number, Symbolic


def simplest_between(
    low: fmpq | None, high: fmpq | None, *, closed_low: bool = False, closed_high: bool = False
) -> fmpq:
    """The simplest rational above `low` and below `high`; None is an end at infinity.

    Raises ValueError when the interval is empty.
    """
    if low is not None and high is not None and not (low < high or (low == high and closed_low and closed_high)):
        raise ValueError("no rational lies in an empty interval")
    if (low is None or low < 0 or (low == 0 and closed_low)) and (
        high is None or high > 0 or (high == 0 and closed_high)
    ):
        return ZERO
    if high is not None and high <= 0:
        return -_positive(-high, None if low is None else -low, closed_high, closed_low)
    return _positive(ZERO if low is None else low, high, closed_low, closed_high)


def simplest_inside(low: Number | None, high: Number | None) -> fmpq:
    """A simple rational between two numbers, of which the first is less and which need not be rational."""
    digits = 20
    while isinstance(low, Symbolic) or isinstance(high, Symbolic):
        least, most = None if low is None else bounds(low, digits)[1], None if high is None else bounds(high, digits)[0]
        if least is None or most is None or least < most:
            return simplest_between(least, most)
        digits *= 2
    return simplest_between(low, high)


def simplicity(value: fmpq) -> tuple[int, int]:
    """A sort key: simpler rationals come first."""
    return int(value.q), abs(int(value.p))


def _positive(low: fmpq, high: fmpq | None, closed_low: bool, closed_high: bool) -> fmpq:
    """For 0 <= low: follow the continued fraction that both ends share, then take the smallest integer."""
    quotients = []
    while True:
        whole = low.floor()
        integer = fmpq(whole if closed_low and low == whole else whole + 1)
        if high is None or integer < high or (closed_high and integer == high):
            break
        quotients.append(whole)
        above = None if low == whole else 1 / (low - whole)
        low, high, closed_low, closed_high = 1 / (high - whole), above, closed_high, closed_low
    result = integer
    for quotient in reversed(quotients):
        result = quotient + 1 / result
    return result
