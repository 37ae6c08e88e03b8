"""Inputs taken apart into leaves, the numbers and Booleans they are made of, and put together again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from faier.lang.syntax import BoolType, Function, InputType, IntType, StreamType, VectorType
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached, Limits

Path: TypeAlias = tuple[int, ...]
Leaves: TypeAlias = Mapping[Path, int]
"""The leaves of a value by their paths; False and True are leaves 0 and 1."""


@dataclass(frozen=True)
class Place:
    """Where a leaf stands. `element` is the entry that `one()` and `edges` count: a whole scalar input, an
    item of a vector, an arrival of a stream. `size` is the element's number of leaves."""

    input: str
    path: Path  # within the whole input, or within the arrival
    element: Path
    size: int
    domain: IntType | BoolType
    arrival: bool = False

    def values(self) -> range:
        return range(self.domain.low, self.domain.high + 1) if isinstance(self.domain, IntType) else range(2)


def places_of(name: str, type_: InputType, arrival: bool = False) -> tuple[Place, ...]:
    """The leaves of an input, or of one arrival of a stream, in the order of their paths."""
    outer = isinstance(type_, VectorType) and not arrival
    found = list(_leaves(type_, ()))
    sizes: dict[Path, int] = {}
    for path, _ in found:
        element = path[:1] if outer else ()
        sizes[element] = sizes.get(element, 0) + 1
    return tuple(
        Place(name, path, element, sizes[element], domain, arrival)
        for path, domain in found
        for element in [path[:1] if outer else ()]
    )


def require_few(function: Function, limits: Limits) -> None:
    """Before they are listed: neither the entries of an input nor the values that one is read as are too many."""
    for parameter in function.parameters:
        match parameter.type:
            case StreamType(item):
                most = count_of(item)
            case VectorType() | IntType() as type_:
                most = max(_entries(type_), count_of(_entry(type_)))
            case _:
                continue
        if most > limits.states:
            text = f"{parameter.name} has more than {limits.states:,} entries, or values of an entry"
            raise LimitReached("states", text)


def _entries(type_: InputType) -> int:
    return type_.length * _entries(type_.item) if isinstance(type_, VectorType) else 1


def _entry(type_: InputType) -> InputType:
    return _entry(type_.item) if isinstance(type_, VectorType) else type_


def count_of(type_: InputType) -> int:
    """How many values a type has; of a long vector not all are counted."""
    match type_:
        case VectorType(item, length):
            return int(count_of(item) ** min(length, 64))
        case IntType(low, high):
            return high - low + 1
        case BoolType():
            return 2


def _leaves(type_: InputType, path: Path) -> Iterator[tuple[Path, IntType | BoolType]]:
    if isinstance(type_, VectorType):
        for at in range(type_.length):
            yield from _leaves(type_.item, (*path, at))
    else:
        yield path, type_


def leaves_of(value: Value, path: Path = ()) -> dict[Path, int]:
    """The leaves of an input's value; whether a vector was written as a tuple or as a list does not matter."""
    if isinstance(value, Sequence):
        found: dict[Path, int] = {}
        for at, item in enumerate(value.items):
            found.update(leaves_of(item, (*path, at)))
        return found
    if not isinstance(value, int):
        raise TypeError(f"{value!r} cannot be an input")
    return {path: int(value)}


def value_of(type_: InputType, leaves: Leaves, path: Path = ()) -> Value:
    """The value of a type that has these leaves; vectors are lists, as mechanisms receive them."""
    if isinstance(type_, VectorType):
        return Sequence("list", tuple(value_of(type_.item, leaves, (*path, at)) for at in range(type_.length)))
    return bool(leaves[path]) if isinstance(type_, BoolType) else leaves[path]
