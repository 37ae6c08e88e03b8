"""What is asked: which chances M(o | f) of showing o where the query's value is f have the least error under a claim.

With c = e^epsilon, for each comparison (p, q) of two distributions of the query and each output o, the excess

    sum_f (p(f) - c q(f)) M(o | f)

must be at most 0; with a delta, those above 0 may add up to delta.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpq

Row = tuple[fmpq, ...]
"""A number for each value of the query, or for each output."""

Table = tuple[Row, ...]
"""A row for each value of the query: the chance of each output."""

ZERO, ONE = fmpq(0), fmpq(1)


@dataclass(frozen=True)
class Comparison:
    """How likely each value of the query is on the left and on the right."""

    left: Row
    right: Row


@dataclass(frozen=True)
class Problem:
    """`low` and `high` are ends of e^epsilon. With `weights`, the error of each value counts so much; without, the
    greatest error counts."""

    values: Row
    outputs: Row
    comparisons: tuple[Comparison, ...]
    low: fmpq
    high: fmpq
    delta: fmpq = ZERO
    weights: Row | None = None

    def loss(self, value: int, output: int) -> fmpq:
        return abs(self.values[value] - self.outputs[output])

    def errors(self, table: Table) -> Row:
        """The expected error at each value."""
        return tuple(total(chance * self.loss(at, to) for to, chance in enumerate(row)) for at, row in enumerate(table))

    def error(self, table: Table) -> fmpq:
        errors = self.errors(table)
        if self.weights is None:
            return max(errors)
        return total(weight * error for weight, error in zip(self.weights, errors, strict=True))

    def excesses(self, comparison: Comparison, table: Table, factor: fmpq) -> Row:
        """How much more likely each output is on the left than `factor` times on the right."""
        net = [left - factor * right for left, right in zip(comparison.left, comparison.right, strict=True)]
        return tuple(
            total(amount * row[to] for amount, row in zip(net, table, strict=True) if amount)
            for to in range(len(self.outputs))
        )

    def keeps(self, table: Table) -> bool:
        """Whether the table satisfies the claim, whatever e^epsilon is between its ends."""
        proper = all(min(row) >= 0 and total(row) == 1 for row in table)
        return proper and all(
            total(max(ZERO, excess) for excess in self.excesses(comparison, table, self.low)) <= self.delta
            for comparison in self.comparisons
        )


def total(numbers: Iterable[fmpq]) -> fmpq:
    return sum(numbers, ZERO)
