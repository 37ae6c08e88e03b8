"""Classes of a file: Enums and their members, NamedTuples and dataclasses with their fields."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from .class_methods import OWN
from .containers import MAKERS
from .file import Class, Field, File
from .kinds import constant
from .operations import equal, shown
from .outcome import Hole
from .rewriting import bound_names
from .values import Box, List, Shape, parts

_BASES = {"enum.Enum": "Enum", "enum.IntEnum": "IntEnum", "typing.NamedTuple": "NamedTuple"}
_OPTIONS = frozenset(["frozen", "slots", "repr", "match_args", "kw_only", "eq", "init", "order"])
_FACTORIES = ("list", "dict", "set")
_NO_FIELDS = frozenset(["ClassVar", "InitVar", "KW_ONLY", "Final"])
_RESERVED = frozenset(["name", "value", "names", "values", "mro", "count", "index"])


def class_of(file: File, node: ast.ClassDef) -> Class:
    if node.keywords or getattr(node, "type_params", None):
        raise Hole("what stands in the brackets of a class")
    own = [item.id for item in node.decorator_list if isinstance(item, ast.Name) and item.id.startswith(OWN)]
    names = [name for item in own for name in item.split()[1:]]
    rest = [item for item in node.decorator_list if not (isinstance(item, ast.Name) and item.id in own)]
    match node.bases, rest:
        case [], [] if own:
            return _record(file, node, "object", False, own=names)
        case [], [decorator]:
            return _record(file, node, *_dataclass(file, decorator), own=names)
        case [base], []:
            kind = _BASES.get(file.word(base) or "")
            if kind is not None:
                return _record(file, node, kind, False) if kind == "NamedTuple" else _enum(file, node, kind)
    raise Hole("a class of this kind")


def require_plain_names(statements: Iterable[ast.stmt], names: Iterable[str]) -> None:
    """The name of a class is that of nothing else, anywhere: of no variable, parameter or field."""
    every = Counter(name for node in statements for name in bound_names(node))
    if any(every[name] > 1 or hasattr(builtins, name) for name in names):
        raise Hole("the name of a class is that of something else")


def _dataclass(file: File, decorator: ast.expr) -> tuple[str, bool, bool]:
    """What kind of dataclass it is, and whether its fields are given by name, and its records have an order."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if file.word(called) != "dataclasses.dataclass":
        raise Hole("a decorator of a class")
    given: dict[str, bool] = {}
    if isinstance(decorator, ast.Call):
        for item in decorator.keywords:
            if item.arg not in _OPTIONS or item.arg in given:
                raise Hole("an option of a dataclass")
            match item.value:
                case ast.Constant(value=bool() as told):
                    given[item.arg] = told
                case _:
                    raise Hole("an option of a dataclass")
        if decorator.args:
            raise Hole("an option of a dataclass")
    if not given.get("eq", True) or not given.get("init", True):
        raise Hole("an option of a dataclass")
    kind = "frozen dataclass" if given.get("frozen") else "dataclass"
    return kind, bool(given.get("kw_only")), bool(given.get("order"))


def _body(node: ast.ClassDef) -> Iterator[ast.stmt]:
    for at, statement in enumerate(node.body):
        match statement:
            case ast.Pass():
                pass
            case ast.Expr(value=ast.Constant(value=str())) if at == 0:
                pass
            case _:
                yield statement


def _enum(file: File, node: ast.ClassDef, kind: str) -> Class:
    shape = Shape.of(_written(node), ("name", "value"), kind)
    members: list[Box] = []
    names: dict[str, Box] = {}
    values: list[object] = []
    for statement in _body(node):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case _:
                raise Hole("something else than members in an Enum")
        if name in names or name.startswith("_") or name in _RESERVED or (kind == "IntEnum" and hasattr(int, name)):
            raise Hole(f"the member {name}")
        _require_outside(value, names)
        found = _automatic(file, value, values)
        values.append(found)
        if not _lasting(found) or found is None or (kind == "IntEnum" and type(found) is not int):
            raise Hole("the value of a member")
        same = next((item for item in members if equal(item.items[1], found)), None)
        names[name] = same or Box("record", (name, found), shape)
        if same is None:
            members.append(names[name])
    if not members:
        raise Hole("an Enum without members")
    return Class(shape, tuple(members), names)


