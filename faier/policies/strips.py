"""The worst of very many ranges: what two cells share of the noise, added up for all ranges side by side.

The error of a range is the sum, over each two of its cells, of what they share. Where the weights of all noise are
multiples of one fraction, floats count these multiples without rounding; else they find where the worst may be, and
integers decide there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from faier.policies.policy import Floats, Ints
from faier.policies.strategies import Group
from faier.policies.workloads import Kind

# Two floats that are nearer than this may be told apart by integers only.
NEAR = 1e-9

# Whole numbers are floats without rounding up to 2^53; a sum on the way to an error is a few times as large as errors.
WHOLE = 2.0**49

# Of so many ranges errors are computed at once.
AT_ONCE = 4_000_000


@dataclass(frozen=True, eq=False)
class Shared:
    """`left` times `right` transposed is what each two cells share, in multiples of the unit."""

    left: Any
    right: Any
    unit: Fraction | None = None


@dataclass(frozen=True, eq=False)
class Some:
    """Errors of some ranges. The first of its axes `counts` as far as this; a range's first and last place along each
    axis are told by where its error is."""

    errors: Floats
    places: Callable[[Sequence[Ints]], Sequence[Ints]]
    counts: tuple[slice, ...] = ()

    @property
    def counted(self) -> Floats:
        return self.errors[self.counts]


def of_rectangles(kind: Kind, shape: Sequence[int], groups: Sequence[Group]) -> Fraction:
    """Over rows and columns."""
    if kind == "cells":
        return greatest([group.weight for group in groups], [row_squares(group.effect) for group in groups])
    cells = np.arange(math.prod(shape), dtype=np.int64).reshape(tuple(shape))
    placed = cells if shape[1] <= shape[0] else cells.T
    return _worst(groups, lambda shared: _of_strips(kind, placed, shared), placed)


def of_row(groups: Sequence[Group]) -> Fraction:
    """All ranges over a row of cells."""
    placed = np.arange(groups[0].effect.shape[0], dtype=np.int64)[None, :]
    return _worst(groups, _of_row, placed)


def _worst(groups: Sequence[Group], errors: Callable[[Shared], Iterator[Some]], placed: Ints) -> Fraction:
    """The greatest error of the ranges over cells that are placed so."""
    exact, weights = _multiples(groups), [group.weight for group in groups]
    if exact.unit is not None:
        most, told = 0.0, 0.0
        for some in errors(exact):
            most, told = max(most, float(some.errors.max())), max(told, float(some.counted.max()))
        if most < WHOLE:
            return round(told) * exact.unit
    near = _near(errors(_rounded(groups)))
    step = max(AT_ONCE // placed.size, 1)
    found = []
    for at in range(0, len(near), step):
        asked = _asked(placed, near[at : at + step])
        found.append(greatest(weights, [row_squares(asked @ group.effect) for group in groups]))
    return max(found)


def _near(found: Iterator[Some]) -> Ints:
    """Where the greatest errors are, all that may be greatest but for rounding: a row for each."""
    most, kept = 0.0, list[tuple[float, Ints]]()
    for some in found:
        here = float(some.counted.max())
        most = max(most, here)
        if here >= most * (1 - NEAR):
            at = np.nonzero(some.counted >= most * (1 - NEAR))
            kept.append((here, np.stack(some.places(at), axis=1)))
    return np.concatenate([places for here, places in kept if here >= most * (1 - NEAR)])


def _asked(placed: Ints, ranges: Ints) -> Any:
    """A row for each range, 1 at each of its cells."""
    chosen = [placed[top : low + 1, first : last + 1].ravel() for top, low, first, last in ranges.tolist()]
    ends = np.cumsum([0, *map(len, chosen)])
    ones, cells = np.ones(ends[-1], dtype=np.int64), np.concatenate(chosen)
    return sparse.csr_matrix((ones, cells, ends), shape=(len(chosen), placed.size))


def _multiples(groups: Sequence[Group]) -> Shared:
    """Of a unit, if there is one that leaves room for the sums."""
    parts = math.lcm(*(group.weight.denominator for group in groups))
    if parts >= WHOLE:
        return Shared(None, None)
    return _weighted(groups, [float(group.weight * parts) for group in groups], Fraction(1, parts))


def _rounded(groups: Sequence[Group]) -> Shared:
    return _weighted(groups, [float(group.weight) for group in groups], None)


def _weighted(groups: Sequence[Group], weights: Sequence[float], unit: Fraction | None) -> Shared:
    effects = [sparse.csr_matrix(group.effect, dtype=np.float64) for group in groups]
    scaled = [weight * effect for weight, effect in zip(weights, effects, strict=True)]
    return Shared(sparse.hstack(scaled, format="csr"), sparse.hstack(effects, format="csr"), unit)


def _of_strips(kind: Kind, placed: Ints, shared: Shared) -> Iterator[Some]:
    """All rectangles that end in a row at once, from each row above on. What the row shares with those above is added
    to what these share with each other."""
    high, wide = placed.shape
    left, right = shared.left[placed.ravel()], shared.right[placed.ravel()].T.tocsc()
    strips = np.zeros((high, wide, wide))
    for bottom in range(high):
        rows = slice(bottom * wide, (bottom + 1) * wide)
        across = (left[: rows.stop] @ right[:, rows]).toarray().reshape(bottom + 1, wide, wide)
        above = np.cumsum(across[::-1], axis=0)[::-1]
        strips[: bottom + 1] += above + above.transpose(0, 2, 1) - across[bottom]
        corners = np.pad(strips[: bottom + 1].cumsum(axis=1).cumsum(axis=2), ((0, 0), (1, 0), (1, 0)))
        own = np.einsum("tii->ti", corners)

        def places(at: Sequence[Ints], low: int = bottom) -> Sequence[Ints]:
            return at[0], np.full_like(at[0], low), np.minimum(at[1], at[2]), np.maximum(at[1], at[2]) - 1

        counts = (slice(0, 1), slice(0, 1)) if kind == "prefixes" else ()
        yield Some(own[:, :, None] + own[:, None, :] - 2 * corners, places, counts)


def _of_row(shared: Shared) -> Iterator[Some]:
    """All ranges that begin at some of the points between cells."""
    left, right = shared.left, shared.right.T.tocsc()
    cells, own = left.shape[0], _of_prefixes(shared)
    carried, step = np.zeros(cells), max(AT_ONCE // cells, 1)
    for at in range(0, cells, step):
        across = np.cumsum((left[at : at + step] @ right).toarray(), axis=0) + carried
        carried = across[-1].copy()
        first = own[at + 1 : at + 1 + len(across)]
        errors = first[:, None] + own[None, 1:] - 2 * np.cumsum(across, axis=1)

        def places(found: Sequence[Ints], start: int = at) -> Sequence[Ints]:
            one, other = found[0] + start, found[1]
            nothing = np.zeros_like(one)
            return nothing, nothing, np.minimum(one, other) + 1, np.maximum(one, other)

        yield Some(errors, places)
    yield Some(own[None, 1:], lambda found: (*(np.zeros_like(found[1]),) * 3, found[1]))


def _of_prefixes(shared: Shared) -> Floats:
    """The error of the sum of the first 0, 1, 2, ... cells."""
    left, right = shared.left, shared.right
    found, own = [0.0], np.zeros(right.shape[1])
    for cell in range(left.shape[0]):
        inside = slice(left.indptr[cell], left.indptr[cell + 1])
        at, weights, values = left.indices[inside], left.data[inside], right.data[inside]
        found.append(found[-1] + float(weights @ (2 * own[at] + values)))
        own[at] += values
    return np.array(found)


def greatest(weights: Sequence[Fraction], each: Sequence[Ints]) -> Fraction:
    """The greatest sum over groups of weight times value, exactly."""
    if len(each) == 1:
        return weights[0] * int(each[0].max())
    guess = sum((float(weight) * values for weight, values in zip(weights, each, strict=True)), np.zeros(len(each[0])))
    near = np.flatnonzero(guess >= guess.max() * (1 - NEAR))
    found = np.unique(np.stack([values[near] for values in each], axis=1), axis=0)
    return max(sum((w * int(v) for w, v in zip(weights, row, strict=True)), Fraction(0)) for row in found.tolist())


def row_squares(matrix: Any) -> Ints:
    """Of each row the sum of the squares."""
    found = sparse.csr_matrix(matrix)
    return np.asarray(found.multiply(found).sum(axis=1), dtype=np.int64).ravel()
