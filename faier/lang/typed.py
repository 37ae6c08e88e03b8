"""Annotations -> types, their bounds and lengths evaluated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import NoneType
from typing import cast

from flint import fmpq

from faier.lang import constants
from faier.lang.names import Class, Field, File, suggestion
from faier.lang.objects import INITIAL
from faier.lang.records import is_member
from faier.lang.show_type import type_text
from faier.lang.syntax import (
    INPUT_TYPES,
    AnyRealType,
    BoolType,
    InputType,
    IntType,
    OneOfType,
    ProbabilityType,
    RealType,
    RecordsType,
    RecordType,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Real, Sequence, Value, same, show_value
from faier.lang.vocabulary import TABLE, TYPES, VOCABULARY

# So many values are listed beside `|`.
MOST_LISTED = 100_000

_TYPING = ("typing.Literal", "typing.Optional", "typing.Union")

# The types with brackets, and how they are written.
_FORMS = {word.name: word.form for word in TABLE if word.place == "type" and word.parameters}


def names_type(file: File, node: ast.expr) -> bool:
    """Whether the expression is meant as a type: the right side of `Answer = Int[0, 2]`."""
    match node:
        case ast.Subscript(value=value):
            if file.library_name(value) in ("typing.Optional", "typing.Union"):
                return any(names_type(file, part) for part in _parts(node.slice))
            return file.word(value) in TYPES
        case ast.Name(id=name) if name in file.types:
            return True
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return names_type(file, left) or names_type(file, right)
    return file.word(node) in TYPES


def names_input(file: File, node: ast.expr) -> bool:
    """Whether the right side of `Answer = ...` is a type, be it one of Python's that inputs can have."""
    if names_type(file, node) or _is_bool(file, node):
        return True
    if names_tuple(file, node):
        return True
    return isinstance(node, ast.Subscript) and file.library_name(node.value) in _TYPING


def names_tuple(file: File, node: ast.expr) -> bool:
    """Whether it is a tuple of items of which one has a type that only faier has; others are remarks."""
    if not isinstance(node, ast.Subscript) or not _is_tuple(file, node.value):
        return False
    return any(names_type(file, part) or names_tuple(file, part) for part in _parts(node.slice))


def read_type(file: File, node: ast.expr) -> Type | None:
    """The type; None when it is wrong, which is reported. `Public` is read by `read_parameter`."""
    match node:
        case ast.Name(id=name) if name in file.types:
            return file.types[name]
        case ast.Name(id=name) if name in file.broken:
            return None
        case ast.Name(id=name) if name in file.classes:
            return _of_class(file, node, file.classes[name])
        case ast.Subscript(value=value, slice=inside):
            word = file.word(value)
            if word in _FORMS:
                return _applied(file, word, node, inside)
            if _is_tuple(file, value):
                return _tuple(file, node, inside)
            match file.library_name(value):
                case "typing.Literal":
                    return _literal(file, node, inside)
                case "typing.Optional":
                    return _either(file, node, [inside, ast.copy_location(ast.Constant(None), inside)])
                case "typing.Union":
                    return _either(file, node, _parts(inside))
        case ast.BinOp(op=ast.BitOr()):
            return _either(file, node, list(_alternatives(node)))
        case ast.Constant(value=str()):
            file.error("FA208", node, "a type is written without quotes", "write Int[0, 2], not 'Int[0, 2]'")
            return None
    return _plain(file, node)


def read_parameter(file: File, node: ast.expr) -> tuple[Type | None, bool]:
    """The type of a mechanism's or a prior's parameter, and whether it is public."""
    match node:
        case ast.Subscript(value=value, slice=inside) if file.word(value) == "Public":
            return read_type(file, inside), True
    return read_type(file, node), False


def _of_class(file: File, node: ast.expr, made: Class) -> Type | None:
    """A class of the file as a type of inputs: one of its members, or a record of typed fields."""
    name = made.shape.name
    if name in file.inputs:
        return file.inputs[name]
    declared: Type | None = None
    if made.constructor is None:
        declared = OneOfType(made.members, name) if made.members else None
        if declared is None:
            file.error("FA208", node, f"`{name}` has no members: no input can be one")
    elif INITIAL in dict(made.methods):
        hint = "give its fields as inputs, and make it in the mechanism"
        file.error("FA208", node, f"`{name}` computes its fields when it is made: no input can be one", hint)
    else:
        fields, public = [], []
        for field in made.fields:
            found = _of_field(made, field)
            fields += [] if found is None else [found[0]]
            public += [] if found is None else [found[1]]
        if len(fields) == len(made.fields):
            declared = RecordType(made.shape, tuple(fields), tuple(public))
    file.inputs[name] = declared
    return declared


