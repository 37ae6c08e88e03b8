"""Where a run stands in the graph of all words, and what may be forgotten about it.

Arrivals of a stream are numbered anew, and entries that differ are forgotten by name, as soon as no run mentions them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from .fed_process import State
from .forms import Number
from .machine import Ask, End, Event, Run, Tell
from .relation import Watch
from .values import Mark, Stream, changed, shown_key

SPENT = ("spent",)

Key = tuple[object, ...]
Pairs = dict[Mark, tuple[object, object]]


@dataclass(frozen=True, eq=False)
class Spot:
    """kind "ask" (of `mark`, at `run`), "tell" (`value`, then `run`) or "end"; `prior` is the run of a prior that goes
    on, `secret` what one told that has ended. Equal if the keys are: True is not 1."""

    kind: str
    run: Run | None = None
    mark: Mark | None = None
    value: object = None
    prior: Run | None = None
    secret: tuple[object, ...] = ()

    def key(self) -> Key:
        return self._key

    @cached_property
    def _key(self) -> Key:
        run, prior = (here.key() if here is not None else () for here in (self.run, self.prior))
        return (self.kind, shown_key(self.mark), shown_key(self.value), run, prior, shown_key(self.secret))

    @property
    def mass(self) -> Number:
        return self.state().mass

    def state(self) -> State:
        return State(self.run, self.prior, self.secret)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spot) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def spot_of(event: Event, here: State, read: Pairs) -> Spot | None:
    """None: what is asked for is there."""
    match event:
        case Tell(value, then):
            return Spot("tell", then, None, value, here.prior, here.secret)
        case End():
            return Spot("end", None, None, None, here.prior, here.secret)
        case Ask(Mark() as mark, at) if mark not in read:
            return Spot("ask", at, mark, None, here.prior, here.secret)
    return None


@dataclass(frozen=True)
class Renamed:
    spot: dict[Spot, Spot]
    watch: Watch
    read: Pairs


def renamed(spots: list[dict[Spot, None]], watch: Watch, read: Pairs, fed: bool) -> Renamed:
    """Without what no run mentions any more; a stream that all have taken as much of starts anew, and so does one that
    is `fed` by a prior, for its arrivals are never unread."""
    marks: set[Mark] = set()
    taken: dict[str, set[int]] = {}

    def look(value: object) -> object:
        if isinstance(value, Mark):
            marks.add(value)
        elif isinstance(value, Stream):
            taken.setdefault(value.name, set()).add(value.taken)
            for inside in value.arrived:
                changed(inside, look)
        return value

    every = [spot for side in spots for spot in side]
    for spot in every:
        for _, value in spot.run.variables if spot.run is not None else ():
            changed(value, look)
    kept = {
        mark: pair
        for mark, pair in read.items()
        if mark in marks or (mark.name in taken and mark.path and mark.path[0] >= min(taken[mark.name]))
    }
    mentioned = {(mark.name, *mark.path[:1]) for mark in (*marks, *kept)}
    again = {
        name
        for name, counts in taken.items()
        if fed
        or (
            len(counts) == 1
            and not any(entry[0] == name for entry in mentioned)
            and all(spot.mark is None for spot in every)
        )
    }
    coming = {name for name in taken if name not in again}
    states = tuple(
        SPENT if isinstance(state, tuple) and state not in mentioned and state[0] not in coming else state
        for state in watch.states
    )

    def anew(value: object) -> object:
        return Stream(value.name, 0, value.arrived) if isinstance(value, Stream) and value.name in again else value

    known = {}
    for spot in every:
        run = spot.run
        if run is not None and again:
            run = Run(run.at, tuple((name, changed(value, anew)) for name, value in run.variables), run.known)
        known[spot] = replace(spot, run=run)
    return Renamed(known, Watch(states), kept)
