"""From noise on a strategy's answers to the noise of the best estimates, in fractions.

Answers are numbers along the first axis of an array: level after level, the whole before the waves, blocks of one place
before those of two. A row of places is filled up to 2^h; what is beyond its last place is measured too, and left out.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from faier.policies.strategies import CONSISTENCY, LAPLACE, PRIVELET, Strategy, height

# Arrays of fractions.
Numbers = Any


def answers(strategy: Strategy, places: int) -> int:
    """How many sums are measured."""
    full = 1 << height(places)
    return {LAPLACE.name: places, PRIVELET.name: full, CONSISTENCY.name: 2 * full - 1}[strategy.name]


def estimated(strategy: Strategy, noise: Numbers, places: int) -> Numbers:
    """What noise on the answers does to each place."""
    if strategy.name == LAPLACE.name:
        return noise
    return (_of_waves if strategy.name == PRIVELET.name else _of_tree)(noise, height(places))[:places]


def _of_waves(noise: Numbers, top: int) -> Numbers:
    """The whole over 2^h, and each wave of 2^j places over 2^j; waves stand in the order of their sizes."""
    full = 1 << top
    at = np.arange(full)
    result = noise[np.zeros(full, dtype=np.int64)] * Fraction(1, full)
    begin = 1
    for level in range(1, top + 1):
        sign = (1 - 2 * (at >> (level - 1) & 1)).astype(object)
        shaped = sign.reshape(-1, *[1] * (noise.ndim - 1))
        result = result + noise[begin + (at >> level)] * shaped * Fraction(1, 1 << level)
        begin += full >> level
    return result


def _of_tree(noise: Numbers, top: int) -> Numbers:
    """Least squares: each wave is estimated by all blocks within it, those of 2^i places counting 2^i times."""
    full = 1 << top
    at = np.arange(full)
    inner, begin = noise[:full], full
    result: Numbers = Fraction(0)
    for level in range(1, top + 1):
        wave = (inner[0::2] - inner[1::2]) * Fraction(1, (1 << level) * ((1 << level) - 1))
        sign = (1 - 2 * (at >> (level - 1) & 1)).astype(object).reshape(-1, *[1] * (noise.ndim - 1))
        result = result + wave[at >> level] * sign
        size = full >> level
        inner = inner[0::2] + inner[1::2] + noise[begin : begin + size] * (1 << level)
        begin += size
    return result + inner[np.zeros(full, dtype=np.int64)] * Fraction(1, full * (2 * full - 1))


def over_axes(strategy: Strategy, shape: tuple[int, ...], draw: Callable[[], Fraction]) -> list[Fraction]:
    """The noise of all cells, each level of one axis with each of the other being measured."""
    sizes = [answers(strategy, size) for size in shape]
    noise = np.empty(sizes, dtype=object)
    for place in np.ndindex(*sizes):
        noise[place] = draw()
    for axis, size in enumerate(shape):
        noise = np.moveaxis(estimated(strategy, np.moveaxis(noise, axis, 0), size), 0, axis)
    return list(noise.ravel())
