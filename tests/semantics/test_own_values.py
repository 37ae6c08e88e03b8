# ruff: noqa: E501
"""Attributes that a class has a value for, and its records too: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HELPERS = """
class Base:
    looks = 0
    rate: int = 1 + 2
    NAME = "base"

    def look(self, n):
        \"\"\"Counts.\"\"\"
        self.looks += n
        if self.looks > self.rate:
            self.rate = self.looks
        return self.NAME


class Test(Base):
    last = None

    def __init__(self, bound):
        super().__init__()
        self.bound = bound

    def look(self, n):
        self.last = n
        return super().look(n), self.bound

    @property
    def seen(self):
        return self.looks, self.last, self.rate


class Once:
    done = False

    def __call__(self, x):
        before, self.done = self.done, True
        return x if not before else None


"""

ACCEPTED = [
    "t = Test(x)\nu = Test(1)\nshown = t.look(x), u.look(2), t.look(3)\nreturn shown, t.seen, u.seen, Test.NAME",
    "b = Base()\nb.rate = 0\nb.look(x)\nreturn b.looks, b.rate, Base().rate, Base().looks",
    "once = Once()\nfirst = once(x)\nsecond = once(x)\nreturn first, second, once.done, Once().done",
    "seen = []\nfor y in (x, 1):\n    t = Test(y)\n    if flip(1 / 3):\n        t.look(y)\n    seen.append(t.seen)\nreturn seen",
]

HEADER = "@mechanism\ndef f(x: Int[0, 2]):\n"


def _body(lines: str) -> str:
    return "".join(f"    {line}\n" for line in lines.splitlines())


@pytest.mark.parametrize("lines", ACCEPTED)
def test_records_have_their_own(lines: str) -> None:
    assert_as_python(HELPERS + HEADER + _body(lines), written=False)


REFUSED = [
    "class A:\n    n = 0\n    def up(self):\n        self.n += 1\n    @classmethod\n    def all(cls):\n        return cls.n\n",
    "class A:\n    n = 0\n    def up(self):\n        self.n += A.n + 1\n",
    "class A:\n    n = 0\n    def up(self):\n        self.n += 1\nclass B(A):\n    n = 5\n",
    "class A:\n    n = 0\n    def up(self):\n        self.n += 1\nclass B(A):\n    def __init__(self):\n        self.n = 7\n"
    "        super().__init__()\n",
    "class A:\n    n = 0\n    m = [n for _ in (1,)]\n    def up(self):\n        self.n += 1\n",
    "class A:\n    n = 0\n    def up(self):\n        self.n += 1\n        del self.n\n",
    "class A:\n    n = [0]\n    def up(self):\n        self.n += [1]\n",
    "class A:\n    n = 0\n    def up(self):\n        type(self).n = 3\n        self.n += 1\n",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_asks_the_class(text: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{text}\n\n{HEADER}    a = A()\n    a.up()\n    return a.n\n")


def test_another_value_of_the_class_is_what_it_was() -> None:
    text = "class A:\n    n = 0\n    m = n + 1\n    def up(self):\n        self.n += 1\n"
    assert_as_python(f"{text}\n\n{HEADER}    a = A()\n    a.up()\n    return a.n, a.m, A().n, A.m\n", written=False)
