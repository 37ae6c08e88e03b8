"""Which files a path stands for."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import BROKEN, NOISY_MAX, RESPONSE, faier, write

from faier.running.selection import Selected, imports_faier, select

TWO = RESPONSE + "\n\n" + RESPONSE.split("\n\n\n")[1].replace("def response", "def other")


def test_folders_are_searched_in_order_for_files_that_import_faier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        {
            "b.py": RESPONSE,
            "a.py": RESPONSE,
            "plain.py": "import os\n",
            "mentions.py": "# from faier import Int\nX = 'import faier'\n",
            "notes.txt": RESPONSE,
            "deep/er/c.py": "import faier\n",
            "deep/d.py": "    from faier import Int\n",
            ".hidden/e.py": RESPONSE,
            ".venv/f.py": RESPONSE,
            "__pycache__/g.py": RESPONSE,
            "deep/node_modules/h.py": RESPONSE,
        },
    )
    monkeypatch.chdir(tmp_path)
    expected = ("a.py", "b.py", "deep/d.py", "deep/er/c.py")
    selected, problems = select(["."])
    assert tuple(file.path for file in selected) == expected
    assert problems == ()
    selected, problems = select(["./deep/", "b.py", "deep/d.py", "./b.py"])
    assert tuple(file.path for file in selected) == ("b.py", "deep/d.py", "deep/er/c.py")


@pytest.mark.parametrize(
    ("line", "imports"),
    [
        ("from faier import Int", True),
        ("from  faier  import (", True),
        ("import faier", True),
        ("import faier as f", True),
        ("import faier; import os", True),
        ("import faier  # the vocabulary", True),
        ("import faier\r", True),
        ("from faier.command.cli import main", False),
        ("import faier.command.cli", False),
        ("from faierest import x", False),
        ("import os  # import faier", False),
    ],
)
def test_what_imports_faier(line: str, imports: bool, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": f"# a file\n{line}\nX = 1\n"})
    assert imports_faier(str(tmp_path / "a.py")) is imports


def test_mechanisms_of_one_file_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert select(["a.py::y", "a.py::x"])[0] == (Selected("a.py", ("x", "y")),)
    assert select(["a.py::y", "a.py"])[0] == (Selected("a.py", ()),)


def test_an_empty_folder_is_an_error_and_the_rest_is_selected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.py": RESPONSE, "empty/plain.py": "import os\n"})
    monkeypatch.chdir(tmp_path)
    selected, problems = select(["empty", "a.py"])
    assert selected == (Selected("a.py", ()),)
    assert [(problem.code, problem.path) for problem in problems] == [("FA801", "empty")]


def test_a_mechanism_is_picked_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": TWO})
    monkeypatch.chdir(tmp_path)
    both = faier(capsys, "check", "a.py", "--format", "json").json
    assert [result["mechanism"] for result in both["results"]] == ["response", "other"]
    one = faier(capsys, "check", "a.py::other", "--format", "json").json
    assert [result["mechanism"] for result in one["results"]] == ["other"]
    none = faier(capsys, "check", "a.py::othre")
    assert none.status == 2
    assert "did you mean other?" in none.out


def test_the_command_line_replaces_the_claims_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    given = faier(capsys, "check", "a.py", "--epsilon", "log(25/7)", "--neighbors", "one()", "--format", "json").json
    assert [result["id"] for result in given["results"]] == ["a.py::noisy_max[epsilon=log(25 / 7) neighbors=one()]"]
    assert given["results"][0]["verdict"] == "proved"
    # Every relation of the file once, with the epsilon given.
    same = faier(capsys, "check", "a.py", "--epsilon", "log(7)", "--format", "json").json
    assert [(result["claim"]["neighbors"], result["verdict"]) for result in same["results"]] == [("each(1)", "refuted")]


def test_an_error_of_an_option_is_shown_in_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "bound", "a.py", "--neighbors", "eech(1)")
    assert result.status == 2
    assert "--neighbors:1:1" in result.out
    assert "1 | eech(1)" in result.out


def test_settings_replace_constants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    listed = faier(capsys, "list", "a.py", "--set", "N=5", "--format", "json").json
    assert listed["results"][0]["signature"] == "noisy_max(answers: Vector[Int[0, 2], 5])"
    bound = faier(capsys, "bound", "a.py", "--set", "N=2", "--format", "json").json
    assert bound["results"][0]["epsilon"]["exact"] == "log(4)"


def test_list_names_what_is_found_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": NOISY_MAX, "b.py": BROKEN})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "list", ".")
    assert result.status == 2
    assert "line 7: log(2) neighbors=each(1)  (expected to be refuted)" in result.out.replace("8:", "7:")
    assert "undefined" in result.out
