"""The lower bound by singular values: no strategy with Laplace noise has less error than this.

With noise of variance 2 s^2 on the answers to a strategy A, W is answered with error 2 s^2 |W_G A_G^+|^2 at least,
and s is the greatest 1-norm of a column of A_G over epsilon, never less than its 2-norm. Li and Miklau's bound for
the 2-norm is (sum of the singular values of W_G)^2 over the number of columns, for any graph. Fewer edges ask for
less, so the bound of a part of the edges holds for all of them.

Singular values are found in floating point; what rounding may have added is taken off before they are summed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.linalg
from scipy import sparse
from scipy.sparse import csgraph

from faier.policies.policy import Floats, Policy
from faier.policies.trees import adjacency, grid, line
from faier.policies.workloads import Kind, Workload

# Matrices with more rows than this are not decomposed; those whose rows may be read backwards are cut in two first.
MOST_ROWS = 2200

# Over more cells than this, what is known of a line or a star is used, and sums of powers are tried first.
QUICK = 500

# How much the last place of a float counts, more often than any step of a decomposition of n rows adds it up.
LAST_PLACE = 2.0**-50


def least_error(workload: Workload, policy: Policy) -> float | None:
    """A lower bound of the error of all queries together at epsilon 1; None where it would take too long."""
    found = [
        2 * values**2 / part.edges for part in _parts(policy) if (values := singular_values(workload, part)) is not None
    ]
    return max(found) * (1 - 1e-9) / workload.divisor**2 if found else None


def _parts(policy: Policy) -> list[Policy]:
    """The policy, and the line or the grid in it."""
    near = line(policy.cells) if len(policy.shape) == 1 else grid(policy.shape)
    return [policy, near] if near.edges and near.edges < policy.edges and policy.holds(near) else [policy]


def singular_values(workload: Workload, policy: Policy) -> float | None:
    """The sum of the singular values of W_G, from below."""
    cells = policy.cells
    if workload.kind == "rows":
        if min(workload.matrix.shape[0], policy.edges) > MOST_ROWS:
            return None
        rows = (workload.matrix @ _joined(policy)).toarray().astype(np.float64)
        values = scipy.linalg.svdvals(rows)
        taken = LAST_PLACE * max(rows.shape) * values.max(initial=0)
        return float(np.maximum(values - taken, 0).sum())
    if cells > QUICK and (known := _known(workload, policy)) is not None:
        return known
    if cells > QUICK and policy.edges <= 2 * MOST_ROWS and (found := _by_moments(workload, policy)) is not None:
        return found
    if cells <= MOST_ROWS:
        return _roots(_product(workload, policy))
    if len(policy.shape) == 1 and cells <= 2 * MOST_ROWS and (found := _halved(workload, policy)) is not None:
        return found
    return _of_axes(workload, policy)


def _joined(policy: Policy) -> Any:
    from faier.policies.transform import incidence

    return incidence(policy)


def _gram(workload: Workload) -> Floats:
    """W^T W; whole numbers, exact while they are below 2^53."""
    at = np.arange(workload.cells, dtype=np.int64)
    result = np.empty((workload.cells, workload.cells))
    for cell in range(workload.cells):
        result[cell] = workload.shared(np.full_like(at, cell), at)
    return result


def _laplacian(policy: Policy) -> Any:
    """P P^T."""
    inner = adjacency(policy).astype(np.float64)
    return csgraph.laplacian(inner).tocsr()[: policy.cells, : policy.cells]


def _product(workload: Workload, policy: Policy) -> Floats:
    """F^T P P^T F with F F^T = W^T W: its eigenvalues are the squares of W_G's singular values."""
    factor = np.linalg.cholesky(_gram(workload))
    return np.asarray(factor.T @ (_laplacian(policy) @ factor))


