"""The matrix mechanism with any strategy, by exact linear algebra: for as many cells as fit.

With answers A x + noise, the best unbiased linear estimate of W x uses what is known of x: its noise is
W_G A_G^+, which may be less than W A^+. (That A_G^+ is P_G^+ A^+ holds where A has full column rank and P_G full row
rank, and may fail elsewhere; nothing here relies on it.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from faier.exact import fraction
from faier.policies.policy import AT_ONCE_PAIRS, Policy, Unreadable, from_pairs
from faier.policies.transform import incidence, transform
from faier.policies.trees import Approximation, approximate
from faier.policies.workloads import Workload, read_workload

# Over more cells than this no matrix is inverted exactly.
MOST_CELLS = 256


class Unanswerable(ValueError):
    """A workload that the strategy's answers do not determine."""


@dataclass(frozen=True, eq=False)
class MatrixError:
    """At epsilon 1: the strategy's sensitivity, the error of all queries together, and of the worst."""

    sensitivity: Fraction
    total: Fraction
    worst: Fraction
    estimate: Any
    """The matrix that makes the workload's answers out of the strategy's, up to what is known."""


def sensitivity(workload: Workload, policy: Policy) -> Fraction:
    """How far all answers together move, at most, where a record moves along an edge: exact."""
    most = 0
    for at in range(0, policy.edges, AT_ONCE_PAIRS):
        left, right = policy.left[at : at + AT_ONCE_PAIRS], policy.right[at : at + AT_ONCE_PAIRS]
        if workload.kind == "rows":
            columns = workload.matrix.tocsc()
            moved = abs(columns[:, left] - columns[:, np.maximum(right, 0)].multiply(right >= 0))
            most = max(most, int(moved.sum(axis=0).max()))
        else:
            joined = np.maximum(right, 0)
            apart = workload.shared(joined, joined) - 2 * workload.shared(left, joined)
            most = max(most, int((workload.shared(left, left) + np.where(right >= 0, apart, 0)).max()))
    return Fraction(most, workload.divisor)


def error(strategy: Workload, workload: Workload, policy: Policy) -> MatrixError:
    """What it costs to answer the workload from the strategy's answers with Laplace noise, at epsilon 1."""
    if policy.cells > MOST_CELLS:
        raise Unanswerable(f"{strategy.name}: exact inverses are for up to {MOST_CELLS} cells")
    basis = transform(policy)
    columns = basis.whole.tocsc()[:, basis.forest]
    asked = _matrix(workload.rows() @ columns, workload.divisor)
    measured = _matrix(strategy.rows() @ columns, strategy.divisor)
    return _error(asked, measured, sensitivity(strategy, policy), strategy.name, workload)


def _error(asked: fmpq_mat, measured: fmpq_mat, moved: Fraction, name: str, workload: Workload) -> MatrixError:
    estimate = asked * _pseudo_inverse(measured)
    if estimate * measured != asked:
        raise Unanswerable(f"{name} does not determine {workload.name}")
    each = [sum((number * number for number in row), fmpq(0)) for row in estimate.table()]
    scale = 2 * moved**2
    return MatrixError(
        moved, scale * fraction(sum(each, fmpq(0))), scale * fraction(max(each, default=fmpq(0))), estimate
    )


def flows_of(policy: Policy) -> tuple[Policy, Approximation]:
    """What flows along a tree's edges, in the order of their first cells, where one may change by 1; and the tree."""
    found = approximate(policy)
    edges = found.within.edges
    return from_pairs(((edge, None) for edge in range(edges)), edges, f"flows under {policy.name}"), found


def read_strategies(text: str, policy: Policy) -> tuple[Workload | None, Workload | None]:
    """A strategy of cells, and one of what flows along a tree's edges: which of them a file is, its rows tell."""
    try:
        found = read_workload(text, policy)
    except Unreadable as error:
        if policy.cells > MOST_CELLS:
            raise
        try:
            return None, read_workload(text, flows_of(policy)[0])
        except Unreadable:
            raise error from None
    if found.kind != "rows" or policy.cells > MOST_CELLS or (flows := flows_of(policy)[0]).cells != policy.cells:
        return found, None
    return found, read_workload(text, flows)


def error_on_flows(strategy: Workload, workload: Workload, policy: Policy) -> MatrixError:
    """The same for a strategy of what flows along a tree's edges, by `flows_of`: a number for each. The sensitivity is
    its greatest column, times the stretch."""
    if policy.cells > MOST_CELLS:
        raise Unanswerable(f"{strategy.name}: exact inverses are for up to {MOST_CELLS} cells")
    flows, found = flows_of(policy)
    joined = incidence(found.within).tocsc()[:, np.argsort(found.within.left, kind="stable")]
    asked = _matrix(workload.rows() @ joined, workload.divisor)
    measured = _matrix(strategy.rows(), strategy.divisor)
    return _error(asked, measured, sensitivity(strategy, flows) * found.stretch, f"{strategy.name} of flows", workload)


def _matrix(rows: Any, divisor: int) -> fmpq_mat:
    table = rows.toarray().tolist()
    width = rows.shape[1]
    return fmpq_mat(len(table), width, [fmpq(int(number), divisor) for row in table for number in row])


def _pseudo_inverse(matrix: fmpq_mat) -> fmpq_mat:
    """Moore and Penrose's, by a factorization into columns and rows of full rank."""
    reduced, rank = matrix.rref()
    if rank == 0:
        return fmpq_mat(matrix.ncols(), matrix.nrows())
    table = reduced.table()[:rank]
    pivots = [next(at for at, number in enumerate(row) if number != 0) for row in table]
    rows = _from_rows(table)
    columns = _from_rows([[row[at] for at in pivots] for row in matrix.table()])
    right = rows.transpose() * (rows * rows.transpose()).inv()
    return right * (columns.transpose() * columns).inv() * columns.transpose()


def _from_rows(table: Sequence[Sequence[fmpq]]) -> fmpq_mat:
    return fmpq_mat(len(table), len(table[0]), [number for row in table for number in row])
