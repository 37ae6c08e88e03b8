"""Policies, workloads and mechanisms written out: every pair of neighbors, every query, dense matrices."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from faier.policies import Policy, Workload, from_pairs


def steps(policy: Policy) -> list[list[int]]:
    """What each edge changes of the counts."""
    result = []
    for left, right in zip(policy.left.tolist(), policy.right.tolist(), strict=True):
        step = [0] * policy.cells
        step[left] += 1
        if right >= 0:
            step[right] -= 1
        result.append(step)
    return result


def queries(workload: Workload) -> list[list[Fraction]]:
    """Each query, a number for each cell."""
    if workload.kind == "rows":
        return [[Fraction(int(n), workload.divisor) for n in row] for row in workload.matrix.toarray().tolist()]
    axes = []
    for size in workload.shape:
        match workload.kind:
            case "ranges":
                ends = [(a, b) for a in range(size) for b in range(a, size)]
            case "prefixes":
                ends = [(0, b) for b in range(size)]
            case _:
                ends = [(a, a) for a in range(size)]
        axes.append([[int(a <= cell <= b) for cell in range(size)] for a, b in ends])
    rows = axes[0] if len(axes) == 1 else [[x * y for x in one for y in two] for one in axes[0] for two in axes[1]]
    return [[Fraction(n) for n in row] for row in rows]


def sensitivity(workload: Workload, policy: Policy) -> Fraction:
    asked = queries(workload)
    return max(
        sum((abs(sum(q * s for q, s in zip(query, step, strict=True))) for query in asked), Fraction(0))
        for step in steps(policy)
    )


def errors(strategy: np.ndarray, workload: Workload, policy: Policy) -> tuple[float, float]:
    """Total and worst squared error of the matrix mechanism at epsilon 1, by numpy's pseudo-inverse on the edges."""
    edges = np.array(steps(policy), dtype=float).T
    measured = strategy @ edges
    asked = np.array([[float(n) for n in query] for query in queries(workload)]) @ edges
    estimate = asked @ np.linalg.pinv(measured)
    assert np.allclose(estimate @ measured, asked)
    scale = np.abs(measured).sum(axis=0).max()
    each = 2 * scale**2 * (estimate**2).sum(axis=1)
    return float(each.sum()), float(each.max())


def random_policy(seed: int, most: int = 8) -> Policy:
    """Up to so many cells, connected or not, with and without records that come and go."""
    draw = random.Random(seed)
    cells = draw.randint(2, most)
    ends = [*range(cells), *([None] if draw.random() < 0.5 else [])]
    every = [(a, b) for at, a in enumerate(ends) for b in ends[at + 1 :]]
    chosen = draw.sample(every, draw.randint(1, min(len(every), 2 * cells)))
    return from_pairs(chosen, cells, f"random {seed}")
