"""What is held by a variable of two runs on neighboring inputs that are told side by side.

What is known stands for itself, as a value of the language. In its place, also inside of lists, dictionaries and
objects, may stand one of the following. Two of them are equal only if they are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Literal, TypeAlias, TypeGuard, cast, get_args

from flint import fmpq

from faier.exact import ZERO, Epsilon, Number, bounds, has_value
from faier.lang.comparing import pairs_of
from faier.lang.values import Infinite, Real, Sequence, Value
from faier.lang.vocabulary import DrawKind


class Unfollowed(Exception):
    """Something of which nothing is known here."""


Kind: TypeAlias = Literal["number", "flag", "ordered", "text", "list", "table", "any"]


@dataclass(frozen=True, eq=False)
class Same:
    """The same on both sides, whatever it is: "ordered" are numbers, and infinity. `positive`: a number greater than
    0; `nonzero`: one that is not 0; `of`: one of these; `whole`: an integer; a number is not below `low`, nor above
    `high`, where there are such; of a list each `item` is like that, where it is known (of a table each key
    and what it holds, a tuple);
    `integer`: an integer to Python too, as no float is; `machine`: an integer or a float, and no Fraction.
    `fixed`: wherever this one stands, it is the same number; `tells`: such numbers of which a test tells
    that they are not 0, each where it holds, or where it does not."""

    kind: Kind = "any"
    positive: bool = False
    nonzero: bool = False
    of: tuple[Held, ...] = ()
    whole: bool = False
    low: fmpq | None = None
    high: fmpq | None = None
    item: Held | None = None
    integer: bool = False
    machine: bool = False
    fixed: bool = False
    tells: tuple[tuple[Same, bool], ...] = ()


@dataclass(frozen=True, eq=False)
class Off:
    """A number of which `by` says by how much it differs for each way in which neighbors do, by number: 0 for those
    that are left out. `signed`: by exactly that, the right one less the left one, of each unit where a way has units;
    else by no more than that; where there is a `middle`, by that and no more than what is left of `by` more or less.
    `whole`: an integer on both sides; `integer`: also to Python, as no float is. `parts`: numbers whose multiples it is
    the sum of, but for what is the same on both sides. On each side it is not below `low`, nor above `high`, where
    there are such."""

    by: Mapping[int, fmpq]
    signed: bool
    whole: bool
    middle: Mapping[int, fmpq] | None = None
    integer: bool = False
    parts: tuple[tuple[Off, fmpq], ...] = ()
    low: fmpq | None = None
    high: fmpq | None = None

    def ends(self, way: int) -> tuple[fmpq, fmpq]:
        """By how much it differs at least and at most, the right one less the left one."""
        most = self.by.get(way, fmpq(0))
        if self.signed:
            return most, most
        middle = fmpq(0) if self.middle is None else self.middle.get(way, fmpq(0))
        more = abs(most) - abs(middle)
        return middle - more, middle + more


@dataclass(frozen=True, eq=False)
class Rows:
    """A list with so many items for each entry of an input: by the place of the entry's value among those of its type.
    In which order they stand is not known, but where they are `ordered`: then the least one comes first. What comes of
    one entry stands together, as it is told here, in the order of entries, or entries are the other way round
    (`backwards`); but it is `apart` where entries were gone over several times."""

    source: str
    items: tuple[tuple[Value, ...], ...]
    ordered: bool = False
    apart: bool = False
    backwards: bool = False


@dataclass(frozen=True, eq=False)
class Ranges:
    """A list with numbers for each entry of an input, by the place of its value: of these the ends are known, and those
    that may be missing are left out on both sides, or on none."""

    source: str
    items: tuple[tuple[Ends, ...], ...]


@dataclass(frozen=True)
class Ends:
    """A number from low to high, or none if it may be `missing`."""

    low: fmpq
    high: fmpq
    whole: bool
    missing: bool = False


Field: TypeAlias = tuple[int | None, ...]
"""Which numbers of a row: the places of fields, and None for all items of a list."""


@dataclass(frozen=True, eq=False)
class Between:
    """An integer that comes of a row which stands for a box of values: another one for each of them, from low to high.
    Where it is one of the numbers of the `field`, and `more`, boxes may be parted there."""

    low: fmpq
    high: fmpq
    field: Field | None = None
    more: fmpq = fmpq(0)


@dataclass(frozen=True, eq=False)
class Table:
    """A dictionary of what was added up, or gathered, over the rows of an input; which other keys than those of `known`
    it has depends on the rows: `alone` says for each that was found what a row makes of it that is the only one of its
    kind. `missing` is what is read where nothing was added (None: that raises), see `Bins`."""

    found: tuple[tuple[Value, Value], ...]
    known: Sequence
    missing: Value
    of: str | None = None  # "Counter", or what a defaultdict makes
    source: str = ""
    alone: tuple[Mapping[int, Value], ...] = ()


@dataclass(frozen=True, eq=False)
class Entry:
    """Something that is there, or not, as it depends on the rows of an input: if there are rows of the kinds that are
    `made_by`, by the places of their values. Where both sides have it, it is `value`; where it is there on one side
    alone, as there is one row of these, which the other side has not, it is what `alone` says of that (of kinds that it
    leaves out it is not there either). What is `sure` is there on both sides; what is `chosen` may be missing where
    there are such rows."""

    value: Held
    made_by: frozenset[int] = frozenset()
    alone: Mapping[int, Value] = field(default_factory=dict)
    sure: bool = False
    chosen: bool = False


@dataclass(frozen=True, eq=False)
class Entries:
    """A list or a dictionary of such entries. `ordered`: the order is known; else it depends on the rows."""

    kind: Literal["list", "dict"]
    source: str
    items: tuple[Entry, ...]
    ordered: bool


@dataclass(frozen=True, eq=False)
class Lone:
    """A number of one side alone: `number`, and a draw that is added (`sign`) or taken away, up to `slack`; or the
    number `least` where that is more."""

    draw: Fresh
    number: Value
    sign: int
    slack: fmpq = fmpq(0)
    least: Value = None


@dataclass(frozen=True, eq=False)
class Arrivals:
    """A stream: each of its arrivals is like this one."""

    item: Held


@dataclass(frozen=True, eq=False)
class Fresh:
    """A draw of noise that nobody has looked at: `parameter` is that of its distribution."""

    number: int
    kind: DrawKind
    parameter: Value


@dataclass(frozen=True, eq=False)
class Loose:
    """A number with a draw that is not looked at yet: it differs by `off` (None: not at all) but for the draw, which is
    added (`sign`) or taken away. Only where runs are told apart."""

    draw: Fresh
    off: Off | None
    sign: int
    whole: bool
    integer: bool


@dataclass(frozen=True, eq=False)
class Best:
    """The greatest ("max") or the least ("min") of several such numbers."""

    name: str
    numbers: tuple[Held, ...]


@dataclass(frozen=True, eq=False)
class Times:
    """A number that differs, times `unit`, which is more than 0."""

    exponent: Off
    unit: Epsilon


@dataclass(frozen=True, eq=False)
class Weight:
    """exp(...) of a number that differs, times `unit`, divided by one that is there."""

    exponent: Off
    unit: Epsilon
    over: Mass | None = None


@dataclass(frozen=True, eq=False)
class Mass:
    """A sum of such weights: it is more than 0."""


# What stands for variables of before a row, while one row is looked at.

Tag: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, eq=False)
class Moved:
    """The number that was there, and `by` more."""

    tag: Tag
    by: Held = 0


@dataclass(frozen=True, eq=False)
class Grown:
    """The list that was there, and `items` after it."""

    tag: Tag
    items: tuple[Value, ...] = ()


@dataclass(frozen=True, eq=False)
class Bins:
    """The dictionary that was there, with what was made of some of its values."""

    tag: Tag
    of: str | None
    known: Sequence
    found: tuple[tuple[Value, Value], ...] = ()
    missing: tuple[Value, ...] = ()  # what was there before there was a key


@dataclass(frozen=True, eq=False)
class Among:
    """Whether a key is there, which depends on the rows before; `there`: asked if it is, or if it is not."""

    bins: Bins
    key: Value
    there: bool


@dataclass(frozen=True, eq=False)
class Gone:
    """Something that is not known any more."""


Leaf: TypeAlias = (
    Same
    | Off
    | Rows
    | Ranges
    | Between
    | Table
    | Entries
    | Arrivals
    | Fresh
    | Lone
    | Loose
    | Best
    | Times
    | Weight
    | Mass
    | Moved
    | Grown
    | Bins
    | Among
    | Gone
)
LEAVES = get_args(Leaf)
Held: TypeAlias = Value | Leaf


def leaves(value: object) -> Iterator[Leaf]:
    """What is not known inside."""
    if isinstance(value, Sequence):
        for item in value.items:
            yield from leaves(item)
    elif isinstance(value, LEAVES):
        yield value


# Irrational numbers lie between rational ones, with so many digits.
DIGITS = 40

# Values of which something may be one, at most.
FEW = 64

# What is asked of numbers that are the same each time it is asked; and what comes of it.
Fact: TypeAlias = tuple[Hashable, ...]
Facts: TypeAlias = Mapping[Fact, int]

ORDERS = frozenset(["==", "!=", "<", "<=", ">", ">="])
SETS = frozenset(["set", "frozenset"])


def is_known(value: object) -> TypeGuard[Value]:
    """Whether nothing inside stands for something else."""
    return next(leaves(value), None) is None


def is_of_a_box(value: object) -> bool:
    """Whether nothing inside is not known but integers of a row that stands for many."""
    return all(isinstance(leaf, Between) for leaf in leaves(value))


def is_number(value: object) -> bool:
    """Whether it is a number that is known."""
    return isinstance(value, int | Real)


def rational(value: object) -> fmpq | None:
    """The number, where it is known and rational."""
    if isinstance(value, int):
        return fmpq(int(value))
    exact = value.exact if isinstance(value, Real) else None
    return exact if isinstance(exact, fmpq) else None


def ends_of(value: object) -> tuple[fmpq | None, fmpq | None]:
    """Between which numbers it is."""
    if isinstance(value, Between):
        return value.low, value.high
    if isinstance(value, Same):
        return (fmpq(0), fmpq(1)) if value.kind == "flag" else (value.low, value.high)
    number = rational(value)
    if number is None and isinstance(value, Real) and has_value(value.exact):
        return bounds(value.exact, DIGITS)
    return number, number


def sides_of(value: object) -> tuple[fmpq | None, fmpq | None]:
    """Between which numbers it is on each side, also where the two differ."""
    return (value.low, value.high) if isinstance(value, Off) else ends_of(value)


def between(value: object, missing: bool = False) -> Ends | None:
    """The ends, where it has both."""
    low, high = ends_of(value)
    return None if low is None or high is None else Ends(low, high, is_whole(value), missing)


def sum_between(numbers: Iterable[Ends]) -> Ends:
    """Their sum, of those that are there."""
    low, high, whole = fmpq(0), fmpq(0), True
    for number in numbers:
        low += min(number.low, fmpq(0)) if number.missing else number.low
        high += max(number.high, fmpq(0)) if number.missing else number.high
        whole = whole and number.whole
    return Ends(low, high, whole)


def within(value: Same, low: fmpq | None, high: fmpq | None) -> Same:
    """The number, of which these ends are known."""
    return replace(value, positive=value.positive or (low is not None and low > 0), low=low, high=high)


def without_ends(value: Held) -> Held:
    """The same, of which no ends are known, nor which values it may have: in loops they would widen at each turn."""
    if isinstance(value, Sequence) and not is_known(value):
        return value.holding(cast("tuple[Value, ...]", tuple(map(without_ends, value.items))))
    if isinstance(value, Off):
        return value if (value.low, value.high) == (None, None) else replace(value, low=None, high=None)
    if not isinstance(value, Same) or (value.low, value.high, value.of, value.item) == (None, None, (), None):
        return value
    return replace(value, low=None, high=None, of=(), item=None)


def again(value: Held, many: int) -> tuple[Value, ...]:
    """So many others of which as much is known: where they are not known, none is another."""

    def another(value: Held) -> Held:
        if isinstance(value, Sequence) and not is_known(value):
            return value.holding(cast("tuple[Value, ...]", tuple(map(another, value.items))))
        return replace(value) if isinstance(value, Same) else value

    return cast("tuple[Value, ...]", tuple(another(value) for _ in range(many)))


def is_whole(value: object) -> bool:
    if isinstance(value, Between):
        return True
    if isinstance(value, Off | Same):
        return value.whole or (isinstance(value, Same) and value.kind == "flag")
    number = rational(value)
    return number is not None and number.q == 1


def is_integer(value: object) -> bool:
    """Whether it is certain that Python holds an integer."""
    if isinstance(value, Between):
        return True
    if isinstance(value, Off | Same):
        return value.integer or (isinstance(value, Same) and value.kind == "flag")
    return isinstance(value, int)


def is_machine(value: object) -> bool:
    """Whether it is certain that Python holds an integer or a float."""
    if isinstance(value, Same) and value.machine:
        return True
    return is_integer(value) or (isinstance(value, Real) and isinstance(value.machine, float))


def is_told(test: Held, held: bool) -> frozenset[Same]:
    """The numbers that are not 0 where the test holds, or does not."""
    if not isinstance(test, Same):
        return frozenset()
    own = {test} if held and test.fixed else set[Same]()
    return frozenset(own | {number for number, where in test.tells if where == held})


@dataclass(frozen=True)
class Price:
    """What a draw pays where it makes up for a difference: `each` for 1; normal noise has a `variance` in its place."""

    kind: DrawKind
    each: Epsilon
    variance: Number | None = None


@dataclass(frozen=True, eq=False)
class Shift:
    """What a draw is shifted by: the greatest of what the `rises` differ by, or 0 if that is more, less what `less`
    differs by; or all of that the other way."""

    price: Price
    rises: tuple[Off, ...]
    less: Off


@dataclass
class Limit:
    """A draw of a number that noisy numbers are compared with: what those rise by that keep their draws, and those that
    do not."""

    draw: Fresh
    sign: int
    rises: list[Off] = field(default_factory=list)
    beyond: list[tuple[Fresh, Off]] = field(default_factory=list)


@dataclass
class Paid:
    """What the draws cost so far: for each its price, and the differences. `spent` are draws that were shown, or made
    up for a difference, which each does once."""

    draws: list[tuple[Price, Mapping[int, fmpq]]] = field(default_factory=list)
    spent: set[int] = field(default_factory=set)
    made: int = 0
    shifts: list[Shift] = field(default_factory=list)
    chosen: dict[int, tuple[Off, ...]] = field(default_factory=dict)  # by which of the draws: how each exponent differs
    drawn: dict[int, tuple[Off | None, int]] = field(default_factory=dict)  # what draws make up for, and their sign
    values: dict[Loose, Same] = field(default_factory=dict)  # what these are, where their draws make up for that
    limits: dict[int, Limit] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)  # draws that nothing but a comparison may look at
    shown: dict[tuple[str, int, frozenset[int]], Number] = field(default_factory=dict)  # see `may_show`
    showing: int = 0

    def fresh(self, kind: DrawKind, parameter: Value) -> Fresh:
        self.made += 1
        return Fresh(self.made, kind, parameter)

    def may_show(self, source: str, row: int, made_by: frozenset[int], chance: Number) -> None:
        """A row of this kind makes something be there that no other row makes be there, and with this chance at most
        anything comes of it."""
        at = source, row, made_by
        self.shown[at] = self.shown.get(at, ZERO) + chance
        self.showing += 1

    def noted(self) -> tuple[int, frozenset[int], int]:
        return len(self.draws), frozenset(self.spent), self.showing

    def back_to(self, noted: tuple[int, frozenset[int], int]) -> None:
        """Nothing of what came after that is paid for."""
        del self.draws[noted[0] :]
        self.chosen = {at: exponents for at, exponents in self.chosen.items() if at < noted[0]}
        self.spent = set(noted[1])

    def spend(self, draw: Fresh) -> None:
        if draw.number in self.spent:
            raise Unfollowed
        self.spent.add(draw.number)


def named(value: Held) -> Hashable | None:
    """What tells a number from others; None where that is not known."""
    if isinstance(value, Same):
        return value if value.fixed else None
    return (type(value), repr(value)) if is_number(value) else None


def asked_of(operator: str, left: Held, right: Held) -> tuple[Fact, bool] | None:
    """What a comparison of two such numbers asks: whether they are equal, or the one is less; and whether it holds
    where that does."""
    one, other = named(left), named(right)
    if one is None or other is None:
        return None
    match operator:
        case "==" | "!=":
            return ("==", one, other), operator == "=="
        case "<" | ">=":
            return ("<", one, other), operator == "<"
        case ">" | "<=":
            return ("<", other, one), operator == ">"
        case _:
            return None


def shown_alike(one: Value, other: Value) -> bool:
    """Whether it makes no difference which of two equal values is shown: 1 is no True."""
    return type(one) is type(other) and (isinstance(one, int | str) or repr(one) == repr(other))


def summed(one: Off, other: Off, sign: int) -> Off:
    """Their sum, or their difference."""
    signed = one.signed and other.signed
    parts = ((one, fmpq(1)), (other, fmpq(sign)))
    whole, integer = one.whole and other.whole, one.integer and other.integer
    if signed:
        by = dict(one.by)
        for way, much in other.by.items():
            by[way] = by.get(way, fmpq(0)) + sign * much
        return Off({way: much for way, much in by.items() if much != 0}, True, whole, None, integer, parts)
    by, middle = {}, {}
    for way in (*one.by, *(way for way in other.by if way not in one.by)):
        (low, high), (least, most) = one.ends(way), other.ends(way)
        low, high = (low + least, high + most) if sign > 0 else (low - most, high - least)
        middle[way] = (low + high) / 2
        by[way] = abs(middle[way]) + (high - low) / 2
    return Off({way: much for way, much in by.items() if much != 0}, False, whole, middle, integer, parts)


def scaled(one: Off, factor: fmpq) -> Off:
    by = {way: (factor if one.signed else abs(factor)) * much for way, much in one.by.items() if factor != 0}
    middle = None if one.middle is None else {way: factor * much for way, much in one.middle.items()}
    parts = tuple((part, factor * much) for part, much in parts_of(one))
    low, high = (None if end is None else end * factor for end in (one.low, one.high))
    low, high = (low, high) if factor > 0 else (high, low)
    return Off(by, one.signed, one.whole and factor.q == 1, middle, parts=parts, low=low, high=high)


def parts_of(one: Off) -> tuple[tuple[Off, fmpq], ...]:
    """Numbers whose multiples it is the sum of: if none are known, itself."""
    return one.parts or ((one, fmpq(1)),)


def unsigned(one: Off) -> Off:
    return Off({way: abs(much) for way, much in one.by.items()}, False, one.whole, integer=one.integer)


def rounded(one: Off, to_zero: bool, has_units: Callable[[int], bool]) -> Off:
    """The integer below each of two numbers that differ by that, or the one above; or the nearest one that is nearer to
    0."""
    by: dict[int, fmpq] = {}
    middle: dict[int, fmpq] = {}
    for way in one.by:
        least, most = one.ends(way)
        low, high = least.floor(), most.ceil()
        if has_units(way):
            high = max(-low, high)
            low = -high
        elif to_zero:
            low, high = max(0, low - 1) if least >= 0 else low, min(0, high + 1) if most <= 0 else high
        middle[way] = fmpq(low + high, 2)
        by[way] = abs(middle[way]) + fmpq(high - low, 2)
    return Off(by, False, True, middle)


def without_common(numbers: Sequence_[Off]) -> list[Off]:
    """What is left of numbers where what is a part of all of them is left out."""
    for common, much in parts_of(numbers[0]):
        left: list[Off] = []
        for number in numbers:
            parts = parts_of(number)
            at = [part is common and factor == much for part, factor in parts]
            if at.count(True) != 1:
                break
            others = [scaled(*parts[other]) for other, is_it in enumerate(at) if not is_it]
            left.append(reduce(lambda one, other: summed(one, other, 1), others, Off({}, True, True)))
        else:
            return left
    return [*numbers]


def flag_of(operator: str, left: Held, right: Held) -> Off:
    """What a comparison says of numbers that differ, each way by 1 or more where it differs at all."""
    sides = [side for side in (left, right) if isinstance(side, Off)]
    others = [side for side in (left, right) if not isinstance(side, Off)]
    if operator not in ORDERS or not all(
        is_ordered(one) or (isinstance(one, Same) and one.kind == "number") for one in others
    ):
        raise Unfollowed
    if not all(side.whole for side in sides):
        raise Unfollowed
    return Off({way: fmpq(1) for side in sides for way in side.by}, False, True, integer=True)


def one_of(test: Off, then: Held, otherwise: Held) -> Off:
    """One of two numbers that are known, by a test that differs. A number is true or not as it is 0 or not."""
    one, other = rational(then), rational(otherwise)
    if one is None or other is None or not test.whole:
        raise Unfollowed
    integer = isinstance(then, int) and isinstance(otherwise, int)
    by = {way: abs(one - other) for way in test.by if one != other}
    return Off(by, False, one.q == other.q == 1, integer=integer)


def greatest(values: list[Off | Same | Value]) -> Off:
    """Any of the numbers, the same one on both sides, or the greatest or the least of them."""
    by: dict[int, fmpq] = {}
    for value in values:
        for way, much in value.by.items() if isinstance(value, Off) else ():
            by[way] = max(by.get(way, fmpq(0)), abs(much))
    return Off(by, False, all(map(is_whole, values)), integer=all(map(is_integer, values)))


def same_shape(one: Sequence, other: Sequence) -> bool:
    """Whether two containers are of one kind, and of one length."""
    return (one.kind, one.of, len(one.items)) == (other.kind, other.of, len(other.items))


def alike(one: Held, other: Held) -> bool:
    """Whether as much is known of the one as of the other."""
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return same_shape(one, other) and all(map(alike, one.items, other.items))
    if type(one) is not type(other):
        return False
    if isinstance(one, Same) and isinstance(other, Same):
        if one.fixed or other.fixed:  # one that a loop changes is not the same number each time
            return one is other
        return _known_of(one) == _known_of(other)
    if isinstance(one, Off) and isinstance(other, Off):
        return _about(one) == _about(other)
    return one is other or isinstance(one, Gone) or (is_known(one) and one == other)


def _about(value: Off) -> tuple[object, ...]:
    return value.by, value.signed, value.whole, value.middle, value.integer, value.low, value.high


def _known_of(value: Same) -> tuple[object, ...]:
    return value.kind, value.positive, value.nonzero, value.whole, value.integer, value.machine, value.tells


def joined(one: Held, other: Held) -> Held:
    """One of the two, on both sides the same one of them."""
    if one is other or (is_known(one) and is_known(other) and type(one) is type(other) and one == other):
        return one
    if isinstance(one, Gone) or isinstance(other, Gone):
        return Gone()
    if isinstance(one, Sequence) and isinstance(other, Sequence) and _may_hold(one, other):
        return one.holding(cast("tuple[Value, ...]", tuple(map(joined, one.items, other.items))))
    if isinstance(one, Moved) and isinstance(other, Moved) and one.tag == other.tag:
        by = joined(one.by, other.by)
        return Gone() if isinstance(by, Gone) else Moved(one.tag, by)
    numbers = [value for value in (one, other) if isinstance(value, Off)]
    if numbers:
        if all(isinstance(value, Off) or _kind(value) in ("number", "flag") for value in (one, other)):
            return greatest([cast("Off | Same | Value", one), cast("Off | Same | Value", other)])
        return Gone()
    if all(isinstance(leaf, Same) for value in (one, other) for leaf in leaves(value)):
        return same_of([one, other])
    return Gone()


def _may_hold(one: Sequence, other: Sequence) -> bool:
    """Whether one container can hold what is held by either, at the same places and keys."""
    if not same_shape(one, other) or one.kind in SETS:
        return False
    if one.kind != "dict":
        return True
    keys = [(pair.items[0], also.items[0]) for pair, also in zip(one.items, other.items, strict=True)]  # type: ignore
    return all(is_known(left) and type(left) is type(right) and left == right for left, right in keys)


def same_of(values: Sequence_[Held]) -> Same:
    """One of these, which is the same on both sides."""
    kinds = {_kind(value) for value in values}
    ordered: Kind = "ordered" if kinds <= {"number", "ordered"} else "any"
    kind = kinds.pop() if len(kinds) == 1 else ordered
    whole, integer = all(map(is_whole, values)), all(map(is_integer, values))
    found = Same(kind, all(map(is_positive, values)), whole=whole, integer=integer, of=one_of_these(values))
    found = replace(found, machine=all(map(is_machine, values)))
    if kind in ("list", "table"):
        return replace(found, item=each_of(values))
    if kind not in ("number", "flag"):
        return found
    lows, highs = zip(*map(ends_of, values), strict=True)
    return within(found, None if None in lows else min(lows), None if None in highs else max(highs))


def one_of_these(values: Sequence_[Held]) -> tuple[Value, ...]:
    """The values of which it is one, where all that it may be are known, and few."""
    found: list[Value] = []
    for value in values:
        several = value.of if isinstance(value, Same) else (value,)
        if not several or not all(map(is_known, several)) or len(found) + len(several) > FEW:
            return ()
        found += [cast(Value, one) for one in several]
    return tuple(found)


def each_of(lists: Sequence_[Held]) -> Held | None:
    """What each item of these lists is, or each key of these tables with what it holds."""
    items: list[Held] = []
    for one in lists:
        if isinstance(one, Sequence) and one.kind == "dict":
            items += [Sequence("tuple", pair) for pair in pairs_of(one)]
        elif isinstance(one, Sequence):
            items += one.items
        elif isinstance(one, Same) and one.item is not None:
            items.append(one.item)
        else:
            return None
    return any_of(items) if items else None


def any_of(items: Sequence_[Held]) -> Held | None:
    """One of these; None where nothing is known of that. What is inside of each of them is told."""
    found = reduce(joined, items)
    return None if isinstance(found, Gone) else found


def _kind(value: Held) -> Kind:
    if isinstance(value, Same):
        return value.kind
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, str):
        return "text"
    if isinstance(value, Sequence):
        return "list" if value.kind == "list" else "table" if value.kind == "dict" else "any"
    return "number" if is_number(value) else "ordered" if isinstance(value, Infinite) else "any"


def is_ordered(value: object) -> bool:
    """Whether it is known, and comes before or after every number."""
    return is_number(value) or isinstance(value, Infinite)


def is_positive(value: Held) -> bool:
    if isinstance(value, Same):
        return value.positive
    number = rational(value)
    return number is not None and number > 0
