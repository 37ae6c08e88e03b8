"""Densities of reals between rational ends: how large or small they are on a piece of the line, and far out.

A density is a sum of terms: numbers times z^k e^(r z), bells, and e^(r z) times the chance of a normal draw. Each is
enclosed on a piece after it is tilted, times e^(tilt (z - low)): what all terms have in common can so be taken out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from .densities import Density
from .forms import ONE, ZERO, Form, Number, Polynomial
from .normals import PLAIN, Normal, below
from .outcome import Hole, spend
from .series import Enclosure, enclosed, exponential, over_root_of_two_pi

BITS = 96
FURTHEST = 4_000
NEAR = 32
LITTLE = 360  # chances of normal draws whose square is more are told to be little

One = Density | Normal
NOTHING: Enclosure = (ZERO, ZERO)


def around(number: Number) -> Enclosure:
    """Rationals around an exact number."""
    if not isinstance(number, Form):
        return number, number
    if number.bottom:
        return over(_of(number.top), [(_of(dict(factor)), power) for factor, power in number.bottom.items()])
    return _of(number.top)


def _of(polynomial: Polynomial) -> Enclosure:
    return short(*enclosed(polynomial, BITS))


def over(top: Enclosure, bottom: Iterable[tuple[Enclosure, int]]) -> Enclosure:
    for (low, high), power in bottom:
        if low <= 0:
            raise Hole("a number over one that may be 0")
        for _ in range(power):
            top = times(top, (1 / high, 1 / low))
    return top


def short(low: Fraction, high: Fraction) -> Enclosure:
    """Rounded outward, where they are long."""
    return _rounded(low, False), _rounded(high, True)


def _rounded(number: Fraction, up: bool) -> Fraction:
    if number.denominator.bit_length() + number.numerator.bit_length() < 4 * BITS:
        return number
    place = number.numerator.bit_length() - number.denominator.bit_length() - BITS
    unit = Fraction(2) ** place
    count = number / unit
    return (-(-count.numerator // count.denominator) if up else count.numerator // count.denominator) * unit


def times(one: Enclosure, other: Enclosure) -> Enclosure:
    if one[0] >= 0 and other[0] >= 0:
        return short(one[0] * other[0], one[1] * other[1])
    every = [x * y for x in one for y in other]
    return short(min(every), max(every))


def total(every: Iterable[Enclosure]) -> Enclosure:
    low = high = ZERO
    for below_, above in every:
        low, high = low + below_, high + above
    return low, high


@lru_cache(maxsize=8192)
def power(x: Fraction) -> Enclosure:
    """Rationals around e^x, the lower one at least 0."""
    if x < -FURTHEST:
        return ZERO, Fraction(1, 2**FURTHEST)
    if abs(x) > NEAR:
        half = power(x / 2)
        return times(half, half)
    return short(*exponential(x, BITS))


def _hull(*every: Enclosure) -> Enclosure:
    return min(low for low, _ in every), max(high for _, high in every)


@dataclass(frozen=True)
class Exponential:
    """The sum of c_k z^k, times e^(rate z), for numbers c_k between these ends."""

    rate: Fraction
    amounts: tuple[Enclosure, ...]

    def on(self, low: Fraction, high: Fraction, tilt: Fraction) -> Enclosure:
        raised = _hull(power(self.rate * low), power(self.rate * high + tilt * (high - low)))
        value = NOTHING
        for amount in reversed(self.amounts):
            value = total((times(value, (low, high)), amount))
        return times(value, raised)

    def far(self, low: Fraction, rate: Fraction) -> Enclosure:
        """Times e^(rate z), everywhere from `low` on."""
        if len(self.amounts) > 1 or -self.rate < rate:
            raise Hole("what is known of a real far out is no multiple of one exponential")
        at = times(self.amounts[0], power((self.rate + rate) * low))
        return at if -self.rate == rate else _hull(NOTHING, at)


@dataclass(frozen=True)
class Bell:
    """The density of a normal draw."""

    mean: Fraction
    variance: Fraction

    def on(self, low: Fraction, high: Fraction, tilt: Fraction) -> Enclosure:
        top = min(max(self.mean + tilt * self.variance, low), high)
        ends = [power(self._exponent(place) + tilt * (place - low)) for place in (low, high, top)]
        found = (min(ends[0][0], ends[1][0]), ends[2][1])
        return times(found, over_root_of_two_pi(self.variance, BITS))

    def far(self, low: Fraction, rate: Fraction) -> Enclosure:
        if low < self.mean + rate * self.variance:
            raise Hole("a normal draw is not far out yet")
        at = times(power(self._exponent(low) + rate * low), over_root_of_two_pi(self.variance, BITS))
        return ZERO, at[1]

    def _exponent(self, place: Fraction) -> Fraction:
        return -((place - self.mean) ** 2) / (2 * self.variance)


@dataclass(frozen=True)
class Smeared:
    """One of the two parts of the density of a normal draw with a Laplace draw: what falls (side 1), or rises."""

    mean: Fraction
    variance: Fraction
    rate: Fraction
    side: int

    def on(self, low: Fraction, high: Fraction, tilt: Fraction) -> Enclosure:
        raised = [power(self._exponent(place) + tilt * (place - low)) for place in (low, high)]
        return times((self.rate / 2,) * 2, times(_hull(*raised), _hull(self._chance(low), self._chance(high))))

    def far(self, low: Fraction, rate: Fraction) -> Enclosure:
        if rate > self.rate or low < self.mean + self.variance * self.rate:
            raise Hole("a normal draw is not far out yet")
        raised = times((self.rate / 2,) * 2, power(self._exponent(low) + rate * low))
        at = times(raised, self._chance(low))
        if self.side > 0 and rate == self.rate:  # the chance rises to 1, and all else stays
            return at[0], raised[1]
        return ZERO, raised[1] if self.side > 0 else at[1]

    def _exponent(self, place: Fraction) -> Fraction:
        return self.rate * (self.variance * self.rate / 2 - self.side * (place - self.mean))

    def _chance(self, place: Fraction) -> Enclosure:
        away = self.side * (place - self.mean) - self.variance * self.rate
        return _chance(away**2 / self.variance, away >= 0)


@lru_cache(maxsize=8192)
def _chance(square: Fraction, above: bool) -> Enclosure:
    """That a standard normal draw is below the root of the square, or its negative."""
    if square > LITTLE:  # at most e^(-square / 2) / 2
        little = Fraction(1, 2 ** min(int(square / 2), 2 * FURTHEST))
        return (1 - little, ONE) if above else (ZERO, little)
    return around(below(square, above))


Term = Exponential | Bell | Smeared


@dataclass(frozen=True)
class Part:
    """A density with a weight."""

    weight: Enclosure
    density: One

    @property
    def places(self) -> list[Fraction]:
        """Where it changes its form."""
        found = self.density
        if isinstance(found, Normal):
            return [end for end in found.ends if end is not None]
        return list(found.places)

    @property
    def middle(self) -> Fraction:
        return self.density.mean if isinstance(self.density, Normal) else ZERO

    @property
    def rates(self) -> Iterator[Fraction]:
        """By which it falls far out."""
        if isinstance(self.density, Normal):
            if self.density.rate:
                yield self.density.rate
        else:
            yield from (abs(rate) for piece in self.density.pieces for rate, _ in piece if rate)

    def terms(self, low: Fraction, high: Fraction | None) -> list[Term]:
        """From one place to another, with none of its own between them."""
        found = self.density
        spend(20)
        if not isinstance(found, Normal):
            return [Exponential(rate, tuple(map(around, poly))) for rate, poly in found.on(low, high)]
        if (found.low is not None and low < found.low) or (
            found.high is not None and (high is None or high > found.high)
        ):
            return []
        if not found.rate:
            return [Bell(found.mean, found.variance)]
        return [Smeared(found.mean, found.variance, found.rate, side) for side in (1, -1)]

    @cached_property
    def scale(self) -> Enclosure:
        amount = around(self.density.amount) if isinstance(self.density, Normal) else (ONE, ONE)
        return times(self.weight, amount)

    def on(self, low: Fraction, high: Fraction, tilt: Fraction) -> Enclosure:
        least, most = total(term.on(low, high, tilt) for term in self.terms(low, high))
        return times(self.scale, (max(least, ZERO), max(most, ZERO)))

    def far(self, low: Fraction, rate: Fraction) -> Enclosure:
        least, most = total(term.far(low, rate) for term in self.terms(low, None))
        return times(self.scale, (max(least, ZERO), max(most, ZERO)))

    def between(self, low: Fraction | None, high: Fraction | None) -> Enclosure:
        """The chance."""
        found = around(self.density.restricted(low, high).total)
        return times(self.weight, (max(found[0], ZERO), max(found[1], ZERO)))

    def reach(self) -> Fraction:
        """Beyond all its places, and where little is left of what is normal in it."""
        found = self.density
        inside = max((abs(place) for place in self.places), default=ZERO) + 1
        if not isinstance(found, Normal):
            return inside
        return max(inside, abs(found.mean) + found.variance * found.rate + 14 * _root(found.variance))

    def mirrored(self) -> Part:
        return Part(self.weight, self.density.along(ZERO, Fraction(-1)))


@dataclass(frozen=True)
class Merged:
    """A sum of densities that are sums of exponentials between places, added up there once: `pieces` has one more than
    `places`."""

    places: list[Fraction]
    pieces: list[dict[Fraction, Enclosure]]

    middle = ZERO
    scale = (ONE, ONE)

    @property
    def rates(self) -> Iterator[Fraction]:
        yield from {abs(rate) for piece in self.pieces for rate in piece}

    def terms(self, low: Fraction, high: Fraction | None) -> list[Exponential]:
        spend(20)
        piece = self.pieces[bisect_right(self.places, low)]
        return [Exponential(rate, (amount,)) for rate, amount in piece.items()]

    def on(self, low: Fraction, high: Fraction, tilt: Fraction) -> Enclosure:
        least, most = total(term.on(low, high, tilt) for term in self.terms(low, high))
        return max(least, ZERO), max(most, ZERO)

    def far(self, low: Fraction, rate: Fraction) -> Enclosure:
        least, most = total(term.far(low, rate) for term in self.terms(low, None))
        return max(least, ZERO), max(most, ZERO)

    def between(self, low: Fraction | None, high: Fraction | None) -> Enclosure:
        inside = [x for x in self.places if (low is None or x > low) and (high is None or x < high)]
        found = []
        for one, other in pairwise([low, *inside, high]):
            piece = 0 if one is None else bisect_right(self.places, one)
            for rate, amount in self.pieces[piece].items():
                if (one is None and rate < 0) or (other is None and rate > 0):
                    raise Hole("an integral of what has no end")
                spend(20)
                ends = [(ZERO, ZERO) if end is None else power(rate * end) for end in (one, other)]
                first, last = ends if rate > 0 else reversed(ends)
                grown = (max(last[0] - first[1], ZERO), last[1] - first[0])
                found.append(times(amount, (grown[0] / abs(rate), grown[1] / abs(rate))))
        least, most = total(found)
        return max(least, ZERO), max(most, ZERO)

    def reach(self) -> Fraction:
        return max(map(abs, self.places), default=ZERO) + 1

    def mirrored(self) -> Merged:
        turned = [{-rate: amount for rate, amount in piece.items()} for piece in reversed(self.pieces)]
        return Merged([-place for place in reversed(self.places)], turned)


def merged(parts: list[Part]) -> list[Part | Merged]:
    """Those that are sums of exponentials are one."""
    plain = [(part, part.density) for part in parts if not isinstance(part.density, Normal) and _simple(part.density)]
    rest: list[Part | Merged] = [
        part for part in parts if isinstance(part.density, Normal) or not _simple(part.density)
    ]
    if not plain:
        return rest
    places = sorted({place for _, density in plain for place in density.places})
    pieces: list[dict[Fraction, Enclosure]] = [{} for _ in range(len(places) + 1)]
    for part, density in plain:
        known = [{rate: times(part.weight, around(poly[0])) for rate, poly in terms} for terms in density.pieces]
        for number, piece in enumerate(pieces):
            spend(1)
            at = bisect_right(density.places, places[number - 1]) if number else 0
            for rate, amount in known[at].items():
                piece[rate] = total((piece.get(rate, NOTHING), amount))
    return [*rest, Merged(places, pieces)]


def _simple(density: Density) -> bool:
    return all(rate and len(poly) == 1 for terms in density.pieces for rate, poly in terms)


def require_plain(density: One) -> None:
    if density.unit != PLAIN and not isinstance(density, Normal):
        raise Hole("densities in a unit that is no number")


def _root(number: Fraction) -> int:
    """An integer that is at least the root."""
    found = 1
    while found * found < number:
        found *= 2
    return found
