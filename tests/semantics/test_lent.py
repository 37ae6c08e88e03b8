"""Functions that change what they are given: the caller's list, dictionary or record, as in Python."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python
from lent_random import attacked

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

HELPERS = """from dataclasses import dataclass, field


@dataclass
class Tally:
    total: int = 0
    seen: list = field(default_factory=list)

    def note(self, x):
        self.total += x
        self.seen.append(x)
        return self

    def twice(self, x):
        self.note(x)
        self.note(x)
        return self.total


class Sketch:
    # A plain class.

    ROWS = 2

    def __init__(self, start, rows=None):
        self.n: int = start
        if rows is None:
            self.rows = [0] * self.ROWS
        else:
            self.rows = rows
        self.noise = flip(1 / 3)

    def add(self, x):
        self.rows[x % self.ROWS] += 1
        self._count(x)

    def _count(self, by):
        self.n += by

    @staticmethod
    def size():
        return 7

    @classmethod
    def empty(cls, start=4):
        return cls(start)

    @property
    def whole(self):
        return self.n + self.size() + self.noise


def put(table, k):
    table[k] = table.get(k, 0) + 1
    return len(table)


def both(table, other, k):
    put(table, k)
    put(other, k + 1)


def noisy(values):
    values.append(flip(1 / 3))
    return values


def shift(values, by=1):
    values[0] += by
    return values[0]


def kept(rows, row):
    rows.append(row)


def memo(n, known):
    if n not in known:
        known[n] = n + flip(1 / 2) if n < 2 else memo(n - 1, known) + memo(n - 2, known)
    return known[n]


