"""What is told further out than the integers of a model, where these do not stand for all: an upper end of its ratios.

The search is made again on a model that tells labels in place of such integers (`semantics.outer`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.search.engine import tightest
from faier.engines.verdict import Proved, Tight, Undecided, Verdict
from faier.exact import ONE, Number, exceeds
from faier.hmm.pair import pair_dp
from faier.limits import Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.process import Process


@dataclass(frozen=True)
class Partial:
    """Why the integers of a model do not stand for all, and the model that tells labels too, if there is one: up to the
    length `reach` where `asked` was asked for."""

    reason: str
    outer: Process | None
    asked: int | None
    reach: int | None


def of_all(verdict: Verdict, question: Question, store: Store, limits: Limits) -> Verdict:
    """What is proved of the words of a model is proved where they stand for all, or what stands for others keeps to
    the budget too."""
    partial = known(question, store)
    if partial is None or not isinstance(verdict, Proved):
        return verdict
    if not question.parametric and question.delta == 0:
        upper = _upper(partial, question, store, limits)
        if upper is not None and not exceeds(upper, ONE, question.budget):
            return replace(verdict, tight=_up_to(verdict.tight, upper), evidence=None)
    return Undecided(verdict.coverage, verdict.engine, partial.reason, _up_to(verdict.tight, None))


def bounded(tight: Tight, question: Question, store: Store, limits: Limits) -> Tight | None:
    """What is known of the factor of all words; None if no more than its lower end."""
    partial = known(question, store)
    if partial is None:
        return tight
    upper = None if question.parametric else _upper(partial, question, store, limits)
    return None if upper is None else _up_to(tight, upper)


def known(question: Question, store: Store) -> Partial | None:
    """What was found when the model of the question was made."""
    found = store.made.get((Partial, question.subject))
    assert found is None or isinstance(found, Partial)
    return found


def note(question: Question, store: Store, partial: Partial) -> None:
    """For whoever judges by the model that is being made."""
    store.made[Partial, question.subject] = partial


def _up_to(tight: Tight | None, upper: Number | None) -> Tight | None:
    return None if tight is None else replace(tight, upper=upper, attained=tight.attained and tight.lower == upper)


def _upper(partial: Partial, question: Question, store: Store, limits: Limits) -> Number | None:
    """No output of the covered lengths has a greater ratio."""
    relation, outer = question.subject.relation, partial.outer
    if outer is None or relation is None or partial.asked != question.length:
        return None

    def made() -> Number | None:
        pair = pair_dp(outer, question.mechanism, relation, truth_of(question.program), partial.reach, limits)
        return tightest(pair, partial.reach, replace(limits, told=None)).upper

    return store.once(("further out", question.compared), made)
