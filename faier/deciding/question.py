"""What is asked about a mechanism: one value, from the command line or a file to every engine."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import assert_never

from flint import fmpq

from faier.engines import Wanted
from faier.engines.verdict import Witness
from faier.exact import Epsilon, fraction_text
from faier.lang import parse
from faier.lang.claim import Budget, Claim, Concentrated, Measure, Renyi, Subject
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.syntax import INPUT_TYPES, Draw, Function, Parameter, StreamType
from faier.lang.vocabulary import VOCABULARY, Support
from faier.lang.walk import callees, expressions, parts, statements

ZERO = fmpq(0)


@dataclass(frozen=True)
class Question:
    """Whether a subject keeps to a budget; without an epsilon, which one is the least for this delta; without a delta,
    which one is the least for this epsilon.

    Where it is about another `measure`, there is no epsilon and that is promised. `length` is asked for (None: what is
    usual). `solver` and `interval`, factors to start from, are for the engine
    "smt"; `start` is an output that is known already, to go on from.
    """

    program: Program
    subject: Subject
    epsilon: Epsilon | None = None
    delta: fmpq | None = ZERO
    length: int | None = None
    engine: Wanted = "auto"
    solver: str = "z3"
    interval: tuple[fmpq, fmpq] | None = None
    measure: Measure | None = None
    start: Witness | None = None

    @property
    def compared(self) -> tuple[Subject, str, int | None]:
        """What is compared, as far as it can be seen: secrets that are equal for Python may be written differently."""
        return self.subject, self.subject.words, self.length

    @property
    def mechanism(self) -> Function:
        return self.program.function(self.subject.mechanism)

    @property
    def prior(self) -> Function | None:
        return None if self.subject.prior is None else self.program.function(self.subject.prior)

    @property
    def budget(self) -> Epsilon:
        """The epsilon of a question that has one."""
        assert self.epsilon is not None
        return self.epsilon

    @property
    def unknown_reals(self) -> tuple[str, ...]:
        """The prior's parameters that range over a continuum."""
        prior = self.prior
        return () if prior is None else tuple(item.name for item in prior.parameters if not is_finite(item))

    @property
    def unknown_epsilon(self) -> bool:
        """Whether it is about every epsilon of the file's, or of its own."""
        return self.program.epsilon_name is not None or bool(self.epsilon is not None and self.epsilon.unknowns)

    @property
    def parametric(self) -> bool:
        return self.unknown_epsilon or bool(self.unknown_reals)

    @property
    def draws_without_bounds(self) -> bool:
        """Whether the file draws from all integers, or reals, anywhere."""
        return self._draws("endless", "real")

    @property
    def of_streams(self) -> bool:
        """Whether inputs arrive one after the other."""
        return any(isinstance(item.type, StreamType) for item in self.mechanism.parameters)

    @property
    def draws_reals(self) -> bool:
        return self._draws("real")

    def _draws(self, *supports: Support) -> bool:
        """Whether the file has a draw of this kind anywhere."""
        return any(
            isinstance(part, Draw) and VOCABULARY[part.kind].support in supports
            for function in self.program.functions
            for statement in statements(function.body)
            for expression in expressions(statement)
            for part in parts(expression)
        )


def question_of(program: Program, claim: Claim) -> Question:
    match claim.promise:
        case Budget(epsilon=epsilon, delta=delta):
            return Question(about_one_epsilon(program, claim.subject, epsilon), claim.subject, epsilon, delta)
        case Renyi() | Concentrated():
            return Question(about_one_epsilon(program, claim.subject), claim.subject, measure=claim.promise)
        case _:
            assert_never(claim.promise)


def about_one_epsilon(program: Program, subject: Subject, epsilon: Epsilon | None = None) -> Program:
    """The program as one without an unknown epsilon, where neither what is claimed nor what runs mentions it."""
    name = program.epsilon_name
    if name is None or (epsilon is not None and epsilon.unknowns):
        return program
    word = re.compile(rf"\b{re.escape(name)}\b")
    names = {name, *(constant for constant, value in program.constants if word.search(repr(value)))}
    waiting, seen = [given for given in (subject.mechanism, subject.prior) if given is not None], set[str]()
    while waiting:
        function = program.function(waiting.pop())
        if function.name in seen:
            continue
        seen.add(function.name)
        if names & set(re.findall(r"\w+", repr(function))):
            return program
        waiting += callees(function)
    return replace(program, epsilon_name=None, epsilon_default=None)


def is_finite(parameter: Parameter) -> bool:
    return isinstance(parameter.type, INPUT_TYPES)


def given(question: Question, name: str, value: fmpq) -> Question | None:
    """The question with this value in place of the unknown epsilon; None where the file has none of its own."""
    program = question.program
    settings = dict(program.settings) | {name: fraction_text(value)}
    try:
        fixed = parse(program.source, program.path, settings, program.imports)
    except Rejected:
        return None
    return replace(question, program=fixed, epsilon=question.budget.substitute({name: value}))
