"""Densities and chances of noise once more, by integrating numerically: what a witness says is computed twice.

Nothing of `curve` is used where noise has a normal part: its characteristic function is integrated.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb, ctx, fmpq

from faier.engines.density.curve import curve
from faier.engines.density.mixture import Mixture
from faier.exact import enclose
from faier.lang.values import Near
from faier.semantics.kept import Reals

BITS = 200


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
                lower = arb(0) if begin is None else _below(part.noise, begin - part.at)
                upper = arb(1) if end is None else _below(part.noise, end - part.at)
                total += enclose(part.weight, BITS) * (upper - lower)
        return total


def _density(noise: Reals, y: fmpq) -> arb:
    if noise.variance == 0:
        if len(noise.rates) > 1:
            return curve(noise, BITS).at(y).value
        rate = noise.rates[0].enclose(BITS)
        return rate / 2 * (-rate * abs(arb(y))).exp()
    return _integrated(noise, lambda t: (t * acb(arb(y))).cos(), arb(1))


def _below(noise: Reals, y: fmpq) -> arb:
    if noise.variance == 0:
        if len(noise.rates) > 1:
            return 1 - curve(noise, BITS).beyond(y)
        beyond = (-noise.rates[0].enclose(BITS) * abs(arb(y))).exp() / 2
        return 1 - beyond if y > 0 else beyond
    return arb(1) / 2 + _integrated(noise, lambda t: (t * acb(arb(y))).sinc() * acb(arb(y)), abs(arb(y)))


def _integrated(noise: Reals, times: Callable[[acb], acb], most: arb) -> arb:
    """The integral over t > 0 of the characteristic function and a factor of `most` at most, divided by pi."""
    variance = enclose(noise.variance, BITS)
    squares = [rate.enclose(BITS) ** 2 for rate in noise.rates]

    def integrand(t: acb, _: bool) -> acb:
        value = (-acb(variance) * t * t / 2).exp() * times(t)
        for square in squares:
            value = value / (1 + t * t / acb(square))
        return value

    last = (2 * BITS / variance).sqrt().upper()
    rest = (-variance * last**2 / 2).exp() / (variance * last) * most
    whole = acb.integral(integrand, acb(0), acb(last)).real
    return (whole + arb(0, rest.upper())) / arb.pi()
