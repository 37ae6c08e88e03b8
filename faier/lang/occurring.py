"""What occurs in a tree of Python, looked for once: a pass whose form does not occur has nothing to do."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar, cast

_Node = TypeVar("_Node", bound=ast.AST)


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
