"""How many deviations a normal variable goes beyond with some chance: two ways to an upper end of it."""

from __future__ import annotations

from flint import arb, ctx, fmpq

from faier.calibration.normals.components import BITS


def by_quantile(delta: fmpq) -> arb:
    """The least number that a standard normal variable exceeds with a chance of at most delta / 2."""
    with ctx.workprec(BITS):
        return arb(2).sqrt() * arb(delta).erfcinv()


def by_lambert(delta: fmpq) -> arb:
    """The same from above, where exp(-t**2 / 2) / (sqrt(2 pi) t) is delta / 2: sqrt(W(2 / (pi delta**2)))."""
    with ctx.workprec(BITS):
        return (2 / (arb.pi() * arb(delta) ** 2)).lambertw().sqrt()
