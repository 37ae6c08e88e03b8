"""Claims that are shared out among workers are answered as they are by one, whatever becomes of a share."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import asked
import pytest
from flint import fmpq

from faier.answers.answer import Report
from faier.deciding import factors, obligation_answers, unknowns

# model
from faier.deciding.question import Question
from faier.deciding.store import ALONE, Help, Store
from faier.engines.algebra.domain import Domain
from faier.engines.algebra.engine import Answer, Fails, Holds
from faier.engines.algebra.obligations import Obligation
from faier.engines.verdict import Proved, Refuted, Undecided, Verdict
from faier.exact import Epsilon, TooLarge
from faier.lang import parse
from faier.limits import LimitReached, Limits
from faier.running.batch import Plan, carry_out
from faier.running.request import Options, Purpose
from faier.running.selection import Selected

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

# One obligation for each output, and each public value, whatever the reals and the epsilons are.
UNKNOWN = """\
from faier import Bool, Int, Positive, Public, Real, Stream, clamp, exp, flip, geometric, log, mechanism, one, prior
from faier import private, secret, uniform

EPS = Positive(1)

@prior
def stays(stay: Real[0.6, 0.9], first: Real[0.3, 0.7]):
    it = flip(first)
    secret(it)
    yield it
    it = it if flip(stay) else not it
    yield it
    yield it if flip(stay) else not it

@prior
def one_real(bias: Real[1 / 4, 3 / 4]):
    it = uniform(0, 3)
    secret(it)
    return it if flip(bias) else 0

@private(epsilon=log(3), prior=stays, expect="refuted")
@private(epsilon=log(3) + 1, prior=stays, expect="refuted")
@private(epsilon=log(3) + 2, prior=stays)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state

@private(epsilon=log(13), prior=one_real)
@private(epsilon=log(10), prior=one_real)
@private(epsilon=log(9), prior=one_real, expect="refuted")
@private(epsilon=log(9), prior=one_real, pairs=[(0, 1), (1, 2)], expect="refuted")
@mechanism
def show(answer: Int[0, 3]):
    return answer if flip(3 / 4) else uniform(0, 3)

@private(epsilon=EPS, neighbors=one())
@private(epsilon=EPS / 2, neighbors=one(), expect="refuted")
@mechanism
def noisy(answer: Int[0, 1], far: Public[Bool]):
    if far:
        return clamp(answer + geometric(exp(-EPS)), 0, 3)
    return clamp(answer + geometric(exp(-EPS / 2)), 0, 4)
"""

VERDICTS = ["refuted", "refuted", "proved", "proved", "proved", "refuted", "refuted", "proved", "refuted"]

NAMES = {"many": MANY, "pairs": PAIRS, "seen": SEEN}


@pytest.fixture(autouse=True)
def _faults_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent)


def report(path: Path, jobs: int, entry: str, purpose: Purpose = "check", certificates: bool = False) -> Report:
    options = Options(timeout=60.0, certificates=certificates)
    found = carry_out(Plan(purpose, (Selected(str(path), ()),), options, jobs), entry=entry)
    assert not found.bugs
    return found


def timeless(found: Report) -> list[str]:
    """Everything but the time; as text, for not every number equals itself."""
    return [repr(replace(answer, seconds=0.0)) for answer in (*found.answers, *found.bounds)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("purpose", "jobs"), [("check", 3), pytest.param("bound", 2, marks=pytest.mark.long)])
def test_shares_add_up_to_the_same_answer(name: str, purpose: Purpose, jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "shared.py"
    path.write_text(NAMES[name])
    alone = report(path, 1, "faier.running.tasks:perform", purpose)
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


@pytest.mark.parametrize("jobs", [2, 4])
def test_obligations_are_settled_alike_whoever_does_it(jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "shared.py"
    path.write_text(UNKNOWN)
    alone = report(path, 1, "faier.running.tasks:perform", certificates=True)
    assert [answer.verdict for answer in alone.answers] == VERDICTS
    assert all(answer.certificate for answer in alone.answers)
    shared = report(path, jobs, "command_line_faults:share_at_once", certificates=True)
    assert timeless(shared) == timeless(alone)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_obligations_that_are_lost_are_not_proved(tmp_path: Path) -> None:
    path = tmp_path / "shared.py"
    path.write_text(UNKNOWN)
    found = report(path, 2, "command_line_faults:lose_a_share")
    assert not [answer for answer in found.answers if answer.verdict == "proved" and answer.engine == "algebra"]


@pytest.mark.parametrize("number", range(9))
def test_parts_of_obligations_make_the_same_verdict(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same answers as its evidence; with a part less, or of other outputs, nothing is proved."""
    monkeypatch.setattr(factors, "ALONE", 0.0)
    monkeypatch.setattr(obligation_answers, "WORTH", 0.0)
    program = parse(UNKNOWN, "m.py", {})
    claim = program.claims[number]
    subject = claim.subject

    def settled(others: Help) -> Verdict:
        return asked.check_unknowns(program, subject, claim.budget.epsilon, None, Limits(), others)

    alone = settled(ALONE)
    try:
        assert settled(Help(jobs=4)) == alone
        # Simple points have refuted it, or the first output has.
        assert isinstance(alone, Refuted)
        return
    except factors.Divided as divided:
        assert isinstance(divided.known, obligation_answers.Part)
        shares = divided.shares
        parts = [divided.known]
    assert len(shares) > 1
    for share in shares:
        part = unknowns.part(Question(program, subject, claim.budget.epsilon), Store(), Limits(), share)
        parts.insert(0, pickle.loads(pickle.dumps(part)))
    assert settled(Help(jobs=4, parts=tuple(parts))) == alone
    for at in range(len(parts)):
        fewer = settled(Help(parts=(*parts[:at], *parts[at + 1 :])))
        assert isinstance(fewer, Undecided) or (isinstance(alone, Refuted) and isinstance(fewer, Refuted))
    strange = replace(parts[0], settled=tuple(replace(one, label=((9, 9), ())) for one in parts[0].settled))
    assert not isinstance(settled(Help(parts=(strange, *parts[1:]))), Proved)


