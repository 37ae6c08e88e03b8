"""Laplace noise as a fraction: an exact draw, rounded to the nearest multiple of 2^-40."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from faier.sampling.reals import PLACES, laplace
from faier.sampling.symbolic import Exact


def drawn(scale: Fraction | Exact) -> Fraction:
    """A draw of this scale, rounded."""
    return shifted(Fraction(0), scale)


def shifted(value: Fraction, scale: Fraction | Exact) -> Fraction:
    """The value with a draw of this scale added, rounded then."""
    noisy = cast("Exact", laplace(scale)) + value
    return Fraction(noisy.settled(lambda real: round(real * (1 << PLACES))), 1 << PLACES)
