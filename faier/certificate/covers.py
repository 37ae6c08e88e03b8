"""The checker's graph of all words -> vectors that stand for all of them, with the multipliers that show it.

Vectors are made letter by letter, backward, and those that others cover are dropped, until nothing new appears. In a
graph with cycles that may never happen; a limit ends it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TypeAlias

from flint import fmpq

from faier.certificate.numbers import cleared, number_of, numbers_of
from faier.certificate.unwritten import Unwritten
from faier.checker.compared import Compared, cyclic
from faier.checker.covering import empty_words
from faier.checker.forms import Form
from faier.checker.forms import Number as Checked
from faier.checker.graph import Graph
from faier.checker.graph import Row as Weights
from faier.checker.inequality import Range
from faier.engines.search.dominance import Effort, Purse, prune
from faier.engines.search.vectors import Shape, Vector, vector
from faier.exact import ONE, ZERO, Number, Symbolic
from faier.limits import Limits

PASSES = 60

Side: TypeAlias = tuple[Number, ...]
Exact: TypeAlias = tuple[Side, Side]
Matrix: TypeAlias = tuple[tuple[tuple[int, Number], ...], ...]
Term: TypeAlias = tuple[int, Number]


class Covers:
    """`kept[n]` are the vectors of node n so far."""

    def __init__(self, words: Compared, ranges: tuple[Range, ...], limits: Limits) -> None:
        self.words, self.graph, self.limits = words, words.graph, limits
        self.endless = cyclic(self.graph)
        self.numbers = numbers_of(_weights(words), ranges, limits)
        self.arithmetic = self.numbers.arithmetic
        self.effort = Effort(self.arithmetic, True, limits, Purse())
        self.identities = count()
        self.kept: list[tuple[Vector, ...]] = [() for _ in self.graph.nodes]
        self.edges = [
            [(edge.target, _matrix(edge.left), _matrix(edge.right)) for edge in node.edges] for node in self.graph.nodes
        ]

    def close(self) -> None:
        """Until no letter makes a vector that is not covered."""
        dirty = set(range(len(self.graph.nodes)))
        sources: list[set[int]] = [set() for _ in self.graph.nodes]
        for place, node in enumerate(self.graph.nodes):
            for edge in node.edges:
                sources[edge.target].add(place)
        for _ in range(PASSES):
            for place in _backward(self.graph):
                if place in dirty:
                    dirty.discard(place)
                    if self._extend(place):
                        dirty |= sources[place]
            if not dirty:
                return
        raise Unwritten("new vectors appear again and again")

    def steps(self, place: int) -> list[object]:
        """The multipliers for every word that the checker asks about."""
        wanted = [self._shape(item) for item in self._wanted(place)]
        known = {item.shape: at for at, item in enumerate(self.kept[place])}
        numbers = {item.identity: at for at, item in enumerate(self.kept[place])}
        fresh = {shape: self._vector(place, shape) for shape, _ in wanted if shape not in known}
        pruned = prune(self.kept[place], [item for shape, item in fresh.items() if shape.left], self.effort)
        self.limits.check()
        found: list[object] = []
        for shape, scale in wanted:
            terms: list[Term] = []
            if shape in known:
                terms = [(known[shape], scale)]
            elif shape.left:
                reason = pruned.covers.get(fresh[shape].identity)
                if reason is None or any(identity not in numbers for identity, _ in reason.terms):
                    raise Unwritten("a vector is not covered")
                terms = [(numbers[at], scale * amount / reason.divisor) for at, amount in reason.terms]
            found.append(self._step(terms))
        return found

    def written(self, place: int) -> list[list[list[object]]]:
        node = self.graph.nodes[place]
        sizes = len(node.left), len(node.right)
        return [[[self._part(part) for part in side] for side in _exact(item, *sizes)] for item in self.kept[place]]

    def _part(self, amount: Number) -> object:
        return self.numbers.written(amount) if isinstance(amount, Symbolic) else int(amount)

    def _step(self, terms: list[Term]) -> object:
        """With what the vector is multiplied by, where multipliers have denominators that are no integers."""
        if all(isinstance(amount, fmpq) for _, amount in terms):
            return [[at, self.numbers.written(amount)] for at, amount in terms]
        amounts, factor = cleared([amount for _, amount in terms])
        if not self.numbers.positive(factor):
            amounts, factor = [-amount for amount in amounts], -factor
        found = [[at, self.numbers.written(amount)] for (at, _), amount in zip(terms, amounts, strict=True)]
        return found if factor == 1 else {"times": self.numbers.written(factor), "sum": found}

    def _extend(self, place: int) -> bool:
        self.limits.check()
        known = {item.shape for item in self.kept[place]}
        shapes = {
            shape: None for shape, _ in map(self._shape, self._wanted(place)) if shape.left and shape not in known
        }
        pruned = prune(self.kept[place], [self._vector(place, shape) for shape in shapes], self.effort)
        self.limits.check()
        new = {item.identity for item in pruned.kept} != {item.identity for item in self.kept[place]}
        self.kept[place] = pruned.kept
        return new

    def _vector(self, place: int, shape: Shape) -> Vector:
        return vector(next(self.identities), place, shape, self.arithmetic)

    def _wanted(self, place: int) -> Iterator[Exact]:
        node = self.graph.nodes[place]
        for ended in empty_words(node, self.words.finals[place], self.graph.length, self.endless):
            left, right = (tuple(map(number_of, side)) for side in ended)
            yield left, right
        for target, left_rows, right_rows in self.edges[place]:
            for item in self.kept[target]:
                shape = item.shape
                lefts = dict(zip(shape.left_places, shape.left, strict=True))
                rights = dict(zip(shape.right_places, shape.right, strict=True))
                yield _image(left_rows, lefts), _image(right_rows, rights)

    def _shape(self, item: Exact) -> tuple[Shape, Number]:
        """The vector without denominators and common factors, and what it must be multiplied by."""
        places = [tuple(at for at, amount in enumerate(side) if amount != 0) for side in item]
        exact = [side[at] for side, known in zip(item, places, strict=True) for at in known]
        amounts = self.arithmetic.amounts(exact)
        common = self.arithmetic.common(amounts)
        whole = [self.arithmetic.without(amount, common) for amount in amounts]
        cut = len(places[0])
        shape = Shape(places[0], tuple(whole[:cut]), places[1], tuple(whole[cut:]))
        return shape, exact[0] / whole[0] if whole else ONE


def covers(words: Compared, ranges: tuple[Range, ...], limits: Limits) -> dict[str, object]:
    """The proof that covers these words."""
    made = Covers(words, ranges, limits)
    made.close()
    places = range(len(words.graph.nodes))
    return {"kind": "cover", "vectors": [made.written(at) for at in places], "steps": [made.steps(at) for at in places]}


def all_rational(words: Compared) -> bool:
    return not any(isinstance(weight, Form) for weight in _weights(words))


def _weights(words: Compared) -> Iterator[Checked]:
    for row in words.start:
        yield from row.values()
    for node, finals in zip(words.graph.nodes, words.finals, strict=True):
        for side in finals:
            yield from side
        for edge in node.edges:
            for row in (*edge.left, *edge.right):
                yield from row.values()


def _matrix(rows: tuple[Weights, ...]) -> Matrix:
    return tuple(tuple((at, number_of(weight)) for at, weight in row.items()) for row in rows)


def _image(rows: Matrix, amounts: dict[int, Number]) -> Side:
    return tuple(sum((weight * amounts[at] for at, weight in row if at in amounts), ZERO) for row in rows)


def _exact(item: Vector, left: int, right: int) -> Exact:
    sides = []
    for places, amounts, size in (
        (item.shape.left_places, item.shape.left, left),
        (item.shape.right_places, item.shape.right, right),
    ):
        known = dict(zip(places, amounts, strict=True))
        sides.append(tuple(known.get(at, ZERO) for at in range(size)))
    return sides[0], sides[1]


def _backward(graph: Graph) -> list[int]:
    """The nodes, each after those its edges lead to where there are no cycles."""
    order: list[int] = []
    seen: set[int] = set()
    stack: list[tuple[int, int]] = [(0, 0)]
    seen.add(0)
    while stack:
        place, at = stack.pop()
        edges = graph.nodes[place].edges
        if at == len(edges):
            order.append(place)
            continue
        stack.append((place, at + 1))
        if edges[at].target not in seen:
            seen.add(edges[at].target)
            stack.append((edges[at].target, 0))
    return order
