"""The density of noise as balls: its values, the slope of its logarithm, and how likely more than a number is.

Noise is a sum of independent Laplace draws and a normal one. By partial fractions of the characteristic function the
density of the Laplace draws is a sum of polynomials in |y| times exp(-rate * |y|); a normal draw makes moments of each

    moment(x, n) = integral over t > 0 of t**n * exp(-rate * t) * phi(x - t)

for the normal density phi, which follow from the first by parts. The density is even and log-concave, as are all sums
of independent draws with such densities: the slope of its logarithm falls everywhere.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial

from flint import arb, ctx, fmpq

from faier.exact import Epsilon, Number, Undecidable, enclose
from faier.exact.limits import OPAQUE_PRECISION_LIMIT
from faier.semantics.kept import Reals

# So many bits of a density are right.
ACCURACY = 60


@dataclass(frozen=True)
class Point:
    """The density at a point, and the slope of its logarithm there."""

    value: arb
    slope: arb


class Curve:
    """The density of noise, computed with so many bits."""

    def __init__(self, noise: Reals, precision: int) -> None:
        self.noise = noise
        self.precision = precision
        self.normal = noise.variance != 0
        with ctx.workprec(precision):
            self.variance = enclose(noise.variance, precision)
            self.falls = _partial_fractions(noise.rates, precision)
        self._points: dict[tuple[Number, int], Point] = {}
        self._beyond: dict[Number, arb] = {}

    @cached_property
    def finer(self) -> Curve:
        if self.precision > OPAQUE_PRECISION_LIMIT:
            raise Undecidable(f"{self.precision} bits do not give a density")
        return curve(self.noise, 2 * self.precision)

    @property
    def kinked(self) -> bool:
        """Whether the slope jumps at 0."""
        return not self.normal and len(self.noise.rates) == 1

    def at(self, y: Number, side: int = 1) -> Point:
        """Where the slope jumps it is that of this side."""
        key = y, side if self.kinked and y == 0 else 0
        if key not in self._points:
            with ctx.workprec(self.precision):
                value, rise = self._normal(y) if self.normal else self._laplace(y, side)
                exact = bool(value > 0) and value.rel_accuracy_bits() >= ACCURACY
                self._points[key] = Point(value, rise / value) if exact else self.finer.at(y, side)
        return self._points[key]

    def beyond(self, y: Number) -> arb:
        """The chance of more than y."""
        if y < 0:
            with ctx.workprec(self.precision):
                return 1 - self.beyond(-y)
        if y not in self._beyond:
            with ctx.workprec(self.precision):
                at = enclose(y, self.precision)
                found = self._normal_beyond(at) if self.normal else self._laplace_beyond(at)
            exact = bool(found > 0) and found.rel_accuracy_bits() >= ACCURACY
            self._beyond[y] = found if exact else self.finer.beyond(y)
        return self._beyond[y]

    def between(self, low: Number | None, high: Number | None) -> arb:
        """The chance of what is between two numbers (None: no end)."""
        with ctx.workprec(self.precision):
            if low is None and high is None:
                return arb(1)
            if low is None or (high is not None and high <= 0):
                return self.between(None if high is None else -high, None if low is None else -low)
            if high is None:
                return self.beyond(low)
            if low >= 0:
                return self.beyond(low) - self.beyond(high)
            return 1 - self.beyond(-low) - self.beyond(high)

    @cached_property
    def leading(self) -> arb:
        """What density * exp(rate * y) rises to as y grows, where the least rate occurs once."""
        with ctx.workprec(self.precision):
            rate, (coefficient, *_) = min(self.falls, key=lambda fall: float(fall[0].mid()))
            return coefficient * (rate**2 * self.variance / 2).exp()

    def _laplace(self, y: Number, side: int) -> tuple[arb, arb]:
        size, value, rise = enclose(abs(y), self.precision), arb(0), arb(0)
        for rate, coefficients in self.falls:
            height, slope = arb(0), arb(0)
            for coefficient in reversed(coefficients):
                slope = slope * size + height
                height = height * size + coefficient
            fallen = (-rate * size).exp()
            value += height * fallen
            rise += (slope - rate * height) * fallen
        return value, rise if (y or side) > 0 else -rise

    def _normal(self, y: Number) -> tuple[arb, arb]:
        at = enclose(y, self.precision)
        if not self.falls:
            value = self._phi(at)
            return value, -at / self.variance * value
        value, rise = arb(0), arb(0)
        for rate, coefficients in self.falls:
            for sign in (1, -1):
                moments = self._moments(sign * at, rate, len(coefficients))
                for power, coefficient in enumerate(coefficients):
                    value += coefficient * moments[power]
                    lower = power * moments[power - 1] if power else arb(0)
                    rise += sign * coefficient * (lower - rate * moments[power])
        return value, rise

    def _moments(self, at: arb, rate: arb, count: int) -> list[arb]:
        below = (rate * self.variance - at) / (2 * self.variance).sqrt()
        found = [(rate * (rate * self.variance / 2 - at)).exp() * below.erfc() / 2]
        for power in range(count - 1):
            more = self.variance * (power * found[power - 1] if power else self._phi(at))
            found.append((at - self.variance * rate) * found[power] + more)
        return found

    def _phi(self, at: arb) -> arb:
        return (-at * at / (2 * self.variance)).exp() / (2 * arb.pi() * self.variance).sqrt()

    def _laplace_beyond(self, at: arb) -> arb:
        total = arb(0)
        for rate, coefficients in self.falls:
            fallen = (-rate * at).exp()
            for power, coefficient in enumerate(coefficients):
                total += coefficient * fallen * sum((part * at**to for to, part in _integral(power, rate)), arb(0))
        return total

    def _normal_beyond(self, at: arb) -> arb:
        over = (at / (2 * self.variance).sqrt()).erfc() / 2
        if not self.falls:
            return over
        total = arb(0)
        for rate, coefficients in self.falls:
            moments = [self._moments(sign * at, rate, len(coefficients)) for sign in (1, -1)]
            for power, coefficient in enumerate(coefficients):
                parts = _integral(power, rate)
                inner = sum((part * (moments[0][to] - moments[1][to]) for to, part in parts), arb(0))
                total += coefficient * (2 * parts[0][1] * over + inner)
        return total


@lru_cache(maxsize=256)
def curve(noise: Reals, precision: int) -> Curve:
    return Curve(noise, precision)


def _integral(power: int, rate: arb) -> list[tuple[int, arb]]:
    """Of t**power * exp(-rate * t) from y on: exp(-rate * y) times the sum of these coefficients of powers of y."""
    return [(to, fmpq(factorial(power), factorial(to)) / rate ** (power - to + 1)) for to in range(power + 1)]


def _partial_fractions(rates: tuple[Epsilon, ...], precision: int) -> list[tuple[arb, list[arb]]]:
    """Each rate with a polynomial in |y|: the density is the sum of polynomial * exp(-rate * |y|).

    The characteristic function is the product of 1 / (1 + s / rate**2) ** times with s = t**2. In u = 1 + s / rate**2
    the factors of another rate are 1 - q + q * u with q = (rate / other)**2: a power series in u gives the share of
    each 1 / u**n, which is the characteristic function of n Laplace draws of one rate.
    """
    counted = Counter(rates)
    balls = {rate: rate.enclose(precision) for rate in counted}
    found = []
    for rate, times in counted.items():
        series = [arb(1)] + [arb(0)] * (times - 1)
        for other, repeated in counted.items():
            if other != rate:
                q = (balls[rate] / balls[other]) ** 2
                for _ in range(repeated):
                    series = _divided(series, 1 - q, q)
        polynomial = [arb(0)] * times
        for number in range(1, times + 1):
            for power, coefficient in enumerate(_repeated(balls[rate], number)):
                polynomial[power] += series[times - number] * coefficient
        found.append((balls[rate], polynomial))
    return found


def _divided(series: list[arb], constant: arb, linear: arb) -> list[arb]:
    """The power series divided by constant + linear * u."""
    found: list[arb] = []
    for item in series:
        found.append((item - linear * found[-1] if found else item) / constant)
    return found


def _repeated(rate: arb, number: int) -> list[arb]:
    """The polynomial of a sum of so many Laplace draws of one rate."""
    last = number - 1
    whole = rate / (arb(2) ** number * factorial(last))
    shares = [
        fmpq(factorial(2 * last - power), factorial(last - power) * factorial(power) * 2 ** (last - power))
        for power in range(number)
    ]
    return [whole * rate**power * share for power, share in enumerate(shares)]


def deviation(noise: Reals, precision: int) -> arb:
    """How far noise is from 0, by its variance."""
    with ctx.workprec(precision):
        variance = enclose(noise.variance, precision)
        for rate in noise.rates:
            variance += 2 / rate.enclose(precision) ** 2
        return variance.sqrt()
