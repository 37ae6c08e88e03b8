"""Linear programs with exact numbers, solved in floats again and again, each time about what is still wrong.

After a round, what the rows and the costs are off by is computed exactly; the next round solves the same rows for that,
magnified. So the digits that floats have are gained anew each time (iterative refinement, by Gleixner, Steffy and
Wolter). The result is very near to a solution; nothing says that it is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from faier.exact import nearest_float
from faier.extras import needed

Cells = tuple[tuple[int, fmpq], ...]
"""The numbers of a row that are not 0, by their columns."""

# How far a solution in floats may be off: HiGHS takes no less. What is off by less than `ENOUGH` is not solved again.
TOLERANCE, ENOUGH = 1e-10, fmpq(1, 10**18)
ROUNDS, MOST = 6, 2**40
# Numbers are kept with so many binary digits after the point.
KEPT = 2**120
ZERO = fmpq(0)


@dataclass(frozen=True)
class Linear:
    """The least sum of `costs` times variables that are at least 0, each row's sum being its `sides`."""

    costs: tuple[fmpq, ...]
    rows: tuple[Cells, ...]
    sides: tuple[fmpq, ...]


@dataclass(frozen=True)
class Solution:
    """The variables, and what a row's side more would cost."""

    variables: list[fmpq]
    prices: list[fmpq]


def solution(linear: Linear, seconds: float | None = None) -> Solution | None:
    """About the best there is (None: none was found in the time)."""
    needed("calibrate", "numpy", "scipy")
    variables, prices = [ZERO] * len(linear.costs), [ZERO] * len(linear.rows)
    matrix, found = _matrix(linear), None
    below = sides = left = ZERO
    for _ in range(ROUNDS):
        lacking, reduced = _lacking(linear, variables), _reduced(linear, prices)
        if found is not None:
            sides = max((abs(number) for number in lacking), default=ZERO)
            below = max((-number for number in variables), default=ZERO)
            left = max((-number for number in reduced), default=ZERO)
            left = max([left, *(abs(r) for r, x in zip(reduced, variables, strict=True) if x > _FEW)])
            if max(sides, below, left) <= ENOUGH:
                break
        first = found is None
        one = 1 if first else _magnified(max(sides, below))
        other = 1 if first else _magnified(left)
        found = _in_floats(
            matrix, [n * other for n in reduced], [n * one for n in lacking], [-n * one for n in variables], seconds
        )
        if found is None:
            return None if first else Solution(variables, prices)
        variables = [_kept(old + _exact(new) / one) for old, new in zip(variables, found[0], strict=True)]
        prices = [_kept(old + _exact(new) / other) for old, new in zip(prices, found[1], strict=True)]
    return Solution(variables, prices)


_FEW = fmpq(1, 10**9)


def _lacking(linear: Linear, variables: list[fmpq]) -> list[fmpq]:
    """What each row's sum is short of its side."""
    return [
        side - sum((amount * variables[at] for at, amount in row), ZERO)
        for row, side in zip(linear.rows, linear.sides, strict=True)
    ]


def _reduced(linear: Linear, prices: list[fmpq]) -> list[fmpq]:
    """What each variable costs more than its rows are worth."""
    costs = list(linear.costs)
    for row, price in zip(linear.rows, prices, strict=True):
        if price:
            for at, amount in row:
                costs[at] -= amount * price
    return costs


def _magnified(wrong: fmpq) -> int:
    """By how much to magnify, so that the greatest of what is wrong is about 1."""
    return MOST if wrong <= fmpq(1, MOST) else max(1, int((1 / wrong).floor()))


def _matrix(linear: Linear) -> Any:
    from scipy.sparse import csr_array

    cells = [
        (nearest_float(amount), row, column) for row, listed in enumerate(linear.rows) for column, amount in listed
    ]
    amounts, rows, columns = ([cell[part] for cell in cells] for part in range(3))
    return csr_array((amounts, (rows, columns)), shape=(len(linear.rows), len(linear.costs)))


def _in_floats(
    matrix: Any, costs: list[fmpq], sides: list[fmpq], least: list[fmpq], seconds: float | None
) -> tuple[list[float], list[float]] | None:
    from scipy.optimize import linprog

    options = {"primal_feasibility_tolerance": TOLERANCE, "dual_feasibility_tolerance": TOLERANCE}
    if seconds is not None:
        options["time_limit"] = max(seconds, 0.0)
    found = linprog(
        list(map(nearest_float, costs)),
        A_eq=matrix,
        b_eq=list(map(nearest_float, sides)),
        bounds=[(nearest_float(number), None) for number in least],
        method="highs-ds",
        options=options,
    )
    if found.status != 0:
        return None
    return found.x.tolist(), found.eqlin.marginals.tolist()


def _exact(number: float) -> fmpq:
    return fmpq(*number.as_integer_ratio())


def _kept(number: fmpq) -> fmpq:
    return fmpq((number * KEPT).floor(), KEPT)
