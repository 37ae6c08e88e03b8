"""Balls to short rationals on a safe side."""

from __future__ import annotations

from flint import arb, ctx, fmpq, fmpz

from faier.exact.enclosure import ends

DIGITS = 17
# What is less is told as nothing, or as so much.
TINY = fmpq(1, 1 << 4096)


def below(ball: arb) -> fmpq:
    """A number of few digits that is at most a positive real; 0 if it may be 0."""
    low, high = ends(ball)
    if low <= 0:
        return fmpq(0)
    unit = _unit(high)
    return fmpq((low / unit).floor()) * unit


def above(ball: arb) -> fmpq:
    """A number of few digits that is at least a real that is not negative."""
    _, high = ends(ball)
    if high <= 0:
        return fmpq(0)
    unit = _unit(high)
    return fmpq((high / unit).ceil()) * unit


def above_or_tiny(ball: arb) -> fmpq:
    """The same, also for reals that are too small to be written."""
    return above(ball) if ball > arb(TINY) else TINY


def scale(ball: arb) -> fmpq:
    """A power of e that a positive real is near to, where it is too small to be written without; else 0."""
    with ctx.workprec(64):
        return fmpq(int(float(ball.mid().log().mid()))) if ball < arb(TINY) else fmpq(0)


def _unit(size: fmpq) -> fmpq:
    with ctx.workprec(64):
        places = DIGITS - int(float((arb(size).log() / arb(10).log()).mid()))
    power = fmpz(10) ** abs(places)
    return fmpq(1, power) if places > 0 else fmpq(power)
