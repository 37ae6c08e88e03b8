"""An upper end of the loss without looking at any state: noise is added to numbers of which it is known how far they
may differ, and what is shown is computed from noisy numbers alone.

Two runs on neighboring inputs are told side by side. A value is known; or the same on both sides; or a number that
differs by no more than neighbors make it; or the rows of an input, of which each adds to sums and counts what it would
add alone. Where noise of its own is added to a number that differs, the draw on the right makes up for the
difference, at the price of shifting it: from there on both sides are the same. A form that is not followed ends it all:
nothing is told then.
"""

from __future__ import annotations

from dataclasses import replace

from faier.deciding.question import Question
from faier.deciding.side_by_side.following import Following
from faier.deciding.side_by_side.held import Unfollowed
from faier.deciding.side_by_side.neighbors import Neighbors
from faier.exact import Epsilon, Undecidable, compare_epsilon
from faier.limits import LimitReached, Limits, Work
from faier.semantics.leaves import require_few

STEPS = 2_000_000


def loss(question: Question, limits: Limits, careful: bool = False) -> Epsilon | None:
    """No more than this is lost, whatever is shown. None where that is not seen, or to be `careful` where something may
    raise, as it would on both sides."""
    relation = question.subject.relation
    if relation is None or question.unknown_reals:
        return None
    found: Epsilon | None = None
    for in_rows in (True, False):
        most = _loss(question, in_rows, replace(limits, deadline=None, work=Work(STEPS)), careful)
        if most is not None and (found is None or compare_epsilon(most, found) < 0):
            found = most
    return found


def _loss(question: Question, in_rows: bool, limits: Limits, careful: bool) -> Epsilon | None:
    relation = question.subject.relation
    assert relation is not None
    neighbors = Neighbors(relation)
    following = Following(question.program, neighbors, limits, careful)
    try:
        if not in_rows:
            require_few(question.mechanism, limits)
        inputs = neighbors.inputs(question.mechanism, in_rows)
        following.mechanism(question.mechanism, inputs)
        return neighbors.worst(following.paid.draws)
    except (Unfollowed, Undecidable, LimitReached):
        return None
