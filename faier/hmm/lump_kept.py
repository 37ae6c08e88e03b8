"""A kept process made smaller without changing what it does: states that behave the same for equal draws are one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from faier.exact import Number
from faier.hmm.lump import Weights
from faier.hmm.partition import coarsest, first_of
from faier.hmm.shown import identity
from faier.limits import DEFAULTS, Limits
from faier.semantics.kept import KeptAsk, KeptEnd, KeptProcess, KeptState, KeptTell, Unbounded, Way, ways_of


def lump_kept(kept: KeptProcess, limits: Limits = DEFAULTS) -> KeptProcess:
    """States are merged that do the same, have the same finals, and go to each block in the same ways."""
    weights = Weights()
    bodies: dict[Hashable, int] = {}

    def body(way: Way) -> int:
        return bodies.setdefault(_body(way), len(bodies))

    numbered = [
        tuple(tuple((body(way), way.target, weights.number(way.weight)) for way in ways) for ways in ways_of(state))
        for state in kept.states
    ]

    def signature(at: int, blocks: Sequence[int]) -> Hashable:
        found = []
        for ways in numbered[at]:
            pairs: dict[tuple[int, int], int] = {}
            row = [(pairs.setdefault((one, blocks[target]), len(pairs)), weight) for one, target, weight in ways]
            sums = dict(weights.sums(row, range(len(pairs))))
            found.append(frozenset((pair, sums[number]) for pair, number in pairs.items()))
        return tuple(found)

    sources: list[set[int]] = [set() for _ in kept.states]
    for source, state in enumerate(kept.states):
        for ways in ways_of(state):
            for way in ways:
                sources[way.target].add(source)
    finals = [tuple(weights.number(known[at]) for _, known in kept.finals) for at in range(len(kept.states))]
    blocks = coarsest(list(zip(map(_nature, kept.states), finals, strict=True)), signature, sources, limits)
    first = first_of(blocks)
    return replace(
        kept,
        states=tuple(_renamed(kept.states[at], blocks) for at in first),
        start=_gathered(kept.start, blocks),
        finals=tuple((secret, tuple(known[at] for at in first)) for secret, known in kept.finals),
        notes=tuple(kept.notes[at] for at in first),
    )


def content(state: KeptState) -> Hashable:
    """Equal for states that do the same, as far as nobody can tell them apart: 1 is not True."""
    return _nature(state), tuple(tuple((_body(way), way.target, way.weight) for way in ways) for ways in ways_of(state))


def _nature(state: KeptState) -> Hashable:
    match state:
        case KeptAsk(draws, entry, choices):
            return "ask", draws, entry, tuple(map(identity, choices))
        case KeptTell(draws, value):
            return "tell", draws, value if isinstance(value, Unbounded) else identity(value)
        case KeptEnd():
            return "end"
        case _:
            assert_never(state)


def _renamed(state: KeptState, blocks: Sequence[int]) -> KeptState:
    match state:
        case KeptAsk():
            return replace(state, ways=tuple(_gathered(ways, blocks) for ways in state.ways))
        case KeptTell():
            return replace(state, ways=_gathered(state.ways, blocks))
        case KeptEnd():
            return state
        case _:
            assert_never(state)


def _body(way: Way) -> Hashable:
    """All but where it leads and its weight. A real equals the integer with the same value: they are told apart."""
    return (
        way.fresh,
        way.constraints,
        tuple(isinstance(each.least, int) for each in way.constraints),
        way.kept,
        way.added,
    )


def _gathered(ways: Iterable[Way], blocks: Sequence[int]) -> tuple[Way, ...]:
    """The ways to blocks; what differs in its weight alone is added up."""
    sums: dict[Hashable, tuple[Way, Number]] = {}
    for way in ways:
        key = blocks[way.target], _body(way)
        weight = sums[key][1] + way.weight if key in sums else way.weight
        sums[key] = replace(way, target=blocks[way.target]), weight
    return tuple(replace(way, weight=weight) for way, weight in sums.values())
