"""The linear queries against the exact search, on pairs: known ones and random ones."""

from __future__ import annotations

import pytest
from flint import fmpq
from pairs import above_threshold_pair, chain_response_pair, noisy_max_pair, random_pair

from faier.engines import smt
from faier.engines.algebra.domain import Domain
from faier.engines.search.engine import tightest
from faier.engines.smt.words import endings, words
from faier.exact import ONE, Epsilon, Number, exponential_bounds
from faier.hmm.forward import forward
from faier.hmm.model import Pair
from faier.limits import LimitReached, Limits, seconds

NOWHERE = Domain(())
SOLVERS = ("z3", "cvc5")
MINUTE = 60.0


def decided(pair: Pair, c: fmpq, length: int | None, solver: str = "z3") -> smt.Answer:
    return smt.decide([pair], NOWHERE, Epsilon.log(c), length, solver, seconds(MINUTE))


def ratio(found: smt.Violation) -> Number:
    return found.left / found.right


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("queries", [1, 2, 3])
def test_noisy_max_is_decided_on_both_sides_of_its_tight_factor(queries: int, solver: str) -> None:
    for ties in ("first", "uniform"):
        pair = noisy_max_pair(queries, 2, ties)
        tight = tightest(pair, None, Limits()).lower
        assert isinstance(tight, fmpq)
        assert decided(pair, tight, None, solver) == smt.Answer(None, 0, True)
        below = decided(pair, tight * fmpq(999_999, 1_000_000), None, solver)
        assert below.violation is not None
        assert ratio(below.violation) == tight


@pytest.mark.parametrize("solver", SOLVERS)
def test_above_threshold_at_growing_length(solver: str) -> None:
    """Sixteen is exceeded with five answers, not with fewer; and the shortest output that exceeds it is found."""
    pair = above_threshold_pair(2)
    assert decided(pair, fmpq(16), 4, solver) == smt.Answer(None, 4, True)
    found = decided(pair, fmpq(16), 12, solver)
    assert found.length == 5
    assert found.violation is not None
    assert forward(pair, found.violation.word) == (found.violation.left, found.violation.right)
    assert ratio(found.violation) > 16


def test_the_binary_search_ends_with_the_exact_answer() -> None:
    for pair, length in (
        (noisy_max_pair(3, 2, "uniform"), None),
        (noisy_max_pair(2, 3, "first"), None),
        (above_threshold_pair(2), 4),
        (chain_response_pair(fmpq(3, 5), fmpq(3, 4)), 4),
    ):
        tight = tightest(pair, length, Limits()).lower
        found = smt.narrow([pair], NOWHERE, length, "z3", seconds(MINUTE))
        assert (found.lower, found.upper, found.reason) == (tight, tight, "")
        assert found.violation is not None
        assert ratio(found.violation) == tight


@pytest.mark.parametrize("interval", [(1, 2), (3, 4), (fmpq(24, 7), fmpq(25, 7))])
def test_a_start_interval_may_be_wrong(interval: tuple[fmpq, fmpq]) -> None:
    pair = noisy_max_pair(3, 2, "uniform")
    found = smt.narrow([pair], NOWHERE, None, "z3", seconds(MINUTE), interval=(fmpq(interval[0]), fmpq(interval[1])))
    assert (found.lower, found.upper) == (fmpq(24, 7), fmpq(24, 7))


def test_the_binary_search_without_time_says_what_it_knows() -> None:
    found = smt.narrow([noisy_max_pair(3, 2, "uniform")], NOWHERE, None, "z3", seconds(0.0))
    assert (found.lower, found.upper) == (ONE, None)
    assert "time limit" in found.reason


@pytest.mark.parametrize("cyclic", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_random_pairs_agree_with_the_search(seed: int, cyclic: bool) -> None:
    pair, length = random_pair(seed, cyclic), 3 if cyclic else None
    exact = tightest(pair, length, Limits())
    found = smt.narrow([pair], NOWHERE, length, "cvc5" if seed % 5 == 0 else "z3", seconds(MINUTE))
    assert found.reason == ""
    if exact.lower is None:
        assert found.lower is None
        return
    # The search reports the greatest ratio even below 1; the binary search begins at 1.
    greatest = max(exact.lower, ONE)
    assert (found.lower, found.upper) == (greatest, greatest)


@pytest.mark.parametrize("seed", range(60))
def test_the_words_that_are_left_are_words_and_miss_no_extreme(seed: int) -> None:
    """Each path weighs what its word weighs, and the greatest ratio of all paths is that of all words."""
    pair = random_pair(seed, False)
    best: list[Number | None] = []
    for ending in endings(pair, 8):
        found = words(pair, None, 0, ending, Limits())
        for word, left, right in paths(found) if found is not None else ():
            weights = forward(pair, word)
            assert (weights[0] * pair.right_mass, weights[1] * pair.left_mass) == (left, right)
            if left > 0:
                best.append(None if right == 0 else left / right)
    exact = tightest(pair, None, Limits()).lower
    if None in best:
        assert exact is None
    elif best:
        assert max(one for one in best if one is not None) == exact


def paths(found: object) -> list[tuple[tuple[object, ...], Number, Number]]:
    """Every path with its weights, one by one."""

    def times(row: dict[int, Number], matrix: object) -> dict[int, Number]:
        sums: dict[int, Number] = {}
        for state, amount in row.items():
            for target, weight in matrix[state]:
                sums[target] = sums.get(target, fmpq(0)) + amount * weight
        return sums

    listed = []
    waiting = [(0, (), dict(found.left), dict(found.right))]
    while waiting:
        at, word, left, right = waiting.pop()
        if at == len(found.vertices) - 1:
            listed.append((word, sum(left.values(), fmpq(0)), sum(right.values(), fmpq(0))))
        for step in found.vertices[at].steps:
            after = times(left, step.left), times(right, step.right)
            waiting.append((step.target, (*word, *step.letters), *after))
    return listed


def test_reading_on_for_ever_has_no_query() -> None:
    from faier.hmm.model import AskLetter, Edge, Node
    from faier.semantics.process import Entry

    one = (((0, ONE),),)
    silent = Edge(AskLetter(Entry("x", None, True), 0, 0), 0, one, one)
    pair = Pair((Node("ask", (ONE,), (ONE,), (silent,)),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
    with pytest.raises(LimitReached, match="for ever"):
        decided(pair, fmpq(2), 3)


def test_irrational_epsilons_are_asked_about_from_below() -> None:
    pair = noisy_max_pair(3, 2, "uniform")
    for epsilon, holds in ((Epsilon(fmpq(1233, 1000)), True), (Epsilon(fmpq(1232, 1000)), False)):
        below = smt.factor_below(epsilon)
        assert below is not None
        ends = exponential_bounds(epsilon, 200)
        assert ends is not None and ends[0] - fmpq(1, 10**30) < below <= ends[0]
        answer = smt.decide([pair], NOWHERE, epsilon, None, "z3", seconds(MINUTE))
        assert (answer.violation is None) == holds
