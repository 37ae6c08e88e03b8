# ruff: noqa: E501
"""Methods, and functions that change what they are given: the checker against Python, every draw tried."""

import hashlib
import json

import pytest
import test_functions
from as_python import HEAD as RANDOM_HEAD
from certificates import certified
from checked_random import checked
from lent_random import IMPORTS, Writer
from test_functions import by_checker, by_python
from test_records import HEAD, records

from faier.checker.language import read
from faier.checker.outcome import Hole, Invalid
from faier.checker.values import shown_key

CLASSES = (
    HEAD
    + '''
@dataclass
class Purse:
    limit: int
    spent: int = 0
    paid: list = field(default_factory=list)

    def can(self, cost):
        return self.spent + cost <= self.limit

    def pay(self, cost, *, twice=False):
        """Pays."""
        if self.can(cost):
            self.spent += cost
            self.paid.append(cost)
        if twice:
            self.pay(cost)
        return flip(1 / 2)

    @staticmethod
    def price(n, more=1):
        return n + more

    @classmethod
    def used(cls, limit, spent: int = 1):
        made = cls(limit + cls.price(limit), spent)
        made.paid.append(cls.price(0, more=3))
        return made

    def dear(self):
        return self.price(self.limit) + Purse.price(2)

    @property
    def left(self):
        return self.limit - self.spent


class Table:
    """A class that makes its records."""

    ROWS = 2
    NAMES = ("a", "b")

    def __init__(self, data, size: int):
        """Of this size."""
        wide = size + 1
        self._data = sum(data)
        self.size: int = wide
        self.cells = [[0] * size for _ in range(2)]
        self.size -= 1

    @classmethod
    def empty(cls, size):
        return cls([], size + cls.ROWS)

    def named(self):
        return self.NAMES[self.size % Table.ROWS]

    def update(self, at):
        self.cells[at][at % self.size] += self._data

    def count(self, at):
        return self.cells[at].count(0)


class Mean(NamedTuple):
    total: int
    number: int

    @classmethod
    def of(cls, rows):
        return cls(sum(rows), cls.long(rows))

    @staticmethod
    def long(rows):
        return len(rows)

    def value(self, scale=1):
        return scale * self.total - self.number


def fill(table, key, rows):
    table[key] = [key]
    rows[0].append(len(table))
    if key:
        fill(table, key - 1, rows)


def deepen(rows):
    rows.append([1])


def settle(purse, costs):
    for cost in costs:
        purse.pay(cost)
    return len(costs)


'''
)
ONE = "@mechanism\ndef m(x: Int[0, 2]):\n    "

