"""Functions and methods with `@contextmanager`: what a `with` of one stands for.

What stands before the one `yield` comes before the body of the `with`, and what stands after it comes after the body,
with names of their own. What the body raises comes out at the `yield`: an `except`, or a `finally`, there is one around
the body.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from faier.lang import names
from faier.lang.begun import arguments_of
from faier.lang.inheritance import bound_in
from faier.lang.names import bindings, captures
from faier.lang.placing import placed

Line = TypeVar("Line", ast.stmt, ast.ExceptHandler)

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True)
class Generated:
    """What a `with` does: before its body, after it, and after it in any case."""

    before: list[ast.stmt]
    inside: list[ast.stmt]  # before the body too, where the `finally` counts already
    value: ast.expr | None
    after: list[ast.stmt]
    final: list[ast.stmt]
    last: list[ast.stmt]  # after the `finally`
    handlers: list[ast.ExceptHandler] = field(default_factory=list)  # of the `try` around the `yield`
    otherwise: list[ast.stmt] = field(default_factory=list)  # its `else`


@dataclass
class ContextManagers:
    """Those of the file: functions by their names, methods by theirs where they are the only ones."""

    tree: ast.Module
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    methods: dict[str, ast.FunctionDef] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = _imported(self.tree)
        if not self.words:
            return
        every = [
            part
            for node in self.tree.body
            if isinstance(node, ast.ClassDef)
            for part in node.body
            if isinstance(part, ast.FunctionDef)
        ]
        called = [part.name for part in every]
        self.methods = {part.name: part for part in every if self.fits(part) and called.count(part.name) == 1}
        tops = [node for node in self.tree.body if isinstance(node, ast.FunctionDef)]
        self.functions = {node.name: node for node in tops if self.fits(node)}

    def fits(self, node: ast.FunctionDef) -> bool:
        return [ast.unparse(item) in self.words for item in node.decorator_list] == [True] and _parts(node) is not None

    def written(
        self, item: ast.withitem, function: ast.FunctionDef, body: list[ast.stmt], stays: Callable[[ast.expr], bool]
    ) -> Generated | None:
        """What the `with` of this call in the function does; None where that cannot be said."""
        call = item.context_expr
        receiver: ast.expr | None = None
        match call:
            case ast.Call(func=ast.Name(id=name)) if name in self.functions and name not in bound_in(function):
                made = self.functions[name]
            case ast.Call(func=ast.Attribute(value=record, attr=name)) if name in self.methods:
                made, receiver = self.methods[name], record
            case _:
                return None
        given = arguments_of(made, call, with_first=receiver)
        inside = [part for statement in made.body for part in ast.walk(statement)]
        stored = {part.id for part in inside if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
        found = _parts(made)
        free = {part.id for part in inside if isinstance(part, ast.Name)} - stored - (given or {}).keys()
        if given is None or found is None or free & bound_in(function):
            return None
        changed = given_anew(item, body) | _shared(function)
        lines = (function, *body)  # where there are several items the body is not yet in the function
        taken = {part.id for line in lines for part in ast.walk(line) if isinstance(part, ast.Name)}
        taken |= bound_in(function)
        instead: dict[str, ast.expr] = {}
        begin: list[ast.stmt] = []
        for parameter, value in given.items():
            led = value is receiver and _root(value) not in {"", *changed} and stays(value)
            if parameter not in stored and (led or _stands_for(value, changed)):
                instead[parameter] = value
            elif value is receiver:
                return None
            else:
                instead[parameter] = ast.Name(_fresh(parameter, taken), ast.Load())
                begin.append(ast.Assign([_stored(instead[parameter])], value))
        instead |= {name: ast.Name(_fresh(name, taken), ast.Load()) for name in stored - given.keys()}
        return _renamed(found, instead, begin)

    def without(self) -> None:
        """Leaves out those that nothing mentions any more."""
        read = [part.id for part in ast.walk(self.tree) if isinstance(part, ast.Name)]
        attributes = [part.attr for part in ast.walk(self.tree) if isinstance(part, ast.Attribute)]
        gone = [made for name, made in self.functions.items() if name not in read]
        gone += [made for name, made in self.methods.items() if name not in attributes]
        classes = [part for part in self.tree.body if isinstance(part, ast.ClassDef)]
        self.tree.body = [part for part in self.tree.body if part not in gone]
        for node in classes:
            left = [part for part in node.body if part not in gone]
            node.body = left or [placed(ast.Pass(), node.body[0])]


def _imported(tree: ast.Module) -> set[str]:
    """The names under which `contextmanager` stands in the file."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="contextlib", level=0):
                found |= {item.asname or item.name for item in node.names if item.name == "contextmanager"}
            case ast.Import():
                found |= {
                    f"{item.asname or item.name}.contextmanager" for item in node.names if item.name == "contextlib"
                }
    return found


