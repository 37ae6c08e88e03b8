"""Words that name what they read, and types that are handed over as functions, as Python runs them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse

HEAD = """
import operator
from itertools import groupby
from operator import attrgetter, itemgetter, methodcaller
from typing import Callable, NamedTuple


class Inner(NamedTuple):
    depth: int


class Row(NamedTuple):
    age: int
    inner: Inner


class Wanted(NamedTuple):
    column: str
    name: int = 1
    value: int = 0


class Box:
    def __init__(self, n):
        self.n = n
        self.rows = []

    @property
    def double(self):
        return 2 * self.n

    def more(self, by=1):
        return self.n + by


class Pair:
    def __init__(self, n):
        self.box = Box(n)


class Wider(Box):
    pass


def picked(rows, first, *, second=0):
    get = itemgetter(first, second)
    return [get(row) for row in rows], sorted(rows, key=operator.itemgetter(first))


AGE = attrgetter("age")
CONVERSIONS = {"whole": int, "text": str, "sign": bool, "size": abs}


def applied(functions: list[Callable[[int], int]], value):
    return [function(value) for function in functions]


def rows(x):
    return [Row(x, Inner(1)), Row(1, Inner(x)), Row(0, Inner(2))]


"""
BODIES = [
    "by = attrgetter('age')\n    return sorted(rows(x), key=by), [AGE(row) for row in rows(x)]",
    "by = operator.attrgetter('inner.depth', 'age')\n    return [by(row) for row in rows(x)]",
    "pick = itemgetter(1, 0)\n    return pick([x, 3]), itemgetter(-1)([x, 3]), itemgetter(0, 1)(rows(x))[0]",
    "by = attrgetter('age')\n    return [(k, list(g)) for k, g in groupby(sorted(rows(x), key=by), key=by)]",
    "return [attrgetter('age')(row) for row in rows(x)], itemgetter('a')({'a': x})",
    "up = methodcaller('replace', 'a', 'b')\n    return up('aca'), methodcaller('more', by=2)(Box(1))",
    "return getattr(Box(x), 'n'), getattr(Box(x), 'double'), getattr(Box(x), 'more')(2)",
    "names = ('age', 'inner')\n    row = rows(x)[0]\n    return [getattr(row, name) for name in names]",
    "column = 'age' if x else 'depth'\n    row = rows(x)[1] if x else Inner(5)\n    return getattr(row, column)",
    "box, total = Box(x), 0\n    for name in ['n', 'n']:\n        total += getattr(box, name)\n    return total",
    "row = rows(x)[0]\n    return [getattr(row, name) == value for name, value in dict(age=1).items()]",
    "item = Wanted('age')\n    return [getattr(row, item.column) for row in rows(x)], getattr(item, 'name')",
    "item = Wanted('value', 2, x)\n    return [getattr(item, name) for name in (item.column, 'name', 'column')]",
    "return [getattr(row, name) for row in rows(x) for name in Row._fields]",
    "row = rows(x)[1]\n    return {k: (v, getattr(row, k)) for k, v in row._asdict().items()}",
    "return [getattr(item, 'depth', 7) for item in (Box(x), Inner(x), x, 'a', None)]",
    "return [getattr(item, 'double', x) for item in (Box(x), Inner(x))], [getattr(y, 'own', x) for y in (1, Box(2))]",
    "pair = Pair(x)\n    setattr(pair.box, 'n', x + uniform(0, 1))\n    return pair.box.n, getattr(pair.box, 'n', 9)",
    "box = Box(x)\n    setattr(box, 'n', 5)\n    getattr(box, 'rows').append(x)\n    return box.n, box.rows",
    "d = {'a': x, 'b': 'c'}\n    return '{b}{a:>3}'.format(**d), '{a}{a}'.format_map(d), d",
    "return picked([(x, 2), (1, 0)], 1, second=0), picked([{'a': x, 'b': 1}], 'b', second='a')",
    "return [type(item).__name__ for item in (Wider(x), Box(x), Inner(x), x, x == 1, 'a', [x])]",
    "box = Pair(1).box\n    kinds = {type(row).__name__: row for row in rows(x)}\n    return type(box).__name__, kinds",
    "return '{a}'.format(**{'a': flip(1 / 2)})",
    "return applied([bool, str, lambda n: n + 1, int], x), [CONVERSIONS[k](x) for k in CONVERSIONS]",
    "kinds = {'x': int}\n    return kinds['x'](x == 1), isinstance(x, (int, str))",
]


@pytest.mark.parametrize("body", BODIES)
def test_words_that_name_what_they_read(body: str) -> None:
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n", written=False)


REFUSED = [
    "return getattr(Box(x), '__dict__')",
    "return getattr(Box(x), 'n' + '')",
    "gets = [itemgetter(key) for key in (0, 1)]\n    return gets[0]([x, 2])",
    "return type({x}).__name__",
    "return [type(item).__name__ for item in ({x}, Box(x))]",
    "name = 'n' + ''\n    return getattr(rows(x)[0], name)",
    "item = Wanted('count')\n    return getattr(item, item.column)",
    "for name in ('age', 'double'):\n        box = Box(x)\n        y = getattr(box, name)\n    return y",
    "row, name = rows(x)[0], 'age'\n    try:\n        return getattr(row, name)\n    except KeyError:\n        pass",
    "return '{a}'.format_map({'a': 1, x: 2})",
    "return '{a}'.format_map(Counter('a'))",
    "return isinstance(x, tuple([int, str]))",
    "return int in [int, str]",
]


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_not_followed(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n", written=False)


def test_own_names_stay() -> None:
    own = "def getattr(a, b):\n    return b\n\n\ndef attrgetter(a):\n    return lambda b: a\n\n\n"
    text = f"{own}@mechanism\ndef f(x: Int[0, 2]):\n    return getattr(x, 'n'), attrgetter('n')(x)\n"
    assert_as_python(text, written=False)


TEXTS = """
from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple


