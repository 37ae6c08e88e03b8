"""A process that keeps unbounded draws, walked with the draws as integers, cut far out: what its words weigh."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from flint import fmpq
from referee.contest import shown as as_shown
from referee.far import Event, Far, near, reach

from faier.exact import Number
from faier.lang.values import Sequence as Values
from faier.lang.values import Value
from faier.semantics.kept import Draws, KeptAsk, KeptEnd, KeptProcess, KeptTell, Unbounded, Way
from faier.semantics.process import Entry

Run: TypeAlias = tuple[tuple[Any, ...], int, tuple[int, ...], int]
"""What was shown, the state, the values of its draws, how many arrivals were read."""


def walked(process: KeptProcess, inputs: Mapping[str, Value], length: int, floor: Fraction) -> Far:
    """What is known of the outputs on these inputs: runs stop when they show more than `length` values, or read more
    arrivals than there are. Weights must be rational."""
    found: dict[Event, Fraction] = defaultdict(Fraction)
    runs: dict[Run, Fraction] = defaultdict(Fraction)
    _follow(runs, (), 0, process.start, (), Fraction(1), floor)
    while runs:
        following: dict[Run, Fraction] = defaultdict(Fraction)
        for (shown, at, values, read), weight in runs.items():
            state = process.states[at]
            assert not isinstance(state, KeptEnd) or not values
            match state:
                case KeptEnd():
                    found[shown, True] += weight
                case KeptTell() if len(shown) == length:
                    found[shown, False] += weight
                case KeptTell():
                    assert state.draws == len(values)
                    told = (*shown, _told(state.value, values))
                    _follow(following, told, read, state.ways, values, weight, floor)
                case KeptAsk():
                    assert state.draws == len(values)
                    given = inputs[state.entry.input]
                    if state.entry.arrival and read == len(_items(given)):
                        found[shown, False] += weight
                        continue
                    ways = state.ways[state.choices.index(_entry(state.entry, given, read))]
                    _follow(following, shown, read + state.entry.arrival, ways, values, weight, floor)
        runs = following
    return Far(dict(found), 1 - sum(found.values(), Fraction(0)))


def _follow(
    runs: dict[Run, Fraction],
    shown: tuple[Any, ...],
    read: int,
    ways: Sequence[Way],
    values: tuple[int, ...],
    weight: Fraction,
    floor: Fraction,
) -> None:
    for way in ways:
        for fresh, share in _drawn(way.fresh, weight * _fraction(way.weight), floor):
            known = (*values, *fresh)
            if all(sum(sign * known[at] for sign, at in each.terms) >= each.least for each in way.constraints):
                runs[shown, way.target, tuple(known[at] for at in way.kept), read] += share


def _drawn(fresh: Sequence[Draws], weight: Fraction, floor: Fraction) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The values of fresh variables, as far out as a run is more likely than the floor."""
    if not fresh:
        yield (), weight
        return
    parts = [(c, near(_fraction(a), max(reach(_fraction(a), floor / weight), 0))) for c, a in fresh[0]]
    for drawn in product(*(options[:-1] for _, options in parts)):
        share = weight * prod((each for _, each in drawn), start=Fraction(1))
        if share >= floor:
            value = sum(c * y for (c, _), (y, _) in zip(parts, drawn, strict=True))
            for rest, final in _drawn(fresh[1:], share, floor):
                yield (value, *rest), final


def _told(value: Value | Unbounded, values: tuple[int, ...]) -> Any:
    if not isinstance(value, Unbounded):
        return as_shown(value)
    told = sum(sign * values[at] for sign, at in value.terms) + value.offset
    assert (value.low is None or value.low <= told) and (value.high is None or told <= value.high)
    return ("int", told)


def _entry(entry: Entry, given: Value, read: int) -> Value:
    if entry.arrival:
        return _items(given)[read]
    for index in entry.index or ():
        given = _items(given)[index]
    return given


def _items(value: Value) -> tuple[Value, ...]:
    assert isinstance(value, Values)
    return value.items


def _fraction(number: Number) -> Fraction:
    assert isinstance(number, fmpq), number
    return Fraction(int(number.p), int(number.q))
