"""Random mechanisms with Laplace noise, some of scripts/fuzz_laplace: densities, exactly and by integration."""

import pytest
from referee.real_contest import contest
from referee.real_files import generate

SEEDS = (7, 13, 16, 20, 26, 34)


@pytest.mark.parametrize("seed", SEEDS)
def test_densities_are_those_of_the_referee_and_of_each_other(seed: int) -> None:
    found = contest(generate(seed), ("denote", "explore"))
    assert found.disagreements == []
    assert found.kinds["densities of denote"]
    assert found.kinds["densities of explore"]
