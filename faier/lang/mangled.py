"""Names that begin with `__` in a class, which Python reads as others."""

from __future__ import annotations

import ast

from faier.lang.names import File, assigned_names


def report_mangled(tree: ast.Module, file: File) -> None:
    """In a class `__limit` is `_Point__limit`, and never the constant or the function of the file."""
    for node in tree.body:
        if "__name__" in _given(node):
            file.error("FA203", node, "Python gives `__name__` its value when the file is run", "choose another name")
    known = {name for node in tree.body for name in _given(node) if name.startswith("__") and not name.endswith("__")}
    for node in tree.body if known else []:
        for part in ast.walk(node) if isinstance(node, ast.ClassDef) else []:
            if isinstance(part, ast.Name) and part.id in known:
                message = f"in a class, Python takes `{part.id}` for a name of the class, not for that of the file"
                file.error("FA203", part, message, "call it with one underscore")


def _given(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name.partition(".")[0] for alias in aliases]
    return list(assigned_names([node]))
