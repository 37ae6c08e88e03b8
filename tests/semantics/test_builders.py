# ruff: noqa: E501
"""Builders: methods that change what a second name stands for, and give back their record."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

BUILDER = """class Builder:
    def __init__(self, low, high):
        self.low, self.high = low, high
        self.buckets, self.names = [[], []], {}

    def add(self, at, entry):
        bucket = self.buckets[at]
        bucket.append(clamp(entry, self.low, self.high))
        return self

    def named(self, name):
        seen = self.names.setdefault(name, [])
        seen.append(len(self.buckets[0]))
        return self

    def between(self, low, high):
        self.low, self.high = low, high
        return self

    def sums(self):
        return [sum(bucket) + uniform(0, 1) for bucket in self.buckets], self.names


@mechanism
def f(x: Int[0, 2]):
    """
BODIES = [
    "return Builder(0, 1).add(0, x).between(1, 5).add(1, x).add(0, x).sums()",
    "b = Builder(0, 1).add(0, x).named('a')\n    b.add(1, 5).named('a').named('b')\n    return b.sums()",
    "b = Builder(0, 1)\n    for at in range(2):\n        b = b.add(at, x).between(0, 4)\n    return b.named('n').sums()[1]",
]
REFUSED = [
    "b = Builder(0, 1)\n    c = b.add(0, x)\n    c.add(0, 1)\n    return b.buckets, c.buckets",
    "b = Builder(0, 1).add(0, x)\n    kept = b.buckets[0]\n    b.add(0, 1)\n    return kept, b.low",
]


@pytest.mark.parametrize("body", BODIES)
def test_builders(body: str) -> None:
    assert_as_python(f"{BUILDER}{body}\n", written=False)


@pytest.mark.parametrize("body", REFUSED)
def test_two_names_of_one_builder(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{BUILDER}{body}\n", written=False)
