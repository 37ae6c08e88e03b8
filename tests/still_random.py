"""Random programs in which records are shared, and sometimes changed, as Python runs them and as both semantics do."""

from __future__ import annotations

import random

from as_python import HEAD
from containers_random import judged

CLASSES = """
from copy import copy, deepcopy


class C:
    def __init__(self, a, l):
        self.a = a
        self.l = l

    def grown(self, k):
        return C(self.a + k, [*self.l, k])

    def same(self):
        return self

    def inner(self):
        return self.l
{methods}

class D:
    def __init__(self, items, c):
        self.items = items
        self.c = c

    def add(self, c):
        self.items.append(c)

    def swap(self, c):
        old = self.c
        self.c = c
        return old


def put(xs, c):
    xs.append(c)


def picked(xs):
    return xs[-1]


"""
CHANGING = {
    "set": "\n    def set(self, k):\n        self.a = k\n",
    "push": "\n    def push(self, k):\n        self.l.append(k)\n",
}
SHARING = [
    "c = d", "d = cs[-1]", "c = cs[0]", "cs.append(c)", "cs[0] = d", "put(cs, c)", "d = picked(cs)", "cs = [c, d, c]",
    "e.add(c)", "d = e.swap(c)", "c = e.c", "d = e.items[-1]", "e = D(list(cs), c)", "c = c.grown(2)", "d = c.same()",
    "m[0] = c", "c = m.get(0, d)", "cs = sorted(cs, key=lambda o: o.a)", "c, d = d, c", "t = (c, d)", "d = t[0]",
    "cs = cs[:] + [d]", "c = C(1, [1])", "d = C(2, [2])", "cs = [C(0, [0]), C(1, [1])]", "e = D([], C(3, []))",
    "d = deepcopy(c)", "cs = deepcopy(cs)", "e = deepcopy(e)", "c = copy(d)", "cs = copy(cs)", "m = deepcopy(m)",
    "m = {1: C(4, [4])}", "cs[0], cs[-1] = cs[-1], cs[0]",
]  # fmt: skip
CHANGES = {
    "": ["r = list(c.l)", "r.append(5)", "n += c.a", "n += len(d.l)", "for o in cs: n += o.a"],
    "set": ["c.set(7)", "d.a += 1", "cs[0].a = 8", "e.c.a = 9", "for o in cs: o.set(3)", "c.set(n)"],
    "push": ["c.push(1)", "d.l.append(2)", "r = c.l", "r.append(3)", "r = d.inner()", "e.items[-1].push(4)"],
}
SHOWN = (
    "return c.a, list(c.l), d.a, list(d.l), [(o.a, list(o.l)) for o in cs], e.c.a, list(e.c.l), "
    "[(o.a, list(o.l)) for o in e.items], {k: (o.a, list(o.l)) for k, o in m.items()}, r, n"
)
START = "c, d = C(1, [1]), C(2, [2])\ncs = [C(0, [0])]\ne = D([C(5, [5])], C(6, [6]))\nm, t, r, n = {}, (c, d), [0], 0"


def written(seed: int) -> str:
    choose = random.Random(seed)
    kinds = choose.choice([[""], [""], ["set"], ["push"], ["set", "push"]])
    changes = [line for kind in {"", *kinds} for line in CHANGES[kind]]
    lines = [choose.choice(SHARING if choose.random() < 0.7 else changes) for _ in range(choose.randint(2, 7))]
    body = "\n".join([START, *lines, SHOWN]).replace("\n", "\n    ")
    methods = "".join(CHANGING[kind] for kind in kinds if kind)
    return f"{HEAD}{CLASSES.format(methods=methods)}@mechanism\ndef f():\n    {body}\n"


def attacked(seed: int) -> str:
    """Whether the program is refused, or read as Python reads it."""
    return judged(written(seed), seed)
