"""Densities on the reals, exactly: between finitely many places sums of c z^k e^(r z), where z counts in a unit.

They are what is known of a real draw. At a number x, z is x units; what is integrated is dz. Where the unit is 1, z
is x. Else it is an epsilon that no number of the field is (EPS, or the logarithm of a number): powers of it stand in
exponents alone, and what would need others is a `Hole`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb

from .budgets import Epsilon, factor
from .forms import MOST_POWER, ONE, ZERO, Form, Number, added, is_zero, key_of, multiplied, size, total
from .normals import PLAIN
from .outcome import Hole, Invalid, spend
from .weights import Polynomial, Weights

MOST_PLACES = 500
MOST_TERMS = 200
MOST_BITS = 2_000

Terms = tuple[tuple[Fraction, Polynomial], ...]  # (r, p): the sum of p(z) e^(r z), r ascending


@dataclass(frozen=True, eq=False)
class Density:
    """`pieces` has one more than `places`: what holds below the first, between each two, and above the last."""

    unit: Epsilon
    places: tuple[Fraction, ...]
    pieces: tuple[Terms, ...]

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Of densities in their simplest shape, equal for equal ones."""
        unit = (self.unit.constant, self.unit.logs, self.unit.rate)
        return ("density", unit, self.places, tuple(map(_key, self.pieces)))

    def at(self, place: Fraction, side: int = 0) -> Number:
        """The value; just above the place for the side 1, just below it for -1."""
        below = self._value(self.pieces[bisect_left(self.places, place)], place) if side <= 0 else None
        above = self._value(self.pieces[bisect_right(self.places, place)], place) if side >= 0 else None
        if below is None or above is None:
            return below if above is None else above  # type: ignore[return-value]
        if not is_zero(below - above):
            raise Invalid("a density is asked for where it jumps")
        return below

    def jumps(self, place: Fraction) -> bool:
        return not is_zero(self.at(place, 1) - self.at(place, -1))

    def on(self, low: Fraction | None, high: Fraction | None) -> Terms:
        """What holds between two places, with none of its own between them."""
        return self.pieces[
            bisect_left(self.places, high) if high is not None else bisect_right(self.places, low or ZERO)
        ]

    def along(self, start: Fraction, step: Fraction) -> Density:
        """At x what was at start + step * x."""
        if not start and step == 1:
            return self
        order = 1 if step > 0 else -1
        places = tuple(_short((place - start) / step) for place in self.places)[::order]
        pieces = tuple(_stretched(self._later(terms, start), step) for terms in self.pieces)[::order]
        return Density(self.unit, places, pieces)

    def scaled(self, by: Number) -> Density:
        return self._each(lambda terms: tuple((rate, tuple(multiplied(c, by) for c in p)) for rate, p in terms))

    def tilted(self, by: Fraction) -> Density:
        """Times e^(by z)."""
        return self._each(lambda terms: tuple((rate + by, poly) for rate, poly in terms))

    def times(self, other: Density) -> Density:
        return self._with(other, _product)

    def plus(self, other: Density) -> Density:
        return self._with(other, lambda one, two: _gathered((*one, *two)))

    def restricted(self, low: Fraction | None, high: Fraction | None) -> Density:
        """Only from `low` to `high` (None: no end)."""
        found = self
        if low is not None:
            found = found.times(Density(self.unit, (low,), ((), _ONE)))
        if high is not None:
            found = found.times(Density(self.unit, (high,), (_ONE, ())))
        return found

    @cached_property
    def from_on(self) -> Density:
        """At x the integral from x on."""
        made: list[Terms] = []
        known: Number = ZERO
        for number in reversed(range(len(self.pieces))):
            whole = _antiderivative(self.pieces[number])
            if number == len(self.places):
                if any(rate >= 0 for rate, _ in whole):
                    raise Hole("an integral of what has no end")
            else:
                known = added(known, self._value(whole, self.places[number]))
            made.append(_gathered([*((rate, tuple(-c for c in poly)) for rate, poly in whole), (ZERO, (known,))]))
            if number:
                known = self._value(made[-1], self.places[number - 1])
        return Density(self.unit, self.places, tuple(reversed(made)))

    @cached_property
    def up_to(self) -> Density:
        """At x the integral up to x."""
        return self.reflected().from_on.reflected()

    def reflected(self) -> Density:
        return self.along(ZERO, -ONE)

    @cached_property
    def total(self) -> Number:
        middle = self.places[0] if self.places else ZERO
        return added(self.up_to.at(middle), self.from_on.at(middle))

    def simplest(self) -> Density:
        """Without places where nothing changes."""
        kept = [n for n, (one, two) in enumerate(pairwise(self.pieces)) if _key(one) != _key(two)]
        if len(kept) == len(self.places):
            return self
        pieces = (self.pieces[0], *(self.pieces[n + 1] for n in kept))
        return replace(self, places=tuple(self.places[n] for n in kept), pieces=pieces)

    @property
    def lead(self) -> Fraction:
        """A fraction above 0 that grows with all of it; 1 if there is nothing."""
        for terms in self.pieces:
            for _, poly in terms:
                for number in poly:
                    amounts = list(number.top.values()) if isinstance(number, Form) else [number]
                    if any(amounts):
                        return abs(next(amount for amount in amounts if amount))
        return ONE

    @property
    def ends(self) -> tuple[Fraction | None, Fraction | None]:
        """Between which places there is anything (None: no end)."""
        low = self.places[0] if self.places and not self.pieces[0] else None
        return low, self.places[-1] if self.places and not self.pieces[-1] else None

    @property
    def peak(self) -> tuple[Fraction, Fraction] | None:
        """The place of the top and the rate, where these are those of a Laplace draw times a number."""
        match self:
            case Density(places=(place,), pieces=(((up, (before,)),), ((down, (after,)),))) if up == -down > 0:
                return (place, up) if is_zero(self._e(up * place * 2) * before - after) else None
        return None

    def floors(self) -> Weights:
        """What each integer weighs as the greatest one that is not above."""
        tail = self.from_on
        if not tail.places:
            raise Hole("a real that may be anything is rounded")
        first = tail.places[0].__floor__() + 1
        last = max(first, -(-tail.places[-1] // 1))
        if last - first > MOST_PLACES:
            raise Hole("a real is rounded between too many integers")
        values = tuple(tail.at(Fraction(n)) for n in range(first, last))
        above = self._steps(tail.pieces[-1], last, 1)
        made = Weights(first, values, self._steps(tail.pieces[0], first - 1, -1), above)
        return made.plus(made.shifted(-1).scaled(-ONE)).shortest()

    def _steps(self, terms: Terms, start: int, step: int) -> tuple[tuple[Number, Polynomial], ...]:
        """The terms at start + step * n, for integers n."""
        moved = _stretched(self._later(terms, Fraction(start)), Fraction(step))
        if self.unit != PLAIN and any(len(poly) > 1 for _, poly in moved):
            raise Hole(_OUTSIDE)
        return tuple((self._e(rate), poly) for rate, poly in moved)

    def _value(self, terms: Terms, place: Fraction) -> Number:
        spend(1 + 4 * len(terms))
        return total(multiplied(self._at(poly, place), self._e(rate * place)) for rate, poly in terms)

    def _at(self, poly: Polynomial, place: Fraction) -> Number:
        if len(poly) == 1 or not place:
            return poly[0]
        if self.unit != PLAIN:
            raise Hole(_OUTSIDE)
        return total(multiplied(number, place**k) for k, number in enumerate(poly))

    def _e(self, by: Fraction) -> Number:
        """e to so many units."""
        found = factor(self.unit.scaled(_short(by)))
        if found is None:
            raise Hole("a root of a rational number")
        return found

    def _later(self, terms: Terms, by: Fraction) -> Terms:
        """The terms so much further on."""
        if not by:
            return terms
        found = []
        for rate, poly in terms:
            share = self._e(rate * by)
            if len(poly) > 1:
                if self.unit != PLAIN:
                    raise Hole(_OUTSIDE)
                poly = tuple(
                    total(multiplied(poly[j], comb(j, k) * by ** (j - k)) for j in range(k, len(poly)))
                    for k in range(len(poly))
                )
            found.append((rate, tuple(multiplied(number, share) for number in poly)))
        return tuple(found)

    def _each(self, change: Callable[[Terms], Terms]) -> Density:
        return replace(self, pieces=tuple(map(change, self.pieces)))

    def _with(self, other: Density, make: Callable[[Terms, Terms], Terms]) -> Density:
        if self.unit != other.unit:
            raise Hole("noise of scales that no number is the quotient of")
        places = tuple(sorted({*self.places, *other.places}))
        if len(places) > MOST_PLACES:
            raise Hole("what is known of a real has too many places")
        spend(len(places) + 1)
        cells = list(zip((None, *places), (*places, None), strict=True))
        return Density(self.unit, places, tuple(make(self.on(*cell), other.on(*cell)) for cell in cells))


_ONE: Terms = ((ZERO, (ONE,)),)
_OUTSIDE = "the unknown epsilon, or a logarithm, outside of an exponent"


def laplace(rate: Fraction, unit: Epsilon) -> Density:
    """Of a draw whose density falls by e for each 1 / rate of the unit."""
    share = (_short(rate) / 2,)
    return Density(unit, (ZERO,), (((rate, share),), ((-rate, share),)))


def with_laplace(density: Density, rate: Fraction) -> Density:
    """Of the sum with a Laplace draw, which is below what it is added to, or above."""
    above = density.tilted(rate).up_to.tilted(-rate)
    below = density.tilted(-rate).from_on.tilted(rate)
    return above.plus(below).scaled(rate / 2)


def two_at_most(every: Iterable[Terms], tail: bool) -> bool:
    """Whether these are all multiples of one exponential, or, but in a tail, sums of the same two functions of which
    the quotient goes up or down all the way: e^(r z) and e^(s z), or e^(r z) and z e^(r z)."""
    found: dict[Fraction, int] = {}
    for terms in every:
        for rate, poly in terms:
            found[rate] = max(found.get(rate, 0), len(poly))
    return sum(found.values()) <= (1 if tail else 2)


def _antiderivative(terms: Terms) -> Terms:
    """q with q' + r q = p."""
    found = []
    for rate, poly in terms:
        made: list[Number] = [ZERO] * (len(poly) + (not rate))
        for k in reversed(range(len(poly))):
            if rate:
                more = multiplied(made[k + 1], ONE * (k + 1)) if k + 1 < len(poly) else ZERO
                made[k] = multiplied(poly[k] - more, 1 / rate)
            else:
                made[k + 1] = multiplied(poly[k], Fraction(1, k + 1))
        found.append((rate, tuple(made)))
    return tuple(found)


def _stretched(terms: Terms, step: Fraction) -> Terms:
    """The terms of step * z."""
    if step == 1:
        return terms
    return _gathered(
        (rate * step, tuple(multiplied(number, step**k) for k, number in enumerate(poly))) for rate, poly in terms
    )


def _product(one: Terms, other: Terms) -> Terms:
    found = []
    for rate, poly in one:
        for second, more in other:
            made: list[Number] = [ZERO] * (len(poly) + len(more) - 1)
            for i, a in enumerate(poly):
                for j, b in enumerate(more):
                    made[i + j] = added(made[i + j], multiplied(a, b))
            found.append((rate + second, tuple(made)))
    return _gathered(found)


def _gathered(terms: Iterable[tuple[Fraction, Polynomial]]) -> Terms:
    """Each rate once, nothing that is 0."""
    made: dict[Fraction, list[Number]] = {}
    for rate, poly in terms:
        known = made.setdefault(rate, [])
        known.extend([ZERO] * (len(poly) - len(known)))
        for k, number in enumerate(poly):
            known[k] = added(known[k], number)
    kept = []
    for rate, known in sorted(made.items()):
        while known and is_zero(known[-1]):
            known.pop()
        if known:
            kept.append((_short(rate), tuple(known)))
    if sum(len(poly) for _, poly in kept) > MOST_TERMS:
        raise Hole("what is known of a real has too many terms")
    spend(len(kept))
    return tuple(kept)


def _key(terms: Terms) -> tuple[object, ...]:
    return tuple((rate, tuple(map(key_of, poly))) for rate, poly in terms)


def _short(number: Fraction) -> Fraction:
    if size(number) > MOST_BITS or abs(number) > MOST_POWER:
        raise Hole("noise on the reals with a number that is too large")
    return number
