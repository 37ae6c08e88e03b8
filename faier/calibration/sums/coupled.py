"""A chain of marks with Laplace noise on its sum -> no output is more likely given one secret than given another by
more than a factor, at any mark of a chain of any length.

How likely an output is, as a function of what a part of the sum comes to, grows or falls by no more than the rate of
the noise allows. So does what is expected of it at a mark, for what comes after the mark and for what came before.
Of two marks the expectations differ by a bounded factor; a flow between where some further steps lead from one and
from the other says by how much, out of the bounds further on. Bounds that a flow leads back to themselves hold for any
number of steps. Flows are found in floats; what they show is computed on balls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flint import arb, ctx, fmpq

from faier.calibration.sums.balls import Listed
from faier.calibration.sums.bounds import (
    PLACES,
    Bounds,
    Further,
    Place,
    Weights,
    alike,
    both,
    carried,
    factor_of,
    greater,
    wider,
    within,
)
from faier.calibration.sums.kernel import Added, Kernel
from faier.limits import Limits

PRECISION = 128
# So many numbers of steps are bounded one by one, before they are taken for endless.
SINGLE = 240
# So many marks near each end are looked at one by one, and so many where that is not enough: chains that alternate
# forget their ends only then.
FEW, MORE = 8, 80
# So many steps on both sides of a mark are looked at together.
WINDOWS = 6
# So many steps at once are followed.
AT_ONCE = (1, 2, 4)


class _Unbounded(Exception):
    """No flow was found."""


def at_most(
    kernel: Kernel, count: int, marks: tuple[int, int], rate: arb, listed: Listed, goal: arb, limits: Limits
) -> arb | None:
    """A factor that is not exceeded at these marks of a chain with `count` of them, and of any longer one; None where
    none was found. It need not be near the least one where that is above the goal."""
    best: arb | None = None
    for at_once in AT_ONCE:
        if len(kernel.moves) * (at_once * kernel.reach + 1) > PLACES:
            break
        try:
            found = _Chain(kernel, rate, listed, at_once, limits).factor(count, marks, goal)
        except _Unbounded:
            continue
        if best is None or found < best:
            best = found
        if not found > goal:
            break
    return best


@dataclass
class _Chain:
    kernel: Kernel
    rate: arb
    listed: Listed
    at_once: int
    limits: Limits
    window: int = 0  # what was enough at the last mark
    costs: dict[tuple[bool, int], tuple[arb, float]] = field(default_factory=dict)

    def factor(self, count: int, marks: tuple[int, int], goal: arb) -> arb:
        """The greatest bound of all marks: of some near the ends one by one, of all others together."""
        with ctx.workprec(PRECISION):
            found = self._greatest(FEW, count, marks, goal)
            if found > goal and count > 2 * MORE:
                again = self._greatest(MORE, count, marks, goal)
                found = again if again < found else found
            return found.upper()

    def _greatest(self, few: int, count: int, marks: tuple[int, int], goal: arb) -> arb:
        low, high = marks
        near = [(min(step, few), few) for step in range(low, min(high, low + few) + 1)]
        near += [(few, min(count - 1 - step, few)) for step in range(max(high - few, low), high + 1)]
        worst = arb(1)
        for before, after in dict.fromkeys(near):
            self.limits.check()
            worst = greater(worst, self.at_mark(before, after, few, goal))
            if worst > goal and few > FEW:
                break
        return worst

    def at_mark(self, before: int, after: int, few: int, goal: arb) -> arb:
        """The greatest bound at a mark with so many steps before it and so many after it (`few`: or more); where
        that is more than the goal, with some steps on both sides looked at together."""
        found: arb | None = None
        for window in sorted(range(WINDOWS), key=lambda window: window != self.window):
            if window and len(self.kernel.moves) ** 2 * (2 * window * self.kernel.reach + 1) > PLACES:
                continue
            again = self._secrets(before, after, window, few)
            if again is not None:
                found = again if found is None or again < found else found
                if not found > goal:
                    self.window = window
                    return found
        if found is None:
            raise _Unbounded
        return found

    def _secrets(self, before: int, after: int, window: int, few: int) -> arb | None:
        places = self._places(before, after, window)
        left = self.before.after(max(before - window, 0), before == few)
        right = self.after.after(max(after - window, 0), after == few)
        masses = self.masses.after(before, before == few)

        def bound(one: Place, other: Place) -> tuple[arb, float] | None:
            exact, _ = self._cost(one[1] - other[1], True)
            for at, bounds in ((0, left), (1, right)):
                near, far = one[0][at], other[0][at]
                if near != far:
                    factor = bounds[near][far]
                    if factor is None:
                        return None
                    exact = exact * factor
            return exact, float(exact.mid())

        worst = arb(1)
        for one, supply in places.items():
            for other, room in places.items():
                if one == other or not supply or not room or not self.listed(one, other):
                    continue
                likely = factor_of(supply, room, bound)
                ones, others = self._marks(other), self._marks(one)
                mass = factor_of(ones, others, lambda a, b: both(masses[a[0][0]][b[0][0]]))
                if likely is None or mass is None:
                    return None
                worst = greater(worst, likely * mass)
        return worst

    def _marks(self, secret: int) -> Weights:
        return {((at,), 0): fmpq(1) for at, told in enumerate(self.kernel.secrets) if told == secret}

    def _places(self, before: int, after: int, window: int) -> dict[int, dict[Place, fmpq]]:
        """For each secret, where so many steps before and after its marks lead, with the weights of that; -1 stands for
        a beginning or an end."""
        back = self.begun(before) if before < window else self.came(window)
        onward = self.ended(after) if after < window else self.moved(window)
        found: dict[int, dict[Place, fmpq]] = {secret: {} for secret in range(len(self.kernel.names))}
        for mark, secret in enumerate(self.kernel.secrets):
            for (first, shift), weight in back[mark].items():
                for (last, more), chance in onward[mark].items():
                    key = ((*first, *last), shift + more)
                    found[secret][key] = found[secret].get(key, fmpq(0)) + weight * chance
        return found

    def moved(self, steps: int) -> list[dict[Place, fmpq]]:
        """Where steps lead from each mark."""
        here: list[dict[Place, fmpq]] = [{((at,), 0): fmpq(1)} for at in range(len(self.kernel.moves))]
        for _ in range(steps):
            here = [_followed(row, self.kernel.moves) for row in here]
        return here

    def ended(self, steps: int) -> list[dict[Place, fmpq]]:
        """What steps and the end of the last one add from each mark on."""
        return [
            {((-1,), shift): weight for (_, shift), weight in _followed(row, self.kernel.last).items()}
            for row in self.moved(steps)
        ]

    def came(self, steps: int) -> list[dict[Place, fmpq]]:
        found: list[dict[Place, fmpq]] = [{} for _ in self.kernel.moves]
        for begin, row in enumerate(self.moved(steps)):
            for ((end,), shift), weight in row.items():
                found[end][(begin,), shift] = weight
        return found

    def begun(self, steps: int) -> list[dict[Place, fmpq]]:
        row: dict[Place, fmpq] = {}
        for place, shift, chance in self.kernel.start:
            row[(place,), shift] = row.get(((place,), shift), fmpq(0)) + chance
        for _ in range(steps):
            row = _followed(row, self.kernel.moves)
        found: list[dict[Place, fmpq]] = [{} for _ in self.kernel.moves]
        for ((end,), shift), weight in row.items():
            found[end][(-1,), shift] = weight
        return found

    def _cost(self, shift: int, noisy: bool) -> tuple[arb, float]:
        key = noisy, abs(shift)
        if key not in self.costs:
            ball = (self.rate * arb(self.kernel.unit) * abs(shift)).exp() if noisy else arb(1)
            self.costs[key] = ball, float(ball.mid())
        return self.costs[key]

    @cached_property
    def after(self) -> Further:
        """For what comes after a mark."""
        begin = [self.ended(steps) for steps in range(self.at_once)]
        return self._sequence(begin, self.moved(self.at_once), True)

    @cached_property
    def before(self) -> Further:
        """For what came before a mark."""
        begin = [self.begun(steps) for steps in range(self.at_once)]
        return self._sequence(begin, self.came(self.at_once), True)

    @cached_property
    def masses(self) -> Further:
        """For how likely a mark is."""
        begin = [self.begun(steps) for steps in range(self.at_once)]
        return self._sequence(begin, self.came(self.at_once), False, len(self.before.single))

    def _sequence(
        self, begin: list[list[dict[Place, fmpq]]], rows: list[dict[Place, fmpq]], noisy: bool, least: int = 0
    ) -> Further:
        with ctx.workprec(PRECISION):
            single = [self._bounds(row, None, noisy) for row in begin]
            while True:
                self.limits.check()
                previous = single[-self.at_once]
                single.append(self._bounds(rows, previous, noisy))
                if len(single) >= least and len(single) % self.at_once == 0:
                    settled = all(map(alike, single[-self.at_once :], single[-2 * self.at_once : -self.at_once]))
                    if settled and len(single) >= 2 * self.at_once:
                        wide = wider(single[-self.at_once :])
                        if within(self._bounds(rows, wide, noisy), wide):
                            return Further(single, wide)
                if len(single) > max(SINGLE, least + SINGLE):
                    raise _Unbounded

    def _bounds(self, rows: Sequence[Weights], further: Bounds | None, noisy: bool) -> Bounds:
        """For each two marks, by flows between where they lead."""

        def bound(one: Place, other: Place) -> tuple[arb, float] | None:
            return carried(self._cost(one[1] - other[1], noisy), one[0][0], other[0][0], further)

        found: Bounds = []
        for at, supply in enumerate(rows):
            line: list[arb | None] = []
            for other, room in enumerate(rows):
                line.append(arb(1) if at == other else arb(0) if not supply else factor_of(supply, room, bound))
            found.append(line)
        return found


def _followed(row: Weights, moves: Sequence[Added]) -> dict[Place, fmpq]:
    found: dict[Place, fmpq] = {}
    for ((place,), shift), weight in row.items():
        for target, more, chance in moves[place]:
            key = (target,), shift + more
            found[key] = found.get(key, fmpq(0)) + weight * chance
    return found
