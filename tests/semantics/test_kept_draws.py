"""`@cached_property` that draws: one draw for each record, made when it is first asked for."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

CLASS = """import functools
from functools import cached_property as once


def coin():
    return uniform(0, 1)


class Noisy:
    def __init__(self, x):
        \"\"\"A record.\"\"\"
        self.x = x
        self.seen = 0

    @once
    def noise(self):
        self.seen += 1
        return coin() * 2

    @functools.cached_property
    def total(self):
        return self.x + self.noise

    def twice(self):
        return self.noise + self.noise


class More(Noisy):
    def __init__(self, x):
        super().__init__(x + 1)

    @functools.cached_property
    def noise(self):
        return uniform(0, 2)


@mechanism
def f(x: Int[0, 1]):
    a, b, c = Noisy(x), Noisy(x), More(x)
    first = a.noise if x else 7
    return {body}
"""
BODIES = [
    "first, a.noise, a.total, a.seen",
    "a.twice(), b.noise, a.seen, b.seen",
    "[m.total for m in (a, b)], a.noise + a.total",
    "c.twice(), c.total, c.noise, c.seen",
]


@pytest.mark.parametrize("body", BODIES)
def test_each_record_draws_once(body: str) -> None:
    assert_as_python(CLASS.format(body=body), written=False)


@pytest.mark.parametrize(
    "text",
    [
        "from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int\n",
        "class A:\n    __slots__ = ('x',)\n    def __init__(self, x):\n        self.x = x\n",
    ],
)
def test_records_without_a_place_for_it_are_refused(text: str) -> None:
    text += "    @cached_property\n    def noise(self):\n        return uniform(0, 1)\n"
    text = f"from functools import cached_property\n{text}\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return A(x).noise\n"
    with pytest.raises(Rejected):
        parse(HEAD + text, "file.py")
