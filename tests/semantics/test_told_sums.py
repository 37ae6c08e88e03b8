"""Sums of two draws that are told: the weights of all of them against what is believed once one is told."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from flint import fmpq

from faier.exact import ZERO, Epsilon, Number
from faier.exact.integers import Weights, geometric, point
from faier.exact.reals import Density, Spot, laplace
from faier.limits import LimitReached
from faier.semantics.beliefs import Belief, Found, after, told_sum
from faier.semantics.kept import Constraint, Fresh, Reals, Way
from faier.semantics.nodes import Node, Watch
from faier.semantics.told_sums import Terms, of_sum, told_real_sum, without

START = Belief(0, (), ())


def believed(draw: random.Random, real: bool, count: int) -> Belief | None:
    """What is known of some draws after comparisons that form no circle."""
    constraints = []
    for at in range(1, count):
        if draw.random() < 0.8:
            terms = ((draw.choice((1, -1)), draw.randrange(at)), (draw.choice((1, -1)), at))
            least = draw.randint(-2, 1)
            constraints.append(Constraint(terms, fmpq(least) if real else least))
    fresh: list[Fresh] = []
    for _ in range(count):
        scale = draw.choice((1, 2))
        fresh.append(Reals((Epsilon.rational(fmpq(1, scale)),)) if real else ((1, fmpq(1, 4 * scale)),))
    found = after(START, Way(0, fmpq(1), tuple(fresh), tuple(constraints), tuple(range(count))), Watch())
    return None if found is None else found[1]


def total(found: Found) -> Number:
    return ZERO if found is None else found[0] * found[1].mass


@pytest.mark.parametrize("real", [True, False])
def test_each_sum_is_as_likely_as_all_of_them_say(real: bool) -> None:
    compared = 0
    for seed in range(40):
        draw = random.Random(seed)
        belief = believed(draw, real, 2 + seed % 3)
        if belief is None:
            continue
        one, other = sorted(draw.sample(range(belief.draws), 2))
        terms: Terms = ((draw.choice((1, -1)), one), (draw.choice((1, -1)), other))
        sums = of_sum(belief, terms)
        if sums is None:
            continue
        for at in (-2, 0, 1, 5):
            with suppress(LimitReached):
                if isinstance(sums, Density):
                    spot = Spot(fmpq(at), 1)
                    found = told_real_sum(belief, terms, spot, frozenset(), Watch(), 0, fmpq(0))
                    assert total(found) == sums.at(spot.at, 1)
                else:
                    assert total(told_sum(belief, terms, at, Watch())) == sums.at(at)
                compared += 1
    assert compared > 60


def test_comparisons_through_other_draws_leave_no_weights_of_sums() -> None:
    """y >= z >= x says nothing of y + x, and of y - x less than z does."""
    edges = (Constraint(((1, 0), (-1, 2)), 0), Constraint(((-1, 1), (1, 2)), 0))
    belief = Belief(3, (Node(geometric(fmpq(1, 2))),) * 3, edges)
    assert of_sum(belief, ((1, 0), (1, 1))) is None


def test_what_bears_on_a_sum_and_is_used_later_is_not_left_out() -> None:
    edges = (Constraint(((1, 0), (-1, 1)), 0), Constraint(((1, 1), (-1, 2)), 0))
    belief = Belief(4, (Node(geometric(fmpq(1, 2))),) * 4, edges)
    terms: Terms = ((1, 0), (-1, 1))
    assert without(belief, terms, frozenset({2})) is None
    assert without(belief, terms, frozenset({3})) == Belief(
        4, (*(Node(point(0)),) * 3, Node(geometric(fmpq(1, 2)))), ()
    )


def test_a_sum_of_reals_leaves_one_draw() -> None:
    """Of y and z >= y with z - y = 2 told, z has the weights of both; and the sum of both is not looked at again."""
    one = laplace(Epsilon.rational(1))
    belief = Belief(2, (Node(one),) * 2, (Constraint(((-1, 0), (1, 1)), fmpq(0)),))
    found = told_real_sum(belief, ((-1, 0), (1, 1)), Spot(fmpq(2)), frozenset({1}), Watch(), 0, fmpq(0))
    assert found is not None
    assert found[1].nodes[1].weights == one * one.shifted(fmpq(2))
    assert told_real_sum(belief, ((-1, 0), (1, 1)), Spot(fmpq(-2)), frozenset({1}), Watch(), 0, fmpq(0)) is None
    with pytest.raises(LimitReached, match="both looked at again"):
        told_real_sum(belief, ((-1, 0), (1, 1)), Spot(fmpq(2)), frozenset({0, 1}), Watch(), 0, fmpq(0))
    assert isinstance(of_sum(belief, ((-1, 0), (1, 1))), Density) and not isinstance(one, Weights)
