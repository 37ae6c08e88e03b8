"""What a variable holds in two runs on the same rows in two orders.

In a loop over rows, what is done with a row is compared with what is done with it in the other run, whenever that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from faier.deciding.unordered.forms import STR, UNKNOWN, Form, all_joined, clear, joined


class Ordered(Exception):
    """It may depend on the order of the rows, or is not followed."""


@dataclass(frozen=True)
class Same:
    """The same in both runs."""

    form: Form = UNKNOWN


@dataclass(frozen=True)
class Bag:
    """Equal items equally often, in any order; what goes over them gets each item once. `distinct`: no two are equal;
    `keyed`: they are pairs, no two of which begin with the same."""

    item: Form
    distinct: bool = False
    keyed: bool = False


@dataclass(frozen=True)
class Table:
    """A dictionary with the same values behind the same keys, which may have come in any order. `of` as of forms."""

    key: Form
    value: Form
    of: str


@dataclass(frozen=True)
class Each:
    """A list or a tuple with as many items in both runs, which are alike one by one."""

    item: Kind


@dataclass(frozen=True)
class Pending:
    """What other turns of a loop over rows may have changed, in any order: it was this before the loop."""

    before: Kind


@dataclass(frozen=True)
class Lost:
    """Anything: what was there last depends on the order, or is not followed."""


Kind: TypeAlias = Same | Bag | Table | Each | Pending | Lost


def together(one: Kind, other: Kind) -> Kind:
    """What is one of the two, of both runs the same."""
    if one == other:
        return one
    match one, other:
        case Same(a), Same(b):
            return Same(joined(a, b))
        case Bag(a, x, u), Bag(b, y, v):
            return Bag(joined(a, b), x and y, u and v)
        case (Bag(a), Same(Form(tag="list", items=(b,)))) | (Same(Form(tag="list", items=(b,))), Bag(a)):
            return Bag(joined(a, b))
        case Table(a, x, of), Table(b, y, also) if of == also:
            return table(joined(a, b), joined(x, y), of)
        case (Table(a, x, of), Same(Form(tag="dict", items=(b, y), of=str(also)))) | (
            Same(Form(tag="dict", items=(b, y), of=str(also))),
            Table(a, x, of),
        ) if of == also:
            return table(joined(a, b), joined(x, y), of)
        case Each(a), Each(b):
            return Each(together(a, b))
    return Lost()


def all_together(*kinds: Kind) -> Kind:
    return reduce(together, kinds)


def table(key: Form, value: Form, of: str) -> Kind:
    """Of keys that are equal the first one is kept: they must be the same."""
    return Table(key, value, of) if clear(key) else Lost()


Scope: TypeAlias = dict[str, Kind]


def joined_scopes(one: Scope | None, other: Scope | None) -> Scope | None:
    """What a run has after either way; None where none comes there. What has a value on one way alone may have none."""
    if one is None or other is None:
        return other if one is None else one
    return {**one, **{name: together(one[name], kind) if name in one else kind for name, kind in other.items()}}


def items_of(kind: Kind) -> tuple[Kind, bool]:
    """What goes over it gets, and whether that may be in another order."""
    match kind:
        case Bag(form) | Table(form):
            return Same(form), True
        case Each(item):
            return item, False
        case Same(Form(tag="list" | "set", items=(form,)) | Form(tag="dict", items=(form, _))):
            return Same(form), False
        case Same(Form(tag="tuple", items=items)):
            return Same(all_joined(items)), False
        case Same(form):
            return Same(STR if form.tag == "str" else UNKNOWN), False
    raise Ordered
