"""Exact functions on the reals: between finitely many breaks, sums of polynomials times exponentials.

What a program knows about real noise is such a function: a Laplace density, that of a sum of some, what is left of one
after comparisons, the chance that one is at least y. Products, sums and integrals of such functions are such functions.
At a break there are two values, from above and from below; the number that the break is itself has measure 0.
Each is written in one way only, so equal functions are equal values.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from flint import fmpq

from faier.exact import exponential_polynomials as sums
from faier.exact.epsilon import Epsilon
from faier.exact.exponential_polynomials import Terms, Unit
from faier.exact.limits import TooLarge, Undecidable
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number, Symbolic

MAXIMAL_BREAKS = 4_000
"""Functions with more breaks than this are not followed."""

End: TypeAlias = Number | None


@dataclass(frozen=True)
class Density:
    """`pieces[i]` is the function of y below `breaks[i]`, the last one that above all of them, in units of length: a
    density is one in relation to `unit` * dy. Made by `density` and the operations alone."""

    unit: Unit
    breaks: tuple[Number, ...]
    pieces: tuple[Terms, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        breaks = tuple(at if isinstance(at, Symbolic) else (int(at.p), int(at.q)) for at in self.breaks)
        return hash((breaks, tuple(tuple((str(rate), *term) for rate, *term in piece) for piece in self.pieces)))

    def at(self, y: Number, side: int = 0) -> Number:
        """The value at y; its limit from above (`side` 1) or from below (-1) where there is a break."""
        found = self._piece(y, side)
        if side == 0 and y in self.breaks and found != self._piece(y, -1):
            above, below = self.at(y, 1), self.at(y, -1)
            if above != below:
                raise Undecidable("a density has two values where it jumps")
            return above
        return sums.value(self.unit, found, y)

    def jumps(self, y: Number) -> bool:
        """Whether it has different values above and below y."""
        return y in self.breaks and self.at(y, 1) != self.at(y, -1)

    @property
    def zero(self) -> bool:
        """Whether it is 0 everywhere."""
        return not self.breaks and not self.pieces[0]

    @property
    def size(self) -> int:
        """How much is written."""
        return len(self.breaks) + sum(map(len, self.pieces))

    @property
    def ends(self) -> tuple[End, End]:
        """Below and above these numbers it is 0 (None: no end). It is not 0 everywhere."""
        low = None if self.pieces[0] else self.breaks[0]
        return low, None if self.pieces[-1] else self.breaks[-1]

    @property
    def first(self) -> Number:
        """A number that occurs in a function that is not 0 everywhere; in a multiple it is that multiple of it."""
        return next(piece[0][2] for piece in self.pieces if piece)

    def __mul__(self, other: Density) -> Density:
        return self._joined(other, sums.product)

    def __add__(self, other: Density) -> Density:
        return self._joined(other, lambda one, two: sums.terms((*one, *two)))

    def __sub__(self, other: Density) -> Density:
        return self + other.scaled(-ONE)

    def scaled(self, factor: Number) -> Density:
        """The function times a number."""
        if factor == 0:
            return Density(self.unit, (), ((),))
        return Density(self.unit, self.breaks, tuple(sums.scaled(piece, factor) for piece in self.pieces))

    def shifted(self, by: Number) -> Density:
        """The function of y that is this one at y - by."""
        if by == 0:
            return self
        pieces = tuple(sums.shifted(self.unit, piece, by) for piece in self.pieces)
        return Density(self.unit, tuple(each + by for each in self.breaks), pieces)

    def mirrored(self) -> Density:
        """The function of y that is this one at -y."""
        pieces = tuple(sums.mirrored(piece) for piece in reversed(self.pieces))
        return Density(self.unit, tuple(-each for each in reversed(self.breaks)), pieces)

    def within(self, low: End = None, high: End = None) -> Density:
        """The same between low and high, and 0 elsewhere; None: no end."""
        if low is not None and high is not None and low >= high:
            return Density(self.unit, (), ((),))
        start = 0 if low is None else bisect_right(self.breaks, low)
        stop = len(self.breaks) if high is None else bisect_left(self.breaks, high)
        breaks, pieces = list(self.breaks[start:stop]), list(self.pieces[start : stop + 1])
        if low is not None:
            breaks, pieces = [low, *breaks], [(), *pieces]
        if high is not None:
            breaks, pieces = [*breaks, high], [*pieces, ()]
        return density(self.unit, breaks, pieces)

    def below(self) -> Density:
        """The function of y that is the integral over all z <= y."""
        return self._below

    @cached_property
    def _below(self) -> Density:
        if not sums.vanishes(self.pieces[0], -1):
            raise ZeroDivisionError("an integral without end is not finite")
        found, before = [sums.integral(self.pieces[0])], ZERO
        for end, piece in zip(self.breaks, self.pieces[1:], strict=True):
            onward = sums.integral(piece)
            before = sums.value(self.unit, found[-1], end) - sums.value(self.unit, onward, end)
            found.append(sums.terms((*onward, (ZERO, 0, before))))
        return density(self.unit, self.breaks, found)

    def above(self) -> Density:
        """The function of y that is the integral over all z >= y."""
        return self.mirrored().below().mirrored()

    @cached_property
    def total(self) -> Number:
        """The integral over everything."""
        if not sums.vanishes(self.pieces[-1], 1):
            raise ZeroDivisionError("an integral without end is not finite")
        last = self.below().pieces[-1]
        return sum((coefficient for rate, degree, coefficient in last if rate == 0 and degree == 0), ZERO)

    def with_draw(self, rate: fmpq) -> Density:
        """The density of the sum of a real of this density and a fresh Laplace draw of this rate, in units."""
        up, down = self._tilted(-rate), self.mirrored()._tilted(-rate).mirrored()
        return (up + down).scaled(rate / 2)

    def _tilted(self, rate: fmpq) -> Density:
        """h(y) = integral of exp(rate * (y - z)) * f(z) over all z <= y, in units."""
        tilt = Density(self.unit, (), (((-rate, 0, ONE),),))
        return (self * tilt).below() * Density(self.unit, (), (((rate, 0, ONE),),))

    def _piece(self, y: Number, side: int) -> Terms:
        return self.pieces[(bisect_left if side < 0 else bisect_right)(self.breaks, y)]

    def _joined(self, other: Density, join: Callable[[Terms, Terms], Terms]) -> Density:
        """The function that is made of both, piece by piece."""
        if self.unit != other.unit:
            raise Undecidable("real noise of scales that are no rational multiples of each other is kept")
        breaks = sorted({*self.breaks, *other.breaks})
        if len(breaks) > MAXIMAL_BREAKS:
            raise TooLarge(f"a density has more than {MAXIMAL_BREAKS:,} breaks")
        starts = [None, *breaks]
        pieces = [
            join(*(f.pieces[0] if start is None else f._piece(start, 1) for f in (self, other))) for start in starts
        ]
        return density(self.unit, breaks, pieces)


def density(unit: Unit, breaks: Iterable[Number], pieces: Iterable[Terms]) -> Density:
    """The function with these pieces; breaks at which nothing changes are left out."""
    first, *others = pieces
    kept, found = [], [first]
    for at, piece in zip(breaks, others, strict=True):
        if piece != found[-1]:
            kept.append(at)
            found.append(piece)
    return Density(unit, tuple(kept), tuple(found))


def constant(unit: Unit, value: Number) -> Density:
    """The same value everywhere."""
    return Density(unit, (), (sums.terms([(ZERO, 0, value)]),))


@lru_cache(maxsize=1024)
def laplace(rate: Epsilon) -> Density:
    """The density of a Laplace draw: rate / 2 * exp(-rate * abs(y))."""
    unit, often = sums.in_units(rate)
    return Density(unit, (ZERO,), (((often, 0, often / 2),), ((-often, 0, often / 2),)))


@lru_cache(maxsize=1024)
def sum_of_laplace(rates: tuple[Epsilon, ...]) -> Density:
    """The density of the sum of independent Laplace draws, of at least one."""
    *others, last = rates
    if not others:
        return laplace(last)
    before, (unit, often) = sum_of_laplace(tuple(others)), sums.in_units(last)
    if unit != before.unit:
        raise Undecidable("real noise of scales that are no rational multiples of each other is added")
    return before.with_draw(often)


@dataclass(frozen=True)
class Spot:
    """A real that is known: this number, or just above (`side` 1) or below it (-1)."""

    at: Number
    side: int = 0

    zero = False
    size = 0
    first = total = ONE

    @property
    def ends(self) -> tuple[End, End]:
        return self.at, self.at

    def moved(self, sign: int, offset: Number) -> Spot:
        """sign * y + offset"""
        return Spot(sign * self.at + offset, sign * self.side)

    def least(self, sign: int, least: Number) -> bool | None:
        """Whether sign * y >= least; None where that is not known."""
        here = sign * self.at
        return here > least if here != least else None if self.side == 0 else sign * self.side > 0
