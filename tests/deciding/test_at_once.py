"""A setting anywhere in a mechanism is solved for at once: what is found is what probing finds, and more holds too."""

import math
import time
from functools import cache

import pytest
from flint import fmpq

from faier.calibration.roots import Root, root_of
from faier.calibration.unknown_setting import Unknown
from faier.deciding import calibrating, plan
from faier.deciding.at_once import AtOnce, at_once
from faier.deciding.calibrating import Asked, Calibration, calibrate
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved
from faier.exact import Epsilon, from_ratio, unknown
from faier.lang import parse
from faier.lang.program import Program
from faier.limits import Limits

FILE = """
from faier import Bool, Int, Stream, Vector, categorical, clamp, each, exp, flip, geometric, log, mechanism
from faier import prior, private, secret, uniform
a = 1 / 2
scale = 2
rate = 1 / 2
p = 1 / 4
T = 2


@prior
def chain(hidden: Int[0, 2]):
    state = flip(1 / 2)
    for day in range(3):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(3 / 4) else not state


@private(epsilon=1, neighbors=each(1))
@mechanism
def cells(xs: Vector[Int[0, 1], 2]):
    return tuple([clamp(x + geometric(a), 0, 1) for x in xs])


@private(epsilon=1, neighbors=each(1))
@mechanism
def kept(xs: Vector[Int[0, 1], 2]):
    limit = 1 + geometric(a)
    for x in xs:
        if x + geometric(a) >= limit:
            yield True
            return
        yield False


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def twice(x: Int[0, 1]):
    return clamp(x + geometric(a) + geometric(a), 0, 1)


@private(epsilon=1, neighbors=each(1))
@mechanism
def scaled(xs: Vector[Int[0, 1], 2]):
    limit = clamp(1 + geometric(exp(-1 / scale)), 0, 1)
    for x in xs:
        if clamp(x + geometric(exp(-1 / (2 * scale))), 0, 1) >= limit:
            yield True
            return
        yield False


@private(epsilon=1, neighbors=each(1))
@mechanism
def rated(x: Int[0, 2]):
    return clamp(x + geometric(exp(-rate)), 0, 1), clamp(x + geometric(exp(-3 * rate / 2)), 0, 2)


@private(epsilon=1, prior=chain)
@mechanism
def days(xs: Stream[Bool]):
    for x in xs:
        yield x if flip(1 - p) else not x


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def mixed(x: Int[0, 1]):
    return categorical(p, 1, x + p)


@private(epsilon=log(5), neighbors=each(1))
@mechanism
def squared(x: Int[0, 1]):
    y = x if flip(p) else 1 - x
    return (y if flip(p) else 1 - y) + uniform(0, 1)


@private(epsilon=log(9), neighbors=each(1))
@mechanism
def thirds(xs: Vector[Int[0, 1], 2]):
    return clamp(xs[0] + geometric(exp(-1 / scale)), 0, 1), clamp(xs[1] + geometric(exp(-1 / scale)), 0, 1)


@private(epsilon=log(7), neighbors=each(1))
@mechanism
def halves(x: Int[0, 1]):
    return x if flip(1 - exp(-1 / (3 * scale))) else uniform(0, 1)


@private(epsilon=5, neighbors=each(1))
@mechanism
def counted(x: Int[0, 1]):
    for t in range(T):
        yield x if flip(3 / 4) else 1 - x
"""
VARIED = {
    "cells": "a",
    "kept": "a",
    "twice": "a",
    "scaled": "scale",
    "rated": "rate",
    "days": "p",
    "mixed": "p",
    "squared": "p",
    "thirds": "scale",
    "halves": "scale",
}


def remade(setting: str, text: str) -> Program:
    return parse(FILE, "file.py", {setting: text})


def number_of(name: str) -> int:
    return next(at for at, one in enumerate(parse(FILE, "file.py").claims) if one.subject.mechanism == name)


def solved(name: str) -> AtOnce | None:
    program, number, limits = parse(FILE, "file.py"), number_of(name), Limits(time.monotonic() + 60)
    return at_once(program, question_of(program, program.claims[number]), VARIED.get(name, "T"), limits)


@cache
def calibrated(name: str, digits: int) -> Calibration:
    return calibrated_again(name, digits)


def calibrated_again(name: str, digits: int) -> Calibration:
    number, setting = number_of(name), VARIED[name]
    return calibrate(
        Asked(setting, fmpq(0), fmpq(1, 2) if name == "days" else None, digits),
        parse(FILE, "file.py"),
        lambda text: remade(setting, text),
        lambda made: (question_of(made, made.claims[number]), made.claims[number]),
        Limits(time.monotonic() + 60),
    )


@pytest.mark.parametrize("name", VARIED)
def test_what_is_lost_at_each_value_is_what_is_decided_there(name: str) -> None:
    found = solved(name)
    assert found is not None
    for value in (fmpq(1, 3), fmpq(5, 7)):
        made = remade(VARIED[name], f"Fraction({value.p}, {value.q})")
        question = question_of(made, made.claims[number_of(name)])
        tight = plan.bound(question, Store(), Limits()).tight
        assert tight is not None and tight.lower is not None
        assert found.excess(value, 0.0) == pytest.approx(from_ratio(tight.lower).value, abs=1e-7)


