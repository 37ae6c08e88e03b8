"""Where Markov chains come to rest, against closed forms and against walking them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from flint import fmpq

from faier.exact import Number, unknown
from faier.limits import LimitReached, Limits
from faier.semantics.denote.chance import Choose, absorbed, paths

HALF = fmpq(1, 2)


def never(nodes: list[object]) -> object:
    raise AssertionError(f"{nodes} are never left")


@pytest.mark.parametrize("size", [2, 5, 60])
def test_the_gambler_is_ruined(size: int) -> None:
    def successors(at: int) -> Mapping[int, Number] | None:
        return None if at in (0, size) else {at - 1: HALF, at + 1: HALF}

    for start in (1, size // 2, size - 1):
        rests = absorbed({start: fmpq(1)}, successors, never, Limits())
        assert rests == {0: fmpq(size - start, size), size: fmpq(start, size)}


def test_an_unfair_gambler_with_unknown_luck() -> None:
    p = unknown("p")

    def successors(at: int) -> Mapping[int, Number] | None:
        return None if at in (0, 3) else {at - 1: 1 - p, at + 1: p}

    rests = absorbed({1: fmpq(1)}, successors, never, Limits())
    assert rests[3] == p * p / (1 - p * (1 - p))
    assert rests[0] + rests[3] == 1


@pytest.mark.parametrize("seed", range(20))
def test_random_chains_rest_where_long_walks_do(seed: int) -> None:
    random = Random(seed)
    count = random.randint(2, 12)
    chain: dict[int, dict[int, Number]] = {}
    for node in range(count):
        targets = random.sample(range(count + 3), random.randint(1, 4))
        weights = [random.randint(1, 5) for _ in targets]
        chain[node] = {target: fmpq(weight, sum(weights)) for target, weight in zip(targets, weights, strict=True)}
    rests = absorbed({0: HALF, 1: HALF}, chain.get, lambda nodes: -1, Limits())
    assert sum(rests.values()) == 1
    walk: dict[int, float] = {0: 0.5, 1: 0.5}
    for _ in range(3000):
        moved: dict[int, float] = {}
        for node, weight in walk.items():
            for target, share in chain.get(node, {node: fmpq(1)}).items():
                moved[target] = moved.get(target, 0) + weight * float(share)
        walk = moved
    forever = sum(weight for node, weight in walk.items() if node < count)
    assert abs(forever - float(rests.get(-1, 0))) < 1e-9
    for node in range(count, count + 3):
        assert abs(walk.get(node, 0) - float(rests.get(node, 0))) < 1e-9


def test_closed_sets_of_nodes_are_named() -> None:
    chain = {"in": {"in": HALF, "a": HALF}, "a": {"b": fmpq(1)}, "b": {"a": HALF, "b": HALF}}
    found: list[list[str]] = []

    def closed(nodes: list[str]) -> str:
        found.append(sorted(nodes))
        return "forever"

    assert absorbed({"in": fmpq(1)}, chain.get, closed, Limits()) == {"forever": fmpq(1)}
    assert found == [["a", "b"]]


def test_chains_without_end_stop_at_the_limit() -> None:
    with pytest.raises(LimitReached):
        absorbed({0: fmpq(1)}, lambda at: {at + 1: fmpq(1)}, never, Limits(states=100))


def test_paths_go_through_every_sequence_of_choices_in_order() -> None:
    def action(choose: Choose) -> str:
        first = choose({"a": HALF, "b": HALF, "never": fmpq(0)})
        return first if first == "b" else first + choose({"c": fmpq(1, 3), "d": fmpq(2, 3)})

    assert list(paths(action, Limits()).items()) == [("ac", fmpq(1, 6)), ("ad", fmpq(1, 3)), ("b", HALF)]
