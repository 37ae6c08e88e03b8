"""Which ranges ask one weight of all places of a block: for all ranges, of all blocks, at once.

A range asks 1 of an edge that leaves it, and -1 of one that enters it. So it asks one weight of all edges of a block if
it holds all cells at one side of them, and none at the other. Over rows and columns it holds the rectangle around the
ones, and the others are walls that it may not reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from faier.policies.policy import Ints
from faier.policies.strategies import height
from faier.policies.workloads import Kind

# Of so many ranges the blocks are added up at once.
AT_ONCE = 4_000_000


@dataclass(frozen=True, eq=False)
class Places:
    """Edges in an order: from `left` to `right`, -1 being nothing, over cells of some shape."""

    left: Ints
    right: Ints


@dataclass(frozen=True, eq=False)
class Held:
    """Rectangles of cells, a column of `ends` for each: first and last row, first and last column. Each counts 1, less
    1 for each block within its own that is not used then. Walls: which rectangle's, in which row and column."""

    counts: Ints
    ends: Ints
    walls: Ints


def held(places: Places, width: int) -> Held:
    """Of all blocks, whichever side of their edges is held."""
    counts, ends, walls = list[int](), list[tuple[int, int, int, int]](), [np.zeros((3, 0), dtype=np.int64)]
    for count, inner, outer in _blocks(places):
        (rows, columns), (down, across) = np.divmod(inner, width), np.divmod(outer, width)
        first, last, low, high = int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())
        if not np.any((first <= down) & (down <= last) & (low <= across) & (across <= high)):
            walls.append(np.stack([np.full(len(outer), len(counts)), down, across]))
            counts.append(count)
            ends.append((first, last, low, high))
    return Held(np.array(counts, dtype=np.int64), np.array(ends, dtype=np.int64).reshape(-1, 4).T, np.hstack(walls))


def _blocks(places: Places) -> Iterator[tuple[int, Ints, Ints]]:
    """Blocks whose halves are not as large as themselves: how they count, the cells to be held, those not to be."""
    size = len(places.left)
    for level in range(height(size) + 1):
        many = 1 << level
        for at in range(0, size, many):
            left, right = places.left[at : at + many], places.right[at : at + many]
            parts = 0 if level == 0 else 1 + (len(left) > many // 2)
            for inner, outer in ((left, right), (right, left)):
                if parts != 1 and inner.min() >= 0:
                    yield 1 - parts, inner, outer[outer >= 0]


def counted(kind: Kind, shape: tuple[int, ...], found: Held) -> tuple[Fraction, Fraction]:
    """How much all ranges of the kind count together, and the one that counts most."""
    rows, width = shape
    first, last, low, high = found.ends
    by_row = [found.walls[:, found.walls[1] == row] for row in range(rows)]
    total, most = 0, 0
    for top in range(1 if kind == "prefixes" else rows):
        before, after = np.full(len(low), -1), np.full(len(low), width)
        free = first >= top
        for bottom in range(top, top + 1 if kind == "cells" else rows):
            owner, _, column = by_row[bottom]
            np.maximum.at(before, owner, np.where(column < low[owner], column, -1))
            np.minimum.at(after, owner, np.where(column > high[owner], column, width))
            free[owner[(low[owner] <= column) & (column <= high[owner])]] = False
            at = np.flatnonzero(free & (last <= bottom))
            sides = np.stack([before[at] + 1, low[at], high[at], after[at] - 1])
            together, greatest = _along(kind, width, found.counts[at], sides)
            total, most = total + together, max(most, greatest)
    return Fraction(total), Fraction(most)


def _along(kind: Kind, width: int, counts: Ints, sides: Ints) -> tuple[int, int]:
    """The same within one range of rows: a range of columns begins and ends between two columns each."""
    if kind == "ranges":
        together = int((counts * (sides[1] - sides[0] + 1) * (sides[3] - sides[2] + 1)).sum())
        return together, _greatest(width, counts, sides)
    chosen = sides[0] == 0 if kind == "prefixes" else sides[1] == sides[2]
    start, stop = (sides[2], sides[3] + 1) if kind == "prefixes" else (sides[1], sides[1] + 1)
    each = np.zeros(width + 1, dtype=np.int64)
    np.add.at(each, start[chosen], counts[chosen])
    np.subtract.at(each, stop[chosen], counts[chosen])
    each = np.cumsum(each)
    return int(each.sum()), int(each.max())


def _greatest(width: int, counts: Ints, sides: Ints) -> int:
    """By differences along both ends, of some first columns at once."""
    starts = np.concatenate([sides[0], sides[1] + 1] * 2)
    stops = np.concatenate([sides[2], sides[2], sides[3] + 1, sides[3] + 1])
    signs = np.concatenate([counts, -counts, -counts, counts])
    size, result, above = width + 1, 0, np.zeros(width + 1, dtype=np.int64)
    step = max(AT_ONCE // size, 1)
    for at in range(0, width, step):
        inside = (at <= starts) & (starts < min(at + step, width))
        changes = np.zeros((min(step, width - at), size), dtype=np.int64)
        np.add.at(changes, (starts[inside] - at, stops[inside]), signs[inside])
        changes[0] += above
        np.cumsum(changes, axis=0, out=changes)
        above = changes[-1].copy()
        result = max(result, int(np.cumsum(changes, axis=1).max()))
    return result
