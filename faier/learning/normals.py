"""Values become a mixture of normal parts, by expectation and maximisation, rounded to decimals.

The same data gives the same mixture: the first guesses are quantiles, then draws from fixed seeds, and the likeliest
result is taken. What is recorded in steps of h is spread over h at least, so no deviation is below h / sqrt(12): a part
that shrinks onto a single value would be infinitely likely, and would say nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq

from faier.extras import needed
from faier.learning.rounding import apportioned, significant

if TYPE_CHECKING:
    from numpy import ndarray

GUESSES, ROUNDS, ENOUGH = 10, 2000, 1e-10


@dataclass(frozen=True)
class Mixture:
    """Normal parts, those with the least means first: the weights add up to 1."""

    weights: tuple[fmpq, ...]
    means: tuple[fmpq, ...]
    deviations: tuple[fmpq, ...]


def mixture_of(values: Sequence[Fraction | int], counts: Sequence[int], parts: int) -> Mixture:
    """The mixture of so many parts (fewer, where there are fewer values) that makes the counted values likely."""
    needed("learn", "numpy")
    import numpy

    held = [(float(value), count) for value, count in zip(values, counts, strict=True) if count]
    at, weight = (numpy.array(column, dtype=float) for column in zip(*held, strict=True))
    floor = _least(sorted({value for value, _ in held})) ** 2
    parts = min(parts, len(held))
    best = None
    for guess in range(GUESSES if parts > 1 else 1):
        found = _improved(at, weight, _guess(at, weight, parts, guess), floor)
        if best is None or found[0] > best[0] + ENOUGH * abs(best[0]):
            best = found
    assert best is not None
    _, shares, means, variances = best
    order = sorted(range(parts), key=lambda part: (means[part], variances[part]))
    return Mixture(
        apportioned([max(float(shares[part]), 0.0) for part in order]),
        tuple(significant(float(means[part])) for part in order),
        tuple(significant(math.sqrt(float(variances[part]))) for part in order),
    )


def _least(values: list[float]) -> float:
    """The deviation of what is recorded in steps as large as the least difference of values."""
    steps = [other - one for one, other in itertools.pairwise(values)]
    return (min(steps) if steps else 1.0) / math.sqrt(12)


def _guess(at: ndarray, weight: ndarray, parts: int, guess: int) -> ndarray:
    """Where the parts may lie at first: at quantiles, later at values that are drawn."""
    import numpy

    if guess == 0:
        order = numpy.argsort(at)
        below = numpy.cumsum(weight[order]) / weight.sum()
        middles = (numpy.arange(parts) + 0.5) / parts
        return at[order][numpy.searchsorted(below, middles)]
    return numpy.random.default_rng(guess).choice(at, size=parts, replace=False, p=weight / weight.sum())


def _improved(at: ndarray, weight: ndarray, means: ndarray, floor: float) -> tuple[float, ndarray, ndarray, ndarray]:
    """Log-likelihood, weights, means and variances after as many rounds as it takes."""
    import numpy

    total, parts = weight.sum(), len(means)
    centre = (weight * at).sum() / total
    spread = max((weight * (at - centre) ** 2).sum() / total, floor)
    shares, means, variances = numpy.full(parts, 1 / parts), means.astype(float), numpy.full(parts, spread)
    before = -math.inf
    for _ in range(ROUNDS):
        exponents = -((at[:, None] - means) ** 2) / (2 * variances) - numpy.log(2 * math.pi * variances) / 2
        joint = exponents + numpy.log(numpy.maximum(shares, 1e-300))
        top = joint.max(axis=1, keepdims=True)
        sums = numpy.exp(joint - top).sum(axis=1, keepdims=True)
        likelihood = float((weight[:, None] * (top + numpy.log(sums))).sum())
        if likelihood - before <= ENOUGH * abs(likelihood):
            break
        before = likelihood
        belongs = numpy.exp(joint - top) / sums * weight[:, None]
        size = numpy.maximum(belongs.sum(axis=0), 1e-12)
        shares, means = size / total, (belongs * at[:, None]).sum(axis=0) / size
        variances = numpy.maximum((belongs * (at[:, None] - means) ** 2).sum(axis=0) / size, floor)
    return likelihood, shares, means, variances
