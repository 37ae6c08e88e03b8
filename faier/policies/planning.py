"""A plan: for a policy, a workload and an epsilon, each method with its noise and its errors, the best first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from faier.policies.adaptive import ADAPTIVE
from faier.policies.bounds import least_error
from faier.policies.budget import Budget
from faier.policies.exact_matrices import Unanswerable, error_on_flows
from faier.policies.exact_matrices import error as matrix_error
from faier.policies.measuring import measured
from faier.policies.methods import METHODS, Mechanism, mechanism
from faier.policies.policy import Policy, Unreadable
from faier.policies.trees import NotForThis, approximate
from faier.policies.workloads import Workload


@dataclass(frozen=True)
class Errors:
    """Squared errors: as texts, exact where nothing but fractions is in them, and as floats; None is not known."""

    total: str | None
    mean: str | None
    worst: str | None
    mean_value: float | None
    worst_value: float | None


@dataclass(frozen=True)
class Row:
    """A method: the greatest scale of its noise, the stretch that epsilon is divided by, errors, and the bound."""

    method: str
    scale: str
    stretch: int
    error: Errors
    bound: float | None
    mechanism: str | None = None
    measured: int | None = None
    """How many runs the errors were measured on, where they depend on the data."""

    @property
    def ratio(self) -> float | None:
        """How many times the bound the mean error is."""
        mean = self.error.mean_value
        return None if self.bound is None or mean is None or self.bound <= 0 else mean / self.bound


@dataclass(frozen=True)
class Planned:
    """The rows, the least mean error first; `refused` tells why each other method does not apply."""

    policy: str
    workload: str
    epsilon: str
    queries: int
    results: tuple[Row, ...]
    refused: tuple[tuple[str, str], ...]


def plan(
    policy: Policy,
    workload: Workload,
    budget: Budget,
    methods: Sequence[str] | None = None,
    strategy: Workload | None = None,
    of_flows: Workload | None = None,
) -> Planned:
    """Each of the methods, all of them by default, that applies; with a strategy, of cells or of what flows along a
    tree's edges, its matrix mechanism too."""
    bound = bound_of(policy, workload, budget)
    rows, refused = [], []
    for method in METHODS if methods is None else methods:
        try:
            rows.append(row(mechanism(method, policy, workload), workload, budget, bound))
        except NotForThis as error:
            refused.append((method, str(error)))
    if strategy is not None:
        try:
            rows.append(_of_matrix(strategy, workload, policy, budget, bound))
        except (Unanswerable, Unreadable) as error:
            refused.append((f"matrix {strategy.name}", str(error)))
    if of_flows is not None:
        try:
            rows.append(_of_matrix(of_flows, workload, policy, budget, bound, on_flows=True))
        except (Unanswerable, NotForThis) as error:
            refused.append((f"transformed-matrix {of_flows.name}", str(error)))
    return Planned(policy.name, workload.name, budget.text, workload.queries, ordered(rows), tuple(refused))


def with_data(
    found: Planned,
    policy: Policy,
    workload: Workload,
    budget: Budget,
    counts: Sequence[int],
    runs: int,
    methods: Sequence[str] | None = None,
) -> Planned:
    """The plan with the methods whose errors depend on the counts, measured over so many runs."""
    bound = bound_of(policy, workload, budget)
    rows, refused = list(found.results), list(found.refused)
    for method in ADAPTIVE if methods is None else methods:
        try:
            made, mean = ADAPTIVE[method](policy), measured(policy, workload, counts, budget, method, runs)
        except NotForThis as error:
            refused.append((method, str(error)))
            continue
        errors = Errors(None, None, None, mean, None)
        rows.append(Row(method, budget.shown(made.scale), made.stretch, errors, bound, measured=runs))
    return replace(found, results=ordered(rows), refused=tuple(refused))


def not_measured(found: Planned, policy: Policy, workload: Workload, budget: Budget, method: str) -> Planned:
    """The plan with a method whose errors depend on the data, where there is none."""
    made, unknown = ADAPTIVE[method](policy), Errors(None, None, None, None, None)
    row = Row(method, budget.shown(made.scale), made.stretch, unknown, bound_of(policy, workload, budget))
    return replace(found, results=ordered([*found.results, row]))


def ordered(rows: Sequence[Row]) -> tuple[Row, ...]:
    """By mean error; of equal ones those that come first."""
    return tuple(sorted(rows, key=lambda row: math.inf if row.error.mean_value is None else row.error.mean_value))


def bound_of(policy: Policy, workload: Workload, budget: Budget) -> float | None:
    """The lower bound of the mean error: below the float, the last places being cut."""
    found = least_error(workload, policy)
    return None if found is None else found / workload.queries * budget.value(Fraction(1), 2) * (1 - 1e-12)


def row(made: Mechanism, workload: Workload, budget: Budget, bound: float | None) -> Row:
    """The method's errors at this epsilon."""
    total, worst = made.total(workload), made.worst(workload)
    errors = _errors(total, worst, workload, budget)
    return Row(made.method, budget.shown(made.scale), made.stretch, errors, bound)


def _of_matrix(
    strategy: Workload, workload: Workload, policy: Policy, budget: Budget, bound: float | None, on_flows: bool = False
) -> Row:
    """The matrix mechanism with this strategy."""
    found = (error_on_flows if on_flows else matrix_error)(strategy, workload, policy)
    errors = _errors(found.total, found.worst, workload, budget)
    name, paid = ("transformed-matrix", approximate(policy).stretch) if on_flows else ("matrix", 1)
    return Row(f"{name} {strategy.name}", budget.shown(found.sensitivity), paid, errors, bound)


def _errors(total: Fraction, worst: Fraction | None, workload: Workload, budget: Budget) -> Errors:
    mean = total / workload.queries
    return Errors(
        budget.shown(total, 2),
        budget.shown(mean, 2),
        None if worst is None else budget.shown(worst, 2),
        budget.value(mean, 2),
        None if worst is None else budget.value(worst, 2),
    )
