"""What the claims of a file are about, in values: what they say may name constants, which change elsewhere.

A claim is about more than another where it says what the other says and more: about greater distances, more pairs, more
secrets, inputs or parameters of a prior with more values. Where that cannot be told, it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from faier.lang import show, typed
from faier.lang.claim import Added, Cell, Each, Edges, Moves, One, Pairs, PerInput, Relation, Subject, Total, Where
from faier.lang.program import Program
from faier.lang.show_expression import ExpressionWriter
from faier.lang.syntax import (
    AnyRealType,
    BoolType,
    Function,
    IntType,
    Invoke,
    Name,
    OneOfType,
    Parameter,
    ProbabilityType,
    RealType,
    RecordsType,
    RecordType,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Value, show_value
from faier.lang.walk import callees, expressions, parts, statements, target_expressions

Texts: TypeAlias = tuple[str | None, str | None, str | None]
"""The texts of `neighbors=`, `prior=` and `pairs=`."""

Extent: TypeAlias = int | str | frozenset[tuple[str, str]] | None
"""How much a relation relates: a distance (None: any), a predicate, or the pairs that it lists."""


@dataclass(frozen=True)
class Meaning:
    """`relations` by the place of the input that they are about (None: all), with their kind."""

    inputs: tuple[Parameter, ...]
    relations: tuple[tuple[int | None, type[Relation], Extent], ...]
    prior: str
    unknowns: tuple[Parameter, ...]
    secrets: frozenset[tuple[str, str]] | None


def meanings(program: Program, mechanism: str) -> dict[Texts, Meaning]:
    """What the claims about a mechanism compare, by how they say it."""
    function = program.function(mechanism)
    inputs = tuple(replace(item, name="") for item in function.parameters)
    subjects = [claim.subject for claim in program.claims if claim.subject.mechanism == mechanism]
    return {
        (subject.neighbors, subject.prior, subject.pairs_text): Meaning(
            inputs=inputs,
            relations=() if subject.relation is None else tuple(_related(program, function, subject.relation)),
            prior="" if subject.prior is None else _text_of(program, subject.prior),
            unknowns=() if subject.prior is None else program.function(subject.prior).parameters,
            secrets=_secrets(subject),
        )
        for subject in subjects
    }


def covers(more: Meaning, less: Meaning) -> bool:
    """Whether whoever is compared by `less` is certainly compared by `more` too."""
    return (
        _wider(more.inputs, less.inputs)
        and [item[:2] for item in more.relations] == [item[:2] for item in less.relations]
        and all(_reaches(a[2], b[2]) for a, b in zip(more.relations, less.relations, strict=True))
        and more.prior == less.prior
        and _wider(more.unknowns, less.unknowns)
        and (more.secrets is None or (less.secrets is not None and more.secrets >= less.secrets))
    )


def _reaches(more: Extent, less: Extent) -> bool:
    if isinstance(more, int) and isinstance(less, int):
        return more >= less
    if isinstance(more, frozenset) and isinstance(less, frozenset):
        return more >= less
    return more is None or more == less


def _wider(more: tuple[Parameter, ...], less: tuple[Parameter, ...]) -> bool:
    alike = [(item.name, item.public) for item in more] == [(item.name, item.public) for item in less]
    return alike and all(_includes(a.type, b.type) for a, b in zip(more, less, strict=True))


def _includes(more: Type | None, less: Type | None) -> bool:
    match more:
        case IntType(low, high):
            if isinstance(less, OneOfType):
                return all(typed.fits(value, more) for value in less.values)
            return isinstance(less, IntType) and low <= less.low and less.high <= high
        case OneOfType():
            values = _values(less)
            return values is not None and all(typed.fits(value, more) for value in values)
        case RealType(low, high):
            return isinstance(less, RealType) and bool(low <= less.low and less.high <= high)
        case VectorType(item, length):
            return isinstance(less, VectorType) and length == less.length and _includes(item, less.item)
        case RecordType(shape, fields, public):
            return (
                isinstance(less, RecordType)
                and (less.shape, less.public) == (shape, public)
                and all(map(_includes, fields, less.fields))
            )
        case RecordsType(item, most):
            return isinstance(less, RecordsType) and less.most <= most and _includes(item, less.item)
        case StreamType(item):
            return isinstance(less, StreamType) and _includes(item, less.item)
        case BoolType() | ProbabilityType() | AnyRealType() | None:
            return more == less
        case _:
            assert_never(more)


def _values(declared: Type | None) -> Iterable[Value] | None:
    """The values of a type, where they are no sequences."""
    match declared:
        case OneOfType(values):
            return values
        case BoolType():
            return (False, True)
        case IntType(low, high):
            return range(low, high + 1)
    return None


def _related(
    program: Program, function: Function, relation: Relation, place: int | None = None
) -> Iterable[tuple[int | None, type[Relation], Extent]]:
    extent: Extent
    match relation:
        case PerInput(relations):
            places = {item.name: at for at, item in enumerate(function.parameters)}
            for name, inner in sorted(relations, key=lambda item: places[item[0]]):
                yield from _related(program, function, inner, places[name])
            return
        case Each(distance) | One(distance) | Total(distance):
            extent = distance
        case Edges(pairs):
            extent = _listed((*pairs, *((right, left) for left, right in pairs)))
        case Pairs(pairs):
            extent = _listed(pairs)
        case Added():
            extent = None
        case Moves(moves):
            extent = frozenset(_ends(u, v) for u, v in moves)
        case Where(asked=Invoke(function=helper)):
            extent = _text_of(program, helper)
        case Where(left, right, predicate):
            named = {part.name for part in parts(predicate) if isinstance(part, Name)}
            constants = [f"{name} = {show_value(value)}" for name, value in program.constants if name in named]
            text = ExpressionWriter(lambda word: word).write(predicate)
            extent = "\n".join([*constants, f"lambda {left}, {right}: {text}"])
        case _:
            assert_never(relation)
    yield place, type(relation), extent


def _ends(u: Cell, v: Cell | None) -> tuple[str, str]:
    """The same for both directions."""
    one, other = sorted((str(u), str(v)))
    return one, other


def _secrets(subject: Subject) -> frozenset[tuple[str, str]] | None:
    """In both directions, as they count."""
    pairs = subject.pairs
    return None if pairs is None else _listed((*pairs, *((right, left) for left, right in pairs)))


def _listed(pairs: Iterable[tuple[Value, Value]]) -> frozenset[tuple[str, str]]:
    return frozenset((show_value(left), show_value(right)) for left, right in pairs)


def _text_of(program: Program, name: str) -> str:
    """A prior or a helper, what it calls, and the constants that are named there; types of parameters aside."""
    known: Mapping[str, Function] = {function.name: function for function in program.functions}
    called, waiting = {name}, [name]
    while waiting:
        fresh = set(callees(known[waiting.pop()])) - called
        called |= fresh
        waiting += fresh
    functions = tuple(replace(function, doc=None) for function in program.functions if function.name in called)
    named = {part for function in functions for part in _named(function)}
    constants = tuple((name, value) for name, value in program.constants if name in named)
    plain = tuple(
        replace(function, parameters=tuple(replace(item, type=BoolType()) for item in function.parameters))
        if function.kind == "prior"
        else function
        for function in functions
    )
    return show(replace(program, doc=None, constants=constants, functions=plain, claims=()))


def _named(function: Function) -> Iterable[str]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from (part.name for part in parts(expression) if isinstance(part, Name))
