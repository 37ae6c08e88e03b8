"""Other graphs in place of a policy's: how much longer ways become, with a way for each pair as evidence.

A mechanism that is private for another graph is so for this one, at as many times the epsilon as there are edges on
the longest of the ways that take the place of one edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from faier.policies.policy import Ints, Policy, from_pairs
from faier.policies.transform import transform

# A pair that is no edge of a tree has a way of two edges there at least.
LEAST = 2

# Graphs of up to so many vertices are searched for a better tree by exchanging edges.
SMALL = 64

# So many exchanges are tried.
TRIES = 2_000


class NotForThis(ValueError):
    """A method that does not apply to the policy or the workload, and why."""


class NoWay(NotForThis):
    """A pair of cells that no way in the other graph connects."""


@dataclass(frozen=True, eq=False)
class Approximation:
    """`within` has a way of at most `stretch` edges for each edge of `policy`."""

    policy: Policy
    within: Policy
    stretch: int

    def way(self, edge: int) -> tuple[int, ...]:
        """The cells on a shortest way in `within` from one end of the edge to the other, -1 for nothing."""
        nothing = self.policy.cells
        ends = (int(self.policy.left[edge]), int(self.policy.right[edge]))
        start, goal = (nothing if end < 0 else end for end in ends)
        _, before = csgraph.breadth_first_order(adjacency(self.within), start, directed=False)
        way = [goal]
        while way[-1] != start:
            way.append(int(before[way[-1]]))
            if way[-1] < 0:
                raise NoWay(f"{self.policy.label(ends[0])} and {self.policy.label(ends[1])}")
        return tuple(-1 if cell == nothing else cell for cell in reversed(way))

    def holds(self) -> bool:
        """Whether each edge has a way: a way of edges of `within`, with the right ends, no longer than the stretch."""
        known = self.within.pairs | {(right, left) for left, right in self.within.pairs}
        for edge in range(self.policy.edges):
            way = self.way(edge)
            steps = list(pairwise(way))
            ends = (int(self.policy.left[edge]), int(self.policy.right[edge]))
            if (way[0], way[-1]) != ends or len(steps) > self.stretch or not all(step in known for step in steps):
                return False
        return True


def adjacency(policy: Policy) -> Any:
    """Both ways; the vertex after the cells is nothing."""
    cells = policy.cells
    ends = np.where(policy.right < 0, cells, policy.right)
    one = sparse.csr_matrix((np.ones(policy.edges, dtype=np.int8), (policy.left, ends)), shape=(cells + 1, cells + 1))
    return (one + one.T).tocsr()


def is_forest(policy: Policy) -> bool:
    parts = int(csgraph.connected_components(adjacency(policy), directed=False)[0])
    return policy.edges == policy.cells + 1 - parts


def stretch(policy: Policy, within: Policy) -> int:
    """The most edges of `within` that one edge of the policy needs."""
    if policy.edges == within.edges and policy.holds(within):
        return 1
    return _tree_stretch(policy, within) if is_forest(within) else _graph_stretch(policy, within)


def _tree_stretch(policy: Policy, within: Policy) -> int:
    """By the last common cell of both ways to the root, found by steps of 2^j."""
    cells, found = policy.cells, transform(within)
    depth, above = np.zeros(cells + 1, dtype=np.int64), np.arange(cells + 1)
    for cell in found.order.tolist():
        edge = int(found.parents[cell])
        if edge >= 0:
            ends = (int(within.left[edge]), int(within.right[edge]))
            parent = ends[1] if ends[0] == cell else ends[0]
            above[cell] = parent if parent >= 0 else cells
            depth[cell] = depth[above[cell]] + 1
    jumps = [above]
    while 1 << len(jumps) <= int(depth.max()):
        jumps.append(jumps[-1][jumps[-1]])
    left, right = policy.left, np.where(policy.right < 0, cells, policy.right)
    low, high = np.where(depth[left] > depth[right], left, right), np.where(depth[left] > depth[right], right, left)
    length = depth[low] - depth[high]
    climb = length.copy()
    for at, jump in enumerate(jumps):
        low = np.where(climb >> at & 1 == 1, jump[low], low)
    for at in reversed(range(len(jumps))):
        apart = jumps[at][low] != jumps[at][high]
        low, high = np.where(apart, jumps[at][low], low), np.where(apart, jumps[at][high], high)
        length = length + np.where(apart, 2 << at, 0)
    last = low != high
    if bool(np.any(above[low[last]] != above[high[last]])):
        raise NoWay(f"{within.name} has no way between cells that {policy.name} relates")
    return int((length + 2 * last).max())


def _graph_stretch(policy: Policy, within: Policy) -> int:
    graph = adjacency(within)
    ends = np.where(policy.right < 0, policy.cells, policy.right)
    longest, limit = 0, 4.0
    starts = np.unique(policy.left)
    for at in range(0, len(starts), 256):
        chunk = starts[at : at + 256]
        wanted = np.isin(policy.left, chunk)
        rows = np.searchsorted(chunk, policy.left[wanted])
        while True:
            lengths = csgraph.dijkstra(graph, unweighted=True, indices=chunk, limit=limit)[rows, ends[wanted]]
            if np.all(np.isfinite(lengths)):
                break
            if limit > policy.cells:
                raise NoWay(f"{within.name} has no way between cells that {policy.name} relates")
            limit *= 4
        longest = max(longest, int(lengths.max()))
    return longest


@lru_cache(maxsize=4)
def approximate(policy: Policy) -> Approximation:
    """The tree, out of edges of the policy, with the least stretch that is found; a forest is its own."""
    if is_forest(policy):
        return Approximation(policy, policy, 1)
    best: Approximation | None = None
    for tree in _trees(policy):
        found = Approximation(policy, tree, stretch(policy, tree))
        best = found if best is None or found.stretch < best.stretch else best
        if best.stretch == LEAST:
            return best
    if best is None:
        raise NoWay(f"{policy.name} has no pairs of cells")
    return _exchanged(best) if policy.cells <= SMALL else best


def _trees(policy: Policy) -> Iterator[Policy]:
    cells = policy.cells
    graph, nothing = adjacency(policy), policy.cells
    degrees = np.diff(graph.indptr)
    most = np.flatnonzero(degrees == degrees.max())
    if int(degrees.max()) == int(np.count_nonzero(degrees)) - 1:
        yield _breadth_first(policy, graph, int(most[len(most) // 2]))
    if len(policy.shape) == 1 and policy.bounded:
        candidates = [line(cells), *(grouped_line(cells, theta) for theta in range(2, _reach(policy) + 1))]
        yield from (tree for tree in candidates if policy.holds(tree))
    if len(policy.shape) == 2 and policy.holds(grid(policy.shape)):
        yield from (comb(policy.shape, axis) for axis in (0, 1))
    starts = [int(start) for start in np.argsort(-degrees, kind="stable")[:8] if degrees[start]]
    middle = [nothing] if degrees[nothing] else [cells // 2]
    for start in dict.fromkeys([*middle, *starts]):
        yield _breadth_first(policy, graph, start)


def _reach(policy: Policy) -> int:
    """Trees of groups are tried up to the distance that the pairs reach; few of them where that is far."""
    return min(int(np.abs(policy.right - policy.left).max()), 64)


def _breadth_first(policy: Policy, graph: Any, start: int) -> Policy:
    cells, pairs = policy.cells, []
    _, parts = csgraph.connected_components(graph, directed=False)
    chosen: dict[int, int] = {}
    for vertex, part in enumerate(parts.tolist()):
        chosen.setdefault(part, vertex)
    chosen[int(parts[start])] = start
    for root in chosen.values():
        order, before = csgraph.breadth_first_order(graph, root, directed=False)
        pairs += [(int(before[vertex]), int(vertex)) for vertex in order[1:]]
    named = [tuple(None if end == cells else end for end in pair) for pair in pairs]
    return from_pairs(((one, other) for one, other in named), policy.shape, "tree")


def _exchanged(found: Approximation) -> Approximation:
    """Edges of the tree are exchanged for others of the policy while that makes the longest ways fewer or shorter."""
    policy, tries = found.policy, 0
    tree, score = set(found.within.pairs), _score(policy, found.within)
    improved = True
    while improved and tries < TRIES:
        improved = False
        for added in sorted(policy.pairs - tree):
            edge = _edge(policy, added)
            way = Approximation(policy, _as_policy(policy, tree), 0).way(edge)
            for one, other in pairwise(way):
                dropped = (one, other) if (one, other) in tree else (other, one)
                tries += 1
                trial = _as_policy(policy, tree - {dropped} | {added})
                if (scored := _score(policy, trial)) < score:
                    tree, score, improved = tree - {dropped} | {added}, scored, True
                    break
            if improved or tries >= TRIES:
                break
    return replace(found, within=_as_policy(policy, tree), stretch=score[0])


def _edge(policy: Policy, pair: tuple[int, int]) -> int:
    return int(np.flatnonzero((policy.left == pair[0]) & (policy.right == pair[1]))[0])


def _as_policy(policy: Policy, pairs: set[tuple[int, int]]) -> Policy:
    array = np.array(sorted(pairs), dtype=np.int64)
    return Policy("tree", policy.shape, array[:, 0], array[:, 1])


def _score(policy: Policy, tree: Policy) -> tuple[int, int]:
    """The stretch, and how many edges have it."""
    graph = adjacency(tree)
    lengths = csgraph.shortest_path(graph, unweighted=True)
    ends = np.where(policy.right < 0, policy.cells, policy.right)
    found = lengths[policy.left, ends]
    most = int(found.max())
    return most, int((found == most).sum())


def line(cells: int) -> Policy:
    at: Ints = np.arange(cells - 1, dtype=np.int64)
    return Policy(f"line:{cells}", (cells,), at, at + 1)


def grid(shape: Sequence[int]) -> Policy:
    numbers = np.arange(int(np.prod(shape)), dtype=np.int64).reshape(tuple(shape))
    down, across = numbers[:-1].ravel(), numbers[:, :-1].ravel()
    left, right = np.concatenate([down, across]), np.concatenate([down + shape[1], across + 1])
    return Policy(f"grid:{shape[0]}x{shape[1]}", tuple(shape), left, right)


def comb(shape: Sequence[int], axis: int) -> Policy:
    """All edges of a grid across this axis, and those along it in the middle: few steps to the middle and back."""
    whole = grid(shape)
    row, column = np.divmod(whole.left, shape[1])
    along = (whole.right - whole.left == shape[1]) == (axis == 0)
    middle = (column == shape[1] // 2) if axis == 0 else (row == shape[0] // 2)
    kept = ~along | middle
    return Policy("tree", tuple(shape), whole.left[kept], whole.right[kept])


def grouped_line(cells: int, theta: int) -> Policy:
    """H^theta_k: each cell is joined to the next one whose number, from 1, is a multiple of theta, or to the last."""
    at = np.arange(cells - 1, dtype=np.int64)
    return Policy(f"groups:{cells},{theta}", (cells,), at, np.minimum(((at + 1) // theta + 1) * theta - 1, cells - 1))


def grouped_grid(shape: Sequence[int], side: int) -> tuple[Policy, list[Ints]]:
    """Squares of cells, each cell joined to the last one of its square, and these to the next below and beside.

    With the edges in blocks: those of each square, and those between two rows of squares, or two columns.
    """
    numbers = np.arange(int(np.prod(shape)), dtype=np.int64).reshape(tuple(shape))
    rows, columns = (np.minimum((np.arange(size) // side + 1) * side - 1, size - 1) for size in shape)
    lasts = numbers[np.ix_(rows, columns)]
    inner = np.flatnonzero(numbers.ravel() != lasts.ravel())
    corners = numbers[np.ix_(np.unique(rows), np.unique(columns))]
    down, across = (corners[:-1].ravel(), corners[1:].ravel()), (corners[:, :-1].ravel(), corners[:, 1:].ravel())
    left = np.concatenate([inner, down[0], across[0]])
    right = np.concatenate([lasts.ravel()[inner], down[1], across[1]])
    at = np.arange(len(inner), len(left), dtype=np.int64)
    height, width = corners.shape
    blocks = [np.flatnonzero(right[: len(inner)] == last) for last in np.unique(right[: len(inner)])]
    blocks += [*at[: len(down[0])].reshape(height - 1, width), *at[len(down[0]) :].reshape(height, width - 1).T]
    name = f"groups:{shape[0]}x{shape[1]},{side}"
    return Policy(name, tuple(shape), left, right), [block for block in blocks if len(block)]
