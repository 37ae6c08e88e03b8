"""A pair -> a cycle of letters whose turns raise the ratio without end, proved exactly: no factor holds.

Short cycles at the nodes that short prefixes lead to are compared by their growth on either side, in floats. For
the best of them, rational vectors are made that prove a rate from below on the left and from above on the right
(`growth_check`). What that does not accept is not returned. None says nothing about the pair: a cycle that is
impossible on the right gives an infinite ratio at once, which is for `search` to find.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from faier.engines.growth.check import Divergence, around, letters, verify
from faier.engines.growth.rates import Table, above, below, closure, leading, moved, product, rates, times
from faier.exact import TooLarge, Undecidable
from faier.hmm.model import Pair, TellLetter
from faier.limits import DEFAULTS, LimitReached, Limits

__all__ = ["Divergence", "around", "diverges", "letters", "verify"]

_SITUATIONS = 200
_CYCLES = 150
_LONGEST = 4
_SUFFIX = 2
_SUFFIXES = 12
_WORDS = 100
_STATES = 40
_TRIES = 40

# What an attempt at a proof counts as, in steps; and one at a rate, for each entry of its matrix.
_COST = 5_000
_ENTRY = 100


@dataclass(frozen=True)
class _Situation:
    """What is possible after a prefix."""

    place: int
    left: frozenset[int]
    right: frozenset[int]


@dataclass(frozen=True)
class _Ending:
    """A word after a cycle, and the states of either side from which it is possible."""

    suffix: tuple[int, ...]
    left: frozenset[int]
    right: frozenset[int]


@dataclass(frozen=True)
class _Candidate:
    worth: float  # the growth for each value shown
    prefix: tuple[int, ...]
    cycle: tuple[int, ...]
    situation: _Situation
    suffixes: tuple[tuple[int, ...], ...]  # that may follow


@dataclass(frozen=True)
class _Turn:
    """One turn of a cycle: both matrices, and the values it shows."""

    cycle: tuple[int, ...]
    left: Table
    right: Table
    shown: int


def diverges(pair: Pair, limits: Limits = DEFAULTS, states: int = _STATES) -> Divergence | None:
    """The greatest growth found; what has been found so far when the time is up. A cycle of more `states` than that is
    not looked at."""
    try:
        known = around(pair)
    except (TooLarge, Undecidable):
        return None
    return None if known is None else _diverges(known, limits, states)


def _diverges(pair: Pair, limits: Limits, states: int) -> Divergence | None:
    candidates = _all_candidates(pair, limits, states)
    candidates.sort(key=lambda item: (-round(item.worth, 9), len(item.prefix) + len(item.cycle)))
    for candidate in candidates[:_TRIES]:
        for suffix in candidate.suffixes:
            try:
                limits.spend(_COST * len(candidate.cycle))
            except LimitReached:
                return None
            found = _proved(pair, candidate, suffix)
            if found is not None and verify(pair, found):
                return found
    return None


def _all_candidates(pair: Pair, limits: Limits, states: int) -> list[_Candidate]:
    """Those that grow whatever follows, or else those that do before certain words; a quarter of the steps is left for
    proofs."""
    found: list[_Candidate] = []
    for_proofs = 0 if limits.work is None else limits.work.left // 4
    try:
        limits.spend(for_proofs)
        for before in (False, True):
            for candidate in () if found else _candidates(pair, limits, states, before):
                found.append(candidate)
    except LimitReached:
        pass
    if limits.work is not None:
        limits.work.left = max(limits.work.left, 0) + for_proofs
    return found


def _candidates(pair: Pair, limits: Limits, states: int, before: bool) -> Iterator[_Candidate]:
    turns: dict[int, list[_Turn]] = {}
    endings: dict[int, list[_Ending | None]] = {}
    known: dict[tuple[int, tuple[int, ...], bool, frozenset[int]], float] = {}

    def rate(place: int, turn: _Turn, right: bool, within: frozenset[int]) -> float:
        table = turn.right if right else turn.left
        key = place, turn.cycle, right, within
        if key not in known:
            limits.spend(_ENTRY * sum(1 + len(table[state]) for state in within))
            known[key] = max(rates(table, within), default=0.0)
        return known[key]

    for prefix, situation in _situations(pair):
        place = situation.place
        if max(len(pair.nodes[place].left_final), len(pair.nodes[place].right_final)) > states:
            continue
        if place not in turns:
            turns[place] = list(_turns(pair, place, limits))
            endings[place] = [*_endings(pair, place, limits)] if before else [None]
        for turn in turns[place]:
            limits.spend(10)
            possible = closure(turn.left, situation.left), closure(turn.right, situation.right)
            for ending in endings[place]:
                one, other = possible
                if ending is not None:
                    one, other = leading(turn.left, one, ending.left), leading(turn.right, other, ending.right)
                left, right = rate(place, turn, False, one), rate(place, turn, True, other)
                if right > 0.0 and left > right * (1 + 1e-7):
                    follow = tuple(_suffixes(pair, place)) if ending is None else (ending.suffix,)
                    yield _Candidate((left / right) ** (1 / max(turn.shown, 1)), prefix, turn.cycle, situation, follow)


def _situations(pair: Pair) -> Iterator[tuple[tuple[int, ...], _Situation]]:
    """Prefixes that lead to different situations, shorter ones first."""
    start = _Situation(
        pair.start, frozenset(state for state, _ in pair.left), frozenset(state for state, _ in pair.right)
    )
    waiting: list[tuple[tuple[int, ...], _Situation]] = [((), start)]
    seen = {start}
    for prefix, situation in waiting:
        yield prefix, situation
        for number, edge in enumerate(pair.nodes[situation.place].edges):
            left = frozenset(target for state in situation.left for target, _ in edge.left[state])
            right = frozenset(target for state in situation.right for target, _ in edge.right[state])
            after = _Situation(edge.target, left, right)
            if left and right and after not in seen and len(seen) < _SITUATIONS:
                seen.add(after)
                waiting.append(((*prefix, number), after))


def _turns(pair: Pair, place: int, limits: Limits) -> Iterator[_Turn]:
    """The shortest cycles through a node."""
    waiting: list[tuple[tuple[int, ...], int]] = [((), place)]
    found = 0
    for cycle, here in waiting:
        limits.spend(100)
        for number, edge in enumerate(pair.nodes[here].edges):
            path = (*cycle, number)
            if edge.target == place:
                found += 1
                yield _turn(pair, place, path)
                if found >= _CYCLES:
                    return
            if len(path) < _LONGEST and len(waiting) < 20 * _CYCLES:
                waiting.append((path, edge.target))


def _turn(pair: Pair, place: int, cycle: tuple[int, ...]) -> _Turn:
    node = pair.nodes[place]
    left, right = ([{state: fmpq(1)} for state in range(len(each))] for each in (node.left_final, node.right_final))
    shown = 0
    for number in cycle:
        edge = pair.nodes[place].edges[number]
        left, right = product(left, edge.left), product(right, edge.right)
        shown += isinstance(edge.letter, TellLetter)
        place = edge.target
    return _Turn(cycle, left, right, shown)


def _suffixes(pair: Pair, place: int, most: int = _SUFFIXES) -> Iterator[tuple[int, ...]]:
    """Short words from a node: first the empty one."""
    waiting: list[tuple[tuple[int, ...], int]] = [((), place)]
    yield ()
    for word, here in waiting:
        for number, edge in enumerate(pair.nodes[here].edges):
            if len(word) < _SUFFIX and len(waiting) < most:
                waiting.append(((*word, number), edge.target))
                yield (*word, number)


def _endings(pair: Pair, place: int, limits: Limits) -> Iterator[_Ending]:
    """Short words that are not possible everywhere on the right, one for those that are so from the same states."""
    seen = set()
    node = pair.nodes[place]
    for word in _suffixes(pair, place, _WORDS):
        limits.spend(100 * len(node.right_final))
        sides = _seen(pair, place, word)
        left, right = (frozenset(state for state, weight in enumerate(side) if weight) for side in sides)
        if left and right and len(right) < len(node.right_final) and (left, right) not in seen:
            seen.add((left, right))
            yield _Ending(word, left, right)


def _proved(pair: Pair, candidate: _Candidate, suffix: tuple[int, ...]) -> Divergence | None:
    """The vectors for a cycle and a suffix; the suffix may take some turns more to be possible everywhere."""
    place = candidate.situation.place
    turn = _turn(pair, place, candidate.cycle)
    seen_left, seen_right = _seen(pair, place, suffix)
    start_left, start_right = dict(_weights(pair.left)), dict(_weights(pair.right))
    here = pair.start
    for number in candidate.prefix:
        edge = pair.nodes[here].edges[number]
        start_left, start_right = moved(start_left, edge.left), moved(start_right, edge.right)
        here = edge.target
    for _ in range(len(turn.left) + 1):
        low = below(turn.left, start_left, seen_left)
        if low is not None:
            rate, x = low
            for b, y in above(turn.right, start_right, seen_right):
                if b < rate:
                    return Divergence(candidate.prefix, candidate.cycle, suffix, tuple(x), tuple(y), rate, b)
        suffix = (*candidate.cycle, *suffix)
        seen_left, seen_right = times(turn.left, seen_left), times(turn.right, seen_right)
    return None


def _seen(pair: Pair, place: int, suffix: tuple[int, ...]) -> tuple[list[fmpq], list[fmpq]]:
    """The weight of the suffix from each state."""
    edges = []
    for number in suffix:
        edges.append(pair.nodes[place].edges[number])
        place = edges[-1].target
    node = pair.nodes[place]
    left = [final for final in node.left_final if isinstance(final, fmpq)]
    right = [final for final in node.right_final if isinstance(final, fmpq)]
    for edge in reversed(edges):
        left = times([dict(_weights(row)) for row in edge.left], left)
        right = times([dict(_weights(row)) for row in edge.right], right)
    return left, right


def _weights(row: tuple[tuple[int, object], ...]) -> tuple[tuple[int, fmpq], ...]:
    return tuple((state, weight) for state, weight in row if isinstance(weight, fmpq))
