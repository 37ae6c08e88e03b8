"""The hockey-stick divergence of two laws: certified ends, and the outputs that are too likely."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import arb, ctx

from faier.engines.density.independent import exceeding, lost
from faier.engines.density.law import Law, Output, filled
from faier.engines.density.mixture import merged
from faier.engines.density.ratio import PRECISION
from faier.engines.density.rounding import TINY, above, above_or_tiny, below
from faier.engines.density.stick import Interval, Open, Settled, Stick, intervals
from faier.exact import ONE, ZERO, Epsilon, LogRatio, Number, TooLarge, compare, enclose, exceeds, exponential_of
from faier.lang.values import Between, Value
from faier.limits import Limits

# The ends come so close to each other, in relation to the divergence; so often the widest pieces are halved for that.
NARROW = arb(10) ** -13
ROUNDS = 300
# No more is halved when there are so many pieces.
PIECES = 3_000


@dataclass(frozen=True)
class Region:
    """An output, or all those with a real between two numbers in its place."""

    output: Output
    interval: Interval | None

    @property
    def shown(self) -> tuple[Value, ...]:
        if self.interval is None:
            return self.output.items
        return filled(self.output, Between(*self.interval))


@dataclass(frozen=True)
class Divergence:
    """The divergence is between `low` and `high`, which are equal where it is known exactly. `regions` exceed by `low`
    at least."""

    low: Number
    high: Number
    regions: tuple[Region, ...]


def divergence(
    left: Law, right: Law, epsilon: Epsilon | LogRatio, limits: Limits, delta: Number | None = None
) -> Divergence:
    """With a delta the ends are as close as is needed to tell whether it is less."""
    stick = Stick(epsilon)
    if delta is not None and stick.ball >= 0:
        most = _of_one_side(left, right)
        if most is not None and compare(most, delta) <= 0:
            return Divergence(ZERO, most, ())
    exact: Number = ZERO
    rest: arb | None = None
    regions: list[Region] = []
    for output, chance in left.atoms.items():
        other = right.atoms.get(output, ZERO)
        if exceeds(chance, other, epsilon):
            regions.append(Region(output, None))
            try:
                exact = exact + (chance - exponential_of(epsilon) * other if other != 0 else chance)
            except TooLarge:
                with ctx.workprec(PRECISION):
                    amount = enclose(chance, PRECISION) - stick.factor * enclose(other, PRECISION)
                    rest = amount if rest is None else rest + amount
    for output, mine in left.several.items():
        yours = right.several[output]
        found = lost(mine, yours)
        assert found is not None
        amount = exceeding(mine[0], yours[0], found, stick.ball)
        with ctx.workprec(PRECISION):
            rest = amount if rest is None else rest + amount
    settled: list[tuple[Output, Settled]] = []
    waiting: list[tuple[Output, Open]] = []
    for output, mixture in left.densities.items():
        begun = stick.begin(mixture, right.densities.get(output, ()))
        settled += [(output, one) for one in begun.settled]
        waiting += [(output, one) for one in begun.open]
    for _, one in settled:
        try:
            exact = exact + one.amount
        except TooLarge:
            with ctx.workprec(PRECISION):
                amount = enclose(one.amount, PRECISION)
                rest = amount if rest is None else rest + amount
    low, high = _refined(stick, exact, rest, waiting, limits, delta)
    for output in left.densities:
        parts = [one.interval for key, one in settled if key == output]
        parts += [one.interval for key, one in waiting if key == output and one.low > 0]
        regions += [Region(output, interval) for interval in intervals(parts)]
    return Divergence(low, high, tuple(regions))


def _of_one_side(left: Law, right: Law) -> Number | None:
    """The weight of what is on the left alone, part by part: for no epsilon of at least 0 does more exceed."""
    if left.integers or left.formulas or left.several:
        return None
    total: Number = ZERO
    for output, chance in left.atoms.items():
        total = total + _more(chance, right.atoms.get(output, ZERO))
    for output, mixture in left.densities.items():
        known = {replace(part, weight=ONE): part.weight for part in merged(right.densities.get(output, ()))}
        for part in merged(mixture):
            total = total + _more(part.weight, known.get(replace(part, weight=ONE), ZERO))
    return total


def _more(one: Number, other: Number) -> Number:
    return one if other == 0 else one - other if compare(one, other) > 0 else ZERO


def _refined(
    stick: Stick,
    exact: Number,
    rest: arb | None,
    waiting: list[tuple[Output, Open]],
    limits: Limits,
    delta: Number | None,
) -> tuple[Number, Number]:
    """Both ends, with the pieces that they are made of."""
    with ctx.workprec(PRECISION):
        base, tiny = enclose(exact, PRECISION) + (arb(0) if rest is None else rest), arb(TINY)
        for _ in range(ROUNDS):
            if not waiting:
                return (exact, exact) if rest is None else (below(base), above(base))
            limits.check()
            low = base + sum((one.low for _, one in waiting), arb(0))
            high = base + sum((one.high for _, one in waiting), arb(0))
            ends = below(low) if low > tiny else ZERO, above_or_tiny(high)
            if delta is not None and (compare(ends[0], delta) > 0 or compare(ends[1], delta) <= 0):
                return ends
            if (high - low).upper() <= NARROW * low.lower() or high <= tiny or len(waiting) > PIECES:
                return ends
            widest = max((one.gap for _, one in waiting), key=_Order)
            halved: list[tuple[Output, Open]] = []
            for output, one in waiting:
                parts = stick.halved(one) if 8 * one.gap >= widest else [one]
                halved += [(output, part) for part in parts if not part.high <= 0]
            waiting[:] = halved
        return ends


class _Order:
    """Exact balls in their order."""

    def __init__(self, ball: arb) -> None:
        self.ball = ball.mid()

    def __lt__(self, other: _Order) -> bool:
        return bool(self.ball < other.ball)
