"""Symbolic numbers: enclosures against ball arithmetic, the laws of exp and log, comparisons, texts."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from fractions import Fraction

import flint
import pytest

from faier import Positive, exp, log
from faier.sampling.enclosure import TooWideError, exp_interval, log_interval, power, widened
from faier.sampling.symbolic import Exact, as_number

EPS = Positive(1)


def encloses(interval: tuple[Fraction, Fraction], ball: flint.arb, bits: int) -> bool:
    """Whether the interval contains the ball's number, and is as narrow as `bits` promise, give or take."""
    low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in interval)
    narrow = interval[1] - interval[0] <= Fraction(1, 2 ** (bits - 8)) * max(abs(interval[0]), abs(interval[1]))
    return bool(low <= ball) and bool(high >= ball) and narrow


@pytest.mark.parametrize("bits", [16, 64, 300])
def test_exponentials_and_logarithms_are_enclosed(bits: int) -> None:
    source = random.Random(bits)
    flint.ctx.prec = 2000
    try:
        for _ in range(150):
            size = source.choice([1, 10, 1000, 10**9])
            x = Fraction(source.randint(-size, size), source.randint(1, size))
            if abs(x) <= 2000:
                ball = flint.arb(flint.fmpq(x.numerator, x.denominator)).exp()
                assert encloses(exp_interval((x, x), bits), ball, bits)
            if x > 2 or 0 < x < Fraction(1, 2):
                ball = flint.arb(flint.fmpq(x.numerator, x.denominator)).log()
                assert encloses(log_interval((x, x), bits), ball, bits)
    finally:
        flint.ctx.prec = 53


@pytest.mark.parametrize("bits", range(-12, 8))
def test_coarse_intervals_contain_the_number_too(bits: int) -> None:
    """With so few bits every rounding shows."""
    flint.ctx.prec = 300
    try:
        for numerator in range(1, 40):
            for denominator in (1, 2, 3, 7, 64, 97):
                x = Fraction(numerator, denominator)
                ball = flint.arb(flint.fmpq(numerator, denominator))
                assert contains(exp_interval((x, x), bits), ball.exp())
                assert contains(exp_interval((-x, -x), bits), (-ball).exp())
                assert contains(log_interval((x, x), bits), ball.log())
    finally:
        flint.ctx.prec = 53


def contains(interval: tuple[Fraction, Fraction], ball: flint.arb) -> bool:
    low, high = (flint.arb(flint.fmpq(end.numerator, end.denominator)) for end in interval)
    return not low > ball and not high < ball


def test_exact_ends() -> None:
    assert exp_interval((Fraction(0), Fraction(0)), 10) == (1, 1)
    assert log_interval((Fraction(1), Fraction(1)), 10) == (0, 0)
    with pytest.raises(TooWideError):
        log_interval((Fraction(0), Fraction(1)), 10)
    with pytest.raises(TooWideError):
        power((Fraction(-1), Fraction(1)), -1, 10)
    with pytest.raises(OverflowError, match="out of reach"):
        exp_interval((Fraction(2**30), Fraction(2**30)), 10)


@pytest.mark.parametrize("x", [Fraction(22, 7), Fraction(-1, 3**50), Fraction(3**80, 7), Fraction(0), Fraction(-5)])
def test_rounding_goes_outward(x: Fraction) -> None:
    for bits in (3, 20, 200):
        low, high = widened((x, x), bits)
        assert low <= x <= high
        assert high - low <= abs(x) / 2 ** (bits - 2)


