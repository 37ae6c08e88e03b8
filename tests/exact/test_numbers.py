"""Symbolic numbers: field laws, canonical equality, substitution, signs and enclosures."""

from __future__ import annotations

import math
import pickle
import random
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from faier.exact import (
    ONE,
    ZERO,
    Epsilon,
    Exponential,
    Number,
    Symbolic,
    TooLarge,
    Undecidable,
    Unknown,
    bounds,
    coefficients,
    compare,
    enclose,
    epsilons,
    exceeds,
    exponential,
    exponential_of,
    float_above,
    float_below,
    fraction,
    fraction_text,
    generators,
    is_opaque,
    logarithm,
    nearest_float,
    number_text,
    numerator_denominator,
    rational,
    sign,
    substitute,
    substitute_epsilon,
    unknown,
    unknowns,
)
from faier.exact.enclosure import ends
from faier.exact.rational import rational_power

P, R = unknown("p"), unknown("r")
ATOMS: list[Number] = [
    P,
    R,
    exponential(fmpq(1)),
    exponential(fmpq(-1, 3)),
    exponential(fmpq(3, 4)),
    exponential(fmpq(1, 2), "EPS"),
    exponential(fmpq(-1), "EPS"),
]

rationals = st.builds(lambda p, q: fmpq(p, q), st.integers(-6, 6), st.integers(1, 5))


Tree = fmpq | int | tuple[str, "Tree", "Tree"]
"""A rational, the index of an atom, or an operation on two trees."""


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> Tree:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.one_of(rationals, st.integers(0, len(ATOMS) - 1)))
    return (draw(st.sampled_from("+-*/")), draw(trees(depth - 1)), draw(trees(depth - 1)))


def build(tree: Tree, atoms: list[Number]) -> Number:
    """The tree's value over these atoms; a division by zero leaves its left operand."""
    if isinstance(tree, int):
        return atoms[tree]
    if isinstance(tree, fmpq):
        return tree
    operation, left, right = tree[0], build(tree[1], atoms), build(tree[2], atoms)
    if operation == "/":
        return left / right if right != 0 else left
    return left + right if operation == "+" else left - right if operation == "-" else left * right


def numbers() -> st.SearchStrategy[Number]:
    return trees().map(lambda tree: build(tree, ATOMS))


small = settings(max_examples=120, deadline=None, derandomize=True)


def canonical(number: Number) -> bool:
    return isinstance(number, fmpq) or bool(generators(number))


@small
@given(numbers(), numbers(), numbers())
def test_field_laws(a: Number, b: Number, c: Number) -> None:
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert a * (b + c) == a * b + a * c
    assert a - a == ZERO and isinstance(a - a, fmpq)
    if b != 0:
        assert a / b * b == a
        assert b / b == ONE and isinstance(b / b, fmpq)
    for value in (a + b, a * b, a - b):
        assert canonical(value)


@small
@given(numbers(), numbers())
def test_equal_numbers_hash_alike(a: Number, b: Number) -> None:
    left, right = (a + b) * (a - b), a * a - b * b
    assert left == right
    assert hash(left) == hash(right)
    if a - b != 0:
        quotient = (a * a - b * b) / (a - b)
        assert quotient == a + b and hash(quotient) == hash(a + b)


@small
@given(numbers())
def test_survives_pickling(a: Number) -> None:
    assert pickle.loads(pickle.dumps(a)) == a


@small
@given(numbers(), numbers(), rationals, rationals)
def test_substitution_commutes_with_arithmetic(a: Number, b: Number, p: fmpq, r: fmpq) -> None:
    values = {"p": p, "r": r}
    try:
        x, y = substitute(a, values), substitute(b, values)
    except ZeroDivisionError:
        return
    assert substitute(a + b, values) == x + y
    assert substitute(a * b, values) == x * y
    assert unknowns(x) == frozenset()


