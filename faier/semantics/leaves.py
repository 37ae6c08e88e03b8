"""Inputs taken apart into leaves, the numbers and other values they are made of, and put together again.

A leaf is an integer: the number itself, 0 or 1 for False or True, else the place among the values that are listed.
Records have for each that there may be a flag, whether it is there, at the path (`FLAG`, its number), and leaves, which
are as low as they can be where it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from faier.lang.syntax import (
    BoolType,
    Function,
    InputType,
    IntType,
    OneOfType,
    RecordsType,
    RecordType,
    StreamType,
    VectorType,
)
from faier.lang.values import Sequence, Value, same
from faier.limits import LimitReached, Limits

Path: TypeAlias = tuple[int, ...]
Leaves: TypeAlias = Mapping[Path, int]
"""The leaves of a value by their paths."""

Scalar: TypeAlias = IntType | BoolType | OneOfType


FLAG = -1


@dataclass(frozen=True)
class Place:
    """Where a leaf stands. `element` is the entry that `one()` and `edges` count: a whole scalar input, an
    item of a vector, an arrival of a stream. `size` is the element's number of leaves."""

    input: str
    path: Path  # within the whole input, or within the arrival
    element: Path
    size: int
    domain: Scalar
    arrival: bool = False
    public: bool = False  # equal in neighbors

    @property
    def flag(self) -> bool:
        """Whether this says that there is one more record."""
        return self.path[:1] == (FLAG,)

    def values(self) -> range:
        match self.domain:
            case IntType(low, high):
                return range(low, high + 1)
            case BoolType():
                return range(2)
            case OneOfType(values):
                return range(len(values))

    def apart(self, left: int, right: int) -> int:
        """How far two leaves are apart, which are numbers or the same."""
        if not isinstance(self.domain, OneOfType) or left == right:
            return abs(left - right)
        one, other = self.domain.values[left], self.domain.values[right]
        if not isinstance(one, int) or not isinstance(other, int):
            raise TypeError(f"{one!r} and {other!r} are not numbers")
        return abs(int(one) - int(other))


def places_of(name: str, type_: InputType, arrival: bool = False) -> tuple[Place, ...]:
    """The leaves of an input, or of one arrival of a stream, in the order of their paths."""
    if isinstance(type_, RecordsType):
        return _places_of_records(name, type_)
    outer = isinstance(type_, VectorType) and not arrival
    found = list(_leaves(type_, ()))
    sizes: dict[Path, int] = {}
    for path, _, _ in found:
        element = path[:1] if outer else ()
        sizes[element] = sizes.get(element, 0) + 1
    return tuple(
        Place(name, path, element, sizes[element], domain, arrival, public)
        for path, domain, public in found
        for element in [path[:1] if outer else ()]
    )


def element_of(type_: InputType) -> InputType:
    """The type of the elements of an input that is no stream."""
    return type_.item if isinstance(type_, VectorType | RecordsType) else type_


def _places_of_records(name: str, type_: RecordsType) -> tuple[Place, ...]:
    """Of each record the flag first."""
    leaves = list(_leaves(type_.item, ()))
    places: list[Place] = []
    for at in range(type_.most):
        places.append(Place(name, (FLAG, at), (at,), len(leaves), BoolType()))
        places += (
            Place(name, (at, *path), (at,), len(leaves), domain, False, public) for path, domain, public in leaves
        )
    return tuple(places)


def leaf_paths(type_: InputType) -> tuple[Path, ...]:
    """The paths of the leaves inside of a value."""
    return tuple(path for path, _, _ in _leaves(type_, ()))


def require_few(function: Function, limits: Limits) -> None:
    """Before they are listed: neither the entries of an input nor the values that one is read as are too many."""
    for parameter in function.parameters:
        match parameter.type:
            case StreamType(item):
                most = count_of(item)
            case VectorType() | RecordType() | RecordsType() | IntType() | OneOfType() as type_:
                most = max(_entries(type_), count_of(_entry(type_)))
            case _:
                continue
        if most > limits.states:
            text = f"{parameter.name} has more than {limits.states:,} entries, or values of an entry"
            raise LimitReached("states", text)


