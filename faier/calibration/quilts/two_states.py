"""Classes of chains of two states whose chances of staying lie between bounds: MQMExact for all of them at once.

With r the ratio of the stationary chances and z the t-th power of 1 minus both chances of leaving, the ratios of what
is possible after t steps are (1 + r z) / (1 - z) and (1 - z) / (1 + z / r), or these with 1 / r. Each rises or falls
with z and with r, so over a range of chains it is greatest at one of the ends. Ranges are halved where that is coarse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from math import inf, log

from flint import arb, ctx, fmpq

from faier.calibration.quilts.chains import Chain, Number, exact_number
from faier.calibration.quilts.covering import covered
from faier.calibration.quilts.exactly import quilts_of_chains
from faier.calibration.quilts.scale import BITS, Budget, Cover, Quilt, Quilted, as_epsilon
from faier.exact import Epsilon, nearest_float

NEAR = 1 + 1e-8
"""So near to the worst chain that was found the bound for all of them comes."""

HALVINGS = 20_000


@dataclass(frozen=True)
class Range:
    """The chances of leaving either state."""

    low: tuple[fmpq, fmpq]
    high: tuple[fmpq, fmpq]

    def parts(self) -> tuple[Range, Range]:
        wide = 0 if self.high[0] - self.low[0] >= self.high[1] - self.low[1] else 1
        middle = (self.low[wide] + self.high[wide]) / 2
        upper, lower = list(self.high), list(self.low)
        upper[wide] = lower[wide] = middle
        return Range(self.low, (upper[0], upper[1])), Range((lower[0], lower[1]), self.high)

    def corners(self) -> list[tuple[fmpq, fmpq]]:
        return sorted({(a, c) for a in (self.low[0], self.high[0]) for c in (self.low[1], self.high[1])})


def quilts_of_two_states(
    stay: tuple[tuple[Number, Number], tuple[Number, Number]], length: int, epsilon: Budget, *, lipschitz: Number = 1
) -> Quilted:
    """The scale that is enough for every stationary chain where 0 stays 0 with a chance within the first bounds, and 1
    stays 1 with one within the second."""
    budget, step = as_epsilon(epsilon), exact_number(lipschitz)
    (low_0, high_0), (low_1, high_1) = ((exact_number(low), exact_number(high)) for low, high in stay)
    if not (0 < low_0 <= high_0 < 1 and 0 < low_1 <= high_1 < 1):
        raise ValueError("the bounds are chances between 0 and 1, the lower first")
    whole = Range((1 - high_0, 1 - high_1), (1 - low_0, 1 - low_1))
    worst = max(_height(_at(corner, length, budget, step)) for corner in whole.corners())
    waiting = [(-inf, 0, whole, covered(Alike(whole), range(1, length + 1), length, budget, step))]
    settled: list[Cover] = []
    for turn in range(1, HALVINGS):
        if not waiting or -waiting[0][0] <= worst * NEAR:
            break
        _, _, wide, _ = heappop(waiting)
        for place, part in enumerate(wide.parts()):
            covers = covered(Alike(part), range(1, length + 1), length, budget, step)
            height = _height(covers)
            if height > worst * NEAR:
                worst = max(worst, _height(_at(part.corners()[0], length, budget, step)))
            heappush(waiting, (-height, 2 * turn + place, part, covers))
    settled += [cover for _, _, _, covers in waiting for cover in covers]
    return Quilted(max(cover.scale for cover in settled), tuple(settled))


def _at(leave: tuple[fmpq, fmpq], length: int, epsilon: Epsilon, lipschitz: fmpq) -> Sequence[Cover]:
    one, other = leave
    return quilts_of_chains(Chain(((1 - one, one), (other, 1 - other)), length), epsilon, lipschitz=lipschitz).covers


def _height(covers: Sequence[Cover]) -> float:
    most = max(cover.scale for cover in covers)
    return nearest_float(most)


class Alike:
    """Records of all stationary chains in a range: what is before is like what is after."""

    def __init__(self, range_: Range) -> None:
        (low_0, low_1), (high_0, high_1) = range_.low, range_.high
        self.ratios = (low_0 / high_1, high_0 / low_1)
        self.decays = (1 - high_0 - high_1, 1 - low_0 - low_1)
        self._about = lru_cache(maxsize=None)(self._logs)

    def about(self, before: int | None, after: int | None) -> float:
        sides = [self._about(steps) for steps in (before, after) if steps is not None]
        return max((sum(side[pair] for side in sides) for pair in (0, 1)), default=0.0)

    def certainly(self, quilt: Quilt) -> arb | None:
        steps = [distance for distance in (quilt.before, quilt.after) if distance is not None]
        if not steps:
            return None
        with ctx.workprec(BITS):
            each = [self._certain(distance) for distance in steps]
            sums = [sum((side[pair].log() for side in each), arb(0)) for pair in (0, 1)]
            return sums[0].max(sums[1])

    def _certain(self, steps: int) -> tuple[arb, arb]:
        return _greatest([arb(end) for end in self._enclosed(steps)], [arb(end) for end in self.ratios])

    def _enclosed(self, steps: int) -> tuple[arb, arb]:
        low, high = (arb(end) ** steps for end in self.decays)
        if steps % 2 or self.decays[0] >= 0:
            return low, high
        return (arb(0) if self.decays[1] >= 0 else high), low.max(high)

    def _logs(self, steps: int) -> tuple[float, float]:
        with ctx.workprec(BITS):
            found = self._certain(steps)
        return _log(found[0]), _log(found[1])


def _greatest(powers: Sequence[arb], ratios: Sequence[arb]) -> tuple[arb, arb]:
    """For both orders of the two values."""
    most = [arb(0), arb(0)]
    for z in powers:
        for ratio in ratios:
            for pair, r in enumerate((ratio, 1 / ratio)):
                for above, below in ((1 + r * z, 1 - z), (1 - z, 1 + z / r)):
                    most[pair] = most[pair].max(above / below) if below > 0 else arb.pos_inf()
    return most[0], most[1]


def _log(ratio: arb) -> float:
    return log(float(ratio.mid())) if ratio.is_finite() else inf
