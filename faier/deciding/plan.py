"""A question -> its verdict, or the tight epsilon: which engine is asked, when, and with which part of the time.

The plan is one table. Whoever names an engine gets that engine alone. A claim that compares nothing is rejected, not
proved; what no step decides is undecided, with what each of them came to. Everything here runs in one process, within
the limits it is given; `running` puts it into a worker. Engines that most claims need not are imported when asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from types import ModuleType
from typing import Any

from faier.deciding.by_noise import above, has_many_inputs
from faier.deciding.by_noise import proved as by_loss
from faier.deciding.finding import Delta, Finding, nothing
from faier.deciding.further_out import bounded, of_all
from faier.deciding.meaning import listening, without_meaning
from faier.deciding.partial import known
from faier.deciding.post_processing import above as above_noise
from faier.deciding.post_processing import is_unfollowed, refuse_what_raises
from faier.deciding.post_processing import proved as by_noise
from faier.deciding.question import Question
from faier.deciding.replay import Mismatch, confirm, confirm_neighbors
from faier.deciding.side_by_side.neighbors import most_values
from faier.deciding.standing_out import Two, standing_out
from faier.deciding.store import Store
from faier.deciding.together import Together, together
from faier.deciding.two_inputs import exceeding, given_two, named
from faier.deciding.up_to_order import UpToOrder, up_to_order
from faier.engines import Engine
from faier.engines.verdict import Attempt, Coverage, Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import TooLarge, Undecidable
from faier.hmm.wholes import Inputs
from faier.lang.claim import Renyi
from faier.lang.diagnostics import Rejected
from faier.limits import LimitReached, Limits

# What these find is about all that may be told, whatever words of the process stand for.
OF_ALL = ("alignment", "density", "shifts")

# What a step may take of the time that is left, where another one may have to follow.
HALF = 0.5
QUARTER = 0.25
SOON = 0.1
# Seconds in which runs are drawn, where nothing else has come to an end.
A_MOMENT = 5.0
# Seconds in which it is looked for runs that raise, where a claim is refuted already.
A_GLANCE = 1.0
# Seconds in which a tight epsilon is looked for beside a proof.
SOME_MORE = 10.0
# Seconds, and the part of the time, in which pairs of inputs that stand out are followed; seconds in which that is done
# before anything else, where a row is one of more than so many. To recompute what is found may take so many times as
# long.
OF_TWO, OF_ALL_TIME, FIRST_OF_TWO, KINDS, MORE = 15.0, 0.2, 4.0, 200, 2
# So many pairs of inputs that stand out are followed, and what one of these may take of the time for all: a little at
# first, and more where that was not enough.
PAIRS, GLANCES = 40, (0.12, 0.3)
# The same, where little time is spent; of so many pairs events are looked at.
FEW_PAIRS, ONE_GLANCE, OF_EVENTS = 6, (0.4,), 20
# Seconds for all engines before events are looked at, and for these.
FIRST = 3.0
# Seconds for an output, where an event is known.
AGAIN = 3.0


@dataclass(frozen=True)
class Step:
    """An engine, the questions that it fits, and the part of the time that is left for it while others follow. `check`
    and `bound` name functions of `module`, from a question, the store and limits to a verdict, or to a finding: None
    says that the question is not for it after all. Where it is `last` and says something, nothing else is asked;
    nor is it for a bound where it `bounds`."""

    engine: Engine
    module: Callable[[], ModuleType]
    fits: Callable[[Question], bool]
    share: float = 1.0
    check: str = "check"
    bound: str = "bound"
    last: bool = False
    bounds: bool = False


def with_a_delta(question: Question) -> bool:
    return question.delta != 0


def without_a_delta(question: Question) -> bool:
    return not with_a_delta(question)


def with_unknown_reals(question: Question) -> bool:
    return not with_a_delta(question) and bool(question.unknown_reals)


def with_unknowns(question: Question) -> bool:
    return not with_a_delta(question) and question.parametric


def without_unknowns(question: Question) -> bool:
    return not with_a_delta(question) and not question.parametric


def without_unknown_epsilon(question: Question) -> bool:
    return with_unknowns(question) and not question.unknown_epsilon


def with_delta() -> ModuleType:
    from faier.deciding import with_delta

    return with_delta


def unknowns() -> ModuleType:
    from faier.deciding import unknowns

    return unknowns


def by_solver() -> ModuleType:
    from faier.deciding import by_solver

    return by_solver


def by_search() -> ModuleType:
    from faier.deciding import by_search

    return by_search


def by_events() -> ModuleType:
    from faier.deciding import by_events

    return by_events


def by_sampling() -> ModuleType:
    from faier.deciding import by_sampling

    return by_sampling


def by_alignment() -> ModuleType:
    from faier.deciding import by_alignment

    return by_alignment


def guessed() -> ModuleType:
    from faier.deciding import guessed

    return guessed


def at_epsilons() -> ModuleType:
    from faier.deciding import at_epsilons

    return at_epsilons


def by_density() -> ModuleType:
    from faier.deciding import by_density

    return by_density


def noisy_streams() -> ModuleType:
    from faier.deciding import noisy_streams

    return noisy_streams


def long_sums() -> ModuleType:
    from faier.deciding import long_sums

    return long_sums


def by_boxes() -> ModuleType:
    from faier.deciding import by_boxes

    return by_boxes


def by_chances() -> ModuleType:
    from faier.deciding import by_chances

    return by_chances


def by_measure() -> ModuleType:
    from faier.deciding import by_measure

    return by_measure


def by_factor() -> ModuleType:
    from faier.deciding import by_factor

    return by_factor


def of_unknown_reals(question: Question) -> bool:
    return question.draws_reals and bool(question.unknown_reals) and not question.unknown_epsilon


def of_unknown_chains(question: Question) -> bool:
    """The module says whether the records are a Markov chain, and many."""
    return of_unknown_reals(question) and not with_a_delta(question)


def of_unknown_chances(question: Question) -> bool:
    return of_noise_with_a_delta(question) and bool(question.unknown_reals) and not question.unknown_epsilon


def by_shifts() -> ModuleType:
    from faier.deciding import by_shifts

    return by_shifts


def about_moves(question: Question) -> bool:
    """The module says whether the relation is one of moves."""
    return without_a_delta(question) and question.subject.relation is not None and not question.unknown_reals


def of_orders_of_streams(question: Question) -> bool:
    """Whether it is about a stream and all orders, or one that is not whole: no sums of these are known."""
    measure = question.measure
    if measure is None or not question.of_streams or question.length is not None:
        return False
    return not isinstance(measure, Renyi) or measure.alpha.q != 1


def of_noise_with_a_delta(question: Question) -> bool:
    return with_a_delta(question) and question.draws_without_bounds


def of_reals(question: Question) -> bool:
    return without_unknowns(question) and question.draws_reals


def of_noisy_streams_with_a_delta(question: Question) -> bool:
    return of_noise_with_a_delta(question) and question.of_streams


def of_streams_of_reals(question: Question) -> bool:
    return of_reals(question) and question.of_streams


def about_kept_noise(question: Question) -> bool:
    return without_a_delta(question) and question.subject.relation is not None and question.draws_without_bounds


def about_noise_of_any_size(question: Question) -> bool:
    return about_kept_noise(question) and question.unknown_epsilon


def of_reals_of_any_size(question: Question) -> bool:
    return about_noise_of_any_size(question) and question.draws_reals


def of_records(question: Question) -> bool:
    """The module says whether they are a Markov chain, and many."""
    return of_reals(question) and question.prior is not None


# Which engine, by which module, for which questions: asked one after the other until one decides.
PLAN = (
    Step("density", long_sums, of_unknown_chains, last=True, bounds=True),
    Step("density", by_boxes, of_unknown_reals, bounds=True),
    Step("density", by_chances, of_unknown_chances, bound="no_bound"),
    Step("density", noisy_streams, of_noisy_streams_with_a_delta, last=True),
    Step("density", by_density, of_noise_with_a_delta),
    Step("outputs", with_delta, with_a_delta),
    Step("coupling", unknowns, with_unknown_reals, check="check_long", bound="bound_long", last=True),
    Step("shifts", by_shifts, about_moves, share=HALF),
    Step("alignment", by_alignment, about_kept_noise, bounds=True),
    Step("search", guessed, about_kept_noise, share=HALF, check="check_first", bound="no_bound"),
    Step("algebra", unknowns, with_unknowns, share=HALF),
    Step("smt", by_solver, without_unknown_epsilon, check="agreed", bound="narrowed"),
    Step("alignment", by_alignment, about_noise_of_any_size, check="check_unfolded", bound="no_bound"),
    Step("search", guessed, about_noise_of_any_size, check="check_last", bound="no_bound"),
    Step("search", at_epsilons, of_reals_of_any_size, bound="no_bound"),
    Step("density", long_sums, of_records, last=True),
    Step("density", by_density, of_records, share=HALF, check="check_in_chains", bound="bound_in_chains", bounds=True),
    Step("search", by_search, without_unknowns, share=HALF),
    Step("density", noisy_streams, of_streams_of_reals),
    Step("density", by_density, of_reals),
)

# What is asked where the claim is about another measure than the greatest ratio.
MEASURED = Step("outputs", by_measure, lambda question: question.measure is not None)

# What is asked of an engine that somebody names.
ASKED: dict[Engine, Step] = {
    "search": Step("search", by_search, without_unknowns),
    "algebra": Step("algebra", unknowns, with_unknowns),
    "outputs": Step("outputs", with_delta, with_a_delta),
    "coupling": Step("coupling", by_search, without_unknowns, check="check_coupled", bound="bound_coupled"),
    "growth": Step("growth", by_search, without_unknowns, check="check_growing", bound="bound_growing"),
    "alignment": Step("alignment", by_alignment, without_a_delta, check="check_asked", bound="bound_asked"),
    "density": Step("density", by_density, without_a_delta, check="check_asked", bound="bound_asked"),
    "shifts": Step("shifts", by_shifts, without_a_delta, check="check_asked", bound="bound_asked"),
    "smt": Step("smt", by_solver, without_unknowns),
}


def decide(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict on a question with an epsilon and a delta."""
    with listening(question, store):
        one = together(question)
        verdict = _decided(question, store, limits) if one is None else _of_one(one, question, store, limits)
    fault = without_meaning(question, store, limits) if isinstance(verdict, Proved) else None
    return verdict if fault is None else Undecided(Coverage(0, False), verdict.engine, fault)


