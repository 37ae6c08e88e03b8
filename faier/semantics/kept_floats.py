"""Floats near what is believed of integers that a process keeps, cut off far out: for guessing, never for deciding."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from flint import fmpq

from faier.exact import Number, nearest_float, substitute_epsilon
from faier.semantics.kept import Constraint, Draws, Fresh, Way, integers

ENTRIES = 50_000
"""A way looks at no more values of draws than this."""

FAR = 0.01
"""Values that are less likely than this share of the likeliest are left out, as far as there is room for more."""

Values: TypeAlias = tuple[int, ...]
Runs: TypeAlias = dict[int, dict[Values, float]]
"""For each state how much each value of its draws weighs."""

Body: TypeAlias = tuple[tuple[Fresh, ...], tuple[Constraint, ...], tuple[int, ...]]
Kernel: TypeAlias = dict[Values, list[tuple[Values, float]]]


@dataclass
class Rough:
    """A process with values in place of the unknown epsilons. Draws are followed out to `reach`."""

    given: Mapping[str, fmpq]
    reach: int
    numbers: dict[int, tuple[Number, float]] = field(default_factory=dict)
    kernels: dict[Body, Kernel] = field(default_factory=dict)

    def moved(self, runs: Runs, ways: Mapping[int, Sequence[Way]]) -> Runs:
        """Where runs are after each has gone the ways of its state."""
        found: defaultdict[int, defaultdict[Values, float]] = defaultdict(lambda: defaultdict(float))
        for state, before in runs.items():
            for way in ways[state]:
                share, kernel, after = self._float(way.weight), self._kernel(way, before), found[way.target]
                for values, weight in before.items():
                    for target, chance in kernel[values]:
                        after[target] += share * weight * chance
        return {state: dict(after) for state, after in found.items() if after}

    def _kernel(self, way: Way, before: Iterable[Values]) -> Kernel:
        """For each value of the draws before, those after it and how likely they are."""
        known = self.kernels.setdefault((way.fresh, way.constraints, way.kept), {})
        for values in before:
            if values not in known:
                known[values] = list(self._row(way, values).items())
        return known

    def _row(self, way: Way, values: Values) -> dict[Values, float]:
        found: defaultdict[Values, float] = defaultdict(float)
        for drawn, weight in self._fresh(way.fresh):
            every = (*values, *drawn)
            if all(sum(sign * every[at] for sign, at in one.terms) >= one.least for one in way.constraints):
                found[tuple(every[at] for at in way.kept)] += weight
        return found

    def _fresh(self, fresh: Sequence[Fresh]) -> Iterator[tuple[Values, float]]:
        for several in product(*(self._weights(integers(draws)) for draws in fresh)):
            yield tuple(value for value, _ in several), math.prod(weight for _, weight in several)

    def _weights(self, draws: Draws) -> list[tuple[int, float]]:
        total = {0: 1.0}
        for coefficient, a in draws:
            base, more = self._float(a), defaultdict[int, float](float)
            one = [
                (coefficient * y, (1 - base) / (1 + base) * base ** abs(y)) for y in range(-self.reach, self.reach + 1)
            ]
            for (y, weight), (z, other) in product(total.items(), one):
                more[y + z] += weight * other
            total = more
        return list(total.items())

    def _float(self, number: Number) -> float:
        """Numbers are told apart as they are: they must stay alive."""
        known = self.numbers.get(id(number))
        if known is None:
            known = self.numbers[id(number)] = number, nearest_float(substitute_epsilon(number, self.given))
        return known[1]


def reach_of(draws: Iterable[Draws], given: Mapping[str, fmpq], variables: int) -> int:
    """How far out draws are followed, where ways look at so many at once."""
    bases = [nearest_float(substitute_epsilon(a, given)) for several in draws for _, a in several]
    widest = max((math.log(FAR) / math.log(base) for base in bases if 0 < base < 1), default=1.0)
    room = (ENTRIES ** (1 / max(variables, 1)) - 1) / 2
    return max(1, int(min(widest + 2, room)))


def mass(runs: Runs) -> float:
    return sum(sum(weights.values()) for weights in runs.values())
