"""Which vectors of a node the search may forget, each with an exact reason.

A vector (x, y) is covered when a nonnegative combination of others has at least x on the left and at most y on
the right: then after any prefix one of the others has a ratio at least as great (mediant inequality; also where
a right weight is zero and the ratio infinite). Floats choose what to try, and a vector without an exact
reason (`covers.Cover`) stays.

Combinations take linear programs, which may cost more than they save. Their steps are counted and paid from a `Purse`:
once it is empty, single vectors alone cover others. So what is kept does not depend on how fast the machine is.
Reports on permanent noisy bits are hopeless without combinations, sums over a tree are faster without.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from faier.engines.search.covers import (
    Column,
    Cover,
    cover_by_many,
    cover_by_one,
    even_prices,
    score,
    substituted,
    valued,
)
from faier.engines.search.lp import Mixture
from faier.engines.search.vectors import Amount, Arithmetic, Support, Vector
from faier.limits import Limits

_MIXED = 64
_RANGE = 300


@dataclass(eq=False)
class Purse:
    """Steps that linear programs may still take: entries of tableaus and of columns that were touched."""

    left: float = math.inf

    def spend(self, steps: float) -> None:
        self.left -= steps


@dataclass(frozen=True)
class Effort:
    """How hard to try: single vectors always, combinations only if `conic` and while the purse is not empty.
    Raises `LimitReached` when a limit is hit."""

    arithmetic: Arithmetic
    conic: bool
    limits: Limits
    purse: Purse

    def spend(self, steps: int) -> None:
        self.limits.check()
        self.purse.spend(steps)


@dataclass(frozen=True)
class Pruned:
    """`kept` remain; `covers` gives the reason for every other vector, by its identity."""

    kept: tuple[Vector, ...]
    covers: dict[int, Cover]
    programs: int


def prune(old: Sequence[Vector], fresh: Sequence[Vector], effort: Effort) -> Pruned:
    """Drop what is covered among `old` (kept so far, none covered by the rest) and `fresh` together."""
    covers: dict[int, Cover] = {}
    groups, waiting = _by_support(old), _by_support(fresh)
    suspects = {item.identity for item in old}
    sieved: dict[object, _Sieved] = {}
    programs = 0
    for support in sorted(waiting, key=lambda pair: (-len(pair[0]), len(pair[1]), pair)):
        effort.limits.check()
        above = [item for other, items in groups.items() if _wider(other, support) for item in items]
        view = _view(above, waiting[support], support)
        if view.key not in sieved:
            sieved[view.key] = _sieve(view.columns, len(above), effort)
            programs += sieved[view.key].programs
        result = sieved[view.key]
        groups.setdefault(support, []).extend(view.vectors[place] for place in result.added)
        suspects.update(view.vectors[place].identity for place in result.doubtful)
        for place, cover in result.covers.items():
            covers[view.vectors[place].identity] = _named(cover, view.vectors)
    if any(item.identity not in covers for item in fresh):
        programs += _retire(groups, covers, suspects, effort)
    kept = sorted((item for items in groups.values() for item in items), key=lambda item: item.identity)
    return Pruned(tuple(kept), covers, programs)


def _by_support(items: Sequence[Vector]) -> dict[Support, list[Vector]]:
    groups: dict[Support, list[Vector]] = {}
    for item in items:
        groups.setdefault(item.shape.support, []).append(item)
    return groups


def _wider(other: Support, support: Support) -> bool:
    """Whether one vector of support `other` may cover one of `support`."""
    return other == support or (set(support[0]) <= set(other[0]) and set(other[1]) <= set(support[1]))


def _named(cover: Cover, vectors: Sequence[Vector]) -> Cover:
    return Cover(cover.divisor, tuple((vectors[place].identity, amount) for place, amount in cover.terms))


@dataclass(frozen=True)
class _View:
    """Vectors read off at one support, in an order that depends on nothing but their amounts.

    States at which all vectors have equal amounts are read once. Two supports whose vectors differ only in the names
    of the states have the same `key`, and are sieved once.
    """

    vectors: tuple[Vector, ...]
    columns: tuple[Column, ...]
    key: object


def _view(above: Sequence[Vector], fresh: Sequence[Vector], support: Support) -> _View:
    """The first columns are those of `above`."""
    read = [_read(item, support) for item in (*above, *fresh)]
    order = sorted(range(len(read)), key=lambda place: (place >= len(above), _sorting(read[place]), place))
    vectors = [(*above, *fresh)[place] for place in order]
    left = _kinds([read[place][0] for place in order], [read[place][2] for place in order])
    right = _kinds([read[place][1] for place in order], [read[place][3] for place in order])
    tilts = [item.right_sketch.exponent - item.left_sketch.exponent for item in vectors]
    level = sorted(tilts)[len(tilts) // 2]
    columns = []
    for place, item, tilt in zip(order, vectors, tilts, strict=True):
        lefts, rights, left_floats, right_floats = read[place]
        factor = 2.0 ** max(-_RANGE, min(_RANGE, tilt - level))
        columns.append(
            Column(
                tuple([lefts[index] for index in left]),
                tuple([rights[index] for index in right]),
                tuple([left_floats[index] for index in left]),
                tuple([right_floats[index] * factor for index in right]),
                item.left_sketch.exponent,
            )
        )
    key = (len(above), tuple((column.left, column.right) for column in columns))
    return _View(tuple(vectors), tuple(columns), key)


Reading = tuple[Sequence[Amount], Sequence[Amount], Sequence[float], Sequence[float]]


def _read(item: Vector, support: Support) -> Reading:
    """The amounts and floats of a vector at each state of the support."""
    shape, left, right = item.shape, item.left_sketch.floats, item.right_sketch.floats
    if shape.support == support:
        return shape.left, shape.right, left, right
    lefts = dict(zip(shape.left_places, zip(shape.left, left, strict=True), strict=True))
    rights = dict(zip(shape.right_places, zip(shape.right, right, strict=True), strict=True))
    nothing = (0, 0.0)
    read_left = [lefts.get(place, nothing) for place in support[0]]
    read_right = [rights.get(place, nothing) for place in support[1]]
    return (
        [amount for amount, _ in read_left],
        [amount for amount, _ in read_right],
        [near for _, near in read_left],
        [near for _, near in read_right],
    )


def _sorting(reading: Reading) -> tuple[list[float], list[float]]:
    """A key that does not depend on the order of the states."""
    return sorted(reading[2]), sorted(reading[3])


def _kinds(lines: Sequence[Sequence[Amount]], floats: Sequence[Sequence[float]]) -> list[int]:
    """One place of each kind, in an order of their own; places are of one kind when equal in every line."""
    kinds: dict[tuple[Amount, ...], int] = {}
    for place, kind in enumerate(zip(*lines, strict=True)):
        kinds.setdefault(kind, place)
    return sorted(kinds.values(), key=lambda place: [line[place] for line in floats])


@dataclass(frozen=True)
class _Sieved:
    """Places of columns: those that none covers, of these the ones added without prices, and the covers of the rest."""

    added: tuple[int, ...]
    doubtful: tuple[int, ...]
    covers: dict[int, Cover]
    programs: int


def _sieve(columns: Sequence[Column], settled: int, effort: Effort) -> _Sieved:
    """Sort out the columns after the first `settled`, which stay.

    Each round takes one column. Either it is covered, or the linear program's prices are a direction in which
    it beats all that stay, and the best column in that direction stays, whichever it is (Lark's filter).
    """
    staying = list(range(settled))
    pending = list(range(len(columns) - 1, settled - 1, -1))
    covers: dict[int, Cover] = {}
    doubtful: list[int] = []
    programs, seen = 0, 0
    while pending:
        place = pending[-1]
        column = columns[place]
        others = [columns[other] for other in staying]
        verdict, tried = _judged(column, others, seen, effort)
        programs += tried
        if isinstance(verdict, Cover):
            terms = tuple((staying[other], amount) for other, amount in verdict.terms)
            covers[pending.pop()] = Cover(verdict.divisor, terms)
            seen = 0
            if len(terms) == 1:
                # What covered one vector is likely to cover the next: try it first.
                staying.insert(0, staying.pop(verdict.terms[0][0]))
            continue
        chosen = len(pending) - 1
        if verdict is None:
            doubtful.append(place)
        else:
            chosen = _best([columns[other] for other in pending], column, verdict)
        seen = 0 if chosen == len(pending) - 1 else len(staying)
        staying.append(pending.pop(chosen))
    added = sorted(place for place in staying if place >= settled)
    return _Sieved(tuple(added), tuple(doubtful), covers, programs)


def _retire(groups: dict[Support, list[Vector]], covers: dict[int, Cover], suspects: set[int], effort: Effort) -> int:
    """Once more for kept vectors, against all others at once; drop what is now covered.

    A vector needs no second look when it was the best at some prices, unless vectors of a support that is not
    wider may combine to cover it (tried where the support is small: it seldom helps).
    """
    programs = 0
    for support, items in groups.items():
        effort.limits.check()
        near = [other for other in groups if set(other[1]) <= set(support[1])]
        small = len(support[0]) + len(support[1]) <= _MIXED
        mixed = small and not all(_wider(other, support) for other in near)
        doubted = [item for item in items if mixed or item.identity in suspects]
        if not doubted:
            continue
        view = _view([each for key in near for each in groups[key]], (), support)
        columns = {item.identity: column for item, column in zip(view.vectors, view.columns, strict=True)}
        for item in doubted:
            column = columns.pop(item.identity)
            names, others = list(columns), list(columns.values())
            verdict, tried = _judged(column, others, 0, effort)
            programs += tried
            if isinstance(verdict, Cover):
                items.remove(item)
                reason = Cover(verdict.divisor, tuple((names[place], amount) for place, amount in verdict.terms))
                for identity, cover in covers.items():
                    covers[identity] = substituted(cover, item.identity, reason)
                covers[item.identity] = reason
            else:
                columns[item.identity] = column
    return programs


def _judged(column: Column, others: Sequence[Column], seen: int, effort: Effort) -> tuple[Cover | Mixture | None, int]:
    """A cover of the column, or prices at which it is better than all others, or neither.

    The first `seen` others do not cover it alone. The second result counts the linear programs.
    """
    if not column.left:
        return Cover(1, ()), 0
    effort.limits.check()
    if not others:
        return even_prices(column), 0
    for place in range(seen, len(others)):
        if score(column, others[place]) >= 1.0 - 1e-9:
            cover = cover_by_one(column, others, place, effort.arithmetic)
            if cover is not None:
                return cover, 0
    if len(others) < 2 or not effort.conic or effort.purse.left <= 0:
        return None, 0
    return cover_by_many(column, others, effort.arithmetic, effort.spend), 1


def _best(pending: Sequence[Column], column: Column, prices: Mixture) -> int:
    """The place of the column with the greatest ratio at these prices, which are for shares of `column`."""
    ratios = [
        -1.0 if gain <= 0.0 else math.inf if cost <= 0.0 else gain / cost
        for gain, cost in valued(column, prices, pending)
    ]
    return max(range(len(pending)), key=ratios.__getitem__)
