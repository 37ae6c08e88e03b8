"""What is read from a record without brackets: fields, properties, and constants of its class."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from faier.lang.calls import Reader, at_run, class_of, method_of
from faier.lang.handed import read_of_first
from faier.lang.memos import KEPT
from faier.lang.method_calls import repeatable
from faier.lang.records import OF_RANGE
from faier.lang.scope import Place
from faier.lang.syntax import Attribute, Call, Expression, Name, Span
from faier.lang.values import ENUMS


def read_attribute(reader: Reader, node: ast.Attribute, span: Span, place: Place) -> Expression | None:
    """A field, a property or a constant of a class, read from a record. Where classes differ, the run
    asks of which class the record is. None where no class has it."""
    file, name = reader.file, node.attr
    held = any(name in item.shape.fields for item in file.shapes.values())
    ways: dict[str, Callable[[], Expression]] = {}
    for owner in file.shapes.values():
        constant = f"{owner.shape.name}.{name}"
        if name in owner.properties:
            kept = constant in file.cached
            way = partial(method_of, reader, owner, node, [], [], node, span, Place.VALUE if kept else place)
            ways[owner.shape.name] = partial(_kept, way, span) if kept else way
        elif constant in file.constants and owner.shape.kind not in ENUMS and name not in owner.shape.fields:
            ways[owner.shape.name] = partial(Name, constant, span)
    if not ways:
        return Attribute(reader.read(node.value), name, span) if held else None
    known = class_of(reader, node.value)
    if known is not None and known.shape.name in ways:
        return ways[known.shape.name]()
    if (
        len(ways) == 1
        and not held
        and name not in OF_RANGE
        and any(name in owner.properties for owner in file.owners(name))
    ):
        return next(iter(ways.values()))()
    value = reader.read(node.value)
    if not repeatable(value):
        named = read_of_first(reader, node)
        if named is not None:
            return named
        return reader.wrong(
            "FA205",
            node,
            f"`.{name}` means several things: what it is read from is computed once",
            "give it a name first",
        )
    return at_run(ways, Attribute(value, name, span), value, span)


def _kept(way: Callable[[], Expression], span: Span) -> Expression:
    """What a property gives that is computed once: nobody may change it."""
    return Call(KEPT, (way(),), (), span)
