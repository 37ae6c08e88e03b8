"""`[tool.faier]` in pyproject.toml: defaults that the command line overrides, and nothing misheard."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, THRESHOLD, faier, write

from faier.command.configuration import Configuration, Misconfigured, configured


def test_paths_and_defaults_come_from_the_nearest_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = '[tool.faier]\npaths = ["m"]\nlength = 3\nformat = "json"\nset = { TOP = 2 }\n'
    write(tmp_path, {"pyproject.toml": table, "m/a.py": "TOP = 1\n" + THRESHOLD, "sub/x.txt": ""})
    monkeypatch.chdir(tmp_path / "sub")
    result = faier(capsys, "bound").json["results"][0]
    assert result["path"] == "../m/a.py"
    assert result["coverage"] == {"length": 3, "all": False}
    longer = faier(capsys, "bound", "--length", "5").json["results"][0]
    assert longer["coverage"]["length"] == 5
    text = faier(capsys, "bound", "--format", "text")
    assert text.out.startswith("../m/a.py::above\n")


def test_undecided_can_be_configured_and_overridden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prior = "\n\n@prior\ndef b(p: Probability):\n    x = flip(p)\n    secret(x)\n    return x\n"
    unknown = RESPONSE.replace("neighbors=one()", "prior=b").replace(
        "one, private", "Probability, prior, private, secret"
    )
    unknown = unknown.replace("\n\n\n", prior + "\n\n", 1)
    table = '[tool.faier]\nundecided = "warn"\nengine = "search"\n'
    write(tmp_path, {"pyproject.toml": table, "a.py": unknown})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", "a.py").status == 0
    assert faier(capsys, "check", "a.py", "--undecided", "fail").status == 3


def test_an_output_can_be_configured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"pyproject.toml": '[tool.faier]\noutput = ["json=out.json"]\n', "a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", "a.py").status == 0
    assert (tmp_path / "out.json").read_text().startswith("{")


@pytest.mark.parametrize(
    ("table", "code", "place", "says"),
    [
        ('[tool.faier]\nepsilom = "log(2)"\n', "FA812", "2:1", "did you mean `epsilon`?"),
        ("[tool.faier]\n\nlength = 0\n", "FA813", "3:1", "`length` must be a positive whole number"),
        ('[tool.faier]\nlength = "5"\n', "FA813", "2:1", "`length` must be"),
        ("[tool.faier]\ntimeout = true\n", "FA813", "2:1", "`timeout` must be"),
        ("[tool.faier]\ntimeout = inf\n", "FA813", "2:1", "`timeout` must be"),
        ("[tool.faier]\nepsilon = 1.5\n", "FA813", "2:1", "in quotes"),
        ('[tool.faier]\nformat = "xml"\n', "FA813", "2:1", "one of text, json"),
        ('[tool.faier]\npaths = "models"\n', "FA813", "2:1", "a list of paths"),
        ("[tool.faier]\npaths = [1]\n", "FA813", "2:1", "a list of paths"),
        ('[tool.faier]\nexclude = "old"\n', "FA813", "2:1", "a list of patterns"),
        ("[tool]\nfaier = 3\n", "FA813", "2:1", "must be a table"),
        ("[tool.faier\n", "FA811", "1:12", "not TOML"),
    ],
)
def test_a_configuration_that_is_wrong_stops_everything(
    table: str,
    code: str,
    place: str,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, {"pyproject.toml": table, "a.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "check", "a.py")
    assert result.status == 2
    assert f"error[{code}]" in result.out
    assert f"pyproject.toml:{place}\n" in result.out
    assert says in result.out
    document = faier(capsys, "check", "a.py", "--format", "json").json
    assert document["results"] == []
    assert [error["code"] for error in document["errors"]] == [code]


def test_other_tables_are_none_of_our_business(tmp_path: Path) -> None:
    assert configured(tmp_path) == Configuration({})
    write(tmp_path, {"pyproject.toml": "[tool.other]\nlength = 'x'\n"})
    assert configured(tmp_path) == Configuration({})
    write(tmp_path, {"pyproject.toml": "this is not TOML"})
    assert configured(tmp_path) == Configuration({})
    write(tmp_path, {"pyproject.toml": "[project]\nname = 'faier'\n"})
    assert configured(tmp_path) == Configuration({})


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "[tool.faier]\nlenght = 1\njobs = 0\n"})
    with pytest.raises(Misconfigured) as refused:
        configured(tmp_path)
    assert [problem.code for problem in refused.value.diagnostics] == ["FA812", "FA813"]
