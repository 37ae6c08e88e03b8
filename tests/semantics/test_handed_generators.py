# ruff: noqa: E501
"""Generators that are handed on, and that have no end: what Python does, or refused."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

FILE = """
from itertools import accumulate, chain, count, cycle, dropwhile, islice, pairwise, repeat, takewhile


def upto(n):
    for i in range(n):
        yield i


def coins():
    while True:
        yield uniform(0, 1)


def walk(state, step=1):
    while True:
        yield state
        state = (state + step * uniform(0, 1)) % 3


def forever(n):
    for i in count(n):
        yield i


def shifted(values, by=1):
    for value in values:
        yield value + by


def kept(values, *, least=0):
    for value in values:
        if value >= least:
            yield value


def both(first, second):
    for a in first:
        yield a
    yield from second


def numbered(values):
    for at, value in enumerate(values):
        yield at, value


def first_of(values, least):
    for value in values:
        if value >= least:
            return value
    return None


def twice(values):
    return [list(values), list(values)]


def late(values, rows):
    rows.append(9)
    for value in values:
        yield value


def over(rows):
    for row in rows:
        yield row


def appending(rows):
    for at in range(2):
        rows.append(at)
        yield at


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 2]):
"""

BODIES = [
    "return list(islice(coins(), 2)), sum(islice(walk(x), 3))",
    "return list(islice(walk(x), x)), list(islice(walk(x, step=2), 1, 3)), list(islice(walk(1), 2, 1))",
    "return list(zip(range(2), coins())), list(zip(coins(), ys)), list(zip(ys, walk(x), [7, 8]))",
    "found = []\nfor y, c in zip(ys, coins()):\n    if c:\n        continue\n    found.append(y)\nelse:\n    found.append(9)\nreturn found",
    "found = []\nfor at, c in enumerate(coins()):\n    if c or at == 2:\n        break\n    found.append(at)\nreturn found",
    "for at, c in enumerate(walk(x), 5):\n    if c == 1 or at > 7:\n        return at, c",
    "return list(shifted(upto(x))), list(shifted(shifted(upto(x), 2), by=3))",
    "return list(kept(shifted(ys), least=2)), list(kept(least=1, values=upto(3)))",
    "return list(both(upto(2), shifted(ys))), list(both(second=upto(x), first=upto(1)))",
    "return list(both(shifted(ys, 2), ys)), list(both(ys, shifted(upto(2))))",
    "return list(numbered(shifted(y + x for y in ys)))",
    "return list(shifted(y for y in ys if y)), list(shifted((a + b for a in ys for b in upto(x)), 2))",
    "return list(shifted(map(abs, ys))), list(kept(filter(None, ys))), list(shifted(map(lambda y: y + x, ys)))",
    "return list(over(zip(ys, upto(x)))), list(over(enumerate(shifted(ys)))), list(over(reversed(ys)))",
    "return list(over(pairwise(shifted(ys)))), list(over(chain(ys, upto(x)))), list(shifted(accumulate(ys)))",
    "return first_of(walk(x), 0), first_of(forever(x), 2)",
    "return first_of(forever(x), 2), first_of(count(), x), first_of(shifted(count(2)), 1)",
    "return list(takewhile(lambda c: c < 3, forever(x))), list(takewhile(lambda c: c < 3, count(x)))",
    "return list(takewhile(lambda c: c[1] < 2, enumerate(count())))",
    "return list(islice(accumulate(forever(x)), 3)), list(islice(pairwise(forever(x)), 2))",
    "return list(islice((c * 2 for c in forever(x) if c % 2), 2)), list(islice(shifted(cycle(ys)), 3))",
    "return list(islice(dropwhile(lambda c: c < 3, forever(x)), 2)), list(islice(shifted(repeat(x)), 2))",
    "return next(c for c in forever(x) if c > 3), next(walk(x), None), next(shifted(count(x)))",
    "for a, (b, c) in zip(ys, enumerate(walk(x))):\n    x += a * b + c\nreturn x",
    "for at, c in enumerate(c + 1 for c in walk(x)):\n    if c == 2 or at == 2:\n        return c",
    "total = 0\nfor c in islice(shifted(walk(x), 2), 3):\n    total += c\n    if total > 5:\n        break\nreturn total",
    "yield from islice(shifted(coins()), x)\nyield from zip(ys, forever(3))",
    "rows = [1]\nreturn list(late(upto(x), rows)), rows",
    "calls = []\ndef noted(n):\n    calls.append(n)\n    return n\nreturn list(both(upto(noted(1)), shifted(ys, noted(2)))), calls",
    "stream = coins()\nreturn list(islice(stream, 2))",
    "stream = shifted(upto(x), 3)\nreturn list(kept(stream, least=4))",
    "return [a + b for a, b in zip(ys, walk(x))], {a: b for a, b in zip(range(2), forever(x))}",
    "return [c for c in islice(coins(), 2) if c], max(islice(walk(x), 2)), any(islice(coins(), 2))",
    "def local():\n    while True:\n        yield x\nreturn list(zip(ys, forever(1))), x",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(FILE + indent(body, "    ") + "\n")


DOUBTFUL = [
    "zs = [1]\nfor a, b in zip(zs, forever(1)):\n    if b < 4:\n        zs.append(b)\nreturn zs",
    "zs = [1]\nfor a, b in zip(zs, appending(zs)):\n    x += a\nreturn x, zs",
    "zs = [1]\nus = zs\nfor a, b in zip(zs, forever(1)):\n    if b < 4:\n        us.append(b)\nreturn zs",
    "zs = [1]\nfor a in shifted(over(zs)):\n    if a < 4:\n        zs.append(a)\nreturn zs",
    "zs = [1]\nfor a in shifted(y + zs[0] for y in ys):\n    zs[0] += a\nreturn zs",
    "n = 1\nfor a in shifted(y + n for y in ys):\n    n += a\nreturn n",
    "n = 1\nstream = shifted(y + n for y in ys)\nn = 2\nreturn list(stream)",
    "found = []\nfor n in range(2):\n    found += shifted(y + n for y in ys)\nreturn found",
    "return [list(shifted(y + n for y in ys)) for n in range(2)]",
    "return twice(upto(x))",
    "zs = []\nreturn list(shifted(appending(zs))), zs",
    "zs = []\nreturn list(both(appending(zs), appending(zs))), zs",
    "zs = []\nreturn list(both(appending(zs), over(zs))), zs",
    "zs = [1]\nreturn list(late(over(zs), zs)), zs",
    "zs = []\nfor a in shifted(appending(zs)):\n    x += len(zs)\nreturn x, zs",
    "zs = []\nfor a, b in zip(range(2), shifted(appending(zs))):\n    x += len(zs)\nreturn x, zs",
    "zs = []\nfor b, a in zip(forever(0), appending(zs)):\n    x += len(zs)\nreturn x, zs",
    "return list(islice(coins(), 2 - x, x))",
    "return list(zip(coins(), walk(x), range(1)))",
    "return list(zip(count(x), coins(), range(1))), list(zip(cycle(ys), coins(), range(1)))",
    "stream = walk(x)\na = list(islice(stream, 1))\nb = list(islice(stream, 1))\nreturn a, b",
    "stream = upto(2)\nreturn list(both(stream, stream))",
    "return [first_of(stream, 1) for stream in [upto(x), upto(2)]]",
    "def inner(values):\n    for value in values:\n        yield value + x\nreturn list(inner(upto(2))), list(inner(islice(coins(), 2)))",
    "return list(islice(coins(), None)) if x > 5 else list(islice(upto(3), None))",
    "return list(islice((y for y in ys if (x := x + 1)), 2)), x",
    "return list(islice(shifted([y for y in walk(x)] if x > 5 else upto(3)), 2))",
    "row = [0]\ndef put(y):\n    row[0] += y\n    return row[0]\nreturn list(shifted(map(put, ys))), row",
    "row = [0]\nfor a in shifted(map(lambda y: y + row[0], ys)):\n    row[0] += a\nreturn row",
    "return list(shifted(iter(ys))), list(shifted(ys[at] for at in upto(x)))",
    "try:\n    return list(shifted(6 // y for y in ys))\nexcept ZeroDivisionError:\n    return 'none'",
    "found = []\ntry:\n    for a in shifted(6 // y for y in [1, *ys]):\n        found.append(a)\nexcept ZeroDivisionError:\n    return found\nreturn found",
]


@pytest.mark.parametrize("body", DOUBTFUL)
def test_what_depends_on_when_it_runs_is_as_in_python_or_refused(body: str) -> None:
    text = FILE + indent(body, "    ") + "\n"
    with suppress(Rejected):
        assert_as_python(text)


STREAMS = [
    ("for x in accumulate(xs):", "    yield x\n        if x > 3:\n            return"),
    ("for x in shifted(clipped(xs)):", "    yield x"),
    ("for x in shifted(y + 1 for y in xs if y):", "    yield x"),
    ("for x, y in islice(pairwise(xs), 2):", "    yield x + y"),
    ("for x in islice(shifted(enumerate(xs)), 1):", "    yield x"),
    ("yield from islice(shifted(xs), 3)", ""),
]


@pytest.mark.parametrize(("over", "shown"), STREAMS)
def test_streams_are_gone_over_as_lists_are(over: str, shown: str) -> None:
    """Of so many values a stream and a list show the same."""
    head = "from itertools import accumulate, islice, pairwise\n" + HEAD.replace("Vector,", "Stream, Vector,")
    head += "def clipped(xs):\n    for x in xs:\n        yield min(x, 1)\n\n\n"
    head += "def shifted(xs):\n    for x in xs:\n        yield x if x != 1 else 0\n\n\n"
    body = f"    {over}\n" + (f"    {shown}\n" if shown else "")
    text = head + f"@mechanism\ndef f(xs: Stream[Int[0, 2]]):\n{body}\n\n"
    text += f"@mechanism\ndef g(xs: Vector[Int[0, 2], 3]):\n{body}"
    program = parse(text, "file.py")
    assert explore(program, "f", Limits()).states
    for items in product(range(3), repeat=3):
        values = {"xs": Sequence("tuple", items)}
        (((shown_there, _), chance),) = denote.outputs(program, "g", values).items()
        assert chance == 1
        found = {shown for (shown, _), chance in denote.outputs(program, "f", values).items()}
        assert found == {shown_there}
