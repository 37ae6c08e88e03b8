"""Weights of differences against the sums that they stand for, term by term."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from faier.exact import Epsilon, compare
from faier.exact.differences import difference
from faier.exact.integers import Weights, geometric, point, sum_of_draws
from faier.exact.reals import Density, laplace

FAR = 60


def some(draw: random.Random) -> Weights:
    """A sum of draws, what is left of one after a comparison, or a part of that."""
    bases = tuple(fmpq(1, draw.choice((8, 16))) for _ in range(draw.randint(1, 3)))
    found = sum_of_draws(bases).shifted(draw.randint(-3, 3))
    if draw.random() < 0.5:
        found = found * geometric(fmpq(1, 8)).above().shifted(draw.randint(-2, 2))
    return found.within(-2) if draw.random() < 0.3 else found


@pytest.mark.parametrize("seed", range(8))
def test_differences_of_integers(seed: int) -> None:
    draw = random.Random(seed)
    one, other = some(draw), some(draw)
    found = difference(one, other)
    assert found.total == one.total * other.total
    for at in (-9, -1, 0, 2, 7):
        near = sum((one.at(y + at) * other.at(y) for y in range(-FAR, FAR + 1)), fmpq(0))
        assert abs(found.at(at) - near) < fmpq(1, 10**30) * near + fmpq(1, 10**45)


def test_a_difference_to_a_known_number_moves_the_weights() -> None:
    assert difference(geometric(fmpq(1, 2)), point(3)) == geometric(fmpq(1, 2)).shifted(-3)
    assert difference(point(3), geometric(fmpq(1, 2))) == geometric(fmpq(1, 2)).shifted(3)


def test_the_difference_of_two_laplace_draws() -> None:
    """Of scale 1 it has the density (1 + abs(d)) * exp(-abs(d)) / 4; of two scales that of their sum."""
    unit, twice = laplace(Epsilon.rational(1)), laplace(Epsilon.rational(1 / fmpq(2)))
    assert difference(unit, unit) == unit.with_draw(fmpq(1))
    assert difference(twice, unit) == unit.with_draw(fmpq(1, 2))
    found = difference(unit, unit)
    assert isinstance(found, Density)
    assert {piece for _, degree, piece in found.pieces[1]} == {fmpq(1, 4)}


@pytest.mark.parametrize("seed", range(4))
def test_differences_of_reals_are_added_up_from_parts(seed: int) -> None:
    """What is cut at any number is two parts, whose differences add up; mirrored both ways round it is the mirror."""
    draw = random.Random(seed)
    one = laplace(Epsilon.rational(1)).shifted(fmpq(draw.randint(-2, 2))) * laplace(Epsilon.rational(1)).above()
    other = laplace(Epsilon.rational(fmpq(1, 2))).shifted(fmpq(draw.randint(-2, 2), 2))
    cut = fmpq(draw.randint(-3, 3), 2)
    whole = difference(one, other)
    assert difference(one, other.within(None, cut)) + difference(one, other.within(cut)) == whole
    assert difference(one.within(None, cut), other) + difference(one.within(cut), other) == whole
    assert difference(other, one) == whole.mirrored()
    assert isinstance(whole, Density) and compare(whole.total, one.total * other.total) == 0