EQUAL = [
    (exp(0), 1),
    (exp(1) * exp(-1), 1),
    (exp(1 / 3) ** 3, exp(1)),
    (exp(-1 / 4), 1 / exp(Fraction(1, 4))),
    (exp(1) / (1 + exp(1)), 1 / (1 + exp(-1))),
    (exp(1) / (1 + exp(1)) + 1 / (1 + exp(1)), 1),
    ((1 + exp(1)) * (2 + exp(1)) / (1 + exp(1)), 2 + exp(1)),
    ((1 + exp(1)) ** 2, 1 + 2 * exp(1) + exp(2)),
    ((1 + exp(1)) ** -2, 1 / (1 + 2 * exp(1) + exp(2))),
    (log(8), 3 * log(2)),
    (log(24 / 7), log(24) - log(7)),
    (log(1), 0),
    (log(exp(5)), 5),
    (log(6 * exp(2)) - log(3), log(2) + 2),
    (log(exp(1) / (1 + exp(1))), 1 - log(1 + exp(1))),
    (log(2 + 2 * exp(1)), log(2) + log(1 + exp(1))),
    (exp(log(7)), 7),
    (exp(3 * log(2) / 3), 2),
    (exp(log(3) / 2) ** 2, 3),
    (exp(log(2) / 2) * exp(log(2) / 3), exp(5 * log(2) / 6)),
    (exp(log(12) / 2), 2 * exp(log(3) / 2)),
    (exp(-log(2) / 2) * 2, exp(log(2) / 2)),
    (exp(log(1 + exp(1))), 1 + exp(1)),
    (exp(-2 * log(1 + exp(1))), (1 + exp(1)) ** -2),
    (exp(EPS), exp(1)),
    (exp(EPS / 2) ** 2, exp(EPS)),
    (2 * EPS, 2),
    (exp(exp(1)) * exp(-exp(1)), 1),
    (exp(exp(1) + 3 * log(2)), 8 * exp(exp(1))),
    (log(log(2)) - log(log(2)), 0),
    (exp(1 / (1 + exp(1))) * exp(-1 / (1 + exp(1))), 1),
    (0.1 * exp(1), exp(1) / 10),
    (exp(1) - 1 / 3, exp(1) - Fraction(1, 3)),
    (abs(1 - exp(1)), exp(1) - 1),
    (sum([exp(1), 1, 0.5]), exp(1) + Fraction(3, 2)),
    (max(exp(1), 3, Fraction(5, 2)), 3),
    (min(exp(1), 3, 2.75), exp(1)),
    (+exp(2), exp(2)),
]

# Equal, but the factors are too large to be found, a root is of a sum, a quotient is not cancelled.
NOT_KNOWN = [
    (log(10**40 + 1) + log(10**40 + 3), log((10**40 + 3) * (10**40 + 1))),
    (exp(log(1 + exp(1)) / 2) ** 2, 1 + exp(1)),
    (log((1 - exp(1)) / (1 - exp(2))), -log(1 + exp(1))),
]


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_equal_numbers_are_found_equal(left: Exact, right: Exact) -> None:
    assert left == right
    assert right == left
    assert left <= right <= left
    assert (left != right) is False
    assert not left < right
    assert not left - right


@pytest.mark.parametrize(("left", "right"), NOT_KNOWN)
def test_equality_that_no_law_settles_is_an_error(left: Exact, right: Exact) -> None:
    with pytest.raises(ArithmeticError, match=r"cannot tell whether .* is 0"):
        operator.eq(left, right)
    assert left < right + Fraction(1, 10**100)
    assert float(left) == float(right)


ASCENDING = [
    -exp(2),
    -1,
    exp(-(10**5)),
    exp(-4),
    log(2),
    log(2) + exp(-300),
    Fraction(6931471805599454, 10**16),
    exp(log(2) / 2),
    Fraction(14142135623730951, 10**16),
    log(5),
    exp(1) - Fraction(1, 10**400),
    exp(1),
    exp(1) + Fraction(1, 10**400),
    2.75,
    exp(exp(1)),
    exp(2) ** 100,
]


def test_unequal_numbers_are_told_apart() -> None:
    for low, left in enumerate(ASCENDING):
        for high, right in enumerate(ASCENDING):
            assert (left < right) == (low < high)
            assert (left >= right) == (low >= high)
            assert (left == right) == (low == high)


