"""Loops over the rows of an input: what each of them adds to numbers, lists and dictionaries of before.

A row is looked at alone. What it changes stands, before it, for what is not known, and it is seen what is added to it:
what comes of the whole loop is then the sum over all rows, in whichever order they come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from flint import fmpq

from faier.deciding.side_by_side.held import (
    Bins,
    Ends,
    Gone,
    Grown,
    Held,
    Moved,
    Off,
    Rows,
    Same,
    Table,
    Tag,
    Unfollowed,
    between,
    is_integer,
    is_known,
    is_number,
    is_of_a_box,
    is_whole,
    rational,
    same_shape,
    shown_alike,
    summed,
)
from faier.deciding.side_by_side.neighbors import Neighbors
from faier.lang import containers, operations
from faier.lang.comparing import hashable, iterate, pairs_of, place
from faier.lang.containers import made_by
from faier.lang.values import ENUMS, Shape, Value
from faier.lang.values import Sequence as Items

Path: TypeAlias = tuple[str, ...]
"""A variable, or a field of an object that it holds."""


@dataclass(frozen=True)
class Before:
    """The variables before the loop, and which of them it changes."""

    scope: Mapping[str, Held]
    changing: frozenset[Path]


def at_first(before: Before) -> dict[str, Held]:
    """The variables before any row, whichever came before it."""
    scope = dict(before.scope)
    for name, *field in before.changing:
        if name in before.scope:
            scope[name] = with_path(scope[name], field, stood_for(at_path(before.scope[name], field), (name, *field)))
    return scope


def before_next(before: Before, scope: Mapping[str, Held]) -> dict[str, Held]:
    """The variables before the next item that comes of a row: those of other rows may come between."""
    first, kept = at_first(before), dict(scope)
    for name, *field in before.changing:
        if name in kept:
            still = _still(at_path(first.get(name, Gone()), field), at_path(kept[name], field))
            kept[name] = with_path(kept[name], field, still)
    return kept


def _still(first: Held, value: Held) -> Held:
    """What is known of it then: what it was at first, and what was added to it."""
    if unchanged(first, value):
        return value
    if isinstance(first, Moved | Grown) and type(first) is type(value) and first.tag == cast(Moved, value).tag:
        return value
    if isinstance(first, Bins) and isinstance(value, Bins) and first.tag == value.tag:
        found = tuple((key, cast(Value, _still(_of_bin(value, key), there))) for key, there in value.found)
        return replace(value, found=found)
    if isinstance(first, Items) and isinstance(value, Items) and same_shape(first, value):
        return value.holding(cast("tuple[Value, ...]", tuple(map(_still, first.items, value.items))))
    return Gone()


def _of_bin(bins: Bins, key: Value) -> Held:
    """What stood for the key's value at first."""
    start = _of_key(pairs_of(bins.known), key) or bins.missing[:1] or (Gone(),)
    return stood_for(start[0], (*bins.tag, "at", key))


def changing(before: Before, scope: Mapping[str, Held]) -> frozenset[Path]:
    """What a row left otherwise than it was."""
    first = at_first(before)
    found: set[Path] = set()
    for name, value in scope.items():
        if (name,) in before.changing or (name in first and unchanged(first[name], value)):
            continue
        one = first.get(name)
        if _is_object(one) and _is_object(value) and cast(Items, one).of == cast(Items, value).of:
            fields = cast(Shape, cast(Items, one).of).fields
            both = zip(fields, cast(Items, one).items, cast(Items, value).items, strict=True)
            known = {path[1] for path in before.changing if path[0] == name and len(path) > 1}
            found |= {(name, field) for field, old, new in both if field not in known and not unchanged(old, new)}
        else:
            found.add((name,))
    return frozenset(found)


def after_rows(
    before: Before, scopes: Sequence[Mapping[str, Held]], over: Rows, neighbors: Neighbors
) -> dict[str, Held]:
    """The variables after the loop over these, of what each row made of them alone."""
    scope = dict(before.scope)
    for name, *field in before.changing:
        start = before.scope.get(name, Gone())
        if isinstance(start, Gone) or not all(name in found for found in scopes):
            scope[name] = Gone()
            continue
        ends = [at_path(found[name], field) for found in scopes]
        scope[name] = with_path(
            scope[name], field, _added_up(at_path(start, field), (name, *field), ends, over, neighbors)
        )
    return scope