@small
@given(trees(), rationals, rationals, rationals)
def test_arithmetic_agrees_with_balls(tree: Tree, p: fmpq, r: fmpq, eps: fmpq) -> None:
    """The same tree over numbers, with the values put in last, and over balls from the start."""
    number = build(tree, ATOMS)
    with ctx.workprec(300):
        exponents = [ONE, fmpq(-1, 3), fmpq(3, 4), eps / 2, -eps]
        balls = build(tree, [arb(p), arb(r), *(arb(exponent).exp() for exponent in exponents)])
        try:
            value = substitute_epsilon(substitute(number, {"p": p, "r": r}), {"EPS": eps})
        except ZeroDivisionError:
            return
        assert not generators(value) - {Exponential()}
        if arb(balls).is_finite():
            assert (arb(balls) - enclose(value, 300)).contains(0)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (exponential(fmpq(1)) * exponential(fmpq(-1)), ONE),
        (exponential(fmpq(0)), ONE),
        (exponential(fmpq(-1, 3)) * exponential(fmpq(-1, 4)), exponential(fmpq(-7, 12))),
        (exponential(fmpq(1, 2)) ** 2, exponential(fmpq(1))),
        (exponential(fmpq(2)) / exponential(fmpq(1, 2)), exponential(fmpq(3, 2))),
        (exponential(fmpq(1, 2), "EPS") ** 4, exponential(fmpq(2), "EPS")),
        (P * R / R, P),
        ((P * P - 1) / (P - 1), P + 1),
        (logarithm(fmpq(1)), ZERO),
        (logarithm(fmpq(8)), 3 * logarithm(fmpq(2))),
        (logarithm(fmpq(6, 5)), logarithm(fmpq(2)) + logarithm(fmpq(3)) - logarithm(fmpq(5))),
        (Fraction(1, 2) + P, P + fmpq(1, 2)),
        (2 - P, -(P - 2)),
        (1 / (1 / P), P),
    ],
)
def test_equalities(left: Number, right: Number) -> None:
    assert left == right
    assert hash(left) == hash(right)


def test_the_same_number_from_different_rings_is_one_key() -> None:
    wide = P * R * exponential(fmpq(1, 6)) / R / exponential(fmpq(1, 6))
    seen = {P: "p"}
    assert seen[wide] == "p"
    assert wide != P + 1 and wide != R and wide != 1


def test_a_geometric_series_with_alpha_exp_minus_1_sums_to_one() -> None:
    alpha = exponential(fmpq(-1))
    centre = (1 - alpha) / (1 + alpha)
    finite: Number = centre
    for k in range(1, 6):
        finite = finite + 2 * centre * alpha**k
    assert finite + 2 * centre * alpha**6 / (1 - alpha) == 1


def test_floats_are_refused() -> None:
    with pytest.raises(TypeError):
        rational(0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        P + 0.5  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", fmpq(3)),
        ("-3/4", fmpq(-3, 4)),
        ("0.1", fmpq(1, 10)),
        ("1e-3", fmpq(1, 1000)),
        ("1_000.5", fmpq(2001, 2)),
        ("0.1/0.3", fmpq(1, 3)),
        ("24/7", fmpq(24, 7)),
        (".5", fmpq(1, 2)),
        ("2E3", fmpq(2000)),
    ],
)
def test_rational_reads_text(text: str, value: fmpq) -> None:
    assert rational(text) == value


@pytest.mark.parametrize("text", ["", "x", "1/x", "1e", "inf", "nan", "0x10", "1 2", "--1", "1//2", "."])
def test_rational_refuses_other_text(text: str) -> None:
    with pytest.raises(ValueError):
        rational(text)


@pytest.mark.parametrize("text", ["1e100000000", "1e-100000000", "1e999999999999999999", "1/1e400000000"])
def test_rational_measures_before_it_converts(text: str) -> None:
    with pytest.raises(TooLarge):
        rational(text)


def test_rational_text_of_huge_integers() -> None:
    huge = fmpq(10) ** 10000
    assert rational(fraction_text(huge)) == huge
    assert fraction(fmpq(24, 7)) == Fraction(24, 7)
    assert fraction_text(fmpq(24, 7)) == "24/7" and fraction_text(fmpq(-3)) == "-3"
    assert rational(Fraction(1, 3)) == rational(fmpz(1)) / 3
    with pytest.raises(ZeroDivisionError):
        rational("1/0")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (exponential(fmpq(1)), "exp(1)"),
        (exponential(fmpq(-1, 3)), "exp(-1 / 3)"),
        ((1 + exponential(fmpq(1))) / 2, "(1 + exp(1)) / 2"),
        (exponential(fmpq(-1), "EPS"), "exp(-EPS)"),
        (exponential(fmpq(3, 2), "EPS"), "exp(3/2 * EPS)"),
        (P / 3 + fmpq(1, 6), "(1 + 2 * p) / 6"),
        (1 - P, "1 - p"),
        (P * R**2, "p * r**2"),
        ((1 - P) / (1 + P), "(1 - p) / (1 + p)"),
        (logarithm(fmpq(2)), "log(2)"),
        (fmpq(24, 7), "24/7"),
    ],
)
def test_text(number: Number, text: str) -> None:
    assert number_text(number) == text


