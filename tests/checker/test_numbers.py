"""The checker's numbers, against other arithmetic: what a claim allows, enclosures of e^x, quotients of polynomials."""

from __future__ import annotations

from fractions import Fraction
from math import e, isqrt
from random import Random

import pytest
from flint import arb, ctx, fmpq

from faier.checker.budgets import Epsilon, at_least_zero, factor, logarithm, within
from faier.checker.forms import ONE, ZERO, Form, generator, generators, inverse, is_zero, key_of, substituted
from faier.checker.outcome import Hole
from faier.checker.series import exponential, natural_logarithm, sign

F = Fraction
HALF, THIRD = F(1, 2), F(1, 3)


def ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def allowed(epsilon: Epsilon) -> arb:
    logs = sum((ball(amount) * ball(base).log() for base, amount in epsilon.logs), start=arb(0))
    return (ball(epsilon.constant) + logs).exp()


@pytest.fixture(autouse=True)
def precise():
    before, ctx.prec = ctx.prec, 2000
    yield
    ctx.prec = before


ROOTS = [
    Epsilon(logs=((F(2), HALF),)),
    Epsilon(logs=((F(2), F(-1, 2)),)),
    Epsilon(logs=((F(2), F(3, 2)), (F(3), F(1, 3)))),
    Epsilon(logs=((F(2, 3), F(5, 6)), (F(7), F(-1, 4)))),
    Epsilon(F(1, 3), ((F(2), HALF),)),
    Epsilon(F(-2, 5), ((F(5, 4), F(7, 3)),)),
]
WHOLE = [
    Epsilon(),
    Epsilon(ONE),
    Epsilon(F(-3, 7)),
    Epsilon(logs=((F(2), ONE),)),
    Epsilon(logs=((F(2), F(3)), (F(3), F(-2)))),
    Epsilon(HALF, ((F(5, 3), F(2)),)),
]


@pytest.mark.parametrize("epsilon", ROOTS + WHOLE, ids=str)
def test_what_a_claim_allows(epsilon):
    """Rationals just below and just above e^epsilon, and far from it, on either side of the comparison."""
    exact = allowed(epsilon)
    for shift in (F(-1, 2), F(-1, 10**9), F(-1, 10**30), F(1, 10**30), F(1, 10**9), F(3)):
        near = Fraction(int((exact * arb(10) ** 40).mid().floor().unique_fmpz()), 10**40) * (1 + shift)
        for scale in (ONE, F(2, 9), F(10**6)):
            assert within(near * scale, scale, epsilon) == (shift < 0)
            assert within(scale, scale / near, epsilon) == (shift < 0)
    assert within(ZERO, ZERO, epsilon) and within(ZERO, ONE, epsilon) and not within(ONE, ZERO, epsilon)


def test_equality_is_allowed():
    for epsilon, whole in (
        (Epsilon(), ONE),
        (logarithm(F(3)), F(3)),
        (Epsilon(logs=((F(4), HALF),)), F(2)),
        (Epsilon(logs=((F(8), THIRD), (F(9), HALF))), F(6)),
        (Epsilon(logs=((F(4), F(-1, 2)), (F(27), F(2, 3)))), F(9, 2)),
    ):
        assert within(whole, ONE, epsilon)
        assert not within(whole + F(1, 10**60), ONE, epsilon)
    e = generator("e")
    assert within(e, ONE, Epsilon(ONE)) and not within(e + F(1, 10**15), ONE, Epsilon(ONE))


def test_budgets_add_up():
    half = logarithm(F(2)).scaled(HALF)
    assert half.plus(half) == logarithm(F(2))
    assert half.plus(half.scaled(F(-1))) == Epsilon()
    assert logarithm(ONE) == Epsilon() and half.scaled(ZERO) == Epsilon()
    assert Epsilon(ONE, rate=ONE).plus(Epsilon(F(2), rate=F(3))).scaled(F(2)) == Epsilon(F(6), (), F(8))
    assert Epsilon(F(2)).rational == 2
    assert half.rational is None and Epsilon(rate=ONE).rational is None
    assert factor(half) is None and factor(logarithm(F(2)).plus(logarithm(F(3)))) == 6
    assert factor(Epsilon(rate=F(2))) == generator("^EPS") * generator("^EPS")
    assert generators(factor(Epsilon(ONE, rate=ONE))) == {"e", "^EPS"}


