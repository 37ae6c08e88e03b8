"""Divergence: found where the ratio grows without end, exact in what it claims, and never claimed elsewhere."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from flint import fmpq
from pairs import above_threshold_pair, chain_response_pair, noisy_max_pair, random_pair

from faier.engines.coupling.engine import prove
from faier.engines.growth.engine import Divergence, around, diverges, letters, verify
from faier.exact import compare
from faier.hmm import lump, pair_dp
from faier.hmm.forward import forward
from faier.hmm.model import Pair
from faier.lang import parse, parse_relation
from faier.limits import Limits, seconds
from faier.semantics.explore import explore

MODEL = (Path(__file__).parent.parent.parent / "models/above_threshold_clamped.py").read_text()


def model_pair(relation: str) -> Pair:
    """Above Threshold as it is shipped, from its text."""
    program = parse(MODEL, "above_threshold.py", {})
    process = lump(explore(program, "above_threshold", Limits()), Limits())
    related, _ = parse_relation(relation, program, "above_threshold")
    return pair_dp(process, program.function("above_threshold"), related)


def grows(pair: Pair, found: Divergence, turns: int) -> None:
    """The ratios of the words themselves grow as claimed."""
    prefix, cycle, suffix = letters(pair, found)
    least: fmpq | None = None
    for count in range(turns):
        left, right = forward(pair, (*prefix, *cycle * count, *suffix))
        assert left > 0
        if right == 0:
            continue
        scaled = left / right / found.per_cycle**count
        floor = factor(pair, found)
        assert scaled >= floor > 0
        least = scaled if least is None else min(least, scaled)
    assert least is not None


def factor(pair: Pair, found: Divergence) -> fmpq:
    """What the words' ratio is at least, before any turn."""
    left, right, place = dict(pair.left), dict(pair.right), pair.start
    for number in found.prefix:
        edge = pair.nodes[place].edges[number]
        left, right, place = moved(left, edge.left), moved(right, edge.right), edge.target
    top = sum((weight * found.low[state] for state, weight in left.items()), fmpq(0))
    return top / sum((weight * found.high[state] for state, weight in right.items()), fmpq(0))


def moved(vector: dict[int, fmpq], rows: tuple[tuple[tuple[int, fmpq], ...], ...]) -> dict[int, fmpq]:
    after: dict[int, fmpq] = {}
    for state, weight in vector.items():
        for target, chance in rows[state]:
            after[target] = after.get(target, fmpq(0)) + weight * chance
    return after


@pytest.mark.parametrize("top", [1, 2, 4])
def test_above_threshold_grows_by_two_per_query(top: int) -> None:
    pair = above_threshold_pair(top)
    found = diverges(pair)
    assert found is not None
    assert verify(pair, found)
    assert found.per_cycle == 2
    grows(pair, found, 12)


def test_the_shipped_above_threshold_grows_by_two_per_query() -> None:
    pair = model_pair("each(1)")
    found = diverges(pair)
    assert found is not None
    assert found.per_cycle == 2
    assert len(found.cycle) == 2  # one query, one answer
    grows(pair, found, 12)


def test_above_threshold_is_bounded_for_ever_when_one_answer_changes() -> None:
    pair = model_pair("one(1)")
    assert diverges(pair) is None
    coupling = prove(pair)
    assert coupling is not None
    assert coupling.factor == 2


def test_bounded_mechanisms_do_not_diverge() -> None:
    assert diverges(chain_response_pair(fmpq(9, 10), fmpq(3, 4))) is None
    assert diverges(noisy_max_pair(3, 2, "first")) is None


def test_evidence_that_claims_more_is_rejected() -> None:
    pair = above_threshold_pair(2)
    found = diverges(pair)
    assert found is not None
    changed = [
        replace(found, left_rate=found.left_rate * fmpq(1001, 1000)),
        replace(found, right_rate=found.right_rate * fmpq(999, 1000)),
        replace(found, low=tuple(entry * 2 for entry in found.low)),
        replace(found, low=(fmpq(0),) * len(found.low)),
        replace(found, high=tuple(entry / 2 for entry in found.high)),
        replace(found, high=(fmpq(0),) * len(found.high)),
        replace(found, high=found.high[1:]),
        replace(found, cycle=()),
        replace(found, cycle=found.cycle[:1]),
        replace(found, prefix=()),
        replace(found, suffix=(99,)),
        replace(found, left_rate=found.right_rate),
        replace(found, right_rate=-found.right_rate),
    ]
    assert not any(verify(pair, each) for each in changed)