def test_generators() -> None:
    number = P * exponential(fmpq(1, 2), "EPS") + exponential(fmpq(1))
    assert generators(number) == {Unknown("p"), Exponential("EPS"), Exponential()}
    assert unknowns(number) == {"p"} and epsilons(number) == {"EPS"} and not is_opaque(number)
    assert is_opaque(logarithm(fmpq(2)) + P)
    assert generators(fmpq(1, 2)) == frozenset()
    assert unknowns(P * R / R) == {"p"}


def test_coefficients() -> None:
    e = exponential(fmpq(1))
    number = (P * P * e + R * 2 - P / 3) / (1 + e)
    assert coefficients(number, ["p", "r"]) == {
        (2, 0): e / (1 + e),
        (0, 1): 2 / (1 + e),
        (1, 0): fmpq(-1, 3) / (1 + e),
    }
    assert coefficients(number, ["p"])[(0,)] == 2 * R / (1 + e)
    assert coefficients(number, ["z", "p"])[(0, 2)] == e / (1 + e)
    assert coefficients(fmpq(1, 2), ["p"]) == {(0,): fmpq(1, 2)}
    assert coefficients(ZERO, ["p"]) == {}
    with pytest.raises(ValueError):
        coefficients(1 / (1 + P), ["p"])


@small
@given(numbers())
def test_coefficients_rebuild_the_numerator(a: Number) -> None:
    above, below = numerator_denominator(a)
    for polynomial in (above, below):
        rows = coefficients(polynomial, ["p", "r"])
        total: Number = ZERO
        for (i, j), value in rows.items():
            total = total + value * P**i * R**j
        assert total == polynomial
    assert above / below == a


def test_substitution_at_a_pole() -> None:
    with pytest.raises(ZeroDivisionError):
        substitute(1 / (1 - P), {"p": ONE})
    with pytest.raises(ZeroDivisionError):
        substitute(1 / (R - P), {"p": R})
    with pytest.raises(ZeroDivisionError):
        substitute_epsilon(1 / (exponential(ONE, "EPS") - exponential(ONE)), {"EPS": ONE})
    assert substitute((P * P - 1) / (P - 1), {"p": ONE}) == 2


def test_substitution_may_put_numbers_for_unknowns() -> None:
    assert substitute(P * P + R, {"p": 1 + R}) == 1 + 3 * R + R * R
    assert substitute(P, {"p": exponential(ONE)}) == exponential(ONE)
    assert substitute(P, {"q": ONE}) is P


E_BELOW = sum((fmpq(1, math.factorial(k)) for k in range(40)), ZERO)
E_ABOVE = E_BELOW + fmpq(1, 39 * math.factorial(39))


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (fmpq(-1, 3), -1),
        (ZERO, 0),
        (exponential(ONE) - E_BELOW, 1),
        (exponential(ONE) - E_ABOVE, -1),
        (exponential(fmpq(-50)), 1),
        (exponential(fmpq(1, 2)) ** 2 - exponential(ONE), 0),
        ((exponential(ONE) - 2) * (exponential(ONE) - 3), -1),
        (1 / (2 - exponential(ONE)), -1),
        (logarithm(fmpq(2)) - fmpq(693147180559945309417232121458, 10**30), 1),
        (logarithm(fmpq(2)) * logarithm(fmpq(3)), 1),
        (exponential(ONE) * logarithm(fmpq(2)) - 2, -1),
    ],
)
def test_sign(number: Number, expected: int) -> None:
    assert sign(number) == expected
    assert sign(-number) == -expected


def test_sign_of_a_very_near_miss() -> None:
    """A rational 10**-600 away from e: no fixed precision decides it."""
    low, high = bounds(exponential(ONE), 600)
    assert sign(exponential(ONE) - low) == 1
    assert sign(exponential(ONE) - high) == -1
    assert compare(low, exponential(ONE)) == -1
    assert compare(exponential(fmpq(2, 4)), exponential(fmpq(1, 2))) == 0


