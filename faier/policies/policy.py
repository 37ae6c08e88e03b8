"""Policies: which pairs of cells nobody may tell apart, and how they are written."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import networkx
import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

# Domains of more cells than this are not planned for.
MOST_CELLS = 20_000

# More related pairs than this are not written down.
MOST_EDGES = 20_000_000

# Of so many pairs of cells something is found at once.
AT_ONCE_PAIRS = 1_000_000

_WRITTEN = re.compile(r"(line|grid|within|star|complete):(\d+(?:x\d+)?)(?:,(\d+))?")
_NOTHING = {"None", "⊥", "bottom"}
_READERS = {
    ".adjlist": networkx.read_adjlist,
    ".multiline_adjlist": networkx.read_multiline_adjlist,
    ".graphml": networkx.read_graphml,
    ".gexf": networkx.read_gexf,
    ".gml": networkx.read_gml,
    ".net": networkx.read_pajek,
    ".pajek": networkx.read_pajek,
    ".leda": networkx.read_leda,
    ".g6": networkx.read_graph6,
    ".s6": networkx.read_sparse6,
}


class Unreadable(ValueError):
    """A policy, a workload or data that cannot be read, and why."""


@dataclass(frozen=True, eq=False)
class Policy:
    """Pairs of cells `left`, `right` of a domain of this shape; `right` is -1 where a record comes or goes."""

    name: str
    shape: tuple[int, ...]
    left: Ints
    right: Ints
    labels: tuple[object, ...] = ()

    @property
    def cells(self) -> int:
        return math.prod(self.shape)

    @property
    def edges(self) -> int:
        return len(self.left)

    @property
    def bounded(self) -> bool:
        """Whether no record comes or goes."""
        return not bool(np.any(self.right < 0))

    @cached_property
    def pairs(self) -> frozenset[tuple[int, int]]:
        return frozenset(zip(self.left.tolist(), self.right.tolist(), strict=True))

    def label(self, cell: int) -> object:
        """What the cell is called: None, a number, or one for each axis."""
        if cell < 0:
            return None
        if self.labels:
            return self.labels[cell]
        return cell if len(self.shape) == 1 else tuple(int(at) for at in np.unravel_index(cell, self.shape))

    def holds(self, other: Policy) -> bool:
        """Whether each pair of the other policy, over the same cells, is one of this."""
        if self.shape != other.shape or other.edges > self.edges:
            return False
        width = self.cells + 1
        return bool(np.all(np.isin(other.left * width + other.right, self.left * width + self.right)))


def from_pairs(
    pairs: Iterable[tuple[int | None, int | None]], shape: int | tuple[int, ...], name: str = "policy"
) -> Policy:
    """A policy of pairs of cells' numbers; None is where a record comes from or goes to."""
    size = (shape,) if isinstance(shape, int) else shape
    cells, found = math.prod(size), set[tuple[int, int]]()
    if cells > MOST_CELLS:
        raise Unreadable(f"{name}: more than {MOST_CELLS:,} cells")
    for one, other in pairs:
        numbers = [-1 if cell is None else cell for cell in (one, other)]
        if not all(-1 <= number < cells for number in numbers) or numbers[0] == numbers[1]:
            raise Unreadable(f"({one}, {other}) is no pair of two of {cells} cells")
        low, high = sorted(numbers)
        found.add((high, low) if low < 0 else (low, high))
    if not found:
        raise Unreadable("a policy without a pair of cells hides nothing")
    array = np.array(sorted(found), dtype=np.int64)
    return Policy(name, size, array[:, 0], array[:, 1])