def test_budgets_that_are_negative():
    for epsilon in (Epsilon(), Epsilon(ONE), logarithm(F(2)), Epsilon(F(-1), ((F(3), ONE),)), Epsilon(rate=ONE)):
        assert at_least_zero(epsilon)
    for epsilon in (
        Epsilon(F(-1)),
        logarithm(HALF),
        logarithm(F(2)).scaled(F(-1, 2)),
        Epsilon(F(-1), ((F(2), ONE),)),
        Epsilon(rate=F(-1)),
        Epsilon(ONE, rate=F(-1)),
    ):
        assert not at_least_zero(epsilon)


def test_numbers_that_are_too_large_are_holes():
    for number in (F(0), F(-1)):
        with pytest.raises(Hole, match="not positive"):
            logarithm(number)
    for epsilon in (logarithm(F(2)).scaled(F(10_001)), logarithm(HALF).scaled(F(-10_001))):
        with pytest.raises(Hole, match="too large"):
            within(generator("e"), ONE, epsilon)
    even = Epsilon(logs=((F(2), F(-(10**8))), (F(4), F(10**8 + 1, 2))))
    with pytest.raises(Hole, match="too large"):
        within(F(2), ONE, even)
    with pytest.raises(Hole, match="5000"):
        exponential(F(5001), 64)
    assert exponential(F(5000), 64)


def test_signs_of_sums_of_tiny_powers_of_e() -> None:
    for far in (F(6_000), F(10**12)):
        for more, expected in ((F(1), 1), (F(-3), -1), (F(-2), 1), (F(-4), -1)):
            number = generator("e", -far) + generator("e", -far - 1) * more
            assert sign(number) == expected
            assert sign(number * generator("e", 2 * far)) == expected
        assert sign(ONE - generator("e", -far)) == 1
        assert sign(ONE - generator("e", far)) == -1


def test_large_multiples_of_logarithms_are_decided_without_their_powers():
    for multiple, left, answer in (
        (F(10_001), F(3), True),
        (F(10**8 + 1, 2), F(3), True),
        (F(-(10**8) - 1, 2), F(3), False),
        (F(1, 10**8), F(3), False),
        (F(10**30, 7), F(10**1000), True),
        (F(1, 10**8), 1 + F(6931471, 10**15), True),
        (F(1, 10**8), 1 + F(6931472, 10**15), False),
    ):
        assert within(left, ONE, logarithm(F(2)).scaled(multiple)) is answer
        assert within(left, ONE, logarithm(HALF).scaled(-multiple)) is answer


@pytest.mark.parametrize("bits", [8, 64, 256, 1000])
def test_enclosures_of_logarithms(bits):
    rng = Random(bits)
    for x in [
        ONE,
        F(2),
        HALF,
        F(4, 3),
        F(2, 3),
        F(10**40 + 1, 10**40),
        F(10**40, 10**40 + 1),
        F(1, 10**300),
        F(10**300),
        *(F(rng.randint(1, 10 ** rng.randint(1, 40)), rng.randint(1, 10 ** rng.randint(1, 40))) for _ in range(200)),
    ]:
        low, high = natural_logarithm(x, bits)
        with ctx.workprec(2 * bits + 2000):
            exact = arb(fmpq(x.numerator, x.denominator)).log()
            assert not exact < arb(fmpq(low.numerator, low.denominator))
            assert not exact > arb(fmpq(high.numerator, high.denominator))
        assert high - low <= F(1, 2**bits)


@pytest.mark.parametrize("bits", [64, 256])
def test_enclosures_of_powers_of_e(bits):
    rng = Random(bits)
    for x in [
        ZERO,
        HALF,
        F(1, 2**40),
        ONE,
        F(20),
        F(-20),
        *(F(rng.randint(-600, 600), rng.randint(1, 90)) for _ in range(60)),
    ]:
        low, high = exponential(x, bits)
        assert 0 < low <= high
        assert ball(low) <= ball(x).exp() <= ball(high)
        assert high - low <= high / 2 ** (bits - 8)


def test_signs():
    e = generator("e")
    root = generator("e", HALF)
    for number, expected in (
        (ZERO, 0),
        (F(-2, 3), -1),
        (e - 2, 1),
        (2 - e, -1),
        ((e - 3) / (e - 2), -1),
        ((e - 3) / (2 - e), 1),
        ((e - 3) / ((2 - e) * (2 - e)), -1),
        (e - 2 * root, -1),
        (e - root * root, 0),
        (e - F(27182818284590452353602874713527, 10**31), -1),
        (e - F(27182818284590452353602874713526, 10**31), 1),
    ):
        assert sign(number) == expected, number
    with pytest.raises(Hole, match="unknowns"):
        sign(generator("p") - 2)


