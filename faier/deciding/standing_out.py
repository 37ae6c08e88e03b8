"""Neighboring inputs that stand out: few records or many, at the ends of what they may be, and one of them, or all, as
far away as the relation lets them be.

They are made from the types, so it takes no time where there are very many inputs; whether they are neighbors is asked
of the definition (`hmm/wholes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import Literal as Either
from typing import TypeAlias, TypeVar

from faier.deciding.opposed import opposed
from faier.hmm.wholes import Inputs, holds, input_type, scopes
from faier.lang.claim import Added, Each, Edges, One, PerInput, Relation, Total
from faier.lang.program import Program
from faier.lang.syntax import (
    BoolType,
    Compare,
    Function,
    InputType,
    IntType,
    Literal,
    Name,
    OneOfType,
    RecordsType,
    RecordType,
    VectorType,
)
from faier.lang.values import Sequence, Value
from faier.lang.walk import expressions, parts, statements
from faier.semantics.leaves import element_of, leaves_of, places_of, value_of

Two: TypeAlias = tuple[Inputs, Inputs]
Types: TypeAlias = dict[str, InputType]
Item = TypeVar("Item")

# Which value of a type is meant: the one of this number, going round; or the last one.
LAST = -1

How: TypeAlias = Either["low", "high", "halves", "all kinds"]
"""Which values entries have: the first or the last one, the first ones the first and others the last one, or each the
next one."""

# How many records there are, and what they are.
BASES: tuple[tuple[int, How], ...] = (
    (0, "low"),
    (3, "all kinds"),
    (5, "halves"),
    (1, "high"),
    (5, "all kinds"),
    (2, "low"),
    (8, "all kinds"),
)

# The same of nearly all records that there may be, as far as it does not take time to go through them.
LARGE: tuple[How, ...] = ("low", "halves", "all kinds")
MOST = 150

# So many numbers that the file compares something with are taken for how many records there might be to tell.
LIMITS = 4

# Which values the record gets that differs, the most telling one first.
OTHERS = (LAST, 0, 1, 2)

# Inputs of which a list is so long are not made: it takes time to follow one.
LONG = 2_000


def standing_out(relation: Relation, program: Program, function: Function, large: bool = False) -> Iterator[Two]:
    """Neighbors, those first that seem to tell most; there may be none. Where inputs of many records are asked for,
    there are none of which some numbers go one way and others the other way."""
    types = {parameter.name: input_type(parameter) for parameter in function.parameters}
    if any(isinstance(type_, VectorType) and type_.length > LONG for type_ in types.values()):
        return
    seen: set[str] = set()
    few: list[tuple[int, How]] = [(limit - less, "high") for limit in _limits(program, types) for less in (1, 0)]
    size = min(_most(types) - 1, MOST) if large else 0
    many: list[tuple[int, How]] = [(size, how) for how in LARGE if size > max(size for size, _ in BASES)]
    bases = (*BASES[:1], *many[:1], *BASES[1:], *many[1:], *few)
    ends = _in_turn(_around(relation, function, types, *base) for base in bases)
    for left, right in ends if large else _in_turn((_apart(relation, program, function, types), ends)):
        if left == right or repr((left, right)) in seen or not (_are(left, types) and _are(right, types)):
            continue
        if holds(relation, function, left, right):
            seen.add(repr((left, right)))
            yield left, right


def _are(inputs: Inputs, types: Types) -> bool:
    """Whether they are of the types: what edges lead to need not be."""
    return all(leaves_of(inputs[name], type_) is not None for name, type_ in types.items())


def _most(types: Types) -> int:
    """So many records there may be."""
    return max((type_.most for type_ in types.values() if isinstance(type_, RecordsType)), default=0)


def _limits(program: Program, types: Types) -> list[int]:
    """Numbers that something is compared with, as far as there may be so many records: `if len(rows) < 30`."""
    most = _most(types)
    constants = dict(program.constants)
    found: dict[int, None] = {}
    for function in program.functions:
        for statement in statements(function.body):
            for part in (part for whole in expressions(statement) for part in parts(whole)):
                for operand in part.operands if isinstance(part, Compare) else ():
                    number = constants.get(operand.name) if isinstance(operand, Name) else None
                    number = operand.value if isinstance(operand, Literal) else number
                    if type(number) is int and 1 < number <= most:
                        found[number] = None
    return list(found)[:LIMITS]


def _in_turn(many: Iterable[Iterator[Item]]) -> Iterator[Item]:
    """The first of each, then the second of each, and so on."""
    for row in zip_longest(*many):
        yield from (item for item in row if item is not None)


def _around(relation: Relation, function: Function, types: Types, size: int, how: How) -> Iterator[Two]:
    inputs = {name: _whole(type_, size, how) for name, type_ in types.items()}
    parts = [(part, {name: types[name] for name in names}) for names, part in scopes(relation, function)]
    changes = [_changed(part, scope, inputs) for part, scope in parts if not isinstance(part, PerInput)]
    for row in zip_longest(*(islice(change, len(OTHERS)) for change in changes)):
        left, right = dict(inputs), dict(inputs)
        for one in row:
            if one is not None:
                left |= one[0]
                right |= one[1]
        yield left, right


def _apart(relation: Relation, program: Program, function: Function, types: Types) -> Iterator[Two]:
    """Inputs of which some numbers go one way and others the other way."""
    inputs = {name: _whole(type_, 0, "low") for name, type_ in types.items()}
    parts = [(part, {name: types[name] for name in names}) for names, part in scopes(relation, function)]
    changes = [opposed(part, scope, program) for part, scope in parts if not isinstance(part, PerInput)]
    yield from ((inputs | left, inputs | right) for left, right in _in_turn(changes))


def _whole(type_: InputType, size: int, how: How) -> Value:
    match type_:
        case RecordsType(item, most):
            length = min(size, most)
        case VectorType(item, length):
            pass
        case _:
            return _value(type_, _number(0, 1, how))
    return Sequence("list", tuple(_value(item, _number(at, length, how)) for at in range(length)))


def _number(at: int, length: int, how: How) -> int:
    match how:
        case "low":
            return 0
        case "high":
            return LAST
        case "halves":
            return 0 if at < length // 2 else LAST
        case "all kinds":
            return at


def _value(type_: InputType, number: int) -> Value:
    match type_:
        case IntType(low, high):
            return high if number == LAST else low + number % (high - low + 1)
        case BoolType():
            return number == LAST or number % 2 == 1
        case OneOfType(values):
            return values[number if number == LAST else number % len(values)]
        case VectorType(item, length):
            return Sequence("list", (_value(item, number),) * length)
        case RecordType(fields=fields):
            return type_.made(_value(field, number) for field in fields)
        case RecordsType():
            raise TypeError("records are an input of their own")


def _changed(relation: Relation, types: Types, inputs: Inputs) -> Iterator[Two]:
    """What the inputs that a relation is about may be on both sides."""
    for name, type_ in types.items():
        value, element = inputs[name], element_of(type_)
        items = value.items if isinstance(type_, VectorType | RecordsType) and isinstance(value, Sequence) else None
        match relation:
            case Added() if isinstance(type_, RecordsType) and items is not None:
                for number in OTHERS:
                    yield {name: value}, {name: Sequence("list", (*items, _value(element, number)))}
            case One(distance) | Total(distance):
                for at in _ends(items):
                    for other in _others(element, value if items is None else items[at], distance):
                        yield {name: value}, {name: _with(value, at, other)}
            case Edges(edges):
                for one, other in edges:
                    for at in _ends(items):
                        yield {name: _with(value, at, one)}, {name: _with(value, at, other)}
    if isinstance(relation, Each):
        for step in (relation.distance, -relation.distance):
            yield inputs, inputs | {name: _shifted(type_, inputs[name], step, None) for name, type_ in types.items()}


def _ends(items: tuple[Value, ...] | None) -> tuple[int, ...]:
    """Where an entry is changed: the first and the last one."""
    if items is None:
        return (0,)
    return tuple(dict.fromkeys((0, len(items) - 1))) if items else ()


def _with(value: Value, at: int, other: Value) -> Value:
    if not isinstance(value, Sequence) or value.kind != "list":
        return other
    return Sequence("list", (*value.items[:at], other, *value.items[at + 1 :]))


def _others(type_: InputType, value: Value, distance: int | None) -> Iterator[Value]:
    """What an entry may be in place of this value."""
    if distance is None:
        found = [_value(type_, number) for number in OTHERS]
    else:
        paths = leaves_of(value, type_) or {}
        found = [_shifted(type_, value, step, path) for path in paths for step in (distance, -distance)]
    yield from (other for other in found if other != value)


def _shifted(type_: InputType, value: Value, step: int, path: tuple[int, ...] | None) -> Value:
    """The value with numbers in it that are greater by so much, as far as the type has them: all, or the one at a
    path."""
    leaves = leaves_of(value, type_)
    if leaves is None:
        return value
    for place in places_of("", type_):
        if not place.flag and (path is None or place.path == path) and not isinstance(place.domain, OneOfType):
            leaves[place.path] = min(max(leaves[place.path] + step, place.values()[0]), place.values()[-1])
    return value_of(type_, leaves)
