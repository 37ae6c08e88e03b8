"""The laws of draws: how likely each cell is, as a ball, and where cells are cut."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from flint import arb, ctx

from faier.engines.events.balls import BITS, ball
from faier.engines.events.enclosing import INF, Interval
from faier.exact import nearest_float
from faier.lang.noise import not_followed
from faier.semantics.denote.branching import Geometric
from faier.semantics.denote.densities import Density, Normal, number_of

# What is beyond so many halves of a half-line lies far out.
FAR = 5

# Scales that are further from 1 are not followed: floats choose the cells.
LEAST = 1e-12

Chance: TypeAlias = Callable[[float], arb]


@dataclass(frozen=True, eq=False)
class Law:
    """A law that is symmetric about 0. `beyond` is the chance of what is at least a number above 0; `middle` cuts the
    half-line from a number on about in halves; integers are drawn where it is `whole`."""

    beyond: Chance
    middle: Callable[[float], float]
    drawn: Callable[[Random], float]
    whole: bool
    known: dict[float, arb] = field(default_factory=dict)
    chances: dict[Interval, arb] = field(default_factory=dict)
    cores: dict[Interval, Interval] = field(default_factory=dict)

    def chance(self, cell: Interval) -> arb:
        """How likely the draw is in the cell, both ends of which belong to it."""
        if cell not in self.chances:
            with ctx.workprec(BITS):
                self.chances[cell] = self._chance(*cell)
        return self.chances[cell]

    def _chance(self, low: float, high: float) -> arb:
        step = 1.0 if self.whole else 0.0
        if low > 0:
            return self._beyond(low) - self._beyond(high + step)
        if high < 0:
            return self._beyond(-high) - self._beyond(step - low)
        return 1 - self._beyond(step - low) - self._beyond(high + step)

    def _beyond(self, end: float) -> arb:
        """The chance of what is at least this number, which is not negative."""
        if end == INF:
            return arb(0)
        if end not in self.known:
            self.known[end] = self.beyond(end)
        return self.known[end]

    def halves(self, cell: Interval) -> tuple[Interval, Interval] | None:
        """Two parts of the cell; None where it is one number."""
        low, high = cell
        if low == high:
            return None
        if low < 0 < high:
            return ((low, 0.0), (1.0, high)) if self.whole else ((low, 0.0), (0.0, high))
        if low < 0:
            found = self.halves((-high, -low))
            return None if found is None else ((-found[1][1], -found[1][0]), (-found[0][1], -found[0][0]))
        cut = self.middle(low)
        if high < INF and not low < cut < (low + high) / 2:
            cut = (low + high) / 2
        if self.whole:
            cut = max(float(math.floor(cut)), low)
            return ((low, cut), (cut + 1, high)) if cut < high else None
        return ((low, cut), (cut, high)) if low < cut < high else None

    def core(self, cell: Interval) -> Interval:
        """The cell without what lies far out, which is rare."""
        if cell not in self.cores:
            low, high = cell
            self.cores[cell] = (-self._far(-high) if low == -INF else low), self._far(low) if high == INF else high
        return self.cores[cell]

    def _far(self, low: float) -> float:
        """A number that few of what is at least the other one are beyond."""
        found = max(low, 0.0)
        for _ in range(FAR):
            cut = self.middle(found)
            found = math.floor(cut) + 1.0 if self.whole else cut
        return found


def law_of(law: object) -> Law:
    """The law of a draw as formulas name it."""
    match law:
        case Geometric(parameter) if LEAST < nearest_float(parameter) < 1 - LEAST:
            return _geometric(ball(parameter), nearest_float(parameter))
        case Normal(variance) if LEAST < nearest_float(variance) < 1 / LEAST:
            return _normal(ball(variance), nearest_float(variance))
        case Density(cells=((None, _, ((rate, 0, _),)), _)) if LEAST < nearest_float(number_of(rate)) < 1 / LEAST:
            return _laplace(ball(number_of(rate)), nearest_float(number_of(rate)))
    raise not_followed("a draw of this law")


def _laplace(rate: arb, near: float) -> Law:
    return Law(
        beyond=lambda end: (-rate * arb(end)).exp() / 2,
        middle=lambda low: low + math.log(2) / near,
        drawn=lambda random: random.expovariate(near) * random.choice((1, -1)),
        whole=False,
    )


def _normal(variance: arb, near: float) -> Law:
    deviation = math.sqrt(near)
    with ctx.workprec(BITS):
        root = (2 * variance).sqrt()
    return Law(
        beyond=lambda end: (arb(end) / root).erfc() / 2,
        middle=lambda low: low + deviation * 0.674 / (1 + low / deviation),
        drawn=lambda random: random.gauss(0, deviation),
        whole=False,
    )


def _geometric(parameter: arb, near: float) -> Law:
    """y with the chance (1 - a) / (1 + a) * a ** abs(y)."""

    def drawn(random: Random) -> float:
        both = [math.floor(math.log(1 - random.random()) / math.log(near)) for _ in range(2)]
        return float(both[0] - both[1])

    return Law(
        beyond=lambda end: parameter ** int(end) / (1 + parameter),
        middle=lambda low: low + max(0, math.ceil(math.log(0.5) / math.log(near)) - 1),
        drawn=drawn,
        whole=True,
    )
