"""What inputs there are and which of them are neighbors, straight from the language's tables."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass
from enum import EnumMeta
from fractions import Fraction
from itertools import product
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .chance import Unsupported


class Kind:
    """A type of inputs; `T | None` is one too."""

    def __or__(self, other: Any) -> Any:
        return Union[self, other]  # noqa: UP007

    __ror__ = __or__


@dataclass(frozen=True)
class IntType(Kind):
    low: int
    high: int

    def values(self) -> Iterator[Any]:
        return iter(range(self.low, self.high + 1))

    def contains(self, value: Any) -> bool:
        if isinstance(value, bool):
            raise Unsupported("a Boolean where an Int is declared")
        return isinstance(value, int) and self.low <= value <= self.high


@dataclass(frozen=True)
class BoolType(Kind):
    def values(self) -> Iterator[Any]:
        return iter((False, True))

    def contains(self, value: Any) -> bool:
        if isinstance(value, int) and not isinstance(value, bool):
            raise Unsupported("an integer where a Bool is declared")
        return isinstance(value, bool)


@dataclass(frozen=True)
class VectorType(Kind):
    element: Any
    size: int

    def values(self) -> Iterator[Any]:
        return (list(items) for items in product(list(self.element.values()), repeat=self.size))

    def contains(self, value: Any) -> bool:
        if not isinstance(value, list | tuple) or len(value) != self.size:
            return False
        return all(self.element.contains(item) for item in value)


@dataclass(frozen=True)
class StreamType(Kind):
    element: Any


@dataclass(frozen=True)
class PublicType(Kind):
    inner: Any


@dataclass(frozen=True)
class RecordsType(Kind):
    """Lists of 0 to `size` values."""

    element: Any
    size: int

    def values(self) -> Iterator[Any]:
        return (list(items) for n in range(self.size + 1) for items in VectorType(self.element, n).values())

    def contains(self, value: Any) -> bool:
        return len(value) <= self.size and VectorType(self.element, len(value)).contains(value)


@dataclass(frozen=True)
class ListedType(Kind):
    """One of these values: those of `Literal[...]`, or the members of an Enum."""

    listed: tuple[Any, ...]

    def values(self) -> Iterator[Any]:
        return iter(self.listed)

    def contains(self, value: Any) -> bool:
        return any(type(value) is type(one) and value == one for one in self.listed)


@dataclass(frozen=True)
class AnyType(Kind):
    """A value of one of these types."""

    types: tuple[Any, ...]

    def values(self) -> Iterator[Any]:
        return (value for kind in self.types for value in kind.values())

    def contains(self, value: Any) -> bool:
        return any(kind.contains(value) for kind in self.types)


@dataclass(frozen=True)
class RecordType(Kind):
    """Records of a class, each field of its type."""

    made: Any
    fields: tuple[tuple[str, Any], ...]

    def values(self) -> Iterator[Any]:
        names = [name for name, _ in self.fields]
        for chosen in product(*(list(kind.values()) for _, kind in self.fields)):
            yield self.made(**dict(zip(names, chosen, strict=True)))

    def contains(self, value: Any) -> bool:
        return type(value) is self.made and all(kind.contains(getattr(value, name)) for name, kind in self.fields)


@dataclass(frozen=True)
class TupleType(Kind):
    """Tuples, each item of its type."""

    items: tuple[Any, ...]

    def values(self) -> Iterator[Any]:
        return product(*(list(kind.values()) for kind in self.items))

    def contains(self, value: Any) -> bool:
        return type(value) is tuple and len(value) == len(self.items) and all(map(_contains, self.items, value))


def _contains(kind: Any, value: Any) -> bool:
    return bool(kind.contains(value))


def kind_of(written: Any, names: dict[str, Any]) -> Any:
    """The type that an annotation means; `names` are those of the file, for annotations that are texts."""
    if isinstance(written, str):
        return kind_of(eval(written, names), names)
    if isinstance(written, VectorType | RecordsType):
        return type(written)(kind_of(written.element, names), written.size)
    if isinstance(written, StreamType):
        return StreamType(kind_of(written.element, names))
    if isinstance(written, PublicType):
        return PublicType(kind_of(written.inner, names))
    if written is None or written is NoneType:
        return ListedType((None,))
    if written is bool:
        return BoolType()
    if get_origin(written) is tuple:
        return TupleType(tuple(kind_of(one, names) for one in get_args(written)))
    if get_origin(written) is Literal:
        return ListedType(get_args(written))
    if get_origin(written) in (Union, UnionType):
        return AnyType(tuple(kind_of(one, names) for one in get_args(written)))
    if isinstance(written, EnumMeta):
        return ListedType(tuple(written))
    if isinstance(written, type):
        fields = {name: kind_of(kind, names) for name, kind in get_type_hints(written, names, names).items()}
        PUBLIC[written] = [name for name, kind in fields.items() if isinstance(kind, PublicType)]
        inner = {name: kind.inner if isinstance(kind, PublicType) else kind for name, kind in fields.items()}
        return RecordType(written, tuple(inner.items()))
    return written


# Which fields of a class the adversary knows.
PUBLIC: dict[type, list[str]] = {}


def as_known(x: Any, y: Any) -> bool:
    """Whether two entries are alike in what the adversary knows of them."""
    return type(x) is not type(y) or all(getattr(x, name) == getattr(y, name) for name in PUBLIC.get(type(x), []))


@dataclass(frozen=True)
class RealType:
    """An unknown real of a prior; a caller substitutes a fraction for it."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Each:
    distance: int

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        near = all(abs(a - b) <= self.distance for a, b in zip(leaves(x), leaves(y), strict=True))
        return near and all(map(as_known, entries(x), entries(y)))


