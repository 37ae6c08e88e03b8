"""A policy as a matrix: databases are sums along its edges, and workloads are asked of the edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from faier.policies.policy import Ints, Policy


@dataclass(frozen=True, eq=False)
class Transformed:
    """`matrix` is P_G: a row for each cell in `kept`, a column for each edge; `whole` has a row for every cell.

    A part of the graph that records neither join nor leave has a number of records that anybody knows. Its last cell,
    one of `roots`, has no row: what it holds is that number less the others. `forest` is the edges of a tree for each
    part, `parents` the edge that leads from each cell towards its root, -1 from a root.
    """

    policy: Policy
    whole: Any
    matrix: Any
    kept: Ints
    roots: Ints
    parts: Ints
    forest: Ints
    parents: Ints
    order: Ints

    def known(self, counts: Sequence[int]) -> list[int]:
        """What anybody knows of the counts: how many records each part has, at its root; and cells by themselves."""
        result = [0] * self.policy.cells
        totals: dict[int, int] = {}
        for cell, part in enumerate(self.parts.tolist()):
            totals[part] = totals.get(part, 0) + int(counts[cell])
        for root in self.roots.tolist():
            result[root] = totals[int(self.parts[root])]
        return result

    def database(self, counts: Sequence[int]) -> list[int]:
        """x_G: what flows along each edge, none besides the forest: counts = whole x_G + known(counts)."""
        below = [int(count) for count in counts]
        flows = [0] * self.policy.edges
        left, right = self.policy.left.tolist(), self.policy.right.tolist()
        for cell in self.order.tolist()[::-1]:
            edge = int(self.parents[cell])
            if edge >= 0:
                flows[edge] = below[cell] if left[edge] == cell else -below[cell]
                above = right[edge] if left[edge] == cell else left[edge]
                if above >= 0:
                    below[above] += below[cell]
        return flows

    def workload(self, rows: Any) -> Any:
        """W_G: what the rows, a column for each cell, ask of each edge."""
        return sparse.csr_matrix(rows) @ self.whole

    def agrees(self, rows: Any, counts: Sequence[int]) -> bool:
        """Whether W x = W_G x_G, and what is known, exactly."""
        counted = np.array([int(count) for count in counts], dtype=object)
        asked = np.array(sparse.csr_matrix(rows).toarray().tolist(), dtype=object).reshape(-1, self.policy.cells)
        edges = np.array(self.workload(rows).toarray().tolist(), dtype=object).reshape(-1, self.policy.edges)
        flows = np.array(self.database(counts), dtype=object)
        known = np.array(self.known(counts), dtype=object)
        return bool(np.all(asked @ counted == edges @ flows + asked @ known))


def transform(policy: Policy) -> Transformed:
    """P_G, with a root for each part of the graph: nothing, where records come and go, else its last cell."""
    cells, edges = policy.cells, policy.edges
    nothing = cells
    ends = np.where(policy.right < 0, nothing, policy.right)
    graph = sparse.csr_matrix((np.ones(edges, dtype=np.int8), (policy.left, ends)), shape=(cells + 1, cells + 1))
    _, parts = csgraph.connected_components(graph, directed=False)
    last = np.zeros(int(parts.max()) + 1, dtype=np.int64)
    np.maximum.at(last, parts, np.arange(cells + 1))
    roots = last[last != nothing]
    order, above = _searched(graph, last)
    parents = _edges_above(policy, ends, above)
    kept = np.setdiff1d(np.arange(cells), roots)
    whole = incidence(policy)
    forest = np.sort(parents[parents >= 0])
    return Transformed(policy, whole, whole[kept], kept, roots, parts[:cells], forest, parents, order)


def incidence(policy: Policy) -> Any:
    """A column for each edge: 1 at its left cell, -1 at its right one, if that is a cell."""
    joined = policy.right >= 0
    rows = np.concatenate([policy.left, policy.right[joined]])
    columns = np.concatenate([np.arange(policy.edges), np.flatnonzero(joined)])
    values = np.concatenate([np.ones(policy.edges, dtype=np.int64), -np.ones(int(joined.sum()), dtype=np.int64)])
    return sparse.csr_matrix((values, (rows, columns)), shape=(policy.cells, policy.edges))


def _searched(graph: Any, roots: Ints) -> tuple[Ints, Ints]:
    """All cells, those nearer to their root first, and the next vertex towards the root, -1 at roots."""
    vertices = graph.shape[0]
    above = np.full(vertices, -1, dtype=np.int64)
    order = []
    both = (graph + graph.T).tocsr()
    for root in roots.tolist():
        found, before = csgraph.breadth_first_order(both, root, directed=False)
        inner = found[1:]
        above[inner] = before[inner]
        order.append(found)
    together = np.concatenate(order).astype(np.int64)
    return together[together != vertices - 1], above


def _edges_above(policy: Policy, ends: Ints, above: Ints) -> Ints:
    """The edge from each cell to the next vertex towards its root."""
    width = policy.cells + 1
    low, high = np.minimum(policy.left, ends), np.maximum(policy.left, ends)
    keys = low * width + high
    sorting = np.argsort(keys)
    cells = np.flatnonzero(above[: policy.cells] >= 0)
    wanted = np.minimum(cells, above[cells]) * width + np.maximum(cells, above[cells])
    parents = np.full(policy.cells, -1, dtype=np.int64)
    parents[cells] = sorting[np.searchsorted(keys[sorting], wanted)]
    return parents
