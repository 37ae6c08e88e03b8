"""A problem as a linear program, solved: what may be good chances and multipliers. Nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.calibration.optimum.linear import Cells, Linear, solution
from faier.calibration.optimum.problem import ONE, ZERO, Problem


@dataclass(frozen=True)
class Solution:
    """`table` has a row for each value, `multipliers` one for each comparison; `weights` are of the values."""

    table: list[list[fmpq]]
    weights: list[fmpq]
    multipliers: list[list[fmpq]]


def solved(problem: Problem, seconds: float | None = None) -> Solution | None:
    """None where no solution was found in the time."""
    made = _Program(problem)
    found = solution(made.linear(), seconds)
    if found is None:
        return None
    count, width, pairs = len(problem.values), len(problem.outputs), len(problem.comparisons)
    multipliers = [-price for price in found.prices[: pairs * width]]
    after = pairs * width + (pairs if problem.delta else 0)
    return Solution(
        [found.variables[value * width : (value + 1) * width] for value in range(count)],
        list(problem.weights) if problem.weights is not None else [-p for p in found.prices[after : after + count]],
        [multipliers[number * width : (number + 1) * width] for number in range(pairs)],
    )


class _Program:
    """Variables are the chances, value by value; then the greatest error, what is too likely, and what rows leave."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.width = len(problem.outputs)
        self.chances = len(problem.values) * self.width
        self.size = self.chances
        self.rows: list[Cells] = []
        self.sides: list[fmpq] = []

    def linear(self) -> Linear:
        problem = self.problem
        worst = self.fresh() if problem.weights is None else None
        too_likely: list[list[int]] = []
        for comparison in problem.comparisons:
            net = [left - problem.low * right for left, right in zip(comparison.left, comparison.right, strict=True)]
            more = [self.fresh() for _ in range(self.width)] if problem.delta else []
            for output in range(self.width):
                cells = [(value * self.width + output, amount) for value, amount in enumerate(net) if amount]
                cells += [(at, -ONE) for at in more[output : output + 1]]
                self.at_most(cells, ZERO)
            too_likely.append(more)
        for more in too_likely if problem.delta else ():
            self.at_most([(at, ONE) for at in more], problem.delta)
        if worst is not None:
            for value in range(len(problem.values)):
                self.at_most([*self.errors(value), (worst, -ONE)], ZERO)
        for value in range(len(problem.values)):
            self.rows.append(tuple((value * self.width + output, ONE) for output in range(self.width)))
            self.sides.append(ONE)
        costs = [ZERO] * self.size
        if worst is not None:
            costs[worst] = ONE
        for value, weight in enumerate(problem.weights or ()):
            for at, loss in self.errors(value):
                costs[at] = weight * loss
        return Linear(tuple(costs), tuple(self.rows), tuple(self.sides))

    def errors(self, value: int) -> list[tuple[int, fmpq]]:
        """What chances of a value cost."""
        losses = (self.problem.loss(value, output) for output in range(self.width))
        return [(value * self.width + output, loss) for output, loss in enumerate(losses) if loss]

    def at_most(self, cells: list[tuple[int, fmpq]], side: fmpq) -> None:
        self.rows.append((*cells, (self.fresh(), ONE)))
        self.sides.append(side)

    def fresh(self) -> int:
        self.size += 1
        return self.size - 1
