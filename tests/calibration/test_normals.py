"""What theorems about normal data ask for, against other ways to compute it."""

import random
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from flint import arb, fmpq

from faier.calibration.known import Known, Missing
from faier.calibration.methods import normals as methods
from faier.calibration.normals.components import Component, Normals, mixture, normal, root
from faier.calibration.normals.tails import by_lambert, by_quantile
from faier.calibration.normals.theorems import (
    corollary_1a,
    corollary_1b,
    corollary_2,
    remark_1,
    theorem_1,
    theorem_2,
)
from faier.calibration.normals.transport import optimal
from faier.exact import Epsilon

ONE = Epsilon.rational(1)
DELTAS = (fmpq(1, 2), fmpq(3, 10), fmpq(1, 100), fmpq(1, 100_000))


def number(value: fmpq) -> float:
    return float(Fraction(int(value.p), int(value.q)))


@pytest.mark.parametrize(
    ("mean", "deviation", "asked"),
    [
        (1, 2, (1.674, 2.036, 3.576, 5.417)),
        (0, 2, (0.674, 1.036, 2.576, 4.417)),
        (5, 3, (6.349, 7.073, 10.152, 13.834)),
    ],
)
def test_theorem_1_of_two_normals(mean: int, deviation: int, asked: tuple[float, ...]) -> None:
    found = [theorem_1(normal(0, 1), normal(mean, deviation), ONE, by_quantile(delta)) for delta in DELTAS]
    assert [round(number(scale), 3) for scale in found if scale is not None] == list(asked)


@pytest.mark.parametrize("delta", DELTAS)
def test_both_ways_to_the_tail_are_far_enough_out(delta: fmpq) -> None:
    least = mpmath.sqrt(2) * mpmath.erfinv(1 - mpmath.mpf(number(delta)))
    assert abs(number_of(by_quantile(delta)) - float(least)) < 1e-9
    tau = number_of(by_lambert(delta))
    assert abs(mpmath.exp(-(tau**2) / 2) / (mpmath.sqrt(2 * mpmath.pi) * tau) - number(delta) / 2) < 1e-12
    assert tau > least


def number_of(ball: arb) -> float:
    return float(ball.mid())


def test_what_is_asked_for_is_never_rounded_down() -> None:
    scale = theorem_1(normal(0, 1), normal(1, 2), ONE, by_quantile(fmpq(1, 2)))
    with mpmath.workdps(40):
        exact = 1 + mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(1) / 2)
        assert scale is not None
        assert 0 <= mpmath.mpf(int(scale.p)) / int(scale.q) - exact < mpmath.mpf(10) ** -9


def test_only_what_is_moved_is_a_translation() -> None:
    assert remark_1(normal(0, 2), normal(-3, 2), ONE) == 3
    assert remark_1(normal(0, 2), normal(3, 1), ONE) is None
    one = mixture((fmpq(1, 3), 0, 1), (fmpq(2, 3), 4, 2))
    assert remark_1(one, mixture((fmpq(2, 3), 9, 2), (fmpq(1, 3), 5, 1)), Epsilon.rational(2)) == fmpq(5, 2)
    assert remark_1(one, mixture((fmpq(1, 3), 9, 2), (fmpq(2, 3), 5, 1)), ONE) is None


@pytest.mark.parametrize("users", [1, 2, 9, 100])
def test_equal_users_are_those_of_equation_11(users: int) -> None:
    tau = by_quantile(fmpq(3, 10))
    found = corollary_1a((Component(fmpq(1), fmpq(1), fmpq(9)),) * users, ONE, tau)
    with mpmath.workdps(30):
        tail = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(7) / 10)
        asked = 1 + (mpmath.sqrt(users) - mpmath.sqrt(users - 1)) * 3 * tail
    assert abs(number(found) - float(asked)) < 1e-9


def test_different_users_are_all_looked_at() -> None:
    tau = by_quantile(fmpq(3, 10))
    users = tuple(Component(fmpq(1), fmpq(mean), fmpq(variance)) for mean, variance in ((1, 1), (-2, 0), (1, 24)))
    found = corollary_1a(users, ONE, tau)
    alone = [theorem_1((_sum(users, without=at),), (_sum(users),), ONE, tau) for at in range(3)]
    assert found == max(scale for scale in alone if scale is not None)
    assert corollary_1b(fmpq(3), fmpq(4), Epsilon.rational(2)) == fmpq(1, 2)


