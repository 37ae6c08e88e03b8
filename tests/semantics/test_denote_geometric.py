"""Noise without bounds, against partial sums whose missing tails are bounded."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import product

import pytest
from flint import fmpq

from faier.exact import bounds, exponential
from faier.lang.failures import Failure
from faier.lang.operations import compare
from faier.lang.values import Real
from faier.semantics import geometric
from faier.semantics.geometric import Form

HALF, THIRD, SEVENTH = fmpq(1, 2), fmpq(1, 3), fmpq(2, 7)
REACH = 60  # partial sums go over draws from -REACH to REACH


def mass(a: fmpq, y: int) -> fmpq:
    return (1 - a) / (1 + a) * a ** abs(y)


def taken(value: int, step: tuple[str, int]) -> int:
    operation, k = step
    if operation in ("max", "min", "abs"):
        return {"max": max(value, k), "min": min(value, k), "abs": abs(value)}[operation]
    return {"+": value + k, "*": value * k, "//": value // k if operation == "//" else 0}[operation]


def assert_close(exact: fmpq, form: Form, holds) -> None:  # type: ignore[no-untyped-def]
    """`exact` is Pr[holds(form)]: it lies between the partial sum and the partial sum plus the missing tails."""
    reach = REACH if len(form.draws) == 1 else 25
    partial = fmpq(0)
    for ys in product(range(-reach, reach + 1), repeat=len(form.draws)):
        value = form.offset + sum(c * y for (c, _), y in zip(form.draws, ys, strict=True))
        value = reduce(taken, form.steps, value)
        if holds(value):
            weight = fmpq(1)
            for (_, a), y in zip(form.draws, ys, strict=True):
                weight *= mass(a, y)
            partial += weight
    missing = sum((2 * a ** (reach + 1) / (1 + a) for _, a in form.draws), start=fmpq(0))
    assert partial <= exact <= partial + missing
    assert missing < fmpq(1, 1000)


FORMS = [
    Form(0, ((1, HALF),)),
    Form(3, ((1, THIRD),)),
    Form(-2, ((3, HALF),)),
    Form(1, ((2, SEVENTH),), (("max", 0),)),
    Form(1, ((1, HALF),), (("min", 2),)),
    Form(0, ((1, HALF), (1, HALF))),
    Form(2, ((1, HALF), (1, THIRD))),
    Form(-1, ((2, THIRD), (3, HALF))),
    Form(0, ((3, SEVENTH), (2, THIRD)), (("max", -1),)),
    Form(1, ((1, HALF),), (("abs", 0),)),
    Form(1, ((2, THIRD),), (("//", 3),)),
    Form(-1, ((1, HALF), (1, THIRD)), (("abs", 0), ("+", -3), ("abs", 0))),
    Form(2, ((1, HALF),), (("//", 2), ("*", -3), ("+", 1), ("min", 4))),
    Form(0, ((3, HALF),), (("max", -4), ("//", 2), ("abs", 0), ("*", 2))),
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_tails_are_the_sums_of_their_masses(form: Form) -> None:
    for bound in range(-7, 8):
        assert_close(geometric.at_least(form, bound), form, lambda value, bound=bound: value >= bound)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_a_split_sums_to_one_and_refines(form: Form) -> None:
    coarse = geometric.split(form, [0, 2])
    fine = geometric.split(form, [-1, 0, 1, 2])
    assert sum(coarse.values()) == sum(fine.values()) == 1
    below = [weight for (_, high), weight in fine.items() if high is not None and high < 0]
    assert sum(below) == coarse.get((None, -1), 0)
    assert fine.get((0, 0), 0) + fine.get((1, 1), 0) == coarse.get((0, 1), 0)


def test_tails_differ_by_point_masses() -> None:
    form = Form(0, ((1, HALF), (1, HALF)))
    # Pr[Y + Z = 0] = sum of (1/3 * 2**-abs(y)) squared = 1/9 * (1 + 2 * (1/4) / (3/4)) = 5/27.
    assert geometric.at_least(form, 0) - geometric.at_least(form, 1) == fmpq(5, 27)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_clamping_puts_the_tails_on_the_ends(form: Form) -> None:
    clamped = geometric.clipped(form, -1, 2)
    assert sum(clamped.values()) == 1
    for value, weight in clamped.items():
        assert isinstance(value, int)
        assert_close(weight, form, lambda x, value=value: min(max(x, -1), 2) == value)


def test_the_rows_of_the_truncated_geometric() -> None:
    rows = [geometric.call("clamp", [Form(count, ((1, HALF),)), 0, 2]) for count in range(3)]
    assert rows == [
        {0: fmpq(2, 3), 1: fmpq(1, 6), 2: fmpq(1, 6)},
        {0: fmpq(1, 3), 1: fmpq(1, 3), 2: fmpq(1, 3)},
        {0: fmpq(1, 6), 1: fmpq(1, 6), 2: fmpq(2, 3)},
    ]


@pytest.mark.parametrize("form", [form for form in FORMS if not form.steps], ids=str)
@pytest.mark.parametrize("modulus", [1, 2, 5, -3])
def test_remainders(form: Form, modulus: int) -> None:
    wrapped = geometric.remainder(form, modulus)
    assert sum(wrapped.values()) == 1
    for rest, weight in wrapped.items():
        assert_close(weight, form, lambda value, rest=rest: value % modulus == rest)


def test_min_after_max_is_a_clamp_and_order_matters() -> None:
    form = geometric.draw(HALF)
    (floored,) = geometric.call("max", [form, 0])
    assert isinstance(floored, Form)
    assert geometric.call("min", [2, floored]) == geometric.call("clamp", [form, 0, 2])
    (capped,) = geometric.call("min", [form, -1])
    assert isinstance(capped, Form)
    assert geometric.call("max", [capped, 0]) == {0: fmpq(1)}


def test_arithmetic_moves_the_form() -> None:
    (form,) = geometric.binary("-", 5, Form(1, ((2, HALF),), (("max", 0),)))
    assert form == Form(1, ((2, HALF),), (("max", 0), ("*", -1), ("+", 5)))
    assert geometric.clipped(form, -3, None) == geometric.clipped(form, -3, 9)
    assert geometric.binary("*", form, -2) == {replace(form, steps=(*form.steps, ("*", -2))): fmpq(1)}
    assert geometric.binary("+", -5, form) == geometric.binary("*", -1, replace(form, steps=(("max", 0),)))
    assert geometric.binary("*", 0, form) == {0: fmpq(1)}
    (difference,) = geometric.binary("-", geometric.draw(HALF), geometric.draw(THIRD))
    assert difference == Form(0, ((1, THIRD), (1, HALF))) or difference == Form(0, ((1, HALF), (1, THIRD)))


def test_folded_and_rounded_noise() -> None:
    form = Form(1, ((1, HALF),))
    (folded,) = geometric.call("abs", [form])
    # abs(1 + Y) = 0 is Y = -1, with 1/6; 1 is Y = 0 or -2, with 1/3 + 1/12.
    assert geometric.clipped(folded, None, 2) == {0: fmpq(1, 6), 1: fmpq(5, 12), 2: fmpq(5, 12)}
    (halved,) = geometric.binary("//", form, 2)
    (turned,) = geometric.binary("//", form, -2)
    for value in range(-2, 3):
        exactly = geometric.at_least(form, 2 * value) - geometric.at_least(form, 2 * value + 2)
        assert geometric.at_least(halved, value) - geometric.at_least(halved, value + 1) == exactly
        # (1 + Y) // -2 == value is -2 value - 1 <= 1 + Y <= -2 value
        exactly = geometric.at_least(form, -2 * value - 1) - geometric.at_least(form, -2 * value + 1)
        assert geometric.at_least(turned, value) - geometric.at_least(turned, value + 1) == exactly
    with pytest.raises(Failure, match="division by zero"):
        geometric.binary("//", form, 0)


def test_comparisons_with_integers_and_fractions() -> None:
    form = geometric.draw(HALF)
    assert geometric.decide(form, [1], lambda k: k >= 1) == {False: fmpq(2, 3), True: fmpq(1, 3)}
    halves = Real(fmpq(1, 2), 0.5)
    assert geometric.decide(form, [halves], lambda k: compare(">", k, halves))[True] == fmpq(1, 3)
    assert geometric.decide(form, [0, 5], lambda k: k in (0, 5))[True] == fmpq(1, 3) + fmpq(1, 96)


def test_long_sums_of_one_draw_wrap_but_are_not_compared() -> None:
    form = Form(0, ((1, HALF), (1, HALF), (1, HALF)))
    assert sum(geometric.remainder(form, 2).values()) == 1
    with pytest.raises(Failure, match="3 geometric draws"):
        geometric.at_least(form, 1)


@pytest.mark.parametrize("parameter", [fmpq(0), fmpq(1)])
def test_the_parameter_lies_strictly_between_0_and_1(parameter: fmpq) -> None:
    with pytest.raises(Failure, match="both excluded"):
        geometric.draw(parameter)


@pytest.mark.parametrize(
    "use",
    [
        lambda form: geometric.binary("//", 2, form),
        lambda form: geometric.binary("/", form, 2),
        lambda form: geometric.binary("*", form, form),
        lambda form: geometric.binary("%", 3, form),
        lambda form: geometric.binary("+", form, "label"),
        lambda form: geometric.binary("+", form, Form(0, ((1, HALF),), (("max", 0),))),
        lambda form: geometric.call("max", [form, form]),
        lambda form: geometric.call("abs", [form, 1]),
        lambda form: geometric.call("sorted", [form]),
        lambda form: geometric.binary("%", next(iter(geometric.binary("//", form, 2))), 3),
        lambda form: geometric.call("clamp", [0, form, 2]),
        lambda form: geometric.remainder(Form(0, form.draws, (("max", 0),)), 3),
        lambda form: geometric.decide(form, [Real(exponential(fmpq(1)), 2.7)], lambda k: k > 2),
        lambda form: geometric.decide(form, [form], lambda k: k > 2),
    ],
)
def test_other_uses_say_clamp(use) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Failure) as caught:
        use(geometric.draw(HALF))
    assert "clamp" in caught.value.hint


def test_more_outcomes_than_are_told_apart() -> None:
    form = geometric.draw(HALF)
    for low, high in ((-10_001, 10_000), (-20_000, 1), (0, 20_001)):
        with pytest.raises(Failure, match="20,000 outcomes"):
            geometric.clipped(form, low, high)
    assert len(geometric.clipped(form, 3, 30)) == len(geometric.clipped(form, -30, -3)) == 28
    with pytest.raises(Failure, match="20,000 outcomes"):
        geometric.remainder(form, -20_001)
    with pytest.raises(Failure, match="20,000 outcomes"):
        geometric.decide(form, range(0, 20_004, 2), lambda k: k)


def test_an_empty_range_and_a_zero_modulus() -> None:
    with pytest.raises(Failure, match="empty range"):
        geometric.call("clamp", [geometric.draw(HALF), 2, 0])
    with pytest.raises(Failure, match="division by zero"):
        geometric.binary("%", geometric.draw(HALF), 0)


@pytest.mark.parametrize("bound", range(-4, 5))
def test_symbolic_parameters_have_the_same_closed_forms(bound: int) -> None:
    symbolic = Form(1, ((1, exponential(fmpq(-1))), (2, exponential(fmpq(-1, 2)))))
    rational = Form(1, ((1, fmpq(367879441, 10**9)), (2, fmpq(606530660, 10**9))))
    low, high = bounds(geometric.at_least(symbolic, bound), 60)
    assert low <= high
    assert abs(low - geometric.at_least(rational, bound)) < fmpq(1, 10**7)
