"""What is unpacked, `next` and `.format` mean what they mean in Python."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

HELPERS = """def twice(v):
    yield v
    yield v + flip(1 / 2)


def grow(values):
    values.append(1)
    return len(values)


"""
MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"

BODIES = [
    "d = {1: x, 2: 3}\na, b = d.values()\n(k, v), w = d.items()\nreturn a, b, k, v, w",
    "a, b = (y + flip(1 / 3) for y in ys[1:])\nc, d = twice(x)\nreturn a, b, c, d",
    "a, *b = map(abs, ys)\nc, d = zip(ys, [4, 5])\ne, g = range(2)\nreturn a, b, c, d, e, g",
    "return next((y for y in ys if y > x), 9), next((i for i in range(5) if i >= x and flip(1 / 2)), None)",
    "return next(y for y in [*ys, x, 1] if y)",
    "return '{1} {0}'.format(x, 2), '{0} {0}'.format(x)",
    "return '{}: {:.2f} {!r}'.format(x, ys[0] / 4, 'a'), '{a}-{b}'.format(a=x, b=1), '{{}}{0}'.format(x)",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(HELPERS + MECHANISM + indent(body, "    ") + "\n")


REFUSED = [
    "v = [x]\nreturn next((n for n in ys if grow(v) > 1), 0), v",
    "n = 0\nreturn next((y for y in ys if (n := n + 1)), 0), n",
    "return next(ys)",
]


@pytest.mark.parametrize("body", REFUSED)
def test_the_rest_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + HELPERS + MECHANISM + indent(body, "    ") + "\n", "file.py")
