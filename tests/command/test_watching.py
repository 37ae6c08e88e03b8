"""`faier check --watch`: again after each change, until it is interrupted."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from command_line import RESPONSE, write
from test_process import command

from faier.command.watching import change, sight

LEAKS = RESPONSE.replace("3 / 4", "9 / 10")
WAITING = "Waiting for a change; Ctrl-C ends.\n"


class Watching:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        assert process.stdout is not None
        self.reader = threading.Thread(target=lambda: [self.lines.put(line) for line in process.stdout or ()])
        self.reader.start()

    def told(self) -> str:
        """All lines up to the one that says that it waits."""
        lines = []
        while (line := self.lines.get(timeout=120)) != WAITING:
            lines.append(line)
        return "".join(lines)

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


@contextlib.contextmanager
def watching(folder: Path, *arguments: str) -> Iterator[Watching]:
    process = subprocess.Popen(
        command("check", *arguments, "--watch"),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    found = Watching(process)
    try:
        yield found
    finally:
        process.kill()
        process.wait()
        found.reader.join()
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt of POSIX")
def test_it_checks_again_after_each_change(tmp_path: Path) -> None:
    write(tmp_path, {"models/a.py": RESPONSE})
    with watching(tmp_path, "models") as run:
        assert "1 claim: 1 as expected\n" in run.told()
        write(tmp_path, {"models/a.py": LEAKS})
        told = run.told()
        assert told.startswith("Changed: models/a.py\n")
        assert "FAIL refuted" in told
        write(tmp_path, {"models/new/b.py": RESPONSE, "notes.txt": "not looked at"})
        told = run.told()
        assert told.startswith("Changed: models/new/b.py\n")
        assert "2 claims: 1 as expected, 1 not\n" in told
        (tmp_path / "models/a.py").unlink()
        assert "1 claim: 1 as expected\n" in run.told()
        write(tmp_path, {"pyproject.toml": "[tool.faier]\nepsilno = 1\n"})
        assert "FA812" in run.told()
        assert run.interrupt() == 2


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt of POSIX")
def test_its_status_is_that_of_the_last_check(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": LEAKS})
    with watching(tmp_path, "a.py::response") as run:
        assert "FAIL" in run.told()
        assert run.interrupt() == 1


def test_what_is_seen_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"m/a.py": "", "m/.hidden/b.py": "", "m/n/c.py": "", "m/.gitignore": "", "m/d.txt": ""})
    write(tmp_path, {"pyproject.toml": "", "gone.py": "", "other.py": ""})

    def names(*paths: str) -> set[str]:
        return {os.path.relpath(name) for name, _, _, _ in sight(paths, tmp_path)}

    assert names("m", "gone.py") >= {"m/a.py", "m/n/c.py", "m/.gitignore", "gone.py", "pyproject.toml"}
    assert not names("m", "gone.py") & {"other.py", "m/d.txt", "m/.hidden/b.py"}
    (tmp_path / "gone.py").unlink()
    assert "gone.py" not in names("m", "gone.py")


def test_a_change_is_told_when_it_has_come_to_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faier.command.watching.time.sleep", lambda seconds: None)
    one, two, three = (frozenset({("a.py", time, 1, 1)}) for time in (1, 2, 3))
    looks = iter([one, one, two, three, three, three])
    assert change(one, lambda: next(looks)) == ["a.py"]
    assert list(looks) == []
