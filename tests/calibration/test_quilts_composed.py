"""What theorems promise of several releases, against what they lose, summed over all worlds."""

import random
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from math import asinh, exp, log, sinh

import pytest
from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.quilts import (
    Part,
    chain,
    correction,
    dependent,
    far_apart,
    known_mixing,
    one_release,
    parallel,
    quilts_of_chains,
    same_quilts,
    sequential,
)
from faier.exact import Epsilon

HALF = Fraction(1, 2)


def exact(number):
    return Fraction(int(number.p), int(number.q))


def sums(moves, start, length, record):
    """The distributions of the sum, given each value of a record."""
    laws = defaultdict(lambda: defaultdict(Fraction))
    for path in product(range(len(moves)), repeat=length):
        chance = Fraction(start[path[0]])
        for one, other in pairwise(path):
            chance *= moves[one][other]
        laws[path[record]][sum(path)] += chance
    return [{total: chance / sum(law.values()) for total, chance in law.items()} for law in laws.values()]


def density(shown, total, scales):
    """Up to a factor."""
    return exp(-sum(abs(one - total) / scale for one, scale in zip(shown, scales, strict=True)))


def loss(laws, scales, outputs):
    """The greatest logarithm of a ratio of densities of releases with Laplace noise, at these outputs of each."""
    most = 0.0
    for shown in product(outputs, repeat=len(scales)):
        weights = [sum(float(chance) * density(shown, total, scales) for total, chance in law.items()) for law in laws]
        most = max(most, log(max(weights) / min(weights)))
    return most


@pytest.mark.parametrize("seed", range(5))
def test_releases_lose_as_much_as_one_and_no_more_than_promised(seed):
    rng = random.Random(seed)
    moves = [[Fraction(rng.randint(1, 9), 10)] for _ in range(2)]
    moves = [[row[0], 1 - row[0]] for row in moves]
    start, epsilons = [Fraction(1, 3), Fraction(2, 3)], [1, 2, HALF][: rng.choice([2, 3])]
    each = [(epsilon, quilts_of_chains(chain(moves, 4, start), epsilon)) for epsilon in epsilons]
    scales = [float(exact(quilted.scale)) for _, quilted in each]
    one = float(exact(one_release([quilted.scale for _, quilted in each])))
    for record in range(4):
        laws = sums(moves, start, 4, record)
        together = loss(laws, scales, range(5))
        assert together == pytest.approx(loss(laws, [one], range(5)), abs=1e-9)
        assert loss(laws, scales[:2], [place / 2 for place in range(-2, 11)]) <= loss(laws, scales[:2], range(5)) + 1e-9
        assert together <= float(exact(sequential(epsilons))) + 1e-9


def test_repeated_releases_in_closed_form():
    """Two, three and ten releases of a long chain's sum, at the scale where one loses 1."""
    scale = 1 / (2 * asinh(sinh(0.5) / 4))
    assert scale == pytest.approx(3.849, abs=1e-3)
    for times, known in ((1, 1), (2, 1.834), (3, 2.497), (10, 5.23)):
        one = float(exact(one_release([repr(scale)] * times)))
        assert 2 * asinh(4 * sinh(1 / (2 * one))) == pytest.approx(known, abs=5e-3)


def test_the_same_quilts_and_others():
    moves = [[Fraction(4, 5), Fraction(1, 5)], [Fraction(1, 5), Fraction(4, 5)]]
    made = chain(moves, 100)
    one, other = quilts_of_chains(made, 1), quilts_of_chains(made, 4)
    assert same_quilts([(1, one), (1, one), (1, one)]) == 3
    assert isinstance(same_quilts([(1, one), (4, other)]), Missing)
    assert sequential([1, 4, Epsilon.log(2)]) == 5 + fmpq(693147181, 10**9)


def four_days():
    return [[HALF, HALF], [Fraction(1, 10), Fraction(9, 10)]], [HALF, HALF]


def responses(lie, shown, true):
    return 1 - lie if shown == true else lie


def lost_by_parts(moves, start, lies, length=4):
    """The loss of any record where the second and the third are told, each with such a chance of a lie."""
    most = 0.0
    for record in range(length):
        laws = defaultdict(lambda: defaultdict(Fraction))
        for path in product(range(2), repeat=length):
            chance = Fraction(start[path[0]])
            for one, other in pairwise(path):
                chance *= moves[one][other]
            for shown in product(range(2), repeat=2):
                told = responses(lies[0], shown[0], path[1]) * responses(lies[1], shown[1], path[2])
                laws[path[record]][shown] += chance * told
        scaled = [{key: chance / sum(law.values()) for key, chance in law.items()} for law in laws.values()]
        most = max(most, *(log(one[key] / other[key]) for one in scaled for other in scaled for key in one))
    return most


def test_parts_of_a_chain_as_the_theorem_is_proved():
    """And not as its text has it, which exchanges the influences log(5) and log(39/11)."""
    moves, start = four_days()
    one, other = Part(1, 2, Epsilon.log(300)), Part(3, 4, Epsilon.log(200))
    promised = parallel(chain(moves, 4, start), one, other)
    lost = lost_by_parts(moves, start, [Fraction(1, 301), Fraction(1, 201)])
    assert float(exact(promised)) == pytest.approx(log(1500), abs=1e-8)
    assert log(300 * 39 / 11) < lost <= log(1500)


@pytest.mark.parametrize("seed", range(10))
def test_parts_of_random_chains(seed):
    rng = random.Random(seed)
    moves = [[Fraction(rng.randint(1, 9), 10)] for _ in range(2)]
    moves = [[row[0], 1 - row[0]] for row in moves]
    start = [HALF, HALF]
    odds = [rng.randint(2, 300) for _ in range(2)]
    parts = [Part(1, 2, Epsilon.log(odds[0])), Part(3, 4, Epsilon.log(odds[1]))]
    promised = float(exact(parallel(chain(moves, 4, start), *parts)))
    assert lost_by_parts(moves, start, [Fraction(1, one + 1) for one in odds]) <= promised + 1e-9


def test_parts_far_apart():
    mixing = known_mixing("2/5", "9/10")
    one, near, far = Part(1, 40, 1), Part(60, 99, 2), Part(90, 129, 2)
    assert far_apart([mixing], one, far) == 2
    assert isinstance(far_apart([mixing], one, near), Missing)
    assert isinstance(far_apart([mixing], Part(1, 5, 1), Part(90, 95, 2)), Missing)


def test_nothing_is_promised_of_nothing():
    one, far = Part(1, 40, 1), Part(90, 129, 2)
    for promised in (far_apart([], one, far), parallel([], one, far)):
        assert isinstance(promised, Missing)
        assert "no chain" in promised.reason
    for scales in ([], [0], [-1, "1/2"]):
        with pytest.raises(ValueError, match="more than 0"):
            one_release(scales)
    with pytest.raises(ValueError, match="not less than 0"):
        dependent(1, 2, "-1/4")


def test_releases_that_depend_on_each_other():
    independent = {(x, y): Fraction(1, 4) for x in range(2) for y in range(2)}
    assert correction([independent]) == 0
    close = {(0, 0): "3/8", (0, 1): "1/8", (1, 0): "1/8", (1, 1): "3/8"}
    assert float(exact(correction([independent, close]))) == pytest.approx(log(2), abs=1e-8)
    assert isinstance(correction([{(0, 0): HALF, (1, 1): HALF}]), Missing)
    assert dependent(1, 2, "1/4") == fmpq(7, 2)
