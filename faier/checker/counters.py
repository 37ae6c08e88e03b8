"""Counters that nothing looks at, which would be another state each time: the number in
`for i, x in enumerate(stream)`, and `t += 1`, where the function reads the name nowhere.

Functions in which others stand, or in which something is caught or matched, stay as they are.
"""

from __future__ import annotations

import ast
from collections import Counter
from copy import deepcopy

from .rewriting import bound_names

_OTHERS = (ast.FunctionDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.ClassDef, ast.Try, ast.Match)


def without_counters(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """The file, whose functions do not count what they never look at."""
    if "enumerate" in {name for node in statements for name in bound_names(node)}:
        return statements
    return tuple(_without(node) if isinstance(node, ast.FunctionDef) else node for node in statements)


def _without(node: ast.FunctionDef) -> ast.FunctionDef:
    if any(isinstance(part, _OTHERS) for item in node.body for part in ast.walk(item)):
        return node
    mentions = Counter(_names(node))
    begun: set[str] = set()
    for at, item in enumerate(node.body):
        name = _begun(item)
        if name is not None and not any(name in _names(before) for before in node.body[:at]):
            begun.add(name)
    counts = Counter(_begun(part) or _changed(part) for part in ast.walk(node))
    counted = {name for name in begun if counts[name] == mentions[name]}
    streams = {item.arg for item in node.args.args if _is_stream(item.annotation)}
    once = {name for name, count in mentions.items() if count == 1}
    if not counted and not streams:
        return node
    made = deepcopy(node)
    writer = _Writer(counted, once, streams)
    made.body = [writer.visit(item) for item in made.body]
    return made


def _names(node: ast.AST) -> list[str]:
    parts = list(ast.walk(node))
    return [part.id for part in parts if isinstance(part, ast.Name)] + [p.arg for p in parts if isinstance(p, ast.arg)]


def _begun(node: ast.AST) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)) if type(value) is int:
            return name
    return None


def _changed(node: ast.AST) -> str | None:
    match node:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub(), value=ast.Constant(value=value)):
            return name if type(value) is int else None
    return None


def _is_stream(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Stream"


class _Writer(ast.NodeTransformer):
    def __init__(self, counted: set[str], once: set[str], streams: set[str]) -> None:
        self.counted = counted
        self.once = once
        self.streams = streams

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if _changed(node) in self.counted else node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=counter), target]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=name) as stream]) as call,
            ) if counter in self.once and name in self.streams and not isinstance(target, ast.Starred):
                starts = [item.value for item in call.keywords if item.arg == "start"]
                plain = all(isinstance(start, ast.Constant) and type(start.value) is int for start in starts)
                if plain and len(starts) == len(call.keywords):
                    made = ast.For(target, stream, node.body, node.orelse)
                    return ast.copy_location(made, node)
        return node
