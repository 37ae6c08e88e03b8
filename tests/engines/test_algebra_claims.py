"""The algebra engine on random polynomial claims: what it proves no point of a grid violates, and what it refutes is
violated at the point it names."""

from __future__ import annotations

import pytest
from polynomial_claims import grid, polynomial_claim

from faier.engines.algebra import engine as algebra
from faier.exact import Epsilon, sign, substitute
from faier.limits import seconds

STEPS = {1: 60, 2: 12, 3: 6}


@pytest.mark.parametrize("first", range(0, 300, 10))
def test_random_claims(first: int) -> None:
    settled = 0
    for seed in range(first, first + 10):
        domain, claim, c = polynomial_claim(seed)
        (answer,) = algebra.decide([claim], domain, Epsilon.log(c), seconds(1))
        excess = claim.left - c * claim.right
        match answer:
            case algebra.Holds():
                settled += 1
                for point in grid(domain, STEPS[len(domain.names)]):
                    assert sign(substitute(excess, point)) <= 0
            case algebra.Fails(point=point):
                settled += 1
                assert sign(substitute(excess, dict(zip(domain.names, point, strict=True)))) > 0
                for variable, at in zip(domain.variables, point, strict=True):
                    assert 0 < at < 1 if variable.open else 0 <= at <= 1
            case algebra.Open(reason=reason):
                assert reason
    assert settled >= 5
