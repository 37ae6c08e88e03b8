"""What exceeds where independent reals are shown that only lie elsewhere on the other side: Laplace and normal noise.

The logarithm of the ratio is the sum of one for each real. For Laplace noise of rate r, moved by d, it is a = r d with
chance 1/2, -a with chance exp(-a) / 2, and between them it has the density exp((l - a) / 2) / 4. Sums of such have
densities that are exp(l / 2) times splines, so what exceeds is known in closed form. All normal draws are one along the
line between both points: beside Laplace noise their part is integrated on balls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, factorial, prod

from flint import acb, arb, ctx, fmpq

from faier.engines.density.law import Product
from faier.engines.density.mixture import Part
from faier.exact import ZERO, Number, enclose, has_value

# So many integrals, or numbers in closed form, are added up at most.
INTEGRALS, TERMS = 2_000, 30_000
PRECISION = 256
PRECISE = arb(10) ** -30

Integral = Callable[[arb, arb, int], arb]


@dataclass(frozen=True)
class Lost:
    """What one output shows: `apart` are the numbers a of Laplace draws, each with how often it is there; `squared` is
    the sum of squared distances by variances of normal draws."""

    apart: tuple[tuple[arb, int], ...]
    squared: Number

    @property
    def terms(self) -> int:
        """How many numbers are added up."""
        found = 1
        for _, count in self.apart:
            found *= sum((count - c + 1) * (c + 1) for c in range(count + 1))
        return found


def lost(left: Sequence[Product], right: Sequence[Product]) -> Lost | None:
    """None where more differs, or there is too much to add up."""
    if len(left) != 1 or len(right) != 1:
        return None
    kinds: dict[object, tuple[arb, int]] = {}
    squared: Number = ZERO
    for one, other in zip(left[0].factors, right[0].factors, strict=True):
        if not isinstance(one, Part) or not isinstance(other, Part) or not _moved(one, other):
            return None
        by, variance = abs(one.at - other.at), one.noise.variance
        if one.noise.rates:
            (rate,) = one.noise.rates
            key = rate, by
            with ctx.workprec(2 * PRECISION):
                kinds[key] = rate.enclose(2 * PRECISION) * arb(by), kinds.get(key, (arb(0), 0))[1] + 1
        else:
            squared = squared + by**2 / variance
    found = Lost(tuple(kinds.values()), squared)
    return found if found.terms <= (INTEGRALS if squared else TERMS) else None


def _moved(one: Part, other: Part) -> bool:
    """Whether both have the same noise, one Laplace or one normal draw of which nothing else is known."""
    whole = all(end is None for part in (one, other) for end in (part.low, part.high))
    single = len(one.noise.rates) == 1 and one.noise.variance == 0
    normal = not one.noise.rates and has_value(one.noise.variance)
    return whole and one.noise == other.noise and (single or normal)


def exceeding(left: Product, right: Product, found: Lost, epsilon: arb) -> arb:
    """What is on the left more than e^epsilon times what is on the right."""
    with ctx.workprec(PRECISION):
        weights = enclose(left.weight, PRECISION), enclose(right.weight, PRECISION)
        goal = epsilon + (weights[1] / weights[0]).log()
        return weights[0] * divergence(found, goal).max(arb(0))


def divergence(found: Lost, goal: arb) -> arb:
    """What exceeds e^goal."""
    size, bits = sum(count for _, count in found.apart), PRECISION
    while True:
        with ctx.workprec(bits + 32 * size):
            total = _normal(found, goal) if found.squared else _laplace(found, goal)
            if total.rad() < PRECISE or bits > 4 * PRECISION:
                return total
        bits *= 2


def _laplace(found: Lost, goal: arb) -> arb:
    factor, total = goal.exp(), arb(0)
    for share, place, parts in _ways(found):
        if not parts:
            total += share * (1 - factor * (-place).exp()).max(arb(0))
            continue
        end = sum((a * count for a, count, _ in parts), arb(0))
        least = (goal - place).min(end)
        for sign, start in _starts(parts):
            low, order = least.max(start), sum(count for _, count, _ in parts)
            above = _power(end, low, start, order, arb("0.5"))
            below = _power(end, low, start, order, -arb("0.5"))
            total += share * sign * (above - factor * (-place).exp() * below)
    return total


def _power(high: arb, low: arb, start: arb, order: int, rate: arb) -> arb:
    """The integral of exp(rate t) (t - start)**(order - 1) / (order - 1)! from low to high, which is above start."""

    def until(t: arb) -> arb:
        total = arb(0)
        for j in range(order):
            power = prod([t - start] * (order - 1 - j), start=arb(1))
            total -= power / factorial(order - 1 - j) / prod([-rate] * (j + 1), start=arb(1))
        return (rate * t).exp() * total

    return until(high) - until(low)


def _normal(found: Lost, goal: arb) -> arb:
    mean = enclose(found.squared, ctx.prec).sqrt()
    root = arb(2).sqrt()

    def chance(z: acb) -> acb:
        return (-z / root).erfc() / 2

    def excess(t: acb) -> acb:
        """Of the normal draw alone, for an epsilon of t."""
        return chance(mean / 2 - t / mean) - t.exp() * chance(-mean / 2 - t / mean)

    total = arb(0)
    for share, place, parts in _ways(found):
        if not parts:
            total += share * excess(acb(goal - place)).real
            continue
        end, order = sum((a * count for a, count, _ in parts), arb(0)), sum(count for _, count, _ in parts)
        for sign, start in _starts(parts):

            def density(t: acb, _: bool, start: arb = start, order: int = order, place: arb = place) -> acb:
                return excess(goal - place - t) * (t / 2).exp() * prod([t - start] * (order - 1), start=acb(1))

            area = acb.integral(density, acb(start), acb(end), abs_tol=PRECISE, rel_tol=PRECISE).real
            total += share * sign * area / factorial(order - 1)
    return total


Parts = tuple[tuple[arb, int, int], ...]


def _ways(found: Lost) -> Iterator[tuple[arb, arb, Parts]]:
    """How many draws of each kind lie beyond both numbers, or between them: the share of that without what lies
    between, what is lost beyond, and how many are between."""
    choices = [
        [(up, down, count - up - down) for up in range(count + 1) for down in range(count + 1 - up)]
        for _, count in found.apart
    ]
    for chosen in product(*choices):
        share, place, parts = arb(1), arb(0), []
        for (a, _), (up, down, between) in zip(found.apart, chosen, strict=True):
            ways = comb(up + down + between, up) * comb(down + between, down)
            share *= ways * arb(fmpq(1, 2 ** (up + down) * 4**between)) * (-a * (down + arb(between) / 2)).exp()
            place += a * (up - down)
            if between:
                parts.append((a, between, up))
        yield share, place, tuple(parts)


def _starts(parts: Parts) -> Iterator[tuple[int, arb]]:
    """The terms of the spline that is the density of a sum of uniform numbers: their signs and where they begin."""
    for above in product(*(range(count + 1) for _, count, _ in parts)):
        ways = prod(comb(count, up) * (-1) ** (count - up) for (_, count, _), up in zip(parts, above, strict=True))
        yield ways, sum((a * (count - 2 * up) for (a, count, _), up in zip(parts, above, strict=True)), arb(0))
