"""How much of the chances of one distribution can be moved to another, each by a distance at most, exactly.

Numbers are moved greedily from left to right; values of several numbers by a greatest flow, along shortest ways.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import reduce
from math import gcd

from flint import fmpq

from faier.calibration.known import Law, Point

ZERO = fmpq(0)


def apart(one: Point, other: Point) -> fmpq:
    """The sum of the distances of their numbers."""
    return sum((abs(a - b) for a, b in zip(one, other, strict=True)), ZERO)


def moved_within(left: Law, right: Law, distance: fmpq) -> fmpq:
    """The most of the chances that can be moved by this distance at most."""
    if all(len(point) == 1 for point in (*left, *right)):
        return _in_order(_ascending(left), _ascending(right), distance)
    return _by_flow(list(left.items()), list(right.items()), distance)


def _ascending(law: Law) -> list[tuple[fmpq, fmpq]]:
    return sorted((point[0], chance) for point, chance in law.items())


def _in_order(left: list[tuple[fmpq, fmpq]], right: list[tuple[fmpq, fmpq]], distance: fmpq) -> fmpq:
    """What can be reached from a number lies between two that grow with it: the lowest that is left is the best."""
    total, at, room = ZERO, 0, right[0][1]
    for number, chance in left:
        rest = chance
        while rest and at < len(right) and right[at][0] <= number + distance:
            taken = min(rest, room) if right[at][0] >= number - distance else ZERO
            total, rest, room = total + taken, rest - taken, room - taken
            if not room or not taken:
                at += 1
                room = right[at][1] if at < len(right) else ZERO
    return total


def _by_flow(left: list[tuple[Point, fmpq]], right: list[tuple[Point, fmpq]], distance: fmpq) -> fmpq:
    common = reduce(_multiple, (int(chance.q) for _, chance in (*left, *right)), 1)
    near = [[to for to, (other, _) in enumerate(right) if apart(point, other) <= distance] for point, _ in left]
    supply = [int((chance * common).p) for _, chance in left]
    room = [int((chance * common).p) for _, chance in right]
    return fmpq(_greatest_flow(near, supply, room), common)


def _multiple(one: int, other: int) -> int:
    return one * other // gcd(one, other)


def _greatest_flow(near: Sequence[Sequence[int]], supply: list[int], room: list[int]) -> int:
    """The greatest flow from the left to what is near on the right; `supply` and `room` are used up."""
    moved: list[dict[int, int]] = [{} for _ in room]  # to each on the right, from whom on the left
    total = 0
    while True:
        # From whom on the right a place on the left was reached, and from whom on the left one on the right.
        back: dict[int, int | None] = {at: None for at, rest in enumerate(supply) if rest}
        waiting, came = deque(back), dict[int, int]()
        end = None
        while waiting and end is None:
            here = waiting.popleft()
            for to in near[here]:
                if to in came:
                    continue
                came[to] = here
                if room[to]:
                    end = to
                    break
                for other, amount in moved[to].items():
                    if amount and other not in back:
                        back[other] = to
                        waiting.append(other)
        if end is None:
            return total
        total += _along(end, back, came, supply, room, moved)


def _along(
    end: int,
    back: dict[int, int | None],
    came: dict[int, int],
    supply: list[int],
    room: list[int],
    moved: list[dict[int, int]],
) -> int:
    """As much as the way to this end has room for, moved along it."""
    amount, at = room[end], end
    while (before := back[came[at]]) is not None:
        amount, at = min(amount, moved[before][came[at]]), before
    amount, at = min(amount, supply[came[at]]), end
    room[end] -= amount
    while True:
        here = came[at]
        moved[at][here] = moved[at].get(here, 0) + amount
        before = back[here]
        if before is None:
            supply[here] -= amount
            return amount
        moved[before][here] -= amount
        at = before
