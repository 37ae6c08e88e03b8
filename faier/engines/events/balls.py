"""Numbers as balls, and ends of balls as numbers."""

from __future__ import annotations

from flint import arb, ctx, fmpq

from faier.exact import Number, bounds

# Bits of the chances of cells.
BITS = 128

# Decimal digits of what a ball is around that stands for an irrational number.
DIGITS = 36


def ball(number: Number) -> arb:
    """A ball around the number."""
    with ctx.workprec(BITS):
        low, high = bounds(number, DIGITS)
        return arb(low) if low == high else arb(low).union(arb(high))


def below(found: arb) -> fmpq:
    """A number that is certainly not above what is in the ball."""
    return _exactly(found.lower())


def above(found: arb) -> fmpq:
    """A number that is certainly not below what is in the ball."""
    return _exactly(found.upper())


def _exactly(point: arb) -> fmpq:
    mantissa, exponent = point.mid().man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)
