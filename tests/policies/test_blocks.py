"""Answers put together of blocks: their errors beside every query by itself, and what is released beside both."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

import faier.policies.releasing
from faier.policies import NotForThis, Policy, from_pairs, from_rows, mechanism, read_policy, read_workload, release
from faier.policies.blocks import asked_of, errors, squares
from faier.policies.holding import Places

KINDS = ("ranges", "prefixes", "cells")


def cost(asked: list[int]) -> int:
    """The squares of the weights of the largest blocks on which one weight is asked for."""

    def parts(low: int, size: int) -> int:
        inside = asked[low : low + size]
        if len(set(inside)) <= 1:
            return inside[0] ** 2 if inside else 0
        return parts(low, size // 2) + parts(low + size // 2, size // 2)

    return parts(0, 1 << (len(asked) - 1).bit_length())


def a_tree(draw: random.Random, cells: int, shape: int | tuple[int, ...]) -> tuple[Policy, Places]:
    edges: list[tuple[int | None, int | None]] = [(draw.randrange(cell), cell) for cell in range(1, cells)]
    if draw.random() < 0.5:
        edges.append((draw.randrange(cells), None))
    policy = from_pairs(edges, shape)
    order = np.array(draw.sample(range(policy.edges), policy.edges))
    return policy, Places(policy.left[order], policy.right[order])


@pytest.mark.parametrize("seed", range(30))
def test_errors_are_those_of_every_query(seed: int) -> None:
    draw = random.Random(seed)
    cells = draw.randint(2, 9)
    for shape in (cells, (2, cells)):
        policy, places = a_tree(draw, cells * (1 if shape == cells else 2), shape)
        some = [[draw.randint(-2, 2) for _ in range(policy.cells)] for _ in range(4)]
        for workload in [*(read_workload(kind, policy) for kind in KINDS), from_rows(some, policy)]:
            rows = workload.rows().toarray()
            asked = rows[:, places.left] - np.where(places.right < 0, 0, rows[:, places.right])
            each = [cost(row) for row in asked.tolist()]
            assert errors(workload, places) == (sum(each), max(each))
            assert [
                int(n) for part in asked_of(workload, places) for n in squares(part)
            ] == each or workload.kind != "rows"


@pytest.mark.parametrize("policy", ["line:5", "within:6,2", "star:3", "grid:2x3", "grid:3x3"])
@pytest.mark.parametrize("method", ["hierarchical", "transformed-hierarchical"])
def test_what_is_released_has_the_error_that_is_planned(
    policy: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = read_policy(policy)
    counts = list(range(1, made.cells + 1))
    scales: list[Fraction] = []

    def answered(kind: str, chosen: int) -> list[Fraction]:
        scales.clear()

        def drawn(scale: Fraction) -> Fraction:
            scales.append(scale)
            return Fraction(len(scales) - 1 == chosen)

        monkeypatch.setattr(faier.policies.releasing, "drawn", drawn)
        return list(release(made, read_workload(kind, made), counts, 1, method).answers())

    for kind in ("ranges", "cells"):
        workload = read_workload(kind, made)
        exact = (workload.rows() @ np.array(counts)).tolist()
        assert answered(kind, -1) == exact
        total, each = Fraction(0), [Fraction(0)] * workload.queries
        for draw in range(len(scales)):
            effects = [a - b for a, b in zip(answered(kind, draw), exact, strict=True)]
            each = [e + 2 * scales[draw] ** 2 * effect**2 for e, effect in zip(each, effects, strict=True)]
        total = sum(each, Fraction(0))
        found = mechanism(method, made, workload)
        assert (found.total(workload), found.worst(workload)) == (total, max(each))


def test_rows_over_rows_and_columns_are_refused() -> None:
    policy = read_policy("grid:2x2")
    with pytest.raises(NotForThis):
        mechanism("hierarchical", policy, from_rows([[1, 0, 0, 1]], policy))
