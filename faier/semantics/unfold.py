"""A process that keeps unbounded draws -> a process without: each state is one with what is believed of its draws.

A belief has a weight function on the integers for each draw, so nothing is rounded. Beliefs may be without end; up to a
length of told values they are not. A value without bounds is told as one of finitely many integers. Where a run would
tell another one it stops, so that every output of those integers has its exact weight.

A real is told as being near one of finitely many numbers: those between which its densities are formulas, above and
below each where that is not the same. The weight of such an output is its density, in relation to the units of its
reals (`exact.exponential_polynomials`): it takes no part of the weight of what was told before. So beside the places
that are about to tell one, each of weight 0 until it is told, a run stops with its whole weight.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Literal, TypeAlias, cast

from faier.exact import ONE, ZERO, Number, Undecidable, as_number
from faier.exact.integers import Weights
from faier.exact.reals import Density, Spot
from faier.lang.values import Near, Value
from faier.limits import LimitReached, Limits
from faier.semantics.beliefs import NOTHING_KEPT, Belief, Found, after, narrowed, told, told_real, told_sum
from faier.semantics.kept import KeptEnd, KeptProcess, KeptTell, Unbounded, Way, draws_used
from faier.semantics.nodes import Ambiguous, Beyond, Shown, Watch
from faier.semantics.outer import Side, side
from faier.semantics.process import Ask, End, Process, Row, State, Tell
from faier.semantics.told_sums import of_sum, told_real_sum, without
from faier.semantics.told_tails import Scales, Tails, places_of, several_bases, tails_of

# The integers that are told are chosen again at most so often, and are so many at most.
ROUNDS, MOST = 4, 4096

# So many integers around those at which draws are looked at tell what is to be seen of a sum of two draws.
AROUND = 8

# By so many more integers at either end it is tried to tell labels beyond them.
FURTHER = (1, 1, 2, 4, 8, 16, 32)


@dataclass(frozen=True)
class Unfolded:
    """With `partial` None the numbers that are told stand for all: every output has the ratio of one of them, between
    any two inputs. Else it is the reason why that is not known.

    `outer`, where it is there, also tells labels in place of integers that are further out: no output has a greater
    ratio than some word of it, and words without labels are outputs. `labels` has, for each, the last integer that is
    told by itself, and 1 where it stands for greater ones, -1 for less.
    """

    process: Process
    partial: str | None = None
    outer: Process | None = None
    labels: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """A state with a belief; `value` is what it is about to tell where that has no bounds. Without a belief the run is
    not followed any further."""

    state: int
    belief: Belief | None
    value: int | str | Near | None = None


class _Nearer(Exception):
    """The weights of what is told are not yet as they are far out."""


Places: TypeAlias = dict[Place, Number]


def unfold(
    kept: KeptProcess, length: int | None, limits: Limits, least: range = range(0), plain: bool = False
) -> Unfolded:
    """The process with the same outputs. With a `length`, runs are followed until so many values were told. The
    integers in the range `least` are told by themselves in any case.

    If `plain`, beliefs are not divided by their masses, which are the finals then: weights are much shorter, and those
    of outputs are the same, but rows do not add up to 1.
    """
    unfolding = _Unfolding(kept, length, limits, Watch(least[0], least[-1]) if least else Watch(), plain)
    watch = unfolding.watch
    process, reason = _settled(unfolding)
    distances = unfolding.scales.distances()
    if distances:
        for (place, direction), distance in distances.items():
            last = max(direction * at for at in watch.reals[place])
            watch.reach_real(place, direction * (last + distance), parted=False)
        process, reason = _settled(unfolding)
    reason = watch.reason or unfolding.scales.reason or reason
    if reason is None or watch.closed or unfolding.sums or unfolding.places_of_reals:
        return Unfolded(process, reason)
    outer = _outer(unfolding)
    return Unfolded(unfolding.run()[0], reason, outer, unfolding.labels)


def _settled(unfolding: _Unfolding) -> tuple[Process, str | None]:
    """The process when nothing new has to be told by itself, and why what is told does not stand for all."""
    watch = unfolding.watch
    for number in count():
        if number == ROUNDS:  # all runs must tell the same numbers apart
            watch.refuse("draws that were told are looked at again, further and further out")
            watch.still = True
        begin = watch.state
        found = _run(unfolding)
        if watch.state == begin:
            return found
    raise AssertionError


def _run(unfolding: _Unfolding) -> tuple[Process, str | None]:
    """The same with what is told now, and what has to be told apart from it."""
    while True:
        begin = unfolding.watch.state
        try:
            return unfolding.run()
        except Ambiguous:
            if unfolding.watch.state == begin:
                raise


def _outer(unfolding: _Unfolding) -> Process | None:
    """The process that tells labels too, with some more integers, if there is one."""
    watch = unfolding.watch
    with suppress(Undecidable):
        for step in FURTHER:
            unfolding.labels = {}
            low, high = unfolding.window()
            unfolding.outer = side(unfolding.lower, -low), side(unfolding.upper, high)
            with suppress(_Nearer):
                process = unfolding.run()[0]
                unfolding.outer = None
                return process
            watch.low, watch.high = low - step, high + step
    unfolding.outer = None
    return None


@dataclass
class _Unfolding:
    """The places found so far, and what each is about to do. `watch` has the integers that may be told."""

    kept: KeptProcess
    length: int | None
    limits: Limits
    watch: Watch
    plain: bool
    outer: tuple[Side | None, Side | None] | None = None
    sums: bool = False  # whether sums of draws are told, for which no label stands
    known: dict[tuple[Belief, int], Found] = field(default_factory=dict)
    labels: dict[str, tuple[int, int]] = field(default_factory=dict)
    ones: dict[Belief, Belief] = field(default_factory=dict)
    firsts: dict[Belief, tuple[Number, Belief]] = field(default_factory=dict)
    lower: set[tuple[Number, int]] = field(default_factory=set)
    upper: set[tuple[Number, int]] = field(default_factory=set)
    numbers: dict[Place, int] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    waiting: deque[int] = field(default_factory=deque)
    rows: dict[tuple[int, Belief, int, bool], Row] = field(default_factory=dict)
    tails: dict[Place, set[Tails]] = field(default_factory=dict)
    depth: int = 0
    scales: Scales = field(default_factory=Scales)

    def __post_init__(self) -> None:
        self.places_of_reals = places_of(self.kept)
        if self.places_of_reals and not self.plain:
            raise LimitReached("draws", "reals are shown, whose outputs have densities in place of probabilities")

    def run(self) -> tuple[Process, str | None]:
        """The process, and why its integers do not stand for all, as far as that is seen of their weights."""
        self.numbers, self.places, self.depths, self.depth = {}, [], [], 0
        self.rows, self.tails = {}, {}
        self.waiting.clear()
        self.used = [draws_used(state) for state in self.kept.states]
        self.named = {
            state.value for state in self.kept.states if isinstance(state, KeptTell) and type(state.value) is int
        }
        start = self.row(self.kept.start, NOTHING_KEPT, 0)
        states: dict[int, State] = {}
        while self.waiting:
            self.limits.check()
            number = self.waiting.popleft()
            if number not in states:
                self.depth = self.depths[number]
                states[number] = self.state(self.places[number], self.depth)
        masses = [ONE if self.plain or place.belief is None else place.belief.mass for place in self.places]
        ends = [self._end(place) for place in self.places]
        rows: dict[int, Row] = {}
        process = Process(
            tuple(_weighted(states[number], masses[number], masses, rows) for number in range(len(self.places))),
            tuple((number, weight * masses[number]) for number, weight in start),
            tuple(
                (secret, tuple(weights[place.state] * end for place, end in zip(self.places, ends, strict=True)))
                for secret, weights in self.kept.finals
            ),
            tuple(self.kept.notes[place.state] for place in self.places),
            self.kept.drawn,
            self.kept.loops,
        )
        return process, several_bases(process, {self.numbers[place]: tails for place, tails in self.tails.items()})

    def _end(self, place: Place) -> Number:
        """How much a run counts where it stops at a place."""
        if isinstance(place.value, Near):
            return ZERO
        return ONE if not self.plain or place.belief is None else place.belief.mass

    def state(self, place: Place, depth: int) -> State:
        """What a place is about to do, `depth` values having been told."""
        state, belief = self.kept.states[place.state], place.belief
        if isinstance(state, KeptEnd):
            return End()
        if isinstance(state, KeptTell):
            if belief is None:
                return Tell(self._stopped(place.state, state.value), ())
            value: Value = 0 if isinstance(state.value, Unbounded) else state.value
            return Tell(value if place.value is None else place.value, self._row(place, state.ways, 0, depth + 1))
        rows = tuple(self._row(place, ways, choice, depth) for choice, ways in enumerate(state.ways))
        return Ask(state.entry, state.choices, rows)

    def row(self, ways: Iterable[Way], belief: Belief, depth: int) -> Row:
        """Where the ways lead to from a belief; `depth` values have been told then."""
        found: Places = {}
        for way in ways:
            key = belief, id(way)
            if key not in self.known:
                self.known[key] = after(belief, way, self.watch)
            step = self.known[key]
            if step is not None and way.weight != 0:
                self._arrive(way.target, step[1], way.weight * step[0], depth, found)
        return tuple(sorted((self._number(place, depth), weight) for place, weight in found.items() if weight != 0))

    def _row(self, place: Place, ways: tuple[Way, ...], choice: int, depth: int) -> Row:
        assert place.belief is not None
        key = place.state, place.belief, choice, depth == self.length
        if key not in self.rows:
            self.rows[key] = self.row(ways, place.belief, depth)
        return self.rows[key]

    def _arrive(self, target: int, belief: Belief, weight: Number, depth: int, found: Places) -> None:
        """Add the places that a way leads to."""
        state = self.kept.states[target]
        if isinstance(state, KeptTell) and depth == self.length:
            _add(found, Place(target, None), weight * belief.mass)
            return
        step = narrowed(belief, self.used[target])
        if step is None:
            return
        if isinstance(state, KeptTell) and isinstance(state.value, Unbounded) and state.value.real:
            self._spread_real(target, state, state.value, step[1], weight * step[0], found)
        elif isinstance(state, KeptTell) and isinstance(state.value, Unbounded):
            self._spread(target, state, state.value, step[1], weight * step[0], found)
        else:
            self._place(target, step, None, weight, found)

    def _place(
        self,
        target: int,
        step: Found,
        value: int | str | Near | None,
        weight: Number,
        found: Places,
        tails: Tails | None = None,
    ) -> None:
        """Add a place, with the first belief of which this one is a multiple."""
        if step is None:
            return
        factor, belief = step
        if belief not in self.firsts:
            scale, one = belief.scaled
            first = self.ones.setdefault(one, belief)
            self.firsts[belief] = (ONE if first is belief else scale / first.scaled[0]), first
        times, belief = self.firsts[belief]
        place = Place(target, belief, value)
        _add(found, place, weight * factor * times)
        if tails is not None:
            self.tails.setdefault(place, set()).add(tails)

    def _spread(
        self, target: int, state: KeptTell, value: Unbounded, belief: Belief, weight: Number, found: Places
    ) -> None:
        """The places that are about to tell one of the integers, and the one for all other integers."""
        if len(value.terms) > 1:
            sums, others = of_sum(belief, value.terms), without(belief, value.terms, draws_used(state, shown=False))
            if not isinstance(sums, Weights) or others is None:
                self._spread_sum(target, state, value, belief, weight, found)
                return
            shown, sign, again = sums.shifted(cast(int, value.offset)), 1, False
        else:
            ((sign, variable),) = value.terms
            weights, others = belief.of(variable), None
            assert isinstance(weights, Weights)
            shown = (weights if sign > 0 else weights.mirrored()).shifted(cast(int, value.offset))
            again = belief.nodes[variable].beyond is not None
        if again:
            self.watch.refuse("noise that was told is told again")
        else:
            self.watch.reach(shown.low - 1)
            self.watch.reach(shown.high)
        low, high = self.window()
        rest = shown.within(None, low - 1).total + shown.within(high + 1, None).total
        tails = tails_of(shown)
        if tails is None:
            self.watch.refuse("the chances of what is told do not fall by one factor far out", close=False)
        self.lower.update((base, degree) for base, degree, _ in shown.lower)
        self.upper.update((base, degree) for base, degree, _ in shown.upper)
        for at in (*range(low, high + 1), *(at for at in self.named if not low <= at <= high)):
            beyond: Beyond | None = None
            if (at == high and shown.upper) or (at == low and shown.lower):
                beyond = Beyond(sign if at == high else -sign, sign, cast(int, value.offset))
            if others is None:
                step = self._told(state, value, belief, at, beyond)
            else:
                step = None if shown.at(at) == 0 else (shown.at(at) / others.mass, others)
            self._place(target, step, at, weight, found, tails)
            if not low <= at <= high:
                rest = rest - shown.at(at)
            for label, share in self._labels(shown, at):
                self._place(target, step, label, weight * share / shown.at(at), found)
                rest = rest - share
        if rest != 0:
            _add(found, Place(target, None), weight * rest)

    def _spread_real(
        self, target: int, state: KeptTell, value: Unbounded, belief: Belief, weight: Number, found: Places
    ) -> None:
        """The places that are about to tell a real near one of the numbers, and the one where a run stops."""
        if len(value.terms) > 1:
            self._spread_real_sum(target, state, value, belief, weight, found)
            return
        ((sign, variable),) = value.terms
        place, node = self.places_of_reals[target], belief.nodes[variable]
        if isinstance(node.weights, Spot):
            assert isinstance(node.beyond, Shown)
            self.scales.see_again(place, node.beyond, sign * node.beyond.sign)
            near = _near(node.weights.moved(sign, as_number(value.offset)))
            self._place(target, narrowed(belief, draws_used(state, shown=False)), near, weight, found)
            _add(found, Place(target, None), weight * belief.mass)
            return
        density = belief.of(variable)
        assert isinstance(density, Density)
        shown = (density if sign > 0 else density.mirrored()).shifted(cast(int, value.offset))
        self.scales.see(place, shown)
        for at in shown.breaks:
            self.watch.reach_real(place, at, shown.jumps(at))
        later = draws_used(state, shown=False)
        for near in self._numbers_near(place):
            spot = Spot(near.at, near.side).moved(sign, -sign * value.offset)
            step = told_real(belief, variable, spot, Shown(place, sign, value.offset), self.watch)
            onward = None if step is None else narrowed(step[1], later)
            if step is not None and onward is not None:
                self._place(target, (step[0] * onward[0], onward[1]), near, weight, found)
        _add(found, Place(target, None), weight * belief.mass)

    def _spread_real_sum(
        self, target: int, state: KeptTell, value: Unbounded, belief: Belief, weight: Number, found: Places
    ) -> None:
        """The same where a sum of two reals is told."""
        shown = of_sum(belief, value.terms)
        if not isinstance(shown, Density):
            raise LimitReached("draws", "a sum of reals that other comparisons bind is shown, which is not followed")
        if any(isinstance(belief.nodes[at].weights, Spot) for _, at in value.terms):
            self.scales.reason = self.scales.reason or "a real that was told is in a sum that is shown"
        shown, place = shown.shifted(as_number(value.offset)), self.places_of_reals[target]
        later = draws_used(state, shown=False)
        self.scales.see(place, shown)
        for at in shown.breaks:
            self.watch.reach_real(place, at, shown.jumps(at))
        for near in self._numbers_near(place):
            if shown.at(near.at, near.side) == 0:
                continue
            spot = Spot(near.at - value.offset, near.side)
            step = told_real_sum(belief, value.terms, spot, later, self.watch, place, as_number(value.offset))
            onward = None if step is None else narrowed(step[1], later)
            if step is not None and onward is not None:
                self._place(target, (step[0] * onward[0], onward[1]), near, weight, found)
        _add(found, Place(target, None), weight * belief.mass)

    def _numbers_near(self, place: int) -> list[Near]:
        """What may be told of reals at a place of an output."""
        found = self.watch.reals.get(place, {})
        if len(found) > MOST:
            raise LimitReached("states", f"reals near more than {MOST:,} numbers are told that have to be told apart")
        return [_near(Spot(at, side)) for at in sorted(found) for side in ((-1, 1) if found[at] else (0,))]

    def _spread_sum(
        self, target: int, state: KeptTell, value: Unbounded, belief: Belief, weight: Number, found: Places
    ) -> None:
        """The same where a sum of two draws is told, of which nothing is said far out."""
        drawn = [weights for _, at in value.terms if isinstance(weights := belief.nodes[at].weights, Weights)]
        ends = [end for weights in drawn for end in (weights.low, weights.high)]
        reach = AROUND + max(map(abs, ends))
        self.watch.reach(cast(int, value.offset) - reach)
        self.watch.reach(cast(int, value.offset) + reach)
        self.watch.refuse("a sum of draws that are kept is shown, which is not followed far out", close=False)
        self.sums = True
        low, high = self.window()
        rest = belief.mass
        for at in (*range(low, high + 1), *(at for at in self.named if not low <= at <= high)):
            step = told_sum(belief, value.terms, at - value.offset, self.watch)
            if step is not None:
                rest = rest - step[0] * step[1].mass
                later = narrowed(step[1], draws_used(state, shown=False))
                self._place(target, None if later is None else (step[0] * later[0], later[1]), at, weight, found)
        if rest != 0:
            _add(found, Place(target, None), weight * rest)

    def _told(self, state: KeptTell, value: Unbounded, belief: Belief, at: int, beyond: Beyond | None) -> Found:
        """What is believed once a value was told, of the draws that are used later."""
        ((sign, variable),) = value.terms
        y = sign * (at - cast(int, value.offset))
        later = draws_used(state, shown=False)
        bound = any(variable == draw for edge in belief.edges for _, draw in edge.terms)
        step = told(belief, variable, y, beyond if bound or variable in later else None, self.watch)
        found = None if step is None else narrowed(step[1], later)
        return None if step is None or found is None else (step[0] * found[0], found[1])

    def _labels(self, shown: Weights, at: int) -> Iterator[tuple[str, Number]]:
        """The labels that are told in place of what is further out than this integer, with their weights."""
        if self.outer is None:
            return
        low, high = self.window()
        ends = (self.outer[0], shown.lower, low, -1), (self.outer[1], shown.upper, high, 1)
        for end, tail, last, direction in ends:
            if not tail or at != last:
                continue
            weights = None if end is None or shown.at(at) == 0 else end.weights(tail)
            if weights is None:
                raise _Nearer
            for place, share in enumerate(weights):
                if share != 0:
                    yield self._label(at, direction, place), share

    def _label(self, at: int, direction: int, place: int) -> str:
        """A label that the process does not tell itself."""
        label = f"{'above' if direction > 0 else 'below'} {at}, {place}"
        while any(isinstance(state, KeptTell) and state.value == label for state in self.kept.states):
            label += "'"
        self.labels[label] = at, direction
        return label

    def window(self) -> tuple[int, int]:
        """The integers that are told by themselves. The ends stand for others, so no run tells them by their names."""
        low, high = self.watch.low, self.watch.high
        assert low is not None and high is not None
        while low in self.named:
            low -= 1
        while high in self.named:
            high += 1
        self.watch.low, self.watch.high = low, high
        if high - low > MOST:
            raise LimitReached("states", f"more than {MOST:,} integers are told that have to be told apart")
        return low, high

    def _stopped(self, state: int, value: Value | Unbounded) -> Value:
        """What a run tells that is not followed any further."""
        if not isinstance(value, Unbounded):
            return value
        near = self._numbers_near(self.places_of_reals[state]) if value.real else []
        return near[0] if near else self.watch.low or 0

    def _number(self, place: Place, depth: int) -> int:
        """The number of a place. Those behind fewer told values go first."""
        number = self.numbers.get(place)
        if number is None:
            number = self.numbers[place] = len(self.places)
            if number >= self.limits.states:
                raise LimitReached("states", f"more than {self.limits.states:,} states of what is believed of draws")
            self.places.append(place)
            self.depths.append(depth)
        elif depth >= self.depths[number]:
            return number
        self.depths[number] = depth
        if depth > self.depth:
            self.waiting.append(number)
        else:
            self.waiting.appendleft(number)
        return number


def _near(spot: Spot) -> Near:
    """What is told of a real."""
    sides: tuple[Literal[0, 1, -1], ...] = (0, 1, -1)
    return Near(spot.at, sides[spot.side])


def _weighted(state: State, mass: Number, masses: Sequence[Number], known: dict[int, Row]) -> State:
    """The state with probabilities in place of weights of beliefs. Rows that are shared are made once."""

    def weighted(row: Row) -> Row:
        if id(row) not in known:
            known[id(row)] = tuple((to, weight * masses[to] / mass) for to, weight in row)
        return known[id(row)]

    match state:
        case Ask():
            return replace(state, rows=tuple(map(weighted, state.rows)))
        case Tell():
            return replace(state, row=weighted(state.row))
        case End():
            return state


def _add(found: Places, place: Place, weight: Number) -> None:
    known = found.get(place)
    found[place] = weight if known is None else known + weight
