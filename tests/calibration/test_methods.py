"""Published methods, against transport by linear programs and the numbers of their papers."""

import sys
from itertools import pairwise, product
from math import log
from random import Random

import pytest
from flint import fmpq

from faier.calibration.known import Chain, Conditional, Known, Missing
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


def chain_of(random, size, length, spread=4):
    rows = [[random.randint(5, 5 + spread) for _ in range(size)] for _ in range(size + 1)]
    start, *moves = (tuple(fmpq(weight, sum(row)) for weight in row) for row in rows)
    return Chain(start, tuple(moves), length)


def influence_matrix(chain):
    """By the definition, over all series."""
    states = range(len(chain.start))
    chances = {}
    for series in product(states, repeat=chain.length):
        chance = chain.start[series[0]]
        for one, other in pairwise(series):
            chance *= chain.moves[one][other]
        chances[series] = chance

    def law(place, others):
        held = [chances[(*others[:place], state, *others[place:])] for state in states]
        return [chance / sum(held) for chance in held]

    matrix = [[0.0] * chain.length for _ in range(chain.length)]
    for place, by in product(range(chain.length), repeat=2):
        if place == by:
            continue
        for others in product(states, repeat=chain.length - 1):
            at = by if by < place else by - 1
            for state in states:
                changed = (*others[:at], state, *others[at + 1 :])
                ratios = [a / b for a, b in zip(law(place, others), law(place, changed), strict=True)]
                matrix[place][by] = max(matrix[place][by], log(float(max(ratios))) / 2)
    return matrix


def test_inferential_privacy_is_that_of_its_definition():
    import numpy

    random = Random(5)
    told = set()
    for size, length in [(2, 2), (2, 3), (2, 5), (3, 3), (3, 4), (2, 4), (2, 4)]:
        chain = chain_of(random, size, length, 2 if length < 5 else 200)
        matrix = numpy.array(influence_matrix(chain))
        found = asked("inferential privacy", Known(Epsilon.rational(2), step=fmpq(3), chains=(chain,)))
        applies = numpy.linalg.norm(matrix, 2) < 1
        told.add(bool(applies))
        assert applies == (not isinstance(found, Missing))
        if applies:
            inverse = numpy.linalg.inv(numpy.eye(length) - matrix)
            assert 0 <= float(found) - 3 * inverse.sum(axis=1).max() < 1e-7
    assert told == {True, False}


def test_the_bound_of_quilts_is_above_what_they_ask_for_and_needs_a_long_chain():
    moves = ((fmpq(7, 10), fmpq(3, 10)), (fmpq(2, 5), fmpq(3, 5)))
    law = (fmpq(4, 7), fmpq(3, 7))
    known = Known(Epsilon.rational(2), step=fmpq(2), chains=(Chain(law, moves, 40),))
    bound, quilts = asked("Markov quilt, bound", known), asked("Markov quilt, approximate", known)
    # log((e^(1/3) + 1) / (e^(1/3) - 1) * 7/3) / (7/10) = 3.76
    assert bound == 4 * 4 * 2 / fmpq(2)
    assert bound >= quilts
    short = Known(Epsilon.rational(2), step=fmpq(2), chains=(Chain(law, moves, 10),))
    assert isinstance(asked("Markov quilt, bound", short), Missing)


@pytest.mark.parametrize("length", [3, 40])
def test_without_the_packages_of_the_extra_methods_name_it(monkeypatch, length):
    """Whoever has installed nothing but faier is told what to install, and has all other rows."""
    for package in ("numpy", "scipy", "networkx"):
        monkeypatch.setitem(sys.modules, package, None)
    moves = ((fmpq(7, 10), fmpq(3, 10)), (fmpq(2, 5), fmpq(3, 5)))
    chains = Chain((fmpq(4, 7), fmpq(3, 7)), moves, length), Chain((fmpq(1), fmpq(0)), moves, length)
    for chain in chains:
        known = Known(
            Epsilon.rational(1), conditionals=(FLU,), spread=fmpq(4), step=fmpq(1), records=length, chains=(chain,)
        )
        found = {method.name: method.asks(known) for method in METHODS}
        for name in ("Markov quilt, exact", "Markov quilt, approximate"):
            assert found[name] == Missing("this needs numpy, not installed here: pip install 'faier[calibrate]'")
        assert found["Wasserstein"] == 2
        assert found["group privacy"] == 4
