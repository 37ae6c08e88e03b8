"""What is lost at most in boxes of unknown means and deviations, between two ends.

The place that is worst is looked for in corners and middles; boxes that may hold worse ones are halved. With a delta,
all boxes are shown to lose no more than the worst place and a little, ever less.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from flint import arb, ctx, fmpq

from faier.calibration.normals.boxes import at, most, rooms
from faier.calibration.normals.curving import curved
from faier.calibration.normals.worst import Case, worst
from faier.deciding.by_density import least_epsilon
from faier.deciding.in_boxes import BITS, Read, change, corners, halves, inside, middle_of, size_of
from faier.deciding.laws import Compared
from faier.deciding.question import Question
from faier.engines.density.engine import Greatest, greatest
from faier.engines.density.excess import Divergence, divergence
from faier.engines.density.law import Law
from faier.engines.density.rounding import above, below
from faier.exact import ONE, ZERO, Epsilon, LogRatio, Number, compare, enclose, exponential_of
from faier.lang.judging import Box
from faier.limits import LimitReached, Limits

# So many boxes are looked at; ends are so close, in relation to a ratio, and as numbers.
MOST, CLOSE = 5_000, fmpq(1, 10**9)
# How much more than the worst place boxes are asked not to lose, one after the other.
ROOM = [fmpq(1, 10**digits) for digits in (0, 1, 4, 10)]
MANY = f"{MOST:,} boxes of the unknown means and deviations do not tell more"
STILL = "boxes of the unknown means and deviations in which hardly anything changes do not tell more"

Values = Mapping[str, fmpq]


@dataclass(frozen=True)
class Ends:
    """The greatest loss is between the two (None: infinite, which of `upper` alone means that it is not known): a
    ratio, or with a delta an epsilon, or a delta. `lower` is that at the place; `reason` says why they are not close.
    """

    lower: Number | None
    upper: Number | None
    place: Values
    reason: str | None = None


def greatest_ratio(read: Read, limits: Limits) -> Ends:
    search = _Ratio(read, limits)
    for corner in corners(read.box):
        search.add({name: (value, value) for name, value in corner.items()})
    search.add(read.box)
    try:
        reason = search.run()
    except LimitReached as reached:
        reason = reached.text
    assert search.best is not None
    return Ends(search.best[0], search.upper, search.best[1], reason)


@dataclass
class _Ratio:
    """`best` is a ratio that is there, with the place (None: infinite); boxes that may hold more wait, first the one
    that may hold most. Single `points` hold no more than that."""

    read: Read
    limits: Limits
    best: tuple[Number | None, Values] | None = None
    heap: list[tuple[int, fmpq, int, Box]] = field(default_factory=list)
    points: fmpq = ZERO
    count: int = 0

    def add(self, box: Box) -> None:
        self.count += 1
        middle, found = middle_of(box), [self._look(one, box) for one in self.read.laws]
        for known in found:
            lower = known.lower
            if self.best is None or (self.best[0] is not None and (lower is None or compare(lower, self.best[0]) > 0)):
                self.best = lower, middle
        assert self.best is not None
        least = self.best[0]
        uppers = [known.upper for known in found]
        if least is None or all(upper is not None and compare(upper, least) <= 0 for upper in uppers):
            return
        ends = [above(enclose(upper, BITS)) for upper in uppers if upper is not None]
        if len(ends) == len(uppers) and all(low == high for low, high in box.values()):
            self.points = max(self.points, *ends)
        else:
            heapq.heappush(self.heap, (int(len(ends) == len(uppers)), -max(ends, default=ZERO), self.count, box))

    def _look(self, one: Compared, box: Box) -> Greatest:
        """What the ratio is in the middle at least, and what it is in the box at most."""
        seen, middle = most(one.more, one.less, box), middle_of(box)
        end = None if seen is None else exponential_of(Epsilon.rational(seen))
        least = None if self.best is None else self.best[0]
        if end is not None and least is not None and compare(end, least) <= 0:
            return Greatest(ZERO, end)
        there = greatest(at(one.more, middle), at(one.less, middle), self.limits, least)
        if least is None or (there.lower is not None and compare(there.lower, least) > 0):
            least = there.lower
        upper = self._most(worst(one.more, one.less, box), least)
        if end is not None and (upper is None or compare(end, upper) < 0):
            upper = end
        return Greatest(there.lower, upper)

    def _most(self, case: Case, least: Number | None) -> Number | None:
        """What no ratio is above in the box of a case; it need not be close where it is below the least."""
        more, less, box = case
        middle = middle_of(box)
        changed = change(more, less, box, middle)
        if changed is None:
            return None
        with ctx.workprec(BITS):
            floor = None if least is None else below(enclose(least, BITS) * arb(-changed).exp())
            upper = greatest(at(more, middle), at(less, middle), self.limits, floor).upper
            return upper if upper is None or not changed else above(enclose(upper, BITS) * arb(changed).exp())

    @property
    def upper(self) -> Number | None:
        """What no ratio is above; None: nothing is known, or it is infinite."""
        if self.best is None or self.best[0] is None or (self.heap and not self.heap[0][0]):
            return None
        if not self.heap and not self.points:
            return self.best[0]
        most_left = -self.heap[0][1] if self.heap else ZERO
        return max(above(enclose(self.best[0], BITS)), self.points, most_left)

    def run(self) -> str | None:
        """Until both ends are close; else why they are not."""
        while self.best is not None and self.best[0] is not None and self.heap:
            whole, high, number, box = self.heap[0]
            if whole and -high <= below(enclose(self.best[0], BITS)) * (1 + CLOSE):
                return None
            if self.count >= MOST:
                return MANY
            self.limits.check()
            for half in halves(self.read, box, middle_of(box)):
                self.add(half)
            self.heap.remove((whole, high, number, box))
            heapq.heapify(self.heap)
        return None


def greatest_epsilon(question: Question, read: Read, limits: Limits) -> Ends | str:
    """The least epsilon for the delta of the question; a text: why it is not known."""
    delta = question.delta
    assert delta is not None
    lowest, place = ZERO, middle_of(read.box)

    def raised(values: Values) -> str | None:
        """With what is lost at a place; a text where it is not known."""
        nonlocal lowest, place
        laws = [(at(one.more, values), at(one.less, values)) for one in read.laws]
        enough = Epsilon.rational(lowest)
        if all(compare(divergence(*both, enough, limits, delta).high, delta) <= 0 for both in laws):
            return None
        found = least_epsilon(laws, delta, limits)
        if isinstance(found, str):
            return found
        if found[0] > lowest:
            lowest, place = found[0], values
        return None

    for values in (*corners(read.box), place):
        why = raised(values)
        if why is not None:
            return why
    upper: fmpq | None = None
    boxes, count = [read.box], 0
    try:
        for room in ROOM:
            waiting, kept = boxes, list[Box]()
            while waiting:
                count += 1
                if count > MOST:
                    return Ends(lowest, upper, place, MANY)
                box = waiting.pop()
                middle = middle_of(box)
                if _enough(question, read, box, lowest + room, limits):
                    if not _enough(question, read, box, lowest, limits):
                        kept.append(box)
                    continue
                why = raised(middle)
                size = size_of(read, box, middle)
                if why is not None or (size is not None and size < CLOSE**2):
                    return Ends(lowest, upper, place, why or STILL)
                waiting += halves(read, box, middle)
            boxes, upper = kept, lowest + room
        if not lowest and not boxes:
            upper = ZERO
    except LimitReached as reached:
        return Ends(lowest, None if upper is None else max(upper, lowest), place, reached.text)
    return Ends(lowest, upper, place)


def _enough(question: Question, read: Read, box: Box, epsilon: fmpq, limits: Limits) -> bool:
    """Whether an epsilon is enough in all of a box."""
    goal = replace(question, epsilon=Epsilon.rational(epsilon))
    return all(inside(goal, one, box, limits) for one in read.laws)


def greatest_delta(question: Question, read: Read, limits: Limits, boxes: int = MOST) -> Ends:
    """The least delta for the epsilon of the question."""
    low, place = ZERO, middle_of(read.box)
    heap: list[tuple[fmpq, int, Box]] = []
    count = 0

    def add(box: Box) -> None:
        nonlocal low, place, count
        middle, upper = middle_of(box), ZERO
        for one in read.laws:
            found, end = _weighed(question, one, box, middle, limits)
            upper = max(upper, end)
            if below(enclose(found.low, BITS)) > low:
                low, place = below(enclose(found.low, BITS)), middle
        count += 1
        if upper > low:
            heapq.heappush(heap, (-upper, count, box))

    for corner in corners(read.box):
        add({name: (value, value) for name, value in corner.items()})
    points = max((-upper for upper, *_ in heap), default=low)
    heap.clear()
    add(read.box)
    reason = None
    try:
        while heap and -heap[0][0] > low * (1 + CLOSE) + CLOSE**2:
            if count >= boxes:
                reason = MANY
                break
            box = heap[0][2]
            for half in halves(read, box, middle_of(box)):
                add(half)
            heap = [one for one in heap if one[2] is not box]
            heapq.heapify(heap)
    except LimitReached as reached:
        reason = reached.text
    return Ends(low, max(low, points, -heap[0][0] if heap else ZERO), place, reason)


def _weighed(question: Question, one: Compared, box: Box, middle: Values, limits: Limits) -> tuple[Divergence, fmpq]:
    """The divergence in the middle, and what it is in the box at most."""
    found = divergence(at(one.more, middle), at(one.less, middle), question.budget, limits)
    return found, _end(question, *worst(one.more, one.less, box), limits)


def _end(question: Question, more: Law, less: Law, box: Box, limits: Limits) -> fmpq:
    """What the divergence is in a box at most, by its corners, or by the middle."""
    with ctx.workprec(BITS):
        factor = above(question.budget.enclose(BITS).exp())
    places, bent = corners(box), curved(more, less, factor, box)
    if places and bent is not None and bent < ONE:
        return min(ONE, bent + max(_high(more, less, place, question.budget, limits) for place in places))
    middle = middle_of(box)
    mine, yours = rooms(more, less, box, middle)
    ends: list[fmpq] = [ONE]
    if mine.moved is not None and yours.moved is not None:
        ends.append(_high(more, less, middle, question.budget, limits) + mine.moved + yours.moved * factor)
    if mine.up is not None and yours.down is not None:
        budget = question.budget - Epsilon.rational(mine.up + yours.down)
        if budget.bounds()[0] >= 0:
            with ctx.workprec(BITS):
                ends.append(above(arb(_high(more, less, middle, budget, limits)) * arb(mine.up).exp()))
    return min(ends)


def _high(more: Law, less: Law, values: Values, budget: Epsilon | LogRatio, limits: Limits) -> fmpq:
    return above(enclose(divergence(at(more, values), at(less, values), budget, limits).high, BITS))
