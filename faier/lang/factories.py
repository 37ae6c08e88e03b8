"""What makes the values of a defaultdict: in the tree a label, a type or the text of what a lambda gives."""

from __future__ import annotations

import ast
from typing import Protocol

from faier.lang.names import File
from faier.lang.scope import BROKEN, Scope
from faier.lang.syntax import Expression, Literal, Name

_TYPES = frozenset(["int", "bool", "float", "str", "list", "tuple", "dict", "set", "frozenset"])
_LIBRARY = {"collections.Counter": "Counter()", "collections.deque": "deque", "fractions.Fraction": "Fraction"}


class Reader(Protocol):
    """Who knows the names, and says what is wrong."""

    file: File
    scope: Scope

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression: ...


def read_factory(reader: Reader, node: ast.expr) -> Expression:
    """The first argument of defaultdict."""
    text = _factory(reader, node)
    if text is None:
        hint = "write a type (int, list, set), or lambda: and a constant; or .setdefault(key, value) of a dict"
        return reader.wrong("FA205", node, "a defaultdict needs what makes its values", hint)
    return Literal(text, reader.file.source.span(node)) if text else Name(BROKEN)


def _factory(reader: Reader, node: ast.expr) -> str | None:
    file, hidden = reader.file, reader.scope.names
    match node:
        case ast.Name(id=name) if name in _TYPES and name not in hidden and name not in file.places:
            return name
        case ast.Lambda(args=ast.arguments(args=[], posonlyargs=[], kwonlyargs=[], vararg=None, kwarg=None), body=body):
            return _made(reader, body)
    if file.word(node, hidden) == "Fraction":
        return "Fraction"
    return _LIBRARY.get(file.library_name(node, hidden) or "")


def _made(reader: Reader, body: ast.expr) -> str | None:
    """What stands for `lambda: body`."""
    match body:
        case ast.Call(func=function, args=[], keywords=[]):
            return _factory(reader, function)
        case ast.Call(func=function, args=[inner], keywords=[]) if (
            reader.file.library_name(function, reader.scope.names) == "collections.defaultdict"
        ):
            factory = _factory(reader, inner)
            return None if factory is None else f"defaultdict({factory})"
    try:
        value = ast.literal_eval(body)
    except (ValueError, TypeError, SyntaxError):
        return None
    return repr(value) if all(isinstance(part, _PLAIN) for part in _constants(body)) else None


def _constants(body: ast.expr) -> list[object]:
    return [part.value for part in ast.walk(body) if isinstance(part, ast.Constant)]


_PLAIN = (int, str, type(None))


def written(factory: str) -> str:
    """How a file with `import collections` writes it."""
    if factory in _TYPES or factory == "Fraction":
        return factory
    if factory.startswith("defaultdict("):
        inner = factory.removeprefix("defaultdict(").removesuffix(")")
        return f"lambda: collections.defaultdict({written(inner)})"
    for origin, name in _LIBRARY.items():
        if factory == name:
            return origin
    return f"lambda: {factory}"
