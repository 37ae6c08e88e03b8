"""Runs to a witness: they go through the program as it is written, and the draws multiply to their probability."""

from __future__ import annotations

from math import prod

import asked
import pytest
from command_line import NOISY_MAX, RESPONSE
from flint import fmpq
from test_html import PUFFERFISH

from faier.answers.answer import Run
from faier.answers.tracing import runs
from faier.engines.verdict import Refuted
from faier.lang import parse
from faier.limits import LimitReached, Limits, Work

EVERY = """\
from faier import Bool, Positive, exp, flip, mechanism, one, private

EPS = Positive(1)


@private(epsilon=EPS, neighbors=one())
@mechanism
def response(answer: Bool):
    return answer if flip(exp(2 * EPS) / (1 + exp(2 * EPS))) else not answer
"""

CERTAIN = """\
from faier import Int, each, log, mechanism, private


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def above(count: Int[0, 3]):
    total = 0
    while total < count:
        total += 2
    return total >= 2
"""

STREAM = """\
from faier import Bool, Stream, flip, log, mechanism, one, prior, private, secret


@prior
def steady():
    state = flip(1 / 3)
    secret(state)
    while True:
        yield state


@private(epsilon=log(2), prior=steady)
@mechanism
def told(days: Stream[Bool]):
    for day in days:
        yield noisy(day)


def noisy(day):
    return day if flip(3 / 4) else not day
"""


def traced(source: str, number: int = 0, length: int | None = None) -> tuple[Run, ...]:
    program = parse(source, "a.py", {})
    claim = program.claims[number]
    verdict = asked.check(program, claim, asked.Approach(length=length))
    assert isinstance(verdict, Refuted)
    return runs(program, claim.subject, verdict.witness, Limits())


def told(run: Run) -> list[tuple[int, str]]:
    """The statements, as `drawn / changed / shown / given`."""
    return [
        (
            step.line,
            " / ".join(
                (
                    ", ".join(f"{value.text} ({chance.text})" for value, chance in step.drawn),
                    ", ".join(f"{name}={value.text}" for name, value in step.changed),
                    step.shows.text if step.shows else "",
                    step.gives.text if step.gives else "",
                )
            ),
        )
        for step in run.steps
    ]


def test_a_run_through_a_loop() -> None:
    left, right = traced(NOISY_MAX, 1)
    assert told(left) == [
        (11, " / best=-1, winner=0 /  / "),
        (12, " / answer=1, index=0 /  / "),
        (13, "0 (1/3) / noisy=0 /  / "),
        (15, " / best=0, winner=0 /  / "),
        (12, " / answer=1, index=1 /  / "),
        (13, "0 (1/3) / noisy=0 /  / "),
        (12, " / answer=1, index=2 /  / "),
        (13, "1 (1/3) / noisy=1 /  / "),
        (15, " / best=1, winner=2 /  / "),
        (16, " /  / 2 / "),
    ]
    assert left.probability.text == "1/27"
    assert [line for line, _ in told(right)] == [line for line, _ in told(left)]
    assert right.probability.text == "1/216"


def test_a_run_with_a_prior_goes_through_the_prior_first() -> None:
    left, right = traced(PUFFERFISH)
    assert [line for line, _ in told(left)] == [6, 7, 8, 14]
    assert told(left)[1:3] == [(7, " / the secret=False /  / "), (8, " /  /  / 0")]
    assert told(right)[1:3] == [(7, " / the secret=True /  / "), (8, " /  /  / 2")]


def test_a_prior_gives_records_in_turn_and_a_helper_draws() -> None:
    left, right = traced(STREAM, length=2)
    assert [line for line, _ in told(left)] == [6, 7, 9, 15, 16, 9, 15, 16]
    assert told(left)[2:5] == [(9, " /  /  / False"), (15, " / day=False /  / "), (16, "False (3/4) /  / False / ")]
    assert left.probability.text == "3/8"
    assert right.probability.text == "1/48"


def test_a_claim_about_every_epsilon_is_traced_at_the_one_that_refutes_it() -> None:
    left, right = traced(EVERY)
    assert left.probability.value > right.probability.value > 0
    assert left.probability.value == left.steps[0].drawn[0][1].value


def test_what_is_impossible_on_the_right_has_no_run_there() -> None:
    (left,) = traced(CERTAIN)
    assert left.probability.text == "1"
    assert told(left)[-1] == (10, " /  / False / ")


@pytest.mark.parametrize(("source", "number"), [(NOISY_MAX, 1), (NOISY_MAX, 2), (RESPONSE.replace("log(3)", "1"), 0)])
def test_the_probability_is_the_product_of_the_draws(source: str, number: int) -> None:
    for run in traced(source, number):
        draws = [chance.text for step in run.steps for _, chance in step.drawn]
        assert prod((fmpq(*map(int, text.split("/"))) for text in draws), start=fmpq(1)) == fmpq(
            *map(int, run.probability.text.split("/"))
        )


def test_steps_are_counted() -> None:
    program = parse(NOISY_MAX, "a.py", {})
    claim = program.claims[1]
    verdict = asked.check(program, claim)
    assert isinstance(verdict, Refuted)
    with pytest.raises(LimitReached, match="as many steps"):
        runs(program, claim.subject, verdict.witness, Limits(work=Work(10)))
