"""Functions that stand in lists and dictionaries, and that are given to others, mean what they mean in Python."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.lang.failures import Failure
from faier.limits import Limits
from faier.semantics.explore import explore

HELPERS = """from dataclasses import dataclass

TURNS = [lambda v: v + 1, lambda v: 2 * v, lambda v: v * v - 1]


def plain(v, by=1):
    return v + by


def coin(v):
    return v if flip(1 / 3) else 0


def other(v, w):
    return v - w


def put(values, v):
    values.append(v)


BY_NAME = {"plain": plain, "coin": coin}
FIRST = coin


@dataclass
class Stage:
    of: object
    times: int = 1


def apply(f, v):
    return f(v)


def folded(f, values, start=0):
    for v in values:
        start = f(start, v)
    return start


def noisy(values, noise=coin):
    return [noise(v) for v in values]


"""

MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"

BODIES = [
    "return TURNS[x](4), [turn(x) for turn in TURNS]",
    "return BY_NAME['plain'](x), BY_NAME['coin'](5)",
    "return apply(plain, x), apply(coin, x), apply(TURNS[1], x)",
    "return apply(lambda v: v + 7, x), folded(other, ys, 5), folded(lambda v, w: v * 2 + w, ys)",
    "return noisy(ys), noisy(ys, plain), noisy(ys, noise=TURNS[x])",
    "g = plain if x else coin\nreturn g(3)",
    "stages = [Stage(plain), Stage(coin, 2)]\nreturn [(s.of(x), s.times) for s in stages]",
    "for name, g in BY_NAME.items():\n    if name == 'coin':\n        return g(x), FIRST(1)\nreturn 0",
    "values, g = [], put\ng(values, x)\napply(lambda v: v, 1)\nreturn values",
    "g = plain\nreturn g(x, by=4), g(x, 2), g(x)",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(HELPERS + MECHANISM + indent(body, "    ") + "\n", written=False)


@pytest.mark.parametrize("body", ["return apply(3, x)", "return apply(other, x)", "return plain == coin"])
def test_what_python_cannot_call_fails(body: str) -> None:
    program = parse(HEAD + HELPERS + MECHANISM + indent(body, "    ") + "\n", "file.py")
    with pytest.raises((Rejected, Failure)) as caught:
        explore(program, "f", Limits())
    assert "FA409" in str(caught.value)


@pytest.mark.parametrize(
    "body", ["x = 1\ng = lambda v: v + x\nx = 2\nreturn apply(g, 1)", "g = x\nreturn g(1, 2, 3, 4)"]
)
def test_what_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + HELPERS + MECHANISM + indent(body, "    ") + "\n", "file.py")


def test_it_is_written_out_and_read_again() -> None:
    text = "def put(values, v):\n    values.append(v)\n\n\nTURNS = [lambda v, w: w, put]\n\n\n"
    assert_as_python(text + MECHANISM + "    values = []\n    TURNS[x % 2](values, x)\n    return values\n")
