"""Comparisons of values as Python makes them, and what they rest on: items, keys, and whether two keys are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from typing import TypeAlias

from flint import fmpq

from faier.lang import noise, rays, records
from faier.lang.arithmetic import ORDER, budget_misused, compare_numbers
from faier.lang.failures import FLOAT_DIFFERS, WRONG_KIND, Failure, kind_of
from faier.lang.noise import is_noise
from faier.lang.rays import stands_in
from faier.lang.records import bare, comparable, compared, holds_items, is_member, of_text, shape_of
from faier.lang.values import (
    FUNCTION,
    MEMBERS,
    Between,
    Budget,
    Infinite,
    Near,
    Real,
    Sequence,
    Shape,
    Value,
    seen,
    sort_key,
)

Comparison: TypeAlias = Callable[[str, Value, Value], bool]

SETS = ("set", "frozenset")
_VALUES = (int, str, Real, Infinite, Budget, Near, Between, Sequence, type(None))
_CHANGING = ("list", "dict", "set", "deque")


def compare(operation: str, a: Value, b: Value) -> bool:
    """`a operation b` for == != < <= > >= in, not in, is, is not."""
    if operation in ("in", "not in"):
        return contains(b, a) == (operation == "in")
    if operation in ("is", "is not"):
        if not (is_single(a) or is_single(b)):
            better = "==" if operation == "is" else "!="
            raise Failure(WRONG_KIND, f"`{operation}` compares identity", f"use `{better}`")
        return (a is b or (is_member(a) and a == b)) == (operation == "is")
    if type(a) is int and type(b) is int:
        return bool(ORDER[operation](a, b))
    seen(a)
    seen(b)
    if type(a) is Sequence or type(b) is Sequence:
        a, b = bare(a), bare(b)
        if operation in ("==", "!="):
            records.not_its_own(a, b)
    if isinstance(a, Budget) or isinstance(b, Budget):
        raise budget_misused(a if isinstance(a, Budget) else b)
    if isinstance(a, Infinite) or isinstance(b, Infinite):
        return _beside_infinity(operation, a, b)
    if is_noise(a) or is_noise(b):
        return noise.compare(operation, a, b)
    if stands_in(a) or stands_in(b):
        left, right = (item.exact if isinstance(item, Real) else item for item in (a, b))
        return rays.compare(operation, left, right)
    if isinstance(a, (int, Real)) and isinstance(b, (int, Real)):
        return compare_numbers(operation, a, b)
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return compare_sequences(operation, a, b)
    if isinstance(a, str) and isinstance(b, str):
        return bool(ORDER[operation](a, b))
    if operation in ("==", "!="):
        for side in (a, b):
            if not isinstance(side, _VALUES):
                raise TypeError(f"{type(side).__name__} is no value")
        equal = type(a) is type(b) and a == b
        return equal == (operation == "==")
    raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined")


def is_single(value: object) -> bool:
    """Whether there is one such value only: None, True, False, the member of an Enum."""
    shape = shape_of(value)
    return (
        value is None
        or isinstance(value, bool)
        or (is_member(value) and not (shape and shape.name.startswith(FUNCTION)))
    )


def _beside_infinity(operation: str, a: Value, b: Value) -> bool:
    """A comparison with what is above or below every number."""
    if not all(noise.is_number(side) or isinstance(side, Infinite) or stands_in(side) for side in (a, b)):
        if operation in ("==", "!="):
            return operation == "!="
        raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined")
    for side in (a, b):
        if isinstance(side, Real) and isinstance(side.machine, float) and not isfinite(side.machine):
            raise Failure(FLOAT_DIFFERS, f"this number is finite, but Python would compute {side.machine!r}")
    left, right = (side.sign if isinstance(side, Infinite) else 0 for side in (a, b))
    return bool(ORDER[operation](left, right))


def compare_sequences(operation: str, a: Sequence, b: Sequence, by: Comparison = compare) -> bool:
    """`a operation b` for == != < <= > >=, what is inside compared by `by`."""
    if operation in ("==", "!="):
        return equal_sequences(a, b, by) == (operation == "==")
    if a.kind in SETS and b.kind in SETS:
        more, less = (a, b) if operation in (">", ">=") else (b, a)
        inside = all(place(more.items, item) is not None for item in less.items)
        return inside and (operation in ("<=", ">=") or len(less.items) < len(more.items))
    if a.of == b.of == "Counter":
        hint = f"ask for each key: all(a[k] {operation[0]}= b[k] for k in [*a, *b])"
        hint += "" if operation in ("<=", ">=") else ", and a != b"
        raise Failure(WRONG_KIND, f"Counter {operation} Counter compares counts key by key: it is not followed", hint)
    if a.kind != b.kind or a.kind in (*SETS, "dict", "range") or (a.kind == "record" and not _ordered(a, b)):
        raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined")
    for x, y in zip(compared(a), compared(b), strict=False):
        if not by("==", x, y):
            return by(operation, x, y)
    return bool(ORDER[operation](len(a.items), len(b.items)))


def _ordered(a: Sequence, b: Sequence) -> bool:
    """Whether these are records of one dataclass that has an order."""
    return isinstance(a.of, Shape) and a.of == b.of and a.of.ordered and "__eq__" not in a.of.special


def equal_sequences(a: Sequence, b: Sequence, by: Comparison = compare) -> bool:
    """`a == b`: dictionaries and sets in any order; what a Counter lacks it has 0 times."""
    if a.kind in SETS and b.kind in SETS:
        return len(a.items) == len(b.items) and all(place(b.items, item) is not None for item in a.items)
    if a.kind != b.kind or (a.kind == "record" and not comparable(a, b)):
        return False
    if a.kind == "dict":
        left, right = dict(enumerate(pairs_of(a))), pairs_of(b)
        counts = a.of == b.of == "Counter"
        if not counts and len(left) != len(right):
            return False
        for key, value in right:
            at = place([known for known, _ in left.values()], key)
            if at is None and not counts:
                return False
            if not by("==", 0 if at is None else left.pop(list(left)[at])[1], value):
                return False
        return all(by("==", value, 0) for _, value in left.values())
    return len(a.items) == len(b.items) and all(by("==", x, y) for x, y in zip(compared(a), compared(b), strict=True))


def contains(holder: Value, item: Value, by: Comparison = compare) -> bool:
    """`item in holder`."""
    holder = bare(holder)
    if isinstance(holder, Sequence) and holder.of == MEMBERS:
        return _is_own_member(holder, item)
    if isinstance(holder, str):
        if not isinstance(item, str):
            raise Failure(WRONG_KIND, f"{kind_of(item)} cannot be in a string", "write str(...) of it")
        return item in holder
    if isinstance(holder, Sequence) and holder.kind == "bytes":
        return _in_bytes(holder, item)
    if isinstance(holder, Sequence) and holder.kind in ("dict", *SETS):
        hashable(item)
        keys = keys_of(holder)
        return place(keys, item) is not None if plain(item) else any(by("==", item, key) for key in keys)
    return any(by("==", item, known) for known in iterate(holder))


def _is_own_member(members: Sequence, item: Value) -> bool:
    """`item in Color`: what is no member raises before Python 3.12, and may be the value of one since."""
    shape = shape_of(item)
    if is_member(item) and item in members.items:
        return True
    if shape is not None and is_member(item) and is_single(item) and "__eq__" not in shape.special:
        values = [member.items[1] for member in members.items if isinstance(member, Sequence)]
        if not any(compare("==", value, item) for value in values):
            return False
    message = "only members are looked for in an Enum: Python 3.12 finds their values too, 3.11 raises a TypeError"
    raise Failure(WRONG_KIND, message, "ask for the values: x in [c.value for c in Color]")


def _in_bytes(holder: Sequence, item: Value) -> bool:
    if isinstance(item, Sequence) and item.kind == "bytes":
        count = len(item.items)
        return any(holder.items[at : at + count] == item.items for at in range(len(holder.items) - count + 1))
    if isinstance(item, int) and 0 <= item <= 255:
        return item in holder.items
    raise Failure(WRONG_KIND, f"{kind_of(item)} cannot be in bytes", "ask for an integer from 0 to 255")


def iterate(value: Value) -> tuple[Value, ...]:
    """The items a `for` would go over. A set of several items has no order that could be relied on."""
    value = of_text(value)
    if isinstance(value, str):
        return tuple(value)
    if not isinstance(value, Sequence) or not holds_items(value):
        raise Failure(WRONG_KIND, f"{kind_of(value)} cannot be iterated over")
    if value.kind in SETS and len(value.items) > 1:
        message = f"a {value.kind} has no order: another run of Python may go over it in another one"
        raise Failure(WRONG_KIND, message, "go over sorted(...) of it")
    return keys_of(value)


def unordered(value: Value) -> tuple[Value, ...]:
    """The items a `for` would go over, where their order cannot matter."""
    return value.items if isinstance(value, Sequence) and value.kind in SETS else iterate(value)


def items_of(value: Value) -> tuple[Value, ...]:
    """The items of something that has a length."""
    value = of_text(value)
    if isinstance(value, str):
        return tuple(value)
    if not isinstance(value, Sequence) or not holds_items(value):
        raise Failure(WRONG_KIND, f"{kind_of(value)} has no items")
    return value.items


# Keys.


def keys_of(value: Sequence) -> tuple[Value, ...]:
    """The keys of a dictionary, the items of anything else."""
    return tuple(key for key, _ in pairs_of(value)) if value.kind == "dict" else value.items


def pairs_of(table: Sequence) -> list[tuple[Value, Value]]:
    """The keys of a dictionary with their values."""
    return [(pair.items[0], pair.items[1]) for pair in table.items if isinstance(pair, Sequence)]


def place(keys: Iterable[Value], key: Value) -> int | None:
    """Where the key is among others: 1, True and Fraction(1) are one key."""
    simple = type(key) if isinstance(key, (int, str)) else None
    for at, known in enumerate(keys):
        if (known == key) if type(known) is simple else compare("==", known, key):
            return at
    return None


def hashable(value: Value) -> None:
    """Fails where Python would say that the value cannot be a key."""
    if not isinstance(value, Sequence):
        seen(value)
        if isinstance(value, Real) and value.machine == "symbolic":
            raise Failure(WRONG_KIND, "a number made by exp or log cannot be a key", "use a label, or an index")
        return
    if value.kind in _CHANGING or (isinstance(value.of, Shape) and value.of.kind in ("dataclass", "class")):
        hint = {"list": "make it a tuple: tuple(...)", "set": "make it a frozenset: frozenset(...)"}.get(value.kind, "")
        raise Failure(WRONG_KIND, f"{kind_of(value)} cannot be a key, or an item of a set: it can change", hint)
    for item in value.items:
        hashable(item)


def key(value: Value) -> Value:
    """The value as a key that is stored; noise in it must be known to lie between two ends."""
    hashable(value)
    if is_noise(value):
        return noise.number(value, "a key")
    return value.holding(map(key, value.items)) if isinstance(value, Sequence) and not plain(value) else value


def plain(value: Value) -> bool:
    """Whether there is no noise in the value."""
    return not is_noise(value) and not (isinstance(value, Sequence) and not all(map(plain, value.items)))


def as_equal(value: Value) -> Value:
    """The same for values that Python takes to be equal: True is 1, and so is Fraction(1)."""
    value = bare(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return int(value.exact.p) if value.exact.q == 1 else Real(value.exact, "fraction")
    if not isinstance(value, Sequence):
        return value
    items = tuple(map(as_equal, compared(value)))
    if value.kind == "dict":
        counts = value.of == "Counter"
        kept = [pair for pair in items if not (counts and isinstance(pair, Sequence) and pair.items[1] == 0)]
        return Sequence("dict", tuple(sorted(kept, key=sort_key)), "Counter" if counts else None)
    if value.kind in SETS:
        return Sequence("set", tuple(sorted(items, key=sort_key)))
    return Sequence(value.kind, items, None if value.kind == "range" else value.of)
