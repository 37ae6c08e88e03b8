"""Scales of Markov quilts for chains, against all quilts of all records by the definition, and the known values."""

import random
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from math import exp, inf, log

import pytest
from flint import fmpq

from faier.calibration.known import Chain, Known, Missing
from faier.calibration.methods import METHODS
from faier.calibration.quilts import (
    chain,
    known_mixing,
    mixing,
    quilts_by_mixing,
    quilts_of_chains,
    quilts_of_two_states,
)
from faier.exact import Epsilon


def exact(scale):
    return Fraction(int(scale.p), int(scale.q))


def close(scale, value, by=1e-8):
    return -1e-12 <= float(exact(scale)) - value <= by


def symmetric(stay):
    stay = Fraction(stay)
    return [[stay, 1 - stay], [1 - stay, stay]]


def stationary_of(moves):
    """By Cramer's rule over fractions."""
    size = len(moves)
    rows = [[moves[x][y] - (x == y) for x in range(size)] for y in range(size)]
    rows[-1] = [Fraction(1)] * size
    goal = [Fraction(0)] * (size - 1) + [Fraction(1)]
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot], goal[place], goal[pivot] = rows[pivot], rows[place], goal[pivot], goal[place]
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place] / rows[place][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
                goal[other] -= factor * goal[place]
    return [goal[x] / rows[x][x] for x in range(size)]


def worlds(moves, start, length):
    for path in product(range(len(moves)), repeat=length):
        chance = Fraction(start[path[0]])
        for one, other in pairwise(path):
            chance *= moves[one][other]
        if chance:
            yield path, chance


def influence(all_worlds, record, quilt):
    """The greatest logarithm of a ratio, from the joint distribution."""
    joint, own = defaultdict(Fraction), defaultdict(Fraction)
    for path, chance in all_worlds:
        joint[path[record], tuple(path[place] for place in quilt)] += chance
        own[path[record]] += chance
    seen = {values for _, values in joint}
    most = 0.0
    for one, other in product(own, repeat=2):
        for values in seen:
            above, below = joint[one, values] / own[one], joint[other, values] / own[other]
            if above:
                most = max(most, inf if not below else log(above / below))
    return most


def by_definition(moves, start, length, epsilon):
    """The greatest of the least scores."""
    known = list(worlds(moves, start, length))
    scores = []
    for record in range(length):
        if len({path[record] for path, _ in known}) == 1:
            continue
        best = inf
        for before in [None, *range(record)]:
            for after in [None, *range(record + 1, length)]:
                nearby = (length if after is None else after) - (-1 if before is None else before) - 1
                left = epsilon - influence(known, record, [place for place in (before, after) if place is not None])
                best = min(best, nearby / left if left > 0 else inf)
        scores.append(best)
    return max(scores)


@pytest.mark.parametrize(
    ("stay", "known"),
    [("3/5", 3.572), ("7/10", 6.724), ("4/5", 13.075), ("9/10", 31.738), ("19/20", 68.787), ("1/10", 31.738)],
)
def test_the_values_that_are_known(stay, known):
    found = quilts_of_chains(chain(symmetric(stay), 100), 1)
    assert abs(float(exact(found.scale)) - known) < 5e-4


def test_a_short_chain_with_quilts_on_one_side():
    moves = [[Fraction(7, 10), Fraction(3, 10)], [Fraction(1, 5), Fraction(4, 5)]]
    found = quilts_of_chains(chain(moves, 10), 1)
    assert close(found.scale, 9.45794931698)
    assert found.worst.quilt.before is None or found.worst.quilt.after is None


def random_moves(rng, size, zeros=0.0):
    rows = []
    for _ in range(size):
        weights = [0 if rng.random() < zeros else rng.randint(1, 9) for _ in range(size)]
        weights[rng.randrange(size)] += 1
        rows.append([Fraction(weight, sum(weights)) for weight in weights])
    return rows


@pytest.mark.parametrize("seed", range(12))
def test_scores_are_those_of_the_definition(seed):
    rng = random.Random(seed)
    size, length = rng.choice([(2, 5), (2, 6), (3, 4)])
    moves = random_moves(rng, size)
    epsilon = rng.choice([Fraction(1, 2), 1, 2, 4])
    start = stationary_of(moves)
    assert close(quilts_of_chains(chain(moves, length), epsilon).scale, by_definition(moves, start, length, epsilon))
    weights = [rng.randint(0, 3) for _ in range(size - 1)] + [1]
    start = [Fraction(weight, sum(weights)) for weight in weights]
    found = quilts_of_chains(chain(moves, length, start), epsilon)
    assert close(found.scale, by_definition(moves, start, length, epsilon))


@pytest.mark.parametrize("seed", range(12))
def test_chains_that_cannot_go_everywhere(seed):
    rng = random.Random(seed)
    moves = random_moves(rng, 3, zeros=0.5)
    start = [Fraction(1, 2), Fraction(1, 2), Fraction(0)] if seed % 2 else [Fraction(1), Fraction(0), Fraction(0)]
    made = chain(moves, 4, start)
    if len(list(worlds(moves, start, 4))) > 1:
        assert close(quilts_of_chains(made, 3).scale, by_definition(moves, start, 4, 3))


@pytest.mark.parametrize("seed", range(4))
def test_any_start_is_the_worst_of_all_starts(seed):
    rng = random.Random(seed)
    moves = random_moves(rng, 2)
    found = quilts_of_chains(chain(moves, 5, "any"), 2).scale
    for weight in (1, 10, 10**4, 10**7):
        for start in ([Fraction(1, weight + 1), Fraction(weight, weight + 1)], [Fraction(1, 2), Fraction(1, 2)]):
            for given in (start, start[::-1]):
                assert quilts_of_chains(chain(moves, 5, given), 2).scale <= found
    near = [Fraction(1, 10**9), 1 - Fraction(1, 10**9)]
    most = max(quilts_of_chains(chain(moves, 5, given), 2).scale for given in (near, near[::-1]))
    assert exact(found - most) < Fraction(1, 10**4)


def test_long_chains_need_no_more_than_their_middle():
    moves = symmetric("9/10")
    assert quilts_of_chains(chain(moves, 10**6), 1).scale == quilts_of_chains(chain(moves, 100), 1).scale
    slow = quilts_of_chains(chain(symmetric("999/1000"), 10**6), 1)
    assert close(slow.scale, 3689.653397191, 1e-6)
    started = quilts_of_chains(chain(moves, 10**6, [1, 0]), 1)
    assert close(started.scale, float(quilts_of_chains(chain(moves, 60, [1, 0]), 1).scale), 1e-6)


def test_many_states():
    rng = random.Random(7)
    size = 12
    moves = [[Fraction(40 * (x == y) + rng.randint(1, 9)) for y in range(size)] for x in range(size)]
    moves = [[weight / sum(row) for weight in row] for row in moves]
    found = quilts_of_chains(chain(moves, 10**6), 1)
    near = [quilts_of_chains(chain(moves, length), 1).scale for length in (5, 60)]
    assert near[0] <= found.scale == near[1]


def lemma(least, rate, length, epsilon):
    """All quilts of all records by Lemma B.4."""
    scores = []
    for record in range(1, length + 1):
        best = inf
        for before in range(1, record + 1):
            for after in range(1, length - record + 2):
                lost = 0.0
                for steps, most, times in ((before, record, 2), (after, length - record + 1, 1)):
                    part = exp(-rate * steps) / least
                    if steps < most:
                        lost += times * log((1 + part) / (1 - part)) if part < 1 else inf
                best = min(best, (before + after - 1) / (epsilon - lost) if lost < epsilon else inf)
        scores.append(best)
    return max(scores)


@pytest.mark.parametrize("seed", range(8))
def test_scores_by_mixing_are_those_of_the_lemma(seed):
    rng = random.Random(seed)
    least, rate = Fraction(1, rng.randint(2, 9)), Fraction(rng.randint(1, 9), 10)
    length, epsilon = rng.randint(1, 40), rng.choice([Fraction(1, 2), 1, 3])
    found = quilts_by_mixing(known_mixing(least, rate), length, epsilon)
    assert close(found.scale, lemma(float(least), float(rate), length, float(epsilon)))


@pytest.mark.parametrize("seed", range(6))
def test_mixing_bounds_every_power(seed):
    rng = random.Random(seed)
    moves = random_moves(rng, 3)
    known = mixing(chain(moves, 2))
    law = stationary_of(moves)
    power = moves
    for steps in range(1, 12):
        most = max(abs(power[x][y] / law[y] - 1) for x in range(3) for y in range(3))
        assert float(most) <= exp(-float(known.rate) * steps) / float(known.least) + 1e-12
        power = [[sum(power[x][z] * moves[z][y] for z in range(3)) for y in range(3)] for x in range(3)]
    assert quilts_by_mixing(known, 30, 1).scale >= quilts_of_chains(chain(moves, 30, "any"), 1).scale


def test_an_eigenvalue_that_comes_twice_is_no_gap():
    with pytest.raises(ValueError, match="not certain to mix"):
        mixing(chain([[0, 1, 0], [0, 0, 1], [Fraction(1, 2), Fraction(1, 2), 0]], 5))
    with pytest.raises(ValueError, match="not certain to mix"):
        mixing(chain([[0, 1], [1, 0]], 5))


@pytest.mark.parametrize(("low", "epsilon", "known"), [("2/5", 1, 3.572), ("2/5", 5, 0.239), ("3/10", 1, 6.724)])
def test_classes_of_chains_with_two_states(low, epsilon, known):
    bounds = (Fraction(low), 1 - Fraction(low))
    found = quilts_of_two_states((bounds, bounds), 100, epsilon)
    assert abs(float(exact(found.scale)) - known) < 6e-4


def test_a_class_asks_for_as_much_as_its_worst_chain():
    rng = random.Random(3)
    for _ in range(3):
        low = [Fraction(rng.randint(1, 5), 10) for _ in range(2)]
        high = [one + Fraction(rng.randint(0, 4), 10) for one in low]
        length, epsilon = rng.randint(2, 30), rng.choice([1, 4])
        found = quilts_of_two_states(((low[0], high[0]), (low[1], high[1])), length, epsilon).scale
        most = Fraction(0)
        for one, other in product(range(5), repeat=2):
            stay = [low[0] + (high[0] - low[0]) * one / 4, low[1] + (high[1] - low[1]) * other / 4]
            moves = [[stay[0], 1 - stay[0]], [1 - stay[1], stay[1]]]
            scale = quilts_of_chains(chain(moves, length), epsilon).scale
            most = max(most, exact(scale))
        assert most <= exact(found) <= most * Fraction(21, 20)


def test_how_many_states_mix():
    """Stationary chances of so many states have more digits than floats have room for."""
    rng = random.Random(5)
    weights = [[rng.randint(1, 50) + 400 * (x == y) for y in range(51)] for x in range(51)]
    made = chain([[Fraction(weight, sum(row)) for weight in row] for row in weights], 10**6)
    known = mixing(made)
    assert 0.44 < float(exact(known.rate)) < 0.45
    assert quilts_by_mixing(known, 10**6, 1).scale > quilts_of_chains(made, 1).scale


def test_what_is_no_chain():
    for moves, start in ((((1, 0),), "stationary"), (((Fraction(1, 2), Fraction(1, 3)), (0, 1)), "stationary")):
        with pytest.raises(ValueError, match=r"."):
            chain(moves, 3, start)
    with pytest.raises(ValueError, match="several stationary"):
        chain([[1, 0], [0, 1]], 3)
    with pytest.raises(ValueError, match="more than 0"):
        quilts_of_chains(chain(symmetric("1/3"), 3), 0)
    assert chain([[0.1, 0.9], [1 / 3, 2 / 3]], 2).moves[0] == (fmpq(1, 10), fmpq(9, 10))


def test_the_rows_of_the_registry():
    asks = {method.name: method.asks for method in METHODS}
    half, moves = fmpq(1, 2), ((fmpq(4, 5), fmpq(1, 5)), (fmpq(1, 5), fmpq(4, 5)))
    known = Known(Epsilon.rational(1), step=fmpq(2), chains=(Chain((half, half), moves, 100),))
    assert close(asks["Markov quilt, exact"](known), 2 * 13.075108608, 1e-8)
    assert close(asks["Markov quilt, approximate"](known) / 2, lemma(0.5, 0.4, 100, 1), 1e-7)
    swapped = ((fmpq(0), fmpq(1)), (fmpq(1), fmpq(0)))
    periodic = Known(Epsilon.rational(1), step=fmpq(1), chains=(Chain((half, half), swapped, 9),))
    assert asks["Markov quilt, exact"](periodic) == 9
    assert isinstance(asks["Markov quilt, approximate"](periodic), Missing)
    assert isinstance(asks["Markov quilt, exact"](Known(Epsilon.rational(1))), Missing)
