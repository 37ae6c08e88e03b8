"""Whole inputs, and when two of them are neighbors: the definition, word for word, tried on every pair.

Only for inputs without streams. The automaton of `neighbors` must allow exactly these pairs; `where` is decided
here in the first place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import prod
from typing import TypeAlias, assert_never

from faier.lang.claim import Added, Cell, Each, Edges, Moves, One, Pairs, PerInput, Relation, Total, Where
from faier.lang.syntax import (
    INPUT_TYPES,
    Expression,
    Function,
    InputType,
    Parameter,
    RecordsType,
    RecordType,
    StreamType,
    VectorType,
)
from faier.lang.values import Sequence, Value, same
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.semantics.inputs import as_input, choices
from faier.semantics.leaves import count_of, element_of, leaves_of, value_of

Evaluate: TypeAlias = Callable[[Expression, Mapping[str, Value]], bool]
"""The truth of a predicate, given the values of its names."""

Inputs: TypeAlias = dict[str, Value]


def whole_pairs(
    relation: Relation, function: Function, evaluate: Evaluate | None = None, limits: Limits = DEFAULTS
) -> Iterator[tuple[Inputs, Inputs]]:
    """Every pair of neighboring inputs of a mechanism without streams."""
    types = {parameter.name: input_type(parameter) for parameter in function.parameters}
    parts = scopes(relation, function)
    if any(isinstance(part, Pairs) for _, part in parts):
        yield from _of_parts(parts, types, evaluate, limits)
        return
    for left, right in product(wholes(types, limits), repeat=2):
        limits.check()
        if holds(relation, function, left, right, evaluate):
            yield left, right


def _of_parts(
    parts: tuple[tuple[tuple[str, ...], Relation], ...],
    types: Mapping[str, InputType],
    evaluate: Evaluate | None,
    limits: Limits,
) -> Iterator[tuple[Inputs, Inputs]]:
    """All pairs, put together of those of each part of a relation; inputs of which nothing is said are equal."""
    related = [name for names, _ in parts for name in names]
    equal = [(inputs, inputs) for inputs in wholes({n: t for n, t in types.items() if n not in related}, limits)]
    columns = [equal]
    for names, part in parts:
        scope = {name: types[name] for name in names}
        if isinstance(part, Pairs):
            columns.append(list(_listed_of(part, scope)))
            continue
        both = product(wholes(scope, limits), repeat=2)
        columns.append([(left, right) for left, right in both if _related(part, scope, left, right, evaluate)])
    if prod(map(len, columns)) > limits.pairs:
        raise LimitReached("pairs", f"there are more than {limits.pairs} pairs of inputs to try")
    for row in product(*columns):
        limits.check()
        left, right = ({name: value for pair in row for name, value in pair[side].items()} for side in (0, 1))
        yield {name: left[name] for name in types}, {name: right[name] for name in types}


def _listed_of(part: Pairs, types: Mapping[str, InputType]) -> Iterator[tuple[Inputs, Inputs]]:
    """The pairs that are listed, each once."""
    seen: set[tuple[tuple[tuple[int, ...], ...], ...]] = set()
    for pair in part.pairs:
        sides = [listed(side, types) for side in pair]
        leaves = [
            {} if side is None else {name: leaves_of(value, types[name]) for name, value in side.items()}
            for side in sides
        ]
        if not all(side.keys() == types.keys() and None not in side.values() for side in leaves):
            continue  # it is no input of the mechanism
        key = tuple(tuple(tuple((known or {}).values()) for known in side.values()) for side in leaves)
        if key not in seen:
            seen.add(key)
            left, right = (
                {name: value_of(types[name], known) for name, known in side.items() if known is not None}
                for side in leaves
            )
            yield left, right


def holds(
    relation: Relation, function: Function, left: Inputs, right: Inputs, evaluate: Evaluate | None = None
) -> bool:
    """Whether two whole inputs are neighbors, left first."""
    types = {parameter.name: _whole_type(parameter, left[parameter.name]) for parameter in function.parameters}
    left, right = _received(left, types), _received(right, types)
    parts = scopes(relation, function)
    related = {name for names, _ in parts for name in names}
    return all(same_input(left[name], right[name]) for name in left if name not in related) and all(
        _related(part, {name: types[name] for name in names}, left, right, evaluate) for names, part in parts
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
    if not isinstance(type_, INPUT_TYPES):
        raise TypeError(f"{parameter.name} is not an input of a mechanism")
    return type_


def _whole_type(parameter: Parameter, value: Value) -> InputType:
    """The type of an input as a whole: what arrived of a stream is a vector."""
    type_ = input_type(parameter)
    if isinstance(parameter.type, StreamType) and isinstance(value, Sequence):
        return VectorType(type_, len(value.items))
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
        if _related(relation, scope, left, right, evaluate):
            yield left, right


def listed(value: Value, scope: Mapping[str, InputType]) -> Inputs | None:
    """The inputs in scope that a listed whole input stands for; None if it is not one."""
    if len(scope) == 1:
        return dict.fromkeys(scope, value)
    if not isinstance(value, Sequence) or len(value.items) != len(scope):
        return None
    return dict(zip(scope, value.items, strict=True))


def same_input(left: Value, right: Value) -> bool:
    """Equality of values as mechanisms receive them: 1 is not True."""
    return same(left, right)


def _received(inputs: Inputs, types: Mapping[str, InputType]) -> Inputs:
    return {name: as_input(value, types[name]) for name, value in inputs.items()}


def _related(
    relation: Relation, types: Mapping[str, InputType], left: Inputs, right: Inputs, evaluate: Evaluate | None
) -> bool:
    """Whether the inputs in a relation's scope, which have these types, are related."""
    left, right = {name: left[name] for name in types}, {name: right[name] for name in types}
    counts = [(_count(left[name]), _count(right[name])) for name, type_ in types.items() if _is_records(type_)]
    if isinstance(relation, Each | One | Total | Edges) and any(one != other for one, other in counts):
        return False
    named = [(name, *pair) for name in types for pair in _entries(types[name], left[name], right[name])]
    entries = [(u, v) for _, u, v in named]
    changed = [(u, v) for u, v in entries if not same_input(u, v)]
    if isinstance(relation, Each | One | Total) and not all(
        _known_alike(element_of(types[name]), u, v) for name, u, v in named
    ):
        return False
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
                _is_listed(u, entry, element_of(types[name])) and _is_listed(v, other, element_of(types[name]))
                for name, entry, other in named
                if not same_input(entry, other)
                for u, v in both
            )
        case Pairs(pairs):
            return any(_is_whole(x, left, types) and _is_whole(y, right, types) for x, y in pairs)
        case Where(first, second, predicate, asked):
            if evaluate is None:
                raise TypeError("a predicate needs an evaluator")
            return evaluate(predicate if asked is None else asked, {first: _whole(left), second: _whole(right)})
        case Added():
            (name,) = types
            return _is_without_one(left[name], right[name]) or _is_without_one(right[name], left[name])
        case Moves(moves):
            ((name, type_),) = types.items()
            one, other = leaves_of(left[name], type_), leaves_of(right[name], type_)
            assert one is not None and other is not None
            changes = {cell: other[cell] - count for cell, count in one.items() if other[cell] != count}
            return any(changes in ({u: -1, **into}, {u: 1, **out}) for u, into, out in map(_both_ways, moves))
        case PerInput():
            raise TypeError("a relation for each input cannot stand inside another")
        case _:
            assert_never(relation)