def _of_one(one: Together, question: Question, store: Store, limits: Limits) -> Verdict:
    verdict = _decided(one.question, store.once("one draw", Store), limits)
    try:
        return one.verdict(question, verdict, limits)
    except (LimitReached, TooLarge, Undecidable) as error:
        return Undecided(Coverage(0, False), verdict.engine, _reason(error))


def _decided(question: Question, store: Store, limits: Limits) -> Verdict:
    written = not store.certified or (store.pays is not None and store.pays(limits.share(SOON)))
    if written and most_values(question.mechanism) > KINDS:  # where it may take long to find what each draw pays
        broken = by_two(question, store, limits.share(OF_ALL_TIME).at_most(FIRST_OF_TWO), FEW_PAIRS, ONE_GLANCE)
        if broken is not None:
            return broken
    held = by_loss(question, limits) if written else None
    if held is None and has_many_inputs(question):
        broken = by_two(question, store, limits.share(OF_ALL_TIME).at_most(FIRST_OF_TWO), FEW_PAIRS, ONE_GLANCE)
        if broken is not None:
            return broken
        broken = _by_event(question, limits, limits.share(QUARTER).at_most(SOME_MORE))
        if broken is not None:  # an output is told rather than many of them
            sides = dict(broken.witness.left), dict(broken.witness.right)
            return _followed(question, store, *sides, limits.share(HALF).at_most(AGAIN)) or broken
        broken = by_two(question, store, limits.share(OF_ALL_TIME).at_most(OF_TWO))
        if broken is not None:
            return broken
    if has_many_inputs(question) and (held is not None or not store.certified):
        soon = held or _by_chance(question, limits.share(SOON))
        if soon is not None:
            return soon
    if held is not None and question.measure is not None:
        return held
    if held is not None:  # the tight epsilon is worth some time
        found = _by_steps(question, store, limits.at_most(SOME_MORE))
        if isinstance(found, Refuted):
            raise Mismatch("an output breaks a claim that was proved by what each draw pays")
        return held if isinstance(found, Undecided) else found
    if not store.certified and is_unfollowed(question, limits.share(SOON)):
        early = _by_noise(question, store, limits.share(HALF))
        if early is not None:
            return early
    first = None if has_many_inputs(question) else _before_events(question, store, limits)
    found = first or _by_steps(question, store, limits)
    return _by_noise(question, store, limits) or found if isinstance(found, Undecided) else found


