"""`MISSING = object()` is equal to itself alone; that, and a function that is a value, has no text and no fields."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.lang.failures import Failure
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

MECHANISM = """from enum import Enum
from typing import Any, Final


class Color(Enum):
    RED = 1


MISSING: Final = object()
SPENT: Any = object()
BOTH = (MISSING, SPENT)


def first(values, default=MISSING):
    for value in values:
        if value > 0:
            return value
    if default is MISSING:
        raise LookupError("nothing")
    return default


class Cell:
    def __init__(self, value=MISSING):
        self.value = value

    def get(self, default=None):
        return default if self.value is MISSING else self.value


def square(v):
    return v * v


@mechanism
def f(x: Int[0, 2]):
"""

BODIES = [
    "return first([0, x], 5), first([0, x], None)",
    "try:\n    found = first([x])\nexcept LookupError:\n    found = SPENT\nreturn 7 if found is SPENT else found",
    "return Cell().get(), Cell(x).get(), Cell(SPENT).get() is not SPENT, Cell().get(MISSING) is BOTH[0]",
    "seen = {MISSING: 1, SPENT: 2, x: 3}\nreturn seen[BOTH[x > 0]], seen.get(x, SPENT) == 3, len(seen)",
    "one = BOTH[flip(1 / 3)]\nreturn one is MISSING, one == SPENT, one != SPENT, one in (MISSING, x), bool(one)",
    "return [MISSING, x, SPENT].index(SPENT), (x, MISSING) == (x, BOTH[0]), (x, MISSING) == (x, SPENT)",
    "return MISSING is None, x is MISSING, MISSING == x, {MISSING} | {SPENT} == {*BOTH}",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    ") + "\n", written=False)


def test_it_is_written_out_and_read_again() -> None:
    lines = "MISSING = object()\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return (MISSING if x else x) is MISSING\n"
    assert_as_python(lines)


FAILING = [
    "return f'{SPENT}'",
    "return str(MISSING)",
    "return repr((x, MISSING))",
    "return BOTH[0].name",
    "return BOTH[x > 0].value",
    "return f'{[square, Color.RED][0]}'",
    "return '%s' % [square, Color.RED][0]",
    "return [square, Color.RED][0].name",
    "return [square, Color.RED][0].value",
    "return MISSING < SPENT",
    "return len(MISSING)",
]


@pytest.mark.parametrize("body", FAILING)
def test_what_python_raises_or_writes_differently_in_every_run(body: str) -> None:
    text = HEAD + MECHANISM + indent(body, "    ") + "\n"
    try:
        program = parse(text, "file.py")
    except Rejected:
        return
    with pytest.raises(Failure):
        denote.outputs(program, "f", {"x": 0})


def test_another_object() -> None:
    body = "@mechanism\ndef f(x: Int[0, 2]):\n    return MISSING, OTHER == x\n"
    assert_as_python(
        f"def object():\n    return 1\n\n\nMISSING = object()\nOTHER = object()\n\n\n{body}", written=False
    )
    with pytest.raises(Rejected):
        parse(f"{HEAD}object = dict\nMISSING = object()\n\n\n{body}", "file.py")


COPIES = """from copy import copy, deepcopy
from dataclasses import asdict, astuple, dataclass

MISSING = object()
BOTH = (MISSING, 3)


@dataclass
class Held:
    x: int
    one: object = MISSING


@mechanism
def f(x: Int[0, 2]):
"""


@pytest.mark.parametrize(
    "copied",
    [
        "deepcopy([x, MISSING])[1]",
        "copy(BOTH[0])",
        "deepcopy(Held(x)).one",
        "asdict(Held(x))['one']",
        "astuple(Held(x))[1]",
    ],
)
def test_what_copies_an_object_makes_another(copied: str) -> None:
    program = parse(f"{HEAD}{COPIES}    return {copied} is MISSING\n", "file.py")
    with pytest.raises(Failure, match="is another object"):
        denote.outputs(program, "f", {"x": 0})
    with pytest.raises(Rejected, match="is another object"):
        explore(program, "f", Limits())


def test_copies_of_what_holds_an_object_hold_it() -> None:
    body = "    found = copy([x, MISSING])\n    return found[1] is MISSING, deepcopy([x, 3]) == [x, 3]\n"
    assert_as_python(COPIES + body, written=False)
