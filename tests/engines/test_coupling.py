"""Couplings: the factors they prove for words of every length are the known ones, and nothing exceeds them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from flint import fmpq
from pairs import above_threshold_pair, chain_response_pair, noisy_max_pair, random_pair

from faier.engines.coupling.engine import Coupling, prove, verify
from faier.engines.search.engine import tightest
from faier.exact import from_ratio, unknown
from faier.hmm.model import Pair
from faier.limits import Limits, seconds

TRUTH = fmpq(3, 4)
CHAINS = [(fmpq(6, 10), "1.3327"), (fmpq(9, 10), "2.8995")]


def words(pair: Pair, seed: int, count: int, length: int) -> list[tuple[fmpq, fmpq]]:
    """Both weights of random words and of all their beginnings, each letter chosen to favour one side."""
    draw = random.Random(seed)
    found = []
    for _ in range(count):
        greedy = draw.choice((0.0, 0.5, 0.9))
        left, right, place = dict(pair.left), dict(pair.right), pair.start
        for _ in range(length):
            node = pair.nodes[place]
            found.append((total(left, node.left_final), total(right, node.right_final)))
            steps = [
                (moved(left, edge.left), moved(right, edge.right), edge.target)
                for edge in node.edges
                if any(edge.left[state] for state in left)
            ]
            if not steps:
                break
            if draw.random() < greedy:
                left, right, place = max(steps, key=lambda step: sum(step[0].values()) / (sum(step[1].values()) or 1))
            else:
                left, right, place = draw.choice(steps)
            size = sum(left.values()) + sum(right.values())
            if size == 0:
                break
            left, right = ({state: weight / size for state, weight in side.items()} for side in (left, right))
            if max((weight.q.bit_length() for weight in left.values()), default=0) > 3000:
                break
    return found


def moved(vector: dict[int, fmpq], rows: tuple[tuple[tuple[int, fmpq], ...], ...]) -> dict[int, fmpq]:
    after: dict[int, fmpq] = {}
    for state, weight in vector.items():
        for target, chance in rows[state]:
            after[target] = after.get(target, fmpq(0)) + weight * chance
    return after


def total(vector: dict[int, fmpq], finals: tuple[fmpq, ...]) -> fmpq:
    return sum((weight * finals[state] for state, weight in vector.items()), fmpq(0))


def attacked(pair: Pair, coupling: Coupling, seed: int, count: int = 40, length: int = 60) -> int:
    """How many words were tried; none exceeds the factor."""
    allowed = coupling.factor * pair.left_mass / pair.right_mass
    tried = words(pair, seed, count, length)
    for left, right in tried:
        assert left <= allowed * right
    return len(tried)


@pytest.mark.parametrize(("stay", "epsilon"), CHAINS)
def test_randomized_response_to_a_chain_is_bounded_for_ever(stay: fmpq, epsilon: str) -> None:
    pair = chain_response_pair(stay, TRUTH)
    coupling = prove(pair)
    assert coupling is not None
    assert verify(pair, coupling)
    assert f"{from_ratio(coupling.factor).value:.4f}" == epsilon
    long = tightest(pair, 30, seconds(20))
    assert long.lower is not None
    assert coupling.factor >= long.lower > coupling.factor * fmpq(999_999, 1_000_000)
    assert attacked(pair, coupling, 1) > 1000


def test_no_coupling_proves_less_than_what_words_attain() -> None:
    pair = chain_response_pair(fmpq(9, 10), TRUTH)
    assert prove(pair, fmpq(18)) is None
    assert prove(pair, fmpq(19)) is not None


def test_noisy_max_is_bounded_exactly() -> None:
    coupling = prove(noisy_max_pair(3, 2, "first"))
    assert coupling is not None
    assert coupling.factor == 8


def test_above_threshold_has_no_coupling() -> None:
    assert prove(above_threshold_pair(2), fmpq(1000), seconds(10)) is None


def test_weights_with_unknowns_are_refused() -> None:
    pair = chain_response_pair(fmpq(9, 10), TRUTH)
    assert prove(replace(pair, left_mass=unknown("p"))) is None


def mutated(pair: Pair, coupling: Coupling) -> list[Coupling]:
    """Certificates that claim more than was proved."""
    less = fmpq(999, 1000)
    found = [replace(coupling, factor=coupling.factor * less), replace(coupling, start=coupling.start[1:])]
    for place, table in enumerate(coupling.bounds):
        for i, line in enumerate(table):
            for j, bound in enumerate(line):
                if bound is None or bound == 0:
                    continue
                fresh = tuple(
                    tuple(
                        tuple(
                            b * fmpq(1, 100) if b is not None and (p, s, t) == (place, i, j) else b
                            for t, b in enumerate(row)
                        )
                        for s, row in enumerate(rows)
                    )
                    for p, rows in enumerate(coupling.bounds)
                )
                found.append(replace(coupling, bounds=fresh))
    for place, node in enumerate(coupling.flows):
        for edge in range(len(node)):
            dropped = tuple(
                tuple(
                    tuple(tuple(flow[1:] if flow and (p, e) == (place, edge) else flow for flow in row) for row in rows)
                    for e, rows in enumerate(there)
                )
                for p, there in enumerate(coupling.flows)
            )
            found.append(replace(coupling, flows=dropped))
    return found


def test_a_certificate_that_claims_more_is_rejected() -> None:
    pair = chain_response_pair(fmpq(9, 10), TRUTH)
    coupling = prove(pair)
    assert coupling is not None
    changed = mutated(pair, coupling)
    assert len(changed) > 8
    assert not any(verify(pair, each) for each in changed)


def test_a_certificate_for_another_pair_is_rejected() -> None:
    coupling = prove(chain_response_pair(fmpq(6, 10), TRUTH))
    assert coupling is not None
    assert not verify(chain_response_pair(fmpq(9, 10), TRUTH), coupling)
    assert not verify(noisy_max_pair(2, 2, "first"), coupling)


def test_negative_amounts_prove_nothing() -> None:
    pair = chain_response_pair(fmpq(9, 10), TRUTH)
    coupling = prove(pair)
    assert coupling is not None
    i, j, amount = coupling.start[0]
    assert not verify(pair, replace(coupling, start=(*coupling.start, (i, j, -amount), (i, j, amount))))


def test_random_pairs_are_never_bounded_too_low() -> None:
    proved = 0
    for seed in range(50):
        pair = random_pair(seed, cyclic=True)
        coupling = prove(pair, limits=seconds(2))
        if coupling is None:
            continue
        proved += 1
        assert verify(pair, coupling)
        found = tightest(pair, 8, Limits(), width=2000)
        for factor in found.curve:
            assert factor is not None
            assert factor <= coupling.factor
        attacked(pair, coupling, seed, count=10, length=30)
    assert proved > 20
