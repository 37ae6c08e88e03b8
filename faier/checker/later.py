"""Forms that the checker can read and faier cannot yet: files with them are holes until it can."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .method_names import CHANGING, METHODS
from .outcome import Hole

FORMS = {"named lambda"}

_MAKING = frozenset({"set", "frozenset", "dict", "str", "repr", "ord", "chr"})


def refuse_later(tree: ast.Module) -> None:
    for top in tree.body:
        body = top.body if isinstance(top, ast.FunctionDef) else [top]
        for node in (part for statement in body for part in _parts(statement)):
            form = _form(node)
            if form in FORMS and not (form == "named lambda" and isinstance(top, ast.FunctionDef)):
                raise Hole(f"a form that is read later: {form}")


def _parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """All but the messages of assertions."""
    messages = {
        part
        for node in ast.walk(statement)
        if isinstance(node, ast.Assert) and node.msg is not None
        for part in ast.walk(node.msg)
    }
    return (node for node in ast.walk(statement) if node not in messages)


def _form(node: ast.AST) -> str:
    match node:
        case ast.Assign(value=ast.Lambda()):
            return "named lambda"
        case ast.Dict() | ast.Set() | ast.SetComp() | ast.DictComp():
            return "container"
        case ast.JoinedStr():
            return "text"
        case ast.Subscript(slice=ast.Slice(), ctx=ast.Store() | ast.Del()):
            return "slice"
        case ast.Call(func=ast.Name(id=name)) if name in _MAKING:
            return "container"
        case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS.keys() | CHANGING.keys() - {"append"}:
            return "method"
    return ""
