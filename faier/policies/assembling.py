"""Noisy sums of blocks, and answers put together of the fewest: they need not agree with each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from faier.policies.blocks import asked_of, inside, used
from faier.policies.holding import Places
from faier.policies.strategies import height
from faier.policies.workloads import Workload

# Arrays of fractions.
Numbers = Any


@dataclass(frozen=True, eq=False)
class Assembled:
    """A noisy sum for each block: of a tree's edges, with what is known of the cells besides, or of cells."""

    shape: tuple[int, ...]
    places: Places | None
    known: tuple[int, ...]
    sums: dict[tuple[int, ...], Numbers]
    """By the sizes of blocks, as powers of 2, along each axis."""

    def counts(self) -> tuple[Fraction, ...]:
        """Of each cell, by the blocks of one place."""
        least: list[Fraction] = self.sums[(0,) * len(next(iter(self.sums)))].ravel().tolist()
        if self.places is None:
            return tuple(least)
        result = [Fraction(number) for number in self.known]
        for left, right, flow in zip(self.places.left.tolist(), self.places.right.tolist(), least, strict=True):
            result[left] += flow
            if right >= 0:
                result[right] -= flow
        return tuple(result)

    def answers(self, workload: Workload) -> tuple[Fraction, ...]:
        """Of all queries, in the order of the workload's rows."""
        if self.places is None and len(self.shape) > 1:
            axes = [used(inside(workload.kind, size)) for size in self.shape]
            together = sum(
                axes[0][one].astype(object) @ self.sums[one, two] @ axes[1][two].astype(object).T
                for one, two in self.sums
            )
            return tuple(map(Fraction, np.asarray(together).ravel().tolist()))
        cells = np.arange(self.shape[0])
        places = self.places or Places(cells, np.full(len(cells), -1))
        found: list[Fraction] = []
        for rows in asked_of(workload, places):
            weights = [level.astype(object) for level in used(rows)]
            found += sum(w @ self.sums[(level,)] for level, w in enumerate(weights)).tolist()
        at = [cell for cell, number in enumerate(self.known) if number]
        known = np.array([self.known[cell] for cell in at], dtype=object)
        besides = workload.rows().tocsc()[:, at].toarray().astype(object) @ known if at else [0] * len(found)
        return tuple((Fraction(a) + b) / workload.divisor for a, b in zip(found, besides, strict=True))


def block_sums(values: Numbers, draw: Callable[[], Fraction]) -> dict[tuple[int, ...], Numbers]:
    """The sums of all blocks of an array, sizes of each axis with those of the other, each with noise."""
    found = {}
    for levels in product(*(range(height(size) + 1) for size in values.shape)):
        sums = values
        for axis, level in enumerate(levels):
            sums = np.add.reduceat(sums, range(0, sums.shape[axis], 1 << level), axis=axis)
        noisy = np.empty(sums.shape, dtype=object)
        for place in np.ndindex(*sums.shape):
            noisy[place] = Fraction(sums[place]) + draw()
        found[levels] = noisy
    return found


def assembled(
    shape: tuple[int, ...],
    places: Places | None,
    values: Sequence[int],
    known: Sequence[int],
    draw: Callable[[], Fraction],
) -> Assembled:
    """Of the counts of cells, or of what flows along edges."""
    array = np.array([int(value) for value in values], dtype=object)
    return Assembled(shape, places, tuple(known), block_sums(array.reshape(shape) if places is None else array, draw))
