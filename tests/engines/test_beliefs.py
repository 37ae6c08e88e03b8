"""Words weighed by the beliefs that they leave: the same greatest factor as listing all words gives."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq
from hmm_examples import mechanism
from hmm_random import finite, greatest_ratio, prior, setting, words

from faier.engines.search import beliefs, engine
from faier.engines.search.engine import tightest
from faier.engines.search.graph import plan
from faier.engines.words import word_weights
from faier.hmm import forward, pair_dp, pairs_prior
from faier.hmm.lump import lump
from faier.lang import parse, parse_relation
from faier.limits import Limits
from faier.semantics.explore import explore

HEAD = "from faier import Bool, Int, Public, Vector, categorical, clamp, exp, geometric, mechanism\n\n\n@mechanism\n"


def both(pair):
    """The factor by beliefs, with its word, and by all words."""
    found = beliefs.by_beliefs(pair, plan(pair, None), Limits())
    return found, greatest_ratio(forward(pair, word) for word in words(pair))


@pytest.mark.parametrize("sparse", [8, 0])
@pytest.mark.parametrize("block", range(8))
def test_random_processes(block, sparse, monkeypatch):
    monkeypatch.setattr(beliefs, "_SPARSE", sparse)
    decided = 0
    for seed in range(block * 25, block * 25 + 25):
        rng = Random(seed)
        function, entries, relation = setting(rng)
        whole = finite(rng, entries, 3 + seed % 10)
        pair = pair_dp(lump(whole) if seed % 2 else whole, function, relation)
        found, factor = both(pair)
        if factor is None:
            assert found is None, seed
        elif found is not None:
            decided += 1
            assert found.factor(pair) == factor, seed
            assert word_weights(pair, found.edges) == (found.left, found.right)
    assert decided >= 3


LOOKS = (
    "def m(xs: Vector[Int[0, 2], 2]):\n    return clamp(xs[0] - xs[1] + geometric(1 / 2), -1, 1)",
    "def m(xs: Vector[Int[0, 1], 3]):\n    return categorical(*[2**x for x in xs])",
    "def m(x: Int[0, 4]):\n    return (x + categorical(3, 1, 1, 1, 1)) % 5",
    "def m(x: Int[0, 3]):\n    return clamp(x + geometric(exp(-1)), 0, 3)",
    "def m(x: Int[0, 3]):\n    yield clamp(x + geometric(1 / 3), 0, 3)\n    yield clamp(x + geometric(exp(-1)), 1, 2)",
    "def m(xs: Vector[Int[0, 1], 2], p: Public[Bool]):\n"
    "    return clamp(sum(xs) + geometric(1 / 2 if p else 1 / 3), 0, 2)",
)
RELATIONS = ("each(1)", "one()", "one(1)", "each(3)", "total(2)")


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("text", LOOKS)
def test_one_look(text, relation, monkeypatch):
    """The same as the search with vectors, whichever way values are gone through."""
    program = parse(HEAD + text, "m.py")
    process = lump(explore(program, "m", Limits()))
    rule, _ = parse_relation(relation, program, "m")
    pair = pair_dp(process, program.function("m"), rule)
    monkeypatch.setattr(engine, "_LARGE", 10**9)
    factor = tightest(pair, None, Limits()).lower
    for sparse in (8, 0):
        monkeypatch.setattr(beliefs, "_SPARSE", sparse)
        found = beliefs.by_beliefs(pair, plan(pair, None), Limits())
        assert found is not None and found.factor(pair) == factor
    monkeypatch.setattr(engine, "_LARGE", 0)
    result = tightest(pair, None, Limits())
    assert (result.lower, result.upper, result.all) == (factor, factor, True)


def test_random_priors():
    """Where runs can be lost, words that stop weigh less than those that go on: nothing is decided by beliefs there,
    or what is decided is right."""
    decided = 0
    for seed in range(120):
        rng = Random(seed)
        function, entries, _ = setting(rng)
        public = mechanism(public=tuple(parameter.name for parameter in function.parameters), **_types(function))
        whole = prior(rng, entries if seed % 2 else [], 3 + seed % 6)
        for pair in pairs_prior(lump(whole) if seed % 4 < 2 else whole, public):
            found, factor = both(pair)
            if found is not None:
                decided += 1
                scale = pair.right_mass / pair.left_mass
                assert factor is not None and found.factor(pair) == factor * scale, seed
    assert decided >= 10


def _types(function):
    return {parameter.name: parameter.type for parameter in function.parameters}


@pytest.mark.parametrize(
    "text",
    [
        "def m(x: Int[0, 2]):\n    return x",
        "def m(x: Int[0, 1]):\n    yield x\n    yield categorical(1, 1)",
        "def m(x: Int[0, 2]):\n    yield max(x, categorical(1, 2))\n    yield categorical(1, 1)",
    ],
)
def test_a_word_that_is_impossible_on_the_right_is_left_to_others(text):
    program = parse(HEAD + text, "m.py")
    rule, _ = parse_relation("one()", program, "m")
    pair = pair_dp(lump(explore(program, "m", Limits())), program.function("m"), rule)
    assert beliefs.by_beliefs(pair, plan(pair, None), Limits()) is None
    assert tightest(pair, None, Limits()).lower is None


def test_too_many_beliefs_are_left_to_others(monkeypatch):
    program = parse(HEAD + LOOKS[4], "m.py")
    rule, _ = parse_relation("one(1)", program, "m")
    pair = pair_dp(lump(explore(program, "m", Limits())), program.function("m"), rule)
    monkeypatch.setattr(beliefs, "_STEPS", 3)
    assert beliefs.by_beliefs(pair, plan(pair, None), Limits()) is None
    assert tightest(pair, None, Limits()).lower != fmpq(1)
