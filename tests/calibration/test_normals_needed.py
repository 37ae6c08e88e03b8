"""What mixtures of normals need: certified ends against quadrature in 30 digits, and values that are known."""

import random
import subprocess
import sys
from pathlib import Path

import mpmath
import pytest
from flint import fmpq
from normals_by_quadrature import DIGITS, convolved, density, divergence, greatest, real, some

from faier.calibration.normals.closed import by_tails
from faier.calibration.normals.components import Component, mixture, normal
from faier.calibration.normals.needed import Asked, law, least, least_delta, loss, noise_of, outcome
from faier.calibration.normals.theorems import corollary_2
from faier.engines.density.engine import greatest as greatest_of
from faier.exact import Epsilon, enclose
from faier.limits import DEFAULTS
from faier.semantics.kept import Reals

ONE = Epsilon.rational(1)


def mpf(number):
    return mpmath.mpf(enclose(number, 160).str(45, radius=False))


@pytest.mark.parametrize("seed", range(2))
def test_certified_ends_contain_what_quadrature_says(seed):
    chance = random.Random(f"normals {seed}")
    left, right, scale, epsilon = (
        some(chance),
        some(chance),
        fmpq(chance.randint(2, 24), 4),
        fmpq(chance.randint(0, 8), 4),
    )
    contains(left, right, scale, epsilon)


def contains(left, right, scale, epsilon):
    """Both ends of the least delta and of the greatest ratio are where quadrature says."""
    with mpmath.workdps(DIGITS + 10):
        ends, _ = least_delta(Asked(left, right, Epsilon.rational(epsilon)), noise_of("laplace", scale))
        exact = divergence(left, right, scale, epsilon)
        slack = mpmath.mpf(10) ** -22
        assert mpf(ends.low) - slack <= exact <= mpf(ends.high) + slack
        assert mpf(ends.high) - mpf(ends.low) <= mpmath.mpf(10) ** -12
        found = greatest_of(*(law(side, noise_of("laplace", scale)) for side in (left, right)), DEFAULTS)
        seen = greatest(left, right, scale)
        assert mpmath.log(mpf(found.upper)) >= seen - slack
        assert mpmath.log(mpf(found.lower)) <= seen + mpmath.mpf(10) ** -4


def test_the_referee_integrates_what_it_says():
    data = mixture((fmpq(1, 3), 0, 1), (fmpq(2, 3), 4, 2))
    with mpmath.workdps(DIGITS):
        for x in (-3, 0, 2, 9):
            at = mpmath.mpf(x)
            assert abs(density(data, fmpq(3, 2))(at) / convolved(data, fmpq(3, 2), at) - 1) < mpmath.mpf(10) ** -20


@pytest.mark.parametrize(
    ("mean", "deviation", "delta", "scale"),
    [
        (1, 2, "1/2", None),
        (1, 2, "1/100", "1.6310"),
        (1, 2, "1/100000", "1.8216"),
        (1, 2, "0", "1.8229"),
        (0, 2, "0", "1.2248"),
        (5, 3, "3/10", "2.5241"),
    ],
)
def test_two_normals(mean, deviation, delta, scale):
    found = least(Asked(normal(0, 1), normal(mean, deviation), ONE, fmpq(*map(int, f"{delta}/1".split("/")[:2]))), 4)
    assert (None if found is None else found.proved) == (
        None if scale is None else fmpq(int(scale.replace(".", "")), 10**4)
    )
    if found is not None:
        assert found.refuted == found.proved - fmpq(1, 10**4)


def test_tails_bind_at_a_closed_form_or_the_inside_does():
    left, right = normal(0, 1), normal(0, 2)
    found = least(Asked(left, right, ONE), 9)
    assert found.refuted < fmpq(int(mpmath.floor(mpmath.sqrt(1.5) * 10**9)) + 1, 10**9) <= found.proved
    assert by_tails(fmpq(0), fmpq(3), fmpq(1)).text == "sqrt(6) / 2"
    small = Epsilon.rational(fmpq(1, 10))
    found = least(Asked(left, right, small), 9)
    assert (found.refuted, found.proved) == (fmpq(7275885031, 10**9), fmpq(7275885032, 10**9))
    assert by_tails(fmpq(0), fmpq(3), fmpq(1, 10)).ball < 7


