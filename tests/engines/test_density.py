"""Mixtures of densities: their greatest ratio and divergence against numerical integration, known values, and traps."""

from __future__ import annotations

import math
import random

import densities
import pytest
from densities import GRID, STEP, density_of, mixture, noise, number
from flint import arb, ctx, fmpq

from faier.engines.density import again, excess
from faier.engines.density.curve import curve
from faier.engines.density.dominated import at_most, limit
from faier.engines.density.engine import Broken, breaks, densities_at, greatest
from faier.engines.density.excess import divergence
from faier.engines.density.law import PLACE, Law
from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.ratio import ends
from faier.engines.density.rounding import above, below
from faier.exact import (
    ONE,
    Epsilon,
    compare,
    exceeds,
    exponential,
    nearest_float,
    normal,
    rational,
)
from faier.lang.values import Near, Sequence
from faier.limits import Limits
from faier.semantics.kept import Reals

LIMITS = Limits()
OUTPUT = Sequence("tuple", (PLACE,))
KINDS = [
    noise(1),
    noise(1, 1),
    noise(1, 2),
    noise(variance=2),
    noise(2, variance=fmpq(1, 3)),
    noise(1, 1, 3, variance=1),
]


def law(side: Mixture) -> Law:
    return Law({}, {OUTPUT: side})


def loss(left: Mixture, right: Mixture) -> tuple[float, float]:
    found = greatest(law(left), law(right), LIMITS)
    assert found.lower is not None
    assert found.upper is not None
    return math.log(nearest_float(found.lower)), math.log(nearest_float(found.upper))


def broken(left: Mixture, right: Mixture, epsilon: Epsilon) -> bool | str:
    found = breaks(law(left), law(right), epsilon, LIMITS)
    return found if isinstance(found, str) else isinstance(found, Broken)


def delta(left: Mixture, right: Mixture, epsilon: Epsilon) -> tuple[float, float]:
    found = divergence(law(left), law(right), epsilon, LIMITS)
    return nearest_float(found.low), nearest_float(found.high)


@pytest.mark.parametrize("of", KINDS)
@pytest.mark.parametrize("y", [fmpq(0), fmpq(-3, 2), fmpq(11)])
def test_a_density_is_what_numerical_integration_makes_of_it(of: Reals, y: fmpq) -> None:
    ours, theirs = curve(of, 128).at(y).value, again.density(mixture((1, 0, of)), Near(y))
    assert ours.overlaps(theirs)
    beyond, chance = curve(of, 128).beyond(y), again.chance(mixture((1, 0, of)), y, None)
    assert beyond.overlaps(chance)
    assert curve(of, 128).between(y - 1, y + 1).overlaps(again.chance(mixture((1, 0, of)), y - 1, y + 1))


@pytest.mark.parametrize("of", KINDS)
def test_slopes_and_chances_are_derivatives(of: Reals) -> None:
    shape, step = curve(of, 256), fmpq(1, 10**12)
    for y in (fmpq(1, 3), fmpq(-5), fmpq(9)):
        with ctx.workprec(256):
            near = [shape.at(y + sign * step) for sign in (-1, 1)]
            slope = (near[1].value.log() - near[0].value.log()) / (2 * arb(step))
            fall = (shape.beyond(y - step) - shape.beyond(y + step)) / (2 * arb(step))
        assert number(slope) == pytest.approx(number(shape.at(y).slope), abs=1e-8)
        assert number(fall) == pytest.approx(number(shape.at(y).value), rel=1e-5)


def test_the_side_of_a_kink_counts() -> None:
    assert number(curve(noise(2), 64).at(fmpq(0), 1).slope) == -2
    assert number(curve(noise(2), 64).at(fmpq(0), -1).slope) == 2


