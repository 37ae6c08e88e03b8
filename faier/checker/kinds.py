"""Constants of a file, and the types that annotations name."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from .expressions import Counting
from .file import Class, File, Type
from .outcome import Hole
from .values import Box, extent, nesting, parts, shown_key

MOST_LEAVES = 100_000
MOST_WORK = 200_000
MOST_NESTED = 20
MOST_LISTED = 100_000

# The kinds of what an input holds.
INPUTS = ("int", "bool", "choice", "vector", "record")


def constant(file: File, node: ast.expr) -> object:
    """The value of an expression without draws and inputs."""
    evaluation = Counting(file, None, {}, invoke=file.invoke)
    value = evaluation.value(node)
    if parts(value) and (extent(value) > MOST_LEAVES or nesting(value) > MOST_NESTED):
        raise Hole("a constant is too large")
    file.work += evaluation.steps + evaluation.items_made
    file.divisors.extend(evaluation.divisors)
    if file.work > MOST_WORK:
        raise Hole("the constants of the file take too many steps")
    return value


def type_of(file: File, node: ast.expr | None) -> Type | None:
    """The type that an annotation names."""
    match node:
        case ast.Name(id=name) if name in file.types:
            return file.types[name]
        case ast.Name(id=name) if name in file.classes:
            if ":" in name and file.classes[name].fields:
                raise Hole("a record of another file as a type")
            return _classed(file, file.classes[name])
        case ast.Name(id="bool") if not file.defines("bool"):
            return Type("bool")
        case ast.BinOp(op=ast.BitOr()):
            return _either(file, list(_alternatives(node)))
        case ast.Name() | ast.Attribute() if file.word(node) in ("Bool", "Probability", "Real"):
            return Type({"Bool": "bool", "Probability": "probability"}.get(file.word(node) or "", "noisy real"))
        case ast.Subscript(value=ast.Name(id="tuple"), slice=inside) if not file.defines("tuple"):
            return _tuple(file, inside)
        case ast.Subscript(value=base, slice=inside):
            return _generic(file, file.word(base), inside)
    return None


def _tuple(file: File, inside: ast.expr) -> Type | None:
    """`tuple[Int[0, 2], bool]`: so many items, each of its type."""
    items = [_item(file, part) for part in (inside.elts if isinstance(inside, ast.Tuple) else [inside])]
    known = tuple(item for item in items if item is not None)
    return Type("record", fields=known) if known and len(known) == len(items) else None


def row_of(type_: Type, items: Iterable[object]) -> object:
    """The record, or the tuple, of these items."""
    return tuple(items) if type_.shape is None else Box("record", tuple(items), type_.shape)


def _generic(file: File, word: str | None, inside: ast.expr) -> Type | None:
    parts = list(inside.elts) if isinstance(inside, ast.Tuple) else [inside]
    if any(isinstance(part, (ast.Starred, ast.Slice)) for part in parts):
        return None
    if word in ("Int", "Real") and len(parts) == 2:
        low, high = (_rational(constant(file, part), word == "Int") for part in parts)
        return Type(word.lower(), low, high) if low <= high else None
    if word == "typing.Literal":
        return _choice([constant(file, part) for part in parts])
    if word == "typing.Union" or (word == "typing.Optional" and len(parts) == 1):
        return _either(file, parts if word == "typing.Union" else [*parts, ast.Constant(None)])
    if word in ("Vector", "Records") and len(parts) == 2:
        item, length = _item(file, parts[0]), constant(file, parts[1])
        if item is None or not isinstance(length, int) or isinstance(length, bool):
            return None
        if not 0 <= length * _leaves(item) <= MOST_LEAVES:
            return None
        return Type(word.lower(), item=item, length=length)
    if word in ("Stream", "Public") and len(parts) == 1:
        item = _item(file, parts[0]) if word == "Stream" else type_of(file, parts[0])
        if item is None or item.public:
            return None
        return Type("stream", item=item) if word == "Stream" else replace(item, public=True)
    return None


def _classed(file: File, of: Class) -> Type | None:
    """The members of an Enum; records, where every field has a type."""
    if of.members:
        return Type("choice", values=of.members)
    if "__post_init__" in of.shape.own:
        raise Hole("records that compute fields when they are made, as inputs")
    fields = [type_of(file, field.said) for field in of.fields]
    known = tuple(type_ for type_ in fields if type_ is not None and type_.kind in INPUTS)
    return Type("record", fields=known, shape=of.shape) if len(known) == len(fields) else None


def _item(file: File, node: ast.expr) -> Type | None:
    """The type of what a vector or a stream holds."""
    item = type_of(file, node)
    return item if item is not None and item.kind in INPUTS and not item.public else None


def _alternatives(node: ast.expr) -> Iterator[ast.expr]:
    """What stands between the bars."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _alternatives(node.left)
        yield from _alternatives(node.right)
    else:
        yield node


def _either(file: File, parts: list[ast.expr]) -> Type | None:
    """`A | B`: the values of one of them; None where none of them is a type."""
    found = [type_of(file, part) for part in parts]
    if not any(found):
        return None
    values: list[object] = []
    for part, type_ in zip(parts, found, strict=True):
        if isinstance(part, ast.Constant) and part.value is None:
            values.append(None)
        elif type_ is None or type_.public:
            raise Hole("what stands beside a type")
        elif type_.kind == "int" and type_.high - type_.low < MOST_LISTED:
            values += range(int(type_.low), int(type_.high) + 1)
        elif type_.kind in ("bool", "choice"):
            values += (False, True) if type_.kind == "bool" else type_.values
        else:
            raise Hole("what stands beside a type")
    return _choice(values)


def _choice(values: list[object]) -> Type | None:
    """Each value once, in order."""
    if not values or not all(value is None or isinstance(value, (int, str)) for value in values):
        raise Hole("a type of these values")
    once = {shown_key(value): value for value in reversed(values)}
    return Type("choice", values=tuple(reversed(once.values())))


def _leaves(type_: Type) -> int:
    """How large a value of the type is, an empty vector like one leaf."""
    inside = sum(map(_leaves, type_.fields)) or 1
    return inside if type_.item is None else max(type_.length, 1) * _leaves(type_.item)


def _rational(value: object, whole: bool) -> Fraction:
    if isinstance(value, int if whole else (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise Hole("the end of a range is not a number of its kind")
