"""Patterns as in .gitignore mean what git takes them to mean."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from command_line import RESPONSE, faier, write

from faier.running.excluding import left_out, written
from faier.running.selection import select

FILES = dict.fromkeys(("a.py", "old.py", "deep/a.py", "deep/old.py", "deep/er/old.py", "build/b.py"), RESPONSE)


def found(folder: str = ".", *patterns: str) -> list[str]:
    files, _ = select([folder], [written(Path.cwd(), patterns)])
    return [file.path for file in files]


@pytest.mark.parametrize(
    ("patterns", "kept"),
    [
        ([], ["a.py", "build/b.py", "deep/a.py", "deep/er/old.py", "deep/old.py", "old.py"]),
        (["old.py"], ["a.py", "build/b.py", "deep/a.py"]),
        (["/old.py"], ["a.py", "build/b.py", "deep/a.py", "deep/er/old.py", "deep/old.py"]),
        (["build/"], ["a.py", "deep/a.py", "deep/er/old.py", "deep/old.py", "old.py"]),
        (["a.py/"], ["a.py", "build/b.py", "deep/a.py", "deep/er/old.py", "deep/old.py", "old.py"]),
        (["deep/*.py"], ["a.py", "build/b.py", "deep/er/old.py", "old.py"]),
        (["deep/**"], ["a.py", "build/b.py", "old.py"]),
        (["**/er"], ["a.py", "build/b.py", "deep/a.py", "deep/old.py", "old.py"]),
        (["*.py", "!old.py"], ["deep/er/old.py", "deep/old.py", "old.py"]),
        (["deep", "!deep/a.py"], ["a.py", "build/b.py", "old.py"]),
        (
            ["# old.py", "", "   ", "[", "\\"],
            ["a.py", "build/b.py", "deep/a.py", "deep/er/old.py", "deep/old.py", "old.py"],
        ),
        (["[!ab]*.py"], ["a.py", "build/b.py", "deep/a.py"]),
    ],
)
def test_what_is_left_out(
    patterns: list[str], kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, dict(FILES))
    monkeypatch.chdir(tmp_path)
    assert found(".", *patterns) == kept
    write(tmp_path, {".gitignore": "\n".join(patterns)})
    assert found() == kept


def test_files_of_patterns_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of deeper folders count more, those above count up to the repository, and what is named is checked."""
    write(tmp_path, {f"r/{name}": text for name, text in FILES.items()})
    write(tmp_path, {".gitignore": "*.py", "r/.git/HEAD": "", "r/.gitignore": "old.py", "r/deep/.gitignore": "!old.py"})
    monkeypatch.chdir(tmp_path / "r")
    assert found() == ["a.py", "build/b.py", "deep/a.py", "deep/er/old.py", "deep/old.py"]
    assert found(".", "deep/er") == ["a.py", "build/b.py", "deep/a.py", "deep/old.py"]
    monkeypatch.chdir(tmp_path / "r" / "deep")
    assert found("er") == ["er/old.py"]
    assert found("../old.py") == ["../old.py"]
    write(tmp_path, {"r/deep/.gitignore": ""})
    assert found("er") == []


def test_options_and_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, FILES | {"pyproject.toml": '[tool.faier]\npaths = ["."]\nexclude = ["/build", "old.py"]\n'})
    monkeypatch.chdir(tmp_path / "deep")

    def paths(*arguments: str) -> list[str]:
        return [result["path"] for result in faier(capsys, "list", "--format", "json", *arguments).json["results"]]

    assert paths() == ["../a.py", "../deep/a.py"]
    assert paths("--exclude", "a.py", "..", "--exclude", "!old.py") == [
        "../a.py",
        "../deep/er/old.py",
        "../deep/old.py",
    ]
    assert faier(capsys, "check", "--exclude", "*", ".").status == 2


def test_a_pattern_cannot_take_long() -> None:
    said = written(
        Path("/x"), ["*a" * 3000 + "b", "**/" * 300 + "b", "**/a/" * 3000 + "b", "a/" * 3000 + "b", "[" * 5000]
    )
    deep = Path("/x", *["a" * 200] * 40)
    assert not left_out(deep, False, [said])


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_agrees(tmp_path: Path) -> None:
    """On random patterns and paths, `git check-ignore` says the same."""
    chance = random.Random(7)
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    names = ["a", "b", "ab", "a.py", "b.py", "abc", "#a", "!b", "a b", "[a]", "a*"]
    pieces = [
        "a",
        "b",
        "*",
        "?",
        "**",
        "[ab]",
        "[!a]",
        "[^a]",
        "[a-b]",
        ".py",
        "\\*",
        "\\#",
        "\\!",
        "c",
        " ",
        "\\[a]",
        "[]a]",
    ]
    for _ in range(60):
        lines = []
        for _ in range(chance.randrange(1, 4)):
            parts = ["".join(chance.choices(pieces, k=chance.randrange(1, 4))) for _ in range(chance.randrange(1, 4))]
            lines.append(chance.choice(["", "", "!", "/"]) + "/".join(parts) + chance.choice(["", "", "/"]))
        (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n")
        said = [written(tmp_path, lines)]
        paths = ["/".join(chance.choices(names, k=chance.randrange(1, 4))) for _ in range(25)]
        asked = "".join(f"{path}\0" for path in paths)
        command = ["git", "check-ignore", "--no-index", "-z", "--stdin"]
        told = subprocess.run(command, cwd=tmp_path, input=asked, capture_output=True, text=True, check=False).stdout
        ignored = set(told.split("\0"))
        for path in paths:
            whole = tmp_path / path
            steps = [step for step in reversed(whole.parents) if tmp_path in step.parents]
            mine = any(left_out(step, True, said) for step in steps) or left_out(whole, False, said)
            assert mine is (path in ignored), (lines, path)
