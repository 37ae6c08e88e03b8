"""Does a divergence prove that no factor holds? Every inequality, in plain fractions.

The words are prefix, cycle n times, suffix. With A, B the matrices of the cycle and f, h what both sides see of the
suffix: x >= 0 with A x >= a x and x <= f makes the left weight at least (prefix x) a^n. And y >= 0 with B y <= b y
and y >= h, at all states that the right side can be in, makes the right weight at most (prefix y) b^n. So the ratio
is at least (prefix x / prefix y) (a / b)^n.

Where weights have powers of e, rationals just below them stand for those of the left side, and just above them for
those of the right side: what grows with these grows with the weights themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from flint import fmpq

from faier.exact import Number, bounds, epsilons, fraction, unknowns
from faier.hmm.model import Edge, Letter, Pair
from faier.semantics.process import Row

# Digits of the rationals around a weight that is none.
DIGITS = 25


@dataclass(frozen=True)
class Divergence:
    """`prefix`, `cycle` and `suffix` are numbers of edges, from the start on; vectors have an entry per state."""

    prefix: tuple[int, ...]
    cycle: tuple[int, ...]
    suffix: tuple[int, ...]
    low: tuple[fmpq, ...]  # x
    high: tuple[fmpq, ...]  # y
    left_rate: fmpq  # a
    right_rate: fmpq  # b

    @property
    def per_cycle(self) -> fmpq:
        return self.left_rate / self.right_rate


def letters(pair: Pair, divergence: Divergence) -> tuple[tuple[Letter, ...], tuple[Letter, ...], tuple[Letter, ...]]:
    """The three words."""
    place, prefix = _path(pair, pair.start, divergence.prefix)
    _, cycle = _path(pair, place, divergence.cycle)
    _, suffix = _path(pair, place, divergence.suffix)
    one, two, three = (tuple(edge.letter for edge in edges) for edges in (prefix, cycle, suffix))
    return one, two, three


def verify(pair: Pair, divergence: Divergence) -> bool:
    """Whether the ratios of these words grow by `per_cycle` with each turn, beyond every bound."""
    known = around(pair)
    try:
        return known is not None and _holds(known, divergence)
    except (TypeError, IndexError):
        return False


def around(pair: Pair) -> Pair | None:
    """The pair with rational weights, at most its own on the left and at least its own on the right; None if they have
    unknowns."""
    if pair.rational:
        return pair
    if any(unknowns(weight) or epsilons(weight) for weight in pair.weights()):
        return None
    ends = cache(lambda weight: bounds(weight, DIGITS))
    near = pair.mapped(lambda weight: ends(weight)[0], lambda weight: ends(weight)[1])
    return replace(near, left_mass=ends(pair.left_mass)[1], right_mass=ends(pair.right_mass)[0])


def _holds(pair: Pair, found: Divergence) -> bool:
    place, prefix = _path(pair, pair.start, found.prefix)
    back, cycle = _path(pair, place, found.cycle)
    end, suffix = _path(pair, place, found.suffix)
    last, a, b = pair.nodes[end], _fraction(found.left_rate), _fraction(found.right_rate)
    if back != place or not cycle or not a > b > 0:
        return False
    x, y = [_fraction(item) for item in found.low], [_fraction(item) for item in found.high]
    node = pair.nodes[place]
    if (len(x), len(y)) != (len(node.left_final), len(node.right_final)):
        return False
    left, right = _weights(pair.left), _weights(pair.right)
    for edge in prefix:
        left, right = _moved(left, edge.left), _moved(right, edge.right)
    if sum(left[s] * x[s] for s in left) <= 0 or sum(right[s] * y[s] for s in right) <= 0:
        return False
    for s in range(len(x)):
        seen = _seen(s, [edge.left for edge in suffix], last.left_final)
        if x[s] > seen or sum(p * x[t] for t, p in _turn(s, [edge.left for edge in cycle]).items()) < a * x[s]:
            return False
    possible, waiting = set(right), list(right)
    while waiting:
        s = waiting.pop()
        onward = _turn(s, [edge.right for edge in cycle])
        if y[s] < _seen(s, [edge.right for edge in suffix], last.right_final):
            return False
        if sum(p * y[t] for t, p in onward.items()) > b * y[s]:
            return False
        waiting += set(onward) - possible
        possible |= set(onward)
    return True


def _path(pair: Pair, place: int, numbers: Sequence[int]) -> tuple[int, list[Edge]]:
    edges = []
    for number in numbers:
        edges.append(pair.nodes[place].edges[number])
        place = edges[-1].target
    return place, edges


def _turn(state: int, tables: Sequence[Sequence[Row]]) -> dict[int, Fraction]:
    vector = {state: Fraction(1)}
    for table in tables:
        vector = _moved(vector, table)
    return vector


def _seen(state: int, tables: Sequence[Sequence[Row]], finals: Sequence[Number]) -> Fraction:
    return sum((p * _fraction(finals[t]) for t, p in _turn(state, tables).items()), Fraction(0))


def _moved(vector: dict[int, Fraction], table: Sequence[Row]) -> dict[int, Fraction]:
    after: dict[int, Fraction] = {}
    for state, weight in vector.items():
        for target, chance in table[state]:
            after[target] = after.get(target, Fraction(0)) + weight * _fraction(chance)
    return after


def _weights(row: Row) -> dict[int, Fraction]:
    return {state: _fraction(weight) for state, weight in row}


def _fraction(number: Number) -> Fraction:
    """`TypeError` for a weight that is negative or not rational."""
    if not isinstance(number, fmpq) or number < 0:
        raise TypeError("a weight must be rational and not negative")
    return fraction(number)
