"""An upper end of the loss without looking at any state: noise is added to numbers of which it is known how far they
may differ, and what is shown is computed from noisy numbers alone.

Two runs on neighboring inputs are told side by side. A value is known; or the same on both sides; or a number that
differs by no more than neighbors make it; or the rows of an input, of which each adds to sums and counts what it would
add alone. Where noise of its own is added to a number that differs, the draw on the right makes up for the
difference, at the price of shifting it: from there on both sides are the same. A form that is not followed ends it all:
nothing is told then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import fmpq

from faier.deciding.question import Question
from faier.deciding.side_by_side.cells import Cuts
from faier.deciding.side_by_side.following import Following
from faier.deciding.side_by_side.forks import Forks
from faier.deciding.side_by_side.held import Unfollowed
from faier.deciding.side_by_side.losses import Loss, at_most, diverges, keeps, losses
from faier.deciding.side_by_side.lots import require_chances
from faier.deciding.side_by_side.neighbors import Neighbors, most_values
from faier.deciding.side_by_side.shifting import Keeping, shifts_of
from faier.exact import ZERO, Epsilon, Number, Undecidable, bounds, compare, compare_epsilon
from faier.lang.claim import Measure
from faier.lang.syntax import RecordsType, VectorType
from faier.limits import LimitReached, Limits, Work
from faier.semantics.leaves import require_few

# The chance of what one side shows alone is taken away from a delta to so many bits.
PRECISION = 200

# Steps of following, and where runs are told apart.
STEPS, FORKED = 100_000, 300_000

# Steps that there are besides for each value of an entry.
EACH = 200

# How often kinds of rows are made finer, or boxes of values parted.
FINER = 12


@dataclass(frozen=True)
class Told:
    """No more than `otherwise` is lost (None: that is lost with a delta alone), or than one of `losses`, which are
    there where a delta is asked for, or a Renyi divergence; but one side may show something that the other has not,
    with the chance `alone`. `quiet`: nothing raises; else it would raise on both sides, and `anywhere`: for one value
    of the inputs, or for none. `runs`: how many were told apart."""

    otherwise: Epsilon | None
    losses: tuple[Loss, ...]
    quiet: bool
    anywhere: bool
    runs: int = 1
    alone: Number = ZERO

    @property
    def most(self) -> Epsilon | None:
        """No more than that is lost, whatever is shown (None: that is lost with a delta alone)."""
        return self.otherwise if self.alone == 0 else None

    def keeps(self, epsilon: Epsilon, delta: fmpq | None) -> bool:
        """Whether it is known that no more is lost than that."""
        if self.alone != 0 and (not delta or compare(self.alone, delta) > 0):
            return False
        if self.otherwise is not None and compare_epsilon(self.otherwise, epsilon) <= 0:
            return True
        if not delta or not self.losses:
            return False
        left = delta - (self.alone if isinstance(self.alone, fmpq) else bounds(self.alone, PRECISION)[1])
        return left > 0 and all(keeps(loss, epsilon, left) for loss in self.losses)

    def diverges_within(self, measure: Measure) -> bool:
        """Whether it is known that no Renyi divergence exceeds what is promised."""
        if self.alone != 0:
            return False
        if self.losses and all(diverges(loss, measure) for loss in self.losses):
            return True
        if self.otherwise is None or self.otherwise.unknowns:
            return False
        return diverges(Loss((), ZERO, ((self.otherwise, 1),)), measure)

    def is_enough(self, question: Question) -> bool:
        """Whether the claim holds, if there is one."""
        if question.measure is not None:
            return self.diverges_within(question.measure)
        return question.epsilon is None or self.keeps(question.epsilon, question.delta)


@dataclass(frozen=True)
class How:
    """Whether runs are told apart, and then on which side of limits noisy numbers keep their draws; or else whether
    rows are `parted` by what comes of them."""

    forked: bool
    keeping: Keeping | None = None
    parted: bool = False


WAYS = (How(False), How(False, parted=True), How(True), How(True, "below"), How(True, "above"))


def told(question: Question, limits: Limits) -> Told | None:
    """The least that is seen, of what is quiet if anything is; None where nothing is seen. Runs are told apart where
    that is not enough."""
    if question.subject.relation is None or question.unknown_reals:
        return None
    found: Told | None = None
    done = set[bool]()  # where runs take too long, or nothing tells them apart
    for way in WAYS if not question.of_streams else WAYS[:1]:
        for in_rows in (True, False) if _has_vectors(question) else (True,):
            if in_rows in done or (way.parted and not (in_rows and _has_rows(question))):
                continue
            try:
                each = EACH * most_values(question.mechanism)
                steps = FORKED if way.forked else (FORKED if way.parted else STEPS) + each
                most = told_of_runs(question, in_rows, way, _within(limits, steps), found)
                found = most if found is None else _better(found, most, question)
                done |= {in_rows} if way.forked and most.runs == 1 else set()
            except LimitReached:
                done |= {in_rows} if way.forked else set()
            except (Unfollowed, Undecidable):
                continue
        asked = question.epsilon is not None or question.measure is not None
        if found is not None and found.quiet and asked and _is_enough(found, question):
            return found
    return found


def _has_vectors(question: Question) -> bool:
    return any(isinstance(parameter.type, VectorType) for parameter in question.mechanism.parameters)


def _has_rows(question: Question) -> bool:
    return any(isinstance(parameter.type, VectorType | RecordsType) for parameter in question.mechanism.parameters)


def _is_enough(found: Told, question: Question) -> bool:
    try:
        return found.is_enough(question)
    except Undecidable:
        return True


def _within(limits: Limits, steps: int) -> Limits:
    return replace(limits, deadline=None, work=Work(steps))


def loss(question: Question, limits: Limits, careful: bool = False) -> Epsilon | None:
    """No more than this is lost, whatever is shown. None where that is not seen, or to be `careful` where something may
    raise, as it would on both sides."""
    found = told(question, limits)
    return None if found is None or (careful and not found.quiet) else found.most


def _better(one: Told, other: Told, question: Question) -> Told:
    enough = _is_enough(one, question)
    if enough != _is_enough(other, question):
        return one if enough else other
    if one.quiet != other.quiet:
        return one if one.quiet else other
    if not one.quiet and one.anywhere != other.anywhere:
        return one if one.anywhere else other
    if one.most is None or other.most is None:
        return other if one.most is None else one
    return other if compare_epsilon(other.most, one.most) < 0 else one


def told_of_runs(question: Question, in_rows: bool, how: How, limits: Limits, known: Told | None = None) -> Told:
    """What all runs lose, followed together or told apart: where that may be less than what is `known`."""
    if not in_rows:
        require_few(question.mechanism, limits)
    forks = Forks() if how.forked else None
    found = _of_runs(question, in_rows, forks, how, limits)
    while forks is not None and forks.next():
        if known is not None and _better(known, found, question) is known:
            raise Unfollowed  # the runs that are left do not make it less
        found = _dearest(found, _of_runs(question, in_rows, forks, how, limits), forks.runs)
        if not _is_enough(found, question):
            raise Unfollowed  # the runs that are left do not make it less
    return found


def _dearest(one: Told, other: Told, runs: int) -> Told:
    """What runs lose of which some are of the one kind, and some of the other. A run may take the dearer way where it
    has lost much already: with a delta, what counts is what both keep to."""
    most = None
    if one.otherwise is not None and other.otherwise is not None:
        most = other.otherwise if compare_epsilon(other.otherwise, one.otherwise) > 0 else one.otherwise
    kept = at_most([*one.losses, *other.losses])
    alone = other.alone if compare(other.alone, one.alone) > 0 else one.alone
    return Told(most, kept, one.quiet and other.quiet, one.anywhere and other.anywhere, runs, alone)


def _of_runs(question: Question, in_rows: bool, forks: Forks | None, how: How, limits: Limits) -> Told:
    """What all runs lose, or those that are in hand."""
    assert question.subject.relation is not None
    kinds: dict[str, list[int]] = {}
    cuts: Cuts = {}
    begin = forks.at if forks is not None else 0
    for _ in range(FINER):
        neighbors = Neighbors(question.subject.relation, kinds, cuts=cuts)
        try:
            return _beside(question, neighbors, in_rows, forks, how, limits)
        except _Finer:
            kinds, cuts = neighbors.finer, {**cuts, **neighbors.cut_at}
        if forks is not None:
            forks.at = begin
    raise Unfollowed


class _Finer(Exception):
    """More would be told by finer kinds of rows."""


def _beside(
    question: Question,
    neighbors: Neighbors,
    in_rows: bool,
    forks: Forks | None,
    how: How,
    limits: Limits,
) -> Told:
    following = Following(question.program, neighbors, limits, forks, how.keeping, parting=how.parted)
    try:
        following.mechanism(question.mechanism, neighbors.inputs(question.mechanism, in_rows))
    except Unfollowed:
        if neighbors.tells_more():
            raise _Finer from None
        raise
    if neighbors.tells_more():
        raise _Finer
    require_chances(following.chances, limits)
    draws, shifts = following.paid.draws, list(shifts_of(following.paid))
    # With a delta no draw may be shifted by what is shown later, nor for a divergence.
    asked = (question.delta or question.measure) and not question.unknown_epsilon and how.keeping is None and not shifts
    found = losses(neighbors, draws) if asked else ()
    alone = neighbors.shown_alone(following.paid.shown)
    return Told(
        neighbors.worst(draws, shifts, following.paid.chosen),
        found,
        not following.risked,
        not neighbors.looked,
        alone=alone,
    )
