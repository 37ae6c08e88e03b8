"""A chain whose chances depend on unknowns in a box -> the bound of `boxes` for all of it, by parts where
that tells more.

In a smaller box each step has less to choose from, and no chain of the whole box loses more than the greatest bound of
its parts. The part that may lose most is halved along the unknown that is widest for its size. How little that can come
to is seen first, at a place by itself: a chain that loses much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from flint import arb, ctx, fmpq

from faier.calibration.sums import boxes
from faier.calibration.sums.balls import Listed
from faier.calibration.sums.boxes import PRECISION, Box
from faier.calibration.sums.kernel import Open
from faier.exact import Number
from faier.limits import LimitReached, Limits

# Of a series of this many steps there are so many parts at most, of one twice as long a quarter: each takes longer, and
# tells less. Boxes are not halved for less of a difference than that.
STEPS, PARTS = 10, 128
ENOUGH = fmpq(1, 1000)
HALF = 0.5

Bound = Callable[[Box], arb | None]
Part = tuple[arb, Box]


@dataclass(frozen=True)
class Aim:
    """To come to a goal or below, where a chain loses much at this place (None: as far as that is without parts); if
    that alone has a greater bound, the least bound is looked for, or none."""

    goal: arb
    place: Mapping[str, Number] | None
    least: bool = False


def at_most(
    chain: Open,
    box: Box,
    count: int,
    marks: tuple[int, int],
    rate: arb,
    listed: Listed,
    aim: Aim,
    limits: Limits,
) -> arb | None:
    """A factor that is not exceeded at these marks, for any values of the unknowns; None where none was found."""
    goal = aim.goal

    def bound(part: Box, within: Limits = limits) -> arb | None:
        within.check()
        return boxes.at_most(chain, part, count, marks, rate, listed, within)

    whole = bound(box)
    names = sorted(chain.unknowns & box.keys())
    if whole is None or whole <= goal or not names or aim.place is None:
        return whole
    half = limits.share(HALF)  # when it is over, what was found is told
    try:
        alone = bound(dict(box) | {name: (_plain(aim.place[name]),) * 2 for name in names}, half)
    except LimitReached:
        return whole
    with ctx.workprec(PRECISION):
        if alone is not None and not alone <= goal:
            goal = alone * arb(1 + ENOUGH) if aim.least else whole
        return _halved(lambda part: bound(part, half), (whole, box), names, goal, PARTS * STEPS**2 // count**2)


def _halved(bound: Bound, whole: Part, names: list[str], goal: arb, most: int) -> arb:
    number, parts = 0, [(-float(whole[0].mid()), 0, whole)]
    while number < most:
        *_, (worst, part) = parts[0]
        if worst <= goal:
            break
        name = max(names, key=lambda name: _width(part[name]))
        low, high = part[name]
        middle = (low + high) / 2
        try:
            smaller = [dict(part) | {name: half} for half in ((low, middle), (middle, high))]
            found = [(bound(half), half) for half in smaller]
        except LimitReached:
            break
        heappop(parts)
        for known, half in found:
            number += 1
            least = worst if known is None or not known < worst else known
            heappush(parts, (-float(least.mid()), number, (least, half)))
    return max((known for *_, (known, _) in parts), key=lambda ball: ball.upper())


def _plain(number: Number) -> fmpq:
    assert isinstance(number, fmpq)
    return number


def _width(ends: tuple[fmpq, fmpq]) -> fmpq:
    low, high = ends
    size = max(abs(low), abs(high))
    return (high - low) / size if size else fmpq(0)
