"""Mixtures with Laplace noise of one rate, exactly.

Between two points next to each other both densities are A exp(rate x) + B exp(-rate x) with A and B of at least 0:
their quotient, a Moebius function of exp(2 rate x), rises or falls, and outside of all points it is constant. So the
greatest ratio is that at a point, on one of its sides. The difference of one density and a multiple of another changes
its sign at most once on a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from faier.engines.density.exactly import value_of
from faier.engines.density.mixture import Cell, Mixture, Side
from faier.exact import Number


@dataclass(frozen=True)
class Place:
    """The densities at an end of a cell, seen from inside; with a side where that matters."""

    at: fmpq
    side: Side
    left: Number
    right: Number


def one_rate(left: Mixture, right: Mixture) -> bool:
    noises = {part.noise for part in (*left, *right)}
    return len(noises) == 1 and all(noise.variance == 0 and len(noise.rates) == 1 for noise in noises)


def places(cell: Cell) -> Iterator[Place]:
    """The ends of a cell."""
    ends: tuple[tuple[fmpq | None, Side], ...] = ((cell.low, 1), (cell.high, -1))
    for end, side in ends:
        if end is not None:
            left, right = value_of(cell.left, end), value_of(cell.right, end)
            assert left is not None and right is not None
            yield Place(end, side if cell.cut(end) else 0, left, right)
