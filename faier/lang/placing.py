"""Places in the file of statements and expressions that are made while it is read."""

from __future__ import annotations

import ast
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


def placed(node: Node, at: ast.AST) -> Node:
    """The tree, with this place where it has none."""
    for part in ast.walk(node):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, at)
    return node


def moved(node: Node, at: ast.AST) -> Node:
    """The tree, all of it at this place."""
    for part in ast.walk(node):
        if "lineno" in part._attributes:
            ast.copy_location(part, at)
    return node
