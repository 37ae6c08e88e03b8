"""The values of the mechanism language, and how certificates write them.

An int, a bool, a str or None; a Fraction or a `Form` for other numbers; a Python tuple for a tuple and a `List` for
a list; an `Epsilon` for what is made with log or EPS. In a run there are also `Mark`s (an entry of an input that
was not read yet) and `Noise` (an integer with a geometric draw in it, of which nobody has seen what it is).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .budgets import Epsilon
from .forms import Form, key_of
from .held import Float
from .outcome import Hole, Invalid

MOST_ITEMS = 100_000

_FRACTION = re.compile(r"-?[0-9]{1,4300}/[0-9]{1,4300}\Z")


class List(tuple[object, ...]):
    """A list, never changed: a change makes a new one."""

    __slots__ = ()


def noisy(value: object) -> bool:
    """Whether there is noise in it."""
    return isinstance(value, Noise) or (isinstance(value, tuple) and any(map(noisy, value)))


def extent(value: tuple[object, ...]) -> int:
    """How many items a sequence has, and those in it."""
    found, waiting = 0, [value]
    while waiting:
        items = waiting.pop()
        found += len(items)
        if found > MOST_ITEMS:
            raise Hole("a sequence has too many items")
        waiting.extend(item for item in items if isinstance(item, tuple))
    return found


def nesting(value: object) -> int:
    """How many sequences are inside each other, for a value of a bounded extent."""
    return 1 + max(map(nesting, value), default=0) if isinstance(value, tuple) else 0


@dataclass(frozen=True)
class Mark:
    """The place of an entry: the input's name and the path of indices; of a stream, first the arrival's number."""

    name: str
    path: tuple[int, ...] = ()


@dataclass(frozen=True)
class Noise:
    """shift + scale * y, scale not 0; y is the draw of this name, or what comes of one when it is divided."""

    draw: int | Floor
    shift: int = 0
    scale: int = 1


@dataclass(frozen=True)
class Floor:
    """part // divisor, for a divisor above 0."""

    part: Noise
    divisor: int


class Ended:
    """What a stream delivers at its end."""

    def __repr__(self) -> str:
        return "the end of a stream"


END = Ended()


@dataclass(frozen=True)
class Stream:
    """A stream from which `taken` arrivals were taken. `arrived` holds the next one, once it is there."""

    name: str
    taken: int = 0
    arrived: tuple[object, ...] = ()


@dataclass(frozen=True)
class Used:
    """A stream that a loop goes over: it cannot be gone over again."""


@dataclass(frozen=True)
class Items:
    items: tuple[object, ...]


@dataclass(frozen=True)
class Counting:
    at: int
    stop: int
    step: int


@dataclass(frozen=True)
class Numbered:
    inside: object
    at: int


@dataclass(frozen=True)
class Zipped:
    inside: tuple[object, ...]


def changed(value: object, change: Callable[[object], object]) -> object:
    """The value with its marks, streams and noise replaced by what `change` makes of them."""
    match value:
        case Mark() | Stream() | Noise():
            return change(value)
        case List():
            return List(changed(item, change) for item in value)
        case tuple():
            return tuple(changed(item, change) for item in value)
        case Items(items):
            return Items(tuple(changed(item, change) for item in items))
        case Numbered(inside, at):
            return Numbered(changed(inside, change), at)
        case Zipped(inside):
            return Zipped(tuple(changed(item, change) for item in inside))
    return value


def shown_key(value: object) -> tuple[object, ...]:
    """Equal for values that look the same to who sees them: True is not 1, (1,) is not [1], 1/1 is not 1."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, int):
        return ("int", value)
    if isinstance(value, str):
        return ("label", value)
    if value is None:
        return ("none",)
    if isinstance(value, Float):
        return ("float", key_of(Fraction(value)), value.held)
    if isinstance(value, (Fraction, Form)):
        return ("number", key_of(value))
    if isinstance(value, tuple):
        return ("list" if isinstance(value, List) else "tuple", *map(shown_key, value))
    if isinstance(value, Mark):
        return ("mark", value.name, value.path)
    if isinstance(value, Epsilon):
        return ("epsilon", value.constant, value.logs, value.rate)
    match value:
        case Noise(draw, shift, scale):
            part = (shown_key(draw.part), draw.divisor) if isinstance(draw, Floor) else draw
            return ("noise", part, shift, scale)
        case Stream(name, taken, arrived):
            return ("stream", name, taken, *map(shown_key, arrived))
        case Items(items):
            return ("items", *map(shown_key, items))
        case Counting(at, stop, step):
            return ("counting", at, stop, step)
        case Numbered(inside, at):
            return ("numbered", shown_key(inside), at)
        case Zipped(inside):
            return ("zipped", *map(shown_key, inside))
        case Used() | Ended():
            return (type(value).__name__,)
    raise Hole(f"a value of kind {type(value).__name__} is kept")


def value_of(data: object, depth: int = 0) -> object:
    """The value that a certificate writes: numbers, Booleans and null as themselves, "p/q" for a fraction,
    {"label": ...}, {"tuple": [...]}, and an array for a list."""
    if depth > 20:
        raise Invalid("a value is nested too deeply")
    if data is None or isinstance(data, (bool, int)):
        return data
    if isinstance(data, str):
        return fraction_of(data)
    if isinstance(data, list):
        return List(value_of(item, depth + 1) for item in data)
    if isinstance(data, dict) and len(data) == 1:
        ((kind, inside),) = data.items()
        if kind == "label" and isinstance(inside, str):
            return inside
        if kind == "tuple" and isinstance(inside, list):
            return tuple(value_of(item, depth + 1) for item in inside)
    raise Invalid("this is no value of the language")


def data_of(value: object) -> object:
    """The other way, for who writes certificates."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return {"label": value}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, List):
        return [data_of(item) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [data_of(item) for item in value]}
    raise Hole("a shown value is neither rational nor a label")


def fraction_of(text: object) -> Fraction:
    if not isinstance(text, str) or not _FRACTION.match(text):
        raise Invalid("a fraction is written p/q")
    top, bottom = text.split("/")
    if not int(bottom):
        raise Invalid("a fraction has the denominator 0")
    return Fraction(int(top), int(bottom))