def _of_field(made: Class, field: Field) -> tuple[InputType, bool] | None:
    file, annotation = field.home, field.annotation
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        file.error("FA208", annotation, "a type is written without quotes", "write Int[0, 2], not 'Int[0, 2]'")
        return None
    if isinstance(annotation, ast.Name) and annotation.id == "int" and "int" not in file.places:
        message = (
            f"`{field.name}` has no bounds, and `{made.shape.name}` is the type of an input or of a prior's parameter"
        )
        file.error("FA208", annotation, message, "write Int[lo, hi]: every value of it is looked at")
        return None
    declared, public = read_parameter(file, annotation)
    if declared is None:
        return None
    if isinstance(declared, RecordsType) or not isinstance(declared, INPUT_TYPES):
        file.error("FA208", annotation, f"no field of an input can be a {type_text(declared)}")
        return None
    return declared, public


def fits(value: Value, declared: Type) -> bool:
    """Whether the value is of the type. A Vector is any sequence of its length."""
    match declared:
        case BoolType():
            return isinstance(value, bool)
        case OneOfType(values):
            return any(same(value, known) for known in values)
        case IntType(low=low, high=high):
            return _is_int(value) and low <= cast(int, value) <= high
        case VectorType(item=item, length=length):
            return (
                isinstance(value, Sequence)
                and len(value.items) == length
                and all(fits(part, item) for part in value.items)
            )
        case RecordType(fields=fields):
            return declared.holds(value) and all(map(fits, value.items, fields))
        case RecordsType(item=item, most=most):
            return (
                isinstance(value, Sequence)
                and len(value.items) <= most
                and all(fits(part, item) for part in value.items)
            )
        case AnyRealType():
            return _rational(value) is not None
        case RealType(low=low, high=high):
            number = _rational(value)
            return number is not None and low <= number <= high
    return False


def _plain(file: File, node: ast.expr) -> Type | None:
    word = file.word(node)
    if word == "Bool" or _is_bool(file, node):
        return BoolType()
    if word == "Probability":
        return ProbabilityType()
    if word == "Real":
        return AnyRealType()
    if word in _FORMS:
        file.error("FA208", node, f"`{word}` needs its brackets", f"write {_FORMS[word]}")
        return None
    node = node.value if isinstance(node, ast.Subscript) else node
    shown = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else "this"
    if isinstance(node, ast.Name):
        if node.id in VOCABULARY and node.id not in file.places:
            hint = f"add it to the import: from faier import {node.id}"
            file.error("FA202", node, f"`{node.id}` is not imported", hint)
            return None
        if node.id in file.later:
            file.error("FA204", node, f"`{node.id}` is used before it is defined", "move its definition up")
            return None
    instead = {"int": "Int[lo, hi]", "float": "Real[lo, hi]"}.get(shown)
    instead = "Vector[T, n]" if shown in ("list", "List", "typing.List") else instead
    hint = f"write {instead}" if instead else suggestion(shown, {*TYPES, *file.types})
    file.error("FA208", node, f"{shown if shown == 'this' else f'`{shown}`'} is not a type of the language", hint)
    return None


def _applied(file: File, word: str, node: ast.Subscript, inside: ast.expr) -> Type | None:
    parts = _parts(inside)
    wanted = 1 if word in ("Stream", "Public") else 2
    if len(parts) != wanted or any(isinstance(part, (ast.Starred, ast.Slice)) for part in parts):
        file.error("FA208", node, f"`{word}` is written {_FORMS[word]}", _listed(word, parts))
        return None
    if word == "Int":
        return _int(file, node, parts)
    if word == "Real":
        return _real(file, node, parts)
    if word == "Public":
        file.error(
            "FA208",
            node,
            "`Public` stands only around the whole type of a mechanism's parameter",
            "write Public[Vector[Bool, 3]]",
        )
        return None
    item = _item(file, parts[0], word)
    if word == "Stream":
        return None if item is None else StreamType(item)
    what = "the length of a Vector" if word == "Vector" else "the greatest number of Records"
    length = constants.evaluate(file, parts[1], what)
    if item is None or length is None:
        return None
    if not _is_int(length.value) or cast(int, length.value) < 0:
        shown = show_value(length.value)
        file.error("FA208", parts[1], f"{what} must be an integer of at least 0, not {shown}")
        return None
    return (VectorType if word == "Vector" else RecordsType)(item, cast(int, length.value))


def _listed(word: str, parts: list[ast.expr]) -> str:
    """The way on for `Stream["rest", "active"]`: values that are listed are a Literal."""
    if word != "Stream" or not parts or not all(isinstance(part, ast.Constant) for part in parts):
        return ""
    return f"write Stream[Literal[{', '.join(ast.unparse(part) for part in parts)}]], with Literal from typing"


