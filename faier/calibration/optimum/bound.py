"""Multipliers that show that no table has less error than a number: a point of the dual program.

With weights w of the values that add up to 1, and multipliers l(p, q, o) >= 0, every table that keeps to the claim has

    error >= sum_f min_o [ w(f) abs(f - o) + sum_(p, q) l(p, q, o) (p(f) - c q(f)) ] - delta sum_(p, q) max_o l(p, q, o)
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.calibration.optimum.problem import ZERO, Problem, Row, total


@dataclass(frozen=True)
class Bound:
    """`weights` are of the values, `multipliers` of the outputs, for each comparison."""

    weights: Row
    multipliers: tuple[Row, ...]


def least_error(problem: Problem, bound: Bound) -> fmpq:
    """What no table is below: e^epsilon is taken at its upper end."""
    counted = total(
        min(_reduced(problem, bound, value, output) for output in range(len(problem.outputs)))
        for value in range(len(problem.values))
    )
    return counted - problem.delta * total(max(row, default=ZERO) for row in bound.multipliers)


def _reduced(problem: Problem, bound: Bound, value: int, output: int) -> fmpq:
    return bound.weights[value] * problem.loss(value, output) + total(
        row[output] * (comparison.left[value] - problem.high * comparison.right[value])
        for comparison, row in zip(problem.comparisons, bound.multipliers, strict=True)
        if row[output]
    )


def rounded_bound(problem: Problem, weights: list[fmpq], multipliers: list[list[fmpq]], unit: int) -> Bound:
    """Multipliers near these that are whole parts of the unit, none below 0; the weights add up to 1."""

    def near(number: fmpq) -> fmpq:
        return fmpq(max(0, int((number * unit).floor())), unit)

    rows = tuple(tuple(map(near, row)) for row in multipliers)
    if problem.weights is not None:
        return Bound(problem.weights, rows)
    shares = [near(weight) for weight in weights]
    most = max(range(len(shares)), key=lambda at: shares[at])
    shares[most] += 1 - total(shares)
    return Bound(tuple(shares), rows)