def test_sign_is_undecidable_only_for_what_no_theorem_covers() -> None:
    product = logarithm(fmpq(2)) * logarithm(fmpq(3))
    low, high = bounds(product, 3000)
    with pytest.raises(Undecidable):
        sign(product - (low + high) / 2)
    single = logarithm(fmpq(2))
    low, high = bounds(single, 3000)
    assert sign(single - low) == 1


def test_dividing_by_what_may_be_zero() -> None:
    product = logarithm(fmpq(2)) * logarithm(fmpq(3))
    low, high = bounds(product, 3000)
    suspicious = product - (low + high) / 2
    with pytest.raises(Undecidable):
        1 / suspicious
    assert 1 / (1 / product) == product
    assert 1 / (P + suspicious) * (P + suspicious) == 1


def test_sign_needs_values() -> None:
    with pytest.raises(ValueError, match="p"):
        sign(P)
    with pytest.raises(ValueError, match="EPS"):
        sign(exponential(ONE, "EPS"))


def test_floats() -> None:
    e = exponential(ONE)
    assert nearest_float(e) == math.e
    assert float_below(e) <= math.e <= float_above(e)
    assert math.nextafter(float_below(e), 3) == float_above(e)
    third = fmpq(1, 3)
    assert nearest_float(third) == 1 / 3
    assert Fraction(float_below(third)) < Fraction(1, 3) < Fraction(float_above(third))
    half = fmpq(1, 2)
    assert float_below(half) == nearest_float(half) == float_above(half) == 0.5
    assert nearest_float(fmpq(10) ** 400) == math.inf
    assert float_below(fmpq(10) ** 400) < math.inf and float_above(fmpq(10) ** 400) == math.inf
    assert nearest_float(1 / fmpq(10) ** 400) == 0.0 == float_below(1 / fmpq(10) ** 400)
    assert float_above(1 / fmpq(10) ** 400) == 5e-324
    assert nearest_float(exponential(fmpq(10) ** 12)) == math.inf
    assert nearest_float(exponential(-(fmpq(10) ** 12))) == 0.0


@small
@given(st.fractions(), st.integers(0, 40))
def test_float_ends_enclose(value: Fraction, digits: int) -> None:
    exact = rational(value)
    assert Fraction(float_below(exact)) <= value <= Fraction(float_above(exact))
    assert nearest_float(exact) in (float_below(exact), float_above(exact))
    lo, hi = bounds(exact * exponential(ONE), digits)
    assert (hi - lo) * 10**digits <= abs(exact) * 3
    assert compare(lo, exact * exponential(ONE)) <= 0 <= compare(hi, exact * exponential(ONE))


@pytest.mark.parametrize(("base", "exponent"), [(fmpq(2), 10**11), (fmpq(1, 3), -(10**9))])
def test_absurd_powers_are_refused(base: fmpq, exponent: int) -> None:
    with pytest.raises(TooLarge):
        rational_power(base, exponent)


def test_powers() -> None:
    assert rational_power(fmpq(2, 3), -3) == fmpq(27, 8)
    assert rational_power(ONE, 10**30) == 1 and rational_power(-ONE, 10**30 + 1) == -1
    assert rational_power(ZERO, 10**30) == 0
    assert (P + 1) ** 3 == (P + 1) * (P + 1) * (P + 1)
    assert exponential(ONE) ** -2 == exponential(fmpq(-2))
    with pytest.raises(ZeroDivisionError):
        rational_power(ZERO, -(10**30))
    with pytest.raises(TooLarge):
        rational_power(fmpq(3), 100, limit_bits=100)
    assert (1 / P) ** 2 * P**2 == 1 and P**0 == 1 and P**-1 == 1 / P


def test_exponents_far_apart_have_variables_of_their_own() -> None:
    """e, exp(-1 / 1.463533), and products of both: equal where they are, and told apart."""
    slow, fast = exponential(fmpq(-1000000, 1463533)), exponential(fmpq(-1))
    both = exponential(fmpq(-1000000, 1463533) - 1)
    half = exponential(fmpq(-1, 2) + fmpq(-500000, 1463533))
    assert slow * fast == both and hash(slow * fast) == hash(both) and slow * fast - both == 0
    assert half * half == both and (half**3 - slow) / half + slow / half == half**2
    assert (1 + slow) * (1 + fast) - fast - slow - 1 == both
    assert slow / fast == 1 / exponential(fmpq(-463533, 1463533)) and hash(slow / fast) == hash(both / fast**2)
    assert slow * fast != slow * fast * fast and sign(slow - fast) == 1 and compare(slow * fast, both) == 0
    assert exceeds(slow * (1 + fast), both + slow, Epsilon()) is False
    assert pickle.loads(pickle.dumps(slow + fast)) == slow + fast


