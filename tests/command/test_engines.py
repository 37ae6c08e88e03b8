"""Engines and quantities on the command line: queries for solvers, least deltas and epsilons, binary search."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

MODELS = Path(__file__).parent.parent.parent / "models"
RESPONSE = str(MODELS / "randomized_response.py")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "faier", *arguments], capture_output=True, text=True, check=False)


def results(*arguments: str) -> list[dict[str, object]]:
    done = run(*arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["errors"] == []
    found: list[dict[str, object]] = document["results"]
    return found


def test_encode_writes_a_query_for_each_claim() -> None:
    done = run("encode", RESPONSE)
    assert done.returncode == 0
    assert done.stdout.count("(check-sat)") == 3
    assert "(set-logic QF_LRA)" in done.stdout
    query = [line.partition(";")[0] for line in done.stdout.split("\n")]  # comments name the file, wherever it is
    assert not re.search(r"\.(?!0\b)", "\n".join(query))


def test_the_query_is_what_the_solvers_accept() -> None:
    z3 = pytest.importorskip("z3")
    texts = run("encode", RESPONSE).stdout.split("(reset)")
    answers = []
    for text in texts:
        solver = z3.Solver()
        solver.from_string(text.split("(check-sat)")[0])
        answers.append(str(solver.check()))
    assert answers == ["unsat", "sat", "sat"]


def test_bound_with_a_delta_is_the_least_epsilon() -> None:
    (found,) = results("bound", RESPONSE, "--delta", "1/10")
    epsilon = found["epsilon"]
    assert isinstance(epsilon, dict)
    assert epsilon["exact"] == "log(13/5)"


def test_bound_with_an_epsilon_is_the_least_delta() -> None:
    (found,) = results("bound", RESPONSE, "--epsilon", "log(2)")
    assert found["delta"] == {"exact": "1/4", "value": 0.25}
    (found,) = results("bound", RESPONSE, "--epsilon", "log(3)")
    assert found["delta"] == {"exact": "0", "value": 0.0}


def test_binary_search_encloses_the_exact_answer() -> None:
    (found,) = results("bound", RESPONSE, "--engine", "smt", "--interval", "1,1.2")
    epsilon = found["epsilon"]
    assert isinstance(epsilon, dict)
    assert epsilon["lower"] <= 1.0986122886681098 <= epsilon["upper"]
    assert epsilon["upper"] - epsilon["lower"] < 1e-5


@pytest.mark.parametrize("interval", ["2", "2,1", "-1,2", "1,2,3", "a,b"])
def test_a_wrong_interval_is_an_error(interval: str) -> None:
    done = run("bound", RESPONSE, "--engine", "smt", f"--interval={interval}")
    assert done.returncode == 2
    assert "interval" in done.stdout + done.stderr or "error" in done.stdout


@pytest.mark.parametrize("engine", ["search", "algebra", "smt"])
def test_every_engine_decides_the_model(engine: str) -> None:
    found = results("check", RESPONSE, "--engine", engine)
    assert [(one["verdict"], one["engine"], one["ok"]) for one in found] == [
        ("proved", engine, True),
        ("refuted", engine, True),
        ("refuted", engine, True),
    ]
