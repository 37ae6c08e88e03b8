"""The distribution of a real that is rounded down: weights on the integers."""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq

from faier.exact import Number
from faier.exact import exponential_polynomials as sums
from faier.exact.integers import Weights, weights
from faier.exact.reals import sum_of_laplace
from faier.exact.tails import Tail, tail
from faier.limits import LimitReached
from faier.semantics.kept import Floors


@lru_cache(maxsize=1024)
def floor_weights(floors: Floors) -> Weights:
    """How likely each integer is."""
    if floors.real.variance != 0:
        raise LimitReached("draws", "normal noise is rounded and kept or shown, which is not followed here")
    below = sum_of_laplace(floors.real.rates).below()
    chance = below.shifted(floors.offset - 1) - below.shifted(floors.offset)
    window = [below.at(1 + at - floors.offset) - below.at(at - floors.offset) for at in (-1, 0, 1)]
    return weights(-1, window, _tail(chance.unit, chance.pieces[0], -1), _tail(chance.unit, chance.pieces[-1], 1))


def _tail(unit: sums.Unit, terms: sums.Terms, sign: int) -> Tail:
    """A sum of exponentials of the lengths of integers, as a function of sign * k."""
    found = []
    for rate, degree, coefficient in terms:
        scale: Number = (unit.length * sign) ** degree if degree else fmpq(1)
        found.append((unit.growth(rate * sign), degree, coefficient * scale))
    return tail(found)
