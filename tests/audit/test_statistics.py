"""Tails of binomial distributions against sums of fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from faier.audit.statistics import at_least, at_most, greatest_chance, least_chance, surprise


def tail(count: int, trials: int, chance: Fraction) -> Fraction:
    return sum(
        (comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(count, trials + 1)),
        start=Fraction(0),
    )


@pytest.mark.parametrize("chance", [Fraction(1, 7), Fraction(1, 2), Fraction(99, 100)])
@pytest.mark.parametrize("count", [0, 1, 5, 11, 12])
def test_tails(count: int, chance: Fraction) -> None:
    truth = tail(count, 12, chance)
    assert truth <= at_least(count, 12, chance) <= truth * (1 + Fraction(1, 10**9))
    below = 1 - tail(count + 1, 12, chance)
    assert below <= at_most(count, 12, chance) <= below * (1 + Fraction(1, 10**9))


def test_what_cannot_be_is_no_chance_at_all() -> None:
    assert surprise(1, 10, Fraction(0), Fraction(0)) == 0
    assert surprise(9, 10, Fraction(1), Fraction(1)) == 0
    assert surprise(10, 10, Fraction(1), Fraction(1)) == 1


@pytest.mark.parametrize(("count", "trials"), [(0, 50), (3, 50), (50, 50)])
def test_ends_of_a_chance(count: int, trials: int) -> None:
    low, high = least_chance(count, trials, 0.01), greatest_chance(count, trials, 0.01)
    assert low <= count / trials <= high
    assert tail(count, trials, Fraction(low)) <= Fraction(1, 100) or low == 0
    assert 1 - tail(count + 1, trials, Fraction(high)) <= Fraction(1, 100) or high == 1
    assert high == 1 or 1 - tail(count + 1, trials, Fraction(high) * Fraction(999, 1000)) > Fraction(1, 101)
