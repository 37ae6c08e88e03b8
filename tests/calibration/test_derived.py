"""Constants that are computed from the one that is varied are followed, where it is sure what they are."""

from __future__ import annotations

import pytest
from command_line import faier, write

from faier.calibration.derived import written_out
from faier.lang import parse
from faier.lang.program import Program

FILE = """
from fractions import Fraction

from faier import Bool, Int, clamp, each, exp, flip, geometric, mechanism, one, private

SCALE = 2
RATE = 1 / SCALE
ALPHA = exp(-RATE)

KEEP = 3 / 4
LIE = 1 - KEEP


@private(epsilon=1, neighbors=each(1))
@mechanism
def count(x: Int[0, 3]):
    return clamp(x + geometric(ALPHA), 0, 3)


@private(epsilon=1, neighbors=one())
@mechanism
def response(x: Bool):
    return not x if flip(LIE) else x
"""


def read(text: str = FILE, **settings: str) -> Program:
    return parse(text, "file.py", settings)


def test_what_is_computed_is_written_where_it_is_read() -> None:
    made = written_out(read(), "SCALE")
    direct = read(FILE.replace("geometric(ALPHA)", "geometric(exp(-(1 / SCALE)))"))
    assert made.functions == direct.functions
    assert set(dict(read().constants)) - set(dict(made.constants)) == {"RATE", "ALPHA"}


@pytest.mark.parametrize("value", ["3", "Fraction(7, 5)", "1 / 3"])
def test_all_values_make_the_same_functions(value: str) -> None:
    assert written_out(read(SCALE=value), "SCALE").functions == written_out(read(), "SCALE").functions


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def count(x: Int[0, 3]):", "def count(x: Int[0, 3], *, RATE=2):"),
        ("ALPHA = exp(-RATE)", "ALPHA = [exp(-RATE)][0]\nRATES = (RATE,)"),
    ],
)
def test_what_may_mean_something_else_stays(before: str, after: str) -> None:
    program = read(FILE.replace(before, after))
    assert "ALPHA" in dict(written_out(program, "SCALE").constants)


def test_what_was_set_is_not_computed() -> None:
    program = read(ALPHA="1 / 2")
    assert "ALPHA" in dict(written_out(program, "SCALE").constants)


def test_answers_say_as_much_as_where_it_is_written_out(tmp_path, capsys, monkeypatch) -> None:
    write(tmp_path, {"file.py": FILE})
    monkeypatch.chdir(tmp_path)
    told = faier(capsys, "calibrate", "file.py::count", "--vary", "SCALE", "--format", "json").json["results"][0]
    assert told["value"]["proved"] == "1" and told["beyond"] == "post-processing"
    kept = faier(capsys, "calibrate", "file.py::response", "--vary", "KEEP", "--format", "json").json["results"][0]
    assert kept["value"]["exact"] == "exp(1) / (1 + exp(1))"