def _item(file: File, node: ast.expr, word: str) -> InputType | None:
    item = read_type(file, node)
    if isinstance(item, RecordsType):
        message = "Records stand only as the whole type of a mechanism's parameter, or inside its Public"
        file.error("FA208", node, message)
        return None
    if item is None or isinstance(item, INPUT_TYPES):
        return item
    hint = "count in units that are small enough: Int[0, 100]" if isinstance(item, RealType) else ""
    file.error("FA208", node, f"a {word} holds values that an input can have: Int, Bool, Literal, Vector", hint)
    return None


def _tuple(file: File, node: ast.Subscript, inside: ast.expr) -> Type | None:
    """`tuple[Int[0, 2], bool]`."""
    parts = _parts(inside)
    if not parts or any(isinstance(part, ast.Constant) and part.value is ... for part in parts):
        hint = f"write Vector[{ast.unparse(parts[0])}, n]" if parts else "write the type of each item"
        file.error("FA208", node, "an input is a tuple of a fixed number of items, one at least", hint)
        return None
    fields = [_item(file, part, "tuple") for part in parts]
    known = tuple(field for field in fields if field is not None)
    return RecordType(None, known, (False,) * len(known)) if len(known) == len(fields) else None


def _parts(inside: ast.expr) -> list[ast.expr]:
    """What stands between brackets."""
    return inside.elts if isinstance(inside, ast.Tuple) else [inside]


def _is_tuple(file: File, node: ast.expr) -> bool:
    return _is_python_own(file, node, "tuple") or file.library_name(node) == "typing.Tuple"


def _is_bool(file: File, node: ast.expr) -> bool:
    """Whether this is Python's own `bool`."""
    return _is_python_own(file, node, "bool")


def _is_python_own(file: File, node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and name not in file.places and name not in file.later


def _literal(file: File, node: ast.Subscript, inside: ast.expr) -> Type | None:
    """`Literal[1, "a", None]`."""
    values: list[Value] = []
    for part in _parts(inside):
        constant = constants.evaluate(file, part, "a value of Literal")
        if constant is None:
            return None
        if not isinstance(constant.value, (int, str, NoneType)) and not is_member(constant.value):
            shown = show_value(constant.value)
            file.error("FA208", part, f"Literal lists integers, Booleans, strings and None, not {shown}")
            return None
        values.append(constant.value)
    return _one_of(file, node, values)


def _either(file: File, node: ast.expr, parts: list[ast.expr]) -> Type | None:
    """`Int[0, 2] | None`."""
    values: list[Value] = []
    for part in parts:
        if isinstance(part, ast.Constant) and part.value is None:
            values.append(None)
            continue
        declared = read_type(file, part)
        match declared:
            case None:
                return None
            case OneOfType(listed):
                values += listed
            case BoolType():
                values += [False, True]
            case IntType(low, high) if high - low < MOST_LISTED:
                values += range(low, high + 1)
            case IntType():
                file.error("FA501", part, f"beside `|` there may be {MOST_LISTED:,} values at most")
                return None
            case _:
                message = "only types of numbers, Booleans and labels stand beside `|`"
                file.error(
                    "FA208",
                    part,
                    message,
                    "write Int[0, 2] | None; for others, a second input",
                )
                return None
    return _one_of(file, node, values)


def _one_of(file: File, node: ast.expr, values: list[Value]) -> Type | None:
    """Each value once, in order."""
    found = {(type(value), value): value for value in values}
    if not found:
        file.error("FA208", node, "this type has no values")
        return None
    return OneOfType(tuple(found.values()))


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    """What stands between the `|`."""
    match node:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            yield from _alternatives(left)
            yield from _alternatives(right)
        case _:
            yield node


def _int(file: File, node: ast.expr, parts: list[ast.expr]) -> Type | None:
    ends = [constants.evaluate(file, part, "a bound of Int") for part in parts]
    if ends[0] is None or ends[1] is None:
        return None
    for part, end in zip(parts, ends, strict=True):
        if end is not None and not _is_int(end.value):
            file.error("FA208", part, f"a bound of Int must be an integer, not {show_value(end.value)}")
            return None
    low, high = cast(int, ends[0].value), cast(int, ends[1].value)
    if low > high:
        file.error("FA208", node, f"this Int is empty: {low} is above {high}")
        return None
    return IntType(low, high)


def _real(file: File, node: ast.expr, parts: list[ast.expr]) -> Type | None:
    ends = [constants.evaluate(file, part, "a bound of Real") for part in parts]
    if ends[0] is None or ends[1] is None:
        return None
    low, high = (_rational(end.value) for end in ends if end is not None)
    if low is None or high is None:
        file.error("FA208", node, "the bounds of Real must be rational numbers")
        return None
    if low > high:
        file.error("FA208", node, f"this Real is empty: {low} is above {high}")
        return None
    return RealType(low, high)


def _is_int(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _rational(value: Value) -> fmpq | None:
    if _is_int(value):
        return fmpq(cast(int, value))
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return value.exact
    return None
