# ruff: noqa: E501
"""Helpers that yield, and `yield from`."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.lang.values import Sequence, make, plain
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

MECHANISM = """

def noisy(xs):
    for x in xs:
        yield x + uniform(0, 1)


def upto(n):
    while True:
        if n < 0:
            return
        yield n
        n -= 1


def forever(n):
    while True:
        yield n
        n += 1


def risky(xs):
    for x in xs:
        yield 6 // x


def pairs(xs):
    for i, x in enumerate(noisy(xs)):
        yield i, x
    else:
        yield -1, 0


def down(n):
    if n:
        yield n
        yield from down(n - 1)


def nothing():
    return
    yield


def some(n):
    yield from range(n)
    yield from [7]
    yield from upto(1)


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 2]):
"""

BODIES = [
    "return list(noisy(ys)), sum(upto(x))",
    "return sorted(noisy(ys)), tuple(upto(x)), max(upto(x)), [*some(x)]",
    "total = 0\nfor y in noisy(ys):\n    total += y\n    if total > x:\n        break\nelse:\n    return 'all'\nreturn total",
    "for y in forever(x):\n    if flip(1 / 2) or y > 3:\n        return y",
    "for y in risky([1, 2, 0]):\n    if y == 3:\n        break\nreturn x",
    "found = []\nfor y in upto(x):\n    if y == 1:\n        continue\n    found += [y]\nreturn found",
    "found = []\nfor i, y in pairs(ys):\n    if y > 1:\n        break\n    found += [i]\nreturn found",
    "found = []\nfor a in upto(x):\n    for b in upto(a):\n        if b == 1:\n            break\n        found += [b]\n    else:\n        found += [9]\nreturn found",
    "return [y * 2 for y in noisy(ys)], [a for a in upto(x) if a]",
    "return list(down(x)), sum(down(2))",
    "for y in down(3):\n    if y == x:\n        return 'hit'\nreturn 'none'",
    "for y in nothing():\n    return 1\nelse:\n    return list(nothing()), x",
    "for a, b in zip(noisy(ys), upto(x)):\n    x += a + b\nreturn x",
    "def rolls():\n    for y in ys:\n        yield y + x\ntotal = 0\nfor y in rolls():\n    x += 1\n    total += y\nreturn total, x",
    "n = 0\ndef counted():\n    nonlocal n\n    for y in ys:\n        n += 1\n        yield n + y\nfor y in counted():\n    n += 5\nreturn n, sum(counted()), n",
    "def outer(k):\n    def inner():\n        nonlocal k\n        k += 1\n        yield k\n        yield k * 2\n    for y in inner():\n        k += 1\n        yield y + k\nfor y in outer(x):\n    x += y\nreturn x, list(outer(1))",
    "return any(upto(x)), all(risky([7, 1]))",
    "yield x\nyield from noisy(ys)\nyield from ys\nyield 9",
    "for y in noisy(ys):\n    yield y\n    if y:\n        return\nyield from upto(x)",
    "yield from filter(None, noisy(ys))\nyield from map(abs, ys)",
    "yield from (y + x for y in ys)\nfor item in [1]:\n    yield from [item]",
    "for y in upto(x):\n    if flip(1 / 2):\n        x -= 1\n    if x < 0:\n        return 'low'\nreturn x",
    "def rows():\n    for y in ys:\n        yield [y]\nfound = list(rows())\nreturn found, [row for row in list(rows())]",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    ") + "\n")


REFUSED = [
    ("return len(noisy(ys))", "FA113"),
    ("return noisy(ys)", "FA113"),
    ("noisy(ys)\nreturn 1", "FA113"),
    ("return list(reversed(noisy(ys)))", "FA113"),
    ("return list(reversed(y for y in ys))", "FA113"),
    ("return 1 in upto(x)", "FA113"),
    ("return upto(x)[0]", "FA113"),
    ("zs = list(ys)\nfor y in noisy(zs):\n    zs[0] = 5\nreturn zs", "FA210"),
    ("zs = [1]\nfor y in noisy(zs):\n    zs += [2] if y < 3 else []\nreturn zs", "FA210"),
    (
        "zs = [1]\ndef over():\n    for z in zs:\n        yield z\nfor y in over():\n    zs += [2] if y < 3 else []\nreturn zs",
        "FA210",
    ),
    ("def same(zs):\n    yield zs\nzs = [1]\nfor us in same(zs):\n    us[0] = 3\nreturn zs", "FA210"),
    ("def same(zs):\n    yield zs\nzs = [1]\nus = list(same(zs))\nzs[0] = 3\nreturn us", "FA210"),
    (
        "def growing():\n    zs = []\n    for i in range(2):\n        zs += [i]\n        yield zs\nreturn list(growing())",
        "FA210",
    ),
    ("n = 0\ndef counted():\n    nonlocal n\n    n += 1\n    yield n\nreturn [y + n for y in counted()]", "FA113"),
    ("n = 0\ndef counted():\n    nonlocal n\n    n += 1\n    yield n\nreturn any(counted()), n", "FA113"),
    ("def both():\n    yield 1\n    return uniform(0, 1)\nreturn list(both())", "FA109"),
    ("y = yield from ys\nreturn y", "FA102"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_the_rest_is_refused(body: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py")
    assert code in {item.code for item in caught.value.diagnostics}


def test_a_mechanism_may_go_on_for_ever() -> None:
    text = "from faier import Bool, Stream, flip, mechanism\n\n\ndef answers(x):\n    yield x\n    if flip(1 / 2):\n        yield not x\n\n\n"
    text += "@mechanism\ndef f(xs: Stream[Bool]):\n    for x in xs:\n        yield from answers(x)\n\n\n"
    text += "@mechanism\ndef g(x: Bool):\n    while True:\n        yield from answers(x)\n"
    program = parse(text, "file.py")
    assert len(explore(program, "f", Limits()).states) < 20
    assert len(explore(program, "g", Limits()).states) < 20
    found = denote.outputs(program, "f", {"xs": Sequence("tuple", (True, False))})
    assert sorted(str(chance) for chance in found.values()) == ["1/4", "1/4", "1/4", "1/4"]
    assert sum(denote.outputs(program, "g", {"x": make(True)}, length=3).values()) == 1


KEPT = "from faier import Int, Vector, geometric, mechanism\n\n\ndef noisy(xs):\n    for x in xs:\n        yield x + geometric(1 / 2)\n\n\n"


@pytest.mark.parametrize(
    "body",
    [
        "best = 0\nfor y in noisy(xs):\n    if y > best:\n        return True\nreturn False",
        "first, second = list(noisy(xs))\nreturn first > second",
        "return sum(y > 0 for y in noisy(xs))",
        "ys = list(noisy(xs))\nreturn ys[0] >= ys[1]",
        "kept = None\nfor y in noisy(xs):\n    if kept is None:\n        kept = y\nreturn kept > 1",
    ],
)
def test_noise_is_yielded_as_it_is(body: str) -> None:
    text = f"{KEPT}@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n{indent(body, '    ')}\n"
    program = parse(text, "file.py")
    process = explore(program, "f", Limits())
    from processes import forward_process

    for items in ([0, 0], [0, 1], [1, 1]):
        found = denote.outputs(program, "f", {"xs": make(items)})
        assert sum(found.values()) == 1
        for (shown, ended), chance in found.items():
            assert forward_process(process, {"xs": make(items)}, shown, ended) == chance


@pytest.mark.parametrize("setting", ["RATIO=1 / 2", "OTHER=0"])
def test_constants_that_a_generator_reads_are_those_of_the_file(setting: str) -> None:
    """A setting or a variable of the mechanism hides none of them."""
    text = f"""\
from faier import Int, Vector, flip, mechanism

RATIO = 1 / 8
COUNT = 3


def told(xs):
    for x in xs:
        yield COUNT if flip(RATIO) else x


@mechanism
def shown(xs: Vector[Int[0, 1], 1], *, {setting}):
    COUNT = 7
    for y in told(xs):
        return y, COUNT
"""
    found = denote.outputs(parse(text, "a.py", {}), "shown", {"xs": make([1])}, None, Limits())
    assert {plain(output[0][0]): str(weight) for output, weight in found.items()} == {(3, 7): "1/8", (1, 7): "7/8"}
