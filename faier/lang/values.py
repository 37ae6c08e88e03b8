"""The values a variable can hold, and how they are written down.

A value is an int, a bool, a label (str or None), a `Real` (an exact number that is no int), a `Budget` (a
multiple of the unknown bound to `Positive(...)`), an `Infinite` or a `Sequence`: whatever holds other values. A `Real`
carries beside the exact number what Python would hold when it runs the file; `operations` keeps the two together. A
`Near` is in outputs alone.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import copysign
from typing import Literal, NoReturn, TypeAlias, cast

from flint import fmpq

from faier.exact import Number, bounds, fraction, fraction_text, number_text, rational


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
class Infinite:
    """`math.inf`, or with the sign -1 what is less than every number: it is compared, and nothing else."""

    sign: Literal[1, -1]


@dataclass(frozen=True)
class Budget:
    """`coefficient` times the unknown positive real `name`; divided by it if `inverse`."""

    coefficient: fmpq
    name: str
    inverse: bool = False


class Unseen:
    """What stands for an input that nobody has looked at yet. No value equals it, and it has no kind: who has to tell
    what it is asks for it."""

    __slots__ = ()

    def ask(self) -> NoReturn:
        raise NotImplementedError


def seen(value: object) -> None:
    """Asks for an input that nobody has looked at yet."""
    if isinstance(value, Unseen):
        value.ask()


# What the names of functions begin with where they are values, and of what is nothing but itself: `MISSING = object()`.
FUNCTION = "function "
OBJECT = "object "
# What the field begins with that says which object it is, where several hold one.
PLACE = "place\u00b7"

ClassKind: TypeAlias = Literal[
    "NamedTuple", "dataclass", "frozen dataclass", "class", "Enum", "IntEnum", "StrEnum", "int, Enum", "str, Enum"
]
# What `of` is for the members of an Enum that others are looked for in: `c in Color`.
MEMBERS = "Enum"
# The kinds of Enums; members of all but the first are numbers, or texts.
ENUMS: tuple[ClassKind, ...] = ("Enum", "IntEnum", "StrEnum", "int, Enum", "str, Enum")
SequenceKind: TypeAlias = Literal[
    "tuple", "list", "range", "bytes", "deque", "dict", "set", "frozenset", "record", "part"
]


@dataclass(frozen=True)
class Shape:
    """A class of the file, as its records carry it. The fields of an Enum's member are `name` and `value`."""

    name: str
    fields: tuple[str, ...]
    kind: ClassKind
    ordered: bool = False  # @dataclass(order=True)
    uncompared: tuple[str, ...] = ()  # fields that make no difference: field(compare=False)
    special: tuple[str, ...] = ()  # operations of which the class says what they do: "__eq__"

    @property
    def placed(self) -> bool:
        """Whether its records are places of objects, see `by_reference`."""
        return self.fields == (f"{PLACE}{self.name}",)

    @property
    def written(self) -> str:
        """What Python calls it: without the file that it is from."""
        return self.name.rpartition(".")[2]

    @property
    def labels(self) -> bool:
        """Whether its one member is a function or an object of no class: that has no fields, and in every run of Python
        another text."""
        return self.name.startswith((FUNCTION, OBJECT))


