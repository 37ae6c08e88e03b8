"""A list that changes only before something else gets it, or that is made anew in each turn, is one all the time."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

HELPERS = """def tree(leaves):
    made = {0: leaves}
    made[1] = [a + b for a, b in zip(leaves[::2], leaves[1::2])]
    return made


"""
MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"

BODIES = [
    "v = [0] * 3\nfor y in ys:\n    v[y] += 1\nreturn tree(v)",
    "out = []\nfor y in ys:\n    row = [0] * 2\n    row[y] += 1\n    out.append(row)\nreturn out",
    "d = {}\nfor k in range(2):\n    v = []\n    for y in ys:\n        if flip(1 / 2):\n            v.append(y)\n"
    "    d[k] = v\nreturn d",
    "out = []\ni = 0\nwhile i < 2:\n    i += 1\n    v, w = [i], []\n    w.append(x)\n    out += [v, w]\nreturn out",
    "out = []\nv = [x]\nfor y in ys:\n    out.append(v)\n    v = [y]\n    v.append(2)\nreturn out, v",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(HELPERS + MECHANISM + indent(body, "    ") + "\n")


REFUSED = [
    "out, v = [], [0] * 3\nfor y in ys:\n    v[y] += 1\n    out.append(v)\nreturn out",
    "out, v = [], [0]\nfor y in ys:\n    if y:\n        v = [0]\n    v[0] += 1\n    out.append(v)\nreturn out",
    "out = []\nfor y in ys:\n    v = [0]\n    out.append(v)\n    v[0] += y\nreturn out",
    "out = []\nfor y in ys:\n    v = [0]\n    for _ in range(2):\n        v[0] += y\n        out.append(v)\nreturn out",
    "out, v = [], [[x]]\nfor y in ys:\n    v = v[:]\n    v[0][0] += y\n    out.append(v)\nreturn out",
    "v = [x]\nout = [v]\nout[0][0] = 9\nreturn v",
    "out, v, i = [], [0], 0\nwhile i < 2:\n    out.append(v)\n    i += 1\nelse:\n    v[0] = x\nreturn out",
    "out, v = [], [0]\nfor y in ys:\n    v[0] = y\nelse:\n    out.append(v)\n    v[0] = x\nreturn out",
    "v = [x]\nout = []\ndef keep():\n    out.append(v)\nkeep()\nv[0] = 9\nreturn out",
]


@pytest.mark.parametrize("body", REFUSED)
def test_a_change_that_may_follow_is_told(body: str) -> None:
    with pytest.raises(Rejected, match="FA210"):
        parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py")
