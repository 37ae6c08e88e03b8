"""The values of the mechanism language, and how certificates write them.

An int, a bool, a str or None; a Fraction or a `Form` for other numbers; a Python tuple for a tuple, a `List` for
a list and a `Box` for any other container; an `Epsilon` for what is made with log or EPS. In a run there are also
`Mark`s (an entry of an input that was not read yet), `Noise` (an integer with a geometric draw in it, of which
nobody has seen what it is) and `Continuous` (the same of a real). A real that is shown is `Near` a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
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


@dataclass(frozen=True)
class Box:
    """Any other container, never changed: a "deque", "range", "set", "frozenset", "dict" or "record". The items of a
    dict are pairs of a key and its value, in their order; those of a set are in an order that nothing may depend on.
    `of` is "Counter", the name of what a defaultdict makes, or of a record's class; of a range its ends and step."""

    kind: str
    items: tuple[object, ...] = ()
    of: str | None = None


class Shape(str):
    """The name of a class of the file, as its records carry it, with its fields and what kind of class it is: "Enum",
    "IntEnum", "NamedTuple", "dataclass", "frozen dataclass", or "object": one that makes its records in its own way.
    A member's fields are its name and its value."""

    fields: tuple[str, ...]
    kind: str
    ordered: bool  # a dataclass with order=True
    own: frozenset[str]  # what it says for Python to call

    @staticmethod
    def of(name: str, fields: tuple[str, ...], kind: str, ordered: bool = False, own: Iterable[str] = ()) -> Shape:
        made = Shape(name)
        made.fields, made.kind, made.ordered, made.own = fields, kind, ordered, frozenset(own)
        return made


OF_RANGE = frozenset(["start", "stop", "step"])


def ranged(numbers: range) -> Box:
    """`range(...)`"""
    return Box("range", tuple(numbers), f"{numbers.start},{numbers.stop},{numbers.step}")


def range_of(box: Box) -> range:
    return range(*map(int, (box.of or "").split(",")))


BOXES = frozenset(["deque", "set", "frozenset", "dict", "record"])


def parts(value: object) -> tuple[object, ...] | None:
    """What a container holds; None for what is none."""
    return value.items if isinstance(value, Box) else value if isinstance(value, tuple) else None


def holding(value: object, items: Iterable[object]) -> object:
    """A container of the same kind with other items, as many as it has and none of them another key."""
    if isinstance(value, Box):
        return Box(value.kind, tuple(items), value.of)
    return List(items) if isinstance(value, List) else tuple(items)


def bare(value: object) -> object:
    """What operators see of a record: a NamedTuple is a tuple, a member of an IntEnum a number."""
    if not isinstance(value, Box) or value.kind != "record":
        return value
    if not isinstance(value.of, Shape):
        raise Hole("a record of which the class is not known")
    if value.of.kind == "NamedTuple":
        return value.items
    return value.items[1] if value.of.kind == "IntEnum" else value


def is_member(value: object) -> bool:
    """Whether it is a member of an Enum."""
    return isinstance(value, Box) and isinstance(value.of, Shape) and value.of.kind in ("Enum", "IntEnum")


def same_kind(a: object, b: object) -> bool:
    """Whether two containers are of one kind."""
    if isinstance(a, Box) and isinstance(b, Box):
        return (a.kind, a.of) == (b.kind, b.of)
    return isinstance(a, tuple) and isinstance(b, tuple) and isinstance(a, List) == isinstance(b, List)


def noisy(value: object) -> bool:
    """Whether there is noise in it."""
    return isinstance(value, (Noise, Continuous)) or any(map(noisy, parts(value) or ()))


def extent(value: object) -> int:
    """How many items a container has, and those in it."""
    found, waiting = 0, [parts(value)]
    while waiting:
        items = waiting.pop() or ()
        found += len(items)
        if found > MOST_ITEMS:
            raise Hole("a sequence has too many items")
        waiting.extend(parts(item) for item in items if isinstance(item, (tuple, Box)))
    return found


