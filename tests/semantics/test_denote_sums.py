"""Sums over all integers in closed form, against sums that are cut far out and know what they miss."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random

import pytest
from flint import fmpq

from faier.exact import exponential, nearest_float
from faier.semantics.denote.sums import Bound, folded, total, within
from faier.semantics.denote.weights import Weight, geometric

HALF, THIRD = geometric(fmpq(1, 2)), geometric(fmpq(1, 3))
MISSED = fmpq(1, 100)


def value(weight: Weight, at: int) -> fmpq:
    for low, high, terms in weight.cells:
        if (low is None or low <= at) and (high is None or at <= high):
            return sum((factor * at**degree * base**at for base, degree, factor in terms), start=fmpq(0))
    return fmpq(0)


def cut(weights: tuple[Weight, ...], bounds: tuple[Bound, ...], reach: int) -> fmpq:
    """The sum over what is not farther out than `reach`."""
    values = [{at: value(weight, at) for at in range(-reach, reach + 1)} for weight in weights]
    return sum(
        (
            prod((values[place][at] for place, at in enumerate(where)), start=fmpq(1))
            for where in product(range(-reach, reach + 1), repeat=len(weights))
            if all(sum(factor * where[name] for name, factor in bound.sides) >= bound.least for bound in bounds)
        ),
        start=fmpq(0),
    )


def at_least(least: int, **sides: int) -> Bound:
    return Bound(tuple(("xyz".index(name), factor) for name, factor in sides.items()), least)


RISEN = folded(HALF, THIRD, [at_least(1, x=1, y=-1)])

SUMS: list[tuple[tuple[Weight, ...], tuple[Bound, ...]]] = [
    ((HALF,), ()),
    ((HALF,), (at_least(2, x=1), at_least(-4, x=-1))),
    ((HALF, HALF), (at_least(1, x=1, y=-1),)),
    ((HALF, THIRD), (at_least(1, x=1, y=1), at_least(-2, x=1, y=-1))),
    ((HALF, HALF), (at_least(-3, x=1, y=-1), at_least(-2, x=-1, y=1), at_least(0, x=1))),
    ((HALF, THIRD), (at_least(0, x=1, y=-1), at_least(0, x=-1, y=1))),
    ((HALF, THIRD), (at_least(3, x=2, y=-1),)),
    ((HALF, THIRD), (at_least(1, x=2, y=-3),)),
    ((HALF, THIRD), (at_least(1, x=2, y=-3), at_least(0, x=1, y=1), at_least(-3, x=-3, y=2))),
    ((RISEN, THIRD), (at_least(1, x=4, y=-6), at_least(-5, x=-3, y=5))),
    ((THIRD, THIRD, THIRD), (at_least(1, x=2, y=-3), at_least(-2, x=-2, z=3), at_least(-1, y=2, z=1))),
    ((THIRD, THIRD, THIRD), (at_least(1, x=2, y=-3, z=2), at_least(0, x=1, z=-1))),
    ((HALF, THIRD, THIRD), (at_least(0, x=1, y=-1), at_least(-1, y=1, z=-1))),
    ((THIRD, THIRD, THIRD), (at_least(0, x=1, y=-1), at_least(0, y=1, z=-1), at_least(-2, x=-1, z=1))),
    ((THIRD, THIRD, THIRD), (at_least(0, x=1, y=-1), at_least(0, y=1, z=-1), at_least(1, x=-1, z=1))),
    ((THIRD, THIRD, THIRD), (at_least(1, x=1, y=1, z=1),)),
    ((THIRD, THIRD, THIRD), (at_least(1, x=1, y=1, z=-1), at_least(0, x=1, y=-1), at_least(-1, z=1))),
    ((HALF.along(3, 1), HALF.along(3, 0)), (at_least(0, x=1, y=-1),)),
    ((RISEN, THIRD), (at_least(1, x=1, y=-1),)),
    ((RISEN.along(2, -1), within(RISEN, -1, None)), (at_least(-1, x=1, y=-1),)),
]


@pytest.mark.parametrize(("weights", "bounds"), SUMS, ids=[str(number) for number in range(len(SUMS))])
def test_a_sum_is_what_partial_sums_tend_to(weights: tuple[Weight, ...], bounds: tuple[Bound, ...]) -> None:
    reach = {1: 30, 2: 20, 3: 9}[len(weights)]
    exact, partial = total(weights, bounds), cut(weights, bounds, reach)
    missed = sum((total((weight,), ()) - cut((weight,), (), reach) for weight in weights), start=fmpq(0))
    assert 0 <= missed < MISSED
    assert partial <= exact <= partial + missed


def test_folded_and_within_are_the_weights_of_what_they_say() -> None:
    between = [at_least(1, x=1, y=-1), at_least(-3, x=-1, y=1)]
    weight = folded(within(HALF, -5, 4), THIRD, between)
    for at in range(-8, 9):
        inside = sum((value(THIRD, other) for other in range(-20, 21) if at - other >= 1 and other - at >= -3), fmpq(0))
        assert value(weight, at) == (value(HALF, at) * inside if -5 <= at <= 4 else 0)
    assert (weight.cells[0][0], weight.cells[-1][1]) == weight.ends == (-5, 4)
    assert within(HALF, 2, 2) == Weight([(2, 2, ((fmpq(1), 0, fmpq(1, 12)),))])


def test_a_weight_is_folded_again_and_again() -> None:
    weight = folded(HALF, HALF, [at_least(0, x=1, y=-1)])
    both = folded(weight, geometric(fmpq(1, 4)), [at_least(0, x=1, y=1)])
    for at in range(-5, 6):
        below = sum((value(HALF, other) for other in range(-60, at + 1)), fmpq(0))
        beyond = sum((value(geometric(fmpq(1, 4)), other) for other in range(-at, 60)), fmpq(0))
        assert abs(value(both, at) - value(HALF, at) * below * beyond) < fmpq(1, 10**15)


def test_symbolic_bases_give_the_numbers_that_rational_ones_come_near_to() -> None:
    bounds = (at_least(1, x=1, y=-1), at_least(-2, x=-1, y=-1))
    symbolic = total((geometric(exponential(fmpq(-1))), geometric(exponential(fmpq(-1, 2)))), bounds)
    rational = total((geometric(fmpq(367879441, 10**9)), geometric(fmpq(606530660, 10**9))), bounds)
    assert abs(nearest_float(symbolic) - nearest_float(rational)) < 1e-7


def test_random_systems_of_inequalities() -> None:
    random = Random(3)
    for _ in range(150):
        weights = (THIRD, geometric(fmpq(1, random.choice((3, 4, 5)))))
        bounds = tuple(
            at_least(random.randint(-4, 2), x=random.choice((1, -1, 2, -3)), y=random.choice((1, -1, -2, 3)))
            for _ in range(random.randint(1, 4))
        )
        exact, partial = total(weights, bounds), cut(weights, bounds, 9)
        missed = sum((1 - cut((weight,), (), 9) for weight in weights), start=fmpq(0))
        assert partial <= exact <= partial + missed, bounds
