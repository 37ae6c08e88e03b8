"""The least error of all tables: by known values, and against the simplex method in fractions."""

import random
from fractions import Fraction

import optima
import pytest
from flint import fmpq

from faier.calibration.optimum.bound import Bound, least_error
from faier.calibration.optimum.least import optimum
from faier.calibration.optimum.linear import Linear, solution
from faier.calibration.optimum.problem import Comparison, Problem
from faier.exact import Epsilon, exponential_bounds

NEAR = fmpq(1, 10**9)
ILL = tuple(fmpq(part, 4) for part in (0, 1, 1, 1, 1))
WELL = tuple(fmpq(part, 6) for part in (3, 1, 1, 1, 0))


def numbers(count):
    return tuple(map(fmpq, range(count)))


def under(epsilon, comparisons, count, weights=None):
    low, high = exponential_bounds(Epsilon(fmpq(epsilon)), 100)
    return Problem(numbers(count), numbers(count), tuple(comparisons), low, high, fmpq(0), weights)


def flu(epsilon):
    return under(epsilon, [Comparison(ILL, WELL), Comparison(WELL, ILL)], 5)


def neighbors(epsilon, count):
    points = [tuple(fmpq(int(at == sure)) for at in range(count)) for sure in range(count)]
    near = [(a, b) for a in range(count) for b in range(count) if abs(a - b) == 1]
    return under(epsilon, [Comparison(points[a], points[b]) for a, b in near], count)


def chain(days, stay):
    """The number of days, with each day known or not: a two-state chain that stays with this probability."""
    laws = []
    for secret in range(days):
        for told in (0, 1):
            states = {(state, state): fmpq(1, 2) for state in (0, 1) if secret != 0 or state == told}
            for day in range(1, days):
                following = {}
                for (state, total), weight in states.items():
                    for after in (0, 1):
                        if day != secret or after == told:
                            key = (after, total + after)
                            share = weight * (stay if after == state else 1 - stay)
                            following[key] = following.get(key, 0) + share
                states = following
            row = [fmpq(0)] * (days + 1)
            for (_, total), weight in states.items():
                row[total] += 2 * weight
            laws.append(tuple(row))
    pairs = [(laws[2 * at + one], laws[2 * at + 1 - one]) for at in range(days) for one in (0, 1)]
    mean = tuple((one + other) / 2 for one, other in zip(laws[0], laws[1], strict=True))
    return under(1, [Comparison(*pair) for pair in pairs], days + 1, mean)


@pytest.mark.parametrize(
    ("problem", "error"),
    [
        (flu(fmpq(1, 2)), "0.8272675948"),
        (flu(1), "0.4385266270"),
        (flu(2), "0.1519088525"),
        (neighbors(1, 5), "0.6375822635"),
        (chain(10, fmpq(4, 5)), "0.8324934316"),
        (chain(15, fmpq(3, 5)), "0.1285918017"),
        (chain(15, fmpq(9, 10)), "1.8455855213"),
        (neighbors(1, 25), "0.85"),
    ],
)
def test_values(problem, error):
    found = optimum(problem)
    assert found.upper - found.lower <= NEAR
    near = Fraction(int(found.upper.p), int(found.upper.q))
    assert abs(near - Fraction(error)) <= Fraction(1, 10 ** len(error.partition(".")[2]))
    assert problem.keeps(found.table) and problem.error(found.table) == found.upper


def test_small_problems():
    random_ = random.Random(20)
    for _ in range(12):
        problem = optima.random_problem(random_)
        found, exactly = optimum(problem), optima.least_error(problem)
        exactly = fmpq(exactly.numerator, exactly.denominator)
        assert found.lower <= exactly, problem
        if problem.keeps(found.table):
            assert exactly <= found.upper, problem
            assert found.upper - found.lower <= NEAR or problem.low == 1, problem


def test_multipliers_of_any_kind_never_bound_too_far_up():
    random_ = random.Random(21)
    for _ in range(3):
        problem = optima.random_problem(random_)
        exactly = optima.least_error(problem)
        for _ in range(40):
            parts = [random_.randint(0, 3) for _ in problem.values]
            parts[0] += 1
            weights = problem.weights or tuple(fmpq(part, sum(parts)) for part in parts)
            rows = tuple(tuple(fmpq(random_.randint(0, 4), 3) for _ in problem.outputs) for _ in problem.comparisons)
            bound = least_error(problem, Bound(weights, rows))
            assert bound <= fmpq(exactly.numerator, exactly.denominator)


def test_a_table_that_does_not_keep_to_the_claim_is_no_table():
    problem = neighbors(1, 3)
    even = tuple((fmpq(1, 3),) * 3 for _ in range(3))
    sure = tuple(tuple(fmpq(int(at == to)) for to in range(3)) for at in range(3))
    assert problem.keeps(even) and not problem.keeps(sure)
    assert not problem.keeps(((fmpq(1, 3), fmpq(1, 3), fmpq(1, 4)), *even[1:]))
    assert not problem.keeps(((fmpq(-1, 3), fmpq(1), fmpq(1, 3)), *even[1:]))


def test_digits_beyond_those_of_floats():
    """The least x + y with x + y / 3 = 1 is 1, and with x / 3 + y = 1 besides 3 / 2."""
    third, one = fmpq(1, 3), fmpq(1)
    rows = (((0, one), (1, third)), ((0, third), (1, one)))
    for count, least in ((1, fmpq(1)), (2, fmpq(3, 2))):
        found = solution(Linear((one, one), rows[:count], (one,) * count))
        assert abs(sum(found.variables, fmpq(0)) - least) < fmpq(1, 10**17)
        assert abs(sum(found.prices, fmpq(0)) - least) < fmpq(1, 10**17)
