"""The methods that change what they are called on, exactly as Python would: what they leave behind, and their value.

Beside methods there are "del" (`del values[i]`), "del[:]", "[:]=" (the new items, then the ends) and "[]": reading an
item of a defaultdict, which makes what is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

from faier.lang import containers, operations, rays
from faier.lang.comparing import iterate, key, pairs_of, place
from faier.lang.containers import Ways, pairs_in, queue
from faier.lang.errors import INDEX, KEY, VALUE
from faier.lang.failures import BAD_ARGUMENT, OUT_OF_RANGE, WRONG_KIND, Failure, kind_of
from faier.lang.operations import PLAIN, whole
from faier.lang.python_functions import pure
from faier.lang.rays import stands_in
from faier.lang.sets import as_set, gathered, of_set
from faier.lang.values import Sequence, Value

Changed: TypeAlias = tuple[Value, Value]
"""What is left behind, and the value of the call."""
Changing: TypeAlias = Callable[..., Changed]


def changed(
    method: str, target: Value, arguments: Iterable[Value], keywords: dict[str, Value], ways: Ways = PLAIN
) -> Changed:
    """`target.method(...)`"""
    if stands_in(target):
        return cast(Value, rays.called(target, method)), None
    if method == "[]" and _kind(target) != "dict":
        return target, operations.index(target, *arguments)
    table = METHODS.get(_kind(target), {})
    if method not in table:
        raise _missing(method, target)
    try:
        return table[method](ways, target, *arguments, **keywords)
    except TypeError:
        raise Failure(BAD_ARGUMENT, f"`.{method}(...)` does not take these arguments") from None


def _kind(target: Value) -> str:
    if isinstance(target, Sequence):
        return "Counter" if target.of == "Counter" else target.kind
    return ""


def _missing(method: str, target: Value) -> Failure:
    if method == "pop" and isinstance(target, Sequence) and target.kind == "set":
        return Failure(
            WRONG_KIND, "which item `.pop()` takes out of a set is not known", "take min(...), and discard it"
        )
    what = {"del": "items that can be deleted", "del[:]": "slices that can be deleted", "[:]=": "slices to assign to"}
    return Failure(WRONG_KIND, f"{kind_of(target)} has no {what.get(method, f'`.{method}(...)`')}")


# Lists and deques.


def _append(ways: Ways, values: Sequence, item: Value, /) -> Changed:
    return _with(values, (*values.items, item)), None


def _append_left(ways: Ways, values: Sequence, item: Value, /) -> Changed:
    return queue((item, *values.items), values.of, left=True), None


def _extend(ways: Ways, values: Sequence, more: Value, /) -> Changed:
    return _with(values, (*values.items, *iterate(more))), None


def _extend_left(ways: Ways, values: Sequence, more: Value, /) -> Changed:
    return queue((*reversed(iterate(more)), *values.items), values.of, left=True), None


def _insert(ways: Ways, values: Sequence, position: Value, item: Value, /) -> Changed:
    at = slice(whole(position, "an index"), None).indices(len(values.items))[0]
    items = (*values.items[:at], item, *values.items[at:])
    if isinstance(values.of, str) and len(items) > int(values.of):
        raise Failure(OUT_OF_RANGE, "`.insert(...)` into a deque that has its maxlen")
    return _with(values, items), None


def _pop(ways: Ways, values: Sequence, position: Value = -1, /) -> Changed:
    if not values.items:
        raise Failure(
            OUT_OF_RANGE,
            f"`.pop()` from an empty {values.kind}",
            f"ask first whether the {values.kind} has items",
            INDEX,
        )
    at = whole(position, "an index")
    if not -len(values.items) <= at < len(values.items):
        raise Failure(OUT_OF_RANGE, f"index {at} is out of range: there are {len(values.items)} items", "", INDEX)
    at %= len(values.items)
    return containers.without(values, at), values.items[at]


def _pop_right(ways: Ways, values: Sequence, /) -> Changed:
    return _pop(ways, values)


def _pop_left(ways: Ways, values: Sequence, /) -> Changed:
    return _pop(ways, values, 0)


def _remove(ways: Ways, values: Sequence, item: Value, /) -> Changed:
    for at, known in enumerate(values.items):
        if ways.compare("==", known, item):
            return containers.without(values, at), None
    raise Failure(OUT_OF_RANGE, "`.remove(...)` does not find the item", "ask first: if item in values", VALUE)


def _clear(ways: Ways, values: Sequence, /) -> Changed:
    return values.holding(()), None


def _sort(ways: Ways, values: Sequence, /, **keywords: Value) -> Changed:
    return pure("sorted", [values], keywords), None


def _reverse(ways: Ways, values: Sequence, /) -> Changed:
    return values.holding(reversed(values.items)), None


def _rotate(ways: Ways, values: Sequence, steps: Value = 1, /) -> Changed:
    items, by = values.items, whole(steps, "how far to rotate")
    by %= max(len(items), 1)
    return values.holding((*items[len(items) - by :], *items[: len(items) - by])), None


def _delete(ways: Ways, values: Sequence, position: Value, /) -> Changed:
    operations.index(values, position)
    return containers.without(values, whole(position, "an index") % len(values.items)), None


def _delete_slice(ways: Ways, values: Sequence, lower: Value, upper: Value, step: Value, /) -> Changed:
    items = list(values.items)
    del items[_ends(lower, upper, step)]
    return values.holding(items), None


def _assign_slice(ways: Ways, values: Sequence, new: Value, lower: Value, upper: Value, step: Value, /) -> Changed:
    items, more = list(values.items), iterate(new)
    try:
        items[_ends(lower, upper, step)] = more
    except ValueError:
        message = f"{len(more)} items cannot take the place of those of a slice with steps"
        raise Failure(BAD_ARGUMENT, message) from None
    return _with(values, tuple(items)), None


def _with(values: Sequence, items: tuple[Value, ...]) -> Sequence:
    return queue(items, values.of) if values.kind == "deque" else Sequence("list", containers.bounded(items))


def _ends(*bounds: Value) -> slice:
    ends = [None if end is None else whole(end, "a slice bound") for end in bounds]
    if ends[2] == 0:
        raise Failure(BAD_ARGUMENT, "the step of a slice is 0")
    return slice(*ends)


# Dictionaries.


def _read(ways: Ways, table: Sequence, wanted: Value, /) -> Changed:
    if place((known for known, _ in pairs_of(table)), key(wanted)) is None and table.of not in (None, "Counter"):
        value = containers.made(table, wanted)
        return containers.with_key(table, wanted, value), value
    return table, containers.at_key(table, wanted)


def _take(ways: Ways, table: Sequence, wanted: Value, /, *default: Value) -> Changed:
    if len(default) > 1:
        raise TypeError
    if default and place((known for known, _ in pairs_of(table)), key(wanted)) is None:
        return table, default[0]
    at = containers.where(table, wanted)
    return containers.without(table, at), pairs_of(table)[at][1]


def _take_last(ways: Ways, table: Sequence, /) -> Changed:
    if not table.items:
        raise Failure(OUT_OF_RANGE, "`.popitem()` from an empty dictionary", "ask first whether it has keys", KEY)
    return containers.without(table, len(table.items) - 1), table.items[-1]


def _set_default(ways: Ways, table: Sequence, wanted: Value, default: Value = None, /) -> Changed:
    pairs = pairs_of(table)
    at = place((known for known, _ in pairs), key(wanted))
    if at is not None:
        return table, pairs[at][1]
    return containers.with_key(table, wanted, default), default


def _update(ways: Ways, table: Sequence, source: Value = containers.EMPTY, /, **named: Value) -> Changed:
    new = containers.table([*pairs_of(table), *pairs_in(source), *named.items()])
    return table.holding(new.items), None


def _forget(ways: Ways, table: Sequence, wanted: Value, /) -> Changed:
    return containers.without(table, containers.where(table, wanted)), None


def _forget_count(ways: Ways, counts: Sequence, wanted: Value, /) -> Changed:
    """`del counts[wanted]` of a Counter does not mind what is not there."""
    absent = place((known for known, _ in pairs_of(counts)), key(wanted)) is None
    return (counts, None) if absent else _forget(ways, counts, wanted)


def _count(sign: str) -> Changing:
    def count(ways: Ways, counts: Sequence, source: Value = None, /, **named: Value) -> Changed:
        return containers.counted(ways, counts, source, named, sign), None

    return count


# Sets.


def _add(ways: Ways, values: Sequence, item: Value, /) -> Changed:
    return as_set([*values.items, *_new(values, item)], "set"), None


def _new(values: Sequence, item: Value) -> tuple[Value, ...]:
    item = key(item)
    return (item,) if place(values.items, item) is None else ()


def _discard(ways: Ways, values: Sequence, item: Value, /) -> Changed:
    at = place(values.items, key(item))
    return (values if at is None else containers.without(values, at)), None


def _remove_from_set(ways: Ways, values: Sequence, item: Value, /) -> Changed:
    if place(values.items, key(item)) is None:
        raise Failure(OUT_OF_RANGE, "`.remove(...)` does not find the item", "write .discard(...)", KEY)
    return _discard(ways, values, item)


def _joined(operation: str) -> Changing:
    def join(ways: Ways, values: Sequence, /, *others: Value) -> Changed:
        for other in others:
            values = of_set(operation, values, containers.a_set("set")(other))
        return values, None

    return join


def _apart(ways: Ways, values: Sequence, other: Value, /) -> Changed:
    return of_set("^", values, gathered(containers.a_set("set")(other).items)), None


_BOTH: dict[str, Changing] = {
    "append": _append,
    "extend": _extend,
    "insert": _insert,
    "remove": _remove,
    "clear": _clear,
    "reverse": _reverse,
    "del": _delete,
}
_DICT: dict[str, Changing] = {
    "pop": _take,
    "popitem": _take_last,
    "setdefault": _set_default,
    "update": _update,
    "clear": _clear,
    "del": _forget,
    "[]": _read,
}
METHODS: dict[str, dict[str, Changing]] = {
    "list": _BOTH | {"pop": _pop, "sort": _sort, "del[:]": _delete_slice, "[:]=": _assign_slice},
    "deque": _BOTH
    | {
        "pop": _pop_right,
        "popleft": _pop_left,
        "appendleft": _append_left,
        "extendleft": _extend_left,
        "rotate": _rotate,
    },
    "dict": _DICT,
    "Counter": _DICT | {"update": _count("+"), "subtract": _count("-"), "del": _forget_count},
    "set": {
        "add": _add,
        "discard": _discard,
        "remove": _remove_from_set,
        "clear": _clear,
        "update": _joined("|"),
        "difference_update": _joined("-"),
        "intersection_update": _joined("&"),
        "symmetric_difference_update": _apart,
    },
}
NAMES = frozenset(name for table in METHODS.values() for name in table if name.isidentifier() and name != "del")
