# ruff: noqa: E501
"""Functions of Python's library that the checker reads as functions of the file, against Python's own."""

from __future__ import annotations

import pytest
from test_functions import by_checker, by_python

from faier.checker.outcome import Hole

HEAD = """import heapq
import statistics as stats
from bisect import bisect, bisect_left, insort
from heapq import heapify, heappop, heappush, nlargest, nsmallest as least
from statistics import median, median_high, median_low

from faier import Int, flip, mechanism

@mechanism
def m(x: Int[0, 4]):
    """
BODIES = [
    "xs = [5, x, 3, 9, x, 1, 7]\n    heapify(xs)\n    a = heappop(xs)\n    heappush(xs, 4)\n    b = heapq.heappop(xs)\n    return xs, a, b",
    "h = []\n    for y in [4, x, 2, 8, x, 1]:\n        heappush(h, y * 7 % 5)\n    out = []\n    while h:\n        out.append(heappop(h))\n    return out",
    "xs = [0, 1, x, 4] if x < 4 else [2]\n    insort(xs, 2)\n    return xs, bisect(xs, x), bisect_left(xs, x)",
    "return nlargest(2, [3, x, 1]), least(2, (x, 2, 5)), nlargest(-1, [x]), least(9, [x])",
    "xs = [x, 3, 1]\n    return median(xs), stats.median([x, 2, 2, x]) > 1, median_low([4, x]), median_high([4, x]), xs",
    "return heappop([flip(1 / 2), x > 1])",
]  # fmt: skip
HOLES = [
    "return stats.stdev([x, 1])",
    "f = heapq\n    return f.heappop([x])",
    "heappush = x\n    return heappush",
    "len = x\n    return nlargest(1, [len])",
    "a = [[x]]\n    b = heappop(a)\n    b.append(1)\n    heappush(a, b)\n    b.append(2)\n    return a",
]


@pytest.mark.parametrize("body", BODIES)
def test_they_do_what_python_s_own_do(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + body + "\n"
    for x in range(5):
        assert by_checker(text, x) == by_python(text, x, monkeypatch)


@pytest.mark.parametrize("body", HOLES)
def test_what_is_not_known_is_a_hole(body: str) -> None:
    with pytest.raises(Hole):
        by_checker(HEAD + body + "\n", 2)
