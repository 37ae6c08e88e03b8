"""Two laws -> their Renyi divergence of an order, and the least rho with divergence <= rho * order for all orders.

The logarithm of the moment is a convex function of the order alpha that is 0 at alpha = 1: between two orders it is
below the straight line, and that line over alpha * (alpha - 1) has its greatest value at an end or at a point between.
Beyond the last order the divergence is at most the logarithm of the greatest ratio.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from flint import arb, ctx, fmpq

from faier.engines.measures.integrals import Infinite
from faier.engines.measures.moments import between_normals, exact_moment, moment, normals_aside
from faier.engines.measures.pairing import Pairing
from faier.exact import (
    ZERO,
    Epsilon,
    LogRatio,
    Number,
    Symbolic,
    bounds,
    from_ratio,
    nearest_float,
    of_logarithms,
)
from faier.exact.enclosure import ends
from faier.limits import LimitReached, Limits

# Bits of moments.
PRECISION = 160

# Digits of ends of numbers that are known exactly.
DIGITS = 30

# How close the ends of rho are, as a part of it, and so many orders are looked at at most.
CLOSE, ORDERS = arb(10) ** -9, 400

# The order nearest to 1, the first one, and how often the last one is doubled.
LEAST, FIRST, DOUBLINGS = 1 + fmpq(1, 1 << 34), fmpq(2), 40


@dataclass(frozen=True)
class Divergence:
    """Between two rationals (None: infinite); `exact` is it, where that is known."""

    lower: fmpq | None
    upper: fmpq | None
    exact: Epsilon | LogRatio | None = None


@dataclass(frozen=True)
class Rho:
    """The least rho is between the two (None: infinite, or for `upper` alone not known); at the order `alpha` the
    divergence is nearly that much (None: as the order falls to 1, or at all orders)."""

    lower: fmpq | None
    upper: fmpq | None
    alpha: fmpq | None
    exact: fmpq | None = None


def of_moment(exact: Number, alpha: fmpq) -> Divergence:
    """The divergence, by the sum whose logarithm it is."""
    found = from_ratio(exact)
    scaled = found / (alpha - 1) if isinstance(found, Epsilon) else found if alpha == 2 else None
    low, high = found.bounds(30)
    return Divergence(max(low / (alpha - 1), ZERO), high / (alpha - 1), scaled)


def renyi(pairing: Pairing, alpha: fmpq, limits: Limits) -> Divergence:
    """The divergence of that order, which is above 1."""
    if not differ(pairing):
        return Divergence(ZERO, ZERO, Epsilon())
    known = between_normals(pairing)
    if known is not None:
        return _exactly(known * alpha)
    try:
        exact = exact_moment(pairing, alpha)
        if exact is not None:
            return of_moment(exact, alpha)
        with ctx.workprec(PRECISION):
            ball = moment(pairing, alpha, PRECISION, limits).log() / arb(alpha - 1)
            lower, upper = ends(ball)
    except Infinite:
        return Divergence(None, None)
    return Divergence(max(lower, ZERO), upper)


def _exactly(value: Number) -> Divergence:
    if isinstance(value, Symbolic):
        return Divergence(*bounds(value, DIGITS), of_logarithms(value))
    return Divergence(value, value, Epsilon.rational(value))


def differ(pairing: Pairing) -> bool:
    """Whether the laws differ."""
    integers = (both for spread in pairing.spread for both in (*spread.listed, spread.below, spread.beyond))
    pairs = (*pairing.listed, *integers, *pairing.dense, *(together.products for together in pairing.several))
    return any(left != right for left, right in pairs)


@dataclass(order=True, frozen=True)
class _Stretch:
    """Orders between two, and an upper end of the divergence over the order there; the greatest one comes first."""

    negative: float
    low: float
    ends: tuple[fmpq, fmpq]
    upper: fmpq


class _Search:
    """For the least rho of two laws."""

    def __init__(self, pairing: Pairing, limits: Limits) -> None:
        self.pairing = pairing
        self.limits = limits
        self.known: dict[fmpq, arb] = {}
        self.best = ZERO
        self.at: fmpq | None = None

    def logarithm(self, alpha: fmpq) -> arb:
        """Of the moment; raises `Infinite`."""
        if alpha not in self.known:
            self.limits.check()
            bits = PRECISION if alpha - 1 > fmpq(1, 1 << 12) else PRECISION + 64
            with ctx.workprec(bits):
                found = moment(self.pairing, alpha, bits, self.limits).log()
                low, _ = ends(found / arb(alpha * (alpha - 1)))
            self.known[alpha] = found
            if low > self.best:
                self.best, self.at = low, alpha
        return self.known[alpha]

    def stretch(self, low: fmpq, high: fmpq) -> _Stretch:
        """All orders from `low`, which may be 1, to `high`."""
        with ctx.workprec(PRECISION):
            above = self.logarithm(high)
            if low == 1:
                upper = ends(above / arb(high - 1))[1]
            else:
                upper = self._below_line(low, high, self.logarithm(low).upper(), above.upper())
        return _Stretch(-nearest_float(upper), nearest_float(low), (low, high), upper)

    def _below_line(self, low: fmpq, high: fmpq, one: arb, other: arb) -> fmpq:
        """The greatest value of the line over alpha * (alpha - 1)."""
        slope = (other - one) / arb(high - low)
        start = one - slope * arb(low)

        def value(alpha: arb) -> arb:
            return (start + slope * alpha) / (alpha * (alpha - 1))

        found = [value(arb(low)), value(arb(high))]
        inside = start * start + start * slope
        if not inside < 0 and not slope <= 0:
            root = (inside.max(arb(0))).sqrt()
            for sign in (1, -1):
                alpha = (-start + sign * root) / slope
                if not alpha < arb(low) and not alpha > arb(high):
                    found.append(value(alpha))
        tops = [ends(each)[1] for each in found if each.is_finite()]
        return max(tops) if len(tops) == len(found) else ends(other / arb(low - 1) / arb(low))[1]


def concentrated(pairing: Pairing, greatest: Callable[[], Number | None], limits: Limits) -> Rho:
    """The least rho; `greatest` tells an upper end of the greatest ratio without `normals_aside` (None: it is infinite,
    or not known)."""
    if not differ(pairing):
        return Rho(ZERO, ZERO, None, ZERO)
    known = between_normals(pairing)
    if known is not None:
        return Rho(*bounds(known, DIGITS), None, None if isinstance(known, Symbolic) else known)
    aside, rest = normals_aside(pairing)
    try:
        found = _searched(_Search(rest, limits), greatest)
    except Infinite:
        return Rho(None, None, None)
    if found.lower is None:
        return found
    low, high = bounds(aside, DIGITS)
    return Rho(found.lower + low, None if found.upper is None else found.upper + high, found.alpha)


def _searched(search: _Search, greatest: Callable[[], Number | None]) -> Rho:
    factor = greatest()
    stretches = [search.stretch(fmpq(1), LEAST), search.stretch(LEAST, FIRST)]
    last = FIRST
    most: arb | None = None
    if factor is not None:
        with ctx.workprec(PRECISION):
            most = from_ratio(factor).enclose(PRECISION)
    for _ in range(DOUBLINGS):
        if most is not None and ends(most / arb(last))[1] <= search.best:
            break
        if most is None and len(stretches) > DOUBLINGS // 4:
            break
        stretches.append(search.stretch(last, 2 * last))
        last = 2 * last
    heapify(stretches)
    for _ in range(ORDERS):
        widest = stretches[0]
        if arb(widest.upper - search.best) <= CLOSE * arb(search.best):
            break
        heappop(stretches)
        low, high = widest.ends
        middle = _middle(low, high)
        if middle is None:
            heappush(stretches, widest)
            break
        try:
            halves = search.stretch(low, middle), search.stretch(middle, high)
        except LimitReached:
            heappush(stretches, widest)
            break
        for half in halves:
            heappush(stretches, half)
    upper = max(max(one.upper for one in stretches), search.best)
    at = None if search.at is not None and search.at <= LEAST else search.at
    return Rho(search.best, None if most is None else max(upper, ends(most / arb(last))[1]), at)


def _middle(low: fmpq, high: fmpq) -> fmpq | None:
    """Between two orders, nearer to the lower one where they are far apart; None where they are too near."""
    if low == 1:
        return None if high - 1 < fmpq(1, 1 << 48) else 1 + (high - 1) / 16
    share = (high - 1) / (low - 1)
    if share < 1 + fmpq(1, 1 << 24):
        return None
    if share <= 4:
        return (low + high) / 2
    root = fmpq(round(nearest_float(share) ** 0.5 * 1024), 1024)
    return 1 + (low - 1) * root
