"""Mixtures of normals, with exact weights, means and variances, and numbers that are exact as long as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import arb, ctx, fmpq, fmpz

from faier.engines.density.mixture import Mixture, Part, merged
from faier.engines.density.rounding import above
from faier.exact import ZERO, Epsilon
from faier.semantics.kept import Reals

BITS = 256
# What is no fraction is rounded up to a multiple of this.
ROUNDED = fmpq(1, 10**9)

Size: TypeAlias = fmpq | arb
"""A real number, exactly or as a ball."""


@dataclass(frozen=True)
class Component:
    """A normal distribution and its share of the mixture. Of variance 0 it is one number."""

    weight: fmpq
    mean: fmpq
    variance: fmpq

    @property
    def deviation(self) -> Size:
        return root(self.variance)


Normals: TypeAlias = tuple[Component, ...]
"""The data given one secret; weights add up to 1."""


def normal(mean: int | fmpq, deviation: int | fmpq) -> Normals:
    """One normal distribution."""
    return (Component(fmpq(1), fmpq(mean), fmpq(deviation) ** 2),)


def mixture(*components: tuple[int | fmpq, int | fmpq, int | fmpq]) -> Normals:
    """Of weights, means and deviations."""
    return tuple(Component(fmpq(weight), fmpq(mean), fmpq(deviation) ** 2) for weight, mean, deviation in components)


def shown(data: Normals, noise: Reals) -> Mixture:
    """What is shown of the data with noise added."""
    return merged(Part(one.weight, one.mean, Reals(noise.rates, noise.variance + one.variance)) for one in data)


def root(number: fmpq) -> Size:
    """The square root, exactly where it is rational."""
    above_, below_ = (fmpz(part).isqrt() for part in (number.p, number.q))
    if above_**2 == number.p and below_**2 == number.q:
        return fmpq(above_, below_)
    with ctx.workprec(BITS):
        return arb(number).sqrt()


def exact(epsilon: Epsilon) -> Size:
    """The budget as a number."""
    return epsilon.enclose(BITS) if epsilon.plain is None else epsilon.plain


def rounded_up(size: Size) -> fmpq:
    """The number itself, or a fraction that is hardly above it."""
    return size if isinstance(size, fmpq) else fmpq((above(size) / ROUNDED).ceil()) * ROUNDED


def greatest(sizes: Sequence[Size]) -> fmpq:
    return max((rounded_up(size) for size in sizes), default=ZERO)
