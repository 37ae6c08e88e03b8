"""Sets: what is made of their items. A set keeps the first of equal items, and they are sorted here: nothing may depend
on their order."""

from __future__ import annotations

from collections.abc import Iterable

from faier.lang.comparing import SETS, iterate, key, place, unordered
from faier.lang.failures import MAXIMAL_KEYS, TOO_LARGE, WRONG_KIND, Failure, kind_of
from faier.lang.records import is_member
from faier.lang.values import Real, Sequence, SequenceKind, Value, sort_key

# What goes over the items of a set where their order makes no difference, and what takes what is made of them.
IN_ANY_ORDER, AS_TOLD = "set.in_any_order", "set.as_told"


def gathered(values: Iterable[Value], kind: SequenceKind = "set") -> Sequence:
    """The set of the values, which are added in their order."""
    found: list[Value] = []
    for value in values:
        item = key(value)
        if place(found, item) is None:
            found.append(item)
    return as_set(found, kind)


def as_set(items: list[Value], kind: SequenceKind) -> Sequence:
    """The set of these items, of which no two are equal."""
    if len(items) > MAXIMAL_KEYS:
        raise Failure(TOO_LARGE, f"a set has more than {MAXIMAL_KEYS:,} items")
    return Sequence(kind, tuple(sorted(items, key=sort_key)))


def of_set(operation: str, a: Sequence, b: Sequence) -> Sequence:
    """`a operation b` for | & - ^: a set of the kind of `a`."""
    common = [item for item in a.items if place(b.items, item) is not None]
    others = [item for item in b.items if place(a.items, item) is None]
    own = [item for item in a.items if place(b.items, item) is None]
    match operation:
        case "|":
            return as_set([*a.items, *others], a.kind)
        case "&":
            for item in common:
                at = place(b.items, item)
                if at is not None and not (type(b.items[at]) is type(item) and b.items[at] == item):
                    message = f"which of {kind_of(item)} and {kind_of(b.items[at])} is kept depends on the sizes"
                    raise Failure(WRONG_KIND, message, "make all items numbers of one kind: int(...)")
            return as_set(common, a.kind)
        case "-":
            return as_set(own, a.kind)
        case "^":
            return as_set([*own, *others], a.kind)
    raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined")


# What goes over a set in any order, see `lang.any_order`.


def in_any_order(values: Value) -> Value:
    """The items of a set, all of one kind, one after the other; anything else as it is."""
    if isinstance(values, Sequence) and values.kind in SETS:
        if not _of_one_kind(values.items):
            message = f"a {values.kind} has no order, and what is done with values of several kinds may depend on it"
            raise Failure(WRONG_KIND, message, "go over sorted(...) of it, or over values of one kind")
        return Sequence("tuple", unordered(values))
    return values


def as_told(made: Value, source: Value, function: Value) -> Value:
    """What was made of the items of `source`, for a function that takes them in any order."""
    items = iterate(made)
    if isinstance(source, Sequence) and source.kind in SETS and len(items) > 1:
        members = function in SETS and all(is_member(item) for item in items)
        if not (members or (_of_one_kind(items) and all(map(_is_plain, items)))):
            message = f"{function} of what is made of a {source.kind} may depend on the order in which it comes"
            raise Failure(WRONG_KIND, message, "go over sorted(...) of it")
    return made


def _of_one_kind(items: Iterable[Value]) -> bool:
    """Whether equal values among them are the same, and whatever fails for the kind of one fails for all."""
    items = list(items)
    if len(items) < 2:
        return True
    first = items[0]
    if isinstance(first, Sequence):
        alike = [item for item in items if isinstance(item, Sequence)]
        if len(alike) < len(items) or len({(item.kind, item.of, len(item.items)) for item in alike}) > 1:
            return False
        return first.kind in ("tuple", "record") and all(
            map(_of_one_kind, zip(*(item.items for item in alike), strict=True))
        )
    if isinstance(first, Real):
        return all(isinstance(item, Real) and item.machine == "fraction" for item in items)
    return isinstance(first, (int, str)) and all(type(item) is type(first) for item in items)


def _is_plain(item: Value) -> bool:
    """Whether Python itself orders such values: no class of the file says how."""
    return not isinstance(item, Sequence) or (
        item.kind == "tuple" and item.of is None and all(map(_is_plain, item.items))
    )
