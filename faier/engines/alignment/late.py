"""A kept process whose draws are drawn when they are looked at first.

A draw that nobody has looked at is distributed as it was drawn, whatever else is known. Where all ways to a state bring
such a draw in the same place, drawn alike, the state need not hold it: the ways that leave the state draw it. Two runs
may then be aligned with more in sight.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from faier.semantics.kept import (
    Constraint,
    Fresh,
    KeptAsk,
    KeptEnd,
    KeptProcess,
    KeptState,
    KeptTell,
    Unbounded,
    Way,
    ways_of,
)

Unseen = dict[int, Fresh]
"""The draws of a state that nobody has looked at, each as it is drawn."""


def late(kept: KeptProcess) -> KeptProcess:
    """The process that draws as late as it can."""
    unseen = _unseen(kept)
    if not any(unseen):
        return kept
    states = tuple(_state(state, unseen[at], unseen) for at, state in enumerate(kept.states))
    return replace(kept, states=states, start=_ways(kept.start, 0, {}, unseen))


def _unseen(kept: KeptProcess) -> list[Unseen]:
    """For each state, its draws that no way there has looked at: first all that may be, then fewer and fewer."""
    found: list[Unseen | None] = [None] * len(kept.states)
    waiting: list[int] = []

    def reach(ways: Iterable[Way], held: int, before: Unseen) -> None:
        for way in ways:
            looked = {at for constraint in way.constraints for _, at in constraint.terms}
            brought: Unseen = {}
            for place, at in enumerate(way.kept):
                drawn = before.get(at) if at < held else way.fresh[at - held]
                if drawn is not None and at not in looked and not (way.added and way.added[place]):
                    brought[place] = drawn
            known = found[way.target]
            both = brought if known is None else {at: one for at, one in known.items() if brought.get(at) == one}
            if known is None or len(both) < len(known):
                found[way.target] = both
                waiting.append(way.target)

    reach(kept.start, 0, {})
    while waiting:
        at = waiting.pop()
        state = kept.states[at]
        if not isinstance(state, KeptEnd):
            here = found[at]
            assert here is not None
            told = set()
            if isinstance(state, KeptTell) and isinstance(state.value, Unbounded):
                told = {variable for _, variable in state.value.terms}
            rest = {variable: drawn for variable, drawn in here.items() if variable not in told}
            found[at] = rest
            for ways in ways_of(state):
                reach(ways, state.draws, rest)
    return [one or {} for one in found]


def _state(state: KeptState, mine: Unseen, unseen: list[Unseen]) -> KeptState:
    match state:
        case KeptAsk():
            ways = tuple(_ways(of, state.draws, mine, unseen) for of in state.ways)
            return replace(state, draws=state.draws - len(mine), ways=ways)
        case KeptTell():
            value = state.value
            if isinstance(value, Unbounded):
                place = _places(state.draws, mine)
                value = replace(value, terms=tuple((sign, place[at]) for sign, at in value.terms))
            onward = _ways(state.ways, state.draws, mine, unseen)
            return replace(state, draws=state.draws - len(mine), value=value, ways=onward)
        case KeptEnd():
            return state


def _places(draws: int, mine: Unseen) -> dict[int, int]:
    """The number of each draw that the state still holds."""
    return {at: place for place, at in enumerate(at for at in range(draws) if at not in mine)}


def _ways(ways: Iterable[Way], draws: int, mine: Unseen, unseen: list[Unseen]) -> tuple[Way, ...]:
    return tuple(_way(way, draws, mine, unseen[way.target]) for way in ways)


def _way(way: Way, draws: int, mine: Unseen, there: Unseen) -> Way:
    """The way without the draws that its target need not hold; it draws what the state that it leaves does not hold,
    if it is looked at or the target holds it."""
    staying = [place for place in range(len(way.kept)) if place not in there]
    kept = tuple(way.kept[place] for place in staying)
    needed = {*kept, *(at for constraint in way.constraints for _, at in constraint.terms)}
    before = {at: one for at, one in mine.items() if at in needed}
    first = {draws + at: one for at, one in enumerate(way.fresh) if draws + at in needed}
    place = _places(draws, mine)
    held = len(place)
    place |= {at: held + number for number, at in enumerate((*before, *first))}
    return replace(
        way,
        fresh=(*before.values(), *first.values()),
        constraints=tuple(_renamed(constraint, place) for constraint in way.constraints),
        kept=tuple(place[at] for at in kept),
        added=tuple(way.added[at] for at in staying) if way.added else (),
    )


def _renamed(constraint: Constraint, place: dict[int, int]) -> Constraint:
    terms = sorted(((sign, place[at]) for sign, at in constraint.terms), key=lambda term: term[1])
    return replace(constraint, terms=tuple(terms))
