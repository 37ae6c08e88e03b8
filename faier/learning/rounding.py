"""Fitted floats become decimals, which are exact: probabilities that add up to 1, and numbers of a few digits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10

from flint import fmpq

from faier.exact import fraction, rational

DIGITS = 6


def apportioned(weights: Sequence[float | Fraction | fmpq], digits: int = DIGITS) -> tuple[fmpq, ...]:
    """Decimals that add up to 1 exactly, each next to its share: who loses most by rounding down is rounded up."""
    exact = [as_fraction(weight) for weight in weights]
    total, unit = sum(exact, Fraction(0)), 10**digits
    shares = [weight * unit / total for weight in exact]
    whole = [floor(share) for share in shares]
    order = sorted(range(len(shares)), key=lambda at: (whole[at] - shares[at], at))
    for at in order[: unit - sum(whole)]:
        whole[at] += 1
    return tuple(fmpq(share, unit) for share in whole)


def significant(value: float, digits: int = DIGITS) -> fmpq:
    """The decimal of so many digits that is nearest."""
    if not value:
        return fmpq(0)
    places = digits - 1 - floor(log10(abs(value)))
    rounded = round(Fraction(value), places)
    return rational(rounded)


def as_fraction(value: float | Fraction | fmpq) -> Fraction:
    return fraction(value) if isinstance(value, fmpq) else Fraction(value)
