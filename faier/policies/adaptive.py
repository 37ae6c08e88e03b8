"""Methods whose errors depend on the data: buckets of like counts, and counts that must grow.

For a forest each is any differentially private algorithm on the flows x_G. On the counts themselves a differentially
private algorithm is private for the policy at twice its epsilon: a record that moves is one that goes and one that
comes. Where it only goes or comes, at once its epsilon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from faier.policies.budget import Budget
from faier.policies.noise import drawn, shifted
from faier.policies.policy import Policy
from faier.policies.strategies import height
from faier.policies.transform import transform
from faier.policies.trees import NotForThis, approximate, line, stretch
from faier.sampling.symbolic import Exact

Scales = Callable[[Fraction], "Fraction | Exact"]
"""From a number to that number over epsilon."""


@dataclass(frozen=True, eq=False)
class Adaptive:
    """On the flows of `within`, or on the counts; buckets or not; growing or not."""

    policy: Policy
    within: Policy | None
    stretch: int
    buckets: bool
    growing: bool = False

    @property
    def scale(self) -> Fraction:
        """Of the widest noise, at epsilon 1."""
        places = self.policy.cells if self.within is None else self.within.edges
        return self.stretch * (2 * max(moved(places), Fraction(1)) if self.buckets else Fraction(1))


def adapted(made: Adaptive, counts: Sequence[int], budget: Budget) -> list[Fraction]:
    """Noisy counts."""

    def scales(number: Fraction) -> Fraction | Exact:
        return budget.scaled(number * made.stretch)

    if made.within is None:
        order = nearby(made.policy.shape)
        noisy = bucketed([counts[cell] for cell in order], scales)
        result = [Fraction(0)] * made.policy.cells
        for cell, number in zip(order, noisy, strict=True):
            result[cell] = number
        return result
    found = transform(made.within)
    order = np.argsort(made.within.left, kind="stable").tolist()
    database = found.database(counts)
    flows = [database[edge] for edge in order]
    noisy = bucketed(flows, scales) if made.buckets else [flow + drawn(scales(Fraction(1))) for flow in flows]
    if made.growing:
        noisy = grown(noisy, Fraction(sum(counts)))
    placed = [Fraction(0)] * made.within.edges
    for edge, number in zip(order, noisy, strict=True):
        placed[edge] = number
    result = [Fraction(count) for count in found.known(counts)]
    for left, right, flow in zip(made.within.left.tolist(), made.within.right.tolist(), placed, strict=True):
        result[left] += flow
        if right >= 0:
            result[right] -= flow
    return result


def bucketed(values: Sequence[int], scales: Scales) -> list[Fraction]:
    """Half of epsilon finds buckets of like values, aligned ones of 1, 2, 4, ... places; half measures their sums.

    How far the values of a bucket of 2^j places are from their mean, in all, changes by at most 2 - 2 / 2^j where one
    value changes by 1; each place is in one bucket of each size, so the deviations of all buckets move by the sum.
    """
    places, top = len(values), height(len(values))
    half = Fraction(2)
    cost_of_noise = cost(scales(half))
    chosen = [[(at, at + 1)] for at in range(places)]
    costs = [cost_of_noise] * places
    for level in range(1, top + 1):
        size, buckets, prices = 1 << level, [], []
        for at in range(0, len(chosen), 2):
            if at + 1 == len(chosen):
                buckets.append(chosen[at])
                prices.append(costs[at])
                continue
            first, last = at * size // 2, min(at * size // 2 + size, places)
            apart, price = chosen[at] + chosen[at + 1], costs[at] + costs[at + 1]
            noisy = shifted(_deviation(values[first:last]), scales(moved(places) * half))
            together = max(noisy, Fraction(0)) + cost_of_noise
            buckets.append([(first, last)] if together < price else apart)
            prices.append(min(together, price))
        chosen, costs = buckets, prices
    result: list[Fraction] = []
    for first, last in chosen[0]:
        total = sum(values[first:last]) + drawn(scales(half))
        result += [total / (last - first)] * (last - first)
    return result


def cost(scale: Fraction | Exact) -> Fraction:
    """What a bucket's noise counts as: about its scale, in few digits. Any number would do."""
    part, power = math.frexp(float(scale))
    return round(8 * part) * Fraction(2) ** (power - 3)


def moved(places: int) -> Fraction:
    """How far the deviations of all buckets together move where one of so many values changes by 1."""
    return sum((2 - Fraction(2, 1 << level) for level in range(1, height(places) + 1)), Fraction(0))


def _deviation(values: Sequence[int]) -> Fraction:
    total, size = sum(values), len(values)
    return Fraction(sum(abs(value * size - total) for value in values), size)


def grown(values: Sequence[Fraction], most: Fraction) -> list[Fraction]:
    """The nearest numbers that never fall, between 0 and the most: means of neighbors where they would."""
    blocks: list[tuple[Fraction, int]] = []
    for value in values:
        total, size = value, 1
        while blocks and blocks[-1][0] * size >= total * blocks[-1][1]:
            before, many = blocks.pop()
            total, size = total + before, size + many
        blocks.append((total, size))
    return [min(max(total / size, Fraction(0)), most) for total, size in blocks for _ in range(size)]


def nearby(shape: tuple[int, ...]) -> list[int]:
    """Cells in an order in which those near to each other are near: squares of 4, 16, ... cells after each other."""
    if len(shape) == 1:
        return list(range(shape[0]))

    def turn(cell: int) -> int:
        row, column = divmod(cell, shape[1])
        bits = range(max(height(size) for size in shape))
        return sum((row >> bit & 1) << (2 * bit + 1) | (column >> bit & 1) << (2 * bit) for bit in bits)

    return sorted(range(shape[0] * shape[1]), key=turn)


def _on_counts(policy: Policy) -> Adaptive:
    return Adaptive(policy, None, 1 if bool(np.all(policy.right < 0)) else 2, buckets=True)


def _on_flows(policy: Policy) -> Adaptive:
    found = approximate(policy)
    return Adaptive(policy, found.within, found.stretch, buckets=True)


def _prefixes(policy: Policy, buckets: bool) -> Adaptive:
    if len(policy.shape) > 1 or not policy.bounded:
        raise NotForThis("prefix sums grow over cells in a row, where no record comes or goes")
    within = line(policy.cells)
    return Adaptive(policy, within, stretch(policy, within), buckets, growing=True)


ADAPTIVE: Mapping[str, Callable[[Policy], Adaptive]] = {
    "dawa": _on_counts,
    "transformed-dawa": _on_flows,
    "growing": lambda policy: _prefixes(policy, buckets=False),
    "growing-dawa": lambda policy: _prefixes(policy, buckets=True),
}
