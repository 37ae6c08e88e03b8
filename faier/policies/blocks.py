"""Sums put together of blocks of 1, 2, 4, ... places, each the largest on which the same is asked: what that costs.

A place is a cell, or an edge of a tree. Blocks that reach beyond the last place end there. A block of places is used
where all of its places are asked for with one weight, and its parent's are not. Which ranges use it is found for all of
them at once (`holding`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from faier.policies.errors import AT_ONCE
from faier.policies.holding import Places, counted, held
from faier.policies.policy import Ints
from faier.policies.strategies import height
from faier.policies.trees import NotForThis
from faier.policies.workloads import Kind, Workload

# More numbers than this, one for each query and place, are not looked at.
MOST_ASKED = 100_000_000


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
def errors(workload: Workload, places: Places) -> tuple[Fraction, Fraction]:
    """Of all queries together, and of the worst, where the noise of each block counts as 1."""
    if workload.kind != "rows":
        return counted(workload.kind, (1, *workload.shape)[-2:], held(places, workload.shape[-1]))
    total, worst = 0, 0
    for rows in asked_of(workload, places):
        found = squares(rows)
        total, worst = total + int(found.sum()), max(worst, int(found.max(initial=0)))
    return Fraction(total, workload.divisor**2), Fraction(worst, workload.divisor**2)


def refuse_many(workload: Workload, places: Places) -> None:
    """Queries that would be looked at one by one for too long."""
    if workload.kind == "rows" and workload.queries * len(places.left) > MOST_ASKED:
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
