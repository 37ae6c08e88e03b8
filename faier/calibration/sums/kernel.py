"""Endless steps of a prior, and what a query adds for each record -> a finite chain of the places where the secret may
be told, with what is added between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd, lcm

from flint import fmpq, fmpz

from faier.calibration.sums.steady import RECORD, SECRET, STEP
from faier.exact import ZERO, Number, Unknown, generators, substitute, unknowns
from faier.hmm.lump import lump
from faier.lang.values import Sequence, Value, same, sort_key
from faier.limits import Limits
from faier.semantics.process import Process, Tell

Added = tuple[tuple[int, int, fmpq], ...]
"""The place that is come to, how much is added on the way, and how likely that is."""

Formulas = tuple[tuple[int, int, Number], ...]
"""The same, where chances may have unknowns in them."""

# Between two marks no more records are followed than this, and no more marks than this are told apart.
RECORDS, PLACES = 64, 60


@dataclass(frozen=True)
class Open:
    """`start` leads to the first mark, `moves[z]` from the mark z to the next, and `last[z]` to the end of the step
    (its places mean nothing). What is added are multiples of `unit`, as whole numbers. `secrets[z]` is the number of
    what is told at the mark, among `names`. Chances may depend on unknowns."""

    start: Formulas
    moves: tuple[Formulas, ...]
    last: tuple[Formulas, ...]
    unit: fmpq
    secrets: tuple[int, ...]
    names: tuple[Value, ...]

    def least(self, count: int) -> fmpq:
        """No sum of so many steps is less."""
        first, onward, end = (
            min(shift for row in rows for _, shift, _ in row) for rows in ((self.start,), self.moves, self.last)
        )
        return self.unit * (first + (count - 1) * onward + end)

    def most(self, count: int) -> fmpq:
        """No sum of so many steps is more."""
        first, onward, end = (
            max(shift for row in rows for _, shift, _ in row) for rows in ((self.start,), self.moves, self.last)
        )
        return self.unit * (first + (count - 1) * onward + end)

    @property
    def reach(self) -> int:
        """The greatest distance of two numbers that a step may add."""
        every = [shift for row in (self.start, *self.moves, *self.last) for _, shift, _ in row]
        return max(every) - min(every)

    @property
    def unknowns(self) -> frozenset[str]:
        return frozenset[str]().union(*(unknowns(chance) for _, _, chance in self._entries()))

    @property
    def plain(self) -> bool:
        """Whether chances are fractions of unknowns and nothing else."""
        return all(isinstance(one, Unknown) for _, _, chance in self._entries() for one in generators(chance))

    def at(self, values: Mapping[str, fmpq]) -> Kernel:
        """The chain at values of all unknowns."""

        def known(row: Formulas) -> Added:
            return tuple((place, shift, value(chance, values)) for place, shift, chance in row)

        moves, last = tuple(map(known, self.moves)), tuple(map(known, self.last))
        return Kernel(known(self.start), moves, last, self.unit, self.secrets, self.names)

    def _entries(self) -> Iterator[tuple[int, int, Number]]:
        for row in (self.start, *self.moves, *self.last):
            yield from row


@dataclass(frozen=True)
class Kernel(Open):
    """One without unknowns."""

    start: Added
    moves: tuple[Added, ...]
    last: tuple[Added, ...]


def value(number: Number, values: Mapping[str, fmpq]) -> fmpq:
    """What a fraction of unknowns is there."""
    found = substitute(number, values)
    assert isinstance(found, fmpq)
    return found


def kernel(process: Process, worth: Callable[[Value], fmpq | None], limits: Limits) -> Open | None:
    """None where it is of another shape; `worth` is what the query adds for a record (None: no record is like that)."""
    process = lump(process, limits)
    reading = _Reading(process, worth)
    try:
        first = dict(process.start)
        if any(reading.kind(place) != STEP for place in first):
            return None
        start = _onward({(place, fmpq(0)): chance for place, chance in first.items()}, reading, SECRET)
        marks = list(dict.fromkeys(place for place, _ in start))
        onward: list[dict[tuple[int, fmpq], Number]] = []
        finish: list[dict[tuple[int, fmpq], Number]] = []
        for mark in marks:
            limits.check()
            ended = _onward({(mark, fmpq(0)): fmpq(1)}, reading, STEP)
            following = _onward(ended, reading, SECRET)
            finish.append(ended)
            onward.append(following)
            marks += [place for place in dict.fromkeys(place for place, _ in following) if place not in marks]
            if len(marks) > PLACES:
                return None
    except _OtherShape:
        return None
    names: list[Value] = []
    for told in map(reading.told, marks):
        if not any(same(name, told) for name in names):
            names.append(told)
    names.sort(key=sort_key)
    secrets = [next(at for at, name in enumerate(names) if same(name, reading.told(mark))) for mark in marks]
    every = [shift for row in (start, *onward, *finish) for _, shift in row]
    unit = fmpq(gcd(*(int(shift.p) for shift in every)) or 1, lcm(*(int(shift.q) for shift in every)))

    def whole(row: Mapping[tuple[int, fmpq], Number], number: Callable[[int], int]) -> Formulas:
        return tuple((number(place), int(fmpz(fmpq(shift / unit).p)), chance) for (place, shift), chance in row.items())

    found = Open(
        whole(start, marks.index),
        tuple(whole(row, marks.index) for row in onward),
        tuple(whole(row, lambda place: 0) for row in finish),
        unit,
        tuple(secrets),
        tuple(names),
    )
    return found if found.plain else None


class _OtherShape(Exception):
    """What is shown does not come in the order of steps."""


@dataclass(frozen=True)
class _Reading:
    process: Process
    worth: Callable[[Value], fmpq | None]

    def items(self, place: int) -> tuple[Value, ...]:
        state = self.process.states[place]
        if not isinstance(state, Tell) or not isinstance(state.value, Sequence):
            raise _OtherShape
        return state.value.items

    def kind(self, place: int) -> Value:
        return self.items(place)[0]

    def told(self, place: int) -> Value:
        return self.items(place)[1]

    def after(self, place: int) -> dict[int, Number]:
        state = self.process.states[place]
        assert isinstance(state, Tell)
        return dict(state.row)


def _onward(begin: Mapping[tuple[int, fmpq], Number], reading: _Reading, until: str) -> dict[tuple[int, fmpq], Number]:
    """From places, each with what has been added, to the next that are of this kind; only records are between."""
    found: dict[tuple[int, fmpq], Number] = {}
    here: dict[tuple[int, fmpq], Number] = {}
    for (place, shift), chance in begin.items():
        for target, weight in reading.after(place).items():
            _add(here, (target, shift), chance * weight)
    for _ in range(RECORDS):
        following: dict[tuple[int, fmpq], Number] = {}
        for (place, shift), chance in here.items():
            kind = reading.kind(place)
            if kind == until:
                _add(found, (place, shift), chance)
            elif kind == RECORD:
                worth = reading.worth(reading.told(place))
                if worth is None:
                    raise _OtherShape
                for target, weight in reading.after(place).items():
                    _add(following, (target, shift + worth), chance * weight)
            else:
                raise _OtherShape
        here = following
        if not here:
            return found
    raise _OtherShape


def _add(sums: dict[tuple[int, fmpq], Number], key: tuple[int, fmpq], chance: Number) -> None:
    sums[key] = sums.get(key, ZERO) + chance
