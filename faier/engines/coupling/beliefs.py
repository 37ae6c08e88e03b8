"""A pair -> the same words over other states: what a row leads to is one state, not several.

A state of the new pair is a distribution over states of the old one (a belief): a row of some matrix, scaled to
sum 1, or the start. In the process of a mechanism a state is about to show one value, so two beliefs can be compared
where their states cannot: couplings need that. Done twice, beliefs look one letter further ahead. Words keep their
weights exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from flint import fmpq

from faier.hmm.model import Edge, Node, Pair
from faier.limits import Limits
from faier.semantics.process import Row

Exact: TypeAlias = tuple[tuple[int, fmpq], ...]


@dataclass(frozen=True)
class Believed:
    """`left[g][i]` is belief i of node g, over the states of the pair that was given first."""

    pair: Pair
    left: tuple[tuple[Row, ...], ...]
    right: tuple[tuple[Row, ...], ...]


def plain(pair: Pair) -> Believed:
    """Each state as its own belief."""
    units = [
        (tuple(((s, fmpq(1)),) for s in range(len(node.left_final))), len(node.right_final)) for node in pair.nodes
    ]
    right = tuple(tuple(((s, fmpq(1)),) for s in range(size)) for _, size in units)
    return Believed(pair, tuple(left for left, _ in units), right)


def further(believed: Believed, most: int, limits: Limits) -> Believed | None:
    """Beliefs one step further; None if a node would have more than `most`. All weights must be rational."""
    pair = believed.pair
    left = _side(pair, False, most, limits)
    right = _side(pair, True, most, limits)
    if left is None or right is None:
        return None
    nodes = []
    for place, node in enumerate(pair.nodes):
        edges = tuple(
            Edge(edge.letter, edge.target, left.rows[place, number], right.rows[place, number])
            for number, edge in enumerate(node.edges)
        )
        finals = _finals(left, node.left_final, place), _finals(right, node.right_final, place)
        nodes.append(Node(node.kind, finals[0], finals[1], edges))
    again = replace(pair, nodes=tuple(nodes), left=left.start, right=right.start)
    return Believed(again, _composed(left, believed.left), _composed(right, believed.right))


@dataclass
class _Side:
    beliefs: list[dict[Exact, int]]
    start: Exact = ()
    rows: dict[tuple[int, int], tuple[Exact, ...]] = field(default_factory=dict)

    def number(self, place: int, row: Row) -> tuple[tuple[int, fmpq], ...]:
        """The row as a multiple of one belief."""
        exact = tuple((state, weight) for state, weight in row if isinstance(weight, fmpq))
        total = sum((weight for _, weight in exact), fmpq(0))
        if total == 0:
            return ()
        belief = tuple((state, weight / total) for state, weight in exact)
        return ((self.beliefs[place].setdefault(belief, len(self.beliefs[place])), total),)


def _side(pair: Pair, right: bool, most: int, limits: Limits) -> _Side | None:
    side = _Side([{} for _ in pair.nodes])
    side.start = side.number(pair.start, pair.right if right else pair.left)
    waiting = {pair.start}
    done = [0] * len(pair.nodes)
    known: dict[tuple[int, int], dict[int, Exact]] = {}
    while waiting:
        place = waiting.pop()
        for belief in list(side.beliefs[place])[done[place] :]:
            for number, edge in enumerate(pair.nodes[place].edges):
                limits.spend(100 * (1 + len(belief)))
                table = edge.right if right else edge.left
                rows = known.setdefault((place, number), {})
                total: dict[int, fmpq] = {}
                for state, weight in belief:
                    if state not in rows:
                        rows[state] = side.number(edge.target, table[state])
                    for onward, chance in rows[state]:
                        total[onward] = total.get(onward, fmpq(0)) + weight * chance
                side.rows[place, number] = (*side.rows.get((place, number), ()), tuple(sorted(total.items())))
                if len(side.beliefs[edge.target]) > done[edge.target]:
                    waiting.add(edge.target)
            done[place] += 1
        if len(side.beliefs[place]) > most:
            return None
    for place, node in enumerate(pair.nodes):
        for number in range(len(node.edges)):
            side.rows.setdefault((place, number), ())
    return side


def _finals(side: _Side, finals: tuple[object, ...], place: int) -> tuple[fmpq, ...]:
    found = []
    for belief in side.beliefs[place]:
        total = fmpq(0)
        for state, weight in belief:
            final = finals[state]
            assert isinstance(final, fmpq)
            total += weight * final
        found.append(total)
    return tuple(found)


def _composed(side: _Side, before: tuple[tuple[Row, ...], ...]) -> tuple[tuple[Row, ...], ...]:
    """The beliefs over the states of the first pair."""
    nodes = []
    for place, beliefs in enumerate(side.beliefs):
        rows = []
        for belief in beliefs:
            total: dict[int, fmpq] = {}
            for state, weight in belief:
                for inner, share in before[place][state]:
                    assert isinstance(share, fmpq)
                    total[inner] = total.get(inner, fmpq(0)) + weight * share
            rows.append(tuple(sorted(total.items())))
        nodes.append(tuple(rows))
    return tuple(nodes)
