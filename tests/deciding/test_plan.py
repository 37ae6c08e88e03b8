"""The plan: engines are asked in its order, each with its part of the time; what none decides tells all attempts."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from flint import fmpq

from faier.deciding import by_search, plan
from faier.deciding.finding import Finding, nothing
from faier.deciding.plan import ASKED, PLAN, bound, decide
from faier.deciding.question import Question, question_of
from faier.deciding.store import Store
from faier.engines import ENGINES
from faier.engines.verdict import Coverage, Proved, Tight, Undecided
from faier.exact import Epsilon
from faier.lang import parse
from faier.lang.claim import Prior, Subject
from faier.limits import LimitReached, Limits, seconds

TEXT = """from faier import Bool, Positive, Probability, each, exp, flip, log, mechanism, one, prior, private, secret

EPS = Positive(1)


@prior
def belief(p: Probability):
    x = flip(p)
    secret(x)
    return x


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3), delta=1 / 10, neighbors=one())
@private(epsilon=log(3), prior=belief)
@mechanism
def response(x: Bool):
    return x if flip(3 / 4) else not x
"""
USED = TEXT.replace("flip(3 / 4)", "flip(exp(EPS) / (1 + exp(EPS)))")
PLAIN = TEXT.replace("EPS = Positive(1)\n", "")


def questions(text: str = PLAIN) -> list[Question]:
    program = parse(text, "m.py", {})
    return [question_of(program, claim) for claim in program.claims]


def asked(question: Question) -> list[str]:
    return [step.engine for step in PLAN if step.fits(question)]


def test_every_question_has_an_engine_and_every_engine_can_be_asked() -> None:
    with_unknowns = ["coupling", "algebra", "smt"]
    # Claims stand in the order of the file; the last one is about a prior with an unknown.
    assert sorted(map(asked, questions())) == sorted([["shifts", "search"], ["outputs"], with_unknowns])
    assert sorted(map(asked, questions(TEXT))) == sorted([["shifts", "search"], ["outputs"], with_unknowns])
    assert sorted(map(asked, questions(USED))) == sorted([["shifts", "algebra"], ["outputs"], ["coupling", "algebra"]])
    assert set(ASKED) == set(ENGINES)
    assert {step.engine for step in ASKED.values()} == set(ENGINES)
    for name, step in ASKED.items():
        assert step.engine == name
    for step in (*PLAN, *ASKED.values()):
        assert callable(getattr(step.module(), step.check))
        assert callable(getattr(step.module(), step.bound))


@pytest.mark.parametrize(
    ("body", "about_all"),
    [
        ("return x if flip(3 / 4) else not x", False),
        ("return x if flip(P) else not x", True),
        ("return x if flip(T[1]) else not x", True),
        ("return x if helper() else not x", True),
        ("return x if flip(s) else not x", True),
        ("EPSILON = x\n    return EPSILON if flip(3 / 4) else not x", False),
    ],
)
def test_files_with_an_unknown_epsilon_have_claims_about_one(body: str, about_all: bool) -> None:
    """Where neither the claim nor what runs mentions it, in whatever way."""
    head = "P = exp(EPS) / (1 + exp(EPS))\nQ = P\nT = (1 / 2, Q)\n\n\ndef helper():\n    return flip(Q)\n\n\n"
    text = TEXT.replace("@prior", head + "@prior").replace("return x if flip(3 / 4) else not x", body)
    text = text.replace("x: Bool)", "x: Bool, *, s=Q)") if "flip(s)" in body else text
    for question in questions(text):
        assert question.unknown_epsilon is about_all
    every = questions(text.replace("epsilon=log(3)", "epsilon=EPS"))
    assert all(question.unknown_epsilon for question in every)


def unknown() -> Question:
    (found,) = (question for question in questions() if question.unknown_reals)
    return found


def planned(monkeypatch: pytest.MonkeyPatch, **engines: Any) -> None:
    """A plan in which these engines do as they are told."""
    steps = tuple(
        replace(step, module=lambda name=step.engine: SimpleNamespace(**dict.fromkeys(NAMES, engines[name])))
        for step in PLAN
        if step.engine in engines
    )
    monkeypatch.setattr(plan, "PLAN", steps)


NAMES = {name for step in PLAN for name in (step.check, step.bound)}


def test_what_no_engine_decides_tells_what_each_came_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def reached(*given: object) -> None:
        raise LimitReached("timeout", "the time is up")

    left = Undecided(Coverage(0, False), "algebra", "left open")
    planned(monkeypatch, coupling=lambda *given: None, algebra=lambda *given: left, smt=reached)
    found = decide(unknown(), Store(), Limits())
    assert isinstance(found, Undecided)
    assert (found.engine, found.reason) == ("algebra", "left open")
    assert [(one.engine, one.reason) for one in found.attempts] == [("algebra", "left open"), ("smt", "the time is up")]
    assert all(one.seconds >= 0 for one in found.attempts)


def test_the_first_engine_that_decides_is_the_last_one_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> None:
        raise AssertionError("nobody asks this engine")

    proved = Proved(Coverage(1, True), "algebra")
    planned(monkeypatch, coupling=lambda *given: None, algebra=lambda *given: proved, smt=never)
    assert decide(unknown(), Store(), Limits()) is proved
    last = Undecided(Coverage(0, False), "coupling", "too far apart")
    planned(monkeypatch, coupling=lambda *given: last, algebra=never, smt=never)
    found = decide(unknown(), Store(), Limits())
    assert isinstance(found, Undecided)
    assert replace(found, attempts=()) == last
    assert [one.engine for one in found.attempts] == ["coupling"]


def test_an_engine_that_others_follow_gets_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, float] = {}

    def noted(name: str) -> Any:
        def check(question: Question, store: Store, limits: Limits) -> Undecided:
            given[name] = limits.left() or 0.0
            return Undecided(Coverage(0, False), "algebra", name)

        return check

    planned(monkeypatch, algebra=noted("algebra"), smt=noted("smt"))
    decide(unknown(), Store(), seconds(100))
    assert 45 < given["algebra"] <= 50
    assert 95 < given["smt"] <= 100


def test_a_bound_goes_on_from_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Finding(Tight(fmpq(3), fmpq(4), False, None), Coverage(1, True), "algebra", "too far apart")
    then = Finding(Tight(fmpq(3), fmpq(3), True, None), Coverage(1, True), "smt")
    seen: list[object] = []

    def narrowed(question: Question, store: Store, limits: Limits, found: Finding) -> Finding:
        seen.append(found)
        return then

    planned(monkeypatch, coupling=lambda *given: None, algebra=lambda *given: first, smt=narrowed)
    assert bound(unknown(), Store(), Limits()) is then
    assert seen == [first]


def test_a_finding_that_was_cut_short_is_not_served_to_who_has_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a limit cut short is kept for claims that have as much time, and found again for those that have more; what
    is exact is found once."""
    (question,) = (one for one in questions() if one.prior is None and one.delta == 0)
    answers = [nothing("the time limit was reached"), nothing("the time limit was reached"), None]
    calls: list[float | None] = []

    def found(question: Question, store: Store, limits: Limits, weighed: object = None) -> Finding:
        calls.append(limits.left())
        return answers[len(calls) - 1] or Finding(Tight(fmpq(3), fmpq(3), True, None), Coverage(1, True))

    monkeypatch.setattr(by_search, "find", found)
    store = Store()
    for limit, count in ((10, 1), (10, 1), (12, 1), (30, 2), (30, 2), (None, 3), (10, 3), (None, 3)):
        by_search.found(question, store, seconds(limit))
        assert len(calls) == count, limit
    assert by_search.found(question, store, seconds(0.0)).reason is None


