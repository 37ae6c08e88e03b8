"""What a variable can hold, as far as lists matter: a scalar, a tuple, a list, and what is in it.

`ANY` says that nothing is known; whatever reads a kind must then expect a list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from faier.lang.syntax import (
    BoolType,
    IntType,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Sequence, Value


class Plain(Enum):
    NOTHING = 0  # no value has been seen
    SCALAR = 1  # a number, a Boolean, a label
    ANY = 2


@dataclass(frozen=True)
class Many:
    """A sequence; `lists` says whether it can be a list."""

    item: Kind
    lists: bool


@dataclass(frozen=True)
class Record:
    """A tuple of known length."""

    items: tuple[Kind, ...]


Kind: TypeAlias = Plain | Many | Record

NOTHING, SCALAR, ANY = Plain.NOTHING, Plain.SCALAR, Plain.ANY

# Kinds nested deeper, and tuples longer than this, are taken together.
DEEPEST = 5
LONGEST = 8


def join(a: Kind, b: Kind) -> Kind:
    """The least kind that covers both."""
    if a == b or b == NOTHING:
        return a
    if a == NOTHING:
        return b
    if isinstance(a, Record) and isinstance(b, Record) and len(a.items) == len(b.items):
        return Record(tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True)))
    if isinstance(a, Plain) or isinstance(b, Plain):
        return ANY
    left, right = as_many(a), as_many(b)
    return Many(join(left.item, right.item), left.lists or right.lists)


def joined(kinds: Iterable[Kind], start: Kind = NOTHING) -> Kind:
    """The least kind that covers all."""
    for kind in kinds:
        start = join(start, kind)
    return start


def item_of(kind: Kind) -> Kind:
    """What iterating gives."""
    if isinstance(kind, Plain):
        return ANY if kind is ANY else NOTHING
    return as_many(kind).item


def holds_list(kind: Kind) -> bool:
    """Whether a value of the kind can be a list or have one inside."""
    match kind:
        case Many(item=item, lists=lists):
            return lists or holds_list(item)
        case Record(items=items):
            return any(map(holds_list, items))
    return kind is ANY


def is_list(kind: Kind) -> bool:
    """Whether a value of the kind can itself be a list."""
    return kind is ANY or (isinstance(kind, Many) and kind.lists)


def component(kind: Kind, position: int, count: int) -> Kind:
    """What one of `count` names gets when the value is unpacked."""
    if isinstance(kind, Record) and len(kind.items) == count:
        return kind.items[position]
    return item_of(kind)


def as_many(kind: Many | Record) -> Many:
    return kind if isinstance(kind, Many) else Many(joined(kind.items), False)


def stored(kind: Kind, depth: int, item: Kind) -> Kind:
    """The kind after an item at this depth was replaced."""
    if depth == 0:
        return join(kind, item)
    if isinstance(kind, Plain):
        return kind
    many = as_many(kind)
    return Many(stored(many.item, depth - 1, item), many.lists)


def combined(a: Kind, b: Kind) -> Kind:
    """The kind of a sum, or of a sequence times a number."""
    if a == SCALAR and isinstance(b, Many | Record):
        return as_many(b)
    if b == SCALAR and isinstance(a, Many | Record):
        return as_many(a)
    if isinstance(a, Many | Record) and isinstance(b, Many | Record):
        return join(as_many(a), as_many(b))
    return join(a, b)


def cut(kind: Kind, depth: int) -> Kind:
    if isinstance(kind, Plain):
        return kind
    if depth == 0:
        return ANY
    if isinstance(kind, Many):
        return Many(cut(kind.item, depth - 1), kind.lists)
    return Record(tuple(cut(item, depth - 1) for item in kind.items))


def of_value(value: Value) -> Kind:
    if not isinstance(value, Sequence):
        return SCALAR
    items = [of_value(item) for item in value.items]
    if value.kind == "tuple" and len(items) <= LONGEST:
        return cut(Record(tuple(items)), DEEPEST)
    return cut(Many(joined(items), value.kind == "list"), DEEPEST)


def of_type(declared: Type | None) -> Kind:
    match declared:
        case VectorType(item=item):
            return Many(of_type(item), True)
        case StreamType(item=item):
            return Many(of_type(item), False)
        case IntType() | BoolType():
            return SCALAR
    return SCALAR
