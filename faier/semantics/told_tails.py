"""Whether a few integers stand for all that are told: far out, chances fall by one factor wherever a run may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import inf

from faier.exact import Number
from faier.exact.integers import Weights
from faier.exact.tails import Tail
from faier.semantics.process import Ask, End, Process, Row, State, Tell


@dataclass(frozen=True)
class Tails:
    """The factors by which the chances of what is told fall towards either end (None: they are 0 there)."""

    lower: Number | None
    upper: Number | None


def tails_of(weights: Weights) -> Tails | None:
    """The factors of a weight function, where it falls by one factor at either end."""
    if not (_pure(weights.lower) and _pure(weights.upper)):
        return None
    lower, upper = (tail[0][0] if tail else None for tail in (weights.lower, weights.upper))
    return Tails(lower, upper)


def several_bases(process: Process, tails: Mapping[int, set[Tails]]) -> str | None:
    """What is to be said where two runs that told equally much may tell something whose chances fall differently.

    `tails` has those of the states that tell one of the integers.
    """
    if len({each for found in tails.values() for each in found}) < 2:
        return None
    first, last = _depths(process)
    spans = {(each, first[state], last[state]) for state, found in tails.items() for each in found}
    for (one, begin, end), (other, start, stop) in combinations(spans, 2):
        if begin <= stop and start <= end and (_differ(one.lower, other.lower) or _differ(one.upper, other.upper)):
            return "noise of different kinds is told at the same place of an output"
    return None


def _pure(tail: Tail) -> bool:
    return len(tail) <= 1 and all(degree == 0 for _, degree, _ in tail)


def _differ(one: Number | None, other: Number | None) -> bool:
    return one is not None and other is not None and one != other


def _depths(process: Process) -> tuple[list[float], list[float]]:
    """The least and the greatest number of values that are told before a state."""
    onward = [[(to, isinstance(state, Tell)) for row in _rows(state) for to, _ in row] for state in process.states]
    into = [0] * len(onward)
    for moves in onward:
        for to, _ in moves:
            into[to] += 1
    first = [inf] * len(onward)
    last = [-inf] * len(onward)
    for at, _ in process.start:
        first[at] = last[at] = 0
    free = [at for at, count in enumerate(into) if count == 0]
    for at in free:
        for to, shows in onward[at]:
            first[to] = min(first[to], first[at] + shows)
            last[to] = max(last[to], last[at] + shows)
            into[to] -= 1
            if into[to] == 0:
                free.append(to)
    for at, count in enumerate(into):
        if count:
            first[at], last[at] = 0, inf
    return first, last


def _rows(state: State) -> Iterator[Row]:
    match state:
        case Ask():
            yield from state.rows
        case Tell():
            yield state.row
        case End():
            pass
