"""What is known of a value by its place in the file: whether it is an integer, a text, or what is inside of it.

Of values of a clear form those that are equal are the same, so it makes no difference which of them is kept; of plainly
ordered ones each two are compared, and are equal if neither is less. Sums of integers alone are the same in any order
also in what Python would hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Literal, TypeAlias

from faier.lang.comparing import as_equal
from faier.lang.syntax import BoolType, InputType, IntType, OneOfType, RecordsType, RecordType, VectorType
from faier.lang.values import Sequence, Shape, Value

Tag: TypeAlias = Literal["nothing", "int", "bool", "str", "plain", "tuple", "list", "set", "dict", "unknown"]


@dataclass(frozen=True)
class Form:
    """`values` are all that it may be (None: not known), of `plain` values no two are equal. `items` are what is inside
    of a tuple one by one, of lists and sets what all items are, of a dictionary what keys and values are. `keys` are
    some that a dictionary has in any case, `of` is the class of a tuple with names, or what kind of dictionary it is:
    "dict" for one that makes no keys by itself."""

    tag: Tag
    values: tuple[Value, ...] | None = None
    items: tuple[Form, ...] = ()
    keys: tuple[Value, ...] = ()
    of: Shape | str | None = None


UNKNOWN, NOTHING = Form("unknown"), Form("nothing")
INT, BOOL, STR = Form("int"), Form("bool"), Form("str")

# More values are not kept in mind.
MANY = 1_000


def list_of(item: Form) -> Form:
    return Form("list", items=(item,))


def set_of(item: Form) -> Form:
    return Form("set", items=(item,))


def whole(form: Form) -> bool:
    """Whether it is an integer, or a Boolean."""
    return form.tag in ("int", "bool")


def clear(form: Form) -> bool:
    match form.tag:
        case "nothing" | "int" | "bool" | "str" | "plain":
            return True
        case "tuple" | "list":
            return _plainly_compared(form) and all(map(clear, form.items))
    return False


def ordered(form: Form) -> bool:
    """Clear, and plainly ordered."""
    match form.tag:
        case "nothing" | "int" | "bool" | "str":
            return True
        case "tuple" | "list":
            return _plainly_compared(form) and all(map(ordered, form.items))
    return False


def _plainly_compared(form: Form) -> bool:
    """Whether items are compared one by one, as in Python's own lists and tuples."""
    return not isinstance(form.of, Shape) or (form.of.kind == "NamedTuple" and not form.of.special)


def joined(one: Form, other: Form) -> Form:
    """What is known of a value that is one of the two."""
    if one == other or other.tag == "nothing":
        return one
    if one.tag == "nothing":
        return other
    if one.tag != other.tag or one.tag == "plain" or one.of != other.of or len(one.items) != len(other.items):
        return UNKNOWN
    values = None
    if one.values is not None and other.values is not None:
        values = (*one.values, *(value for value in other.values if value not in one.values))
        values = None if len(values) > MANY else values
    keys = tuple(key for key in one.keys if key in other.keys)
    return Form(one.tag, values, tuple(map(joined, one.items, other.items)), keys, one.of)


def all_joined(forms: Iterable[Form]) -> Form:
    return reduce(joined, forms, NOTHING)


def any_of(form: Form) -> Form:
    """What is known of another value like this."""
    return form if form.tag == "plain" else Form(form.tag, None, tuple(map(any_of, form.items)), (), form.of)


def form_of_type(type_: InputType) -> Form:
    match type_:
        case IntType(low, high):
            return Form("int", tuple(range(low, high + 1)) if high - low < MANY else None)
        case BoolType():
            return Form("bool", (False, True))
        case OneOfType(values):
            return _one_of(values)
        case VectorType(item) | RecordsType(item):
            return list_of(form_of_type(item))
        case RecordType(shape, fields):
            return Form("tuple", items=tuple(map(form_of_type, fields)), of=shape)


def form_of_value(value: Value) -> Form:
    if not isinstance(value, Sequence):
        return _one_of((value,))
    match value.kind:
        case "tuple":
            return Form("tuple", items=tuple(map(form_of_value, value.items)))
        case "list" | "range":
            return list_of(all_joined(map(form_of_value, value.items)))
        case "set" | "frozenset":
            return set_of(all_joined(map(form_of_value, value.items)))
        case "dict":
            pairs = [pair.items for pair in value.items if isinstance(pair, Sequence)]
            keys = tuple(key for key, _ in pairs)
            inside = joined(all_joined(form_of_value(item) for _, item in pairs), _missing(value.of))
            return Form("dict", items=(all_joined(map(form_of_value, keys)), inside), keys=keys, of=value.of or "dict")
        case "record" if isinstance(value.of, Shape) and value.of.kind == "Enum":
            return Form("plain", (value,))
    return UNKNOWN


def _missing(of: Shape | str | None) -> Form:
    """What is read behind a key that is not there."""
    return NOTHING if of is None else INT if of in ("Counter", "int") else UNKNOWN


def _one_of(values: tuple[Value, ...]) -> Form:
    tags: tuple[tuple[type, Tag], ...] = ((bool, "bool"), (int, "int"), (str, "str"))
    for class_, tag in tags:
        if all(type(value) is class_ for value in values):
            return Form(tag, values)
    return Form("plain", values) if _all_differ(values) and all(map(_is_plain, values)) else UNKNOWN


def _is_plain(value: Value) -> bool:
    if isinstance(value, Sequence):
        return value.kind == "record" and isinstance(value.of, Shape) and value.of.kind == "Enum"
    return value is None or type(value) in (int, str)


def _all_differ(values: tuple[Value, ...]) -> bool:
    return all(as_equal(one) != as_equal(other) for one, other in combinations(values, 2))
