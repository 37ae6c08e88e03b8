"""Rows become series: records that follow each other without a gap, of one person say.

A missing value ends a series, and the next value begins another one. So does a gap in what the records are ordered by:
two neighbors that are further apart than one step. Nothing is counted across the end of a series.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from faier.learning.listing import decimal
from faier.learning.refusal import Place, unfit
from faier.learning.table import Row, Table
from faier.learning.values import Value, lasting, number, seconds, typed

ANY = "any"


@dataclass(frozen=True)
class Ordering:
    """Which column holds the values, which ones say whose they are and in which order; `step` is what lies between two
    that follow each other (None: what is seen most often; ANY: whatever)."""

    column: str
    by: tuple[str, ...] = ()
    order: str | None = None
    step: Fraction | str | None = None


@dataclass(frozen=True)
class Series:
    """Values that follow each other, `runs` of them without a gap, and what was left out on the way."""

    column: str
    runs: tuple[tuple[Value, ...], ...]
    groups: int
    missing: int
    gaps: int
    strays: int
    step: Fraction | None
    dated: bool

    @property
    def apart(self) -> str:
        """What lies between neighbors, in words of `--step`."""
        return lasting(self.step or Fraction(0)) if self.dated else decimal(self.step or 0)

    @property
    def records(self) -> int:
        return sum(map(len, self.runs))

    @property
    def steps(self) -> int:
        """How many pairs of neighbors there are."""
        return sum(len(run) - 1 for run in self.runs)


def series_of(
    table: Table, ordering: Ordering, grouped: Callable[[Table, str], dict[str, Value]] | None = None
) -> Series:
    """The series of a column; `grouped` says what its cells stand for, where they are not taken as they are."""
    at = table.column(ordering.column)
    members, strays = _members(table, ordering)
    cells = (cell for rows in members for row in rows if (cell := row.cells[at]) is not None)
    values = typed(cells) if grouped is None else grouped(table, ordering.column)
    if not values:
        unfit(Place(table.path), f"the column {ordering.column!r} holds no value", "are all texts in it --missing?")
    placed = [_placed(table, rows, ordering) for rows in members]
    step = _step(placed, ordering)
    dated = ordering.order is not None and number(members[0][0].cells[table.column(ordering.order)] or "") is None
    runs: list[list[Value]] = []
    missing = gaps = 0
    for rows in placed:
        current: list[Value] = []
        before: Fraction | None = None
        for where, row in rows:
            cell = row.cells[at]
            apart = before is not None and step is not None and where - before != step
            if current and (apart or cell is None):
                gaps += apart and cell is not None
                runs.append(current)
                current = []
            missing += cell is None
            if cell is not None:
                current.append(values[cell])
            before = where
        if current:
            runs.append(current)
    return Series(ordering.column, tuple(map(tuple, runs)), len(placed), missing, gaps, strays, step, dated)


def _members(table: Table, ordering: Ordering) -> tuple[list[list[Row]], int]:
    """The rows of each group in the order of the file, and how many rows belong to none."""
    keys = [table.column(name) for name in ordering.by]
    found: dict[tuple[str, ...], list[Row]] = {}
    strays = 0
    for row in table.rows:
        key = [row.cells[at] for at in keys]
        known = tuple(part for part in key if part is not None)
        if len(known) < len(key):
            strays += 1
        else:
            found.setdefault(known, []).append(row)
    return list(found.values()), strays


def _placed(table: Table, rows: list[Row], ordering: Ordering) -> list[tuple[Fraction, Row]]:
    """The rows in their order, each with where it stands."""
    if ordering.order is None:
        return [(Fraction(at), row) for at, row in enumerate(rows)]
    at = table.column(ordering.order)
    read = None
    placed = []
    for row in rows:
        cell = row.cells[at]
        if cell is None:
            unfit(
                table.place(row), f"this record has no {ordering.order!r}, so nobody knows where it stands", "mend it"
            )
        read = read or (number if number(cell) is not None else seconds)
        where = read(cell)
        if where is None:
            kinds = "a number" if read is number else "a date such as 2024-05-31 or 2024-05-31T14:05"
            unfit(table.place(row), f"{ordering.order!r} is {cell!r} here, which is not {kinds}", "order by one kind")
        placed.append((where, row))
    placed.sort(key=lambda item: item[0])
    for (where, row), (following, other) in itertools.pairwise(placed):
        if where == following:
            whose = "its sequence" if ordering.by else "the file"
            unfit(
                table.place(other),
                f"{ordering.order!r} is {other.cells[at]!r} twice in {whose}, also on line {row.line}",
                "name the column that says whose record it is: --by NAME, repeatable",
            )
    return placed


def _step(placed: list[list[tuple[Fraction, Row]]], ordering: Ordering) -> Fraction | None:
    """What lies between neighbors, None where that does not matter."""
    if isinstance(ordering.step, Fraction):
        return ordering.step
    if ordering.order is None or ordering.step == ANY:
        return None
    seen = Counter(_differences(placed))
    return max(seen, key=lambda difference: (seen[difference], -difference)) if seen else None


def _differences(placed: list[list[tuple[Fraction, Row]]]) -> Iterator[Fraction]:
    for rows in placed:
        for (where, _), (following, _) in itertools.pairwise(rows):
            yield following - where
