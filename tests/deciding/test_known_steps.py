"""What is known of sums over steps that are all alike, beside what is found by following every step."""

import time

import pytest

from faier.calibration.known import Known
from faier.calibration.methods.wasserstein import _key, infinity_distance
from faier.calibration.separated import Separated, separated
from faier.deciding import known
from faier.deciding.known_steps import LONG, known_steps
from faier.deciding.question import question_of
from faier.lang import parse
from faier.limits import Limits

FILE = """
from faier import Int, Stream, categorical, laplace, mechanism, prior, private, secret

T = 12
scale = 3


@prior
def days(kind: Int[0, 1], hidden: Int[0, 1]):
    state = categorical(1, 2, 1) if kind else 0
    for step in range(T):
        if step == hidden:
            secret(state)
        yield state
        if state == 2:
            state = categorical(1, 1, 2)
        else:
            state = categorical(3, 1) if kind else 1 + categorical(1, 4)


@private(epsilon=1, prior=days)
@mechanism
def total(xs: Stream[Int[0, 2]]):
    count = 0
    for x in xs:
        count += 3 if x == 2 else -x
    return 2 * count + 1 + laplace(scale)
"""


def _known(source: str) -> Known:
    program = parse(source, "days.py")
    question = question_of(program, program.claims[0])
    found = separated(program, "total")
    assert isinstance(found, Separated)
    return known.known_of(question, found, Limits(time.monotonic() + 60))


def _laws(found: Known) -> set[object]:
    assert isinstance(found.conditionals, tuple)
    return {(_key(one.left), _key(one.right)) for one in found.conditionals}


def test_the_same_is_known_as_of_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = _known(FILE)
    monkeypatch.setattr(known, "known_steps", lambda *_: None)
    followed = _known(FILE)
    assert isinstance(at_once.chains, tuple)
    assert isinstance(followed.chains, tuple)
    assert set(at_once.chains) == set(followed.chains)
    assert _laws(at_once) == _laws(followed)
    assert isinstance(followed.conditionals, tuple)
    assert at_once.moved == max(infinity_distance(one.left, one.right) for one in followed.conditionals)
    assert (at_once.spread, at_once.step, at_once.records) == (followed.spread, followed.step, followed.records)


def test_of_many_steps_all_is_known_but_the_laws() -> None:
    found = _known(FILE.replace("T = 12", "T = 100000"))
    assert isinstance(found.chains, tuple)
    assert {chain.length for chain in found.chains} == {100000}
    assert (found.spread, found.step, found.conditionals, found.moved) == (800000, 8, LONG, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        yield state\n", "        yield state\n        yield state\n"),  # two records each step
        ("        yield state\n", "        yield categorical(1, 1) if state else 2\n"),  # hidden states
        ("range(T)", "range(T - hidden)"),
    ],
)
def test_others_are_followed(old: str, new: str) -> None:
    program = parse(FILE.replace(old, new), "days.py")
    found = separated(program, "total")
    assert isinstance(found, Separated)
    assert known_steps(question_of(program, program.claims[0]), found, Limits()) is None
