"""Suprema over unknowns: boundaries where a secret is impossible, maxima on curves, ratios without bound; and random
ratios against exact values on a grid."""

from __future__ import annotations

import random

import asked
import pytest
from flint import fmpq
from polynomial_claims import grid, mixture

from faier.engines.algebra.domain import Domain, Variable
from faier.engines.algebra.obligations import Obligation
from faier.engines.algebra.supremum import PRECISION, supremum
from faier.engines.verdict import Tight
from faier.exact import Number, compare, sign, substitute, unknown
from faier.lang import parse
from faier.limits import Limits, seconds

BELIEF = """
from faier import Bool, Probability, Real, assume, flip, log, mechanism, prior, private, secret

@prior
def belief({unknowns}):
{body}

@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer

@mechanism
def show(answer: Bool):
    return answer
"""


def given(secret: str, yes: str, no: str) -> str:
    return f"    person = flip({secret})\n    secret(person)\n    return flip({yes}) if person else flip({no})\n"


PERSON = "    person = flip(p)\n    secret(person)\n    return person\n"
ASSUMED = "    a = flip(p)\n    b = flip(q)\n    assume(a or b)\n    secret(a)\n    return b\n"

# Unknowns, the prior, the mechanism, the supremum of the ratio (None: it has no bound), whether it is attained.
TABLE = [
    ("p: Real[0, 1]", PERSON, "response", 3, True),
    ("p: Real[0, 1]", PERSON, "show", None, True),
    # At p = 0, where the ratio would be greatest, the secret is impossible.
    ("p: Real[0, 1]", given("p", "p", "1"), "response", 3, False),
    ("p: Real[0, 1 / 2]", given("p", "1 - p", "1 / 2"), "response", 2, False),
    ("p: Real[0, 1 / 2]", given("p", "1 - p", "1 / 2"), "show", None, False),
    ("p: Real[0, 1], q: Real[0, 1]", ASSUMED, "response", 3, False),
    # The same with the greatest ratio where the secret is possible.
    ("p: Real[0, 1]", given("1 / 2", "p", "1"), "response", 3, True),
    ("p: Probability", given("1 / 2", "p", "1"), "response", 3, False),
    ("p: Probability, q: Real[0, 1]", given("p", "q", "1"), "response", 3, True),
    ("p: Real[0, 1], q: Probability", given("1 / 2", "p", "q"), "response", 3, False),
    # On a side of the square the ratio has no bound, though at its corners it has no limit.
    ("p: Probability, q: Probability", given("1 / 2", "4 * p * (1 - p)", "q"), "show", None, False),
    ("p: Probability, q: Real[0, 1]", given("1 / 2", "4 * p * (1 - p)", "q"), "show", None, True),
    # One whole side is 0 against 0.
    ("p: Real[1 / 4, 3 / 4]", given("p * p", "p", "p * p * p"), "show", 16, True),
    ("p: Probability", given("p", "p", "p"), "show", 1, True),
]


@pytest.mark.parametrize(("unknowns", "body", "mechanism", "expected", "attained"), TABLE)
def test_boundaries(unknowns: str, body: str, mechanism: str, expected: int | None, attained: bool) -> None:
    found = bound(BELIEF.format(unknowns=unknowns, body=body), mechanism)
    assert (found.lower, found.attained) == (expected, attained)
    assert found.upper == expected
    assert found.witness is not None
    if expected is not None:
        assert found.witness.ratio is not None
        assert compare(found.witness.ratio, fmpq(expected)) == 0 or not attained
        assert fmpq(expected) * fmpq(999, 1000) < found.witness.ratio <= expected


@pytest.mark.long
def test_a_maximum_on_a_curve_is_brought_to_an_end_by_a_solver() -> None:
    """2 - (p - q)^2 touches 2 wherever p = q: halving never ends there."""
    body = given("1 / 2", "1 / 2 - (p - q) * (p - q) / 4", "1 / 4")
    text = BELIEF.format(unknowns="p: Probability, q: Probability", body=body)
    found = bound(text, "show", 16)
    assert (found.lower, found.upper, found.attained) == (2, 2, True)
    by_algebra = bound(text, "show", 2, "algebra")
    assert by_algebra.lower == 2
    assert by_algebra.upper is None or by_algebra.upper > 2


def test_a_bound_that_runs_out_of_time_has_a_witness() -> None:
    body = given("1 / 2", "1 / 2 - (p - q) * (p - q) / 4", "1 / 4")
    text = BELIEF.format(unknowns="p: Probability, q: Probability", body=body)
    found = bound(text, "show", 2, "algebra")
    assert found.lower == 2
    assert found.witness is not None
    assert found.witness.ratio == 2


def bound(text: str, mechanism: str, limit: float = 20, engine: str = "auto") -> Tight:
    program = parse(text, "mechanism.py", {})
    subject = asked.subject_of(program, mechanism, None, "belief")
    found = asked.bound(program, subject, asked.Approach(engine), seconds(limit)).tight
    assert found is not None
    return found


def test_the_search_says_which_unknowns_it_needs() -> None:
    """Also where weights do not depend on them."""
    program = parse(BELIEF.format(unknowns="p: Probability", body=PERSON), "mechanism.py", {})
    found = asked.bound(program, asked.subject_of(program, "response", None, "belief"), asked.Approach("search"))
    assert found.tight is None
    assert found.reason is not None
    assert "p" in found.reason.replace(":", "").split()


@pytest.mark.parametrize("seed", range(60))
def test_random_ratios_are_enclosed(seed: int) -> None:
    """No point of a grid exceeds the upper end; the lower one is attained, or is a limit that the upper one meets."""
    items, domain = random_ratios(seed)
    found = supremum(items, domain, Limits())
    values = dict(zip(domain.names, found.point, strict=True))
    left, right = (substitute(side, values) for side in (found.obligation.left, found.obligation.right))
    assert all(
        0 < at < 1 if variable.open else 0 <= at <= 1
        for variable, at in zip(domain.variables, found.point, strict=True)
    )
    assert left > 0
    if found.lower is None:
        assert right == 0 if found.attained else left > 100 * right > 0
        return
    if found.attained:
        assert compare(left / right, found.lower) == 0
    if found.upper is None:
        assert found.reason
        return
    assert found.reason or compare(found.upper, found.lower * PRECISION) <= 0
    for item in items:
        for point in grid(domain, 12 if len(domain.names) < 3 else 6):
            assert sign(substitute(item.left, point) - found.upper * substitute(item.right, point)) <= 0


def random_ratios(seed: int) -> tuple[list[Obligation], Domain]:
    """One or two ratios of positive polynomials; half of them with noise, so that they have a bound."""
    draw = random.Random(seed)
    names = ("p", "q")[: draw.choice((1, 1, 2))]
    domain = Domain(tuple(Variable(name, fmpq(0), fmpq(1), draw.random() < 0.7) for name in names))
    units: list[Number] = [unknown(name) for name in names]
    noise = draw.choice((fmpq(0), fmpq(1, 3)))
    return [
        Obligation(mixture(draw, units) + noise, mixture(draw, units) + noise, ()) for _ in range(draw.choice((1, 2)))
    ], domain
