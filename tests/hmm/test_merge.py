"""Merged pairs: every word weighs what it weighed, and states that behave alike are one."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq
from hmm_random import duplicated, finite, setting, stream_setting, streaming, words

from faier.hmm import forward, lump, pair_dp
from faier.hmm.merge import merged
from faier.lang import parse, parse_relation
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore


def sizes(pair):
    return sum(len(node.left_final) + len(node.right_final) for node in pair.nodes)


@pytest.mark.parametrize("block", range(3))
def test_random_pairs(block):
    smaller = 0
    for seed in range(block * 20, block * 20 + 20):
        rng = Random(seed)
        if seed % 2:
            function, entries, relation = setting(rng)
            process = finite(rng, entries, 3 + seed % 10)
        else:
            function, choices, relation = stream_setting(rng)
            process = streaming(rng, choices, 3 + seed % 5)
        try:
            pair = pair_dp(duplicated(rng, process), function, relation, length=3, limits=Limits(states=1000))
        except LimitReached:
            continue
        small = merged(pair, Limits())
        smaller += sizes(small) < sizes(pair)
        assert sizes(merged(small, Limits())) == sizes(small)
        for word in words(pair, 400):
            assert forward(small, word) == forward(pair, word), (seed, word)
    assert smaller >= 3


def test_a_value_to_remember_is_a_value_that_was_read():
    """A coin is thrown before the value is needed: half of the runs read it now, half of them later."""
    program = parse(
        "from faier import Int, flip, mechanism\n\n\n@mechanism\ndef m(x: Int[0, 3]):\n    for at in range(4):\n"
        "        yield x == at if flip(1 / 2) else flip(1 / 2)\n",
        "m.py",
    )
    rule, _ = parse_relation("one()", program, "m")
    pair = pair_dp(lump(explore(program, "m", Limits())), program.function("m"), rule)
    shown = [node for node in pair.nodes if node.kind == "show" and len(node.edges) == 2]
    assert len(shown) == 4
    assert max(len(node.left_final) for node in shown) <= 8  # a value and what is shown next
    assert {weight for node in pair.nodes for weight in node.left_final} == {fmpq(1)}
