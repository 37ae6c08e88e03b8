"""Bernstein forms against direct evaluation: corners, bounds, halves, and the basis itself."""

from __future__ import annotations

from itertools import product
from math import comb, prod

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from faier.exact import TooLarge, bounds, exponential
from faier.exact.bernstein import Bernstein, Polynomial, bernstein, bernstein_below, split, vertices

small = settings(max_examples=120, deadline=None, derandomize=True)

coefficients = st.builds(lambda p, q: fmpq(p, q), st.integers(-20, 20), st.integers(1, 6))
ends = st.builds(lambda p, q: fmpq(p, q), st.integers(-6, 6), st.integers(1, 4))
intervals = st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1]).map(lambda pair: tuple(sorted(pair)))


@st.composite
def problems(draw: st.DrawFn) -> tuple[Polynomial, tuple[tuple[fmpq, fmpq], ...]]:
    variables = draw(st.integers(1, 3))
    exponents = st.tuples(*[st.integers(0, 3)] * variables)
    polynomial = draw(st.dictionaries(exponents, coefficients, max_size=5))
    return polynomial, tuple(draw(intervals) for _ in range(variables))


def value(form: Bernstein, point: tuple[fmpq, ...]) -> fmpq:
    """The form's value from the definition of the Bernstein polynomials."""
    total = fmpq(0)
    for place, index in enumerate(product(*(range(degree + 1) for degree in form.degrees))):
        weight = fmpq(form.coefficients[place], form.scale)
        for i, n, x, (low, high) in zip(index, form.degrees, point, form.box, strict=True):
            y = (x - low) / (high - low)
            weight = weight * comb(n, i) * y**i * (1 - y) ** (n - i)
        total += weight
    return total


def evaluate(polynomial: Polynomial, point: tuple[fmpq, ...]) -> fmpq:
    """The polynomial's value, term by term."""
    powers = ([x**k for x, k in zip(point, row, strict=True)] for row in polynomial)
    return sum((c * prod(each) for c, each in zip(polynomial.values(), powers, strict=True)), fmpq(0))


def grid(form: Bernstein) -> list[tuple[fmpq, ...]]:
    parts = [fmpq(0), fmpq(1, 3), fmpq(3, 5), fmpq(1)]
    return list(product(*([low + (high - low) * part for part in parts] for low, high in form.box)))


@small
@given(problems())
def test_the_form_is_the_polynomial(problem: tuple[Polynomial, tuple[tuple[fmpq, fmpq], ...]]) -> None:
    polynomial, box = problem
    form = bernstein(polynomial, box)
    assert form.scale > 0 and form.box == box
    for point in grid(form):
        exact = evaluate(polynomial, point)
        assert value(form, point) == exact
        assert form.least <= exact <= form.greatest
    for corner, exact in vertices(form):
        assert exact == evaluate(polynomial, corner)
    assert len(list(vertices(form))) == 2 ** len(box)


@small
@given(problems(), st.integers(0, 2))
def test_halves_are_the_forms_of_the_halves(
    problem: tuple[Polynomial, tuple[tuple[fmpq, fmpq], ...]], axis: int
) -> None:
    polynomial, box = problem
    axis %= len(box)
    form = bernstein(polynomial, box)
    left, right = split(form, axis)
    assert left.box[axis][1] == right.box[axis][0] == form.middle[axis]
    assert left == bernstein(polynomial, left.box)
    assert right == bernstein(polynomial, right.box)
    assert form.least <= min(left.least, right.least)
    assert form.greatest >= max(left.greatest, right.greatest)


def test_halving_closes_in_on_the_minimum() -> None:
    """(x - 1/3)**2 + 1/100 on [0, 1] has a negative Bernstein coefficient, and after halving has none."""
    polynomial = {(2,): fmpq(1), (1,): fmpq(-2, 3), (0,): fmpq(1, 9) + fmpq(1, 100)}
    pending, boxes = [bernstein(polynomial, [(fmpq(0), fmpq(1))])], 0
    assert pending[0].least < 0
    while pending:
        form = pending.pop()
        if form.least < 0:
            pending += split(form, 0)
        boxes += 1
    assert boxes == 7


def test_known_forms() -> None:
    unit = (fmpq(0), fmpq(1))
    assert bernstein({(1, 1): fmpq(1)}, [unit, unit]).coefficients == [0, 0, 0, 1]
    form = bernstein({(2,): fmpq(1)}, [(fmpq(1), fmpq(3))])
    assert [fmpq(item, form.scale) for item in form.coefficients] == [1, 3, 9]
    assert bernstein({}, [unit]).coefficients == [0]
    assert bernstein({(): fmpq(1, 3)}, []).least == fmpq(1, 3)


def test_size_is_bounded() -> None:
    unit = (fmpq(0), fmpq(1))
    with pytest.raises(TooLarge):
        bernstein({(200, 200, 200): fmpq(1)}, [unit] * 3)


TERMS = st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 2)), st.integers(-9, 9), min_size=1, max_size=6)


@given(TERMS)
@settings(max_examples=60, deadline=None)
def test_rounding_down_keeps_the_form_below_and_exact_zeros(integers: dict[tuple[int, ...], int]) -> None:
    """With e times each coefficient, the rounded form is just below e times the rational one, and 0 where that is."""
    terms = {row: fmpq(value) for row, value in integers.items()}
    exact = bernstein(terms, ((fmpq(0), fmpq(1)),) * 2)
    rounded = bernstein_below(
        {row: value * exponential(fmpq(1)) for row, value in terms.items()}, lambda value: bounds(value, 20)[0]
    )
    assert bernstein_below(terms, lambda value: bounds(value)[0]) == exact
    low, high = bounds(exponential(fmpq(1)), 30)
    for value, found in zip(exact.coefficients, rounded.coefficients, strict=True):
        share, below = fmpq(value, exact.scale), fmpq(found, rounded.scale)
        assert below <= max(share * low, share * high)
        assert max(share * low, share * high) - below < fmpq(1, 10**15)
        assert (below == 0) == (share == 0)
