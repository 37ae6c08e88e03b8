"""Chances of sums of normal and Laplace draws as rationals that are next to them: their formulas are long.

From below they are right but for a share of 2^-200, which whoever counts them adds to what they leave out.
"""

from __future__ import annotations

from functools import lru_cache

from flint import ctx, fmpq

from faier.engines.density.curve import curve
from faier.exact import Undecidable
from faier.exact.enclosure import ends
from faier.semantics.kept import Reals

BITS = 200
FIRST, LAST = 256, 1 << 14
# What all chances from below leave out together is less.
LEFT_OUT = fmpq(1, 1 << (BITS - 1))


@lru_cache(maxsize=8192)
def near(noise: Reals, low: fmpq | None, high: fmpq | None) -> tuple[fmpq, fmpq]:
    """Between which numbers the chance of what is between two others is (None: no end)."""
    precision = FIRST
    while precision <= LAST:
        with ctx.workprec(precision):
            ball = curve(noise, precision).between(low, high)
            if ball > 0 and ball.rel_accuracy_bits() >= BITS + 8:
                return ends(ball)
        precision *= 2
    raise Undecidable(f"{LAST} bits do not give a chance of noise")