def read_policy(text: str) -> Policy:
    """`line:64`, `grid:16x16`, `within:64,3`, `star:64`, `complete:64`, or a file of edges."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return _from_file(text)
    kind, sizes, theta = match[1], tuple(int(size) for size in match[2].split("x")), match[3]
    cells = math.prod(sizes)
    if (theta is not None) != (kind == "within"):
        raise Unreadable(f"{text}: {'write within:64,3' if kind == 'within' else 'only within has a distance'}")
    if (kind == "line" and len(sizes) > 1) or (kind == "grid" and len(sizes) == 1):
        raise Unreadable(f"{text}: write line:64 or grid:16x16")
    if min(sizes) < 1 or (cells < 2 and kind != "star") or theta == "0":
        raise Unreadable(f"{text}: no two cells are related")
    if cells > MOST_CELLS:
        raise Unreadable(f"{text}: more than {MOST_CELLS:,} cells")
    if kind == "star":
        return Policy(text, sizes, np.arange(cells), np.full(cells, -1))
    if kind == "complete":
        _refuse_many(text, cells * (cells - 1) // 2)
        left, right = np.triu_indices(cells, 1)
        return Policy(text, sizes, left.astype(np.int64), right.astype(np.int64))
    return _near(text, sizes, int(theta or 1))


def _near(name: str, shape: tuple[int, ...], theta: int) -> Policy:
    """All pairs of cells at most this far apart, steps along the axes being counted."""
    sizes = (1,) * (2 - len(shape)) + shape
    numbers = np.arange(math.prod(shape), dtype=np.int64).reshape(sizes)
    left, right = [], []
    for down in range(min(theta, sizes[0] - 1) + 1):
        most = theta - down
        for across in range(-most if down else 1, most + 1):
            if abs(across) < sizes[1]:
                start, stop = max(-across, 0), sizes[1] - max(across, 0)
                left.append(numbers[: sizes[0] - down, start:stop].ravel())
                right.append(numbers[down:, start + across : stop + across].ravel())
                _refuse_many(name, sum(map(len, left)))
    ends = np.concatenate(left), np.concatenate(right)
    order = np.lexsort((ends[1], ends[0]))
    return Policy(name, shape, ends[0][order], ends[1][order])


def _refuse_many(name: str, edges: int) -> None:
    if edges > MOST_EDGES:
        raise Unreadable(f"{name}: more than {MOST_EDGES:,} pairs of cells")


def _from_file(name: str) -> Policy:
    path = Path(name)
    if not path.is_file():
        raise Unreadable(
            f"{name} is neither a file of edges nor a policy: write line:64, grid:16x16, within:64,3, star:64 or "
            "complete:64"
        )
    try:
        if path.suffix == ".csv":
            graph = networkx.read_edgelist(path, delimiter=",", data=False)
        elif path.suffix == ".json":
            import json

            graph = networkx.node_link_graph(json.loads(path.read_text("utf-8")), edges="edges")
        elif path.suffix in _READERS:
            graph = _READERS[path.suffix](path)
        else:
            graph = networkx.read_edgelist(path, data=False)
    except Exception as error:  # each format fails in its own way
        raise Unreadable(f"{name} cannot be read as a graph: {error}") from None
    return from_graph(graph, path.name)


def from_graph(graph: networkx.Graph, name: str = "policy") -> Policy:
    """The policy of a networkx graph; a vertex called None is where records come from and go to."""
    named = {vertex: _named(vertex) for vertex in graph.nodes}
    vertices = {label for label in named.values() if label is not None}
    labels = _sorted(vertices)
    numbers = {label: at for at, label in enumerate(labels)}
    shape = _shape(labels)
    ends = [(named[one], named[other]) for one, other in graph.edges() if named[one] != named[other]]
    pairs = [tuple(None if label is None else numbers[label] for label in end) for end in ends]
    made = from_pairs(((one, other) for one, other in pairs), shape, name)
    natural = [made.label(cell) for cell in range(made.cells)]
    return made if natural == labels else Policy(name, shape, made.left, made.right, tuple(labels))


def _sorted(labels: set[object]) -> list[object]:
    """Numbers and places by size, others by their texts."""
    numbers = [label for label in labels if isinstance(label, int)]
    if len(numbers) == len(labels):
        return list[object](sorted(numbers))
    if _same_tuples(labels):
        return list[object](sorted(label for label in labels if isinstance(label, tuple)))
    return sorted(labels, key=str)


def _named(vertex: object) -> object:
    """Numbers and tuples are written as Python writes them, whatever the format has made of them."""
    if vertex is None or str(vertex) in _NOTHING:
        return None
    try:
        value = ast.literal_eval(str(vertex))
        hash(value)
    except (ValueError, SyntaxError, TypeError):
        return str(vertex)
    return value if isinstance(value, int | tuple) else str(vertex)


def _same_tuples(labels: Iterable[object]) -> bool:
    """Whether these are tuples of as many numbers each."""
    found = list(labels)
    return all(isinstance(label, tuple) and all(isinstance(at, int) for at in label) for label in found) and (
        len({len(label) for label in found if isinstance(label, tuple)}) == 1
    )


def _shape(labels: list[object]) -> tuple[int, ...]:
    """That of a whole grid where the labels are its places, else a row of cells."""
    pairs = [label for label in labels if isinstance(label, tuple) and len(label) == 2]
    if len(pairs) == len(labels) and _same_tuples(pairs):
        height, width = (max(label[axis] for label in pairs) + 1 for axis in (0, 1))
        if labels == [(row, column) for row in range(height) for column in range(width)]:
            return height, width
    return (len(labels),)
