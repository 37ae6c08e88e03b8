"""A pair with unknowns in its weights -> the inequalities that its claim consists of.

One obligation for each word: left <= e^epsilon * right, for every value of the unknowns. Words whose two
probabilities are the same numbers make one obligation, so they are found level by level and merged on the
way. When the pair's words all end, a word that has not ended is the sum of its continuations and needs no
obligation of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.exact import Number
from faier.hmm.model import Letter, Pair, TellLetter
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

# Prefixes kept side by side, and obligations, beyond which the enumeration gives up.
MAXIMAL_WORDS = 200_000


@dataclass(frozen=True)
class Obligation:
    """`left` <= e^epsilon * `right`; both are already multiplied by the other side's mass, so nothing is divided.
    `word` is one of the words that are meant."""

    left: Number
    right: Number
    word: tuple[Letter, ...]


@dataclass(frozen=True)
class Obligations:
    """`all`: the words of every length are covered, else those that show at most `length` values."""

    items: tuple[Obligation, ...]
    length: int
    all: bool


@dataclass(frozen=True)
class _Prefix:
    """A word so far: its letters are found by following `before`."""

    before: _Prefix | None
    letter: Letter | None

    def word(self) -> tuple[Letter, ...]:
        letters: list[Letter] = []
        here: _Prefix | None = self
        while here is not None and here.letter is not None:
            letters.append(here.letter)
            here = here.before
        return tuple(reversed(letters))


_Level = dict[tuple[int, Row, Row], _Prefix]


def obligations(pair: Pair, length: int | None, limits: Limits) -> Obligations:
    """Every obligation of the pair, for words that show at most `length` values (None: all words, which end)."""
    found: dict[tuple[Number, Number], Obligation] = {}
    level: _Level = {(pair.start, pair.left, pair.right): _Prefix(None, None)}
    shown = 0
    cut = False
    while level:
        if length is not None and shown > length:
            raise AssertionError("a level shows at most `length` values")
        level, waiting = _to_tells(pair, level, found, limits)
        if length is not None and shown == length:
            cut = bool(waiting)
            for (node, left, right), prefix in waiting.items():
                _record(pair, node, left, right, prefix, found)
            break
        if not waiting:
            break
        level = _told(pair, waiting)
        shown += 1
        limits.check()
    return Obligations(tuple(found.values()), shown, not cut)


def _to_tells(
    pair: Pair, level: _Level, found: dict[tuple[Number, Number], Obligation], limits: Limits
) -> tuple[_Level, _Level]:
    """Follow asks and ends; what remains are prefixes at nodes that may tell."""
    waiting: _Level = {}
    while level:
        following: _Level = {}
        for (node, left, right), prefix in level.items():
            place = pair.nodes[node]
            if place.kind == "ended":
                _record(pair, node, left, right, prefix, found)
                continue
            tells = False
            for edge in place.edges:
                if isinstance(edge.letter, TellLetter):
                    tells = True
                    continue
                after = (edge.target, times(left, edge.left), times(right, edge.right))
                if after[1] or after[2]:
                    following.setdefault(after, _Prefix(prefix, edge.letter))
            if tells:
                waiting.setdefault((node, left, right), prefix)
        if len(following) + len(waiting) + len(found) > MAXIMAL_WORDS:
            raise LimitReached("words", f"there are more than {MAXIMAL_WORDS:,} outputs to compare")
        limits.check()
        level = following
    return level, waiting


def _told(pair: Pair, waiting: _Level) -> _Level:
    following: _Level = {}
    for (node, left, right), prefix in waiting.items():
        for edge in pair.nodes[node].edges:
            if isinstance(edge.letter, TellLetter):
                after = (edge.target, times(left, edge.left), times(right, edge.right))
                if after[1] or after[2]:
                    following.setdefault(after, _Prefix(prefix, edge.letter))
    return following


def _record(
    pair: Pair,
    node: int,
    left: Row,
    right: Row,
    prefix: _Prefix,
    found: dict[tuple[Number, Number], Obligation],
) -> None:
    place = pair.nodes[node]
    more = _dot(left, place.left_final) * pair.right_mass
    less = _dot(right, place.right_final) * pair.left_mass
    if more != 0 and (more, less) not in found:
        found[(more, less)] = Obligation(more, less, prefix.word())


def times(vector: Row, matrix: tuple[Row, ...]) -> Row:
    """A row vector times a sparse matrix."""
    sums: dict[int, Number] = {}
    for state, amount in vector:
        for target, weight in matrix[state]:
            known = sums.get(target)
            sums[target] = amount * weight if known is None else known + amount * weight
    return tuple(sorted((target, weight) for target, weight in sums.items() if weight != 0))


def _dot(vector: Row, column: tuple[Number, ...]) -> Number:
    total: Number = fmpq(0)
    for state, amount in vector:
        total = total + amount * column[state]
    return total
