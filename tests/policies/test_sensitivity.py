"""What the planner says of a policy and sums is what faier finds of the mechanism that shows these sums with noise."""

from __future__ import annotations

import random
from dataclasses import replace

import asked
import pytest
from flint import fmpq
from policies_random import Release, drawn, written

from faier.exact import Epsilon, exponential_of
from faier.policies.exact_matrices import sensitivity
from faier.policies.policy import from_pairs
from faier.policies.workloads import from_rows


def compared(release: Release) -> tuple[fmpq, object]:
    """The sensitivity, and the least factor with Laplace noise of scale 1 on each sum."""
    policy = from_pairs(release.edges, release.cells)
    found = sensitivity(from_rows([list(factors) for factors, _ in release.rows], policy), policy)
    text = written(release, "laplace(1)")
    tight = asked.tight(text, "m", "moves(*POLICY)", engine="shifts").tight
    assert tight is not None
    return fmpq(found.numerator, found.denominator), tight.upper


@pytest.mark.parametrize("seed", range(25))
def test_the_planner_and_the_engine_agree(seed: int) -> None:
    release = drawn(random.Random(1000 + seed))
    found, factor = compared(replace(release, rows=tuple((factors, None) for factors, _ in release.rows)))
    assert factor == exponential_of(Epsilon.rational(found))
