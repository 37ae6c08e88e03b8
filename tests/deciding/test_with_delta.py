"""(epsilon, delta) claims against the referee's brute force, and against closed forms."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import asked
import pytest
from flint import fmpq
from referee import brute

from faier.engines.outputs.hockey_stick import divergence, least_factor
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import Epsilon, Number
from faier.lang import parse
from faier.lang.values import Sequence

ROOT = Path(__file__).parent.parent.parent

THRESHOLDED = """
from faier import Int, clamp, each, geometric, log, mechanism, one, private

@private(epsilon={epsilon}, delta={delta}, neighbors={neighbors})
@mechanism
def thresholded(count: Int[0, 3]):
    noisy = clamp(count + geometric(1 / 2), 0, 5)
    return noisy if noisy >= 3 else None
"""


def least_delta(text: str, mechanism: str, epsilon: Epsilon) -> Number:
    program = parse(text, "mechanism.py", {})
    least = asked.least_delta(program, program.claims[0].subject, epsilon).value
    assert least is not None
    return least


@pytest.mark.parametrize("ratio", [1, 2, 3, Fraction(3, 2)])
@pytest.mark.parametrize("neighbors", ["each(1)", "one()"])
def test_the_least_delta_is_the_referee_s(ratio: Fraction, neighbors: str) -> None:
    text = THRESHOLDED.format(epsilon="1", delta="0", neighbors=neighbors)
    c = fmpq(Fraction(ratio).numerator, Fraction(ratio).denominator)
    ours = least_delta(text, "thresholded", Epsilon.log(c))
    found = brute.compared(brute.load(text), "thresholded", neighbors=neighbors)
    theirs = brute.delta(found, Fraction(ratio))
    assert Fraction(int(ours.p), int(ours.q)) == theirs


def test_the_boundary_is_exact() -> None:
    text = THRESHOLDED.format(epsilon="log(3 / 2)", delta="0", neighbors="each(1)")
    delta = least_delta(text, "thresholded", Epsilon.log(fmpq(3, 2)))
    assert delta > 0
    for claimed, expected in ((delta, Proved), (delta - fmpq(1, 10**30), Refuted)):
        claim = THRESHOLDED.format(epsilon="log(3 / 2)", delta=f"{claimed.p} / {claimed.q}", neighbors="each(1)")
        program = parse(claim, "mechanism.py", {})
        assert isinstance(asked.check(program, program.claims[0]), expected)


def test_an_irrational_factor_is_compared_exactly() -> None:
    text = THRESHOLDED.format(epsilon="1 / 2", delta="0", neighbors="each(1)")
    delta = least_delta(text, "thresholded", Epsilon.rational(fmpq(1, 2)))
    below, above = Fraction("0.03"), Fraction("0.6")
    for claimed, expected in ((below, Refuted), (above, Proved)):
        claim = THRESHOLDED.format(epsilon="1 / 2", delta=str(claimed), neighbors="each(1)")
        program = parse(claim, "mechanism.py", {})
        assert isinstance(asked.check(program, program.claims[0]), expected)
    assert not isinstance(delta, fmpq)


def test_streams_that_lose_no_more_without_a_delta_are_proved_with_one() -> None:
    text = (
        (ROOT / "models/above_threshold_clamped.py")
        .read_text()
        .replace("neighbors=one(1)", "neighbors=one(1), delta=0.1")
    )
    program = parse(text, "mechanism.py", {})
    claim = next(claim for claim in program.claims if claim.budget.delta != 0)
    assert isinstance(asked.check(program, claim), Proved)
    less = next(claim for claim in program.claims if claim.budget.delta != 0 and claim.expect == "refuted")
    verdict = asked.check(program, less)
    assert isinstance(verdict, Undecided)
    assert "stream" in verdict.reason


def law(*weights: tuple[int, str]) -> dict[Sequence, fmpq]:
    return {Sequence("tuple", (value,)): fmpq(*map(int, weight.split("/"))) for value, weight in weights}


P = law((0, "1/2"), (1, "3/8"), (2, "1/8"))
Q = law((0, "1/4"), (1, "1/4"), (2, "1/2"))


@pytest.mark.parametrize("delta", ["0/1", "1/100", "1/8", "1/4", "3/8", "1/2", "1/1"])
def test_the_least_factor_is_the_least(delta: str) -> None:
    allowed = fmpq(*map(int, delta.split("/")))
    c = least_factor(P, Q, allowed)
    assert c is not None
    assert divergence(P, Q, Epsilon.log(c)).delta <= allowed
    if c > 1:
        assert divergence(P, Q, Epsilon.log(c * (1 - fmpq(1, 10**9)))).delta > allowed


def test_an_output_possible_on_one_side_needs_its_weight_as_delta() -> None:
    only = law((0, "1/2"), (1, "3/8"), (3, "1/8"))
    assert least_factor(only, Q, fmpq(1, 9)) is None
    assert least_factor(only, Q, fmpq(1, 8)) == 2


UNUSED = """
from faier import Int, Probability, Real, assume, flip, log, mechanism, prior, private, secret


@prior
def believed(p: Probability, q: Real[1 / 5, 3 / 4]):
    bit = flip(1 / 2)
    secret(bit)
    return bit


@private(epsilon=log(2), delta=1 / 4, prior=believed)
@mechanism
def shown(bit: Int[0, 1]):
    return bit
"""


def test_an_unknown_that_nothing_depends_on_has_some_value() -> None:
    program = parse(UNUSED, "mechanism.py", {})
    verdict = asked.check(program, program.claims[0])
    assert isinstance(verdict, Refuted)
    assert [name for name, _ in verdict.witness.parameters] == ["p", "q"]


INPUTS_APART = """
from enum import Enum
from typing import Literal, NamedTuple
from faier import Records, added, flip, log, mechanism, one, private


class Colour(Enum):
    RED = 1
    BLUE = 2


class Row(NamedTuple):
    colour: Colour
    known: bool | None


@private(epsilon=log(2), delta=1 / 4, neighbors=one())
@private(epsilon=log(2), delta=1 / 5, neighbors=one())
@mechanism
def listed(x: Literal[1, True, "a", None]):
    return flip(1 / 4) if x is True else flip(3 / 4)


@private(epsilon=log(2), delta=1 / 4, neighbors=added())
@private(epsilon=log(2), delta=1 / 5, neighbors=added())
@mechanism
def rows(rows: Records[Row, 1]):
    return flip(1 / 4) if any(row.colour is Colour.RED and row.known is None for row in rows) else flip(3 / 4)
"""


def test_inputs_of_every_type_are_told_apart():
    """1 is not True where both are values, and records may be missing."""
    program = parse(INPUTS_APART, "mechanism.py", {})
    verdicts = [asked.check(program, claim) for claim in program.claims]
    assert [isinstance(verdict, Proved) for verdict in verdicts] == [True, False, True, False]
    assert all(isinstance(verdict, Proved | Refuted) for verdict in verdicts)
