"""What a variable can hold, as far as lists matter: a scalar, a tuple, a list, and what is in it.

`ANY` says that nothing is known; whatever reads a kind must then expect a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from faier.lang.comparing import pairs_of
from faier.lang.containers import made_by
from faier.lang.records import is_member
from faier.lang.syntax import (
    BoolType,
    IntType,
    OneOfType,
    RecordsType,
    RecordType,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Sequence, Shape, Value


class Plain(Enum):
    NOTHING = 0  # no value has been seen
    SCALAR = 1  # a number, a Boolean, a label
    ANY = 2


@dataclass(frozen=True)
class Many:
    """A sequence or a record; `lists` says whether it can be a list, or a record that can change."""

    item: Kind
    lists: bool


@dataclass(frozen=True)
class Table:
    """A dictionary with such values: its keys hold no list. `grows`: it can be a defaultdict."""

    item: Kind
    grows: bool = False


@dataclass(frozen=True)
class Record:
    """A tuple of known length, or a record with a name for each item; `changing` says whether it can change."""

    items: tuple[Kind, ...]
    names: tuple[str, ...] = ()
    changing: bool = False


Kind: TypeAlias = Plain | Many | Record | Table

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
    if isinstance(a, Record) and isinstance(b, Record) and _alike(a, b):
        return replace(a, items=tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True)))
    if isinstance(a, Plain) or isinstance(b, Plain):
        return ANY
    if isinstance(a, Table) and isinstance(b, Table):
        return Table(join(a.item, b.item), a.grows or b.grows)
    left, right = as_many(a), as_many(b)
    return Many(join(left.item, right.item), left.lists or right.lists)


def _alike(a: Record, b: Record) -> bool:
    return (len(a.items), a.names, a.changing) == (len(b.items), b.names, b.changing)


def joined(kinds: Iterable[Kind], start: Kind = NOTHING) -> Kind:
    """The least kind that covers all."""
    for kind in kinds:
        start = join(start, kind)
    return start


def item_of(kind: Kind) -> Kind:
    """What iterating gives."""
    if isinstance(kind, Table):
        return SCALAR
    return element_of(kind)


def element_of(kind: Kind) -> Kind:
    """What is inside: of a dictionary its values."""
    if isinstance(kind, Plain):
        return ANY if kind is ANY else NOTHING
    return kind.item if isinstance(kind, Table) else as_many(kind).item


def values_in(pairs: Kind) -> Kind:
    """What the values of a dictionary made of such pairs are."""
    return pairs.item if isinstance(pairs, Table) else component(item_of(pairs), 1, 2)


def holds_list(kind: Kind) -> bool:
    """Whether a value of the kind can be a list (a dictionary, a set: what can change) or have one inside."""
    match kind:
        case Many(item=item, lists=lists):
            return lists or holds_list(item)
        case Record(items=items, changing=changing):
            return changing or any(map(holds_list, items))
        case Table():
            return True
    return kind is ANY


def is_list(kind: Kind) -> bool:
    """Whether a value of the kind can itself be changed in place."""
    return kind is ANY or isinstance(kind, Table) or (isinstance(kind, Many) and kind.lists)


def component(kind: Kind, position: int, count: int) -> Kind:
    """What one of `count` names gets when the value is unpacked."""
    if isinstance(kind, Record) and len(kind.items) == count:
        return kind.items[position]
    return item_of(kind)


def as_many(kind: Many | Record | Table) -> Many:
    match kind:
        case Many():
            return kind
        case Record(items=items, changing=changing):
            return Many(joined(items), changing)
        case Table(item=item):
            return Many(join(item, SCALAR), True)


def stored(kind: Kind, path: tuple[str | None, ...], item: Kind) -> Kind:
    """The kind after an item was replaced; the path to it has the names of fields, and None for an index."""
    if not path:
        return join(kind, item)
    if isinstance(kind, Plain):
        return kind
    if isinstance(kind, Record) and path[0] in kind.names:
        at = kind.names.index(path[0])
        return replace(kind, items=(*kind.items[:at], stored(kind.items[at], path[1:], item), *kind.items[at + 1 :]))
    if isinstance(kind, Table):
        return Table(stored(kind.item, path[1:], item), kind.grows)
    many = as_many(kind)
    return Many(stored(many.item, path[1:], item), many.lists)


def field_of(kind: Kind, name: str) -> Kind:
    """What a field of this name holds."""
    if isinstance(kind, Record) and name in kind.names:
        return kind.items[kind.names.index(name)]
    return item_of(kind)


def of_record(shape: Shape, items: tuple[Kind, ...]) -> Kind:
    """A record of the class. The place of an object is as good as a number: what the object holds stands elsewhere."""
    if shape.placed:
        return SCALAR
    if len(items) > LONGEST:
        return Many(joined(items), changes(shape))
    return Record(items, shape.fields, changes(shape))


def combined(a: Kind, b: Kind) -> Kind:
    """The kind of a sum, or of a sequence times a number. A record that can change is none: what its class says of
    operators is a call."""
    if isinstance(a, Record) and a.changing:
        return NOTHING
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
    if isinstance(kind, Table):
        return Table(cut(kind.item, depth - 1), kind.grows)
    if isinstance(kind, Many):
        return Many(cut(kind.item, depth - 1), kind.lists)
    return replace(kind, items=tuple(cut(item, depth - 1) for item in kind.items))


def of_value(value: Value) -> Kind:
    if not isinstance(value, Sequence) or is_member(value):
        return SCALAR
    if value.kind == "dict":
        grows = isinstance(value.of, str) and value.of != "Counter"
        made = of_value(made_by(str(value.of))) if grows else NOTHING
        values = joined((of_value(item) for _, item in pairs_of(value)), made)
        return cut(Table(values, grows), DEEPEST)
    items = [of_value(item) for item in value.items]
    if value.kind == "tuple" and len(items) <= LONGEST:
        return cut(Record(tuple(items)), DEEPEST)
    if isinstance(value.of, Shape):
        return cut(of_record(value.of, tuple(items)), DEEPEST)
    return cut(Many(joined(items), value.kind not in ("tuple", "frozenset", "range", "bytes")), DEEPEST)


def changes(shape: Shape) -> bool:
    """Whether records of the class can change."""
    fields = _CHANGED.get()
    return shape.kind in ("dataclass", "class") and (fields is None or not fields.isdisjoint(shape.fields))


@contextmanager
def only_changed(fields: frozenset[str]) -> Iterator[None]:
    """Nothing changes what is in fields of other names than these."""
    token = _CHANGED.set(fields)
    try:
        yield
    finally:
        _CHANGED.reset(token)


_CHANGED: ContextVar[frozenset[str] | None] = ContextVar("changed", default=None)


def of_type(declared: Type | None) -> Kind:
    match declared:
        case VectorType(item=item) | RecordsType(item=item):
            return Many(of_type(item), True)
        case StreamType(item=item):
            return Many(of_type(item), False)
        case RecordType(shape=shape, fields=fields):
            inside = tuple(map(of_type, fields))
            return cut(Record(inside) if shape is None else of_record(shape, inside), DEEPEST)
        case IntType() | BoolType() | OneOfType():
            return SCALAR
    return SCALAR
