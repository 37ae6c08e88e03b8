"""A wrong command line under a format for programs: a document of that format, with the error in it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import RESPONSE, faier, write
from json_schema import faults


@pytest.mark.parametrize("arguments", [
    ["check", "--format", "json"],
    ["check", "a.py", "--format=json", "--epsilno", "1"],
    ["check", "a.py", "--neighbors", "one()", "--format", "json"],
    ["check", "a.py", "--format", "json", "--timeout", "soon"],
    ["check", "a.py", "--format", "json", "--output", "nowhere/report.json"],
    ["bound", "a.py", "--epsilon", "1", "--delta", "1/2", "--format", "json"],
    ["certify", "a.py::response", "--format", "json"],
    ["diff", "--format", "json"],
    ["list", "--format", "json"],
    ["compile", "a.py", "--format", "json", "--set", "N"],
    ["verify", "--format", "json"],
    ["verify", "a.py", "--format", "json"],
    ["encode", "--format", "json"],
])  # fmt: skip
def test_json(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    told = faier(capsys, *arguments)
    assert told.status == 2
    assert told.err.startswith("Usage: faier ")
    command = {"encode": "compile"}.get(arguments[0], arguments[0])
    assert told.json["schema"] == f"faier.{command}/1"
    assert faults(told.json, faier(capsys, "schema", command).json, strict=True) == []
    assert [error["code"] for error in told.json["errors"]] == ["FA809"]
    assert told.json["errors"][0]["message"] in told.err
    assert told.json["exit"] == 2


@pytest.mark.parametrize("form", ["sarif", "junit", "github", "html"])
def test_a_stage_is_no_verdict(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list of findings that is empty since nothing was decided would look like a pass."""
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    told = faier(capsys, "check", "a.py", "--emit", "model", "--format", form)
    assert told.status == 2
    assert "--emit prints text or json" in told.err


def test_formats_for_gates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    sarif = json.loads(faier(capsys, "check", "--format", "sarif").out)
    (invocation,) = sarif["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["descriptor"] == {"id": "FA809"}
    junit = ElementTree.fromstring(faier(capsys, "check", "--format", "junit").out)
    assert junit.attrib["errors"] == "1"
    assert faier(capsys, "check", "--format", "github").out.startswith("::error title=the command line is wrong")


@pytest.mark.parametrize("arguments", [["check"], ["chekc", "--format", "json"], ["--format", "json"],
                                       ["check", "--format", "yaml"], ["list", "--format", "sarif"],
                                       ["check", "--format"]])  # fmt: skip
def test_people_read_the_other_stream(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = faier(capsys, *arguments)
    assert (told.status, told.out) == (2, "")
    assert "Error: " in told.err


@pytest.mark.parametrize("arguments", [[], ["--format", "json"], ["--format"], ["chek", "--format", "json"]])
def test_without_a_command_there_is_help_alone(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    told = faier(capsys, *arguments)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith("Usage: faier [OPTIONS] COMMAND [ARGS]...")
