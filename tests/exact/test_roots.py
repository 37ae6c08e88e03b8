"""Polynomials of one unknown: verdicts, evidence that integers alone can redo, and the simplest counterexample."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import pytest
from flint import fmpq, fmpq_poly, fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from faier.exact import rational
from faier.exact.roots import Negative, NonNegative, sign_on
from faier.exact.simplest import simplest_between, simplicity

small = settings(max_examples=200, deadline=None, derandomize=True)
X = fmpz_poly([0, 1])


def evidence_holds(coefficients: list[Fraction], low: Fraction, high: Fraction | None, proof: NonNegative) -> bool:
    """What a checker that trusts nobody would do, with the standard library's fractions alone."""
    content = Fraction(int(proof.content.p), int(proof.content.q))
    square = times(list(proof.square), list(proof.square))
    whole = [content * value for value in times(list(proof.odd), square)]
    if content <= 0 or trimmed(whole) != trimmed(coefficients):
        return False
    breaks = [Fraction(int(item.p), int(item.q)) for item in proof.breaks]
    if breaks[0] != low or breaks != sorted(set(breaks)) or (high is not None and breaks[-1] != high):
        return False
    rows = [polar_values(list(proof.odd), first, second) for first, second in itertools.pairwise(breaks)]
    if high is None:
        rows.append(taylor(list(proof.odd), breaks[-1]))
    return all(value >= 0 for row in rows for value in row)


def times(left: list[int], right: list[int]) -> list[int]:
    result = [0] * max(len(left) + len(right) - 1, 0)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return result


def trimmed(values: list[Fraction]) -> list[Fraction]:
    while values and values[-1] == 0:
        values = values[:-1]
    return values


def taylor(values: list[int], at: Fraction) -> list[Fraction]:
    return [
        sum((comb(k, i) * values[k] * at ** (k - i) for k in range(i, len(values))), Fraction(0))
        for i in range(len(values))
    ]


def polar_values(values: list[int], low: Fraction, high: Fraction) -> list[Fraction]:
    """Bernstein coefficients on [low, high], from the definition."""
    scaled = [value * (high - low) ** i for i, value in enumerate(taylor(values, low))]
    degree = len(values) - 1
    return [
        sum((Fraction(comb(i, j), comb(degree, j)) * scaled[j] for j in range(i + 1)), Fraction(0))
        for i in range(degree + 1)
    ]


def as_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def coefficients_of(polynomial: fmpz_poly) -> list[Fraction]:
    return [as_fraction(fmpq(value)) for value in polynomial.coeffs()]


def check_verdict(polynomial: fmpz_poly, low: Fraction, high: Fraction | None, expected: bool) -> None:
    verdict = sign_on(polynomial, rational(low), None if high is None else rational(high))
    if expected:
        assert isinstance(verdict, NonNegative)
        assert evidence_holds(coefficients_of(polynomial), low, high, verdict)
    else:
        assert isinstance(verdict, Negative)
        at = as_fraction(verdict.at)
        assert low < at and (high is None or at < high)
        assert verdict.value == polynomial(verdict.at) < 0


roots_with_powers = st.lists(st.tuples(st.fractions(-3, 3, max_denominator=4), st.integers(1, 3)), max_size=4)
quadratics = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(1, 3)), max_size=2
)  # (x - a)**2 + b: no real root, but close to the axis


@small
@given(
    roots_with_powers,
    quadratics,
    st.sampled_from([1, -1, 6]),
    st.fractions(-2, 2, max_denominator=3),
    st.one_of(st.none(), st.fractions(Fraction(1, 3), 3, max_denominator=3)),
)
def test_verdicts_of_polynomials_with_known_roots(
    roots: list[tuple[Fraction, int]],
    pairs: list[tuple[int, int]],
    leading: int,
    low: Fraction,
    width: Fraction | None,
) -> None:
    high = None if width is None else low + width
    polynomial = fmpz_poly([leading])
    for root, power in roots:
        polynomial *= (X * root.denominator - root.numerator) ** power
    for centre, gap in pairs:
        polynomial *= (X * 100 - centre) ** 2 + gap
    ends = sorted({root for root, _ in roots if root > low and (high is None or root < high)})
    samples = [low, *ends, ends[-1] + 1 if ends else low + 1] if high is None else [low, *ends, high]
    middles = [(a + b) / 2 for a, b in itertools.pairwise(samples)]
    expected = all(polynomial(rational(middle)) >= 0 for middle in middles)
    check_verdict(polynomial, low, high, expected)


@small
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7), st.fractions(-1, 1, max_denominator=3), st.booleans())
def test_random_polynomials_and_no_simpler_counterexample(values: list[int], low: Fraction, endless: bool) -> None:
    high = None if endless else low + 2
    polynomial = fmpz_poly(values)
    verdict = sign_on(polynomial, rational(low), None if high is None else rational(high))
    reach = low + 12 if high is None else high
    grid = [
        Fraction(p, q)
        for q in range(1, 9)
        for p in range(int(low * q) - 1, int(reach * q) + 2)
        if low < Fraction(p, q) < reach
    ]
    negative = [x for x in grid if polynomial(rational(x)) < 0]
    if isinstance(verdict, NonNegative):
        assert evidence_holds(coefficients_of(polynomial), low, high, verdict)
        assert not negative
    else:
        assert polynomial(verdict.at) == verdict.value < 0
        simplest = min((simplicity(rational(x)) for x in negative), default=None)
        assert simplest is None or simplicity(verdict.at) <= simplest
        if simplest is None:
            assert verdict.at.q >= 9 or as_fraction(verdict.at) >= reach