def test_normal_noise_needs_a_delta():
    left, right = normal(0, 1), normal(1, 2)
    assert loss(Asked(left, right, ONE), Reals((), fmpq(32))).upper is None
    found = least(Asked(left, right, ONE, fmpq(1, 100), "gaussian"), 3)
    variance = [real(found.proved) ** 2 + s for s in (1, 4)]
    with mpmath.workdps(20):
        deltas = [_two_normals(variance[0], variance[1]), _two_normals(variance[1], variance[0], -1)]
        assert max(deltas) <= 0.01
        less = [real(found.refuted) ** 2 + s for s in (1, 4)]
        assert max(_two_normals(less[0], less[1]), _two_normals(less[1], less[0], -1)) > 0.01


def _two_normals(one, other, distance=1):
    """The divergence of N(0, one) and N(distance, other) at epsilon 1: the densities cross at roots of a polynomial."""
    a, b = 1 / (2 * other) - 1 / (2 * one), -distance / other
    c = distance**2 / (2 * other) - 1 - mpmath.log(one / other) / 2
    if b**2 <= 4 * a * c:
        return mpmath.mpf(0)
    low, high = sorted((-b + sign * mpmath.sqrt(b**2 - 4 * a * c)) / (2 * a) for sign in (1, -1))

    def inside(mean, variance):
        return mpmath.ncdf(high, mean, mpmath.sqrt(variance)) - mpmath.ncdf(low, mean, mpmath.sqrt(variance))

    between = inside(0, one) - mpmath.e * inside(distance, other)
    return between if a < 0 else 1 - mpmath.e - between


def test_points_need_no_deviation():
    one = (Component(fmpq(1), fmpq(0), fmpq(0)),)
    other = (Component(fmpq(1), fmpq(3), fmpq(0)),)
    found = least(Asked(one, other, Epsilon.rational(2)), 4)
    assert found.proved == fmpq(3, 2)
    assert outcome(Asked(one, one, ONE), Reals(())) == "proved"


def test_corollary_2_promises_less_than_is_lost():
    left = mixture((fmpq(9, 10), 0, 1), (fmpq(1, 10), 100, 1))
    right = mixture((fmpq(9, 10), 0, 1), (fmpq(1, 10), 110, 1))
    found = loss(Asked(left, right, ONE), noise_of("laplace", corollary_2(left, right, ONE)))
    assert mpmath.log(mpf(found.lower)) > 9.99


def test_the_refutations_are_computed_again_by_decimals():
    script = Path(__file__).parent.parent.parent / "scripts" / "recompute_mixtures"
    done = subprocess.run([sys.executable, "-I", script], capture_output=True, text=True, check=True)
    assert done.stdout.count("more than exp(") == 3
    assert "more than .19" in done.stdout


@pytest.mark.parametrize("seed", range(12))
def test_one_normal_variable_against_a_narrower_one_in_closed_form(seed):
    """No ratio is above the exact number, and far out one is as near as can be."""
    chance = random.Random(seed)
    narrow, more = fmpq(chance.randint(1, 6), 2), fmpq(chance.randint(0, 6), 2)
    left, right = normal(fmpq(chance.randint(-6, 6), 2), narrow + more), normal(0, narrow)
    scale = fmpq(chance.randint(1, 12), 4)
    sides = [law(data, noise_of("laplace", scale)) for data in (left, right)]
    found = greatest_of(*sides, DEFAULTS)
    assert found.lower == found.upper
    assert found.attained is False or left == right
    most = mpf(found.upper)
    densities = [density(data, scale) for data in (left, right)]
    reach = 10 * (real(narrow + more) + 1) ** 2 / min(real(scale), 1)
    with mpmath.workdps(DIGITS):
        ratios = [densities[0](reach * at / 12) / densities[1](reach * at / 12) for at in range(-12, 13)]
        assert max(ratios) <= most * (1 + mpmath.mpf(10) ** -15)
        assert max(ratios) >= most * (1 - mpmath.mpf(10) ** -2)