def _is_object(value: object) -> bool:
    return isinstance(value, Items) and isinstance(value.of, Shape) and value.of.kind not in ENUMS


def at_path(value: Held, field: Sequence[str]) -> Held:
    if not field:
        return value
    if not _is_object(value):
        return Gone()
    record = cast(Items, value)
    return record.items[cast(Shape, record.of).fields.index(field[0])]


def with_path(value: Held, field: Sequence[str], new: Held) -> Held:
    if not field:
        return new
    if not _is_object(value):
        return Gone()
    record = cast(Items, value)
    at = cast(Shape, record.of).fields.index(field[0])
    return record.holding((*record.items[:at], cast(Value, new), *record.items[at + 1 :]))


def unchanged(one: Held, other: Held) -> bool:
    """Whether nothing has changed."""
    if one is other:
        return True
    if isinstance(one, Items) and isinstance(other, Items):
        return same_shape(one, other) and all(map(unchanged, one.items, other.items))
    return is_known(one) and is_known(other) and type(one) is type(other) and one == other


def stood_for(value: Held, tag: Tag) -> Held:
    """What stands for a variable that other rows may have changed."""
    if isinstance(value, Off) or (is_number(value) and not isinstance(value, bool)):
        return Moved(tag)
    if isinstance(value, Rows):
        return Grown(tag)
    if not isinstance(value, Items):
        return Gone()
    if value.kind == "list" and not value.items:
        return Grown(tag)
    if value.kind == "dict":
        return Bins(tag, value.of if isinstance(value.of, str) else None, value)
    if value.kind in ("list", "tuple") or _is_object(value):
        items = (stood_for(item, (*tag, at)) for at, item in enumerate(value.items))
        return value.holding(cast("tuple[Value, ...]", tuple(items)))
    return Gone()


def _added_up(start: Held, tag: Tag, ends: Sequence[Held], over: Rows, neighbors: Neighbors) -> Held:
    """What is there after all rows, where each alone leaves one of these."""
    source = over.source
    stood = stood_for(start, tag)
    if isinstance(stood, Moved):
        moves = [end.by if isinstance(end, Moved) and end.tag == tag else None for end in ends]
        numbers = list(map(rational, moves))
        if any(number is None for number in numbers):
            ranges = list(map(between, moves))
            if None in ranges:
                return Gone()
            off = neighbors.ranged(source, cast("list[Ends]", ranges))
            return summed(
                start if isinstance(start, Off) else Off({}, False, is_whole(start), integer=is_integer(start)), off, 1
            )
        integer = all(isinstance(move, int) for move in moves)
        off = neighbors.gathered(source, cast("list[fmpq]", numbers), integer)
        if isinstance(start, Off):
            return summed(start, off, 1)
        whole = off.whole and is_whole(start)
        integer = off.integer and isinstance(start, int)
        return replace(off, whole=whole, integer=integer) if off.by else Same("number", whole=whole, integer=integer)
    if isinstance(stood, Grown):
        if not all(isinstance(end, Grown) and end.tag == tag for end in ends):
            return Gone()
        added = tuple(end.items for end in ends if isinstance(end, Grown))
        if not isinstance(start, Rows):
            return Rows(source, added, apart=over.apart, backwards=over.backwards)
        if start.source != source:
            return Gone()
        both = zip(start.items, added, strict=True)
        return Rows(source, tuple(known + more for known, more in both), apart=True)
    if isinstance(stood, Bins):
        return _filled(stood, ends, over, neighbors)
    if isinstance(stood, Items):
        if not all(isinstance(end, Items) and same_shape(stood, end) for end in ends):
            raise Unfollowed  # what a row did with it depends on those before
        rows = [end.items for end in ends if isinstance(end, Items)]
        items = [
            _added_up(cast(Items, start).items[at], (*tag, at), [row[at] for row in rows], over, neighbors)
            for at in range(len(stood.items))
        ]
        return stood.holding(cast("tuple[Value, ...]", tuple(items)))
    return Gone()


