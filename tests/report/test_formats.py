"""SARIF, JUnit, GitHub annotations and published schemas: valid, deterministic, and deaf to hostile names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import BROKEN, NOISY_MAX, RESPONSE, THRESHOLD, faier, write
from json_schema import faults
from sarif_schema import LOG

from faier.answers.answer import INFINITE, Answer, Asked, Exact, Loss, Reach, Report, Shown, Story
from faier.command.choices import SCHEMAS
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import NOWHERE, Span
from faier.report.explain import codes, find
from faier.report.findings import VERDICTS
from faier.report.schemas import schema
from faier.report.to_github import to_github
from faier.report.to_json import to_json
from faier.report.to_junit import to_junit
from faier.report.to_sarif import to_sarif

QUESTION = Asked("m/max.py", 2, 0, "noisy_max", "log(2)", Exact("log(2)", 0.69), "0", "each(1)", None, defined=3)
QUESTION = replace(QUESTION, relation=("each", 1))
SOURCE = "from faier import log\n  @private(epsilon=log(2))  \ndef noisy_max(): ...\n"
LOG8, TWO = Exact("log(8)", 2.0794415416798357), Exact("2", 2.0)
STORY = Story(
    left=(("answers", Shown("[1, 1, 1]", [1, 1, 1])),),
    right=(("answers", Shown("[2, 2, 0]", [2, 2, 0])),),
    output=(Shown("2", 2),),
    ended=True,
    probability_left=Exact("5/27", 5 / 27),
    probability_right=Exact("5/216", 5 / 216),
    ratio=Exact("8", 8.0),
    epsilon=LOG8,
)
LOSS = Loss(LOG8, LOG8, LOG8.value, LOG8.value, True, True, STORY)
REFUTED = Answer(QUESTION, "refuted", Reach(1, True), "search", 0.5, TWO, LOSS, STORY)
PROVED = Answer(replace(QUESTION, line=1, number=1), "proved", Reach(1, True), "search", 0.25, TWO)
WRONGLY = replace(PROVED, question=replace(PROVED.question, expected="refuted", label="wrongly"))
LATE = Answer(
    replace(QUESTION, number=2, label="late"), "undecided", Reach(0, False), "search", 3.0, TWO, reason="time."
)
PROBLEM = Diagnostic("FA201", "`x` is not defined", "define it", "a.py", Span(2, 5, 2, 6))
OPTION = Diagnostic("FA204", "`eech` is not defined", "", "--neighbors", Span(1, 1, 1, 5))
NOWHERE_IN_FILE = Diagnostic("FA001", "there is no such file", "", "b.py", NOWHERE)
EVERYTHING = Report(
    "check",
    answers=(PROVED, REFUTED, WRONGLY, LATE),
    problems=(PROBLEM, OPTION, NOWHERE_IN_FILE),
    sources={"m/max.py": SOURCE},
    bugs=("a bug",),
    interrupted=True,
)
SENTENCE = (
    "noisy_max does not keep epsilon = log(2) for neighbors each(1). The output [2, then the end] has probability "
    "5/27 (0.185185) given answers = [1, 1, 1], and 5/216 (0.0231481) given answers = [2, 2, 0]: 8 times as likely; "
    "the claim allows 2 times at most. The tight epsilon is log(8) = 2.0794415416 (all outputs)."
)


# What elements may have where a document is validated before it is read, as by the xUnit plugin of Jenkins.
SUITES = {"name", "time", "tests", "failures", "errors", "disabled"}
JUNIT = {
    "testsuites": SUITES,
    "testsuite": SUITES | {"skipped", "timestamp", "hostname", "id", "package", "assertions", "file", "log", "url"},
    "testcase": {"name", "time", "classname", "file", "line", "class", "status", "assertions", "group", "log", "url"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
}


def sarif(report: Report) -> dict[str, Any]:
    text = to_sarif(report)
    assert text.isascii()
    log: dict[str, Any] = json.loads(text)
    assert faults(log, LOG) == []
    run: dict[str, Any] = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert len(result["locations"]) == 1
        assert result["partialFingerprints"]
    return run


def test_sarif_has_a_result_for_each_finding_at_the_line_of_its_claim() -> None:
    run = sarif(EVERYTHING)
    told = [(result["ruleId"], result["level"]) for result in run["results"]]
    assert told == [
        ("FA701", "error"),
        ("FA702", "error"),
        ("FA703", "warning"),
        ("FA201", "error"),
        ("FA001", "error"),
    ]
    refuted = run["results"][0]
    assert refuted["message"]["text"] == SENTENCE
    place = refuted["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "m/max.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 2, "startColumn": 3, "endLine": 2, "endColumn": 27}
    assert [item["message"]["text"] for item in refuted["relatedLocations"]] == [
        "the mechanism",
        "left: answers = [1, 1, 1]: probability 5/27 (0.185185)",
        "right: answers = [2, 2, 0]: probability 5/216 (0.0231481)",
    ]
    assert refuted["relatedLocations"][0]["physicalLocation"]["region"] == {"startLine": 3}
    assert refuted["properties"]["faier/tightEpsilon"] == "log(8)"
    assert run["properties"] == {"faier/claims": 4, "faier/asExpected": 1}
    assert run["results"][3]["message"]["text"] == "`x` is not defined. Define it."
    assert "region" not in run["results"][4]["locations"][0]["physicalLocation"]


def test_sarif_tells_what_is_at_no_place_and_whether_the_run_succeeded() -> None:
    invocation = sarif(EVERYTHING)["invocations"][0]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 130)
    told = [item["descriptor"]["id"] for item in invocation["toolExecutionNotifications"]]
    assert told == ["FA204", "FA899", "FA805"]
    undecided = sarif(Report("check", answers=(LATE,)))
    assert undecided["invocations"] == [{"executionSuccessful": True, "exitCode": 3}]
    assert len(undecided["results"]) == 1
    assert sarif(Report("check", answers=(PROVED,)))["results"] == []


def test_sarif_has_the_ways_of_two_runs_to_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    log = json.loads(faier(capsys, "check", "a.py", "--format", "sarif").out)
    assert faults(log, LOG) == []
    (result,) = log["runs"][0]["results"]  # the claim that is expected to be refuted is no finding
    left, right = result["codeFlows"]
    assert re.match(r"given answers = \[\d, \d, \d\]: a run of probability \d+/\d+ ", left["message"]["text"])
    for flow in (left, right):
        steps = flow["threadFlows"][0]["locations"]
        lines = [step["location"]["physicalLocation"]["region"]["startLine"] for step in steps]
        texts = [step["location"]["message"]["text"] for step in steps]
        assert set(lines) <= set(range(11, 18))
        assert sum("draws " in text for text in texts) == 3
        assert re.search(r"shows \d$", texts[-1])
    told = json.loads(faier(capsys, "check", "a.py", "--format", "sarif").out)
    assert told["runs"][0]["results"] == [result]  # recalled


def test_sarif_rules_are_explained() -> None:
    rules = sarif(EVERYTHING)["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {*VERDICTS.values(), "FA201", "FA204", "FA001", "FA805", "FA899"}
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert re.fullmatch(r"[A-Z]\w*", rule["name"])
    assert {*VERDICTS.values()} < {*codes()}


def test_fingerprints_name_the_claim_and_not_its_line() -> None:
    def prints(answer: Answer) -> list[str]:
        results = sarif(Report("check", answers=(answer,)))["results"]
        return [result["partialFingerprints"]["faier/finding/v1"] for result in results]

    moved = replace(REFUTED, question=replace(QUESTION, line=40, defined=41, number=7), seconds=9.0)
    assert prints(moved) == prints(REFUTED)
    assert len(set(prints(REFUTED) + prints(WRONGLY) + prints(LATE))) == 3


def test_the_subset_of_the_sarif_schema_finds_faults() -> None:
    log = json.loads(to_sarif(EVERYTHING))
    for change in (
        lambda: log.pop("version"),
        lambda: log["runs"][0]["results"][0].update(level="fatal"),
        lambda: log["runs"][0]["results"][0].update(extra=1),
        lambda: log["runs"][0]["results"][0].pop("message"),
        lambda: log["runs"][0]["tool"]["driver"]["rules"][0].pop("id"),
        lambda: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0),
        lambda: log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"].update(uri="a b"),
    ):
        before = len(faults(log, LOG))
        change()
        assert len(faults(log, LOG)) == before + 1


def junit(report: Report) -> ElementTree.Element:
    """Parsed, with its shape and its counts checked."""
    root = ElementTree.fromstring(to_junit(report))
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) <= JUNIT[element.tag], element.tag
    for group in (root, *root):
        cases = group.findall(".//testcase")
        assert int(group.attrib["tests"]) == len(cases)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert name not in group.attrib or int(group.attrib[name]) == len(group.findall(f".//{tag}"))
        assert float(group.attrib["time"]) >= 0
    for suite in root:
        assert suite.tag == "testsuite"
        assert suite.attrib["name"]
        for case in suite:
            assert case.tag == "testcase"
            assert set(case.attrib) >= {"classname", "name", "time"}
            assert [child.tag for child in case] in ([], ["failure"], ["error"], ["skipped"])
    return root


def test_junit_has_a_case_for_each_claim() -> None:
    root = junit(EVERYTHING)
    assert [suite.attrib["name"] for suite in root] == ["a.py", "b.py", "faier", "m/max.py"]
    cases = root[3].findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["failure"], ["error"]]
    assert cases[1][0].text == SENTENCE
    assert cases[1][0].attrib == {"message": SENTENCE, "type": "FA701"}
    assert cases[1].attrib["name"] == "epsilon = log(2) for neighbors each(1)"
    assert (cases[1].attrib["file"], cases[1].attrib["line"], cases[1].attrib["time"]) == ("m/max.py", "2", "0.500")
    assert (root.attrib["failures"], root.attrib["errors"]) == ("2", "6")


def test_an_undecided_claim_is_skipped_only_where_it_is_a_warning() -> None:
    assert junit(Report("check", answers=(LATE,))).attrib["errors"] == "1"
    lenient = junit(Report("check", answers=(LATE,), lenient=True))
    assert (lenient.attrib["errors"], lenient[0].attrib["errors"], lenient[0].attrib["skipped"]) == ("0", "0", "1")


def test_github_annotations() -> None:
    lines = to_github(EVERYTHING).splitlines()
    assert lines[0] == (
        "::error title=a privacy claim is refuted (FA701),file=m/max.py,line=2,col=3,endLine=2,endColumn=27::"
        + SENTENCE
    )
    assert "::error title=this name is not defined (FA201),file=a.py,line=2,col=5,endLine=2,endColumn=6::" in lines[2]
    assert lines[2].endswith("::`x` is not defined%0Adefine it")
    assert lines[-2].startswith("::warning title=a privacy claim is undecided (FA703),")
    assert lines[-1] == "faier: 4 claims, 1 as expected, 2 not, 1 undecided"


@pytest.mark.parametrize("count", [1, 10, 11, 500])
def test_github_shows_ten_annotations_of_a_kind(count: int) -> None:
    answers = tuple(
        replace(answer, question=replace(QUESTION, line=at)) for at in range(count) for answer in (REFUTED, LATE)
    )
    lines = to_github(Report("check", answers=answers)).splitlines()
    for level in ("error", "warning"):
        shown = [line for line in lines if line.startswith(f"::{level} ")]
        assert len(shown) == min(count, 10)
        assert (f"{count - 9} more findings" in shown[-1]) is (count > 10)
    assert sum("FA701" in line for line in lines) == count


HOSTILE = (
    "</script><script>alert(1)</script>\"'&<!--]]>{{7*7}}${7}\x00\x1b[31m\x9b\x08\r\n::error::evil\n##[add-mask]x"
    "[link](http://evil)%0A,:=`|\\\u202edesrever\u2066\u200b\ufeff\ud800\U000e0001\uffff" + "x" * 10_000
)
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)


def hostile_report() -> Report:
    shown = Shown(HOSTILE, HOSTILE)
    number = Exact(HOSTILE, 1.0)
    story = replace(STORY, left=((HOSTILE, shown),), right=((HOSTILE, shown),), output=(shown,) * 2)
    story = replace(story, parameters=((HOSTILE, shown),), outputs=((shown,),), excess=number)
    question = Asked(HOSTILE, 1, 0, HOSTILE, HOSTILE, number, HOSTILE, HOSTILE, None, name=HOSTILE)
    loss = replace(LOSS, exact=INFINITE)
    answers = tuple(
        Answer(replace(question, number=at), verdict, Reach(1, True), HOSTILE, 1.0, TWO, loss, told, HOSTILE)
        for at, (verdict, told) in enumerate(
            (("proved", None), ("refuted", story), ("refuted", replace(story, excess=None)), ("undecided", None))
        )
    )
    problems = (
        Diagnostic("FA001", HOSTILE, HOSTILE, HOSTILE, Span(1, 1, 1, 2), (HOSTILE,)),
        Diagnostic("FA204", HOSTILE, HOSTILE, "--neighbors", NOWHERE),
    )
    return Report("check", answers=answers, problems=problems, bugs=(HOSTILE,), sources={HOSTILE: HOSTILE})


def test_hostile_names_break_no_json() -> None:
    text = to_json(hostile_report())
    assert text.isascii()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", text)
    document = json.loads(text)
    assert faults(document, schema("check"), strict=True) == []
    assert document["results"][0]["mechanism"] == HOSTILE


def test_hostile_names_break_no_sarif() -> None:
    run = sarif(hostile_report())
    texts = [result["message"]["text"] for result in run["results"]]
    texts += [item["message"]["text"] for result in run["results"] for item in result.get("relatedLocations", ())]
    texts += [item["message"]["text"] for item in run["invocations"][0]["toolExecutionNotifications"]]
    assert len(texts) > 8
    for text in texts:
        assert not UNSAFE.search(text)
        assert "](" not in text


def test_hostile_names_break_no_junit() -> None:
    text = to_junit(hostile_report())
    assert not UNSAFE.search(text)
    assert "<script" not in text
    root = junit(hostile_report())
    assert len(root.findall(".//testcase")) == 7
    for element in root.iter():
        assert element.tag in {"testsuites", "testsuite", "testcase", "failure", "error"}
        assert set(element.attrib) <= {"name", "tests", "failures", "errors", "skipped", "time"} | {
            "classname",
            "file",
            "line",
            "message",
            "type",
        }


def test_hostile_names_give_no_command_to_a_runner() -> None:
    many = replace(hostile_report(), answers=hostile_report().answers * 6)
    for report in (hostile_report(), many):
        lines = to_github(report).split("\n")
        assert lines[-1] == ""
        for line in lines:
            assert not UNSAFE.search(line)
            assert "##[" not in line
            command = re.match(r"::(.*?)::", line)
            if command is None:
                assert not line.lstrip().startswith("::")
                continue
            known = (
                r"(error|warning) title=[^,:\n]*(,file=[^,:\n]*)?(,line=\d+)?(,col=\d+)?(,endLine=\d+,endColumn=\d+)?"
            )
            assert re.fullmatch(known, command[1])


@pytest.mark.parametrize("report", [EVERYTHING, hostile_report(), Report("check")])
def test_the_same_report_gives_the_same_bytes(report: Report) -> None:
    for written in (to_sarif, to_junit, to_github, to_json):
        assert written(report) == written(replace(report))


@pytest.mark.parametrize(("command", "arguments"), [
    ("check", ["--undecided", "warn"]),
    ("bound", []),
    ("bound", ["--epsilon", "1"]),
    ("bound", ["--delta", "1/8"]),
    ("list", []),
    ("compile", []),
    ("compile", ["--neighbors", "each(1)", "--length", "2"]),
    ("bound", ["--emit", "tree"]),
])  # fmt: skip
def test_documents_fit_the_published_schemas(
    command: str,
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX, "b.py": BROKEN, "c.py": THRESHOLD})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, command, ".", *arguments, "--format", "json").json
    name = document["schema"].split(".")[1].split("/")[0]
    published = faier(capsys, "schema", name).json
    assert document["results"]
    assert faults(document, published, strict=True) == []


def test_the_answers_of_the_checker_fit_their_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "forged.json": "{}"})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", "a.py", "--certificates", "proofs").status == 0
    (proof,) = (tmp_path / "proofs").iterdir()
    told = faier(capsys, "verify", f"proofs/{proof.name}", "forged.json", "--format", "json")
    assert told.status == told.json["exit"] == 1
    assert faults(told.json, faier(capsys, "schema", "verify").json, strict=True) == []
    assert [(item["certificate"], item["answer"], item["verdict"]) for item in told.json["results"]] == [
        (f"proofs/{proof.name}", "valid", "proved"),
        ("forged.json", "invalid", None),
    ]
    assert told.json["results"][1]["reason"]


def test_what_is_calibrated_fits_its_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "from faier import Bool, flip, log, mechanism, one, private\np = 3 / 4\n\n\n"
    body = (
        "@private(epsilon=log(2), neighbors=one())\n@mechanism\ndef m(x: Bool):\n    return x if flip(p) else not x\n"
    )
    write(tmp_path, {"a.py": head + body, "b.py": head + body.replace("flip(p)", "flip(1)") + "    assert p\n"})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "calibrate", ".", "--vary", "p", "--digits", "2", "--format", "json").json
    assert [item["direction"] for item in document["results"]] == ["greatest", None]
    assert faults(document, faier(capsys, "schema", "calibrate").json, strict=True) == []


def test_a_schema_finds_faults(capsys: pytest.CaptureFixture[str]) -> None:
    published = faier(capsys, "schema", "check").json
    document = json.loads(to_json(EVERYTHING))
    assert faults(document, published, strict=True) == []
    document["results"][1]["verdict"] = "fine"
    document["results"][1]["witness"].pop("ratio")
    assert len(faults(document, published)) == 2
    assert set(faier(capsys, "schema").json) == {*SCHEMAS}
    assert faier(capsys, "schema", "chekc").status == 2


def test_one_run_writes_every_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"models/a.py": NOISY_MAX, "models/b c.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    outputs = [f"--output={form}={form}.out" for form in ("sarif", "junit", "github", "json")]
    result = faier(capsys, "check", "models", *outputs)
    assert result.status == 1
    log = json.loads((tmp_path / "sarif.out").read_text())
    assert faults(log, LOG) == []
    (found,) = log["runs"][0]["results"]
    region = found["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 8, "startColumn": 1, "endLine": 8, "endColumn": 44}
    assert "does not keep epsilon = log(7)" in found["message"]["text"]
    assert ElementTree.parse(tmp_path / "junit.out").getroot().attrib["tests"] == "4"
    assert (tmp_path / "github.out").read_text().startswith("::error title=a privacy claim is refuted (FA701)")
    assert faier(capsys, "bound", "models", "--format", "sarif").status == 2


def test_a_format_for_verdicts_in_the_configuration_is_for_check_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = '[tool.faier]\nformat = "github"\noutput = ["sarif=out.sarif"]\n'
    write(tmp_path, {"pyproject.toml": table, "a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "bound", "a.py").out.startswith("a.py::response\n")
    assert not (tmp_path / "out.sarif").exists()
    assert faier(capsys, "check", "a.py").out == "faier: 1 claim, 1 as expected, 0 not, 0 undecided\n"
    assert (tmp_path / "out.sarif").exists()


@pytest.mark.parametrize("code", sorted(VERDICTS.values()))
def test_the_examples_of_findings_show_them(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    meaning = find(code)
    monkeypatch.chdir(tmp_path)
    for text, expected in ((meaning.wrong, 1), (meaning.right, 0)):
        if text.startswith("from"):
            write(tmp_path, {"a.py": text})
            result = faier(capsys, "check", "a.py", "--format", "github")
            assert result.status == expected
            assert (f"({code})" in result.out) is (expected == 1)
