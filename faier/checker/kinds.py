"""Constants of a file, and the types that annotations name."""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction

from .expressions import Counting
from .file import File, Type
from .outcome import Hole
from .values import extent, nesting, parts

MOST_LEAVES = 100_000
MOST_WORK = 200_000
MOST_NESTED = 20


def constant(file: File, node: ast.expr) -> object:
    """The value of an expression without draws and inputs."""
    evaluation = Counting(file, None, {})
    value = evaluation.value(node)
    if parts(value) and (extent(value) > MOST_LEAVES or nesting(value) > MOST_NESTED):
        raise Hole("a constant is too large")
    file.work += evaluation.steps + evaluation.items_made
    if file.work > MOST_WORK:
        raise Hole("the constants of the file take too many steps")
    return value


def type_of(file: File, node: ast.expr | None) -> Type | None:
    """The type that an annotation names."""
    match node:
        case ast.Name(id=name) if name in file.types:
            return file.types[name]
        case ast.Name() | ast.Attribute() if file.word(node) in ("Bool", "Probability"):
            return Type("bool" if file.word(node) == "Bool" else "probability")
        case ast.Subscript(value=base, slice=inside):
            return _generic(file, file.word(base), inside)
    return None


def _generic(file: File, word: str | None, inside: ast.expr) -> Type | None:
    parts = list(inside.elts) if isinstance(inside, ast.Tuple) else [inside]
    if any(isinstance(part, (ast.Starred, ast.Slice)) for part in parts):
        return None
    if word in ("Int", "Real") and len(parts) == 2:
        low, high = (_rational(constant(file, part), word == "Int") for part in parts)
        return Type(word.lower(), low, high) if low <= high else None
    if word == "Vector" and len(parts) == 2:
        item, length = _item(file, parts[0]), constant(file, parts[1])
        if item is None or not isinstance(length, int) or isinstance(length, bool):
            return None
        if not 0 <= length * _leaves(item) <= MOST_LEAVES:
            return None
        return Type("vector", item=item, length=length)
    if word in ("Stream", "Public") and len(parts) == 1:
        item = _item(file, parts[0]) if word == "Stream" else type_of(file, parts[0])
        if item is None or item.public:
            return None
        return Type("stream", item=item) if word == "Stream" else replace(item, public=True)
    return None


def _item(file: File, node: ast.expr) -> Type | None:
    """The type of what a vector or a stream holds."""
    item = type_of(file, node)
    return item if item is not None and item.kind in ("int", "bool", "vector") and not item.public else None


def _leaves(type_: Type) -> int:
    """How large a value of the type is, an empty vector like one leaf."""
    return 1 if type_.item is None else max(type_.length, 1) * _leaves(type_.item)


def _rational(value: object, whole: bool) -> Fraction:
    if isinstance(value, int if whole else (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise Hole("the end of a range is not a number of its kind")