@pytest.mark.parametrize("seed", range(12))
def test_random_mixtures_against_a_grid(seed: int) -> None:
    left, right = densities.random_mixtures(seed)
    f, g = density_of(left), density_of(right)
    known = [(f(x), g(x)) for x in GRID]
    ratios = [math.log(a / b) for a, b in known if a > 1e-250 and b > 1e-250]
    found = greatest(law(left), law(right), LIMITS)
    if found.lower is None:
        assert max(ratios) > 5 or not all(b for a, b in known if a)
    else:
        assert found.upper is not None
        lower, upper = math.log(nearest_float(found.lower)), math.log(nearest_float(found.upper))
        assert upper - lower < 1e-6
        assert max(ratios) <= upper + 1e-9
        assert lower <= max(ratios) + 0.05
    for budget in (fmpq(0), fmpq(1, 2)):
        low, high = delta(left, right, Epsilon.rational(budget))
        theirs = sum(max(0.0, a - math.exp(float(budget.p) / float(budget.q)) * b) for a, b in known) * STEP
        assert high - low < 1e-11
        assert low == pytest.approx(theirs, abs=1e-4)


def test_the_analytic_gaussian() -> None:
    of = noise(variance=fmpq(37304, 10000) ** 2)
    low, high = delta(mixture((1, 0, of)), mixture((1, 1, of)), Epsilon.rational(1))
    assert low <= 1.00103142837420e-5 + 1e-18
    assert high - low < 1e-17
    assert high == pytest.approx(1.00103142837420e-5, rel=1e-12)
    spread = 3.7304
    phi = [math.erfc(-z / math.sqrt(2)) / 2 for z in (1 / (2 * spread) - spread, -1 / (2 * spread) - spread)]
    assert phi[0] - math.e * phi[1] == pytest.approx(high, rel=1e-8)


@pytest.mark.parametrize(("scale", "private"), [("18229", True), ("18228", False)])
def test_normal_data_with_laplace_noise(scale: str, private: bool) -> None:
    """N(0, 1) and N(1, 2), epsilon 1: from a scale of (1 + sqrt(7)) / 2 on."""
    rate = fmpq(10000, int(scale))
    sides = mixture((1, 0, noise(rate, variance=1))), mixture((1, 1, noise(rate, variance=4)))
    found = [broken(*pair, Epsilon.rational(1)) for pair in (sides, sides[::-1])]
    assert any(found) != private
    assert all(isinstance(one, bool) for one in found)
    low, high = loss(sides[1], sides[0])
    assert low == pytest.approx(number(rate) + 1.5 * number(rate) ** 2, abs=1e-12)
    assert high - low < 1e-12


def test_normal_noise_on_discrete_data() -> None:
    """A finite loss exactly where both sides have the same least and greatest value."""
    of = noise(variance=1)
    rising = mixture(*[(fmpq(weight, 15), at, of) for at, weight in enumerate((1, 2, 3, 4, 5))])
    falling = mixture(*[(fmpq(weight, 15), at, of) for at, weight in enumerate((5, 4, 3, 2, 1))])
    assert loss(rising, falling) == pytest.approx((math.log(5), math.log(5)))
    assert greatest(law(rising), law(falling), LIMITS).lower == 5
    assert broken(rising, falling, Epsilon.log(5)) is False
    assert broken(rising, falling, Epsilon.log(fmpq(49999, 10000))) is True
    assert greatest(law(rising), law(falling[:-1]), LIMITS).lower is None
    assert broken(rising, falling[:-1], Epsilon.rational(30)) is True
    low, high = loss(mixture((1, 1, of)), mixture((fmpq(1, 2), 0, of), (fmpq(1, 2), 2, of)))
    best = max(
        math.exp(-x * x / 2) / (math.exp(-((x - 1) ** 2) / 2) + math.exp(-((x + 1) ** 2) / 2)) * 2
        for x in GRID
        if abs(x) < 9
    )
    assert high - low < 1e-12
    assert low == pytest.approx(math.log(best), abs=1e-4)


# Records of the UCI Adult data by education-num 1 to 16: Black, Asian-Pac-Islander.
BLACK = (5, 16, 21, 56, 89, 133, 153, 70, 1174, 746, 112, 107, 330, 86, 15, 11)
ASIAN = (6, 5, 18, 11, 9, 13, 21, 9, 226, 208, 38, 29, 289, 88, 41, 28)


