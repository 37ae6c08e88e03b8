"""Histograms between which one record moves along a listed edge, in either direction: on whole inputs by definition,
and cell by cell as they are read. A cell is the path of its count; None in its place is no cell.
"""

from __future__ import annotations

from dataclasses import dataclass

from .file import Type
from .outcome import Hole, Invalid

Pairs = tuple[tuple[object, object], ...]


@dataclass(frozen=True)
class Still:
    """Nothing has moved so far; these cells were read."""

    read: frozenset[object] = frozenset()


@dataclass(frozen=True)
class Open:
    """A count has grown by `by` from left to right. The other end of the edge is one of these, not read yet."""

    by: int
    ends: frozenset[object]


@dataclass(frozen=True)
class Done:
    """A record has moved; all other counts are equal."""


STILL = Still()


def edge(pair: tuple[object, object]) -> tuple[object, object]:
    """A listed pair as paths of cells."""
    one, other = map(_cell, pair)
    if one == other:
        raise Invalid("a record moves from a cell to itself")
    return one, other


def has_cell(type_: Type, cell: object) -> bool:
    """Whether an input of the type counts something there."""
    for at in cell if isinstance(cell, tuple) else ():
        if type_.kind != "vector" or type_.item is None or not 0 <= at < type_.length:
            return False
        type_ = type_.item
    return cell is None or type_.kind == "int"


def moved(edges: Pairs, left: object, right: object) -> bool:
    """Whether the histograms are equal but for one record that is elsewhere."""
    changes = _changes(left, right)
    if any(by not in (1, -1) for by in changes.values()):
        return False
    match list(changes.items()):
        case [(cell, _)]:
            return (cell, None) in edges or (None, cell) in edges
        case [(one, by), (other, back)]:
            return by == -back and ((one, other) in edges or (other, one) in edges)
    return False


def after(edges: Pairs, state: object, cell: tuple[int, ...], left: object, right: object) -> object:
    """What is known once this cell was read, too; None if no neighbors have these counts."""
    if not isinstance(left, int) or not isinstance(right, int):
        raise Hole("a record moves between what are no counts")
    by = right - left
    if isinstance(state, Still):
        if not by:
            return Still(state.read | {cell})
        ends = frozenset(_ends(edges, cell)) - state.read
        return _open(by, ends) if by in (1, -1) else None
    if isinstance(state, Open):
        if not by:
            return _open(state.by, state.ends - {cell})
        return Done() if by == -state.by and cell in state.ends else None
    return None if by else state


def _open(by: int, ends: frozenset[object]) -> object:
    """Where only no cell can be the other end, it is."""
    if not ends:
        return None
    return Done() if ends == {None} else Open(by, ends)


def _ends(edges: Pairs, cell: object) -> list[object]:
    return [v for u, v in edges if u == cell] + [u for u, v in edges if v == cell]


def _cell(value: object) -> object:
    if value is None:
        return None
    indices = value if isinstance(value, tuple) else (value,)
    if not indices or not all(isinstance(at, int) and not isinstance(at, bool) for at in indices):
        raise Hole("this name of a cell")
    return tuple(indices)


def _changes(left: object, right: object, path: tuple[int, ...] = ()) -> dict[tuple[int, ...], int]:
    """How much each count that is not the same has grown."""
    if isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        parts = [_changes(*pair, (*path, at)) for at, pair in enumerate(zip(left, right, strict=True))]
        return {cell: by for part in parts for cell, by in part.items()}
    if not isinstance(left, int) or not isinstance(right, int):
        raise Invalid("inputs of different shapes are compared")
    return {} if left == right else {path: right - left}
