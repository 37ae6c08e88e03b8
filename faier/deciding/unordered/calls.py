"""Calls of Python's functions, of methods and of draws in two runs on the same rows in two orders."""

from __future__ import annotations

from dataclasses import dataclass

from faier.deciding.unordered.forms import (
    BOOL,
    INT,
    NOTHING,
    STR,
    UNKNOWN,
    Form,
    all_joined,
    any_of,
    clear,
    joined,
    list_of,
    ordered,
    set_of,
    whole,
)
from faier.deciding.unordered.kinds import Bag, Each, Kind, Ordered, Same, Table, items_of, table

_INTEGERS = ("len", "math.floor", "math.ceil", "math.trunc", "round", ".count", ".index", "ord")
_TRUTHS = ("any", "all", "bool", "isinstance", "callable", ".startswith", ".endswith")
_TEXTS = ("str", "repr", "chr", "format", ".join", ".lower", ".upper", ".strip")
_AMONG = ("abs", "sum")
_LISTS = ("list", "sorted", "reversed", ".copy", "tuple")
_MAKING = ("sorted", "min", "max", "sum", "any", "all", "len", "list", "tuple", "set", "frozenset")


@dataclass(frozen=True)
class By:
    """What things are put in order by: of which form that is, whether it is the `same` for each in both runs, and
    whether it `tells` all apart that are not the same."""

    form: Form
    same: bool
    tells: bool


def of_draw(kind: str, arguments: list[Kind]) -> Kind:
    """Who draws from a bag draws as likely from any order of it."""
    first, *others = arguments
    if not all(isinstance(other, Same) for other in others):
        raise Ordered
    match first:
        case Bag(item) if kind in ("choice", "shuffled", "sample"):
            return Same(item) if kind == "choice" else Same(list_of(item))
        case Table(key) if kind == "categorical" and not others:
            return Same(key)
        case Same():
            return Same(BOOL if kind == "flip" else INT if kind in ("uniform", "geometric") else UNKNOWN)
    raise Ordered


def of_same(function: str, arguments: list[Form]) -> Form:
    """What comes of what is the same in both runs."""
    first = arguments[0] if arguments else NOTHING
    inside = _inside(first)
    if function in _INTEGERS and len(arguments) == 1 + function.startswith("."):
        return INT
    if function in _TRUTHS:
        return BOOL
    if function in _TEXTS:
        return STR
    if function == "int":
        return INT
    if function == "clamp":
        return INT if all(form.tag == "int" for form in arguments) else UNKNOWN
    if function in _AMONG:
        known = [inside] if function == "sum" and len(arguments) == 1 else arguments
        return INT if all(map(whole, known)) or (function == "sum" and inside == NOTHING) else UNKNOWN
    if function in ("min", "max"):
        return any_of(inside if len(arguments) == 1 else all_joined(arguments))
    if function == "range":
        return list_of(INT)
    if function == "enumerate":
        return list_of(Form("tuple", items=(INT, inside)))
    if function == "zip":
        return list_of(Form("tuple", items=tuple(map(_inside, arguments))))
    if function in _LISTS:
        return first if first.tag == "tuple" and function == "tuple" else list_of(inside)
    if function in ("set", "frozenset"):
        return set_of(inside)
    return _of_dictionaries(function, arguments)


def _of_dictionaries(function: str, arguments: list[Form]) -> Form:
    match function, arguments:
        case "collections.Counter", []:
            return _dictionary(NOTHING, INT, "Counter")
        case "collections.Counter", [Form(tag="dict", items=(key, value), keys=keys)]:
            return Form("dict", items=(key, joined(value, INT)), keys=keys, of="Counter")
        case "collections.Counter", [form]:
            return _dictionary(_inside(form), INT, "Counter")
        case "collections.defaultdict", [Form(values=("int",))]:
            return _dictionary(NOTHING, INT, "int")
        case "dict", []:
            return _dictionary(NOTHING, NOTHING, "dict")
        case "dict", [Form(tag="dict", items=items, keys=keys)]:
            return Form("dict", items=items, keys=keys, of="dict")
        case "dict", [form]:
            match _inside(form):
                case Form(tag="tuple", items=(key, value)):
                    return _dictionary(key, value, "dict")
        case "dict.fromkeys", [form, value]:
            return _dictionary(_inside(form), value, "dict")
        case ".get", [Form(tag="dict", items=(_, value)), _, *default]:
            return joined(value, default[0]) if default else UNKNOWN
        case ".keys", [Form(tag="dict", items=(key, _))]:
            return list_of(key)
        case ".values", [Form(tag="dict", items=(_, value))]:
            return list_of(value)
        case ".items" | ".most_common", [Form(tag="dict", items=(key, value)), *_]:
            return list_of(Form("tuple", items=(key, value)))
        case ".total", [Form(tag="dict", items=(_, value))] if whole(value):
            return INT
        case ".elements", [Form(tag="dict", items=(key, _))]:
            return list_of(key)
    return UNKNOWN