@pytest.mark.parametrize("name", VARIED)
def test_the_same_is_found_by_probing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = calibrated(name, 3)
    monkeypatch.setattr(calibrating, "at_once", lambda *_: None)
    probed = calibrated_again(name, 3)
    assert (found.turn, found.exact, found.direction, found.whole) == (
        probed.turn,
        probed.exact,
        probed.direction,
        probed.whole,
    )
    assert len(found.probed) < max(len(probed.probed), 7)


@pytest.mark.parametrize("name", ["cells", "kept", "scaled", "rated", "days"])
def test_all_further_on_hold(name: str) -> None:
    found = calibrated(name, 3)
    assert found.beyond == "algebra"
    start, setting = found.turn.proved, VARIED[name]
    assert start is not None
    end = fmpq(9) if setting == "scale" else fmpq(1, 2) if name == "days" else fmpq(int(found.direction == "least"))
    for part in (fmpq(1, 9), fmpq(1, 2), fmpq(8, 9)):
        value = start + (end - start) * part
        made = remade(setting, f"Fraction({value.p}, {value.q})")
        question = question_of(made, made.claims[number_of(name)])
        assert isinstance(plan.decide(question, Store(), Limits()), Proved)


@pytest.mark.parametrize(
    ("name", "exact", "text"),
    [
        ("cells", None, "exp(-1 / 2)"),
        ("scaled", fmpq(1), None),
        ("rated", fmpq(2, 5), None),
        ("mixed", fmpq(1, 4), None),
        ("thirds", None, "1 / log(3)"),
        ("halves", None, "1 / (6 * log(2))"),
        ("squared", None, "(3 - sqrt(6)) / 6"),
        ("twice", None, None),
    ],
)
def test_closed_forms(name: str, exact: fmpq | None, text: str | None) -> None:
    found = calibrated(name, 3)
    assert found.exact == exact
    assert (found.closed.text if found.closed else None) == text
    if found.closed is not None:
        assert isinstance(found.closed, Root)
        assert found.turn.proved is not None and found.turn.refuted is not None
        low, high = sorted((found.turn.proved, found.turn.refuted), key=lambda one: one)
        assert low < found.closed.ball and found.closed.ball < high
        written = evaluated(found.closed.text)
        assert abs(written - float(found.closed.ball.mid())) < 1e-12


def evaluated(text: str) -> float:
    return float(eval(text, {"exp": math.exp, "log": math.log, "sqrt": math.sqrt}))


def test_what_is_no_chance_is_not_solved_for() -> None:
    assert solved("counted") is None


FURTHER = """
from faier import Int, each, exp, flip, log, mechanism, private, uniform
s = 1


@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def file(x: Int[0, 1]):
    {body}
"""


def told(body: str, epsilon: str, low: int | None) -> Calibration:
    text = FURTHER.format(body=body, epsilon=epsilon)
    return calibrate(
        Asked("s", None if low is None else fmpq(low), None, 2),
        parse(text, "file.py"),
        lambda value: parse(text, "file.py", {"s": value}),
        lambda made: (question_of(made, made.claims[0]), made.claims[0]),
        Limits(time.monotonic() + 60),
    )


@pytest.mark.parametrize(
    ("body", "epsilon", "low", "beyond"),
    [
        ("return x if flip(1 - exp(-s)) else uniform(0, 1)", "log(2)", None, "algebra"),
        ("return x if flip(exp(-1 / s)) else uniform(0, 1)", "log(2)", None, "algebra"),
        ("return x if flip(exp(-1 / s)) else uniform(0, 1)", "log(2)", 0, "algebra"),
        ("return x if flip(exp(-1 / s)) else uniform(0, 1)", "log(2)", -1, "algebra"),
        # Values below 0 are possible: the claim is refuted at -2, and at -1.
        ("return flip(exp(-s) / 100) if x == 1 else flip(1 / 100)", "1", None, None),
        ("return x if flip(exp(-1 / s) / 3) else uniform(0, 1)", "log(3 / 2)", None, None),
        # No value between 1 and 3 is possible, but some above 3 are, at which the claim is refuted.
        ("return uniform(0, 1) if flip(s * (4 - s) ** 2 / 9) else x", "1", None, None),
    ],
)
def test_only_what_no_value_can_be_is_left_out_further_on(
    body: str, epsilon: str, low: int | None, beyond: str | None
) -> None:
    found = told(body, epsilon, low)
    assert found.direction is not None
    assert found.beyond == beyond


@pytest.mark.parametrize("more", [1, 2, 3])
def test_a_line_that_meets_the_claim_at_0_or_below_has_no_root_further_up(more: int) -> None:
    ratio = (unknown("s") + more) / (1 + 2 * unknown("s"))
    itself = Unknown(parse(FILE, "file.py"), "s", "itself", fmpq(1))
    assert root_of(ratio, Epsilon.rational(0), itself, fmpq(1, 2), fmpq(3, 4)) is None
