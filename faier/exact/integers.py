"""Exact weights on all integers: some values in the middle, and a closed form towards either end.

What a program knows about noise without bounds is such a function: a two-sided geometric distribution, the sum of some,
what is left of one after comparisons, the chance that one is at least y. Products, sums and cumulative sums of such
functions are such functions. Each is written in one way only, so equal functions are equal values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from flint import fmpq

from faier.exact import tails
from faier.exact.limits import TooLarge
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number
from faier.exact.tails import Tail

MAXIMAL_WINDOW, MAXIMAL_SYMBOLIC = 20_000, 4_000
"""More values than this are not written one by one, rational ones or others."""

End: TypeAlias = int | None


@dataclass(frozen=True)
class Weights:
    """`window` has the values at low, low + 1, ...; `upper` those above it, and `lower` is the function of -y below it.
    Made by `weights` and the operations alone: the window is as small as possible, its ends are no part of a tail."""

    low: int
    window: tuple[Number, ...]
    lower: Tail
    upper: Tail

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.low, self.window, self.lower, self.upper))

    @property
    def high(self) -> int:
        """The first integer above the window."""
        return self.low + len(self.window)

    def at(self, y: int) -> Number:
        """The value at y."""
        if y < self.low:
            return tails.at(self.lower, -y)
        return self.window[y - self.low] if y < self.high else tails.at(self.upper, y)

    def values(self, low: int, high: int) -> list[Number]:
        """The values at low .. high - 1."""
        rational = all(isinstance(base, fmpq) for base, _, _ in (*self.lower, *self.upper))
        most = MAXIMAL_WINDOW if rational else MAXIMAL_SYMBOLIC
        if high - low > most:
            raise TooLarge(f"a weight function has more than {most:,} different values in its middle")
        below, above = min(high, self.low), max(low, self.high)
        found = tails.run(self.lower, 1 - below, below - low)[::-1] if low < below else []
        found.extend(self.window[max(low - self.low, 0) : max(high - self.low, 0)])
        if above < high:
            found.extend(tails.run(self.upper, above, high - above))
        return found

    @property
    def zero(self) -> bool:
        """Whether it is 0 everywhere."""
        return not (self.window or self.lower or self.upper)

    @property
    def first(self) -> Number:
        """A number that occurs in a function that is not 0 everywhere; in a multiple it is that multiple of it."""
        return self.lower[0][2] if self.lower else self.window[0] if self.window else self.upper[0][2]

    def __mul__(self, other: Weights) -> Weights:
        low = max((f.low for f in (self, other) if not f.lower), default=min(self.low, other.low))
        high = min((f.high for f in (self, other) if not f.upper), default=max(self.high, other.high))
        if low > high:
            return NOTHING
        values = zip(self.values(low, high), other.values(low, high), strict=True)
        return weights(
            low,
            [x * y if x and y else ZERO for x, y in values],
            tails.product(self.lower, other.lower),
            tails.product(self.upper, other.upper),
        )

    def __add__(self, other: Weights) -> Weights:
        low, high = min(self.low, other.low), max(self.high, other.high)
        return weights(
            low,
            [x + y for x, y in zip(self.values(low, high), other.values(low, high), strict=True)],
            tails.tail((*self.lower, *other.lower)),
            tails.tail((*self.upper, *other.upper)),
        )

    def __sub__(self, other: Weights) -> Weights:
        return self + other.scaled(-ONE)

    def scaled(self, factor: Number) -> Weights:
        """The function times a number."""
        if factor == 0:
            return NOTHING
        window = tuple(value * factor for value in self.window)
        return Weights(self.low, window, tails.scaled(self.lower, factor), tails.scaled(self.upper, factor))

    def shifted(self, by: int) -> Weights:
        """The function of y that is this one at y - by."""
        return weights(self.low + by, self.window, tails.shifted(self.lower, -by), tails.shifted(self.upper, by))

    def mirrored(self) -> Weights:
        """The function of y that is this one at -y."""
        return weights(1 - self.high, self.window[::-1], self.upper, self.lower)

    def within(self, low: End = None, high: End = None) -> Weights:
        """The same from low to high, both included, and 0 elsewhere; None: no end."""
        if low is not None and high is not None and low > high:
            return NOTHING
        start = self.low if low is None else low
        stop = self.high if high is None else high + 1
        if low is None:
            start = min(start, stop)
        if high is None:
            stop = max(start, stop)
        return weights(
            start,
            self.values(start, stop),
            self.lower if low is None else (),
            self.upper if high is None else (),
        )

    def gathered(self, base: Number = ONE) -> Weights:
        """h(y) = sum of base**(z - y) * weight of z over all z >= y."""
        upper = tails.onward(self.upper, base)
        sums = [tails.at(upper, self.high)]
        for value in reversed(self.window):
            sums.append(value + base * sums[-1])
        lower = tails.backward(self.lower, base)
        rest = (sums[-1] - tails.at(lower, -self.low)) * tails.power(base, self.low)
        return weights(self.low, sums[:0:-1], tails.tail((*lower, (base, 0, rest))), upper)

    def above(self) -> Weights:
        """The function of y that is the sum of the weights of all z >= y."""
        return self.gathered()

    def below(self) -> Weights:
        """The function of y that is the sum of the weights of all z <= y."""
        return self.mirrored().gathered().mirrored()

    @property
    def total(self) -> Number:
        """The sum of all weights."""
        upper = tails.at(tails.onward(self.upper, ONE), self.high)
        lower = tails.at(tails.onward(self.lower, ONE), 1 - self.low)
        return sum(self.window, upper + lower)

    def normalized(self) -> tuple[Number, Weights]:
        """The total, which must not be 0, and the function divided by it."""
        total = self.total
        return total, self if total == 1 else self.scaled(1 / total)

    def with_draw(self, parameter: Number) -> Weights:
        """The weights of the sum of an integer with these weights and a fresh two-sided geometric draw."""
        scale = (1 - parameter) / (1 + parameter)
        up, down = self.gathered(parameter), self.mirrored().gathered(parameter).mirrored()
        return (up + down - self).scaled(scale)


def weights(low: int, window: Sequence[Number], lower: Tail, upper: Tail) -> Weights:
    """The function with these values at low, low + 1, ... and these tails, `lower` as a function of -y."""
    first, end = low, low + len(window)
    while first < end and window[first - low] == tails.at(lower, -first):
        first += 1
    if first < end:
        while end > first and window[end - 1 - low] == tails.at(upper, end - 1):
            end -= 1
        return Weights(first, tuple(window[first - low : end - low]), lower, upper)
    if _one_function(lower, upper):
        return Weights(0, (), lower, upper)
    while tails.at(lower, -first) == tails.at(upper, first):
        first += 1
    return Weights(first, (), lower, upper)


def point(y: int) -> Weights:
    """1 at y, 0 elsewhere."""
    return Weights(y, (ONE,), (), ())


def constant(value: Number) -> Weights:
    """The same value everywhere."""
    return NOTHING if value == 0 else Weights(0, (), ((ONE, 0, value),), ((ONE, 0, value),))


def listed(low: int, values: Iterable[Number]) -> Weights:
    """These values at low, low + 1, ... and 0 elsewhere."""
    return weights(low, tuple(values), (), ())


@lru_cache(maxsize=1024)
def geometric(parameter: Number) -> Weights:
    """The two-sided geometric distribution: y with probability (1 - a) / (1 + a) * a ** abs(y)."""
    scale = (1 - parameter) / (1 + parameter)
    side: Tail = ((parameter, 0, scale),)
    return weights(0, (), side, side)


@lru_cache(maxsize=1024)
def sum_of_draws(parameters: tuple[Number, ...]) -> Weights:
    """The distribution of the sum of independent two-sided geometric draws; 0 where there are none."""
    if not parameters:
        return point(0)
    if len(parameters) == 1:
        return geometric(parameters[0])
    return sum_of_draws(parameters[:-1]).with_draw(parameters[-1])


def _one_function(lower: Tail, upper: Tail) -> bool:
    """Whether lower at -y is upper at y, for all y."""
    if len(lower) != len(upper):
        return False
    return tails.tail((1 / base, degree, coefficient * (-1) ** degree) for base, degree, coefficient in lower) == upper


NOTHING = Weights(0, (), (), ())
EVERYWHERE = Weights(0, (), ((ONE, 0, ONE),), ((ONE, 0, ONE),))
