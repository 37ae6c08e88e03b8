"""Pairs: every word weighs what the process gives its inputs and output, and every output has its word."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from flint import fmpq
from hmm_examples import ARRIVAL, HALF, ONE, above_threshold, mechanism, noisy_max, process, truncated_geometric
from hmm_random import (
    X,
    finite,
    greatest_ratio,
    output,
    outputs,
    prior,
    setting,
    spelled,
    stream_setting,
    streaming,
    words,
)
from processes import forward_process
from wellformed import wellformed

from faier.hmm import automaton, forward, lump, pair_dp, pairs_prior, whole_pairs
from faier.hmm.model import AskLetter, EndLetter, TellLetter
from faier.lang.claim import Each, One, PerInput, Total
from faier.lang.syntax import BoolType, IntType, StreamType, VectorType
from faier.lang.values import Sequence
from faier.limits import LimitReached, Limits
from faier.semantics.process import Entry

BIT = IntType(0, 1)


def stream(*values):
    return Sequence("list", values)


def agrees(pair, whole, rule, most=10**9):
    """Every word weighs on each side what the process gives the inputs it reads and the output it shows."""
    for word in words(pair, most):
        left, right = rule.complete(word)
        expected = tuple(forward_process(whole, side, *output(word)) for side in (left, right))
        assert forward(pair, word) == expected, word


@pytest.mark.parametrize("block", range(12))
def test_random_processes_against_whole_inputs(block):
    """Word by word, input pair by input pair, and the greatest ratio over all of them."""
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(seed)
        function, entries, relation = setting(rng)
        whole = finite(rng, entries, 3 + seed % 10)
        pair = pair_dp(lump(whole) if seed % 2 else whole, function, relation)
        wellformed(pair)
        rule = automaton(relation, function)
        agrees(pair, whole, rule)
        rows = []
        for left, right in whole_pairs(relation, function):
            for shown, ended in outputs(whole):
                values = tuple(value for _, value in shown)
                expected = tuple(forward_process(whole, side, values, ended) for side in (left, right))
                assert forward(pair, spelled(pair, left, right, (values, ended))) == expected
                rows.append(expected)
        assert greatest_ratio(forward(pair, word) for word in words(pair)) == greatest_ratio(rows)


@pytest.mark.parametrize("block", range(8))
def test_random_processes_on_streams(block):
    compared = 0
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(seed)
        function, choices, relation = stream_setting(rng)
        whole = streaming(rng, choices, 3 + seed % 7)
        wellformed(whole)
        length = rng.choice([None, None, 3])
        try:
            pair = pair_dp(lump(whole), function, relation, length=length, limits=Limits(states=20_000, buffer=6))
        except LimitReached as limit:
            assert limit.name == "buffer"
            continue
        wellformed(pair)
        rule = automaton(relation, function)
        agrees(pair, whole, rule, 150)
        for _ in range(30):
            state, sides = rule.start, []
            for _ in range(5):
                left, right, state = rng.choice(rule.letters(state, X))
                sides.append((left, right))
            left, right = ({"x": stream(*side)} for side in zip(*sides, strict=True))
            shown = (tuple(rng.randint(0, 1) for _ in range(rng.randint(0, 3))), rng.random() < 0.4)
            word = spelled(pair, left, right, shown)
            if word is not None and forward(pair, word) != (0, 0):
                compared += 1
                assert forward(pair, word) == tuple(forward_process(whole, side, *shown) for side in (left, right))
    assert compared > 50


@pytest.mark.parametrize("block", range(8))
def test_random_priors(block):
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(seed)
        entries = [(Entry("p"), (False, True)), (Entry("q"), (0, 1))] if seed % 2 else []
        function = mechanism(public=("p", "q"), p=BoolType(), q=BIT)
        whole = prior(rng, entries, 3 + seed % 8)
        wellformed(whole)
        masses = [forward_process(whole, {}, (), False, at) for at in range(len(whole.finals))]
        possible = [at for at, mass in enumerate(masses) if mass != 0]
        pairs = pairs_prior(lump(whole), function, parameters=(("day", 3),))
        names = [whole.finals[at][0] for at in possible]
        assert [(pair.left_name, pair.right_name) for pair in pairs] == [
            (one, other) for one in names for other in names if one is not other
        ]
        numbers = [(one, other) for one in possible for other in possible if one != other]
        for pair, (one, other) in zip(pairs, numbers, strict=True):
            wellformed(pair)
            assert (pair.left_mass, pair.right_mass) == (masses[one], masses[other])
            assert pair.parameters == (("day", 3),)
            for p, q, (shown, ended) in product((False, True), (0, 1), outputs(whole)):
                inputs = {"p": p, "q": q}
                values = tuple(value for _, value in shown)
                word = spelled(pair, inputs, inputs, (values, ended))
                assert forward(pair, word) == tuple(
                    forward_process(whole, inputs, values, ended, at) for at in (one, other)
                )


def test_secret_pairs_are_taken_in_both_orders():
    rng = Random(4)
    whole = prior(rng, [], 6)
    while len(whole.finals) < 3 or any(forward_process(whole, {}, (), False, at) == 0 for at in range(3)):
        whole = prior(rng, [], 6)
    function = mechanism()
    for listed, expected in [
        (None, 6),
        (((False, 7),), 2),
        (((7, False), (False, 7)), 2),
        (((False, 7), (True, 7)), 4),
        (((0, 1),), 2),
        ((("no", "such"),), 0),
        ((), 0),
    ]:
        assert len(pairs_prior(whole, function, listed)) == expected


# Mechanisms whose structure is known by hand.


def kinds(pair):
    return sorted(node.kind for node in pair.nodes)


def test_the_pair_of_the_truncated_geometric():
    whole, function = truncated_geometric()
    pair = pair_dp(whole, function, Each(1))
    assert kinds(pair) == ["ask", "ended", "show", "show"]
    word = (AskLetter(Entry("count"), 0, 1), TellLetter(0), EndLetter())
    assert forward(pair, word) == (fmpq(2, 3), fmpq(1, 3))
    assert greatest_ratio(forward(pair, word) for word in words(pair)) == 2


@pytest.mark.parametrize(
    ("uniform", "relation", "expected"),
    [
        (False, Each(1), fmpq(8)),
        (True, Each(1), fmpq(24, 7)),
        (False, One(), fmpq(25, 7)),
        (True, One(), fmpq(24, 7)),
        (False, One(1), fmpq(2)),
        (True, One(1), fmpq(40, 21)),
    ],
)
def test_noisy_max_has_the_known_ratios(uniform, relation, expected):
    whole, function = noisy_max(3, uniform=uniform)
    pair = pair_dp(lump(whole), function, relation)
    wellformed(pair)
    assert greatest_ratio(forward(pair, word) for word in words(pair)) == expected


def test_noisy_max_has_one_node_for_each_query():
    whole, function = noisy_max(12, uniform=True)
    pair = pair_dp(lump(whole), function, Each(1))
    assert kinds(pair) == ["ask"] * 12 + ["ended", "show", "show"]
    assert max(len(node.left_final) for node in pair.nodes) == 253
    assert kinds(pair_dp(whole, function, One())).count("ask") == 12 + 11


def test_above_threshold_needs_five_nodes():
    whole, function = above_threshold(10)
    pair = pair_dp(whole, function, Each(1))
    wellformed(pair)
    assert kinds(pair) == ["ask", "ask", "ended", "show", "show"]
    assert kinds(pair_dp(whole, function, One())).count("ask") == 3


@pytest.mark.parametrize("length", range(1, 6))
def test_above_threshold_doubles_with_each_query(length):
    """k queries whose answers differ by one each: the ratio is at most 2^k, and is reached in the limit only."""
    whole, function = above_threshold()
    pair = pair_dp(whole, function, Each(1))
    reads = [AskLetter(ARRIVAL, 1, 2), TellLetter(False)] * (length - 1) + [AskLetter(ARRIVAL, 2, 1), TellLetter(True)]
    left, right = forward(pair, [AskLetter(Entry("threshold"), 2, 2), *reads])
    count = length - 1
    assert left == fmpq(3, 20) * fmpq(1, 3) ** count * fmpq(5, 6) + fmpq(4, 5) * fmpq(2, 3) ** count * fmpq(2, 3) + (
        fmpq(1, 20) if count == 0 else 0
    )
    assert left / right > fmpq(16, 11) * fmpq(2) ** count or count == 0


def test_matrices_are_shared_between_equal_nodes_and_sides():
    whole, function = noisy_max(4)
    pair = pair_dp(whole, function, Each(1))
    first = pair.nodes[pair.start]
    assert len(first.edges) == 7
    assert len({id(matrix) for edge in first.edges for matrix in (edge.left, edge.right)}) == 3


# Runs that disagree about what to ask.


def test_runs_that_ask_in_different_orders_remember():
    """A coin decides the order of reading; the first value read is shown twice."""

    def behave(at):
        match at:
            case "start":
                return ("ask", Entry("c"), {v: [(("first", 0), HALF), (("first", 1), HALF)] for v in (0, 1)})
            case ("first", index):
                other = 1 - index
                return ("ask", Entry("x", (index,)), {v: [(("second", other, v), ONE)] for v in (0, 1)})
            case ("second", index, seen):
                rows = {v: [(("tell", (seen, seen, v)), ONE)] for v in (0, 1)}
                return ("ask", Entry("x", (index,)), rows)
            case ("tell", (first, *rest)):
                return ("tell", first, [(("tell", tuple(rest)) if rest else "end", ONE)])
        return ("end",)

    whole = process("start", behave)
    function = mechanism(public=("c",), c=BIT, x=VectorType(BIT, 2))
    for relation in (Each(1), One(), Total(1)):
        pair = pair_dp(whole, function, relation)
        wellformed(pair)
        assert [node.kind for node in pair.nodes].count("ask") >= 3
        agrees(pair, whole, automaton(relation, function))
    word = [AskLetter(Entry("c"), 0, 0), AskLetter(Entry("x", (0,)), 0, 1), AskLetter(Entry("x", (1,)), 1, 1)]
    assert forward(pair, [*word, TellLetter(0)]) == (HALF, fmpq(0))
    assert forward(pair, [*word, TellLetter(1)]) == (HALF, ONE)


def test_what_is_asked_depends_on_what_was_read():
    """Left reads x[1], right reads x[2]: both are in the word, and each side only uses its own."""

    def behave(at):
        match at:
            case "start":
                return ("ask", Entry("x", (0,)), {0: [(1, ONE)], 1: [(2, ONE)]})
            case int(index):
                return ("ask", Entry("x", (index,)), {v: [(("tell", v), ONE)] for v in (0, 1)})
            case ("tell", value):
                return ("tell", value, [("end", ONE)])
        return ("end",)

    whole = process("start", behave)
    function = mechanism(x=VectorType(BIT, 3))
    pair = pair_dp(whole, function, One())
    agrees(pair, whole, automaton(One(), function))
    word = [AskLetter(Entry("x", (0,)), 0, 1), AskLetter(Entry("x", (1,)), 0, 0), AskLetter(Entry("x", (2,)), 1, 1)]
    assert forward(pair, [*word, TellLetter(0)]) == (ONE, fmpq(0))
    assert greatest_ratio(forward(pair, w) for w in words(pair)) is None


def test_an_early_stop_needs_no_memory():
    """The first query above a noisy threshold is shown: runs that found theirs wait for the others to read on."""
    whole, function = first_above(6)
    pair = pair_dp(whole, function, Each(1))
    wellformed(pair)
    assert kinds(pair) == ["ask"] * 6 + ["ended", "show", "show"]
    agrees(pair, whole, automaton(Each(1), function), 3000)
    assert sum(node.kind == "ask" for node in pair_dp(first_above(40)[0], first_above(40)[1], Each(1)).nodes) == 40


def first_above(length):
    def behave(at):
        match at:
            case int(index):
                quarter = fmpq(1, 4)
                rows = {
                    v: [(("tell", index), quarter * (1 + v)), (following(index), 1 - quarter * (1 + v))] for v in (0, 1)
                }
                return ("ask", Entry("x", (index,)), rows)
            case ("tell", value):
                return ("tell", value, [("end", ONE)])
        return ("end",)

    def following(index):
        return index + 1 if index + 1 < length else ("tell", None)

    return process(0, behave), mechanism(x=VectorType(BIT, length))


def test_a_letter_for_true_is_not_the_letter_for_one():
    whole = lump(
        named(
            start=("ask", Entry("x"), {0: [("true", ONE)], 1: [("one", HALF), ("true", HALF)]}),
            true=("tell", True, [("end", ONE)]),
            one=("tell", 1, [("end", ONE)]),
            end=("end",),
        )
    )
    assert len(whole.states) == 4
    pair = pair_dp(whole, mechanism(x=BIT), Each(1))
    asked = AskLetter(Entry("x"), 0, 1)
    assert forward(pair, [asked, TellLetter(True)]) == (ONE, HALF)
    assert forward(pair, [asked, TellLetter(1)]) == (fmpq(0), HALF)


# Streams whose runs read at different speeds.

ON_BITS = mechanism(x=StreamType(BIT))


def named(**states):
    return process("start", states.__getitem__)


def coin(value):
    """Randomized response to a bit: 3/4 truthful."""
    return fmpq(3, 4) if value else fmpq(1, 4)


def test_two_shown_values_for_each_arrival():
    whole = named(
        start=("ask", X, {v: [("yes", coin(v)), ("no", 1 - coin(v))] for v in (0, 1)}),
        yes=("tell", 1, [("again", ONE)]),
        no=("tell", 0, [("again", ONE)]),
        again=("tell", 0, [("start", ONE)]),
    )
    pair = pair_dp(whole, ON_BITS, Each(1))
    assert kinds(pair) == ["ask", "show", "show"]
    agrees(pair, whole, automaton(Each(1), ON_BITS), 400)


def test_what_was_shown_decides_whether_more_is_shown():
    whole = named(
        start=("ask", X, {v: [("yes", coin(v)), ("no", 1 - coin(v))] for v in (0, 1)}),
        yes=("tell", 1, [("start", ONE)]),
        no=("tell", 0, [("again", ONE)]),
        again=("tell", 2, [("start", ONE)]),
    )
    pair = pair_dp(whole, ON_BITS, Each(1))
    assert kinds(pair) == ["ask", "show", "show"]
    agrees(pair, whole, automaton(Each(1), ON_BITS), 400)


def test_runs_that_read_ahead_are_met_again():
    """A hidden coin: read two arrivals and then show, or one, show, and the other before the next round."""
    whole = named(
        start=("ask", X, {v: [(f"two{v}", HALF), (f"one{v}", HALF)] for v in (0, 1)}),
        two0=("ask", X, {v: [(f"both{v}", ONE)] for v in (0, 1)}),
        two1=("ask", X, {v: [(f"both{1 - v}", ONE)] for v in (0, 1)}),
        both0=("tell", 0, [("start", ONE)]),
        both1=("tell", 1, [("start", ONE)]),
        one0=("tell", 0, [("late", ONE)]),
        one1=("tell", 1, [("late", ONE)]),
        late=("ask", X, {v: [("start", ONE)] for v in (0, 1)}),
    )
    for relation in (Each(1), One()):
        pair = pair_dp(whole, ON_BITS, relation)
        wellformed(pair)
        assert max(len(node.left_final) for node in pair.nodes) >= 2
        agrees(pair, whole, automaton(relation, ON_BITS), 1500)


def test_a_public_stream_lets_both_sides_skip_together():
    """What is asked next depends on the value, but both sides have the same: nothing is ever remembered."""
    whole = named(
        start=("ask", X, {0: [("start", ONE)], 1: [("yes", ONE)]}),
        yes=("tell", 1, [("start", ONE)]),
    )
    pair = pair_dp(whole, ON_BITS, PerInput(()))
    assert kinds(pair) == ["ask", "show"]
    with pytest.raises(LimitReached, match="arrivals"):
        pair_dp(whole, ON_BITS, Each(1))


def test_a_run_that_falls_behind_without_end_hits_the_limit():
    """Each arrival is skipped with probability one half: the first value shown may be any arrival's."""
    whole = named(
        start=("ask", X, {v: [("start", HALF), (f"tell{v}", HALF)] for v in (0, 1)}),
        tell0=("tell", 0, [("start", ONE)]),
        tell1=("tell", 1, [("start", ONE)]),
    )
    with pytest.raises(LimitReached) as reached:
        pair_dp(whole, ON_BITS, Each(1))
    assert reached.value.name == "buffer"


