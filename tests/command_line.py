"""Helpers for the tests of the command line: files to check, and faier run on them in this process."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from faier.command.cli import main

RESPONSE = """\
from faier import Bool, flip, log, mechanism, one, private


@private(epsilon=log(3), neighbors=one())
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""

# The first claim holds; the second is expected to fail, and does; the third is wrong.
NOISY_MAX = """\
from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

N = 3


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@private(epsilon=log(7), neighbors=each(1))
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
"""

THRESHOLD = """\
from faier import Int, Stream, clamp, each, geometric, log, mechanism, private


@private(epsilon=4 * log(2), neighbors=each(1), expect="refuted")
@mechanism
def above(answers: Stream[Int[0, 2]]):
    for answer in answers:
        yield clamp(answer + geometric(1 / 2), 0, 2) >= 1
"""

BROKEN = "from faier import mechanism\n\n\n@mechanism\ndef broken(x: Int[0, 2]):\n    return undefined\n"

# Exploring this takes far longer than any test waits.
ENDLESS = """\
from faier import Bool, log, mechanism, one, private, uniform


@private(epsilon=log(2), neighbors=one())
@mechanism
def endless(answer: Bool):
    x = 1
    while x != 0:
        x = x * 48271 % 2147483647
    return x % 2
"""


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.out)
        return document


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def faier(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    """Run the command line in the current folder."""
    capsys.readouterr()
    status = main(list(arguments))
    captured = capsys.readouterr()
    return Result(status, captured.out, captured.err)
