"""Whatever a command tells of noise on the reals says once that it is ideal, and of other noise nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import faier
from json_schema import faults

from faier.checker.ideal import IDEAL, draws_reals
from faier.report import wording
from faier.report.formats import FORMATS, formats_of
from faier.report.schemas import schema

COUNT = """from faier import Int, clamp, each, geometric, laplace, mechanism, private

S = 2


@private(epsilon=1, neighbors=each(1))
@mechanism
def count(x: Int[0, 2]):
    return clamp(round(x + NOISE), 0, 2)
"""
CODE = """import random


def count(x):
    return x
"""

# A command with its arguments, and the formats that it prints. Tables for spreadsheets are numbers alone.
COMMANDS: dict[str, tuple[str, ...]] = {
    "check m.py": FORMATS,
    "check m.py --certificates proofs": ("text", "json"),
    "check m.py --emit pair": ("text", "json"),
    "bound m.py": ("text", "json"),
    "bound m.py --curve": ("text", "json"),
    "bound m.py --sample": ("text", "json"),
    "bound m.py --renyi 2 --zcdp --profile": ("text", "json"),
    "bound m.py --epsilon 1/10": ("text", "json"),
    "calibrate m.py --vary S --digits 0": tuple(form for form in formats_of("calibrate") if form != "csv"),
    "calibrate m.py --vary S --digits 0 --compare": ("text", "json"),
    "certify m.py::count --left 0 --right 1 --output 0": ("text", "json"),
    "audit code:count m.py --samples 10": ("text", "json"),
    "compile m.py": formats_of("compile"),
    "encode m.py": ("text", "json"),
    "diff old.py m.py": ("text", "json"),
    "verify proofs": ("text", "json"),
}


@pytest.mark.parametrize("noise", ["laplace(S)", "geometric(exp(-1 / S))"])
def test_every_report_says_it(
    noise: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    source = COUNT.replace("NOISE", noise).replace("each,", "each, exp,")
    Path("m.py").write_text(source)
    Path("old.py").write_text(source.replace("S = 2", "S = 3"))
    Path("code.py").write_text(CODE)
    wanted = int(noise.startswith("laplace"))
    for line, forms in COMMANDS.items():
        command, *arguments = line.split()
        for form in forms:
            told = faier(capsys, command, *arguments, "--format", form)
            assert told.out.count(IDEAL) == wanted, (line, form, told.out, told.err)
            if form == "json" and command in ("verify", "compile", "diff"):
                assert not faults(json.loads(told.out), schema(command))


def test_the_checker_by_itself_says_it_in_the_same_words() -> None:
    assert IDEAL == wording.IDEAL


def test_what_a_checker_cannot_follow_is_still_about_reals() -> None:
    """In what a mechanism calls, under other names, in other files, in methods and constants; not beside it."""
    head = "from faier import laplace as lap, flip\nimport noises\n"
    for line, found in {
        "def m(x): return x + lap(2)": True,
        "def f(): return lap(2)\ndef m(x): return x + f()": True,
        "def f(): return lap(2)\ndef m(x): return x": False,
        "class A:\n def f(self): return lap(2)\ndef m(x): return A().f()": True,
        "F = [lambda: lap(2)]\ndef m(x): return F[0]()": True,
        "def m(x): return noises.drawn() + x": True,
        "def m(x): return noises.others() + x": False,
        "def gaussian(x): return x\ndef m(x): return gaussian(x)": False,
        "@private(epsilon=1, prior=p, neighbors=lap)\ndef m(x): return x": False,
    }.items():
        assert draws_reals([head + line, "def drawn(): return gaussian(1)\ndef others(): return 1"], ["m"]) is found
