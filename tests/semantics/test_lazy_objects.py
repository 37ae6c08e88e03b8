# ruff: noqa: E501
"""Iterators under names, returned by helpers and handed on: read when something asks for them, as Python does."""

from __future__ import annotations

import pytest
from as_python import assert_as_python
from lazy_random import attacked

from faier.lang import Rejected

PROGRAMS = [
    """
class Bag:
    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        for x in self.xs:
            yield x

    def total(self):
        s = 0
        for x in self:
            s += x
        return s + sum(self) + max(x for x in self)

@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    return Bag(xs).total()
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    big = (x * 2 for x in xs)
    total = 0
    for x in big:
        total += x
    return total
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    noisy = (x + uniform(0, 1) for x in xs)
    total = 0
    for x in noisy:
        total += x
    return total
""",
    """
def read(xs):
    return (x for x in xs)

def clip(xs, hi):
    return (min(x, hi) for x in xs)

def weigh(xs, w):
    return map(lambda x: w * x, xs)

@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    return sum(weigh(clip(read(xs), 1), 3)) + uniform(0, 1)
""",
    """
def pairs(xs):
    return zip(xs, xs[1:])

@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    return sum(a != b for a, b in pairs(xs))
""",
    """
from itertools import chain
def twice(x):
    return [x, x]
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    flat = chain.from_iterable(map(twice, xs))
    return list(flat)
""",
    """
from itertools import pairwise
def rises(xs):
    return (b > a for a, b in pairwise(xs))
@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    return sum(rises(xs))
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 4]):
    sums = (sum(b) for b in [xs[:2], xs[2:]])
    return max(sums)
""",
    """
from itertools import islice, chain
def gen(xs):
    for x in xs:
        yield x
@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    first = islice(gen(xs), 2)
    return sum(first)
""",
    """
import heapq
@mechanism
def f(xs: Vector[Int[0, 2], 3]):
    d = {}
    for x in xs:
        d[x] = d.get(x, 0) + 1
    items = d.items()
    best = max(items, key=lambda p: p[1])
    return best[0]
""",
    """
@mechanism
def f(xs: Vector[Int[0, 2], 3]):
    d = {}
    for x in xs:
        d[x] = d.get(x, 0) + 1
    counts = d.values()
    return max(counts) - min(counts)
""",
    """
def total(it):
    s = 0
    for x in it:
        s += x
        if s > 3:
            break
    return s

@mechanism
def f(xs: Vector[Int[0, 2], 3]):
    return total(x + 1 for x in xs)
""",
    """
@mechanism
def f(xs: Vector[Int[0, 2], 3]):
    positive = (x for x in xs if x > 0)
    first = next(positive, None)
    if first is None:
        return 0
    return first
""",
    """
def noisy(xs):
    return (x ^ flip(1/4) for x in xs)

@mechanism
def f(xs: Vector[Bool, 2]):
    return any(noisy(xs))
""",
    """
def clipped(xs, hi):
    return (clamp(x, 0, hi) for x in xs)

@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    cs = clipped(xs, 1)
    s = sum(cs)
    return s + uniform(0, 1)
""",
    """
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    hi = 1
    cs = (min(x, hi) for x in xs)
    hi = 2
    return sum(cs) + hi
""",
    """
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    ys = (x + 1 for x in xs)
    zs = (y * 2 for y in ys)
    ws = (z - 1 for z in zs if z > 2)
    return list(ws)
""",
    """
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    stream = (x for x in xs)
    stream = (x + 1 for x in stream)
    stream = (x for x in stream if x > 1)
    return sum(stream)
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    squares = (x * x for x in xs)
    a = sum(squares)
    b = sum(squares)
    return a, b
""",
    """
from itertools import groupby
@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    runs = groupby(xs)
    out = []
    for k, g in runs:
        out.append((k, len(list(g))))
    return out
""",
    """
from itertools import islice, count
@mechanism
def f(n: Int[0, 3]):
    ks = islice(count(1), n)
    return sum(ks)
""",
    """
def windows(xs, n):
    return (xs[i:i + n] for i in range(len(xs) - n + 1))

@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    return [sum(w) for w in windows(xs, 2)]
""",
    """
def scan(xs, g):
    acc = 0
    for x in xs:
        acc = g(acc, x)
        yield acc

@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    return list(scan((x + 1 for x in xs), lambda a, b: a + b))
""",
    """
def pick(xs):
    if len(xs) > 1:
        return (x for x in xs if x)
    return iter([])

@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    return sum(pick(xs))
""",
    """
class Data:
    def __init__(self, xs):
        self.xs = xs

    @property
    def positive(self):
        return (x for x in self.xs if x > 0)

    def items(self):
        return enumerate(self.xs)

@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    d = Data(xs)
    return sum(d.positive) + sum(i * x for i, x in d.items())
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    last = deque((2 * x for x in xs), maxlen=1)
    return last.pop()
""",
    """
def first(pred, it):
    for x in it:
        if pred(x):
            return x
    return -1

@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    return first(lambda x: x > 1, map(lambda x: 2 * x, xs))
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 3]):
    noisy = map(lambda x: x ^ flip(1/4), xs)
    a, b, c = noisy
    return a + b + c
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    noisy = (x + uniform(0, 1) for x in xs)
    base = uniform(0, 1)
    return base + sum(noisy)
""",
    """
def noisy(xs):
    return (x + uniform(0, 1) for x in xs)
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    for y in noisy(xs):
        yield y
""",
    """
def noisy(xs):
    return (x + uniform(0, 1) for x in xs)
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    yield from noisy(xs)
""",
    """
@mechanism
def f(xs: Vector[Int[0, 2], 3]):
    c = Counter(xs)
    pairs = c.most_common()
    top = (k for k, n in pairs if n > 1)
    return list(top)
""",
    """
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    gen = (x for x in xs)
    total = 0
    try:
        while True:
            total += next(gen)
    except StopIteration:
        pass
    return total
""",
]
REFUSED = [
    (
        "def f(xs: Vector[Int[0, 1], 2]):\n    gens = [(x + k for x in xs) for k in range(2)]\n    return [sum(g) for g in gens]",
        "a generator may stand only where it is consumed at once",
    ),
    (
        "def f(xs: Vector[Int[0, 1], 2]):\n    d = {1: 2}\n    e = d\n    g = zip(d, xs)\n    h = [g]\n    e[5] = 1\n    return list(h[0])",
        "may stand only where it is iterated over",
    ),
]
# The iterator knows the size of the dictionary from when it was made.
GROWN = """def keys(d):
    return (k for k in d)

def total(it, d):
    d[5] = 6
    return sum(it)

@mechanism
def f():
    d = {1: 2}
    return total(keys(d), d)
"""


@pytest.mark.parametrize("text", PROGRAMS)
def test_iterators_are_read_when_something_asks_for_them(text: str) -> None:
    assert_as_python(text.lstrip(), written=False)


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_not_followed_is_refused(text: str, message: str) -> None:
    with pytest.raises(Rejected, match=message) as caught:
        assert_as_python(f"@mechanism\n{text}\n")
    assert "list" in caught.value.diagnostics[0].hint


def test_an_iterator_knows_the_size_of_its_dictionary() -> None:
    with pytest.raises(Rejected, match="FA113"):
        assert_as_python(GROWN)


@pytest.mark.parametrize(
    "second", ["e = d", "(e, _) = (d, 1)", "c = e = d", "for e in [d]:\n        pass", "e = [d][0]"]
)
def test_a_second_name_may_change_its_dictionary(second: str) -> None:
    body = f"    d = {{1: 2}}\n    {second}\n    g = (k for k in d)\n    e[5] = x\n    return sum(g)"
    with pytest.raises(Rejected, match=r"FA113|FA210"):
        assert_as_python(f"@mechanism\ndef f(x: Int[0, 1]):\n{body}\n")


def test_random_programs() -> None:
    assert [attacked(seed) for seed in range(20, 27)].count("agreed") >= 1
