"""Keys of dictionaries, and members of sets, that depend on the rows of an input: which there are, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from faier.deciding.side_by_side.held import (
    Entries,
    Entry,
    Held,
    Rows,
    Same,
    Table,
    Unfollowed,
    is_known,
    is_number,
    leaves,
    shown_alike,
)
from faier.lang.comparing import pairs_of, place
from faier.lang.failures import Failure
from faier.lang.python_functions import pure
from faier.lang.values import Sequence as Items
from faier.lang.values import Value

# Ways to say that what has entries has them in an order, or that it is a dictionary.
LISTS = frozenset(["list", "tuple", ".items", ".keys", ".values", ".copy", "dict", "sorted", "reversed"])


def entries_of(table: Table) -> Entries:
    """The keys of a dictionary that rows have made, with their values."""
    found: list[Entry] = []
    known = [key for key, _ in pairs_of(table.known)]
    for (key, value), alone in zip(table.found, table.alone, strict=True):
        if (at := place(known, key)) is not None:
            found.append(Entry(_pair(known[at], value), sure=True))
        else:
            ones = {row: _pair(key, one) for row, one in alone.items()}
            found.append(Entry(_pair(key, value), frozenset(alone), ones))
    made = [key for key, _ in table.found]
    found += [Entry(_pair(key, value), sure=True) for key, value in pairs_of(table.known) if place(made, key) is None]
    return Entries("dict", table.source, tuple(found), False)


def different(rows: Rows) -> Entries:
    """The items that come of rows, each once."""
    found: list[Value] = []
    made_by: list[dict[int, Value]] = []
    for row, items in enumerate(rows.items):
        for item in items:
            at = place(found, item)
            if at is None:
                at = len(found)
                found.append(item)
                made_by.append({})
            elif not shown_alike(found[at], item):
                raise Unfollowed
            made_by[at][row] = item
    entries = [Entry(item, frozenset(alone), alone) for item, alone in zip(found, made_by, strict=True)]
    return Entries("list", rows.source, tuple(entries), False)


def listed(name: str, given: Entries) -> Entries | None:
    """What a function makes of them that looks at nothing but which there are; None where it is no such."""
    if given.kind == "dict" and name in ("list", "tuple", "sorted", "reversed", ".keys"):
        given = _each(given, 0)
    match name:
        case "list" | "tuple":
            return _as("list", given)
        case ".keys":
            return given
        case ".items" if given.kind == "dict":
            return _as("list", given)
        case ".values" if given.kind == "dict":
            return _each(given, 1)
        case ".copy" | "dict" if given.kind == "dict":
            return given
        case "dict":
            keys_of(given)
            return _as("dict", given)
        case "reversed" if given.ordered:
            return Entries("list", given.source, given.items[::-1], True)
        case "sorted":
            return in_order(given, order_of(given))
        case _:
            return None


def in_order(given: Entries, keys: Sequence[Held], backwards: bool = False) -> Entries:
    """Sorted by keys that are known, no two of which are equal."""
    known = _each_once(keys)
    if known is None:
        raise Unfollowed
    try:
        ordered = pure("sorted", [Items("list", tuple(known))], {})
    except Failure:
        raise Unfollowed from None  # it may be that these are never there at once
    places = [place(known, key) for key in cast(Items, ordered).items]
    items = [given.items[cast(int, at)] for at in places]
    return Entries("list", given.source, tuple(items[::-1] if backwards else items), True)


def keys_of(given: Entries) -> list[Value]:
    """The keys of entries that are pairs: each is known, and of one entry."""
    known = _each_once([_part(entry.value, 0) for entry in given.items])
    if known is None:
        raise Unfollowed
    return known


def _each_once(keys: Sequence[Held]) -> list[Value] | None:
    """The keys, where all are known and no two are equal."""
    known = [key for key in keys if is_known(key)]
    alike = any(place(known[:at], key) is not None for at, key in enumerate(known))
    return None if alike or len(known) < len(keys) else known


def is_settled(given: Entries) -> bool:
    """Whether what is there is there on both sides, and in which order is known."""
    return given.ordered and not any(entry.alone for entry in given.items)


def settled(given: Entries) -> Same:
    """What is known of these if they are shown, or looked at."""
    if not is_settled(given) or not all(
        isinstance(leaf, Same) for entry in given.items for leaf in leaves(entry.value)
    ):
        raise Unfollowed
    return Same("list" if given.kind == "list" else "table")


def are_numbers(values: Sequence[Held]) -> bool:
    return all(is_number(value) or (isinstance(value, Same) and value.kind == "number") for value in values)


def _as(kind: str, given: Entries) -> Entries:
    return Entries("list" if kind == "list" else "dict", given.source, given.items, given.ordered)


def _each(given: Entries, at: int) -> Entries:
    """Of each pair the one of the two."""
    items = [
        Entry(
            _part(entry.value, at),
            entry.made_by,
            {row: cast(Value, _part(value, at)) for row, value in entry.alone.items()},
            entry.sure,
            entry.chosen,
        )
        for entry in given.items
    ]
    return Entries("list", given.source, tuple(items), given.ordered)


def _part(pair: Held, at: int) -> Held:
    if not isinstance(pair, Items) or len(pair.items) != 2:
        raise Unfollowed
    return pair.items[at]


def order_of(given: Entries) -> Sequence[Held]:
    """What decides in which order they are sorted: the first parts of pairs, where no two have the same."""
    values = [entry.value for entry in given.items]
    firsts: list[Held] = [
        value.items[0] for value in values if isinstance(value, Items) and value.kind == "tuple" and value.items
    ]
    if len(firsts) < len(values) or None in firsts or _each_once(firsts) is None:
        return values
    return firsts


def _pair(key: Value, value: Held) -> Items:
    return Items("tuple", (key, cast(Value, value)))
