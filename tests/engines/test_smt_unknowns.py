"""Queries about unknowns: random polynomial claims against the algebra engine, and the points that are named."""

from __future__ import annotations

import pytest
from flint import fmpq
from polynomial_claims import grid, polynomial_claim

from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import Domain, Variable
from faier.engines.smt.engine import Gap, Item, Violation, ask
from faier.engines.smt.polynomials import Output, encode_output
from faier.exact import ONE, Epsilon, Number, sign, substitute, unknown
from faier.hmm.model import Node, Pair
from faier.limits import Limits, seconds

SOLVERS = ("z3", "cvc5")
OPEN = Domain((Variable("p", fmpq(0), fmpq(1), True),))
CLOSED = Domain((Variable("p", fmpq(0), fmpq(1), False),))
P = unknown("p")


def asked(domain: Domain, left: Number, right: Number, c: fmpq | None, solver: str, limit: float = 10) -> object:
    """The answer about left <= c * right, as about the empty word of a pair."""
    pair = Pair((Node("ended", (left,), (right,), ()),), 0, ((0, ONE),), ((0, ONE),), ONE, ONE)
    return ask(Item(pair, Output((), left, right)), domain, c, solver, seconds(limit))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("seed", range(40))
def test_solvers_and_algebra_agree(seed: int, solver: str) -> None:
    domain, claim, c = polynomial_claim(seed)
    (answer,) = algebra.decide([claim], domain, Epsilon.log(c), seconds(10))
    found = asked(domain, claim.left, claim.right, c, solver, 4)
    match answer:
        case algebra.Holds():
            assert found is None or isinstance(found, Gap)
        case algebra.Fails():
            assert isinstance(found, Violation | Gap)
    if found is None:
        for values in grid(domain, 6):
            assert sign(substitute(claim.left - c * claim.right, values)) <= 0


@pytest.mark.parametrize("solver", SOLVERS)
def test_open_and_closed_ends(solver: str) -> None:
    """1 + p reaches twice 1 at p = 1 alone, and exceeds anything less inside too."""
    assert asked(OPEN, 1 + P, ONE, fmpq(2), solver) is None
    assert asked(CLOSED, 1 + P, ONE, fmpq(2), solver) is None
    near = asked(OPEN, 1 + P, ONE, fmpq(1999, 1000), solver)
    assert isinstance(near, Violation)
    assert near.left > fmpq(1999, 1000) * near.right
    # p exceeds 0 * (1 - p) wherever it is not 0; 1 exceeds nothing of p where that is 0, which only CLOSED has.
    assert asked(OPEN, ONE - P, P, None, solver) is None


@pytest.mark.parametrize("solver", SOLVERS)
def test_factors_of_known_sign_are_not_lost(solver: str) -> None:
    """(1 - p) (1 - 2 p)^2 p^3 is positive but for three points; its negative never is."""
    product = (1 - P) * (1 - 2 * P) ** 2 * P**3
    for domain in (OPEN, CLOSED):
        found = asked(domain, product, fmpq(0) * P, ONE, solver)
        assert isinstance(found, Violation)
        assert found.left > 0
        assert found.point[0] not in (0, fmpq(1, 2), 1)
        assert asked(domain, -product, fmpq(0) * P, ONE, solver) is None


@pytest.mark.parametrize("solver", SOLVERS)
def test_points_are_simple(solver: str) -> None:
    q = unknown("q")
    domain = Domain((Variable("p", fmpq(0), fmpq(1), True), Variable("q", fmpq(0), fmpq(1), True)))
    everywhere = asked(domain, 1 + P * q, ONE, ONE, solver)
    assert isinstance(everywhere, Violation)
    assert everywhere.point == (fmpq(1, 2), fmpq(1, 2))
    # Nothing between 1/3 and 2/5 is simpler than 3/8 and 4/11; q is 1/2 again.
    between = asked(domain, (P - fmpq(1, 3)) * (fmpq(2, 5) - P), fmpq(0) * P, ONE, solver)
    assert isinstance(between, Violation)
    assert between.point in ((fmpq(3, 8), fmpq(1, 2)), (fmpq(4, 11), fmpq(1, 2)))


def test_what_needs_no_solver_is_not_asked() -> None:
    assert encode_output(Output((), ONE, fmpq(2)), OPEN, ONE) is None
    assert encode_output(Output((), -P, fmpq(0)), OPEN, ONE) is None
    assert encode_output(Output((), ONE, P), OPEN, None) is None


def test_limits_are_limits() -> None:
    assert Limits().deadline is None
    domain, claim, c = polynomial_claim(3)
    found = asked(domain, claim.left, claim.right, c, "cvc5", 0.01)
    assert found is None or isinstance(found, Violation | Gap)
