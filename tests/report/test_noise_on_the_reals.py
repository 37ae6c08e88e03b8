"""Reports about mechanisms that draw reals: each says once how ideal that is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import faier
from json_schema import faults
from sarif_schema import LOG
from test_formats import EVERYTHING, PROVED, REFUTED

from faier.answers.answer import Bounded, Judged, Reach, Report
from faier.lang import parse
from faier.lang.walk import draws_reals
from faier.report.schemas import schema
from faier.report.to_github import to_github
from faier.report.to_html import to_html
from faier.report.to_json import to_json
from faier.report.to_junit import to_junit
from faier.report.to_sarif import to_sarif
from faier.report.to_terminal import to_terminal
from faier.report.wording import IDEAL

NOISY = replace(REFUTED, question=replace(REFUTED.question, reals=True))
REPORT = replace(EVERYTHING, answers=(PROVED, NOISY, replace(NOISY, question=replace(NOISY.question, path="n.py"))))
BOUND = Bounded(NOISY.question, NOISY.loss, Reach(1, True), "search", 0.5)
JUDGED = Judged(NOISY.question, True, 0.5, NOISY.allowed, NOISY.story)
FILE = """from faier import Int, Public, each, flip, gaussian, laplace, mechanism, private

def noise(scale):
    return laplace(scale)

def first(scale):
    return noise(scale)

@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def counted(x: Int[0, 2]):
    return x + {noise} >= 1

@private(epsilon=1, neighbors=each(1))
@mechanism
def plain(x: Int[0, 0]):
    return x
"""
WRITERS = [to_terminal, to_json, to_sarif, to_junit, to_github, to_html]


@pytest.mark.parametrize("write", WRITERS)
def test_every_report_says_once_that_reals_are_ideal(write: Callable[[Report], str]) -> None:
    assert write(REPORT).count(IDEAL) == 1
    assert IDEAL not in write(EVERYTHING)


@pytest.mark.parametrize("write", [to_terminal, to_json])
@pytest.mark.parametrize("report", [Report("bound", bounds=(BOUND, BOUND)), Report("certify", judged=(JUDGED, JUDGED))])
def test_bounds_and_judgements_say_it_too(write: Callable[[Report], str], report: Report) -> None:
    assert write(report).count(IDEAL) == 1


def test_claims_about_what_draws_reals_are_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the mechanism, or in what it calls; what stands in other functions does not count."""
    for noise, reals in (("laplace(2)", True), ("first(2)", True), ("flip(1 / 2)", False)):
        program = parse(FILE.format(noise=noise), "noisy.py")
        assert draws_reals(program, ["counted"]) is reals
        assert not draws_reals(program, ["plain"])
    path = tmp_path / "noisy.py"
    path.write_text(FILE.format(noise="laplace(2)"))
    assert IDEAL in faier(capsys, "check", str(path)).out


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_calibrations_say_it_too(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noisy.py"
    path.write_text(FILE.format(noise="laplace(S)").replace("@private", "S = 2\n\n@private", 1))
    arguments = ("--vary", "S", "--digits", "0", "--format", form)
    assert faier(capsys, "calibrate", f"{path}::counted", *arguments).out.count(IDEAL) == 1
    assert IDEAL not in faier(capsys, "calibrate", f"{path}::plain", *arguments).out


def test_documents_are_what_their_schemas_say() -> None:
    document = json.loads(to_json(REPORT))
    assert document["notes"] == [IDEAL]
    assert not faults(document, schema("check"))
    assert not faults(json.loads(to_sarif(REPORT)), LOG)
    suites = ElementTree.fromstring(to_junit(REPORT))
    assert [suite.get("name") for suite in suites if suite.find("properties") is not None] == ["m/max.py"]


ANALYTIC = """from faier import Int, each, gaussian, mechanism, private
@private(epsilon=1, delta=0.00002, neighbors=each(1))
@mechanism
def m(x: Int[0, 4]):
    return x + gaussian(3.7304)
"""


def test_both_ends_of_a_least_delta_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.py"
    path.write_text(ANALYTIC, "utf-8")
    told = " ".join(faier(capsys, "bound", str(path), "--epsilon", "1").out.split())
    assert "delta is 0.00001001031428374 to 0.00001001031428375 (" in told
    document = json.loads(faier(capsys, "bound", str(path), "--epsilon", "1", "--format", "json").out)
    assert not faults(document, schema("bound"))
    delta = document["results"][0]["delta"]
    assert delta["exact"] is None
    assert 0 < delta["value"] - delta["lower"] < 1e-17
