"""A key of a defaultdict that is read is there from then on; where nobody can see that, `d[k]` -> `d.get(k, [])`.

That is so where `d` is a new defaultdict wherever it gets a value, and is mentioned for its items alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from copy import deepcopy

from .courses import Course
from .lending import root_of
from .method_names import CHANGING
from .outcome import Hole
from .rewriting import bound_names

_MADE: dict[str, ast.expr] = {
    "int": ast.Constant(0),
    "str": ast.Constant(""),
    "bool": ast.Constant(False),
    "list": ast.List([], ast.Load()),
    "dict": ast.Dict([], []),
}


def defaults_read(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """The statements of the file; what Python calls `defaultdict` is so called here too, or nothing is written."""
    bound = Counter(name for node in statements for name in bound_names(node))
    imported = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "collections"
        and any(alias.name == "defaultdict" and alias.asname is None for alias in node.names)
        for node in statements
    )
    if not imported or bound["defaultdict"] > 1:
        return statements
    for node in statements:
        if isinstance(node, ast.FunctionDef):
            _Reads(node, bound).rewrite()
    return statements


class _Reads(ast.NodeTransformer):
    def __init__(self, function: ast.FunctionDef, bound: Counter[str]) -> None:
        self.function, self.bound = function, bound
        self.given = Course(function.body, _parameters(function)).bound
        inside = [part for node in function.body for part in ast.walk(node)]
        self.plain = not any(isinstance(part, (ast.FunctionDef, ast.Lambda)) for part in inside)
        self.places = {id(below) for part in inside for below in _places(part, bound)}
        self.meanwhile = {id(read) for part in inside for read in _meanwhile(part, bound)}
        items = {
            id(part.value) for part in inside if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Del)
        }
        self.seen = {
            part.id
            for part in inside
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and id(part) not in items
        }

    def rewrite(self) -> None:
        if self.plain:
            self.function.body = [self.visit(node) for node in self.function.body]

    def made(self, name: str) -> ast.expr | None:
        """What is there by default, of a variable that always is such a dictionary."""
        given = self.given.get(name, [])
        values = [value for value in given if value is not None]
        kinds = {_kind(value) for value in values}
        if (
            name in self.seen
            or len(given) != 2 * len(values)
            or len(kinds) != 1
            or any(self.bound[kind] for kind in kinds)
        ):
            return None
        return _MADE.get(kinds.pop())

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or not isinstance(node.ctx, ast.Load) or id(node) in self.places:
            return node
        made = self.made(node.value.id)
        if made is None:
            return node
        if id(node) in self.meanwhile:
            raise Hole("a key is read while its dictionary changes, or while something in it is gone over")
        called = ast.Attribute(node.value, "get", ast.Load())
        return ast.copy_location(ast.Call(called, [node.slice, deepcopy(made)], []), node)


def _parameters(node: ast.FunctionDef) -> list[str]:
    return [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]


def _kind(node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Name(id="defaultdict"), args=[ast.Name(id=kind)], keywords=[]):
            return kind
    return ""


def _meanwhile(node: ast.AST, bound: Counter[str]) -> list[ast.AST]:
    """What a statement reads of a dictionary while it is changed, or while a loop goes over what is in it."""
    match node:
        case ast.Assign(targets=targets):
            return [part for target in targets for part in ast.walk(target)]
        case ast.For(iter=iterable, body=body):
            over = {root_of(part) for part in ast.walk(iterable) if isinstance(part, ast.Subscript)}
            return [part for item in body for part in ast.walk(item) if root_of(part) in over]
        case ast.AugAssign() | ast.Expr() | ast.AnnAssign() | ast.Return():
            parts = list(ast.walk(node))
            changed = {root_of(item) for part in parts for item in _changed(part, bound)}
            return [part for part in parts if root_of(part) in changed]
    return []


def _changed(node: ast.AST, bound: Counter[str]) -> list[ast.expr]:
    match node:
        case ast.AugAssign(target=target):
            return [target]
        case ast.Call(func=ast.Attribute(value=base, attr=name)) if name in CHANGING or bound[name]:
            return [base]
        case ast.Call(func=ast.Name(id=name), args=given, keywords=keywords) if bound[name]:
            return [*given, *(item.value for item in keywords)]
    return []


def _places(node: ast.AST, bound: Counter[str]) -> list[ast.AST]:
    """The items on the way to something that is changed, or that a function of the file may change."""
    below: list[ast.expr] = []
    match node:
        case (
            ast.Subscript(ctx=ast.Store() | ast.Del(), value=base)
            | ast.Attribute(ctx=ast.Store() | ast.Del(), value=base)
        ):
            below = [base]
        case ast.Call(func=ast.Attribute(value=base)):
            below = [base]
        case ast.Call(func=ast.Name(id=name), args=given, keywords=keywords) if bound[name]:
            below = [*given, *(item.value for item in keywords)]
    found: list[ast.AST] = []
    for part in below:
        while isinstance(part, (ast.Subscript, ast.Attribute)):
            found.append(part)
            part = part.value
    return found
