"""Whole inputs, and when two of them are neighbors: the definition, word for word, tried on every pair.

Only for inputs without streams. The automaton of `neighbors` must allow exactly these pairs; `where` is decided
here in the first place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TypeAlias, assert_never

from faier.lang.claim import Each, Edges, One, Pairs, PerInput, Relation, Total, Where
from faier.lang.syntax import BoolType, Expression, Function, InputType, IntType, Parameter, StreamType, VectorType
from faier.lang.values import Sequence, Value
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.semantics.inputs import choices
from faier.semantics.leaves import count_of

Evaluate: TypeAlias = Callable[[Expression, Mapping[str, Value]], bool]
"""The truth of a predicate, given the values of its names."""

Inputs: TypeAlias = dict[str, Value]


def whole_pairs(
    relation: Relation, function: Function, evaluate: Evaluate | None = None, limits: Limits = DEFAULTS
) -> Iterator[tuple[Inputs, Inputs]]:
    """Every pair of neighboring inputs of a mechanism without streams."""
    every = wholes({parameter.name: input_type(parameter) for parameter in function.parameters}, limits)
    for left, right in product(every, repeat=2):
        limits.check()
        if holds(relation, function, left, right, evaluate):
            yield left, right


def holds(
    relation: Relation, function: Function, left: Inputs, right: Inputs, evaluate: Evaluate | None = None
) -> bool:
    """Whether two whole inputs are neighbors, left first."""
    parts = scopes(relation, function)
    related = {name for names, _ in parts for name in names}
    return all(same_input(left[name], right[name]) for name in left if name not in related) and all(
        _related(part, {n: left[n] for n in names}, {n: right[n] for n in names}, evaluate) for names, part in parts
    )


def scopes(relation: Relation, function: Function) -> tuple[tuple[tuple[str, ...], Relation], ...]:
    """The parts of a relation with the inputs that each is about. Public inputs, and inputs that a relation
    for each input does not name, are in none: they are equal."""
    private = tuple(parameter.name for parameter in function.parameters if not parameter.public)
    if isinstance(relation, PerInput):
        return tuple(((name,), part) for name, part in relation.relations if name in private)
    return ((private, relation),)


def input_type(parameter: Parameter) -> InputType:
    """The type of an input, of one arrival if it is a stream."""
    type_ = parameter.type.item if isinstance(parameter.type, StreamType) else parameter.type
    if not isinstance(type_, (IntType, BoolType, VectorType)):
        raise TypeError(f"{parameter.name} is not an input of a mechanism")
    return type_


def wholes(types: Mapping[str, InputType], limits: Limits) -> list[Inputs]:
    """Every value of the inputs, if their pairs are not more than the limit."""
    count = 1
    for type_ in types.values():
        count *= count_of(type_)
        if count * count > limits.pairs:
            raise LimitReached("pairs", f"there are more than {limits.pairs} pairs of inputs to try")
    return [dict(zip(types, row, strict=True)) for row in product(*map(choices, types.values()))]


def satisfying(
    relation: Where, scope: Mapping[str, InputType], evaluate: Evaluate | None, limits: Limits
) -> Iterator[tuple[Inputs, Inputs]]:
    """Every pair of values of the inputs in scope for which the predicate holds."""
    for left, right in product(wholes(scope, limits), repeat=2):
        limits.check()
        if _related(relation, left, right, evaluate):
            yield left, right


def listed(value: Value, scope: Mapping[str, InputType]) -> Inputs | None:
    """The inputs in scope that a listed whole input stands for; None if it is not one."""
    if len(scope) == 1:
        return dict.fromkeys(scope, value)
    if not isinstance(value, Sequence) or len(value.items) != len(scope):
        return None
    return dict(zip(scope, value.items, strict=True))


def same_input(left: Value, right: Value) -> bool:
    """Equality as inputs: whether a vector was written as a tuple or as a list does not matter."""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return len(left.items) == len(right.items) and all(map(same_input, left.items, right.items))
    return not isinstance(left, Sequence) and not isinstance(right, Sequence) and left == right


def _related(relation: Relation, left: Inputs, right: Inputs, evaluate: Evaluate | None) -> bool:
    """Whether the inputs in a relation's scope are related."""
    entries = [pair for name in left for pair in _entries(left[name], right[name])]
    changed = [(u, v) for u, v in entries if not same_input(u, v)]
    match relation:
        case Each(distance):
            return all(d <= distance for u, v in entries for d in _differences(u, v))
        case One(distance):
            return len(changed) == 1 and (distance is None or max(_differences(*changed[0])) <= distance)
        case Total(distance):
            return sum(d for u, v in entries for d in _differences(u, v)) <= distance
        case Edges(edges):
            both = [*edges, *((v, u) for u, v in edges)]
            return len(changed) == 1 and any(
                same_input(changed[0][0], u) and same_input(changed[0][1], v) for u, v in both
            )
        case Pairs(pairs):
            return any(same_input(_whole(left), x) and same_input(_whole(right), y) for x, y in pairs)
        case Where(first, second, predicate):
            if evaluate is None:
                raise TypeError("a predicate needs an evaluator")
            return evaluate(predicate, {first: _whole(left), second: _whole(right)})
        case PerInput():
            raise TypeError("a relation for each input cannot stand inside another")
        case _:
            assert_never(relation)


def _whole(inputs: Inputs) -> Value:
    """What `pairs` and `where` call a whole input."""
    values = tuple(inputs.values())
    return values[0] if len(values) == 1 else Sequence("tuple", values)


def _entries(left: Value, right: Value) -> list[tuple[Value, Value]]:
    """The entries of an input, both sides: a scalar itself, the items of a vector."""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return list(zip(left.items, right.items, strict=True))
    return [(left, right)]


def _differences(left: Value, right: Value) -> list[int]:
    """The absolute differences of all leaves."""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return [d for pair in zip(left.items, right.items, strict=True) for d in _differences(*pair)]
    if not isinstance(left, int) or not isinstance(right, int):
        raise TypeError(f"{left!r} and {right!r} are not inputs")
    return [abs(int(left) - int(right))]
