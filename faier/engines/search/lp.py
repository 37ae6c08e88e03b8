"""A small linear program in floats: the best mixture of columns, and the prices that prove it best.

Columns have gains and costs, all nonnegative. Wanted are weights mu >= 0 that make the least gain as large as
possible while no cost exceeds 1:

    maximize t   where   sum_i mu_i gain_i[s] >= t  for every gain row s
                         sum_i mu_i cost_i[s] <= 1  for every cost row s.

Columns may be added to a program that has been solved; it goes on from there. What comes out is a guess: whoever
uses it must check or repair it exactly (`covers` does).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

_TINY = 1e-11

Spend = Callable[[int], None]
"""Told how many steps are about to be taken; may raise."""


@dataclass
class Program:
    """A condensed simplex tableau: basic variable = last entry - sum of row entries * nonbasic variables.

    Variables are numbered: one slack for each row, gain rows first, then t, then the columns as they come.
    """

    gains: int
    rows: list[list[float]]
    objective: list[float]
    basic: list[int]
    nonbasic: list[int]
    columns: int


@dataclass(frozen=True)
class Mixture:
    """`value` is t, `weights` belong to the columns as they were added. `tight_gains`, `tight_costs`: the rows that
    the basis holds with equality; `used`: the columns in it. Prices are the dual solution."""

    value: float
    weights: tuple[float, ...]
    used: tuple[int, ...]
    tight_gains: tuple[int, ...]
    tight_costs: tuple[int, ...]
    gain_prices: tuple[float, ...]
    cost_prices: tuple[float, ...]


def program(gain: Sequence[float], cost: Sequence[float]) -> Program:
    """The program with one column, solved. Some cost must be positive."""
    gains, size = len(gain), len(gain) + len(cost)
    rows = [[1.0, -amount, 0.0] for amount in gain] + [[0.0, amount, 1.0] for amount in cost]
    self = Program(gains, rows, [-1.0, 0.0, 0.0], list(range(size)), [size, size + 1], 1)
    _pivot(self, max(range(gains, size), key=lambda index: rows[index][1]), 1)
    _pivot(self, min(range(gains), key=lambda index: rows[index][-1]), 0)
    return self


def add_column(self: Program, gain: Sequence[float], cost: Sequence[float]) -> None:
    """Let another column take part. Its entries follow from those of the slacks that are not basic."""
    size = len(self.rows)
    original = [*(-amount for amount in gain), *cost]
    tight = [
        (place, original[variable])
        for place, variable in enumerate(self.nonbasic)
        if variable < size and original[variable] != 0.0
    ]
    for variable, row in zip(self.basic, self.rows, strict=True):
        entry = original[variable] if variable < size else 0.0
        for place, amount in tight:
            entry += amount * row[place]
        row.insert(-1, entry)
    self.objective.insert(-1, sum(amount * self.objective[place] for place, amount in tight))
    self.nonbasic.append(size + 1 + self.columns)
    self.columns += 1


def maximize(self: Program, enough: float, spend: Spend) -> None:
    """Pivot until no column improves, or the value reaches `enough`.

    Ties are broken by the lowest variable after a while (Bland), and the number of pivots is limited: a mixture
    that is not the best is still a mixture. Each pivot spends as many steps as the tableau has entries.
    """
    patience = 4 * len(self.objective) + 20
    for turn in range(2 * patience):
        objective = self.objective
        if objective[-1] >= enough:
            return
        candidates = [place for place in range(len(self.nonbasic)) if objective[place] < -_TINY]
        if not candidates:
            return
        key = objective.__getitem__ if turn < patience else self.nonbasic.__getitem__
        column = min(candidates, key=key)
        chosen = _leaving(self, column)
        if chosen < 0:
            return
        spend(len(self.rows) * len(objective))
        _pivot(self, chosen, column)


def mixture(self: Program) -> Mixture:
    size = len(self.rows)
    weights = [0.0] * self.columns
    for variable, row in zip(self.basic, self.rows, strict=True):
        if variable > size:
            weights[variable - size - 1] = max(row[-1], 0.0)
    prices = [0.0] * size
    for place, variable in enumerate(self.nonbasic):
        if variable < size:
            prices[variable] = max(self.objective[place], 0.0)
    tight = sorted(variable for variable in self.nonbasic if variable < size)
    return Mixture(
        self.objective[-1],
        tuple(weights),
        tuple(sorted(variable - size - 1 for variable in self.basic if variable > size)),
        tuple(slack for slack in tight if slack < self.gains),
        tuple(slack - self.gains for slack in tight if slack >= self.gains),
        tuple(prices[: self.gains]),
        tuple(prices[self.gains :]),
    )


def _leaving(self: Program, column: int) -> int:
    """The row that limits the entering column first, or -1."""
    chosen, least = -1, 0.0
    for index, row in enumerate(self.rows):
        entry = row[column]
        if entry > _TINY:
            ratio = row[-1] / entry
            if chosen < 0 or ratio < least or (ratio == least and self.basic[index] < self.basic[chosen]):
                chosen, least = index, ratio
    return chosen


def _pivot(self: Program, chosen: int, column: int) -> None:
    """Exchange a basic and a nonbasic variable."""
    line = self.rows[chosen]
    inverse = 1.0 / line[column]
    scaled = [entry * inverse for entry in line]
    scaled[column] = inverse
    for index, row in enumerate(self.rows):
        factor = row[column]
        if factor != 0.0 and index != chosen:
            fresh = [entry - factor * share for entry, share in zip(row, scaled)]  # noqa: B905 (the hot loop)
            fresh[column] = -factor * inverse
            self.rows[index] = fresh
    factor = self.objective[column]
    self.objective = [entry - factor * share for entry, share in zip(self.objective, scaled, strict=True)]
    self.objective[column] = -factor * inverse
    self.rows[chosen] = scaled
    self.basic[chosen], self.nonbasic[column] = self.nonbasic[column], self.basic[chosen]