def _dictionary(key: Form, value: Form, of: str) -> Form:
    return Form("dict", items=(any_of(key), any_of(value)), of=of)


def _inside(form: Form) -> Form:
    found, _ = items_of(Same(form))
    return found.form if isinstance(found, Same) else UNKNOWN


def of_call(function: str, arguments: list[Kind], keywords: dict[str, Kind], by: By | None) -> Kind:
    """What comes of what is not the same in both runs, but alike."""
    if not arguments or not all(isinstance(kind, Same) for kind in (*arguments[1:], *keywords.values())):
        raise Ordered
    first, others = arguments[0], [kind.form for kind in arguments[1:] if isinstance(kind, Same)]
    if by is not None:
        return _by(function, first, others, keywords, by)
    if isinstance(first, Table) and function in ("dict", "collections.Counter") and not keywords:
        counts = function == "collections.Counter"
        return table(first.key, joined(first.value, INT) if counts else first.value, "Counter" if counts else "dict")
    if isinstance(first, Table) and function.startswith("."):
        return _of_table(function, first, others)
    if isinstance(first, Each):
        if function == "len" and not others:
            return Same(INT)
        if function in ("list", "tuple") and not others:
            return first
        raise Ordered
    item, _ = items_of(first)
    if not isinstance(item, Same):
        raise Ordered
    return _of_bag(
        function,
        Bag(item.form, isinstance(first, Table)) if isinstance(first, Table) else first,
        item.form,
        others,
        keywords,
    )


def _of_bag(function: str, bag: Kind, item: Form, others: list[Form], keywords: dict[str, Kind]) -> Kind:
    match function, others, tuple(keywords):
        case "len", [], ():
            return Same(INT)
        case "sum", ([] | [Form(tag="int")]), ([] | ()) if whole(item) or item == NOTHING:
            return Same(INT)
        case (("any" | "all"), [], ()):
            return Same(BOOL)
        case (("min" | "max"), [], (() | ("default",))) if ordered(item):
            default = keywords.get("default", Same(NOTHING))
            return Same(joined(any_of(item), default.form if isinstance(default, Same) else UNKNOWN))
        case "sorted", [], (() | ("reverse",)) if ordered(item):
            return Same(list_of(item))
        case (("list" | "tuple" | ".copy" | "reversed"), [], ()):
            return bag
        case (("set" | "frozenset"), [], ()) if clear(item):
            return Same(set_of(item))
        case "collections.Counter", [], ():
            return table(item, INT, "Counter")
        case ".count", [_], ():
            return Same(INT)
        case "dict.fromkeys", [value], ():
            return table(item, value, "dict")
        case "dict", [], () if isinstance(bag, Bag) and bag.keyed and item.tag == "tuple" and len(item.items) == 2:
            return table(*item.items, "dict")
        case "math.prod", [], () if whole(item):
            return Same(INT)
    raise Ordered


def _of_table(function: str, first: Table, others: list[Form]) -> Kind:
    match function, others:
        case ".get", [_]:
            return Same()
        case ".get", [_, default]:
            return Same(joined(first.value, default))
        case ".keys", []:
            return Bag(first.key, distinct=True)
        case ".values", []:
            return Bag(first.value)
        case ".items", []:
            return Bag(Form("tuple", items=(first.key, first.value)), distinct=clear(first.value), keyed=True)
        case ".elements", []:
            return Bag(first.key)
        case ".total", [] if whole(first.value):
            return Same(INT)
        case ".copy", []:
            return first
    raise Ordered


def _by(function: str, first: Kind, others: list[Form], keywords: dict[str, Kind], by: By) -> Kind:
    """`sorted`, `min` or `max` with a key: what has the same key must be the same."""
    item, _ = items_of(first)
    if others or not isinstance(item, Same) or not by.tells or not ordered(by.form) or not clear(item.form):
        raise Ordered
    if function == "sorted" and keywords.keys() <= {"reverse"}:
        return Same(list_of(item.form))
    if function in ("min", "max") and keywords.keys() <= {"default"}:
        default = keywords.get("default", Same(NOTHING))
        return Same(joined(any_of(item.form), default.form if isinstance(default, Same) else UNKNOWN))
    raise Ordered
