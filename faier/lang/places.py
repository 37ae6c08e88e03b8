"""What statements and methods change -> a variable, or the way to an item or a field of it."""

from __future__ import annotations

import ast
from typing import Protocol

from faier.lang.names import File
from faier.lang.scope import BROKEN, Place, Scope
from faier.lang.syntax import Expression, Field, Item, Name


class Reader(Protocol):
    """Who reads the indices on the way."""

    file: File
    scope: Scope

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...


def read_place(reader: Reader, node: ast.expr, whole: ast.AST) -> Name | Item | None:
    """The place that `whole` changes; None when there is none, which is reported."""
    span = reader.file.source.span(node)
    indices: list[Expression | Field] = []
    base = node
    while isinstance(base, (ast.Subscript, ast.Attribute)):
        if isinstance(base, ast.Attribute):
            indices.append(_field(reader, base))
        elif isinstance(base.slice, ast.Slice):
            hint = "assign item by item, or build a new list: values[:i] + [x] + values[i + 1:]"
            reader.file.error("FA107", base, "only a single item can be changed here", hint)
            return None
        else:
            indices.append(reader.read(base.slice))
        base = base.value
    name = _variable(reader, base, whole)
    if name is None:
        return None
    return Item(name, tuple(reversed(indices)), span) if indices else Name(name, span)


def _field(reader: Reader, node: ast.Attribute) -> Field:
    """`.name` of a record that can change."""
    known = [item.shape for item in reader.file.classes.values() if node.attr in item.shape.fields]
    if not any(shape.kind in ("dataclass", "class") for shape in known):
        message = "only a class or a dataclass that is not frozen has attributes that can be assigned"
        hint = "make a new record, or use a variable" if known else "use a variable"
        if not known and isinstance(node.value, ast.Name) and node.value.id == "self":
            message = f"`self.{node.attr}` gets no value in `__init__`: every record of a class has all of its fields"
            hint = f"write self.{node.attr} = None there"
        reader.file.error("FA107", node, message, hint)
    return Field(node.attr)


def _variable(reader: Reader, base: ast.expr, node: ast.AST) -> str | None:
    """The variable whose value the node changes where it is."""
    file, scope = reader.file, reader.scope
    match base:
        case ast.Name(id=name) if name in scope.fixed or (name not in scope.names and _is_constant(file, name)):
            hint = f"copy it into a variable: values = list({name})"
            file.error("FA210", node, f"`{name}` is a constant: its items cannot change", hint)
        case ast.Name(id=name) if name in scope.streams:
            file.error("FA114", node, f"`{name}` is a stream: it has no items", "keep what is needed of it in the loop")
        case ast.Name(id=name):
            known = reader.read(base)
            if isinstance(known, Name) and known.name in scope.bound:
                message = f"this changes `{name}`, which is part of what the comprehension goes over"
                file.error("FA210", node, message, "write a loop over copies")
            elif isinstance(known, Name) and known.name != BROKEN:
                return known.name
        case _:
            file.error("FA107", node, "only what a variable holds can be changed", "give it a name first")
    return None


def _is_constant(file: File, name: str) -> bool:
    return name in file.constants or (name in file.signatures and file.signatures[name].constant)
