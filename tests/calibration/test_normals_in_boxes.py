"""What is lost within a box of unknown means and deviations: no more than in its corners and a little, by places."""

import random
from itertools import product

import mpmath
import pytest
from flint import fmpq

from faier.calibration.normals.boxes import at
from faier.calibration.normals.curving import HERMITE, curved
from faier.calibration.normals.worst import worst
from faier.engines.density.excess import divergence
from faier.engines.density.law import PLACE, Formula, Law
from faier.engines.density.rounding import TINY
from faier.exact import Epsilon, enclose, unknown
from faier.lang.values import Sequence
from faier.limits import DEFAULTS
from faier.semantics.kept import Reals

PLACED = Sequence("tuple", (PLACE,))
A, B = unknown("a"), unknown("b")
EPSILONS = [fmpq(0), fmpq(1, 2), fmpq(1)]


def law(*parts):
    """Of weights, means, variances and rates."""
    return Law({}, {}, formulas={PLACED: tuple(Formula(w, m, Reals(rates, v)) for w, m, v, rates in parts)})


def exceeding(more, less, values, epsilon):
    found = divergence(at(more, values), at(less, values), Epsilon.rational(epsilon), DEFAULTS)
    return float(enclose(found.high, 64).mid())


def drawn(chance, components):
    """Two laws whose means and variances have unknowns in them, and a box."""
    rates = tuple(Epsilon.rational(fmpq(1, chance.randint(1, 3))) for _ in range(chance.randint(0, 2)))

    def mean():
        return chance.randint(-2, 2) * A + chance.randint(-2, 2) * B + chance.randint(0, 1) * A * B

    def variance():
        return fmpq(chance.randint(1, 2)) + chance.choice([A, B, A * B, A + B]) ** 2

    def side():
        weights = [fmpq(1, components)] * components
        return law(*((weight, mean(), variance(), rates) for weight in weights))

    low = [fmpq(chance.randint(-4, 4), 4) for _ in range(2)]
    box = {name: (end, end + fmpq(chance.randint(0, 4), 4)) for name, end in zip("ab", low, strict=True)}
    return side(), side(), box


def in_corners(more, less, box, epsilon):
    corners = [dict(zip(box, values, strict=True)) for values in product(*box.values())]
    return max(exceeding(more, less, corner, epsilon) for corner in corners)


def places(chance, box, count):
    for _ in range(count):
        yield {name: low + (high - low) * fmpq(chance.randint(0, 8), 8) for name, (low, high) in box.items()}


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 40))])
def test_no_place_loses_more_than_the_worst_corner_and_what_is_left(seed):
    chance = random.Random(seed)
    more, less, box = drawn(chance, chance.randint(1, 2))
    epsilon = chance.choice(EPSILONS)
    factor = fmpq(272, 100) if epsilon == 1 else fmpq(165, 100) if epsilon else fmpq(1)
    one, other, inner = worst(more, less, box)
    bent = curved(one, other, factor, inner)
    assert bent is not None
    end = in_corners(one, other, inner, epsilon) + float(bent)
    for values in places(chance, box, 4):
        assert exceeding(more, less, values, epsilon) <= end + 1e-12


def test_corners_alone_are_not_enough():
    """A wider one that is moved away, and back: in the middle more exceeds."""
    box = {"a": (fmpq(-1), fmpq(1))}
    more, less = law((fmpq(1), A * A, fmpq(1), ())), law((fmpq(1), fmpq(1), fmpq(1), ()))
    one, other, inner = worst(more, less, box)
    assert exceeding(more, less, {"a": fmpq(0)}, fmpq(1)) > in_corners(more, less, box, fmpq(1)) + 0.01
    assert exceeding(more, less, {"a": fmpq(0)}, fmpq(1)) <= exceeding(one, other, {}, fmpq(1))
    assert not inner


def test_single_variables_are_as_far_apart_as_they_may_be_and_as_narrow_if_alike():
    box = {"a": (fmpq(0), fmpq(1)), "b": (fmpq(1), fmpq(2))}
    one, other, inner = worst(law((fmpq(1), A, B * B, ())), law((fmpq(1), fmpq(-1), B * B + 2, ())), box)
    assert (one, other, inner) == (law((fmpq(1), fmpq(2), fmpq(1), ())), law((fmpq(1), fmpq(0), fmpq(3), ())), {})
    one, other, inner = worst(law((fmpq(1), A, 2 * B * B, ())), law((fmpq(1), fmpq(-1), B * B, ())), box)
    assert (one, other) == (law((fmpq(1), fmpq(2), 2 * B * B, ())), law((fmpq(1), fmpq(0), B * B, ())))
    assert list(inner) == ["b"]


def test_derivatives_of_a_normal_density_are_as_large_as_is_said():
    """By integrating Hermite's polynomials."""
    polynomials = [lambda z: 1, lambda z: z, lambda z: z**2 - 1, lambda z: z**3 - 3 * z, lambda z: z**4 - 6 * z**2 + 3]
    roots = [0, 1, mpmath.sqrt(3), mpmath.sqrt(3 - mpmath.sqrt(6)), mpmath.sqrt(3 + mpmath.sqrt(6)), 12]
    for known, polynomial in zip(HERMITE, polynomials, strict=True):
        exact = 2 * mpmath.quad(lambda z, f=polynomial: abs(f(z)) * mpmath.npdf(z), sorted(roots))
        assert exact - mpmath.mpf(10) ** -10 <= mpmath.mpf(int(known.p)) / int(known.q) < exact * 1.01


def test_what_is_too_small_to_be_written_lies_between_nothing_and_a_little():
    laws = [at(law((fmpq(1), fmpq(mean), fmpq(1 << 20), ())), {}) for mean in (1, 0)]
    found = divergence(*laws, Epsilon.rational(fmpq(1)), DEFAULTS)
    assert (found.low, found.high) == (0, TINY)
