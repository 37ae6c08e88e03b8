"""Functions that remember variables of the function around them, as values; `__call__`; `*values`."""

from __future__ import annotations

import re
from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

HELPERS = """def adding(by):
    def add(v):
        return v + by

    return add


def chained(*functions):
    def run(value):
        for function in functions:
            value = function(value)
        return value

    return run


def coins(p=1 / 3, *, times=1):
    scale = times
    scale += 1
    return lambda v: v * scale if flip(p) else 0


def curried(a):
    return lambda b: lambda c: (a, b, c)


def two(rows):
    count = len(rows)

    def half(v):
        return v * count

    def both(v):
        return half(v) + sum(rows)

    return both, half


def total(*values, start=0):
    return sum(values) + start, values


def first(one, *others):
    return one, others


class Scaled:
    def __init__(self, by):
        self.by = by

    def __call__(self, v, plus=0):
        return v * self.by + plus

    def again(self):
        return lambda v: self(self(v))


KNOWN = {"start": 5}


"""

MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"

BODIES = [
    "g = adding(x)\nreturn g(1), adding(2)(x), [adding(y)(x) for y in ys]",
    "return chained(adding(1), adding(x), lambda v: 2 * v)(3)",
    "g = coins()\nreturn g(x), coins(1 / 2, times=4)(1)",
    "return curried(x)(2)(ys)",
    "both, half = two(ys)\nreturn both(x), half(2)",
    "return total(), total(x), total(x, 1, start=2), total(*ys), total(x, *ys, *ys), total(x, **KNOWN)",
    "return first(x), first(x, 1), first(x, *ys)",
    "s = Scaled(x)\nreturn s(3), s(1, plus=4), s.again()(2), [t(1) for t in [Scaled(2), adding(9)]]",
    "shift = x + 1\nsteps = {'up': lambda v: v + shift, 'down': lambda v: v - shift}\n"
    "return [step(5) for step in steps.values()], steps['up'](0)",
    "g = adding(x) if flip(1 / 2) else None\nreturn (g or adding(7))(1)",
    "for y in ys:\n    z = y\ng = [lambda v: v + z]\nreturn g[0](x)",
    "def local(v):\n    return v + x\nreturn [h(1) for h in (local, Scaled(3))], local(5)",
]


def text(body: str) -> str:
    """The mechanism, with the helpers that it names."""
    blocks = HELPERS.strip().split("\n\n\n")
    used = [block for block in blocks if re.split(r"\W+", block.removeprefix("def ").removeprefix("class "))[0] in body]
    return "\n\n\n".join([*used, MECHANISM + indent(body, "    ") + "\n"])


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(text(body), written=False)


REFUSED = [
    "g = [lambda v: v + i for i in range(3)]\nreturn g[0](1)",
    "gs = []\nfor y in ys:\n    gs.append(lambda v: v + y)\nreturn [g(1) for g in gs]",
    "z = 1\ng = [lambda v: v + z]\nz = 2\nreturn g[0](1)",
    "z = 1\ng = [lambda v: v + z]\nif x:\n    z += 2\nreturn g[0](1)",
    "i = 0\nz = 1\ngs = []\nwhile i < 2:\n    i += 1\n    gs.append(lambda v: v + z)\n    z = 5\nreturn gs[0](1)",
    "v = [x]\ng = [lambda w: len(v) + w]\nv.append(1)\nreturn g[0](1)",
    "z = 1\ndef more():\n    nonlocal z\n    z += 1\ng = [lambda v: v + z]\nmore()\nreturn g[0](1)",
    "return first(*ys)",
    "return adding(1) == adding(1)",
]


@pytest.mark.parametrize("body", REFUSED)
def test_what_python_could_mean_otherwise_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(text(body), written=False)


def test_a_starred_parameter_of_a_mechanism_is_refused() -> None:
    with pytest.raises(Rejected, match="FA106"):
        parse(HEAD + "@mechanism\ndef f(*xs: Int[0, 1]):\n    return 0\n", "file.py")
