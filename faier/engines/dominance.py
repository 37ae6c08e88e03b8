"""Which vectors of a node the search may forget, each with an exact reason.

A vector (x, y) is covered when a nonnegative combination of others has at least x on the left and at most y on
the right: then after any prefix one of the others has a ratio at least as great (mediant inequality; also where
a right weight is zero and the ratio infinite). Floats choose what to try, and a vector without an exact
reason (`covers.Cover`) stays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import mul, truediv

from faier.engines.covers import Column, Cover, aligned, cover_by_many, cover_by_one, score, substituted
from faier.engines.lp import Mixture
from faier.engines.search_vectors import Arithmetic, Support, Vector


@dataclass(frozen=True)
class Effort:
    """How hard to try: single vectors always; combinations, of at most `columns` vectors, if `columns` > 1.

    Once `expired`, nothing more is tried.
    """

    arithmetic: Arithmetic
    columns: int
    expired: Callable[[], bool]


@dataclass(frozen=True)
class Pruned:
    """`kept` remain; `covers` gives the reason for every other vector, by its identity."""

    kept: tuple[Vector, ...]
    covers: dict[int, Cover]
    programs: int


def prune(old: Sequence[Vector], fresh: Sequence[Vector], effort: Effort) -> Pruned:
    """Drop what is covered among `old` (kept so far, none covered by the rest) and `fresh` together."""
    covers: dict[int, Cover] = {}
    programs = 0
    groups: dict[Support, list[Vector]] = {}
    for item in old:
        groups.setdefault(item.shape.support, []).append(item)
    waiting: dict[Support, list[Vector]] = {}
    for item in fresh:
        waiting.setdefault(item.shape.support, []).append(item)
    for support in sorted(waiting, key=lambda pair: (-len(pair[0]), len(pair[1]), pair)):
        above = [item for other, items in groups.items() if _wider(other, support) for item in items]
        added, reasons, tried = _useful(support, above, waiting[support], effort)
        groups.setdefault(support, []).extend(added)
        covers.update(reasons)
        programs += tried
    if any(item.identity not in covers for item in fresh):
        programs += _retire(groups, covers, effort)
    kept = sorted((item for items in groups.values() for item in items), key=lambda item: item.identity)
    return Pruned(tuple(kept), covers, programs)


def _wider(other: Support, support: Support) -> bool:
    """Whether one vector of support `other` may cover one of `support`."""
    return other == support or (set(support[0]) <= set(other[0]) and set(other[1]) <= set(support[1]))


def _useful(
    support: Support, above: Sequence[Vector], fresh: Sequence[Vector], effort: Effort
) -> tuple[list[Vector], dict[int, Cover], int]:
    """The fresh vectors of one support that the others do not cover.

    Each round takes one vector. Either it is covered, or the linear program's prices are a direction in which
    it beats all that are kept, and the best vector in that direction is kept, whichever it is (Lark's filter).
    """
    columns = [aligned(item, support) for item in above]
    pending = [aligned(item, support) for item in reversed(fresh)]
    covers: dict[int, Cover] = {}
    added: list[Vector] = []
    programs = 0
    while pending:
        column = pending[-1]
        verdict, tried = _judged(column, columns, effort)
        programs += tried
        if isinstance(verdict, Cover):
            covers[column.vector.identity] = verdict
            pending.pop()
            continue
        chosen = pending.pop(-1 if verdict is None else _best(pending, column, verdict))
        columns.append(chosen)
        added.append(chosen.vector)
    return added, covers, programs


def _retire(groups: dict[Support, list[Vector]], covers: dict[int, Cover], effort: Effort) -> int:
    """Once more for each kept vector, against all others at once, of any support; drop what is now covered."""
    programs = 0
    for support, items in groups.items():
        near = [other for other in groups if set(other[1]) <= set(support[1])]
        for item in tuple(items):
            others = [aligned(each, support) for key in near for each in groups[key] if each is not item]
            verdict, tried = _judged(aligned(item, support), others, effort)
            programs += tried
            if isinstance(verdict, Cover):
                items.remove(item)
                for identity, cover in covers.items():
                    covers[identity] = substituted(cover, item, verdict)
                covers[item.identity] = verdict
    return programs


def _judged(column: Column, others: Sequence[Column], effort: Effort) -> tuple[Cover | Mixture | None, int]:
    """A cover of the column, or prices at which it is better than all others, or neither.

    The second result counts the linear programs.
    """
    if not column.left:
        return Cover(1, ()), 0
    if effort.expired():
        return None, 0
    if not others:
        return _even(column), 0
    scores = [score(column, other) for other in others]
    ranked = sorted(range(len(others)), key=scores.__getitem__, reverse=True)
    for place in ranked:
        if scores[place] < 1.0 - 1e-9:
            break
        cover = cover_by_one(column, others[place], effort.arithmetic)
        if cover is not None:
            return cover, 0
    if len(others) < 2 or effort.columns < 2:
        return None, 0
    chosen = sorted(ranked[: effort.columns])
    start = chosen.index(ranked[0])
    return cover_by_many(column, [others[place] for place in chosen], start, effort.arithmetic), 1


def _even(column: Column) -> Mixture:
    """Prices that weigh every state alike."""
    return Mixture(0.0, (), (), (), (), (1.0,) * len(column.left), (1.0,) * len(column.right))


def _best(pending: Sequence[Column], column: Column, prices: Mixture) -> int:
    """The place of the vector with the greatest ratio at these prices, which are for shares of `column`."""
    gains = [price / near for price, near in zip(prices.gain_prices, column.left_floats, strict=True)]
    costs = [price / near for price, near in zip(prices.cost_prices, column.right_floats, strict=False)]

    def worth(place: int) -> float:
        item = pending[place]
        gain = sum(map(mul, gains, item.left_floats))
        cost = sum(map(mul, costs, item.right_floats))
        if gain <= 0.0:
            return -math.inf
        return math.inf if cost <= 0.0 else math.log2(truediv(gain, cost)) + item.tilt

    return max(range(len(pending)), key=worth)
