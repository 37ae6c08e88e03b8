"""What a claim with unknowns takes for granted, checked for every value that the unknowns may have.

Every probability of a draw must be one, every loop that shows nothing must be left with probability 1, and nothing
may be divided by 0: only then are the numbers of a comparison the mechanism's. What cannot be settled raises
`LimitReached`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from faier.deciding.comparison import Comparison
from faier.deciding.question import Question
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import Domain
from faier.engines.algebra.positivity import positive
from faier.exact import Number, Symbolic
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.syntax import Span
from faier.lang.values import Real
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore_prior


def numbers(comparisons: Sequence[Comparison]) -> list[Number]:
    """The numbers that conditions are about."""
    return [number for one in comparisons for number, _ in (*one.drawn, *one.loops)]


def require(question: Question, comparisons: Sequence[Comparison], place: Domain, limits: Limits) -> None:
    """All conditions of the comparisons hold on the whole domain."""
    for number, span in dict(item for one in comparisons for item in one.drawn).items():
        _require_probability(question, number, span, place, limits)
    settled: set[Number] = set()
    for one in comparisons:
        for number, _ in one.loops:
            if number not in settled:
                _require_left(question, one, number, place, limits)
                settled.add(number)


def _require_probability(question: Question, number: Number, span: Span, place: Domain, limits: Limits) -> None:
    if not isinstance(number, Symbolic):
        return
    answer = algebra.nonnegative(number, place, limits)
    if isinstance(answer, algebra.Fails):
        point = {} if answer.epsilon is not None else place.value(answer.point)
        values = ", ".join(f"{name} = {value}" for name, value in point.items())
        message = f"a probability of this draw is below 0 or above 1 when {values or 'epsilon is small or large'}"
        raise rejected("FA410", question.program.path, message, "keep it between 0 and 1 for every value", span)
    if isinstance(answer, algebra.Open):
        raise LimitReached("boxes", f"whether the draws are possible is not settled: {answer.reason}")


def _require_left(question: Question, comparison: Comparison, number: Number, place: Domain, limits: Limits) -> None:
    answer = positive(number, place, limits)
    if answer is None:
        return
    if isinstance(answer, str):
        raise LimitReached("boxes", f"whether silent loops are left and no divisor is 0 is open: {answer}")
    values = place.value(answer)
    where = ", ".join(f"{name} = {value}" for name, value in values.items()) or "epsilon has a certain value"
    subject = question.subject
    if subject.prior is not None:
        given = dict(comparison.pair.parameters) | {name: Real(value, "fraction") for name, value in values.items()}
        try:
            explore_prior(question.program, subject.mechanism, subject.prior, given, limits)
        except Rejected as error:
            # With these values the run gets to the loop.
            notes = (f"this happens with {where}",)
            raise Rejected(tuple(replace(one, notes=(*one.notes, *notes)) for one in error.diagnostics)) from None
    raise LimitReached("boxes", f"a silent loop is not left, or a divisor is 0, when {where}")
