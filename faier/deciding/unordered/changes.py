"""What changes a variable in two runs on the same rows in two orders."""

from __future__ import annotations

from dataclasses import replace

from faier.deciding.unordered.calls import By
from faier.deciding.unordered.forms import (
    NOTHING,
    UNKNOWN,
    Form,
    any_of,
    clear,
    joined,
    list_of,
    ordered,
    set_of,
)
from faier.deciding.unordered.kinds import Bag, Kind, Ordered, Same, Table, items_of, table

Changed = tuple[Kind, Kind]
"""What is left behind, and the value of the call."""


def changed(kind: Kind, method: str, arguments: list[Kind], keywords: set[str], by: By | None) -> Changed:
    match kind:
        case Same(form) if all(isinstance(argument, Same) for argument in arguments) and (by is None or by.same):
            return Same(_left(form, method, [each.form for each in arguments if isinstance(each, Same)])), _told(
                form, method
            )
        case Same(Form(tag="dict", of="Counter")) | Table(of="Counter") if method in ("update", "subtract"):
            (more,) = _only(arguments, keywords)
            return _counted(kind, more), Same()
        case Same(Form(tag="list", items=(item,))) if method == "extend":
            (more,) = _only(arguments, keywords)
            return Bag(joined(item, _item(more))), Same()
        case Same(Form(tag="set", items=(item,))) if method == "update" and not keywords:
            (more,) = _only(arguments, keywords)
            return _set_of(joined(item, _item(more))), Same()
        case Bag():
            return _of_bag(kind, method, arguments, keywords, by)
        case Table():
            return _of_table(kind, method, arguments, keywords)
    raise Ordered


def _only(arguments: list[Kind], keywords: set[str]) -> list[Kind]:
    if len(arguments) != 1 or keywords:
        raise Ordered
    return arguments


def _item(kind: Kind) -> Form:
    item, _ = items_of(kind)
    if not isinstance(item, Same):
        raise Ordered
    return item.form


def _set_of(item: Form) -> Kind:
    if not clear(item):
        raise Ordered
    return Same(set_of(any_of(item)))


def _left(form: Form, method: str, arguments: list[Form]) -> Form:
    """What is known of something that is changed in the same way in both runs."""
    match form, method, arguments:
        case Form(tag="list", items=(item,)), "append", [more]:
            return list_of(any_of(joined(item, more)))
        case Form(tag="list"), ("sort" | "reverse" | "clear" | "pop" | "remove" | "del" | "del[:]"), _:
            return form
        case Form(tag="set", items=(item,)), "add", [more]:
            return set_of(any_of(joined(item, more)))
        case Form(tag="dict", items=(key, value)), "[]", [wanted]:
            return replace(form, items=(any_of(joined(key, wanted)), value))
        case Form(tag="dict", items=(key, value), of="Counter"), "update", [Form(tag="list") as more]:
            return replace(form, items=(any_of(joined(key, more.items[0])), any_of(value)))
    return UNKNOWN


def _told(form: Form, method: str) -> Kind:
    return Same(form.items[1] if form.tag == "dict" and method == "[]" else UNKNOWN)


def _counted(counts: Kind, more: Kind) -> Kind:
    """A Counter with more: where all keys are there, they stay in their order."""
    match more:
        case Table(key, value):
            form = value
        case Bag(key):
            form = Form("int")
        case Same(Form(tag="list", items=(key,))):
            form = Form("int")
        case _:
            raise Ordered
    return keyed(counts, key, form)


def keyed(counts: Kind, key: Form, value: Form) -> Kind:
    """A dictionary in which some such keys get such values, in any order."""
    match counts:
        case Same(Form(tag="dict", items=(known, old), keys=keys, of=str(of)) as form):
            if key.values is not None and all(each in keys for each in key.values):
                return Same(replace(form, items=(known, any_of(joined(old, value)))))
            return table(any_of(joined(known, key)), any_of(joined(old, value)), of)
        case Table(known, old, of):
            return table(any_of(joined(known, key)), any_of(joined(old, value)), of)
    raise Ordered


def _of_bag(bag: Bag, method: str, arguments: list[Kind], keywords: set[str], by: By | None) -> Changed:
    match method, arguments:
        case "append", [Same(form)]:
            return Bag(any_of(joined(bag.item, form))), Same()
        case "extend", [more]:
            return Bag(any_of(joined(bag.item, _item(more)))), Same()
        case "insert", [Same(), Same(form)]:
            return Bag(any_of(joined(bag.item, form))), Same()
        case "sort", [] if keywords <= {"reverse"}:
            if ordered(bag.item) if by is None else by.tells and ordered(by.form) and clear(bag.item):
                return Same(list_of(bag.item)), Same()
        case "reverse", []:
            return bag, Same()
        case "clear", []:
            return Same(list_of(NOTHING)), Same()
        case "remove", [Same()] if clear(bag.item):
            return bag, Same()
    raise Ordered


def _of_table(known: Table, method: str, arguments: list[Kind], keywords: set[str]) -> Changed:
    match method, arguments:
        case "[]", [Same(key)]:
            return keyed(known, key, known.value), Same(known.value)
        case "setdefault", [Same(key), Same(value)]:
            return keyed(known, key, value), Same(joined(known.value, value))
        case "pop", [Same(), *default] if all(isinstance(each, Same) for each in default):
            return known, Same()
        case "del", [Same()]:
            return known, Same()
        case "clear", []:
            return Same(Form("dict", items=(NOTHING, NOTHING), of=known.of)), Same()
        case "update", [Table(key, value)] if not keywords:
            return keyed(known, key, value), Same()
        case "update", [Same(Form(tag="dict", items=(key, value)))] if not keywords:
            return keyed(known, key, value), Same()
    raise Ordered
