"""Chances of geometric draws, against partial sums whose missing tails are bounded."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from flint import fmpq

from faier.exact import Number, bounds, exponential
from faier.lang.failures import Failure
from faier.semantics import geometric
from faier.semantics.kept import Draws

HALF, THIRD, SEVENTH = fmpq(1, 2), fmpq(1, 3), fmpq(2, 7)
REACH = 60  # partial sums go over draws from -REACH to REACH

SUMS: list[Draws] = [
    ((1, HALF),),
    ((1, THIRD),),
    ((3, HALF),),
    ((2, SEVENTH),),
    ((1, HALF), (1, HALF)),
    ((1, HALF), (1, THIRD)),
    ((2, THIRD), (3, HALF)),
    ((3, SEVENTH), (2, THIRD)),
]


def mass(a: fmpq, y: int) -> fmpq:
    return (1 - a) / (1 + a) * a ** abs(y)


def assert_close(exact: Number, draws: Draws, holds: Callable[[int], bool]) -> None:
    """`exact` is Pr[holds(sum)]: it lies between the partial sum and the partial sum plus the missing tails."""
    reach = REACH if len(draws) == 1 else 25
    partial = fmpq(0)
    for ys in product(range(-reach, reach + 1), repeat=len(draws)):
        if holds(sum(c * y for (c, _), y in zip(draws, ys, strict=True))):
            weight = fmpq(1)
            for (_, a), y in zip(draws, ys, strict=True):
                weight *= mass(a, y)
            partial += weight
    missing = sum((2 * a ** (reach + 1) / (1 + a) for _, a in draws), start=fmpq(0))
    assert partial <= exact <= partial + missing
    assert missing < fmpq(1, 1000)


@pytest.mark.parametrize("draws", SUMS, ids=str)
def test_tails_are_the_sums_of_their_masses(draws: Draws) -> None:
    for bound in range(-7, 8):
        assert_close(geometric.at_least(draws, bound), draws, lambda value, bound=bound: value >= bound)  # type: ignore[misc]


def test_tails_differ_by_point_masses() -> None:
    # Pr[Y + Z = 0] = sum of (1/3 * 2**-abs(y)) squared = 1/9 * (1 + 2 * (1/4) / (3/4)) = 5/27.
    two = ((1, HALF), (1, HALF))
    assert geometric.at_least(two, 0) - geometric.at_least(two, 1) == fmpq(5, 27)


@pytest.mark.parametrize("draws", [*SUMS, ((1, HALF),) * 3], ids=str)
@pytest.mark.parametrize("modulus", [1, 2, 5])
def test_remainders(draws: Draws, modulus: int) -> None:
    wrapped = geometric.remainder(draws, modulus)
    assert sum(wrapped.values()) == 1 and set(wrapped) <= set(range(modulus))
    for rest, weight in wrapped.items() if len(draws) < 3 else ():
        assert_close(weight, draws, lambda value, rest=rest: value % modulus == rest)  # type: ignore[misc]


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(Failure, match="outcomes"):
        geometric.remainder(((1, HALF),), geometric.MAXIMAL_OUTCOMES + 1)
    with pytest.raises(Failure, match="bits"):
        geometric.at_least(((1, HALF),), 10**9)


@pytest.mark.parametrize("parameter", [fmpq(0), fmpq(1), fmpq(-1, 2)])
def test_the_parameter_lies_strictly_between_0_and_1(parameter: fmpq) -> None:
    with pytest.raises(Failure, match="both excluded"):
        geometric.require_parameter(parameter)
    geometric.require_parameter(HALF)


@pytest.mark.parametrize("bound", range(-4, 5))
def test_symbolic_parameters_have_the_same_closed_forms(bound: int) -> None:
    symbolic = (1, exponential(fmpq(-1))), (2, exponential(fmpq(-1, 2)))
    rational = (1, fmpq(367879441, 10**9)), (2, fmpq(606530660, 10**9))
    low, high = bounds(geometric.at_least(symbolic, bound), 60)
    near = geometric.at_least(rational, bound)
    assert low <= high and isinstance(near, fmpq) and abs(low - near) < fmpq(1, 10**7)
