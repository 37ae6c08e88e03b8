"""Does a coupling prove its factor? Every inequality, in plain fractions; shares no code with what finds couplings.

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
from fractions import Fraction

from flint import fmpq

from faier.exact import Number
from faier.hmm.model import Pair, Row

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
    node = pair.nodes[place]
    for i, left in enumerate(coupling.left_beliefs[place]):
        for j, right in enumerate(coupling.right_beliefs[place]):
            bound = coupling.bounds[place][i][j]
            if bound is None:
                continue
            factor = _fraction(bound)
            if factor < 0 or _total(left, node.left_final) > factor * _total(right, node.right_final):
                return False
            for number, edge in enumerate(node.edges):
                flow = coupling.flows[place][number][i][j]
                supply, room = _moved(left, edge.left), _moved(right, edge.right)
                if flow is None or not _carries(supply, room, flow, coupling, edge.target, factor):
                    return False
    return True


def _start_holds(pair: Pair, coupling: Coupling) -> bool:
    left_mass, right_mass = _weight(pair.left_mass), _weight(pair.right_mass)
    if left_mass <= 0 or right_mass <= 0:
        return False
    supply, room = _summed(pair.left), _summed(pair.right)
    factor = _fraction(coupling.factor) * left_mass / right_mass
    return _carries(supply, room, coupling.start, coupling, pair.start, factor)


def _carries(
    supply: dict[int, Fraction],
    room: dict[int, Fraction],
    flow: Amounts,
    coupling: Coupling,
    target: int,
    factor: Fraction,
) -> bool:
    """Whether the flow covers all of the supply and uses at most `factor` times the room, at every state."""
    covered: dict[int, Fraction] = {}
    used: dict[int, Fraction] = {}
    for i, j, quantity in flow:
        amount = _fraction(quantity)
        if i < 0 or j < 0 or amount < 0:
            return False
        bound = coupling.bounds[target][i][j]
        if bound is None:
            return False
        for state, weight in coupling.left_beliefs[target][i]:
            covered[state] = covered.get(state, Fraction(0)) + amount * _weight(weight)
        for state, weight in coupling.right_beliefs[target][j]:
            used[state] = used.get(state, Fraction(0)) + amount * _fraction(bound) * _weight(weight)
    nothing = Fraction(0)
    return all(covered.get(state, nothing) >= weight for state, weight in supply.items()) and all(
        weight <= factor * room.get(state, nothing) for state, weight in used.items()
    )


def _moved(vector: Row, table: Sequence[Row]) -> dict[int, Fraction]:
    after: dict[int, Fraction] = {}
    for state, weight in vector:
        for target, chance in table[state]:
            after[target] = after.get(target, Fraction(0)) + _weight(weight) * _weight(chance)
    return after


def _summed(row: Row) -> dict[int, Fraction]:
    total: dict[int, Fraction] = {}
    for state, weight in row:
        total[state] = total.get(state, Fraction(0)) + _weight(weight)
    return total


def _total(vector: Row, finals: Sequence[Number]) -> Fraction:
    return sum((_weight(weight) * _weight(finals[state]) for state, weight in vector), Fraction(0))


def _check_weights(pair: Pair, coupling: Coupling) -> None:
    """`TypeError` unless every weight and belief is rational and not negative, and every state is one."""
    seen: set[int] = set()
    rows = [(pair.left, len(pair.nodes[pair.start].left_final)), (pair.right, len(pair.nodes[pair.start].right_final))]
    for place, node in enumerate(pair.nodes):
        sizes = len(node.left_final), len(node.right_final)
        rows += [(tuple(enumerate(node.left_final)), sizes[0]), (tuple(enumerate(node.right_final)), sizes[1])]
        rows += [(row, sizes[0]) for row in coupling.left_beliefs[place]]
        rows += [(row, sizes[1]) for row in coupling.right_beliefs[place]]
        for edge in node.edges:
            target = pair.nodes[edge.target]
            for table, size in ((edge.left, len(target.left_final)), (edge.right, len(target.right_final))):
                if id(table) not in seen:
                    seen.add(id(table))
                    rows += [(row, size) for row in table]
    for row, size in rows:
        for state, weight in row:
            if not 0 <= state < size or _weight(weight) < 0:
                raise TypeError("no such state")


def _weight(number: Number) -> Fraction:
    """A rational weight; `TypeError` for a negative or another one."""
    if not isinstance(number, fmpq) or number < 0:
        raise TypeError("a weight must be rational and not negative")
    return _fraction(number)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
