"""Claims about every epsilon of mechanisms that keep Laplace noise: what fails does so at a simple one."""

from __future__ import annotations

from math import log

import pytest
from asked import check
from flint import fmpq

from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import nearest_float
from faier.lang import parse
from faier.lang.values import Real, Sequence

TEXT = """
from faier import Int, Positive, Stream, Vector, each, laplace, mechanism, private

EPS = Positive(1)
TOP = 1


@private(epsilon={budget}, neighbors=each(TOP))
@mechanism
def larger(counts: Vector[Int[0, TOP], 2]):
    first, second = counts[0] + laplace(2 / EPS), counts[1] + laplace(2 / EPS)
    return 0 if first > second else 1


@private(epsilon={budget}, neighbors=each(TOP))
@mechanism
def above(answers: Stream[Int[0, TOP]]):
    threshold = laplace(2 / EPS)
    for answer in answers:
        yield answer + laplace(2 / EPS) >= threshold
"""


@pytest.mark.parametrize(
    ("mechanism", "budget", "verdict"),
    [(0, "EPS", Proved), (0, "EPS / 3", Refuted), (1, "EPS", Refuted)],
)
def test_claims_about_every_epsilon(mechanism: int, budget: str, verdict: type) -> None:
    program = parse(TEXT.format(budget=budget), "kept.py")
    found = check(program, program.claims[mechanism])
    assert isinstance(found, verdict)
    if isinstance(found, Refuted):
        parameters = dict(found.witness.parameters)
        assert found.witness.unknown == "EPS" and parameters["EPS"] == Real(fmpq(1), "fraction")
        assert found.witness.ratio is not None and log(nearest_float(found.witness.ratio)) > (1 if mechanism else 1 / 3)


def test_other_settings_are_kept() -> None:
    program = parse(TEXT.format(budget="EPS / 2"), "kept.py", {"TOP": "2"})
    found = check(program, program.claims[0])
    assert isinstance(found, Refuted)
    assert any(isinstance(value, Sequence) and 2 in value.items for _, value in found.witness.left)


def test_what_holds_at_the_epsilons_that_are_tried() -> None:
    program = parse(TEXT.format(budget="EPS / 2"), "kept.py")
    found = check(program, program.claims[0])
    assert isinstance(found, Undecided)
    assert any("EPS = 1, 1/4, 4, 1/20" in each.reason for each in found.attempts)
