"""The values a variable can hold, and how they are written down.

A value is an int, a bool, a label (str or None), a `Real` (an exact number that is no int), a `Budget` (a
multiple of the unknown bound to `Positive(...)`) or a `Sequence` (a tuple or a list). A `Real` carries beside
the exact number what Python would hold when it runs the file; `operations` keeps the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import copysign
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact import Number, fraction, fraction_text, number_text


@dataclass(frozen=True)
class Real:
    """`machine` is the float Python would hold, or says that Python holds the exact number itself:
    "fraction" (a fractions.Fraction) or "symbolic" (a number made by exp or log)."""

    exact: Number
    machine: float | Literal["fraction", "symbolic"]

    def __eq__(self, other: object) -> bool:
        """0.0 is not -0.0: what comes of them is kept apart."""
        return (
            isinstance(other, Real)
            and self.exact == other.exact
            and self.machine == other.machine
            and (self.machine != 0 or is_negative_zero(self.machine) == is_negative_zero(other.machine))
        )


@dataclass(frozen=True)
class Budget:
    """`coefficient` times the unknown positive real `name`."""

    coefficient: fmpq
    name: str


class Sequence:
    """A tuple or a list; equal only to a sequence of the same kind whose items are equal and of equal types. No program
    makes a "part": it is a value around what is shown after it, with a part without items for each hole."""

    __slots__ = ("_hash", "items", "kind")

    def __init__(self, kind: Literal["tuple", "list", "part"], items: tuple[Value, ...]) -> None:
        self.kind = kind
        self.items = items
        self._hash = hash((kind, items, tuple(map(type, items))))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sequence)
            and self._hash == other._hash
            and self.kind == other.kind
            and len(self.items) == len(other.items)
            and all(type(a) is type(b) and a == b for a, b in zip(self.items, other.items, strict=True))
        )

    def __repr__(self) -> str:
        return f"Sequence({self.kind!r}, {self.items!r})"


Value: TypeAlias = int | bool | str | None | Real | Budget | Sequence


HOLE = Sequence("part", ())


def framed(value: Value, hole: Callable[[Value], bool]) -> tuple[Sequence, tuple[Value, ...]]:
    """The value around its holes, and what is in them, in their order."""
    holes: list[Value] = []

    def around(part: Value) -> Value:
        if hole(part):
            holes.append(part)
            return HOLE
        return Sequence(part.kind, tuple(map(around, part.items))) if isinstance(part, Sequence) else part

    return Sequence("part", (around(value),)), tuple(holes)


def whole(shown: Iterable[Value]) -> tuple[Value, ...]:
    """What was shown, each frame with the values after it in its holes."""
    values = iter(shown)

    def filled(part: Value) -> Value:
        if isinstance(part, Sequence) and part.kind == "part":
            return filled(part.items[0]) if part.items else next(values)
        return Sequence(part.kind, tuple(map(filled, part.items))) if isinstance(part, Sequence) else part

    return tuple(map(filled, values))


def is_frame(value: Value) -> bool:
    return isinstance(value, Sequence) and value.kind == "part"


def is_negative_zero(machine: object) -> bool:
    return isinstance(machine, float) and machine == 0 and copysign(1, machine) < 0


def same(a: Value, b: Value) -> bool:
    """Whether two shown values are the same to an observer: True is not 1, (1,) is not [1]."""
    if isinstance(a, Real) and isinstance(b, Real):
        return a.exact == b.exact
    return type(a) is type(b) and a == b


def make(value: object) -> Value:
    """The value of a plain Python object: int, bool, str, None, Fraction, tuple or list of these."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Fraction):
        return Real(fmpq(value.numerator, value.denominator), "fraction")
    if isinstance(value, (tuple, list)):
        return Sequence("list" if isinstance(value, list) else "tuple", tuple(map(make, value)))
    raise TypeError(f"{value!r} is no value of the mechanism language")


def plain(value: Value) -> object:
    """The Python object that a value stands for; numbers that are no ints become Fractions where rational."""
    if isinstance(value, Sequence):
        items = [plain(item) for item in value.items]
        return items if value.kind == "list" else tuple(items)
    if isinstance(value, Real):
        return fraction(value.exact) if isinstance(value.exact, fmpq) else value.exact
    return value


def show_value(value: Value) -> str:
    """The value as a reader of the mechanism file would write it."""
    if isinstance(value, Sequence):
        inside = ", ".join(map(show_value, value.items))
        if value.kind == "part":
            return inside or "_"
        if value.kind == "list":
            return f"[{inside}]"
        return f"({inside},)" if len(value.items) == 1 else f"({inside})"
    if isinstance(value, Real):
        return number_text(value.exact)
    if isinstance(value, Budget):
        return value.name if value.coefficient == 1 else f"{fraction_text(value.coefficient)} * {value.name}"
    return repr(value)


def json_value(value: Value) -> object:
    """The value for JSON: ints, Booleans, labels and lists as they are, other numbers as exact text."""
    if isinstance(value, Sequence):
        return [json_value(item) for item in value.items]
    if isinstance(value, (Real, Budget)):
        return show_value(value)
    return value


def sort_key(value: Value) -> tuple[object, ...]:
    """A total order on values, used wherever output must be the same on every run."""
    if isinstance(value, Sequence):
        return (4, value.kind, tuple(map(sort_key, value.items)))
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return (2, fraction(value.exact))
    if isinstance(value, bool):
        return (0, value)
    if isinstance(value, int):
        return (1, value)
    return (3, show_value(value))


def strings(value: Value) -> Iterable[str]:
    """Every label inside the value."""
    if isinstance(value, Sequence):
        for item in value.items:
            yield from strings(item)
    elif isinstance(value, str):
        yield value
