"""Linear programs solved in fractions, by the plain simplex method with Bland's rule: an independent judge."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Row = Sequence[Fraction]


def least(costs: Row, rows: Sequence[Row], sides: Row) -> Fraction | None:
    """The least costs * x with rows * x = sides and x >= 0 (None: there is no such x)."""
    width = len(costs)
    table = []
    for row, side in zip(rows, sides, strict=True):
        sign = -1 if side < 0 else 1
        table.append([*(sign * number for number in row), sign * side])
    for at, row in enumerate(table):
        row[width:width] = [Fraction(int(at == other)) for other in range(len(table))]
    basis = [width + at for at in range(len(table))]
    first = [Fraction(0)] * width + [Fraction(1)] * len(table) + [Fraction(0)]
    if _minimised(table, basis, first, width + len(table)) != 0:
        return None
    for at, row in enumerate(table):
        column = next((place for place in range(width) if basis[at] >= width and row[place]), None)
        if column is not None:
            _pivot(table, basis, at, column)
    kept = [at for at in range(len(table)) if basis[at] < width]
    table, basis = [table[at] for at in kept], [basis[at] for at in kept]
    return _minimised(table, basis, [*costs, *[Fraction(0)] * (len(rows) + 1)], width)


def _minimised(table: list[list[Fraction]], basis: list[int], costs: list[Fraction], width: int) -> Fraction:
    while True:
        reduced = [
            costs[at] - sum((costs[basis[row]] * table[row][at] for row in range(len(table))), Fraction(0))
            for at in range(width)
        ]
        column = next((at for at, number in enumerate(reduced) if number < 0), None)
        if column is None:
            return sum((costs[basis[row]] * table[row][-1] for row in range(len(table))), Fraction(0))
        ratios = [(row[-1] / row[column], basis[at], at) for at, row in enumerate(table) if row[column] > 0]
        if not ratios:
            raise AssertionError("nothing bounds the program")
        _pivot(table, basis, min(ratios)[2], column)


def _pivot(table: list[list[Fraction]], basis: list[int], at: int, column: int) -> None:
    table[at] = [number / table[at][column] for number in table[at]]
    for other, row in enumerate(table):
        if other != at and row[column]:
            factor = row[column]
            table[other] = [
                number - factor * more if more else number for number, more in zip(row, table[at], strict=True)
            ]
    basis[at] = column
