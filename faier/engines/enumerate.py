"""The referee for the search: the tight factor of a pair by trying every word.

It multiplies exact row vectors forward, one letter at a time, and forgets nothing. It is exponential in the
length and exists to be obviously right; only words that are impossible on the left are cut short.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from faier.exact import Number, compare
from faier.hmm.model import Letter, Pair, Row, TellLetter


@dataclass(frozen=True)
class Enumerated:
    """`factor` is None when `word` is impossible on the right (and only there)."""

    factor: Number | None
    word: tuple[Letter, ...]


@dataclass(frozen=True)
class Weighed:
    """One word with its weights (not divided by the masses)."""

    word: tuple[Letter, ...]
    left: Number
    right: Number


def enumerate_words(pair: Pair, length: int | None, letters: int | None = None) -> Enumerated:
    """The greatest factor of all words that show at most `length` values and have at most `letters` letters.

    Without the limits the pair's graph must have no cycle. A pair without a possible word has factor 0.
    """
    best = Enumerated(fmpq(0), ())
    factor: tuple[Number, Number] = (fmpq(0), fmpq(1))
    for weighed in words(pair, length, letters):
        if weighed.left == 0:
            continue
        if weighed.right == 0:
            return Enumerated(None, weighed.word)
        left, right = weighed.left * pair.right_mass, weighed.right * pair.left_mass
        if compare(left * factor[1], factor[0] * right) > 0:
            best, factor = Enumerated(left / right, weighed.word), (left, right)
    return best


def words(pair: Pair, length: int | None, letters: int | None = None) -> Iterator[Weighed]:
    """Every word that is possible on the left, with both weights."""
    left, right = dict(pair.left), dict(pair.right)
    yield from _extended(pair, pair.start, (), left, right, length, letters)


def _extended(
    pair: Pair,
    place: int,
    word: tuple[Letter, ...],
    left: dict[int, Number],
    right: dict[int, Number],
    length: int | None,
    letters: int | None,
) -> Iterator[Weighed]:
    node = pair.nodes[place]
    yield Weighed(word, _weight(left, node.left_final), _weight(right, node.right_final))
    for edge in node.edges:
        shown = isinstance(edge.letter, TellLetter)
        if (shown and length == 0) or letters == 0:
            continue
        onward = _advanced(left, edge.left)
        if onward:
            rest = length - 1 if shown and length is not None else length
            fewer = None if letters is None else letters - 1
            answer = _advanced(right, edge.right)
            yield from _extended(pair, edge.target, (*word, edge.letter), onward, answer, rest, fewer)


def _weight(vector: dict[int, Number], final: tuple[Number, ...]) -> Number:
    total: Number = fmpq(0)
    for state, weight in vector.items():
        total = total + weight * final[state]
    return total


def _advanced(vector: dict[int, Number], rows: tuple[Row, ...]) -> dict[int, Number]:
    onward: dict[int, Number] = {}
    for state, weight in vector.items():
        for target, probability in rows[state]:
            onward[target] = onward.get(target, fmpq(0)) + weight * probability
    return onward
