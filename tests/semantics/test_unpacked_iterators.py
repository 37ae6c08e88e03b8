# ruff: noqa: E501
"""`columns = zip(*rows)`: what is unpacked is so when the iterator is made, and what it gives is read later."""

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HEAD = """from dataclasses import astuple, dataclass


@dataclass
class Pair:
    a: int
    b: int


def summed(columns):
    return [sum(column) for column in columns]


@mechanism
def f(xs: Vector[Int[0, 1], 2]):
"""
SAME = {
    "a map": "cols = zip(*map(astuple, [Pair(x, 1) for x in xs]))\nreturn [sum(c) for c in cols]",
    "draws": "cols = zip(*[(x, uniform(0, 1)) for x in xs])\nout = []\nfor c in cols:\n    out.append(sum(c))\nreturn out",
    "a generator": "rows = ((x, 1) for x in xs)\ncols = zip(*rows)\nreturn [sum(c) for c in cols]",
    "others beside": "cols = zip([4, 5, 6], *[(x, 1) for x in xs], (x + 4 for x in xs))\nn = 3\nreturn [sum(c) + n for c in cols]",
    "a branch": "cols = zip(*[(x, uniform(0, 1)) for x in xs])\nif flip(1 / 2):\n    return [sum(c) for c in cols]\nreturn 0",
    "a variable that changes": "n = 1\ncols = zip(*[(x, n) for x in xs])\nn = 3\nreturn [sum(c) + n for c in cols]",
    "names": "cols = zip(*[(x, 1) for x in xs])\na, b = cols\nreturn sum(a), sum(b)",
    "one after the other": "cols = zip(*[(x, 1) for x in xs])\ncols = zip(*cols)\nreturn list(cols)",
    "a loop": "out = []\nfor k in range(2):\n    cols = zip(*[(x, k) for x in xs])\n    for c in cols:\n        out.append(sum(c))\nreturn out",
    "nothing": "cols = zip(*[])\nreturn [sum(c) for c in cols] or 5",
    "a helper": "cols = zip(*[(x, 1) for x in xs])\nreturn summed(cols)",
    "a tuple with a name": "t = tuple([(x, 1) for x in xs])\ncols = zip(*t)\nn = uniform(0, 1)\nreturn [sum(c) + n for c in cols]",
    "a name that is given again": "t = tuple([(x, 1) for x in xs])\ncols = zip(*t)\nfor t in [5]:\n    n = t\nreturn [sum(c) + n for c in cols]",
}
REFUSED = {
    "rows that change": "rows = [[x, 1] for x in xs]\ncols = zip(*rows)\nrows[0][0] = 7\nreturn [sum(c) for c in cols]",
    "more rows": "rows = [(x, 1) for x in xs]\ncols = zip(*rows)\nrows.append((5, 6))\nreturn [sum(c) for c in cols], len(rows)",
    "twice": "cols = zip(*[(x, 1) for x in xs])\nfirst = list(cols)\nreturn first, list(cols)",
    "a loop around": "cols = zip(*[(x, 1) for x in xs])\nout = []\nfor k in range(2):\n    out.append([sum(c) for c in cols])\nreturn out",
}


def file(body: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_is_as_in_python(body: str) -> None:
    assert_as_python(file(body), written=False)


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_is_refused(body: str) -> None:
    with pytest.raises(Rejected, match="FA113"):
        assert_as_python(file(body), written=False)
