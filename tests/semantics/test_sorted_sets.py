"""What is sorted out of a set is the same in whatever order it comes, or it is refused."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

FILE = """from enum import Enum, IntEnum, StrEnum
from typing import NamedTuple


class Level(IntEnum):
    LOW = 0
    MIDDLE = 1
    HIGH = 2


class Word(str, Enum):
    A = "a"
    B = "b"


class Point(NamedTuple):
    word: str
    level: int


@mechanism
def f(x: Int[0, 2]):
    return {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "sorted({{v for v in Level if v is not Level(x)}})[uniform(0, 1)].name",
        "[v.name for v in sorted({{Level.HIGH, Level.LOW, Level(x)}}, reverse=True)], sum({{Level.HIGH, Level(x)}})",
        "max({{Word.B, Word.A}}).name, min({{Level.HIGH, Level(x), 3}}) + 0",
        "sorted({{('b', x), ('a', 2), ('b', Level.LOW)}})[0][0]",
        "min({{Point('b', x), Point('a', 2)}}).level, [p.word for p in sorted({{Point('b', x), Point('b', 1)}})]",
    ],
)
def test_it_is_what_python_sorts(body: str) -> None:
    assert_as_python(FILE.format(body=body.replace("{{", "{").replace("}}", "}")), written=False)


@pytest.mark.parametrize("body", ["sorted({(1, 'a'), ('b', x)})", "max({(x,), (1, 2)})", "sorted({1, 'a'})"])
def test_else_it_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        explore(parse(HEAD + FILE.format(body=body), "file.py"), "f", Limits())


@pytest.mark.parametrize("reverse", ["x", "x > 0", "-1", "Level(x)", "uniform(0, 1)"])
def test_integers_tell_which_way_to_sort(reverse: str) -> None:
    assert_as_python(FILE.format(body=f"sorted([2, x, 1], reverse={reverse})"), written=False)


@pytest.mark.parametrize("reverse", ["None", "'x'", "[x]", "x / 2", "1.0", "None if x else True", "uniform(0, 1) / 1"])
def test_nothing_else_does(reverse: str) -> None:
    """Python raises there, also where there is little to sort."""
    for body in (f"sorted([1], reverse={reverse})", f"sorted([2, x], key=lambda v: -v, reverse={reverse})"):
        with pytest.raises(Rejected):
            explore(parse(HEAD + FILE.format(body=body), "file.py"), "f", Limits())
