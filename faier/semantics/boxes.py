"""A process that keeps unbounded draws -> an ordinary one with two weights for each way: at most and at least its own.

Each state is one with a box: a cell for each draw that it holds, an integer or an interval. From any draws in a box, a
way leads into another box with a chance that is no less than where all that it asks is hardest to meet in the box, and
no more than where that is easiest. So sums of products of the first are at most what a word weighs, and of the second
at least. Both are in one number, a line in `SLACK`: at 0 the first, at 1 the second.

An integer without bounds is told as one of finitely many; where a run would tell another one, or may, it stops. A run
that may tell several of them is at several places, which is too much at most. A real is told as being near one of the
same numbers where it was drawn just before, with its density there for a weight; from then on its cell is that number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import ONE, ZERO, Number, Symbolic, bounds, exponential_of, nearest_float, substitute, unknown
from faier.exact.exponential_polynomials import Unit
from faier.exact.reals import Density
from faier.lang.values import Near, Value
from faier.limits import LimitReached, Limits
from faier.semantics.beliefs import Graph
from faier.semantics.kept import (
    Constraint,
    Fresh,
    KeptAsk,
    KeptEnd,
    KeptProcess,
    KeptTell,
    Reals,
    Unbounded,
    Way,
    ways_of,
)
from faier.semantics.nodes import fresh_node
from faier.semantics.process import Ask, End, Process, Row, State, Tell

SLACK = ".more"
"""The unknown that is 0 for the lesser weights, and 1 for the greater ones; no name of a file has a dot."""

WIDE = 3
"""A draw goes about so many times as far as is to be expected."""

DIGITS = 20
"""Of the rationals around a chance."""

MOST = 1_200
"""So many places at most."""

STOPPED = "(stopped)"

Bound: TypeAlias = int | fmpq | None

Cell: TypeAlias = tuple[Bound, Bound]
"""The least and the greatest value (None: no end). Cells of reals may share an end."""

Box: TypeAlias = tuple[Cell, ...]

Known: TypeAlias = Mapping[int, Cell]
"""The cells of some variables of a way."""

Ends: TypeAlias = tuple[fmpq, fmpq]


@dataclass(frozen=True)
class Grid:
    """Cells that together have every integer once, and every real; and the integers that are told."""

    integers: tuple[Cell, ...]
    reals: tuple[Cell, ...]
    told: tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """`value` is what is told where that has no bounds; without a box the run has stopped."""

    state: int
    box: Box | None
    value: int | Near | None = None


def sides(number: Number) -> Ends:
    """The lesser and the greater one of a weight."""
    less, more = (substitute(number, {SLACK: end}) for end in (ZERO, ONE))
    assert isinstance(less, fmpq) and isinstance(more, fmpq)
    return less, more


def boxed(kept: KeptProcess, grid: Grid, limits: Limits) -> Process:
    """The process with two weights for each way."""
    return _Boxing(kept, grid, limits).run()


def grids(kept: KeptProcess) -> Iterator[Grid]:
    """Finer and finer ones around the numbers with which draws are compared; none, where these are not rational."""
    ways = [*kept.start, *(way for state in kept.states for several in ways_of(state) for way in several)]
    tells = [state.value for state in kept.states if isinstance(state, KeptTell)]
    numbers = [constraint.least for way in ways for constraint in way.constraints]
    if any(isinstance(n, Symbolic) for n in (*numbers, *(one.offset for one in tells if isinstance(one, Unbounded)))):
        return
    bounds_ = {int(cast("int | fmpq", number)) for number in numbers}
    far = max(map(abs, bounds_), default=0) + 1
    named = {value for value in tells if type(value) is int}
    told = tuple(sorted(named | set(range(-far, far + 1))))
    reach = far + max((_width(fresh) for way in ways for fresh in way.fresh), default=0)
    for finest, growth in ((fmpq(1), fmpq(2)), (fmpq(1, 2), fmpq(3, 2)), (fmpq(1, 4), fmpq(5, 4))):
        around = _points(far, fmpq(1), growth, reach)
        inner = [(int(a), int(b) - 1) for a, b in pairwise(around)]
        integers = ((None, int(around[0]) - 1), *inner, (int(around[-1]), None))
        ends = _points(far, finest / 2, growth, reach)
        reals = ((None, ends[0]), *pairwise(ends), (ends[-1], None))
        yield Grid(integers, reals, told)


def _points(far: int, step: fmpq, growth: fmpq, reach: int) -> list[fmpq]:
    """Points a step apart as far as `far`, and up to `reach` further and further apart."""
    found = [fmpq(0)]
    wide = step
    while found[-1] < reach:
        wide = step if found[-1] < far else wide * growth
        unit = step if step < 1 else fmpq(1)
        found.append(found[-1] + unit * int(wide / unit))
    return sorted({*found, *(-point for point in found)})


def _width(fresh: Fresh) -> int:
    """About how far a draw goes."""
    if isinstance(fresh, tuple):
        rates = [-math.log(nearest_float(parameter)) for _, parameter in fresh]
    else:
        real = fresh if isinstance(fresh, Reals) else fresh.real
        rates = [math.log(nearest_float(exponential_of(rate))) for rate in real.rates]
    return math.ceil(sum(WIDE / max(rate, 0.001) for rate in rates))


@dataclass
class _Boxing:
    kept: KeptProcess
    grid: Grid
    limits: Limits
    numbers: dict[Place, int] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    kinds: dict[int, tuple[bool, ...]] = field(default_factory=dict)
    chances: dict[tuple[tuple[Fresh, ...], tuple[Constraint, ...]], Ends] = field(default_factory=dict)
    weights: dict[Number, Ends] = field(default_factory=dict)
    unit: Unit | None = None  # of what is told

    def run(self) -> Process:
        start = self._row(self.kept.start, (), ())
        states: list[State] = []
        while len(states) < len(self.places):
            self.limits.check()
            states.append(self._state(self.places[len(states)]))
        finals = tuple((secret, (ONE,) * len(states)) for secret, _ in self.kept.finals)
        notes = tuple(self.kept.notes[place.state] for place in self.places)
        return Process(tuple(states), start, finals, notes, self.kept.drawn, self.kept.loops)

    def _state(self, place: Place) -> State:
        state, box = self.kept.states[place.state], place.box
        if isinstance(state, KeptEnd):
            return End()
        if box is None:
            return Tell(STOPPED, ())
        reals = self.kinds[place.state]
        if isinstance(state, KeptAsk):
            return Ask(state.entry, state.choices, tuple(self._row(ways, box, reals) for ways in state.ways))
        value: Value = place.value if isinstance(state.value, Unbounded) else state.value
        return Tell(value, self._row(state.ways, box, reals))

    def _row(self, ways: Iterable[Way], box: Box, reals: tuple[bool, ...]) -> Row:
        found: dict[int, Ends] = {}
        for way in ways:
            of_draws = (*reals, *(isinstance(fresh, Reals) for fresh in way.fresh))
            assert not way.added, "draws are counted from what is added to them where runs are aligned alone"
            self.kinds.setdefault(way.target, tuple(of_draws[at] for at in way.kept))
            for known, density in self._known(way, box):
                for place, (less, more) in self._led(way, known, len(box), of_draws):
                    number = self._number(place)
                    low, high = found.get(number, (fmpq(0), fmpq(0)))
                    found[number] = low + density[0] * less, high + density[1] * more
        slack = unknown(SLACK)
        return tuple(
            (at, low if low == high else low + (high - low) * slack) for at, (low, high) in sorted(found.items())
        )

    def _known(self, way: Way, box: Box) -> Iterator[tuple[Known, Ends]]:
        """The cells of draws before the way is gone: those of the box; or also the number as which a fresh real is
        told, and how dense it is there."""
        known = dict(enumerate(box))
        yield known, (fmpq(1), fmpq(1))
        value = self._real(way.target)
        if value is None or len(value.terms) > 1 or value.unknown != 0:
            return
        ((sign, place),) = value.terms
        drawn = way.kept[place]
        if drawn < len(box):
            return
        density = fresh_node(way.fresh[drawn - len(box)]).weights
        assert isinstance(density, Density)
        if self.unit is None:
            self.unit = density.unit
        for told in self.grid.told if self.unit == density.unit else ():
            at = sign * (told - fmpq(value.offset))
            yield {**known, drawn: (at, at)}, self._weight(density.at(at))

    def _led(self, way: Way, known: Known, held: int, reals: Sequence[bool]) -> Iterator[tuple[Place, Ends]]:
        """The places that the way leads to, and with which chances."""
        easy, hard = self._asked(way, known, held, False), self._asked(way, known, held, True)
        if easy is None:
            return
        weight = self._weight(way.weight)
        if self._real(way.target) is not None and len(known) == held:  # what is told is not known
            yield Place(way.target, None), (fmpq(0), weight[1])
            return
        for cells in product(*(self._cells(at, known, reals[at]) for at in way.kept)):
            inside = tuple(self._within(way, cells, known, held))
            _, more = self._chance(way.fresh, (*easy, *inside))
            if more == 0:
                continue
            less = fmpq(0) if hard is None else self._chance(way.fresh, (*hard, *inside))[0]
            for place, sure in self._reached(way.target, cells):
                yield place, (weight[0] * less if sure else fmpq(0), weight[1] * more)

    def _real(self, target: int) -> Unbounded | None:
        """What a state tells where that is a real."""
        state = self.kept.states[target]
        value = state.value if isinstance(state, KeptTell) else None
        return value if isinstance(value, Unbounded) and value.real else None

    def _reached(self, target: int, box: Box) -> Iterator[tuple[Place, bool]]:
        """The places at a state with a box, and whether all runs there are at it."""
        state = self.kept.states[target]
        if not isinstance(state, KeptTell) or not isinstance(state.value, Unbounded):
            yield Place(target, box), True
            return
        low, high = (_sum(state.value.terms, box, greatest) for greatest in (False, True))
        low, high = (None if end is None else end + state.value.offset for end in (low, high))
        if state.value.real:
            assert isinstance(low, fmpq) and low == high
            yield Place(target, box, Near(low)), True
            return
        sure = low is not None and low == high
        if not sure or low not in self.grid.told:
            yield Place(target, None), False
        for value in self.grid.told:
            if (low is None or low <= value) and (high is None or value <= high):
                yield Place(target, box, value), sure

    def _cells(self, at: int, known: Known, real: bool) -> Sequence[Cell]:
        if at in known:
            return (known[at],)
        return self.grid.reals if real else self.grid.integers

    def _within(self, way: Way, cells: Box, known: Known, held: int) -> Iterator[Constraint]:
        """The cells of fresh draws."""
        for at, (low, high) in zip(way.kept, cells, strict=True):
            if at not in known:
                if low is not None:
                    yield Constraint(((1, at - held),), low)
                if high is not None:
                    yield Constraint(((-1, at - held),), -high)

    def _asked(self, way: Way, known: Known, held: int, hard: bool) -> tuple[Constraint, ...] | None:
        """What is asked of fresh draws alone, where it is hardest to meet given what is known, or easiest; None where
        it cannot be met. Told reals that are just as great as is asked may be on either side of that."""
        found = []
        for constraint in way.constraints:
            inner = tuple(term for term in constraint.terms if term[1] in known)
            fresh = tuple((sign, at - held) for sign, at in constraint.terms if at not in known)
            least, most = (_sum(inner, known, greatest != hard) for greatest in (False, True))
            if most is None:
                if hard:
                    return None
                continue
            missing = constraint.least - most
            if fresh:
                found.append(Constraint(fresh, missing))
            elif missing > 0 or (missing == 0 and isinstance(constraint.least, fmpq) and hard == (least == most)):
                return None
        return tuple(found)

    def _chance(self, fresh: tuple[Fresh, ...], constraints: tuple[Constraint, ...]) -> Ends:
        """That fresh draws meet these."""
        key = fresh, constraints
        if key not in self.chances:
            self.limits.spend(1)
            graph = Graph(dict(enumerate(map(fresh_node, fresh))), [])
            possible = all(graph.bind(constraint) for constraint in constraints) and graph.sum_out(set())
            self.chances[key] = self._weight(graph.factor) if possible else (fmpq(0), fmpq(0))
        return self.chances[key]

    def _weight(self, weight: Number) -> Ends:
        if weight not in self.weights:
            ends = (weight, weight) if isinstance(weight, fmpq) else bounds(weight, DIGITS)
            self.weights[weight] = max(ends[0], fmpq(0)), ends[1]
        return self.weights[weight]

    def _number(self, place: Place) -> int:
        if place not in self.numbers:
            if len(self.places) >= MOST:
                raise LimitReached("states", "noise that is kept has too many cells")
            self.numbers[place] = len(self.places)
            self.places.append(place)
        return self.numbers[place]


def _both(less: fmpq, more: fmpq) -> Number:
    assert less <= more
    return less + (more - less) * unknown(SLACK)


def _sum(terms: Sequence[tuple[int, int]], box: Box | Known, greatest: bool) -> Bound:
    """The least, or the greatest, sum of sign * y[draw] over a box; None where it has no end."""
    found: int | fmpq = 0
    for sign, at in terms:
        end = box[at][(sign > 0) == greatest]
        if end is None:
            return None
        found += sign * end
    return found
