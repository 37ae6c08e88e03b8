"""Two laws and what may be lost -> whether their Renyi divergence is more than that, of an order or of any.

Where the divergence is known exactly it is compared exactly, else by balls of more and more bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx, fmpq

from faier.engines.measures.integrals import Infinite
from faier.engines.measures.moments import between_normals, exact_moment, moment
from faier.engines.measures.orders import LEAST, concentrated, differ
from faier.engines.measures.pairing import Pairing
from faier.exact import Epsilon, Number, TooLarge, Undecidable, compare, compare_epsilon, exponential_of, number_of
from faier.limits import Limits

# Bits of balls, as long as they do not tell.
PRECISIONS = (96, 192, 384, 768)

# Orders that are looked at before that at which the divergence is nearly the greatest: these are told in few digits.
SIMPLE = tuple(map(fmpq, (2, 4, 16))) + tuple(1 + fmpq(1, 10**places) for places in (1, 2, 4, 8))

# Those that are looked at before all others.
QUICK = (fmpq(2), fmpq(16), 1 + fmpq(1, 10))

# Where a divergence is infinite it is looked for at the orders 2, 4, 8 and so on.
DOUBLINGS = 40


@dataclass(frozen=True)
class Exceeded:
    """At this order the divergence is more than allowed."""

    alpha: fmpq


def exceeds(pairing: Pairing, alpha: fmpq, rho: Epsilon, limits: Limits) -> bool | None:
    """Whether the divergence of the order is more than rho; None where that is not told."""
    if not differ(pairing):
        return False
    try:
        known = between_normals(pairing)
        if known is not None:
            return compare(known * alpha, number_of(rho)) > 0
        exact = exact_moment(pairing, alpha)
        if exact is not None:
            return compare(exact, exponential_of(rho * (alpha - 1))) > 0
    except Infinite:
        return True
    except (TooLarge, Undecidable):
        pass
    return _by_balls(pairing, alpha, rho * (alpha - 1), limits)


def _by_balls(pairing: Pairing, alpha: fmpq, allowed: Epsilon, limits: Limits) -> bool | None:
    for precision in PRECISIONS:
        limits.check()
        try:
            found = moment(pairing, alpha, precision, limits)
        except Infinite:
            return True
        with ctx.workprec(precision):
            gap = found.log() - allowed.enclose(precision)
        if gap > arb(0):
            return True
        if gap <= arb(0):
            return False
    return None


def exceeds_simply(pairing: Pairing, rho: Epsilon, limits: Limits) -> Exceeded | None:
    """An order of few digits at which the divergence is more than rho times it, where one is found quickly."""
    for order in QUICK:
        if exceeds(pairing, order, rho * order, limits):
            return Exceeded(order)
    return None


def exceeds_any(
    pairing: Pairing, rho: Epsilon, greatest: Callable[[], Number | None], limits: Limits
) -> Exceeded | str | None:
    """An order at which the divergence is more than rho times it; None where there is none, or why that is not told."""
    found = concentrated(pairing, greatest, limits)
    if found.exact is not None:
        return Exceeded(fmpq(2)) if compare_epsilon(Epsilon.rational(found.exact), rho) > 0 else None
    if found.lower is None:
        order = fmpq(1)
        for _ in range(DOUBLINGS):
            order *= 2
            if exceeds(pairing, order, rho * order, limits):
                return Exceeded(order)
        return "the divergence is infinite at an order that was not found"
    if found.upper is not None and compare_epsilon(Epsilon.rational(found.upper), rho) <= 0:
        return None
    if compare_epsilon(Epsilon.rational(found.lower), rho) > 0:
        for order in (*SIMPLE, LEAST if found.alpha is None else found.alpha):
            if exceeds(pairing, order, rho * order, limits):
                return Exceeded(order)
    low = arb(found.lower).str(12, radius=False)
    if found.upper is None:
        return f"rho is {low} at least, and no upper end of it is known"
    return f"rho is between {low} and {arb(found.upper).str(12, radius=False)}, which does not tell it from the claim"
