"""Iterables of which nobody can tell that they are no lists: `*_, last = accumulate(xs)` takes all of the values."""

from __future__ import annotations

import ast
import copy

from faier.lang.names import given_names
from faier.lang.occurring import occurring

_LAZY = frozenset(["enumerate", "filter", "map", "range", "reversed", "zip"])


def with_taken_whole(tree: ast.Module) -> ast.Module:
    """The file, in which these are lists."""
    assignments = occurring(tree, ast.Assign)
    lazy = _lazy(tree)
    if not any(_starred(part, lazy) for part in assignments) or {*_LAZY, "list"} & set(given_names(tree)):
        return tree
    tree = copy.deepcopy(tree)
    for part in ast.walk(tree):
        if isinstance(part, ast.Assign) and _starred(part, lazy):
            made = ast.Call(ast.copy_location(ast.Name("list", ast.Load()), part.value), [part.value], [])
            part.value = ast.copy_location(made, part.value)
    return tree


def _starred(node: ast.AST, lazy: frozenset[str]) -> bool:
    """Whether it takes apart all that an iterator gives."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=found) | ast.List(elts=found)], value=value):
            whole = any(isinstance(item, ast.Starred) for item in found)
            return whole and (isinstance(value, ast.GeneratorExp) or _is_call(value, lazy))
    return False


def _lazy(tree: ast.Module) -> frozenset[str]:
    """The functions that give iterators."""
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "itertools"]
    return _LAZY | {item.asname or item.name for node in found for item in node.names}


def _is_call(node: ast.expr, functions: set[str] | frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions
