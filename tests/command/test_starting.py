"""A first file passes, and shells complete commands."""

from __future__ import annotations

import builtins
import keyword
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import faier, write
from hypothesis import given, settings, strategies
from test_readme import ROOT, prepared

from faier.command.starting import first_file, mechanism_name
from faier.lang import parse
from faier.lang.vocabulary import VOCABULARY


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


def started(name: str, capsys: pytest.CaptureFixture[str]) -> tuple[Path, str]:
    """The file that is written under that name, and its mechanism, which passes the command that is told."""
    result = faier(capsys, "new", "--", name)
    assert result.status == 0, result.err
    path, command = result.out.removesuffix("\n").split(" is written. Now: faier check ")
    (argument,) = shlex.split(command)
    assert Path(argument) == Path(path)
    document = faier(capsys, "check", argument, "--format", "json").json
    assert document["errors"] == []
    (found,) = document["results"]
    assert found["verdict"] == "proved"
    return Path(path), found["mechanism"]


@pytest.mark.parametrize(
    ("name", "path", "mechanism"),
    [
        ("count.py", "count.py", "noisy_count"),
        ("models/count.py", "models/count.py", "noisy_count"),
        ("new/folders/count.py", "new/folders/count.py", "noisy_count"),
        ("my-mechanism.py", "my-mechanism.py", "my_mechanism"),
        ("2023.py", "2023.py", "noisy_2023"),
        ("votes", "votes.py", "votes"),
        ("./votes", "votes.py", "votes"),
        ("a b.py", "a b.py", "a_b"),
        ("class.py", "class.py", "noisy_class"),
        ("match.py", "match.py", "noisy_match"),
        ("log.py", "log.py", "noisy_log"),
        ("flip.py", "flip.py", "noisy_flip"),
        ("sum.py", "sum.py", "noisy_sum"),
        ("PEOPLE.py", "PEOPLE.py", "noisy_PEOPLE"),
        ("models/v1.2.py", "models/v1.2.py", "v1_2"),
        ("_.py", "_.py", "noisy_count"),
        ("--version.py", "--version.py", "version"),
        (".hidden.py", ".hidden.py", "hidden"),
        ("'$(echo)'.py", "'$(echo)'.py", "echo"),
    ],
)
def test_a_name_becomes_that_of_a_mechanism(
    name: str,
    path: str,
    mechanism: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, {"models/own.py": ""})
    monkeypatch.chdir(tmp_path)
    assert started(name, capsys) == (Path(path), mechanism)
    assert started(str(tmp_path / "absolute" / name), capsys) == (tmp_path / "absolute" / path, mechanism)


def test_other_alphabets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "new", "\u00e9t\u00e9.py").status == 0
    assert "def ete(" in (tmp_path / "\u00e9t\u00e9.py").read_text()
    assert faier(capsys, "new", "\u6570").status == 0
    assert "def noisy_count(" in (tmp_path / "\u6570.py").read_text()


WORDS = (*VOCABULARY, *dir(builtins), *keyword.kwlist, *keyword.softkwlist, "Fraction", "PEOPLE", "count", "faier")


def has_no_fault(stem: str) -> None:
    name = mechanism_name(stem)
    assert name not in WORDS
    program = parse(first_file(stem), "x.py", {})
    assert [claim.subject.mechanism for claim in program.claims] == [name]
    compile(first_file(stem), "x.py", "exec")


@settings(max_examples=400)
@given(strategies.text(max_size=12) | strategies.sampled_from(WORDS).map(lambda word: f"-{word} "))
def test_every_name_gives_a_file_without_a_fault(stem: str) -> None:
    has_no_fault(stem)


def test_the_name_of_every_word_gives_a_file_without_a_fault() -> None:
    for word in WORDS:
        has_no_fault(word)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("votes.txt", "write votes.py"),
        ("models/votes.PY", "write models/votes.py"),
        ("models", "name a file in it: models/noisy_count.py"),
        ("missing/", "name a file in it: missing/noisy_count.py"),
        (".", "name a file in it: noisy_count.py"),
        ("faier.py", "write a name such as noisy_count.py"),
        ("faier", "write a name such as noisy_count.py"),
        ("a::b.py", "write a name such as noisy_count.py"),
        ("-", "write a name such as noisy_count.py"),
        (".py", "write a name such as noisy_count.py"),
        ("", "write a name such as noisy_count.py"),
        ("a\0b.py", "write a name such as noisy_count.py"),
        ("models/own.py", "File exists; it is left as it is: write another name"),
        ("models/own", "File exists; it is left as it is: write another name"),
        ("models/own.py/votes.py", "write another folder or name"),
        ("fresh/" + "x" * 300 + ".py", "write another folder or name"),
        ("dangling.py", "write another name"),
    ],
)
def test_a_file_that_cannot_be(
    name: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"models/own.py": "mine"})
    (tmp_path / "dangling.py").symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    result = faier(capsys, "new", name)
    assert result.status == 2
    assert way in " ".join(result.err.split())
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "models/own.py").read_text() == "mine"


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
    assert len(commands) == 17
    for command in commands:
        text = faier(capsys, command, "--help").out
        assert max(map(len, text.split("\n"))) <= 80, command
        if command not in ("schema", "new"):
            assert f"faier {command} " in text.split("Options:")[0].split("\n", 1)[1], command
