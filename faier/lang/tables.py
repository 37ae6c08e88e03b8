"""Displays and comprehensions of dictionaries and sets -> calls of `dict` and `set`, which mean the same."""

from __future__ import annotations

import ast
from typing import Protocol

from faier.lang.names import File
from faier.lang.scope import Place
from faier.lang.syntax import Call, Display, Expression, Span, Star


class Reader(Protocol):
    """Who reads the keys and values."""

    file: File

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...

    def item(self, node: ast.expr) -> Expression: ...


def read_dict(reader: Reader, node: ast.Dict, span: Span) -> Expression:
    """`{k: v, **other}` is `dict([(k, v), *other.items()])`."""
    if not node.keys:
        return Call("dict", (), (), span)
    pairs: list[Expression] = []
    for key, value in zip(node.keys, node.values, strict=True):
        at = reader.file.source.span(value)
        if key is None:
            pairs.append(Star(Call(".items", (reader.read(value),), (), at), at))
        else:
            pairs.append(Display("tuple", (reader.read(key), reader.read(value)), at))
    return Call("dict", (Display("list", tuple(pairs), span),), (), span)


def read_set(reader: Reader, node: ast.Set, span: Span) -> Expression:
    """`{a, b}` is `set([a, b])`."""
    return Call("set", (Display("list", tuple(map(reader.item, node.elts)), span),), (), span)


def pair(node: ast.DictComp) -> ast.Tuple:
    """The key and the value of a comprehension, as a pair."""
    made = ast.Tuple([node.key, node.value], ast.Load())
    ast.copy_location(made, node.key)
    made.end_lineno, made.end_col_offset = node.value.end_lineno, node.value.end_col_offset
    return made
