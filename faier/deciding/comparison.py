"""A subject -> the pairs of models it compares, or `Rejected` when it compares nothing.

A claim is vacuous when no two inputs are neighbors, a prior is impossible or has one secret only, or the
mechanism shows nothing: what it says would be true of anything, so it is never proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from math import prod
from typing import TypeAlias

from flint import fmpq

from faier.exact import ZERO, Epsilon, Number, epsilons, unknowns
from faier.hmm.lump import lump, rows
from faier.hmm.model import Pair
from faier.hmm.neighbors import Automaton, automaton, equality
from faier.hmm.pair import pair_dp, pairs_prior
from faier.lang.claim import Relation
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import NOWHERE, BoolType, Function, IntType, Parameter, Span, VectorType
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore, explore_prior
from faier.semantics.explore.predicate import truth_of
from faier.semantics.inputs import choices
from faier.semantics.leaves import count_of, require_few
from faier.semantics.process import Process, Tell

# Outputs of a mechanism that may go on for ever are covered up to this length unless another is asked for.
LENGTH = 12


@dataclass(frozen=True)
class Subject:
    """What is compared: runs of a mechanism on inputs related by `relation`, or given the secrets of `prior`.
    `words` and `span` are for messages."""

    mechanism: str
    relation: Relation | None = None
    prior: str | None = None
    secret_pairs: tuple[tuple[Value, Value], ...] | None = None
    words: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    pairs_text: str | None = None
    delta: fmpq = ZERO  # that the tight epsilon goes with, unless another is asked for
    delta_text: str = "0"


Model: TypeAlias = Callable[[Program, str, Limits], Process]
"""Makes the process of a mechanism alone; `model`, or one that remembers what `model` made."""


@dataclass(frozen=True)
class Comparison:
    """A pair, the way back from its words to inputs, and the length to be covered (None: there is no longer).
    `drawn` and `loops` are its process's: what the unknowns must make a probability, and what positive. `place` is
    the number of its combination of parameters and its number there, with so many `following` there."""

    pair: Pair
    inputs: Automaton
    length: int | None
    drawn: tuple[tuple[Number, Span], ...] = ()
    loops: tuple[tuple[Number, Span], ...] = ()
    place: tuple[int, int] = (0, 0)
    following: int = 0

    @property
    def conditional(self) -> frozenset[str]:
        """The unknowns that must make something a probability, or positive."""
        numbers = [number for number, _ in (*self.drawn, *self.loops)]
        return frozenset[str]().union(*(unknowns(number) | epsilons(number) for number in numbers))


def is_parametric(program: Program, subject: Subject, epsilon: Epsilon | None = None) -> bool:
    """Whether something in a claim is unknown: an epsilon, or a prior's parameter that is not enumerated."""
    if program.epsilon_name is not None or (epsilon is not None and epsilon.unknowns):
        return True
    return bool(unknown_parameters(program, subject))


def unknown_parameters(program: Program, subject: Subject) -> tuple[str, ...]:
    """The prior's parameters that range over a continuum."""
    parameters = program.function(subject.prior).parameters if subject.prior is not None else ()
    return tuple(parameter.name for parameter in parameters if not _finite(parameter))


def model(program: Program, mechanism: str, limits: Limits) -> Process:
    """The mechanism alone, as small as exact lumping makes it."""
    return lump(explore(program, mechanism, limits), limits)


def comparisons(
    program: Program,
    subject: Subject,
    length: int | None,
    limits: Limits,
    model: Model = model,
    whole: bool = False,
    only: int | None = None,
) -> Iterator[Comparison]:
    """Every pair of the subject, one after the other; at least one. With `whole` they have words of every length,
    also where runs need not end; with `only` they are of one combination of parameters, and may be none."""
    try:
        if subject.prior is None:
            yield _neighbors(program, subject, length, limits, model, whole)
        else:
            yield from _secrets(program, subject, length, limits, whole, only)
    except Failure as failure:
        span = failure.span or subject.span
        raise rejected(failure.code, program.path, failure.message, failure.hint, span) from None


def models(
    program: Program, subject: Subject, limits: Limits, only: int | None = None
) -> Iterator[tuple[tuple[tuple[str, Value], ...], Process]]:
    """The mechanism fed by the prior, for every value of the parameters that can be enumerated, or the one with the
    number `only`."""
    assert subject.prior is not None
    every = _parameters(program.function(subject.prior), limits)
    for parameters in every if only is None else islice(every, only, only + 1):
        process = explore_prior(program, subject.mechanism, subject.prior, dict(parameters), limits)
        yield parameters, lump(process, limits)


