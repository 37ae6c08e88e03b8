"""The cheapest flow between two rows of weights: a small linear program, in floats or exactly.

A flow moves every weight of the left row to states of the right row; an amount that goes from t to t' uses
bound(t, t') times itself of the room at t'. Wanted is the least factor by which all room must grow to suffice:

    minimize u   where   sum_t' flow(t, t') >= supply(t)
                         sum_t flow(t, t') bound(t, t') <= u room(t').

The same simplex method runs on floats, to explore, and on rationals, where its answer is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flint import fmpq

Scalar = TypeVar("Scalar", float, fmpq)

_DANTZIG = 60
_STEPS = 2_000


@dataclass(frozen=True)
class Flow(Generic[Scalar]):
    """`amounts` lists (left state, right state, amount). `factor` is the least u."""

    factor: Scalar
    amounts: tuple[tuple[int, int, Scalar], ...]


@dataclass(frozen=True)
class Numbers(Generic[Scalar]):
    """What the method needs to know of its numbers: below `tiny` one counts as zero."""

    zero: Scalar
    one: Scalar
    tiny: Scalar


FLOATS: Numbers[float] = Numbers(0.0, 1.0, 1e-12)
RATIONALS: Numbers[fmpq] = Numbers(fmpq(0), fmpq(1), fmpq(0))


def cheapest(
    supply: Sequence[tuple[int, Scalar]],
    room: Sequence[tuple[int, Scalar]],
    bounds: Sequence[Sequence[Scalar | None]],
    numbers: Numbers[Scalar],
) -> Flow[Scalar] | None:
    """The cheapest flow, or None where there is none. A bound of None forbids the way. Weights are positive."""
    amounts: list[tuple[int, int, Scalar]] = []
    paid: list[tuple[int, Scalar]] = []
    for state, weight in supply:
        free = next((other for other, bound in enumerate(bounds[state]) if bound is not None and bound == 0), None)
        if free is None:
            paid.append((state, weight))
        else:
            amounts.append((state, free, weight))
    if not paid:
        return Flow(numbers.zero, tuple(amounts))
    if any(all(bounds[state][other] is None for other, _ in room) for state, _ in paid):
        return None
    if len(room) == 1:
        return _to_one(paid, room[0], bounds, amounts, numbers)
    if len(paid) == 1:
        return _from_one(paid[0], room, bounds, amounts, numbers)
    return _solved(paid, room, bounds, amounts, numbers)


def _to_one(
    paid: Sequence[tuple[int, Scalar]],
    only: tuple[int, Scalar],
    bounds: Sequence[Sequence[Scalar | None]],
    amounts: list[tuple[int, int, Scalar]],
    numbers: Numbers[Scalar],
) -> Flow[Scalar]:
    place, space = only
    total = numbers.zero
    for state, weight in paid:
        bound = bounds[state][place]
        assert bound is not None
        total += weight * bound
        amounts.append((state, place, weight))
    return Flow(total / space, tuple(amounts))


def _from_one(
    only: tuple[int, Scalar],
    room: Sequence[tuple[int, Scalar]],
    bounds: Sequence[Sequence[Scalar | None]],
    amounts: list[tuple[int, int, Scalar]],
    numbers: Numbers[Scalar],
) -> Flow[Scalar]:
    """All the room is used in proportion."""
    state, weight = only
    shares: list[tuple[int, Scalar]] = []
    total = numbers.zero
    for place, space in room:
        bound = bounds[state][place]
        if bound is not None:
            shares.append((place, space / bound))
            total += space / bound
    factor = weight / total
    amounts.extend((state, place, share * factor) for place, share in shares)
    return Flow(factor, tuple(amounts))


def steps(supply: Sequence[tuple[int, Scalar]], room: Sequence[tuple[int, Scalar]], numbers: Numbers[Scalar]) -> int:
    """About how many operations `cheapest` takes; one on rationals counts as ten."""
    few, many = sorted((len(supply), len(room)))
    count = 10 + many if few < 2 else few * many * (few + many) ** 2
    return count if numbers.tiny else 10 * count


@dataclass
class _Tableau(Generic[Scalar]):
    """Basic variable = last entry of its row - sum of entries * nonbasic variables; the last row is the objective.

    Variables: 0 is 1/u; then the ways of the flow; then a slack for each row.
    """

    rows: list[list[Scalar]]
    basic: list[int]
    nonbasic: list[int]
    numbers: Numbers[Scalar]


def _solved(
    paid: Sequence[tuple[int, Scalar]],
    room: Sequence[tuple[int, Scalar]],
    bounds: Sequence[Sequence[Scalar | None]],
    amounts: list[tuple[int, int, Scalar]],
    numbers: Numbers[Scalar],
) -> Flow[Scalar] | None:
    """Maximize 1/u. First every supply takes its cheapest way, then the method improves on that."""
    ways: list[tuple[int, int, Scalar]] = []
    for index, (state, _) in enumerate(paid):
        for place, (other, _) in enumerate(room):
            bound = bounds[state][other]
            if bound is not None:
                ways.append((index, place, bound))
    nothing: Scalar = numbers.zero
    rows: list[list[Scalar]] = [[weight, *[nothing] * (len(ways) + 1)] for _, weight in paid]
    rows += [[*[nothing] * (len(ways) + 1), space] for _, space in room]
    for number, way in enumerate(ways):
        rows[way[0]][1 + number] = -numbers.one
        rows[len(paid) + way[1]][1 + number] = way[2]
    rows.append([-numbers.one, *[nothing] * (len(ways) + 1)])
    size = len(rows) - 1
    first = 1 + len(ways)
    tableau = _Tableau(rows, list(range(first, first + size)), list(range(first)), numbers)
    for index in range(len(paid)):
        _pivot(tableau, index, 1 + _nearest(index, ways, room))
    _climb(tableau)
    inverse = tableau.rows[-1][-1]
    if inverse <= 0:
        return None
    for variable, row in zip(tableau.basic, tableau.rows, strict=False):
        if 0 < variable < first and row[-1] > 0:
            index, place, _ = ways[variable - 1]
            amounts.append((paid[index][0], room[place][0], row[-1] / inverse))
    return Flow(numbers.one / inverse, tuple(amounts))


def _nearest(supply: int, ways: Sequence[tuple[int, int, Scalar]], room: Sequence[tuple[int, Scalar]]) -> int:
    """The way of a supply that uses the least share of its room."""
    best: int | None = None
    for number, (index, place, bound) in enumerate(ways):
        if index == supply and (best is None or bound * room[ways[best][1]][1] < ways[best][2] * room[place][1]):
            best = number
    assert best is not None
    return best


def _climb(tableau: _Tableau[Scalar]) -> None:
    """Pivot until nothing improves. Bland's rule after a while makes the exact method end; floats may stop early."""
    rows, tiny = tableau.rows, tableau.numbers.tiny
    exact = tiny == 0
    steps = 0
    while exact or steps < _STEPS:
        objective = rows[-1]
        improving = [column for column in range(len(tableau.nonbasic)) if objective[column] < -tiny]
        if not improving:
            return
        if steps < _DANTZIG:
            column = min(improving, key=objective.__getitem__)
        else:
            column = min(improving, key=tableau.nonbasic.__getitem__)
        chosen = _leaving(tableau, column)
        if chosen is None:
            return
        _pivot(tableau, chosen, column)
        steps += 1


