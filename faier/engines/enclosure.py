"""A pair with long words -> certified ends of its factor: a coupling from above, the best of a few words from below.

In long time series the vectors that a search keeps can be very many, while a coupling needs a small program for each
step and pair of states. The words are found by going forward and keeping those few that favour the left most so far;
they prove what they attain, whatever was forgotten. Words must end.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.engines.coupling import Coupling, prove
from faier.engines.search_words import letters, word_weights
from faier.exact import Number
from faier.hmm.model import Letter, Pair, Row
from faier.limits import LimitReached, Limits

# How many words are kept side by side.
_WIDTH = 8


@dataclass(frozen=True)
class Enclosure:
    """`word` has the weights `left` and `right` and so the factor `lower`; no word exceeds `upper`, by `coupling`.
    `length` is the most values a word shows."""

    lower: Number | None
    upper: Number | None
    word: tuple[Letter, ...]
    left: Number
    right: Number
    length: int | None
    coupling: Coupling
    all: bool = True
    limit: LimitReached | None = None


def enclosed(pair: Pair, length: int, limits: Limits) -> Enclosure | None:
    """None: no coupling was found, or weights are not rational."""
    coupling = prove(pair, None, limits) if pair.rational else None
    if coupling is None:
        return None
    edges = _favourable(pair, limits)
    left, right = word_weights(pair, edges)
    if left == 0 or right == 0:
        return None
    lower = (left * pair.right_mass) / (right * pair.left_mass)
    return Enclosure(lower, coupling.factor, letters(pair, edges), left, right, length, coupling)


_Edges = tuple[tuple[int, int], ...]
_Vector = dict[int, fmpq]


@dataclass(frozen=True)
class _Begun:
    """A word so far: where it leads, its weights at the states there, and its ratio if it stops."""

    edges: _Edges
    place: int
    left: _Vector
    right: _Vector
    ratio: fmpq


def _favourable(pair: Pair, limits: Limits) -> _Edges:
    """The best word met."""
    begun = _begun(pair, (), pair.start, _known(pair.left), _known(pair.right))
    best, front = begun, [begun]
    while front:
        found = []
        for item in front:
            for number, edge in enumerate(pair.nodes[item.place].edges):
                limits.check()
                left, right = _moved(item.left, edge.left), _moved(item.right, edge.right)
                if left and right:
                    found.append(_begun(pair, (*item.edges, (item.place, number)), edge.target, left, right))
        front = sorted(found, key=lambda item: item.ratio, reverse=True)[:_WIDTH]
        if front and front[0].ratio > best.ratio:
            best = front[0]
    return best.edges


def _begun(pair: Pair, edges: _Edges, place: int, left: _Vector, right: _Vector) -> _Begun:
    node = pair.nodes[place]
    more, less = _total(left, node.left_final), _total(right, node.right_final)
    return _Begun(edges, place, left, right, more / less if less else fmpq(0))


def _known(row: Row) -> _Vector:
    return {state: weight for state, weight in row if isinstance(weight, fmpq)}


def _moved(vector: _Vector, rows: tuple[Row, ...]) -> _Vector:
    after: _Vector = {}
    for state, weight in vector.items():
        for target, chance in rows[state]:
            assert isinstance(chance, fmpq)
            after[target] = after.get(target, fmpq(0)) + weight * chance
    return after


def _total(vector: _Vector, finals: tuple[Number, ...]) -> fmpq:
    total = fmpq(0)
    for state, weight in vector.items():
        final = finals[state]
        assert isinstance(final, fmpq)
        total += weight * final
    return total