BODIES = [
    "p = Purse(x)\n    a = p.pay(1)\n    p.pay(1, twice=True)\n    return a, p.spent, p.paid, p.left, p.can(0)",
    "ps = [Purse(2), Purse(x)]\n    ps[x % 2].pay(1)\n    n = settle(ps[1], [1, 1])\n    return n, [p.spent for p in ps], Purse(3).pay(1)",
    "d = {0: Purse(x)}\n    d[0].pay(1)\n    k = [d[0].pay(1) for _ in range(2)]\n    return d, k",
    "t = Table([x, 1], 2)\n    t.update(x % 2)\n    t.update(1)\n    return t.cells, t.size, t.count(0), [0, x].count(0)",
    "t, rows = {}, [[5]]\n    fill(t, x, rows)\n    return t, rows, Mean(x, 2).value(), Mean(number=4, total=x).value(scale=3)",
    "p = Purse(9)\n    while p.spent < 3 and flip(1 / 2):\n        p.pay(p.spent + 1)\n    return p if p.can(x) else p.left",
    "p = Purse.used(x)\n    p.pay(1)\n    return p, Purse.price(x), p.dear(), Mean.of([x, 4]).value(), Table.empty(2).size, Table.ROWS, Table.NAMES, Table([x], x + 1).named()",
    "g = {'a': [], 'b': []}\n    g['a'].append(x)\n    out = []\n    for row in g.values():\n        out.append(row)\n    for key in g:\n        out.append(key)\n    return out",
]  # fmt: skip
HOLES = [
    "return Purse(x).price(1)",
    "p = Purse(x)\n    return p.price(1)",
    "f = Purse.price\n    return f(x)",
    "Purse.kept = x\n    return 1",
    "Table.ROWS = x\n    return 1",
    "t = Table([x], 2)\n    t.ROWS += 1\n    return t.ROWS",
    "return Table([x], 2).ROWS",
    "return list(map(Purse.price, [x]))[0] + Table.update(x)",
    "p = Purse(x)\n    q = p\n    q.pay(1)\n    return p",
    "rows = [0]\n    deepen(rows)\n    row = rows[1]\n    row.append(5)\n    return rows",
    "p = Purse(x)\n    return [p, p.pay(1)]",
    "p = Purse(x)\n    f = p.pay\n    return x",
    "p = Purse(x)\n    return sum(p.pay(1) for _ in range(2)) + p.spent",
    "rows = [1]\n    p = Purse(x, 0, rows)\n    p.pay(1)\n    return rows",
    "return Table([x], 1) == Table([x], 1)",
    "return Table([x], 1)",
    "return {Table([x], 1): 1}[x]",
    "return Mean.value(Mean(x, 1))",
    "return (1).left",
    "p = Purse(x)\n    *p.paid, y = [1, 2]\n    return y",
    "r = [1]\n    for u, v in ((r, 1), (r, x)):\n        u.append(v)\n    return r",
    "g = {'a': []}\n    for row in g.values():\n        g['a'].append(x)\n    return row",
    "g = [[]]\n    out = []\n    for _ in range(2):\n        out.append(g[0])\n        g[0].append(x)\n    return out",
    "t, rows = {}, [[5]]\n    fill(t, x, [rows[0]])\n    return rows",
    "t, rows = {}, [[5]]\n    fill(t, x, rows[:])\n    return rows",
    "t, rows = {}, [[5]]\n    fill(t, len(rows[0]), rows)\n    last = rows[0]\n    fill(t, 0, rows)\n    return last",
]  # fmt: skip
TWO = "class A:\n    K = 1\n\n    def __init__(self, n):\n        self.n = n\n\n    @staticmethod\n    def f(x):\n        return x\n\n\nclass B:\n    K = 2\n\n    def __init__(self, n):\n        self.n = n\n\n    @staticmethod\n    def f(x):\n        return x + 5\n\n\n"
WRONG = {
    "a class reads its own method": "class A:\n    n: int = 1\n\n    def __eq__(self, other):\n        return True\n",
    "self is another record": "@dataclass\nclass A:\n    n: int\n\n    def f(self):\n        self = A(1)\n        self.n = 2\n",
    "a method that gives its record back": "@dataclass\nclass A:\n    n: int\n\n    def f(self):\n        self.n = 2\n        return self\n",
    "a method that keeps what it is given": "@dataclass\nclass A:\n    n: list\n\n    def f(self, r):\n        self.n.append(r)\n\n\ndef g():\n    a = A([])\n    a.f([1])\n",
    "a default that lasts": "def f(x=[]):\n    x.append(1)\n    return len(x)\n\n\ndef g():\n    return f()\n",
    "a field that is not there at once": "class A:\n    def __init__(self, n):\n        if n:\n            self.n = n\n        self.m = 1\n",
    "a field that nobody makes": "class A:\n    def __init__(self, n):\n        self.n = n\n\n    def f(self):\n        self.k = 1\n",
    "a default that is the class's": "N = 5\n\n\n@dataclass\nclass A:\n    N: int = 1\n\n    def f(self, k=N):\n        return k\n",
    "a default that is a member": "N = 5\n\n\nclass A(Enum):\n    N = 1\n\n    def f(self, *, k=[N][0]):\n        return k\n",
    "a default that is a method": "def f(x):\n    return 1\n\n\nclass A(NamedTuple):\n    n: int\n\n    def f(self):\n        return 2\n\n    def g(self, k=f):\n        return k(self)\n",
    "what Python asks an Enum for": "class A(Enum):\n    def _generate_next_value_(self, start, count, last):\n        return 7\n\n    X = auto()\n",
    "what a NamedTuple has": "class A(NamedTuple):\n    n: int\n\n    def _replace(self, n):\n        return n\n",
    "a method of a record that is being made": "class A:\n    def __init__(self, n):\n        self.n = n\n        self.f()\n\n    def f(self):\n        self.n += 1\n",
    "a class without the member": "@dataclass\nclass A:\n    n: int = 1\n\n\nclass B(NamedTuple):\n    k: int = A.n\n",
    "a constant that reads another one": "class A:\n    K = 1\n    L = K + 1\n\n    def __init__(self, n):\n        self.n = n\n",
    "a constant that a default reads": "K = 2\n\n\n@dataclass\nclass A:\n    K = 1\n    n: int = K\n",
    "a constant that changes": "class A:\n    K = []\n\n    def __init__(self, n):\n        self.n = n\n\n    def f(self):\n        self.K.append(self.n)\n",
    "a function of a class": "def f(x, y=1):\n    return y\n\n\nclass A:\n    K = f\n\n    def __init__(self, n):\n        self.n = n\n\n    def g(self):\n        return self.K()\n",
    "a constant that is a method": "class A:\n    def __init__(self, n):\n        self.n = n\n\n    def g(self):\n        return 1\n\n    g = 5\n",
    "a constant that is a field": "class A:\n    K = 1\n\n    def __init__(self, n):\n        self.K = n\n",
    "a class with another name": "class A(NamedTuple):\n    n: int\n\n    @classmethod\n    def f(cls):\n        cls = 3\n        return cls\n",
    "a class that is kept": "class A(NamedTuple):\n    n: int\n\n    @classmethod\n    def f(cls):\n        cls.k = 3\n        return 1\n",
    "a decorator of one's own": "def staticmethod(f):\n    return f\n\n\nclass A(NamedTuple):\n    n: int\n\n    @staticmethod\n    def f(x):\n        return x\n",
    "a static method": "class A:\n    def __init__(self, n):\n        self.n = n\n\n    @staticmethod\n    def f(self):\n        return 1\n",
    "self of two classes, one after the other": TWO + "def g(n):\n    self = A(n)\n    k = self.K\n    self = B(n)\n    return k\n",
    "self of two classes, by its static methods": TWO + "def g(n):\n    self = A(n)\n    k = self.f(n)\n    self = B(n)\n    return k\n",
    "self of two classes, by a branch": TWO + "def g(n):\n    self = A(n)\n    if n:\n        self = B(n)\n    return self.K\n",
    "self that is said to be another record": TWO + "def g(self: A):\n    return self.K\n",
    "self that a loop goes through": TWO + "def g(n):\n    self = A(n)\n    for self in [B(n)]:\n        n += self.K\n    return n\n",
    "self in a comprehension": TWO + "def g(self: A, rows):\n    return [self.K for self in rows]\n",
    "a constant with another name in a class": "__a = 1\n_A__a = 2\n\n\nclass A:\n    K = (__a, 3)\n\n    def __init__(self, n):\n        self.n = n\n",
    "a default with another name in a class": "__a = 1\n_A__a = 2\n\n\nclass A(NamedTuple):\n    n: int = __a\n",
    "a member with another name in a class": "__a = 1\n_A__a = 2\n\n\nclass A(Enum):\n    X = __a\n",
}  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_methods_do_what_they_do_in_python(body, monkeypatch) -> None:
    monkeypatch.setattr(test_functions, "keyed", lambda value: shown_key(records(value)))
    text = CLASSES + ONE + body + "\n"
    for x in range(3):
        assert by_checker(text, x) == by_python(text, x, monkeypatch)


