"""Pairs without cycles -> factors that none of their words exceeds; what pairs have in common is done once.

As in `coupling`, a bound says for beliefs a and b of a node that left(a, w) <= bound * right(b, w) for every word w
from it, and the bounds of a node come from those of the nodes that its edges lead to, each checked when it is found.
Two things make long time series cheap, whose secret may be at any of many places:

- Nodes with the same future are one, of whatever pairs they are.
- Where every word passes a node at which each side has one belief only, a word's weight is that of its beginning times
  that of its rest, so bounds multiply and either part is a pair of its own. The secret state of a Markov chain is such
  a node: what follows it looks alike for every place of the secret, counted from the end, and what comes before it,
  counted from the secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from flint import fmpq

from faier.engines.coupling.check import Amounts, Coupling, carries
from faier.engines.coupling.engine import shortened
from faier.engines.coupling.flows import RATIONALS, cheapest, steps
from faier.hmm.model import Pair
from faier.limits import Limits
from faier.semantics.process import Row

ZERO, ONE = fmpq(0), fmpq(1)

Belief: TypeAlias = tuple[tuple[int, fmpq], ...]
"""Shares of the states of a node; they sum to 1."""

Scaled: TypeAlias = tuple[int, fmpq] | None
"""A row of weights: the number of a belief, and how much of it (None: nothing)."""

Key: TypeAlias = tuple[int, ...]
"""Exact numbers and states in a row, as integers: fractions are slow to look up."""

Sought: TypeAlias = tuple[int, int, int]
"""A node, and a belief of either side there."""


Table: TypeAlias = tuple[tuple[fmpq | None, ...], ...]


@dataclass(frozen=True)
class _Step:
    """An edge: for each state of either side the number of its row."""

    target: int
    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True)
class _Place:
    """A node without its letters."""

    left_final: tuple[fmpq, ...]
    right_final: tuple[fmpq, ...]
    steps: tuple[_Step, ...]


# The end of a part: one state on either side. Its belief has the number 0 too.
_CUT = _Place((ONE,), (ONE,), ())
_ALL: Belief = ((0, ONE),)


@dataclass
class Common:
    """What is known of the pairs so far. Places are numbered, each behind those that its steps lead to; so are beliefs,
    and rows, the empty one first."""

    places: list[_Place] = field(default_factory=lambda: [_CUT])
    numbers: dict[tuple[Key, Key, tuple[_Step, ...]], int] = field(default_factory=dict)
    beliefs: list[Belief] = field(default_factory=lambda: [_ALL])
    known: dict[Belief, int] = field(default_factory=lambda: {_ALL: 0})
    rows: list[Scaled] = field(default_factory=lambda: [None])
    keys: dict[Key, int] = field(default_factory=lambda: {(): 0})
    bounds: dict[Sought, fmpq | None] = field(default_factory=lambda: {(0, 0, 0): ONE})
    flows: dict[Sought, tuple[Amounts, ...]] = field(default_factory=dict)

    def factor(self, pair: Pair, limits: Limits) -> fmpq | None:
        """None: there is a cycle, or no bound was found. Weights must be rational."""
        order = forward_order(pair)
        matrices = _Matrices(self)
        left, right = self.rows[self.row(pair.left)], self.rows[self.row(pair.right)]
        if order is None or left is None or right is None:
            return None
        (a, supply), (b, room) = left, right
        found = supply / room * _rational(pair.right_mass) / _rational(pair.left_mass)
        for part in reversed(self._parts(pair, matrices, order, a, b)):
            bound = self.bound(self._enter(pair, matrices, part), part.left, part.right, limits)
            if bound is None:
                return None
            found *= bound
        return found

    def _parts(self, pair: Pair, matrices: _Matrices, order: tuple[int, ...], a: int, b: int) -> list[_Part]:
        """The pair, cut where it can be."""
        into: dict[int, tuple[set[int], set[int]]] = {at: (set(), set()) for at in order}
        for at in order:
            for edge in pair.nodes[at].edges:
                for seen, rows in zip(into[edge.target], (edge.left, edge.right), strict=True):
                    seen.update(row[0] for number in matrices.rows(rows) if (row := self.rows[number]) is not None)
        position = {at: number for number, at in enumerate(order)}
        found: list[_Part] = []
        begun, furthest = 0, 0
        for number, at in enumerate(order):
            lefts, rights = into[at]
            node = pair.nodes[at]
            if begun < number == furthest and len(lefts) == 1 and len(rights) == 1 and node.edges:
                (left,), (right,) = lefts, rights
                finals = _numbers(node.left_final), _numbers(node.right_final)
                masses = _dot(self.beliefs[left], finals[0]), _dot(self.beliefs[right], finals[1])
                if masses[0] and masses[1]:
                    found.append(_Part(order[begun:number], a, b, at, masses[0], masses[1]))
                    begun, a, b = number, left, right
            furthest = max([furthest, *(position[edge.target] for edge in node.edges)]) if node.edges else len(order)
        return [*found, _Part(order[begun:], a, b)]

    def _enter(self, pair: Pair, matrices: _Matrices, part: _Part) -> int:
        """The number of the part's first node, after all of its nodes."""
        numbers: dict[int, int] = {}
        for at in reversed(part.nodes):
            node = pair.nodes[at]
            found = []
            for edge in node.edges:
                left, right = matrices.rows(edge.left), matrices.rows(edge.right)
                if edge.target == part.end:
                    found.append(_Step(0, self._whole(left), self._whole(right)))
                else:
                    found.append(_Step(numbers[edge.target], left, right))
            finals = _shares(node.left_final, part.left_mass), _shares(node.right_final, part.right_mass)
            key = _key(enumerate(finals[0])), _key(enumerate(finals[1])), tuple(found)
            number = numbers[at] = self.numbers.setdefault(key, len(self.places))
            if number == len(self.places):
                self.places.append(_Place(finals[0], finals[1], tuple(found)))
        return numbers[part.nodes[0]]

    def row(self, row: Row) -> int:
        key = _key(row)
        number = self.keys.get(key)
        if number is None:
            number = self.keys[key] = len(self.rows)
            total = sum((_rational(weight) for _, weight in row), ZERO)
            belief = tuple((state, _rational(weight) / total) for state, weight in row)
            self.rows.append((self._number(belief), total))
        return number

    def _whole(self, rows: tuple[int, ...]) -> tuple[int, ...]:
        """The rows to a node with one belief, as rows to the end of a part."""
        found = [self.rows[number] for number in rows]
        return tuple(0 if row is None else self.row(((0, row[1]),)) for row in found)

    def _number(self, belief: Belief) -> int:
        number = self.known.setdefault(belief, len(self.beliefs))
        if number == len(self.beliefs):
            self.beliefs.append(belief)
        return number

    def place(self, steps: Iterable[tuple[int, Iterable[Row], Iterable[Row]]], sizes: tuple[int, int]) -> int:
        """A new place whose words all go on, by rows to places that are known."""
        made = (_Step(at, tuple(map(self.row, left)), tuple(map(self.row, right))) for at, left, right in steps)
        self.places.append(_Place((ZERO,) * sizes[0], (ZERO,) * sizes[1], tuple(made)))
        return len(self.places) - 1

    def bound(self, place: int, a: int, b: int, limits: Limits) -> fmpq | None:
        """Bounds that are not known yet are found in the order of the places' numbers."""
        needed: dict[Sought, list[_Flowing]] = {}
        waiting: list[Sought] = [(place, a, b)]
        while waiting:
            sought = waiting.pop()
            if sought in self.bounds or sought in needed:
                continue
            needed[sought] = [
                _Flowing(step.target, self._sum(step.left, sought[1]), self._sum(step.right, sought[2]))
                for step in self.places[sought[0]].steps
            ]
            for one in needed[sought]:
                waiting += product((one.target,), one.supply, one.room)
        for sought in sorted(needed):
            self.bounds[sought] = self._found(sought, needed[sought], limits)
        return self.bounds[place, a, b]

    def _sum(self, rows: tuple[int, ...], belief: int) -> dict[int, fmpq]:
        """Where the belief leads: so much of each belief there."""
        after: dict[int, fmpq] = {}
        for state, share in self.beliefs[belief]:
            row = self.rows[rows[state]]
            if row is not None:
                after[row[0]] = after.get(row[0], ZERO) + share * row[1]
        return after

    def _found(self, sought: Sought, moves: Sequence[_Flowing], limits: Limits) -> fmpq | None:
        place = self.places[sought[0]]
        ends = _dot(self.beliefs[sought[1]], place.left_final), _dot(self.beliefs[sought[2]], place.right_final)
        if ends[0] and not ends[1]:
            return None
        bound = ends[0] / ends[1] if ends[0] else ZERO
        flows: list[tuple[_Flowing, Table, Amounts]] = []
        for move in moves:
            supply, room = tuple(enumerate(move.supply.values())), tuple(enumerate(move.room.values()))
            table = tuple(tuple(self.bounds[move.target, a, b] for b in move.room) for a in move.supply)
            limits.spend(2 * steps(supply, room, RATIONALS))
            flow = cheapest(supply, room, table, RATIONALS)
            if flow is None:
                return None
            bound = max(bound, flow.factor)
            flows.append((move, table, flow.amounts))
        bound = shortened(bound)
        for move, table, amounts in flows:
            lefts, rights = self._rows_of(move.supply), self._rows_of(move.room)
            step = Coupling(bound, (lefts,), (rights,), (table,), (), amounts)
            if not carries(self._states(move.supply), self._states(move.room), amounts, step, 0, bound):
                return None
        self.flows[sought] = tuple(_flowed(move, amounts) for move, _, amounts in flows)
        return bound

    def _rows_of(self, beliefs: Iterable[int]) -> tuple[Row, ...]:
        return tuple(self.beliefs[number] for number in beliefs)

    def _states(self, amounts: dict[int, fmpq]) -> dict[int, fmpq]:
        found: dict[int, fmpq] = {}
        for belief, amount in amounts.items():
            for state, share in self.beliefs[belief]:
                found[state] = found.get(state, ZERO) + amount * share
        return found


