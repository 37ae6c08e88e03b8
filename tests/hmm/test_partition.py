"""The partition is the coarsest: what refining every block anew, until nothing changes, comes to."""

from __future__ import annotations

from random import Random

import pytest

from faier.hmm.partition import coarsest, first_of, numbered
from faier.limits import DEFAULTS, LimitReached, seconds


def graph(rng, size):
    """Labels and successors: long chains, so that one split follows another, and many equal states."""
    labels = [rng.randrange(rng.choice((1, 2, 3))) for _ in range(size)]
    onward = [
        {at + 1} if at + 1 < size and rng.random() < 0.6 else {rng.randrange(size) for _ in range(rng.randrange(3))}
        for at in range(size)
    ]
    return labels, onward


def refined(labels, onward):
    """By the definition: blocks are told apart by their labels and by the blocks they lead to."""
    blocks = numbered(labels)
    while True:
        finer = numbered((block, frozenset(blocks[to] for to in onward[at])) for at, block in enumerate(blocks))
        if finer == blocks:
            return blocks
        blocks = finer


@pytest.mark.parametrize("seed", range(150))
def test_random_graphs(seed):
    rng = Random(seed)
    labels, onward = graph(rng, rng.randrange(1, 25))
    # A signature need not depend on all that it may depend on.
    idle = {at for at in range(len(onward)) if rng.random() < (seed % 3) / 4}
    sources = [{at for at, targets in enumerate(onward) if to in targets} | idle for to in range(len(onward))]
    calls = []

    def signature(at, blocks):
        calls.append(at)
        return frozenset(blocks[to] for to in onward[at])

    blocks = coarsest(labels, signature, sources, DEFAULTS)
    assert blocks == refined(labels, onward)
    assert first_of(blocks) == [blocks.index(block) for block in range(max(blocks) + 1)]
    assert [calls.count(at) for at in range(len(labels))] >= [1] * len(labels)


def test_of_a_split_block_the_largest_part_stays():
    """On a chain of equal states the end is told apart, then what leads to it, and so on: each time one state leaves,
    and only what leads to that one is looked at again, with one state of the rest to compare it with."""
    size = 400
    calls = []

    def signature(at, blocks):
        calls.append(at)
        return blocks[at + 1] if at + 1 < size else None

    blocks = coarsest([0] * size, signature, [[at - 1] if at else [] for at in range(size)], DEFAULTS)
    assert blocks == list(range(size))
    assert len(calls) <= 4 * size


def test_no_states_and_no_time():
    assert coarsest([], lambda at, blocks: None, [], DEFAULTS) == []
    with pytest.raises(LimitReached):
        coarsest([0], lambda at, blocks: None, [[]], seconds(0))
