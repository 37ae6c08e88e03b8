"""What a run knows of the draws that it keeps, exactly: integers without bounds, and reals.

`Known` is the distribution of the draws given all that happened: a law for each, and conditions on several. Nothing
else is needed: every question about noise is a split into ranges, and each range is an inequality more. The chance of a
range, given what is known, is a quotient of two sums or integrals. So the runs of a program stay a Markov chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import gcd
from operator import le
from typing import Literal, TypeAlias, TypeVar, cast

from flint import fmpq

from faier.exact import Number, Undecidable, bounds, compare, epsilons, unknowns
from faier.lang.failures import NOT_PROBABILITY, TOO_LARGE, UNKNOWN_DECIDES, Failure
from faier.lang.noise import not_followed
from faier.lang.values import Sequence, Value
from faier.semantics.denote import ends
from faier.semantics.denote.chance import Choose, Later
from faier.semantics.denote.densities import SAME, Density, Fringe, Normal
from faier.semantics.denote.forgetting import Forgetting
from faier.semantics.denote.noise import (
    Affine,
    Drawn,
    Formula,
    Noise,
    Whole,
    affine,
    drawn_in,
    real,
    rewritten,
    substituted,
    variable,
)
from faier.semantics.denote.planes import (
    Condition,
    Floor,
    Law,
    Plane,
    Seen,
    floored,
    given,
    itself,
    opened,
    reduced,
    renamed,
    sharpened,
    together,
    touching,
)
from faier.semantics.denote.totals import total
from faier.semantics.denote.weights import FREE, ONE, Weight, geometric

# More outcomes of one draw than this are refused.
MAXIMAL_OUTCOMES = 20_000

T = TypeVar("T")


@dataclass(frozen=True)
class Known:
    """What is known of the draws 0, 1, ...: their laws, and conditions on one of them or more."""

    laws: tuple[Law, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def every(self) -> tuple[Value, ...]:
        """The draws themselves, as values."""
        return cast("tuple[Value, ...]", tuple(itself(at, law) for at, law in enumerate(self.laws)))


@dataclass(frozen=True)
class Found:
    """What noise was found to be: between the ends (None: no end), so that `outcome` comes of it. If it is `sure`, it
    cannot be anything else."""

    outcome: object
    low: int | None
    high: int | None
    sure: bool = False


Cell: TypeAlias = tuple[int | None, int | None]  # the ends of a range (None: no end)


class Ranges(Later[Found]):
    """How likely noise lies in each of some ranges; or in which one it does is found by halving, with few questions."""

    def __init__(
        self,
        make: Callable[[], Mapping[Found, Number]],
        cells: Callable[[], list[Cell]],
        found: Callable[..., Found],
        weight: Callable[[int | None, int | None], Number],
    ) -> None:
        super().__init__(make)
        self.cells, self.found, self.weight = cells, found, weight

    def halved(self, happens: Callable[[Number], bool]) -> Found:
        """One of the ranges, where something `happens` with a chance."""
        cells = self.cells()
        whole = self.weight(cells[0][0], cells[-1][1]) if len(cells) > 1 else fmpq(1)
        while len(cells) > 1:
            lower, upper = cells[: len(cells) // 2], cells[len(cells) // 2 :]
            part = self.weight(lower[0][0], lower[-1][1])
            cells, whole = (lower, part) if happens(part / whole) else (upper, whole - part)
        return self.found(*cells[0])


def joined(found: Callable[..., Found], cells: Iterable[Cell]) -> list[Found]:
    """What is found in each of the ranges; those beside each other with the same outcome are one."""
    ranges: list[Found] = []
    for low, high in cells:
        one = found(low, high)
        if ranges and type(ranges[-1].outcome) is type(one.outcome) and ranges[-1].outcome == one.outcome:
            one = replace(one, low=ranges.pop().low)
        ranges.append(one)
    return ranges


@dataclass(frozen=True)
class Remainder:
    """What a draw leaves when it is divided by a number."""

    rest: int


def floor_of(number: Number) -> int:
    """The greatest integer that is not above the number."""
    if isinstance(number, fmpq):
        return int(number.floor())
    if unknowns(number) or epsilons(number):
        raise Failure(UNKNOWN_DECIDES, "noise is compared with an unknown: what happens next would depend on it")
    bits = 64
    while True:
        floor, most = (int(end.floor()) for end in bounds(number, bits))
        if most - floor < 2:
            return floor + 1 if compare(number, fmpq(floor + 1)) >= 0 else floor
        bits *= 2


class Draws:
    """What one run knows of its draws while it takes a step; questions are answered by `choose`."""

    def __init__(self, known: Known, choose: Choose, unchecked: dict[Number, None] | None = None) -> None:
        """`unchecked` gets parameters that cannot be checked here."""
        self.laws = dict(enumerate(known.laws))
        self.conditions = list(known.conditions)
        self.meaning: dict[int, Whole | Affine] = {}
        """Draws that are written by others now."""
        self.number = len(known.laws)
        self.choose = choose
        self.unchecked = {} if unchecked is None else unchecked

    def fresh(self, parameter: Number) -> Noise:
        """A new draw of geometric(parameter). A parameter with unknowns in it cannot be checked here."""
        if unknowns(parameter) or epsilons(parameter):
            self.unchecked[parameter] = None
        elif not _strictly_within_unit(parameter):
            raise Failure(NOT_PROBABILITY, f"geometric takes a number between 0 and 1, both excluded, not {parameter}")
        return Noise(((self._named(geometric(parameter)), 1),))

    def fresh_real(self, law: Law) -> Affine:
        """A new draw of this density."""
        return variable(self._named(law))

    def _named(self, law: Law) -> int:
        self.laws[self.number] = law
        self.number += 1
        return self.number - 1

    def now(self, value: Whole | Affine) -> Whole | Affine:
        """The value, written by the draws that there are now."""
        while isinstance(value, Noise | Affine) and any(draw in self.meaning for draw in drawn_in(value)):
            value = substituted(value, self.meaning)
        return value

    def whole(self, value: Whole) -> Whole:
        return cast(Whole, self.now(value))

    def real(self, value: Affine) -> Affine:
        return cast(Affine, self.now(value))

    # Questions about integers.

    def decide(self, noise: Noise, cuts: Iterable[int], test: Callable[[int], T]) -> T:
        """test(noise), for a test that only changes at cuts; a cut k lies between k - 1 and k."""
        value = self.whole(noise)
        if not isinstance(value, Noise):
            return test(value)

        def found(low: int | None, high: int | None) -> Found:
            return Found(test(low if low is not None else high if high is not None else 0), low, high)

        return cast(T, self._which(value, lambda: self._cells(value, cuts), found).outcome)

    def _cells(self, value: Noise, cuts: Iterable[int]) -> list[Cell]:
        """The ranges between cuts in which the noise can be."""
        low, high = self._range(value)
        limits = [None, *sorted(set(cuts)), None]
        if len(limits) > MAXIMAL_OUTCOMES + 3:
            raise _too_many()
        lasts = [None if stop is None else stop - 1 for stop in limits[1:]]
        return [
            (start, last)
            for start, last in zip(limits, lasts, strict=False)
            if (low is None or last is None or last >= low) and (high is None or start is None or start <= high)
        ]

    def settled(self, value: Whole, refused: Callable[[], Failure]) -> int:
        """The value as an integer, where it can be one of finitely many."""
        value = self.whole(value)
        if not isinstance(value, Noise):
            return value
        low, high = self._range(value)
        if low is None or high is None:
            raise refused()
        if high - low > MAXIMAL_OUTCOMES:
            raise _too_many()
        cells: list[Cell] = [(at, at) for at in range(low, high + 1)]
        return cast(int, self._which(value, lambda: cells, lambda at, _: Found(at, at, at)).outcome)

    def drawn(self, value: Whole) -> int:
        """The value as an integer, found by halving: questions of which each has few answers."""
        value = self.whole(value)
        if not isinstance(value, Noise):
            return value
        low, high = 0, 0
        if self.decide(value, [0], lambda k: k >= 0):
            high = 1
            while self.decide(value, [high], partial(le, high)):
                low, high = high, 2 * high
        else:
            low = -1
            while not self.decide(value, [low], partial(le, low)):
                low, high = 2 * low, low
        while high - low > 1:
            middle = (low + high) // 2
            if self.decide(value, [middle], partial(le, middle)):
                low = middle
            else:
                high = middle
        return low

    def divided(self, value: Noise, divisor: int) -> tuple[Whole, int]:
        """value // divisor and value % divisor: which draws leave which remainders is a question."""
        for draw, coefficient in value.terms:
            self._divide(draw, abs(divisor) // gcd(coefficient, divisor))
        found = self.whole(value)
        if not isinstance(found, Noise):
            return found // divisor, found % divisor
        quotient = affine({draw: factor // divisor for draw, factor in found.terms}, found.offset // divisor)
        return quotient, found.offset % divisor

    def _which(self, value: Noise, cells: Callable[[], list[Cell]], found: Callable[..., Found]) -> Found:
        """In which of the ranges, which ascend and cover all that it can be, the noise lies; joined where the same is
        found."""

        def weight(low: int | None, high: int | None) -> Number:
            return self._total(self._together(drawn_in(value)), self._within(value, low, high))

        chosen = self.choose(Ranges(lambda: self._chances(value, joined(found, cells())), cells, found, weight))
        if not chosen.sure:
            self.conditions += self._within(value, chosen.low, chosen.high)
        return chosen

    def _chances(self, value: Drawn, ranges: list[Found]) -> dict[Found, Number]:
        """How likely the noise lies in each of the ranges that are possible; it lies in the only one there is."""
        if len(ranges) == 1:
            return {replace(ranges[0], sure=True): ONE}
        around = self._together(drawn_in(value))
        before = self._total(around, [])
        chances = {found: self._total(around, self._within(value, found.low, found.high)) / before for found in ranges}
        possible = {found: chance for found, chance in chances.items() if chance != 0}
        if len(possible) == 1:
            return {replace(found, sure=True): chance for found, chance in possible.items()}
        return possible

    def _within(self, noise: Drawn, low: int | None, high: int | None) -> list[Condition]:
        """low <= noise <= high; of a floor, what that says of the real; of a real, low <= noise or noise < high."""
        if isinstance(noise, Affine):
            return [Plane(noise)] if high is None else [Plane(noise.times(-1), strict=True)]
        form = floored(self.conditions, noise.terms[0][0]) if len(noise.terms) == 1 else None
        if form is None:
            found = [] if low is None else [reduced(dict(noise.terms), low - noise.offset)]
            if high is not None:
                found.append(reduced({draw: -coefficient for draw, coefficient in noise.terms}, noise.offset - high))
            return [*found]
        ((_, coefficient),) = noise.terms
        if coefficient < 0:
            low, high = None if high is None else -high, None if low is None else -low
        offset, size = noise.offset if coefficient > 0 else -noise.offset, abs(coefficient)
        planes = [] if low is None else [Plane(form.shifted((low - offset) // -size))]
        return [*planes, *([] if high is None else [Plane(form.times(-1).shifted((high - offset) // size + 1), True)])]

    def _divide(self, draw: int, divisor: int) -> None:
        """The draw becomes divisor * (a new one) + (the remainder that it leaves, which is a question)."""
        if divisor > MAXIMAL_OUTCOMES:
            raise _too_many()
        around = self._together([draw])
        before = self._total(around, [])
        law, conditions = cast(Weight, self.laws.pop(draw)), opened(self.conditions, draw)
        new = self._named(law)
        around = sorted({*around, new} - {draw})
        chances: dict[Remainder, Number] = {}
        for rest in range(divisor):
            self._split(draw, new, divisor, rest, law, conditions)
            chances[Remainder(rest)] = self._total(around, []) / before
        chosen = self.choose({rest: chance for rest, chance in chances.items() if chance != 0}).rest
        self._split(draw, new, divisor, chosen, law, conditions)
        self.meaning[draw] = Noise(((new, divisor),), chosen)

    def _split(self, draw: int, new: int, divisor: int, rest: int, law: Weight, conditions: list[Condition]) -> None:
        self.laws[new] = law.along(divisor, rest)
        meaning = Noise(((new, divisor),), rest)
        self.conditions = [changed for known in conditions for changed in given(known, draw, meaning)]

    def holds(self, asked: Formula | bool) -> bool:
        """Whether that is so; formulas are asked about where there is nothing else, see `branching`."""
        if isinstance(asked, Formula):
            raise AssertionError("no run that knows its draws by laws makes formulas")
        return asked

    # Questions about reals.

    def positive(self, noise: Affine, strict: bool = False) -> bool:
        """Whether the real is at least 0; above 0, if that is strict."""
        if strict:
            return not self.positive(noise.times(-1))
        value = self.real(noise)
        known = sharpened(Plane(value), self.laws)
        if isinstance(known, bool):
            return known
        chosen = self.choose(Later(lambda: self._chances(value, [Found(True, 0, None), Found(False, None, 0)])))
        if not chosen.sure:
            self.conditions += self._within(value, chosen.low, chosen.high)
        return cast(bool, chosen.outcome)

    def floor(self, noise: Affine) -> Whole:
        """The greatest integer that is not above the real: a draw of its own."""
        value = self.real(noise)
        whole = floor_of(value.offset)
        form = value.shifted(-whole)
        if all(isinstance(self.laws[draw], Fringe) for draw, _ in form.sides):
            below = sharpened(Plane(form), self.laws) is False
            return whole - 1 if below else whole
        for known in self.conditions:
            if isinstance(known, Floor) and known.form == form:
                return Noise(((known.draw, 1),), whole)
        new = self._named(FREE)
        self.conditions.append(Floor(new, form))
        return Noise(((new, 1),), whole)

    def dense(self, noise: Affine) -> bool:
        """Whether the real has a density."""
        return any(isinstance(self.laws[draw], Density | Normal) for draw in drawn_in(self.real(noise)))

    def is_known(self, noise: Affine) -> bool:
        """Whether nothing about the real is random any more."""
        return all(isinstance(self.laws[draw], Fringe) for draw in drawn_in(self.real(noise)))

    def seen(self, shown: Iterable[tuple[Affine, Number, Literal[0, 1, -1]]]) -> bool:
        """Whether each real is seen at its number, or just beside it: the weight of that is their density there."""
        before = dict(self.laws), list(self.conditions)
        density: Number | None = None
        for noise, at, side in shown:
            value = self.real(noise)
            if not self.is_known(value):
                one = self._see(value, at, side)
                density = one if density is None else density * one
                if not density:  # nothing can be asked of draws that are where they cannot be
                    break
                continue
            beside = value.shifted(-at)
            found = tuple(sharpened(Plane(form), self.laws) for form in (beside, beside.times(-1)))
            if value.offset != at or found != {0: (True, True), 1: (True, False), -1: (False, True)}[side]:
                return False
            if not self.choose({True: SAME, False: ONE}):
                return False
        if density is None or self.choose({True: density, False: ONE}):
            return True
        self.laws, self.conditions = before
        self.meaning = {draw: meaning for draw, meaning in self.meaning.items() if draw not in self.laws}
        return False

    def _see(self, value: Affine, at: Number, side: Literal[0, 1, -1]) -> Number:
        """From now on the real is at this number; how dense it was there."""
        around = self._together(drawn_in(value))
        inside = touching(self.conditions, around)
        before = total(self.laws, around, inside)
        dense = [side for side in value.sides if isinstance(self.laws[side[0]], Density | Normal)]
        if not dense:
            raise not_followed("a real that differs by an integer from one that was shown")
        draw, coefficient = dense[0]
        rank = 1 + max((known.rank for known in self.laws.values() if isinstance(known, Fringe)), default=0)
        fringe = self._named(Fringe(rank, side))
        rest = value.given(draw, Affine(()))
        meaning = variable(fringe).shifted(at).plus(rest, -1).times(1 / coefficient)
        found = [changed for known in inside for changed in given(known, draw, meaning)]
        found.append(Seen(cast("Density | Normal", self.laws.pop(draw)), meaning))
        after = total(self.laws, [other for other in (*around, fringe) if other != draw], found)
        self.conditions = [known for known in self.conditions if known not in inside] + found
        self.meaning[draw] = meaning
        return after / before / abs(coefficient)

    # What is known.

    def _together(self, draws: Iterable[int]) -> list[int]:
        """The draws, and those that are bound to them, perhaps through others."""
        return together(draws, self.conditions)

    def _total(self, draws: list[int], more: Iterable[Condition]) -> Number:
        """The weight of what is known of draws that are bound to no others, and of these conditions."""
        return total(self.laws, draws, [*touching(self.conditions, draws), *more])

    def _range(self, noise: Noise) -> tuple[int | None, int | None]:
        """Ends between which the noise lies, where they can be seen (None: it may have none)."""
        around = self._together(drawn_in(noise))
        laws = {draw: self.laws[draw] for draw in around}
        low, high = ends.reach(real(noise), laws, touching(self.conditions, around))
        return None if low is None else -floor_of(-low), None if high is None else floor_of(high)

    def kept(self, mentioned: Iterable[int]) -> tuple[Known, dict[int, Whole | Affine]]:
        """What is known of the draws that are still mentioned, and how they are written there."""
        alive = dict.fromkeys(mentioned)
        self.conditions = Forgetting(self.laws, self.conditions, self.meaning, alive).done()
        draws = [draw for draw in alive if draw in self.laws]
        draws += [draw for draw in sorted(self.laws) if draw not in alive]
        named = {draw: at for at, draw in enumerate(draws)}
        conditions = sorted((renamed(known, named) for known in self.conditions), key=repr)
        known = Known(tuple(self.laws[draw] for draw in draws), tuple(conditions))
        return known, {draw: _called(self.meaning_of(draw), named) for draw in alive}

    def meaning_of(self, draw: int) -> Whole | Affine:
        """How the draw is written now."""
        return self.now(self.meaning[draw]) if draw in self.meaning else itself(draw, self.laws[draw])

    # Helpers look at the draws of their callers.

    def handed(self, values: Sequence) -> tuple[list[int], Known, Sequence]:
        """The draws that the values, written as now, depend on; what is known of them; the values written by that."""
        around = self._together(drawn_in(values))
        named = {draw: at for at, draw in enumerate(around)}
        inside = tuple(renamed(known, named) for known in touching(self.conditions, around))
        known = Known(tuple(self.laws[draw] for draw in around), inside)
        return around, known, cast(Sequence, rewritten(values, lambda noise: _called(noise, named)))

    def given_back(self, around: list[int], known: Known, meanings: Sequence, value: Value) -> Value:
        """Draws that were handed have these meanings now, written by what is known of draws that take their place."""
        inside = touching(self.conditions, around)
        self.conditions = [condition for condition in self.conditions if condition not in inside]
        for draw in around:
            del self.laws[draw]
        named = {at: self._named(law) for at, law in enumerate(known.laws)}
        self.conditions += [renamed(condition, named) for condition in known.conditions]
        for draw, meaning in zip(around, meanings.items, strict=True):
            self.meaning[draw] = _called(cast("Whole | Affine", meaning), named)
        return rewritten(value, lambda noise: _called(noise, named))


def _called(value: Whole | Affine, named: Mapping[int, int]) -> Whole | Affine:
    """The value with other names for its draws."""
    if isinstance(value, Affine):
        return value.named(named)
    if not isinstance(value, Noise):
        return value
    return Noise(tuple(sorted((named[draw], coefficient) for draw, coefficient in value.terms)), value.offset)


def _too_many() -> Failure:
    return Failure(TOO_LARGE, f"a geometric draw has more than {MAXIMAL_OUTCOMES:,} outcomes here")


def _strictly_within_unit(number: Number) -> bool:
    """Whether 0 < number < 1; where no theorem decides, the number is not known to be an end."""
    try:
        return compare(fmpq(0), number) < 0 < compare(fmpq(1), number)
    except Undecidable:
        return True
