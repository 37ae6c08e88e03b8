"""The pair of processes that a claim compares.

A `Pair` is a process twice, driven by one word of letters: a letter gives both copies an input entry each (the same
one, in different runs of the world), or is a value that both tell, or the end that both reach. So the neighboring
inputs are part of the word, and

    Pr[word | left] = left . A_x1 . A_x2 ... . left_final      (and the same for right with B)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact import Number
from faier.lang.values import Value
from faier.semantics.process import Entry, Row


@dataclass(frozen=True)
class AskLetter:
    """Both copies read the entry: `left` and `right` are what they find."""

    entry: Entry
    left: Value
    right: Value


@dataclass(frozen=True)
class TellLetter:
    value: Value


@dataclass(frozen=True)
class EndLetter:
    pass


Letter: TypeAlias = AskLetter | TellLetter | EndLetter


@dataclass(frozen=True)
class Edge:
    """On `letter` from its node to node `target`; `left[s]` is the row of the node's left state s over the
    left states of the target. Rows may be empty: that run cannot go on with this letter."""

    letter: Letter
    target: int
    left: tuple[Row, ...]
    right: tuple[Row, ...]


@dataclass(frozen=True)
class Node:
    """What the word so far tells for sure: what comes next, and what the neighbor relation still allows.

    kind "ask": every hidden run is about to read the same entry (runs that read it later carry it along);
    "show": every hidden run tells or ends; "ended": the runs have ended.
    """

    kind: Literal["ask", "show", "ended"]
    left_final: tuple[Number, ...]  # one for each left state: the weight of the word if it stops here
    right_final: tuple[Number, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Pair:
    """`left` and `right` are row vectors over the states of node `start`. They need not sum to 1: the claim
    bounds Pr[w | left] / left_mass against Pr[w | right] / right_mass, where the masses are the values of
    the empty word (1 in a DP claim; Pr[secret] in a Pufferfish claim, polynomials in the prior's unknowns).

    `left_name`, `right_name`: the two secrets (None in a DP claim). `parameters`: the prior's enumerated
    parameters, fixed in this pair.
    """

    nodes: tuple[Node, ...]
    start: int
    left: Row
    right: Row
    left_mass: Number
    right_mass: Number
    left_name: Value = None
    right_name: Value = None
    parameters: tuple[tuple[str, Value], ...] = ()

    @property
    def rational(self) -> bool:
        """Whether every weight is a rational."""
        return all(isinstance(weight, fmpq) for weight in self.weights())

    def mapped(self, left: Callable[[Number], Number], right: Callable[[Number], Number]) -> Pair:
        """The same pair with other weights on either side, without those that are 0. Edges that share a matrix go on to
        share it."""
        tables: dict[tuple[int, int], tuple[Row, ...]] = {}
        sides = left, right

        def row(weights: Row, side: int) -> Row:
            after = ((state, sides[side](weight)) for state, weight in weights)
            return tuple((state, weight) for state, weight in after if weight != 0)

        def table(rows: tuple[Row, ...], side: int) -> tuple[Row, ...]:
            if (id(rows), side) not in tables:
                tables[id(rows), side] = tuple(row(each, side) for each in rows)
            return tables[id(rows), side]

        nodes = tuple(
            replace(
                node,
                left_final=tuple(map(left, node.left_final)),
                right_final=tuple(map(right, node.right_final)),
                edges=tuple(replace(edge, left=table(edge.left, 0), right=table(edge.right, 1)) for edge in node.edges),
            )
            for node in self.nodes
        )
        return replace(
            self,
            nodes=nodes,
            left=row(self.left, 0),
            right=row(self.right, 1),
            left_mass=left(self.left_mass),
            right_mass=right(self.right_mass),
        )

    def weights(self) -> Iterator[Number]:
        """Every weight that the ratio of a word depends on; a matrix that several edges share is looked at once."""
        for _, weight in (*self.left, *self.right):
            yield weight
        yield from (self.left_mass, self.right_mass)
        matrices = {
            id(matrix): matrix for node in self.nodes for edge in node.edges for matrix in (edge.left, edge.right)
        }
        for matrix in matrices.values():
            for row in matrix:
                for _, weight in row:
                    yield weight
        for node in self.nodes:
            yield from node.left_final
            yield from node.right_final
