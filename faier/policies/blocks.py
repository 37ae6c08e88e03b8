"""Sums put together of blocks of 1, 2, 4, ... places, each the largest on which the same is asked: what that costs.

A place is a cell, or an edge of a tree. Blocks that reach beyond the last place end there. A block of places is used
where all of its places are asked for with one weight, and its parent's are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from faier.policies.errors import AT_ONCE, MOST_PLACES
from faier.policies.policy import Ints
from faier.policies.strategies import height
from faier.policies.trees import NotForThis
from faier.policies.workloads import Kind, Workload

# More numbers than this, one for each query and place, are not looked at.
MOST_ASKED = 100_000_000


@dataclass(frozen=True, eq=False)
class Places:
    """Edges in an order: from `left` to `right`, -1 being nothing, over cells of some shape."""

    left: Ints
    right: Ints


def used(asked: Any) -> list[Any]:
    """For each size of blocks, what is asked of each block by each row, 0 where it is not used."""
    weights, same = np.asarray(asked), np.ones(np.shape(asked), dtype=bool)
    found = []
    for _ in range(height(weights.shape[1])):
        last = weights.shape[1] % 2 == 1
        others = [np.concatenate([a[:, 1::2], a[:, -1:]], axis=1) if last else a[:, 1::2] for a in (weights, same)]
        joined = same[:, 0::2] & others[1] & (weights[:, 0::2] == others[0])
        above = np.repeat(joined, 2, axis=1)[:, : weights.shape[1]]
        found.append(np.where(same & ~above, weights, 0))
        weights, same = weights[:, 0::2], joined
    return [*found, np.where(same, weights, 0)]


def squares(asked: Any) -> Ints:
    """For each row, the squares of the weights of the blocks that it is put together of."""
    return np.asarray(sum((level.astype(np.int64) ** 2).sum(axis=1) for level in used(asked)), dtype=np.int64)


@lru_cache(maxsize=8)
def errors(workload: Workload, places: Places) -> tuple[Fraction, Fraction | None]:
    """Of all queries together, and of the worst, where the noise of each block counts as 1."""
    if workload.kind != "rows" and len(workload.shape) == 1:
        return _of_row(workload, places)
    total, worst = 0, 0
    for rows in asked_of(workload, places):
        found = squares(rows)
        total, worst = total + int(found.sum()), max(worst, int(found.max(initial=0)))
    return Fraction(total, workload.divisor**2), Fraction(worst, workload.divisor**2)


def refuse_many(workload: Workload, places: Places) -> None:
    """Queries that would be looked at one by one for too long."""
    one_by_one = workload.kind == "rows" or len(workload.shape) > 1
    if one_by_one and workload.queries * len(places.left) > MOST_ASKED:
        raise NotForThis(f"blocks over {len(places.left):,} edges take too long for {workload.queries:,} queries")


def asked_of(workload: Workload, places: Places) -> Iterator[Any]:
    """What some of the queries ask of each place, and then the next ones."""
    left, right, none = places.left, np.maximum(places.right, 0), places.right < 0
    if workload.kind == "rows":
        step = max(AT_ONCE // max(len(left), workload.cells), 1)
        for at in range(0, workload.queries, step):
            rows = workload.matrix[at : at + step].toarray()
            yield rows[:, left] - np.where(none, 0, rows[:, right])
        return
    height, width = workload.shape if len(workload.shape) == 2 else (1, workload.shape[0])
    across = inside(workload.kind, width)
    one, other = across[:, left % width], across[:, right % width]
    for down in inside(workload.kind, height):
        yield one * down[left // width] - np.where(none, 0, other * down[right // width])


def inside(kind: Kind, size: int) -> Any:
    """Whether each query of a row of so many cells holds each of them."""
    ends = {
        "cells": [(at, at) for at in range(size)],
        "prefixes": [(0, at) for at in range(size)],
        "ranges": [(first, last) for last in range(size) for first in range(last + 1)],
    }[kind]
    first, last = np.array(ends, dtype=np.int64).T
    at = np.arange(size)
    return ((first[:, None] <= at) & (at <= last[:, None])).astype(np.int8)


def _of_row(workload: Workload, places: Places) -> tuple[Fraction, Fraction | None]:
    """All ranges at once: those that use a block with one weight are between two first cells, and two last ones."""
    cells = workload.cells
    kept = workload.kind != "ranges" or cells <= MOST_PLACES
    size = cells + 1 if kept else 0
    counted = np.zeros((size, size) if workload.kind == "ranges" else (0, 0), dtype=np.int32)
    few = np.zeros(cells + 1, dtype=np.int64)
    total = 0
    for count, low, first, last, high in _held(places, cells):
        match workload.kind:
            case "ranges":
                total += count * (first - low) * (high - last)
                if kept:
                    counted[low + 1, last] += count
                    counted[first + 1, last] -= count
                    counted[low + 1, high] -= count
                    counted[first + 1, high] += count
            case "prefixes":
                if low < 0:
                    total += count * (high - last)
                    few[last] += count
                    few[high] -= count
            case _:
                if first == last:
                    total += count
                    few[first] += count
                    few[first + 1] -= count
    if workload.kind != "ranges":
        return Fraction(total), Fraction(int(np.cumsum(few).max()))
    if not kept:
        return Fraction(total), None
    np.cumsum(counted, axis=0, out=counted)
    np.cumsum(counted, axis=1, out=counted)
    return Fraction(total), Fraction(int(counted.max()))


def _held(places: Places, cells: int) -> Iterator[tuple[int, int, int, int, int]]:
    """Ranges that ask one weight, not 0, of all of a block: their first cells are after `low`, up to `first`, and
    their last ones from `last` on, before `high`. Each counts 1, less 1 for each block within that is not used."""
    size = len(places.left)
    for level in range(height(size) + 1):
        many = 1 << level
        for at in range(0, size, many):
            left, right = places.left[at : at + many], places.right[at : at + many]
            parts = 0 if level == 0 else 1 + (len(left) > many // 2)
            for held, outside in ((left, right), (right, left)):
                if parts == 1 or held.min() < 0:
                    continue
                first, last = int(held.min()), int(held.max())
                out = outside[outside >= 0]
                below, above = out[out < first], out[out > last]
                if len(below) + len(above) == len(out):
                    low, high = int(below.max(initial=-1)), int(above.min(initial=cells))
                    yield 1 - parts, low, first, last, high