def nesting(value: object) -> int:
    """How many containers are inside each other, for a value of a bounded extent."""
    inside = parts(value)
    if isinstance(value, Box) and isinstance(value.of, Shape) and value.of.kind in ("Enum", "IntEnum"):
        return 0
    return 0 if inside is None else 1 + max(map(nesting, inside), default=0)


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


@dataclass(frozen=True)
class Continuous:
    """shift + scale * y, scale not 0; y is the real draw of this name."""

    draw: int
    shift: Fraction = Fraction(0)
    scale: Fraction = Fraction(1)


@dataclass(frozen=True)
class Near:
    """What is seen of a real that has a density: that it is at this number, or, for the sides 1 and -1, just above it
    or just below. No number is equal to it."""

    at: Fraction
    side: int = 0


@dataclass(frozen=True)
class Between:
    """In sets of outputs: any real between these ends (None: no end) that is shown with a density. What is between them
    is its sum with those `beside` it in the same list or tuple: (where, how many times)."""

    low: Fraction | None
    high: Fraction | None
    beside: tuple[tuple[int, Fraction], ...] = ()


@dataclass(frozen=True)
class Inverse:
    """amount / epsilon, a scale of noise."""

    amount: Fraction
    epsilon: Epsilon


@dataclass(frozen=True)
class Infinite:
    """More than every number, or less: `math.inf` and its negative."""

    above: bool = True


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
class Callee:
    """A function inside of another one, as a run has it: with values for parameters of which a call gives none."""

    name: str
    defaults: tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Named:
    """A position in a record: its field of this name."""

    name: str


@dataclass(frozen=True)
class Endless:
    """What `count` gives, from `items` on in so large steps; else these items again and again."""

    items: tuple[object, ...]
    step: int | None = None

    def next(self) -> tuple[object, Endless]:
        first, *rest = self.items
        if self.step is not None and isinstance(first, int):
            return first, Endless((first + self.step,), self.step)
        return first, Endless((*rest, first))

    def first(self, many: int) -> tuple[object, ...]:
        found: list[object] = []
        rest = self
        for _ in range(many):
            item, rest = rest.next()
            found.append(item)
        return tuple(found)


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
        case Mark() | Stream() | Noise() | Continuous():
            return change(value)
        case tuple() | Box():
            return holding(value, (changed(item, change) for item in parts(value) or ()))
        case Callee(name, defaults):
            return Callee(name, tuple((parameter, changed(item, change)) for parameter, item in defaults))
        case Items(items):
            return Items(tuple(changed(item, change) for item in items))
        case Endless(items, by):
            return Endless(tuple(changed(item, change) for item in items), by)
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
    if isinstance(value, Box):
        return (value.kind, value.of or "", *map(shown_key, value.items))
    if isinstance(value, Mark):
        return ("mark", value.name, value.path)
    if isinstance(value, Epsilon):
        return ("epsilon", value.constant, value.logs, value.rate)
    match value:
        case Noise(draw, shift, scale):
            part = (shown_key(draw.part), draw.divisor) if isinstance(draw, Floor) else draw
            return ("noise", part, shift, scale)
        case Continuous(name_, start, step):
            return ("real", name_, key_of(start), key_of(step))
        case Near(at_, side):
            return ("near", key_of(at_), side)
        case Between(low, high, beside):
            others = tuple((place, key_of(factor)) for place, factor in beside)
            return ("between", *(() if end is None else key_of(end) for end in (low, high)), *others)
        case Inverse(amount, epsilon):
            return ("inverse", key_of(amount), shown_key(epsilon))
        case Stream(name, taken, arrived):
            return ("stream", name, taken, *map(shown_key, arrived))
        case Items(items):
            return ("items", *map(shown_key, items))
        case Counting(at, stop, step):
            return ("counting", at, stop, step)
        case Endless(items, by):
            return ("endless", by, *map(shown_key, items))
        case Numbered(inside, at):
            return ("numbered", shown_key(inside), at)
        case Zipped(inside):
            return ("zipped", *map(shown_key, inside))
        case Callee(name, defaults):
            return ("function", name, *((parameter, shown_key(item)) for parameter, item in defaults))
        case Infinite(above):
            return ("infinite", above)
        case Used() | Ended():
            return (type(value).__name__,)
    raise Hole(f"a value of kind {type(value).__name__} is kept")


