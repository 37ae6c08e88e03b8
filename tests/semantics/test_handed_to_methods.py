# ruff: noqa: E501
"""Generators that are given to methods, classes and objects: what Python does, or refused."""

from __future__ import annotations

import ast

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected
from faier.lang.iterators import with_iterators

FILE = """
import abc

from faier import shuffled


class Analyzer:
    def histogram(self, values):
        return Counter("yes" if x else "no" for x in values)

    def mean(self, values):
        return sum(values)

    @staticmethod
    def most(values, least=0):
        return max([least, *values])

    @classmethod
    def both(cls, values, others):
        return sum(values), list(others)


class Shuffler:
    def __call__(self, messages):
        return shuffled(messages)


class Randomizer:
    def __init__(self, more):
        self.more = more

    def __call__(self, x):
        return x + uniform(0, self.more)

    def report(self, x):
        return 2 * x + uniform(0, self.more)


class Graph:
    def __init__(self, pairs, weight=1):
        self.near = defaultdict(set)
        self.sum = 0
        for a, b in pairs:
            self.link(a, b)
            self.sum += weight

    def link(self, a, b):
        if a == b:
            raise ValueError(f"{a} twice")
        self.near[a].add(b)
        self.near[b].add(a)


class Server:
    def __init__(self, rows=()):
        self.counts = [0, 0, 0]
        self.rows = list(rows)

    def collect(self, reports):
        for report in reports:
            self.counts[report] += 1
            self.rows.append(report)

    def counted(self):
        for row in (0, 1):
            yield self.counts[row]


class Counting(abc.ABC):
    @abc.abstractmethod
    def number(self, rows): ...


class Plain(Counting):
    def number(self, rows):
        return sum(1 for _ in rows)


class Doubled(Counting):
    def number(self, rows):
        return sum(rows) * 2


"""
BODIES = [
    "server = Server()\n    values = server.counted()\n    server.counts = [7, 8]\n    return list(values)",
    "return Analyzer().histogram(x + y for y in xs)",
    "shuffler, randomizer = Shuffler(), Randomizer(1)\n    return shuffler(map(randomizer, xs))",
    "analyzer, randomizer = Analyzer(), Randomizer(1)\n    return analyzer.mean(randomizer(y) for y in xs)",
    "analyzer, randomizer = Analyzer(), Randomizer(1)\n    return analyzer.mean(values=(randomizer.report(y) for y in xs))",
    "return Analyzer.most([x]), Analyzer().most((y for y in xs), least=1), Analyzer().both((y for y in xs), range(x))",
    "graph = Graph((y, y + 1) for y in xs)\n    return {a: sorted(bs) for a, bs in graph.near.items()}, graph.sum",
    "return Graph(zip(xs, [2, 3, 4]), weight=3).sum, Graph(((y, 5) for y in xs if y), 2).sum",
    "server, client = Server(), Randomizer(1)\n    server.collect(client(y) for y in xs)\n    return server.counts, server.rows",
    "server = Server()\n    server.collect(y + uniform(0, 1) for y in xs)\n    return server.counts",
    "return [kind.number(y for y in xs) for kind in (Plain(), Doubled())]",
    "return Server(y for y in xs).rows, Server(rows=map(abs, xs)).rows",
]
REFUSED = [
    "server = Server([1, 2])\n    server.collect(server.counted())\n    return server.rows",
    "server = Server([1])\n    server.collect(y for y in server.rows)\n    return server.rows",
    "rows = [x, 1]\n    server = Server(rows)\n    server.collect(y for y in rows)\n    return rows, server.rows",
    "server, other = Server([1]), Server([0])\n    server.collect(len(server.rows) % 2 for y in xs)\n    return server.rows",
    "try:\n        return Analyzer().mean(6 // y for y in xs)\n    except ZeroDivisionError:\n        return 0",
]


@pytest.mark.parametrize("body", BODIES)
def test_generators_given_to_methods(body: str) -> None:
    assert_as_python(_file(body), written=False)


@pytest.mark.parametrize("body", REFUSED)
def test_generators_that_see_what_the_method_changes(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(_file(body), written=False)


VALUES = [
    "return Analyzer.most(server.counted())",
    "return Analyzer().both(server.counted(), [x])",
    "return bool(server.counted())",
    "return server.counted() == [0, 0]",
    "return 1 if server.counted() else 2",
    "return len(server.counted())",
    "held = [server.counted()]\n    return sum(held[0]), sum(held[0])",
    "server.counted()\n    return server.counts",
    "return Server.counted(server) is None",
]


@pytest.mark.parametrize("body", VALUES)
def test_methods_that_yield_are_gone_over_where_they_are_called(body: str) -> None:
    with pytest.raises(Rejected, match="`counted` yields values: it may stand only where it is iterated over"):
        assert_as_python(_file(f"server = Server()\n    {body}"), written=False)


def test_what_may_be_seen_in_the_middle_stays_a_generator() -> None:
    for body in REFUSED[:4]:
        made = ast.unparse(with_iterators(ast.parse(HEAD + _file(body)), []))
        assert "collect(list(" not in made


def _file(body: str) -> str:
    return f"{FILE}@mechanism\ndef f(x: Int[0, 1], xs: Vector[Bool, 2]):\n    {body}\n"


PROPERTIES = """from functools import cached_property


class Upto:
    def __init__(self, n):
        self.n = n

    @property
    def values(self):
        for at in range(self.n):
            yield at

    @cached_property
    def once(self):
        yield from range(self.n)


@mechanism
def f(x: Int[0, 2]):
    upto = Upto(x)
    {body}
"""


def test_properties_that_yield_are_gone_over() -> None:
    body = "pairs = [(a, b) for a in upto.values for b in upto.values]\n    return pairs, list(upto.values), sum(upto.values)"
    assert_as_python(PROPERTIES.replace("{body}", body), written=False)


@pytest.mark.parametrize("value", ["bool(upto.values)", "upto.values == [0]", "list(upto.once), list(upto.once)"])
def test_properties_that_yield_are_no_values(value: str) -> None:
    with pytest.raises(Rejected, match="yields values: it may stand only where it is iterated over"):
        assert_as_python(PROPERTIES.replace("{body}", f"return {value}"), written=False)
