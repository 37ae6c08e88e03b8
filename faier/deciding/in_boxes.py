"""Boxes of unknown means and deviations, and what is known of the laws within one.

The laws of what is shown are read once, as formulas of the unknowns. Where no density on the left grows by more than
e^u within a box, and none on the right falls by more than e^d, a claim of epsilon - u - d in its middle is one of
epsilon in all of it, and one of a delta e^u times as large. With a delta there may also be as much room as densities
differ by in all. What is seen of all of a box at once counts too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from flint import ctx, fmpq

from faier.calibration.normals.boxes import at, most, rooms, with_unknown_chances
from faier.calibration.normals.curving import curved
from faier.calibration.normals.worst import worst
from faier.deciding.laws import Compared, within
from faier.deciding.question import Question
from faier.engines.density.engine import Broken, breaks
from faier.engines.density.excess import divergence
from faier.engines.density.law import Law
from faier.engines.density.rounding import above
from faier.engines.density.weighing import Unread
from faier.exact import Epsilon, LogRatio, compare, compare_epsilon
from faier.lang.judging import Box
from faier.lang.syntax import RealType
from faier.limits import Limits

# Corners are looked at where there are so few unknowns.
CORNERS = 6
# More than what is known to change.
FAR = fmpq(10**9)
BITS = 128


@dataclass(frozen=True)
class Read:
    """What is compared, as formulas of the unknowns that lie in the box."""

    prior: str
    box: Box
    laws: list[Compared]


def laws_in(question: Question, limits: Limits) -> Read | None:
    """None where the unknowns are of another kind."""
    prior = question.prior
    if prior is None or question.engine != "auto" or (question.epsilon is not None and question.budget.unknowns):
        return None
    box = {item.name: (item.type.low, item.type.high) for item in prior.parameters if isinstance(item.type, RealType)}
    if not box or set(box) != set(question.unknown_reals):
        return None
    try:
        laws = within(question, limits, box)
    except Unread:
        return None
    every = [law for one in laws for law in (one.more, one.less)]
    if with_unknown_chances(every) or any(law.integers for law in every) or not any(law.formulas for law in every):
        return None
    return Read(prior.name, box, laws)


def corners(box: Box) -> list[Mapping[str, fmpq]]:
    return [dict(zip(box, corner, strict=True)) for corner in product(*box.values())] if len(box) <= CORNERS else []


def middle_of(box: Box) -> Mapping[str, fmpq]:
    return {name: (low + high) / 2 for name, (low, high) in box.items()}


def change(more: Law, less: Law, box: Box, middle: Mapping[str, fmpq]) -> fmpq | None:
    """By how much the logarithm of a ratio may grow."""
    mine, yours = rooms(more, less, box, middle)
    return None if mine.up is None or yours.down is None else mine.up + yours.down


def inside(question: Question, one: Compared, box: Box, limits: Limits) -> bool:
    """Whether the claim is proved in all of the box."""
    seen = most(one.more, one.less, box)
    if seen is not None and compare_epsilon(Epsilon.rational(seen), question.budget) <= 0:
        return True
    return (_stays if question.delta else _ratios)(question, *worst(one.more, one.less, box), limits)


def _ratios(question: Question, more: Law, less: Law, box: Box, limits: Limits) -> bool:
    """By the ratio in the middle."""
    middle = middle_of(box)
    changed = change(more, less, box, middle)
    if changed is None:
        return False
    budget = question.budget - Epsilon.rational(changed)
    return budget.bounds()[0] >= 0 and breaks(at(more, middle), at(less, middle), budget, limits) is None


def _stays(question: Question, more: Law, less: Law, box: Box, limits: Limits) -> bool:
    """By what exceeds in the corners, or in the middle."""
    delta = question.delta
    assert delta is not None
    with ctx.workprec(BITS):
        factor = above(question.budget.enclose(BITS).exp())
    places, bent = corners(box), curved(more, less, factor, box)
    if places and bent is not None and bent < delta:
        left = delta - bent
        return all(_within((at(more, place), at(less, place)), question.budget, left, limits) for place in places)
    middle = middle_of(box)
    laws = at(more, middle), at(less, middle)
    mine, yours = rooms(more, less, box, middle)
    up, down = mine.up, yours.down
    if up is not None and down is not None and up < 1:
        budget = question.budget - Epsilon.rational(up + down)
        # e^-up is at least 1 - up.
        if budget.bounds()[0] >= 0 and _within(laws, budget, delta * (1 - up), limits):
            return True
    if mine.moved is None or yours.moved is None:
        return False
    left = delta - mine.moved - yours.moved * factor
    return left > 0 and _within(laws, question.budget, left, limits)


def _within(laws: tuple[Law, Law], budget: Epsilon | LogRatio, delta: fmpq, limits: Limits) -> bool:
    return compare(divergence(*laws, budget, limits, delta).high, delta) <= 0


def broken(question: Question, read: Read, values: Mapping[str, fmpq], limits: Limits) -> bool:
    for one in read.laws:
        laws = at(one.more, values), at(one.less, values)
        if question.delta:
            if compare(divergence(*laws, question.budget, limits, question.delta).low, question.delta) > 0:
                return True
        elif isinstance(breaks(*laws, question.budget, limits), Broken):
            return True
    return False


def size_of(read: Read, box: Box, middle: Mapping[str, fmpq]) -> fmpq | None:
    """How much may change within a box: None where that is not known."""
    sizes = []
    for one in read.laws:
        for room in rooms(one.more, one.less, box, middle):
            known = [size for size in (room.up, room.down, room.moved) if size is not None]
            if not known:
                return None
            sizes.append(max(known))
    return max(sizes)


def halves(read: Read, box: Box, middle: Mapping[str, fmpq]) -> list[Box]:
    """Cut where the box is widest, in what it changes if that is known."""

    def size(name: str) -> tuple[fmpq, fmpq]:
        alone = {other: (box[other] if other == name else (middle[other], middle[other])) for other in box}
        changed = size_of(read, alone, middle)
        return (FAR if changed is None else changed), box[name][1] - box[name][0]

    name = max((name for name in box if box[name][0] < box[name][1]), key=size)
    low, high = box[name]
    return [{**box, name: (low, middle[name])}, {**box, name: (middle[name], high)}]
