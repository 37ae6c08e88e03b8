"""A query that reads the records of a Markov chain one by one -> how it is distributed given each value of each record.

All records are gone through once forwards and once backwards, in whole numbers: how likely each state of the query is
when a record was read, and what it comes to from there, as a polynomial whose powers stand for the values of the query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import lcm

from flint import fmpq, fmpz, fmpz_poly

from faier.calibration.distances import numbers
from faier.calibration.known import Chain, Law, Point
from faier.lang.values import Value, same
from faier.limits import Limits
from faier.semantics.process import Ask, End, Process, Tell

Weights = dict[tuple[int, int], fmpz]
"""For a state of the query and the place of the value that was read last."""


@dataclass(frozen=True)
class Laws:
    """`given[i][a]` is the query's distribution where record i has the value number a, which has this chance; None
    where it has none."""

    given: tuple[tuple[Law | None, ...], ...]
    chances: tuple[tuple[fmpq, ...], ...]


def laws(query: Process, chain: Chain, values: Sequence[Value], limits: Limits) -> Laws | None:
    """The distributions, where every run reads all records in order, and then shows one thing."""
    if len(query.start) != 1:
        return None
    reading = _Reading(query, chain, values)
    forward = reading.forward(query.start[0][0], limits)
    return None if forward is None else reading.backward(forward, limits)


@dataclass
class _Reading:
    query: Process
    chain: Chain
    values: Sequence[Value]
    points: dict[Point, int] = field(default_factory=dict)
    ends: dict[int, int | None] = field(default_factory=dict)

    def after(self, state: int, record: int) -> list[int] | None:
        """Where each value of this record leads to."""
        here = self.query.states[state]
        if not isinstance(here, Ask) or here.entry.index != (record,):
            return None
        found: list[int] = []
        for value in self.values:
            row = next((row for choice, row in zip(here.choices, here.rows, strict=True) if same(choice, value)), None)
            if row is None or len(row) != 1:
                return None
            found.append(row[0][0])
        return found

    def shown(self, state: int) -> int | None:
        """The number of the point that is shown at the end."""
        if state not in self.ends:
            here, place = self.query.states[state], None
            if isinstance(here, Tell) and all(isinstance(self.query.states[to], End) for to, _ in here.row):
                point = numbers(here.value)
                place = None if point is None else self.points.setdefault(point, len(self.points))
            self.ends[state] = place
        return self.ends[state]

    def whole(self) -> tuple[list[int], list[list[int]]]:
        """The chances of the chain as multiples of a small one."""
        start, *moves = ([(int(one.p), int(one.q)) for one in row] for row in (self.chain.start, *self.chain.moves))
        shared = lcm(*(bottom for row in moves for _, bottom in row))
        first = lcm(*(bottom for _, bottom in start))
        return (
            [top * (first // bottom) for top, bottom in start],
            [[top * (shared // bottom) for top, bottom in row] for row in moves],
        )

    def forward(self, state: int, limits: Limits) -> list[Weights] | None:
        """How likely each state is after each record; None where the query is of another shape."""
        start, moves = self.whole()
        first = self.after(state, 0)
        if first is None:
            return None
        levels: list[Weights] = [{}]
        for value, weight in enumerate(start):
            if weight:
                levels[0][first[value], value] = fmpz(weight)
        for record in range(1, self.chain.length):
            limits.check()
            following: Weights = {}
            for (here, value), weight in levels[-1].items():
                onward = self.after(here, record)
                if onward is None:
                    return None
                for other, chance in enumerate(moves[value]):
                    if chance:
                        key = (onward[other], other)
                        following[key] = following.get(key, fmpz(0)) + weight * chance
            levels.append(following)
        return levels if all(self.shown(here) is not None for here, _ in levels[-1]) else None

    def backward(self, levels: list[Weights], limits: Limits) -> Laws:
        _, moves = self.whole()
        count = len(self.values)
        given: list[tuple[Law | None, ...]] = []
        chances: list[tuple[fmpq, ...]] = []
        rest: dict[tuple[int, int], fmpz_poly] = {}
        for record in range(self.chain.length - 1, -1, -1):
            limits.check()
            here: dict[tuple[int, int], fmpz_poly] = {}
            totals = [fmpz_poly()] * count
            for (state, value), weight in levels[record].items():
                if record == self.chain.length - 1:
                    place = self.shown(state)
                    assert place is not None
                    found = fmpz_poly([0] * place + [1])
                else:
                    onward = self.after(state, record + 1)
                    assert onward is not None
                    found = fmpz_poly()
                    for other, chance in enumerate(moves[value]):
                        if chance:
                            found += chance * rest[onward[other], other]
                here[state, value] = found
                totals[value] += weight * found
            rest = here
            masses = [sum(total.coeffs(), fmpz(0)) for total in totals]
            given.append(tuple(self.law(total, mass) for total, mass in zip(totals, masses, strict=True)))
            chances.append(tuple(fmpq(mass, sum(masses, fmpz(0))) for mass in masses))
        return Laws(tuple(reversed(given)), tuple(reversed(chances)))

    def law(self, total: fmpz_poly, mass: fmpz) -> Law | None:
        if not mass:
            return None
        coefficients = total.coeffs()
        return {
            point: fmpq(coefficients[place], mass)
            for point, place in self.points.items()
            if place < len(coefficients) and coefficients[place]
        }
