"""Long words of a process that keeps noise, many at once: they find what is too little, and spare what is proved."""

from __future__ import annotations

import pytest
from flint import fmpq
from kept_swarm import exceeded, swarm_of, weighed
from proofs_contest import attacked

from faier.deciding.comparison import kept_by, neighboring
from faier.deciding.question import Question, question_of
from faier.deciding.store import Store
from faier.engines.alignment.engine import skeleton_for
from faier.engines.alignment.skeleton import Skeleton
from faier.exact import nearest_float
from faier.lang import parse
from faier.limits import DEFAULTS
from faier.semantics.explore.predicate import truth_of

SPARSE = """from faier import Int, Positive, Stream, each, exp, geometric, laplace, mechanism, private

EPS = Positive(1)

@private(epsilon={budget}, neighbors=each(1))
@mechanism
def sparse(answers: Stream[Int[-1, 1]]):
    threshold = {threshold}
    for answer in answers:
        if answer + {answer} >= threshold:
            yield {shown}
            return
        yield False
"""
AT_ONE = {"EPS": fmpq(1)}


GEOMETRIC = "geometric(exp(-EPS / {}))"


def sparse(budget: str, shown: str, noise: str) -> str:
    return SPARSE.format(budget=budget, shown=shown, threshold=noise.format(4), answer=noise.format(2))


def asked(budget: str, shown: str = "True", noise: str = GEOMETRIC) -> tuple[Question, Skeleton]:
    program = parse(sparse(budget, shown, noise), "m.py", {})
    question = question_of(program, program.claims[0])
    kept, relation = kept_by(question, Store(), DEFAULTS), question.subject.relation
    assert kept is not None and relation is not None
    return question, skeleton_for(kept, question.mechanism, relation, truth_of(program), DEFAULTS)


@pytest.mark.parametrize("noise", [GEOMETRIC, "laplace({} / EPS)"])
@pytest.mark.parametrize(("budget", "found"), [("6 / 5 * EPS", True), ("5 / 4 * EPS", False)])
def test_too_little_is_exceeded_and_what_is_proved_is_not(budget: str, found: bool, noise: str) -> None:
    question, skeleton = asked(budget, noise=noise)
    inputs = neighboring(question, DEFAULTS)
    result = exceeded(skeleton, inputs, question.budget, AT_ONE, 0, 500, 25)
    assert result is not None and result[0] > 10_000 and (result[1] is not None) is found


def test_words_weigh_what_they_do_exactly() -> None:
    """Every word that is near no more than nothing is looked at, and weighed again."""
    question, skeleton = asked("EPS")
    inputs, swarm = neighboring(question, DEFAULTS), swarm_of(skeleton, AT_ONE)
    assert swarm is not None
    words = [word for _, close in swarm.near(1.1, 0, 40, 8) for word in close]
    assert len(words) > 30
    for word in words[:: len(words) // 10]:
        left, right = (nearest_float(one) for one in weighed(swarm.skeleton, inputs, word))
        assert left / right > 1.1 * (1 - 1e-4)


def test_proofs_of_kept_noise_are_attacked() -> None:
    outcome = attacked(sparse("5 / 4 * EPS", "True", GEOMETRIC), 0, 60, 12, 20.0)
    assert not outcome.failures and outcome.kinds["of them by an alignment"] == 1
