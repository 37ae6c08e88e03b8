"""Mixtures of normals with Laplace noise once more, in 30 digits and by quadrature; and random mixtures."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import mpmath
from flint import fmpq
from mpmath import mpf

from faier.calibration.normals.components import Component, Normals

DIGITS = 30


def real(value: fmpq) -> mpf:
    return mpf(int(value.p)) / int(value.q)


def density(data: Normals, scale: fmpq) -> Callable[[mpf], mpf]:
    """Of the data with Laplace noise of this scale."""
    b = real(scale)
    parts = [(real(one.weight), real(one.mean), mpmath.sqrt(real(one.variance))) for one in data]

    def at(x: mpf) -> mpf:
        total = mpf(0)
        for weight, mean, s in parts:
            z, a = (x - mean) / s, s / b
            both = mpmath.exp(a * a / 2 - a * z) * mpmath.ncdf(z - a)
            both += mpmath.exp(a * a / 2 + a * z) * mpmath.ncdf(-z - a)
            total += weight * both / (2 * b)
        return total

    return at


def convolved(data: Normals, scale: fmpq, x: mpf) -> mpf:
    """The same density at one point, as the integral that it is."""
    b, total = real(scale), mpf(0)
    for one in data:
        mean, s = real(one.mean), mpmath.sqrt(real(one.variance))

        def both(y: mpf, mean: mpf = mean, s: mpf = s) -> mpf:
            return mpmath.npdf(y, mean, s) * mpmath.exp(-abs(x - y) / b) / (2 * b)

        places = sorted({x, mean, *(mean + step * s for step in (-20, -8, -3, 3, 8, 20))})
        total += real(one.weight) * mpmath.quad(both, places)
    return total


def divergence(left: Normals, right: Normals, scale: fmpq, epsilon: fmpq) -> mpf:
    """The integral of what the left density exceeds e**epsilon times the right one by."""
    p, q, factor = density(left, scale), density(right, scale), mpmath.exp(real(epsilon))
    places = _places(left, right, scale)
    signs = [p(x) > factor * q(x) for x in places]
    crossings = [
        _crossing(lambda x: p(x) - factor * q(x), low, high)
        for (low, one), (high, other) in pairwise(zip(places, signs, strict=True))
        if one != other
    ]
    ends = [places[0], *crossings, places[-1]]
    total = mpf(0)
    for low, high in pairwise(ends):
        middle = (low + high) / 2
        if p(middle) > factor * q(middle):
            inner = [low, *(x for x in places[::8] if low < x < high), high]
            total += mpmath.quad(lambda x: p(x) - factor * q(x), inner)
    return total


def greatest(left: Normals, right: Normals, scale: fmpq) -> mpf:
    """The logarithm of the greatest ratio on a fine grid, far out included: hardly less than the greatest of all."""
    p, q = density(left, scale), density(right, scale)
    places = _places(left, right, scale)
    ratios = [mpmath.log(p(x) / q(x)) for x in places]
    best = max(range(len(places)), key=lambda at: ratios[at])
    low, high = places[max(best - 1, 0)], places[min(best + 1, len(places) - 1)]
    for _ in range(60):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        if mpmath.log(p(one) / q(one)) < mpmath.log(p(other) / q(other)):
            low = one
        else:
            high = other
    return max(ratios[best], mpmath.log(p(low) / q(low)))


def _places(left: Normals, right: Normals, scale: fmpq) -> list[mpf]:
    sides = (*left, *right)
    width = max(real(scale), max(mpmath.sqrt(real(one.variance)) for one in sides))
    low, high = min(real(one.mean) for one in sides), max(real(one.mean) for one in sides)
    far = [width * step for step in (2, 4, 8, 16, 32, 64)]
    count = 160
    inner = [low - width + (high - low + 2 * width) * at / count for at in range(count + 1)]
    return [*(low - step for step in reversed(far)), *inner, *(high + step for step in far)]


def _crossing(difference: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
    rising = difference(high) > 0
    for _ in range(110):
        middle = (low + high) / 2
        if (difference(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def some(chance: random.Random, most: int = 3) -> Normals:
    """A mixture."""
    weights = [chance.randint(1, 9) for _ in range(chance.randint(1, most))]
    return tuple(
        Component(fmpq(weight, sum(weights)), fmpq(chance.randint(-20, 20), 4), fmpq(chance.randint(1, 24), 4) ** 2)
        for weight in weights
    )


def two_of_one_kind(chance: random.Random, most: int = 4) -> tuple[Normals, Normals]:
    """Two mixtures with the same weights and variances, as Corollary 2 wants them."""
    weights = [chance.randint(1, 20) for _ in range(chance.randint(2, most))]
    deviations = [fmpq(chance.randint(1, 12), 4) for _ in weights]
    sides: list[Sequence[int]] = [[chance.randint(0, 40) for _ in weights] for _ in range(2)]
    one, other = (
        tuple(
            Component(fmpq(weight, sum(weights)), fmpq(mean), deviation**2)
            for weight, mean, deviation in zip(weights, means, deviations, strict=True)
        )
        for means in sides
    )
    return one, other
