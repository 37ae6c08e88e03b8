"""The signs of fractions of ring polynomials, and of differences of two, exactly: what orders numbers.

Assumes polynomials without unknowns. Balls tell most signs; that a number is 0 is said by theorems alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from flint import arb, ctx

from faier.exact.balls import Zero, evaluate, zero
from faier.exact.generators import Ring
from faier.exact.limits import OPAQUE_PRECISION_LIMIT, PRECISION_LIMIT

Balls = Callable[[int], arb]
"""A real number as balls: for a number of bits, a ball computed with that many."""

Parts: TypeAlias = tuple[Ring, Any, Any]
"""A ring, a numerator and a denominator (None: 1)."""


def enclosed(parts: Parts, precision: int) -> arb:
    """A ball that contains the number, computed with this many bits."""
    home, above, below = parts
    with ctx.workprec(precision):
        value = evaluate(home, above, precision)
        return value if below is None else value / evaluate(home, below, precision)


def sign_of(parts: Parts) -> int | None:
    """-1, 0 or 1; None where no theorem tells the number from 0."""
    quick = ball_sign(enclosed(parts, 64))
    if quick:
        return quick
    home, above, _ = parts
    verdict = zero(home, above)
    if verdict is Zero.YES:
        return 0
    limit = limit_of(verdict)
    return sign_of_balls(lambda precision: enclosed(parts, precision), 128, limit) or None


def limit_of(verdict: Zero) -> int:
    """So many bits are tried."""
    return OPAQUE_PRECISION_LIMIT if verdict is Zero.OPEN else PRECISION_LIMIT


def sign_of_balls(balls: Balls, start: int, limit: int) -> int:
    """The sign that balls of growing precision show, or 0 when none up to the limit excludes zero."""
    precision = start
    while precision <= limit:
        result = ball_sign(balls(precision))
        if result:
            return result
        precision *= 2
    return 0


def ball_sign(ball: arb) -> int:
    return int(ball > 0) - int(ball < 0)