def _filled(stood: Bins, ends: Sequence[Held], over: Rows, neighbors: Neighbors) -> Held:
    """A dictionary to which rows have added."""
    source = over.source
    if not all(isinstance(end, Bins) and end.tag == stood.tag for end in ends):
        return Gone()
    filled = cast("Sequence[Bins]", ends)
    missing = [value for end in filled for value in end.missing]
    if any(not unchanged(value, missing[0]) for value in missing):
        return Gone()
    keys: list[Value] = []
    for end in filled:
        for key, _ in end.found:
            at = place(keys, key)
            if at is None:
                keys.append(key)
            elif not shown_alike(keys[at], key):
                return Gone()
    found: list[tuple[Value, Value]] = []
    alone: list[dict[int, Value]] = []
    for key in keys:
        at = place((known for known, _ in pairs_of(stood.known)), key)
        if at is None and not missing:
            return Gone()
        start = missing[0] if at is None else pairs_of(stood.known)[at][1]
        tag = (*stood.tag, "at", key)
        values = [_of_key(end.found, key) for end in filled]
        left = [stood_for(start, tag) if value is None else value[0] for value in values]
        value = _added_up(start, tag, left, over, neighbors)
        if isinstance(value, Gone):
            return value
        found.append((key, cast(Value, value)))
        ones = {row: _of_one(start, there[0]) for row, there in enumerate(values) if there is not None}
        alone.append(cast("dict[int, Value]", ones))
    if missing:
        if neighbors.is_coarse(source):
            return Gone()  # keys of rows of one kind may be others
        return Table(tuple(found), stood.known, missing[0], stood.of, source, tuple(alone))
    pairs = [(key, (_of_key(found, key) or (value,))[0]) for key, value in pairs_of(stood.known)]
    return stood.known.holding(Items("tuple", pair) for pair in pairs)  # rows have made no keys


def _of_one(start: Held, end: Held) -> Held:
    """What a single row makes of what was there at the start."""
    match end:
        case Moved(by=by) if is_known(start) and is_known(by):
            return operations.binary("+", start, by)
        case Grown(items=items) if isinstance(start, Items):
            return Items("list", (*start.items, *items))
        case Items(items=items) if isinstance(start, Items) and same_shape(start, end):
            return end.holding(cast("tuple[Value, ...]", tuple(map(_of_one, start.items, items))))
        case _:
            return end if is_known(end) else Gone()


def _of_key(found: Sequence[tuple[Value, Value]], key: Value) -> tuple[Value] | None:
    at = place((known for known, _ in found), key)
    return None if at is None else (found[at][1],)


# Reading and changing such a dictionary or list.


def read_there(base: Held, key: Held, making: bool = False, default: Sequence[Held] = ()) -> Held | None:
    """`base[key]`, or `base.get(key, default)`; None where the base is no such dictionary. `making`: what is read is
    there from now on."""
    if not isinstance(base, Bins | Table):
        return None
    if not is_known(key):
        raise Unfollowed
    wanted = key
    there = _of_key(base.found, wanted) or _of_key(pairs_of(base.known), wanted)
    if isinstance(base, Bins):
        if (known := _of_key(base.found, wanted)) is not None:
            return known[0]
        if there is None and not _is_nothing(start := _first(base.of, making, default)):
            raise Unfollowed
        return stood_for(start if there is None else there[0], (*base.tag, "at", wanted))
    if there is None:
        return _first(base.of, making, default)
    if _of_key(pairs_of(base.known), wanted) is None:
        # It depends on the rows whether the key is there: where it is not, the same must be read.
        if base.of is None and not default:
            raise Unfollowed
        if not unchanged(_first(base.of, True, default), base.missing):
            raise Unfollowed
    return there[0]


def _is_nothing(value: Held) -> bool:
    """Whether what is added to it is all that there is then."""
    return rational(value) == 0 or (isinstance(value, Items) and value.kind in ("list", "dict") and not value.items)


def _first(of: str | None, making: bool, default: Sequence[Held]) -> Held:
    """What is read where there is nothing."""
    if default:
        return default[0]
    if of == "Counter":
        return 0
    if of is None or not making:
        raise Unfollowed
    return made_by(of)


