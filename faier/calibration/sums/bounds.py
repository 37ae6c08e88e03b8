"""Factors by which expectations at two marks of a chain differ at most, and what a flow shows of them, on balls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from faier.calibration.sums.flow import flow
from faier.exact import nearest_float

# Bounds that stay the same up to this are taken for what they come near to, and made wider by it.
SAME = 1e-12
# Flows between more places than this are not looked for.
PLACES = 64

Place = tuple[tuple[int, ...], int]
"""Marks at the ends of some steps, and what was added by them."""

Weights = Mapping[Place, fmpq]

Bound = Callable[[Place, Place], tuple[arb, float] | None]
"""By which factor the expectation at one place exceeds that at the other, at most."""

Plan = Sequence[tuple[Place, Place, float]]
"""How much goes from where to where."""

Bounds = list[list[arb | None]]
"""Of the expectations at two marks the first is at most so many times the second (None: not known)."""


@dataclass(frozen=True)
class Further:
    """`single[n]` after n steps, and `endless` after any further number."""

    single: list[Bounds]
    endless: Bounds

    def after(self, steps: int, more: bool) -> Bounds:
        """After so many steps, or after any number from there on."""
        known = self.single[steps:] if more else self.single[steps : steps + 1]
        return widest([*known, self.endless]) if more or not known else known[0]


def greater(one: arb, other: arb) -> arb:
    return one if one > other else other if other > one else one.union(other)


def carried(cost: tuple[arb, float], near: int, far: int, further: Bounds | None) -> tuple[arb, float] | None:
    """What a difference costs, times the bound between the marks that it leads to; None where there is none."""
    if further is None or near == far:
        return cost
    factor = further[near][far]
    return None if factor is None else both(factor * cost[0])


def both(ball: arb | None) -> tuple[arb, float] | None:
    return None if ball is None else (ball, float(ball.mid()))


def factor_of(supply: Weights, room: Weights, bound: Bound) -> arb | None:
    """A factor by which the room is enough for the supply, on balls, by a flow that floats found."""
    plan = planned(supply, room, bound)
    return None if plan is None else paid(plan, supply, room, bound)


def planned(supply: Weights, room: Weights, bound: Bound) -> Plan | None:
    """A flow for these weights, in floats; None where none is found."""
    if not room or len(supply) > PLACES or len(room) > PLACES:
        return None
    ones, others = list(supply), list(room)
    known = [[bound(one, other) for other in others] for one in ones]
    rough = [[None if both is None else both[1] for both in row] for row in known]
    amounts = [(at, nearest_float(supply[one])) for at, one in enumerate(ones)]
    spaces = [(at, nearest_float(room[other])) for at, other in enumerate(others)]
    found = flow(amounts, spaces, rough)
    return None if found is None else [(ones[one], others[other], amount) for one, other, amount in found]


def paid(plan: Plan, supply: Weights, room: Weights, bound: Bound) -> arb | None:
    """By how much the room must grow, at most, if each supply is parted as it is in the plan."""
    sent = {one: arb(0) for one in supply}
    for one, _, amount in plan:
        if one in sent:
            sent[one] += arb(amount)  # floats, which as floats would not add up to all that is sent
    if not all(amount > 0 for amount in sent.values()):
        return None
    used = {other: arb(0) for other in room}
    shares = {one: arb(supply[one]) / amount for one, amount in sent.items()}
    for one, other, amount in plan:
        cost = bound(one, other)
        if one not in shares or other not in used or cost is None or amount < 0:
            return None
        used[other] += shares[one] * arb(amount) * cost[0]
    worst = arb(0)
    for there, ball in used.items():
        factor = ball / arb(room[there])
        worst = arb(max(worst.upper(), factor.upper()))
    return worst


def alike(one: Bounds, other: Bounds, same: float = SAME / 4) -> bool:
    for row, known in zip(one, other, strict=True):
        for here, there in zip(row, known, strict=True):
            if here is None or there is None:
                if here is not there:
                    return False
            elif not abs(float((here - there).mid())) <= same * float(there.mid()):
                return False
    return True


def widest(every: Sequence[Bounds]) -> Bounds:
    """Of each two marks the greatest bound."""

    def greatest(found: list[arb | None]) -> arb | None:
        known = [ball.upper() for ball in found if ball is not None]
        return None if len(known) < len(found) else arb(max(known))

    size = range(len(every[0]))
    return [[greatest([bounds[row][column] for bounds in every]) for column in size] for row in size]


def wider(every: Sequence[Bounds]) -> Bounds:
    """A little more than the greatest."""
    by = arb(1 + 4 * SAME)
    return [
        [None if ball is None else arb(1) if row == column else ball * by for column, ball in enumerate(line)]
        for row, line in enumerate(widest(every))
    ]


def within(bounds: Bounds, wide: Bounds) -> bool:
    return all(
        there is None or (here is not None and here <= there)
        for row, known in zip(bounds, wide, strict=True)
        for here, there in zip(row, known, strict=True)
    )