def test_census_data_with_laplace_noise() -> None:
    """The least scale for epsilon 1 is 1.6487."""
    for scale, private in ((fmpq(16488, 10000), True), (fmpq(16486, 10000), False)):
        sides = [
            mixture(*[(fmpq(count, sum(counts)), at, noise(1 / scale)) for at, count in enumerate(counts, 1)])
            for counts in (BLACK, ASIAN)
        ]
        assert any(broken(*pair, Epsilon.rational(1)) is True for pair in (sides, sides[::-1])) != private


def test_mixtures_of_normal_data_far_apart() -> None:
    """Of weights .99 and .01, at 0 and 1000 or 1100: the loss is 100, where a corollary says 1."""
    of = noise(1, variance=1)
    sides = [mixture((fmpq(99, 100), 0, of), (fmpq(1, 100), far, of)) for far in (1000, 1100)]
    low, high = loss(sides[0], sides[1])
    assert low == pytest.approx(100, abs=1e-9)
    assert high - low < 1e-10


@pytest.mark.parametrize(("delta", "scale"), [("1e-2", "1.631"), ("1e-5", "1.8217")])
def test_normal_data_with_a_delta(delta: str, scale: str) -> None:
    rate = 1 / rational(scale)
    sides = mixture((1, 0, noise(rate, variance=1))), mixture((1, 1, noise(rate, variance=4)))
    for pair in (sides, sides[::-1]):
        assert divergence(law(pair[0]), law(pair[1]), Epsilon.rational(1), LIMITS, rational(delta)).high <= rational(
            delta
        )


def test_different_scales() -> None:
    wide, narrow = mixture((1, 0, noise(1))), mixture((1, 1, noise(2)))
    assert greatest(law(wide), law(narrow), LIMITS).lower is None
    found = breaks(law(wide), law(narrow), Epsilon.rational(40), LIMITS)
    assert isinstance(found, Broken)
    (near,) = found.place.output
    assert isinstance(near, Near)
    assert abs(near.at) > 20
    assert exceeds(found.place.left, found.place.right, Epsilon.rational(40))
    assert loss(narrow, wide) == pytest.approx((1 + math.log(2),) * 2)


def test_ties_at_the_claim_are_decided() -> None:
    for of in (noise(fmpq(1, 3)), noise(fmpq(1, 3), variance=2), noise(fmpq(1, 3), 1), noise(fmpq(1, 3), fmpq(1, 3))):
        sides = mixture((1, 0, of)), mixture((1, 2, of))
        assert broken(*sides, Epsilon.rational(fmpq(2, 3))) is False
        assert broken(*sides, Epsilon.rational(fmpq(2, 3) - fmpq(1, 10**4))) is True
        assert greatest(law(sides[0]), law(sides[1]), LIMITS).lower == exponential(fmpq(2, 3))
        assert divergence(law(sides[0]), law(sides[1]), Epsilon.rational(fmpq(2, 3)), LIMITS).high == 0


def test_one_laplace_scale_is_exact() -> None:
    of = noise(fmpq(1, 2))
    left = mixture((fmpq(1, 2), 0, of), (fmpq(1, 6), 1, of), (fmpq(1, 6), 2, of), (fmpq(1, 6), 3, of))
    right = mixture(*[(fmpq(1, 4), at, of) for at in range(1, 5)])
    found = [greatest(law(one), law(other), LIMITS) for one, other in ((left, right), (right, left))]
    assert all(one.lower == one.upper for one in found)
    worst = max(math.log(nearest_float(one.lower)) for one in found if one.lower is not None)
    assert worst == pytest.approx(0.7416949217865, abs=1e-12)


def test_a_tie_that_nothing_decides_is_told() -> None:
    """Two normal laws whose ratio is greatest inside, asked about just that, up to what balls tell."""
    left = mixture((1, 1, noise(variance=1)))
    right = mixture((fmpq(1, 2), 0, noise(variance=1)), (fmpq(1, 2), 2, noise(variance=1)))
    ratio = (1 / exponential(fmpq(-1, 2)), ONE)
    assert nearest_float(ratio[0]) == pytest.approx(math.exp(0.5))
    told = breaks(law(left), law(right), Epsilon.rational(fmpq(1, 2)), LIMITS)
    assert isinstance(told, str)
    assert "does not tell it from the claim" in told


