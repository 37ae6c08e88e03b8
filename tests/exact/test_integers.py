"""Weights on all integers: every operation against plain sums, closed forms, and the laws that they obey."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from faier.exact import Number, TooLarge, exponential, substitute_epsilon, unknown
from faier.exact.integers import EVERYWHERE, NOTHING, Weights, constant, geometric, listed, point, sum_of_draws, weights

HALF, THIRD, QUARTER = fmpq(1, 2), fmpq(1, 3), fmpq(1, 4)
E4, E2 = exponential(fmpq(-1, 4)), exponential(fmpq(-1, 2))
U4, U2 = exponential(fmpq(-1, 4), "EPS"), exponential(fmpq(-1, 2), "EPS")
NEAR = range(-9, 10)
FAR = 160


def far_sum(function: Callable[[int], Number], low: int = -FAR, high: int = FAR) -> fmpq:
    total = fmpq(0)
    for y in range(low, high + 1):
        value = function(y)
        assert isinstance(value, fmpq)
        total += value
    return total


def close(exact: Number, near: fmpq) -> bool:
    """What is left out far away is less than 1/2 ** 100 in everything that is summed here."""
    return isinstance(exact, fmpq) and abs(exact - near) < HALF**100


def noise(a: Number) -> Callable[[int], Number]:
    return lambda y: (1 - a) / (1 + a) * a ** abs(y)


@st.composite
def functions(draw: st.DrawFn, depth: int = 2) -> Weights:
    """Functions whose sums are finite, of all the shapes that comparisons of noise make."""
    kind = draw(st.sampled_from(["noise", "few", "seen"] if depth else ["noise", "few"]))
    if kind == "few":
        return listed(draw(st.integers(-3, 3)), draw(st.lists(st.integers(0, 2).map(fmpq), max_size=4)))
    if kind == "noise":
        parameters = draw(st.lists(st.sampled_from([HALF, THIRD, QUARTER]), min_size=1, max_size=2))
        return sum_of_draws(tuple(parameters)).shifted(draw(st.integers(-3, 3)))
    own, other = draw(functions(depth - 1)), draw(functions(depth - 1))
    way = draw(st.sampled_from(["above", "below", "sum", "window", "cut", "mirror"]))
    match way:
        case "above":
            return own * other.above()
        case "below":
            return own * other.below().shifted(1)
        case "sum":
            return own + other
        case "window":
            return own * (other.above() - other.above().shifted(-3))
        case "cut":
            return own.within(draw(st.none() | st.integers(-3, 0)), draw(st.none() | st.integers(0, 3)))
    return own.mirrored()


@pytest.mark.parametrize("a", [HALF, THIRD, E4, U2, unknown("a")])
def test_noise_is_a_distribution(a: Number) -> None:
    found = geometric(a)
    assert found.total == 1
    assert [found.at(y) for y in NEAR] == [noise(a)(y) for y in NEAR]
    assert [found.above().at(y) for y in (1, 2, 7)] == [a**y / (1 + a) for y in (1, 2, 7)]
    assert found.mirrored() == found
    assert found.shifted(3).at(5) == noise(a)(2)


@pytest.mark.parametrize("parameters", [(HALF, THIRD), (HALF, HALF), (THIRD, HALF, THIRD), (HALF, HALF, HALF)])
def test_sums_of_draws_are_convolutions(parameters: tuple[fmpq, ...]) -> None:
    found, rest = sum_of_draws(parameters), sum_of_draws(parameters[1:])
    assert found.total == 1
    for y in (-5, -1, 0, 1, 4):
        assert close(found.at(y), far_sum(lambda z, y=y: rest.at(z) * noise(parameters[0])(y - z)))


@pytest.mark.parametrize(("a", "b"), [(E4, E2), (E4, E4), (U4, U2), (U4, U4), (U4, E2), (U2, HALF)])
def test_sums_of_draws_by_their_closed_form(a: Number, b: Number) -> None:
    """The chance that two draws cancel; the draws are symmetric and may be exchanged."""
    found = sum_of_draws((a, b))
    both = a * b
    assert found.at(0) == (1 - a) * (1 - b) / (1 + a) / (1 + b) * (1 + both) / (1 - both)
    assert found.total == 1
    assert found == sum_of_draws((b, a)) == found.mirrored()


def test_the_sum_of_no_draws_is_a_point() -> None:
    assert sum_of_draws(()) == point(0)


@settings(max_examples=60, deadline=None)
@given(functions())
def test_sums_far_out(f: Weights) -> None:
    assert close(f.total, far_sum(f.at))
    for y in (-4, 0, 3):
        assert close(f.above().at(y), far_sum(f.at, low=y))
        assert close(f.below().at(y), far_sum(f.at, high=y))
        assert close(f.gathered(THIRD).at(y), far_sum(lambda z, y=y: THIRD ** (z - y) * f.at(z), low=y, high=y + FAR))
        assert close(f.with_draw(THIRD).at(y), far_sum(lambda z, y=y: f.at(z) * noise(THIRD)(y - z)))


@settings(max_examples=60, deadline=None)
@given(functions(), functions())
def test_each_value_of_each_operation(f: Weights, g: Weights) -> None:
    for y in NEAR:
        assert (f * g).at(y) == f.at(y) * g.at(y)
        assert (f + g).at(y) == f.at(y) + g.at(y)
        assert (f - g).at(y) == f.at(y) - g.at(y)
        assert f.scaled(THIRD).at(y) == f.at(y) * THIRD
        assert f.shifted(3).at(y) == f.at(y - 3)
        assert f.mirrored().at(y) == f.at(-y)
        for low, high in product((None, -2, 1), (None, -1, 4)):
            inside = (low is None or y >= low) and (high is None or y <= high)
            assert f.within(low, high).at(y) == (f.at(y) if inside else 0)
    assert f.values(-9, 10) == [f.at(y) for y in NEAR]


@settings(max_examples=60, deadline=None)
@given(functions(), functions(), functions())
def test_equal_functions_are_equal_values(f: Weights, g: Weights, h: Weights) -> None:
    one, other = (f + g) * h, h * g + f * h
    assert one == other and hash(one) == hash(other)
    assert (f * g) * h == f * (g * h)
    assert f.shifted(2).shifted(-2) == f == f.mirrored().mirrored()
    assert f.within(None, 1) + f.within(2) == f == f * EVERYWHERE
    assert f - f == NOTHING == f.scaled(fmpq(0)) == f.within(2, 1)
    assert (f - f).zero and not EVERYWHERE.zero
    assert f.above() + f.below() - f == constant(f.total)
    assert f.above() - f.above().shifted(-1) == f == f.below() - f.below().shifted(1)
    assert f.mirrored().above() == f.below().mirrored()
    assert f.with_draw(HALF).with_draw(THIRD) == f.with_draw(THIRD).with_draw(HALF)
    assert (f * g.above()).total == (f.below() * g).total
    assert weights(-7, f.values(-7, 8), f.lower, f.upper) == f or f.low < -7 or f.high > 8
    if f.total:
        mass, normal = f.normalized()
        assert mass == f.total and normal.total == 1 and normal.scaled(mass) == f


def test_windows_are_as_small_as_possible() -> None:
    assert len(geometric(HALF).window) == 0
    assert constant(THIRD) == weights(5, [THIRD] * 4, constant(THIRD).lower, constant(THIRD).upper)
    assert listed(2, [fmpq(0), HALF, fmpq(0)]) == Weights(3, (HALF,), (), ())
    assert geometric(HALF).within(10**5).window == ()


@pytest.mark.parametrize(("a", "b"), [(E2, E4), (U2, U4), (U4, U2), (E4, E4), (U4, U4)])
def test_laws_with_powers_of_e_and_an_unknown(a: Number, b: Number) -> None:
    kept, fresh = geometric(a), geometric(b)
    passed = kept * fresh.below().shifted(1)
    failed = kept * fresh.above().shifted(-1)
    one, other = kept * fresh.above(), kept * (constant(fmpq(1)) - fresh.above())
    assert one + other == kept
    assert one.total + other.total == 1
    mass, normal = one.normalized()
    assert normal.total == 1 and normal.scaled(mass) == one
    assert one.above() + one.below() - one == constant(mass)
    assert one.above().at(4) == one.above().at(5) + kept.at(4) * fresh.above().at(4)
    assert passed.mirrored() == kept * fresh.above().shifted(-1)
    assert failed.total == passed.total


def test_a_comparison_by_its_closed_form() -> None:
    """Pr[Y >= Z] = (1 + Pr[Y = Z]) / 2 for two draws of one distribution."""
    for a in (HALF, E4, U4):
        noisy = geometric(a)
        assert (noisy * noisy.below()).total == (1 + sum_of_draws((a, a)).at(0)) / 2


def test_an_unknown_epsilon_has_the_values_of_its_numbers() -> None:
    """Also where two bases happen to be one at that epsilon, so that closed forms divide by 0 there."""
    unclear, known = [
        ((geometric(a) * geometric(E2).above()).normalized()[1] * geometric(a).below().shifted(2)).with_draw(E2)
        for a in (exponential(fmpq(-1), "EPS"), E2)
    ]
    assert unclear != known
    for y in (-3, 0, 2):
        assert substitute_epsilon(unclear.at(y), {"EPS": HALF}) == known.at(y)
    assert substitute_epsilon(unclear.total, {"EPS": HALF}) == known.total


def test_what_is_not_finite_is_refused() -> None:
    with pytest.raises(ZeroDivisionError):
        constant(fmpq(1)).above()
    with pytest.raises(ZeroDivisionError):
        _ = geometric(HALF).above().total
    with pytest.raises(TooLarge):
        _ = geometric(HALF) + geometric(THIRD).shifted(10**6)
    with pytest.raises(TooLarge):
        _ = geometric(E4).within(None, 10**4)
    assert geometric(HALF).within(None, 10**4).high == 10**4 + 1
