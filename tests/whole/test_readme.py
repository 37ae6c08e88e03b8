"""The transcripts in README.md and docs/ are what the commands really print.

A fenced block with `file=NAME` after its language is a file of that name. A `console` block is a session:
each line `$ COMMAND` is run in a folder with the files of the page so far, beside `models` and `casestudies`, and what
follows must be its output, times aside. A line `...` stands for any lines. `$ echo $?` shows the exit status.

`python tests/whole/test_readme.py PAGE...` writes the real output into pages.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

from faier.command.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCE = re.compile(r"^( *)```(.*)$")
_FILE = re.compile(r'\b(?:file|title)=(?:"([^"]+)"|(\S+))')
_TIME = re.compile(r'\b\d+\.\d\ds\b|"seconds": [0-9.]+')
ELISION = "..."
HERE = [["faier", name] for name in ("bound", "calibrate", "check", "diff", "explain", "list", "plan", "verify")]
SPECIAL = frozenset('|&;<>()$`*?[]#~{}\\"\n')


@dataclass(frozen=True)
class Block:
    language: str
    file: str | None
    text: str
    line: int


@dataclass(frozen=True)
class Exchange:
    """A command and what is said to follow."""

    command: str
    output: str


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, without the indentation of their fence."""
    opened: tuple[str, str, int] | None = None
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if fence is None:
            lines.append(line)
        elif opened is None:
            opened, lines = (fence[1], fence[2].strip(), number), []
        else:
            indent, heading, start = opened
            file = _FILE.search(heading)
            body = "".join(f"{item.removeprefix(indent)}\n" for item in lines)
            yield Block(heading.split(" ")[0], file and (file[1] or file[2]), body, start)
            opened = None


def exchanges(session: str) -> Iterator[Exchange]:
    """A command may go on in the next line after a backslash."""
    command: str | None = None
    output: list[str] = []
    for line in session.splitlines():
        if command is not None and command.endswith("\\") and not output:
            command = f"{command[:-1]}{line.removeprefix('> ')}"
        elif line.startswith("$ "):
            if command is not None:
                yield Exchange(command, "\n".join(output))
            command, output = line[2:], []
        else:
            assert command is not None, f"a session begins with a command, not with {line!r}"
            output.append(line)
    if command is not None:
        yield Exchange(command, "\n".join(output))


def matches(said: str, real: str) -> bool:
    """Whether the output is the one written down, times and elisions aside."""
    wanted = [masked(line) for line in said.strip("\n").splitlines()]
    found = [masked(line) for line in real.strip("\n").splitlines()]
    pattern = "".join(r"(?:.*\n)*?" if line == ELISION else re.escape(line) + r"\n" for line in wanted)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found)) is not None


def masked(line: str) -> str:
    """Times are shown as if nothing took any, and columns do not move with them."""
    return re.sub(r" +0\.00s", " 0.00s", _TIME.sub(lambda time: "0.00s" if time[0][-1] == "s" else "0", line)).rstrip()


def replay(page: str, folder: Path) -> Iterator[tuple[Block, Exchange, str]]:
    """Every command of the page with what it really prints."""
    environment = prepared(folder)
    status = 0
    for block in blocks(page):
        if block.file is not None:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.text)
        if block.language != "console":
            continue
        for exchange in exchanges(block.text):
            command = f"echo {status}" if exchange.command == "echo $?" else exchange.command
            status, real = printed(command, folder, environment)
            yield block, exchange, real


def printed(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The exit status and the output. What needs no shell is run here, which spares a start each time."""
    if command.split(" ")[0:2] in HERE and not set(command) & SPECIAL:
        out, errors = io.StringIO(), io.StringIO()
        told = mock.patch.dict(os.environ, environment)
        with chdir(folder), told, redirect_stdout(out), redirect_stderr(errors):
            status = main(shlex.split(command)[1:])
        return status, out.getvalue() + errors.getvalue()
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def prepared(folder: Path) -> dict[str, str]:
    """The environment in which `faier` and `python` are those that run the tests."""
    for name in ("models", "casestudies"):
        (folder / name).symlink_to(ROOT / name)
    tools = folder / ".tools"
    tools.mkdir()
    for name, arguments in (("faier", "-P -m faier"), ("python", "")):
        (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        (tools / name).chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "COLUMNS": "80"}


def check(page: str, folder: Path) -> None:
    for block, exchange, real in replay(page, folder):
        assert matches(exchange.output, real), f"line {block.line}: $ {exchange.command}\n{real}"


def rewritten(page: str, folder: Path) -> str:
    """The page with the output of each command that is not true any more replaced by the real one."""
    for _, exchange, real in replay(page, folder):
        if not matches(exchange.output, real):
            before = f"$ {exchange.command}\n" + (f"{exchange.output}\n" if exchange.output else "")
            after = f"$ {exchange.command}\n" + "".join(f"{line.rstrip()}\n" for line in real.strip("\n").splitlines())
            page = page.replace(before, after, 1)
    return page


@pytest.mark.skipif(sys.platform == "win32", reason="sessions are of a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_transcripts(page: Path, tmp_path: Path) -> None:
    check(page.read_text(), tmp_path)


def test_the_first_block_is_two_commands_and_ci_runs_the_second() -> None:
    first = next(blocks((ROOT / "README.md").read_text()))
    setup, check = first.text.splitlines()
    assert "faier check models" in setup
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == check
    for command in (setup, check):
        for script in re.findall(r"scripts/\w+", command):
            assert os.access(ROOT / script, os.X_OK)


PAGE = """
```python file=hello.py
print("hello")
```

```console
$ python hello.py
hello
$ printf 'a\\nb\\nc 1.25s\\n'; exit 3
a
...
c     0.10s
$ echo $?
3
```
"""


def test_a_transcript_is_replayed(tmp_path: Path) -> None:
    check(PAGE, tmp_path)


@pytest.mark.parametrize(
    ("right", "wrong"), [("\nhello\n$", "\nhallo\n$"), ("\n3\n", "\n2\n"), ("\n...\n", "\n"), ("a\n...", "...\na\n...")]
)
def test_a_transcript_that_is_not_true_is_found(right: str, wrong: str, tmp_path: Path) -> None:
    assert right in PAGE
    page = PAGE.replace(right, wrong)
    if wrong == "...\na\n...":  # an elision may stand for nothing
        check(page, tmp_path)
        return
    with pytest.raises(AssertionError, match="line 6"):
        check(page, tmp_path)


def test_a_transcript_is_written_anew(tmp_path: Path) -> None:
    page = PAGE.replace("\nhello\n$", "\nhallo\n$")
    assert rewritten(page, tmp_path) == PAGE


if __name__ == "__main__":
    import tempfile

    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            Path(name).write_text(rewritten(Path(name).read_text(), Path(folder)))
