"""`faier audit` on code that is right and on code that is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_line import Result, faier
from json_schema import faults

from faier.report.schemas import schema

MECHANISMS = """\
from faier import Bool, Int, Vector, each, exp, flip, geometric, laplace, log, mechanism, one, private, uniform


@private(epsilon=log(3), neighbors=one())
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer


@private(epsilon=1, neighbors=each(1))
@mechanism
def count(x: Int[0, 3]):
    return x + geometric(exp(-1))


@private(epsilon=1, neighbors=each(1))
@mechanism
def measured(x: Int[0, 3]):
    return x + laplace(1)


@private(epsilon=log(9), neighbors=one())
@mechanism
def both(answers: Vector[Bool, 2]):
    return [answer if flip(3 / 4) else not answer for answer in answers]


@private(epsilon=log(9), neighbors=one())
@mechanism
def shown(answers: Vector[Bool, 2]):
    for answer in answers:
        yield answer if flip(3 / 4) else not answer
"""

SHIPPED = """\
import math
import os
import random
import time


def response(answer):
    print("asked")
    return answer if random.random() < 0.75 else not answer


def biased(answer):
    return answer if random.random() < 0.79 else not answer


def half(a):
    n = 0
    while random.random() < a:
        n += 1
    return n


def count(x, rng=random):
    return x + half(math.exp(-1)) - half(math.exp(-1))


def narrow(x):
    return x + half(math.exp(-1.1)) - half(math.exp(-1.1))


def measured(x, seed=None):
    draws = random.Random(seed)
    return float(x) + draws.expovariate(1) - draws.expovariate(1)


def rounded(x):
    return float(round(x + random.expovariate(1) - random.expovariate(1)))


def both(answers):
    return tuple(response(answer) for answer in answers)


def shown(answers):
    yield from both(answers)


def changing(answers):
    answers[0] = not answers[0]
    return both(answers)


def reused(answers):
    noise = random.random() < 0.75
    return [answer if noise else not answer for answer in answers]


def broken(x):
    raise ValueError("no such patient")


def leaving(x):
    os._exit(3)


def slow(x):
    time.sleep(0.2)
    return x


class Service:
    @staticmethod
    def both(answers):
        return both(answers)
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.py").write_text(MECHANISMS)
    (tmp_path / "shipped.py").write_text(SHIPPED)
    monkeypatch.chdir(tmp_path)


def audit(capsys: pytest.CaptureFixture[str], name: str, mechanism: str, *more: str) -> Result:
    given = ["--samples", "8000", "--seed", "7", *more]
    return faier(capsys, "audit", f"shipped:{name}", f"m.py::{mechanism}", *given)


def verdicts(capsys: pytest.CaptureFixture[str], name: str, mechanism: str, *more: str) -> set[str]:
    run = audit(capsys, name, mechanism, "--format", "json", *more)
    document: dict[str, Any] = run.json
    assert not faults(document, schema("audit"), strict=True)
    found = {one["verdict"] for one in document["results"]}
    assert run.status == (1 if found & {"differs", "leaks"} else 0)
    return found


@pytest.mark.parametrize(
    ("name", "mechanism"),
    [
        ("response", "response"),
        ("measured", "measured"),
        ("Service.both", "both"),
        ("shown", "shown"),
    ],
)
def test_what_is_right_is_consistent(capsys: pytest.CaptureFixture[str], name: str, mechanism: str) -> None:
    assert verdicts(capsys, name, mechanism) == {"consistent"}


@pytest.mark.parametrize(
    ("name", "mechanism"),
    [
        ("narrow", "count"),
        ("rounded", "measured"),
        ("changing", "both"),
        ("reused", "both"),
    ],
)
def test_what_is_not_is_told(capsys: pytest.CaptureFixture[str], name: str, mechanism: str) -> None:
    assert verdicts(capsys, name, mechanism) & {"differs", "leaks"}


def test_a_leak_is_told_with_its_event(capsys: pytest.CaptureFixture[str]) -> None:
    run = audit(capsys, "biased", "response", "--samples", "60000")
    assert run.status == 1
    assert "leaks" in run.out
    assert "epsilon at least 1." in run.out
    assert "of 1.099 claimed" in run.out
    assert "Sampled, not proved" in run.out


def test_the_same_seed_gives_the_same_counts(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (audit(capsys, "measured", "measured").out for _ in range(2))
    assert one == other


def test_inputs_that_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    run = audit(capsys, "count", "count", "--inputs", '{"x": 2}', "--inputs", '{"x": 3}', "--format", "json")
    assert [one["input"] for one in run.json["results"]] == [{"x": 2}, {"x": 3}]
    assert all(one["epsilon"]["lower"] > 0.5 for one in run.json["results"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('{"x": 9}', "x is never 9"),
        ("{}", "no value is given for x"),
        ('{"x": 0, "y": 0}', "the mechanism has no input y"),
        ("[0]", "[0] names no input"),
        ('{"x": 0', "is no JSON"),
    ],
)
def test_inputs_that_the_mechanism_has_not(given: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = audit(capsys, "count", "count", "--inputs", given)
    assert wrong.status == 2
    assert said in wrong.out and "write one such as --inputs '{\"x\": 0}'" in wrong.out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nothing", "has no attribute 'nothing'"),
        ("broken", "raised ValueError: no such patient"),
        ("leaving", "ended the process that called it (status 3)"),
        ("math", "math cannot be called"),
    ],
)
def test_what_cannot_be_called(capsys: pytest.CaptureFixture[str], name: str, said: str) -> None:
    run = audit(capsys, name, "count")
    assert run.status == 2
    assert said in run.out.replace("\n", " ") or said in run.out


def test_a_name_without_a_package(capsys: pytest.CaptureFixture[str]) -> None:
    run = faier(capsys, "audit", "shipped", "m.py::count")
    assert run.status == 2
    assert "is not PACKAGE:NAME" in run.err


def test_time_that_is_up_leaves_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    run = audit(capsys, "slow", "count", "--timeout", "1", "--inputs", '{"x": 2}', "--format", "json")
    assert run.status in (1, 3)
    (found,) = run.json["results"]
    assert found["samples"] < 1000