@pytest.mark.parametrize(
    ("polynomial", "low", "high", "at"),
    [
        (X * X - 2, 1, None, fmpq(4, 3)),
        (X - 1, 0, None, fmpq(1, 2)),
        (1 - X, 1, None, fmpq(2)),
        ((X - 1) * (X - 3), 1, None, fmpq(2)),
        (-((X - 1) ** 2), 0, 2, fmpq(1, 2)),
        (-((X - 2) ** 2), 1, None, fmpq(3)),
        (fmpz_poly([-1]), 0, 1, fmpq(1, 2)),
        ((1000 * X - 1001) * (1000 * X - 1003), 1, None, fmpq(335, 334)),
        ((X - 1) ** 3 * (2 - X), 1, None, fmpq(3)),
        ((X - 10**9) * (X - 10**9 - 2), 1, None, fmpq(10**9 + 1)),
    ],
)
def test_refuted(polynomial: fmpz_poly, low: int, high: int | None, at: fmpq) -> None:
    verdict = sign_on(polynomial, fmpq(low), None if high is None else fmpq(high))
    assert verdict == Negative(at, polynomial(at))


@pytest.mark.parametrize(
    ("polynomial", "low", "high"),
    [
        (X - 1, 1, None),
        (X * (1 - X), 0, 1),
        ((X - 1) ** 2 * (X - 3) ** 4, 0, None),
        (fmpz_poly([]), 0, 1),
        (fmpz_poly([7]), 1, None),
        ((X - 2) ** 2 * 10**20 + 1, 1, None),
        ((X * X - 2) ** 2 * (X - 1), 1, None),
        ((X * X - 2) ** 3 * (2 - X * X) * -1, 0, None),
        ((X - 1) * (X - 2) * (X - 1) * (X - 2) * (X + 5), 1, None),
        (fmpz_poly([1, 0, 0, 0, 0, 0, 0, 1]), 0, None),
        ((X * 1000 - 5500) ** 2 + 1, 1, None),
    ],
)
def test_proved(polynomial: fmpz_poly, low: int, high: int | None) -> None:
    check_verdict(polynomial, Fraction(low), None if high is None else Fraction(high), True)


def test_rational_coefficients_and_plain_lists() -> None:
    verdict = sign_on([fmpq(1, 2), fmpq(-1, 3)], fmpq(0), fmpq(3, 2))
    assert isinstance(verdict, NonNegative)
    assert evidence_holds([Fraction(1, 2), Fraction(-1, 3)], Fraction(0), Fraction(3, 2), verdict)
    assert isinstance(sign_on(fmpq_poly([fmpq(1, 2), fmpq(-1, 3)]), fmpq(0), fmpq(2)), Negative)


def test_evidence_that_is_tampered_with_does_not_hold() -> None:
    polynomial = (X - 1) * ((X * 4 - 9) ** 2 + 1)
    proof = sign_on(polynomial, fmpq(1), None)
    assert isinstance(proof, NonNegative)
    plain = coefficients_of(polynomial)
    assert evidence_holds(plain, Fraction(1), None, proof)
    assert len(proof.breaks) > 1
    assert not evidence_holds(plain, Fraction(1), None, NonNegative(proof.content, proof.odd, proof.square, (fmpq(1),)))
    assert not evidence_holds(plain, Fraction(0), None, proof)
    assert not evidence_holds([*plain[:-1], plain[-1] + 1], Fraction(1), None, proof)


def test_a_step_may_stop_the_work() -> None:
    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        sign_on(X - 5, fmpq(1), None, stop)


def brute_simplest(low: Fraction, high: Fraction, closed_low: bool, closed_high: bool) -> Fraction:
    for q in range(1, 1000):
        candidates = range(int(low * q) - 2, int(high * q) + 3)
        for p in sorted(candidates, key=abs):
            x = Fraction(p, q)
            above = x > low or (closed_low and x == low)
            if above and (x < high or (closed_high and x == high)):
                return x
    raise AssertionError("no small rational")


@small
@given(st.fractions(-4, 4, max_denominator=9), st.fractions(-4, 4, max_denominator=9), st.booleans(), st.booleans())
def test_simplest_between(a: Fraction, b: Fraction, closed_low: bool, closed_high: bool) -> None:
    low, high = min(a, b), max(a, b)
    if low == high and not (closed_low and closed_high):
        with pytest.raises(ValueError):
            simplest_between(rational(low), rational(high), closed_low=closed_low, closed_high=closed_high)
        return
    found = simplest_between(rational(low), rational(high), closed_low=closed_low, closed_high=closed_high)
    assert as_fraction(found) == brute_simplest(low, high, closed_low, closed_high)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (fmpq(1), None, fmpq(2)),
        (None, fmpq(-1), fmpq(-2)),
        (None, None, fmpq(0)),
        (fmpq(-5), None, fmpq(0)),
        (fmpq(5, 2), None, fmpq(3)),
        (fmpq(4095, 8192), fmpq(4097, 8192), fmpq(1, 2)),
        (fmpq(3141592, 10**6), fmpq(3141593, 10**6), fmpq(355, 113)),
    ],
)
def test_simplest_with_open_ends(low: fmpq | None, high: fmpq | None, expected: fmpq) -> None:
    assert simplest_between(low, high) == expected
