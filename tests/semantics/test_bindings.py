"""`:=`, starred targets and `raise` are what Python takes them for."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"

BODIES = [
    "first, *rest = ys\nreturn first, rest",
    "*most, last = ys\nmost += [last]\nreturn most",
    "a, *middle, b = [x, x]\nreturn a, middle, b",
    "a, (b, *c), d = x, ys, 4\nreturn d, c, b, a",
    "[*a] = ys[x:]\nreturn a",
    "found = []\nfor a, *b in [(1, 2), (3,), ys]:\n    found += [sum(b) - a]\nreturn found",
    "return [len(b) + a for a, *b in [ys, (x, 2)]]",
    "for _ in range(2):\n    if (draw := uniform(0, 2)) > x:\n        break\nelse:\n    draw += 10\nreturn draw",
    "if (n := sum(ys)) > 1 and (m := n - x):\n    return n, m\nreturn n",
    "seen = [last := y + flip(1 / 2) for y in ys]\nreturn last, seen",
    "total = 0\nsums = [total := total + y for y in ys]\nreturn total, sums",
    "found = any((hit := y) == 1 for y in ys) and hit\nreturn found",
    "hit = 7\nfound = all((hit := y) == 0 and flip(1 / 2) for y in ys)\nreturn found, hit",
    "hit = 7\nfound = any([(hit := y) == 1 for y in ys])\nreturn found, hit",
    "return x + (x := 5) + x",
    "return (y := x) < 2 < (y := 5) or y",
    "y = 0\nz = flip(1 / 3) < (x > 0) < (y := 5)\nreturn z, y",
    "return [y for y in ys if (z := y + x) > 1 and z < 3]",
    "y: Int[0, 4] = (z := x + 1) + (z := 1)\nreturn y, z",
    "ys[(i := x)] = (j := x + 1)\nreturn ys, i, j",
    "match (n := x):\n    case 0:\n        return 'zero'\n    case _ if (m := n + 1) > 2:\n        return m\nreturn m",
    "return max(m := x, 1), (m, (m := 4), m)",
    "if x > 5:\n    raise ValueError(f'{x} is much')\nreturn x",
    "if x > 5:\n    raise RuntimeError from None\nassert x < 3, (x, ys)\nreturn x",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    body = "ys = list(ys)\n" + body
    assert_as_python(MECHANISM + indent(body, "    ") + "\n")


FAILING = [
    ("if x > 1:\n    raise ValueError('no')\nreturn x", "FA403", "this raises ValueError: no"),
    ("raise KeyError", "FA403", "this raises KeyError"),
    ("a, b, *c = ys[x:]\nreturn c", "FA411", "1 values for 3 names"),
    ("if x > 1 and (y := x):\n    pass\nreturn y", "FA413", "y may be used"),
]


@pytest.mark.parametrize(("body", "code", "message"), FAILING)
def test_runs_that_raise_are_errors(body: str, code: str, message: str) -> None:
    program = parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py")
    with pytest.raises(Rejected) as caught:
        explore(program, "f", Limits())
    assert (caught.value.diagnostics[0].code, message in caught.value.diagnostics[0].message) == (code, True)


SHARED = [
    "zs = list(ys)\nif (a := zs):\n    a[0] = 5\nreturn zs",
    "zs = list(ys)\nif (a := zs):\n    zs[0] = 5\nreturn a",
    "zs = [[0], [1]]\nfound = [a := z for z in zs]\na[0] = 5\nreturn zs",
    "zs = [[0], [1]]\nfound = [len(a := z) for z in zs]\nzs[1][0] = 5\nreturn a",
    "zs = [[0], [1], [2]]\nfirst, *rest = zs\nrest[0][0] = 4\nreturn zs",
    "zs = [[0], [1], [2]]\nfirst, *rest = zs\nzs[1][0] = 4\nreturn rest",
    "def_ = (a := [0]), (b := a)\nb[0] = 1\nreturn a",
    "zs = [[[0], [1]]]\nfor first, *rest in zs:\n    rest[0][0] = 3\nreturn zs",
]


def test_a_second_name_for_what_is_left() -> None:
    body = "first, *rest = [[0], [1], [2]]\nzs = rest\nzs[0] = [4]\nreturn rest"
    assert_as_python(MECHANISM + indent(body, "    ") + "\n")


@pytest.mark.parametrize("body", SHARED)
def test_no_list_that_changes_has_two_names(body: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py")
    assert {item.code for item in caught.value.diagnostics} == {"FA210"}
