"""Factories, Protocols, texts of the library, properties beside members, managers that do nothing: as Python does."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

IMPORTS = """import string
import string as texts
from dataclasses import dataclass, field
from enum import Enum, auto
from string import digits as DIGITS
from typing import Protocol

"""

ACCEPTED = [
    """ADS = 2
def row(n):
    return [0] * n
@dataclass
class Log:
    cap: int = 1
    shown: dict[int, int] = field(default_factory=lambda: {ad: 0 for ad in range(ADS)})
    rows: list = field(default_factory=lambda: [[] for _ in range(ADS)])
    names: dict = field(default_factory=lambda: {"a": 0, **{"b": 1}})
    coins: list = field(default_factory=lambda: [uniform(0, 1) for _ in range(2)])
    empty: dict = field(default_factory=lambda: {})
    longer: list = field(default_factory=lambda: list(map(row, (1, 2))))
    def add(self, ad):
        self.shown[ad] += 1
        self.rows[ad].append(ad)
        self.names["a"] += self.coins[ad]
        self.longer[ad][0] -= 1
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    one, two = Log(), Log(2)
    for x in xs:
        one.add(x)
    seen = one.shown[0], one.rows, one.names["a"], one.names["b"], one.longer
    return seen, two.shown[0], two.rows, sum(two.coins), len(two.empty), two.longer, two.cap
""",
    """class Contribution(Protocol):
    \"\"\"What is added up.\"\"\"
    key: int
    value: int
    def total(self) -> int: ...
class Named(Protocol):
    name: str
@dataclass
class Row:
    key: int
    value: int = 1
    def total(self):
        return self.key + self.value
class Explicit(Contribution):
    def __init__(self, key):
        self.key = key
        self.value = 2
    def total(self):
        return self.key * self.value
def show(c: Contribution, named: Named | None = None) -> int:
    return c.total() + c.key
@mechanism
def f(x: Int[0, 2]):
    return show(Row(x)), show(Explicit(x)), flip(1 / 2)
""",
    """ALPHABET = string.ascii_lowercase[:3]
PLACES = {c: i for i, c in enumerate(texts.digits)}
@mechanism
def f(x: Int[0, 2]):
    odd = string.punctuation[x] + string.hexdigits[x + 10] + string.octdigits[-1]
    return ALPHABET[x], PLACES[DIGITS[x]], string.ascii_letters[x + 26], len(string.ascii_uppercase), odd
""",
    """class Arm(Enum):
    A = auto()
    B = auto()
@dataclass
class Rate:
    n: int
    d: int
    @property
    def value(self):
        return (self.n, self.d)
def measure(x, arm):
    return Rate(x + uniform(0, 1), arm.value) if arm is Arm.A else Rate(2, x)
def pick(x):
    return Arm.A if x else Rate(5, 5)
@mechanism
def f(x: Int[0, 2]):
    rates = {arm.name: measure(x, arm).value for arm in Arm}
    if measure(x, Arm.A).value[0] > 1:
        return rates["A"], rates["B"], pick(x).value
    return rates["A"], [measure(i, Arm.B).value for i in range(2)], pick(x).value
""",
    """class Over(Exception):
    pass
@dataclass
class Session:
    left: int
    def ask(self, x):
        if self.left == 0:
            raise Over("no more")
        self.left -= 1
        return x + uniform(0, 1)
    def __enter__(self):
        \"\"\"Begins.\"\"\"
        return self
    def __exit__(self, *exc):
        return False
def first(xs):
    with Session(1) as session:
        for x in xs:
            if x:
                return session.ask(x)
    return session.left
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    with Session(1) as session:
        for x in xs:
            try:
                yield session.ask(x)
            except Over:
                yield "refused"
                if x:
                    return
    yield first(xs)
""",
    """class Log:
    def __init__(self):
        self.n = 0
    def __enter__(self):
        self.n += 1
        return self
    def __exit__(self, kind, value, trace):
        self.n += 10
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    log = Log()
    for x in xs:
        with log:
            yield x + uniform(0, 1), log.n
    yield log.n
""",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_python_does(text: str) -> None:
    factories = "default_factory" in text  # what they make is written in functions behind the class
    assert_as_python(IMPORTS + text, written=not factories)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (  # a helper that yields may be left where it yields
            "class Log:\n    def __init__(self):\n        self.n = 0\n    def __enter__(self):\n        self.n += 1\n"
            "        return self\n    def __exit__(self, *exc):\n        self.n += 1\n"
            "def g(log):\n    with log:\n        yield 1\n"
            "@mechanism\ndef f(x: Int[0, 1]):\n    log = Log()\n    for y in g(log):\n        return y\n",
            "`with`",
        ),
        ("@mechanism\ndef f(x: Int[0, 1]):\n    return string.capwords('a b')\n", "`string.capwords`"),
        (
            "@dataclass\nclass A:\n    n: list = field(default_factory=lambda: [k for k in missing])\n"
            "@mechanism\ndef f(x: Int[0, 1]):\n    return A().n\n",
            "`missing` is not defined",
        ),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(Rejected, match=message):
        parse(HEAD + IMPORTS + text, "f.py")
