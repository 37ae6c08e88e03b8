"""Inputs that are chosen as the word is built against all neighboring inputs listed at the start.

`scripts/compare_asking` compares more of them.
"""

import asked
import pytest
from asking_late import Asking, eager, mechanism
from flint import fmpq

BLOCK = 8
COUNT = 24


@pytest.mark.parametrize("start", range(0, COUNT, BLOCK))
def test_asking_late_gives_the_eager_factor(start: int) -> None:
    factors = []
    for seed in range(start, start + BLOCK):
        asking = mechanism(seed)
        found = asked.tight(asking.text, "subject", asking.relation).tight
        assert found is not None, asking
        factors.append(eager(asking))
        assert (found.lower, found.upper) == (factors[-1], factors[-1]), asking
    assert any(factor is not None and factor != 1 for factor in factors)


def test_the_eager_factor_of_a_mechanism_that_reads_what_chance_says() -> None:
    """One entry of two is shown, and which one: changing both changes what is shown, at no cost for the choice."""
    text = (
        "from faier import Int, Vector, flip, mechanism\n@mechanism\ndef subject(xs: Vector[Int[0, 1], 2]):\n"
        "    at = 0 if flip(1 / 3) else 1\n    yield at\n    yield xs[at] if flip(3 / 4) else 1 - xs[at]\n"
    )
    assert eager(Asking(text, "each(1)")) == fmpq(3)
