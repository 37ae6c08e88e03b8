"""Questions about noise that is kept without bounds -> a proof for outputs of every length, by aligning two runs.

The alignment is an upper end; a lower one is what the search, or for an unknown epsilon the algebra, finds of words up
to a length.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from faier.deciding import assumptions, by_density, by_search, guessed, unknowns
from faier.deciding.comparison import (
    ends,
    explored,
    kept_by,
    neighboring,
    of_kept,
    refuse_silence,
    refusing,
    unfolded,
)
from faier.deciding.finding import Finding, nothing
from faier.deciding.further_out import bounded
from faier.deciding.in_turn import is_large
from faier.deciding.partial import known as partial
from faier.deciding.question import Question
from faier.deciding.replay import Mismatch
from faier.deciding.store import Store
from faier.engines.algebra.domain import domain
from faier.engines.alignment import Alignment, NotAligned, align, early, least, why
from faier.engines.alignment.prices import every_way
from faier.engines.verdict import Coverage, Proved, Tight, Undecided, Verdict
from faier.exact import (
    ONE,
    Epsilon,
    Number,
    TooLarge,
    Undecidable,
    compare,
    compare_epsilon,
    exponential_of,
    from_ratio,
)
from faier.lang.diagnostics import Rejected
from faier.limits import LimitReached, Limits, Work
from faier.semantics.explore import explore
from faier.semantics.explore.predicate import truth_of
from faier.semantics.in_turn import in_turn
from faier.semantics.kept import KeptProcess

# Of the time that there is, what the alignment may take where something else may decide.
HALF = 0.5
# And what looking for one output that refutes a claim about reals may, before a search of all.
TENTH = 0.1
# Steps, and configurations, that a search may take before an alignment is looked for.
GLANCE = 2_000
# Configurations, where it is tried to compare draws early.
FEW = 20_000
NOT_KEPT = "this mechanism keeps no noise without bounds"
EVERYTHING = Coverage(0, True)


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where a search of all outputs finds the tight factor soon: it has the better evidence."""
    proved = _proved_early(question, store, limits)
    if proved is not None:
        return proved
    kept = _kept(question, store, limits)
    if kept is None or (not question.parametric and ends(kept) and _found_soon(question, store, limits)):
        return None
    verdict = _checked(question, kept, limits.share(HALF))
    if isinstance(verdict, Undecided) and question.draws_reals and not question.parametric and ends(kept):
        return by_density.refuted(question, store, limits.share(TENTH)) or verdict
    return verdict


