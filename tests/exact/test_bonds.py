"""What is seen of a bound integer, against plain sums."""

from __future__ import annotations

from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from faier.exact.bonds import Bond, seen
from faier.exact.integers import NOTHING, listed, sum_of_draws

HALF, THIRD = fmpq(1, 2), fmpq(1, 3)
ENDS = st.none() | st.integers(-4, 4)
BONDS = st.builds(Bond, ENDS, ENDS, ENDS, ENDS)
FEW = listed(-2, [fmpq(number) for number in (3, 1, 4, 1, 5, 9)])


def holds(bond: Bond, y: int, z: int) -> bool:
    low, high = bond.least_difference, bond.greatest_difference
    least, most = bond.least_sum, bond.greatest_sum
    return (
        (low is None or z - y >= low)
        and (high is None or z - y <= high)
        and (least is None or z + y >= least)
        and (most is None or z + y <= most)
    )


@settings(max_examples=150, deadline=None)
@given(BONDS)
def test_sums_of_what_is_bound(bond: Bond) -> None:
    found = seen(FEW, bond)
    for y in range(-14, 15):
        assert found.at(y) == sum((FEW.at(z) for z in range(-3, 6) if holds(bond, y, z)), fmpq(0))


@settings(max_examples=80, deadline=None)
@given(BONDS, st.sampled_from([(HALF,), (HALF, THIRD), (THIRD, THIRD)]))
def test_sums_of_what_is_bound_far_out(bond: Bond, parameters: tuple[fmpq, ...]) -> None:
    noise = sum_of_draws(parameters)
    found = seen(noise, bond)
    for y in (-9, -2, -1, 0, 1, 5):
        near = sum((noise.at(z) for z in range(-160, 160) if holds(bond, y, z)), fmpq(0))
        assert abs(found.at(y) - near) < HALF**100


@settings(max_examples=80, deadline=None)
@given(BONDS, BONDS, st.integers(-5, 5))
def test_bonds_together_and_with_one_end_known(one: Bond, other: Bond, z: int) -> None:
    both = one & other
    low, high = both.given(z)
    for y in range(-12, 13):
        bound = holds(one, y, z) and holds(other, y, z)
        assert holds(both, y, z) == bound
        within = (low is None or y >= low) and (high is None or y <= high)
        assert bound == (within and not both.impossible) or (not bound and both.impossible)


def test_what_cannot_be_is_seen_as_nothing() -> None:
    assert seen(FEW, Bond(2, 1)) == NOTHING == seen(FEW, Bond(None, None, 3, 2))