def test_obligations_are_not_divided_where_making_them_takes_longer() -> None:
    assert obligation_answers._worth(before=1.0, spent=0.5, more=4.0)
    assert not obligation_answers._worth(before=1.0, spent=0.5, more=3.9)
    assert not obligation_answers._worth(before=0.0, spent=0.2, more=1000.0)


def test_what_is_not_known_of_obligations_is_told_in_their_order() -> None:
    items = [Obligation(fmpq(1), fmpq(at), ()) for at in (1, 2, 3)]
    labels: list[obligation_answers.Label] = [((0, at), ()) for at in range(3)]
    holds = [obligation_answers.Settled(at, labels[at], Holds(obligation_answers.UNSENT, (), 0)) for at in range(2)]
    fails = obligation_answers.Settled(2, labels[2], Fails(obligation_answers.UNSENT, ()))

    def told(*parts: obligation_answers.Part) -> tuple[Answer, ...]:
        others = Help(parts=parts, missing="lost")
        return obligation_answers.settle(items, labels, Domain(()), Epsilon(), Limits(), others)

    assert told(obligation_answers.Part((fails,)), obligation_answers.Part(tuple(holds)))[-1] == Fails(items[2], ())
    assert len(told(obligation_answers.Part((fails,)), obligation_answers.Part(tuple(holds)))) == 3
    late = obligation_answers.Part((holds[0],), 1, limit="late")
    assert told(late, obligation_answers.Part((fails,))) == (Fails(items[2], ()),)
    with pytest.raises(LimitReached, match="late"):
        told(late)
    with pytest.raises(LimitReached, match="lost"):
        told(obligation_answers.Part(tuple(holds)))
    with pytest.raises(TooLarge, match="many bits"):  # one process would not have come to the violation
        told(obligation_answers.Part((holds[0],), 1, large="many bits"), obligation_answers.Part((fails,)))


def test_a_share_that_met_a_limit_can_be_sent() -> None:
    program = parse(PAIRS, "m.py", {})
    subject = asked.subject_of(program, "show", None, "belief")
    cut = LimitReached("vectors", "too many vectors")
    found = [
        replace(item, result=replace(item.result, limit=cut, upper=None))
        for item in factors.weigh(Question(program, subject), Store(), Limits())
    ]
    again = pickle.loads(pickle.dumps(factors.Part(tuple(found))))
    finding = asked.find(program, subject, 1, weighed=factors.replay([again]))
    assert finding.reason == "too many vectors"
    assert str(again.weighed[0].result.limit) == "too many vectors"
