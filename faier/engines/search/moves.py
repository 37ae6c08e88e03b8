"""What a letter makes of where one side may be: beliefs, moved one letter further.

A belief lists the states that are possible after a word, with weights up to one scale. A run whose state the word
tells is at that state with weight 1, so words after which the same holds meet in the same belief.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from faier.engines.search.amounts import UNIT, Amounts
from faier.exact import Number
from faier.hmm.model import Edge, Pair
from faier.limits import Limits
from faier.semantics.process import Row

Belief: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a state and the number of its weight, states ascending."""

Moved: TypeAlias = dict[int, tuple[int, int]]
"""By the number of a move: the weight that is taken out, and the number of the belief after it."""


@dataclass(eq=False)
class Side:
    """The moves of one side. A move is a matrix of a node; edges that share the matrix share the move."""

    pair: Pair
    right: bool
    amounts: Amounts
    limits: Limits
    beliefs: list[Belief] = field(default_factory=list)
    numbers: dict[Belief, int] = field(default_factory=dict)
    moves: dict[int, tuple[int, ...]] = field(default_factory=dict)
    outgoing: dict[int, list[list[tuple[int, Row]]]] = field(default_factory=dict)
    moved: dict[tuple[int, int], Moved] = field(default_factory=dict)
    rows: dict[int, tuple[int, int]] = field(default_factory=dict)
    masses: dict[int, int] = field(default_factory=dict)

    def start(self) -> tuple[int, int] | None:
        """The weight and the belief of the empty word; None if it is impossible on this side."""
        row = self.pair.right if self.right else self.pair.left
        return self._row(row) if row else None

    def matrix(self, edge: Edge) -> tuple[Row, ...]:
        return edge.right if self.right else edge.left

    def moves_of(self, place: int) -> tuple[int, ...]:
        """For each edge of a node the number of its move."""
        found = self.moves.get(place)
        if found is None:
            numbers: dict[int, int] = {}
            edges = self.pair.nodes[place].edges
            found = tuple(numbers.setdefault(id(self.matrix(edge)), len(numbers)) for edge in edges)
            self.moves[place] = found
            table: list[list[tuple[int, Row]]] = [[] for _ in self._states(place)]
            done: set[int] = set()
            for number, edge in zip(found, edges, strict=True):
                if number not in done:
                    done.add(number)
                    self.limits.check()
                    for state, row in enumerate(self.matrix(edge)):
                        if row:
                            table[state].append((number, row))
            self.outgoing[place] = table
        return found

    def after(self, place: int, belief: int) -> Moved:
        """The moves that are possible at a node in a belief."""
        found = self.moved.get((place, belief))
        if found is None:
            found = self.moved[place, belief] = self._after(place, self.beliefs[belief])
        return found

    def _after(self, place: int, belief: Belief) -> Moved:
        self.moves_of(place)
        table = self.outgoing[place]
        sources: dict[int, list[tuple[int, Row]]] = {}
        for state, weight in belief:
            for number, row in table[state]:
                sources.setdefault(number, []).append((weight, row))
        return {number: self._added(found) for number, found in sources.items()}

    def _added(self, sources: list[tuple[int, Row]]) -> tuple[int, int]:
        """The weight that is taken out of weighted rows, and the number of the belief that is left of their sum."""
        amounts = self.amounts
        if len(sources) == 1:
            ((weight, row),) = sources
            factor, found = self._row(row)
            return amounts.times(weight, factor), found
        into: dict[int, int] = {}
        for weight, row in sources:
            for target, share in row:
                added = amounts.times(weight, amounts.number(share))
                into[target] = amounts.plus(into[target], added) if target in into else added
        total = None
        for weight in into.values():
            total = weight if total is None else amounts.plus(total, weight)
        assert total is not None
        return total, self._number(
            tuple(sorted((state, amounts.over(weight, total)) for state, weight in into.items()))
        )

    def _row(self, row: Row) -> tuple[int, int]:
        """A row as a belief; one of several states keeps its weights, which are those of a state's sure next step."""
        found = self.rows.get(id(row))
        if found is None:
            numbers = [(state, self.amounts.number(weight)) for state, weight in row]
            if len(numbers) == 1:
                found = numbers[0][1], self._number(((numbers[0][0], UNIT),))
            else:
                found = UNIT, self._number(tuple(numbers))
            self.rows[id(row)] = found
        return found

    def chances(self, place: int, belief: int) -> dict[int, int]:
        """The weight of each move that is possible at a node in a belief; what follows it is looked at elsewhere."""
        self.moves_of(place)
        table, amounts = self.outgoing[place], self.amounts
        found: dict[int, int] = {}
        for state, weight in self.beliefs[belief]:
            for number, row in table[state]:
                for _, share in row:
                    chance = amounts.times(weight, amounts.number(share))
                    found[number] = amounts.plus(found[number], chance) if number in found else chance
        return found

    def mass(self, belief: int) -> int:
        """The sum of the weights of a belief."""
        found = self.masses.get(belief)
        if found is None:
            (_, found), *others = self.beliefs[belief]
            for _, weight in others:
                found = self.amounts.plus(found, weight)
            self.masses[belief] = found
        return found

    def _states(self, place: int) -> tuple[Number, ...]:
        node = self.pair.nodes[place]
        return node.right_final if self.right else node.left_final

    def _number(self, belief: Belief) -> int:
        found = self.numbers.setdefault(belief, len(self.beliefs))
        if found == len(self.beliefs):
            self.beliefs.append(belief)
        return found