def value_of(data: object, depth: int = 0) -> object:
    """The value that a certificate writes: numbers, Booleans and null as themselves, "p/q" for a fraction,
    {"label": ...}, {"tuple": [...]} and the like for other containers, and an array for a list."""
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
    if isinstance(data, dict) and data:
        kind, *rest = data
        inside, of = data[kind], data.get("of")
        if "near" in data:
            return _near(data)
        if "between" in data:
            return _between(data)
        named = isinstance(of, str) and kind in ("dict", "record")
        if kind in BOXES and isinstance(inside, list) and (rest == ["of"] and named if rest else kind != "record"):
            return _box(kind, tuple(value_of(item, depth + 1) for item in inside), of if named else None)
    raise Invalid("this is no value of the language")


def _near(data: dict[str, object]) -> Near:
    side = data.get("side")
    if data.keys() != {"near", "side"} or isinstance(side, bool) or side not in (-1, 0, 1):
        raise Invalid("a real that is shown has a number and a side")
    return Near(fraction_of(data["near"]), int(side))


def _between(data: dict[str, object]) -> Between:
    ends, others = data["between"], data.get("beside", [])
    if not isinstance(ends, list) or len(ends) != 2 or data.keys() - {"between", "beside"}:
        raise Invalid("reals lie between two numbers")
    low, high = (None if end is None else fraction_of(end) for end in ends)
    if low is not None and high is not None and low >= high:
        raise Invalid("no real lies between these numbers")
    if not isinstance(others, list):
        raise Invalid("what is beside a real is a list")
    beside = tuple(_so_many_times(other) for other in others)
    if len({place for place, _ in beside}) < len(beside):
        raise Invalid("a real is beside another one twice")
    return Between(low, high, beside)


def _so_many_times(data: object) -> tuple[int, Fraction]:
    if not isinstance(data, list) or len(data) != 2:
        raise Invalid("a real beside another one has a place and a number")
    place, factor = data[0], fraction_of(data[1])
    if not isinstance(place, int) or isinstance(place, bool) or place < 0 or not factor:
        raise Invalid("a real beside another one has a place and a number that is not 0")
    return place, factor


def _box(kind: str, items: tuple[object, ...], of: str | None) -> Box:
    if kind == "dict" and not all(type(item) is tuple and len(item) == 2 for item in items):
        raise Invalid("a dictionary is a list of pairs")
    return Box(kind, unordered(items) if kind in ("set", "frozenset") else items, of)


def unordered(items: Iterable[object]) -> tuple[object, ...]:
    """In an order that does not depend on how they came."""
    return tuple(sorted(items, key=lambda item: repr(shown_key(item))))


def data_of(value: object) -> object:
    """The other way, for who writes certificates."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return {"label": value}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Near):
        return {"near": data_of(value.at), "side": value.side}
    if isinstance(value, Between):
        beside = [[place, data_of(factor)] for place, factor in value.beside]
        ends = [None if end is None else data_of(end) for end in (value.low, value.high)]
        return {"between": ends} | ({"beside": beside} if beside else {})
    if isinstance(value, List):
        return [data_of(item) for item in value]
    if isinstance(value, Box):
        of = {} if value.of is None else {"of": value.of}
        return {value.kind: [data_of(item) for item in value.items]} | of
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
