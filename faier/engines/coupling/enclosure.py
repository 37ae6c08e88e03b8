"""A pair with long words -> certified ends of its factor: a coupling from above, the best of a few words from below.

In long time series the vectors that a search keeps can be very many, while a coupling needs a small program for each
step and pair of states. The words are found by going forward and keeping those few that favour the left most so far, in
floats; the best one is weighed exactly, and proves what it attains, whatever was forgotten. Words must end.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TypeAlias

from flint import fmpq

from faier.engines.coupling.acyclic_bounds import Common
from faier.engines.coupling.engine import prove
from faier.engines.words import letters, word_weights
from faier.exact import Number, compare
from faier.hmm.model import Edge, Letter, Pair
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

# How many words are kept side by side.
_WIDTH = 8
# Ratios of floats that differ by less than this factor are taken for equal.
_AS_GOOD = 1 - 1e-12


@dataclass(frozen=True)
class Enclosure:
    """`word` has the weights `left` and `right` and so the factor `lower`; by a coupling no word exceeds `upper`.
    `length` is the most values a word shows."""

    lower: Number
    upper: Number
    word: tuple[Letter, ...]
    left: Number
    right: Number
    length: int | None
    all: bool = True
    limit: LimitReached | None = None


def enclosed(pair: Pair, length: int, limits: Limits, common: Common) -> Enclosure | None:
    """None: no coupling was found, or weights are not rational."""
    if not pair.rational or pair.left_mass == 0 or pair.right_mass == 0:
        return None
    upper = common.factor(pair, limits)
    if upper is None:
        coupling = prove(pair, None, limits)
        if coupling is None:
            return None
        upper = coupling.factor
    best: Enclosure | None = None
    for edges in favourable(pair, limits):
        left, right = word_weights(pair, edges)
        if left == 0 or right == 0:
            continue
        lower = (left * pair.right_mass) / (right * pair.left_mass)
        if best is None or compare(lower, best.lower) > 0:
            best = Enclosure(lower, upper, letters(pair, edges), left, right, length)
    return best


Edges: TypeAlias = tuple[tuple[int, int], ...]
"""A word by the edges it takes: (node, number of the edge)."""

_Vector: TypeAlias = dict[int, float]
_Matrix: TypeAlias = list[list[tuple[int, float]]]


@dataclass(frozen=True)
class _Begun:
    """A word so far: where it leads, its weights at the states there up to one scale, and its ratio if it stops."""

    edges: Edges
    place: int
    left: _Vector
    right: _Vector
    ratio: float


def favourable(pair: Pair, limits: Limits) -> tuple[Edges, ...]:
    """The best word met, and the longest one that is as good as floats can tell. Both sides give them some weight."""
    known: dict[int, tuple[_Matrix, _Matrix]] = {}

    def moves(edge: Edge) -> tuple[_Matrix, _Matrix]:
        found = known.get(id(edge))
        if found is None:
            found = known[id(edge)] = (
                [list(_floats(row)) for row in edge.left],
                [list(_floats(row)) for row in edge.right],
            )
        return found

    best = _begun(pair, (), pair.start, dict(_floats(pair.left)), dict(_floats(pair.right)))
    longest, front = best, [best]
    while front:
        found = []
        for item in front:
            limits.check()
            for number, edge in enumerate(pair.nodes[item.place].edges):
                matrices = moves(edge)
                left, right = _moved(item.left, matrices[0]), _moved(item.right, matrices[1])
                if left and right:
                    found.append(_begun(pair, (*item.edges, (item.place, number)), edge.target, left, right))
        front = sorted(found, key=attrgetter("ratio"), reverse=True)[:_WIDTH]
        if front and front[0].ratio > best.ratio:
            best = front[0]
        if front and front[0].ratio >= best.ratio * _AS_GOOD:
            longest = front[0]
    return (best.edges,) if longest is best or longest.ratio < best.ratio * _AS_GOOD else (best.edges, longest.edges)


def _begun(pair: Pair, edges: Edges, place: int, left: _Vector, right: _Vector) -> _Begun:
    """Both sides are divided by the same, so that long words do not underflow."""
    node = pair.nodes[place]
    scale = max(left.values())
    left = {state: weight / scale for state, weight in left.items()}
    right = {state: weight / scale for state, weight in right.items()}
    more, less = _total(left, node.left_final), _total(right, node.right_final)
    return _Begun(edges, place, left, right, more / less if less else 0.0)


def _floats(row: Row) -> tuple[tuple[int, float], ...]:
    return tuple((state, float(weight)) for state, weight in row if isinstance(weight, fmpq))


def _moved(vector: _Vector, rows: _Matrix) -> _Vector:
    after: _Vector = {}
    for state, weight in vector.items():
        for target, chance in rows[state]:
            after[target] = after.get(target, 0.0) + weight * chance
    return after


def _total(vector: _Vector, finals: tuple[Number, ...]) -> float:
    total = 0.0
    for state, weight in vector.items():
        final = finals[state]
        assert isinstance(final, fmpq)
        total += weight * float(final)
    return total