def test_a_difference_of_any_size_is_seen_where_independence_is_a_theorem() -> None:
    assert exp(Fraction(1, 2**20_000)) > 1


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (exp(-1 / 4), "exp(-1/4)"),
        (exp(1) / (1 + exp(1)), "exp(1)/(1 + exp(1))"),
        ((exp(1) - 2) / (1 + exp(1)), "(-2 + exp(1))/(1 + exp(1))"),
        (log(8), "log(8)"),
        (log(24 / 7), "log(24/7)"),
        (log(2) / 2, "1/2*log(2)"),
        (3 / 2 * exp(1) - exp(-1 / 3), "-exp(-1/3) + 3/2*exp(1)"),
        (exp(log(3) / 2), "exp(1/2*log(3))"),
        (exp(1 - log(3) / 2), "1/3*exp(1 + 1/2*log(3))"),
        (log(2) ** 2 / log(3), "log(2)**2*log(3)**-1"),
        (exp(1) - exp(1), "0"),
        (exp(0), "1"),
        (Positive(0.1), "1/10"),
        (log(1 + exp(1)), "log(1 + exp(1))"),
    ],
)
def test_text_is_python_for_the_same_number(number: Exact, text: str) -> None:
    assert repr(number) == text
    assert eval(text, {"exp": exp, "log": log}) == number


def test_the_nearest_float() -> None:
    assert float(exp(1)) == math.e
    assert float(log(24 / 7)) == 1.2321436812926323
    assert float(exp(0)) == 1.0
    assert float(-exp(-(10**4))) == 0.0


def test_as_number_gives_fractions_where_it_can() -> None:
    assert as_number(0.1) == Fraction(1, 10)
    assert isinstance(as_number(exp(1) - exp(1)), Fraction)
    assert isinstance(as_number(exp(1)), Exact)
    assert as_number(True) == 1
    assert as_number("1") is None
    assert as_number(math.nan) is None


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (lambda: exp("x"), TypeError, r"exp\('x'\): write a finite number"),
        (lambda: exp(math.inf), TypeError, "write a finite number"),
        (lambda: log(0), ValueError, r"log\(0\): only a positive number"),
        (lambda: log(1 - exp(1)), ValueError, r"log\(1 - exp\(1\)\): only a positive"),
        (lambda: Positive(-1), ValueError, "must be positive"),
        (lambda: exp(1) ** 0.5, TypeError, "exponent must be an integer"),
        (lambda: 2 ** exp(1), TypeError, r"write exp\(\(exp\(1\)\) \* log\(2\)\)"),
        (lambda: 1 / (log(4) - 2 * log(2)), ZeroDivisionError, "division by zero"),
        (lambda: exp(1) / 0, ZeroDivisionError, "division by zero"),
        (lambda: exp(1) + "x", TypeError, "unsupported operand"),
        (lambda: exp(1) < "x", TypeError, "not supported"),
        (lambda: exp(10**9 * log(2)), OverflowError, "out of reach"),
        (lambda: exp(2**21) > 0, OverflowError, "out of reach"),
    ],
)
def test_mistakes_are_named(action: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        action()


def test_random_expressions_agree_with_ball_arithmetic() -> None:
    """Build the same random expression from symbolic numbers and from balls; the enclosures must overlap."""
    source = random.Random(5)
    flint.ctx.prec = 400
    try:
        for _ in range(300):
            number, ball = random_expression(source, 4)
            low, high = number.enclosure(120)
            assert flint.arb(flint.fmpq(low.numerator, low.denominator)) <= ball + ball.rad() * 4
            assert flint.arb(flint.fmpq(high.numerator, high.denominator)) >= ball - ball.rad() * 4
            assert high - low < Fraction(1, 2**60) * (1 + abs(low))
            assert number == eval(repr(number), {"exp": exp, "log": log})
    finally:
        flint.ctx.prec = 53


def random_expression(source: random.Random, depth: int) -> tuple[Exact, flint.arb]:
    if depth == 0:
        p, q = source.randint(-6, 6), source.randint(1, 6)
        return log(1) + Fraction(p, q), flint.arb(flint.fmpq(p, q))
    x, a = random_expression(source, depth - 1)
    y, b = random_expression(source, source.randrange(depth))
    while True:
        match source.randrange(7):
            case 0:
                return x + y, a + b
            case 1:
                return x - y, a - b
            case 2:
                return x * y, a * b
            case 3 if y.sign():
                return x / y, a / b
            case 4 if abs(x) < 20:
                return exp(x), a.exp()
            case 5 if x.sign() > 0:
                return log(x), a.log()
            case 6 if x.sign() and abs(x) < 20:
                return x**-2, a**-2
