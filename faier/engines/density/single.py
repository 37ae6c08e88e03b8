"""Mixtures with Laplace noise of one rate, exactly.

Between two points next to each other both densities are A exp(rate x) + B exp(-rate x) with A and B of at least 0:
their quotient, a Moebius function of exp(2 rate x), rises or falls, and outside of all points it is constant. So the
greatest ratio is that at a point, on one of its sides. The difference of one density and a multiple of another changes
its sign at most once on a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from flint import arb, fmpq

from faier.engines.density.exactly import value_of
from faier.engines.density.mixture import Cell, Mixture, Side, cells
from faier.exact import ZERO, Epsilon, LogRatio, Number, enclose, exceeds


@dataclass(frozen=True)
class Place:
    """A point on one of its sides, where that matters: the mixtures that are there, and the ratio of the densities."""

    at: fmpq
    side: Side
    mixtures: tuple[Mixture, Mixture]
    ratio: arb

    @property
    def left(self) -> Number:
        return self._exact(0)

    @property
    def right(self) -> Number:
        return self._exact(1)

    def _exact(self, number: int) -> Number:
        found = value_of(self.mixtures[number], self.at)
        assert found is not None
        return found

    def exceeds(self, epsilon: Epsilon | LogRatio, factor: arb) -> bool:
        """Whether the ratio is above e^epsilon, which is the factor; exact numbers are made where balls do not tell."""
        if self.ratio > factor or self.ratio < factor:
            return bool(self.ratio > factor)
        return exceeds(self.left, self.right, epsilon)


def one_rate(left: Mixture, right: Mixture) -> bool:
    noises = {part.noise for part in (*left, *right)}
    return len(noises) == 1 and all(noise.variance == 0 and len(noise.rates) == 1 for noise in noises)


def places(left: Mixture, right: Mixture, precision: int) -> list[Place] | fmpq:
    """Those where the ratio may be greatest; or one point where there is nothing on the right. Within `workprec`."""
    if right and all(part.low is None and part.high is None for part in (*left, *right)):
        return list(_points(left, right, precision))
    found: list[Place] = []
    for cell in cells(left, right, precision):
        if not cell.right:
            return cell.inside
        found += ends(cell)
    return found


def ends(cell: Cell) -> Iterator[Place]:
    """The ends of a cell, seen from inside."""
    ends: tuple[tuple[fmpq | None, Side], ...] = ((cell.low, 1), (cell.high, -1))
    for end, side in ends:
        if end is not None:
            above, below = (sum((one.value(end) for one in balls), arb(0)) for balls in (cell.left, cell.right))
            ratio = above / below if cell.right else arb("+inf")
            yield Place(end, side if cell.cut(end) else 0, cell.parts, ratio)


def _points(left: Mixture, right: Mixture, precision: int) -> Iterator[Place]:
    """All points that noise is added to, where no part is cut off. They are gone through upward and downward: from one
    to the next, what is behind fades by the same factor."""
    rate = left[0].noise.rates[0].enclose(precision)
    weights = [_weights(side, precision) for side in (left, right)]
    ordered = sorted({*weights[0], *weights[1]})
    widths = {after - before for before, after in pairwise(ordered)}
    gaps = {width: (-rate * enclose(width, precision)).exp() for width in widths}
    sums = [[known.get(at, arb(0)) for at in ordered] for known in weights]
    for known, total in zip(weights, sums, strict=True):
        for order in (range(1, len(ordered)), range(len(ordered) - 2, -1, -1)):
            step = order.step
            passed = arb(0)
            for number in order:
                before = ordered[number - step]
                passed = (passed + known.get(before, arb(0))) * gaps[abs(ordered[number] - before)]
                total[number] += passed
    for at, above, below in zip(ordered, *sums, strict=True):
        yield Place(at, 0, (left, right), above / below)


def _weights(side: Mixture, precision: int) -> Mapping[fmpq, arb]:
    exact: dict[fmpq, Number] = {}
    for part in side:
        exact[part.at] = exact.get(part.at, ZERO) + part.weight
    return {at: enclose(weight, precision) for at, weight in exact.items()}
