"""Random mechanisms with normal noise, with and without a delta, against grids of densities: `scripts/fuzz_normals`."""

from __future__ import annotations

import math

import pytest
from normals_contest import decide, least
from normals_random import Law, contest, exceeding, generate


@pytest.mark.parametrize("seed", [0, 1, 2, 4, 6, 7, 8, 11])
def test_a_random_mechanism(seed: int) -> None:
    assert not list(contest(seed, decide, least))


@pytest.mark.parametrize("seed", [0, 3, 5, 9])
def test_a_random_mechanism_with_deviations_as_papers_write_them(seed: int) -> None:
    assert not list(contest(seed, decide, least, published=True))


def test_the_referee_knows_the_analytic_gaussian() -> None:
    laws: list[Law] = [{"": [(1.0, (float(at),), ((3.7304, 0.0),))]} for at in range(2)]
    assert exceeding(laws[0], laws[1], 1.0) == pytest.approx(1.00103142e-5, rel=1e-5)
    plane: list[Law] = [{"": [(1.0, (at / math.sqrt(2),) * 2, ((3.0, 0.0),) * 2)]} for at in range(2)]
    line: list[Law] = [{"": [(1.0, (float(at),), ((3.0, 0.0),))]} for at in range(2)]
    assert exceeding(*plane, 0.2) == pytest.approx(exceeding(*line, 0.2), rel=1e-3)


def test_what_it_says_of_wrong_answers() -> None:
    wrong = [list(contest(seed, lambda _: "proved", lambda _: (0.0, 0.0))) for seed in (0, 2, 4, 6, 7)]
    assert sum(map(len, wrong)) >= 8
    assert generate(3) == generate(3)
