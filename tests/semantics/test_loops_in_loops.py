"""A loop over a generator expression of several clauses goes on in turn with it, as in Python."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

MECHANISM = """def parts(v):
    return [v, v + 10]


def down(n):
    while n > 0:
        yield n
        n -= 1


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 2]):
    out, n, w = [], 0, 5
"""

BODIES = [
    "for z in (v + w for y in ys for v in parts(y) if v != x):\n    out.append(z)\n    w += 1\nreturn out",
    "for z in (v for y in ys if y != x for v in parts(y)):\n    if z == x + 10:\n        break\n    out.append(z)\n"
    "else:\n    out.append('all')\nreturn out",
    "for a, b in ((v, y) for y in ys for v in down(y + x) if flip(1 / 2)):\n    if a == 1:\n        continue\n"
    "    out.append((a, b))\nelse:\n    n = 1\nreturn out, n",
    "y = 7\nfor y in (y + v for y in ys for v in (y, x)):\n    out.append(y)\nreturn out, y",
    "for z in (sum(map(lambda y: y + v, [1, y])) for y in ys for v in [y for y in (x, 2)]):\n    out.append(z)\n"
    "return out",
    "for z in (u for y in ys for v in parts(y) if v > 0 for u in (v, x)):\n    for _ in range(2):\n        if z > 9:\n"
    "            break\n        n += z\n    if n > 3:\n        break\nreturn n",
    "for z in ((n := v) for y in ys for v in parts(y)):\n    n += z\n    out.append(n)\nreturn out, n",
    "for y in ys:\n    for z in (a * b for a in (1, y) for b in (2, x)):\n        if z == 0:\n            break\n"
    "        out.append(z)\n    else:\n        continue\n    out.append('left')\nreturn out",
    "try:\n    for z in (12 // v for y in ys for v in (y, x)):\n        out.append(z)\n"
    "except ZeroDivisionError:\n    out.append('none')\nreturn out",
    "for z in (a for y in ys for a in (y, x)):\n    if z == 1:\n        return z, out\n    out.append(z)\nreturn out",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    "), "f")


def test_what_the_loops_go_over_does_not_change_meanwhile() -> None:
    body = "    for z in (a for y in ys for a in out):\n        out.append(z)\n    return out\n"
    with pytest.raises(Rejected, match="changes while the loop goes over it"):
        parse(HEAD + MECHANISM + body, "a.py", {})
