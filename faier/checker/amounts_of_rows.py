"""Values of two runs side by side that are not the same known one in both: numbers to which each row of an input gives
what this row alone decides, what a single entry decides, rows, and what is the same though nobody knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .budgets import Epsilon
from .held import Float
from .outcome import Hole
from .values import Box, parts

# An input and an entry of it; None: each of its rows gives what it gives.
Atom = tuple[str, int | None]
Amount = int | Fraction


@dataclass(frozen=True)
class Source:
    """An input: "records", "vector", "scalar" or "public". `rows`: everything that an entry may be."""

    name: str
    kind: str
    rows: tuple[object, ...]
    length: int
    of: str = ""


@dataclass(frozen=True)
class Payment:
    """A draw that makes up for a number: the price of a shift by 1 is `share` times `unit`."""

    unit: Epsilon
    share: Fraction
    amounts: Mapping[Atom, tuple[Amount, ...]]


@dataclass(frozen=True)
class Rows:
    """A list in which each row of the input gives some items, for every value that it may have; of a vector, `whole`
    says that it is the input as it stands."""

    source: Source
    given: tuple[tuple[object, ...], ...]
    whole: bool = False


@dataclass(frozen=True)
class Tally:
    """How often each item is there: a Counter."""

    rows: Rows


@dataclass(frozen=True)
class Entry:
    """What one entry of an input decides, for every value that it may have."""

    source: Source
    place: int
    given: tuple[object, ...]


@dataclass(frozen=True)
class Alike:
    """The same in both runs: a "bool", an "int", or a "number", or something "other". `values`: what it may be, where
    these are few; without any it is not known."""

    kind: str
    values: tuple[object, ...] = ()


@dataclass(frozen=True)
class Gone:
    """A variable that may have any value, or none."""


@dataclass(frozen=True)
class Apart:
    """A base, what rows and entries give, and multiples of what numbers had before a loop."""

    base: Amount
    amounts: tuple[tuple[Atom, tuple[Amount, ...]], ...] = ()
    before: tuple[tuple[int, Amount], ...] = ()

    def plus(self, other: Apart, factor: Amount = 1) -> Apart:
        """self + factor * other"""
        amounts, before = dict(self.amounts), dict(self.before)
        for atom, items in other.amounts:
            old = amounts.get(atom, (0,) * len(items))
            amounts[atom] = tuple(a + factor * b for a, b in zip(old, items, strict=True))
        for slot, share in other.before:
            before[slot] = before.get(slot, 0) + factor * share
        return Apart(
            self.base + factor * other.base,
            tuple(amounts.items()),
            tuple((slot, share) for slot, share in before.items() if share),
        )

    @property
    def whole(self) -> bool:
        """Whether it is an int in Python."""
        numbers = (self.base, *(item for _, items in self.amounts for item in items))
        return all(isinstance(item, int) for item in numbers) and not self.before


def number(value: object) -> Amount:
    """An exact number that is no float."""
    if isinstance(value, Float) or not isinstance(value, (int, Fraction)):
        raise Hole("something else than an integer or a fraction is added up")
    return int(value) if isinstance(value, int) else value


def apart(value: object) -> Apart:
    """A number, however it is known."""
    if isinstance(value, Apart):
        return value
    if isinstance(value, Entry):
        return Apart(0, (((value.source.name, value.place), tuple(map(number, value.given))),))
    return Apart(number(value))


def plain(value: object) -> bool:
    """Whether it is one known value in both runs."""
    if isinstance(value, (Rows, Tally, Entry, Alike, Gone, Apart, Source)):
        return False
    inside = parts(value) if isinstance(value, (tuple, Box)) else None
    return all(map(plain, inside or ()))


def same(value: object) -> bool:
    """Whether it is the same in both runs."""
    inside = parts(value) if isinstance(value, (tuple, Box)) else None
    return isinstance(value, Alike) or (plain(value) if inside is None else all(map(same, inside)))
