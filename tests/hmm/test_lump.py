"""Lumping keeps the probability of everything that can be seen, and leaves no two states that are equal."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from flint import fmpq
from hmm_examples import ONE, above_threshold, mechanism, noisy_max, process, truncated_geometric
from hmm_random import X, duplicated, finite, outputs, prior, setting, streaming
from processes import forward_process, given
from wellformed import wellformed

from faier.exact import unknown
from faier.hmm import lump, pair_dp, reachable
from faier.hmm.wholes import input_type, wholes
from faier.lang.claim import Each
from faier.lang.syntax import IntType, Span, StreamType
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics.process import Ask, End, Entry, Process, Tell

HALF = fmpq(1, 2)


def same_behaviour(one, other, inputs, shown):
    for (values, ended), secret in ((each, at) for each in shown for at in range(len(one.finals))):
        plain = tuple(value for _, value in values)
        expected = forward_process(one, inputs, plain, ended, secret)
        assert forward_process(other, inputs, plain, ended, secret) == expected


@pytest.mark.parametrize("block", range(10))
def test_lumping_keeps_every_probability(block):
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(seed)
        function, entries, _ = setting(rng)
        small = finite(rng, entries, 4 + seed % 9)
        large = duplicated(rng, small)
        wellformed(large)
        lumped = lump(large)
        wellformed(lumped)
        assert len(lumped.states) <= len(lump(small).states)
        for inputs in wholes({p.name: input_type(p) for p in function.parameters}, Limits()):
            same_behaviour(small, lumped, inputs, outputs(small))


@pytest.mark.parametrize("block", range(4))
def test_lumping_keeps_every_probability_on_streams(block):
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(seed)
        small = streaming(rng, (0, 1), 4 + seed % 9)
        large = duplicated(rng, small)
        lumped = lump(large)
        wellformed(lumped)
        assert len(lumped.states) == len(lump(small).states)
        inputs = {"x": Sequence("list", tuple(rng.randint(0, 1) for _ in range(40)))}
        for _ in range(40):
            shown = tuple(("int", rng.randint(0, 1)) for _ in range(rng.randint(0, 4)))
            same_behaviour(small, lumped, inputs, [(shown, False), (shown, True)])


@pytest.mark.parametrize("block", range(4))
def test_lumping_keeps_the_secrets_apart(block):
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(seed)
        entries = [(Entry("p"), (False, True))] if seed % 2 else []
        small = prior(rng, entries, 4 + seed % 6)
        lumped = lump(duplicated(rng, small))
        wellformed(lumped)
        for p in (False, True):
            same_behaviour(small, lumped, {"p": p}, outputs(small))


def test_the_result_cannot_be_lumped_again_and_is_independent_of_the_numbering():
    for seed in range(60):
        rng = Random(seed)
        whole = duplicated(rng, streaming(rng, (0, 1), 9))
        once = lump(whole)
        assert lump(once) == once
        order = list(range(len(whole.states)))
        rng.shuffle(order)
        assert len(lump(renumbered(whole, order)).states) == len(once.states)


def renumbered(whole, order):
    place = {old: new for new, old in enumerate(order)}

    def moved(row):
        return tuple(sorted((place[to], weight) for to, weight in row))

    states = []
    for old in order:
        match whole.states[old]:
            case Ask(entry, choices, rows):
                states.append(Ask(entry, choices, tuple(map(moved, rows))))
            case Tell(value, row):
                states.append(Tell(value, moved(row)))
            case _:
                states.append(End())
    ones = (ONE,) * len(states)
    return Process(tuple(states), moved(whole.start), ((None, ones),), ("",) * len(states))


def test_unreachable_states_are_dropped():
    whole = truncated_geometric()[0]
    extra = Process((*whole.states, End()), whole.start, ((None, (ONE,) * 6),), (*whole.notes, "lost"))
    assert len(reachable(extra).states) == 5
    assert "lost" not in lump(extra).notes


def test_equal_states_of_two_loops_are_merged():
    """Two copies of a loop, entered by a coin, and a first turn that is written out: one loop remains."""
    copies = {}
    for name, onward in [("a", "a"), ("b", "b"), ("first", "a")]:
        copies[name] = ("ask", X, {v: [((name, v), ONE)] for v in (0, 1)})
        copies |= {(name, v): ("tell", v, [(onward, ONE)]) for v in (0, 1)}
    copies["start"] = ("tell", 7, [("a", fmpq(1, 3)), ("b", fmpq(1, 3)), ("first", fmpq(1, 3))])
    whole = process("start", copies.__getitem__)
    assert (len(whole.states), len(lump(whole).states)) == (10, 4)


def test_values_that_python_confuses_stay_apart():
    states = {
        "start": ("tell", "x", [("true", HALF), ("one", HALF)]),
        "true": ("tell", True, [("end", ONE)]),
        "one": ("tell", 1, [("end", ONE)]),
        "end": ("end",),
    }
    assert len(lump(process("start", states.__getitem__)).states) == 4


def test_weights_with_unknowns_are_added_exactly():
    p = unknown("p")

    def behave(at):
        match at:
            case "start":
                return ("tell", 0, [("a", p * p), ("b", p * (1 - p)), ("c", 1 - p)])
            case "a" | "b" | "c":
                return ("tell", at == "c", [("end", ONE)])
        return ("end",)

    lumped = lump(process("start", behave))
    wellformed(lumped)
    assert len(lumped.states) == 4
    assert sorted(map(str, (weight for _, weight in lumped.states[0].row))) == sorted([str(p), str(1 - p)])


def test_the_places_of_draws_are_kept():
    drawn = ((unknown("p"), Span(1, 2, 3, 4)),)
    whole = replace(truncated_geometric()[0], drawn=drawn)
    assert lump(whole).drawn == reachable(whole).drawn == given(whole, 0).drawn == drawn


def test_notes_are_of_the_first_state():
    whole = noisy_max(3)[0]
    assert lump(whole) == whole
    assert lump(above_threshold()[0]).notes[0] == "start"


def test_the_pair_of_a_lumped_process_is_not_larger():
    function = mechanism(x=StreamType(IntType(0, 1)))
    for seed in range(20):
        rng = Random(seed)
        whole = duplicated(rng, streaming(rng, (0, 1), 5))
        try:
            large = pair_dp(whole, function, Each(1), limits=Limits(buffer=3))
        except Exception as limit:
            assert "arrivals" in str(limit)
            continue
        small = pair_dp(lump(whole), function, Each(1))
        assert len(small.nodes) == len(large.nodes)
        assert sum(len(node.left_final) for node in small.nodes) <= sum(len(node.left_final) for node in large.nodes)


@pytest.mark.parametrize("seed", range(30))
def test_a_condition_divides_by_its_mass(seed):
    rng = Random(seed)
    entries = [(Entry("p"), (False, True))] if seed % 2 else []
    whole = prior(rng, entries, 4 + seed % 6)
    for at in range(len(whole.finals)):
        mass = forward_process(whole, {}, (), False, at)
        if mass == 0:
            with pytest.raises(ValueError, match="probability 0"):
                given(whole, at)
            continue
        conditioned = given(whole, at)
        wellformed(conditioned)
        assert set(conditioned.finals[0][1]) == {ONE}
        for p in (False, True):
            for shown, ended in outputs(whole):
                values = tuple(value for _, value in shown)
                weight = forward_process(whole, {"p": p}, values, ended, at)
                assert forward_process(conditioned, {"p": p}, values, ended) == weight / mass
