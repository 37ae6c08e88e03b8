"""What stands once in a text is computed once, where the run asks of which class it is: properties and items too."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

KINDS = """class V:
    def __init__(self, n):
        self.n = n
    def __add__(self, o):
        return self.n + 20 * o
    def __eq__(self, o):
        return isinstance(o, V) and o.n == self.n
    def __lt__(self, o):
        return False
    def __neg__(self):
        return self.n + 30
    def __len__(self):
        return 40 + self.n
    def __str__(self):
        return "v"
    def __getitem__(self, i):
        return self.n + i + 50
    def __call__(self, i):
        return self.n + i + 60
    def add(self, i):
        return self.n + i + 70
class W:
    def __init__(self, n):
        self.n = n
    def __call__(self, i):
        return self.n + i + 80
    def add(self, i):
        return self.n + i + 90
class Holder:
    def __init__(self, m):
        self.m = m
        self.count = 0
    @property
    def number(self):
        self.count += 1
        return V(self.m) if flip(1 / 3) else 5
    @property
    def row(self):
        self.count += 1
        return V(self.m) if flip(1 / 3) else [5, 6]
    @property
    def either(self):
        self.count += 1
        return V(self.m) if flip(1 / 3) else W(5)
    @property
    def fixed(self):
        return V(self.m)
"""
ITEMS = "    def __getitem__(self, i):\n        self.count += 1\n        return V(self.m) if flip(1 / 3) else 5 + i\n"
USES = ["h.number + x", "h.number == 5", "-h.number", "str(h.number)", "len(h.row)", "h.row[x]"]
USES += [
    "V(x) < h.number",
    "1 if h.number else 2",
    "not h.number",
    "h.either.add(x)",
    "h.fixed + x",
    "h.fixed.add(h.m)",
]
OF_ITEMS = ["V(x) < h[1]", "h[0] + x", "h[x] == 5", "1 if h[0] else 2"]


def _text(classes: str, use: str) -> str:
    return f"{classes}@mechanism\ndef f(x: Int[0, 1]):\n    h = Holder(x)\n    a = {use}\n    return a, h.count\n"


@pytest.mark.parametrize("use", USES)
def test_properties(use: str) -> None:
    assert_as_python(_text(KINDS, use), written=False)


@pytest.mark.parametrize("use", OF_ITEMS)
def test_items(use: str) -> None:
    assert_as_python(_text(KINDS + ITEMS, use), written=False)


@pytest.mark.parametrize("use", ["h.number + x", "1 if h.number else 2", "h.fixed + i"])
def test_inside_comprehensions(use: str) -> None:
    assert_as_python(_text(KINDS, f"[{use} for i in range(2)]"), written=False)


def test_nothing_has_a_name_where_comprehensions_begin() -> None:
    assert_as_python(_text(KINDS, "[i for i in range(len(h.fixed) - 38)]"), written=False)
    with pytest.raises(Rejected) as caught:
        parse(HEAD + _text(KINDS, "[i for i in range(len(h.row))]"), "file.py")
    assert "FA205" in {item.code for item in caught.value.diagnostics}