@pytest.mark.parametrize("seed", range(40))
def test_sums_of_powers_far_apart_are_what_balls_say(seed: int) -> None:
    rng = random.Random(seed)
    rates = rng.choice([(fmpq(1), fmpq(10**6, 1463533)), (fmpq(1, 2), fmpq(999983, 1000003))])

    def made(depth: int) -> tuple[Number, arb]:
        if not depth:
            parts = [rng.choice([0, 1, fmpq(1, 2)]) * rate for rate in rates]
            exponent = rng.choice([-1, 1]) * sum(parts, start=fmpq(0))
            with ctx.workprec(400):
                return exponential(exponent) * 3, arb(exponent).exp() * 3
        (one, near_one), (other, near_other) = made(depth - 1), made(depth - 1)
        with ctx.workprec(400):
            match rng.choice("+-*/"):
                case "+":
                    return one + other, near_one + near_other
                case "-":
                    return one - other, near_one - near_other
                case "/" if other != 0:
                    return one / other, near_one / near_other
            return one * other, near_one * near_other

    (number, near), (other, _), (third, _) = made(2), made(1), made(1)
    assert enclose(number, 400).overlaps(near)
    if other != 0:
        again = number * other - third
        again = again / other + third / other
        assert again == number and hash(again) == hash(number) and again - number == 0


def test_units_that_come_near_each_other_are_refused() -> None:
    """The powers of e are known by how often each unit is in them, where no short sum of units is 0."""
    one, other = fmpq(1, 1000003), fmpq(1, 1000033)
    number = exponential(fmpq(1)) + exponential(one) + exponential(other)
    assert isinstance(number, Symbolic) and number.ring.short > 10**5
    power = exponential(one) ** (number.ring.short + 1)
    with pytest.raises(TooLarge):
        number + power
    near = [one + 1, other + 2, one + 2, other + 1]
    with pytest.raises(TooLarge):
        sum((exponential(unit) for unit in near), start=fmpq(0))
    assert isinstance(exponential(fmpq(1, 1000)) + exponential(fmpq(1, 7)), Symbolic)


def test_roots_fold() -> None:
    """Square roots arise as exp(log(2) / 2); products of roots that are rational come out rational."""
    two, three = (exponential_of(Epsilon.log(n) / 2) for n in (2, 3))
    six = exponential_of(Epsilon.log(6) / 2)
    assert two * two == 2 and isinstance(two * two, fmpq)
    assert two * three == six and is_opaque(six)
    assert (two + three) ** 2 - 5 == 2 * six
    assert sign(two + three - fmpq(314, 100)) == 1 and sign(two + three - fmpq(315, 100)) == -1
    assert sign(1 / (two - 1) - two - 1) == 0
    assert exponential_of(Epsilon.log(fmpq(8, 27)) / 3) == fmpq(2, 3)
    with pytest.raises(ZeroDivisionError):
        1 / (two * two - 2)


@pytest.mark.parametrize("exponents", [(1, 2), (1, 3), (2, 5), (-1, 2)])
def test_roots_next_to_rationals(exponents: tuple[int, int]) -> None:
    """Nonzero by Besicovitch's theorem, so balls may be refined until they decide."""
    number = exponential_of(Epsilon.log(fmpq(6, 5)) * fmpq(*exponents)) + exponential_of(Epsilon.log(7) / 2)
    low, high = bounds(number, 3000)
    assert sign(number - low) == 1 and sign(number - high) == -1


def test_logarithms_of_primes_next_to_rationals() -> None:
    """Nonzero by Baker's theorem, so balls may be refined until they decide."""
    number = 3 * logarithm(fmpq(2)) - 5 * logarithm(fmpq(7, 3)) + fmpq(1, 9)
    low, high = bounds(number, 3000)
    assert sign(number - low) == 1 and sign(number - high) == -1
    assert sign(logarithm(fmpq(6)) - logarithm(fmpq(2)) - logarithm(fmpq(3))) == 0


@pytest.mark.parametrize("ball", [arb("inf"), arb("nan"), arb(0, float("inf"))])
def test_what_is_not_finite_has_no_ends(ball: arb) -> None:
    with pytest.raises(Undecidable):
        ends(ball)