def _by_moments(workload: Workload, policy: Policy) -> float | None:
    """By the sums of the squares and of the fourth powers, where these leave less than a hundredth open.

    By Hoelder's inequality the sum of n values is at least (sum of squares)^(3/2) / (sum of fourth powers)^(1/2); it is
    at most sqrt(n * sum of squares).
    """
    joined = _joined(policy).astype(np.float64)
    squares = np.asarray(joined.T @ (joined.T @ _gram(workload)).T)
    second, fourth = float(np.trace(squares)), float(np.vdot(squares, squares))
    found = second**1.5 / math.sqrt(fourth)
    return found * (1 - 1e-9) if found > 0.99 * math.sqrt(policy.edges * second) else None


def _roots(symmetric: Floats) -> float:
    """The sum of the square roots of the eigenvalues, from below."""
    values = scipy.linalg.eigvalsh(symmetric, overwrite_a=True, check_finite=False)
    taken = LAST_PLACE * len(values) * max(values[-1], 0.0)
    return float(np.sqrt(np.maximum(values - taken, 0)).sum())


def _halved(workload: Workload, policy: Policy) -> float | None:
    """A row of cells whose graph and sums are the same read backwards: even and odd vectors are apart."""
    if workload.kind == "prefixes":
        return None
    cells = policy.cells
    laplacian, gram = _laplacian(policy), _gram(workload)
    if (laplacian != laplacian[::-1, ::-1]).nnz or not np.array_equal(gram, gram[::-1, ::-1]):
        return None
    half, result = cells // 2, 0.0
    for sign in (1, -1):
        size = cells - half if sign == 1 else half
        folded = sparse.lil_matrix((cells, size))
        at = np.arange(half)
        folded[at, at], folded[cells - 1 - at, at] = math.sqrt(0.5), sign * math.sqrt(0.5)
        if size > half:
            folded[half, half] = 1.0
        basis = folded.tocsr()
        factor = np.linalg.cholesky(np.asarray(basis.T @ (basis.T @ gram).T))
        inner = (basis.T @ laplacian @ basis).tocsr()
        result += _roots(np.asarray(factor.T @ (inner @ factor)))
    return result


def _known(workload: Workload, policy: Policy) -> float | None:
    """Of a star or a line, from below."""
    if policy.edges == policy.cells and bool(np.all(policy.right < 0)):
        return math.prod(_of_cells(workload.kind, size) for size in policy.shape) * (1 - 1e-9)
    if len(policy.shape) == 1 and policy.edges == policy.cells - 1 and policy.holds(line(policy.cells)):
        return _of_line(workload.kind, policy.cells) * (1 - 1e-9)
    return None


def _of_cells(kind: Kind, cells: int) -> float:
    """Of W over a row: the inverse of W^T W is n + 1 times, or once, a chain of springs, whose waves are known."""
    at = np.arange(1, cells + 1)
    if kind == "cells":
        return float(cells)
    if kind == "ranges":
        return float((math.sqrt(cells + 1) / (2 * np.sin(at * math.pi / (2 * cells + 2)))).sum())
    return float((1 / (2 * np.sin((2 * at - 1) * math.pi / (4 * cells + 2)))).sum())


def _of_line(kind: Kind, cells: int) -> float:
    """Of W_G of a line: each edge ends n ranges, and each two edges one; prefixes are its edges."""
    if kind == "ranges":
        return (cells - 2) * math.sqrt(cells + 1) + math.sqrt(2)
    if kind == "prefixes":
        return float(cells - 1)
    return float((2 * np.sin(np.arange(1, cells) * math.pi / (2 * cells))).sum())


def _of_axes(workload: Workload, policy: Policy) -> float | None:
    """Over a grid, P P^T is that of rows and that of columns, and the root of a mean is no less than the mean root."""
    if len(policy.shape) == 1 or policy.edges != grid(policy.shape).edges or not policy.holds(grid(policy.shape)):
        return None
    parts = []
    for axis, size in enumerate(policy.shape):
        other = policy.shape[1 - axis]
        along = Workload(workload.kind, (size,), workload.name)
        across = Workload(workload.kind, (other,), workload.name)
        parts.append(_roots(_product(along, line(size))) * _roots(_gram(across)))
    return sum(parts) / math.sqrt(2)