def test_claims_about_different_secrets_or_lengths_do_not_share_what_was_found() -> None:
    """`True` and `1` are equal for Python: what is compared is told apart by how it was written, too."""
    program = parse(PLAIN, "m.py", {})
    store, kept = Store(), set()
    for pairs, text in ((((0, 1),), "((0, 1),)"), (((False, True),), "((False, True),)")):
        for length in (None, 1):
            question = Question(program, Subject("response", Prior("belief", pairs, text)), Epsilon(), length=length)
            store.once(question.compared, time.monotonic)
            kept.add(store.made[question.compared])
    assert len(kept) == 4


def test_a_bound_goes_on_where_a_step_before_was_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is given what was found before it, whichever that was."""
    for question in (*questions(), *questions(USED.replace("EPS)", "EPS / 1)"))):
        whole = bound(question, Store(), Limits())
        for step in [step for step in PLAN if step.fits(question)][:-1]:
            with monkeypatch.context() as patched:

                def late(*_: object) -> Finding:
                    raise LimitReached("timeout", "the time limit was reached")

                patched.setattr(step.module(), step.bound, late)
                found = bound(question, Store(), Limits())
                assert (
                    found.tight is None
                    or whole.tight is None
                    or found.tight.upper is None
                    or found.reason
                    or (found.tight.upper == whole.tight.upper)
                )
