"""Every engine can be asked for by name, answers under its name, and is told of; no other name is taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import asked
import pytest
from command_line import NOISY_MAX, RESPONSE, faier

import faier as exported
from faier.answers.answer import Stage
from faier.command.choices import ENGINES as CHOICES
from faier.command.choices import STAGES
from faier.engines import ENGINES, WANTED, Engine
from faier.lang import parse

STREAM = """\
from faier import Bool, Stream, each, flip, log, mechanism, private


@private(epsilon=log(9), neighbors=each(1), expect="refuted")
@mechanism
def response(answers: Stream[Bool]):
    for answer in answers:
        yield answer if flip(3 / 4) else not answer
"""
KEPT = """\
from faier import Int, Stream, each, geometric, log, mechanism, private


@private(epsilon=4 * log(2), neighbors=each(1))
@mechanism
def above_threshold(answers: Stream[Int[0, 2]]):
    threshold = 1 + geometric(1 / 4)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield True
            return
        yield False
"""
REAL = """\
from faier import Int, each, gaussian, mechanism, private


@private(epsilon=1, delta=1 / 100, neighbors=each(1), expect="refuted")
@private(epsilon=1, neighbors=each(1), expect="refuted")
@mechanism
def count(people: Int[0, 4]):
    return people + gaussian(1)
"""
SUMS = """\
from faier import Int, Vector, laplace, mechanism, moves, private


@private(epsilon=1, neighbors=moves((0, 1)))
@private(epsilon=1 / 2, neighbors=moves((0, 1)), expect="refuted")
@mechanism
def count(people: Vector[Int[0, 4], 2]):
    return people[0] + laplace(1)
"""
# A file of which the engine decides a claim.
DECIDED: dict[Engine, str] = {
    "search": NOISY_MAX,
    "algebra": NOISY_MAX,
    "outputs": NOISY_MAX,
    "coupling": RESPONSE,
    "growth": STREAM,
    "alignment": KEPT,
    "density": REAL,
    "shifts": SUMS,
    "smt": RESPONSE,
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_engines_are_a_closed_type() -> None:
    assert list(ENGINES) == list(DECIDED) == list(get_args(Engine))
    assert ["auto", *ENGINES] == list(WANTED) == list(CHOICES)
    assert get_args(Stage) == STAGES


@pytest.mark.parametrize("engine", DECIDED)
def test_an_engine_that_is_asked_for_answers(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    Path("k.py").write_text(DECIDED[engine])
    answers = faier(capsys, "check", "k.py", "--engine", engine, "--format", "json", "--no-cache").json["results"]
    assert {answer["engine"] for answer in answers} == {engine}
    assert "undecided" not in {answer["verdict"] for answer in answers}
    bounds = faier(capsys, "bound", "k.py", "--engine", engine, "--format", "json", "--no-cache").json["results"]
    assert {bound["engine"] for bound in bounds} == {engine}
    page = faier(capsys, "check", "k.py", "--engine", engine, "--format", "html", "--no-cache").out
    assert f"the engine {engine}: {ENGINES[engine].split(chr(39))[0]}" in page


def test_another_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("k.py").write_text(RESPONSE)
    assert faier(capsys, "check", "k.py", "--engine", "sampling").status == 2
    with pytest.raises(ValueError, match="'sampling' is not an engine"):
        exported.check("k.py", engine="sampling")
    program, unknown = parse(RESPONSE, "k.py"), "sampling"
    approach = asked.Approach(engine=_any(unknown))
    with pytest.raises(AssertionError, match="sampling"):
        asked.check(program, program.claims[0], approach)
    with pytest.raises(AssertionError, match="sampling"):
        asked.bound(program, program.claims[0].subject, approach)


def _any(value: Any) -> Any:
    return value
