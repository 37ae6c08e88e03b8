"""The types of parameters: `Int[0, 2]`, `Bool`, `Vector[Int[0, 2], 3]`, `Stream[Bool]`, `Public[Int[0, 2]]`,
`Probability`, `Real`, `Real[0, 1]`; Python's `bool`, `Literal[...]` and `... | None`.

A type admits a value: it gives back the value as a mechanism holds it, or raises TypeError or ValueError
naming the place. Sequences come back as new lists, so a mechanism never changes its caller's data.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce
from operator import index
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from faier.sampling.symbolic import Exact, as_number


class Domain(ABC):
    """A type of parameters."""

    @abstractmethod
    def admit(self, value: object, place: str) -> object:
        """`value` as a mechanism holds it; `place` names it in errors."""

    def __or__(self, other: object) -> OneOf:
        return _either(self, other)

    def __ror__(self, other: object) -> OneOf:
        return _either(other, self)


@dataclass(frozen=True, repr=False)
class Int(Domain):
    """`Int[lo, hi]`: an integer, both ends included."""

    low: int
    high: int

    def __class_getitem__(cls, bounds: object) -> Int:
        try:
            low, high = map(_integer, _pair(bounds))
        except (TypeError, ValueError):
            raise TypeError(f"Int[{_shown(bounds)}]: write two integers, such as Int[0, 2]") from None
        if low > high:
            raise ValueError(f"Int[{low}, {high}] holds no integer: write Int[{high}, {low}]")
        return cls(low, high)

    def admit(self, value: object, place: str) -> int:
        try:
            integer = _integer(value)
        except TypeError:
            raise TypeError(f"{place} is {value!r}, not an integer: its type is {self}") from None
        if not self.low <= integer <= self.high:
            raise ValueError(f"{place} is {integer}, outside of its type {self}")
        return int(integer)

    def __repr__(self) -> str:
        return f"Int[{self.low}, {self.high}]"


class BoolDomain(Domain):
    """`Bool`: False or True."""

    def admit(self, value: object, place: str) -> bool:
        if not isinstance(value, bool):
            raise TypeError(f"{place} is {value!r}, not a Bool: write True or False")
        return value

    def __repr__(self) -> str:
        return "Bool"


@dataclass(frozen=True, repr=False)
class OneOf(Domain):
    """`Literal[1, "a", None]`, `Int[0, 2] | None`: one of the values listed, or of one of the types."""

    listed: tuple[object, ...]
    domains: tuple[Domain, ...] = ()

    def admit(self, value: object, place: str) -> object:
        for known in self.listed:
            if type(known) is type(value) and known == value:
                return known
        if isinstance(value, bool) and Bool in self.domains:
            return value
        for domain in self.domains:
            try:
                return domain.admit(value, place)
            except (TypeError, ValueError):
                continue
        for known in self.listed:
            if isinstance(value, bool) and type(known) is int and known == value:
                return known
        raise ValueError(f"{place} is {value!r}, outside of its type {self}")

    def __repr__(self) -> str:
        parts = [repr(domain) for domain in self.domains]
        labels = [value for value in self.listed if value is not None]
        if labels and isinstance(labels[0], Enum) and list(type(labels[0])) == labels:
            return type(labels[0]).__name__
        if labels:
            parts.append(f"Literal[{', '.join(map(repr, labels))}]")
        return " | ".join([*parts, *(["None"] if None in self.listed else [])])


@dataclass(frozen=True, repr=False)
class Made(Domain):
    """A class of the file: a NamedTuple or a dataclass, each field of its type."""

    made: type
    fields: tuple[tuple[str, Domain], ...]

    def admit(self, value: object, place: str) -> object:
        if type(value) is not self.made:
            raise TypeError(f"{place} is {value!r}, not a {self}")
        held = {name: domain.admit(getattr(value, name), f"{place}.{name}") for name, domain in self.fields}
        return self.made(**held)

    def __repr__(self) -> str:
        return self.made.__name__


@dataclass(frozen=True, repr=False)
class Row(Domain):
    """`tuple[Int[0, 2], bool]`: a tuple of so many items, each of its type."""

    items: tuple[Domain, ...]

    def admit(self, value: object, place: str) -> tuple[object, ...]:
        if not isinstance(value, tuple | list):
            raise TypeError(f"{place} is {value!r}, not a tuple: its type is {self}")
        if len(value) != len(self.items):
            raise ValueError(f"{place} has {len(value)} items, but its type is {self}")
        places = [f"{place}[{position}]" for position in range(len(value))]
        return tuple(domain.admit(item, where) for domain, item, where in zip(self.items, value, places, strict=True))

    def __repr__(self) -> str:
        return f"tuple[{', '.join(map(repr, self.items))}]"


@dataclass(frozen=True, repr=False)
class Vector(Domain):
    """`Vector[T, n]`: n values of T."""

    item: Domain
    length: int

    def __class_getitem__(cls, arguments: object) -> Vector:
        try:
            item, length = _pair(arguments)
            count = _integer(length)
        except (TypeError, ValueError):
            message = "write a type and a length, such as Vector[Int[0, 2], 3]"
            raise TypeError(f"Vector[{_shown(arguments)}]: {message}") from None
        domain = known_domain(item)
        if not isinstance(domain, Int | BoolDomain | OneOf | Made | Row | Vector):
            raise TypeError(f"Vector[{_shown(arguments)}]: {_not_a_type(item)}")
        if count < 0:
            raise ValueError(f"Vector[{_shown(arguments)}]: a length is not negative")
        return cls(domain, count)

    def admit(self, value: object, place: str) -> list[object]:
        if isinstance(value, str | bytes | dict | set) or not hasattr(value, "__len__"):
            raise TypeError(f"{place} is {value!r}, not a list: its type is {self}")
        items = list(value) if isinstance(value, Iterable) else []
        if len(items) != self.length:
            raise ValueError(f"{place} has {len(items)} entries, but its type is {self}")
        return [self.item.admit(item, f"{place}[{position}]") for position, item in enumerate(items)]

    def __repr__(self) -> str:
        return f"Vector[{self.item}, {self.length}]"


@dataclass(frozen=True, repr=False)
class Records(Domain):
    """`Records[T, n]`: 0 to n values of T."""

    item: Domain
    most: int

    def __class_getitem__(cls, arguments: object) -> Records:
        try:
            item, most = _pair(arguments)
            count = _integer(most)
        except (TypeError, ValueError):
            message = "write a type and the greatest number, such as Records[Int[0, 2], 10]"
            raise TypeError(f"Records[{_shown(arguments)}]: {message}") from None
        domain = known_domain(item)
        if not isinstance(domain, Int | BoolDomain | OneOf | Made | Row | Vector):
            raise TypeError(f"Records[{_shown(arguments)}]: {_not_a_type(item)}")
        if count < 0:
            raise ValueError(f"Records[{_shown(arguments)}]: a number of records is not negative")
        return cls(domain, count)

    def admit(self, value: object, place: str) -> list[object]:
        if isinstance(value, str | bytes | dict | set) or not hasattr(value, "__len__"):
            raise TypeError(f"{place} is {value!r}, not a list: its type is {self}")
        items = list(value) if isinstance(value, Iterable) else []
        if len(items) > self.most:
            raise ValueError(f"{place} has {len(items)} records, but its type is {self}")
        return [self.item.admit(item, f"{place}[{position}]") for position, item in enumerate(items)]

    def __repr__(self) -> str:
        return f"Records[{self.item}, {self.most}]"


@dataclass(frozen=True, repr=False)
class Stream(Domain):
    """`Stream[T]`: values of T that arrive one by one. Each is checked when it arrives."""

    item: Domain

    def __class_getitem__(cls, item: object) -> Stream:
        domain = known_domain(item)
        if not isinstance(domain, Int | BoolDomain | OneOf | Made | Row | Vector):
            raise TypeError(f"Stream[{_shown(item)}]: {_not_a_type(item)}")
        return cls(domain)

    def admit(self, value: object, place: str) -> Iterator[object]:
        if isinstance(value, str | bytes) or not isinstance(value, Iterable):
            raise TypeError(f"{place} is {value!r}, not a list or an iterator: its type is {self}")
        return (self.item.admit(item, f"{place}[{position}]") for position, item in enumerate(value))

    def __repr__(self) -> str:
        return f"Stream[{self.item}]"


@dataclass(frozen=True, repr=False)
class Public(Domain):
    """`Public[T]`: an input of type T that the adversary knows."""

    item: Domain

    def __class_getitem__(cls, item: object) -> Public:
        domain = known_domain(item)
        if not isinstance(domain, Int | BoolDomain | OneOf | Made | Row | Vector | Records | Stream):
            raise TypeError(f"Public[{_shown(item)}]: {_not_a_type(item)}")
        return cls(domain)

    def admit(self, value: object, place: str) -> object:
        return self.item.admit(value, place)

    def __repr__(self) -> str:
        return f"Public[{self.item}]"


class ProbabilityDomain(Domain):
    """`Probability`: an unknown real in the open interval (0, 1)."""

    def admit(self, value: object, place: str) -> Fraction | Exact:
        number = _admit_number(value, place, self)
        if not 0 < number < 1:
            raise ValueError(f"{place} is {value!r}, but a Probability lies strictly between 0 and 1")
        return number

    def __repr__(self) -> str:
        return "Probability"


@dataclass(frozen=True, repr=False)
class Real(Domain):
    """`Real[lo, hi]`: an unknown real in the closed interval."""

    low: Fraction | Exact
    high: Fraction | Exact

    def __class_getitem__(cls, bounds: object) -> Real:
        ends = [as_number(bound) for bound in bounds] if isinstance(bounds, tuple) else []
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            raise TypeError(f"Real[{_shown(bounds)}]: write two numbers, such as Real[0, 1]")
        if ends[0] > ends[1]:
            raise ValueError(f"Real[{_shown(bounds)}] holds no number: write the lower end first")
        return cls(ends[0], ends[1])

    def admit(self, value: object, place: str) -> Fraction | Exact:
        number = _admit_number(value, place, self)
        if not self.low <= number <= self.high:
            raise ValueError(f"{place} is {value!r}, outside of its type {self}")
        return number

    def __repr__(self) -> str:
        return f"Real[{self.low}, {self.high}]"


class AnyRealDomain(Domain):
    """`Real`: a number, such as a prior draws."""

    def admit(self, value: object, place: str) -> Fraction | Exact:
        return _admit_number(value, place, self)

    def __repr__(self) -> str:
        return "Real"


AnyReal = AnyRealDomain()
Bool = BoolDomain()
Probability = ProbabilityDomain()


def as_domain(annotation: object, place: str) -> Domain:
    """The type an annotation names."""
    domain = known_domain(annotation)
    if domain is None:
        raise TypeError(f"the type of {place} is wrong: {_not_a_type(annotation)}")
    return domain


def known_domain(annotation: object) -> Domain | None:
    """The type that an annotation names: faier's own, `bool`, `Literal[...]`, or several beside `|`."""
    if type(annotation).__name__ == "TypeAliasType":  # `type Answer = Int[0, 2]`, of Python 3.12
        return known_domain(getattr(annotation, "__value__", None))
    if isinstance(annotation, Domain):
        return annotation
    if annotation is bool:
        return Bool
    if annotation is Real:
        return AnyReal
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return OneOf(tuple(annotation)) if list(annotation) else None
    if isinstance(annotation, type) and (is_dataclass(annotation) or hasattr(annotation, "_fields")):
        fields = get_type_hints(annotation, include_extras=True)
        domains = {name: known_domain(field) for name, field in fields.items()}
        known = tuple((name, domain) for name, domain in domains.items() if domain is not None)
        return Made(annotation, known) if len(known) == len(fields) else None
    if get_origin(annotation) is tuple:
        items = tuple(domain for domain in map(known_domain, get_args(annotation)) if domain is not None)
        return Row(items) if items and len(items) == len(get_args(annotation)) else None
    if get_origin(annotation) is Literal:
        return OneOf(get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        return reduce(_either, get_args(annotation), OneOf(()))
    return None


def _either(left: object, right: object) -> OneOf:
    """What `left | right` means."""
    listed: tuple[object, ...] = ()
    domains: tuple[Domain, ...] = ()
    for part in (left, right):
        if part is None or part is NoneType:
            listed += (None,)
            continue
        domain = known_domain(part)
        if isinstance(domain, OneOf):
            listed, domains = listed + domain.listed, domains + domain.domains
        elif isinstance(domain, Int | BoolDomain):
            domains += (domain,)
        else:
            raise TypeError(f"{_shown(left)} | {_shown(right)}: {_not_a_type(part)}")
    return OneOf(listed, domains)


def _admit_number(value: object, place: str, domain: Domain) -> Fraction | Exact:
    if (number := as_number(value)) is None:
        raise TypeError(f"{place} is {value!r}, not a number: its type is {domain}")
    return number


def _not_a_type(annotation: object) -> str:
    corrections = {
        Int: "write Int[lo, hi], such as Int[0, 2]",
        int: "write Int[lo, hi], such as Int[0, 2]",
        float: "write Probability or Real[lo, hi]",
        list: "write Vector[T, n], such as Vector[Int[0, 2], 3]",
        Vector: "write Vector[T, n], such as Vector[Int[0, 2], 3]",
        Records: "write Records[T, n], such as Records[Int[0, 2], 10]",
        Stream: "write Stream[T], such as Stream[Bool]",
        Public: "write Public[T], such as Public[Int[0, 2]]",
    }
    known = corrections.get(annotation) if isinstance(annotation, type) else None
    if known is None and isinstance(annotation, Domain):
        known = "only Int[lo, hi], Bool, Literal and Vector[T, n] may stand there"
    if known is None:
        return f"{_shown(annotation)} is not one type: write Int[lo, hi], Bool, Vector[T, n] or Stream[T]"
    return f"{_shown(annotation)} cannot stand there: {known}"


def _integer(value: object) -> int:
    """TypeError if it is none."""
    return index(value)  # type: ignore[arg-type]


def _pair(arguments: object) -> Sequence[object]:
    if not isinstance(arguments, tuple) or len(arguments) != 2:
        raise TypeError
    return arguments


def _shown(arguments: object) -> str:
    if isinstance(arguments, tuple):
        return ", ".join(map(_shown, arguments))
    return arguments.__name__ if isinstance(arguments, type) else repr(arguments)
