"""A chain of marks whose chances depend on unknowns in a box, with Laplace noise on its sum -> no output is more
likely given one secret than given another by more than a factor, for any values of the unknowns.

As in `coupled`, expectations at two marks differ by a bounded factor, and a flow between where one step leads from
one and from the other says by how much. Of two rows of chances, each linear in each unknown by itself, what they
expect of the same positive function has a ratio that in each unknown rises or falls all along. So it is greatest at a
corner of the box, whatever the function, and a flow for each corner bounds it in all of the box. Chances that are
linear when they are scaled will do where the two rows have no unknown in common.

For what comes before a mark the chain is gone along backwards. Where it is stationary for all values and its steps
back are linear too, as those of two states are, they are taken like those onward. Otherwise two bounds are known, and
the lesser counts. One asks how likely marks are (`likely`): so chances of where a step came from lie between ends. The
other asks nothing of the chances before: a place is at most so many times as likely to lead to one mark as to the
other, compared with another place. With a power of the expectation as a weight, chances given the two marks differ by
no more than t = (r - 1) / (r + 1) in all, where r is the root of that number; so what differs by a factor before the
step differs by the factor to the t after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from flint import arb, ctx, fmpq

from faier.calibration.sums.balls import Listed
from faier.calibration.sums.bounds import (
    Bounds,
    Further,
    Place,
    Plan,
    alike,
    carried,
    greater,
    paid,
    planned,
    wider,
    within,
)
from faier.calibration.sums.kernel import Formulas, Open, value
from faier.calibration.sums.likely import Ends, Weighed, likely, vertices
from faier.exact import ONE, ZERO, Number, TooLarge, Undecidable, coefficients, numerator_denominator, unknowns
from faier.limits import Limits

PRECISION = 128
# So many numbers of steps are bounded one by one, before they are taken for endless.
SINGLE = 400
# Of two rows no more corners than this are looked at.
CORNERS = 256

Box = Mapping[str, tuple[fmpq, fmpq]]
Rows = Sequence[Mapping[Place, Number]]
"""For each mark where a step leads from it, or from where one leads to it."""

Way = tuple[Mapping[Place, fmpq], Mapping[Place, fmpq]]
Ways = list[list[list[Way]]]
"""For each two marks where steps lead from both, at all corners."""

Mixing = tuple[arb, Mapping[Place, tuple[fmpq, fmpq]]]
"""Of two marks: by how much chances of the places before differ at most, and for each place between which ends the part
of the chances of both is that leads to the second one."""


Kept = defaultdict[tuple[int, int], dict[int, Plan]]
"""For each two marks, the flows that were found last, for each way that weights may be chosen."""

Following = Callable[[Bounds, int], Bounds]
"""From the bounds after some steps to those after one more: and how many steps there were."""


class _Unbounded(Exception):
    """No bound was found."""


@dataclass(frozen=True)
class _Way:
    """How what comes before is bounded: `following` is the same for all steps after the first `settled`."""

    begin: Bounds
    following: Following
    settled: int = 0


def at_most(
    chain: Open, box: Box, count: int, marks: tuple[int, int], rate: arb, listed: Listed, limits: Limits
) -> arb | None:
    """A factor that is not exceeded at these marks of a chain with `count` of them, for any values of the unknowns;
    None where none was found. A mark that cannot be come to is compared with no other."""
    if not chain.unknowns <= box.keys():
        return None
    try:
        with ctx.workprec(PRECISION):
            return _InBox(chain, box, count, rate, listed, limits).factor(*marks).upper()
    except (_Unbounded, ZeroDivisionError, TooLarge, Undecidable):
        return None


@dataclass
class _InBox:
    chain: Open
    box: Box
    count: int
    rate: arb
    listed: Listed
    limits: Limits
    costs: dict[int, tuple[arb, float]] = field(default_factory=dict)
    plans: dict[str, Kept] = field(default_factory=lambda: defaultdict(lambda: defaultdict(dict)))

    def factor(self, low: int, high: int) -> arb:
        after, before = self.after, self.before
        near = range(low, min(high, low + len(before.single)) + 1)
        far = range(max(low, min(high, self.count - 1 - len(after.single))), high + 1)
        worst = arb(1)
        for mark in dict.fromkeys((*near, *far)):
            worst = greater(worst, self._at(_after(before, mark), _after(after, self.count - 1 - mark)))
        return worst

    def _at(self, before: Bounds, after: Bounds) -> arb:
        worst = arb(1)
        for one, mine in enumerate(self.chain.secrets):
            for other, yours in enumerate(self.chain.secrets):
                if self.listed(mine, yours):
                    left, right = before[one][other], after[one][other]
                    if left is None or right is None:
                        raise _Unbounded
                    worst = greater(worst, left * right)
        return worst

    @cached_property
    def after(self) -> Further:
        """For what comes after a mark."""
        begin = self._flows(self._corners(list(map(_ended, self.chain.last))), None, "after")
        every = self._corners(list(map(_kept, self.chain.moves)))
        return self._sequence(begin, lambda further, _: self._flows(every, further, "after"))

    @cached_property
    def before(self) -> Further:
        """For what came before a mark."""
        start = [dict[Place, Number]() for _ in self.chain.moves]
        came = [dict[Place, Number]() for _ in self.chain.moves]
        for end, shift, chance in self.chain.start:
            _add(start[end], ((-1,), shift), chance)
        for begin, row in enumerate(self.chain.moves):
            for end, shift, chance in row:
                _add(came[end], ((begin,), shift), chance)
        back = self._backward(start, came)
        if back is not None:
            ended = self._flows(back[0], None, "before")
            return self._sequence(ended, lambda further, _: self._flows(back[1], further, "before"))
        ways = [found for found in (self._by_mixing(start, came), self._by_likeliness(start, came)) if found]
        if not ways:
            raise _Unbounded
        first = _least([way.begin for way in ways])
        settled = max(way.settled for way in ways)
        return self._sequence(first, lambda *step: _least([way.following(*step) for way in ways]), settled)

    def _by_mixing(self, start: Rows, came: Rows) -> _Way | None:
        try:
            first, every = self._mixing(start), self._mixing(came)
        except _Unbounded:
            return None
        return _Way(self._mixed(first, None), lambda further, steps: self._mixed(every, further))

    def _by_likeliness(self, start: Rows, came: Rows) -> _Way | None:
        """By how likely marks are, between ends."""
        try:
            first, every = (list(map(self._ends, rows)) for rows in (start, came))
            begin = [self._range(sum(row.values(), ZERO)) for row in start]
            moves = [[self._range(self._chance(row, place)) for row in came] for place in range(len(came))]
        except _Unbounded:
            return None
        known = likely(begin, moves, min(self.count, SINGLE))
        if self.count > SINGLE and not known.endless:
            return None

        def following(further: Bounds, steps: int) -> Bounds:
            marks = known.steps[min(steps, len(known.steps)) - 1]
            return self._come([_from(row, marks) for row in every], further)

        return _Way(self._come(first, None), following, len(known.steps) if known.endless else self.count)

    @staticmethod
    def _chance(row: Mapping[Place, Number], place: int) -> Number:
        return sum((chance for ((begin,), _), chance in row.items() if begin == place), ZERO)

    def _ends(self, row: Mapping[Place, Number]) -> Weighed:
        return {place: self._range(chance) for place, chance in row.items()}

    def _come(self, rows: Sequence[Weighed], further: Bounds | None) -> Bounds:
        """For each two marks, where chances of what leads to them lie between ends."""

        def greatest(supply: Weighed, room: Weighed, kept: dict[int, Plan]) -> arb | None:
            if not supply or not room:
                return arb(1)  # a mark that cannot be come to is compared with no other
            possible = all(low > 0 for row in (supply, room) for low, _ in row.values())
            return self._greatest(vertices(supply, room), further, kept) if possible else None

        kept = self.plans["before"]
        return [
            [arb(1) if at == to else greatest(one, other, kept[at, to]) for to, other in enumerate(rows)]
            for at, one in enumerate(rows)
        ]

    def _backward(self, start: Rows, came: Rows) -> tuple[Ways, Ways] | None:
        """Ways back to the beginning and to the mark before, where the chain is stationary for all values, and they
        are linear in each unknown."""
        masses = [sum(row.values(), ZERO) for row in start]
        weighed: list[dict[Place, Number]] = [
            {((begin,), shift): masses[begin] * chance for ((begin,), shift), chance in row.items()} for row in came
        ]
        if any(mass == 0 or sum(row.values(), ZERO) != mass for mass, row in zip(masses, weighed, strict=True)):
            return None

        def shared(rows: Rows) -> Ways:
            return self._corners(
                [
                    {place: weight / mass for place, weight in row.items()}
                    for row, mass in zip(rows, masses, strict=True)
                ]
            )

        try:
            return shared(start), shared(weighed)
        except _Unbounded:
            return None

    def _corners(self, rows: Rows) -> Ways:
        """For each two marks the chances at all corners of the unknowns that these depend on."""
        scaled = [self._denominator(row) for row in rows]

        def ways(at: int, to: int) -> list[Way]:
            one, other = rows[at], rows[to]
            mine, yours = (frozenset[str]().union(*map(unknowns, row.values())) for row in (one, other))
            if mine & yours and (unknowns(scaled[at]) or unknowns(scaled[to])):
                raise _Unbounded
            return [(_at(one, values), _at(other, values)) for values in self._values(*one.values(), *other.values())]

        return [[ways(at, to) if at != to else [] for to in range(len(rows))] for at in range(len(rows))]

    def _denominator(self, row: Mapping[Place, Number]) -> Number:
        """A number nowhere 0 times which all chances are linear in each unknown, as it is itself."""
        every = [numerator_denominator(chance)[1] for chance in row.values()]
        found = max(every, key=lambda one: len(unknowns(one)), default=ONE)
        if not _is_linear(found) or not all(_is_linear(chance * found) for chance in row.values()):
            raise _Unbounded
        signs = [value(found, values) for values in self._values(found)]
        if min(signs) <= 0 <= max(signs):
            raise _Unbounded
        return found

    def _values(self, *numbers: Number) -> Iterator[Mapping[str, fmpq]]:
        """The corners of the unknowns in these."""
        names = sorted(frozenset[str]().union(*map(unknowns, numbers)))
        if 2 ** len(names) > CORNERS:
            raise _Unbounded
        for corner in product(*(dict.fromkeys(self.box[name]) for name in names)):
            yield dict(zip(names, corner, strict=True))

    def _mixing(self, rows: Rows) -> list[list[Mixing]]:
        """For each two marks, how places from where a step leads to the first are told from those of the second."""

        def mixing(one: Mapping[Place, Number], other: Mapping[Place, Number]) -> Mixing:
            parts: dict[Place, tuple[fmpq, fmpq]] = {}
            for place in dict.fromkeys((*one, *other)):
                mine, yours = one.get(place, ZERO), other.get(place, ZERO)
                parts[place] = self._range(yours / (mine + yours))
            least, most = min(low for low, _ in parts.values()), max(high for _, high in parts.values())
            if least == 0 or most == 1:
                return arb(1), parts
            odds = arb(most / (1 - most) * ((1 - least) / least)).sqrt()
            return (odds - 1) / (odds + 1), parts

        return [[mixing(one, other) if one and other else (arb(0), {}) for other in rows] for one in rows]

    def _range(self, part: Number) -> tuple[fmpq, fmpq]:
        """Between which ends it is: of a fraction whose parts are linear in each unknown, at the corners."""
        above, below = numerator_denominator(part)
        if not (_is_linear(above) and _is_linear(below)):
            raise _Unbounded
        found = [(value(above, values), value(below, values)) for values in self._values(part, below)]
        bottoms = [bottom for _, bottom in found]
        if min(bottoms) <= 0 <= max(bottoms):
            raise _Unbounded
        shares = [top / bottom for top, bottom in found]
        return min(shares), max(shares)

    def _mixed(self, every: list[list[Mixing]], further: Bounds | None) -> Bounds:
        """For each two marks: what differs by a factor where the step begins differs by a power of it where it ends."""

        def mixed(mixing: Mixing) -> arb | None:
            power, parts = mixing
            widest = arb(1)
            for one, (low, _) in parts.items():
                for other, (_, high) in parts.items():
                    if low < high and one != other:
                        known = self._between(one, other, further)
                        if known is None:
                            return None
                        widest = greater(widest, known[0])
            return (widest.log() * power).exp()

        return [[arb(1) if at == to else mixed(one) for to, one in enumerate(row)] for at, row in enumerate(every)]

    def _sequence(self, begin: Bounds, following: Following, settled: int = 0) -> Further:
        """The bounds after each number of steps; all steps after the first `settled` are alike."""
        single = [begin]
        while len(single) < self.count:
            self.limits.check()
            steps = len(single)
            single.append(following(single[-1], steps))
            if steps >= settled and alike(single[-1], single[-2]):
                wide = wider(single[-2:])
                if within(following(wide, steps), wide):
                    return Further(single, wide)
            if len(single) > SINGLE:
                raise _Unbounded
        return Further(single, [])

    def _flows(self, ways: Ways, further: Bounds | None, side: str) -> Bounds:
        """For each two marks, by flows between where they lead."""

        kept = self.plans[side]
        return [
            [arb(1) if at == to else self._greatest(one, further, kept[at, to]) for to, one in enumerate(row)]
            for at, row in enumerate(ways)
        ]

    def _greatest(self, every: Iterable[Way], further: Bounds | None, kept: dict[int, Plan]) -> arb | None:
        """By flows: where one that was `kept` from a step before costs no more than the worst, none is looked for. What
        was worst then is first."""
        between = cache(lambda one, other: self._between(one, other, further))
        worst, ways = arb(0), list(enumerate(every))
        before = {number: paid(kept[number], *way, between) for number, way in ways if number in kept}
        known = {number: ball for number, ball in before.items() if ball is not None}
        ways.sort(key=lambda way: float(known[way[0]].mid()) if way[0] in known else 0.0, reverse=True)
        for number, (supply, room) in ways:
            if number in known and known[number] <= worst:
                continue
            plan = planned(supply, room, between)
            found = None if plan is None else paid(plan, supply, room, between)
            if plan is None or found is None:
                return None
            worst = greater(worst, found)
            kept[number] = plan
        return worst

    def _between(self, one: Place, other: Place, further: Bounds | None) -> tuple[arb, float] | None:
        """By which factor expectations at one place exceed those at the other, at most."""
        (near,), (far,) = one[0], other[0]
        return carried(self._cost(one[1] - other[1]), near, far, further)

    def _cost(self, shift: int) -> tuple[arb, float]:
        if shift not in self.costs:
            ball = (self.rate * arb(self.chain.unit) * abs(shift)).exp()
            self.costs[shift] = ball, float(ball.mid())
        return self.costs[shift]


def _is_linear(number: Number) -> bool:
    """Whether it is linear in each unknown by itself, where the others are fixed."""
    try:
        every = coefficients(number, sorted(unknowns(number)))
    except ValueError:
        return False
    return all(power <= 1 for powers in every for power in powers)


def _at(row: Mapping[Place, Number], values: Mapping[str, fmpq]) -> dict[Place, fmpq]:
    found = {place: value(chance, values) for place, chance in row.items()}
    if any(chance < 0 for chance in found.values()):
        raise _Unbounded
    return {place: chance for place, chance in found.items() if chance}


def _kept(row: Formulas) -> dict[Place, Number]:
    found: dict[Place, Number] = {}
    for place, shift, chance in row:
        _add(found, ((place,), shift), chance)
    return found


def _ended(row: Formulas) -> dict[Place, Number]:
    """What the end of the last step adds, wherever it leads."""
    return _kept(tuple((-1, shift, chance) for _, shift, chance in row))


def _add(row: dict[Place, Number], place: Place, chance: Number) -> None:
    row[place] = row.get(place, ZERO) + chance


def _after(further: Further, steps: int) -> Bounds:
    return further.single[steps] if steps < len(further.single) else further.endless


def _least(every: Sequence[Bounds]) -> Bounds:
    """The least that is known."""

    def least(found: Sequence[arb | None]) -> arb | None:
        known = [ball for ball in found if ball is not None]
        return min(known, key=lambda ball: ball.upper(), default=None)

    size = range(len(every[0]))
    return [[least([bounds[row][column] for bounds in every]) for column in size] for row in size]


def _from(row: Weighed, marks: Sequence[Ends]) -> Weighed:
    """How likely a step begins at a mark and leads on: where it may begin there."""
    return {
        place: (low * marks[place[0][0]][0], high * marks[place[0][0]][1])
        for place, (low, high) in row.items()
        if high and marks[place[0][0]][1]
    }
