"""A pair -> the same pair with other weights: on the unit cube of its unknowns, or between rationals.

Matrices that are one object stay one object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from flint import fmpq

from faier.engines.algebra.domain import Domain
from faier.exact import Number, Symbolic, bounds, generators
from faier.exact.generators import Unknown
from faier.hmm.model import Edge, Node, Pair
from faier.semantics.process import Row

# Digits to which weights are enclosed that are not rational.
DIGITS = 40

Change: TypeAlias = Callable[[Number], Number]


def on_cube(pair: Pair, domain: Domain) -> Pair:
    """The pair with its weights as functions of the unit variables."""
    if not domain.variables:
        return pair
    return _changed(pair, domain.unit, domain.unit)


def enclosed(pair: Pair) -> Pair | None:
    """The pair with rational weights: on the left at least, on the right at most, those of the given one. If no
    word of it exceeds c, none of the given one does. None where weights hold unknowns."""
    strange = irrational(pair)
    if any(isinstance(one, Unknown) for weight in strange for one in generators(weight)):
        return None
    return _changed(pair, _above, _below) if strange else pair


def irrational(pair: Pair) -> list[Number]:
    """Every weight of the pair that is not rational."""
    return list(dict.fromkeys(weight for weight in pair.weights() if isinstance(weight, Symbolic)))


def _above(weight: Number) -> fmpq:
    return bounds(weight, DIGITS)[1]


def _below(weight: Number) -> fmpq:
    return max(bounds(weight, DIGITS)[0], fmpq(0))


def _changed(pair: Pair, left: Change, right: Change) -> Pair:
    """The weights of the left side, with the right mass that they are multiplied with, and those of the right."""
    sides = (_Side(left), _Side(right))

    def edge(given: Edge) -> Edge:
        return replace(given, left=sides[0].matrix(given.left), right=sides[1].matrix(given.right))

    def node(given: Node) -> Node:
        return replace(
            given,
            left_final=sides[0].column(given.left_final),
            right_final=sides[1].column(given.right_final),
            edges=tuple(map(edge, given.edges)),
        )

    return replace(
        pair,
        nodes=tuple(map(node, pair.nodes)),
        left=sides[0].row(pair.left),
        right=sides[1].row(pair.right),
        left_mass=right(pair.left_mass),
        right_mass=left(pair.right_mass),
    )


class _Side:
    """One side's weights, each changed once."""

    def __init__(self, change: Change) -> None:
        self.change = change
        self.known: dict[Number, Number] = {}
        self.matrices: dict[int, tuple[Row, ...]] = {}

    def number(self, weight: Number) -> Number:
        if not isinstance(weight, Symbolic):
            return weight
        if weight not in self.known:
            self.known[weight] = self.change(weight)
        return self.known[weight]

    def row(self, given: Row) -> Row:
        changed = ((target, self.number(weight)) for target, weight in given)
        return tuple((target, weight) for target, weight in changed if weight != 0)

    def column(self, given: tuple[Number, ...]) -> tuple[Number, ...]:
        return tuple(map(self.number, given))

    def matrix(self, given: tuple[Row, ...]) -> tuple[Row, ...]:
        """The pair that is changed keeps the given one, so its id stays its own."""
        if id(given) not in self.matrices:
            self.matrices[id(given)] = tuple(map(self.row, given))
        return self.matrices[id(given)]