class Report(NamedTuple):
    window: int
    value: int = 0

    def __str__(self):
        return f"w{self.window}:{self.value}"


class Size(NamedTuple):
    n: int

    def __repr__(self):
        return "S" * self.n


@dataclass(frozen=True)
class Cell:
    at: int
    value: int


def reported(pairs):
    found = []
    for day, value in pairs:
        if bisect_right([1, 3], day) > 1:
            continue
        found.append(Report(day, value))
    return found


def cells(pairs):
    return [Cell(at, value).value for at, value in pairs]


"""
WRITTEN = [
    "return str(Report(x)), f'{Report(x, 1)}', ','.join(str(r) for r in [Report(1), Report(x)])",
    "return repr(Size(x)), str(Size(1)), f'{Size(2)}', sorted([Size(x), Size(1)]), Size(x) == (1,)",
    "return [str(r) for r in reported(zip([x, 3, 0], [1, 2, 3]))], reported(enumerate([x, 5]))",
    "return cells(enumerate([x, 5])), cells(map(lambda v: (v, v + 1), [x, 5]))",
]


@pytest.mark.parametrize("body", WRITTEN)
def test_records_that_say_how_they_are_written(body: str) -> None:
    assert_as_python(f"{TEXTS}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n", written=False)


NOT_WRITTEN = ["repr(Report(x))", "str([Report(x)])", "f'{[Size(x)]}'", "'%s' % (Report(x),)", "cells(range(x))"]


@pytest.mark.parametrize("value", NOT_WRITTEN)
def test_records_inside_of_others_are_not_written(value: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{TEXTS}@mechanism\ndef f(x: Int[1, 2]):\n    return {value}\n", written=False)


OWN = """
class Box:
    def __init__(self):
        self.__n = 1

    def n(self):
        return getattr(self, "__n")


"""


def test_a_name_inside_of_a_class_is_read_as_it_is() -> None:
    """Python changes `__n` behind a dot inside of a class, and not in a text."""
    text = f"{OWN}@mechanism\ndef f(x: Int[0, 2]):\n    return Box().n()\n"
    with pytest.raises(Rejected):
        parse(f"from faier import mechanism, Int\n{text}", "f.py")
