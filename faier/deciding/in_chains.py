"""A query whose records a prior draws as a Markov chain -> how the query is distributed given each secret.

The prior is followed by itself, and the query by itself; both are put together record by record, where following one
fed by the other would go through all pairs of their states, for each record that may be the secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration import along
from faier.calibration.along import Laws
from faier.calibration.chains import Found, chain_of, counted
from faier.calibration.known import Chain, Law, Missing, Point
from faier.deciding.comparison import ends, models, process_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.lang.syntax import For, Function, Name, StreamType, VectorType, Yield
from faier.lang.values import Value
from faier.limits import Limits
from faier.semantics.process import Process

Parameters = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Shown:
    """What draws the records of the one input, and shows them one by one, for each prior of the class."""

    parameters: tuple[Parameters, ...]
    processes: tuple[Process, ...]


def shown_by(query: Question, limits: Limits) -> Shown | Missing:
    function = query.mechanism
    if len(function.parameters) != 1 or not isinstance(function.parameters[0].type, VectorType | StreamType):
        return Missing("the input is no list of records")
    if query.unknown_reals:
        return Missing("the prior has unknown reals")
    found = [(parameters, model.process) for parameters, model in models(showing_records(query), Store(), limits)]
    if not all(ends(process) for _, process in found):
        return Missing("the prior may go on for ever")
    parameters, processes = zip(*found, strict=True)
    return Shown(parameters, processes)


def read_off(shown: Shown, limits: Limits) -> tuple[Found, ...] | Missing:
    """The chain that the records are, and which of them is secret, for each prior of the class."""
    found: list[Found] = []
    for process in shown.processes:
        one = chain_of(process, limits)
        if isinstance(one, Missing):
            return one
        found.append(one)
    return tuple(found)


def given_secrets(
    query: Question, chains: tuple[Found, ...], store: Store, limits: Limits
) -> Iterator[list[tuple[Value, Law]]] | None:
    """For each prior the query's distribution given each secret, where it reads the records of chains in order."""
    process = process_of(query, store, limits)
    known: list[tuple[Chain, Laws]] = []
    for one in chains:
        if all(chain != one.chain for chain, _ in known):
            laws = along.laws(process, one.chain, one.values, limits)
            if laws is None:
                return None
            known.append((one.chain, laws))

    def each() -> Iterator[list[tuple[Value, Law]]]:
        for one in chains:
            laws = next(laws for chain, laws in known if chain == one.chain)
            yield [(one.names[secret], law) for secret, law in _by_secret(one, laws).items()]

    return each()


def _by_secret(found: Found, laws: Laws) -> dict[int, Law]:
    """The query's distribution for each secret: a mixture of those for the values that mean it."""
    mixed: dict[int, dict[Point, fmpq]] = {}
    masses: dict[int, fmpq] = {}
    for secret, law, chance in zip(found.secrets, laws.given[found.record], laws.chances[found.record], strict=True):
        if secret is not None and law is not None:
            masses[secret] = masses.get(secret, fmpq(0)) + chance
            total = mixed.setdefault(secret, {})
            for point, part in law.items():
                total[point] = total.get(point, fmpq(0)) + chance * part
    return {secret: {point: part / masses[secret] for point, part in law.items()} for secret, law in mixed.items()}


def finite(query: Question, shown: Shown | Missing) -> Question | Missing:
    """The question with a list of so many records as the prior draws in place of a stream."""
    function = query.mechanism
    if not any(isinstance(item.type, StreamType) for item in function.parameters):
        return query
    if isinstance(shown, Missing):
        return Missing("the inputs are without end")
    counts = {count for process in shown.processes for count in counted(process)}
    if len(counts) != 1:
        return Missing("the prior does not always draw so many records")
    parameter = function.parameters[0]
    assert isinstance(parameter.type, StreamType)
    listed = replace(parameter, type=VectorType(parameter.type.item, counts.pop()))
    return with_mechanism(query, replace(function, parameters=(listed,)))


def showing_records(query: Question) -> Question:
    """The question with a mechanism that shows its one input, record by record."""
    function = query.mechanism
    record = Name(".record")
    body = (For(record, Name(function.parameters[0].name), (Yield(record),), ()),)
    return with_mechanism(query, replace(function, body=body, yields=True))


def with_mechanism(query: Question, function: Function) -> Question:
    """The question about another mechanism of that name."""
    functions = tuple(function if one.name == function.name else one for one in query.program.functions)
    return replace(query, program=replace(query.program, functions=functions))
