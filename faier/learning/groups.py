"""Rows become counts: how often each value comes with each secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from faier.learning.refusal import Place, unfit
from faier.learning.table import Row, Table
from faier.learning.values import Value, number, ranked, typed

MOST = 100_000


@dataclass(frozen=True)
class Groups:
    """`counts[i][j]`: how often secret i came with value j; `missing` rows had no secret or no value."""

    secret: str
    value: str
    secrets: tuple[Value, ...]
    values: tuple[Value, ...]
    counts: tuple[tuple[int, ...], ...]
    missing: int

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(sum, self.counts))

    @property
    def records(self) -> int:
        return sum(self.sizes)


def groups_of(
    table: Table,
    secret: str,
    value: str,
    count: str | None,
    grouped: Callable[[Table, str], dict[str, Value]] | None = None,
) -> Groups:
    """Count the values of each secret; a column may say how many records a row stands for."""
    one, other = table.column(secret), table.column(value)
    how_many = None if count is None else table.column(count)
    missing = 0
    seen: Counter[tuple[str, str]] = Counter()
    for row in table.rows:
        times = 1 if how_many is None else _times(table, row, how_many)
        pair = row.cells[one], row.cells[other]
        if pair[0] is None or pair[1] is None:
            missing += times
        elif times:
            seen[pair[0], pair[1]] += times
    secret_of = typed(pair[0] for pair in seen)
    value_of = typed(pair[1] for pair in seen) if grouped is None else grouped(table, value)
    secrets = tuple(ranked(secret_of[name] for name, _ in seen))
    values = tuple(ranked(value_of[name] for _, name in seen))
    if len(secrets) < 2:
        found = f"{secret!r} always is {secrets[0]!r}" if secrets else "no record has both"
        unfit(Place(table.path), f"{found}: there is nothing to keep secret", "name columns with several values")
    if len(values) > MOST:
        unfit(Place(table.path), f"{value!r} has {len(values):,} values", "group them: --bin WIDTH; or fit --mixture K")
    counts: Counter[tuple[Value, Value]] = Counter()
    for (name, shown), times in seen.items():
        counts[secret_of[name], value_of[shown]] += times
    return Groups(
        secret,
        value,
        secrets,
        values,
        tuple(tuple(counts[held, shown] for shown in values) for held in secrets),
        missing,
    )


def _times(table: Table, row: Row, at: int) -> int:
    cell = row.cells[at]
    found = None if cell is None else number(cell)
    if found is None or found < 0 or found.denominator != 1:
        name = table.header[at]
        unfit(table.place(row), f"{name!r} is {cell!r} here, which is no count", "write a whole number, 0 or more")
    return int(found)
