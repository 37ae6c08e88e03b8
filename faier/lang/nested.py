"""Functions inside of functions: which names stand for them, and which variables they share with those around them.

They become helpers of the file, called outer.inner. What they capture is passed along with each call, by reference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from faier.lang import names
from faier.lang.names import File
from faier.lang.scope import Scope
from faier.lang.syntax import Block, Invoke, Item, Name, Span


@dataclass(frozen=True)
class Around:
    """The function around: its name in the tree, what its names mean, and which of them never change."""

    name: str
    scope: Scope
    settings: Mapping[str, Any]


def is_partial(file: File, node: ast.AST, hidden: Iterable[str]) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name()], value=ast.Call(func=func)):
            return file.library_name(func, frozenset(hidden)) == "functools.partial"
    return False


def local_functions(file: File, body: list[ast.stmt], hidden: Iterable[str]) -> set[str]:
    """The names that stand for one function each. Several for one name are reported."""
    found: dict[str, ast.AST] = {}
    hidden = frozenset(hidden)
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        name = names.function_of(node)
        if name is None and is_partial(file, node, hidden):
            assert isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            name = node.targets[0].id
        if name is not None:
            found[name] = node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))
    counts: dict[str, int] = {}
    for name, _ in names.bindings(body):
        counts[name] = counts.get(name, 0) + 1
    return {name for name, node in found.items() if counts[name] == 1 or _several(file, name, node)}


def _several(file: File, name: str, node: ast.AST) -> bool:
    hint = "give each its own name, and choose between calls: f(x) if c else g(x)"
    file.error("FA203", node, f"`{name}` stands for a function here, and gets another value too", hint)
    return False


def as_definition(node: ast.stmt) -> ast.FunctionDef | None:
    """The statement as a `def`."""
    match node:
        case ast.FunctionDef():
            return node
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=arguments, body=body) as function):
            returned = ast.copy_location(ast.Return(body), body)
            made = ast.FunctionDef(name, arguments, [returned], [], None)
            made.type_params = []  # type: ignore[attr-defined,unused-ignore]
            return ast.copy_location(made, function)
    return None


def mentioned(block: Block) -> set[str]:
    """Every variable that stands in the block, also those that calls pass along."""
    found: set[str] = set()
    waiting: list[object] = [block]
    while waiting:
        here = waiting.pop()
        match here:
            case Name(name=name):
                found.add(name)
            case Item(name=name):
                found.add(name)
            case Invoke():
                found |= set(here.shared)
        if isinstance(here, tuple):
            waiting.extend(here)
        elif is_dataclass(here) and not isinstance(here, (Span, type)):
            waiting.extend(getattr(here, field.name) for field in fields(here))
    return found


def with_captured(node: Any, function: str, captured: tuple[str, ...]) -> Any:
    """The tree, in which calls of the function pass these along."""
    if isinstance(node, tuple):
        return tuple(with_captured(item, function, captured) for item in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    changed = {each.name: with_captured(getattr(node, each.name), function, captured) for each in fields(node)}
    if isinstance(node, Invoke) and node.function == function:
        changed["captured"] = tuple((name, name) for name in captured)
    return replace(node, **changed)
