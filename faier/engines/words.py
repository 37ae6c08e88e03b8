"""The best word so far, and what its weights are exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flint import fmpq

from faier.engines.search.vectors import Shape, Vector, weighed
from faier.exact import Number, compare
from faier.hmm.model import Letter, Pair
from faier.semantics.process import Row

Exceeds = Callable[[Number, Number], bool]
"""Whether left / right exceeds what is claimed, exactly. Both are positive."""

Edges = tuple[tuple[int, int], ...]
"""A word by the edges it takes: (node, number of the edge)."""


@dataclass(frozen=True)
class Best:
    """The greatest ratio so far; `left` and `right` are the word's weights up to one scale.

    The word is `begin` and then the word of `rest` (None: nothing).
    """

    begin: Edges
    rest: Vector | None
    left: Number
    right: Number

    @property
    def edges(self) -> Edges:
        found, item = list(self.begin), self.rest
        while item is not None and item.edge is not None:
            found.append((item.node, item.edge))
            item = item.rest
        return tuple(found)

    def factor(self, pair: Pair) -> Number | None:
        if self.right == 0:
            return None
        return (self.left * pair.right_mass) / (self.right * pair.left_mass)

    def exceeds(self, pair: Pair, claim: Exceeds) -> bool:
        return bool(self.left) and claim(self.left * pair.right_mass, self.right * pair.left_mass)

    def beaten(self, left: Number, right: Number) -> bool:
        """Whether left / right is greater; a positive number over 0 is greatest."""
        return compare(left * self.right, self.left * right) > 0


@dataclass(frozen=True, slots=True, eq=False)
class Prefix:
    """The row vectors of a prefix over the states of its node, up to one scale, and its edges."""

    shape: Shape
    edges: Edges


def empty(pair: Pair) -> Best:
    """The word of no letters: both sides are sure to have shown nothing at first, so its factor is 1. In a pair that
    does not count it, it weighs nothing on both sides and is less than any other: its factor is 0."""
    left, right = word_weights(pair, ())
    return Best((), None, left, right if left != 0 or right != 0 else fmpq(1))


def better(pair: Pair, best: Best, items: Iterable[Vector]) -> Best:
    """The best among vectors of the start node, or what was best before."""
    for item in items:
        left = weighed(pair.left, item.shape.left_places, item.shape.left)
        right = weighed(pair.right, item.shape.right_places, item.shape.right)
        if best.beaten(left, right):
            best = Best((), item, left, right)
    return best


def letters(pair: Pair, edges: Edges) -> tuple[Letter, ...]:
    return tuple(pair.nodes[place].edges[number].letter for place, number in edges)


def word_weights(pair: Pair, edges: Edges) -> tuple[Number, Number]:
    """Both weights of a word, multiplied forward."""
    left, right, place = dict(pair.left), dict(pair.right), pair.start
    for source, number in edges:
        edge = pair.nodes[source].edges[number]
        left, right, place = _onward(left, edge.left), _onward(right, edge.right), edge.target
    end = pair.nodes[place]
    return (
        sum((weight * end.left_final[state] for state, weight in left.items()), fmpq(0)),
        sum((weight * end.right_final[state] for state, weight in right.items()), fmpq(0)),
    )


def _onward(vector: dict[int, Number], rows: tuple[Row, ...]) -> dict[int, Number]:
    after: dict[int, Number] = {}
    for state, weight in vector.items():
        for target, probability in rows[state]:
            after[target] = after.get(target, fmpq(0)) + weight * probability
    return after
