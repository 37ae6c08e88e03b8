"""Mixtures with Laplace noise of one rate, exactly.

Between two points next to each other both densities are A exp(rate x) + B exp(-rate x) with A and B of at least 0:
their quotient, a Moebius function of exp(2 rate x), rises or falls, and outside of all points it is constant. So the
greatest ratio is that at a point, on one of its sides. The difference of one density and a multiple of another changes
its sign at most once on a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import arb, fmpq

from faier.engines.density.exactly import value_of
from faier.engines.density.mixture import Cell, Mixture, Side
from faier.exact import Epsilon, LogRatio, Number, exceeds


@dataclass(frozen=True)
class Place:
    """An end of a cell, seen from inside; with a side where that matters."""

    cell: Cell
    at: fmpq
    side: Side

    @property
    def ratio(self) -> arb:
        """Of the densities."""
        above, below = (sum((one.value(self.at) for one in side), arb(0)) for side in (self.cell.left, self.cell.right))
        return above / below

    @property
    def left(self) -> Number:
        return self._exact(0)

    @property
    def right(self) -> Number:
        return self._exact(1)

    def _exact(self, number: int) -> Number:
        found = value_of(self.cell.parts[number], self.at)
        assert found is not None
        return found

    def exceeds(self, epsilon: Epsilon | LogRatio, factor: arb) -> bool:
        """Whether the ratio is above e^epsilon, which is the factor; exact numbers are made where balls do not tell."""
        if not self.cell.right:
            return True
        ratio = self.ratio
        if ratio > factor or ratio < factor:
            return bool(ratio > factor)
        return exceeds(self.left, self.right, epsilon)


def one_rate(left: Mixture, right: Mixture) -> bool:
    noises = {part.noise for part in (*left, *right)}
    return len(noises) == 1 and all(noise.variance == 0 and len(noise.rates) == 1 for noise in noises)


def places(cell: Cell) -> Iterator[Place]:
    """The ends of a cell."""
    ends: tuple[tuple[fmpq | None, Side], ...] = ((cell.low, 1), (cell.high, -1))
    for end, side in ends:
        if end is not None:
            yield Place(cell, end, side if cell.cut(end) else 0)