"""

MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"

BODIES = [
    "v = [x]\nreturn any(shift(v) > 1 for _ in range(3)), v",
    "v = [x]\nw = v\nshift(v)\nreturn w",
    "v = [x]\nfor w in [v, v]:\n    shift(w)\nreturn v",
    "s = Sketch(x)\nt = s\ns.add(1)\nreturn t.n",
    "def gone():\n    v.append(1)\n    yield 1\nv = [1]\nreturn list(gone()), v",
    "v, w = [x], [1]\nu = v if x > 1 else w\nshift(u)\nu.append(3)\nreturn v, w",
    "v, w = [x], [1]\nif x == 1:\n    u = v\nelif x:\n    return 9\nelse:\n    u = w\nfor y in ys:\n"
    "    u.append(y)\nreturn v, w, u",
    "v = [[1], [2]]\ntry:\n    for u in (v[0], v[x]):\n        u.append(1)\nexcept IndexError:\n    pass\nreturn v",
    "v, w = [x], [1]\nfor u, y in ((v, x), (w, 2), (v, 4)):\n    shift(u)\n    u.append(y)\nreturn v, w",
    "rows, row = [], []\nfor y in ys:\n    row.append(y)\n    if y:\n        rows.append(row)\n"
    "        row = []\nreturn rows, row",
    "def split(values):\n    row = []\n    for y in values:\n        row.append(y)\n        if y:\n"
    "            yield row\n            row = [x]\n    yield row\nreturn list(split(ys)), flip(1 / 3)",
    "def drain(values):\n    while values:\n        yield values.pop()\nv, w = [x, 1, 2], []\n"
    "for y in drain(v):\n    w.append(y + len(v))\n    if y == 1:\n        break\nreturn w, sum(drain(v)), v",
    "d = {}\nfor y in ys:\n    put(d, y)\nreturn d",
    "d, e = {}, {}\nboth(d, e, x)\nboth(e, d, 1)\nreturn d, e",
    "d = {}\nreturn put(d, x) + 10 * put(d, 1), d",
    "d = {5: 1}\nif put(d, x) > 1 and put(d, 5) > 1:\n    return d\nreturn x",
    "d = {}\nn = [put(d, y) for y in ys]\nreturn n, d",
    "v = [x]\nnoisy(v)\nnoisy(v)\nreturn v",
    "v = [x]\nv = noisy(v)\nv.append(7)\nv = noisy(v)\nreturn v",
    "v = [x]\nwhile shift(v) < 3:\n    pass\nreturn v",
    "v = [x]\nw = list(noisy(v))\nw[0] = 8\nreturn v, w",
    "v, w = [x], [1]\nshift(v, shift(w))\nreturn v, w",
    "v = [x, 1]\nshift(by=2, values=v)\nreturn v",
    "rows = []\nkept(rows, [x])\nkept(rows, list(ys))\nrows[1][0] = 7\nreturn rows, ys",
    "t = Tally()\nfor y in ys:\n    t.note(y)\nreturn t.total, t.seen",
    "t = Tally(x)\nn = t.twice(2)\nreturn n, t.total, t.seen",
    "t = Tally(x)\nt = t.note(1)\nt.seen.append(9)\nTally.note(t, 3)\nreturn t.seen",
    "s = Sketch(x)\ns.add(1)\ns.add(x)\nreturn s.n, s.rows, s.whole, Sketch.size(), Sketch.ROWS",
    "s = Sketch.empty()\nt = Sketch.empty(x)\nfor y in ys:\n    t.add(y)\nreturn s.whole, t.rows",
    "s, d = Sketch(x), {1}\nd.add(2)\ns.add(3)\nreturn sorted(d), s.rows, s.n",
    "s = Sketch(x, list(ys))\ndef both(v):\n    v.add(1)\n    return len(v.rows)\nreturn both(s), s.rows",
    "rows = [[0], [x]]\nfor row in rows:\n    row[0] += 1\n    row.append(flip(1 / 2))\nreturn rows",
    "rows = [[[0]], [[x]]]\nfor row in rows:\n    for cell in row:\n        cell.append(len(row))\nreturn rows",
    "d = {x: [1], 5: [2]}\nfor k, v in d.items():\n    v.append(k)\nfor v in d.values():\n    v[0] = 0\nreturn d",
    "ts = [Tally(y) for y in ys]\nfor i, t in enumerate(ts):\n    t.total += i\nreturn [t.total for t in ts], i",
    "known = {}\nreturn memo(x + 1, known), known",
    "d = {}\ndef near(k):\n    put(d, k)\n    return len(d)\nreturn near(x), near(1), d",
    "v = [x]\ndef near(w, by):\n    w.append(by)\n    v[0] += by\nw = []\nnear(w, 2)\nreturn v, w",
    "v = [x]\ndef near(n):\n    if n and flip(1 / 2):\n        v.append(n)\n        near(n - 1)\nnear(2)\nreturn v",
    "v = [x]\nmatch shift(v):\n    case 1:\n        return v\nreturn 0",
    "rows = [[x], [2]]\nkept(rows[0], flip(1 / 3))\nnoisy(rows[-1])\nreturn shift(rows[1], rows[0][0]), rows",
    "ts = {7: Tally(x)}\nn = ts[x * 0 + 7].twice(1)\nfor t in ts.values():\n    t.note(x)\nreturn n, ts[7].seen",
    "ts = [Tally(y) for y in ys]\nfor y, t in zip(ys, ts):\n    t.note(y + flip(1 / 2))\nreturn [t.total for t in ts]",
    "ss = [Sketch(x), Sketch(1)]\nfor i, s in enumerate(ss):\n    s.add(i)\nreturn [(s.n, s.rows) for s in ss]",
    "t = Tally(x, [[0], [1]])\nfor r, y in zip(t.seen, ys):\n    r.append(y)\n    t.total += 1\nreturn t.total, t.seen",
    "known = {0: {}, 1: {2: 5}}\nreturn memo(x, known[1]), known",
    "rows = [[0], [1]]\ndef near(i):\n    kept(rows[i], x)\n    return len(rows[i])\nreturn near(1), near(1), rows",
    "rows = {0: [0], x: [5]}\nfor k in rows:\n    kept(rows[k], k)\nreturn rows",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(HELPERS + MECHANISM + indent(body, "    ") + "\n")


REFUSED = [
    "v, w = [x], [1]\nu = v if x > 1 else w\nv = [2]\nshift(u)\nreturn v, w",
    "v, w = [x], [1]\nfor u in (v, w):\n    shift(u)\n    v = [3]\nreturn v, w",
    "rows, row = [], []\nfor y in ys:\n    row.append(y)\n    rows.append(row)\n    if y:\n"
    "        row = []\nreturn rows",
    "def split(values):\n    row = []\n    for y in values:\n        row.append(y)\n        yield row\n"
    "        if y:\n            row = []\nreturn list(split(ys))",
    "def drain(values):\n    while values:\n        yield values.pop()\nv, w = [x, 1, 2], []\n"
    "for y in drain(v):\n    v = [5]\nreturn v",
    "rows = [[0], [x]]\nfor row in rows:\n    row[0] += 1\nreturn row",
    "rows = [[0], [x]]\nfor row in rows:\n    row[0] += 1\n    rows = [[1], [1]]\nreturn rows",
    "rows = [[0], [x]]\nfor row in rows:\n    row[0] += 1\n    rows.append([1])\n    break\nreturn rows",
    "rows = [[0], [x]]\nfor row in rows:\n    row[0] += 1\n    rows[0] = [5]\nreturn rows",
    "rows = [[0]] * 2\nfor row in rows:\n    row[0] += 1\nreturn rows",
    "v = [x]\nrows = [v, [1]]\nfor row in rows:\n    row[0] += 1\nreturn v",
    "rows, kept = [[0], [x]], []\nfor row in rows:\n    kept.append(row)\n    row[0] += 1\nreturn kept",
    "def near(w=[]):\n    return w\na = near()\na.append(1)\nreturn near()",
    "def near(rows, w=[]):\n    rows.append(w)\nrows = []\nnear(rows)\nnear(rows)\nrows[0].append(1)\nreturn rows",
    "def near(rows, w):\n    rows.append(w)\n    rows.append(w)\nrows = []\nnear(rows, [x])\nrows[0][0] = 5",
    "def near(rows, w):\n    rows.append([w, w])\nrows = []\nnear(rows, [x])\nrows[0][0][0] = 5\nreturn rows",
    "def near(rows, w):\n    while x:\n        rows.append(w)\nrows = []\nnear(rows, [x])\nrows[0][0] = 5",
    "def near(w):\n    return [w, w]\nrows = near([x])\nrows[0][0] = 5\nreturn rows",
    "def near(w):\n    return [w for _ in range(2)]\nrows = near([x])\nrows[0][0] = 5\nreturn rows",
    "put(ys, x)\nreturn ys",
    "v = [x]\nw = noisy(v)\nreturn v, w",
    "v = [x]\nw = noisy(v)\nw.append(1)\nreturn v",
    "d = {}\nboth(d, d, x)\nreturn d",
    "v = [x]\nrows = [v]\nshift(v)\nreturn rows",
    "v = [x]\nrows = []\nkept(rows, v)\nshift(v)\nreturn rows",
    "v = [x]\nrows = []\nkept(rows, v)\nrows[0][0] = 5\nreturn v",
    "rows = [[1]]\nkept(rows, rows[0])\nrows[0][0] = 5\nreturn rows",
    "d = {}\nfor y in d:\n    put(d, y + 1)\nreturn d",
    "v = [x]\nreturn [v, shift(v)]",
    "v = [x]\nreturn list(zip((len(v) for _ in ys), [len(noisy(v)) for _ in ys]))",
    "v = [x]\ndef near():\n    return v\nw = near()\nshift(v)\nreturn w",
    "v = [x]\ndef near(w):\n    w.append(len(v))\n    return len(v)\nreturn near(v)",
    "def near(w=[]):\n    w.append(1)\n    return w\nreturn near(), near()",
    "v = [x]\nreturn max(v, shift(v))",
    "v = [1, 2]\ns = Sketch(x, v)\ns.add(1)\nreturn v",
    "s = Sketch(x)\nv = s.rows\ns.add(1)\nreturn v",
    "v = [x]\nv[shift(v) - shift(v)] += shift(v)\nreturn v",
    "rows = [[0], [1]]\nkept(rows[0], rows[1])\nrows[1][0] = 5\nreturn rows",
    "rows = [[0], [1]]\nkept(rows[0], rows)\nreturn rows",
    "rows = [[0]] * 2\nkept(rows[0], x)\nreturn rows",
    "rows = [[0], [1]]\nrow = rows[x % 2]\nkept(rows[0], x)\nreturn row",
    "rows = [[0], [1]]\nkept(rows[0], len(rows.pop(0)))\nreturn rows",
    "rows, v = [[0], [1]], [0]\nkept(rows[v[0]], shift(v))\nreturn rows",
    "rows, i = [[0], [1]], 0\nkept(rows[i], (i := 1))\nreturn rows",
    "ts = [Tally(), Tally()]\nfor t in ts:\n    t.note(1)\n    ts[1] = Tally()\nreturn ts[1].total",
    "for v in [w[:1] for w in [[1], [2]]]:\n    u, *rest = [v for _ in range(2)]\n    v.append(x)\nreturn u",
    "d, k = {0: [0]}, 0\ndef far():\n    nonlocal k\n    k = 5\nfor k in d:\n    far()\n    d[k] = [1]\nreturn d",
]


@pytest.mark.parametrize("body", REFUSED)
def test_what_two_names_would_see_is_refused(body: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + HELPERS + MECHANISM + indent(body, "    ") + "\n", "file.py")
    assert {item.code for item in caught.value.diagnostics} <= {"FA210", "FA113", "FA209"}


OBJECTS = [
    "t = Tally()\nu = t.note(1)\nt.note(2)\nreturn u.total",
    "t = Tally()\nus = [t.note(y) for y in ys]\nreturn us[0].total",
    "ts = [Tally(), Tally()]\nfor t, u in zip(ts, ts):\n    t.note(u.total)\n    u.note(1)\nreturn t.total",
    "ts, us = [Tally(), Tally()], []\nfor t in ts:\n    us.append(t)\n    t.note(1)\nreturn us[0].total",
]


@pytest.mark.parametrize("body", OBJECTS)
def test_objects_may_have_two_names(body: str) -> None:
    assert_as_python(HELPERS + MECHANISM + indent(body, "    ") + "\n", written=False)


def test_what_has_no_value_cannot_be_lent() -> None:
    body = "if x > 5:\n    w = []\nuse(w)\nreturn 1"
    helper = "def use(w):\n    if len([1]) > 1:\n        w.append(1)\n\n\n"
    program = parse(HEAD + helper + MECHANISM + indent(body, "    ") + "\n", "file.py")
    with pytest.raises(Rejected) as caught:
        explore(program, "f", Limits())
    assert [item.code for item in caught.value.diagnostics] == ["FA413"]


def test_random_programs_that_lend_do_what_python_does() -> None:
    """`scripts/fuzz_names lent` goes on from here."""
    counts = {"agreed": 0, "refused": 0, "fails": 0, "long": 0}
    for seed in range(30):
        counts[attacked(seed)] += 1
    assert counts["agreed"] >= 2, counts
