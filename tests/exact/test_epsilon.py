"""Budgets and the comparison of ratios with e**epsilon, up to exact ties and the narrowest misses."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from faier.exact import (
    ONE,
    ZERO,
    Epsilon,
    LogRatio,
    Number,
    Symbolic,
    TooLarge,
    Undecidable,
    bounds,
    budget_of,
    compare_epsilon,
    exceeds,
    exponential,
    exponential_bounds,
    exponential_of,
    from_ratio,
    logarithm,
    number_of,
    of_logarithms,
    sign,
    square_root,
    unknown,
)
from faier.exact import enclosure as balls

E = exponential(ONE)
TINY = fmpq(1, 10**30)
small = settings(max_examples=150, deadline=None, derandomize=True)

positives = st.builds(lambda p, q: fmpq(p, q), st.integers(1, 40), st.integers(1, 40))
factors = st.builds(lambda p, q: fmpq(p, q), st.integers(-6, 6), st.integers(1, 4))


def log(argument: int | fmpq) -> Epsilon:
    return Epsilon.log(argument)


def budget(constant: fmpq, parts: list[tuple[fmpq, fmpq]]) -> Epsilon:
    total = Epsilon(constant)
    for factor, argument in parts:
        total += factor * log(argument)
    return total


budgets = st.builds(budget, factors, st.lists(st.tuples(factors, positives), max_size=3))


@pytest.mark.parametrize(
    ("epsilon", "text"),
    [
        (Epsilon(), "0"),
        (log(2), "log(2)"),
        (log(1), "0"),
        (4 * log(2), "4 * log(2)"),
        (log(8), "log(8)"),
        (log(4), "log(4)"),
        (log(fmpq(24, 7)), "log(24/7)"),
        (log(fmpq(7, 24)), "-log(24/7)"),
        (Epsilon.rational(fmpq(3, 2)), "3/2"),
        (Epsilon.rational(1) + log(2), "1 + log(2)"),
        (log(2) - Epsilon.rational(1), "log(2) - 1"),
        (log(8) / 2, "3/2 * log(2)"),
        (log(1000003) * 2, "2 * log(1000003)"),
        (log(2) + log(3), "log(6)"),
        (log(6) - log(3), "log(2)"),
        (Epsilon.positive("EPS"), "EPS"),
        (Epsilon.positive("EPS", fmpq(3, 2)) + log(2), "3/2 * EPS + log(2)"),
        (100 * log(2), "100 * log(2)"),
        (log(fmpq(2) ** 60 * 3**61), "60 * log(2) + 61 * log(3)"),
        (log(2) / 7 + log(3) / 5, "1/35 * log(69984)"),
        (10**11 * log(2), "100000000000 * log(2)"),
    ],
)
def test_text(epsilon: Epsilon, text: str) -> None:
    assert epsilon.text == text


@small
@given(budgets, budgets, budgets)
def test_budgets_add_like_numbers(a: Epsilon, b: Epsilon, c: Epsilon) -> None:
    assert a + b == b + a and hash(a + b) == hash(b + a)
    assert (a + b) + c == a + (b + c)
    assert a - a == Epsilon()
    assert (a + b) * fmpq(2, 3) == a * fmpq(2, 3) + b * fmpq(2, 3)
    assert a / 3 + a / 3 + a / 3 == a


@small
@given(budgets, budgets)
def test_comparison_agrees_with_balls(a: Epsilon, b: Epsilon) -> None:
    order = compare_epsilon(a, b)
    assert order == -compare_epsilon(b, a)
    with ctx.workprec(500):
        gap = a.enclose(500) - b.enclose(500)
        assert (order > 0 and gap > 0) or (order < 0 and gap < 0) or (order == 0 and gap.contains(0))
    assert (order == 0) == (a == b)


@small
@given(budgets)
def test_values_and_bounds(a: Epsilon) -> None:
    lo, hi = a.bounds(25)
    assert compare_epsilon(Epsilon(lo), a) <= 0 <= compare_epsilon(Epsilon(hi), a)
    assert (hi - lo) * 10**25 <= max(abs(lo), abs(hi))
    assert math.isclose(a.value, float(Fraction(int(lo.p), int(lo.q))), rel_tol=1e-15, abs_tol=1e-300)


@pytest.mark.parametrize(
    ("epsilon", "value"),
    [
        (log(fmpq(24, 7)), 1.2321436812926323),
        (log(2), 0.6931471805599453),
        (log(8), 2.0794415416798357),
        (Epsilon.rational(fmpq(1, 10)), 0.1),
        (Epsilon(), 0.0),
    ],
)
def test_nearest_floats(epsilon: Epsilon, value: float) -> None:
    assert epsilon.value == value


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (ONE, "0"),
        (fmpq(24, 7), "log(24/7)"),
        (fmpq(8), "log(8)"),
        (fmpq(16), "4 * log(2)"),
        (E, "1"),
        (5 * E**3, "3 + log(5)"),
        (1 / E, "-1"),
        (exponential(fmpq(1, 3)) / 2, "1/3 - log(2)"),
        ((1 + E) / 2, "log((1 + exp(1)) / 2)"),
        (exponential(fmpq(2), "EPS"), "2 * EPS"),
        (exponential(fmpq(2), "EPS") * E * 2, "2 * EPS + 1 + log(2)"),
        (exponential_of(log(2) / 2) * E, "1 + 1/2 * log(2)"),
        (logarithm(fmpq(2)), "log(log(2))"),
    ],
)
def test_from_ratio(ratio: Number, text: str) -> None:
    assert from_ratio(ratio).text == text


def test_log_ratios() -> None:
    closed = from_ratio((1 + E) / 2)
    assert isinstance(closed, LogRatio)
    assert math.isclose(closed.value, math.log((1 + math.e) / 2), rel_tol=1e-14)
    lo, hi = closed.bounds(20)
    assert exceeds((1 + E) / 2, ONE, Epsilon(lo)) and not exceeds((1 + E) / 2, ONE, Epsilon(hi))
    assert not exceeds(1 + E, fmpq(2), closed) and exceeds(1 + E + TINY, fmpq(2), closed)
    assert compare_epsilon(closed, Epsilon(lo)) == 1 == -compare_epsilon(Epsilon(lo), closed)
    assert compare_epsilon(closed, closed) == 0
    for bad in (ZERO, -ONE, 1 - E):
        with pytest.raises(ValueError):
            from_ratio(bad)


@small
@given(budgets)
def test_exponential_and_logarithm_are_inverse(a: Epsilon) -> None:
    ratio = exponential_of(a)
    assert sign(ratio) == 1
    assert from_ratio(ratio) == a


@small
@given(positives, positives, budgets)
def test_rational_weights_agree_with_balls(n: fmpq, d: fmpq, epsilon: Epsilon) -> None:
    with ctx.workprec(600):
        gap = arb(n) - arb(d) * epsilon.enclose(600).exp()
        assume(not gap.contains(0))
        assert exceeds(n, d, epsilon) == bool(gap > 0)


weights = st.builds(lambda a, b, r, s: a * exponential(r) + b * exponential(s), positives, positives, factors, factors)


@small
@given(weights, weights, budgets)
def test_exponential_weights_agree_with_balls(n: Number, d: Number, epsilon: Epsilon) -> None:
    from faier.exact import enclose

    with ctx.workprec(600):
        gap = enclose(n, 600) - enclose(d, 600) * epsilon.enclose(600).exp()
        assume(not gap.contains(0))
        assert exceeds(n, d, epsilon) == bool(gap > 0)


def test_every_small_ratio_against_every_small_log() -> None:
    """Integers decide the same question without any of the machinery."""
    for a, b, p, q, over, under in product(range(1, 6), range(1, 6), range(1, 6), range(1, 6), (-1, 1, 2), (1, 2, 3)):
        expected = Fraction(a, b) ** under > Fraction(p, q) ** over
        assert exceeds(fmpq(a), fmpq(b), fmpq(over, under) * log(fmpq(p, q))) == expected


@pytest.mark.parametrize(
    ("ratio", "epsilon"),
    [
        (fmpq(24, 7), log(fmpq(24, 7))),
        (fmpq(3, 10) / fmpq(7, 80), log(fmpq(24, 7))),
        (E, Epsilon.rational(1)),
        (E**2 * 3, Epsilon.rational(2) + log(3)),
        (exponential(fmpq(1, 3)), Epsilon.rational(fmpq(1, 3))),
        ((E * E - 1) / (E - 1) - 1, Epsilon.rational(1)),
        ((1 + E) * E / (1 + E), Epsilon.rational(1)),
        (fmpq(8), fmpq(3, 2) * log(4)),
        (fmpq(1), Epsilon()),
        (fmpq(1, 2), -log(2)),
        (logarithm(fmpq(2)) * 3 / logarithm(fmpq(2)), log(3)),
        (fmpq(2) ** 20000, 20000 * log(2)),
        (fmpq(2) ** 20000 / 3**20000, 20000 * log(fmpq(2, 3))),
    ],
)
def test_exact_ties(ratio: Number, epsilon: Epsilon) -> None:
    """At a tie the ratio does not exceed; a relative 10**-30 above it does, below it does not."""
    for scale in (ONE, fmpq(1, 3), E):
        assert not exceeds(ratio * scale, scale, epsilon)
        assert exceeds(ratio * (1 + TINY) * scale, scale, epsilon)
        assert not exceeds(ratio * (1 - TINY) * scale, scale, epsilon)


def test_geometric_noise_with_alpha_exp_minus_1() -> None:
    assert not exceeds(E, ONE, Epsilon.rational(1))
    assert exceeds(E, ONE, Epsilon.rational(fmpq(999999, 1000000)))
    assert not exceeds(E, ONE, Epsilon.rational(fmpq(1000001, 1000000)))


def test_rationals_next_to_transcendental_and_irrational_bounds() -> None:
    """Rationals within 10**-500 of e**epsilon, where equality is impossible."""
    for epsilon in (
        Epsilon.rational(1),
        Epsilon.rational(fmpq(-7, 3)),
        log(2) / 2,
        log(fmpq(24, 7)) / 3,
        Epsilon.rational(1) + log(2),
        Epsilon.rational(fmpq(1, 2)) - log(3) / 2,
    ):
        low, high = bounds(exponential_of(epsilon), 500)
        assert low < high
        assert not exceeds(low, ONE, epsilon)
        assert exceeds(high, ONE, epsilon)


def test_exponential_weights_next_to_an_irrational_bound() -> None:
    epsilon = Epsilon.rational(1) + log(2) / 2
    low, high = bounds(exponential_of(epsilon) / E, 400)
    assert not exceeds(low * E, ONE, epsilon) and exceeds(high * E, ONE, epsilon)
    assert not exceeds(low * (1 + E), (1 + E) / E, epsilon)


@pytest.mark.parametrize("epsilon", [Epsilon(), log(2), Epsilon.rational(1), log(2) / 2, 10**11 * log(2)])
def test_zero_weights(epsilon: Epsilon) -> None:
    for positive in (ONE, E, logarithm(fmpq(2))):
        assert exceeds(positive, ZERO, epsilon)
        assert not exceeds(ZERO, positive, epsilon)
    assert not exceeds(ZERO, ZERO, epsilon)
    with pytest.raises(ValueError):
        exceeds(-ONE, ONE, epsilon)


def test_absurd_budgets_are_compared_without_being_written() -> None:
    huge = 10**11 * log(2)
    assert not exceeds(fmpq(2) ** 100000, ONE, huge)
    assert exceeds(ONE, fmpq(2) ** 100000, -huge)
    assert not exceeds(E, ONE, huge) and exceeds(E, ONE, -huge)
    assert not exceeds(fmpq(3), ONE, Epsilon.rational(10**40))
    assert exponential_bounds(huge, 64) is None
    with pytest.raises(TooLarge):
        exponential_of(huge)
    with pytest.raises(TooLarge):
        huge + log(3)
    assert compare_epsilon(huge, huge - Epsilon.rational(fmpq(1, 10**50))) == 1


def test_huge_bases_keep_their_power_and_still_compare() -> None:
    base = fmpq(3) ** 9001
    assert log(base**2).base.height_bits() > 1 << 14
    assert compare_epsilon(log(base**2), 2 * log(base)) == 0
    assert compare_epsilon(log(base**2 + 1), 2 * log(base)) == 1
    assert not exceeds(base**2, ONE, 2 * log(base))
    assert not exceeds(base, ONE, log(base**2) / 2) and exceeds(base + 1, ONE, log(base**2) / 2)


def test_what_cannot_be_decided_says_so() -> None:
    opaque = logarithm(fmpq(2)) * logarithm(fmpq(3))
    low, high = bounds(opaque, 3000)
    with pytest.raises(Undecidable):
        exceeds(opaque, ONE, log((low + high) / 2))
    assert exceeds(opaque, ONE, log(fmpq(3, 4)))
    assert not exceeds(opaque, opaque, Epsilon())
    assert not exceeds(opaque * E, opaque, Epsilon.rational(1))


def test_budgets_with_a_positive_unknown() -> None:
    eps = Epsilon.positive("EPS")
    assert (2 * eps - eps - eps) == Epsilon()
    assert eps.unknowns == {"EPS"} and eps.substitute({"EPS": fmpq(1, 2)}) == Epsilon.rational(fmpq(1, 2))
    assert exponential_of(2 * eps + log(3)) == 3 * exponential(fmpq(2), "EPS")
    assert compare_epsilon(2 * eps, eps) == 1 and compare_epsilon(eps, 2 * eps + log(2)) == -1
    assert compare_epsilon(eps + log(2), eps + log(3)) == -1
    with pytest.raises(Undecidable):
        compare_epsilon(eps, log(2))
    for question in (lambda: exceeds(ONE, ONE, eps), lambda: exceeds(E, ONE, eps), lambda: eps.value):
        with pytest.raises(ValueError, match="EPS"):
            question()
    with pytest.raises(ValueError, match="p"):
        exceeds(unknown("p"), ONE, log(2))


@pytest.mark.parametrize("argument", [0, -1, fmpq(-1, 2)])
def test_logs_need_positive_arguments(argument: int | fmpq) -> None:
    with pytest.raises(ValueError):
        Epsilon.log(argument)
    with pytest.raises(ValueError):
        logarithm(fmpq(argument))


# Logarithms of numbers that are not rational.

sampled = st.builds(
    lambda q, power: 1 + fmpq(q, 7) * (exponential(fmpq(power, 2)) - 1), st.integers(1, 6), st.integers(1, 4)
)
mixed = st.lists(st.tuples(st.integers(-3, 3), sampled | positives), min_size=1, max_size=3)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(constant=factors, parts=mixed, other=mixed)
def test_budgets_with_logarithms_of_sums_are_what_balls_say(
    constant: fmpq, parts: list[tuple[int, Number]], other: list[tuple[int, Number]]
) -> None:
    total = Epsilon(constant)
    with ctx.workprec(256):
        ball = arb(constant)
        for factor, argument in parts:
            total += Epsilon.log(argument) * factor
            ball += factor * balls.enclose(argument, 256).log()
        assert total.enclose(256).overlaps(ball)
        assert balls.enclose(exponential_of(total), 256).overlaps(ball.exp())
        assert balls.enclose(number_of(total), 256).overlaps(ball)
    second = Epsilon(constant)
    for factor, argument in other:
        second += Epsilon.log(argument) * factor
    difference = total + -second
    assert compare_epsilon(total, second) == compare_epsilon(difference, Epsilon())
    assert compare_epsilon(total + -total, Epsilon()) == 0


@small
@given(number=sampled, factor=st.integers(1, 3))
def test_ties_with_logarithms_of_sums_are_seen(number: Number, factor: int) -> None:
    goal = Epsilon.log(number) * factor
    assert not exceeds(number**factor, ONE, goal)
    assert exceeds(number**factor + TINY, ONE, goal)
    assert not exceeds(number**factor - TINY, ONE, goal)
    back = of_logarithms(number_of(goal)) if isinstance(number_of(goal), Symbolic) else None
    assert back is None or compare_epsilon(back, goal) == 0


TWO, THREE, FIVE = square_root(fmpq(2)), logarithm(fmpq(3)), logarithm(fmpq(5))
summands = st.sampled_from([ONE, THREE, TWO, square_root(fmpq(6)), 1 / TWO, THREE * TWO, 1 / FIVE, THREE / FIVE])
numbers = st.lists(st.tuples(factors, summands), min_size=1, max_size=3).map(
    lambda parts: sum((factor * part for factor, part in parts), start=ZERO)
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(one=numbers, other=numbers)
def test_e_to_any_number_is_a_number(one: Number, other: Number) -> None:
    first, second = budget_of(one), budget_of(other)
    with ctx.workprec(256):
        ball = balls.enclose(one, 256)
        assert first.enclose(256).overlaps(ball)
        assert balls.enclose(exponential_of(first), 256).overlaps(ball.exp())
        assert balls.enclose(number_of(first), 256).overlaps(ball)
    assert exponential_of(budget_of(one + other)) == exponential_of(first) * exponential_of(second)
    assert exponential_of(budget_of(-one)) * exponential_of(first) == 1
    found = from_ratio(exponential_of(first))
    assert compare_epsilon(found, first) == 0
    assert not exceeds(exponential_of(first), ONE, first)
    assert exceeds(exponential_of(first) * (1 + TINY), ONE, first)


def test_powers_of_e_to_different_roots_are_told_apart() -> None:
    two, three = square_root(fmpq(2)), square_root(fmpq(3))
    powers = [exponential_of(budget_of(number)) for number in (two, three, two * three, two / 3, 1 + two)]
    assert powers[-1] == E * powers[0] and powers[3] ** 3 == powers[0]
    close = powers[0] * powers[1] - exponential_of(budget_of(two + three)) + fmpq(1, 10**4000) * powers[2]
    assert sign(close) == 1
    assert Epsilon.log(powers[0]).text == "sqrt(2)"
    assert budget_of(1 / two).text == "sqrt(2) / 2"
    assert budget_of(1 / two) == budget_of(two) / 2


def test_roots_of_what_is_not_rational_are_square_roots() -> None:
    number = (3 + E) / 4
    half = exponential_of(Epsilon.log(number) / 2)
    assert half * half == number
    with pytest.raises(Undecidable):
        exponential_of(Epsilon.log(number) / 3)
    with pytest.raises(TooLarge):
        exponential_of(Epsilon.log(number) * 10**6)
    assert Epsilon.log(number).text == "log((3 + exp(1)) / 4)"
    assert Epsilon.log(E**2 / 3) == Epsilon(fmpq(2)) - log(3)
