"""The methods of the file's classes that may change the record that they are called on, as far as names say it."""

from __future__ import annotations

import ast

from faier.lang import changes
from faier.lang.names import File


def methods_that_change(file: File) -> frozenset[str]:
    """Their names; found once for as many classes as there are."""
    if file.changing[0] != len(file.shapes):
        file.changing = len(file.shapes), _found(file)
    return file.changing[1]


def _found(file: File) -> frozenset[str]:
    bodies = [(name, node) for owner in file.shapes.values() for name, node in owner.methods]
    found = {name for name, node in bodies if any(map(_changes, ast.walk(node)))}
    called = [
        (name, {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)} - {name})
        for name, node in bodies
    ]
    more = True
    while more:
        further = {name for name, mentioned in called if mentioned & found} - found
        found |= further
        more = bool(further)
    return frozenset(found)


def _changes(part: ast.AST) -> bool:
    match part:
        case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in changes.NAMES
    return False
