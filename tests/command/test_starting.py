"""A first file passes, and shells complete commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import faier, write
from test_readme import ROOT, prepared


def test_a_first_file_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "new", "votes.py").out == "votes.py is written. Now: faier check votes.py\n"
    document = faier(capsys, "check", "votes.py", "--format", "json").json
    (result,) = document["results"]
    assert (result["mechanism"], result["verdict"], result["tight"]["exact"]) == ("votes", "proved", "log(2)")
    before = (tmp_path / "votes.py").read_bytes()
    again = faier(capsys, "new", "votes.py")
    assert again.status == 2
    assert "File exists" in again.err
    assert (tmp_path / "votes.py").read_bytes() == before


@pytest.mark.parametrize(
    "name", ["a b.py", "class.py", "votes", "votes.txt", "no/such/votes.py", "log.py", "é.py", "_.py", ""]
)
def test_a_file_that_cannot_be(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "new", name).status == 2
    assert list(tmp_path.iterdir()) == []


BASH = """
PATH="$1:$PATH"
eval "$(faier completion bash)"
compopt() { echo "files ($2)"; }
try() {
    COMPREPLY=() COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _faier_completion faier "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$COMP_CWORD - 1]}"
    echo "${COMPREPLY[*]}"
}
typed() {
    COMPREPLY=() COMP_LINE="$1" COMP_POINT=${#1}
    _faier_completion faier
    echo "${COMPREPLY[*]}"
}
try faier che
try faier check --form
try faier check --format s
try faier check mod
try faier check models --output report
try faier diff ol
try faier explain fa70
typed 'faier check mine/two.py::'
typed 'faier bound mine/two.py::f'
typed 'faier check mine/two.py --prior '
typed 'faier check mine/two.py::first --prior=g'
typed 'faier check mine --prior uns'
typed 'faier check "a b.py"::'
typed 'faier check missing.py::'
COMP_WORDBREAKS="${COMP_WORDBREAKS//:}"
typed 'faier compile mine/two.py::s'
complete -p faier
"""

# It has errors, as a file has that is being written.
TWO = """\
from faier import mechanism, prior, private
import faier

@prior
def guess(p: Probability):
    return flip(

@faier.prior
def unsure():

def helper(x): pass

@mechanism
@private(
    epsilon=1
)
def first(x: Bool):
    return helper(x)

@ mechanism
# a comment
def second(y
"""


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="bash is not installed")
def test_completion_in_bash(tmp_path: Path) -> None:
    environment = prepared(tmp_path)
    write(tmp_path, {"mine/two.py": TWO, "a b.py": "@mechanism\ndef spaced():\n"})
    done = subprocess.run(
        ["bash", "-c", BASH, "bash", str(tmp_path / ".tools")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.split("\n") == [
        "check",
        "--format",
        "sarif",
        *["files (default)", ""] * 3,
        "FA701 FA702 FA703",
        "first second",
        "first",
        "guess unsure",
        "guess",
        "unsure",
        "spaced",
        "",
        "mine/two.py::second",
        "complete -o nosort -F _faier_completion faier",
        "",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = faier(capsys, "completion", shell)
    assert script.status == 0
    assert f"_FAIER_COMPLETE={shell}_complete" in script.out
    asked = {"COMP_WORDS": "faier ch", "COMP_CWORD": "1" if shell != "fish" else "ch"}
    environment = os.environ | asked | {"_FAIER_COMPLETE": f"{shell}_complete", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-m", "faier"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "check" in done.stdout
    assert "Traceback" not in done.stderr


def test_help_fits_a_terminal_and_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    listed = faier(capsys, "--help").out
    commands = re.findall(r"^  (\w+) ", listed.split("Commands:")[1].split("Exit status")[0], re.M)
    assert len(commands) == 12
    for command in commands:
        text = faier(capsys, command, "--help").out
        assert max(map(len, text.split("\n"))) <= 80, command
        if command not in ("schema", "new"):
            assert f"faier {command} " in text.split("Options:")[0].split("\n", 1)[1], command
