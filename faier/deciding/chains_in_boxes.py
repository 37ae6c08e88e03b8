"""A question about the sum of the records of a chain whose chances are unknown reals -> the chains of the class.

All of a box is bounded from above by `calibration/sums/boxes`. From below count chains at corners of the box: all of a
few, else those that are come to by moving one unknown at a time to the end at which more is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from flint import fmpq

from faier.calibration.separated import Separated
from faier.calibration.sums.boxes import Box
from faier.deciding.in_steps import InBox, Stepped, in_boxes
from faier.deciding.question import Question
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import domain
from faier.engines.algebra.positivity import positive
from faier.exact import Epsilon
from faier.lang.diagnostics import Rejected
from faier.lang.syntax import ProbabilityType, RealType
from faier.limits import Limits

# Of so few unknowns all corners are looked at; of so few, outputs of chains with fewer steps are told one by one.
CORNERS, FEW, SHORT = 3, 2, 6
# Where a chance may be anything between 0 and 1, but not these.
INSIDE = (fmpq(1, 16), fmpq(15, 16))

Loss = Callable[[Stepped], float]
"""About how much is lost."""


def classes_of(question: Question, found: Separated, limits: Limits) -> list[InBox] | None:
    """None where they are left to others: they are of another kind, short, or not seen to be chains for all values."""
    try:
        classes = in_boxes(question, found, limits)
    except Rejected:  # what is wrong with the file is told by whoever follows it whole
        return None
    few = len(question.unknown_reals) <= FEW
    if classes is None or any(few and one.steps.count < SHORT for one in classes):
        return None
    return classes if all(_are_chances(question, one, limits) for one in classes) else None


def _are_chances(question: Question, one: InBox, limits: Limits) -> bool:
    """Whether all chances are some, and nothing is divided by 0, for all values of the unknowns."""
    drawn, loops = ([number for number, _ in numbers] for numbers in (one.process.drawn, one.process.loops))
    place = domain(question.prior, [*drawn, *loops], Epsilon())
    chances = all(isinstance(algebra.nonnegative(number, place, limits), algebra.Holds) for number in drawn)
    return chances and all(positive(number, place, limits) is None for number in loops)


def box_of(question: Question) -> Box:
    found: dict[str, tuple[fmpq, fmpq]] = {}
    for item in () if question.prior is None else question.prior.parameters:
        match item.type:
            case RealType(low, high):
                found[item.name] = low, high
            case ProbabilityType():
                found[item.name] = fmpq(0), fmpq(1)
    return found


def points(question: Question, classes: list[InBox], loss: Loss, limits: Limits) -> Iterator[Stepped]:
    """Chains of the classes, among them those that lose much."""
    assert question.prior is not None
    ends = dict(box_of(question))
    ends |= {item.name: INSIDE for item in question.prior.parameters if isinstance(item.type, ProbabilityType)}
    for one in classes:
        if len(ends) <= CORNERS:
            for corner in product(*ends.values()):
                yield one.at(dict(zip(ends, corner, strict=True)))
        else:
            for begin in (0, 1):
                yield one.at(_worst(one, ends, {name: pair[begin] for name, pair in ends.items()}, loss, limits))


def _worst(one: InBox, ends: Box, begin: Mapping[str, fmpq], loss: Loss, limits: Limits) -> Mapping[str, fmpq]:
    """A corner from where no other end of one unknown loses more."""
    here, lost = dict(begin), loss(one.at(begin))
    tried = 0  # so many unknowns in a row are where they lose more
    while tried < len(ends):
        for name, (low, high) in ends.items():
            limits.check()
            there = here | {name: low if here[name] == high else high}
            again = loss(one.at(there))
            here, lost, tried = (there, again, 0) if again > lost else (here, lost, tried + 1)
            if tried >= len(ends):
                break
    return here
