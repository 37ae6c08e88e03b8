"""What stands for all integers that are further out: their weights are made of it, in one way for every run."""

from __future__ import annotations

import pytest
from flint import fmpq

from faier.exact import Number, Undecidable, exponential
from faier.exact.integers import geometric, sum_of_draws
from faier.semantics.outer import side

HALF, THIRD, E4 = fmpq(1, 2), fmpq(1, 3), exponential(fmpq(-1, 4))


@pytest.mark.parametrize("bases", [(HALF, THIRD), (HALF, HALF), (E4, HALF), (E4, E4)])
def test_what_is_further_out_is_made_of_the_partial_sums(bases: tuple[Number, Number]) -> None:
    one, other = bases
    runs = [
        geometric(one),
        geometric(one) * geometric(other).below(),
        geometric(other).shifted(2) * geometric(one).below() * geometric(other).below(),
        sum_of_draws((one, other)),
        sum_of_draws((one, one)),
    ]
    terms = {(base, degree) for run in runs for base, degree, _ in run.upper}
    end = side(terms, 7)
    assert end is not None
    last = end.shares[-1]
    for run in runs:
        letters = end.weights(run.upper)
        assert letters is not None and len(letters) == len(terms) - 1
        assert sum(letters, last * run.at(7)) == run.within(8).total


def test_functions_that_are_not_in_order_yet_are_refused() -> None:
    assert side([(HALF, 0), (fmpq(2, 5), 3)], 2) is None
    assert side([(HALF, 0), (fmpq(2, 5), 3)], 40) is not None
    assert side([(HALF, 0), (HALF, 1)], 0) is None
    assert side([], 3) is not None


def test_a_partial_sum_below_0_is_refused() -> None:
    end = side([(HALF, 0), (THIRD, 0)], 1)
    assert end is not None
    assert end.weights(((HALF, 0, fmpq(1)), (THIRD, 0, fmpq(-2)))) is None
    assert end.weights(((HALF, 0, fmpq(1)), (THIRD, 0, fmpq(-1)))) is not None


def test_an_unknown_epsilon_has_no_order() -> None:
    unclear = exponential(fmpq(-1), "EPS")
    with pytest.raises(Undecidable):
        side([(HALF, 0), (unclear, 0)], 1)
    end = side([(unclear, 0)], 1)
    assert end is not None
    with pytest.raises(Undecidable):
        end.weights(((unclear, 0, fmpq(1)),))
