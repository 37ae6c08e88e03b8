"""What a run knows of the geometric draws that it keeps, exactly.

`Known` is the distribution of the draws given all that happened: a weight for each, and inequalities between several.
Nothing else is needed: every question about noise is a split into integer ranges, and each range is an inequality more.
The chance of a range, given what is known, is a quotient of two sums. So the runs of a program stay a Markov chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import gcd
from typing import TypeVar, cast

from flint import fmpq

from faier.exact import Number, Undecidable, bounds, compare, epsilons, unknowns
from faier.lang.failures import NOT_PROBABILITY, TOO_LARGE, UNKNOWN_DECIDES, Failure
from faier.lang.values import Sequence, Value
from faier.semantics.denote.chance import Choose, Later
from faier.semantics.denote.noise import Noise, Whole, affine, drawn_in, rewritten, substituted
from faier.semantics.denote.sums import Bound, Coefficients, folded, total, within
from faier.semantics.denote.weights import Weight, geometric

# More outcomes of one draw than this are refused.
MAXIMAL_OUTCOMES = 20_000

T = TypeVar("T")


@dataclass(frozen=True)
class Known:
    """What is known of the draws 0, 1, ...: their weights, and inequalities between two of them or more."""

    weights: tuple[Weight, ...] = ()
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True)
class Found:
    """What noise was found to be: between the ends (None: no end), so that `outcome` comes of it. If it is `sure`, it
    cannot be anything else."""

    outcome: object
    low: int | None
    high: int | None
    sure: bool = False


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

    def __init__(self, known: Known, choose: Choose) -> None:
        self.weights = dict(enumerate(known.weights))
        self.bounds = list(known.bounds)
        self.meaning: dict[int, Whole] = {}
        """Draws that are written by others now."""
        self.number = len(known.weights)
        self.choose = choose

    def fresh(self, parameter: Number) -> Noise:
        """A new draw of geometric(parameter). A parameter with unknowns in it cannot be checked here."""
        if not unknowns(parameter) and not epsilons(parameter) and not _strictly_within_unit(parameter):
            raise Failure(NOT_PROBABILITY, f"geometric takes a number between 0 and 1, both excluded, not {parameter}")
        return Noise(((self._named(geometric(parameter)), 1),))

    def _named(self, weight: Weight) -> int:
        self.weights[self.number] = weight
        self.number += 1
        return self.number - 1

    def now(self, value: Whole) -> Whole:
        """The value, written by the draws that there are now."""
        while isinstance(value, Noise) and any(draw in self.meaning for draw, _ in value.terms):
            value = substituted(value, self.meaning)
        return value

    # Questions.

    def decide(self, noise: Noise, cuts: Iterable[int], test: Callable[[int], T]) -> T:
        """test(noise), for a test that only changes at cuts; a cut k lies between k - 1 and k."""
        return cast(T, self._which(noise, lambda: self._ranges(noise, cuts, test)).outcome)

    def _ranges(self, noise: Noise, cuts: Iterable[int], test: Callable[[int], T]) -> list[Found]:
        """The ranges between cuts in which the noise can be, joined where the test gives the same."""
        value = self.now(noise)
        low, high = self._range(value) if isinstance(value, Noise) else (value, value)
        ranges: list[Found] = []
        ends = [None, *sorted(set(cuts)), None]
        if len(ends) > MAXIMAL_OUTCOMES + 3:
            raise _too_many()
        for start, stop in pairwise(ends):
            last = None if stop is None else stop - 1
            if low is not None and last is not None and last < low:
                continue
            if high is not None and start is not None and start > high:
                continue
            outcome = test(start if start is not None else last if last is not None else 0)
            if ranges and type(ranges[-1].outcome) is type(outcome) and ranges[-1].outcome == outcome:
                ranges[-1] = replace(ranges[-1], high=last)
            else:
                ranges.append(Found(outcome, start, last))
        return ranges

    def settled(self, value: Whole, refused: Callable[[], Failure]) -> int:
        """The value as an integer, where it can be one of finitely many."""
        value = self.now(value)
        if not isinstance(value, Noise):
            return value
        low, high = self._range(value)
        if low is None or high is None:
            raise refused()
        if high - low > MAXIMAL_OUTCOMES:
            raise _too_many()
        return cast(int, self._which(value, lambda: [Found(at, at, at) for at in range(low, high + 1)]).outcome)

    def divided(self, value: Noise, divisor: int) -> tuple[Whole, int]:
        """value // divisor and value % divisor: which draws leave which remainders is a question."""
        for draw, coefficient in value.terms:
            self._divide(draw, abs(divisor) // gcd(coefficient, divisor))
        found = self.now(value)
        if not isinstance(found, Noise):
            return found // divisor, found % divisor
        quotient = affine({draw: factor // divisor for draw, factor in found.terms}, found.offset // divisor)
        return quotient, found.offset % divisor

    def _which(self, noise: Noise, ranges: Callable[[], list[Found]]) -> Found:
        """In which of the ranges, which ascend and cover all that it can be, the noise lies."""
        value = self.now(noise)
        if not isinstance(value, Noise):
            return next(
                found
                for found in ranges()
                if (found.low is None or found.low <= value) and (found.high is None or value <= found.high)
            )
        chosen = self.choose(Later(lambda: self._chances(value, ranges())))
        if not chosen.sure:
            self.bounds += _conditions(value, chosen.low, chosen.high)
        return chosen

    def _chances(self, value: Noise, ranges: list[Found]) -> dict[Found, Number]:
        """How likely the noise lies in each of the ranges that are possible."""
        around = self._together(draw for draw, _ in value.terms)
        before = self._total(around, [])
        chances = {found: self._total(around, _conditions(value, found.low, found.high)) / before for found in ranges}
        possible = {found: chance for found, chance in chances.items() if chance != 0}
        if len(possible) == 1:
            return {replace(found, sure=True): chance for found, chance in possible.items()}
        return possible

    def _divide(self, draw: int, divisor: int) -> None:
        """The draw becomes divisor * (a new one) + (the remainder that it leaves, which is a question)."""
        if divisor > MAXIMAL_OUTCOMES:
            raise _too_many()
        around = self._together([draw])
        before, weight, bounds = self._total(around, []), self.weights.pop(draw), self.bounds
        new = self._named(weight)
        around = sorted({*around, new} - {draw})
        chances: dict[Remainder, Number] = {}
        for rest in range(divisor):
            self.weights[new] = weight.along(divisor, rest)
            self.bounds = [_along(bound, draw, new, divisor, rest) for bound in bounds]
            chances[Remainder(rest)] = self._total(around, []) / before
        chosen = self.choose({rest: chance for rest, chance in chances.items() if chance != 0}).rest
        self.weights[new] = weight.along(divisor, chosen)
        self.bounds = [_along(bound, draw, new, divisor, chosen) for bound in bounds]
        self.meaning[draw] = Noise(((new, divisor),), chosen)

    def _together(self, draws: Iterable[int]) -> list[int]:
        """The draws, and those that are bound to them, perhaps through others."""
        found = set(draws)
        while self.bounds:
            more = found.union(
                *({draw for draw, _ in bound.sides} for bound in self.bounds if any(d in found for d, _ in bound.sides))
            )
            if more == found:
                break
            found = more
        return sorted(found)

    def _total(self, draws: list[int], more: list[Bound]) -> Number:
        """The weight of what is known of draws that are bound to no others, and of these inequalities."""
        named = {draw: at for at, draw in enumerate(draws)}
        inside = [bound for bound in self.bounds if bound.sides[0][0] in named]
        return total(
            tuple(self.weights[draw] for draw in draws), tuple(_renamed(bound, named) for bound in [*inside, *more])
        )

    def _range(self, noise: Noise) -> tuple[int | None, int | None]:
        """Ends between which the noise lies, where they can be seen (None: it may have none)."""
        ends = {draw: self.weights[draw].ends for draw in self._together(draw for draw, _ in noise.terms)}
        for _ in ends:  # inequalities pass ends on from draw to draw
            for bound in self.bounds:
                for draw, coefficient in bound.sides if bound.sides[0][0] in ends else ():
                    _, most = _reach([side for side in bound.sides if side[0] != draw], 0, ends)
                    if most is not None:
                        low, high = ends[draw]
                        if coefficient > 0:
                            least = -((most - bound.least) // coefficient)
                            ends[draw] = (least if low is None else max(low, least), high)
                        else:
                            greatest = (most - bound.least) // -coefficient
                            ends[draw] = (low, greatest if high is None else min(high, greatest))
        return _reach(noise.terms, noise.offset, ends)

    # What is remembered.

    def kept(self, mentioned: Iterable[int]) -> tuple[Known, dict[int, Whole]]:
        """What is known of the draws that are still mentioned, and how they are written there.

        A draw that nothing mentions is summed out, if it is bound to one other at most; else it is remembered.
        """
        alive = dict.fromkeys(mentioned)
        while self._sum_out_one(alive) or self._know_one():
            pass
        draws = [draw for draw in alive if draw in self.weights]
        draws += [draw for draw in sorted(self.weights) if draw not in alive]
        named = {draw: at for at, draw in enumerate(draws)}
        strongest: dict[Coefficients, int] = {}
        for bound in (_renamed(bound, named) for bound in self.bounds):
            strongest[bound.sides] = max(bound.least, strongest.get(bound.sides, bound.least))
        known = Known(
            tuple(self.weights[draw] for draw in draws), tuple(Bound(*side) for side in sorted(strongest.items()))
        )
        return known, {draw: _called(self.now(Noise(((draw, 1),))), named) for draw in alive}

    def _sum_out_one(self, alive: Mapping[int, object]) -> bool:
        """One draw that nothing mentions is gone; False: there is none that can be."""
        for draw in sorted(self.weights.keys() - alive.keys()):
            around = [bound for bound in self.bounds if any(name == draw for name, _ in bound.sides)]
            others = {name for bound in around for name, _ in bound.sides} - {draw}
            if len(others) > 1 or any(abs(dict(bound.sides)[draw]) != 1 for bound in around):
                continue
            self.bounds = [bound for bound in self.bounds if bound not in around]
            weight = self.weights.pop(draw)
            for other in others:
                named = {other: 0, draw: 1}
                between = [_renamed(bound, named) for bound in around]
                self.weights[other] = _normal(folded(self.weights[other], weight, between))
            return True
        return False

    def _know_one(self) -> bool:
        """One inequality about a single draw is in its weight, or one draw that has a single value is gone."""
        for at, bound in enumerate(self.bounds):
            if len(bound.sides) == 1:
                (draw, coefficient), *_ = bound.sides
                low = -(-bound.least // coefficient) if coefficient > 0 else None
                high = bound.least // coefficient if coefficient < 0 else None
                self.weights[draw] = _normal(within(self.weights[draw], low, high))
                del self.bounds[at]
                return True
        for draw, weight in self.weights.items():
            value, last = weight.ends
            if value is not None and value == last:
                self.meaning[draw] = value
                del self.weights[draw]
                self.bounds = [found for bound in self.bounds for found in _given(bound, draw, value)]
                return True
        return False

    # Helpers look at the draws of their callers.

    def handed(self, values: Sequence) -> tuple[list[int], Known, Sequence]:
        """The draws that the values, written as now, depend on; what is known of them; the values written by that."""
        around = self._together(drawn_in(values))
        named = {draw: at for at, draw in enumerate(around)}
        inside = tuple(_renamed(bound, named) for bound in self.bounds if bound.sides[0][0] in named)
        known = Known(tuple(self.weights[draw] for draw in around), inside)
        return around, known, cast(Sequence, rewritten(values, lambda noise: _called(noise, named)))

    def given_back(self, around: list[int], known: Known, meanings: Sequence, value: Value) -> Value:
        """Draws that were handed have these meanings now, written by what is known of draws that take their place."""
        self.bounds = [bound for bound in self.bounds if bound.sides[0][0] not in around]
        for draw in around:
            del self.weights[draw]
        named = {at: self._named(weight) for at, weight in enumerate(known.weights)}
        self.bounds += [_renamed(bound, named) for bound in known.bounds]
        for draw, meaning in zip(around, meanings.items, strict=True):
            self.meaning[draw] = _called(cast(Whole, meaning), named)
        return rewritten(value, lambda noise: _called(noise, named))


def _conditions(noise: Noise, low: int | None, high: int | None) -> list[Bound]:
    """low <= noise <= high"""
    found = [] if low is None else [_reduced(dict(noise.terms), low - noise.offset)]
    if high is not None:
        found.append(_reduced({draw: -coefficient for draw, coefficient in noise.terms}, noise.offset - high))
    return found


def _renamed(bound: Bound, named: Mapping[int, int]) -> Bound:
    return Bound(tuple(sorted((named[draw], coefficient) for draw, coefficient in bound.sides)), bound.least)


def _called(value: Whole, named: Mapping[int, int]) -> Whole:
    """The value with other names for its draws."""
    if not isinstance(value, Noise):
        return value
    return Noise(tuple(sorted((named[draw], coefficient) for draw, coefficient in value.terms)), value.offset)


def _along(bound: Bound, draw: int, new: int, divisor: int, rest: int) -> Bound:
    """The bound, where the draw is divisor * (a new one) + rest."""
    sides = dict(bound.sides)
    if draw not in sides:
        return bound
    coefficient = sides.pop(draw)
    sides[new] = coefficient * divisor
    return _reduced(sides, bound.least - coefficient * rest)


def _reduced(sides: Mapping[int, int], least: int) -> Bound:
    """The bound without a common divisor."""
    common = gcd(*sides.values())
    return Bound(tuple(sorted((draw, factor // common) for draw, factor in sides.items())), -(-least // common))


def _given(bound: Bound, draw: int, value: int) -> list[Bound]:
    """What is left of the bound when the draw is known."""
    sides = dict(bound.sides)
    least = bound.least - sides.pop(draw, 0) * value
    return [_reduced(sides, least)] if sides else []


def _reach(
    sides: Iterable[tuple[int, int]], offset: int, ends: Mapping[int, tuple[int | None, int | None]]
) -> tuple[int | None, int | None]:
    """The ends of the sum, where its draws have these ends."""
    low: int | None = offset
    high: int | None = offset
    for draw, coefficient in sides:
        least, most = ends[draw] if coefficient > 0 else ends[draw][::-1]
        low = None if low is None or least is None else low + coefficient * least
        high = None if high is None or most is None else high + coefficient * most
    return low, high


def _normal(weight: Weight) -> Weight:
    return weight.times(1 / total((weight,), ()))


def _too_many() -> Failure:
    return Failure(TOO_LARGE, f"a geometric draw has more than {MAXIMAL_OUTCOMES:,} outcomes here")


def _strictly_within_unit(number: Number) -> bool:
    """Whether 0 < number < 1; where no theorem decides, the number is not known to be an end."""
    try:
        return compare(fmpq(0), number) < 0 < compare(fmpq(1), number)
    except Undecidable:
        return True
