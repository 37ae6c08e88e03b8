"""Claims about numbers that are computed of noise: false ones are refuted by events, and nothing that holds is."""

from __future__ import annotations

from itertools import islice

import pytest
from flint import fmpq

from faier.deciding.by_events import refuted
from faier.deciding.question import Question, question_of
from faier.deciding.standing_out import standing_out
from faier.engines.verdict import Refuted, Unwritable
from faier.exact import compare, exponential_of
from faier.hmm.wholes import holds
from faier.lang import parse
from faier.lang.values import Between, Sequence, json_value, show_value
from faier.limits import seconds

HEAD = """\
from typing import NamedTuple
from faier import Bool, Int, Records, Vector, added, each, exp, gaussian, geometric, laplace, mechanism, one, private


class Row(NamedTuple):
    x: Int[0, 10]
    y: Int[0, 10]


"""

WRONG = {
    "a variance with noise of the sum": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Int[0, 100], 200]",
        "n = max(len(xs) + laplace(3), 1)\ns = sum(xs) + laplace(300)\nq = sum(x * x for x in xs) + laplace(300)\n"
        "return q / n - (s / n) ** 2",
    ),
    "cells that are not below 0": (
        "epsilon=1, neighbors=one()",
        "xs: Vector[Int[0, 8], 120]",
        "return [max(0, sum(1 for x in xs if x == k) + geometric(exp(-1))) for k in range(9)]",
    ),
    "nothing for few": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Int[0, 25], 100]",
        "if len(xs) < 30:\n    return 'not enough data'\nreturn (sum(xs) + laplace(50)) / max(len(xs) + laplace(2), 1)",
    ),
    "a ratio of sums": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Row, 60]",
        "return (sum(r.x for r in xs) + laplace(10)) / max(sum(r.y for r in xs) + laplace(10), 1)",
    ),
    "the number that wins": (
        "epsilon=1, neighbors=each(1)",
        "xs: Vector[Int[0, 4], 3]",
        "noisy = [x + laplace(2) for x in xs]\nwinner = noisy.index(max(noisy))\nreturn winner, noisy[winner]",
    ),
    "both of a dictionary": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Int[0, 10], 50]",
        "n = len(xs) + laplace(1)\nreturn {'count': n, 'mean': (sum(xs) + laplace(10)) / max(n, 1)}",
    ),
    "a percentage in a text": (
        "epsilon=1, neighbors=one()",
        "xs: Vector[Bool, 50]",
        "return f'{100 * (sum(xs) + laplace(0.5)) / 50:.1f}% say yes'",
    ),
    "a delta that is too small": (
        "epsilon=1, delta=0.00001, neighbors=one()",
        "xs: Vector[Row, 40]",
        "return (sum(r.x for r in xs) + gaussian(10)) * 2 / 40",
    ),
}

ANY = Between(None, None, numbers=True)

RIGHT = {
    "a ratio": WRONG["a ratio of sums"][2].replace("laplace(10)", "laplace(20)"),
    "both of a dictionary": "n = len(xs) + laplace(2)\n"
    "return {'count': n, 'mean': (sum(r.x for r in xs) + laplace(20)) / max(n, 1)}",
    "just as much as is lost": "return max(sum(r.x for r in xs) + laplace(10), 0), 2 * 2",
    "rounded": "return round(sum(r.x * r.y for r in xs) + laplace(100)) // 10",
}


def _question(claim: str, parameters: str, body: str) -> Question:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    program = parse(f"{HEAD}@private({claim})\n@mechanism\ndef shown({parameters}):\n{lines}", "shown.py", {})
    return question_of(program, program.claims[0])


@pytest.mark.parametrize("name", WRONG)
def test_false_claims_are_refuted(name: str) -> None:
    question = _question(*WRONG[name])
    assert question.subject.relation is not None
    pairs = standing_out(question.subject.relation, question.program, question.mechanism)
    found = refuted(question, pairs, seconds(20))
    assert isinstance(found, Refuted)
    told = found.witness
    assert holds(question.subject.relation, question.mechanism, dict(told.left), dict(told.right))
    delta = question.delta or 0
    beyond = told.probability_left - exponential_of(question.budget) * told.probability_right
    assert compare(beyond, delta) > 0
    assert isinstance(found.evidence, Unwritable)


@pytest.mark.parametrize("scale", ["1", "10 ** 20", "10 ** 400"])
def test_scales_that_floats_do_not_hold(scale: str) -> None:
    """A run with very many comparisons, and scales that are far from 1."""
    body = f"return sum(1 for x in xs if x + laplace({scale}) > 0)"
    question = _question("epsilon=1, neighbors=added()", "xs: Records[Int[0, 3], 9]", body)
    assert question.subject.relation is not None
    pairs = islice(standing_out(question.subject.relation, question.program, question.mechanism), 3)
    found = refuted(question, pairs, seconds(0.5))
    assert found is None or compare(found.witness.probability_left, found.witness.probability_right) > 0


def test_events_are_told_in_numbers() -> None:
    shown = (Between(fmpq(120), None, numbers=True), Between(None, fmpq(7, 2), numbers=True), ANY, "no")
    assert show_value(Sequence("list", shown)) == "[at least 120, at most 3.5, any number, 'no']"
    assert show_value(Between(fmpq(1, 3), fmpq(2), numbers=True)) == "a number from 1/3 to 2"
    written = Sequence("part", ("about ", Between(None, fmpq(9, 20), numbers=True), "%"))
    assert show_value(written) == "'about {at most 0.45}%'"
    number = {"number": {"from": None, "to": "9/20"}}
    assert json_value(written) == {"text": ["about ", number, "%"]}


@pytest.mark.parametrize("name", RIGHT)
def test_claims_that_hold_are_not(name: str) -> None:
    question = _question("epsilon=1, neighbors=added()", "xs: Records[Row, 60]", RIGHT[name])
    assert question.subject.relation is not None
    pairs = islice(standing_out(question.subject.relation, question.program, question.mechanism), 2)
    assert refuted(question, pairs, seconds(20)) is None
