"""How likely counts are, with certified ends: tails of binomial distributions, and what a chance can be at all."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from faier.exact import rational

# Bits, and more of them where those are too few.
PRECISIONS = (53, 128, 512)

# An end of a chance is sought within so many deviations of the frequency first, and halved so often.
WIDE, STEPS = 12, 16


def at_least(count: int, trials: int, chance: Fraction) -> float:
    """An upper end of the chance of so many successes or more."""
    if count <= 0:
        return 1.0
    if count > trials or chance <= 0:
        return 0.0
    if chance >= 1:
        return 1.0
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            found = _ball(chance).beta_lower(arb(count), arb(trials - count + 1), regularized=True)
            if found.is_finite() and found.rad() <= abs(found.mid()) / 1024:
                return _upper(found)
    return _upper(found)


def at_most(count: int, trials: int, chance: Fraction) -> float:
    """An upper end of the chance of so many successes or less."""
    return at_least(trials - count, trials, 1 - chance)


def surprise(count: int, trials: int, low: Fraction, high: Fraction) -> float:
    """How likely a count that is so far off is at most, where the chance is between two ends."""
    return min(1.0, 2 * min(at_least(count, trials, high), at_most(count, trials, low)))


@lru_cache(maxsize=4096)
def least_chance(count: int, trials: int, error: float) -> float:
    """Below the chance of success, but for an error of that probability."""
    high = count / trials if trials else 0.0
    if at_least(count, trials, Fraction(high)) <= error:
        return high
    low = max(0.0, high - WIDE * math.sqrt(high * (1 - high) / trials + trials**-2))
    if at_least(count, trials, Fraction(low)) > error:
        low = 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if at_least(count, trials, Fraction(middle)) <= error:
            low = middle
        else:
            high = middle
    return low


def greatest_chance(count: int, trials: int, error: float) -> float:
    """Above the chance of success, but for an error of that probability."""
    return 1 - least_chance(trials - count, trials, error)


def _ball(chance: Fraction) -> arb:
    return arb(rational(chance))


def _upper(ball: arb) -> float:
    """A float that is not below a chance."""
    if not ball.is_finite():
        return 1.0
    return min(1.0, float(ball.upper()) * (1 + 2**-50) + 5e-324)