def test_evidence_for_the_other_side_is_rejected() -> None:
    pair = above_threshold_pair(2)
    found = diverges(pair)
    assert found is not None
    nodes = tuple(
        replace(node, edges=tuple(replace(edge, left=edge.right, right=edge.left) for edge in node.edges))
        for node in pair.nodes
    )
    assert not verify(replace(pair, nodes=nodes), found)


def test_random_pairs_diverge_only_where_no_coupling_exists() -> None:
    diverging = 0
    for seed in range(200):
        pair = random_pair(seed, cyclic=True)
        found = diverges(pair, seconds(5))
        if found is None:
            continue
        diverging += 1
        assert verify(pair, found)
        grows(pair, found, 6)
        assert prove(pair, limits=seconds(1)) is None
    assert diverging > 20


SHOWN = """from faier import Bool, Int, Stream, clamp, each, exp, flip, geometric, mechanism, one


@mechanism
def shown(secret: Int[0, 2]):
    while True:
        yield clamp(secret + geometric({base}), 0, 2)


@mechanism
def answers(stream: Stream[Bool]):
    for answer in stream:
        yield answer if flip(exp(1) / (1 + exp(1))) else not answer


@mechanism
def alike(secret: Int[0, 2]):
    while True:
        yield clamp(geometric({base}), 0, 2)
"""


def shown_pair(base: str, mechanism: str = "shown", relation: str = "each(1)") -> Pair:
    program = parse(SHOWN.format(base=base), "m.py", {})
    process = lump(explore(program, mechanism, Limits()), Limits())
    related, _ = parse_relation(relation, program, mechanism)
    return pair_dp(process, program.function(mechanism), related)


@pytest.mark.parametrize("base", ["exp(-1 / 2)", "exp(-1)", "exp(-1 / 100)", "exp(-3) / 2", "1 / 2"])
def test_noise_with_powers_of_e_that_is_shown_for_ever_grows(base: str) -> None:
    """By the loss of one answer with each turn, as the probabilities of the words themselves say."""
    pair = shown_pair(base)
    found = diverges(pair)
    assert found is not None and verify(pair, found)
    prefix, cycle, suffix = letters(pair, found)
    ratios = []
    for turns in range(1, 8):
        left, right = forward(pair, (*prefix, *cycle * turns, *suffix))
        ratios.append(left / right)
    for one, other in pairwise(ratios):
        assert compare(other / one, found.per_cycle) >= 0 and found.per_cycle > 1
    loss = 1 / eval(base, {"exp": math.exp})
    assert float(found.per_cycle) == pytest.approx(loss ** len(cycle), rel=1e-5)
    assert not verify(pair, replace(found, left_rate=found.left_rate * fmpq(1001, 1000)))
    assert not verify(pair, replace(found, right_rate=found.right_rate * fmpq(999, 1000)))


@pytest.mark.parametrize(("mechanism", "relation"), [("alike", "each(1)"), ("answers", "one()")])
def test_what_is_bounded_does_not_grow_with_powers_of_e_either(mechanism: str, relation: str) -> None:
    assert diverges(shown_pair("exp(-1 / 2)", mechanism, relation)) is None


def test_weights_with_powers_of_e_lie_between_rationals() -> None:
    pair = shown_pair("exp(-1 / 2)")
    near = around(pair)
    assert near is not None and near.rational
    for node, other in zip(pair.nodes, near.nodes, strict=True):
        for edge, moved_ in zip(node.edges, other.edges, strict=True):
            for sign, rows, close in ((1, edge.left, moved_.left), (-1, edge.right, moved_.right)):
                for row, nearly in zip(rows, close, strict=True):
                    for (state, weight), (same, rational) in zip(row, nearly, strict=True):
                        assert state == same and sign * compare(weight, rational) >= 0
                        assert compare(weight, rational * (1 + sign * fmpq(1, 10**20))) * sign < 0
    assert around(shown_pair("1 / 2")) is not None


def test_unknown_weights_are_not_between_rationals() -> None:
    program = parse(
        SHOWN.format(base="exp(-EPS)")
        .replace("\n\n\n@mech", "\n\nEPS = Positive(1)\n\n\n@mech", 1)
        .replace("Bool, Int,", "Bool, Int, Positive,"),
        "m.py",
        {},
    )
    related, _ = parse_relation("each(1)", program, "shown")
    pair = pair_dp(lump(explore(program, "shown", Limits()), Limits()), program.function("shown"), related)
    assert around(pair) is None and diverges(pair) is None
