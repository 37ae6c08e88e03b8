"""Densities and chances of noise once more, by integrating numerically: what a witness says is computed twice.

A normal draw is folded with the density of Laplace draws, in place of the error function and the moments of `curve`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from flint import acb, arb, ctx, fmpq

from faier.engines.density.curve import curve
from faier.engines.density.mixture import Mixture
from faier.exact import ZERO, enclose
from faier.lang.values import Near
from faier.semantics.kept import Reals

BITS = 200
# Deviations of a normal draw, and multiples of a Laplace draw's scale, that are integrated over; and what may be left.
FAR, LAST, LEFT = 18, 200, arb(10) ** -40
# Integrals are close in relation to themselves, however small they are.
NOTHING = arb(2) ** -(10**6)


def density(side: Mixture, near: Near) -> arb:
    """The density of a mixture at a real, or on one side of it."""
    with ctx.workprec(BITS):
        total = arb(0)
        for part in side:
            above = part.low is None or near.at > part.low or (near.at == part.low and near.side > 0)
            under = part.high is None or near.at < part.high or (near.at == part.high and near.side < 0)
            if above and under:
                total += enclose(part.weight, BITS) * _density(part.noise, near.at - part.at)
        return total


def chance(side: Mixture, low: fmpq | None, high: fmpq | None) -> arb:
    """How likely a mixture is between two numbers."""
    with ctx.workprec(BITS):
        total = arb(0)
        for part in side:
            begin = max((end for end in (part.low, low) if end is not None), default=None)
            end = min((end for end in (part.high, high) if end is not None), default=None)
            if begin is None or end is None or begin < end:
                low_, high_ = (None if one is None else one - part.at for one in (begin, end))
                total += enclose(part.weight, BITS) * _between(part.noise, low_, high_)
        return total


def _density(noise: Reals, y: fmpq) -> arb:
    variance = enclose(noise.variance, BITS)
    if noise.variance == 0:
        return curve(noise, BITS).at(y).value
    if not noise.rates:
        return (-(enclose(y, BITS) ** 2) / (2 * variance)).exp() / (2 * arb.pi() * variance).sqrt()
    total = arb(0)
    for rate, polynomial in _falls(noise):
        for at in (enclose(y, BITS), -enclose(y, BITS)):
            middle, reach = (at - rate * variance).max(arb(0)), FAR * variance.sqrt()

            def integrand(t: acb, _: bool, rate: arb = rate, at: arb = at, falls: list[arb] = polynomial) -> acb:
                return _value(falls, t) * (-acb(rate) * t - (acb(at) - t) ** 2 / (2 * acb(variance))).exp()

            total += _integral(integrand, [(middle - reach).max(arb(0)), middle, middle + reach])
    return total / (2 * arb.pi() * variance).sqrt()


def _between(noise: Reals, low: fmpq | None, high: fmpq | None) -> arb:
    """How likely the noise is there: on one side of 0 without what is near 1."""
    if high is not None and high <= 0:
        return _between(noise, -high, None if low is None else -low)
    beyond = arb(0) if high is None else _above(noise, high)
    if low is not None and low >= 0:
        return _above(noise, low) - beyond
    return 1 - beyond - (arb(0) if low is None else _above(noise, -low))


def _above(noise: Reals, y: fmpq) -> arb:
    """The chance of more than y, for y of at least 0."""
    variance = enclose(noise.variance, BITS)
    if noise.variance == 0:
        return curve(noise, BITS).beyond(y)
    width, reach = (2 * variance).sqrt(), FAR * variance.sqrt()
    if not noise.rates:
        return (enclose(y, BITS) / width).erfc() / 2
    total = arb(0)
    for rate, polynomial in _falls(noise):
        for sign in (1, -1):
            middle = (sign * enclose(y, BITS) - rate * variance).max(arb(0))
            start = (sign * enclose(y, BITS)).max(arb(0))
            places = [(middle - reach).max(arb(0)), middle, start, start + reach]
            last = places[-1] + LAST / rate if sign > 0 else places[-1]

            def integrand(t: acb, _: bool, rate: arb = rate, sign: int = sign, falls: list[arb] = polynomial) -> acb:
                beyond = ((acb(enclose(y, BITS)) - sign * t) / acb(width)).erfc() / 2
                return _value(falls, t) * (-acb(rate) * t).exp() * beyond

            total += _integral(integrand, [*places, last])
    return total


def _falls(noise: Reals) -> list[tuple[arb, list[arb]]]:
    """The density of the Laplace draws alone."""
    return curve(Reals(noise.rates, ZERO), BITS).falls


def _value(polynomial: list[arb], t: acb) -> acb:
    total = acb(0)
    for coefficient in reversed(polynomial):
        total = total * t + acb(coefficient)
    return total


def _integral(integrand: Callable[[acb, bool], acb], places: list[arb]) -> arb:
    """From place to place; what is further out is less than the error that is added."""
    total = arb(0)
    exact = [place.mid() for place in places]
    for low, high in pairwise(exact):
        if low < high:
            total += acb.integral(integrand, acb(low), acb(high), abs_tol=NOTHING).real
    return total + arb(0, (abs(total) * LEFT).upper())
