"""What inputs there are and which of them are neighbors, straight from the language's tables."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from .chance import Unsupported


@dataclass(frozen=True)
class IntType:
    low: int
    high: int

    def values(self) -> Iterator[Any]:
        return iter(range(self.low, self.high + 1))

    def contains(self, value: Any) -> bool:
        if isinstance(value, bool):
            raise Unsupported("a Boolean where an Int is declared")
        return isinstance(value, int) and self.low <= value <= self.high


@dataclass(frozen=True)
class BoolType:
    def values(self) -> Iterator[Any]:
        return iter((False, True))

    def contains(self, value: Any) -> bool:
        if isinstance(value, int) and not isinstance(value, bool):
            raise Unsupported("an integer where a Bool is declared")
        return isinstance(value, bool)


@dataclass(frozen=True)
class VectorType:
    element: Any
    size: int

    def values(self) -> Iterator[Any]:
        return (list(items) for items in product(list(self.element.values()), repeat=self.size))

    def contains(self, value: Any) -> bool:
        if not isinstance(value, list | tuple) or len(value) != self.size:
            return False
        return all(self.element.contains(item) for item in value)


@dataclass(frozen=True)
class StreamType:
    element: Any


@dataclass(frozen=True)
class PublicType:
    inner: Any


@dataclass(frozen=True)
class RealType:
    """An unknown real of a prior; a caller substitutes a fraction for it."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Each:
    distance: int

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        return all(abs(a - b) <= self.distance for a, b in zip(leaves(x), leaves(y), strict=True))


@dataclass(frozen=True)
class One:
    distance: int | None = None

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        """`unfinished`: the inputs are beginnings of streams, so the difference may still be to come."""
        changed = [(a, b) for a, b in zip(entries(x), entries(y), strict=True) if a != b]
        if not changed:
            return unfinished
        return len(changed) == 1 and (self.distance is None or Each(self.distance).related(*changed[0]))


@dataclass(frozen=True)
class Total:
    distance: int

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        return bool(sum(abs(a - b) for a, b in zip(leaves(x), leaves(y), strict=True)) <= self.distance)


@dataclass(frozen=True)
class Edges:
    edges: tuple[tuple[Any, Any], ...]

    def related(self, x: Any, y: Any, unfinished: bool = False) -> bool:
        changed = [(plain(a), plain(b)) for a, b in zip(entries(x), entries(y), strict=True) if a != b]
        if not changed:
            return unfinished
        return len(changed) == 1 and (changed[0] in self.edges or changed[0][::-1] in self.edges)


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


def entries(value: Any) -> list[Any]:
    """The entries of an input: a scalar is its own only entry."""
    return list(value) if isinstance(value, list | tuple) else [value]


def leaves(value: Any) -> list[Any]:
    """The numbers inside a value, however deeply its vectors are nested."""
    if isinstance(value, list | tuple):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def plain(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(plain(item) for item in value) if isinstance(value, list | tuple) else value
