"""Reports in files: whole or not at all, several from one run, and never mixed with progress."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path

import pytest
from command_line import BROKEN, ENDLESS, NOISY_MAX, RESPONSE, Result, faier, write

from faier.command.destination import written
from faier.report.formats import ENDINGS, FORMATS


def test_a_file_replaces_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", "--format", "json", "--output", "out.json")
    assert (result.status, result.out, result.err) == (0, "", "")
    assert json.loads((tmp_path / "out.json").read_text())["summary"]["ok"] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "out.json"]


def test_one_run_feeds_several_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", "--output", "json=out.json", "--output", "text=out.txt")
    assert result.status == 1
    assert json.loads((tmp_path / "out.json").read_text())["summary"]["failed"] == 1
    assert (tmp_path / "out.txt").read_text() == result.out


@pytest.mark.parametrize("target", [".", "missing/out.txt", "", "text="])
def test_what_cannot_be_written_is_said_before_the_work(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py", "--output", target)
    assert result.status == 2
    assert result.out == ""
    assert "--output" in result.err


def test_a_run_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "out.txt": "old"})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", _no_space_left)
    result = faier(capsys, "check", "a.py", "--output", "out.txt")
    assert result.status == 4
    assert "out.txt was not written: No space left on device" in result.err
    assert "1 as expected" in result.out  # the work is not lost
    assert (tmp_path / "out.txt").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "out.txt"]
    assert faier(capsys, "check", "a.py", "--nonsense", "--output", "out.txt").status == 2
    assert (tmp_path / "out.txt").read_text() == "old"


def _no_space_left(handle: int) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")
def test_the_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    written(str(link), "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no such device here")
def test_a_device_is_written_as_it_is(tmp_path: Path) -> None:
    written("/dev/null", "text")
    assert not Path("/dev/null").is_file()


def test_the_same_input_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"b.py": NOISY_MAX, "a.py": RESPONSE, "c.py": "from faier import x, y\n"})
    monkeypatch.chdir(tmp_path)

    def document(*paths: str, jobs: str) -> dict[str, object]:
        found = faier(capsys, "check", *paths, "--format", "json", "--jobs", jobs).json
        for result in found["results"]:
            result["seconds"] = 0
        return found

    first = document("b.py", "a.py", "c.py", jobs="1")
    assert first == document("c.py", "a.py", "b.py", jobs="3")
    assert [result["path"] for result in first["results"]] == ["a.py", "b.py", "b.py", "b.py"]  # type: ignore[attr-defined]


def test_colors_are_for_terminals_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in faier(capsys, "check", "a.py").out
    monkeypatch.setattr("faier.command.console.on_terminal", lambda: True)
    assert "\x1b[31;1mFAIL\x1b[0m" in faier(capsys, "check", "a.py", "--output", "text=out.txt").out
    assert "\x1b" not in (tmp_path / "out.txt").read_text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in faier(capsys, "check", "a.py").out


STARTS = {
    "text": "a.py::response ",
    "json": '{\n "schema": "faier.check/1"',
    "sarif": '{\n "$schema"',
    "junit": "<?xml ",
    "html": "<!DOCTYPE html>",
}


@pytest.mark.parametrize("ending", [ending for ending, form in ENDINGS.items() if form in FORMATS])
def test_the_ending_of_a_file_says_its_format(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    for name in (f"report{ending}", f"report.old{ending.upper()}"):
        assert faier(capsys, "check", "a.py", "--output", name).out == ""
        assert (tmp_path / name).read_text().startswith(STARTS[ENDINGS[ending]])
        assert faier(capsys, "check", "a.py", "--format", "text", "--output", name).status == 0  # what is typed wins
        assert (tmp_path / name).read_text().startswith(STARTS["text"])
        assert faier(capsys, "check", "a.py", "--output", f"json={name}").status == 0
        assert (tmp_path / name).read_text().startswith(STARTS["json"])


def test_every_format_has_an_ending_but_the_one_for_logs() -> None:
    assert {*FORMATS, "dot"} - {*ENDINGS.values()} == {"github"}
    assert STARTS.keys() == {form for form in ENDINGS.values() if form in FORMATS}


@pytest.mark.parametrize(
    ("command", "name"),
    [(command, f"out{end}") for command in ("bound", "list") for end in (".html", ".sarif", ".xml", ".dot")]
    + [("check", "out.dot"), ("compile", "out.html"), ("encode", "out.xml")],
)
def test_a_format_that_a_command_cannot_write_is_told(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    refused = faier(capsys, command, "a.py", "--output", name)
    assert refused.status == 2 and not (tmp_path / name).exists()
    assert f"{ENDINGS[Path(name).suffix]!r} is not a format here" in refused.err
    assert "add --format text to write text into it" in refused.err
    assert faier(capsys, command, "a.py", "--format", "text", "--output", name).status == 0
    assert (tmp_path / name).read_text()


def test_a_graph_is_written_by_its_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "compile", "a.py", "--output", "out.dot").out == ""
    assert (tmp_path / "out.dot").read_text().startswith("digraph")


def test_an_output_that_is_configured_is_for_the_commands_that_can_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "pyproject.toml": '[tool.faier]\noutput = "report.html"\nformat = "json"\n'})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", "a.py").out == ""
    assert (tmp_path / "report.html").read_text().startswith(STARTS["html"])
    (tmp_path / "report.html").unlink()
    assert faier(capsys, "bound", "a.py").json["schema"] == "faier.bound/1"
    assert not (tmp_path / "report.html").exists()


def test_quiet_tells_what_failed_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "b.py": NOISY_MAX, "c.py": ENDLESS, "d.py": BROKEN})
    monkeypatch.chdir(tmp_path)
    for paths in (["a.py"], ["b.py"], ["a.py", "b.py"], ["c.py"], ["d.py"], ["a.py", "d.py"]):
        full = faier(capsys, "check", *paths, "--timeout", "0.3")
        quiet = faier(capsys, "check", *paths, "--timeout", "0.3", "-q")
        assert quiet.status == full.status and (quiet.out == "") == (full.status == 0)
        assert ("  ok " in quiet.out, "  FAIL " in quiet.out) == (False, "  FAIL " in full.out)
        assert [line for line in quiet.out.split("\n") if "error[" in line or " claim" in line] == [
            line for line in full.out.split("\n") if "error[" in line or (" claim" in line and full.status)
        ]
        assert faier(capsys, "check", *paths, "-q", "--format", "json", "--timeout", "0.3").json["exit"] == full.status


@pytest.mark.parametrize("command", ["check", "bound", "list", "compile", "encode"])
def test_a_file_from_standard_input(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)

    def piped(data: str | bytes, *arguments: str) -> Result:
        content = data.encode() if isinstance(data, str) else data
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        return faier(capsys, command, "-", *arguments)

    def timeless(text: str) -> object:
        return json.loads(re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', text.replace("<stdin>", "a.py")))

    named = faier(capsys, command, "a.py", "--format", "json").out
    assert timeless(piped(RESPONSE, "--format", "json").out) == timeless(named)
    assert piped(RESPONSE).status == 0
    refused = piped(BROKEN)
    assert refused.status == 2 and " --> <stdin>:6:12\n" in refused.out
    assert piped(b"\xff").status == 2 and piped("").status == 2
    monkeypatch.setattr("sys.stdin", None)
    assert faier(capsys, command, "-").status == 2


def test_standard_input_beside_files_and_never_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "-": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(RESPONSE.encode())))
    found = faier(capsys, "check", "a.py", "-", "-", "./-", "--format", "json").json["results"]
    assert [result["path"] for result in found] == ["-", "-", "-", "<stdin>", "a.py"]
    assert faier(capsys, "check", "-", "--watch").status == 2
    assert faier(capsys, "check", "--watch", "--", "-::response").status == 2
