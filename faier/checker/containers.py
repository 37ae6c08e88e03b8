"""Dictionaries, sets and deques: what they are made of, looked up in and put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from typing import TypeGuard

from .held import Float
from .outcome import Fails, Hole, Invalid, spend
from .values import MOST_ITEMS, Box, Continuous, List, Noise, Shape, shown_key, unordered

Equal = Callable[[object, object], bool]
Pairs = list[tuple[object, object]]

SETS = ("set", "frozenset")
LOOSE = "loose"  # what is made of the items of a set, in no order

# What a defaultdict makes where nothing is.
MAKERS: dict[str, object] = {"int": 0, "bool": False, "str": "", "list": List(), "dict": Box("dict"), "set": Box("set")}
MAKERS["float"] = Float.of(Fraction(0), Fraction(0))


def is_a(value: object, *kinds: str) -> TypeGuard[Box]:
    return isinstance(value, Box) and value.kind in kinds


def keyed(value: object) -> object:
    """The value, if Python can find it again by its hash."""
    if isinstance(value, (int, str)) or value is None or isinstance(value, Fraction):
        return value
    if isinstance(value, List) or is_a(value, "deque", "set", "dict"):
        raise Invalid("a run looks for a container that can change")
    if isinstance(value, tuple) or (isinstance(value, Box) and value.kind == "frozenset"):
        for item in value.items if isinstance(value, Box) else value:
            keyed(item)
        return value
    if is_a(value, "range"):
        return value
    if is_a(value, "record"):
        if not isinstance(value.of, Shape):
            raise Hole("a value of this kind is a key")
        if value.of.kind == "object":
            raise Hole("a record without a value of its own is a key")
        if value.of.kind == "dataclass":
            raise Invalid("a run looks for a record that can change")
        for item in value.items if value.of.kind not in ("Enum", "IntEnum") else ():
            keyed(item)
        return value
    if isinstance(value, (Noise, Continuous)):
        raise Hole("a geometric draw is looked for by what it is")
    raise Hole("a value of this kind is a key")


class Maker(str):
    """A lambda of a defaultdict, as it is written, with what it makes."""

    value: object

    @staticmethod
    def of(text: str, value: object) -> Maker:
        made = Maker(text)
        made.value = value
        return made


def made_by(box: Box) -> object:
    """What a defaultdict makes where nothing is; None for any other dictionary."""
    return box.of.value if isinstance(box.of, Maker) else MAKERS.get(box.of or "")


def at_most(box: Box, most: str | None, first: bool = False) -> Box:
    """A deque of so many items: the last ones of these, or the first ones."""
    if most is None:
        return box
    if int(most) < 0:
        raise Invalid("a deque of less than no items")
    items = box.items[: int(most)] if first else box.items[max(len(box.items) - int(most), 0) :]
    return Box("deque", items, most)


class Keys:
    """Keys that are there, each with its number: of keys that are equal the first one is there."""

    def __init__(self, equal: Equal, keys: Iterable[object] = ()) -> None:
        self.equal = equal
        self.all: list[object] = []
        self.named: dict[str, int] = {}
        self.others: list[int] = []
        for key in keys:
            self.add(key)

    def add(self, key: object) -> int:
        """The number of the key, which is there from now on."""
        at = self.find(key)
        if at is not None:
            return at
        name = _name(key)
        if name is not None:
            self.named[name] = len(self.all)
        else:
            self.others.append(len(self.all))
        self.all.append(key)
        if len(self.all) > MOST_ITEMS:
            raise Hole("a container has too many items")
        return len(self.all) - 1

    def find(self, key: object) -> int | None:
        keyed(key)
        name = _name(key)
        if name is not None and name in self.named:
            return self.named[name]
        looked = self.others if name is not None else range(len(self.all))
        spend(1 + 4 * len(looked))
        return next((at for at in looked if self.equal(key, self.all[at])), None)


def _name(key: object) -> str | None:
    """Equal for keys that are equal; other keys are compared one by one."""
    if isinstance(key, int):
        return str(int(key)) if key.bit_length() < 64 else None
    if isinstance(key, str):
        return f"text {key}"
    if key is None:
        return "none"
    if type(key) is tuple:
        names = [_name(item) for item in key]
        return repr(names) if None not in names else None
    return None


# Sets.


def made_set(items: Iterable[object], equal: Equal, kind: str = "set") -> Box:
    keys = Keys(equal, items).all
    spend(4 * len(keys))
    return Box(kind, unordered(keys))


def loose(items: Iterable[object], equal: Equal) -> Box:
    """What is made of the items of a set: in which order they come makes no difference, for equal ones are alike."""
    found, first = tuple(items), Keys(equal)
    for item in found:
        if shown_key(first.all[first.add(item)]) != shown_key(item):
            raise Hole("which of two equal items comes first, of a set")
    return Box(LOOSE, unordered(found))


def operated(operator: str, a: Box, b: Box, equal: Equal) -> Box:
    """Of two sets; the result is of the kind of the first."""
    here, there = Keys(equal, a.items), Keys(equal, b.items)
    for item in here.all:
        other = there.find(item)
        if other is not None and shown_key(item) != shown_key(there.all[other]):
            raise Hole("which of two equal items a set keeps")
    match operator:
        case "|":
            items = [*here.all, *(item for item in there.all if here.find(item) is None)]
        case "&":
            items = [item for item in here.all if there.find(item) is not None]
        case "-":
            items = [item for item in here.all if there.find(item) is None]
        case "^":
            items = [item for item in here.all if there.find(item) is None]
            items += [item for item in there.all if here.find(item) is None]
        case _:
            raise Hole(f"the operator {operator} on sets")
    return Box(a.kind, unordered(items))


def includes(a: Box, b: Box, equal: Equal) -> bool:
    """Whether all that is in the second set is in the first."""
    here = Keys(equal, a.items)
    return all(here.find(item) is not None for item in b.items)


# Dictionaries.


def pairs_of(box: Box) -> Pairs:
    found: Pairs = []
    for pair in box.items:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise Hole("a dictionary of something else than pairs")
        found.append((pair[0], pair[1]))
    return found


def keys_of(box: Box) -> tuple[object, ...]:
    return tuple(key for key, _ in pairs_of(box))


def values_of(box: Box) -> tuple[object, ...]:
    return tuple(value for _, value in pairs_of(box))


def made_dict(pairs: Iterable[tuple[object, object]], equal: Equal, of: str | None = None) -> Box:
    """The last value of each key, in the order in which keys came first."""
    keys, values = Keys(equal), list[object]()
    for key, value in pairs:
        at = keys.add(key)
        if at < len(values):
            values[at] = value
        else:
            values.append(value)
    return Box("dict", tuple(zip(keys.all, values, strict=True)), of)


def found_at(box: Box, key: object, equal: Equal) -> int | None:
    """The number of the pair of this key."""
    keys = keys_of(box)
    keyed(key)
    spend(1 + len(keys))
    plain = type(key) in (int, str)
    for at, other in enumerate(keys):
        if key == other if plain and type(other) is type(key) else equal(key, other):
            return at
    return None


def missing(box: Box) -> object:
    """What stands where a key is not there."""
    if box.of == "Counter":
        return 0
    if box.of is None:
        raise Fails("a run looks for a key that is not there", "KeyError")
    return made_by(box)


def put(box: Box, key: object, value: object, equal: Equal) -> Box:
    at = found_at(box, key, equal)
    if at is None:
        if len(box.items) >= MOST_ITEMS:
            raise Hole("a container has too many items")
        return Box("dict", (*box.items, (key, value)), box.of)
    known = pairs_of(box)[at][0]
    return Box("dict", (*box.items[:at], (known, value), *box.items[at + 1 :]), box.of)


def without(box: Box, key: object, equal: Equal) -> Box:
    """The dictionary without this key, or itself."""
    at = found_at(box, key, equal)
    return box if at is None else Box("dict", (*box.items[:at], *box.items[at + 1 :]), box.of)


def joined(a: Box, b: Box, equal: Equal) -> Box:
    """a | b of two dictionaries."""
    if a.of != b.of or a.of == "Counter":
        raise Hole("dictionaries of two kinds are joined")
    return made_dict(chain(pairs_of(a), pairs_of(b)), equal, a.of)


def pair_of(value: object) -> tuple[object, object]:
    """A key and its value, as `dict` and `update` take them."""
    if type(value) is tuple or isinstance(value, List):
        if len(value) == 2:
            return value[0], value[1]
        raise Invalid("a run makes a dictionary of something else than pairs")
    raise Hole("a dictionary of something else than pairs")


# What is equal.


def equal_boxes(a: Box, b: Box, equal: Equal) -> bool:
    if a.kind in SETS and b.kind in SETS:
        return len(a.items) == len(b.items) and includes(a, b, equal)
    if a.kind != b.kind or a.kind == "record":
        if "record" in (a.kind, b.kind):
            raise Hole("a record is compared")
        return False
    if a.kind in ("deque", "range"):
        return len(a.items) == len(b.items) and all(equal(x, y) for x, y in zip(a.items, b.items, strict=True))
    if (a.of == "Counter") != (b.of == "Counter") or a.of != "Counter":
        if len(a.items) != len(b.items):
            return False
        places = [found_at(b, key, equal) for key in keys_of(a)]
        others = pairs_of(b)
        return all(
            at is not None and equal(value, others[at][1]) for at, value in zip(places, values_of(a), strict=True)
        )
    return all(
        equal(value, counted(other, key, equal)) for one, other in ((a, b), (b, a)) for key, value in pairs_of(one)
    )


def counted(box: Box, key: object, equal: Equal) -> object:
    """What a Counter counts of a key."""
    at = found_at(box, key, equal)
    return 0 if at is None else pairs_of(box)[at][1]


def tallied(operator: str, a: Box, b: Box, equal: Equal) -> Box:
    """+, -, | and & of two Counters: what is more than 0 of all that is counted."""
    kept: Pairs = []
    own = Keys(equal, keys_of(a))
    rest = [] if operator == "&" else [key for key in keys_of(b) if own.find(key) is None]
    for key in (*keys_of(a), *rest):
        x, y = counted(a, key, equal), counted(b, key, equal)
        if type(x) is not int or type(y) is not int:
            raise Hole("Counters of something else than integers")
        result = {"+": x + y, "-": x - y, "|": max(x, y), "&": min(x, y)}.get(operator)
        if result is None:
            raise Hole(f"the operator {operator} on Counters")
        if result > 0:
            kept.append((key, result))
    return Box("dict", tuple(kept), "Counter")
