"""Priors whose means and deviations are unknown reals: claims decided in the middle of boxes, with room for the rest.

The laws of what is shown are read once, as formulas of the unknowns. Where no density on the left grows by more than
e^u within a box, and none on the right falls by more than e^d, a claim of epsilon - u - d in its middle is one of
epsilon in all of it, and one of a delta e^u times as large. With a delta there may also be as much room as densities
differ by in all. Boxes where nothing is proved so are halved.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from flint import arb, ctx, fmpq

from faier.calibration.normals.boxes import at, rooms, with_unknown_chances
from faier.deciding import by_density
from faier.deciding.finding import Finding
from faier.deciding.laws import Compared, within
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.engine import Broken, breaks, greatest
from faier.engines.density.excess import divergence
from faier.engines.density.rounding import above, below
from faier.engines.density.weighing import Unread
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import ZERO, Epsilon, compare, enclose
from faier.lang.judging import Box
from faier.lang.syntax import RealType
from faier.lang.values import Real, Value
from faier.limits import Limits

# So many boxes are looked at; corners are, where there are so few unknowns.
MOST, CORNERS = 5_000, 6
LENGTH = 1
# Boxes within which less changes are not halved; the ends of a ratio come so close, in relation to it.
NARROW, CLOSE = fmpq(1, 10**9), fmpq(1, 10**7)
# More than what is known to change, and seconds for a witness.
FAR, MOMENT = fmpq(10**9), 5.0
BITS = 128


@dataclass(frozen=True)
class _Read:
    """What is compared, as formulas of the unknowns that lie in the box."""

    prior: str
    box: Box
    laws: list[Compared]


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where the unknowns are of another kind."""
    read = _read(question, limits)
    if read is None:
        return None
    for corner in _corners(read.box):
        if _broken(question, read, corner, limits):
            return _at(question, read.prior, corner, limits)
    waiting: list[Box] = [read.box]
    for _ in range(MOST):
        if not waiting:
            return Proved(Coverage(LENGTH, True), "density")
        limits.check()
        box = waiting.pop()
        middle = _middle(box)
        if all(_inside(question, one, box, middle, limits) for one in read.laws):
            continue
        if _broken(question, read, middle, limits):
            return _at(question, read.prior, middle, limits)
        size = _size(read, box, middle)
        if size is not None and size < NARROW:
            return _open("the greatest loss for unknown means and deviations is too near to the claim")
        waiting += _halves(read, box, middle)
    return _open(f"{MOST:,} boxes of the unknown means and deviations do not tell the loss from the claim")


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    """The greatest epsilon of a box, between two ends; None where there is a delta, or the unknowns are others."""
    read = None if question.delta else _read(question, limits)
    if read is None:
        return None
    search = _Bound(read, limits)
    for corner in _corners(read.box):
        search.add({name: (value, value) for name, value in corner.items()})
    search.add(read.box)
    reason = search.run()
    if search.best is None:
        return None
    lower, values = search.best
    tight = by_density.bound_asked(_point(question, read.prior, values), Store(), limits.extended(MOMENT)).tight
    witness = None if tight is None else tight.witness
    if witness is not None:
        witness = replace(witness, parameters=_named(question, read.prior, dict(witness.parameters), values))
    return Finding(Tight(lower, search.upper, False, witness), Coverage(LENGTH, True), "density", reason)


@dataclass
class _Bound:
    """The greatest ratio within boxes: `best` is one that is there, with the place (None: infinite); those that may
    hold more wait, first the one that may hold most."""

    read: _Read
    limits: Limits
    best: tuple[fmpq | None, Mapping[str, fmpq]] | None = None
    heap: list[tuple[int, fmpq, int, Box]] = field(default_factory=list)
    count: int = 0

    def add(self, box: Box) -> None:
        middle = _middle(box)
        most: fmpq | None = ZERO
        for one in self.read.laws:
            found = greatest(at(one.more, middle), at(one.less, middle), self.limits)
            lower = None if found.lower is None else below(enclose(found.lower, BITS))
            if self.best is None or (self.best[0] is not None and (lower is None or lower > self.best[0])):
                self.best = lower, middle
            change = _change(one, box, middle)
            if found.upper is None or change is None or most is None:
                most = None
            else:
                with ctx.workprec(BITS):
                    most = max(most, above(enclose(found.upper, BITS) * arb(change).exp()))
        self.count += 1
        heapq.heappush(self.heap, (int(most is not None), -(most or ZERO), self.count, box))

    @property
    def upper(self) -> fmpq | None:
        """What no ratio is above; None: nothing is known, or it is infinite."""
        if self.best is None or self.best[0] is None or not self.heap or not self.heap[0][0]:
            return None
        return max(self.best[0], -self.heap[0][1])

    def run(self) -> str | None:
        """Until both ends are close; else why they are not."""
        while self.best is not None and self.best[0] is not None:
            upper = self.upper
            if upper is not None and upper <= self.best[0] * (1 + CLOSE):
                return None
            if self.count >= MOST:
                return f"{MOST:,} boxes of the unknown means and deviations do not tell more"
            if self.limits.expired():
                return "the time limit was reached (--timeout)"
            box = heapq.heappop(self.heap)[3]
            for half in _halves(self.read, box, _middle(box)):
                self.add(half)
        return None


