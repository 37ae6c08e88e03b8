"""Floats near what is believed of the draws that a process keeps, cut off far out: for guessing, never for deciding.

Reals are taken to be multiples of a part of 1. Where a sum of them is just what it is compared with, it is half above.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from flint import fmpq

from faier.exact import Number, nearest_float
from faier.limits import LimitReached
from faier.semantics.kept import Constraint, Floors, Fresh, Reals, Way

ENTRIES = 50_000
"""A way looks at no more values of draws than this."""

FAR = 0.01
"""Values that are less likely than this share of the likeliest are left out, as far as there is room for more."""

FINE = 4
"""The steepest density of a real changes by this root of e from one multiple to the next."""

Values: TypeAlias = tuple[int, ...]
Runs: TypeAlias = dict[int, dict[Values, float]]
"""For each state how much each value of its draws weighs."""

Onward: TypeAlias = list[tuple[Values, float]]
Body: TypeAlias = tuple[tuple[Fresh, ...], tuple[Constraint, ...], tuple[int, ...]]


@dataclass
class Rough:
    """What draws weigh out to `reach`; `parts` of 1 are told apart where they are reals."""

    reach: int
    parts: int = 1
    numbers: dict[int, tuple[Number, float]] = field(default_factory=dict)
    weights: dict[Fresh, list[tuple[int, float]]] = field(default_factory=dict)
    kernels: dict[Body, dict[Values, Onward]] = field(default_factory=dict)

    def moved(self, runs: Runs, ways: Mapping[int, Sequence[Way]]) -> Runs:
        """Where runs are after each has gone the ways of its state."""
        found: defaultdict[int, defaultdict[Values, float]] = defaultdict(lambda: defaultdict(float))
        for state, before in runs.items():
            for way in ways[state]:
                share, kernel, after = self.share(way), self.kernel(way), found[way.target]
                for values, weight in before.items():
                    for target, chance in self.onward(kernel, way, values):
                        after[target] += share * weight * chance
        return {state: dict(after) for state, after in found.items() if after}

    def kernel(self, way: Way) -> dict[Values, Onward]:
        """What is known of where the way leads: ask `onward`."""
        return self.kernels.setdefault((way.fresh, way.constraints, way.kept), {})

    def onward(self, kernel: dict[Values, Onward], way: Way, values: Values) -> Onward:
        """The values of the draws after the way, and how likely they are; the way's own weight is not counted."""
        known = kernel.get(values)
        if known is None:
            known = kernel[values] = list(self._row(way, values).items())
        return known

    def share(self, way: Way) -> float:
        """Numbers are told apart as they are: they must stay alive."""
        known = self.numbers.get(id(way.weight))
        if known is None:
            known = self.numbers[id(way.weight)] = way.weight, nearest_float(way.weight)
        return known[1]

    def _row(self, way: Way, values: Values) -> dict[Values, float]:
        found: defaultdict[Values, float] = defaultdict(float)
        limits = [(one.terms, *self._least(one)) for one in way.constraints]
        for drawn, weight in self._fresh(way.fresh):
            every = (*values, *drawn)
            for terms, least, tie in limits:
                over = sum(sign * every[at] for sign, at in terms) - least
                if over <= 0:
                    weight *= tie if over == 0 else 0.0
                    if not weight:
                        break
            else:
                found[tuple(every[at] for at in way.kept)] += weight
        return found

    def _least(self, constraint: Constraint) -> tuple[fmpq | float | int, float]:
        """What a sum must be, in the units of its variables, and the share of it that counts where it is just that."""
        least = constraint.least
        return (least, 1.0) if isinstance(least, int) else (float(least.p) * self.parts / float(least.q), 0.5)

    def _fresh(self, fresh: Sequence[Fresh]) -> Iterator[tuple[Values, float]]:
        for several in product(*map(self._weights, fresh)):
            yield tuple(value for value, _ in several), math.prod(weight for _, weight in several)

    def _weights(self, fresh: Fresh) -> list[tuple[int, float]]:
        if fresh not in self.weights:
            total = {0: 1.0}
            for step, base in bases(fresh, self.parts):
                more = defaultdict[int, float](float)
                for y in range(-self.reach, self.reach + 1):
                    weight = (1 - base) / (1 + base) * base ** abs(y)
                    for z, other in total.items():
                        more[step * y + z] += weight * other
                total = more
            self.weights[fresh] = list(total.items())
        return self.weights[fresh]


def bases(fresh: Fresh, parts: int) -> Iterator[tuple[int, float]]:
    """The draws whose sum it is: how far apart their values are, and how much less likely each is than the one nearer
    to 0."""
    match fresh:
        case Floors():
            raise LimitReached("draws", "rounded reals are not guessed")
        case Reals(rates, variance):
            if variance != 0:
                raise LimitReached("draws", "normal noise is not guessed")
            yield from ((1, math.exp(-rate.value / parts)) for rate in rates)
        case _:
            yield from ((coefficient, nearest_float(base)) for coefficient, base in fresh)


def rough_for(fresh: Iterable[Fresh], variables: int) -> Rough:
    """How fine reals are, and how far out draws are followed, where ways look at so many at once."""
    every = list(fresh)
    rates = [rate.value for one in every if isinstance(one, Reals) for rate in one.rates]
    parts = max(1, math.ceil(FINE * max(rates, default=0.0)))
    widest = max(
        (math.log(FAR) / math.log(base) for one in every for _, base in bases(one, parts) if 0 < base < 1), default=1.0
    )
    room = (ENTRIES ** (1 / max(variables, 1)) - 1) / 2
    return Rough(max(1, int(min(widest + 2, room))), parts)


def mass(runs: Runs) -> float:
    return sum(sum(weights.values()) for weights in runs.values())
