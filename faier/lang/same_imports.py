"""Imports that differ between versions of Python, and import the same words of `typing`:

    if sys.version_info >= (3, 11):            from typing import Self
        from typing import Self
    else:
        from typing_extensions import Self

So do `try` with `except ImportError`, and `typing_extensions` alone, which has what later versions of `typing` have.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from faier.lang.names import given_names
from faier.lang.placing import placed

_BACKPORTS = "typing_extensions"
_ABSENT = frozenset(["ImportError", "ModuleNotFoundError"])


def with_same_imports(tree: ast.Module, own: Callable[[str], bool]) -> ast.Module:
    """The file, in which such words come from `typing`; `own`: whether the project has a module of that name."""
    compound = any(isinstance(node, ast.If | ast.Try) for node in tree.body)
    if not compound and not any(_is_from(node, _BACKPORTS) for node in tree.body):
        return tree
    modules = {name for name in ("typing", _BACKPORTS, "sys") if own(name)}
    if modules:
        return tree
    given = given_names(tree)
    imported = [item for node in tree.body if isinstance(node, ast.Import) for item in node.names]
    if not any(item.name == "sys" and item.asname is None for item in imported):
        given = [*given, "sys", "sys"]  # whatever it is, it is not that module
    body: list[ast.stmt] = []
    for node in tree.body:
        branches = _branches(node, given)
        if branches is not None and _are_alike(*branches):
            node = placed(ast.ImportFrom("typing", [item for part in branches[0] for item in _names(part)], 0), node)
        elif _is_from(node, _BACKPORTS):
            node = placed(ast.ImportFrom("typing", _names(node), 0), node)
        body.append(node)
    return ast.Module(body, tree.type_ignores)


def _branches(node: ast.stmt, given: list[str]) -> tuple[list[ast.stmt], list[ast.stmt]] | None:
    """What is imported in one version, and in another."""
    match node:
        case ast.If(test=ast.Compare(left=left, comparators=[ast.Tuple(elts=numbers)]), body=body, orelse=[*other]):
            version = left.value if isinstance(left, ast.Subscript) else left
            asked = ast.unparse(version) == "sys.version_info" and given.count("sys") == 1
            return (body, other) if asked and all(isinstance(part, ast.Constant) for part in numbers) else None
        case ast.Try(body=body, handlers=[ast.ExceptHandler(type=ast.Name(id=kind), name=None, body=other)]):
            plain = not node.orelse and not node.finalbody and kind in _ABSENT and kind not in given
            return (body, other) if plain else None
    return None


def _are_alike(one: list[ast.stmt], other: list[ast.stmt]) -> bool:
    """Whether both import the same words, by the same names."""
    if not all(_is_from(part, "typing") or _is_from(part, _BACKPORTS) for part in (*one, *other)):
        return False
    first, second = ({(item.name, item.asname) for part in side for item in _names(part)} for side in (one, other))
    return bool(first) and first == second


def _is_from(node: ast.stmt, module: str) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == module and node.level == 0


def _names(node: ast.stmt) -> list[ast.alias]:
    return node.names if isinstance(node, ast.ImportFrom) else []
