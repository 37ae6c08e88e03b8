# ruff: noqa: E501
"""Decorators of the file above methods: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HELPERS = """from functools import wraps


class Spent(Exception):
    def __init__(self, need, left):
        super().__init__(f"{need} of {left}")
        self.left = left


def costs(units):
    def decorate(method):
        @wraps(method)
        def charged(self, *args, **kwargs):
            if self.left < units:
                raise Spent(units, self.left)
            self.left -= units
            return method(self, *args, **kwargs)
        return charged
    return decorate


def named(method):
    def inner(*args):
        return "named", method(*args)
    return inner


def twice(method):
    def both(self, n):
        return method(self, n) + method(self, n=n)
    return both


def changed(method):
    def inner(self, n):
        self = Session([n])
        return method(self, n)
    return inner


def handed(method):
    def inner(self):
        return [f(self) for f in (method, method)]
    return inner


class Session:
    def __init__(self, rows, left=2):
        self.rows = rows
        self.left = left

    @costs(1)
    def count(self, least, *, most=2):
        return sum(1 for row in self.rows if least <= row <= most) + uniform(0, 1)

    @named
    @costs(2)
    def total(self):
        return sum(self.rows)

    @property
    @named
    def size(self):
        return len(self.rows) * self.left

    @twice
    def grown(self, n):
        self.rows.append(n)
        return len(self.rows)


class Generous(Session):
    def total(self):
        self.left += 1
        return super().total()

    @costs(0)
    def count(self, least):
        return super().count(least) + 10


"""

ACCEPTED = [
    "s = Session([x, 1])\nfirst = s.count(1)\ntry:\n    return first, s.total()\nexcept Spent as spent:\n    return first, str(spent), spent.left, s.count(0, most=x), s.size",
    "s = Session([x, 1], 3)\nfirst = s.total()\nsecond = s.grown(x)\nreturn first, second, s.rows, s.size",
    "s = Generous([x], left=x + 1)\nfirst = s.total()\nreturn first, s.count(1) if s.left else s.left, s.grown(2)",
]
HEADER = "@mechanism\ndef f(x: Int[0, 2]):\n"


def _body(lines: str) -> str:
    return "".join(f"    {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize("lines", ACCEPTED)
def test_what_is_around_a_method(lines: str) -> None:
    assert_as_python(HELPERS + HEADER + _body(lines), written=False)


REFUSED = [
    "class A:\n    @changed\n    def g(self, n):\n        return n\n",
    "class A:\n    @handed\n    def g(self, n):\n        return n\n",
    "class A:\n    @staticmethod\n    @twice\n    def g(a, n):\n        return n\n",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{HELPERS}{text}\n\n{HEADER}    return A().g(x)\n")


GIVEN = """from functools import wraps

LEAST = 1


def again(valid, most=2):
    def decorate(function):
        @wraps(function)
        def inner(*args, **kwargs):
            for _ in range(2):
                n = function(*args, **kwargs)
                if valid(n) and n <= most:
                    return n
            return -most
        return inner
    return decorate


def small(n):
    return n < 2


"""
AROUND = [
    "@again(lambda n: n >= LEAST, most=LEAST + 1)",
    "@again(valid=lambda n, least=LEAST: n >= least, most=3)",
    "@again(small, LEAST)",
    "@again(lambda n: n > 0, 2)\n@again(valid=small, most=1)",
    "@again(small)",
]
DRAWN = "def drawn(n, *, up=1):\n    return n + uniform(0, up)\n\n\n"


@pytest.mark.parametrize("marks", AROUND)
def test_decorators_that_are_given_functions_and_constants(marks: str) -> None:
    assert_as_python(f"{GIVEN}{marks}\n{DRAWN}{HEADER}    return drawn(x), drawn(x, up=2)\n", written=False)


@pytest.mark.parametrize(
    ("marks", "more"),
    [
        ("@again(later, 2)", "def later(n):\n    return True\n\n\n"),  # Python says that it is not defined
        ("@again(small, LATER)", "LATER = 1\n\n\n"),
        ("@again(lambda n: (m := n) > 0, 2)", ""),
        ("@again(small, [1, 2][0])", ""),
    ],
)
def test_what_decorators_are_not_given(marks: str, more: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{GIVEN}{marks}\n{DRAWN}{more}{HEADER}    return drawn(x)\n", written=False)
