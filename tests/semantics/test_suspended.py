# ruff: noqa: E501
"""Generators that are asked for one value after the other, are sent some, or give one back: as Python, or refused."""

from __future__ import annotations

import pytest
from as_python import assert_as_python
from suspended_random import attacked

from faier.lang import Rejected

HELPERS = {
    "svt": """class Sparse:
    def __init__(self, budget):
        self.budget, self.seen = budget, 0

    def answers(self, xs):
        \"\"\"Whether each is above.\"\"\"
        for x in xs:
            self.seen += 1
            if self.budget <= 0:
                return
            above = x + uniform(0, 1) > 1
            if above:
                self.budget -= 1
            yield above


""",
    "noisy": """def noisy(xs, log, most=2):
    for at, x in enumerate(xs):
        if at == most:
            break
        elif x:
            log.append(at)
            continue
        yield x + uniform(0, 1)
    else:
        yield 9


""",
    "mean": """def mean():
    total, count, average = 0, 0, None
    while True:
        term = yield average
        if term is None:
            break
        total += term
        count += 1
        average = Fraction(total, count)


""",
    "summed": """def inner(xs, stop):
    total = 0
    for x in xs:
        if x > stop:
            return total
        got = yield x
        total += x if got is None else got
    return total


def outer(xs):
    first = yield from inner(xs, 1)
    yield first * 10
    rest = yield from inner((0, 2), first)
    yield rest


""",
    "endless": """def schedule(left):
    while True:
        left = left // 2
        yield left


""",
    "pipes": """def clipped(rows, hi, log):
    for row in rows:
        log.append(row)
        yield min(row, hi)


def limited(rows, most):
    for n, row in enumerate(rows):
        if n >= most:
            return
        yield row
        yield row + 10


def both(rows):
    for row in limited(rows, 1):
        if row > 10:
            continue
        yield row


""",
    "two": """class Both:
    def __init__(self, k):
        self.k = k

    def two(self):
        yield self.k + uniform(0, 1)
        yield 2


""",
}
BODIES = [
    (
        "svt",
        "s = Sparse(1)\n    it = s.answers(xs)\n    first = next(it)\n    early = s.budget, s.seen\n    return first, early, next(it, None), s.budget, s.seen",
    ),
    (
        "svt",
        "s = Sparse(1)\n    it = s.answers(xs)\n    a = next(it, 5)\n    s.budget += 1\n    return a, list(it), s.budget, s.seen",
    ),
    (
        "svt",
        "s = Sparse(2)\n    out = []\n    for x, above in zip(xs, s.answers(xs)):\n        out.append((x, above, s.budget))\n    return out, s.seen",
    ),
    (
        "svt",
        "s = Sparse(1)\n    out = []\n    for at, above in enumerate(s.answers(xs), 3):\n        out.append((at, above, s.seen))\n        if above:\n            continue\n        s.budget = 2\n    return out, s.seen",
    ),
    (
        "noisy",
        "log = []\n    it = noisy(xs, log)\n    a = next(it, None)\n    log.append(7)\n    rest = sum(it)\n    return a, rest, log",
    ),
    (
        "noisy",
        "log = []\n    it = noisy(xs, most=3, log=log)\n    out = []\n    for y in it:\n        after = next(it, 8)\n        out.append((y, after, len(log)))\n    it.close()\n    last = next(it, 1)\n    return out, log, last",
    ),
    ("mean", "it = mean()\n    next(it)\n    return [it.send(x + uniform(0, 1)) for x in xs]"),
    (
        "mean",
        "it = mean()\n    out = [it.send(None), it.send(xs[0])]\n    try:\n        out.append(next(it))\n    except StopIteration:\n        out.append(it.send(2) if xs[1] > 5 else 4)\n    return out",
    ),
    ("summed", "return list(outer(xs))"),
    ("summed", "total = yield from inner(xs, 0)\n    yield total + 5"),
    ("summed", "it = outer(xs)\n    out = [next(it)]\n    out.append(it.send(4))\n    return out, list(it)"),
    ("summed", "for y in inner(xs, 1):\n        yield y"),
    ("endless", "steps = schedule(8)\n    return [x * next(steps) + uniform(0, 1) for x in xs], next(steps)"),
    (
        "endless",
        "out = []\n    for x in xs:\n        if out:\n            out.append(next(it))\n        it = schedule(8 + x)\n        out.append(next(it))\n    return out",
    ),
    (
        "endless",
        "def mine(k):\n        nonlocal top\n        while k:\n            top += 1\n            k = yield k\n    top = 1\n    it = mine(2)\n    out = [next(it), top, it.send(3), top, next(it, None), next(it, None)]\n    return out, top",
    ),
    ("endless", "steps = schedule(16)\n    for x in xs:\n        yield x + next(steps)"),
    (
        "pipes",
        "log = []\n    it = limited(clipped([x + uniform(0, 1) for x in xs], 1, log), 1)\n    first = next(it), len(log)\n    rest = list(it)\n    return first, rest, log",
    ),
    ("pipes", "it = both(xs)\n    return next(it), next(it, 5)"),
    ("two", "b = Both(xs[0])\n    a, c = b.two()\n    return a, c"),
    (
        "pipes",
        "log, ys = [], [1, 2, 3]\n    it = limited(clipped(ys, 1, log), 2)\n    a = next(it)\n    ys.append(4)\n    return a, list(it)",
    ),
]
REFUSED = [
    (
        "endless",
        "def gen(ys):\n        for y in ys:\n            yield y\n    ys = [1, 2]\n    it = gen(ys)\n    a = next(it)\n    ys.append(4)\n    return a, list(it)",
    ),
    ("endless", "it, out = schedule(8), []\n    return out, next(it)"),
    (
        "endless",
        "def gen(d):\n        for k in d:\n            yield k\n    d = {0: 5}\n    it = gen(d)\n    a = next(it)\n    d[2] = 3\n    return a, next(it)",
    ),
    (
        "endless",
        "def gen(k):\n        row = [k]\n        yield row\n        yield len(row)\n    it = gen(1)\n    a = next(it)\n    a.append(3)\n    return a, next(it)",
    ),
    (
        "endless",
        "def gen():\n        ys = [1]\n        for y in ys:\n            if y < 4:\n                ys.append(y + 1)\n            yield y\n    it = gen()\n    return next(it), list(it)",
    ),
    ("endless", "it = schedule(3)\n    other = it\n    return next(it), next(other)"),
    ("mean", "it = mean()\n    return it.send(1)"),
    ("mean", "it = mean()\n    next(it)\n    return next(it)"),
    ("svt", "s = Sparse(1)\n    it = s.answers(xs)\n    a = next(it)\n    s = Sparse(3)\n    return a, next(it, 0)"),
]
FIRST = "@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n    "


@pytest.mark.parametrize(("helper", "body"), BODIES)
def test_one_value_after_the_other(helper: str, body: str) -> None:
    assert_as_python(f"{HELPERS[helper]}{FIRST}{body}\n", written=False)


@pytest.mark.parametrize(("helper", "body"), REFUSED)
def test_what_is_refused(helper: str, body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{HELPERS[helper]}{FIRST}{body}\n", written=False)


def test_random_generators() -> None:
    assert [attacked(seed) for seed in range(1000, 1010)].count("agreed") >= 1