def _read(question: Question, limits: Limits) -> _Read | None:
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
    return _Read(prior.name, box, laws)


def _corners(box: Box) -> list[Mapping[str, fmpq]]:
    return [dict(zip(box, corner, strict=True)) for corner in product(*box.values())] if len(box) <= CORNERS else []


def _middle(box: Box) -> Mapping[str, fmpq]:
    return {name: (low + high) / 2 for name, (low, high) in box.items()}


def _change(one: Compared, box: Box, middle: Mapping[str, fmpq]) -> fmpq | None:
    """By how much the logarithm of a ratio may grow."""
    more, less = rooms(one.more, one.less, box, middle)
    return None if more.up is None or less.down is None else more.up + less.down


def _inside(question: Question, one: Compared, box: Box, middle: Mapping[str, fmpq], limits: Limits) -> bool:
    """Whether the claim is proved in all of the box."""
    laws = at(one.more, middle), at(one.less, middle)
    more, less = rooms(one.more, one.less, box, middle)
    up, down = more.up, less.down
    if up is not None and down is not None:
        budget = question.budget - Epsilon.rational(up + down)
        if budget.bounds()[0] >= 0 and up < 1:
            if not question.delta:
                return breaks(*laws, budget, limits) is None
            # e^-up is at least 1 - up.
            left = question.delta * (1 - up)
            if compare(divergence(*laws, budget, limits, left).high, left) <= 0:
                return True
    if not question.delta or more.moved is None or less.moved is None:
        return False
    with ctx.workprec(BITS):
        left = question.delta - more.moved - less.moved * above(question.budget.enclose(BITS).exp())
    return left > 0 and compare(divergence(*laws, question.budget, limits, left).high, left) <= 0


def _broken(question: Question, read: _Read, values: Mapping[str, fmpq], limits: Limits) -> bool:
    for one in read.laws:
        laws = at(one.more, values), at(one.less, values)
        if question.delta:
            if compare(divergence(*laws, question.budget, limits, question.delta).low, question.delta) > 0:
                return True
        elif isinstance(breaks(*laws, question.budget, limits), Broken):
            return True
    return False


def _size(read: _Read, box: Box, middle: Mapping[str, fmpq]) -> fmpq | None:
    """How much may change within a box: None where that is not known."""
    sizes = []
    for one in read.laws:
        for room in rooms(one.more, one.less, box, middle):
            known = [size for size in (room.up, room.down, room.moved) if size is not None]
            if not known:
                return None
            sizes.append(max(known))
    return max(sizes)


def _halves(read: _Read, box: Box, middle: Mapping[str, fmpq]) -> list[Box]:
    """Cut where the box is widest, in what it changes if that is known."""

    def size(name: str) -> tuple[fmpq, fmpq]:
        alone = {other: (box[other] if other == name else (middle[other], middle[other])) for other in box}
        changed = _size(read, alone, middle)
        return (FAR if changed is None else changed), box[name][1] - box[name][0]

    name = max((name for name in box if box[name][0] < box[name][1]), key=size)
    low, high = box[name]
    return [{**box, name: (low, middle[name])}, {**box, name: (middle[name], high)}]


def _open(reason: str) -> Undecided:
    return Undecided(Coverage(0, False), "density", reason)


def _point(question: Question, prior: str, values: Mapping[str, fmpq]) -> Question:
    """The question where the unknowns of the prior have these values."""
    functions = []
    for function in question.program.functions:
        if function.name == prior:
            known = tuple((name, Real(value, "fraction")) for name, value in values.items())
            left = tuple(item for item in function.parameters if item.name not in values)
            function = replace(function, parameters=left, settings=(*function.settings, *known))
        functions.append(function)
    return replace(question, program=replace(question.program, functions=tuple(functions)))


def _at(question: Question, prior: str, values: Mapping[str, fmpq], limits: Limits) -> Verdict:
    """The verdict at one value of each unknown, from the file with these values."""
    verdict = by_density.check_asked(_point(question, prior, values), Store(), limits)
    if not isinstance(verdict, Refuted):
        return verdict if isinstance(verdict, Undecided) else _open("what was found is not found in the file")
    parameters = _named(question, prior, dict(verdict.witness.parameters), values)
    return replace(verdict, witness=replace(verdict.witness, parameters=parameters))


def _named(
    question: Question, prior: str, known: dict[str, Value], values: Mapping[str, fmpq]
) -> tuple[tuple[str, Value], ...]:
    """All parameters of the prior, in their order."""
    known |= {name: Real(value, "fraction") for name, value in values.items()}
    ordered = [item.name for item in question.program.function(prior).parameters]
    return tuple((name, known[name]) for name in ordered if name in known)
