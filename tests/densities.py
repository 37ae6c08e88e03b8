"""Mixtures to compare, and what numerical integration on a grid makes of them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from flint import arb, fmpq

from faier.engines.density.mixture import Mixture, Part, merged
from faier.exact import Epsilon
from faier.semantics.kept import Reals, rate_key


def noise(*rates: fmpq | int, variance: fmpq | int = 0) -> Reals:
    return Reals(tuple(sorted((Epsilon.rational(fmpq(rate)) for rate in rates), key=rate_key)), fmpq(variance))


def mixture(*parts: tuple[fmpq | int, fmpq | int, Reals]) -> Mixture:
    return merged(Part(fmpq(weight), fmpq(at), of) for weight, at, of in parts)


def number(value: object) -> float:
    return float(arb(value).mid())


STEP, REACH = 1 / 64, 60.0
GRID = [(at + 0.5) * STEP - REACH for at in range(int(2 * REACH / STEP))]


def density(of: Reals) -> Callable[[float], float]:
    """By folding one draw after the other, in floats."""
    rates = [number(rate.enclose(64)) for rate in of.rates]
    variance = number(of.variance)
    if variance and not rates:
        return lambda y: math.exp(-y * y / (2 * variance)) / math.sqrt(2 * math.pi * variance)
    if len(rates) == 1 and not variance:
        return lambda y: rates[0] / 2 * math.exp(-rates[0] * abs(y))
    if len(rates) == 1:
        rate, width = rates[0], math.sqrt(2 * variance)

        def folded(y: float) -> float:
            raised = rate / 4 * math.exp(rate * rate * variance / 2)
            sides = (math.exp(sign * rate * y) * math.erfc((rate * variance + sign * y) / width) for sign in (1, -1))
            return raised * sum(sides)

        return folded
    slow, fast = sorted(rates)
    if slow == fast:
        return lambda y: slow / 4 * (1 + slow * abs(y)) * math.exp(-slow * abs(y))
    share = fast**2 / (fast**2 - slow**2)
    return lambda y: share * slow / 2 * math.exp(-slow * abs(y)) + (1 - share) * fast / 2 * math.exp(-fast * abs(y))


def density_of(side: Mixture) -> Callable[[float], float]:
    parts = [(number(part.weight), number(part.at), part.low, part.high, density(part.noise)) for part in side]

    def value(x: float) -> float:
        return sum(
            weight * shape(x - at)
            for weight, at, low, high, shape in parts
            if (low is None or x > number(low)) and (high is None or x < number(high))
        )

    return value


def random_mixtures(seed: int) -> tuple[Mixture, Mixture]:
    """Two mixtures of like noise, some with cuts."""
    rng = random.Random(seed)
    kinds = [noise(fmpq(1, 2)), noise(1), noise(variance=1), noise(variance=2), noise(1, variance=1), noise(1, 2)]
    chosen = rng.sample(kinds, rng.choice([1, 1, 2]))
    cut = rng.choice([None, None, fmpq(rng.randint(-2, 2))])
    sides = []
    for _ in range(2):
        weights = [rng.randint(1, 5) for _ in range(rng.randint(1, 3))]
        parts = [
            Part(fmpq(weight, sum(weights)), fmpq(rng.randint(-4, 4), 2), rng.choice(chosen), cut) for weight in weights
        ]
        sides.append(merged(parts))
    return sides[0], sides[1]