def expressions(rng, depth):
    """A random expression as a function of a ring with p, q, e and ^EPS."""
    if depth == 0:
        name = rng.choice(["p", "q", "e", "^EPS", None])
        amount, exponent = F(rng.randint(-3, 3), rng.randint(1, 3)), rng.choice([ONE, F(2), F(-1)])
        if name in ("p", "q"):
            exponent = abs(exponent)
        return lambda of: amount if name is None else of(name, exponent)
    one, other = expressions(rng, depth - 1), expressions(rng, rng.randrange(depth))
    kind, power = rng.choice("+-*/^n"), rng.randint(-2, 3)

    def value(of):
        a, b = one(of), other(of)
        match kind:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "/":
                return a / b
            case "^":
                return a**power
        return -a

    return value


VALUES = {"p": F(3, 7), "q": F(-5, 11), "e": F(13, 5), "^EPS": F(17, 3)}


def at(name, exponent):
    return VALUES[name] ** int(exponent)


@pytest.mark.parametrize("block", range(6))
def test_arithmetic_with_unknowns_is_arithmetic_at_every_point(block):
    """Computed with unknowns and then put in, or put in and then computed."""
    compared = 0
    for seed in range(block * 100, block * 100 + 100):
        expression = expressions(Random(seed), 4)
        try:
            expected, formal = expression(at), expression(generator)
        except ZeroDivisionError:
            continue
        try:
            found = substituted(formal, at)
        except ZeroDivisionError:
            continue
        compared += 1
        assert found == expected
        assert is_zero(formal - formal) and formal - formal == 0
        assert formal == formal * ONE and hash(formal) == hash(formal + ZERO)
        assert (formal == formal + 1) is False
        if not is_zero(formal):
            assert formal / formal == ONE and is_zero(formal * inverse(formal) - 1)
    assert compared > 60


def test_numbers_have_one_shape():
    p, q, e = generator("p"), generator("q"), generator("e")
    for one, other in (
        (p / (2 * p + 2), (p * HALF) / (p + 1)),
        ((p + 1) / (p + 1), ONE),
        (e / e, ONE),
        (p / e * e, p),
        (generator("e", HALF) ** 2, e),
        (generator("p", ZERO), ONE),
        (2 - p, -(p - 2)),
        (1 / (p / q), q / p),
    ):
        assert key_of(one) == key_of(other)
    assert (p + 1) / (2 * (p + 1) * q) == ONE / (2 * q) and (p * p - 1) / (p - 1) == p + 1
    assert key_of(p) != key_of(q) != key_of(e)
    assert generators(p / (q + e)) == {"p", "q", "e"} and generators(ONE) == set()
    assert substituted(p / q, lambda name, exponent: None) == p / q
    assert isinstance(p, Form) and p.__eq__("p") is NotImplemented
    with pytest.raises(ZeroDivisionError):
        inverse(p - p)
    with pytest.raises(Hole, match="power"):
        p**10_001
    with pytest.raises(Hole, match="power"):
        p**-10_001
    assert p**-2 == 1 / (p * p) and p**0 == 1
    assert key_of(ONE / (p + 1) / (q + 1)) == key_of(ONE / (q + 1) / (p + 1))
    assert (1 / (e * p)) * p == 1 / e


def test_numbers_that_are_too_close_to_be_told_apart(monkeypatch):
    """A root of 2 e^2 that is off by less than 2^-200, looked at with 64 bits."""
    monkeypatch.setattr("faier.checker.budgets.NEAR", (16, 64))
    low, _ = exponential(F(2), 600)
    root = F(isqrt(int(2 * low * 2**400)), 2**200)
    epsilon = Epsilon(ONE, ((F(2), HALF),))
    with pytest.raises(Hole, match="too close"):
        within(root, ONE, epsilon)
    assert within(root * F(999, 1000), ONE, epsilon) and not within(root * F(1001, 1000), ONE, epsilon)
    with pytest.raises(Hole, match="too close"):
        sign(generator("e", F(2)) - root * root / 2, (16, 64))


@pytest.mark.parametrize("k", [-8, -1, 1, 3, 12])
def test_a_root_beside_powers_of_e(k: int) -> None:
    """The claim is a root of 3 in e^epsilon, and the chances are sums with e in them."""
    left, right = generator("e") ** 2 / 3 + Fraction(1, 7), generator("e") + 1
    for share in (Fraction(1), Fraction(2, 3)):
        for constant in (0, 1):
            told = within(left, right * share, Epsilon(Fraction(constant), ((Fraction(3), Fraction(k, 7)),)))
            assert told == (e**2 / 3 + 1 / 7 <= 3 ** (k / 7) * e**constant * (e + 1) * share)