@dataclass
class _Matrices:
    """The numbers of the rows of a pair's matrices; edges share some of these."""

    common: Common
    known: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def rows(self, matrix: tuple[Row, ...]) -> tuple[int, ...]:
        found = self.known.get(id(matrix))
        if found is None:
            found = self.known[id(matrix)] = tuple(map(self.common.row, matrix))
        return found


@dataclass(frozen=True)
class _Flowing:
    """What comes to a place on either side: so much of each belief."""

    target: int
    supply: dict[int, fmpq]
    room: dict[int, fmpq]


def _flowed(move: _Flowing, amounts: Amounts) -> Amounts:
    """How much of each pair of beliefs the step leads to."""
    lefts, rights = tuple(move.supply), tuple(move.room)
    return tuple((lefts[i], rights[j], amount) for i, j, amount in amounts)


@dataclass(frozen=True)
class _Part:
    """Nodes from one that all words pass to the next such, `end` (None: to the end), in their order. Each side begins
    with one belief, and what follows the part weighs `left_mass` and `right_mass` in all."""

    nodes: tuple[int, ...]
    left: int
    right: int
    end: int | None = None
    left_mass: fmpq = ONE
    right_mass: fmpq = ONE


def forward_order(pair: Pair) -> tuple[int, ...] | None:
    """The nodes that can be reached, each before those that its edges lead to; None if there is a cycle."""
    into = [0] * len(pair.nodes)
    seen, waiting = {pair.start}, [pair.start]
    while waiting:
        for edge in pair.nodes[waiting.pop()].edges:
            into[edge.target] += 1
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    order, free = [], [pair.start] if not into[pair.start] else []
    while free:
        order.append(free.pop())
        for edge in pair.nodes[order[-1]].edges:
            into[edge.target] -= 1
            if not into[edge.target]:
                free.append(edge.target)
    return tuple(order) if len(order) == len(seen) else None


def _key(row: Iterable[tuple[int, object]]) -> Key:
    found: list[int] = []
    for state, weight in row:
        exact = _rational(weight)
        found += (state, int(exact.p), int(exact.q))
    return tuple(found)


def _shares(finals: tuple[object, ...], mass: fmpq) -> tuple[fmpq, ...]:
    return _numbers(finals) if mass == 1 else tuple(final / mass for final in _numbers(finals))


def _numbers(finals: Iterable[object]) -> tuple[fmpq, ...]:
    return tuple(map(_rational, finals))


def _dot(belief: Belief, finals: tuple[fmpq, ...]) -> fmpq:
    return sum((share * finals[state] for state, share in belief), ZERO)


def _rational(number: object) -> fmpq:
    assert isinstance(number, fmpq)
    return number
