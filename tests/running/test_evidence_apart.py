"""Evidence never changes a verdict: whatever becomes of a claim's certificate, the claim is decided as without one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, THRESHOLD, faier

from faier.answers.answer import Report
from faier.running.batch import Plan, carry_out
from faier.running.request import Options
from faier.running.selection import Selected

ROOTS = """\
from faier import Int, Positive, Probability, clamp, each, exp, flip, geometric, log, mechanism, prior, private, secret

EPS = Positive(1)


@prior
def person(p: Probability):
    sick = flip(p)
    secret(sick)
    return 1 if sick else 0


@private(epsilon=20001 * log(3) / 997, prior=person)
@private(epsilon=20001 * log(30) / 9, prior=person)
@private(epsilon=EPS / 2 + log(1 / 3) * 20001 / 997 + 20002 * log(3) / 997, prior=person, expect="refuted")
@mechanism
def told(answer: Int[0, 1]):
    return answer if flip(3 / 4) else 1 - answer


@private(epsilon=EPS + 20001 * log(3) / 997, neighbors=each(1))
@private(epsilon=EPS - log(3) * 200 / 97 + 401 * log(9) / 388, neighbors=each(1))
@private(epsilon=EPS / 2, neighbors=each(1), expect="refuted")
@mechanism
def counted(count: Int[0, 3]):
    return clamp(count + geometric(exp(-EPS)), 0, 3)
"""
FILES = {"response": RESPONSE, "noisy_max": NOISY_MAX, "threshold": THRESHOLD, "roots": ROOTS}
FAULTS = ("evidence_without_end", "evidence_without_memory", "evidence_that_crashes", "evidence_with_a_bug")


def decided(path: Path, options: Options, entry: str = "faier.running.tasks:perform") -> Report:
    return carry_out(Plan("check", (Selected(str(path), ()),), options), entry=entry)


def verdicts(report: Report) -> list[tuple[str, str]]:
    return [(answer.question.id, answer.verdict) for answer in report.answers]


@pytest.mark.parametrize(
    "engine", ["auto", *(pytest.param(name, marks=pytest.mark.long) for name in ("search", "algebra", "coupling"))]
)
@pytest.mark.parametrize("name", FILES)
def test_verdicts_are_the_same_with_certificates(name: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.py"
    path.write_text(FILES[name])
    options = Options(timeout=60.0, engine=engine, length=3)
    plain, certified = decided(path, options), decided(path, replace(options, certificates=True))
    assert verdicts(plain) == verdicts(certified) and len(plain.answers) == FILES[name].count("@private(")
    assert plain.status == certified.status != 4
    for answer in certified.answers:
        assert (answer.certificate is None) == (answer.verdict == "undecided")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_verdict_stays_when_looking_for_evidence_fails(fault: str, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(NOISY_MAX)
    options = Options(timeout=3.0)
    plain = decided(path, options)
    assert [answer.verdict for answer in plain.answers] == ["proved", "refuted", "refuted"]
    found = decided(path, replace(options, certificates=True), f"command_line_faults:{fault}")
    assert verdicts(found) == verdicts(plain)
    assert found.status == (4 if fault == "evidence_with_a_bug" else plain.status)
    assert len(found.bugs) == (3 if fault == "evidence_with_a_bug" else 0)
    for before, answer in zip(plain.answers, found.answers, strict=True):
        assert (answer.reach, answer.engine, answer.reason) == (before.reach, before.engine, None)
        assert answer.story == before.story
        assert answer.uncertified is not None and answer.uncertified.startswith("looking for evidence did not come")
        assert json.loads(answer.certificate or "")["evidence"]["kind"] == "none"


@pytest.mark.parametrize("certificates", [False, True])
def test_the_verdict_stays_when_drawings_fail(certificates: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(NOISY_MAX)
    options = Options(timeout=60.0, pictures=True, certificates=certificates)
    found = decided(path, options, "command_line_faults:drawings_that_crash")
    assert [answer.verdict for answer in found.answers] == ["proved", "refuted", "refuted"]
    assert all(answer.reason is None for answer in found.answers)


def test_large_roots_beside_unknowns_are_decided_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "roots.py"
    path.write_text(ROOTS)
    told = faier(capsys, "check", str(path), "--certificates", str(tmp_path / "proofs"), "--format", "json")
    assert told.status == 0
    assert [item["certificate"] for item in told.json["results"]] == [{"evidence": True, "reason": None}] * 6
    verified = faier(capsys, "verify", *sorted(map(str, (tmp_path / "proofs").iterdir())))
    assert verified.status == 0 and verified.out.count("valid ") == 6


def test_missing_evidence_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(RESPONSE)
    options = Options(timeout=60.0, certificates=True)
    found = decided(path, options, "command_line_faults:evidence_that_crashes")
    from faier.report.to_html import to_html
    from faier.report.to_json import to_json
    from faier.report.to_terminal import to_terminal

    assert "its certificate holds no evidence: looking for evidence did not come" in to_terminal(found)
    (item,) = json.loads(to_json(found))["results"]
    assert item["certificate"]["evidence"] is False and "SIGKILL" in item["certificate"]["reason"]
    assert "No evidence" in to_html(found)
