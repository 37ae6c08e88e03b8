"""Does a coupling prove its factor? Every inequality, in exact rationals; shares no code with what finds couplings.

Write left(u, w) for the weight of word w from the row vector u of left states of a node, right(v, w) likewise. The
proof lists such vectors for every node, `left_beliefs` and `right_beliefs`, and bounds U(u, v) with

    left(u, w) <= U(u, v) * right(v, w)      for every word w from the node, by induction on w.

For the empty word that is an inequality of finals. For an edge with matrices A and B, a flow over pairs of beliefs
(u', v') of its target has u A <= sum of flow * u' and sum of flow * U(u', v') * v' <= U(u, v) * v B, at every
state. The start flow does the same for the start of the pair. All weights are nonnegative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from faier.exact import Number
from faier.hmm.model import Pair
from faier.semantics.process import Row

ZERO = fmpq(0)

Amounts = tuple[tuple[int, int, fmpq], ...]
Beliefs = tuple[tuple[Row, ...], ...]


@dataclass(frozen=True)
class Coupling:
    """No word of the pair, however long, has a factor above `factor`.

    `bounds[g][i][j]` is U for the beliefs i and j of node g (None: not known). `flows[g][edge][i][j]` is the flow
    that shows it (None where the bound is None): (i', j', amount), numbering the beliefs of the target.
    """

    factor: fmpq
    left_beliefs: Beliefs
    right_beliefs: Beliefs
    bounds: tuple[tuple[tuple[fmpq | None, ...], ...], ...]
    flows: tuple[tuple[tuple[tuple[Amounts | None, ...], ...], ...], ...]
    start: Amounts


def verify(pair: Pair, coupling: Coupling) -> bool:
    """Whether the coupling is a proof of its factor."""
    try:
        _check_weights(pair, coupling)
        return all(_node_holds(pair, coupling, place) for place in range(len(pair.nodes))) and _start_holds(
            pair, coupling
        )
    except (TypeError, IndexError, KeyError):
        return False


def _node_holds(pair: Pair, coupling: Coupling, place: int) -> bool:
    node, bounds = pair.nodes[place], coupling.bounds[place]
    lefts, rights = coupling.left_beliefs[place], coupling.right_beliefs[place]
    bounded = [(i, j) for i in range(len(lefts)) for j in range(len(rights)) if bounds[i][j] is not None]
    ends = [_total(left, node.left_final) for left in lefts], [_total(right, node.right_final) for right in rights]
    if any(ends[0][i] > _weight(bounds[i][j]) * ends[1][j] for i, j in bounded):
        return False
    for number, edge in enumerate(node.edges):
        supplies = [_moved(left, edge.left) for left in lefts]
        rooms = [_moved(right, edge.right) for right in rights]
        flows = coupling.flows[place][number]
        for i, j in bounded:
            flow = flows[i][j]
            if flow is None or not carries(supplies[i], rooms[j], flow, coupling, edge.target, _weight(bounds[i][j])):
                return False
    return True


def _start_holds(pair: Pair, coupling: Coupling) -> bool:
    left_mass, right_mass = _weight(pair.left_mass), _weight(pair.right_mass)
    if left_mass <= 0 or right_mass <= 0:
        return False
    supply, room = _summed(pair.left), _summed(pair.right)
    factor = _weight(coupling.factor) * left_mass / right_mass
    return carries(supply, room, coupling.start, coupling, pair.start, factor)


def carries(
    supply: dict[int, fmpq],
    room: dict[int, fmpq],
    flow: Amounts,
    coupling: Coupling,
    target: int,
    factor: fmpq,
) -> bool:
    """Whether the flow covers all of the supply and uses at most `factor` times the room, at every state."""
    covered: dict[int, fmpq] = {}
    used: dict[int, fmpq] = {}
    for i, j, quantity in flow:
        amount, bound = _weight(quantity), coupling.bounds[target][i][j]
        if i < 0 or j < 0 or bound is None:
            return False
        for state, weight in coupling.left_beliefs[target][i]:
            covered[state] = covered.get(state, ZERO) + amount * _weight(weight)
        for state, weight in coupling.right_beliefs[target][j]:
            used[state] = used.get(state, ZERO) + amount * _weight(bound) * _weight(weight)
    return all(covered.get(state, ZERO) >= weight for state, weight in supply.items()) and all(
        weight <= factor * room.get(state, ZERO) for state, weight in used.items()
    )


def _moved(vector: Row, table: Sequence[Row]) -> dict[int, fmpq]:
    after: dict[int, fmpq] = {}
    for state, weight in vector:
        for target, chance in table[state]:
            after[target] = after.get(target, ZERO) + _weight(weight) * _weight(chance)
    return after


def _summed(row: Row) -> dict[int, fmpq]:
    total: dict[int, fmpq] = {}
    for state, weight in row:
        total[state] = total.get(state, ZERO) + _weight(weight)
    return total


def _total(vector: Row, finals: Sequence[Number]) -> fmpq:
    return sum((_weight(weight) * _weight(finals[state]) for state, weight in vector), ZERO)


def _check_weights(pair: Pair, coupling: Coupling) -> None:
    """`TypeError` unless every weight and belief is rational and not negative, and every state is one."""
    seen: set[int] = set()
    rows = [(pair.left, len(pair.nodes[pair.start].left_final)), (pair.right, len(pair.nodes[pair.start].right_final))]
    for place, node in enumerate(pair.nodes):
        for final in (*node.left_final, *node.right_final):
            _weight(final)
        rows += [(row, len(node.left_final)) for row in coupling.left_beliefs[place]]
        rows += [(row, len(node.right_final)) for row in coupling.right_beliefs[place]]
        for edge in node.edges:
            target = pair.nodes[edge.target]
            for table, size in ((edge.left, len(target.left_final)), (edge.right, len(target.right_final))):
                if id(table) not in seen:
                    seen.add(id(table))
                    rows += [(row, size) for row in table]
    for row, size in rows:
        for state, weight in row:
            _weight(weight)
            if not 0 <= state < size:
                raise TypeError("no such state")


def _weight(number: Number | None) -> fmpq:
    """A rational weight; `TypeError` for a negative or another one."""
    if not isinstance(number, fmpq) or number < 0:
        raise TypeError("a weight must be rational and not negative")
    return number
