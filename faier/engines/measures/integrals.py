"""The integral of p**alpha * q**(1 - alpha) over the line, for two densities p and q: exactly, or as a ball.

Between the numbers where parts begin, end or have a kink both densities are analytic, and the integral is certified by
evaluating them on complex balls. Far out it is bounded: by the greatest ratio there times a chance, or where all noise
is normal by those of normal densities, since p**alpha * q**(1 - alpha) is convex in p and falls in q.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from itertools import pairwise

from flint import acb, arb, ctx, fmpq

from faier.engines.density.curve import curve
from faier.engines.density.exactly import value_of
from faier.engines.density.mixture import Ball, Cell, Mixture, Part, cells
from faier.engines.density.tail import greatest, heavier
from faier.engines.density.weighing import Unread
from faier.exact import ONE, ZERO, Epsilon, Number, compare, compare_epsilon, enclose, exponential_of, number_of
from faier.limits import LimitReached, Limits
from faier.semantics.kept import Reals

# How often the distance at which the rest is bounded is doubled, and how often where no bound is seen.
DOUBLINGS, BLIND = 40, 8

Analytic = Callable[[acb, bool], acb]


class Infinite(Exception):
    """The sum is infinite."""


def exact_integral(left: Mixture, right: Mixture, power: int) -> Number | None:
    """The integral where both densities are single powers of e all over each cell; None where one is not. The order is
    a whole number."""
    if not _single(left, right):
        return None
    (rate,) = {part.noise.rates[0] for part in (*left, *right)}
    total: Number = ZERO
    for cell in cells(left, right, 64):
        if not cell.right:
            raise Infinite
        senses = [_sense(parts, cell) for parts in cell.parts]
        if senses[0] is None or senses[1] is None:
            return None
        start = cell.low if cell.low is not None else cell.high
        assert start is not None
        one, other = (value_of(parts, start) for parts in cell.parts)
        assert one is not None
        assert other is not None
        slope = senses[0] * power + senses[1] * (1 - power)
        factor = one**power / other ** (power - 1)
        total = total + factor * _area(rate, slope, cell)
    return total


def _single(left: Mixture, right: Mixture) -> bool:
    """Whether all noise is one Laplace draw of one rate."""
    noises = {part.noise for part in (*left, *right)}
    return len(noises) == 1 and all(
        noise.variance == 0 and len(noise.rates) == 1 and not noise.rates[0].multiples for noise in noises
    )


def _sense(parts: Mixture, cell: Cell) -> int | None:
    """1 where all parts rise on the cell, -1 where all fall."""
    senses = {-1 if cell.low is not None and part.at <= cell.low else 1 for part in parts}
    return senses.pop() if len(senses) == 1 else None


def _area(rate: Epsilon, slope: int, cell: Cell) -> Number:
    """The integral over the cell of e to slope * rate * (the distance from its one end)."""
    number = number_of(rate)
    if cell.low is None or cell.high is None:
        return ONE / (number * abs(slope))
    if slope == 0:
        return cell.high - cell.low
    return (exponential_of(rate * (slope * (cell.high - cell.low))) - 1) / (number * slope)


def integral(left: Mixture, right: Mixture, alpha: fmpq, precision: int, limits: Limits) -> arb:
    """A ball. Raises `Infinite`, or `Unread` where it is not known whether it is."""
    if not left:
        return arb(0)
    if not right:
        raise Infinite
    _require_known(left, right)
    found = cells(left, right, precision)
    if any(not cell.right for cell in found):
        raise Infinite
    inner = sorted({end for cell in found for end in (cell.low, cell.high) if end is not None} | _kinks(left, right))
    total = arb(0)
    with ctx.workprec(precision):
        for low, high in pairwise(inner):
            limits.check()
            total += _between(left, right, alpha, low, high, precision)
        for cell in found:
            limits.check()
            if cell.high is None:
                total += _beyond(left, right, cell, inner[-1], alpha, precision, limits)
            if cell.low is None:
                mirrored = [tuple(part.mirrored for part in side) for side in (left, right)]
                total += _beyond(mirrored[0], mirrored[1], cell.mirrored, -inner[0], alpha, precision, limits)
    return total


def _kinks(left: Mixture, right: Mixture) -> set[fmpq]:
    return {part.at for part in (*left, *right) if part.noise.variance == 0}


def _between(left: Mixture, right: Mixture, alpha: fmpq, low: fmpq, high: fmpq, precision: int) -> arb:
    """Over an interval with no end of a part and no kink inside."""
    one, other = (_density(side, low, high, precision) for side in (left, right))
    if one is None:
        return arb(0)
    if other is None:
        raise Infinite
    more, power = arb(alpha), arb(1 - alpha)

    def product(x: acb, analytic: bool) -> acb:
        return (one(x, analytic).log(analytic) * more + other(x, analytic).log(analytic) * power).exp()

    found = acb.integral(product, acb(arb(low)), acb(arb(high)))
    return found.real


def _density(side: Mixture, low: fmpq, high: fmpq, precision: int) -> Analytic | None:
    """The density between two numbers as an analytic function; None where it is 0."""
    there = [part for part in side if _is_there(part, low, high)]
    if not there:
        return None
    plain, others = _plain(there, low, precision)
    terms = [*plain, *(_term(part, low, precision) for part in others)]

    def value(x: acb, analytic: bool) -> acb:
        total = acb(0)
        for term in terms:
            total += term(x)
        return total

    return value


def _plain(parts: list[Part], low: fmpq, precision: int) -> tuple[list[Callable[[acb], acb]], list[Part]]:
    """Laplace draws of one rate as one exponential on either side of their kinks; and the rest."""
    heights: dict[tuple[Reals, int], arb] = {}
    rest = []
    for part in parts:
        noise, sign = part.noise, 1 if low >= part.at else -1
        if noise.variance != 0 or len(noise.rates) != 1 or noise.rates[0].multiples:
            rest.append(part)
            continue
        ((rate, coefficients),) = curve(noise, precision).falls
        if len(coefficients) != 1:
            rest.append(part)
            continue
        height = enclose(part.weight, precision) * coefficients[0] * (rate * arb(part.at - low) * sign).exp()
        heights[noise, sign] = heights.get((noise, sign), arb(0)) + height
    return [_exponential(noise, sign, height, low, precision) for (noise, sign), height in heights.items()], rest


def _exponential(noise: Reals, sign: int, height: arb, low: fmpq, precision: int) -> Callable[[acb], acb]:
    ((rate, _),) = curve(noise, precision).falls
    start, slope = arb(low), -rate * sign
    return lambda x: ((x - start) * slope).exp() * height


def _is_there(part: Part, low: fmpq, high: fmpq) -> bool:
    return (part.low is None or part.low <= low) and (part.high is None or high <= part.high)


def _term(part: Part, low: fmpq, precision: int) -> Callable[[acb], acb]:
    """A part as an analytic function, above a number that is not below its kink, or below it."""
    weight, noise, at = enclose(part.weight, precision), part.noise, arb(part.at)
    known = curve(noise, precision)
    if noise.variance == 0:
        sign = 1 if low >= part.at else -1

        def laplace(x: acb) -> acb:
            size = (x - at) * sign
            total = acb(0)
            for rate, coefficients in known.falls:
                height = acb(0)
                for coefficient in reversed(coefficients):
                    height = height * size + coefficient
                total += height * (-rate * size).exp()
            return total * weight

        return laplace
    variance = known.variance
    if noise.rates:
        width = (2 * variance).sqrt()
        falls = [(rate, coefficients[0] * (rate**2 * variance / 2).exp() / 2) for rate, coefficients in known.falls]

        def both(x: acb) -> acb:
            """The Laplace draw is above 0, or below."""
            total = acb(0)
            for y in (x - at, at - x):
                for rate, height in falls:
                    total += (-rate * y).exp() * ((rate * variance - y) / width).erfc() * height
            return total * weight

        return both
    factor = weight / (2 * arb.pi() * variance).sqrt()
    return lambda x: (-(x - at) * (x - at) / (2 * variance)).exp() * factor


def _beyond(left: Mixture, right: Mixture, cell: Cell, start: fmpq, alpha: fmpq, precision: int, limits: Limits) -> arb:
    """The integral from the start on, where nothing begins, ends or has a kink any more."""
    if _single(left, right):
        one, other = (sum((ball.value(start) for ball in side), arb(0)) for side in (cell.left, cell.right))
        rate = cell.left[0].part.noise.rates[0].enclose(precision)
        return one * ((one / other).log() * arb(alpha - 1)).exp() / rate
    _require_tail(cell, alpha)
    total, low, step = arb(0), start, fmpq(1)
    sides = tuple(tuple(part for part in side if part.high is None) for side in (left, right))
    for turn in range(DOUBLINGS):
        limits.check()
        high = low + step
        total += _between(sides[0], sides[1], alpha, low, high, precision)
        low, step = high, 2 * step
        rest = _rest(cell, alpha, low, precision)
        if rest is None and turn > BLIND:
            break
        if rest is not None and rest < total * arb(2) ** (16 - precision):
            return total + rest.union(arb(0))
    raise LimitReached("tail", "an integral is not bounded far out")


def _rest(cell: Cell, alpha: fmpq, x: fmpq, precision: int) -> arb | None:
    """An upper end of the integral beyond a number."""
    every = (*cell.left, *cell.right)
    if _normal(every) or all(ball.curve.kinked for ball in every):
        return _rest_of_parts(cell.left, cell.right, alpha, x)
    most = greatest(cell.left, cell.right, x, precision)
    if most is None:
        return None
    mass = sum((ball.between(x, None) for ball in cell.left), arb(0))
    found = mass * (most * arb(alpha - 1)).exp()
    return found if found.is_finite() else None


def _normal(balls: Sequence[Ball]) -> bool:
    return all(not ball.part.noise.rates for ball in balls)


def _slowest(parts: Sequence[Part]) -> Part:
    """The part that falls most slowly."""

    def order(one: Part, other: Part) -> int:
        return heavier(one.noise, other.noise)

    return max(parts, key=cmp_to_key(order))


def _rest_of_parts(left: Sequence[Ball], right: Sequence[Ball], alpha: fmpq, x: fmpq) -> arb | None:
    """Q is at least its slowest part, and the power alpha of a mixture at most the mixture of powers."""
    part = _slowest([ball.part for ball in right])
    other = next(ball for ball in right if ball.part is part)
    total, whole = arb(0), sum((ball.weight for ball in left), arb(0))
    for one in left:
        found = (_laplace_tail if one.curve.kinked else _normal_tail)(one, other, alpha, x)
        if found is None:
            return None
        total += one.weight / whole * found
    return total * whole ** arb(alpha) * other.weight ** arb(1 - alpha)


def _laplace_tail(one: Ball, other: Ball, alpha: fmpq, x: fmpq) -> arb | None:
    """The integral beyond x of the densities of two Laplace draws, p**alpha * q**(1 - alpha)."""
    rates = [ball.part.noise.rates[0].enclose(ball.curve.precision) for ball in (one, other)]
    a, b = arb(alpha), arb(1 - alpha)
    falls = a * rates[0] + b * rates[1]
    if not falls > 0:
        return None
    here = [ball.curve.at(x - ball.part.at).value for ball in (one, other)]
    return here[0] ** a * here[1] ** b / falls


def _normal_tail(one: Ball, other: Ball, alpha: fmpq, x: fmpq) -> arb | None:
    """The integral beyond x of N(m, v)**alpha * N(n, w)**(1 - alpha)."""
    v, w = one.curve.variance, other.curve.variance
    m, n = arb(one.part.at), arb(other.part.at)
    a, b = arb(alpha), arb(alpha - 1)
    curvature = a / v - b / w
    if not curvature > 0:
        return None
    middle = (a * m / v - b * n / w) / curvature
    height = -(a * m * m / v - b * n * n / w - curvature * middle * middle) / 2
    factor = (2 * arb.pi() * v) ** (-a / 2) * (2 * arb.pi() * w) ** (b / 2)
    over = ((arb(x) - middle) * (curvature / 2).sqrt()).erfc() * (arb.pi() / (2 * curvature)).sqrt()
    found = factor * height.exp() * over
    return found if found.is_finite() else None


def _require_known(left: Mixture, right: Mixture) -> None:
    """Raises `Unread` for noise of other kinds than are followed."""
    parts = (*left, *right)
    if any(not _known(part.noise) for part in parts):
        raise Unread("the noise that is shown is a sum of normal draws and of Laplace draws of which two are alike")
    if any(not part.noise.rates for part in parts) and any(part.noise.rates for part in parts):
        raise Unread("normal noise is shown beside Laplace noise")


def _require_tail(cell: Cell, alpha: fmpq) -> None:
    """Raises `Infinite` where a part on the left falls so slowly that the integral is infinite, and `Unread` where that
    is not known."""
    slow = _slowest([ball.part for ball in cell.right]).noise
    for noise in {ball.part.noise for ball in cell.left}:
        if not noise.rates:
            order = compare(alpha * slow.variance, (alpha - 1) * noise.variance)
        elif len(noise.rates) == 1 and len(slow.rates) == 1:
            order = compare_epsilon(noise.rates[0] * alpha, slow.rates[0] * (alpha - 1)) or -1
        else:
            continue
        if order < 0:
            raise Infinite
        if order == 0:
            raise Unread("normal noise of two deviations is shown for which it is not seen whether it is finite")


def _known(noise: Reals) -> bool:
    return noise.variance == 0 or len(set(noise.rates)) == len(noise.rates)
