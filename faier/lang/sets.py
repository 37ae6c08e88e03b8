"""Sets: what is made of their items. A set keeps the first of equal items, and they are sorted here: nothing may depend
on their order."""

from __future__ import annotations

from collections.abc import Iterable

from faier.lang.comparing import key, place
from faier.lang.failures import MAXIMAL_KEYS, TOO_LARGE, WRONG_KIND, Failure, kind_of
from faier.lang.values import Sequence, SequenceKind, Value, sort_key


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
