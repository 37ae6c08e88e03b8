"""The coarsest partition that a state's signature over its successors' blocks cannot refine.

A state is looked at again only when a successor changed its block, and of the parts of a split block the
largest keeps its number: so a state's block changes at most log2(number of states) times.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from faier.limits import Limits


def coarsest(
    first: Sequence[Hashable],
    signature: Callable[[int, Sequence[int]], Hashable],
    sources: Sequence[Iterable[int]],
    limits: Limits,
) -> list[int]:
    """The number of each state's block.

    Two states share a block only if `first` gives them equal values and `signature(state, blocks)` does too;
    it may depend on the blocks of those states alone that have the state among their `sources`. Blocks are
    numbered in the order of their first states.
    """
    block_of = numbered(first)
    members: list[set[int]] = [set() for _ in range(max(block_of, default=-1) + 1)]
    for state, block in enumerate(block_of):
        members[block].add(state)
    dirty: Iterable[int] = range(len(block_of))
    while dirty:
        touched: dict[int, list[int]] = {}
        for state in dirty:
            touched.setdefault(block_of[state], []).append(state)
        parts = {
            block: _parts(states, members[block], signature, block_of, limits) for block, states in touched.items()
        }
        moved = [state for block in parts for state in _split(parts[block], block_of, members, members[block])]
        dirty = sorted({source for state in moved for source in sources[state]})
    return numbered(block_of)


def numbered(values: Iterable[Hashable]) -> list[int]:
    """Equal values get equal numbers, in the order of their first occurrence."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def first_of(blocks: Sequence[int]) -> list[int]:
    """The first state of each block, blocks numbered in the order of their first states."""
    first: list[int] = []
    for state, block in enumerate(blocks):
        if block == len(first):
            first.append(state)
    return first


def _parts(
    states: list[int],
    block: set[int],
    signature: Callable[[int, Sequence[int]], Hashable],
    block_of: list[int],
    limits: Limits,
) -> list[list[int]]:
    """The parts that must leave the block. The members not among `states` have one signature, as before."""
    by_signature: dict[Hashable, list[int]] = {}
    for count, state in enumerate(states):
        if count % 1024 == 0:
            limits.check()
        by_signature.setdefault(signature(state, block_of), []).append(state)
    rest = len(block) - len(states)
    if rest:
        dirty = set(states)
        same = signature(next(state for state in block if state not in dirty), block_of)
        rest += len(by_signature.pop(same, ()))
    parts = list(by_signature.values())
    largest = max(range(len(parts)), key=lambda at: len(parts[at]), default=0)
    if not parts or len(parts[largest]) <= rest:
        return parts
    if rest:
        # The largest part stays in place of the rest, which leaves.
        parts.append(list(block.difference(*parts)))
    del parts[largest]
    return parts


def _split(parts: list[list[int]], block_of: list[int], members: list[set[int]], block: set[int]) -> list[int]:
    """Give each part a block of its own; returns the states that moved."""
    moved = []
    for part in parts:
        block.difference_update(part)
        for state in part:
            block_of[state] = len(members)
        members.append(set(part))
        moved += part
    return moved