def _sum(users: Normals, without: int | None = None) -> Component:
    there = [user for at, user in enumerate(users) if at != without]
    return Component(fmpq(1), sum((u.mean for u in there), fmpq(0)), sum((u.variance for u in there), fmpq(0)))


def test_corollary_2_is_about_the_same_weights_and_variances() -> None:
    one = mixture((fmpq(99, 100), 0, 1), (fmpq(1, 100), 1000, 1))
    other = mixture((fmpq(99, 100), 0, 1), (fmpq(1, 100), 1100, 1))
    assert corollary_2(one, other, ONE) == 1
    assert corollary_2(one, other[::-1], ONE) == 1
    assert corollary_2(one, mixture((fmpq(98, 100), 0, 1), (fmpq(2, 100), 1100, 1)), ONE) is None
    assert corollary_2(one, mixture((fmpq(99, 100), 0, 2), (fmpq(1, 100), 1100, 1)), ONE) is None
    assert corollary_2(one, normal(0, 1), ONE) is None
    assert theorem_2(one, other, ONE, by_quantile(fmpq(1, 10))) == 1


def test_theorem_2_of_one_component_each_is_theorem_1() -> None:
    for tau in (by_quantile(fmpq(1, 100)), by_lambert(fmpq(1, 100))):
        assert theorem_2(normal(0, 1), normal(3, 2), ONE, tau) == theorem_1(normal(0, 1), normal(3, 2), ONE, tau)


def test_what_is_moved_costs_least() -> None:
    from scipy.optimize import linprog

    chance = random.Random("transport")
    for _ in range(60):
        left, right = _some(chance), _some(chance)
        shares = optimal(left, right)
        costs = [
            [number(one.mean - other.mean) ** 2 + float(one.deviation - other.deviation) ** 2 for other in right]
            for one in left
        ]
        flat = [cost for row in costs for cost in row]
        rows = [[float(i == at) for i in range(len(left)) for _ in right] for at in range(len(left))]
        rows += [[float(j == at) for _ in left for j in range(len(right))] for at in range(len(right))]
        least = linprog(flat, A_eq=rows, b_eq=[number(one.weight) for one in (*left, *right)]).fun
        assert abs(sum(number(share) * costs[i][j] for (i, j), share in shares.items()) - least) < 1e-7
        assert all(share > 0 for share in shares.values())
        for at, one in enumerate(left):
            assert sum((share for (i, _), share in shares.items() if i == at), fmpq(0)) == one.weight
        for at, one in enumerate(right):
            assert sum((share for (_, j), share in shares.items() if j == at), fmpq(0)) == one.weight


def _some(chance: random.Random) -> Normals:
    weights = [chance.randint(1, 9) for _ in range(chance.randint(1, 5))]
    return tuple(
        Component(fmpq(weight, sum(weights)), fmpq(chance.randint(-9, 9)), fmpq(chance.randint(1, 9)))
        for weight in weights
    )


def test_roots_are_exact_where_they_are_fractions() -> None:
    assert root(fmpq(9, 4)) == fmpq(3, 2)
    assert not isinstance(root(fmpq(2)), fmpq)


def test_methods_ask_for_the_most_of_all_pairs_or_say_why_not() -> None:
    one, other, moved = normal(0, 1), normal(1, 2), normal(4, 1)
    far = mixture((fmpq(1, 2), 0, 1), (fmpq(1, 2), 8, 1))
    known = Known(ONE, fmpq(1, 100), normals=((one, other), (one, moved)))
    assert methods.theorem_1_by_quantile(known) == 4
    assert methods.theorem_1_by_lambert(replace(known, normals=((one, other),))) == theorem_1(
        one, other, ONE, by_lambert(fmpq(1, 100))
    )
    assert methods.remark_1(replace(known, normals=((one, moved), (moved, one)))) == 4
    assert isinstance(methods.remark_1(known), Missing)
    assert isinstance(methods.theorem_1_by_quantile(replace(known, delta=fmpq(0))), Missing)
    assert isinstance(methods.theorem_1_by_quantile(replace(known, normals=((one, far),))), Missing)
    assert isinstance(methods.theorem_2_by_quantile(known), Missing)
    assert isinstance(methods.corollary_2(Known(ONE)), Missing)
    further = mixture((fmpq(1, 2), 0, 1), (fmpq(1, 2), 10, 1))
    assert methods.corollary_2(replace(known, delta=fmpq(0), normals=((far, further),))) == 1
    assert methods.theorem_2_by_lambert(replace(known, normals=((far, further),))) == 1
