"""Densities and chances of mixtures as exact numbers, where they are ones that are told from each other."""

from __future__ import annotations

from flint import fmpq

from faier.engines.density.mixture import Mixture
from faier.exact import ONE, ZERO, Number, exponential_at, has_value, normal, number_of
from faier.lang.failures import Failure
from faier.semantics import real_chances
from faier.semantics.kept import Reals


def value_of(side: Mixture, x: Number) -> Number | None:
    """The density, if it is known exactly: where all noise is one Laplace draw each."""
    total: Number = ZERO
    for part in side:
        here = density(part.noise, x - part.at)
        if here is None:
            return None
        total = total + part.weight * here
    return total


def density(noise: Reals, y: Number) -> Number | None:
    if noise.variance != 0 or len(noise.rates) != 1 or noise.rates[0].multiples:
        return None
    (rate,) = noise.rates
    return number_of(rate) / 2 * exponential_at(rate, -abs(y))


def mass_of(parts: Mixture, low: Number | None, high: Number | None) -> Number | None:
    """How likely a mixture is between two numbers at which no part begins or ends; None where that is not known."""
    total: Number = ZERO
    for part in parts:
        lower, upper = (None if end is None else end - part.at for end in (low, high))
        below, above = chance_below(part.noise, lower, ZERO), chance_below(part.noise, upper, ONE)
        if below is None or above is None:
            return None
        total = total + part.weight * (above - below)
    return total


def chance_under(noise: Reals, y: Number | None, without: fmpq) -> Number | None:
    """The chance of less than y, also of sums of normal and Laplace draws; `without` where there is no y."""
    known = chance_below(noise, y, without)
    if known is not None or y is None:
        return known
    try:
        return real_chances.between(noise, None, y)
    except Failure:
        return None


def chance_below(noise: Reals, y: Number | None, without: fmpq) -> Number | None:
    if y is None:
        return without
    if not noise.rates and has_value(noise.variance):
        return normal(y, noise.variance)
    if noise.variance != 0 or len(noise.rates) != 1 or noise.rates[0].multiples:
        return None
    beyond = exponential_at(noise.rates[0], -abs(y)) / 2
    return beyond if y < 0 else 1 - beyond
