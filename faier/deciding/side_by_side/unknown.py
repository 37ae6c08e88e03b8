"""What functions give of values that are the same on both sides, but not known, where none of them raises."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from flint import fmpq

from faier.deciding.side_by_side.frames import is_key
from faier.deciding.side_by_side.held import (
    FEW,
    Held,
    Same,
    any_of,
    each_of,
    ends_of,
    is_integer,
    is_known,
    is_machine,
    is_number,
    is_whole,
    same_of,
    within,
)
from faier.lang.comparing import iterate, place
from faier.lang.failures import Failure
from faier.lang.values import Sequence as Items
from faier.lang.values import Value

# How integers may be written, and these and floats.
_WRITTEN = re.compile(r"[<>^]?[+]?[0-9]{0,3},?\.[0-9]{1,3}[feg%]")
_SHOWN = re.compile(r"[<>^]?[+]?[0-9]{0,3},?[d]?|[0-9]{0,3}\.[0-9]{1,3}f")


def called(name: str, arguments: Sequence[Held], keywords: Mapping[str, Held]) -> Held | None:
    """What the function gives; None where it may raise, or nothing is known of it."""
    first = arguments[0] if arguments else None
    match name, arguments:
        case "isinstance", [Same(), *_]:
            return Same("flag")
        case "functools.lru_cache", [value] if is_plain(value):
            return value
        case "Fraction", [Same() as number] if is_plain(number):
            return within(Same("number", nonzero=number.nonzero, whole=is_whole(number)), *ends_of(number))
        case "round", [Same() as number, int()] if is_plain(number):
            return Same("number", whole=is_whole(number), integer=is_integer(number), machine=is_machine(number))
        case "str" | "format", [Same(kind="text")]:
            return first
        case "str" | "repr" | "format", [Same(kind="number") as number] if is_machine(number):
            return Same("text")
        case "format", [Same(kind="number", integer=True), str(how)] if _SHOWN.fullmatch(how):
            return Same("text")
        case "format", [Same(kind="number") as number, str(how)] if is_machine(number) and _WRITTEN.fullmatch(how):
            return Same("text")
        case ".join", [str(), Items() as given] if all(map(_is_text, iterate(given))):
            return Same("text")
        case ".join", [str(), Same(kind="list", item=item)] if item is not None and _is_text(item):
            return Same("text")
        case ".strip" | ".upper" | ".lower" | ".title" | ".capitalize", [Same(kind="text")]:
            return Same("text")
        case "sorted", _ if len(arguments) == 1 and keywords.keys() <= {"key", "reverse"}:
            return _sorted(arguments[0], keywords)
        case "max" | "min", [Same(kind="list", item=item)] if keywords.keys() == {"default"}:
            if item is not None and is_plain(item) and is_plain(keywords["default"]):
                return same_of([item, keywords["default"]])
        case ".copy" | "dict", [Same(kind="table")]:
            return first
        case ".keys" | ".values" | ".items" | "list", [Same(kind="table", item=pair)]:
            return Same("list", item=_in_pairs(pair, name))
        case "dict", [Same(kind="list", item=Items(kind="tuple", items=(key, _)) as pair)] if is_key(key):
            return Same("table", item=pair)
        case (("list" | "reversed"), [Same(kind="list", item=item)]):
            return Same("list", item=item)
        case "sum", [Same(kind="list", item=item)] if item is not None and is_plain(item):
            return Same("number", whole=is_whole(item), integer=is_integer(item))
    return None


def is_plain(value: Held) -> bool:
    """Whether it is a number."""
    return is_number(value) or (isinstance(value, Same) and value.kind in ("number", "flag"))


def _is_text(value: Held) -> bool:
    return isinstance(value, str) or (isinstance(value, Same) and value.kind == "text")


def _in_pairs(pair: Held | None, name: str) -> Held | None:
    """What the items of such a list are, where each key of a table and what it holds is a `pair`."""
    if not isinstance(pair, Items) or name == ".items":
        return pair
    return pair.items[name == ".values"]


def are_comparable(values: Sequence[Held]) -> bool:
    """Whether each of these can be said to come before each other one, or not: as numbers, texts, or item by item."""
    if all(map(is_plain, values)) or all(map(_is_text, values)):
        return True
    if not all(isinstance(value, Items) and value.kind in ("tuple", "list") for value in values):
        return False
    rows = cast("Sequence[Items]", values)
    return len({row.kind for row in rows}) == 1 and all(
        are_comparable([row.items[at] for row in rows if at < len(row.items)])
        for at in range(max(len(row.items) for row in rows))
    )


def _sorted(given: Held, keywords: Mapping[str, Held]) -> Held | None:
    """The items in another order, where each can be compared with each."""
    if not isinstance(keywords.get("reverse", False), bool):
        return None
    if isinstance(given, Same):
        item = _in_pairs(given.item, ".keys") if given.kind == "table" else given.item
        keys = keywords.get("key", Same("list", item=item))
        key = keys.item if isinstance(keys, Same) and keys.kind == "list" else None
        sortable = given.kind in ("list", "table") and key is not None and are_comparable([key])
        return Same("list", item=item) if sortable else None
    if not isinstance(given, Items) or given.kind not in ("list", "tuple", "dict", "range"):
        return None
    items = iterate(given)
    keys = keywords.get("key", Items("tuple", items))
    if not isinstance(keys, Items) or len(keys.items) != len(items) or not are_comparable(keys.items):
        return None
    return Same("list", item=any_of(items)) if items else given


def of_each(compute: Callable[[Sequence[Value]], Value], arguments: Sequence[Held]) -> Held | None:
    """What is computed of values of which one may be each of several that are known; None where that is not so, or may
    raise."""
    open_ = [at for at, one in enumerate(arguments) if not is_known(one)]
    if len(open_) != 1:
        return None
    at, one = open_[0], arguments[open_[0]]
    several = values_of(one)
    if not several:
        return None
    try:
        found = [compute(cast("list[Value]", [*arguments[:at], value, *arguments[at + 1 :]])) for value in several]
    except Failure:
        return None
    return any_of(found)


def values_of(value: Held) -> tuple[Value, ...]:
    """The values of which it is one, where all of them are known; else none."""
    if not isinstance(value, Same):
        return ()
    if value.kind == "flag":
        return (False, True)
    return cast("tuple[Value, ...]", value.of) if all(map(is_known, value.of)) else ()


def has_keys(keys: Sequence[Value], wanted: Held) -> bool:
    """Whether what is wanted is one of these for certain."""
    several = values_of(wanted)
    return bool(several) and all(place(keys, one) is not None for one in several)


def item_of(items: Sequence[Held], at: Held) -> tuple[Held, bool]:
    """An item, the same one on both sides, and whether there is one at that place for certain."""
    low, high = ends_of(at)
    there = is_integer(at) and low is not None and high is not None and low >= -len(items) and high < len(items)
    return (any_of(items) or same_of(items)) if items else Same(), there


def part_of(base: Held, ends: Sequence[Held]) -> Held | None:
    """`base[low:high:step]`; None where it may raise."""
    *places, step = ends
    if not all(end is None or is_integer(end) for end in places):
        return None
    if not (step is None or (isinstance(step, int) and step != 0)):
        return None
    if isinstance(base, Same):
        return Same("list", item=base.item) if base.kind == "list" else None
    if isinstance(base, Items) and base.kind in ("list", "tuple"):
        return Same("list" if base.kind == "list" else "any", item=each_of([base]))
    return None


def weigh(weights: Sequence[Held]) -> bool:
    """Whether one is drawn by these weights for certain: none is less than 0, and one is more."""
    lows = [ends_of(weight)[0] for weight in weights]
    return all(is_plain(weight) for weight in weights) and (
        all(low is not None and low >= 0 for low in lows) and any(low is not None and low > 0 for low in lows)
    )


def numbered(many: int) -> Same:
    """An integer from 0, less than so many."""
    several = tuple(range(many)) if many <= FEW else ()
    return Same("number", whole=True, of=several, low=fmpq(0), high=fmpq(many - 1), integer=True)
