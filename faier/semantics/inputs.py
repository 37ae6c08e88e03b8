"""Inputs that are read only when they are needed.

An input starts as one `Unread` mark for each entry. Reading a mark raises `Need`: the run asks for the entry,
and goes on with the mark replaced by a value everywhere. A mark whose last mention is dead is never asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Any, NoReturn, cast

from faier.lang.syntax import BoolType, InputType, IntType, OneOfType, RecordsType, RecordType, VectorType
from faier.lang.values import Sequence, Unseen, Value, same
from faier.semantics.leaves import FLAG
from faier.semantics.process import Entry


@dataclass(frozen=True)
class Unread(Unseen):
    """An input entry nobody has looked at yet, with the values it may hold."""

    entry: Entry
    choices: tuple[Value, ...]
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.entry, self.choices)))

    def __hash__(self) -> int:
        return self._hash

    def ask(self) -> NoReturn:
        raise Need(self)


@dataclass(frozen=True)
class Growing(Unseen):
    """A list of records of which it is not known how many there are: those that there are for certain, as marks or as
    they were read, and the entry that says whether there is one more. `loop`: the items that a loop has to take."""

    entry: Entry
    type_: RecordsType
    count: int  # records that there are, taken ones too
    known: Sequence
    loop: bool = False
    choices = (False, True)

    def ask(self) -> NoReturn:
        raise Need(self)

    def grown(self, more: bool) -> Growing | Sequence | tuple[Value, ...]:
        """The list when it is known whether there is one more."""
        items = self.known.items
        if more:
            items = (*items, unread_input(self.entry.input, self.type_.item, (self.count,)))
            if self.count + 1 < self.type_.most:
                following = Entry(self.entry.input, (FLAG, self.count + 1))
                return replace(self, entry=following, count=self.count + 1, known=self.known.holding(items))
        return items if self.loop else Sequence("list", items)

    def taken(self) -> tuple[Any, Growing]:
        """The first item, and what is to go then; asks if it is not known whether there is one."""
        if not self.known.items:
            raise Need(self)
        first, *others = self.known.items
        return first, replace(self, known=self.known.holding(others))


class Need(Exception):
    """The run cannot go on before this entry is read."""

    def __init__(self, unread: Unread | Growing) -> None:
        super().__init__(unread)
        self.unread = unread


def unread_input(name: str, type_: InputType, path: tuple[int, ...] = ()) -> Any:
    """The marks of a whole input: a vector is a list of them."""
    if isinstance(type_, VectorType):
        items = tuple(unread_input(name, type_.item, (*path, at)) for at in range(type_.length))
        return Sequence("list", items)
    if isinstance(type_, RecordType):
        parts = (unread_input(name, field, (*path, at)) for at, field in enumerate(type_.fields))
        return type_.made(parts)
    if isinstance(type_, RecordsType):
        empty = Sequence("list", ())
        return Growing(Entry(name, (FLAG, 0)), type_, 0, empty) if type_.most else empty
    return Unread(Entry(name, path or None), choices(type_))


@lru_cache(maxsize=4)
def choices(type_: InputType) -> tuple[Value, ...]:
    """Every value of a type, ascending, or as they are listed."""
    match type_:
        case IntType(low, high):
            return tuple(range(low, high + 1))
        case BoolType():
            return (False, True)
        case OneOfType(values):
            return values
        case VectorType(item, length):
            tuples: list[tuple[Value, ...]] = [()]
            for _ in range(length):
                tuples = [(*known, value) for known in tuples for value in choices(item)]
            return tuple(Sequence("list", items) for items in tuples)
        case RecordType(fields=fields):
            return tuple(map(type_.made, product(*[choices(field) for field in fields])))
        case RecordsType(item, most):
            lists = [value for length in range(most + 1) for value in choices(VectorType(item, length))]
            return tuple(lists)


def forced(value: Any) -> Value:
    """The value itself; asks if it is a mark."""
    if type(value) is Unread or type(value) is Growing:
        raise Need(value)
    return cast(Value, value)


def forced_through(value: Any) -> Value:
    """The value with no marks inside; asks for the first one there is."""
    if type(value) is Unread or type(value) is Growing:
        raise Need(value)
    if type(value) is Sequence:
        for item in value.items:
            forced_through(item)
    return cast(Value, value)


def has_marks(value: Any) -> bool:
    """Whether some entry inside is still unread."""
    if type(value) is Unread or type(value) is Growing:
        return True
    return type(value) is Sequence and any(map(has_marks, value.items))


def substituted(value: Any, unread: Unread | Growing, read: Value) -> Any:
    """The value with every mention of the mark replaced by what was read; an iterator's items to go are a tuple."""
    if type(value) is Unread:
        return read if value == unread else value
    if type(value) is Growing:
        known = substituted(value.known, unread, read)
        value = value if known is value.known else replace(value, known=known)
        return value.grown(read is True) if value.entry == unread.entry else value
    if type(value) is tuple:
        return tuple(substituted(item, unread, read) for item in value)
    if type(value) is Sequence:
        items = tuple(substituted(item, unread, read) for item in value.items)
        return value if all(a is b for a, b in zip(items, value.items, strict=True)) else value.holding(items)
    return value


def fits(value: Value, type_: InputType) -> bool:
    """Whether the value is one of the type's. A Boolean may stand for an integer, but no integer for a Boolean."""
    match type_:
        case IntType(low, high):
            return isinstance(value, int) and low <= value <= high
        case BoolType():
            return isinstance(value, bool)
        case OneOfType(values):
            return any(same(value, known) or _stands_for(value, known) for known in values)
        case VectorType(item, length):
            return (
                isinstance(value, Sequence)
                and len(value.items) == length
                and all(fits(entry, item) for entry in value.items)
            )
        case RecordType(fields=fields):
            return type_.holds(value) and all(map(fits, value.items, fields))
        case RecordsType(item, most):
            return (
                isinstance(value, Sequence)
                and len(value.items) <= most
                and all(fits(entry, item) for entry in value.items)
            )


def as_input(value: Value, type_: InputType) -> Value:
    """The value as the mechanism receives it: vectors are lists, a Boolean given for an integer is 0 or 1."""
    if isinstance(type_, IntType) and isinstance(value, bool):
        return int(value)
    if isinstance(type_, OneOfType) and not any(same(value, known) for known in type_.values):
        return next((known for known in type_.values if _stands_for(value, known)), value)
    if isinstance(type_, RecordType) and isinstance(value, Sequence):
        return type_.made(map(as_input, value.items, type_.fields))
    if isinstance(type_, VectorType | RecordsType) and isinstance(value, Sequence):
        return Sequence("list", tuple(as_input(item, type_.item) for item in value.items))
    return value


def _stands_for(value: Value, known: Value) -> bool:
    """Whether a Boolean was given for this integer."""
    return isinstance(value, bool) and type(known) is int and value == known
