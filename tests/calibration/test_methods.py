"""Published methods, against transport by linear programs and the numbers of their papers."""

from itertools import product
from random import Random

import pytest
from flint import fmpq

from faier.calibration.known import Conditional, Known, Missing
from faier.calibration.methods import METHODS
from faier.calibration.methods.wasserstein import distance_without, infinity_distance
from faier.exact import Epsilon

FLU = Conditional(
    {(fmpq(0),): fmpq(1, 2)} | {(fmpq(n),): fmpq(1, 6) for n in (1, 2, 3)},
    {(fmpq(n),): fmpq(1, 4) for n in (1, 2, 3, 4)},
)


def asked(name, known):
    return next(method for method in METHODS if method.name == name).asks(known)


def law(random, points):
    chosen = random.sample(points, random.randint(1, min(5, len(points))))
    weights = [random.randint(1, 6) for _ in chosen]
    return {point: fmpq(weight, sum(weights)) for point, weight in zip(chosen, weights, strict=True)}


def least_distance(left, right, delta):
    """By a linear program for each distance: the most that can be moved within it."""
    from scipy.optimize import linprog

    ways = list(product(left, right))
    rows = [[float(way[0] == point) for way in ways] for point in left]
    rows += [[float(way[1] == point) for way in ways] for point in right]
    room = [float(chance) for chance in (*left.values(), *right.values())]
    lengths = {way: sum(abs(a - b) for a, b in zip(*way, strict=True)) for way in ways}
    for distance in sorted({fmpq(0), *lengths.values()}):
        bounds = [(0, 1 if lengths[way] <= distance else 0) for way in ways]
        found = linprog([-1.0] * len(ways), A_ub=rows, b_ub=room, bounds=bounds, method="highs")
        if -found.fun >= 1 - float(delta) - 1e-9:
            return distance
    raise AssertionError


@pytest.mark.parametrize("size", [1, 2])
def test_the_least_distance_is_that_of_linear_programs(size):
    random = Random(size)
    numbers = [fmpq(n, 2) for n in range(8)] if size == 1 else [fmpq(n) for n in range(3)]
    points = list(product(numbers, repeat=size))
    told = set()
    for _ in range(40):
        left, right = law(random, points), law(random, points)
        delta = random.choice([fmpq(0), fmpq(1, 10), fmpq(1, 4)])
        found = distance_without(left, right, delta)
        assert found == least_distance(left, right, delta)
        if not delta:
            assert infinity_distance(left, right) == found
        told.add(found)
    assert len(told) > 3


def test_the_example_of_the_paper():
    known = Known(Epsilon.rational(1), conditionals=(FLU,), spread=fmpq(4))
    assert asked("Wasserstein", known) == 2
    assert asked("group privacy", known) == 4
    assert isinstance(asked("entry privacy", known), Missing)
    assert isinstance(asked("Wasserstein with delta", known), Missing)


def test_tails_of_delta_are_left_out():
    left = {(fmpq(0),): fmpq(9, 10), (fmpq(100),): fmpq(1, 10)}
    right = {(fmpq(0),): fmpq(9, 10), (fmpq(1),): fmpq(1, 10)}
    known = Known(Epsilon.rational(2), fmpq(1, 10), (Conditional(left, right),))
    assert asked("Wasserstein", known) == fmpq(99, 2)
    assert asked("Wasserstein with delta", known) == 0
    assert asked("Wasserstein with delta", Known(Epsilon.rational(2), fmpq(1, 11), known.conditionals)) == fmpq(99, 2)


def test_a_scale_that_is_no_fraction_is_rounded_up():
    known = Known(Epsilon.log(3), conditionals=(FLU,))
    scale = asked("Wasserstein", known)
    assert 0 < float(scale) - 2 / float(Epsilon.log(3).value) < 2e-9


def test_what_is_missing_is_told():
    for method in METHODS:
        assert isinstance(method.asks(Known(Epsilon.rational(1))), Missing)
