"""What the errors of a method are on given counts, where they depend on them: measured over some runs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from faier.policies.adaptive import ADAPTIVE, adapted
from faier.policies.budget import Budget
from faier.policies.policy import Floats, Policy
from faier.policies.releasing import checked_counts
from faier.policies.workloads import Workload


def measured(
    policy: Policy, workload: Workload, counts: Sequence[int], budget: Budget, method: str, runs: int
) -> float:
    """The mean squared error of a query, over so many runs. It is computed from the data: it is not to be published."""
    made, checked = ADAPTIVE[method](policy), checked_counts(policy, counts)
    total = 0.0
    for _ in range(runs):
        noisy = adapted(made, checked, budget)
        total += squared(workload, [number - count for number, count in zip(noisy, checked, strict=True)])
    return total / runs / workload.queries


def squared(workload: Workload, errors: Sequence[Fraction]) -> float:
    """The squared errors of all queries, given what is wrong with each cell."""
    values: Floats = np.array([float(error) for error in errors])
    if workload.kind == "rows":
        return float(np.square(workload.matrix @ values).sum()) / workload.divisor**2
    values = values.reshape(workload.shape)
    if workload.kind == "cells":
        return float(np.square(values).sum())
    for axis in range(values.ndim):
        values = np.cumsum(values, axis=axis)
    if workload.kind == "prefixes":
        return float(np.square(values).sum())
    values = np.pad(values, [(1, 0)] * values.ndim)
    formed = values
    for axis, size in enumerate(workload.shape):
        formed = (size + 1) * formed - formed.sum(axis=axis, keepdims=True)
    return float((values * formed).sum())