def _before_events(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """What is found soon of few inputs, or else what an event refutes; None where that is open."""
    if not _has_events(question):
        return None
    first = limits.share(HALF).at_most(FIRST)
    found = _by_steps(question, store, first)
    if not isinstance(found, Undecided):
        return found
    event = _by_event(question, limits, limits.share(HALF).at_most(FIRST))
    return event or (None if first.expired() else found)


def by_two(
    question: Question, store: Store, limits: Limits, most: int = PAIRS, glances: tuple[float, ...] = GLANCES
) -> Refuted | None:
    """What two inputs refute that stand out: they are followed alone, by any engine."""
    if question.subject.relation is None or question.of_streams or question.engine != "auto":
        return None
    begin = limits.left()
    pairs = list(islice(standing_out(question.subject.relation, question.program, question.mechanism), most))
    for part in glances:
        left_over: list[Two] = []
        for two in pairs:
            if limits.expired():
                return None
            within = limits if begin is None else limits.at_most(begin * part)
            found = _of_two(question, store, two, within, limits if begin is None else limits.extended(MORE * begin))
            if isinstance(found, Refuted):
                refuse_what_raises(question, limits.at_most(A_GLANCE))
                return found
            if isinstance(found, Undecided):
                left_over.append(two)
        pairs = left_over
    return None


def _followed(question: Question, store: Store, left: Inputs, right: Inputs, limits: Limits) -> Refuted | None:
    """What the engines refute by these two inputs alone."""
    found = _of_two(question, store, (left, right), limits, limits)
    return found if isinstance(found, Refuted) else None


def _of_two(question: Question, store: Store, two: Two, within: Limits, limits: Limits) -> Verdict | None:
    """What is found of two inputs: an output that exceeds what is allowed, which is recomputed however long that takes,
    or what any engine finds. None where they say nothing."""
    left, right = two
    try:
        try:
            told = exceeding(question, left, right, within)
        except (LimitReached, TooLarge, Undecidable):
            told = None
        if told is not None:
            witness = confirm(question, told, limits)
            return Refuted(
                Coverage(len(witness.output), False), "search", witness, Tight(witness.ratio, None, False, witness)
            )
        alone = given_two(question, question.program, left, right)
        found = _by_steps(alone, Store(certified=store.certified), within)
    except LimitReached as reached:
        return Undecided(Coverage(0, False), "search", reached.text)
    except Rejected:
        return None
    if not isinstance(found, Refuted):
        return found
    witness = named(found.witness, left, right)
    confirm_neighbors(question, witness)
    known = found.tight
    tight = None if known is None else Tight(known.lower, None, False, witness, unknown=known.unknown)
    return Refuted(found.coverage, found.engine, witness, tight)


def _has_events(question: Question) -> bool:
    fits = question.subject.relation is not None and question.engine == "auto" and not question.of_streams
    return fits and question.draws_without_bounds and question.measure is None and not question.parametric


def _by_event(question: Question, limits: Limits, within: Limits) -> Refuted | None:
    """What is refuted, within limits of its own, by how likely an event is for two inputs that stand out."""
    relation = question.subject.relation
    if relation is None or not _has_events(question):
        return None
    pairs = islice(standing_out(relation, question.program, question.mechanism, large=True), OF_EVENTS)
    found: Refuted | None = by_events().refuted(question, pairs, within)
    if found is not None:
        confirm_neighbors(question, found.witness)
        refuse_what_raises(question, limits.share(SOON).at_most(A_GLANCE))
    return found


def _by_chance(question: Question, limits: Limits) -> Refuted | None:
    """What an output refutes that is come upon by drawing runs."""
    if not (question.draws_without_bounds or has_many_inputs(question)):
        return None
    try:
        found: Refuted | None = by_sampling().refuted(question, limits.at_most(A_MOMENT))
    except (LimitReached, TooLarge, Undecidable):
        return None
    return found


def _by_noise(question: Question, store: Store, limits: Limits) -> Proved | None:
    """What holds of the noise holds of what is computed from it."""
    last = by_loss(question, limits) if store.certified else None  # else it was asked first
    return last or by_noise(question, _soonest, limits)


def _soonest(question: Question, store: Store, limits: Limits) -> Verdict:
    return by_loss(question, limits) or _by_steps(question, store, limits)


def _by_steps(question: Question, store: Store, limits: Limits) -> Verdict:
    """Of rows whose order makes no difference one order is looked at, where there are many."""
    fewer = _up_to_order(question, store, limits)
    if fewer is None:
        return _in_turn(question, store, limits)
    found: Verdict | None = None if fewer.few else _in_turn(question, store, limits.share(HALF))
    if found is None or isinstance(found, Undecided):
        within = limits.share(HALF) if fewer.few else limits
        try:
            soon = fewer.verdict(question, _in_turn(fewer.question, _of_fewer(question, store), within), within)
        except (LimitReached, TooLarge, Undecidable) as error:
            soon = Undecided(Coverage(0, False), "search", _reason(error))
        if not isinstance(soon, Undecided):
            return soon
    return _in_turn(question, store, limits) if found is None else found


def _up_to_order(question: Question, store: Store, limits: Limits) -> UpToOrder | None:
    key = ("up to order", question.compared, question.engine, question.start, question.program.epsilon_name)
    found = store.once(key, lambda: up_to_order(question, limits))
    return None if found is None else found.asking(question)


def _of_fewer(question: Question, store: Store) -> Store:
    return store.once(("in one order", question.compared), lambda: Store(certified=store.certified))


def _in_turn(question: Question, store: Store, limits: Limits) -> Verdict:
    tried: list[tuple[Attempt, Undecided]] = []
    if of_orders_of_streams(question) and (soon := _soon(question, store, limits)) is not None:
        return soon
    for step, within in _steps(question, limits):
        begin = time.monotonic()
        by_chance = tried and step.module is by_search and question.draws_without_bounds
        verdict = _asked(step, question, store, within.at_most(SOME_MORE) if by_chance else within)
        if by_chance and isinstance(verdict, Undecided):  # where that takes longer, runs are drawn
            soon = _by_chance(question, limits.share(SOON))
            more = "--timeout" in verdict.reason and not within.expired()
            verdict = soon or (_asked(step, question, store, within) if more else verdict)
        if verdict is None:
            continue
        if step.engine not in OF_ALL and step is not MEASURED:
            verdict = of_all(verdict, question, store, within)
        if not isinstance(verdict, Undecided):
            return verdict
        tried.append((Attempt(step.engine, time.monotonic() - begin, verdict.reason), verdict))
        if step.last:
            break
    if question.measure is not None and question.of_streams and question.length is None:
        of_factor = _of_factor(question, store, limits)
        if of_factor is not None:
            return of_factor
    return replace(tried[0][1], attempts=tuple(attempt for attempt, _ in tried))


def _asked(step: Step, question: Question, store: Store, limits: Limits) -> Verdict | None:
    try:
        verdict: Verdict | None = _function(step, step.check)(question, store, limits)
    except (LimitReached, TooLarge, Undecidable) as error:  # wherever: comparing and recomputing take time as well
        return Undecided(Coverage(0, False), step.engine, _reason(error))
    return verdict


def _soon(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """A refutation by short inputs, or a proof by the tight factor."""
    found: Verdict | None = by_measure().check_soon(question, store, limits.share(SOON))
    return found or _of_factor(question, store, limits.share(HALF))


def _of_factor(question: Question, store: Store, limits: Limits) -> Verdict | None:
    found: Verdict | None = by_factor().proved(question, bound(replace(question, measure=None), store, limits), limits)
    return found


def bound(question: Question, store: Store, limits: Limits) -> Finding:
    """The tight factor, or the least for a delta; a step goes on from what was found before it."""
    with listening(question, store):
        one = together(question)
        within = _bound(question, store, limits) if one is None else _bound_of_one(one, question, store, limits)
        found = above(within, question, limits)
        found = above_noise(found, question, _bound, limits) if question.delta == 0 else found
    fault = without_meaning(question, store, limits)
    return found if fault is None else nothing(fault, found.engine)


def _bound_of_one(one: Together, question: Question, store: Store, limits: Limits) -> Finding:
    found = _bound(one.question, store.once("one draw", Store), limits)
    try:
        return one.finding(question, found, limits)
    except (LimitReached, TooLarge, Undecidable) as error:
        return nothing(_reason(error), found.engine)


def _bound(question: Question, store: Store, limits: Limits) -> Finding:
    fewer = _up_to_order(question, store, limits)
    if fewer is None:
        return _bound_in_turn(question, store, limits)
    known = None if fewer.few else _bound_in_turn(question, store, limits.share(HALF))
    if known is None or known.reason is not None:
        within = limits.share(HALF) if fewer.few else limits
        try:
            found = _bound_in_turn(fewer.question, _of_fewer(question, store), within)
            if found.reason is None:
                return fewer.finding(question, found, within)
        except (LimitReached, TooLarge, Undecidable):
            pass
    return known or _bound_in_turn(question, store, limits)


def _bound_in_turn(question: Question, store: Store, limits: Limits) -> Finding:
    found: Finding | None = None
    done = False
    for step, within in _steps(question, limits):
        if done and not (step.engine == "density" and found is not None and _apart(found, question, store)):
            continue
        given = () if found is None else (found,)
        try:
            ends: Finding | None = _function(step, step.bound)(question, store, within, *given)
        except (LimitReached, TooLarge, Undecidable) as error:
            ends = found or nothing(_reason(error), step.engine)
        found = found if done and (ends is None or ends.reason is not None) else ends or found
        done = done or (found is not None and (step.last or step.bounds or found.reason is None))
    assert found is not None
    partial = known(question, store)
    if partial is None or found.tight is None or found.tight.lower is None or found.engine in OF_ALL:
        return found
    try:
        tight = bounded(found.tight, question, store, limits)
    except (LimitReached, TooLarge, Undecidable):
        tight = None
    if tight is not None:
        return replace(found, tight=tight)
    return replace(found, tight=replace(found.tight, upper=None, attained=False), reason=found.reason or partial.reason)


def _apart(found: Finding, question: Question, store: Store) -> bool:
    """Whether the ends of the factor differ, as far as another step may help."""
    if found.engine == "density":
        return False
    if found.engine not in OF_ALL and known(question, store) is not None:
        return True
    return found.tight is not None and found.tight.lower != found.tight.upper


def least_delta(question: Question, store: Store, limits: Limits) -> Delta:
    """The hockey-stick divergence: the least delta for which the epsilon holds."""
    fault = without_meaning(question, store, limits)
    if fault is not None:
        return Delta(None, Coverage(0, False), fault)
    fewer = _up_to_order(question, store, limits)
    if fewer is not None:
        within = limits.share(HALF) if fewer.few else limits
        known = _least_delta(fewer.question, _of_fewer(question, store), within)
        if known.reason is None:
            return known
    return _least_delta(question, store, limits)


def _least_delta(question: Question, store: Store, limits: Limits) -> Delta:
    try:
        module = noisy_streams() if question.of_streams else by_density()
        of_reals: Delta | None = module.least_delta(question, store, limits) if question.draws_without_bounds else None
        if of_unknown_reals(question):
            of_reals = by_boxes().least_delta(question, limits)
        if of_reals is None and of_unknown_chances(question):
            of_reals = by_chances().least_delta(question, limits)
        least: Delta = of_reals or with_delta().least_delta(question, store, limits)
        return least
    except (LimitReached, TooLarge, Undecidable) as error:
        return Delta(None, Coverage(0, False), _reason(error))


def _steps(question: Question, limits: Limits) -> Iterator[tuple[Step, Limits]]:
    """The steps that fit, each with its limits."""
    if question.measure is not None:
        yield MEASURED, limits
        return
    if question.engine != "auto" and not with_a_delta(question):
        if question.engine not in ASKED:
            raise AssertionError(f"there is no engine {question.engine}")
        yield ASKED[question.engine], limits
        return
    fitting = [step for step in PLAN if step.fits(question)]
    for step in fitting:
        yield step, limits if step is fitting[-1] else limits.share(step.share)


def _function(step: Step, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(step.module(), name)
    return function


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, LimitReached) else f"a number cannot be handled exactly: {error}"
