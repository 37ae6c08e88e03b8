"""How fast the logarithm of a mixture's density changes on a piece: certified ends of its slope.

Where two mixtures are compared a slope that both have in common does not matter: it is told less that of a part which
is most of both. Of two densities of one kind the one further up has the greater slope everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, ctx, fmpq

from faier.engines.density.mixture import Ball
from faier.exact import enclose


@dataclass(frozen=True)
class Rise:
    """The logarithm of the density in the middle of a piece, and ends of its slope on the piece less the common one."""

    middle: arb
    least: arb
    most: arb


def common(left: Sequence[Ball], right: Sequence[Ball], low: fmpq, high: fmpq) -> Ball | None:
    """A part with which both sides are best compared: most of each is like it."""
    middle = (low + high) / 2
    one, other = (max(side, key=lambda ball: float(ball.value(middle).log().mid())) for side in (left, right))
    normal = not one.part.noise.rates and not other.part.noise.rates
    return one if normal or one.part.noise == other.part.noise else None


def rise(side: Sequence[Ball], low: fmpq, high: fmpq, common: Ball | None) -> Rise:
    """On a piece of a cell. A part's slope falls, so it is between those at the ends of the piece."""
    middle, half = (low + high) / 2, enclose((high - low) / 2, ctx.prec)
    ends = [_ends(one, low, high, common) for one in side]
    values = [one.value(middle) for one in side]
    total = sum(values, arb(0))
    least, most = least_of([end for end, _ in ends]), greatest_of([end for _, end in ends])
    if len(side) > 1:
        mean = sum((value * one.slope(middle) for value, one in zip(values, side, strict=True)), arb(0)) / total
        mean = (mean - (common.slope(middle) if common is not None else 0)).mid()
        gaps = [(end - mean, other - mean) for end, other in ends]
        spread = [half * abs(down).max(abs(up)) for down, up in gaps]
        shares = [(value * (-one).exp(), value * one.exp()) for value, one in zip(values, spread, strict=True)]
        least = least.max(mean - _mean([-down for down, _ in gaps], shares))
        most = most.min(mean + _mean([up for _, up in gaps], shares))
    return Rise(total.log(), least, most)


def _ends(one: Ball, low: fmpq, high: fmpq, common: Ball | None) -> tuple[arb, arb]:
    down, up = one.slope(high, -1), one.slope(low, 1)
    if common is None:
        return down, up
    alike, further = one.part.noise == common.part.noise, one.part.at - common.part.at
    if alike and further == 0:
        return arb(0), arb(0)
    steep, flat = common.slope(low, 1), common.slope(high, -1)
    if not one.part.noise.rates and not common.part.noise.rates:
        ends = down - flat, up - steep
        return ends[0].min(ends[1]), ends[0].max(ends[1])
    down, up = down - steep, up - flat
    if alike and further > 0:
        return down.max(arb(0)), up
    return (down, up.min(arb(0))) if alike else (down, up)


def _mean(amounts: Sequence[arb], shares: Sequence[tuple[arb, arb]]) -> arb:
    """An upper end of the mean of amounts whose weights are known up to ends."""
    total, below, above = arb(0), arb(0), arb(0)
    for amount, (low, high) in zip(amounts, shares, strict=True):
        most = amount.upper()
        total += most * (high if most > 0 else low)
        below += low
        above += high
    most = total.upper()
    return most / (below if most > 0 else above)


def greatest_of(balls: Sequence[arb]) -> arb:
    found = balls[0]
    for ball in balls[1:]:
        found = found.max(ball)
    return found


def least_of(balls: Sequence[arb]) -> arb:
    found = balls[0]
    for ball in balls[1:]:
        found = found.min(ball)
    return found
