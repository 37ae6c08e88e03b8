"""The first file beside a prior that yields: each message leads one step on, and none leads back."""

from __future__ import annotations

import pytest

from faier.lang import Diagnostic, Rejected, parse

FILE = """
from typing import Literal
from faier import {names}Bool, flip, mechanism, prior, private, secret

@prior
def days():
    ill = flip(1 / 2)
    secret(ill)
    for _ in range(3):
        yield "ill" if ill else "well"

@private(epsilon=1, prior=days)
@mechanism
def show(told{kind}):
    return flip(1 / 4)
"""


@pytest.mark.parametrize(
    "names, kind, codes, hint",
    [
        ("", "", ["FA106"], "records of a prior that yields are a Stream[T]"),
        ("", ": Stream[Bool]", ["FA202"], "from faier import Stream"),
        (
            "Stream, ",
            ': Stream["ill", "well"]',
            ["FA208"],
            "write Stream[Literal['ill', 'well']], with",
        ),
        ("Stream, ", ": Stream[Bool, Bool]", ["FA208"], ""),
        ("", ": Bool", ["FA306"], "take a Stream: told: Stream[...], with the type of a record"),
        ("Stream, ", ": Stream[Literal['ill', 'well']]", [], ""),
    ],
)
def test_each_message_leads_on(names: str, kind: str, codes: list[str], hint: str) -> None:
    found: tuple[Diagnostic, ...] = ()
    try:
        parse(FILE.format(names=names, kind=kind), "days.py")
    except Rejected as rejected:
        found = rejected.diagnostics
    assert [one.code for one in found] == codes
    assert all(hint in one.hint for one in found)
