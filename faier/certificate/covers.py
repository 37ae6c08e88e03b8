"""The checker's graph of all words -> vectors that stand for all of them, with the multipliers that show it.

Vectors are made letter by letter, backward, and those that others cover are dropped, until nothing new appears. In a
graph with cycles that may never happen; a limit ends it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import gcd, lcm

from faier.certificate.unwritten import Unwritten
from faier.checker.compared import Compared, cyclic
from faier.checker.covering import Vector as Exact
from faier.checker.covering import empty_words, image
from faier.checker.graph import Graph
from faier.engines.dominance import Effort, Purse, prune
from faier.engines.search_vectors import INTEGERS, Shape, Vector, vector
from faier.limits import Limits

PASSES = 60


class Covers:
    """`kept[n]` are the vectors of node n so far."""

    def __init__(self, words: Compared, limits: Limits) -> None:
        self.words, self.graph, self.limits = words, words.graph, limits
        self.endless = cyclic(self.graph)
        self.effort = Effort(INTEGERS, True, limits, Purse())
        self.numbers = count()
        self.kept: list[tuple[Vector, ...]] = [() for _ in self.graph.nodes]

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

    def steps(self, place: int) -> list[list[list[object]]]:
        """The multipliers for every word that the checker asks about."""
        wanted = [self._shape(item) for item in self._wanted(place)]
        known = {item.shape: at for at, item in enumerate(self.kept[place])}
        numbers = {item.identity: at for at, item in enumerate(self.kept[place])}
        fresh = {shape: vector(next(self.numbers), place, shape, INTEGERS) for shape, _ in wanted if shape not in known}
        pruned = prune(self.kept[place], [item for shape, item in fresh.items() if shape.left], self.effort)
        self.limits.check()
        found: list[list[list[object]]] = []
        for shape, scale in wanted:
            terms: list[tuple[int, Fraction]] = []
            if shape in known:
                terms = [(known[shape], scale)]
            elif shape.left:
                reason = pruned.covers.get(fresh[shape].identity)
                if reason is None or any(identity not in numbers for identity, _ in reason.terms):
                    raise Unwritten("a vector is not covered")
                terms = [
                    (numbers[at], scale * Fraction(int(amount), int(reason.divisor))) for at, amount in reason.terms
                ]
            found.append([[at, f"{amount.numerator}/{amount.denominator}"] for at, amount in terms])
        return found

    def written(self, place: int) -> list[list[list[int]]]:
        node = self.graph.nodes[place]
        sizes = len(node.left), len(node.right)
        return [[[int(part) for part in side] for side in _exact(item, *sizes)] for item in self.kept[place]]

    def _extend(self, place: int) -> bool:
        self.limits.check()
        known = {item.shape for item in self.kept[place]}
        shapes = {
            shape: None for shape, _ in map(self._shape, self._wanted(place)) if shape.left and shape not in known
        }
        fresh = [vector(next(self.numbers), place, shape, INTEGERS) for shape in shapes]
        pruned = prune(self.kept[place], fresh, self.effort)
        self.limits.check()
        new = {item.identity for item in pruned.kept} != {item.identity for item in self.kept[place]}
        self.kept[place] = pruned.kept
        return new

    def _wanted(self, place: int) -> list[Exact]:
        node = self.graph.nodes[place]
        found = empty_words(node, self.words.finals[place], self.graph.length, self.endless)
        for edge in node.edges:
            target = self.graph.nodes[edge.target]
            for item in self.kept[edge.target]:
                found.append(image(edge, _exact(item, len(target.left), len(target.right))))
        return found

    def _shape(self, item: Exact) -> tuple[Shape, Fraction]:
        """The vector as integers without a common factor, and what they must be multiplied by."""
        below = lcm(*(part.denominator for side in item for part in side), 1)
        amounts = [[int(part * below) for part in side] for side in item]
        common = gcd(*amounts[0], *amounts[1]) or 1
        places = [tuple(at for at, amount in enumerate(side) if amount) for side in amounts]
        left, right = (tuple(side[at] // common for at in at_) for side, at_ in zip(amounts, places, strict=True))
        return Shape(places[0], left, places[1], right), Fraction(common, below)


def covers(words: Compared, limits: Limits) -> dict[str, object]:
    """The proof that covers these words."""
    made = Covers(words, limits)
    made.close()
    places = range(len(words.graph.nodes))
    return {"kind": "cover", "vectors": [made.written(at) for at in places], "steps": [made.steps(at) for at in places]}


def _exact(item: Vector, left: int, right: int) -> Exact:
    sides = []
    for places, amounts, size in (
        (item.shape.left_places, item.shape.left, left),
        (item.shape.right_places, item.shape.right, right),
    ):
        known = dict(zip(places, amounts, strict=True))
        sides.append(tuple(Fraction(int(known.get(at, 0))) for at in range(size)))
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
