"""What occurs in a tree of Python, looked for once: a pass whose form does not occur has nothing to do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeVar, cast

_Node = TypeVar("_Node", bound=ast.AST)

# What has names of its own.
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def occurring(tree: ast.AST, kind: type[_Node]) -> Sequence[_Node]:
    """The nodes of this kind, in the order of `ast.walk`. Nobody changes the tree later, but a copy of it."""
    return cast(Sequence[_Node], _by_kind(tree).get(kind, ()))


@lru_cache(maxsize=4)
def _by_kind(tree: ast.AST) -> dict[type[ast.AST], list[ast.AST]]:
    found: dict[type[ast.AST], list[ast.AST]] = {}
    waiting = [tree]
    for node in waiting:
        found.setdefault(type(node), []).append(node)
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                waiting.append(value)
            elif isinstance(value, list):
                waiting += [item for item in value if isinstance(item, ast.AST)]
    return found


def blocks_of(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """The lists of statements of the function, without those of others inside of it."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block
                waiting += [part for part in block if not isinstance(part, SCOPES)]
        waiting += [*getattr(node, "handlers", []), *getattr(node, "cases", [])]