class Sequence:
    """What holds other values, in their order. The items of a dictionary are 2-tuples of a key and its value, in the
    order of insertion; those of a set are sorted by `sort_key`: nothing may depend on their order; a record's are its
    fields, those of bytes integers. `of` is the `Shape` of a record; of a dictionary "Counter", or what a defaultdict
    makes: "int"; of a range what stands in its brackets: "0, 8"; of the tuple behind `in Color`, `MEMBERS`.

    Equal only to a sequence of the same kind whose items are equal and of equal types. No program makes a "part": it is
    a value around what is shown after it, with a part without items for each hole. `noisy` is whether noise is in it,
    once `semantics/denote` has looked."""

    __slots__ = ("_hash", "items", "kind", "noisy", "of")

    noisy: bool | None

    def __init__(self, kind: SequenceKind, items: tuple[Value, ...], of: Shape | str | None = None) -> None:
        self.kind = kind
        self.items = items
        self.of = of
        self.noisy = None
        self._hash = hash((kind, items, tuple(map(type, items)), of))

    def holding(self, items: Iterable[Value]) -> Sequence:
        """The same kind of sequence with other items."""
        return Sequence(self.kind, tuple(items), self.of)

    def __reduce__(self) -> tuple[type[Sequence], tuple[object, ...]]:
        """Made anew in another process, in which texts have other hashes."""
        return Sequence, (self.kind, self.items, self.of)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sequence)
            and self._hash == other._hash
            and self.kind == other.kind
            and self.of == other.of
            and len(self.items) == len(other.items)
            and all(type(a) is type(b) and a == b for a, b in zip(self.items, other.items, strict=True))
        )

    def __repr__(self) -> str:
        of = "" if self.of is None else f", {self.of!r}"
        return f"Sequence({self.kind!r}, {self.items!r}{of})"


@dataclass(frozen=True)
class Near:
    """What is seen where a real that has a density is shown: that it is at this number; or, where the density jumps
    there, just above (`side` 1) or just below it (-1). Its weight is a density. No number equals it: showing the exact
    number is another output. No program makes one."""

    at: Number
    side: Literal[0, 1, -1] = 0


@dataclass(frozen=True)
class Between:
    """Any real between two numbers that is shown with a density (None: no end). It stands in sets of outputs alone.
    What is between them is its sum with those `beside` it in the same list or tuple: (where, how many times). Where it
    stands for all `numbers`, it may be an integer too, or one of the ends."""

    low: Number | None
    high: Number | None
    beside: tuple[tuple[int, fmpq], ...] = ()
    numbers: bool = False


Value: TypeAlias = int | bool | str | None | Real | Infinite | Budget | Near | Between | Sequence


HOLE = Sequence("part", ())

# Numbers that are a multiple of its reciprocal are written as decimals in events.
SHORT = 10**6


def framed(value: Value, hole: Callable[[Value], bool]) -> tuple[Sequence, tuple[Value, ...]]:
    """The value around its holes, and what is in them, in their order."""
    holes: list[Value] = []

    def around(part: Value) -> Value:
        if hole(part):
            holes.append(part)
            return HOLE
        return part.holding(map(around, part.items)) if isinstance(part, Sequence) else part

    return Sequence("part", (around(value),)), tuple(holes)


def whole(shown: Iterable[Value]) -> tuple[Value, ...]:
    """What was shown, each frame with the values after it in its holes."""
    values = iter(shown)

    def filled(part: Value) -> Value:
        if isinstance(part, Sequence) and part.kind == "part":
            return filled(part.items[0]) if part.items else next(values)
        return part.holding(map(filled, part.items)) if isinstance(part, Sequence) else part

    return tuple(map(filled, values))


def ranged(numbers: range) -> Sequence:
    """`range(...)` as a value."""
    return Sequence("range", tuple(numbers), repr(numbers).removeprefix("range(").removesuffix(")"))


def range_of(value: Sequence) -> range:
    """The range that a value of this kind is."""
    return range(*map(int, str(value.of).split(",")))


def is_frame(value: Value) -> bool:
    return isinstance(value, Sequence) and value.kind == "part"


def is_negative_zero(machine: object) -> bool:
    return isinstance(machine, float) and machine == 0 and copysign(1, machine) < 0


def same(a: Value, b: Value) -> bool:
    """Whether two shown values are the same to an observer: True is not 1, (1,) is not [1]."""
    if isinstance(a, Real) and isinstance(b, Real):
        return a.exact == b.exact
    return type(a) is type(b) and a == b


def leaves(values: Iterable[Value]) -> Iterator[Value]:
    """The values, those that hold others taken apart."""
    for value in values:
        if isinstance(value, Sequence):
            yield from leaves(value.items)
        else:
            yield value


def make(value: object) -> Value:
    """The value of a plain Python object: int, bool, str, None, Fraction, or a container of these."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Fraction):
        return Real(rational(value), "fraction")
    if isinstance(value, (tuple, list)):
        return Sequence("list" if isinstance(value, list) else "tuple", tuple(map(make, value)))
    if isinstance(value, deque):
        return Sequence("deque", tuple(map(make, value)), None if value.maxlen is None else str(value.maxlen))
    if isinstance(value, dict):
        of = "Counter" if isinstance(value, Counter) else None
        return Sequence("dict", tuple(make(pair) for pair in value.items()), of)
    if isinstance(value, (set, frozenset)):
        items = sorted(map(make, value), key=sort_key)
        return Sequence("frozenset" if isinstance(value, frozenset) else "set", tuple(items))
    raise TypeError(f"{value!r} is no value of the mechanism language")


def plain(value: Value) -> object:
    """The Python object that a value stands for; numbers that are no ints become Fractions where rational."""
    if isinstance(value, Sequence):
        if value.kind == "range":
            return range_of(value)
        if value.kind == "bytes":
            return bytes(cast("tuple[int, ...]", value.items))
        items = [plain(item) for item in value.items]
        return _PLAIN.get(value.kind, tuple)(items)
    if isinstance(value, Real):
        return fraction(value.exact) if isinstance(value.exact, fmpq) else value.exact
    return value


_PLAIN: dict[str, Callable[[list[object]], object]] = {
    "list": list,
    "deque": deque,
    "dict": lambda pairs: dict(cast("list[tuple[object, object]]", pairs)),
    "set": set,
    "frozenset": frozenset,
}


def show_value(value: Value) -> str:
    """The value as a reader of the mechanism file would write it."""
    if isinstance(value, Sequence):
        if value.kind in ("dict", "record"):
            return _show_fields(value)
        inside = ", ".join(map(show_value, value.items))
        if value.kind == "part" and any(isinstance(item, Between) for item in value.items):
            return repr("".join(item if isinstance(item, str) else f"{{{show_value(item)}}}" for item in value.items))
        if value.kind == "part":
            return inside or "_"
        if value.kind == "list":
            return f"[{inside}]"
        if value.kind == "deque":
            return f"deque([{inside}])"
        if value.kind == "range":
            return f"range({value.of})"
        if value.kind == "bytes":
            return repr(plain(value))
        if value.kind in ("set", "frozenset"):
            shown = f"{{{inside}}}" if inside else ""
            return shown if value.kind == "set" and shown else f"{value.kind}({shown})"
        return f"({inside},)" if len(value.items) == 1 else f"({inside})"
    if isinstance(value, Real):
        return number_text(value.exact, roots=isinstance(value.machine, float))
    if isinstance(value, Infinite):
        return "inf" if value.sign > 0 else "-inf"
    if isinstance(value, Budget):
        if value.inverse:
            return f"{fraction_text(value.coefficient)} / {value.name}"
        return value.name if value.coefficient == 1 else f"{fraction_text(value.coefficient)} * {value.name}"
    if isinstance(value, Near):
        return f"real {_SIDES[value.side]} {number_text(value.at)}"
    if isinstance(value, Between):
        return _show_between(value)
    seen(value)
    return repr(value)


def _show_between(value: Between) -> str:
    if value.numbers:
        return _show_numbers(value)
    low, high = (None if end is None else number_text(end) + _less(value.beside) for end in (value.low, value.high))
    if low is not None and high is not None:
        return f"real between {low} and {high}"
    if low is not None:
        return f"real above {low}"
    return "any real" if high is None else f"real below {high}"


def _show_numbers(value: Between) -> str:
    low, high = (None if end is None else _decimal(end) for end in (value.low, value.high))
    if low is not None and high is not None:
        return f"a number from {low} to {high}"
    if low is not None:
        return f"at least {low}"
    return "any number" if high is None else f"at most {high}"


def _decimal(number: Number) -> str:
    """As a decimal, where it is one of few digits."""
    scaled = number * SHORT
    if not isinstance(scaled, fmpq) or scaled.q != 1:
        return number_text(number)
    return f"{Decimal(int(scaled)) / SHORT:f}"


def _less(beside: Iterable[tuple[int, fmpq]]) -> str:
    """Other reals of the same list, by their places in it: ` - 2 * [0] + [1]`."""
    text = ""
    for place, factor in beside:
        times = "" if abs(factor) == 1 else f"{fraction_text(abs(factor))} * "
        text += f" {'-' if factor > 0 else '+'} {times}[{place}]"
    return text


_SIDES = {0: "at", 1: "just above", -1: "just below"}


def sole(kind: str, name: str, title: str) -> Sequence:
    """A value that is nothing but itself, by what the tree calls it; no program can read a field of it."""
    return Sequence("record", (name, name), Shape(f"{kind}{title}", ("", ""), "Enum"))


def _show_fields(value: Sequence) -> str:
    of = value.of
    if isinstance(of, Shape):
        if of.kind in ENUMS:
            return f"{of.name}.{value.items[0]}"
        fields = zip(of.fields, value.items, strict=True)
        return f"{of.name}({', '.join(f'{name}={show_value(item)}' for name, item in fields)})"
    pairs = [item.items for item in value.items if isinstance(item, Sequence)]
    inside = f"{{{', '.join(f'{show_value(key)}: {show_value(item)}' for key, item in pairs)}}}"
    if of == "Counter":
        return f"Counter({inside if pairs else ''})"
    return inside if of is None else f"defaultdict({of}, {inside})"


def json_value(value: Value) -> object:
    """The value for JSON: ints, Booleans, labels and lists as they are, other numbers as exact text; of a dictionary
    the list of its pairs, of a record the object of its fields. A real that is shown is an object of its own."""
    if isinstance(value, Sequence):
        if isinstance(value.of, Shape):
            if value.of.kind in ENUMS:
                return show_value(value)
            return {name: json_value(item) for name, item in zip(value.of.fields, value.items, strict=True)}
        items = [json_value(item) for item in value.items]
        return {"text": items} if value.kind == "part" else items
    if isinstance(value, Near):
        side = {"side": "above" if value.side > 0 else "below"} if value.side else {}
        return {"real": number_text(value.at), **side}
    if isinstance(value, Between):
        ends = (None if end is None else number_text(end) for end in (value.low, value.high))
        if value.numbers:
            return {"number": dict(zip(("from", "to"), ends, strict=True))}
        beside = {str(place): fraction_text(factor) for place, factor in value.beside}
        return {"real": dict(zip(("from", "to"), ends, strict=True)) | ({"plus": beside} if beside else {})}
    if isinstance(value, (Real, Infinite, Budget)):
        return show_value(value)
    return value


def sort_key(value: Value) -> tuple[object, ...]:
    """A total order on values, used wherever output must be the same on every run."""
    if isinstance(value, Sequence):
        return (4, value.kind, str(value.of or ""), tuple(map(sort_key, value.items)))
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return (2, fraction(value.exact))
    if isinstance(value, Near):
        return (2, _place(value.at), value.side)
    if isinstance(value, Between):
        ends = (Fraction(0) if end is None else _place(end) for end in (value.low, value.high))
        beside = tuple((place, fraction(factor)) for place, factor in value.beside)
        return (5, value.low is not None, value.high is None, *ends, beside, value.numbers)
    if isinstance(value, bool):
        return (0, value)
    if isinstance(value, int):
        return (1, value)
    return (3, show_value(value))


def _place(number: Number) -> Fraction:
    """The number, or one just below it."""
    return fraction(bounds(number)[0])


def strings(value: Value) -> Iterable[str]:
    """Every label inside the value."""
    if isinstance(value, Sequence):
        for item in value.items:
            yield from strings(item)
    elif isinstance(value, str):
        yield value
