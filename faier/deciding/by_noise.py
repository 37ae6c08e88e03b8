"""Upper ends and proofs by what each draw of noise pays, see `side_by_side`."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from flint import fmpq

from faier.deciding.finding import Finding
from faier.deciding.post_processing import nothing_raises
from faier.deciding.question import Question
from faier.deciding.side_by_side import loss, told
from faier.engines.verdict import Coverage, Proved, Tight, Unwritable
from faier.exact import TooLarge, Undecidable, exponential_of
from faier.lang.syntax import INPUT_TYPES
from faier.limits import Limits
from faier.semantics.leaves import count_of

# Of the time that there is, what asking whether anything raises may take.
QUARTER = 0.25

UNWRITABLE = Unwritable("the checker does not compare runs by what numbers under noise differ by")


# Inputs of which there are so many that it takes time to look at each.
MANY = 2_000


def has_many_inputs(question: Question) -> bool:
    """Whether proofs that look at no input come first."""
    types = [parameter.type for parameter in question.mechanism.parameters]
    return prod(count_of(type_) for type_ in types if isinstance(type_, INPUT_TYPES)) > MANY


def above(finding: Finding, question: Question, limits: Limits) -> Finding:
    """With an upper end, where it has none and one is found."""
    tight = finding.tight
    if question.delta != 0 or (tight is not None and (tight.upper is not None or tight.lower is None or tight.unknown)):
        return finding
    most = None if question.unknown_epsilon else loss(question, limits)
    try:
        upper = None if most is None else exponential_of(most)
    except TooLarge:
        upper = None
    if upper is None:
        return finding
    known = tight or Tight(fmpq(1), None, False, None)
    coverage = Coverage(finding.coverage.length, True)
    return replace(finding, tight=replace(known, upper=upper), coverage=coverage)


def proved(question: Question, limits: Limits) -> Proved | None:
    """A claim that holds because no more is lost than that: with a delta it holds all the more."""
    if question.engine not in ("auto", "alignment"):
        return None
    found = told(question, limits)
    if found is None:
        return None
    most = found.most
    try:
        if not found.is_enough(question):
            return None
        if not found.quiet and not nothing_raises(question, limits.share(QUARTER), found.anywhere):
            return None
        upper = None if most is None or question.unknown_epsilon else exponential_of(most)
    except (TooLarge, Undecidable):
        return None
    known = upper is not None and question.delta == 0 and question.measure is None
    tight = Tight(fmpq(1), upper, False, None) if known else None
    return Proved(Coverage(0, True), "alignment", tight, UNWRITABLE)