@pytest.mark.parametrize("body", HOLES)
def test_what_two_names_may_see_is_a_hole(body) -> None:
    with pytest.raises(Hole):
        by_checker(CLASSES + ONE + body + "\n", 2)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_plain_method_is_a_hole(name) -> None:
    with pytest.raises(Hole):
        by_checker(HEAD + WRONG[name] + "\n\n" + ONE + "return x\n", 2)


@pytest.mark.parametrize("start", range(0, 24, 12))
def test_random_programs_that_change_what_they_are_given(start) -> None:
    for seed in range(start, start + 12):
        checked(RANDOM_HEAD.rstrip("\n") + "\n" + IMPORTS + "\n\n" + Writer(seed).program(), seed)


@pytest.mark.parametrize("name", ["A#K", "A.K", "K"])
def test_no_setting_names_a_constant_of_a_class(name) -> None:
    with pytest.raises(Invalid, match="no constant"):
        read(HEAD + TWO + ONE + "return A.K\n", {name: "5"})


TALLY = """from dataclasses import dataclass


class Tally:
    def __init__(self, start):
        self.n = start

    def add(self, k):
        self.n += k

    @property
    def total(self):
        return self.n + 1

    @property
    def value(self):
        return 2 * self.total


@dataclass
class Pair:
    left: int

    @property
    def count(self):
        return self.left

    @property
    def total(self):
        return 5


"""
COUNTER = "from collections import Counter\n"
NAMED = [
    "t = Tally(x)\n    t.add(2)\n    return t.total, t.value, Pair(x).count, Pair(x).total, [1, x].count(1)",
    "t = Tally(x)\n    p = Pair(t.total)\n    return p.total + p.count + Counter([x]).total()",
]
OTHERWISE = {
    "which class it is": "ts = [Tally(x)]\n    return ts[0].total",
    "called": "t = Tally(x)\n    return t.total()",
    "another record": "t = Tally(x)\n    t = Pair(x)\n    t = [Tally(x), t][1]\n    return t.value",
    "a container": "t = Pair(x)\n    return [t.total for t in [Counter([x])]]",
    "set": "t = Tally(x)\n    t.total = 3\n    return x",
    "added to": "ts = [Tally(x)]\n    ts[0].total += 3\n    return x",
    "of the class": "Tally.total\n    return x",
}