def test_a_run_that_could_wait_for_ever_is_refused():
    """A run that found what it looks for shows it and ends, but others read on, without end: no word would
    ever show it, and every word there is has ratio 1."""
    whole = named(
        start=("ask", X, {v: [("start", 1 - coin(v)), ("found", coin(v))] for v in (0, 1)}),
        found=("tell", True, [("end", ONE)]),
        end=("end",),
    )
    for length in (None, 1, 4):
        with pytest.raises(LimitReached, match="wait for ever") as reached:
            pair_dp(whole, ON_BITS, Each(1), length=length)
        assert reached.value.name == "buffer"


def test_runs_that_stop_at_the_same_arrival_do_not_wait():
    """Taken together, the values that may come would leave one run waiting; value by value, none waits."""
    whole = named(
        start=("ask", X, {0: [("start", ONE)], 1: [("found", ONE)]}),
        found=("tell", True, [("end", ONE)]),
        end=("end",),
    )
    pair = pair_dp(whole, ON_BITS, PerInput(()))
    wellformed(pair)
    agrees(pair, whole, automaton(PerInput(()), ON_BITS), 200)
    assert kinds(pair)[0] == "ask"


def test_a_length_bounds_what_must_be_remembered():
    """Each round reads one arrival or two: after k rounds one run may be k arrivals behind another."""
    whole = named(
        start=("ask", X, {v: [(f"tell{v}", HALF), ("skip", HALF)] for v in (0, 1)}),
        skip=("ask", X, {v: [(f"tell{v}", ONE)] for v in (0, 1)}),
        tell0=("tell", 0, [("start", ONE)]),
        tell1=("tell", 1, [("start", ONE)]),
    )
    limits = Limits(buffer=12)
    with pytest.raises(LimitReached, match="12 arrivals"):
        pair_dp(whole, ON_BITS, One(), limits=limits)
    pair = pair_dp(whole, ON_BITS, One(), length=2, limits=limits)
    wellformed(pair)
    rule = automaton(One(), ON_BITS)
    checked = 0
    for word in words(pair, 4000):
        if len(output(word)[0]) <= 2:
            checked += 1
            left, right = rule.complete(word)
            assert forward(pair, word) == tuple(forward_process(whole, side, *output(word)) for side in (left, right))
    assert checked > 500


def test_the_number_of_states_has_a_limit():
    whole, function = noisy_max(6)
    with pytest.raises(LimitReached) as reached:
        pair_dp(whole, function, Each(1), limits=Limits(states=20))
    assert reached.value.name == "states"


def test_the_number_of_nodes_has_a_limit():
    whole, function = noisy_max(3)
    assert len(pair_dp(whole, function, Each(1)).nodes) == 6
    assert pair_dp(whole, function, Each(1), limits=Limits(states=1000))
    chain = {f"s{at}": ("tell", at, [(f"s{at + 1}", ONE)]) for at in range(50)} | {"s50": ("end",)}
    told = process("s0", chain.__getitem__)
    assert len(pair_dp(told, mechanism(), Each(1)).nodes) == 52
    assert pair_dp(told, mechanism(), Each(1), limits=Limits(states=52))
    with pytest.raises(LimitReached, match="51 nodes of the paired model"):
        pair_dp(told, mechanism(), Each(1), limits=Limits(states=51))


def test_the_same_model_is_made_every_time():
    whole, function = noisy_max(5, uniform=True)
    assert pair_dp(whole, function, Total(2)) == pair_dp(whole, function, Total(2))
