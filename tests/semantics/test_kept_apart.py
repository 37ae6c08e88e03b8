# ruff: noqa: E501
"""`partial` and lambdas that comprehensions make: each keeps what is of its turn, as in Python, or is refused."""

from __future__ import annotations

from contextlib import suppress
from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

FILE = """
import functools
import operator
from functools import partial

CONFIG = {"low": {"by": 1}, "high": {"by": 2, "least": 3}}
SCALE = 2


def shifted(x, *, by, least=0):
    return max(x + by, least)


def weighed(w, x):
    return w * x + SCALE


def put(row, x):
    row.append(x)
    return list(row)


SHIFTS = {name: partial(shifted, **options) for name, options in CONFIG.items()}
WEIGHTS = [functools.partial(weighed, w) for w in range(3)]
LAMBDAS = {n: (lambda x, n=n: weighed(x, n)) for n in (1, 2)}


@mechanism
def f(x: Int[0, 2]):
"""

BODIES = [
    "return [shift(x) for shift in SHIFTS.values()], SHIFTS['high'](2)",
    "return [weigh(x) for weigh in WEIGHTS], WEIGHTS[x](1)",
    "return [g(x) for g in LAMBDAS.values()], LAMBDAS[2](5)",
    "return [g(x) for g in [partial(shifted, by=k, least=x) for k in range(2)]]",
    "found = [(k, partial(weighed, k + x)) for k in range(2)]\nreturn [(k, g(1)) for k, g in found]",
    "return [g(1) for g in [lambda y, k=k + x: y * k for k in range(3)]]",
    "return [g(1) for g in [partial(operator.sub, k) for k in range(x + 1)]], [g(x) for g in [partial(pow, k) for k in (2, 3)]]",
    "noisy = [partial(uniform, k) for k in range(2)]\nreturn [g(2) for g in noisy]",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(FILE + indent(body, "    ") + "\n", written=False)


DOUBTFUL = [
    "return [g(1) for g in [lambda y: y * k for k in range(3)]]",
    "return [g(1, x) for g in [lambda y, k=k: y * k for k in range(3)]]",
    "return [g(1) for g in [lambda y, k=k: y * k + x for k in range(3)]]",
    "return [g(1) for g in [lambda y, least=3: y * least for k in range(3)]]",
    "return [g(1) for g in [lambda y, k=k: (lambda z: z * k)(y) for k in range(3)]]",
    "rows = [[0], [1]]\nmade = [partial(put, row) for row in rows]\nreturn [g(x) for g in made], rows",
    "rows = [[0], [1]]\nmade = [partial(put, row) for row in rows]\nrows[0].append(5)\nreturn [g(x) for g in made], rows",
    "made = [partial(put, [k]) for k in range(2)]\nreturn [g(x) for g in made], [g(x) for g in made]",
    "options = {'by': 1}\nmade = [partial(shifted, k, **options) for k in range(2)]\noptions['by'] = x\nreturn [g() for g in made]",
    "made = [partial(shifted, k, by=x) for k in range(2)]\nx = 5\nreturn [g() for g in made]",
    "made = [partial(weighed, flip(1 / 2) + k) for k in range(2)]\nreturn [g(1) for g in made], [g(1) for g in made]",
    "return [g(1) for row in [[1, 2], [x]] for g in [lambda y, k=k: y * k + row[0] for k in row]]",
]


@pytest.mark.parametrize("body", DOUBTFUL)
def test_what_may_mean_something_else_is_as_in_python_or_refused(body: str) -> None:
    text = FILE + indent(body, "    ") + "\n"
    with suppress(Rejected):
        parse(HEAD + text, "file.py")
        assert_as_python(text, written=False)
