"""Errors, sensitivities and stretches that planning tells are those of everything written out."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from pathlib import Path

import asked as asking
import numpy as np
import policies_by_hand as brute
import pytest
from scipy import sparse

import faier.policies.bounds
import faier.policies.strips
from faier.engines.verdict import Proved, Refuted
from faier.lang import parse
from faier.policies import (
    METHODS,
    NotForThis,
    Policy,
    Unanswerable,
    Unreadable,
    Workload,
    approximate,
    error,
    error_on_flows,
    flows_of,
    from_pairs,
    from_rows,
    grouped_line,
    incidence,
    least_error,
    line,
    mechanism,
    of_strategy,
    read_budget,
    read_policy,
    read_strategies,
    read_workload,
    sensitivity,
    singular_values,
    stretch,
    transform,
)
from faier.policies.bounds import _by_moments, _halved, _of_axes
from faier.policies.errors import by_ends
from faier.policies.planning import plan
from faier.policies.strategies import STRATEGIES, Group
from faier.policies.strips import of_rectangles, of_row

SMALL = ["line:7", "within:9,3", "star:6", "complete:5", "grid:3x4", "within:3x3,2", "star:3x2", "line:2"]
KINDS = ["ranges", "cells", "prefixes"]


def pairs(policy: str, kind: str) -> tuple[Policy, Workload]:
    made = read_policy(policy)
    return made, read_workload(kind, made)


@pytest.mark.parametrize("policy", SMALL)
def test_edges_are_those_of_the_definition(policy: str) -> None:
    made = read_policy(policy)
    places = [np.array(np.unravel_index(cell, made.shape)) for cell in range(made.cells)]
    kind, _, theta = policy.partition(":")[0], *policy.partition(",")[1:]
    every = {(a, b) for a in range(made.cells) for b in range(a + 1, made.cells)}
    near = {(a, b) for a, b in every if abs(places[a] - places[b]).sum() <= int(theta or 1)}
    expected = {"star": {(a, -1) for a in range(made.cells)}, "complete": every}.get(kind, near)
    assert made.pairs == expected


@pytest.mark.parametrize("seed", range(30))
def test_databases_and_workloads_agree_on_the_edges(seed: int) -> None:
    policy = brute.random_policy(seed)
    found = transform(policy)
    draw = random.Random(seed)
    counts = [draw.randint(0, 10**30) for _ in range(policy.cells)]
    rows = [[draw.randint(-3, 3) for _ in range(policy.cells)] for _ in range(4)]
    assert found.agrees(rows, counts)
    flows = found.database(counts)
    assert all(flows[edge] == 0 for edge in range(policy.edges) if edge not in found.forest)
    assert np.linalg.matrix_rank(found.matrix.toarray()) == len(found.kept) == len(found.forest)
    moved = [a + b for a, b in zip(counts, brute.steps(policy)[0], strict=True)]
    assert found.known(counts) == found.known(moved)


@pytest.mark.parametrize("seed", range(25))
def test_sensitivity_is_that_of_all_neighbors(seed: int) -> None:
    policy, draw = brute.random_policy(seed), random.Random(seed)
    rows = [[Fraction(draw.randint(-4, 4), draw.randint(1, 3)) for _ in range(policy.cells)] for _ in range(3)]
    asked = from_rows(rows, policy)
    assert sensitivity(asked, policy) == brute.sensitivity(asked, policy)
    for kind in KINDS:
        named = read_workload(kind, policy)
        assert sensitivity(named, policy) == brute.sensitivity(named, policy)


def test_prefix_sums() -> None:
    known = {"line:8": 1, "complete:8": 7, "star:8": 8, "within:8,3": 3}
    for name, expected in known.items():
        assert sensitivity(*reversed(pairs(name, "prefixes"))) == expected


@pytest.mark.parametrize(("policy", "kind"), list(itertools.product(SMALL, KINDS)))
def test_errors_are_those_of_all_queries(policy: str, kind: str) -> None:
    made, workload = pairs(policy, kind)
    asked = np.array([[float(n) for n in query] for query in brute.queries(workload)])
    rows = from_rows(brute.queries(workload), made)
    applied = 0
    for method in METHODS:
        try:
            found = mechanism(method, made, workload)
        except NotForThis:
            continue
        total, worst = found.total(workload), found.worst(workload)
        assert worst is not None and worst <= total
        bound = least_error(workload, made)
        assert bound is not None and bound <= float(total) * (1 + 1e-9)
        applied += 1
        if "hierarchical" in method:
            if len(made.shape) == 1:
                again = mechanism(method, made, rows)
                assert (again.total(rows), again.worst(rows)) == (total, worst)
            continue
        each = sum(
            float(group.weight) * np.square(asked @ group.effect.toarray()).sum(axis=1) for group in found.noise.made
        )
        scale = 2 * float(found.scale) ** 2
        assert (float(total), float(worst)) == pytest.approx((scale * each.sum(), scale * each.max()))
        again = mechanism(method, made, rows)
        assert (again.total(rows), again.worst(rows)) == (total, worst)
    assert applied >= 5


@pytest.mark.parametrize(("policy", "kind"), list(itertools.product(["line:8", "star:5", "within:3x3,2"], KINDS)))
def test_strategies_over_cells_are_matrix_mechanisms(policy: str, kind: str) -> None:
    """Where the policy tells nothing besides, the errors are those of the pseudo-inverse."""
    made, workload = pairs(policy, kind)
    for strategy in STRATEGIES:
        levels = [strategy.levels(size) for size in made.shape]
        if any(size & (size - 1) for size in made.shape):
            continue  # blocks beyond the last cell are measured as if somebody could be there
        one = [dense(level.rows, level.signs) for level in levels]
        matrix = one[0] if len(one) == 1 else np.kron(one[0], one[1])
        found = mechanism(strategy.name, made, workload)
        scale = np.abs(matrix @ np.array(brute.steps(made)).T).sum(axis=0).max()
        estimate = np.array([[float(n) for n in q] for q in brute.queries(workload)]) @ np.linalg.pinv(matrix)
        each = 2 * scale**2 * np.square(estimate).sum(axis=1)
        assert float(found.total(workload)) == pytest.approx(each.sum())
        assert float(found.worst(workload) or 0) == pytest.approx(each.max())


def dense(rows: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """The strategy as a matrix."""
    made = []
    for row, sign in zip(rows, signs, strict=True):
        for number in np.unique(row):
            made.append(np.where(row == number, sign, 0))
    return np.array(made, dtype=float)


@pytest.mark.parametrize("places", [1, 2, 3, 5, 8, 13])
def test_ranges_are_made_of_the_fewest_blocks(places: int) -> None:
    policy = read_policy(f"star:{places}")
    for kind in KINDS:
        workload = read_workload(kind, policy)
        found = mechanism("hierarchical", policy, workload)
        counts = [fewest([int(n) for n in query]) for query in brute.queries(workload)]
        scale = 2 * found.scale**2
        assert (found.total(workload), found.worst(workload)) == (scale * sum(counts), scale * max(counts))


def fewest(query: list[int]) -> int:
    """Blocks of 1, 2, 4, ... cells that make up a range, the largest first; beyond the last cell there is nobody."""
    size = 1 << (len(query) - 1).bit_length()
    padded = query + [-1] * (size - len(query))

    def parts(low: int, high: int) -> int:
        inside = {n for n in padded[low:high] if n >= 0}
        if not inside or inside == {0}:
            return 0
        return 1 if inside == {1} else parts(low, (low + high) // 2) + parts((low + high) // 2, high)

    return parts(0, size)


def test_all_ranges_at_once_are_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    effects = [group for strategy in STRATEGIES for group in [strategy.groups(21)]]
    tree = grouped_line(21, 4)
    effects.append((Group(Fraction(1, 3), sparse.csc_matrix(incidence(tree))),))
    for groups in effects:
        listed = by_ends("ranges", 21, groups)
        with monkeypatch.context() as patched:
            patched.setattr(faier.policies.errors, "LISTED", 5)
            assert by_ends("ranges", 21, groups) == listed


def test_range_queries_under_the_line() -> None:
    policy, workload = pairs("line:64", "ranges")
    found = plan(policy, workload, read_budget("1"))
    best = found.results[0]
    assert (best.method, best.scale, best.stretch, best.error.total, best.error.worst) == (
        "prefix",
        "1",
        1,
        "8064",
        "4",
    )
    assert best.error.mean == str(Fraction(8064, 2080))
    means = [row.error.mean_value or 0 for row in found.results]
    assert means == sorted(means)
    assert best.bound is not None and 3.8 < best.bound < means[0]
    half = plan(policy, workload, read_budget("1/2"), ["prefix"]).results[0]
    assert (half.scale, half.error.total) == ("2", str(4 * 8064))
    logarithmic = plan(policy, workload, read_budget("log(2)"), ["prefix"]).results[0]
    assert (logarithmic.scale, logarithmic.error.total) == ("1/log(2)", "8064/log(2)**2")
    assert logarithmic.error.worst_value == pytest.approx(4 / np.log(2) ** 2)


@pytest.mark.parametrize(("policy", "kind"), list(itertools.product(["grid:3x5", "within:6x2,2"], KINDS)))
def test_all_rectangles_at_once_are_as_one_by_one(policy: str, kind: str) -> None:
    made, workload = pairs(policy, kind)
    for method in ("transformed-privelet", "transformed-consistency", "transformed-laplace", "rows", "privelet"):
        try:
            noise = mechanism(method, made, workload).noise
        except NotForThis:
            continue
        assert of_rectangles(workload.kind, workload.shape, noise.made) == noise.worst(workload)


@pytest.mark.parametrize("room", [faier.policies.strips.WHOLE, 0.0])
def test_all_ranges_of_a_long_row_are_as_one_by_one(room: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faier.policies.strips, "WHOLE", room)
    monkeypatch.setattr(faier.policies.strips, "AT_ONCE", 40)
    for name in ("line:9", "within:13,3", "star:8"):
        made, workload = pairs(name, "ranges")
        for method in METHODS:
            try:
                noise = mechanism(method, made, workload).noise
            except NotForThis:
                continue
            if noise.made:
                assert of_row(noise.made) == noise.worst(workload), method


def test_combs_of_grids() -> None:
    for shape, expected in (("16x16", 17), ("5x40", 5), ("40x5", 5), ("30x31", 31)):
        policy = read_policy(f"grid:{shape}")
        found = approximate(policy)
        assert found.stretch == expected
        assert found.within.edges == policy.cells - 1 == len(transform(found.within).forest)


def test_groups_have_stretch_3_which_is_attained() -> None:
    for cells, theta in ((10, 3), (30, 4), (64, 5), (200, 8)):
        policy = read_policy(f"within:{cells},{theta}")
        assert policy.holds(grouped_line(cells, theta))
        assert (
            stretch(policy, grouped_line(cells, theta))
            == 3
            == mechanism("groups", policy, read_workload("ranges", policy)).stretch
        )
        assert stretch(policy, line(cells)) == theta
    assert stretch(read_policy("within:9,2"), grouped_line(9, 2)) == 3


@pytest.mark.parametrize("seed", range(25))
def test_approximations_are_trees_with_a_way_for_each_edge(seed: int) -> None:
    policy = brute.random_policy(seed)
    found = approximate(policy)
    assert found.holds()
    assert found.within.pairs <= policy.pairs
    assert found.within.edges == len(transform(policy).forest)
    assert (
        stretch(policy, found.within) == found.stretch == max(len(found.way(edge)) - 1 for edge in range(policy.edges))
    )


def test_the_least_stretch_of_small_graphs() -> None:
    for seed in range(10):
        policy = brute.random_policy(seed, 6)
        size = len(transform(policy).forest)
        least = min(
            stretch(policy, tree)
            for chosen in itertools.combinations(sorted(policy.pairs), size)
            if len(transform(tree := from_pairs([(a, None if b < 0 else b) for a, b in chosen], policy.cells)).forest)
            == size
        )
        assert approximate(policy).stretch == least
    cycle = from_pairs([(i, (i + 1) % 9) for i in range(9)], 9)
    assert approximate(cycle).stretch == 8


@pytest.mark.parametrize("seed", range(20))
def test_the_matrix_mechanism_is_numpys(seed: int) -> None:
    policy, draw = brute.random_policy(seed, 6), random.Random(seed)
    for kind in KINDS:
        workload = read_workload(kind, policy)
        matrix = [[draw.randint(-2, 2) for _ in range(policy.cells)] for _ in range(policy.cells + 2)]
        strategy = from_rows(matrix, policy, "mine")
        try:
            found = error(strategy, workload, policy)
        except Unanswerable:
            continue
        total, worst = brute.errors(np.array(matrix, dtype=float), workload, policy)
        assert (float(found.total), float(found.worst)) == pytest.approx((total, worst))
        assert least_error(workload, policy) <= total * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_strategies_of_flows_are_numpys(seed: int) -> None:
    policy, draw = brute.random_policy(seed, 6), random.Random(seed)
    flows, found = flows_of(policy)
    order = np.argsort(found.within.left, kind="stable")
    joined = incidence(found.within).toarray()[:, order]
    for kind in KINDS:
        workload = read_workload(kind, policy)
        identity = error_on_flows(from_rows(np.eye(flows.cells, dtype=int), flows), workload, policy)
        laplace = mechanism("transformed-laplace", policy, workload)
        assert (identity.total, identity.worst) == (laplace.total(workload), laplace.worst(workload))
        rows = [[draw.randint(-2, 2) for _ in range(flows.cells)] for _ in range(flows.cells + 1)]
        asked = np.array([[float(n) for n in query] for query in brute.queries(workload)]) @ joined
        estimate = asked @ np.linalg.pinv(np.array(rows, dtype=float))
        strategy = from_rows(rows, flows)
        if not np.allclose(estimate @ np.array(rows), asked):
            with pytest.raises(Unanswerable):
                error_on_flows(strategy, workload, policy)
            continue
        each = 2 * (np.abs(rows).sum(axis=0).max() * found.stretch) ** 2 * np.square(estimate).sum(axis=1)
        got = error_on_flows(strategy, workload, policy)
        assert (float(got.total), float(got.worst)) == pytest.approx((each.sum(), each.max()))
        program = parse(of_strategy(strategy, policy, read_budget("1/2"), on_flows=True), "m.py")
        verdicts = [asking.check(program, claim) for claim in program.claims]
        assert [type(verdict) for verdict in verdicts] == [Proved, Refuted]


def test_a_file_is_a_strategy_of_cells_or_of_flows(tmp_path: Path) -> None:
    policy = read_policy("line:4")
    for width, expected in ((4, (True, False)), (3, (False, True))):
        np.save(tmp_path / "s.npy", np.eye(width))
        found = read_strategies(str(tmp_path / "s.npy"), policy)
        assert tuple(one is not None for one in found) == expected
    both = read_strategies(str(tmp_path / "s.npy"), read_policy("star:3"))
    assert None not in both
    with pytest.raises(Unreadable, match="each of the 5 cells"):
        read_strategies(str(tmp_path / "s.npy"), read_policy("line:5"))


def test_a_pseudo_inverse_of_a_product_is_no_product_of_pseudo_inverses() -> None:
    """(A P)^+ is not P^+ A^+ where A lacks full column rank, though P has full row rank; W P (A P)^+ is W A^+ still."""
    policy = from_pairs([(0, 1), (1, None)], 2)
    strategy, joined = np.array([[1.0, 1.0]]), incidence(policy).toarray()
    assert np.linalg.matrix_rank(joined) == 2
    assert not np.allclose(np.linalg.pinv(strategy @ joined), np.linalg.pinv(joined) @ np.linalg.pinv(strategy))
    for seed in range(30):
        draw = random.Random(seed)
        policy = brute.random_policy(seed, 5)
        rows = [[draw.randint(-1, 1) for _ in range(policy.cells)] for _ in range(3)]
        asked = [[sum(weights) for weights in zip(*rows, strict=True)], rows[0]]
        found = error(from_rows(rows, policy), from_rows(asked, policy), policy)
        ordinary = np.array(asked, dtype=float) @ np.linalg.pinv(np.array(rows, dtype=float))
        on_flows = np.array([[float(number.p) / float(number.q) for number in row] for row in found.estimate.table()])
        if len(transform(policy).roots) == 0:
            assert np.allclose(on_flows, ordinary)
        else:
            assert np.square(on_flows).sum() <= np.square(ordinary).sum() + 1e-9


def test_bounds_by_other_ways_are_no_greater() -> None:
    for name, kind in itertools.product(["line:14", "within:14,3", "complete:14", "star:15"], KINDS):
        policy, workload = pairs(name, kind)
        exact = singular_values(workload, policy)
        assert exact is not None
        rows = np.array([[float(n) for n in q] for q in brute.queries(workload)]) @ np.array(brute.steps(policy)).T
        assert exact == pytest.approx(np.linalg.svd(rows, compute_uv=False).sum(), rel=1e-6)
        assert exact <= np.linalg.svd(rows, compute_uv=False).sum() * (1 + 1e-12)
        halved = _halved(workload, policy)
        assert halved == pytest.approx(exact) if halved is not None else kind == "prefixes"
        moments = _by_moments(workload, policy)
        assert moments is None or 0.98 * exact < moments <= exact
    policy, workload = pairs("grid:6x7", "ranges")
    across = _of_axes(workload, policy)
    assert across is not None and 0.5 * (singular_values(workload, policy) or 0) < across
    assert across <= (singular_values(workload, policy) or 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["line:2", "line:9", "star:1", "star:8", "star:3x5"])
def test_singular_values_that_are_known(name: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    policy, workload = pairs(name, kind)
    decomposed = singular_values(workload, policy)
    monkeypatch.setattr(faier.policies.bounds, "QUICK", 0)
    assert singular_values(workload, policy) == pytest.approx(decomposed, rel=1e-8)
