"""`cast`, `assert_type` and `assert_never` say something to type checkers alone."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

TEXT = """import typing as t
from enum import Enum
from typing import assert_never, assert_type, cast, final


class Kind(Enum):
    SUM = "sum"
    MAX = "max"


@final
class Box:
    def __init__(self, n):
        self.n = n

    @property
    @final
    def double(self):
        return 2 * self.n


@t.final
def query(kind, rows):
    match kind:
        case Kind.SUM:
            return sum(rows)
        case Kind.MAX:
            return max(rows)
        case _:
            assert_never(kind)


@mechanism
def f(x: Int[0, 1]):
    rows = cast("list[int]", [x, 1])
    first = t.cast(t.Optional[int], assert_type(rows[0], int))
    return [query(kind, rows) for kind in Kind], first, Box(x).double
"""


def test_they_are_the_value_itself() -> None:
    assert_as_python(TEXT)


@pytest.mark.parametrize(
    "line",
    ["y = cast(unknown, x)", "y = cast(int)", "y = cast(flip(1 / 2), x)", "y = assert_never(x)", "y = cast(*[int, x])"],
)
def test_what_may_do_more_is_refused(line: str) -> None:
    text = (
        f"{HEAD}from typing import assert_never, cast\n\n\n@mechanism\ndef f(x: Int[0, 1]):\n    {line}\n    return y\n"
    )
    with pytest.raises(Rejected, match="cannot be called here"):
        parse(text, "file.py")


def test_a_name_that_means_something_else_stays() -> None:
    assert_as_python("def cast(x, y):\n    return x + y\n\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return cast(x, 2)\n")


LISTED = "import typing\nfrom typing import Literal, TypeAlias, get_args\n\nColor = Literal['red', 1, True, None]\n"
LISTED += "Only: TypeAlias = Literal['a']\nTwice = Literal[1, 1]\nALL = get_args(Color)\n\n\n"
LISTED += "@mechanism\ndef f(x: Int[0, 3]):\n"


def test_what_a_type_lists_is_a_tuple() -> None:
    assert_as_python(
        f"{LISTED}    return ALL[x], get_args(Only), x in typing.get_args(Color), len(ALL)\n", written=False
    )


@pytest.mark.parametrize("asked", ["get_args(Twice)", "get_args(int)", "get_args(Only, 1)", "get_args(x)"])
def test_what_no_type_of_the_file_lists_is_refused(asked: str) -> None:
    with pytest.raises(Rejected, match=r"cannot be called here|is not a value"):
        parse(f"{HEAD}{LISTED}    return {asked}\n", "file.py")
