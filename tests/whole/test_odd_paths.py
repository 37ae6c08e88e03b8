"""Wherever files stand, whatever their folders are called, the same is found: dots, spaces, quotes, letters of all."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import RESPONSE, faier, write
from test_readme import ROOT

ODD = ["a.b c", "ünï 日本", "it's [1]", "%41=b", "#x;y,z", "json=1.0"]
COMMANDS = [
    ["check"],
    ["check", "-v", "--format", "sarif"],
    ["check", "--format", "junit"],
    ["check", "--format", "github"],
    ["check", "--format", "html"],
    ["bound"],
    ["list"],
    ["compile"],
    ["encode"],
    ["certify", "--left", "True", "--right", "False", "--output", "True"],
]


# Each command in two of the folders.
PLACED = [(command, ODD[(at + more) % len(ODD)]) for at, command in enumerate(COMMANDS) for more in (0, 2)]


@pytest.mark.parametrize(
    ("command", "folder"), PLACED, ids=lambda part: " ".join(part) if isinstance(part, list) else part
)
def test_a_file_may_stand_anywhere(
    command: list[str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, f"{folder}/a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    name, *options = command
    at = "::response" if name == "certify" else ""
    plain = faier(capsys, name, f"a.py{at}", *options)
    odd = faier(capsys, name, f"{folder}/a.py{at}", *options)
    whole = faier(capsys, name, str(tmp_path / folder / "a.py") + at, *options)
    assert plain.status == odd.status == whole.status == 0
    assert odd.err == whole.err == ""
    if "--format" not in options:
        told = odd.out.replace(f"{folder}/", "")
        assert len(told.split()) == len(plain.out.split())


@pytest.mark.parametrize("folder", ODD)
def test_what_is_written_there_is_read_again(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {f"{folder}/a.py": RESPONSE, f"{folder}/pyproject.toml": '[tool.faier]\npaths = ["a.py"]\n'})
    monkeypatch.chdir(tmp_path / folder)
    assert faier(capsys, "check", "--certificates", "proofs", "--output", "json=found.json").status == 0
    (certificate,) = (tmp_path / folder / "proofs").iterdir()
    monkeypatch.chdir(tmp_path)
    given = str(certificate.relative_to(tmp_path)), f"{folder}/a.py"
    assert faier(capsys, "verify", *given).out.startswith("valid")
    assert json.loads((tmp_path / folder / "found.json").read_text())["summary"]["ok"] == 1
    assert faier(capsys, "diff", f"{folder}/a.py", f"{folder}/a.py").status == 0
    written = faier(capsys, "check", folder, "--output", f"./{folder}/report.html", "--resume", f"{folder}/kept")
    assert written.status == 0 and (tmp_path / folder / "report.html").read_text().startswith("<!DOCTYPE html>")


def test_faier_itself_may_stand_anywhere(tmp_path: Path) -> None:
    """Its workers are started, and pytest finds its plugin, from a folder with such a name."""
    home = tmp_path / ODD[0] / ODD[1] / ODD[2]
    shutil.copytree(ROOT / "faier", home / "faier")
    write(home, {"a.py": RESPONSE, "pytest.ini": "[pytest]\n"})
    environment = os.environ | {"PYTHONPATH": str(home), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    plugin = ["-m", "pytest", "-p", "faier.pytest_plugin", "-p", "no:cacheprovider", "--faier", "a.py"]
    where = ["-c", "import faier; print(faier.__file__); faier.assert_private('a.py')"]
    for arguments, told in (
        (["-m", "faier", "check", "--no-cache", "a.py"], "1 claim: 1 as expected"),
        (plugin, "1 passed"),
        (where, str(home / "faier" / "__init__.py")),
    ):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=home, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert told in done.stdout


# Only files with such a comparison are taken apart.
CLOSE = re.compile(r"""["'] (not )?in """)
SHOWN = {"out", "err", "stdout", "stderr"}


def vague(tree: ast.AST) -> Iterator[ast.Compare]:
    """Where one printable character is looked for, or asked not to be, in all that was printed."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(
                left=ast.Constant(value=str() as text), ops=[ast.In() | ast.NotIn()], comparators=[inside]
            ):
                shown = any(isinstance(part, ast.Attribute) and part.attr in SHOWN for part in ast.walk(inside))
                if len(text) == 1 and text.isprintable() and shown:
                    yield node


def test_no_test_looks_for_what_the_name_of_any_folder_may_hold() -> None:
    wrong = 'assert "." not in done.stdout.replace(".py", "")\nassert " " in ran.err\n'
    assert len(list(vague(ast.parse(wrong)))) == 2
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if not {"rejected", "accepted"} & set(path.parts) and CLOSE.search(text := path.read_text(encoding="utf-8"))
        for node in vague(ast.parse(text))
    ]
    assert found == []
