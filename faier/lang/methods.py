"""The methods that change nothing, by what they are called on, exactly as Python would compute them.

`value.name(...)` is `Call(".name", (value, ...))`. Methods that change what they are called on are in `changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import fraction
from faier.lang import byte_strings
from faier.lang.arithmetic import exact_number
from faier.lang.comparing import compare, key, keys_of, pairs_of, place, unordered
from faier.lang.containers import Ways, table
from faier.lang.errors import VALUE
from faier.lang.failures import BAD_ARGUMENT, MAXIMAL_LENGTH, OUT_OF_RANGE, TOO_LARGE, WRONG_KIND, Failure, kind_of
from faier.lang.operations import PLAIN, whole
from faier.lang.records import of_text
from faier.lang.sets import gathered, of_set
from faier.lang.texts import TEXT_METHODS
from faier.lang.values import OBJECT, ClassKind, Real, Sequence, Shape, Value, make

Method: TypeAlias = Callable[..., Value]


def called(method: str, arguments: Iterable[Value], keywords: dict[str, Value], ways: Ways = PLAIN) -> Value:
    """`receiver.method(...)`; the receiver is the first of the arguments."""
    receiver, *rest = arguments
    receiver = of_text(receiver)
    known = METHODS.get(_kind(receiver), {})
    if isinstance(receiver, Sequence) and isinstance(receiver.of, Shape) and receiver.of.kind == "NamedTuple":
        known = {**_ROWS["tuple"], **known}
    if method not in known:
        raise Failure(WRONG_KIND, f"{kind_of(receiver)} has no `.{method}(...)`")
    try:
        return known[method](ways, receiver, *rest, **keywords)
    except TypeError:
        raise Failure(BAD_ARGUMENT, f"`.{method}(...)` does not take these arguments") from None


def _kind(receiver: Value) -> str:
    """The row of the table: what the methods of a value are."""
    if isinstance(receiver, Sequence):
        return "Counter" if receiver.of == "Counter" else receiver.kind
    return "str" if isinstance(receiver, str) else "number"


# Lists, tuples and deques.


def _count(ways: Ways, values: Sequence, item: Value, /) -> Value:
    return sum(ways.compare("==", known, item) for known in values.items)


def _index(ways: Ways, values: Sequence, item: Value, start: Value = 0, stop: Value = MAXIMAL_LENGTH, /) -> Value:
    for at in range(*slice(_whole(start), _whole(stop)).indices(len(values.items))):
        if ways.compare("==", values.items[at], item):
            return at
    raise Failure(OUT_OF_RANGE, "`.index(...)` does not find the item", "ask first: if item in values", VALUE)


def _copy(ways: Ways, values: Sequence, /) -> Value:
    """A copy is an equal value: who may change it is seen when the file is read."""
    return values


def _deep(ways: Ways, values: Value, /) -> Value:
    """So is a copy of all that is inside, but for objects of no class: their copies are others."""
    if isinstance(values, Sequence):
        if isinstance(values.of, Shape) and values.of.name.startswith(OBJECT):
            raise Failure(WRONG_KIND, f"a copy of `{values.items[0]}` is another object", "write None, or an Enum")
        for item in values.items:
            _deep(ways, item)
    return values


def _flat(ways: Ways, values: Value, /) -> Value:
    """A copy that holds the same items."""
    if isinstance(values, Sequence) and isinstance(values.of, Shape) and values.of.name.startswith(OBJECT):
        return _deep(ways, values)
    return values


# Dictionaries.


def _get(ways: Ways, source: Sequence, wanted: Value, default: Value = None, /) -> Value:
    pairs = pairs_of(source)
    wanted = key(wanted)
    at = place((known for known, _ in pairs), wanted)
    return default if at is None else pairs[at][1]


def _keys(ways: Ways, source: Sequence, /) -> Value:
    return Sequence("tuple", keys_of(source))


def _values(ways: Ways, source: Sequence, /) -> Value:
    return Sequence("tuple", tuple(value for _, value in pairs_of(source)))


def _items(ways: Ways, source: Sequence, /) -> Value:
    return Sequence("tuple", source.items)


# Counters.


def _most_common(ways: Ways, counts: Sequence, /, n: Value = None) -> Value:
    """The pairs with the greatest counts first, equal ones in their order."""
    found: list[tuple[Value, Value]] = []
    for pair in pairs_of(counts):
        at = next((at for at, (_, known) in enumerate(found) if ways.compare("<", known, pair[1])), len(found))
        found.insert(at, pair)
    wanted = found if n is None else found[: max(_whole(n), 0)]
    return Sequence("list", tuple(Sequence("tuple", pair) for pair in wanted))


def _elements(ways: Ways, counts: Sequence, /) -> Value:
    found: list[Value] = []
    for item, count in pairs_of(counts):
        times = _whole(count)
        if len(found) + times > MAXIMAL_LENGTH:
            raise Failure(TOO_LARGE, f"`.elements()` goes over more than {MAXIMAL_LENGTH:,} items")
        found += [item] * times
    return Sequence("tuple", tuple(found))


def _total(ways: Ways, counts: Sequence, /) -> Value:
    total: Value = 0
    for _, count in pairs_of(counts):
        total = ways.binary("+", total, count)
    return total


# Sets.


def _joined(operation: str) -> Method:
    """Of the methods `union`, `intersection` and `difference`: they take anything that can be gone over."""

    def join(ways: Ways, values: Sequence, /, *others: Value) -> Value:
        for other in others:
            values = of_set(operation, values, _set(other))
        return values

    return join


def _apart(ways: Ways, values: Sequence, other: Value, /) -> Value:
    return of_set("^", values, _set(other))


def _asked(operation: str) -> Method:
    def ask(ways: Ways, values: Sequence, other: Value, /) -> Value:
        return compare(operation, values, _set(other))

    return ask


def _disjoint(ways: Ways, values: Sequence, other: Value, /) -> Value:
    return all(place(values.items, item) is None for item in _set(other).items)


def _set(values: Value) -> Sequence:
    return gathered(unordered(values))


def _whole(value: Value) -> int:
    return whole(value, "an argument of this method")


# Integers.


def _bits(count: Callable[[int], int]) -> Method:
    """What is told of the binary digits of an integer or of a Boolean."""

    def counted(ways: Ways, number: Value, /) -> Value:
        if not isinstance(number, int):
            raise Failure(WRONG_KIND, f"{kind_of(number)} has no binary digits")
        return count(int(number))

    return counted


# Records.


def _with_fields(kinds: tuple[ClassKind, ...]) -> Method:
    """`p._replace(x=1)` of NamedTuples, `dataclasses.replace(p, x=1)` of dataclasses."""

    def replaced(ways: Ways, value: Sequence, /, **given: Value) -> Value:
        shape = value.of
        if not isinstance(shape, Shape) or shape.kind not in kinds or not given.keys() <= set(shape.fields):
            raise TypeError
        items = zip(shape.fields, value.items, strict=True)
        return value.holding(given.get(name, item) for name, item in items)

    return replaced


def _as_table(ways: Ways, value: Sequence, /) -> Value:
    """`p._asdict()` of a NamedTuple."""
    shape = value.of
    if not isinstance(shape, Shape) or shape.kind != "NamedTuple":
        raise Failure(WRONG_KIND, f"{kind_of(value)} has no `._asdict(...)`")
    return table(zip(shape.fields, value.items, strict=True))


def _taken_apart(whole: bool) -> Method:
    """`dataclasses.asdict(p)` and `dataclasses.astuple(p)`: records inside of it too, all of it copied."""

    def apart(ways: Ways, value: Sequence, /) -> Value:
        if not isinstance(value.of, Shape) or "dataclass" not in value.of.kind:
            raise Failure(WRONG_KIND, f"{kind_of(value)} is no dataclass")
        return inside(_deep(ways, value))

    def inside(value: Value) -> Value:
        if not isinstance(value, Sequence):
            return value
        shape, items = value.of, tuple(map(inside, value.items))
        if isinstance(shape, Shape) and "dataclass" in shape.kind:
            return table(zip(shape.fields, items, strict=True)) if whole else Sequence("tuple", items)
        return value.holding(items)

    return apart


def _of_number(name: str, of: Callable[[Fraction], Value]) -> Method:
    """What integers and Fractions have; floats have it where they are the numbers that they look like."""

    def told(ways: Ways, number: Value, /) -> Value:
        exact = isinstance(number, Real) and number.machine == "fraction"
        if not (isinstance(number, int) or exact):
            raise Failure(WRONG_KIND, f"{kind_of(number)} has no `.{name}` here", "make it a Fraction: Fraction(1, 3)")
        return of(Fraction(int(number)) if isinstance(number, int) else fraction(cast(fmpq, exact_number(number))))

    return told


def _nearest(ways: Ways, number: Value, /, max_denominator: Value = 1_000_000) -> Value:
    """`fraction.limit_denominator(n)`"""
    most = _whole(max_denominator)
    if not isinstance(number, Real) or number.machine != "fraction":
        raise Failure(WRONG_KIND, f"{kind_of(number)} has no `.limit_denominator(...)`")
    if most < 1:
        raise Failure(BAD_ARGUMENT, "max_denominator should be at least 1", "", VALUE)
    return make(fraction(cast(fmpq, exact_number(number))).limit_denominator(most))


def _is_whole(ways: Ways, number: Value, /) -> Value:
    """`number.is_integer()` of floats and Fractions."""
    if not isinstance(number, Real):
        raise Failure(
            WRONG_KIND, f"{kind_of(number)} has no `.is_integer()` in all versions of Python", "write x % 1 == 0"
        )
    exact = exact_number(number)
    return isinstance(exact, fmpq) and exact.q == 1


def _most(ways: Ways, values: Sequence, /) -> Value:
    """`queue.maxlen`"""
    return int(values.of) if isinstance(values.of, str) else None


_SETS: dict[str, Method] = {
    "copy": _copy,
    "union": _joined("|"),
    "intersection": _joined("&"),
    "difference": _joined("-"),
    "symmetric_difference": _apart,
    "issubset": _asked("<="),
    "issuperset": _asked(">="),
    "isdisjoint": _disjoint,
}
_DICT: dict[str, Method] = {"get": _get, "keys": _keys, "values": _values, "items": _items, "copy": _copy}
_LIST: dict[str, Method] = {"count": _count, "index": _index, "copy": _copy}

_ROWS: dict[str, dict[str, Method]] = {
    "list": _LIST,
    "deque": _LIST | {"maxlen": _most},
    "tuple": {"count": _count, "index": _index},
    "range": {"count": _count, "index": _index},
    "bytes": {"hex": byte_strings.as_digits, "decode": byte_strings.decoded},
    "dict": _DICT,
    "Counter": _DICT | {"most_common": _most_common, "elements": _elements, "total": _total},
    "set": _SETS,
    "frozenset": _SETS,
    "str": TEXT_METHODS | {"encode": byte_strings.encoded},
    "number": {
        "bit_length": _bits(int.bit_length),
        "bit_count": _bits(int.bit_count),
        "to_bytes": byte_strings.bytes_from,
        "numerator": _of_number("numerator", lambda number: number.numerator),
        "denominator": _of_number("denominator", lambda number: number.denominator),
        "as_integer_ratio": _of_number("as_integer_ratio", lambda number: make(number.as_integer_ratio())),
        "limit_denominator": _nearest,
        "is_integer": _is_whole,
    },
    "record": {
        "_replace": _with_fields(("NamedTuple",)),
        "__replace__": _with_fields(("dataclass", "frozen dataclass")),
        "_asdict": _as_table,
        "dataclasses.asdict": _taken_apart(True),
        "dataclasses.astuple": _taken_apart(False),
    },
}
_COPIES: dict[str, Method] = {"copy.copy": _flat, "copy.deepcopy": _deep}
# By the kind of what they are called on.
METHODS = {kind: row | _COPIES for kind, row in _ROWS.items()}
# What can only be gone over.
VIEWS = frozenset(["keys", "values", "items", "elements"])
# What is read without brackets.
PROPERTIES = frozenset(["numerator", "denominator", "maxlen"])
# Functions of the library that are methods in the tree.
FUNCTIONS = frozenset(["dataclasses.asdict", "dataclasses.astuple", *_COPIES])
NAMES = frozenset(name for known in METHODS.values() for name in known) - PROPERTIES - FUNCTIONS
