"""Claims about mechanisms that need not end are decided for outputs of every length, where that is possible."""

from __future__ import annotations

import asked
import pytest
from flint import fmpq

from faier.deciding import by_search
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Undecided, Verdict
from faier.exact import from_ratio
from faier.lang import parse
from faier.limits import Limits, seconds
from faier.semantics import denote

HEAD = """from faier import (
    Bool, Int, Stream, clamp, each, flip, geometric, log, mechanism, one, prior, private, secret, uniform
)


"""

CHAIN = """@prior
def chain():
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        if flip({leave}):
            state = not state


@private(epsilon={epsilon}, prior=chain)
@mechanism
def response(answers: Stream[Bool]):
    for answer in answers:
        yield answer if flip(3 / 4) else not answer
"""

THRESHOLD = """@private(epsilon={epsilon}, neighbors={neighbors})
@mechanism
def above_threshold(answers: Stream[Int[0, 2]]):
    noisy_threshold = clamp(1 + geometric(1 / 4), 0, 2)
    for answer in answers:
        above = clamp(answer + geometric(1 / 2), 0, 2) >= noisy_threshold
        yield above
        if above:
            return
"""

RESPONSE = """@private(epsilon={epsilon}, neighbors={neighbors})
@mechanism
def response(answers: Stream[Bool]):
    for answer in answers:
        yield answer if flip(3 / 4) else not answer
"""


def verdict(text: str, engine: str = "auto", length: int | None = None) -> Verdict:
    program = parse(HEAD + text, "m.py", {})
    return asked.check(program, program.claims[0], asked.Approach(engine, length), seconds(60))


def chain(epsilon: str) -> str:
    return CHAIN.format(leave="1 / 10", epsilon=epsilon)


def test_a_chain_is_proved_for_ever() -> None:
    found = verdict(chain("2.8996"))
    assert isinstance(found, Proved)
    assert found.coverage.all
    assert found.engine == "coupling"
    assert found.tight is not None
    assert found.tight.lower is not None
    assert found.tight.upper is not None
    assert found.tight.lower <= found.tight.upper
    assert 2.8995 < from_ratio(found.tight.upper).value < 2.8996


def test_a_chain_is_refuted_below() -> None:
    found = verdict(chain("2.89"))
    assert isinstance(found, Refuted)


def test_a_chain_is_proved_for_its_length_alone_when_one_is_given() -> None:
    found = verdict(chain("2.8996"), length=5)
    assert isinstance(found, Proved)
    assert not found.coverage.all
    assert found.coverage.length == 5


@pytest.mark.parametrize("engine", ["auto", "coupling"])
def test_one_changed_answer_is_bounded_for_ever(engine: str) -> None:
    found = verdict(RESPONSE.format(epsilon="log(3)", neighbors="one()"), engine)
    assert isinstance(found, Proved)
    assert found.coverage.all
    assert found.tight is not None
    assert found.tight.upper == 3
    assert engine == "auto" or found.engine == engine


def test_one_changed_answer_is_bounded_exactly() -> None:
    text = HEAD + RESPONSE.format(epsilon="1", neighbors="one()")
    found = asked.tight(text, "response", "one()", limits=seconds(60))
    assert found.coverage.all
    assert found.tight is not None
    assert found.tight.lower == found.tight.upper == 3


@pytest.mark.parametrize("epsilon", ["4 * log(2)", "30 * log(2)", "100"])
@pytest.mark.parametrize("engine", ["auto", "coupling"])
def test_above_threshold_has_no_epsilon(epsilon: str, engine: str) -> None:
    text = THRESHOLD.format(epsilon=epsilon, neighbors="each(1)")
    found = verdict(text, engine)
    assert isinstance(found, Refuted)
    assert found.coverage.all
    assert found.tight is not None
    assert found.tight.lower is None
    assert found.tight.growth is not None
    assert found.tight.growth.per_cycle == 2
    program = parse(HEAD + text, "m.py", {})
    seen = found.witness
    left, right = (
        denote.probability(program, "above_threshold", dict(side), seen.output, seen.ended, Limits())
        for side in (seen.left, seen.right)
    )
    assert left / right == seen.ratio
    assert asked.judge(program.claims[0], asked.Finding(found.tight, found.coverage)).__class__ is Refuted


def test_growth_is_told_in_words() -> None:
    text = HEAD + THRESHOLD.format(epsilon="1", neighbors="each(1)")
    found = asked.tight(text, "above_threshold", "each(1)", limits=seconds(60))
    assert found.tight is not None
    assert found.tight.growth is not None
    assert found.tight.growth.cycle == ("answers: 1 left, 2 right", "shows False")


def test_a_growing_claim_of_a_length_is_about_that_length() -> None:
    found = verdict(THRESHOLD.format(epsilon="4 * log(2)", neighbors="each(1)"), length=4)
    assert isinstance(found, Proved)
    assert not found.coverage.all


def test_where_every_answer_may_change_no_factor_holds() -> None:
    found = verdict(RESPONSE.format(epsilon="50 * log(3)", neighbors="each(1)"))
    assert isinstance(found, Refuted)
    assert found.witness.ratio is not None
    assert found.witness.ratio > fmpq(3) ** 50
    assert len(found.witness.output) > 50


def test_the_coupling_engine_alone_says_when_it_finds_nothing() -> None:
    found = verdict(RESPONSE.format(epsilon="log(3)", neighbors="one()").replace("3 / 4", "1"), "coupling")
    assert isinstance(found, Undecided)


def test_growth_is_found_where_searching_would_take_long() -> None:
    """Powers of e, and five values each time: an output is searched for a moment, and the growth is told."""
    weights = "from faier import Int, clamp, each, exp, geometric, mechanism, private\n\n\n"
    source = weights + (
        "@private(epsilon=1, neighbors=each(1))\n@mechanism\ndef m(count: Int[0, 4]):\n    while True:\n"
        "        yield clamp(count + geometric(exp(-1 / 2)), 0, 4)\n"
    )
    question = question_of(parse(source, "m.py"), parse(source, "m.py").claims[0])
    finding = by_search.bound(question, Store(), seconds(4.0))
    assert finding.engine == "growth"
    assert finding.tight is not None
    assert finding.tight.lower is None