def _automatic(file: File, node: ast.expr, before: list[object]) -> object:
    if not (isinstance(node, ast.Call) and file.word(node.func) == "enum.auto"):
        return shown(constant(file, node))
    numbers = [value for value in before if type(value) is int]
    if node.args or node.keywords or len(numbers) < len(before) or (numbers and numbers[-1] != max(numbers)):
        raise Hole("versions of Python do not agree on the value of a member")
    return 1 + numbers[-1] if numbers else 1


def _lasting(value: object) -> bool:
    """Whether nothing in it can change."""
    if type(value) is tuple:
        return all(map(_lasting, value))
    return value is None or isinstance(value, (int, str)) or type(value) is Fraction


def _record(
    file: File, node: ast.ClassDef, kind: str, by_name: bool, ordered: bool = False, own: Iterable[str] = ()
) -> Class:
    fields: list[Field] = []
    for statement in _body(node):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=said, value=value, simple=1):
                _require_field(file, said)
            case _:
                raise Hole("something else than fields in a class")
        if (name.startswith("_") and kind != "object") or name in [field.name for field in fields]:
            raise Hole(f"the field {name}")
        for part in (said, *([] if value is None else [value])):
            _require_outside(part, [field.name for field in fields])
        default, made = (None, False) if value is None else _default(file, value, kind)
        if value is None and fields and fields[-1].optional and not by_name:
            raise Hole("a field without a default behind one with a default")
        fields.append(Field(name, value is not None, default, made, said))
    if not fields and kind != "object":
        raise Hole("a class without fields")
    shape = Shape.of(_written(node), tuple(field.name for field in fields), kind, ordered, own)
    return Class(shape, (), {}, tuple(fields), by_name)


def _written(node: ast.ClassDef) -> str:
    """What Python calls the class, in whichever file it is."""
    return node.name.rpartition(":")[2]


def _require_field(file: File, said: ast.expr) -> None:
    """What is said of it makes it a field, and no constant of the class."""
    labels = {
        id(label)
        for part in ast.walk(said)
        if isinstance(part, ast.Subscript) and file.word(part.value) == "typing.Literal"
        for label in ast.walk(part.slice)
    }
    for part in ast.walk(said):
        name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""
        word = file.word(part) if isinstance(part, (ast.Name, ast.Attribute)) else None
        if name in _NO_FIELDS or (word or "").rpartition(".")[2] in _NO_FIELDS:
            raise Hole("an annotation in a class")
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in labels:
            raise Hole("an annotation in a class")


def _default(file: File, node: ast.expr, kind: str) -> tuple[object, bool]:
    """The default of a field, and whether every record gets a new one."""
    match node:
        case ast.Call(func=called, args=[], keywords=[item]) if file.word(called) == "dataclasses.field" and (
            kind != "NamedTuple"
        ):
            match item:
                case ast.keyword(arg="default", value=value):
                    return _default(file, value, "") if not isinstance(value, ast.Call) else _plain(file, value)
                case ast.keyword(arg="default_factory", value=ast.Name(id=name)) if (
                    name in _FACTORIES and not file.defines(name)
                ):
                    return MAKERS[name], True
            raise Hole("a field of this kind")
    return _plain(file, node)


def _plain(file: File, node: ast.expr) -> tuple[object, bool]:
    value = shown(constant(file, node))
    if not _unchanging(value):
        raise Hole("a default that can change")
    return value, False


def _unchanging(value: object) -> bool:
    if isinstance(value, List) or (isinstance(value, Box) and value.kind not in ("frozenset", "range", "record")):
        return False
    if isinstance(value, Box) and isinstance(value.of, Shape) and value.of.kind == "dataclass":
        return False
    return all(map(_unchanging, parts(value) or ()))


def _require_outside(node: ast.expr, names: object) -> None:
    """What a class gives names to is not read inside of it."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(names, (dict, list)) and part.id in names:
            raise Hole("a class reads its own names")