def _neighbors(
    program: Program, subject: Subject, length: int | None, limits: Limits, model: Model, whole: bool
) -> Comparison:
    assert subject.relation is not None
    function = program.function(subject.mechanism)
    evaluate = truth_of(program)
    inputs = automaton(subject.relation, function, evaluate, limits)
    if not inputs.exists(limits):
        raise _vacuous("FA601", program, subject, f"no two inputs are neighbors: {subject.words} compares nothing")
    if not inputs.differs(limits):
        message = f"neighboring inputs are always equal: {subject.words} compares every input with itself"
        raise _vacuous("FA601", program, subject, message)
    process = model(program, subject.mechanism, limits)
    _refuse_silence(program, subject, process)
    reach = None if whole else _reach(process, length)
    pair = pair_dp(process, function, subject.relation, evaluate, reach, limits)
    return Comparison(pair, inputs, reach, process.drawn, process.loops)


def _secrets(
    program: Program, subject: Subject, length: int | None, limits: Limits, whole: bool, only: int | None
) -> Iterator[Comparison]:
    function = program.function(subject.mechanism)
    inputs = equality(function)
    secrets: list[int] = []
    compared = False
    for number, (parameters, process) in enumerate(models(program, subject, limits, only), only or 0):
        _refuse_silence(program, subject, process)
        secrets.append(_possible_secrets(process))
        reach = None if whole else _reach(process, length)
        pairs = pairs_prior(process, function, subject.secret_pairs, parameters, reach, limits)
        for index, pair in enumerate(pairs):
            compared = True
            place, following = (number, index), len(pairs) - index - 1
            yield Comparison(pair, inputs, reach, process.drawn, process.loops, place, following)
    if not compared and only is None:
        raise _nothing_compared(program, subject, max(secrets, default=0))


def _nothing_compared(program: Program, subject: Subject, secrets: int) -> Rejected:
    if secrets == 0:
        message = f"the prior {subject.prior} is impossible: no run satisfies its assumptions"
        return _vacuous("FA603", program, subject, message)
    if secrets == 1:
        message = f"the secret of {subject.prior} has one possible value: there is nothing to tell apart"
        return _vacuous("FA602", program, subject, message)
    return _vacuous("FA307", program, subject, f"no two secrets listed in pairs= are possible under {subject.prior}")


def _refuse_silence(program: Program, subject: Subject, process: Process) -> None:
    if process.states and not any(isinstance(state, Tell) for state in process.states):
        message = f"{subject.mechanism} shows nothing but its end, so any claim about it would hold"
        raise _vacuous("FA604", program, subject, message)


def _vacuous(code: str, program: Program, subject: Subject, message: str) -> Rejected:
    return rejected(code, program.path, message, _HINTS[code], subject.span)


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


def _reach(process: Process, length: int | None) -> int | None:
    """The length to cover: what was asked for; else everything where all runs end, and LENGTH where not."""
    return length if length is not None else None if _ends(process) else LENGTH


def _ends(process: Process) -> bool:
    """Whether the process has no cycle: states are taken away once nothing leads to them any more."""
    into = [0] * len(process.states)
    onward = [{target for row in rows(state) for target, _ in row} for state in process.states]
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
    return taken == len(process.states)


def combinations(program: Program, subject: Subject) -> int:
    """How many combinations the parameters have that can be enumerated."""
    prior = subject.prior
    parameters = program.function(prior).parameters if prior is not None else ()
    return prod(count_of(item.type) for item in parameters if isinstance(item.type, IntType | BoolType | VectorType))


def _parameters(prior: Function, limits: Limits) -> Iterator[tuple[tuple[str, Value], ...]]:
    """Every combination of the parameters that have finitely many values."""
    require_few(prior, limits)
    listed = [parameter for parameter in prior.parameters if _finite(parameter)]
    combinations = product(*(_values(parameter) for parameter in listed))
    for combination in islice(combinations, limits.states):
        limits.check()
        yield tuple((parameter.name, value) for parameter, value in zip(listed, combination, strict=True))
    if next(combinations, None) is not None:
        raise LimitReached("states", f"{prior.name} has more than {limits.states:,} combinations of parameters")


def _finite(parameter: Parameter) -> bool:
    return isinstance(parameter.type, IntType | BoolType | VectorType)


def _values(parameter: Parameter) -> tuple[Value, ...]:
    assert isinstance(parameter.type, IntType | BoolType | VectorType)
    return choices(parameter.type)
