"""The JSON documents, as programs that parse them rely on."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import THRESHOLD, faier, write

from faier.answers.answer import (
    INFINITE,
    Answer,
    Asked,
    Bounded,
    Divergence,
    Exact,
    Loss,
    Reach,
    Report,
    Shown,
    Story,
)
from faier.report.to_json import to_json
from faier.version import VERSION

NOISY_MAX = '''"""Report Noisy Max over three counting queries, first winner reported."""
from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

N = 3


@private(epsilon=log(8), neighbors=each(1), name="tight")
@private(epsilon=log(2), neighbors=each(1))
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
'''

TIGHT = {
    "exact": "log(8)",
    "lower": 2.0794415416798357,
    "upper": 2.079441541679836,
    "finite": True,
    "attained": True,
}
WITNESS = {
    "left": {"answers": [1, 1, 1]},
    "right": {"answers": [2, 2, 0]},
    "output": [2],
    "ended": True,
    "probability": {"left": "5/27", "right": "5/216"},
    "ratio": "8",
    "epsilon": "log(8)",
    "epsilon_value": 2.0794415416798357,
    "parameters": {},
    "probability_value": {"left": 0.18518518518518517, "right": 0.023148148148148147},
    "ratio_value": 8.0,
}


def test_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"models/noisy_max.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "check", "models", "--format", "json").json
    for result in document["results"]:
        assert 0 <= result.pop("seconds") < 100
    assert document == {
        "schema": "faier.check/1",
        "faier": VERSION,
        "results": [
            {
                "id": "models/noisy_max.py::noisy_max[tight]",
                "path": "models/noisy_max.py",
                "line": 7,
                "mechanism": "noisy_max",
                "name": "tight",
                "claim": {
                    "epsilon": "log(8)",
                    "epsilon_value": 2.0794415416798357,
                    "delta": "0",
                    "neighbors": "each(1)",
                    "prior": None,
                },
                "expected": "proved",
                "verdict": "proved",
                "ok": True,
                "reason": None,
                "coverage": {"length": 1, "all": True},
                "engine": "search",
                "tight": TIGHT,
                "witness": None,
            },
            {
                "id": "models/noisy_max.py::noisy_max[epsilon=log(2) neighbors=each(1)]",
                "path": "models/noisy_max.py",
                "line": 8,
                "mechanism": "noisy_max",
                "name": None,
                "claim": {
                    "epsilon": "log(2)",
                    "epsilon_value": 0.6931471805599453,
                    "delta": "0",
                    "neighbors": "each(1)",
                    "prior": None,
                },
                "expected": "proved",
                "verdict": "refuted",
                "ok": False,
                "reason": None,
                "coverage": {"length": 1, "all": True},
                "engine": "search",
                "tight": TIGHT,
                "witness": WITNESS,
            },
        ],
        "errors": [],
        "summary": {"claims": 2, "ok": 1, "failed": 1, "undecided": 0},
        "exit": 1,
    }


def test_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"noisy_max.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "bound", "noisy_max.py::noisy_max", "--format", "json").json
    assert 0 <= document["results"][0].pop("seconds") < 100
    assert document == {
        "schema": "faier.bound/1",
        "faier": VERSION,
        "results": [
            {
                "path": "noisy_max.py",
                "line": 7,
                "mechanism": "noisy_max",
                "neighbors": "each(1)",
                "prior": None,
                "epsilon": TIGHT,
                "reason": None,
                "coverage": {"length": 1, "all": True},
                "engine": "search",
                "witness": WITNESS,
            }
        ],
        "errors": [],
        "exit": 0,
    }


def test_a_pufferfish_witness_names_secrets_and_unknowns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "from faier import Int, Probability, clamp, flip, geometric, log, mechanism, prior, private, secret\n\n\n"
        "@prior\ndef contagious(p: Probability):\n    sick = flip(p)\n    secret(sick)\n    return 2 * sick\n\n\n"
        "@private(epsilon=log(2), prior=contagious)\n@mechanism\n"
        "def count(sick: Int[0, 2]):\n    return clamp(sick + geometric(1 / 2), 0, 2)\n"
    )
    write(tmp_path, {"a.py": text})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", "--format", "json").json["results"][0]
    assert result["claim"]["prior"] == "contagious"
    assert result["claim"]["neighbors"] is None
    witness = result["witness"]
    assert (witness["left"], witness["right"]) == ({"secret": False}, {"secret": True})
    assert witness["ratio"] == "4"
    assert list(witness["parameters"]) == ["p"]
    assert isinstance(witness["parameters"]["p"], str)


def test_an_error_has_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": THRESHOLD.replace("geometric(1 / 2)", "gauss(1)")})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "check", "a.py", "missing.py", "--format", "json").json
    assert document["results"] == []
    found, missing = document["errors"]
    assert {key: found[key] for key in ("path", "line", "column", "end_line", "end_column")} == {
        "path": "a.py",
        "line": 8,
        "column": 30,
        "end_line": 8,
        "end_column": 35,
    }
    assert set(found) == {*missing, "code"}
    assert missing["line"] is None


def test_compile_and_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": THRESHOLD})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "compile", "a.py::above", "--format", "json").json
    assert document["schema"] == "faier.compile/1"
    (model,) = document["results"][0]["models"]
    assert set(model) >= {"observations", "start", "states"}
    paired = faier(capsys, "compile", "a.py", "--neighbors", "each(1)", "--length", "2", "--format", "json").json
    assert "rival" in paired["results"][0]["models"][0]
    assert faier(capsys, "compile", "a.py", "--format", "dot").out.startswith('digraph "a.py::above"')
    listed = faier(capsys, "list", "a.py", "--format", "json").json
    assert listed["schema"] == "faier.list/1"
    assert listed["results"][0]["claims"][0]["claim"]["epsilon"] == "4 * log(2)"


QUESTION = Asked("a.py", 1, 0, "m", "neighbors=one()", Exact("1", 1.0), "0", "one()", None)
STORY = Story(
    left=(("x", Shown("0", 0)),),
    right=(("x", Shown("1", 1)),),
    output=(Shown("'a'", "a"),),
    ended=False,
    probability_left=Exact("1/2", 0.5),
    probability_right=Exact("0", 0.0),
    ratio=INFINITE,
    epsilon=INFINITE,
)
UNBOUNDED = Loss(INFINITE, INFINITE, float("inf"), float("inf"), False, True, STORY)


def test_no_finite_epsilon() -> None:
    report = Report("bound", bounds=(Bounded(QUESTION, UNBOUNDED, Reach(1, True), "search", 0.5),))
    result = json.loads(to_json(report))["results"][0]
    assert result["epsilon"] == {"exact": "inf", "lower": None, "upper": None, "finite": False, "attained": True}
    assert result["witness"]["ratio"] == "inf"
    assert result["witness"]["epsilon_value"] is None
    assert "growth" not in result


def test_growth() -> None:
    divergence = Divergence(
        ("answers = 1 | 0",), ("answers = 1 | 2", "False"), ("True",), Exact("2", 2.0), Exact("log(2)", math.log(2))
    )
    loss = replace(UNBOUNDED, story=None, divergence=divergence)
    report = Report("bound", bounds=(Bounded(QUESTION, loss, Reach(1, True), "growth", 0.5),))
    growth = json.loads(to_json(report))["results"][0]["growth"]
    assert growth == {
        "prefix": ["answers = 1 | 0"],
        "cycle": ["answers = 1 | 2", "False"],
        "suffix": ["True"],
        "per_cycle": "log(2)",
    }


def test_an_interval() -> None:
    loss = Loss(None, Exact("log(2)", 0.69), 0.69, float("inf"), None, True)
    answer = Answer(QUESTION, "undecided", Reach(3, False), "search", 1.0, Exact("exp(1)", 2.7), loss, reason="late")
    result = json.loads(to_json(Report("check", answers=(answer,))))["results"][0]
    assert result["tight"] == {"exact": None, "lower": 0.69, "upper": None, "finite": None, "attained": True}
    assert result["reason"] == "late"


def test_the_document_is_ascii_and_has_no_nan() -> None:
    question = replace(QUESTION, path="a\u202e\u0085\ud800.py", epsilon=Exact("EPS", float("nan")))
    answer = Answer(question, "refuted", Reach(1, True), "search", 0.0, Exact("exp(EPS)", float("nan")), None, STORY)
    text = to_json(Report("check", answers=(answer,), bugs=("a\x1b[31mbug",)))
    assert text.isascii()
    assert "NaN" not in text
    assert "\x1b" not in text
    assert json.loads(text)["results"][0]["path"] == question.path
