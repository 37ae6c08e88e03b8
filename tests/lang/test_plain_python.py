"""Forms that people write without thinking: caches, iterators with names, templates, records as dictionaries."""

from textwrap import indent

import pytest
from as_python import assert_as_python

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits
from faier.semantics.explore import explore

HEAD = """\
import heapq
import statistics
from dataclasses import asdict, astuple, dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, combinations, count, cycle, islice, product, repeat
from typing import NamedTuple

from faier import Int, flip, mechanism

CANDIDATES = range(4)


class Pair(NamedTuple):
    a: int
    b: int = 0


@dataclass
class Cell:
    a: int
    rows: list


class Colour(Enum):
    RED = 1
    BLUE = 2


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@cache
def row(n: int):
    return [n, [n]]


@cache
def half(on: bool):
    return "yes" if on else "no"


def total(values):
    return sum(values)


def best(values, near):
    return max(values, key=lambda v: -abs(v - near)), len(values), values[1]


def first(values):
    for v in values:
        return v


def seen(values, xs):
    n = len(xs)
    return n, sum(values)


def renewed(values, table):
    table.append(5)
    return sum(values)


"""
SAME = {
    "a generator whose list changes": "xs = [x]\ng = (v for v in xs)\nxs.append(2)\nreturn sum(g)",
    "a generator whose list is another one": "xs = [x]\ng = (v for v in xs)\nxs = [5]\nreturn sum(g)",
    "a view that grows": "d = {'a': x}\nks = d.keys()\nd['b'] = 1\nreturn list(ks)",
    "caches": "return fib(x + 3), row(x)[1][0], half(x > 1)",
    "records": "c = Cell(x, [1])\nd = asdict(c)\nd['rows'].append(2)\nreturn d, c.rows, astuple(c)[0]",
    "named tuples": "p = Pair(x)\nreturn p._asdict() | {'c': 1}, Pair._fields, p._fields, Pair._make([1, x]).b",
    "members": "c = Colour.RED if x else Colour.BLUE\nd = Colour.RED\nreturn c is d, c is not d",
    "identity": "r = [None, x > 1, True, x, 'a']\nreturn [v is w for v in r for w in (None, x < 1, Colour.RED)]",
    "fractions": "f = Fraction(x, 4)\nreturn f.numerator, f.denominator, Fraction(x, 7).limit_denominator(3)",
    "percent": "return '%d of %s' % (x, 'a'), '%.2f' % (x / 4), '%(a)s' % {'a': x}",
    "percent of whole numbers": "return '%5d|%-4d|%03d|%x|%%' % (x, x, x, x), x.numerator",
    "percent of one": "return '%s' % x, '%s' % [x], '%r' % 'a', '%5s|%-3s|' % ('a', None), '%+d' % True",
    "templates": "return '{0} {1} {0}'.format(x, 2), '{a:>3}'.format(a=x), '{:.1f}{:{}}'.format(x / 2, x, 3)",
    "next": "return next(iter([x, 1])), next(iter([]), x), next(iter({x: 1}.values())), next(filter(None, [x, 1]))",
    "named iterators": "z = zip([x], [2])\nn = 0\nfor a, b in z:\n    n += a\nm = map(abs, [x])\nreturn n, sum(m)",
    "a named generator": "g = (v + 1 for v in [x, 1])\nn = 5\nreturn sum(g)",
    "named draws": "g = (flip(1 / 3) for _ in range(2))\na = flip(1 / 2)\nreturn a, sum(g)",
    "a named range": "r = range(x)\nreturn list(r), len(r), sum(r), 1 in r, [r[0] for _ in r]",
    "a named view": "d = {'a': x}\nd['b'] = 1\nks = d.items()\nreturn [k for k, _ in ks]",
    "chains": "s = chain.from_iterable(combinations((x, 1), r) for r in range(1, 3))\nreturn tuple(map(frozenset, s))",
    "arguments": "return total(v * v for v in [x, 1]), total(map(abs, [x])), best(range(3), x), best(CANDIDATES, x)",
    "to the library": "return heapq.nlargest(2, range(4)), statistics.mean(v for v in [x, 1])",
    "variances": "return statistics.variance([x, 1, 5]), statistics.pvariance([x, 1])",
    "variances of Fractions": "return statistics.variance([Fraction(x, 2), 1]), statistics.pvariance([True, x > 1])",
    "counting": "for i in count():\n    if i >= x:\n        return i",
    "cycles": "return [a + b for a, b in zip([x, 5, 6], cycle([0, 1]))], list(islice(cycle([]), 3))",
    "without end": "return list(zip(count(2), [x, 1])), list(zip([x, 1], repeat(x), count(x, 3)))",
    "columns without end": "return list(map(pow, [x], repeat(2))), list(islice(count(x), 2))",
    "so many": "return list(islice(count(3), x)), list(islice(cycle([1, x]), 3)), list(zip([1], repeat((x,))))",
    "operators by name": "xs = [x, 1, 2]\nreturn max(range(3), key=xs.__getitem__), xs.__contains__(x)",
}  # fmt: skip


def written(body: str) -> str:
    body, _, after = body.partition("\n\n\n")
    return f"{HEAD}{after}\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n" + indent(body, "    ") + "\n"


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_is_what_python_computes(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    assert_as_python(written(body), written=False)


REFUSED = {
    "an iterator that changes another argument": "xs = [x, 1]\nreturn seen((xs.pop() for _ in range(2)), xs)",
    "a map that changes another argument": "xs = [x, 1]\nreturn seen(map(xs.remove, [1]), xs)",
    "an iterator that gives a name a value": "n = 0\nreturn seen(((n := v) for v in [x, 1]), [n])",
    "one list that is repeated": "rows = list(islice(repeat([x]), 2))\nrows[0].append(1)\nreturn rows",
    "lists that come again": "n = 0\nfor q, _ in zip(cycle([[x], []]), range(3)):\n    q.append(1)\nreturn n",
    "a cache with a draw": "return x\n\n\n@cache\ndef coin(n):\n    return flip(1 / 3)",
    "a cache of Booleans and numbers": "return fib(x > 0)",
    "a kept list that changes": "r = row(x)\nr.append(1)\nreturn row(x)",
    "a kept list inside that changes": "r = row(x)[1]\nr.append(1)\nreturn row(x)",
    "a copy that would be made later": "xs = [x]\ng = zip(xs, sorted(xs))\nxs.append(5)\nreturn list(g)",
    "an iterator that is used up": "g = zip([x], [1])\nn = sum(a for a, _ in g)\nreturn n, list(g)",
    "an iterator in a loop": "g = zip([x], [1])\nn = 0\nfor _ in range(2):\n    n += sum(a for a, _ in g)\nreturn n",
    "what may fail before it is used": "g = zip([6 // x], [1])\nif x:\n    return list(g)\nreturn 0",
    "an argument that is left early": "return first(6 // v for v in [x, 0])",
    "an argument gone over later": "t = [x]\nreturn renewed((v for v in t), t)",
    "an argument that another one changes": "xs = [x, 1]\nreturn renewed((v for v in xs), [xs.pop()])",
    "identity of numbers": "return x is 1",
    "identity of variables": "y = x\nreturn y is x",
    "identity of functions": "f = total if x else best\nreturn f is total",
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_is_refused(body: str) -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(written(body), "file.py"), "f", Limits())
    assert all(item.hint for item in caught.value.diagnostics if item.code not in ("FA206", "FA402"))