@pytest.mark.parametrize("body", NAMED)
def test_properties_may_have_names_of_methods(body, monkeypatch) -> None:
    monkeypatch.setattr(test_functions, "keyed", lambda value: shown_key(records(value)))
    text = test_functions.HEAD + COUNTER + TALLY + ONE + body + "\n"
    for x in range(3):
        assert by_checker(text, x) == by_python(text, x, monkeypatch)


@pytest.mark.parametrize("case", OTHERWISE)
def test_of_what_is_not_surely_a_record_they_are_holes(case) -> None:
    with pytest.raises(Hole):
        by_checker(test_functions.HEAD + COUNTER + TALLY + ONE + OTHERWISE[case] + "\n", 1)


@pytest.mark.parametrize("name", ["value", "name", "count"])
def test_what_classes_of_python_have_is_a_hole(name) -> None:
    made = f"class A(NamedTuple):\n    n: int\n\n    @property\n    def {name}(self):\n        return 1\n"
    with pytest.raises(Hole):
        by_checker(HEAD + made + "\n\n" + ONE + "return x\n", 2)


def test_a_certificate_is_of_what_the_property_says() -> None:
    text = """
from faier import Int, each, geometric, log, mechanism, private


class Tally:
    def __init__(self, n):
        self.n = n

    @property
    def total(self):
        return self.n


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def subject(x: Int[0, 1]):
    t = Tally(x)
    return t.total + geometric(1 / 2)
"""
    (item,) = certified(text)
    assert item.proved and item.answer().answer == "valid"
    forged = text.replace("return self.n", "return 2 * self.n")
    document = json.loads(item.text)
    document["file"]["sha256"] = hashlib.sha256(forged.encode()).hexdigest()
    assert item.answer(json.dumps(document), forged).answer == "invalid"
