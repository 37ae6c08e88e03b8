"""The exit status says what came of a run, whatever the format."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import BROKEN, NOISY_MAX, RESPONSE, THRESHOLD, faier, write

from faier.answers.answer import Answer, Asked, Exact, Reach, Report
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import NOWHERE
from faier.running.batch import Plan, carry_out
from faier.running.request import Options
from faier.running.selection import Selected

UNKNOWN = """\
from faier import Bool, Probability, flip, log, mechanism, prior, private, secret


@prior
def belief(p: Probability):
    bit = flip(p)
    secret(bit)
    return bit


@private(epsilon=log(3), prior=belief)
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""
EXPECTED_WRONGLY = RESPONSE.replace("neighbors=one()", 'neighbors=one(), expect="refuted"')
UNCLAIMED = RESPONSE.replace("@private(epsilon=log(3), neighbors=one())\n", "")
VACUOUS = RESPONSE.replace("one()", "each(0)").replace(" one,", "").replace("flip,", "each, flip,")

MATRIX = [
    (0, {"a.py": RESPONSE}, ["a.py"]),
    (0, {"a.py": THRESHOLD}, ["a.py"]),
    (0, {"a.py": UNKNOWN}, ["a.py"]),
    (0, {"a.py": NOISY_MAX, "b.py": RESPONSE}, ["b.py"]),
    (0, {"d/a.py": RESPONSE, "d/plain.py": "import os\n", "d/x/b.py": RESPONSE}, ["d"]),
    (0, {"a.py": NOISY_MAX}, ["a.py", "--epsilon", "log(8)", "--neighbors", "each(1)"]),
    (0, {"a.py": NOISY_MAX}, ["a.py", "--set", "N=1", "--epsilon", "0", "--neighbors", "each(1)"]),
    (0, {"a.py": UNKNOWN}, ["a.py", "--engine", "search", "--undecided", "warn"]),
    (1, {"a.py": NOISY_MAX}, ["a.py"]),
    (1, {"a.py": EXPECTED_WRONGLY}, ["a.py"]),
    (1, {"a.py": NOISY_MAX, "b.py": UNKNOWN}, [".", "--engine", "search"]),
    (1, {"a.py": RESPONSE}, ["a.py", "--epsilon", "log(2)"]),
    (2, {"a.py": BROKEN}, ["a.py"]),
    (2, {"a.py": BROKEN, "b.py": NOISY_MAX}, ["a.py", "b.py"]),
    (2, {"a.py": UNCLAIMED}, ["a.py"]),
    (2, {"a.py": VACUOUS}, ["a.py"]),
    (2, {"a.py": RESPONSE}, ["a.py::respons"]),
    (2, {"a.py": RESPONSE}, ["missing.py"]),
    (2, {"a.py": RESPONSE}, ["missing.py", "a.py"]),
    (2, {"plain.py": "import os\n"}, ["."]),
    (2, {"a.py": RESPONSE}, []),
    (2, {"a.py": RESPONSE}, ["a.py", "--lenght", "3"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--epsilon", "log("]),
    (2, {"a.py": RESPONSE}, ["a.py", "--neighbors", "one()"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--epsilon", "1", "--neighbors", "one()", "--prior", "p"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--epsilon", "1", "--prior", "nobody"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--set", "N"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--set", "N=3"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--timeout", "0"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--output", "no/such/folder/out.txt"]),
    (2, {"a.py": RESPONSE}, ["a.py", "--output", "jsno=out.txt"]),
    (3, {"a.py": UNKNOWN}, ["a.py", "--engine", "search"]),
    (3, {"a.py": UNKNOWN, "b.py": RESPONSE}, [".", "--engine", "search"]),
]


@pytest.mark.parametrize(("status", "files", "arguments"), MATRIX)
def test_status(
    status: int,
    files: dict[str, str | bytes],
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", *arguments)
    assert result.status == status, result.out + result.err
    assert "Traceback" not in result.out + result.err


@pytest.mark.parametrize(
    ("status", "text", "arguments"),
    [(0, RESPONSE, []), (1, NOISY_MAX, []), (2, BROKEN, []), (3, UNKNOWN, ["--engine", "search"])],
)
def test_the_status_is_the_same_in_json(
    status: int,
    text: str,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, {"a.py": text})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", *arguments, "--format", "json")
    assert result.status == status
    assert result.json["exit"] == status


def test_what_is_right_in_other_files_is_still_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": BROKEN, "b.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "check", ".", "--format", "json").json
    assert [result["verdict"] for result in document["results"]] == ["proved"]
    assert {error["path"] for error in document["errors"]} == {"a.py"}


def test_an_undecided_claim_that_is_only_a_warning_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": UNKNOWN})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", "--engine", "search", "--undecided", "warn")
    assert "1 undecided (only a warning)" in result.out


def test_a_bug_is_status_4_and_costs_only_its_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent)
    write(tmp_path, {"a.py": RESPONSE, "b.py": BROKEN})
    monkeypatch.chdir(tmp_path)
    plan = Plan("check", (Selected("a.py", ()), Selected("b.py", ())), Options())
    report = carry_out(plan, entry="command_line_faults:fail_to_decide")
    assert report.status == 4
    assert [answer.verdict for answer in report.answers] == ["undecided"]
    assert report.answers[0].reason == "an internal error of faier"
    assert "ZeroDivisionError" in report.bugs[0]
    assert {problem.path for problem in report.problems} == {"b.py"}


QUESTION = Asked("a.py", 1, 0, "m", "l", Exact("1", 1.0), "0", "one()", None)
OK, FAILED, UNDECIDED = (
    Answer(QUESTION, verdict, Reach(1, True), "search", 0.0, Exact("exp(1)", 2.7))
    for verdict in ("proved", "refuted", "undecided")
)
PROBLEM = Diagnostic("FA001", "there is no such file", "", "b.py", NOWHERE)


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (Report("check", answers=(OK,)), 0),
        (Report("check", answers=(OK, UNDECIDED)), 3),
        (Report("check", answers=(OK, UNDECIDED), lenient=True), 0),
        (Report("check", answers=(OK, FAILED, UNDECIDED)), 1),
        (Report("check", answers=(OK, FAILED, UNDECIDED), lenient=True), 1),
        (Report("check", answers=(OK, FAILED, UNDECIDED), problems=(PROBLEM,)), 2),
        (Report("check", answers=(OK,), problems=(PROBLEM,), lenient=True), 2),
        (Report("check", answers=(FAILED, UNDECIDED), problems=(PROBLEM,), bugs=("a",)), 4),
        (Report("check", answers=(OK,), interrupted=True), 130),
    ],
)
def test_the_first_that_applies(report: Report, status: int) -> None:
    assert report.status == status


def test_bound_is_asked_for_an_epsilon_or_for_a_delta(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "bound", "a.py", "--epsilon", "1", "--delta", "1/4")
    assert result.status == 2
    assert "Give --epsilon or --delta, not both" in result.err


def test_bound_of_a_mechanism_without_claims_needs_a_relation_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE.replace("@private(epsilon=log(3), neighbors=one())\n", "")})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "bound", "a.py")
    assert result.status == 2
    assert "above a mechanism, or give --neighbors or --prior" in result.out
    assert faier(capsys, "bound", "a.py", "--neighbors", "one()").status == 0
