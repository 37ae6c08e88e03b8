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


def long(x):
    return "long" * 10_000


def endless(x):
    while True:
        pass


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
    ("name", "said", "hint"),
    [
        ("nothing", "has no attribute 'nothing'", "write PACKAGE:NAME of what can be called"),
        ("math", "math cannot be called", "write PACKAGE:NAME of what can be called"),
        ("broken", "called with (1): shipped:broken raised ValueError: no such patient", "every call has to return"),
        ("leaving", "called with (1): shipped:leaving ended the process that called it (status 3)", "every call"),
    ],
)
def test_what_cannot_be_called(capsys: pytest.CaptureFixture[str], name: str, said: str, hint: str) -> None:
    run = audit(capsys, name, "count")
    assert run.status == 2
    told = " ".join(run.out.split())
    assert said in told and hint in told


def test_a_name_without_a_package(capsys: pytest.CaptureFixture[str]) -> None:
    run = faier(capsys, "audit", "shipped", "m.py::count")
    assert run.status == 2
    assert "is not PACKAGE:NAME" in run.err


RETURNED = {
    "None": "None",
    "{}": "{}",
    '{"told": 3, (1, 2): None}': 'Counter({"told": 3, (1, 2): None})',
    "{1, 2}": "frozenset({2, 1})",
    "Told(1, (2, 3))": "Told(1, [2.0, 3])",
    "(1, 2)": "Pair(1, 2)",
}


def test_right_code_may_return_what_holds_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records, dictionaries, sets and None are what the model shows, too."""
    given = "from faier import Bool, flip, log, mechanism, one, private\nfrom dataclasses import dataclass\n\n\n"
    record = "@dataclass\nclass Told:\n    a: int\n    b: tuple\n\n\n"
    model, shipped = [given, record], ["import random\nfrom collections import *\nfrom dataclasses import *\n", record]
    shipped.append("Pair = namedtuple('Pair', 'a b')\n\n\n")
    for number, (returned, really) in enumerate(RETURNED.items()):
        model.append(
            f"@private(epsilon=log(3), neighbors=one())\n@mechanism\ndef m{number}(x: Bool):\n"
            f"    return {returned} if flip(1 / 4 if x else 3 / 4) else 7\n\n\n"
        )
        chance = "(1 / 4 if x else 3 / 4)"
        shipped.append(f"def m{number}(x):\n    return {really} if random.random() < {chance} else 7\n\n\n")
    (tmp_path / "m.py").write_text("".join(model))
    (tmp_path / "right.py").write_text("".join(shipped))
    monkeypatch.chdir(tmp_path)
    for number in range(len(RETURNED)):
        run = faier(capsys, "audit", f"right:m{number}", f"m.py::m{number}", "--seed", "1", "--samples", "2000")
        assert run.status == 0, run.out


def test_long_outputs_and_calls_without_an_end_are_told_briefly(capsys: pytest.CaptureFixture[str]) -> None:
    run = audit(capsys, "long", "count", "--inputs", '{"x": 2}')
    assert "..." in run.out and all(len(line) < 200 for line in run.out.splitlines())
    run = audit(capsys, "endless", "count", "--inputs", '{"x": 2}', "--timeout", "1")
    assert run.status == 3 and "no call came to an end in the time, --timeout" in run.out


def test_time_that_is_up_leaves_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    run = audit(capsys, "slow", "count", "--timeout", "1", "--inputs", '{"x": 2}', "--format", "json")
    assert run.status in (1, 3)
    (found,) = run.json["results"]
    assert found["samples"] < 1000
