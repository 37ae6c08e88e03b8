"""The pair of a mechanism that shows noise without bounds, written as a hidden Markov model."""

from __future__ import annotations

from faier.deciding.comparison import comparisons
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.hmm.hidden import paired_hmm
from faier.lang import parse
from faier.limits import Limits

TEXT = """
from faier import Int, each, geometric, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1))
@mechanism
def shown(x: Int[0, 1]):
    return x + geometric(1 / 2)
"""


def test_runs_that_are_not_followed_further_are_cut() -> None:
    at = parse(TEXT, "shown.py")
    (comparison,) = comparisons(question_of(at, at.claims[0]), Store(), Limits())
    found = paired_hmm(comparison.pair)
    assert "cut" in repr(found)
