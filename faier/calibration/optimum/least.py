"""A problem -> a table that keeps to the claim and multipliers that show that hardly anything is better."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.calibration.optimum.bound import Bound, least_error, rounded_bound
from faier.calibration.optimum.problem import Problem, Table
from faier.calibration.optimum.solved import solved
from faier.calibration.optimum.table import exact_table

# Multipliers are multiples of one over this.
UNIT = 10**15


@dataclass(frozen=True)
class Optimum:
    """`table` keeps to the claim and has the error `upper`; by `bound` no table has less than `lower`."""

    problem: Problem
    table: Table
    bound: Bound
    lower: fmpq
    upper: fmpq


def optimum(problem: Problem, seconds: float | None = None) -> Optimum | None:
    """None where no solution was found in the time."""
    found = solved(problem, seconds)
    if found is None:
        return None
    table = exact_table(problem, found.table)
    bound = rounded_bound(problem, found.weights, found.multipliers, UNIT)
    return Optimum(problem, table, bound, least_error(problem, bound), problem.error(table))
