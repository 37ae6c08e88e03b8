"""The rule that one record moves between two cells of a histogram, or comes to one, or goes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from faier.lang.claim import Cell
from faier.semantics.leaves import Place

Others: TypeAlias = frozenset[Cell | None]
"""Cells, and None for no cell."""


def neighbors_of(edges: Iterable[tuple[Cell, Cell | None]], places: tuple[Place, ...]) -> dict[Cell, Others]:
    """Of each cell those that a record may move to. Where counts have one value, there are none."""
    known = {place.path for place in places if len(place.values()) > 1}
    others: dict[Cell, set[Cell | None]] = {}
    for u, v in edges:
        if u in known and (v is None or v in known):
            others.setdefault(u, set()).add(v)
            if v is not None:
                others.setdefault(v, set()).add(u)
    return {cell: frozenset(found) for cell, found in others.items()}


@dataclass(frozen=True)
class Still:
    """Nothing has moved: the cells that were read have equal counts."""

    read: frozenset[Cell] = frozenset()


@dataclass(frozen=True)
class Half:
    """A cell has one record more on the right (`change` is 1) or one less; the other end is one of these cells, which
    were not read, or no cell."""

    change: int
    others: Others


@dataclass(frozen=True)
class Moved:
    """Both ends are known; the rest is equal."""


@dataclass(frozen=True)
class Moving:
    """Of each cell those that a record may move to (None: nowhere, and from nowhere)."""

    neighbors: Mapping[Cell, Others]

    @property
    def start(self) -> Hashable:
        return Still()

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        cell, change = place.path, right - left
        if abs(change) > 1:
            return None
        match state:
            case Still(read) if not change:
                after = Still(read | {cell}) if cell in self.neighbors else state
                return after if self.settled(after) else None
            case Still(read):
                return _pending(change, self.neighbors.get(cell, frozenset()) - read)
            case Half(moved, others) if not change:
                return _pending(moved, others - {cell})
            case Half(moved, others):
                return Moved() if change == -moved and cell in others else None
            case _:
                return None if change else state

    def settled(self, state: Hashable) -> bool:
        """Whatever was read, the ends of an edge of which nothing was read can differ."""
        if not isinstance(state, Still):
            return True
        return any(
            cell not in state.read and any(other not in state.read for other in others)
            for cell, others in self.neighbors.items()
        )

    def window(self, state: Hashable) -> int | None:
        return 0 if isinstance(state, Moved) else 1


def _pending(change: int, others: Others) -> Hashable | None:
    """Half of a move, if there is another half; where that is no cell, the move is done."""
    if not others:
        return None
    return Moved() if others == {None} else Half(change, others)
