# ruff: noqa: E501
"""Functions that see variables of a loop, handed to what only calls them: what Python does, or refused."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

FILE = """

def applied(f, x):
    return f(x) + 1


def again(x, f=None, least=0):
    if f is None:
        return x
    return [applied(f, y) for y in (x, least) if f(y) >= least]


def kept(f):
    return [f]


def mapped(f, xs):
    return sum(map(f, xs)), list(filter(f, xs)), sorted(xs, key=f), any(f(x) for x in xs)


class Database:
    def __init__(self, rows):
        self.rows = rows
        self.last = None

    def count(self, asked):
        return sum(1 for row in self.rows if asked(row))

    def through(self, asked, more=1):
        return self.count(asked) + more

    def keep(self, asked):
        self.last = asked
        return 0

    def each(self, asked):
        for row in self.rows:
            yield asked(row)


"""
BODIES = [
    "out = []\n    for t in (0, 1, x):\n        out.append(db.count(lambda row: row >= t))\n    return out",
    "out = 0\n    for t in (0, 1, x):\n        def reaches(row):\n            return row >= t\n        out += db.through(reaches, more=t)\n    return out",
    "return [db.count(lambda row: row >= t) for t in (0, 1, x)]",
    "return {t: applied(lambda y: y + t + x, 2) for t in (0, 1)}, sum(db.through(lambda row: row == t) for t in (0, 1))",
    "t = 1\n    first = applied(lambda y: y + t, x)\n    t = 5\n    return first, again(x, lambda y: y + t), again(x, f=lambda y: y * t, least=t)",
    "while x < 3:\n        x += applied(lambda y: y - x + uniform(1, 2), 2)\n    return x",
    "out = []\n    for t in range(2):\n        try:\n            out.append(db.count(lambda row: 1 // (row - t) > 0))\n        except ZeroDivisionError:\n            out.append(t)\n    return out",
    "out = []\n    for t in range(2):\n        out += mapped(lambda y: y * t + x, [x, 1])\n    return out",
    "out = []\n    for t in range(2):\n        for u in range(2):\n            out.append(applied(lambda y: applied(lambda z: z + t + u, y), x))\n    return out",
]
REFUSED = [
    "held = []\n    for t in (0, 1):\n        held += kept(lambda y: y + t)\n    return held[0](x)",
    "def least(y):\n        return y + t\n    t = 5\n    return [applied(least, t) for t in (0, 1)]",
    "for t in (0, 1):\n        db.keep(lambda y: y + t)\n    t = 7\n    return db.last(x)",
    "t = 1\n    return applied(lambda y: y + t, (t := 5))",
    "t = 1\n    values = db.each(lambda y: y + t)\n    t = 2\n    return list(values)",
    "return [f(x) for f in [kept(lambda y: y + t)[0] for t in (0, 1)]]",
]


@pytest.mark.parametrize("body", BODIES)
def test_functions_that_are_only_called(body: str) -> None:
    assert_as_python(_file(body), written=False)


@pytest.mark.parametrize("body", REFUSED)
def test_functions_that_something_keeps(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(_file(body), written=False)


def _file(body: str) -> str:
    return f"{FILE}@mechanism\ndef f(x: Int[0, 2], xs: Vector[Bool, 2]):\n    db = Database(xs)\n    {body}\n"
