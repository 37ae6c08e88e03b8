"""Expected squared errors of workloads, exact: of all queries together, and of the worst one.

Each query's error is a sum over groups of noise: weight times the squares of what the noise does to the query. A range
is a difference of two prefix sums, so all squares of all ranges together are a quadratic form of the prefix sums.
Floats find where the worst query may be; what is told is computed from integers there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from faier.policies import strips
from faier.policies.policy import Floats, Ints
from faier.policies.strategies import Group
from faier.policies.strips import NEAR, greatest, row_squares
from faier.policies.workloads import MOST_ENTRIES, Kind, Workload

Array = TypeVar("Array", Ints, Floats)

# Of so many entries dense arrays are made at once.
AT_ONCE = 4_000_000

# Ranges over more places than this are not listed one by one.
LISTED = 128

# Over a row of more places than this, all pairs of ends are not kept at once.
MOST_PLACES = 5000

# Squares are added up in 64 bits below this, else in integers of any size.
SAFE = 2.0**62


def total(workload: Workload, groups: Sequence[Group]) -> Fraction:
    """The error of all queries together."""
    return sum((group.weight * energy(workload, group.effect) for group in groups), Fraction(0))


def energy(workload: Workload, effect: Any) -> Fraction:
    """The sum of the squares of all entries of W times effect."""
    effect = sparse.csc_matrix(effect)
    if workload.kind == "rows":
        return Fraction(_squares(workload.matrix @ effect), workload.divisor**2)
    entries = np.diff(effect.indptr).astype(np.int64)
    if int(entries.max(initial=0)) <= 2:
        return Fraction(_by_pairs(workload, effect))
    if int((entries**2).sum()) < workload.cells * effect.shape[1]:
        return Fraction(_by_products(workload, effect))
    step = max(AT_ONCE // workload.cells, 1)
    return Fraction(sum(_dense(workload, effect[:, at : at + step]) for at in range(0, effect.shape[1], step)))


def _squares(matrix: Any) -> int:
    return sum(int(number) ** 2 for number in sparse.csc_matrix(matrix).data)


def _by_pairs(workload: Workload, effect: Any) -> int:
    """Columns of one entry or two: the squares, and twice the product."""
    rows, values = effect.indices.astype(np.int64), effect.data.astype(np.int64)
    result = int((values**2 * workload.shared(rows, rows)).sum())
    first = effect.indptr[:-1][np.diff(effect.indptr) == 2]
    products = values[first] * values[first + 1]
    return result + 2 * int((products * workload.shared(rows[first], rows[first + 1])).sum())


def _by_products(workload: Workload, effect: Any) -> int:
    """Columns of few entries: what each two cells share, times how often they are asked for together."""
    shared = (effect @ effect.T).tocoo()
    numbers, asked = shared.data, workload.shared(shared.row.astype(np.int64), shared.col.astype(np.int64))
    if float(np.abs(numbers).max(initial=0)) * float(asked.max(initial=0)) * len(numbers) > SAFE:
        return sum(number * many for number, many in zip(numbers.tolist(), asked.tolist(), strict=True))
    return int((numbers * asked).sum())


def _dense(workload: Workload, effect: Any) -> int:
    values = effect.toarray().astype(np.int64).reshape(*workload.shape, -1)
    if workload.kind == "cells":
        return int((values**2).sum())
    for axis in range(len(workload.shape)):
        values = np.cumsum(values, axis=axis)
        if workload.kind == "ranges":
            nothing = np.zeros_like(values.take([0], axis=axis))
            values = np.concatenate([nothing, values], axis=axis)
    if workload.kind == "prefixes":
        return int((values**2).sum())
    greatest = float(np.abs(values).max(initial=0))
    if greatest**2 * values.size * np.prod([2.0 * size + 2 for size in workload.shape]) > SAFE:
        values = values.astype(object)
    formed = values
    for axis, size in enumerate(workload.shape):
        formed = (size + 1) * formed - formed.sum(axis=axis, keepdims=True)
    return int((values * formed).sum())


def worst(workload: Workload, groups: Sequence[Group]) -> Fraction:
    """The error of the worst query."""
    if workload.kind == "ranges" and len(workload.shape) == 1 and workload.cells > MOST_PLACES:
        return strips.of_row(groups)
    if workload.kind != "rows" and len(workload.shape) == 1:
        return max(by_ends(workload.kind, workload.shape[0], groups).values())
    if workload.kind != "rows" and _are_units(groups):
        return _most_cut(workload, groups[0])
    if workload.kind != "rows" and workload.queries * workload.cells > MOST_ENTRIES:
        return strips.of_rectangles(workload.kind, workload.shape, groups)
    asked, divisor = workload.rows(), workload.divisor
    each = [row_squares(asked @ group.effect) for group in groups]
    return greatest([group.weight for group in groups], each) / divisor**2


def by_ends(kind: Kind, places: int, groups: Sequence[Group]) -> Mapping[int, Fraction]:
    """The error of the worst query over a row of places, by how many of its ends are inside of the row."""
    if kind == "ranges" and places > LISTED:
        return _by_covariance(places, groups)
    points = np.arange(places + 1)
    if kind == "ranges":
        first, last = (ends.astype(np.int64) for ends in np.triu_indices(places + 1, 1))
    elif kind == "prefixes":
        first, last = np.zeros(places, dtype=np.int64), points[1:]
    else:
        first, last = points[:-1], points[1:]
    inside = (first > 0).astype(np.int64) + (last < places)
    each = [_between(_prefixed(group.effect), first, last) for group in groups]
    weights = [group.weight for group in groups]
    return {
        int(ends): greatest(weights, [values[inside == ends] for values in each]) for ends in np.unique(inside).tolist()
    }


def _prefixed(effect: Any) -> Any:
    """What noise does to the sum of the first 0, 1, 2, ... places."""
    values = np.cumsum(effect.toarray().astype(np.int64), axis=0)
    return sparse.csr_matrix(np.concatenate([np.zeros_like(values[:1]), values]))


def _between(prefixed: Any, first: Ints, last: Ints) -> Ints:
    step = max(AT_ONCE // max(prefixed.shape[1], 1), 1)
    parts = [
        row_squares(prefixed[last[at : at + step]] - prefixed[first[at : at + step]])
        for at in range(0, len(first), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)


def _by_covariance(places: int, groups: Sequence[Group]) -> Mapping[int, Fraction]:
    """All ranges at once: the error of a difference is that of both prefix sums, less twice what they share."""
    if len(groups) == 1 and (units := _intervals(groups[0].effect, places)) is not None:
        cut = _cut(_counted(units, places))
        some = np.concatenate([cut[0, 1:-1], cut[1:-1, -1]])
        most = {0: int(cut[0, -1]), 1: int(some.max()), 2: int(cut[1:-1, 1:-1].max())}
        return {ends: groups[0].weight * number for ends, number in most.items()}
    shared = np.zeros((places + 1, places + 1))
    for group in groups:
        _add_shared(shared, float(group.weight), group.effect)
    shared = _cut(shared)
    result = {}
    weights = [group.weight for group in groups]
    candidates: dict[int, tuple[Ints, Ints]] = {}
    inner = shared[1:-1, 1:-1]
    for ends, part in ((0, shared[:1, -1:]), (1, np.stack([shared[0, 1:-1], shared[1:-1, -1]])), (2, inner)):
        rows, columns = np.nonzero(part >= part.max() * (1 - NEAR))
        if ends == 0:
            first, last = np.array([0]), np.array([places])
        elif ends == 1:
            first, last = np.where(rows == 0, 0, columns + 1), np.where(rows == 0, columns + 1, places)
        else:
            first, last = rows[rows < columns] + 1, columns[rows < columns] + 1
        candidates[ends] = (first.astype(np.int64), last.astype(np.int64))
    found: dict[int, list[Ints]] = {ends: [] for ends in candidates}
    for group in groups:
        for ends, (first, last) in candidates.items():
            found[ends].append(_between(_prefixed(group.effect), first, last))
    for ends, each in found.items():
        result[ends] = greatest(weights, each)
    return result


def _cut(shared: Array) -> Array:
    """What differences of two points do, in place of what the points share."""
    own = np.diag(shared).copy()
    shared *= -2
    shared += own[:, None]
    shared += own[None, :]
    return shared


def _add_shared(shared: Floats, weight: float, effect: Any) -> None:
    places = effect.shape[0]
    units = _intervals(effect, places)
    if units is not None:
        shared += weight * _counted(units, places)
        return
    prefixed = _prefixed(effect)
    if prefixed.nnz > prefixed.shape[0] * prefixed.shape[1] // 16:
        dense = prefixed.toarray().astype(np.float64)
        shared += weight * (dense @ dense.T)
        return
    product = (prefixed @ prefixed.T).tocoo()
    shared[product.row, product.col] += weight * product.data


def _intervals(effect: Any, places: int) -> tuple[Ints, Ints] | None:
    """Where each column's prefix sums begin and stop being 1 or -1, if they do nothing else."""
    effect = sparse.csc_matrix(effect)
    sizes = np.diff(effect.indptr)
    if int(sizes.max(initial=0)) > 2 or bool(np.any(np.abs(effect.data) != 1)) or bool(np.any(sizes == 0)):
        return None
    effect.sort_indices()
    first, stop = effect.indptr[:-1], effect.indptr[1:] - 1
    if bool(np.any(effect.data[first[sizes == 2]] == effect.data[stop[sizes == 2]])):
        return None
    low = effect.indices[first].astype(np.int64)
    return low, np.where(sizes == 2, effect.indices[stop], places).astype(np.int64)


