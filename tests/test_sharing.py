"""Claims that are shared out among workers are answered as they are by one, whatever becomes of a share."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from faier import driver, weighing
from faier.answer import Report
from faier.batch import Plan, carry_out
from faier.comparison import model
from faier.lang import parse
from faier.limits import LimitReached, Limits
from faier.request import Options, Purpose
from faier.selection import Selected

MANY = """\
from faier import Bool, Int, Stream, flip, log, mechanism, prior, private, secret, uniform

@prior
def day(hidden: Int[0, 4], late: Bool):
    state = flip(1 / 2)
    for day in range(5):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(9 / 10) else not state

@prior
def four(bias: Int[1, 3]):
    it = uniform(0, 3)
    secret(it)
    yield it >= 2 if flip(bias / 4) else it == 0

@private(epsilon=3, prior=day, expect="refuted")
@private(epsilon=4.7, prior=day)
@private(epsilon=2, prior=four)
@private(epsilon=log(2), prior=four, expect="refuted")
@private(epsilon=log(2), prior=four, pairs=[(0, 1), (1, 2)], expect="refuted")
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""

PAIRS = """\
from faier import Int, flip, log, mechanism, prior, private, secret, uniform

@prior
def belief():
    it = uniform(0, 4)
    secret(it)
    return it

@private(epsilon=log(12), prior=belief)
@private(epsilon=log(10), prior=belief, expect="refuted")
@private(epsilon=log(2), prior=belief, delta=1 / 4)
@mechanism
def show(answer: Int[0, 4]):
    return answer if flip(2 / 3) else uniform(0, 4)
"""

# The third of six values of the parameter lets the secret be seen for certain.
SEEN = """\
from faier import Bool, Int, flip, mechanism, prior, private, secret

@prior
def belief(chance: Int[0, 5]):
    it = flip(1 / 2)
    secret(it)
    return it if flip(abs(2 - chance) / 4) else not it

@private(epsilon=2, prior=belief, expect="refuted")
@mechanism
def show(answer: Bool):
    return answer
"""

NAMES = {"many": MANY, "pairs": PAIRS, "seen": SEEN}


@pytest.fixture(autouse=True)
def _faults_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)


def report(path: Path, jobs: int, entry: str, purpose: Purpose = "check") -> Report:
    found = carry_out(Plan(purpose, (Selected(str(path), ()),), Options(timeout=60.0), jobs), entry=entry)
    assert not found.bugs
    return found


def timeless(found: Report) -> list[str]:
    """Everything but the time; as text, for not every number equals itself."""
    return [repr(replace(answer, seconds=0.0)) for answer in (*found.answers, *found.bounds)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("purpose", "jobs"), [("check", 3), ("bound", 2)])
def test_shares_add_up_to_the_same_answer(name: str, purpose: Purpose, jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "shared.py"
    path.write_text(NAMES[name])
    alone = report(path, 1, "faier.tasks:perform", purpose)
    assert not alone.problems
    shared = report(path, jobs, "command_line_faults:share_at_once", purpose)
    assert timeless(shared) == timeless(alone)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_share_that_is_lost_leaves_no_upper_bound(tmp_path: Path) -> None:
    """Nothing is proved without it; what the others refute is refuted all the same."""
    path = tmp_path / "shared.py"
    path.write_text(MANY)
    found = report(path, 2, "command_line_faults:lose_a_share")
    verdicts = [answer.verdict for answer in found.answers]
    assert verdicts == ["refuted", "undecided", "undecided", "refuted", "refuted"]
    assert "SIGKILL" in str(found.answers[1].reason)
    assert found.status == 3


def test_a_share_that_met_a_limit_can_be_sent() -> None:
    program = parse(PAIRS, "m.py", {})
    subject = driver.subject_of(program, "show", None, "belief")
    cut = LimitReached("vectors", "too many vectors")
    found = [
        replace(item, result=replace(item.result, limit=cut, upper=None))
        for item in weighing.weigh(program, subject, None, Limits(), model)
    ]
    again = pickle.loads(pickle.dumps(weighing.Part(tuple(found))))
    finding = driver.find(program, subject, 1, weighed=weighing.replay([again]))
    assert finding.reason == "too many vectors"
    assert str(again.weighed[0].result.limit) == "too many vectors"
