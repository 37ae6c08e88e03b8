"""A question about a mechanism with noise -> how its query is distributed on each side of what is compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration.optimum.silent import NoQueryError, silenced
from faier.deciding.comparison import models
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.with_delta import Compared, enumerated
from faier.engines.outputs.engine import Output, output_distribution
from faier.exact import Number, substitute
from faier.lang.syntax import StreamType
from faier.lang.values import Real, Value
from faier.limits import Limits
from faier.semantics.process import Ask

Point = Mapping[str, fmpq]
"""A value for each unknown real of the prior."""

Law = Mapping[fmpq, fmpq]


@dataclass(frozen=True)
class Sides:
    """The laws of the query on two sides; `found` says in the user's terms what they are given, at a `point`."""

    left: Law
    right: Law
    found: Compared
    point: Point


@dataclass(frozen=True)
class QueryLaws:
    """What a claim compares, of the query alone."""

    question: Question
    pairs: tuple[Compared, ...]

    def at(self, point: Point) -> Iterator[Sides]:
        """Each two laws once, where the unknown reals have these values."""
        seen: set[tuple[object, object]] = set()
        for pair in self.pairs:
            left, right = (_law(side, point) for side in (pair.more, pair.less))
            key = (frozenset(left.items()), frozenset(right.items()))
            if key not in seen and left != right:
                seen.add(key)
                yield Sides(left, right, pair, point)


def query_laws(question: Question, limits: Limits) -> QueryLaws:
    """`NoQueryError` where the query is not known, or is not one number with chances that can be listed."""
    if question.unknown_epsilon:
        raise NoQueryError("the epsilon of the claim is not known")
    streams = any(isinstance(item.type, StreamType) for item in question.mechanism.parameters)
    if question.prior is None and streams:
        raise NoQueryError("its inputs are streams, which cannot be listed")
    program = silenced(question.program, question.subject.mechanism)
    query = replace(question, program=program, length=None)
    found = []
    for pair in enumerated(query, Store(), limits):
        if isinstance(pair, str):
            raise NoQueryError(pair)
        found.append(pair)
    return QueryLaws(query, tuple(found))


@dataclass(frozen=True)
class Mean:
    """The law under the prior whatever the secret is, with these parameters, or with any others."""

    law: Law
    parameters: tuple[tuple[str, Value], ...]


def mean_law(laws: QueryLaws, point: Point, limits: Limits) -> Mean | None:
    """None where the claim is not about a prior, or about several, at this point, under which data differ."""
    query = laws.question
    if query.prior is None:
        return None
    here = tuple((name, Real(value, "fraction")) for name, value in point.items())
    found: list[Mean] = []
    for parameters, model in models(query, Store(), limits):
        if any(isinstance(state, Ask) for state in model.process.states):
            return None
        together: dict[fmpq, fmpq] = {}
        for _, weights in model.process.finals:
            for value, chance in _law(output_distribution(model.process, weights, {}, limits), point).items():
                together[value] = together.get(value, fmpq(0)) + chance
        mass = sum(together.values(), fmpq(0))
        found.append(Mean({value: chance / mass for value, chance in together.items()}, parameters + here))
        if found[0].law != found[-1].law:
            return None
    return found[0]


def _law(outputs: Mapping[Output, Number], point: Point) -> Law:
    found: dict[fmpq, fmpq] = {}
    for output, weight in outputs.items():
        chance = substitute(weight, point) if point else weight
        if not isinstance(chance, fmpq):
            raise NoQueryError("the chances of its values are no fractions")
        if chance:
            value = _number(output)
            found[value] = found.get(value, fmpq(0)) + chance
    return found


def _number(output: Output) -> fmpq:
    shown: tuple[Value, ...] = output.items
    match shown:
        case (int() as value,) if not isinstance(value, bool):
            return fmpq(value)
        case (Real(exact=fmpq() as value),):
            return value
    raise NoQueryError("what it shows is not one number")
