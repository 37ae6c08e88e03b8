"""A pair with unknowns, on a box of their values -> a pair in rational numbers whose factor is no less.

On a box every weight is a mixture of its Bernstein coefficients, and the shares of the mixture are the same for all
weights of a letter, on both sides, once these are written with the same degrees. So an edge becomes several, one for
each Bernstein polynomial, whose rows are the coefficients; a word's two weights become sums over the new words, with
the same shares, and the greatest factor of the new words bounds that of the old one at every point of the box. The
pairs are for bounds from above alone: the new edges of one letter all carry it.

A word that stops at a node whose runs go on, and end, needs no bound of its own: it is the sum of those that go on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import TypeAlias

from flint import fmpq

from faier.exact import ONE, ZERO, Number, Symbolic, coefficients, substitute
from faier.exact.bernstein import Box, bernstein
from faier.hmm.model import Edge, EndLetter, Node, Pair, TellLetter
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

Terms: TypeAlias = Mapping[tuple[int, ...], fmpq]
Vector: TypeAlias = dict[int, Number]

# More edges than this for one letter are not made.
_EDGES = 400

_STOP = EndLetter()


def unrolled(pair: Pair, length: int, limits: Limits) -> tuple[Pair, frozenset[int]]:
    """The same words as far as they show at most `length` values, without cycles; and the nodes at which some go on."""
    numbers = {(pair.start, 0): 0}
    places = [(pair.start, 0)]
    nodes: list[Node] = []
    cut: set[int] = set()
    for at, shown in places:
        limits.check()
        edges = []
        for edge in pair.nodes[at].edges:
            after = edge.target, shown + isinstance(edge.letter, TellLetter)
            if after[1] > length:
                cut.add(len(nodes))
                continue
            if after not in numbers:
                numbers[after] = len(places)
                places.append(after)
                if len(places) > limits.states:
                    raise LimitReached("states", f"more than {limits.states} nodes of the paired model")
            edges.append(replace(edge, target=numbers[after]))
        nodes.append(replace(pair.nodes[at], edges=tuple(edges)))
    return replace(pair, nodes=tuple(nodes), start=0), frozenset(cut)


def at_point(pair: Pair, values: Mapping[str, fmpq]) -> Pair:
    """The pair at values of its unknowns."""
    known: dict[Number, Number] = {}

    def at(number: Number) -> Number:
        if not isinstance(number, Symbolic):
            return number
        found = known.get(number)
        if found is None:
            found = known[number] = substitute(number, values)
        return found

    def row(weights: Row) -> Row:
        return tuple((state, value) for state, weight in weights if (value := at(weight)) != 0)

    nodes = tuple(
        Node(
            node.kind,
            tuple(map(at, node.left_final)),
            tuple(map(at, node.right_final)),
            tuple(
                Edge(edge.letter, edge.target, tuple(map(row, edge.left)), tuple(map(row, edge.right)))
                for edge in node.edges
            ),
        )
        for node in pair.nodes
    )
    masses = at(pair.left_mass), at(pair.right_mass)
    return replace(
        pair, nodes=nodes, left=row(pair.left), right=row(pair.right), left_mass=masses[0], right_mass=masses[1]
    )


@dataclass(frozen=True)
class Coefficients:
    """What is known of weights, of whatever pairs: their terms, and their Bernstein coefficients on a box."""

    terms: dict[Number, Terms] = field(default_factory=dict)
    spread: dict[tuple[Box, tuple[int, ...]], dict[Number, tuple[fmpq, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Spreading:
    """A pair whose weights are polynomials of the unknowns `names`, on boxes. Words may stop at the nodes `open`,
    though some go on; elsewhere they are the sums of their continuations, which end."""

    pair: Pair
    names: Sequence[str]
    open: Collection[int]
    known: Coefficients

    def on(self, box: Box, limits: Limits) -> Pair | None:
        """None: a coefficient is negative, or a weight is no polynomial with rational coefficients."""
        try:
            return self._on(box, limits)
        except (_Negative, ValueError):
            return None

    def _on(self, box: Box, limits: Limits) -> Pair:
        pair, size = self.pair, len(self.pair.nodes)
        finals: list[tuple[tuple[Number, ...], tuple[Number, ...]]] = []
        edges: list[list[Edge]] = []
        for at, node in enumerate(pair.nodes):
            limits.check()
            found: list[Edge] = []
            for edge in node.edges:
                matrices = [dict(row) for row in edge.left], [dict(row) for row in edge.right]
                found += self._edges(matrices, box, edge.target, edge)
            ends = node.left_final, node.right_final
            if any(isinstance(final, Symbolic) for final in (*ends[0], *ends[1])):
                if not node.edges or at in self.open:
                    stops = [{0: final} for final in ends[0]], [{0: final} for final in ends[1]]
                    found += self._edges(stops, box, size, None)
                ends = (ZERO,) * len(ends[0]), (ZERO,) * len(ends[1])
            finals.append(ends)
            edges.append(found)
        begin = (
            [{state: weight * pair.right_mass for state, weight in pair.left}],
            [{state: weight * pair.left_mass for state, weight in pair.right}],
        )
        starts = self._edges(begin, box, pair.start, None)
        nodes = [
            Node(node.kind, ends[0], ends[1], tuple(found))
            for node, ends, found in zip(pair.nodes, finals, edges, strict=True)
        ]
        nodes += [Node("ended", (ONE,), (ONE,), ()), Node("ask", (ZERO,), (ZERO,), tuple(starts))]
        unit: Row = ((0, ONE),)
        return Pair(tuple(nodes), size + 1, unit, unit, ONE, ONE)

    def _edges(
        self,
        matrices: tuple[list[Vector], list[Vector]],
        box: Box,
        target: int,
        edge: Edge | None,
    ) -> Iterable[Edge]:
        """One edge for each Bernstein polynomial of the degrees that the weights need."""
        weights = {weight for matrix in matrices for row in matrix for weight in row.values()}
        if edge is not None and not any(isinstance(weight, Symbolic) for weight in weights):
            return [edge]
        letter = _STOP if edge is None else edge.letter
        degrees = tuple(
            max((exponents[axis] for weight in weights for exponents in self._terms(weight)), default=0)
            for axis in range(len(self.names))
        )
        count = prod(degree + 1 for degree in degrees)
        if count > _EDGES:
            raise ValueError(f"degrees {degrees}")
        known = self.known.spread.setdefault((box, degrees), {})
        for weight in weights:
            if weight not in known:
                known[weight] = tuple(_spread(self._terms(weight), degrees, box))
        found: dict[tuple[tuple[Row, ...], tuple[Row, ...]], Edge] = {}
        for number in range(count):
            left, right = (
                tuple(
                    tuple((state, share) for state, weight in row.items() if (share := known[weight][number]))
                    for row in matrix
                )
                for matrix in matrices
            )
            found.setdefault((left, right), Edge(letter, target, left, right))
        return found.values()

    def _terms(self, weight: Number) -> Terms:
        found = self.known.terms.get(weight)
        if found is None:
            found = {}
            for exponents, value in coefficients(weight, self.names).items():
                if not isinstance(value, fmpq):
                    raise ValueError("a coefficient is not rational")
                found[exponents] = value
            self.known.terms[weight] = found
        return found


class _Negative(Exception):
    """A Bernstein coefficient is negative: halve the box."""


def _spread(terms: Terms, degrees: tuple[int, ...], box: Box) -> list[fmpq]:
    """The Bernstein coefficients on the box, in these degrees."""
    form = bernstein(terms or {(0,) * len(degrees): ZERO}, box)
    values = [fmpq(coefficient, form.scale) for coefficient in form.coefficients]
    if min(values) < 0:
        raise _Negative
    sizes = [degree + 1 for degree in form.degrees]
    for axis, degree in enumerate(degrees):
        while sizes[axis] <= degree:
            values = _raised(values, sizes, axis)
            sizes[axis] += 1
    return values


def _raised(values: list[fmpq], sizes: list[int], axis: int) -> list[fmpq]:
    """The coefficients of the same polynomial in one degree more: each is between two neighbors of before."""
    old, new = sizes[axis], sizes[axis] + 1
    stride = prod(sizes[axis + 1 :])
    found = []
    for outer, index, inner in product(range(prod(sizes[:axis])), range(new), range(stride)):
        share, total = fmpq(index, old), ZERO
        if index > 0:
            total += share * values[(outer * old + index - 1) * stride + inner]
        if index < old:
            total += (1 - share) * values[(outer * old + index) * stride + inner]
        found.append(total)
    return found