def _leaving(tableau: _Tableau[Scalar], column: int) -> int | None:
    chosen: int | None = None
    for index in range(len(tableau.basic)):
        row = tableau.rows[index]
        if row[column] <= tableau.numbers.tiny:
            continue
        if chosen is None:
            chosen = index
            continue
        best = tableau.rows[chosen]
        mine, least = row[-1] * best[column], best[-1] * row[column]
        if mine < least or (mine == least and tableau.basic[index] < tableau.basic[chosen]):
            chosen = index
    return chosen


def _pivot(tableau: _Tableau[Scalar], chosen: int, column: int) -> None:
    """Exchange a basic and a nonbasic variable."""
    line = tableau.rows[chosen]
    inverse = tableau.numbers.one / line[column]
    scaled = [entry * inverse for entry in line]
    scaled[column] = inverse
    for index, other in enumerate(tableau.rows):
        factor = other[column]
        if index != chosen and factor != 0:
            fresh = [a - factor * b if b != 0 else a for a, b in zip(other, scaled, strict=True)]
            fresh[column] = -factor * inverse
            tableau.rows[index] = fresh
    tableau.rows[chosen] = scaled
    tableau.basic[chosen], tableau.nonbasic[column] = tableau.nonbasic[column], tableau.basic[chosen]
