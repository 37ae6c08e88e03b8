"""The forward algorithm: the exact probability of what is seen, in a pair or a hidden Markov model.

Words that a model does not have get probability zero. Nothing here searches or rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from faier.exact import ZERO, Number
from faier.hmm.model import Letter, Pair
from faier.hmm.shown import letter_identity
from faier.semantics.process import Row


def forward(pair: Pair, word: Iterable[Letter]) -> tuple[Number, Number]:
    """The weight of a word on the left and on the right. Divide by the pair's masses for probabilities."""
    node = pair.nodes[pair.start]
    left, right = dict(pair.left), dict(pair.right)
    for letter in word:
        wanted = letter_identity(letter)
        edge = next((edge for edge in node.edges if letter_identity(edge.letter) == wanted), None)
        if edge is None:
            return ZERO, ZERO
        left, right = _advanced(left, edge.left), _advanced(right, edge.right)
        node = pair.nodes[edge.target]
    return _value(left, node.left_final), _value(right, node.right_final)


@dataclass(frozen=True)
class Hmm:
    """A hidden Markov model: `transitions` and `emissions` have one row for each state, over the states and over
    the observations; every row, and `start`, sums to 1. A state observes, then moves. A model of a pair has a
    second initial distribution, `rival`."""

    states: tuple[str, ...]
    start: Row
    transitions: tuple[Row, ...]
    emissions: tuple[Row, ...]
    observations: tuple[str, ...]
    rival: Row | None = None

    def probability(self, observed: Sequence[int], start: Row | None = None) -> Number:
        """The probability of a sequence of observations, given by their numbers, from `start` or from another
        initial distribution."""
        current = dict(self.start if start is None else start)
        for at, observation in enumerate(observed):
            if at:
                current = _advanced(current, self.transitions)
            current = {
                state: weight * seen
                for state, weight in current.items()
                for number, seen in self.emissions[state]
                if number == observation
            }
        return sum(current.values(), ZERO)


def _advanced(vector: Mapping[int, Number], rows: Sequence[Row]) -> dict[int, Number]:
    """The row vector times the matrix."""
    sums: dict[int, Number] = {}
    for state, weight in vector.items():
        for target, share in rows[state]:
            sums[target] = sums.get(target, ZERO) + weight * share
    return sums


def _value(vector: Mapping[int, Number], finals: Sequence[Number]) -> Number:
    return sum((weight * finals[state] for state, weight in vector.items()), ZERO)
