"""Every format of the table is printed and written by the commands that have it; no other name is taken for text."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from command_line import RESPONSE, faier

from faier.answers.answer import Report
from faier.command.execution import text_of
from faier.report.formats import ENDINGS, FORMATS, NAMED, PLAIN, Format, formats_of

COMMANDS = ("check", "bound", "list", "compile", "calibrate")
OPTIONS = {"calibrate": ["--vary", "p", "--digits", "1"]}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.py").write_text(
        RESPONSE.replace("flip(3 / 4)", "flip(p)").replace("\n\n@private", "p = 3 / 4\n\n@private", 1)
    )


def test_formats_are_a_closed_type() -> None:
    assert list(NAMED) == list(get_args(Format))
    assert {form for command in COMMANDS for form in formats_of(command)} == set(NAMED)
    assert set(ENDINGS.values()) <= set(NAMED)
    assert (formats_of("check"), formats_of("bound")) == (FORMATS, PLAIN)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_and_writes_what_it_has(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = {}
    for form in formats_of(command):
        found = faier(capsys, command, "k.py", *OPTIONS.get(command, []), "--format", form)
        assert found.status == 0
        assert faier(capsys, command, "k.py", *OPTIONS.get(command, []), "--output", f"{form}=out").status == 0
        told[form] = found.out
        assert Path("out").read_text()[:20] == found.out[:20]
    assert len(set(told.values())) == len(told)
    for form in set(NAMED) - set(formats_of(command)):
        assert faier(capsys, command, "k.py", *OPTIONS.get(command, []), "--format", form).status == 2
        assert faier(capsys, command, "k.py", *OPTIONS.get(command, []), "--output", f"{form}=out").status == 2


def test_another_name_is_no_format() -> None:
    with pytest.raises(KeyError, match="yaml"):
        text_of(Report("check"), "yaml")
