"""`moves(...)` -> the edges between the cells of a histogram along which one record may move."""

from __future__ import annotations

import ast

from faier.lang import constants
from faier.lang.claim import Cell, Moves
from faier.lang.names import File
from faier.lang.show_type import type_text
from faier.lang.syntax import IntType, Parameter, Type, VectorType
from faier.lang.values import Sequence, Value, show_value

_EXAMPLE = "write moves((0, 1), (1, 2)), or moves(*LINE) with LINE = [(i, i + 1) for i in range(N - 1)]"


def read_moves(file: File, node: ast.Call, inputs: tuple[Parameter, ...]) -> Moves | None:
    """The relation; None when it is wrong, which is reported."""
    if any(parameter.type is None for parameter in inputs):
        return None
    shape = _only_histogram(file, node, inputs)
    if shape is None:
        return None
    edges: list[tuple[Cell, Cell | None]] = []
    for argument in node.args:
        found = _along(file, argument, inputs[0].name, shape)
        if found is None:
            return None
        edges += found
    if not edges:
        file.error("FA304", node, "`moves` lists the edges along which a record may move", _EXAMPLE)
        return None
    return Moves(tuple(dict.fromkeys(edges)))


def shape_of(declared: Type | None) -> tuple[int, ...] | None:
    """How long a histogram is, of a matrix in each direction; None for what is none."""
    lengths: list[int] = []
    while isinstance(declared, VectorType):
        lengths.append(declared.length)
        declared = declared.item
    return tuple(lengths) if lengths and isinstance(declared, IntType) else None


def _only_histogram(file: File, node: ast.Call, inputs: tuple[Parameter, ...]) -> tuple[int, ...] | None:
    """The shape of the one input that the relation is about."""
    shapes = {parameter.name: shape_of(parameter.type) for parameter in inputs}
    counted = next((name for name, shape in shapes.items() if shape is not None), None)
    if len(inputs) == 1 and counted is not None:
        return shapes[counted]
    if counted is not None:
        hint = f'name the one: neighbors={{"{counted}": moves(...)}}'
        file.error("FA305", node, "`moves` is about one histogram, and there are other inputs", hint)
        return None
    other = inputs[0]
    message = f"`{other.name}` is no histogram: a record moves between counts, in a vector of integers or a matrix"
    item: Type | None = other.type
    while isinstance(item, VectorType):
        item = item.item
    shown = f", not {type_text(other.type)}" if other.type is not None else ""
    file.error("FA305", node, message, f"declare {other.name}: Vector[Int[0, 2], 4]{shown}, or use one() or each(d)")
    return None


def _along(file: File, argument: ast.expr, name: str, shape: tuple[int, ...]) -> list[tuple[Cell, Cell | None]] | None:
    """The edges of one argument: a pair, or with `*` many."""
    inside = argument.value if isinstance(argument, ast.Starred) else argument
    constant = constants.evaluate(file, inside, "a relation")
    if constant is None:
        return None
    given = _items(constant.value) if isinstance(argument, ast.Starred) else (constant.value,)
    if given is None:
        file.error("FA304", argument, f"{show_value(constant.value)} is no list of edges", _EXAMPLE)
        return None
    edges = []
    for value in given:
        edge = _edge(file, argument, value, name, shape)
        if edge is None:
            return None
        edges.append(edge)
    return edges


def _edge(
    file: File, argument: ast.expr, value: Value, name: str, shape: tuple[int, ...]
) -> tuple[Cell, Cell | None] | None:
    ends = _items(value)
    if ends is None or len(ends) != 2:
        many = not isinstance(argument, ast.Starred) and ends is not None and all(map(_is_pair, ends))
        hint = f"write moves(*{ast.unparse(argument)})" if many else _EXAMPLE
        file.error("FA304", argument, f"{show_value(value)} is no edge: that is a pair of cells", hint)
        return None
    cells = []
    for end in ends:
        cell = None if end is None else _cell(end, shape)
        if end is not None and cell is None:
            many = not isinstance(argument, ast.Starred) and all(map(_is_pair, ends))
            hint = f"write moves(*{ast.unparse(argument)})" if many else _cells(shape)
            file.error("FA305", argument, f"`{name}` has no cell {show_value(end)}", hint)
            return None
        cells.append(cell)
    one, other = cells
    if one == other:
        message = f"{show_value(value)} moves nothing: both ends are the same"
        file.error("FA304", argument, message, "leave the edge out")
        return None
    u, v = (other, one) if one is None else (one, other)
    assert u is not None
    return (u, v) if v is None or u < v else (v, u)


def _cell(value: Value, shape: tuple[int, ...]) -> Cell | None:
    """The cell of this name: a number of a vector, a pair of them of a matrix."""
    parts = (value,) if len(shape) == 1 else _items(value)
    if parts is None or len(parts) != len(shape):
        return None
    cell = tuple(part for part in parts if isinstance(part, int) and not isinstance(part, bool))
    inside = len(cell) == len(shape) and all(0 <= at < length for at, length in zip(cell, shape, strict=True))
    return cell if inside else None


def _cells(shape: tuple[int, ...]) -> str:
    if 0 in shape:
        return "it has no cells"
    first, *_, last = [tuple(0 for _ in shape), tuple(length - 1 for length in shape)]
    if len(shape) == 1:
        return f"its cells are {first[0]} to {last[0]}; None stands for no cell"
    return f"its cells are {first} to {last}; None stands for no cell"


def _items(value: Value) -> tuple[Value, ...] | None:
    return value.items if isinstance(value, Sequence) and value.kind in ("tuple", "list") else None


def _is_pair(value: Value) -> bool:
    items = _items(value)
    return items is not None and len(items) == 2
