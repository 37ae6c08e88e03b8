"""What is promised of the noisy numbers that a mechanism makes holds of all that it computes from them.

Where no engine follows what is computed, they are asked about a mechanism that shows these numbers instead
(`semantics/noisy_parts`). Only that a claim holds, and upper ends, are taken from there: what the other mechanism
loses, this one need not lose. And nothing may raise, in what the other one leaves out as well.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace

from flint import fmpq

from faier.deciding.finding import Finding
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Proved, Tight, Unwritable, Verdict
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.syntax import (
    BoolType,
    Function,
    InputType,
    IntType,
    OneOfType,
    RecordsType,
    RecordType,
    StreamType,
    Type,
    VectorType,
    While,
)
from faier.lang.walk import callees, statements
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore
from faier.semantics.explore.exploration import Unshown
from faier.semantics.noisy_parts import other_mechanisms

UNWRITABLE = Unwritable("the checker does not see that what is shown is computed from noisy numbers alone")

# Configurations, where it is only asked whether anything raises, and before that whether it is asked early.
FEW, GLANCE = 10_000, 1_000
HALF = 0.5
NONE = Tight(fmpq(1), None, False, None)


def proved(question: Question, decide: Callable[[Question, Store, Limits], Verdict], limits: Limits) -> Proved | None:
    """A claim that holds of the noisy numbers."""
    for other, within, quiet in _others(question, limits):
        try:
            verdict = decide(other, Store(), within)
        except (Rejected, LimitReached):
            continue
        if isinstance(verdict, Proved) and quiet():
            known = verdict.tight
            upper = (
                None
                if known is None or known.upper is None
                else replace(NONE, upper=known.upper, unknown=known.unknown)
            )
            return Proved(verdict.coverage, verdict.engine, upper, UNWRITABLE)
    return None


def above(
    finding: Finding, question: Question, bound: Callable[[Question, Store, Limits], Finding], limits: Limits
) -> Finding:
    """With the upper end of the noisy numbers, where it has none."""
    tight = finding.tight
    if tight is not None and (tight.upper is not None or tight.lower is None):
        return finding
    for other, within, quiet in _others(question, limits):
        try:
            found = bound(other, Store(), within)
        except (Rejected, LimitReached):
            continue
        if found.tight is not None and found.tight.upper is not None and found.coverage.all and quiet():
            known = replace(tight or NONE, upper=found.tight.upper, unknown=found.tight.unknown)
            return replace(finding, tight=known, coverage=Coverage(finding.coverage.length, True))
    return finding


def _others(question: Question, limits: Limits) -> Iterator[tuple[Question, Limits, Callable[[], bool]]]:
    if question.engine != "auto" or not question.draws_without_bounds:
        return
    for other in other_mechanisms(question.program, question.subject.mechanism):
        within = limits.share(HALF)
        yield (
            replace(question, program=other.program),
            within,
            lambda anything=other.anything, within=within: nothing_raises(question, within, anything),  # type: ignore[misc]
        )


def is_unfollowed(question: Question, limits: Limits) -> bool:
    """Whether it can be seen soon that no engine follows what is computed from noise."""
    if not any(True for _ in _others(question, limits)):
        return False
    program, function = _at_one_input(question)
    within = replace(limits, states=min(limits.states, GLANCE))
    try:
        explore(program, function.name, within)
    except Unshown:
        return True
    except LimitReached:
        return _seen(program, function, within)
    except Rejected:
        return False
    return False


def nothing_raises(question: Question, limits: Limits, anything: bool = False) -> bool:
    """Whether it is known that nothing raises, whatever comes of comparisons that are not followed. Where noisy numbers
    may be `anything`, what is computed from them raises for one value of the inputs, or for none."""
    if anything and _seen(*_at_one_input(question), limits.share(HALF)):
        return True
    return _seen(question.program, question.mechanism, limits)


def refuse_what_raises(question: Question, limits: Limits) -> None:
    """Where it can be seen soon that a run raises, that is told, whatever else is known."""
    within = replace(limits, states=min(limits.states, FEW))
    with contextlib.suppress(Unshown, LimitReached):
        explore(question.program, question.mechanism.name, within)


def _seen(program: Program, function: Function, limits: Limits) -> bool:
    within = replace(limits, states=min(limits.states, FEW))
    try:
        explore(program, function.name, within, both_ways=not _has_loops(program, function))
    except Unshown:
        return True
    except (LimitReached, Rejected):
        return False
    return True


def _has_loops(program: Program, function: Function) -> bool:
    """Whether there are loops that might never end, if it is not known what comes of a comparison."""
    waiting, seen = [function], set[str]()
    while waiting:
        here = waiting.pop()
        if here.name not in seen:
            seen.add(here.name)
            if any(isinstance(one, While) for one in statements(here.body)):
                return True
            waiting += map(program.function, callees(here))
    return False


def _at_one_input(question: Question) -> tuple[Program, Function]:
    """The program, where each entry that is not public has one value alone."""
    function = question.mechanism
    parameters = tuple(
        item if item.public else replace(item, type=_one_value(item.type)) for item in function.parameters
    )
    only = replace(function, parameters=parameters)
    functions = tuple(only if one is function else one for one in question.program.functions)
    return replace(question.program, functions=functions), only


def _one_value(given: Type | None) -> Type | None:
    match given:
        case StreamType(item):
            return StreamType(_one(item))
        case RecordsType(item, most):
            return RecordsType(_one(item), min(most, 1))
        case IntType() | BoolType() | OneOfType() | VectorType() | RecordType():
            return _one(given)
    return given


def _one(given: InputType) -> InputType:
    match given:
        case IntType(low):
            return IntType(low, low)
        case BoolType():
            return OneOfType((False,))
        case OneOfType(values, name):
            return OneOfType(values[:1], name)
        case VectorType(item, length):
            return VectorType(_one(item), length)
        case RecordType(shape, fields, public):
            return RecordType(shape, tuple(map(_one, fields)), public)
    return given
