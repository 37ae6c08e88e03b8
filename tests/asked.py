"""Questions as tests ask them: of a program and what it compares, each with a store of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.deciding import by_search, comparison, curve, endless, factors, long_series, plan, unknowns
from faier.deciding.comparison import Comparison
from faier.deciding.factors import Weighed
from faier.deciding.finding import Delta, Finding
from faier.deciding.question import ZERO, Question, question_of
from faier.deciding.store import ALONE, Help, Store
from faier.engines import Wanted
from faier.engines.verdict import Verdict
from faier.exact import Epsilon, Number
from faier.lang import parse, parse_relation
from faier.lang.claim import Claim, Neighbors, Prior, Subject
from faier.lang.program import Program
from faier.limits import DEFAULTS, Limits


@dataclass(frozen=True)
class Approach:
    engine: Wanted = "auto"
    length: int | None = None
    solver: str = "z3"
    interval: tuple[fmpq, fmpq] | None = None

    def of(self, question: Question) -> Question:
        return replace(question, engine=self.engine, length=self.length, solver=self.solver, interval=self.interval)


AUTOMATIC = Approach()


def check(
    program: Program,
    claim: Claim,
    approach: Approach = AUTOMATIC,
    limits: Limits = DEFAULTS,
    certified: bool = False,
) -> Verdict:
    return plan.decide(approach.of(question_of(program, claim)), Store(certified=certified), limits)


def bound(
    program: Program,
    subject: Subject,
    approach: Approach = AUTOMATIC,
    limits: Limits = DEFAULTS,
    delta: fmpq = ZERO,
) -> Finding:
    return plan.bound(approach.of(Question(program, subject, None, delta)), Store(), limits)


def tight(
    source: str,
    mechanism: str,
    neighbors: str | None = None,
    prior: str | None = None,
    *,
    path: str = "mechanism.py",
    settings: Mapping[str, str] | None = None,
    length: int | None = None,
    engine: Wanted = "auto",
    limits: Limits = DEFAULTS,
) -> Finding:
    """The whole pipeline on a text: the tight factor of a mechanism under a relation or given a prior."""
    program = parse(source, path, settings or {})
    return bound(program, subject_of(program, mechanism, neighbors, prior), Approach(engine, length), limits)


def find(
    program: Program,
    subject: Subject,
    length: int | None = None,
    limits: Limits = DEFAULTS,
    weighed: Iterable[Weighed] | None = None,
) -> Finding:
    return by_search.find(Question(program, subject, length=length), Store(), limits, weighed)


def judge(claim: Claim, finding: Finding) -> Verdict:
    return by_search.judge(claim.budget.epsilon, finding)


def least_delta(program: Program, subject: Subject, epsilon: Epsilon, limits: Limits = DEFAULTS) -> Delta:
    return plan.least_delta(Question(program, subject, epsilon, None), Store(), limits)


def subject_of(program: Program, mechanism: str, neighbors: str | None, prior: str | None) -> Subject:
    span = program.function(mechanism).span
    if neighbors is not None:
        return Subject(mechanism, Neighbors(*parse_relation(neighbors, program, mechanism)), span)
    assert prior is not None
    return Subject(mechanism, Prior(prior), span)


def comparisons(
    program: Program, subject: Subject, length: int | None, limits: Limits, whole: bool = False
) -> Iterator[Comparison]:
    return comparison.comparisons(Question(program, subject, length=length), Store(), limits, whole)


def weigh(program: Program, subject: Subject, length: int | None, limits: Limits) -> Iterator[Weighed]:
    return factors.weigh(Question(program, subject, length=length), Store(), limits)


def known_endless(program: Program, subject: Subject, limits: Limits = DEFAULTS) -> endless.Endless:
    return endless.endless(Question(program, subject), Store(), limits)


def curve_of(
    program: Program,
    subject: Subject,
    length: int | None = None,
    limits: Limits = DEFAULTS,
    known: tuple[Number | None, ...] = (),
) -> curve.Curve:
    return curve.curve(Question(program, subject, length=length), Store(), limits, known)


def check_unknowns(
    program: Program,
    subject: Subject,
    epsilon: Epsilon,
    length: int | None,
    limits: Limits,
    others: Help = ALONE,
) -> Verdict:
    return unknowns.check(Question(program, subject, epsilon, length=length), Store(others), limits)


def bound_unknowns(program: Program, subject: Subject, length: int | None, limits: Limits) -> Finding:
    return unknowns.bound(Question(program, subject, length=length), Store(), limits)


def check_long(
    program: Program, subject: Subject, epsilon: Epsilon, length: int | None, limits: Limits
) -> Verdict | None:
    return unknowns.check_long(Question(program, subject, epsilon, length=length), Store(), limits)


def bound_long(program: Program, subject: Subject, length: int | None, limits: Limits) -> Finding | None:
    return unknowns.bound_long(Question(program, subject, length=length), Store(), limits)


def ends_of_series(
    program: Program, subject: Subject, length: int | None, limits: Limits, above: long_series.Above | None
) -> long_series.Ends | None:
    return long_series.ends(Question(program, subject, length=length), Store(), limits, above)
