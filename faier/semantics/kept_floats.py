"""Floats near what is believed of the draws that a process keeps, cut off far out: for guessing, never for deciding.

Reals are taken to be multiples of a part of 1. Where a sum of them is just what it is compared with, it is half above.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, product
from typing import TypeAlias

from flint import fmpq

from faier.exact import Number, Symbolic, as_number, nearest_float
from faier.lang.values import Near, Value
from faier.limits import LimitReached
from faier.semantics.kept import Constraint, Floors, Fresh, KeptEnd, KeptProcess, Reals, Unbounded, Way, ways_of

ENTRIES = 50_000
"""A way looks at no more values of draws than this."""

FAR, FAINT = 1e-4, 1e-12
"""Values that are less likely than this share of the likeliest are left out where many are looked at at once, as far as
there is room for more, and elsewhere."""

LONG = 2_000
"""Draws that are not looked at one by one are followed out to this."""

FINE = 4
"""The steepest density of a real changes by this root of e from one multiple to the next."""

NEAREST = 4
"""Draws are followed out to this at least."""

SCALES = 4
"""Reals are followed out to so many times their widest scale, if they must be coarse for it."""

Values: TypeAlias = tuple[int, ...]
Runs: TypeAlias = dict[int, dict[Values, float]]
"""For each state how much each value of its draws weighs."""

Onward: TypeAlias = list[tuple[Values, float]]
Limit: TypeAlias = tuple[tuple[tuple[int, int], ...], fmpq | float | int, float]
"""What a sum of draws must be, in the units of its variables, and the share of it that counts where it is just that."""

Body: TypeAlias = tuple[tuple[Fresh, ...], tuple[Constraint, ...], tuple[int, ...]]


@dataclass
class Rough:
    """What draws weigh out to `reach`; `parts` of 1 are told apart where they are reals."""

    reach: int
    parts: int = 1
    numbers: dict[int, tuple[Number, float]] = field(default_factory=dict)
    weights: dict[tuple[Fresh, int], list[tuple[int, float]]] = field(default_factory=dict)
    tails: dict[Fresh, tuple[list[int], list[float], list[float]]] = field(default_factory=dict)
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

    def tells(self, shown: Unbounded, values: Values, told: Value) -> bool:
        """Whether these draws make it show that: an integer, or a real but for less than a part."""
        if shown.unknown != 0:
            raise LimitReached("draws", "noise beside unknown numbers is not guessed")
        total = sum(sign * values[at] for sign, at in shown.terms)
        at = told.at if isinstance(told, Near) else told
        if shown.real is not isinstance(told, Near) or not isinstance(at, int | fmpq | Symbolic):
            return False
        if (shown.low is not None and at < shown.low) or (shown.high is not None and at > shown.high):
            return False
        away = as_number(at) - shown.offset
        return total == (round(nearest_float(away) * self.parts) if shown.real else away)

    def _row(self, way: Way, values: Values) -> dict[Values, float]:
        found: defaultdict[Values, float] = defaultdict(float)
        drawn, limits, lone = self._parted(way, len(values))
        for several in product(*(self._weights(way.fresh[at], self.reach) for at in drawn)):
            every, weight = dict(enumerate(values)), 1.0
            for at, (value, chance) in zip(drawn, several, strict=True):
                every[len(values) + at] = value
                weight *= chance
            for terms, least, tie in limits:
                over = sum(sign * every[at] for sign, at in terms) - least
                if over <= 0:
                    weight *= tie if over == 0 else 0.0
                    if not weight:
                        break
            else:
                for fresh, terms, least, tie in lone:
                    weight *= self._above(fresh, least - sum(sign * every[at] for sign, at in terms), tie)
                found[tuple(every[at] for at in way.kept)] += weight
        return found

    def _parted(self, way: Way, held: int) -> tuple[list[int], list[Limit], list[tuple[Fresh, *Limit]]]:
        """Which fresh draws take values, what must hold of these, and the others: each in one constraint alone, with
        the rest of that. What is drawn is as likely as its opposite."""
        lone = lone_draws(way, held)
        limits, alone = list[Limit](), list[tuple[Fresh, *Limit]]()
        for one in way.constraints:
            found = next((at for _, at in one.terms if at in lone), None)
            terms = tuple((sign, at) for sign, at in one.terms if at != found)
            if found is None:
                limits.append((terms, *self._least(one)))
            else:
                alone.append((way.fresh[found - held], terms, *self._least(one)))
        return [at for at in range(len(way.fresh)) if held + at not in lone], limits, alone

    def _above(self, fresh: Fresh, least: fmpq | float | int, tie: float) -> float:
        """How likely the draw is above this; so much of its being just that counts."""
        if fresh not in self.tails:
            weights = sorted(self._weights(fresh, LONG))
            sums = list(accumulate((weight for _, weight in reversed(weights)), initial=0.0))[::-1]
            self.tails[fresh] = [value for value, _ in weights], [weight for _, weight in weights], sums
        places, chances, sums = self.tails[fresh]
        at = bisect_left(places, least)
        if at < len(places) and places[at] == least:
            return sums[at + 1] + tie * chances[at]
        return sums[at]

    def _least(self, constraint: Constraint) -> tuple[fmpq | float | int, float]:
        """What a sum must be, in the units of its variables, and the share of it that counts where it is just that."""
        least = constraint.least
        return (least, 1.0) if isinstance(least, int) else (nearest_float(least) * self.parts, 0.5)

    def _weights(self, fresh: Fresh, reach: int) -> list[tuple[int, float]]:
        if (fresh, reach) not in self.weights:
            total, several = {0: 1.0}, list(bases(fresh, self.parts))
            for step, base in several:
                far = min(reach, max(1, math.ceil(math.log(FAINT) / math.log(base)))) if 0 < base < 1 else 1
                more = defaultdict[int, float](float)
                for y in range(-far, far + 1):
                    weight = (1 - base) / (1 + base) * base ** abs(y)
                    for z, other in total.items():
                        more[step * y + z] += weight * other
                total = more
            self.weights[fresh, reach] = list(total.items())
        return self.weights[fresh, reach]


def lone_draws(way: Way, held: int) -> frozenset[int]:
    """The fresh draws of a way that one constraint looks at, with no other of these in it, and nothing else."""
    looked = Counter(at for one in way.constraints for _, at in one.terms if at >= held)
    lone = {at for at, times in looked.items() if times == 1 and at not in way.kept}
    for one in way.constraints:
        among = [at for _, at in one.terms if at in lone]
        lone.difference_update(among[1:])
    return frozenset(lone)


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


def rough_for(kept: KeptProcess) -> Rough:
    """How fine reals are, and how far out draws are followed, where ways look at so many at once."""
    held = [state for state in kept.states if not isinstance(state, KeptEnd)]
    leaving = [(0, kept.start), *((state.draws, ways) for state in held for ways in ways_of(state))]
    every = list({fresh for _, ways in leaving for way in ways for fresh in way.fresh})
    variables = max(held + len(way.fresh) - len(lone_draws(way, held)) for held, ways in leaving for way in ways)
    rates = [rate.value for one in every if isinstance(one, Reals) for rate in one.rates]
    room = (ENTRIES ** (1 / max(variables, 1)) - 1) / 2
    if room < NEAREST:
        raise LimitReached("draws", "so many draws at once are not guessed")
    wide = max((1 / rate for rate in rates), default=1.0)
    parts = max(1, math.floor(min(FINE * max(rates, default=0.0), room / (SCALES * wide))))
    widest = max(
        (math.log(FAR) / math.log(base) for one in every for _, base in bases(one, parts) if 0 < base < 1), default=1.0
    )
    return Rough(max(1, int(min(widest + 2, room))), parts)


def mass(runs: Runs) -> float:
    return sum(sum(weights.values()) for weights in runs.values())