def _parts(node: ast.FunctionDef) -> Generated | None:
    """What stands around its only `yield`."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    inside = [part for statement in body for part in ast.walk(statement)]
    unfit = (*_SCOPES, ast.YieldFrom, ast.Return, ast.Nonlocal, ast.Global, ast.NamedExpr, ast.Delete, ast.With)
    yields = [part for part in inside if isinstance(part, ast.Yield)]
    if any(isinstance(part, ast.Name) and part.id == "super" for part in inside):
        return None
    if len(yields) != 1 or captures(inside) or any(isinstance(part, unfit) for part in inside):
        return None
    if any(isinstance(part, ast.comprehension) for part in inside):
        return None
    for at, statement in enumerate(body):
        match statement:
            case ast.Expr(value=ast.Yield(value=value)):
                return Generated(body[:at], [], value, body[at + 1 :], [], [])
            case ast.Try(body=[*lines], handlers=handlers, orelse=otherwise, finalbody=final) if not any(
                handler.name for handler in handlers
            ):
                for inner, line in enumerate(lines):
                    match line:
                        case ast.Expr(value=ast.Yield(value=value)):
                            before, after = lines[:inner], lines[inner + 1 :]
                            if (before or not _is_simple(value)) and not all(map(_raises, handlers)):
                                return None  # what is caught there ends it without a `yield`, and `with` raises
                            return Generated(
                                body[:at], before, value, after, final, body[at + 1 :], handlers, otherwise
                            )
    return None


def _is_simple(value: ast.expr | None) -> bool:
    return value is None or isinstance(value, (ast.Constant, ast.Name))


def _raises(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.body[-1], ast.Raise)


def _stands_for(value: ast.expr, changed: set[str]) -> bool:
    """Whether the argument may stand where the parameter does: it is the same until the end."""
    if isinstance(value, ast.Constant):
        return True
    return isinstance(value, ast.Name) and value.id not in changed


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def given_anew(item: ast.withitem, body: list[ast.stmt]) -> set[str]:
    """The variables that the `with` and its body give other values, or delete."""
    inside = [part for line in (item, *body) for part in ast.walk(line) if isinstance(part, ast.Name)]
    return {part.id for part in inside if not isinstance(part.ctx, ast.Load)} | {name for name, _ in bindings(body)}


def _shared(function: ast.FunctionDef) -> set[str]:
    """The variables that functions inside of it may give other values."""
    return {name for part in ast.walk(function) if isinstance(part, ast.Nonlocal) for name in part.names}


def _fresh(name: str, taken: set[str]) -> str:
    made = names.fresh(name, taken)
    taken.add(made)
    return made


def _stored(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.Name)
    return ast.Name(node.id, ast.Store())


def _renamed(found: Generated, instead: dict[str, ast.expr], begin: list[ast.stmt]) -> Generated:
    rename = _Instead(instead)

    def lines(body: list[Line]) -> list[Line]:
        return [rename.visit(copy.deepcopy(part)) for part in body]

    value = None if found.value is None else rename.visit(copy.deepcopy(found.value))
    before = [*begin, *lines(found.before)]
    rest = (lines(found.after), lines(found.final), lines(found.last), lines(found.handlers), lines(found.otherwise))
    return Generated(before, lines(found.inside), value, *rest)


class _Instead(ast.NodeTransformer):
    def __init__(self, instead: dict[str, ast.expr]) -> None:
        self.instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        made = self.instead.get(node.id)
        if made is None:
            return node
        if isinstance(made, ast.Name):
            return ast.copy_location(ast.Name(made.id, node.ctx), node)
        return ast.copy_location(copy.deepcopy(made), node)
