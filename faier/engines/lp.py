"""A small linear program in floats: the best mixture of columns, and the prices that prove it best.

Given gains and costs, all nonnegative, it looks for weights mu >= 0 that make the least gain as large as
possible while no cost exceeds 1:

    maximize t   where   sum_i mu_i gain[s][i] >= t  for every gain row s
                         sum_i mu_i cost[s][i] <= 1  for every cost row s.

What it returns is a guess: whoever uses it must check or repair it exactly (`dominance` does).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Table = Sequence[Sequence[float]]

_TINY = 1e-11


@dataclass(frozen=True)
class Mixture:
    """`value` is t. `tight_gains`, `tight_costs`: the rows the final basis holds with equality; `used`: the
    columns it uses. `gain_prices`, `cost_prices` are the dual solution (empty when stopped early)."""

    value: float
    weights: tuple[float, ...]
    used: tuple[int, ...]
    tight_gains: tuple[int, ...]
    tight_costs: tuple[int, ...]
    gain_prices: tuple[float, ...]
    cost_prices: tuple[float, ...]


def best_mixture(gains: Table, costs: Table, start: int, enough: float) -> Mixture:
    """Maximize by the simplex method, from column `start` alone; stop as soon as the value reaches `enough`.

    There must be a cost row in which the column `start` is positive.
    """
    columns = len(gains[0])
    # Variables: 0..columns-1 are the weights, `columns` is t, then one slack for each row.
    rows = [[*(-gain for gain in line), 1.0, 0.0] for line in gains]
    rows += [[*line, 0.0, 1.0] for line in costs]
    objective = [0.0] * columns + [-1.0, 0.0]
    nonbasic = list(range(columns + 1))
    basic = list(range(columns + 1, columns + 1 + len(rows)))
    cost_row = max(range(len(gains), len(rows)), key=lambda index: rows[index][start])
    _pivot(rows, objective, basic, nonbasic, cost_row, start)
    gain_row = min(range(len(gains)), key=lambda index: rows[index][-1])
    _pivot(rows, objective, basic, nonbasic, gain_row, columns)
    _climb(rows, objective, basic, nonbasic, enough)
    return _read(rows, objective, basic, nonbasic, len(gains), columns)


def _climb(
    rows: list[list[float]], objective: list[float], basic: list[int], nonbasic: list[int], enough: float
) -> None:
    """Pivot until no column improves. Ties are broken by the lowest variable after a while (Bland), and the
    number of pivots is limited: a mixture that is not optimal is still a mixture."""
    patience = 4 * len(objective) + 20
    for step in range(2 * patience):
        if objective[-1] >= enough:
            return
        candidates = [place for place in range(len(nonbasic)) if objective[place] < -_TINY]
        if not candidates:
            return
        if step < patience:
            column = min(candidates, key=objective.__getitem__)
        else:
            column = min(candidates, key=nonbasic.__getitem__)
        chosen, least = -1, 0.0
        for index, line in enumerate(rows):
            entry = line[column]
            if entry > _TINY:
                ratio = line[-1] / entry
                if chosen < 0 or ratio < least or (ratio == least and basic[index] < basic[chosen]):
                    chosen, least = index, ratio
        if chosen < 0:
            return
        _pivot(rows, objective, basic, nonbasic, chosen, column)


def _pivot(
    rows: list[list[float]],
    objective: list[float],
    basic: list[int],
    nonbasic: list[int],
    chosen: int,
    column: int,
) -> None:
    """Exchange a basic and a nonbasic variable in the condensed tableau."""
    line = rows[chosen]
    inverse = 1.0 / line[column]
    scaled = [entry * inverse for entry in line]
    scaled[column] = inverse
    for index, other in enumerate(rows):
        factor = other[column]
        if factor != 0.0 and index != chosen:
            fresh = [a - factor * b for a, b in zip(other, scaled, strict=True)]
            fresh[column] = -factor * inverse
            rows[index] = fresh
    factor = objective[column]
    objective[:] = [a - factor * b for a, b in zip(objective, scaled, strict=True)]
    objective[column] = -factor * inverse
    rows[chosen] = scaled
    basic[chosen], nonbasic[column] = nonbasic[column], basic[chosen]


def _read(
    rows: list[list[float]],
    objective: list[float],
    basic: list[int],
    nonbasic: list[int],
    gains: int,
    columns: int,
) -> Mixture:
    weights = [0.0] * columns
    for variable, line in zip(basic, rows, strict=True):
        if variable < columns:
            weights[variable] = max(line[-1], 0.0)
    gain_prices, cost_prices = [0.0] * gains, [0.0] * (len(rows) - gains)
    tight = sorted(variable - columns - 1 for variable in nonbasic if variable > columns)
    for place, variable in enumerate(nonbasic):
        slack = variable - columns - 1
        if 0 <= slack < gains:
            gain_prices[slack] = max(objective[place], 0.0)
        elif slack >= gains:
            cost_prices[slack - gains] = max(objective[place], 0.0)
    return Mixture(
        objective[-1],
        tuple(weights),
        tuple(sorted(variable for variable in basic if variable < columns)),
        tuple(slack for slack in tight if slack < gains),
        tuple(slack - gains for slack in tight if slack >= gains),
        tuple(gain_prices),
        tuple(cost_prices),
    )
