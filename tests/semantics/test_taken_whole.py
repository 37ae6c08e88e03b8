"""Ranges that fields hold, and iterators that are taken apart whole, as Python runs them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

WINDOW = """
from itertools import accumulate


class Window:
    def __init__(self, n):
        self.cells = range(n)
        self.every = range(1, n, 2)

    def total(self):
        return sum(self.cells), len(self.cells), [c for c in self.cells if c in self.every]

    def other(self, at):
        for c in self.cells:
            if c > self.cells[at]:
                return c
        return -1


"""
VALUES = [
    "Window(3).total()",
    "Window(x).total()",
    "Window(3).other(x)",
    "Window(2 + x).cells[-1]",
    "list(zip(Window(2).cells, reversed(Window(3).cells)))",
]


@pytest.mark.parametrize("value", VALUES)
def test_fields_that_hold_ranges(value: str) -> None:
    assert_as_python(f"{WINDOW}@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n", written=False)


STARS = [
    "*_, last = accumulate([1, x, 3])\n    return last",
    "first, *rest = (flip(1 / 2) for _ in range(2))\n    return first, rest",
    "first, *rest = range(x + 1)\n    return first, rest",
    "*_, last = map(abs, [x, -3])\n    return last",
    "*rest, last = zip([x, 1], [2, 3])\n    return rest, last",
    "first, *rest = sorted([x, 1, 0])\n    return first, rest",
    "[*rest, last] = accumulate([1, x, 3])\n    return rest, last",
]


@pytest.mark.parametrize("body", STARS)
def test_what_is_taken_apart_whole(body: str) -> None:
    assert_as_python(f"{WINDOW}@mechanism\ndef f(x: Int[0, 1]):\n    {body}\n", written=False)


LIKE_NO_TUPLE = [
    "Window(2).cells == (0, 1)",
    "list(Window(3).cells[1:])",
    "f'{Window(2).cells}'",
    "isinstance(Window(2).cells, tuple)",
]


@pytest.mark.parametrize("value", LIKE_NO_TUPLE)
def test_it_is_no_tuple(value: str) -> None:
    assert_as_python(f"{WINDOW}@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n", written=False)


REFUSED = ["Window(2).cells", "max(Window(2).cells, (5,))", "sum([], Window(2).cells)"]


@pytest.mark.parametrize("value", REFUSED)
def test_what_a_tuple_could_do_is_refused(value: str) -> None:
    words = "from faier import Int, mechanism\n"
    with pytest.raises(Rejected) as caught:
        text = f"{words}{WINDOW}@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n"
        explore(parse(text, "file.py"), "f", Limits())
    assert {item.code for item in caught.value.diagnostics} == {"FA409"}