def related_items(relation: One | Edges, item: InputType, left: Value, right: Value) -> bool:
    """Whether two lists are neighbors of which nothing differs but that one has the one item, and the other the
    other."""
    one, other = Sequence("list", (left,)), Sequence("list", (right,))
    return _related(relation, {"": VectorType(item, 1)}, {"": one}, {"": other}, None)


def _both_ways(edge: tuple[Cell, Cell | None]) -> tuple[Cell, dict[Cell, int], dict[Cell, int]]:
    """The first cell, and what becomes of the other one when it loses a record, and when it gets one."""
    u, v = edge
    return (u, {}, {}) if v is None else (u, {v: 1}, {v: -1})


def _known_alike(type_: InputType, left: Value, right: Value) -> bool:
    """Whether the public fields inside of two elements are equal."""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        match type_:
            case VectorType(item):
                return all(_known_alike(item, u, v) for u, v in zip(left.items, right.items, strict=True))
            case RecordType(_, fields, public):
                return all(
                    same_input(u, v) if known else _known_alike(field, u, v)
                    for field, known, u, v in zip(fields, public, left.items, right.items, strict=True)
                )
    return True


def _is_records(type_: InputType) -> bool:
    return isinstance(type_, RecordsType)


def _count(value: Value) -> int:
    assert isinstance(value, Sequence)
    return len(value.items)


def _is_without_one(shorter: Value, longer: Value) -> bool:
    """Whether one list is the other without one of its items."""
    assert isinstance(shorter, Sequence) and isinstance(longer, Sequence)
    return any(
        same_input(shorter, longer.holding((*longer.items[:at], *longer.items[at + 1 :])))
        for at in range(len(longer.items))
    )


def _whole(inputs: Inputs) -> Value:
    """What `pairs` and `where` call a whole input."""
    values = tuple(inputs.values())
    return values[0] if len(values) == 1 else Sequence("tuple", values)


def _is_whole(value: Value, inputs: Inputs, types: Mapping[str, InputType]) -> bool:
    """Whether a listed whole input stands for these inputs."""
    found = listed(value, types)
    return found is not None and all(
        leaves_of(given, types[name]) == leaves_of(inputs[name], types[name]) for name, given in found.items()
    )


def _is_listed(value: Value, entry: Value, element: InputType) -> bool:
    """Whether a listed value stands for an entry of the type; 0 is also False."""
    return leaves_of(value, element) == leaves_of(entry, element)


def _entries(type_: InputType, left: Value, right: Value) -> list[tuple[Value, Value]]:
    """The entries of an input, both sides: the items of a vector or of records, else the input itself."""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        if isinstance(type_, VectorType):
            return list(zip(left.items, right.items, strict=True))
        if isinstance(type_, RecordsType):
            return list(zip(left.items, right.items, strict=False))
    return [(left, right)]


def _differences(left: Value, right: Value) -> list[int]:
    """The absolute differences of all leaves."""
    if same(left, right):
        return [0]
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return [d for pair in zip(left.items, right.items, strict=True) for d in _differences(*pair)]
    if not isinstance(left, int) or not isinstance(right, int):
        raise TypeError(f"{left!r} and {right!r} are not inputs")
    return [abs(int(left) - int(right))]
