"""A question -> the pairs of models that it compares, or `Rejected` when it compares nothing.

A claim is vacuous when no two inputs are neighbors, a prior is impossible or has one secret only, or the
mechanism shows nothing: what it says would be true of anything, so it is never proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice, product
from math import prod

from flint import fmpq

from faier.deciding.partial import Partial, note
from faier.deciding.question import Question, is_finite
from faier.deciding.store import Store
from faier.exact import ONE, ZERO, Number, epsilons, unknowns
from faier.hmm.lump import lump, rows
from faier.hmm.model import Pair
from faier.hmm.neighbors import Automaton, automaton, equality
from faier.hmm.pair import pair_dp, pairs_prior
from faier.lang.claim import Prior
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.failures import Failure
from faier.lang.syntax import INPUT_TYPES, NOWHERE, Function, Parameter, Span
from faier.lang.values import Value, is_frame
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore, explore_prior
from faier.semantics.explore.predicate import truth_of
from faier.semantics.inputs import choices
from faier.semantics.kept import Floors, KeptProcess, KeptState, KeptTell, Reals, Unbounded, Way, ways_of
from faier.semantics.leaves import count_of, require_few
from faier.semantics.process import Process, Tell
from faier.semantics.unfold import unfold

# Outputs of a mechanism that may go on for ever are covered up to this length unless another is asked for; if it keeps
# noise on all integers up to one of these. What is believed of that is another thing after each comparison, and where
# its parameters are powers of e a longer one each time.
LENGTH = 12
KEPT_LENGTH, KEPT_LENGTH_OF_POWERS = 8, 4


# So many configurations, and of the time that there is so much, are tried where noise is not folded into chances.
UNFOLDED, HALF = 50_000, 0.5


@dataclass(frozen=True)
class Comparison:
    """A pair, the way back from its words to inputs, and the length to be covered (None: there is no longer).
    `drawn` and `loops` are its process's: what the unknowns must make a probability, and what positive. `place` is
    the number of its combination of parameters and its number there, with so many `following` there. With `cut` words
    longer than the length are missing from the pair; with `unbounded` those that tell other integers than some; in
    `parts` a value is told by several letters."""

    pair: Pair
    inputs: Automaton
    length: int | None
    drawn: tuple[tuple[Number, Span], ...] = ()
    loops: tuple[tuple[Number, Span], ...] = ()
    place: tuple[int, int] = (0, 0)
    following: int = 0
    cut: bool = False
    unbounded: bool = False
    parts: bool = False

    @property
    def conditional(self) -> frozenset[str]:
        """The unknowns that must make something a probability, or positive."""
        numbers = [number for number, _ in (*self.drawn, *self.loops)]
        return frozenset[str]().union(*(unknowns(number) | epsilons(number) for number in numbers))


@dataclass(frozen=True)
class Model:
    """What is decided about: an ordinary process, as small as exact lumping makes it. With `reach` it has words up to
    that length. `cut`: longer ones are missing; `unbounded`: those that tell other integers than some, whose ratios are
    no greater, unless the store says that this is not known (`Partial`)."""

    process: Process
    reach: int | None
    cut: bool = False
    unbounded: bool = False
    parts: bool = False

    def reach_of(self, whole: bool) -> int | None:
        """The length to cover, or with `whole` all of them."""
        if whole and self.cut:
            raise LimitReached("length", "a mechanism that keeps noise was followed up to a length only")
        return None if whole else self.reach


def explored(question: Question, store: Store, limits: Limits) -> Process | KeptProcess:
    """The mechanism alone, as it is written."""
    program, name = question.program, question.subject.mechanism

    def found() -> Process | KeptProcess:
        try:
            return explore(program, name, limits)
        except LimitReached as reached:
            # Chances of real noise are no numbers where the epsilon is unknown; what is kept needs none.
            if reached.name != "draws" or not question.unknown_epsilon:
                raise
            return explore(program, name, limits, folded=False)

    return store.once(("explored", name), found)


def of_kept(inputs: Automaton, kept: KeptProcess) -> Comparison:
    """What is required of numbers, and the way back to inputs, where nothing is asked about the words of a pair."""
    return Comparison(Pair((), 0, (), (), ONE, ONE), inputs, None, kept.drawn, kept.loops)


def kept_by(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    """The mechanism with all noise on the integers that it draws, as far as it can be followed so; None where it keeps
    none."""
    found = explored(question, store, limits)
    if not isinstance(found, KeptProcess):
        return None
    try:
        return unfolded(question, store, limits) or found
    except (Rejected, LimitReached):
        return found


def unfolded(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    """The mechanism with draws where their chances would do; None if none is drawn."""
    return store.once(("unfolded", question.subject.mechanism), lambda: _unfolded(question, limits))


def _unfolded(question: Question, limits: Limits) -> KeptProcess | None:
    within = replace(limits.share(HALF), states=min(limits.states, UNFOLDED))
    found = explore(question.program, question.subject.mechanism, within, folded=False)
    return found if isinstance(found, KeptProcess) else None


def process_of(question: Question, store: Store, limits: Limits) -> Process:
    """The mechanism alone, as far as it is decided about."""
    return model_of(question, store, limits).process


def model_of(question: Question, store: Store, limits: Limits, plain: bool = False) -> Model:
    found = explored(question, store, limits)
    plain = plain and isinstance(found, KeptProcess)
    key = ("model", question.subject.mechanism, question.length, plain)
    return store.once(key, lambda: modelled(found, question, store, limits, plain))


def modelled(
    found: Process | KeptProcess, question: Question, store: Store, limits: Limits, plain: bool = False
) -> Model:
    """Noise that is kept becomes what is believed of it, with simple weights that are no probabilities if `plain`."""
    onward = _ways(found)
    reach = question.length
    if reach is None and not _ends(onward):
        reach = _kept_length(found) if isinstance(found, KeptProcess) else LENGTH
    if isinstance(found, Process):
        return Model(lump(found, limits), reach)
    if reach is not None and shows_parts(found):
        text = "tuples with noise without bounds in them are shown by a mechanism that may go on for ever"
        raise LimitReached("length", text)
    unfolded = unfold(found, reach, limits, plain=plain)
    if unfolded.partial is not None:
        outer = None if unfolded.outer is None else lump(unfolded.outer, limits)
        note(question, store, Partial(unfolded.partial, unfolded, outer, question.length, reach))
    unbounded = any(isinstance(state, KeptTell) and isinstance(state.value, Unbounded) for state in found.states)
    return Model(lump(unfolded.process, limits), reach, reach is not None, unbounded, shows_parts(found))


def comparisons(
    question: Question, store: Store, limits: Limits, whole: bool = False, only: int | None = None
) -> Iterator[Comparison]:
    """Every pair of the subject, one after the other; at least one. With `whole` they have words of every length,
    also where runs need not end; with `only` they are of one combination of parameters, and may be none."""
    subject = question.subject
    with refusing(question):
        if isinstance(subject.against, Prior):
            yield from _secrets(question, subject.against, store, limits, whole, only)
        else:
            yield _neighbors(question, store, limits, whole)


@contextmanager
def refusing(question: Question) -> Iterator[None]:
    """A predicate that fails is an error of the file."""
    try:
        yield
    except Failure as failure:
        span = failure.span or question.subject.span or NOWHERE
        raise rejected(failure.code, question.program.path, failure.message, failure.hint, span) from None


def models(
    question: Question, store: Store, limits: Limits, only: int | None = None, plain: bool = False
) -> Iterator[tuple[tuple[tuple[str, Value], ...], Model]]:
    """The mechanism fed by the prior, for every value of the parameters that can be enumerated, or the one with the
    number `only`."""
    assert question.prior is not None
    every = parameters_of(question.prior, limits)
    for parameters in every if only is None else islice(every, only, only + 1):
        process = explore_prior(
            question.program, question.subject.mechanism, question.prior.name, dict(parameters), limits
        )
        yield parameters, modelled(process, question, store, limits, plain)


def neighboring(question: Question, limits: Limits) -> Automaton:
    """The neighbor relation; `Rejected` if it compares nothing."""
    subject = question.subject
    assert subject.relation is not None
    inputs = automaton(subject.relation, question.mechanism, truth_of(question.program), limits)
    if not inputs.exists(limits):
        raise _vacuous("FA601", question, f"no two inputs are neighbors: {subject.words} compares nothing")
    if not inputs.differs(limits):
        message = f"neighboring inputs are always equal: {subject.words} compares every input with itself"
        raise _vacuous("FA601", question, message)
    return inputs


def _neighbors(question: Question, store: Store, limits: Limits, whole: bool) -> Comparison:
    relation, evaluate = question.subject.relation, truth_of(question.program)
    assert relation is not None
    inputs = neighboring(question, limits)
    model = model_of(question, store, limits, plain=True)
    process, reach = model.process, model.reach_of(whole)
    refuse_silence(question, process)
    pair = pair_dp(process, question.mechanism, relation, evaluate, reach, limits)
    told = (process.drawn, process.loops, (0, 0), 0, model.cut, model.unbounded, model.parts)
    return Comparison(pair, inputs, reach, *told)


def _secrets(
    question: Question, prior: Prior, store: Store, limits: Limits, whole: bool, only: int | None
) -> Iterator[Comparison]:
    function = question.mechanism
    inputs = equality(function)
    secrets: list[int] = []
    compared = False
    for number, (parameters, model) in enumerate(models(question, store, limits, only, plain=True), only or 0):
        process, reach = model.process, model.reach_of(whole)
        refuse_silence(question, process)
        secrets.append(_possible_secrets(process))
        pairs = pairs_prior(process, function, prior.pairs, parameters, reach, limits)
        for index, pair in enumerate(pairs):
            compared = True
            place, following = (number, index), len(pairs) - index - 1
            told = (process.drawn, process.loops, place, following, model.cut, model.unbounded, model.parts)
            yield Comparison(pair, inputs, reach, *told)
    if not compared and only is None:
        raise nothing_compared(question, max(secrets, default=0))


def nothing_compared(question: Question, secrets: int) -> Rejected:
    """Why a claim is refused whose prior leaves so many secrets possible."""
    if secrets == 0:
        message = f"the prior {question.subject.prior} is impossible: no run satisfies its assumptions"
        return _vacuous("FA603", question, message)
    if secrets == 1:
        message = f"the secret of {question.subject.prior} has one possible value: there is nothing to tell apart"
        return _vacuous("FA602", question, message)
    return _vacuous("FA307", question, f"no two secrets listed in pairs= are possible under {question.subject.prior}")


def refuse_silence(question: Question, process: Process | KeptProcess) -> None:
    """A claim about nothing that is shown is rejected."""
    if process.states and not any(isinstance(state, Tell | KeptTell) for state in process.states):
        message = f"{question.subject.mechanism} shows nothing but its end, so any claim about it would hold"
        raise _vacuous("FA604", question, message)


def _vacuous(code: str, question: Question, message: str) -> Rejected:
    return rejected(code, question.program.path, message, _HINTS[code], question.subject.span or NOWHERE)


_HINTS = {
    "FA601": "choose a relation under which inputs can differ, or make an input private",
    "FA603": "weaken assume(...)",
    "FA602": "let secret(...) take two values with positive probability",
    "FA604": "return or yield what the adversary sees",
    "FA307": "list secrets that the prior can have",
}


def _possible_secrets(process: Process) -> int:
    """How many values the secret has with a probability that is not zero."""
    starts = dict(process.start)
    masses = (sum((starts[at] * weights[at] for at in starts), ZERO) for _, weights in process.finals)
    return sum(mass != 0 for mass in masses)


def ends(process: Process | KeptProcess) -> bool:
    """Whether all runs end."""
    return _ends(_ways(process))


def _ways(process: Process | KeptProcess) -> list[set[int]]:
    """Where each state leads to."""
    if isinstance(process, Process):
        return [{target for row in rows(state) for target, _ in row} for state in process.states]
    return [{way.target for way in _leaving(state)} for state in process.states]


def shows_parts(kept: KeptProcess) -> bool:
    """Whether noise without bounds is shown inside of a tuple or a list."""
    tells = (state.value for state in kept.states if isinstance(state, KeptTell))
    return any(not isinstance(value, Unbounded) and is_frame(value) for value in tells)


def _kept_length(kept: KeptProcess) -> int:
    ways = (*kept.start, *(way for state in kept.states for way in _leaving(state)))
    drawn = [fresh for way in ways for fresh in way.fresh]
    rational = all(
        not isinstance(fresh, Reals | Floors) and all(isinstance(a, fmpq) for _, a in fresh) for fresh in drawn
    )
    return KEPT_LENGTH if rational else KEPT_LENGTH_OF_POWERS


def _leaving(state: KeptState) -> tuple[Way, ...]:
    return tuple(chain(*ways_of(state)))


def _ends(onward: list[set[int]]) -> bool:
    """Whether there is no cycle: states are taken away once nothing leads to them any more."""
    into = [0] * len(onward)
    for targets in onward:
        for target in targets:
            into[target] += 1
    free = [at for at, count in enumerate(into) if count == 0]
    taken = 0
    while free:
        taken += 1
        for target in onward[free.pop()]:
            into[target] -= 1
            if into[target] == 0:
                free.append(target)
    return taken == len(onward)


def combinations(question: Question) -> int:
    """How many combinations the parameters have that can be enumerated."""
    parameters = () if question.prior is None else question.prior.parameters
    return prod(count_of(item.type) for item in parameters if isinstance(item.type, INPUT_TYPES))


def parameters_of(prior: Function, limits: Limits) -> Iterator[tuple[tuple[str, Value], ...]]:
    """Every combination of the parameters that have finitely many values."""
    require_few(prior, limits)
    listed = [parameter for parameter in prior.parameters if is_finite(parameter)]
    combinations = product(*(_values(parameter) for parameter in listed))
    for combination in islice(combinations, limits.states):
        limits.check()
        yield tuple((parameter.name, value) for parameter, value in zip(listed, combination, strict=True))
    if next(combinations, None) is not None:
        raise LimitReached("states", f"{prior.name} has more than {limits.states:,} combinations of parameters")


def _values(parameter: Parameter) -> tuple[Value, ...]:
    assert isinstance(parameter.type, INPUT_TYPES)
    return choices(parameter.type)
