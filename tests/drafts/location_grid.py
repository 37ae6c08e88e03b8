"""Geo-indistinguishability on a 3x3 grid: a cell is reported with weights that fall with Manhattan distance."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from faier import Int, Vector, categorical, log, mechanism, private, total

SIDE = 3


class Cell(NamedTuple):
    row: int
    col: int

    def distance(self, other: Cell) -> int:
        return abs(self.row - other.row) + abs(self.col - other.col)

    def __str__(self) -> str:
        return f"r{self.row}c{self.col}"


GRID: tuple[Cell, ...] = tuple(Cell(r, c) for r, c in itertools.product(range(SIDE), repeat=2))


def weights(center: Cell) -> dict[Cell, float]:
    raw = {cell: (1 / 2) ** center.distance(cell) for cell in GRID}
    norm = sum(raw.values())
    return {cell: w / norm for cell, w in raw.items()}


@private(epsilon=2 * log(2), neighbors=total(1))
@private(epsilon=log(2), neighbors=total(1), expect="refuted")
@mechanism
def reported_cell(position: Vector[Int[0, 2], 2]) -> str:
    row, col = position
    return str(categorical(weights(Cell(row, col))))
