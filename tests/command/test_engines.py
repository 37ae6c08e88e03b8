"""Engines and quantities on the command line: queries for solvers, least deltas and epsilons, binary search."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import Result, faier

MODELS = Path(__file__).parent.parent.parent / "models"
RESPONSE = str(MODELS / "randomized_response.py")
Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments: faier(capsys, *arguments)


def results(run: Run, *arguments: str) -> list[dict[str, Any]]:
    done = run(*arguments, "--format", "json")
    assert done.status == 0, done.err
    assert done.json["errors"] == []
    found: list[dict[str, Any]] = done.json["results"]
    return found


def test_encode_writes_a_query_for_each_claim(run: Run) -> None:
    done = run("encode", RESPONSE)
    assert done.status == 0
    assert done.out.count("(check-sat)") == 3
    assert "(set-logic QF_LRA)" in done.out
    query = [line.partition(";")[0] for line in done.out.split("\n")]  # comments name the file, wherever it is
    assert not re.search(r"\.(?!0\b)", "\n".join(query))


def test_the_query_is_what_the_solvers_accept(run: Run) -> None:
    z3 = pytest.importorskip("z3")
    texts = run("encode", RESPONSE).out.split("(reset)")
    answers = []
    for text in texts:
        solver = z3.Solver()
        solver.from_string(text.split("(check-sat)")[0])
        answers.append(str(solver.check()))
    assert answers == ["unsat", "sat", "sat"]


def test_bound_with_a_delta_is_the_least_epsilon(run: Run) -> None:
    (found,) = results(run, "bound", RESPONSE, "--delta", "1/10")
    epsilon = found["epsilon"]
    assert isinstance(epsilon, dict)
    assert epsilon["exact"] == "log(13/5)"


def test_bound_with_an_epsilon_is_the_least_delta(run: Run) -> None:
    (found,) = results(run, "bound", RESPONSE, "--epsilon", "log(2)")
    assert found["delta"] == {"exact": "1/4", "value": 0.25}
    (found,) = results(run, "bound", RESPONSE, "--epsilon", "log(3)")
    assert found["delta"] == {"exact": "0", "value": 0.0}


def test_binary_search_encloses_the_exact_answer(run: Run) -> None:
    (found,) = results(run, "bound", RESPONSE, "--engine", "smt", "--interval", "1,1.2")
    epsilon = found["epsilon"]
    assert isinstance(epsilon, dict)
    assert epsilon["lower"] <= 1.0986122886681098 <= epsilon["upper"]
    assert epsilon["upper"] - epsilon["lower"] < 1e-5


@pytest.mark.parametrize("interval", ["2", "2,1", "-1,2", "1,2,3", "a,b"])
def test_a_wrong_interval_is_an_error(interval: str, run: Run) -> None:
    done = run("bound", RESPONSE, "--engine", "smt", f"--interval={interval}")
    assert done.status == 2
    assert "interval" in done.err + done.out


@pytest.mark.parametrize("engine", ["search", "algebra", "smt"])
def test_every_engine_decides_the_model(engine: str, run: Run) -> None:
    found = results(run, "check", RESPONSE, "--engine", engine)
    assert [(one["verdict"], one["engine"], one["ok"]) for one in found] == [
        ("proved", engine, True),
        ("refuted", engine, True),
        ("refuted", engine, True),
    ]