def _proved_early(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """A proof where runs hold several draws, and compare them as early as can be."""
    kept = _early(question, store, limits.share(HALF if question.parametric else TENTH))
    if kept is None or (not question.parametric and _found_soon(question, store, limits, GLANCE // 2)):
        return None
    verdict = _checked(question, kept, limits.share(HALF))
    return verdict if isinstance(verdict, Proved) else None


def _early(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    """The mechanism where draws are counted from what is added to them, and compared early; None where none are
    compared with each other, or more is to be followed than that is worth."""

    def found() -> KeptProcess | None:
        within = replace(limits, states=min(limits.states, FEW))
        try:
            kept = explore(question.program, question.subject.mechanism, within, folded=False, centered=True)
            if not isinstance(kept, KeptProcess) or not ends(kept):
                return None
            if not any(len(one.terms) > 1 for way in every_way(kept) for one in way.constraints):
                return None
            return early(_unweighted(kept), limits)
        except (Rejected, LimitReached):
            return None

    return store.once(("early", question.subject.mechanism), found)


def _unweighted(kept: KeptProcess) -> KeptProcess:
    return replace(kept, finals=tuple((secret, (ONE,) * len(weights)) for secret, weights in kept.finals))


def check_unfolded(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """Of a mechanism that keeps no noise, with all noise that it draws."""
    if isinstance(explored(question, store, limits), KeptProcess):
        return None
    try:
        kept = unfolded(question, store, limits)
    except (Rejected, LimitReached):
        return None
    return None if kept is None else _checked(question, kept, limits)


def no_bound(question: Question, store: Store, limits: Limits, *_: Finding) -> None:
    """The bound was told before."""


def check_asked(question: Question, store: Store, limits: Limits) -> Verdict:
    soon = None if question.subject.relation is None else _early(question, store, limits.share(HALF))
    if soon is not None and isinstance(proved := _checked(question, soon, limits.share(HALF)), Proved):
        return proved
    kept = _asked_for(question, store, limits)
    return Undecided(Coverage(0, False), "alignment", NOT_KEPT) if kept is None else _checked(question, kept, limits)


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    """What is found of words up to a length, with the end that holds for all."""
    soon = _early(question, store, limits.share(TENTH))
    kept = _kept(question, store, limits if soon is None else limits.share(HALF)) or soon
    if kept is None:
        return None
    found = _below(question, store, limits.share(HALF))
    if found.coverage.all and found.reason is None and partial(question, store) is None:
        return found
    if not ends(kept):
        found = guessed.raised(found, question, store, limits.share(HALF))
    upper = None if question.length is not None else _upper(question, soon, kept, limits)
    return found if upper is None else _between(found, upper, question, store, limits)


def _below(question: Question, store: Store, limits: Limits) -> Finding:
    """What is found by looking at outputs. That it comes to no end says nothing against an upper end."""
    try:
        of_words = unknowns.bound if question.parametric else by_search.bound
        found: Finding = of_words(question, store, limits)
        return found
    except (LimitReached, TooLarge, Undecidable) as error:
        return nothing(str(error))


def bound_asked(question: Question, store: Store, limits: Limits) -> Finding:
    kept = _asked_for(question, store, limits)
    soon = None if kept is None else _early(question, store, limits.share(HALF))
    upper = None if kept is None else _upper(question, soon, kept, limits)
    if upper is None:
        return nothing(NOT_KEPT if kept is None else "no alignment of two runs was found", "alignment")
    return Finding(_tight(upper, question), EVERYTHING, "alignment")


def _asked_for(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    return None if question.subject.relation is None else _kept(question, store, limits)


def _kept(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    """What is explored is there for the engine that comes next as well. Items that are shown together are aligned in
    turn: a bound on what is shown of them so far is one on all of them."""
    try:
        turned = in_turn(question.program, question.subject.mechanism)
        if turned is not None and is_large(question, store, limits):
            kept = kept_by(replace(question, program=turned.program), Store(), limits)
        else:
            kept = kept_by(question, store, limits)
        if kept is None:
            return None
        return _unweighted(kept)
    except LimitReached:
        return None


def _checked(question: Question, kept: KeptProcess, limits: Limits) -> Verdict:
    try:
        found = _aligned(question, kept, question.budget, limits)
        return Proved(EVERYTHING, "alignment", _tight(exponential_of(found.epsilon), question), found)
    except LimitReached as reached:
        return Undecided(Coverage(0, False), "alignment", why(kept, reached.text))
    except (NotAligned, TooLarge, Undecidable) as error:
        return Undecided(Coverage(0, False), "alignment", str(error))


def _found_soon(question: Question, store: Store, limits: Limits, steps: int = GLANCE) -> bool:
    """Whether a search of all outputs finds the tight factor. Work is counted: it does on every machine or on none.
    What it found is kept then; what it began, under limits of its own, is not."""
    within = replace(limits, work=Work(steps), states=min(limits.states, steps), told=None)
    glance = Store(made=dict(store.made))
    found = by_search.find(question, glance, within)
    soon = found.coverage.all and found.reason is None and partial(question, glance) is None
    if soon:
        store.made.update(glance.made)
        by_search.keep(question, store, found, limits)
    return soon


def _aligned(question: Question, kept: KeptProcess, epsilon: Epsilon | None, limits: Limits) -> Alignment:
    """An alignment for the epsilon, or with as small an epsilon as is found; `Rejected` where nothing is compared, or
    something is no probability."""
    relation, truth = question.subject.relation, truth_of(question.program)
    assert relation is not None
    with refusing(question):
        inputs = neighboring(question, limits)
        refuse_silence(question, kept)
        conditions = (of_kept(inputs, kept),)
        place = domain(None, assumptions.numbers(conditions), Epsilon())
        assumptions.require(question, conditions, place, limits)
        if epsilon is None:
            return least(kept, question.mechanism, relation, truth, limits)
        return align(kept, question.mechanism, relation, epsilon, truth, limits)


def _upper(question: Question, soon: KeptProcess | None, kept: KeptProcess, limits: Limits) -> Number | None:
    """That of the process that compares early, if there is one with it."""
    for process, within in ((soon, limits.share(HALF)), (kept, limits)):
        with suppress(NotAligned, LimitReached, TooLarge, Undecidable):
            if process is not None:
                return exponential_of(_aligned(question, process, None, within).epsilon)
    return None


def _tight(upper: Number, question: Question) -> Tight:
    return Tight(ONE, upper, False, None, unknown=question.program.epsilon_name)


def _between(found: Finding, upper: Number, question: Question, store: Store, limits: Limits) -> Finding:
    """The finding with another upper end."""
    coverage, known = Coverage(found.coverage.length, True), found.tight
    if known is None:
        return replace(found, tight=_tight(upper, question), coverage=coverage, engine="alignment", reason=None)
    if known.lower is None or _above(known.lower, upper):
        raise Mismatch(f"an output has the factor {known.lower or 'infinity'}, and {upper} was proved")
    of_all = bounded(known, question, store, limits) if found.coverage.all else None
    if of_all is not None:
        known = of_all
    other = None if of_all is None else of_all.upper
    least = upper if other is None or _above(other, upper) else other
    told = known.witness
    attained = known.attained or (known.unknown is None and told is not None and told.ratio == known.lower)
    tight = replace(known, upper=least, attained=attained and known.lower == least)
    return replace(found, tight=tight, coverage=coverage, engine="alignment", reason=None)


def _above(factor: Number, other: Number) -> bool:
    one, two = from_ratio(factor), from_ratio(other)
    if isinstance(one, Epsilon) and isinstance(two, Epsilon) and one.unknowns | two.unknowns:
        return compare_epsilon(one, two) > 0
    return compare(factor, other) > 0