def changed_there(base: Held, key: Held, value: Held, default: Sequence[Held] = ()) -> Held | None:
    """What `base[key] = value` leaves behind, where the base is such a dictionary. Without one before, the key's value
    was the `default`, or what the dictionary makes."""
    if not isinstance(base, Bins | Table):
        return None
    if not is_known(key):
        raise Unfollowed
    if not all(shown_alike(known, key) for known, _ in base.found if place((known,), key) is not None):
        raise Unfollowed  # it depends on the rows which of the two is there first
    if isinstance(base, Table):
        return _with_known(base, key, value)
    wanted = key
    missing = base.missing
    if _of_key(base.found, wanted) is None and _of_key(pairs_of(base.known), wanted) is None:
        missing = (*missing, cast(Value, _missing(base, value, default)))
    kept = tuple(pair for pair in base.found if place((wanted,), pair[0]) is None)
    return replace(base, found=(*kept, (wanted, cast(Value, value))), missing=missing)


def makes_keys(table: Table | Grown) -> bool:
    """Whether what is read is there from now on."""
    return isinstance(table, Table) and table.of not in (None, "Counter")


def _with_known(table: Table, key: Value, value: Held) -> Table:
    """The dictionary in which the key is there, whatever rows there are."""
    hashable(key)
    others = [at for at, (known, _) in enumerate(table.found) if place((known,), key) is None]
    return replace(
        table,
        found=tuple(table.found[at] for at in others),
        known=containers.with_key(table.known, key, cast(Value, value)),
        alone=tuple(table.alone[at] for at in others),
    )


def _missing(base: Bins, value: Held, default: Sequence[Held]) -> Held:
    """What was there before a key was: what its value was made of."""
    if default or base.of is not None:
        return _first(base.of, True, default)
    if isinstance(value, Moved):
        return 0
    if isinstance(value, Grown):
        return Items("list", ())
    raise Unfollowed


def with_key(bins: Bins, key: Value, value: Held) -> Bins:
    """With the key, as if it had been there."""
    return replace(bins, found=(*bins.found, (key, cast(Value, value))))


def stood_for_key(bins: Bins, key: Value, made: Held) -> Held:
    """What stands for the value of a key that other rows have made, where a row makes it like this."""
    value = _of_key(made.found, key) if isinstance(made, Bins) else None
    if value is None or not is_known(value[0]):
        raise Unfollowed
    return stood_for(0 if is_number(value[0]) else Items("list", ()), (*bins.tag, "at", key))


def made_or_changed(bins: Bins, key: Value, made: Held, changed: Held) -> Bins:
    """The dictionary with a key that a row has made, or changed: what they leave tells what was there at the start."""
    if not isinstance(made, Bins) or not isinstance(changed, Bins) or len(made.found) != len(changed.found):
        raise Unfollowed
    others = [known for known in changed.found if place((key,), known[0]) is None]
    also = [known for known in made.found if place((key,), known[0]) is None]
    if not all(one[0] == other[0] and unchanged(one[1], other[1]) for one, other in zip(others, also, strict=True)):
        raise Unfollowed
    if made.missing != changed.missing:
        raise Unfollowed
    (value,), (after,) = _of_key(made.found, key) or (None,), _of_key(changed.found, key) or (None,)
    return replace(changed, missing=(*bins.missing, _before(value, after)))


def _before(made: Held, changed: Held) -> Value:
    """What was there at the start."""
    if isinstance(changed, Moved) and is_number(made) and is_number(changed.by):
        return operations.binary("-", cast(Value, made), cast(Value, changed.by))
    if isinstance(changed, Grown) and isinstance(made, Items) and made.kind == "list" and made.items == changed.items:
        return Items("list", ())
    raise Unfollowed


def grown_there(base: Held, method: str, arguments: Sequence[Held]) -> Held | None:
    """What `base.method(...)` leaves behind, of a list to which rows add."""
    if isinstance(base, Grown) and method in ("append", "extend") and len(arguments) == 1:
        if not is_of_a_box(arguments[0]):
            raise Unfollowed
        given = cast(Value, arguments[0])
        return replace(base, items=(*base.items, *((given,) if method == "append" else iterate(given))))
    return None
