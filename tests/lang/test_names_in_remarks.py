"""Names that a file has for types, in remarks: `list[Color]` says nothing that is checked."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

FILE = """from collections.abc import Sequence
from typing import Literal

Color = Literal["red", "blue"]
Age = Int[0, 2]
Pair = tuple[Age, bool]


def count(rows: {remark}) -> {remark}:
    found: {remark} = list(rows)
    return found


@mechanism
def f(rows: Vector[Color, 2], ages: Vector[Age, 1]):
    return count(rows), count(ages)
"""


@pytest.mark.parametrize(
    "remark",
    ["list[Color]", "list[Age]", "Sequence[Pair]", "dict[Color, Age]", "tuple[Age, ...]", "list[Color | None]"],
)
def test_they_are_remarks(remark: str) -> None:
    assert_as_python(FILE.format(remark=remark), written=False)


@pytest.mark.parametrize("remark", ["list[Int[0, 2]]", "Sequence[Vector[Age, 1]]", "list[Colour]"])
def test_types_written_out_are_told(remark: str) -> None:
    with pytest.raises(Rejected, match="FA208"):
        parse(HEAD + FILE.format(remark=remark), "f.py")