def _entries(type_: InputType) -> int:
    match type_:
        case VectorType(item, length):
            return length * _entries(item)
        case RecordType(_, fields):
            return sum(map(_entries, fields))
        case RecordsType(item, most):
            return most * (1 + _entries(item))
    return 1


def _entry(type_: InputType) -> InputType:
    if isinstance(type_, RecordType):
        return max(map(_entry, type_.fields), key=count_of)
    return _entry(type_.item) if isinstance(type_, VectorType | RecordsType) else type_


def count_of(type_: InputType) -> int:
    """How many values a type has; of a long vector not all are counted."""
    match type_:
        case VectorType(item, length):
            return int(count_of(item) ** min(length, 64))
        case RecordType(_, fields):
            return prod(map(count_of, fields))
        case RecordsType(item, most):
            each = count_of(item)
            return sum(int(each**length) for length in range(min(most, 64) + 1))
        case IntType(low, high):
            return high - low + 1
        case BoolType():
            return 2
        case OneOfType(values):
            return len(values)


def _leaves(type_: InputType, path: Path, public: bool = False) -> Iterator[tuple[Path, Scalar, bool]]:
    match type_:
        case RecordsType():
            raise TypeError("records are an input of their own")
        case VectorType(item, length):
            for at in range(length):
                yield from _leaves(item, (*path, at), public)
        case RecordType(_, fields, known):
            for at, field in enumerate(fields):
                yield from _leaves(field, (*path, at), public or known[at])
        case _:
            yield path, type_, public


def leaves_of(value: Value, type_: InputType, path: Path = ()) -> dict[Path, int] | None:
    """The leaves of an input's value, whether a vector was written as a tuple or as a list, and 1 also as True; None
    if it is no value of the type."""
    if isinstance(type_, VectorType):
        if not isinstance(value, Sequence) or len(value.items) != type_.length:
            return None
        found: dict[Path, int] = {}
        for at, item in enumerate(value.items):
            leaves = leaves_of(item, type_.item, (*path, at))
            if leaves is None:
                return None
            found |= leaves
        return found
    if isinstance(type_, RecordType):
        if not type_.holds(value):
            return None
        paths = [(*path, at) for at in range(len(type_.fields))]
        parts = list(map(leaves_of, value.items, type_.fields, paths))
        return None if None in parts else {at: leaf for part in parts for at, leaf in (part or {}).items()}
    if isinstance(type_, RecordsType):
        return _leaves_of_records(value, type_)
    leaf = _leaf(value, type_)
    return None if leaf is None else {path: leaf}


def _leaves_of_records(value: Value, type_: RecordsType) -> dict[Path, int] | None:
    if not isinstance(value, Sequence) or len(value.items) > type_.most:
        return None
    found = {place.path: place.values()[0] for place in places_of("", type_)}
    for at, item in enumerate(value.items):
        leaves = leaves_of(item, type_.item, (at,))
        if leaves is None:
            return None
        found |= leaves
        found[FLAG, at] = 1
    return found


def _leaf(value: Value, type_: Scalar) -> int | None:
    match type_:
        case IntType(low, high):
            return int(value) if isinstance(value, int) and low <= value <= high else None
        case BoolType():
            return int(value) if isinstance(value, int) and 0 <= value <= 1 else None
        case OneOfType(values):
            return next((at for at, known in enumerate(values) if same(known, value)), None)


def value_of(type_: InputType, leaves: Leaves, path: Path = ()) -> Value:
    """The value of a type that has these leaves; vectors are lists, as mechanisms receive them."""
    match type_:
        case VectorType(item, length):
            return Sequence("list", tuple(value_of(item, leaves, (*path, at)) for at in range(length)))
        case RecordType(fields=fields):
            return type_.made(value_of(field, leaves, (*path, at)) for at, field in enumerate(fields))
        case RecordsType(item, most):
            length = next((at for at in range(most) if not leaves[FLAG, at]), most)
            return Sequence("list", tuple(value_of(item, leaves, (at,)) for at in range(length)))
        case IntType():
            return leaves[path]
        case BoolType():
            return bool(leaves[path])
        case OneOfType(values):
            return values[leaves[path]]
