"""`key=`, `map`, `filter` and generators that a `for` goes over are what Python takes them for."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

MECHANISM = """from functools import partial, reduce
from itertools import starmap
import operator
from operator import itemgetter

LAST = -1


square = lambda v: v * v


def far(a, b=1):
    return abs(a - b)


def drawn(a):
    return a + uniform(0, 1)


def halved(a):
    return 6 // a


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):
"""

BODIES = [
    "return sorted([3, 1, x, 2], key=lambda y: -y)",
    "return sorted([3, 1, x, 2], key=far, reverse=x > 0)",
    "return sorted([(1, x), (x, 0), (0, 2)], key=lambda pair: pair[1])",
    "return sorted([(1, x), (x, 0), (0, 2)], key=itemgetter(1, 0)), sorted(ys, key=None)",
    "return min([(1, x), (x, 0), (0, 2)], key=operator.itemgetter(LAST))",
    "return max(x, 1, 0, key=lambda x: (x == 1, -x)), x",
    "return min([], key=len, default=x), max([ys, [x]], key=len)",
    "return max(range(3), key=ys.count), sorted(ys, key=[1, 0].index)",
    "best = max(range(3), key=lambda i: ys[i])\nreturn best",
    "return max(range(3), key=drawn), square(x), list(map(square, ys))",
    "return sorted((y + flip(1 / 3) for y in ys), key=lambda y: y + x)",
    "return min([drawn(x), 1], key=lambda y: y * x + flip(1 / 2), default=3)",
    "return sorted(ys, key=partial(far, LAST)), sorted(ys, key=partial(far, b=2))",
    "return list(map(far, ys)), sum(map(lambda y: y * x, ys)), tuple(map(far, ys, [x, 2]))",
    "return list(map(lambda a, b: a - b, ys, range(x)))",
    "return any(map(drawn, ys)), all(map(lambda y: y and flip(1 / 2), ys))",
    "return list(zip(*map(lambda y: (y, x), ys)))",
    "return list(filter(None, ys)), list(filter(lambda y: y < x, ys)), sum(filter(far, ys))",
    "return [y for y in map(drawn, ys[:2])], max(map(abs, ys))",
    "n = 0\nfor y in map(drawn, ys):\n    if y > 1:\n        break\n    n += y\nelse:\n    x = 9\nreturn n, x",
    "for y in map(halved, [1, 2, 0]):\n    if y == 3:\n        return x\nreturn 9",
    "k = 1\nfound = []\nfor i, y in enumerate(a * k for a in ys):\n    k += 1\n    found += [y + i]\nreturn found",
    "k = 1\nfor a, b in zip((a * k + flip(1 / 2) for a in ys), range(2)):\n    k += a + b\nreturn k",
    "k = 1\nfound = []\nfor y in map(lambda a: a * k, ys):\n    k += 1\n    found += [y]\nreturn found",
    "k = 1\nfound = []\nfor y in (a * k + flip(1 / 2) for a in ys if a < k):\n    k += 1\n    found += [y]\nreturn k",
    "found = []\nfor i, y in enumerate(filter(None, ys)):\n    found += [y * i]\nreturn found",
    "return [len(list(filter(lambda b: b > a, ys))) for a in ys]",
    "return sorted([[2, 1], [x], ys], key=lambda row: sorted(row, key=lambda x: -x))",
    "return sorted(['b', 'a'], key=lambda name: (name == 'b') == (x > 0))",
    "item = 2\nreturn list(map(lambda y: y + item, ys)), sorted(ys, key=far), item",
    "return list(map((1, 5).index, map(lambda y: 4 * y + 1, ys)))",
    "rows = [list(ys), [x]]\nbest = max(rows, key=sum)\nreturn best",
    "return reduce(lambda a, b: 2 * a + b, ys, x), reduce(max, ys), reduce(far, [x])",
    "return reduce(lambda a, b: a + b + uniform(0, 1), ys[:2], x)",
    "return [reduce(lambda a, b: a * k + b, ys, 1) for k in range(2)], reduce(lambda a, b: a + [b], ys, [])",
    "return list(starmap(far, [(1, x), (x, 2)])), sum(starmap(lambda a, b: a * b, zip(ys, ys)))",
    "return reduce(lambda a, b: a + reduce(lambda c, d: c * d, [b, x], 1), ys, 0)",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    ") + "\n")


KEYED = """def best(rows, key):
    return max(key(row) for row in rows)


def passing(rows, *, key=len):
    for row in rows:
        if key(row):
            yield row


class Table:
    def __init__(self, rows):
        self.rows = rows

    def least(self, key):
        return min([key(row) for row in self.rows])


@mechanism
def f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):
    rows = [[x], list(ys), []]
    return best(rows, key=lambda row: len(row)), list(passing(rows, key=sum_of)), Table(rows).least(key=sum_of)
"""


def test_functions_of_the_file_may_have_a_parameter_named_key() -> None:
    assert_as_python(f"def sum_of(row):\n    return sum(row)\n\n\n{KEYED}", written=False)


def test_members_found_by_their_values_go_over_once() -> None:
    enum = "from enum import Enum\n\n\nclass Color(Enum):\n    RED = 0\n    BLUE = 1\n\n\n"
    helper = "def counted(reports):\n    return Counter(reports)\n\n\n"
    body = "found = counted(Color(y) if flip(1 / 3) else Color.RED for y in ys)\n    return [found[c] for c in Color]"
    assert_as_python(f"{enum}{helper}@mechanism\ndef f(ys: Vector[Int[0, 1], 2]):\n    {body}\n", written=False)


REFUSED = [
    ("rows = [list(ys), [x]]\nbest = max(rows, key=sum)\nbest[0] = 4\nreturn rows", "FA210"),
    ("rows = [list(ys), [x]]\nfor row in map(lambda row: row, rows):\n    row[0] = 1\nreturn rows", "FA210"),
    ("rows = [1]\nfor y in (y for y in rows):\n    rows += [y] if y < 4 else []\nreturn rows", "FA210"),
    ("rows = [1]\nfor y in map(far, rows):\n    rows += [1]\nreturn rows", "FA210"),
    ("rows = [[1]]\nfor y in filter(None, rows):\n    y += [1]\nreturn rows", "FA210"),
    ("return sorted(ys, key=lambda: 1)", "FA206"),
    ("return sorted(ys, key=lambda y, z=2: 1)", "FA106"),
    ("return sorted(ys, key=lambda y: (z := y))", "FA102"),
    ("zs = [1]\nus = reduce(lambda a, b: a, [[2]], zs)\nus[0] = 5\nreturn zs", "FA210"),
    ("zs = [[1], [2]]\nus = reduce(lambda a, b: b, zs)\nus[0] = 5\nreturn zs", "FA210"),
    ("return sorted(ys, key=x)", "FA205"),
    ("return min(*ys, key=abs)", "FA206"),
    ("return sorted(ys, key=1)", "FA205"),
    ("y = map(far, ys)\nreturn 1", "FA113"),
    ("return list(map(far))", "FA206"),
    ("return list(map(partial(far, x), ys))", "FA209"),
    ("return [y for y in (a for b in [ys] for a in b)]", "FA113"),
    ("g = (y for y in ys)\nreturn 1", "FA113"),
]


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_the_rest_is_refused(body: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py")
    assert code in {item.code for item in caught.value.diagnostics}
