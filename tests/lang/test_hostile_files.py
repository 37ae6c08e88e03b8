"""A mechanism file whose docstrings, names and outputs want to be markup, commands or invisible, in every format."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import faier, write
from json_schema import faults
from sarif_schema import LOG
from test_formats import UNSAFE
from test_html import Page

from faier.report.schemas import schema

LONG = "\u4f60" * 10_000

# Escapes in the file and the characters themselves: marks that reorder text, of no width, a smiling face.
MARKUP = f'''\
"""<script>document.title = "file"</script> \u202edesrever\u2066"""
from faier import Bool, flip, log, mechanism, one, private


@private(
    epsilon=log(2),
    neighbors=one(),
    name="</code><img src=x onerror=alert(1)> \\u202edesrever\\u2066 \u200b\U0001f600 ]]> %0A::error::x\\n::error::y"
    "{LONG}",
)
@mechanism
def answer(\u03c7: Bool):
    """</title></style><script>alert("doc")</script> ' " & \\u200b \u202e --> ]]> {LONG}"""
    return "<svg onload=alert(2)>\\u2028\\x1b[31m" if (\u03c7 if flip(3 / 4) else not \u03c7) else "'&amp;\\""
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path, {"a.py": MARKUP})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", ["check", "bound", "list", "compile"])
def test_json_and_text(folder: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    result = faier(capsys, command, "a.py", "--format", "json")
    assert result.out.isascii()
    assert faults(result.json, schema(command)) == []
    text = faier(capsys, command, "a.py").out
    assert not UNSAFE.search(text)
    assert "answer" in text


def test_sarif_and_junit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert faults(json.loads(faier(capsys, "check", "a.py", "--format", "sarif").out), LOG) == []
    text = faier(capsys, "check", "a.py", "--format", "junit").out
    assert not UNSAFE.search(text)
    assert {element.tag for element in ElementTree.fromstring(text).iter()} <= {
        "testsuites",
        "testsuite",
        "testcase",
        "failure",
    }


def test_annotations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = faier(capsys, "check", "a.py", "--format", "github").out
    assert not UNSAFE.search(text)
    assert len(re.findall(r"^\s*::\w+", text, re.MULTILINE)) == 1


def test_a_drawing_for_graphviz(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Quotes are closed: what is left without the quoted parts has only the words of a graph."""
    text = faier(capsys, "compile", "a.py", "--format", "dot").out
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    assert set(re.findall(r"[A-Za-z]\w*", bare)) <= {
        *("digraph", "rankdir", "LR", "node", "shape", "box", "label", "start", "plaintext"),
        *re.findall(r"\bs\d+\b", bare),
    }


def test_html(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = faier(capsys, "check", "a.py", "--format", "html").out
    assert not UNSAFE.search(text)
    page = Page(text)
    assert "</code><img src=x onerror=alert(1)>" in page.text
    assert '</title></style><script>alert("doc")</script>' in page.text
    assert "shows <svg onload=alert(2)>" in page.text.replace("'", "")


def test_certificates_and_differences(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert faier(capsys, "check", "a.py", "--certificates", "proofs").status == 1
    (proof,) = (folder / "proofs").iterdir()
    assert re.fullmatch(r"[\w-]+\.json", proof.name)
    assert faier(capsys, "verify", str(proof)).out.startswith("valid")
    write(folder, {"b.py": MARKUP.replace("3 / 4", "4 / 5")})
    worse = faier(capsys, "diff", "a.py", "b.py")
    assert worse.status == 1
    assert not UNSAFE.search(worse.out)
    assert faults(faier(capsys, "diff", "a.py", "b.py", "--format", "json").json, schema("diff")) == []
