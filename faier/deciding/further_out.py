"""What is told further out than the integers of a model, where these do not stand for all: an upper end of its ratios.

The search is made again on a model that tells labels in place of such integers (`semantics.outer`). Where a word with
labels exceeds the budget, integers far out are tried in their place.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from faier.deciding.comparison import comparisons, kept_by
from faier.deciding.partial import Partial, known
from faier.deciding.question import Question
from faier.deciding.replay import confirm, witness
from faier.deciding.store import Store
from faier.engines.search.engine import SearchResult, tightest
from faier.engines.verdict import Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import ONE, Number, TooLarge, Undecidable, compare, exceeds
from faier.hmm.model import EndLetter, Letter, TellLetter
from faier.hmm.pair import pair_dp
from faier.limits import LimitReached, Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept_words import held, likelihood

# How much further out than the integers of a model others are tried.
DISTANCES = (1, 2, 4, 8, 16, 32, 64, 128, 1024)


def of_all(verdict: Verdict, question: Question, store: Store, limits: Limits) -> Verdict:
    """What is proved of the words of a model is proved where they stand for all, or what stands for others keeps to
    the budget too; what is refuted is, but others may be worse."""
    partial = known(question, store)
    if isinstance(verdict, Refuted) and partial is not None:
        if verdict.tight is None or verdict.tight.lower is None:
            return verdict
        return replace(verdict, tight=_at_least(verdict.tight, question, store, limits))
    if partial is None or not isinstance(verdict, Proved):
        return verdict
    found = _outer(partial, question, store, limits)
    tight = _up_to(verdict.tight, None if found is None else found.upper)
    if found is not None and found.upper is not None and not exceeds(found.upper, ONE, question.budget):
        return replace(verdict, tight=tight, evidence=None)
    if found is not None and exceeds(found.left, found.right, question.budget):
        beyond = _exceeding(found, partial, question, store, limits)
        if beyond is not None:
            told = Tight(beyond.ratio, found.upper, False, beyond)
            return Refuted(verdict.coverage, verdict.engine, beyond, told)
    return Undecided(verdict.coverage, verdict.engine, partial.reason, tight)


def bounded(tight: Tight, question: Question, store: Store, limits: Limits) -> Tight | None:
    """What is known of the factor of all words, the lower end from words further out where these have more; None if no
    more than the lower end of those of the model."""
    partial = known(question, store)
    if partial is None:
        return tight
    found = _outer(partial, question, store, limits)
    if found is None or found.upper is None:
        return None
    return _up_to(_raised(tight, found, partial, question, store, limits), found.upper)


def _raised(
    tight: Tight, found: SearchResult, partial: Partial, question: Question, store: Store, limits: Limits
) -> Tight:
    """With the greatest ratio of the word that was found, the integers of its labels further and further out."""
    if tight.lower is None or found.upper is None or compare(found.upper, tight.lower) <= 0:
        return tight
    best: tuple[Number, tuple[Letter, ...], Number, Number] | None = None
    for word, left, right in _weighed(found, partial, question, store, limits):
        if right != 0 and compare(left / right, tight.lower if best is None else best[0]) > 0:
            best = left / right, word, left, right
    if best is None:
        return tight
    told = _confirmed(*best[1:], question, store, limits)
    return replace(tight, lower=told.ratio, witness=told)


def _at_least(tight: Tight, question: Question, store: Store, limits: Limits) -> Tight:
    try:
        found = bounded(tight, question, store, limits)
    except (LimitReached, TooLarge, Undecidable):
        found = None
    return found or replace(tight, upper=None, attained=False)


def _up_to(tight: Tight | None, upper: Number | None) -> Tight | None:
    return None if tight is None else replace(tight, upper=upper, attained=tight.attained and tight.lower == upper)


def _outer(partial: Partial, question: Question, store: Store, limits: Limits) -> SearchResult | None:
    """The greatest ratio of the words with labels: no output of the covered lengths has a greater one."""
    relation, outer = question.subject.relation, partial.outer
    if outer is None or relation is None or partial.asked != question.length:
        return None
    if question.parametric or question.delta != 0:
        return None

    def made() -> SearchResult:
        pair = pair_dp(outer, question.mechanism, relation, truth_of(question.program), partial.reach, limits)
        return tightest(pair, partial.reach, replace(limits, told=None))

    return store.once(("further out", question.compared), made)


def _exceeding(
    found: SearchResult, partial: Partial, question: Question, store: Store, limits: Limits
) -> Witness | None:
    """An output with integers in place of labels that exceeds the budget."""
    for word, left, right in _weighed(found, partial, question, store, limits):
        if exceeds(left, right, question.budget):
            return _confirmed(word, left, right, question, store, limits)
    return None


def _weighed(
    found: SearchResult, partial: Partial, question: Question, store: Store, limits: Limits
) -> Iterator[tuple[tuple[Letter, ...], Number, Number]]:
    """The words with integers in place of labels, with their weights on both sides."""
    kept = kept_by(question, store, limits)
    assert kept is not None
    (comparison,) = comparisons(question, store, limits)
    for word in _words(found.word, partial.unfolded.labels):
        limits.check()
        output = [letter.value for letter in word if isinstance(letter, TellLetter)]
        left, right = (
            likelihood(kept, functools.partial(held, side), output, _ended(word))
            for side in comparison.inputs.complete(word)
        )
        yield word, left, right


def _ended(word: tuple[Letter, ...]) -> bool:
    return any(isinstance(letter, EndLetter) for letter in word)


def _confirmed(
    word: tuple[Letter, ...], left: Number, right: Number, question: Question, store: Store, limits: Limits
) -> Witness:
    (comparison,) = comparisons(question, store, limits)
    return confirm(question, replace(witness(question, comparison, word, left, right), ended=_ended(word)), limits)


def _words(word: tuple[Letter, ...], labels: Mapping[str, tuple[int, int]]) -> Iterator[tuple[Letter, ...]]:
    """The word with integers in place of labels, further and further out."""
    for distance in DISTANCES:
        yield tuple(_integer(letter, labels, distance) for letter in word)


def _integer(letter: Letter, labels: Mapping[str, tuple[int, int]], distance: int) -> Letter:
    if isinstance(letter, TellLetter) and isinstance(letter.value, str) and letter.value in labels:
        last, direction = labels[letter.value]
        return TellLetter(last + direction * distance)
    return letter
