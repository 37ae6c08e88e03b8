"""A scale that a quilt asks for, and how it is rounded: always to more noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import arb, ctx, fmpq

from faier.calibration.quilts.chains import Number, exact_number
from faier.exact import Epsilon

Budget: TypeAlias = Number | Epsilon

BITS = 256
"""Balls are computed with so many bits: chances of chains are sums of products, and lose few of them."""

UNIT = 10**9
"""Scales are rounded up to multiples of one part in so many."""


@dataclass(frozen=True)
class Quilt:
    """One record `before` steps earlier and one `after` steps later (None: all the way to that end is nearby)."""

    before: int | None
    after: int | None

    def nearby(self, record: int, length: int) -> int:
        """How many records stand between, the record among them."""
        before = record if self.before is None or self.before >= record else self.before
        after = length - record + 1 if self.after is None or record + self.after > length else self.after
        return before + after - 1


@dataclass(frozen=True)
class Cover:
    """Records that use the same quilt, as far as it lies within the chain: `first` to `last`, counted from 1."""

    first: int
    last: int
    quilt: Quilt
    scale: fmpq


@dataclass(frozen=True)
class Quilted:
    """The scale that is enough for every record, and which quilts say so."""

    scale: fmpq
    covers: tuple[Cover, ...]

    @property
    def worst(self) -> Cover:
        return max(self.covers, key=lambda cover: cover.scale)


def as_epsilon(budget: Budget) -> Epsilon:
    """A positive privacy budget."""
    epsilon = budget if isinstance(budget, Epsilon) else Epsilon.rational(exact_number(budget))
    if epsilon.unknowns:
        raise ValueError("the privacy budget needs a value")
    if not epsilon.bounds()[0] > 0:
        raise ValueError("the privacy budget must be more than 0")
    return epsilon


def asked(nearby: int, lipschitz: fmpq, epsilon: Epsilon, influence: arb | None) -> fmpq | None:
    """The score of a quilt, rounded up: what is nearby, over what the influence on the quilt leaves of epsilon. None
    stands for no quilt at all, and for no finite scale."""
    distance = nearby * lipschitz
    if influence is None:
        low, high = epsilon.bounds(30)
        return distance / low if low == high else rounded_up(arb(distance) / epsilon.enclose(BITS))
    with ctx.workprec(BITS):
        left = epsilon.enclose(BITS) - influence
        return rounded_up(arb(distance) / left) if left > 0 else None


def rounded_up(number: arb) -> fmpq:
    """The next multiple of a small unit that is certainly not less."""
    with ctx.workprec(BITS):
        return fmpq((number * UNIT).upper().ceil().unique_fmpz(), UNIT)


def united(parts: Sequence[Quilted]) -> Quilted:
    """What is enough for all of them."""
    return Quilted(max(part.scale for part in parts), tuple(cover for part in parts for cover in part.covers))