@dataclass(frozen=True)
class One:
    distance: int | None = None

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        """`unfinished`: the inputs are beginnings of streams, so the difference may still be to come. Records are as
        many in both."""
        if len(entries(x)) != len(entries(y)):
            return False
        changed = [(a, b) for a, b in zip(entries(x), entries(y), strict=True) if a != b]
        if not changed:
            return unfinished
        if len(changed) != 1 or not as_known(*changed[0]):
            return False
        return self.distance is None or Each(self.distance).related(*changed[0])


@dataclass(frozen=True)
class Total:
    distance: int

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        return bool(sum(abs(a - b) for a, b in zip(leaves(x), leaves(y), strict=True)) <= self.distance)


@dataclass(frozen=True)
class Added:
    """One of the two has one record more than the other, anywhere."""

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        if len(x) > len(y):
            x, y = y, x
        return len(y) == len(x) + 1 and any(plain(y[:i] + y[i + 1 :]) == plain(x) for i in range(len(y)))


@dataclass(frozen=True)
class Edges:
    edges: tuple[tuple[Any, Any], ...]

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        changed = [(plain(a), plain(b)) for a, b in zip(entries(x), entries(y), strict=True) if a != b]
        if not changed:
            return unfinished
        return len(changed) == 1 and (changed[0] in self.edges or changed[0][::-1] in self.edges)


@dataclass(frozen=True)
class Moves:
    """Taking a record out of one listed cell and putting it into the other one makes one of the two the other."""

    edges: tuple[tuple[Any, Any], ...]

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        return any(
            plain(moved(source, *way)) == plain(target)
            for edge in self.edges
            for way in (edge, edge[::-1])
            for source, target in ((x, y), (y, x))
        )


@dataclass(frozen=True)
class Pairs:
    pairs: tuple[tuple[Any, Any], ...]

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        return (plain(x), plain(y)) in self.pairs


@dataclass(frozen=True)
class Where:
    predicate: Callable[[Any, Any], Any]

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        return bool(self.predicate(x, y))


def moved(histogram: Any, source: Any, target: Any) -> Any:
    """A copy with a record less in one cell and one more in the other."""
    copy = deepcopy(histogram)
    for cell, more in ((source, -1), (target, 1)):
        if cell is not None:
            *outer, last = cell if isinstance(cell, tuple) else (cell,)
            row = copy
            for at in outer:
                row = row[at]
            row[last] += more
    return copy


def entries(value: Any) -> list[Any]:
    """The entries of an input: a scalar is its own only entry."""
    return list(value) if isinstance(value, list | tuple) else [value]


def leaves(value: Any) -> list[Any]:
    """The numbers inside a value, however deeply its vectors are nested."""
    if isinstance(value, list | tuple):
        return [leaf for item in value for leaf in leaves(item)]
    if not isinstance(value, int):
        raise Unsupported("a distance of what is no number")
    return [value]


def plain(value: Any) -> Any:
    """Lists as tuples, and records as their classes and fields, all the way down."""
    if isinstance(value, list | tuple):
        return tuple(plain(item) for item in value)
    if is_dataclass(value):
        return type(value), tuple(plain(getattr(value, field.name)) for field in fields(value))
    return value
