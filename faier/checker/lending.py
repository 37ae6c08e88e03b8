"""Functions that change what they are given: which parameters they change in place, and never give another value.

What such a parameter holds at the end is what the caller's variable, or the item that was given, holds then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from .file import File, Function
from .method_names import CHANGING


def lend(file: File) -> None:
    """Tells every function of the file what it changes of its callers'."""
    found = {name: set[str]() for name, function in file.functions.items() if _may(file, function)}
    changed = True
    while changed:
        changed = False
        for name, lent in found.items():
            function = file.functions[name]
            more = {
                root
                for node in ast.walk(ast.Module(function.node.body, []))
                for root in _roots(file, node, found)
                if any(item.name == root for item in function.parameters)
            }
            more -= {root for root in more if _stored(function, root)}
            changed |= not more <= lent
            lent |= more
    for name, lent in found.items():
        file.functions[name] = replace(file.functions[name], lent=frozenset(lent))


def _may(file: File, function: Function) -> bool:
    plain = function.kind == "helper" and not function.captured and not function.inner and not function.yields
    return plain and any(isinstance(node, ast.FunctionDef) and node.name == function.name for node in file.statements)


def _stored(function: Function, name: str) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
        for part in ast.walk(function.node)
    )


def _roots(file: File, node: ast.AST, lent: dict[str, set[str]]) -> Iterator[str]:
    """The variables in which the node changes something in place."""
    match node:
        case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
            yield root_of(node)
        case ast.Call(func=ast.Attribute(value=base, attr=name)) if name in CHANGING:
            yield root_of(base)
        case ast.Call(func=ast.Name(id=name)) if name in lent:
            given = given_for(file.functions[name], node, lent[name]).values()
            yield from (root_of(item) for item in given if is_place(item))


def given_for(function: Function, node: ast.Call, names: set[str] | frozenset[str]) -> dict[str, ast.expr]:
    """The arguments of a call for these parameters."""
    plain = [item.name for item in function.parameters if not item.keyword_only]
    given = dict(zip(plain, node.args, strict=False)) | {item.arg or "": item.value for item in node.keywords}
    return {name: given[name] for name in names if name in given}


def lent_by(file: File, node: ast.AST) -> dict[str, ast.expr]:
    """The places that a call of a function of the file may change, by the names of its parameters."""
    return {name: item for name, item in _changed_by(file, node).items() if is_place(item)}


def new_for(file: File, node: ast.AST) -> dict[str, ast.expr]:
    """The other arguments that it may change."""
    return {name: item for name, item in _changed_by(file, node).items() if not is_place(item)}


def _changed_by(file: File, node: ast.AST) -> dict[str, ast.expr]:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return {}
    function = file.functions.get(node.func.id)
    return given_for(function, node, function.lent) if function is not None and function.lent else {}


def is_place(node: ast.expr) -> bool:
    """Whether it is a variable, or what one holds, and nothing new."""
    return isinstance(node, (ast.Name, ast.Subscript, ast.Attribute))


def root_of(node: ast.AST) -> str:
    """The variable of a place; nothing where there is none."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
