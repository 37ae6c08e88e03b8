"""Inputs as wholes: entry by entry as a process reads them, and which secrets a claim names."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from faier.hmm.wholes import input_type
from faier.lang.syntax import (
    Function,
    InputType,
    ProbabilityType,
    RealType,
    RecordsType,
    RecordType,
    VectorType,
)
from faier.lang.values import Real, Sequence, Value, same
from faier.semantics.leaves import FLAG
from faier.semantics.process import Entry


def entries(function: Function, inputs: Mapping[str, Value]) -> dict[Entry, Value]:
    """Whole inputs, entry by entry; of records also whether they are there."""
    found: dict[Entry, Value] = {}

    def enter(name: str, value: Value, type_: InputType, path: tuple[int, ...]) -> None:
        match type_, value:
            case RecordsType(item, most), Sequence():
                for at in range(most):
                    found[Entry(name, (FLAG, at))] = at < len(value.items)
                for at, part in enumerate(value.items):
                    enter(name, part, item, (at,))
            case VectorType(item), Sequence():
                for at, part in enumerate(value.items):
                    enter(name, part, item, (*path, at))
            case RecordType(_, fields), Sequence():
                for at, part in enumerate(value.items):
                    enter(name, part, fields[at], (*path, at))
            case _:
                found[Entry(name, path or None)] = value

    for parameter in function.parameters:
        if parameter.name in inputs:
            enter(parameter.name, inputs[parameter.name], input_type(parameter), ())
    return found


def any_values(prior: Function) -> tuple[tuple[str, Value], ...]:
    """Values for the prior's unknown reals: nothing that is compared depends on them."""
    return tuple(
        (item.name, Real(item.type.low if isinstance(item.type, RealType) else fmpq(1, 2), "fraction"))
        for item in prior.parameters
        if isinstance(item.type, RealType | ProbabilityType)
    )


def listed(one: Value, other: Value, pairs: tuple[tuple[Value, Value], ...] | None) -> bool:
    """Whether the claim compares these secrets."""
    return pairs is None or any(
        (same(one, a) and same(other, b)) or (same(one, b) and same(other, a)) for a, b in pairs
    )
