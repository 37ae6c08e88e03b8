"""A pair made smaller without changing what any word weighs.

A run that was given a value to remember behaves like one that has read it, wherever neither can be told apart any more.
`merged` gives such states of a node one number on each side: those with the same finals that go to the same states
with the same weights on every letter.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from faier.hmm.lump import Weights, gathered
from faier.hmm.model import Edge, Node, Pair
from faier.hmm.partition import coarsest
from faier.limits import Limits
from faier.semantics.process import Row


def merged(pair: Pair, limits: Limits) -> Pair:
    """The pair with the states of each node merged that behave alike, on either side."""
    sides = (_Merged(pair, False, limits), _Merged(pair, True, limits))
    nodes = tuple(
        Node(
            node.kind,
            tuple(node.left_final[state] for state in sides[0].first[place]),
            tuple(node.right_final[state] for state in sides[1].first[place]),
            tuple(
                Edge(
                    edge.letter,
                    edge.target,
                    sides[0].matrix(place, edge.left, edge.target),
                    sides[1].matrix(place, edge.right, edge.target),
                )
                for edge in node.edges
            ),
        )
        for place, node in enumerate(pair.nodes)
    )
    left, right = sides[0].row(pair.left, pair.start), sides[1].row(pair.right, pair.start)
    return replace(pair, nodes=nodes, left=left, right=right)


class _Merged:
    """One side: for each node the first state of each block, and for each of its states the number of its block."""

    def __init__(self, pair: Pair, right: bool, limits: Limits) -> None:
        finals = [node.right_final if right else node.left_final for node in pair.nodes]
        begins = [0]
        for known in finals:
            begins.append(begins[-1] + len(known))
        weights = Weights()
        numbers: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {}
        moves: list[list[tuple[tuple[tuple[tuple[int, int], ...], ...], int]]] = []
        sources: list[set[int]] = [set() for _ in range(begins[-1])]
        for place, node in enumerate(pair.nodes):
            limits.check()
            ways = {}
            for edge in node.edges:
                matrix = edge.right if right else edge.left
                ways[id(matrix), edge.target] = matrix
            found = []
            for (at, target), matrix in ways.items():
                if at not in numbers:
                    numbers[at] = tuple(tuple((to, weights.number(weight)) for to, weight in row) for row in matrix)
                found.append((numbers[at], begins[target]))
                for state, row in enumerate(matrix):
                    for to, _ in row:
                        sources[begins[target] + to].add(begins[place] + state)
            moves.append(found)
        home = [place for place, known in enumerate(finals) for _ in known]

        def signature(at: int, blocks: Sequence[int]) -> Hashable:
            place = home[at]
            state = at - begins[place]
            return tuple(
                frozenset(weights.sums([(begin + to, weight) for to, weight in table[state]], blocks))
                for table, begin in moves[place]
            )

        first: list[Hashable] = [
            (place, weights.number(final)) for place, known in enumerate(finals) for final in known
        ]
        blocks = coarsest(first, signature, sources, limits)
        self.first: list[list[int]] = []
        self.number: list[list[int]] = []
        for place, known in enumerate(finals):
            table: dict[int, int] = {}
            heads: list[int] = []
            places = []
            for state in range(len(known)):
                block = blocks[begins[place] + state]
                if block not in table:
                    table[block] = len(heads)
                    heads.append(state)
                places.append(table[block])
            self.first.append(heads)
            self.number.append(places)
        self.known: dict[tuple[int, int, int], tuple[Row, ...]] = {}

    def row(self, row: Row, target: int) -> Row:
        return gathered((self.number[target][to], weight) for to, weight in row)

    def matrix(self, place: int, matrix: tuple[Row, ...], target: int) -> tuple[Row, ...]:
        """The matrix between the blocks; edges that share one go on to share it."""
        key = (place, id(matrix), target)
        if key not in self.known:
            self.known[key] = tuple(self.row(matrix[state], target) for state in self.first[place])
        return self.known[key]
