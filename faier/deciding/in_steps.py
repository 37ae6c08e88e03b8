"""A question about Laplace noise on a sum over records that a prior draws in steps which are all alike -> the step.

Nothing is followed for each of the steps, nor for each of those that may be the secret: one is, for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from flint import fmpq

from faier.calibration.added_last import concerned
from faier.calibration.known import Law
from faier.calibration.separated import Separated
from faier.calibration.sums import exactly
from faier.calibration.sums.kernel import Kernel, Open, kernel
from faier.calibration.sums.query import Query, query
from faier.calibration.sums.steady import Steady, hidden_in, steady
from faier.deciding.question import Question, is_finite
from faier.exact import unknown
from faier.lang.syntax import INPUT_TYPES, Assume, Function, Secret
from faier.lang.values import Real, Value
from faier.lang.walk import statements
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.inputs import choices
from faier.semantics.process import Process

Parameters = tuple[tuple[str, Value], ...]

# Sums with more values than this are bounded and not listed.
LISTED = 128
# So many chains are looked at.
CLASSES = 64


@dataclass(frozen=True)
class Stepped:
    """The steps of a prior with values of its parameters but for the one that says which is secret, and the sum."""

    given: Parameters
    steps: Steady
    kernel: Kernel
    query: Query

    @property
    def values(self) -> int:
        """The sum has hardly more values than this."""
        return self.steps.count * max(self.kernel.reach, 1)

    @property
    def short(self) -> bool:
        """Whether all values of the sum can be listed for each step."""
        return self.values <= LISTED

    def at(self, step: int) -> Parameters:
        """The parameters that make this step the secret one."""
        return (*self.given, (self.steps.hidden, step))

    def laws(self, limits: Limits) -> Iterator[tuple[Parameters, list[tuple[Value, Law]]]]:
        """What the sum is given each secret, for each step that may be it."""
        every = exactly.laws(self.kernel, self.steps.count, self.query.offset, limits)
        for step, given in enumerate(islice(every, self.steps.high + 1)):
            if step >= self.steps.low:
                yield self.at(step), given


@dataclass(frozen=True)
class InBox:
    """The same, where unknown reals are left; `process` has what must be a chance, and positive, for all of them."""

    given: Parameters
    steps: Steady
    chain: Open
    query: Query
    process: Process

    def at(self, values: Mapping[str, fmpq]) -> Stepped:
        known = tuple((name, Real(value, "fraction")) for name, value in values.items())
        return Stepped((*self.given, *known), self.steps, self.chain.at(values), self.query)


def in_steps(question: Question, found: Separated, limits: Limits) -> list[Stepped] | None:
    """One for each chain of the class; None where the mechanism or the prior is not seen to be of this kind."""
    read = None if question.unknown_reals else in_boxes(question, found, limits)
    return None if read is None else [one.at({}) for one in read]


def in_boxes(question: Question, found: Separated, limits: Limits) -> list[InBox] | None:
    """The same, where the prior may have unknown reals."""
    prior = question.prior
    assert prior is not None
    if any(
        isinstance(one, Secret | Assume)
        for function in concerned(question.program, prior.name)
        if function.name != prior.name
        for one in statements(function.body)
    ):
        return None
    sum_ = query(found.program, question.subject.mechanism, limits)
    if sum_ is None:
        return None
    stepped: list[InBox] = []
    left = {name: Real(unknown(name), "symbolic") for name in question.unknown_reals}
    hidden = hidden_in(prior)
    for given in () if hidden is None else _given(prior, hidden):
        steps = steady(found.program, prior, left | dict(given))
        if steps is None or len(stepped) == CLASSES:
            return None
        process = explore(steps.endless, prior.name, limits)
        chain = kernel(process, sum_.worth, limits) if isinstance(process, Process) else None
        if chain is None:
            return None
        assert isinstance(process, Process)
        stepped.append(InBox(given, steps, chain, sum_, process))
    return stepped or None


def _given(prior: Function, hidden: str) -> Iterator[Parameters]:
    others = [item for item in prior.parameters if item.name != hidden and is_finite(item)]
    values = [choices(item.type) if isinstance(item.type, INPUT_TYPES) else () for item in others]
    for combination in product(*values):
        yield tuple((item.name, value) for item, value in zip(others, combination, strict=True))