@pytest.mark.parametrize("scale", [fmpq(1, 10**20), fmpq(1), fmpq(10**20)])
def test_tiny_and_huge_scales(scale: fmpq) -> None:
    of = noise(1 / scale, variance=scale**2)
    sides = mixture((1, 0, of)), mixture((fmpq(1, 3), scale, of), (fmpq(2, 3), -scale, of))
    assert loss(*sides) == pytest.approx(
        loss(mixture((1, 0, noise(1, variance=1))), _scaled(sides[1], scale)), abs=1e-11
    )


def _scaled(side: Mixture, scale: fmpq) -> Mixture:
    return mixture(*[(part.weight, part.at / scale, noise(1, variance=1)) for part in side])  # type: ignore[misc]


def test_tiny_weights_count() -> None:
    """A part of weight 1e-30 is alone far out."""
    tiny, of = fmpq(1, 10**30), noise(variance=1)
    left = mixture((1 - tiny, 0, of), (tiny, 5, of))
    right = mixture((1, 0, of))
    assert greatest(law(left), law(right), LIMITS).lower is None
    assert greatest(law(right), law(left), LIMITS).lower == 1 / (1 - tiny)
    assert broken(right, left, Epsilon()) is True
    low, high = delta(left, right, Epsilon.rational(1))
    assert 0 < low <= high < 2e-30
    assert high - low < 1e-12 * high


def test_one_side_and_equal_sides() -> None:
    side, of = mixture((fmpq(1, 2), 0, noise(1)), (fmpq(1, 2), 3, noise(variance=2))), noise(1)
    assert broken(side, side, Epsilon()) is False
    assert greatest(law(side), law(side), LIMITS).lower == 1
    assert delta(side, side, Epsilon()) == (0, 0)
    assert divergence(law(side), Law({}, {}), Epsilon.rational(3), LIMITS).high == 1
    assert broken(side, (), Epsilon.rational(3)) is True
    assert broken((), side, Epsilon()) is False
    cut = (Part(ONE, fmpq(0), of, fmpq(1)),)
    found = breaks(law(mixture((1, 0, of))), law(cut), Epsilon.rational(3), LIMITS)
    assert isinstance(found, Broken)
    assert found.place.right == 0
    assert greatest(law(cut), law(mixture((1, 0, of))), LIMITS).lower == 1


def test_where_a_part_begins_the_side_counts() -> None:
    of = noise(1)
    cut = (Part(ONE, fmpq(0), of, fmpq(1)), Part(fmpq(1, 2), fmpq(0), of, None, fmpq(1)))
    for near, expected in ((Near(fmpq(1), 1), 1), (Near(fmpq(1), -1), fmpq(1, 2))):
        assert densities_at(cut, cut, near)[0] == expected * exponential(fmpq(-1)) / 2
    found = breaks(law(cut), law(mixture((1, 0, of))), Epsilon.log(fmpq(2, 3)), LIMITS)
    assert isinstance(found, Broken)
    assert found.place.output[0] in (Near(fmpq(1), 1), Near(fmpq(1), -1))


def test_bounds_that_are_seen_at_once_hold() -> None:
    for seed in range(25):
        left, right = densities.random_mixtures(seed)
        bound = at_most(left, right)
        f, g = density_of(left), density_of(right)
        if bound is not None:
            assert all(f(x) <= nearest_float(bound) * g(x) * (1 + 1e-9) + 1e-300 for x in GRID[::8])
        far = limit(left, right)
        if far is not None and g(45.0) > 1e-290:
            assert f(45.0) / g(45.0) == pytest.approx(nearest_float(far), rel=0.02)


