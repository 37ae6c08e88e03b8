"""Far out: which of two mixtures is heavier, and how much greater one can be than the other beyond a point.

Both are compared with one part of the right side that falls most slowly. All densities of noise are log-concave, and
for one whose least rate is r the slope of the logarithm falls to -r: so the quotient of two densities of one kind rises
or falls all the way to its limit, and density * exp(r * y) rises.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

from flint import arb, ctx, fmpq

from faier.engines.density.mixture import Ball
from faier.exact import Epsilon, compare, compare_epsilon, enclose
from faier.semantics.kept import Reals


def slowest(noise: Reals) -> tuple[Epsilon, int] | None:
    """The least rate, and how often it occurs; None where the noise is normal alone."""
    if not noise.rates:
        return None
    least = min(noise.rates, key=cmp_to_key(compare_epsilon))
    return least, noise.rates.count(least)


def heavier(one: Reals, other: Reals) -> int:
    """1 where the density of the first falls more slowly, -1 where it falls faster, else 0: up to where they are."""
    mine, yours = slowest(one), slowest(other)
    if mine is None or yours is None:
        if mine is None and yours is None:
            return compare(one.variance, other.variance)
        return -1 if mine is None else 1
    return -compare_epsilon(mine[0], yours[0]) or (mine[1] > yours[1]) - (mine[1] < yours[1])


def heaviest(side: Sequence[Ball]) -> Ball:
    """The part that falls most slowly above."""

    def order(one: Ball, other: Ball) -> int:
        first = heavier(one.part.noise, other.part.noise)
        return first or int(one.part.at > other.part.at) - int(one.part.at < other.part.at)

    return max(side, key=cmp_to_key(order))


def outgrows(left: Sequence[Ball], right: Sequence[Ball]) -> bool:
    """Whether left / right grows without end above."""
    if not right:
        return bool(left)
    mine, yours = heaviest(left).part, heaviest(right).part
    found = heavier(mine.noise, yours.noise)
    if found == 0 and slowest(mine.noise) is None:
        return bool(mine.at > yours.at)
    return found > 0


def greatest(left: Sequence[Ball], right: Sequence[Ball], x: fmpq, precision: int) -> arb | None:
    """An upper end of the logarithm of left / right beyond x, which is above all points; None if none is known."""
    with ctx.workprec(precision):
        yardstick = heaviest(right)
        above = arb(0)
        for one in left:
            most = _most(one, yardstick, x)
            if most is None:
                return None
            above += one.weight * most
        below = arb(0)
        for one in right:
            below += one.weight * _least(one, yardstick, x)
        found = (above / below).log() if below > 0 else None
        return found if found is not None and found.is_finite() else None


def _most(one: Ball, other: Ball, x: fmpq) -> arb | None:
    """An upper end of the quotient of two densities beyond x, without their weights."""
    order, here = heavier(one.part.noise, other.part.noise), _quotient(one, other, x)
    if one.part.noise == other.part.noise:
        return here if one.part.at <= other.part.at else _limit(one, other)
    slow = slowest(other.part.noise)
    if order < 0:
        floor = other.slope(x) if slow is None else -slow[0].enclose(one.curve.precision)
        if one.slope(x) <= floor:
            return here
    mine = slowest(one.part.noise)
    if slow is not None and mine is not None and mine[1] == 1 and mine[0] == slow[0]:
        return _above(one, mine[0], x) / other.curve.at(x - other.part.at).value
    return None


def _least(one: Ball, other: Ball, x: fmpq) -> arb:
    """A lower end of the quotient of two densities beyond x, without their weights."""
    if one.part.noise == other.part.noise:
        if one.part.at >= other.part.at:
            return _quotient(one, other, x)
        return _limit(one, other) or arb(0)
    mine, yours = slowest(one.part.noise), slowest(other.part.noise)
    if mine is not None and yours is not None and mine[0] == yours[0] and yours[1] == 1:
        return one.curve.at(x - one.part.at).value / _above(other, yours[0], x)
    return arb(0)


def _quotient(one: Ball, other: Ball, x: fmpq) -> arb:
    return one.curve.at(x - one.part.at).value / other.curve.at(x - other.part.at).value


def _limit(one: Ball, other: Ball) -> arb | None:
    """The limit of the quotient of two densities of one kind; None where it is 0 or infinite."""
    slow = slowest(one.part.noise)
    if slow is None:
        return arb(1) if one.part.at == other.part.at else None
    return (slow[0].enclose(one.curve.precision) * enclose(one.part.at - other.part.at, one.curve.precision)).exp()


def _above(one: Ball, rate: Epsilon, x: fmpq) -> arb:
    """An upper end of density * exp(rate * y) beyond x, times exp(-rate * x): its least rate occurs once."""
    precision = one.curve.precision
    return one.curve.leading * (-rate.enclose(precision) * enclose(x - one.part.at, precision)).exp()
