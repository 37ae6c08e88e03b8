"""Normal noise: densities e^(-(x - m)^2 / (2 v)) between two ends, and the standard normal distribution function.

What is known of a normal draw is exact: at a number, over the square root of 2 pi v, which stands in the unit; on a
half-line as a number of its own, N(q), the chance that a standard normal draw is below minus the square root of q.
With a Laplace draw of rate r added, and t = x - m, the density is
r / 2 e^(v r^2 / 2) (e^(-r t) P(Z <= (t - v r) / s) + e^(r t) P(Z <= -(t + v r) / s)), with nothing left out. Its
integral up to x is P(Z <= t / s) - 1 / 2 e^(v r^2 / 2) (the first of these two - the second).
Nothing more is known of these numbers than rational ends, as near as one likes (`series`): that two are equal is seen
only where they are written alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from .budgets import Epsilon
from .forms import NORMAL, ONE, ZERO, Form, Number, added, generator, key_of, multiplied, size
from .outcome import Hole
from .series import root

HALF = Fraction(1, 2)
PLAIN = Epsilon(ONE)
MOST_BITS = 2_000


@dataclass(frozen=True, eq=False)
class Normal:
    """`amount` times the density of a normal draw, from `low` to `high` (None: no end); with a Laplace draw of this
    `rate` added to it, if that is not 0."""

    variance: Fraction
    mean: Fraction = ZERO
    amount: Number = ONE
    low: Fraction | None = None
    high: Fraction | None = None
    rate: Fraction = ZERO

    @property
    def unit(self) -> Fraction | Epsilon:
        """Densities of normal draws leave out one over the square root of 2 pi times this."""
        return PLAIN if self.rate else self.variance

    @property
    def key(self) -> tuple[object, ...]:
        ends = (self.low, self.high)
        return ("normal", self.variance, self.rate, self.mean, key_of(self.amount), ends)

    @property
    def ends(self) -> tuple[Fraction | None, Fraction | None]:
        return self.low, self.high

    @property
    def lead(self) -> Fraction:
        return ONE if isinstance(self.amount, Form) or not self.amount else abs(self.amount)

    @property
    def total(self) -> Number:
        if self.low is not None and self.high is not None and self.low >= self.high:
            return ZERO
        upper = ONE if self.high is None else self._below(self.high)
        return multiplied(self.amount, upper - (ZERO if self.low is None else self._below(self.low)))

    def at(self, place: Fraction, side: int = 0) -> Number:
        if (self.low is not None and place <= self.low) or (self.high is not None and place >= self.high):
            raise Hole("normal noise is shown where it ends")
        if self.rate:
            return multiplied(self.amount, multiplied(self.rate / 2, self._tails(place, ONE)))
        exponent = -((place - self.mean) ** 2) / (2 * self.variance)
        if size(exponent) > MOST_BITS:
            raise Hole("normal noise at a number that is too long")
        return multiplied(self.amount, generator("e", exponent))

    def along(self, start: Fraction, step: Fraction) -> Normal:
        """At x what was at start + step * x."""
        low, high = (None if end is None else (end - start) / step for end in (self.low, self.high))
        if step < 0:
            low, high = high, low
        amount = multiplied(self.amount, 1 / abs(step))
        rate = self.rate * abs(step)
        return Normal(self.variance / step**2, (self.mean - start) / step, amount, low, high, rate)

    def scaled(self, by: Number) -> Normal:
        return replace(self, amount=multiplied(self.amount, by))

    def restricted(self, low: Fraction | None, high: Fraction | None) -> Normal:
        lows, highs = ([end for end in ends if end is not None] for ends in ((self.low, low), (self.high, high)))
        return replace(self, low=max(lows, default=None), high=min(highs, default=None))

    def simplest(self) -> Normal:
        return self

    def plus_noise(self, other: Normal) -> Normal:
        """Of the sum of two draws."""
        if any(end is not None for end in (*self.ends, *other.ends)):
            raise Hole("a sum of normal noise that was compared")
        amount = multiplied(self.amount, other.amount)
        if self.rate and other.rate:
            raise Hole("a sum of normal noise and two other draws")
        rate = self.rate or other.rate
        return Normal(self.variance + other.variance, self.mean + other.mean, amount, rate=rate)

    def plus_laplace(self, place: Fraction, rate: Fraction, amount: Number) -> Normal:
        """Of the sum with a Laplace draw around a place, times an amount."""
        if self.rate or any(end is not None for end in self.ends):
            raise Hole("a sum of normal noise that was compared, or with two other draws")
        return replace(self, mean=self.mean + place, amount=multiplied(self.amount, amount), rate=rate)

    def _below(self, place: Fraction) -> Number:
        found = self._chance(place - self.mean)
        return found - self._tails(place, -ONE) * HALF if self.rate else found

    def _chance(self, distance: Fraction) -> Number:
        """That a normal draw is at most so far above its mean."""
        return below(distance**2 / self.variance, distance >= 0)

    def _tails(self, place: Fraction, order: Fraction) -> Number:
        """Of the two parts of a density with a Laplace draw, the sum, or with -1 the difference."""
        away, more = place - self.mean, self.variance * self.rate
        raised = [self.rate * (more / 2 + side * away) for side in (-1, 1)]
        if any(size(number) > MOST_BITS for number in raised):
            raise Hole("normal noise at a number that is too long")
        falling, rising = (
            multiplied(generator("e", exponent), self._chance(side * away - more))
            for side, exponent in zip((1, -1), raised, strict=True)
        )
        return added(falling, multiplied(order, rising))


def below(square: Fraction, above: bool) -> Number:
    """The chance that a standard normal draw is below the root of the square, or its negative."""
    if not square:
        return HALF
    if size(square) > MOST_BITS:
        raise Hole("normal noise is compared with a number that is too long")
    found = generator(f"{NORMAL}{square.numerator}/{square.denominator}")
    return ONE - found if above else found


def share_of(unit: Fraction | Epsilon, common: Fraction | Epsilon) -> Fraction:
    """What densities in a unit are multiplied by to be in another one."""
    if unit == common:
        return ONE
    if not isinstance(unit, Epsilon) and not isinstance(common, Epsilon):
        square = common / unit
        found = Fraction(root(square.numerator, False), root(square.denominator, False))
        if found * found == square:
            return found
    raise Hole("densities of which the quotient is no number")
