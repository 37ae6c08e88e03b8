"""Reports in files: whole or not at all, several from one run, and never mixed with progress."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, faier, write

from faier.destination import written


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
    monkeypatch.setattr("faier.console.on_terminal", lambda: True)
    assert "\x1b[31;1mFAIL\x1b[0m" in faier(capsys, "check", "a.py", "--output", "text=out.txt").out
    assert "\x1b" not in (tmp_path / "out.txt").read_text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in faier(capsys, "check", "a.py").out
