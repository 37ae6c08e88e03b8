"""`try: from math import comb` with `except ImportError: ...` at the top level: what every Python has is imported.

What may not be there, and is read by nothing, is left out, as other imports are that nothing reads.
"""

from __future__ import annotations

import ast
import typing
from collections import Counter

from faier.lang.library import LIBRARY
from faier.lang.names import given_names
from faier.lang.vocabulary import FRACTION, VOCABULARY

_CAUGHT = frozenset(["ImportError", "ModuleNotFoundError", "Exception"])
_NEWER = frozenset(["itertools.batched"])  # than the oldest Python that faier runs on
_NEWER_REMARKS = frozenset(
    ["NoDefault", "ReadOnly", "TypeAliasType", "TypeIs", "get_protocol_members", "is_protocol", "override"]
)


def with_tried_imports(tree: ast.Module) -> ast.Module:
    """The file without such statements."""
    if not any(isinstance(node, ast.Try) for node in tree.body):
        return tree
    read = Counter(part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load))
    given = {*given_names(tree)}
    body: list[ast.stmt] = []
    for node in tree.body:
        body += [node] if not isinstance(node, ast.Try) or given & _CAUGHT else _taken(node, read)
    return ast.Module(body, tree.type_ignores)


def _taken(node: ast.Try, read: Counter[str]) -> list[ast.stmt]:
    """What stands for the statement: itself, where it is none of these."""
    imports = [part for part in node.body if isinstance(part, ast.Import | ast.ImportFrom)]
    caught = [name for handler in node.handlers for name in _names(handler.type)]
    if len(imports) < len(node.body) or node.finalbody or not caught or not {*caught} <= _CAUGHT:
        return [node]
    remarks = all(isinstance(part, ast.ImportFrom) for handler in node.handlers for part in handler.body)
    if all(_is_there(part, remarks) for part in imports):
        return [*imports, *node.orelse]
    parts = [*node.orelse, *(part for handler in node.handlers for part in handler.body)]
    plain = all(_gives_plainly(part) for part in parts)
    names = {name.partition(".")[0] for name in given_names(node)}
    inside = any(isinstance(part, ast.Name) and part.id in names and read[part.id] for part in ast.walk(node))
    return [node] if not plain or inside or any(read[name] for name in names) else []


def _names(node: ast.expr | None) -> list[str]:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return [part.id if isinstance(part, ast.Name) else "" for part in parts]


def _is_there(node: ast.Import | ast.ImportFrom, remarks: bool) -> bool:
    """Whether every Python that faier runs on has all of this. `remarks`: or imports it from somewhere else."""
    if isinstance(node, ast.Import):
        return all(item.name == "faier" or item.name in LIBRARY for item in node.names)
    if node.level or node.module is None:
        return False
    if node.module == "faier":
        return all(item.name in VOCABULARY for item in node.names)
    if node.module == "fractions":
        return all(item.name in FRACTION for item in node.names)
    if node.module == "typing":
        return all(item.name in typing.__all__ and (remarks or item.name not in _NEWER_REMARKS) for item in node.names)
    known = LIBRARY.get(node.module)
    return known is not None and all(
        item.name in known and f"{node.module}.{item.name}" not in _NEWER for item in node.names
    )


def _gives_plainly(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Import() | ast.ImportFrom() | ast.Assign(targets=[ast.Name()], value=ast.Constant()):
            return True
    return False
