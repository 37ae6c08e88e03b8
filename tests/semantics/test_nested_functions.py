# ruff: noqa: E501
"""Functions inside of functions, and what they share with those around them."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

MECHANISM = """from functools import partial

K = 2


def helper(a, b=1, *, c=2):
    return a + b * c


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 3], *, bonus=3):
"""

BODIES = [
    "zs = [[0], [1]]\ndef first():\n    us = zs[0]\n    us[0] = 4\n    return us\nfirst()\nreturn zs",
    "def far(a):\n    return abs(a - x)\nreturn far(1), far(2)",
    "def far(a):\n    return abs(a - x)\nx = 1\nfirst = far(1)\nx = 2\nreturn first, far(1)",
    "double = lambda a: 2 * a + bonus\nreturn double(x), sorted(ys, key=double), double(a=1)",
    "total = 0\ndef add(a):\n    nonlocal total\n    total += a\n    return total\nreturn add(x), add(1), total",
    "total = 0\ndef add(a):\n    nonlocal total\n    total += a\n    return total\nreturn total + add(x) + total * add(1)",
    "n = 0\ndef more():\n    nonlocal n\n    if flip(1 / 2):\n        n += 1\n    return n\nreturn [more() for y in ys], n",
    "n = 0\ndef more():\n    nonlocal n\n    n = n + uniform(0, 1)\nmore()\nmore()\nreturn n",
    "def outer(a):\n    def inner(b):\n        return a + b + x\n    return inner(1) + inner(2)\nreturn outer(x)",
    "c = 0\ndef outer(a):\n    def inner(b):\n        nonlocal c\n        c += a + b\n    inner(1)\n    return c\nreturn outer(x), c",
    "def far():\n    return x\ndef outer(x):\n    def inner():\n        return x + far()\n    x += 1\n    return inner()\nreturn outer(5)",
    "def size(x):\n    y = x + 1\n    return y\ny = 7\nreturn size(x), y, size(x=1)",
    "def at(i):\n    return ys[i]\nys = [x, 1, 2]\nreturn at(0), [at(i) for i in range(3)]",
    "for y in ys:\n    def add(a):\n        return a + y\n    x = add(x)\nreturn x",
    "if x:\n    def add(a):\n        return a + x\n    x = add(1)\nreturn x",
    "def twice(a, times=K, *, by=1):\n    return a * times + by\nreturn twice(x), twice(x, 3), twice(x, by=2), twice(times=1, a=x)",
    "more = partial(helper, 1, c=3)\nreturn more(x), more(b=x), list(map(more, ys))",
    "coin = partial(flip, 1 / 3)\nreturn coin(), coin()",
    "draw = partial(uniform, 0)\nreturn draw(x)",
    "def pick(a):\n    if a > x:\n        return 'big'\n    if flip(1 / 3):\n        return None\nreturn pick(1)",
    "def both(a):\n    return a, a + x\nfirst, second = both(1)\nreturn first, second",
    "total = 0\ndef add(a):\n    nonlocal total\n    total += a\n    return total > 1\nreturn any(add(y) for y in ys), total",
    "total = 0\ndef add(a):\n    nonlocal total\n    total += a\n    return -total\nreturn sorted(ys, key=add), total",
    "total = 0\ndef add(a):\n    nonlocal total\n    total += a\nfor y in ys:\n    add(y)\n    if total > x:\n        break\nreturn total",
    "def rows():\n    return [list(ys), [x]]\nfound = rows()\nfound[0][0] = 5\nreturn found, ys",
    "def late():\n    return value\nvalue = x\nfirst = late()\nvalue = 8\nreturn first, late()",
    "def helper(a):\n    return a + 10\nreturn helper(x)",
    "n = 0\ndef more():\n    nonlocal n\n    n += 1\n    return flip(1 / 2)\nreturn 1 < more() < (more() + 1), n",
    "n = 0\ndef more():\n    nonlocal n\n    n += 1\n    return n\nreturn [more(), n, more(), n], n < more() < n",
    "best = lambda: max(ys)\nreturn best() + x",
    "last = x\ndef shift(a):\n    nonlocal last\n    old, last = last, a\n    return old\nreturn list(map(shift, ys)), last",
    "def check(a):\n    assert a < 5, 'large'\n    return a\nreturn check(x)",
    "def walk(a):\n    nonlocal x\n    while flip(1 / 2) and x < 2:\n        x += a\n    return x\nreturn walk(1), x",
    "zs = list(ys)\ndef change():\n    zs[0] = 5\nchange()\nreturn zs",
    "zs = list(ys)\ndef change():\n    nonlocal zs\n    zs += [5]\nchange()\nreturn zs",
    "zs = list(ys)\ndef change(a):\n    zs.append(a)\nchange(1)\nreturn zs",
    "zs = {1: 2}\ndef change(a):\n    zs[a] = 3\n    return a\nchange(x)\nreturn zs",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    ") + "\n")


REFUSED = [
    ("zs = list(ys)\ndef change():\n    nonlocal zs\n    zs = [5]\nchange()\nreturn zs", "FA210"),
    ("zs = {1: 2}\ndef change(a):\n    return zs.pop(a)\nreturn zs, change(1)", "FA210"),
    ("zs = list(ys)\ndef same():\n    return zs\nus = same()\nus[0] = 5\nreturn zs", "FA210"),
    ("zs = list(ys)\ndef same():\n    return zs\nus = same()\nzs[0] = 5\nreturn us", "FA210"),
    ("zs = list(ys)\ndef wrap():\n    return [zs]\nus = wrap()\nzs[0] = 5\nreturn us", "FA210"),
    ("zs = [[0], [1]]\ndef first():\n    return zs[0]\nus = first()\nus[0] = 5\nreturn zs", "FA210"),
    (
        "zs = [[0], [1]]\ndef first():\n    us = zs[0]\n    us[0] = 4\n    return us\nus = first()\nus[0] = 5\nreturn zs",
        "FA210",
    ),
    (
        "zs = list(ys)\ndef outer():\n    def inner():\n        return zs\n    return inner()\nus = outer()\nus[0] = 5\nreturn zs",
        "FA210",
    ),
    ("def change(zs):\n    zs[0] = 5\n    return zs\nreturn change(ys)", "FA210"),
    ("y = far(1)\ndef far(a):\n    return a\nreturn y", "FA204"),
    ("if x:\n    def far(a):\n        return a\nreturn far(1)", "FA204"),
    ("def one():\n    return two()\ndef two():\n    return 1\nreturn one()", "FA204"),
    ("def far(a):\n    return a\ndef far(a):\n    return a\nreturn far(1)", "FA203"),
    ("def far(a):\n    return a\nfar = 1\nreturn far", "FA203"),
    ("def far(a, b=x):\n    return a\nreturn far(1)", "FA201"),
    ("def far(a):\n    nonlocal q\n    q = a\nreturn far(1)", "FA101"),
    ("def far(a):\n    nonlocal a\n    a = 1\nreturn far(1)", "FA101"),
    ("def far(a):\n    nonlocal bonus\n    bonus = a\nreturn far(1)", "FA107"),
    ("@mechanism\ndef far(a: Int[0, 1]):\n    return a\nreturn far(1)", "FA105"),
    (
        "n = 0\ndef more(a):\n    nonlocal n\n    n += a\n    return a\nfor i, b in enumerate(map(more, ys)):\n    n += 9\nreturn n",
        "FA113",
    ),
    ("n = 0\ndef more(a):\n    nonlocal n\n    n += a\n    return a\nreturn list(zip([1], map(more, ys))), n", "FA113"),
    ("zs = [1]\nreturn list(zip((len(zs) for i in range(2)), [zs.append(1) for i in range(2)])), zs", "FA113"),
    ("def far(a, b):\n    return a - 2 * b\nzs = [1, 2]\nreturn far(b=zs.pop(), a=zs.pop())", "FA206"),
    ("def far(a, b):\n    return a - 2 * b\nreturn far(b=(n := 1), a=n)", "FA206"),
    ("more = partial(helper, x)\nreturn more(1)", "FA209"),
    ("def far(a):\n    secret(a)\nreturn far(1)", "FA202"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_the_rest_is_refused(body: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py")
    assert code in {item.code for item in caught.value.diagnostics}


def test_streams_are_read_where_they_belong() -> None:
    text = "from faier import Bool, Stream, mechanism\n\n@mechanism\ndef f(xs: Stream[Bool]):\n    def all_of():\n"
    text += "        for x in xs:\n            return x\n    yield all_of()\n"
    with pytest.raises(Rejected) as caught:
        parse(text, "file.py")
    assert "FA114" in {item.code for item in caught.value.diagnostics}
