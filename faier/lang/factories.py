"""What makes the values of a defaultdict: in the tree a label, a type or the text of what a lambda gives."""

from __future__ import annotations

import ast
import copy
from typing import Protocol

from faier.lang.names import File
from faier.lang.scope import BROKEN, Scope
from faier.lang.syntax import Expression, Literal, Name
from faier.lang.values import Sequence

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
        match node:
            case ast.Lambda(body=body) if len(shown := ast.unparse(body)) < 60:
                hint = f"write a dictionary, {{}}, and where a key may be new: .setdefault(key, {shown})"
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
        case ast.Call():
            return None
    try:
        return ast.unparse(ast.fix_missing_locations(_Written(reader).visit(copy.deepcopy(body))))
    except NotFollowed:
        return None


class NotFollowed(Exception):
    """Something that the text of a factory does not say."""


class _Written(ast.NodeTransformer):
    """What a lambda gives, with constants of the file by their values, and what makes others by labels."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def visit(self, node: ast.AST) -> ast.AST:
        match node:
            case ast.Constant(value=int() | str() | None) | ast.expr_context() | ast.Mult() | ast.USub():
                return node
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()) | ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
                return self.generic_visit(node)
            case ast.BinOp(left=ast.List() | ast.Tuple(), op=ast.Mult()):
                return self.generic_visit(node)
            case ast.Name(id=name) if name not in self.reader.scope.names:
                value = self.reader.file.constants.get(name)
                if isinstance(value, (int, str)):
                    return ast.parse(repr(value), mode="eval").body
            case ast.Call(func=ast.Name("len"), args=[ast.Name(id=name)], keywords=[]) if self.means_len(name):
                value = self.reader.file.constants[name]
                return ast.Constant(len(value.items if isinstance(value, Sequence) else str(value)))
            case ast.Call():
                text = _made(self.reader, node)
                if text:
                    return ast.parse(text if text.endswith(")") else f"{text}()", mode="eval").body
        raise NotFollowed

    def means_len(self, name: str) -> bool:
        """Whether `len(name)` is the length of a constant of the file that nobody can change."""
        file, hidden = self.reader.file, self.reader.scope.names
        value = file.constants.get(name)
        fixed = isinstance(value, str) or (
            isinstance(value, Sequence) and value.kind in ("tuple", "range", "bytes", "frozenset")
        )
        return fixed and name not in hidden and "len" not in hidden and "len" not in file.places


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
    made = _Modules().visit(ast.parse(factory, mode="eval").body)
    return f"lambda: {ast.unparse(made)}"


class _Modules(ast.NodeTransformer):
    """Labels as a file with `import collections` writes them."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        assert isinstance(node.func, ast.Name)
        inner = ast.unparse(node.args[0]) if node.args else ""
        if node.func.id == "defaultdict":
            return ast.parse(f"collections.defaultdict({written(inner)})", mode="eval").body
        origin = written("Counter()" if node.func.id == "Counter" else node.func.id)
        return ast.parse(f"{origin}()", mode="eval").body