def test_rounding_is_outward() -> None:
    for exact in (fmpq(1, 3), fmpq(2, 3 * 10**40), fmpq(10**30, 7), fmpq(1)):
        with ctx.workprec(128):
            low, high = below(arb(exact)), above(arb(exact))
        assert low <= exact <= high
        assert high / low - 1 < fmpq(1, 10**15)


def test_ends_hold_whatever_the_goal() -> None:
    left, right = mixture((1, 0, noise(1, variance=1))), mixture((1, 1, noise(1, variance=4)))
    for goal in (fmpq(1, 4), fmpq(2), fmpq(3)):
        found = ends(left, right, LIMITS, goal=Epsilon.rational(goal))
        assert found.lower is not None
        assert found.settled or found.lower > goal or found.upper is not None


def test_weights_that_balls_hardly_tell_from_zero_are_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excess, "PIECES", 50)
    tiny = normal(fmpq(1, 10**60)) - fmpq(1, 2)
    left = (Part(ONE - tiny, fmpq(0), noise(variance=1)), Part(tiny, fmpq(0), noise(variance=4)))
    found = divergence(law(left), law(mixture((1, 0, noise(variance=1)))), Epsilon(), LIMITS)
    assert compare(found.high, tiny / 4) > 0
    assert compare(found.low, tiny) < 0


def test_what_is_far_out_decides_where_parts_are_alike() -> None:
    of = noise(1, variance=1)
    heights = [exponential(fmpq(5)), exponential(fmpq(7))]
    left, right = ([(fmpq(3, 4), 0, of), (fmpq(1, 4), at, of)] for at in (7, 5))
    found = greatest(law(mixture(*left)), law(mixture(*right)), LIMITS)
    assert found.lower == found.upper == (3 + heights[1]) / (3 + heights[0])
    swapped = greatest(law(mixture(*right)), law(mixture(*left)), LIMITS)
    assert swapped.lower is not None
    assert nearest_float(swapped.lower) > 1.001 > nearest_float((3 + heights[0]) / (3 + heights[1]))


def test_what_is_far_out_is_never_taken_for_more_than_it_is() -> None:
    chance, decided, open_ = random.Random(18), 0, 0
    for _ in range(60):
        of = noise(fmpq(chance.randint(1, 4), 4), variance=fmpq(chance.randint(1, 8), 4))
        sides = []
        for _ in range(2):
            parts = chance.sample(range(-6, 7), chance.randint(1, 3))
            weights = [chance.randint(1, 9) for _ in parts]
            sides.append(mixture(*[(fmpq(w, sum(weights)), at, of) for w, at in zip(weights, parts, strict=True)]))
        bound, far = at_most(*sides), [limit(*sides), limit(*(tuple(one.mirrored for one in side) for side in sides))]
        decided, open_ = decided + (bound in far), open_ + (bound not in far)
        f, g = map(density_of, sides)
        assert bound is not None
        assert all(f(x) <= nearest_float(bound) * g(x) * (1 + 1e-9) for x in GRID[::16])
    assert decided > 15
    assert open_ > 5


def test_a_delta_of_what_only_one_side_has_is_enough() -> None:
    """Parts that both have count once: all of .01 is told apart, but for what no ball tells from it."""
    of, hundredth = noise(fmpq(1, 2), variance=1), fmpq(1, 100)
    left, right = (mixture((1 - hundredth, 0, of), (hundredth, at, of)) for at in (1000, 1100))
    told = divergence(law(left), law(right), Epsilon.rational(1), LIMITS, hundredth)
    assert compare(told.high, hundredth) <= 0
    less = divergence(law(left), law(right), Epsilon.rational(1), LIMITS, hundredth - fmpq(1, 10**12))
    assert compare(less.low, hundredth - fmpq(1, 10**12)) > 0
    more = mixture((1 - 2 * hundredth, 0, of), (2 * hundredth, 1000, of))
    assert compare(divergence(law(more), law(left), Epsilon(), LIMITS, hundredth).high, hundredth) <= 0
    smaller = divergence(law(more), law(left), Epsilon.rational(-1), LIMITS, hundredth)
    assert compare(smaller.low, hundredth) > 0