def _counted(intervals: tuple[Ints, Ints], places: int) -> Ints:
    """For each two points how many of the intervals hold both; an interval from i to j holds points i + 1 to j."""
    counts = np.zeros((places + 1, places + 1), dtype=np.int64)
    np.add.at(counts, (intervals[0] + 1, intervals[1]), 1)
    np.cumsum(counts, axis=0, out=counts)
    backwards = counts[:, ::-1]
    np.cumsum(backwards, axis=1, out=backwards)
    upper = np.triu(counts)
    upper += np.triu(counts, 1).T
    return upper


def _are_units(groups: Sequence[Group]) -> bool:
    return len(groups) == 1 and _intervals(groups[0].effect, groups[0].effect.shape[0]) is not None


def _most_cut(workload: Workload, group: Group) -> Fraction:
    """Over a grid, with one noise for each edge: for every range of rows, the ranges of columns that cut most."""
    height, width = workload.shape
    effect = sparse.csc_matrix(group.effect)
    effect.sort_indices()
    low, high = _intervals(effect, workload.cells) or (np.zeros(0, dtype=np.int64),) * 2
    outside = high == workload.cells
    ends = np.where(outside, 0, high)
    rows = low // width, np.where(outside, -1, ends // width)
    columns = low % width, np.where(outside, width, ends % width)
    most = 0
    for top in range(height):
        if workload.kind == "prefixes" and top > 0:
            break
        for bottom in range(top, top + 1 if workload.kind == "cells" else height):
            first, second = ((top <= row) & (row <= bottom) for row in rows)
            once = first ^ second
            start = np.where(first, columns[0], columns[1])
            start, stop = start[first | second], np.where(once, width, columns[1])[first | second]
            start, stop = np.minimum(start, stop), np.maximum(start, stop)
            held = start != stop
            counted = _counted((start[held], stop[held]), width)
            most = max(most, _widest(workload.kind, counted, width))
    return group.weight * most


def _widest(kind: Kind, counted: Ints, width: int) -> int:
    cut = _cut(counted)
    if kind == "prefixes":
        return int(cut[0].max())
    return int(np.diag(cut, 1).max() if kind == "cells" else cut.max())
