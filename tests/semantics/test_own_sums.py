"""`+` of records that change: what it gives is what the class says, and nobody else's where that is new."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HEAD = """
from dataclasses import dataclass


@dataclass
class Part:
    level: int
    exact: int
    noisy: int = 0

    def __add__(self, other):
        if self.level != other.level:
            return NotImplemented
        return Part(self.level + 1, self.exact + other.exact)


class Stack:
    def __init__(self):
        self.parts = []

    def feed(self, bit):
        node = Part(0, bit)
        while self.parts and self.parts[-1].level == node.level:
            node = self.parts.pop() + node
        node.noisy = node.exact + uniform(0, 1)
        self.parts.append(node)
        return sum(part.noisy for part in self.parts)


"""
KEPT = """
from dataclasses import dataclass


@dataclass
class Kept:
    value: int

    def __add__(self, other):
        return self if self.value > other.value else other


"""
BODIES = [
    "stack = Stack()\n    return [stack.feed(x), stack.feed(1), stack.feed(x)]",
    "rows = [Part(0, x)]\n    node = Part(0, 1)\n    total = rows[0] + node\n    node.exact = 5\n"
    "    return total.exact, node.exact",
    "rows = [1, x]\n    return rows.pop() + rows.pop()",
    "rows = [[1], [x]]\n    node = [5]\n    node = rows.pop() + node\n    node.append(2)\n    return node, rows",
    "a = [1]\n    c = (a, [2])[1]\n    c.append(x)\n    return a, c",
]
OBJECTS = [
    "a = Kept(9)\n    b = Kept(x)\n    c = a + b\n    c.value = 3\n    return a.value, c.value",
    "rows = [Kept(9)]\n    node = Kept(x)\n    rows.append(rows[0] + node)\n    rows[1].value = 3\n"
    "    return [row.value for row in rows]",
    "a = Kept(9)\n    c = (d := a, d + Kept(2))[1]\n    c.value = 8\n    return a.value, c.value",
]


@pytest.mark.parametrize("body", BODIES)
def test_sums_as_python(body: str) -> None:
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 1]):\n    {body}\n", written=False)


@pytest.mark.parametrize("body", OBJECTS)
def test_sums_with_two_names(body: str) -> None:
    assert_as_python(f"{KEPT}@mechanism\ndef f(x: Int[0, 1]):\n    {body}\n", written=False)


def test_a_list_with_two_names_is_refused() -> None:
    body = "a = [1]\n    c = (a, [2])[0]\n    c.append(x)\n    return a, c"
    with pytest.raises(Rejected, match="FA210"):
        assert_as_python(f"@mechanism\ndef f(x: Int[0, 1]):\n    {body}\n", written=False)
