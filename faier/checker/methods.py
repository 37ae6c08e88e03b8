"""Methods: what they come to, and what they make of what they are called on."""

from __future__ import annotations

from . import operations
from .computing import Computing
from .containers import (
    SETS,
    Pairs,
    at_most,
    counted,
    found_at,
    includes,
    is_a,
    keys_of,
    made_dict,
    made_set,
    operated,
    pair_of,
    pairs_of,
    put,
    values_of,
    without,
)
from .operations import items_of, whole
from .outcome import Fails, Hole, spend
from .strings import text_method
from .values import MOST_ITEMS, Box, List, Shape, holding, noisy, parts

Keywords = dict[str, object]

_OPERATORS = {"union": "|", "intersection": "&", "difference": "-", "symmetric_difference": "^"}


def method(by: Computing, value: object, name: str, given: list[object], keywords: Keywords) -> object:
    """What a method comes to that changes nothing. Views are all that there is to see at once."""
    spend(len(parts(value) or ()) // 8)
    if keywords:
        raise Hole(f"the keywords of {name}")
    if isinstance(value, str):
        return text_method(value, name, given)
    if isinstance(value, tuple) or is_a(value, "deque", "range"):
        return _of_sequence(by, value, name, given)
    if is_a(value, "dict"):
        return _of_dict(by, value, name, given)
    if is_a(value, *SETS):
        return _of_set(by, value, name, given)
    if is_a(value, "record") and isinstance(value.of, Shape) and name == "_asdict" and not given:
        if value.of.kind != "NamedTuple":
            raise Hole("_asdict of something else than a NamedTuple")
        return Box("dict", tuple(zip(value.of.fields, value.items, strict=True)))
    if isinstance(value, int) and name in ("bit_length", "bit_count") and not given:
        return value.bit_length() if name == "bit_length" else value.bit_count()
    raise Hole(f"the method {name} of this value")


def _of_sequence(by: Computing, value: object, name: str, given: list[object]) -> object:
    items = parts(value) or ()
    match name, given:
        case "count", [item]:
            return sum(by.equal(other, item) for other in items)
        case "index", [item, *ends]:
            return _position(by, items, item, [whole(end) for end in ends])
        case "copy", [] if isinstance(value, List) or is_a(value, "deque"):
            return holding(value, items)
    raise Hole(f"the method {name} of this value")


def _position(by: Computing, items: tuple[object, ...], item: object, ends: list[int]) -> int:
    start, stop, _ = (
        slice(*(ends[:2] if len(ends) > 1 else [*ends, None])).indices(len(items)) if ends else (0, len(items), 1)
    )
    for at in range(start, stop):
        if by.equal(items[at], item):
            return at
    raise Fails("a run looks for what is not there", "ValueError")


def _of_dict(by: Computing, value: Box, name: str, given: list[object]) -> object:
    match name, given:
        case "get", [key, *default] if len(default) <= 1:
            at = found_at(value, key, by.equal)
            return pairs_of(value)[at][1] if at is not None else default[0] if default else None
        case "keys", []:
            return keys_of(value)
        case "values", []:
            return values_of(value)
        case "items", []:
            return tuple(pairs_of(value))
        case "copy", []:
            return value
    if value.of == "Counter":
        match name, given:
            case "total", []:
                return by.total(values_of(value))
            case "most_common", ([] | [None]):
                return _commonest(by, value, len(value.items))
            case "most_common", [number]:
                return _commonest(by, value, whole(number))
            case "elements", []:
                return _elements(value)
    raise Hole(f"the method {name} of a dictionary")


def _commonest(by: Computing, value: Box, number: int) -> List:
    found: Pairs = []
    for key, count in pairs_of(value):
        at = len(found)
        while at and by.related(">", count, found[at - 1][1]):
            at -= 1
        found.insert(at, (key, count))
    return List(found[: max(number, 0)])


def _elements(value: Box) -> tuple[object, ...]:
    found: list[object] = []
    for key, count in pairs_of(value):
        if len(found) + whole(count) > MOST_ITEMS:
            raise Hole("a container has too many items")
        found += [key] * max(whole(count), 0)
    return tuple(found)


def _of_set(by: Computing, value: Box, name: str, given: list[object]) -> object:
    match name, given:
        case "copy", []:
            return value
        case "isdisjoint", [other]:
            return not operated("&", value, _as_set(by, other), by.equal).items
        case "issubset", [other]:
            return includes(_as_set(by, other), value, by.equal)
        case "issuperset", [other]:
            return includes(value, _as_set(by, other), by.equal)
        case _ if name in _OPERATORS and (len(given) == 1 or name != "symmetric_difference"):
            for other in given:
                value = operated(_OPERATORS[name], value, _as_set(by, other), by.equal)
            return value
    raise Hole(f"the method {name} of a set")


def _as_set(by: Computing, value: object) -> Box:
    return value if is_a(value, *SETS) else made_set(items_of(value), by.equal)


# What changes.


def change(by: Computing, value: object, name: str, given: list[object], keywords: Keywords) -> tuple[object, object]:
    """What the method comes to, and what becomes of what it is called on."""
    items = parts(value) or ()
    spend(1 + len(items) // 2)
    if keywords and (name != "sort" or given or not keywords.keys() <= {"reverse"}):
        raise Hole(f"the keywords of {name}")
    if isinstance(value, List) or is_a(value, "deque"):
        result, changed = _changed_sequence(by, value, items, name, given, keywords)
    elif is_a(value, "dict"):
        result, changed = _changed_dict(by, value, name, given)
    elif is_a(value, "set"):
        result, changed = None, _changed_set(by, value, name, given)
    else:
        raise Hole(f"the method {name} of this value")
    if len(parts(changed) or ()) > MOST_ITEMS:
        raise Hole("a container has too many items")
    return result, changed


def _changed_sequence(
    by: Computing, value: object, items: tuple[object, ...], name: str, given: list[object], keywords: Keywords
) -> tuple[object, object]:
    result: object = None
    listed = isinstance(value, List)
    match name, given:
        case "append", [item]:
            made = (*items, item)
        case "extend", [more]:
            made = (*items, *items_of(more))
        case "insert", [at, item]:
            place = slice(whole(at), None).indices(len(items))[0]
            made = (*items[:place], item, *items[place:])
            if is_a(value, "deque") and value.of is not None and len(made) > int(value.of):
                raise Fails("a run puts an item into a deque that is full", "IndexError")
        case "remove", [item]:
            place = _position(by, items, item, [])
            made = (*items[:place], *items[place + 1 :])
        case "pop", ([] | [_]) if listed or not given:
            at = whole(given[0]) if given else -1
            if not -len(items) <= at < len(items):
                raise Fails("a run takes an item that is not there", "IndexError")
            place = at % len(items)
            result, made = items[place], (*items[:place], *items[place + 1 :])
        case "clear", []:
            made = ()
        case "reverse", []:
            made = items[::-1]
        case "sort", [] if listed:
            backward = bool(whole(keywords.get("reverse", False)))
            made = tuple(
                by.sorted(list(items), backward)
                if noisy(value)
                else items_of(operations.call("sorted", [value], {"reverse": backward}))
            )
        case "appendleft", [item] if not listed:
            made = (item, *items)
        case "popleft", [] if not listed:
            if not items:
                raise Fails("a run takes an item that is not there", "IndexError")
            result, made = items[0], items[1:]
        case "extendleft", [more] if not listed:
            made = (*reversed(items_of(more)), *items)
        case "rotate", ([] | [_]) if not listed:
            by_ = (whole(given[0]) if given else 1) % max(len(items), 1)
            made = (*items[len(items) - by_ :], *items[: len(items) - by_])
        case _:
            raise Hole(f"the method {name} of this value")
    changed = holding(value, made)
    return result, at_most(changed, changed.of, name.endswith("left")) if isinstance(changed, Box) else changed


def _changed_dict(by: Computing, value: Box, name: str, given: list[object]) -> tuple[object, Box]:
    match name, given:
        case "clear", []:
            return None, Box("dict", (), value.of)
        case "pop", [key, *default] if len(default) <= 1:
            at = found_at(value, key, by.equal)
            if at is None and not default:
                raise Fails("a run takes a key that is not there", "KeyError")
            found = default[0] if at is None else pairs_of(value)[at][1]
            return found, without(value, key, by.equal)
        case "popitem", []:
            if not value.items:
                raise Fails("a run takes an item that is not there", "KeyError")
            return value.items[-1], Box("dict", value.items[:-1], value.of)
        case "setdefault", [key, *default] if len(default) <= 1:
            at = found_at(value, key, by.equal)
            if at is not None:
                return pairs_of(value)[at][1], value
            made = default[0] if default else None
            return made, put(value, key, made, by.equal)
        case (("update" | "subtract"), []) if name == "update" or value.of == "Counter":
            return None, value
        case (("update" | "subtract"), [more]) if value.of == "Counter":
            return None, tallied_up(by, value, more, -1 if name == "subtract" else 1)
        case "update", [more]:
            return None, made_dict([*pairs_of(value), *_pairs(more)], by.equal, value.of)
    raise Hole(f"the method {name} of a dictionary")


def _pairs(more: object) -> Pairs:
    if is_a(more, "dict"):
        return pairs_of(more)
    return [pair_of(item) for item in items_of(more)]


def dictionary(by: Computing, given: list[object], keywords: Keywords, of: str | None = None) -> Box:
    """`dict(...)`, and what comes after the maker in `defaultdict(int, ...)`."""
    if len(given) > 1:
        raise Hole("the arguments of dict")
    return made_dict([*(_pairs(given[0]) if given else []), *keywords.items()], by.equal, of)


def tallied_up(by: Computing, value: Box, more: object, sign: int = 1) -> Box:
    """The Counter with more counted: each item once, or as often as a dictionary says."""
    if is_a(more, "dict"):
        extra = pairs_of(more)
    else:
        extra = [(item, 1) for item in items_of(more)]
    if is_a(more, "dict") and not value.items and sign > 0:
        return Box("dict", more.items, "Counter")
    for key, count in extra:
        before = counted(value, key, by.equal)
        value = put(value, key, by.binary("+" if sign > 0 else "-", before, count), by.equal)
    return value


def _changed_set(by: Computing, value: Box, name: str, given: list[object]) -> Box:
    match name, given:
        case "add", [item]:
            return made_set((*value.items, item), by.equal)
        case (("discard" | "remove"), [item]):
            left = operated("-", value, made_set([item], by.equal), by.equal)
            if name == "remove" and len(left.items) == len(value.items):
                raise Fails("a run removes what is not there", "KeyError")
            return left
        case "clear", []:
            return Box("set")
        case "update", _:
            for other in given:
                value = operated("|", value, _as_set(by, other), by.equal)
            return value
        case (("difference_update" | "intersection_update" | "symmetric_difference_update"), _):
            operator = _OPERATORS[name.removesuffix("_update")]
            for other in given:
                value = operated(operator, value, _as_set(by, other), by.equal)
            return value
    raise Hole(f"the method {name} of a set")
