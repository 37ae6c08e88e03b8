"""Mechanisms of records lose as much as trying all data sets, draws and outputs says."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import asked
import pytest
from brute_inputs import function_of, lists, worst

from faier.lang import Rejected

WORDS = "Int, Records, Vector, added, categorical, flip, mechanism, one, uniform"
IMPORTS = f"from faier import {WORDS}\n\n\n@mechanism\n"


def more(x: list[Any], y: list[Any]) -> bool:
    return any(x == y[:at] + y[at + 1 :] for at in range(len(y)))


RELATIONS: dict[str, Callable[[list[Any], list[Any]], bool]] = {
    "added()": lambda x, y: more(x, y) or more(y, x),
    "one()": lambda x, y: len(x) == len(y) and sum(a != b for a, b in zip(x, y, strict=True)) == 1,
    "one(1)": lambda x, y: len(x) == len(y) and [abs(a - b) for a, b in zip(x, y, strict=True) if a != b] == [1],
    "total(2)": lambda x, y: len(x) == len(y) and sum(abs(a - b) for a, b in zip(x, y, strict=True)) <= 2,
    "where(lambda x, y: len(x) == len(y) + 1)": lambda x, y: len(x) == len(y) + 1,
}
BODIES = {
    "a sum in a loop": "    s = 0\n    for x in xs:\n        s += x\n    return categorical(1 + s, 2, 3)",
    "a draw for each record": "    s = 0\n    for x in xs:\n        s += flip((1 + x) / 4)\n    return s",
    "each record shown": "    for x in xs:\n        yield x if flip(2 / 3) else uniform(0, 2)",
    "the first above": (
        "    for at, x in enumerate(xs):\n        if x + uniform(0, 1) > 1:\n            return at\n    return 9"
    ),
    "len, then records": "    n = len(xs)\n    for x in xs:\n        n += x\n    return categorical(1, 1 + n)",
    "the last one": "    return categorical(1, xs[-1] + 1) if xs else flip(1 / 3)",
    "a sampled one": "    return categorical(1, 1 + xs[uniform(0, len(xs) - 1)]) if xs else 1",
    "sum": "    return categorical(1 + sum(xs), 1 + len(xs), 1)",
    "a comprehension": "    return categorical(*[1 + sum(x == b for x in xs) for b in range(3)])",
    "max and any": "    return categorical(1 + max(xs, default=0), 1, 1 + any(x == 1 for x in xs))",
    "backwards": "    s = 1\n    for x in reversed(xs):\n        s = 2 * s % 5 + x\n    return categorical(1 + s, 5)",
    "sorted": "    ys = sorted(xs)\n    return categorical(1 + ys[len(ys) // 2], 1) if ys else flip(1 / 2)",
    "pairs of them": "    s = 1\n    for a, b in zip(xs, xs):\n        s += a * b\n    return categorical(s, 3)",
    "only the second": "    return categorical(1, 1 + xs[1]) if len(xs) > 1 else 0",
    "twice": "    s = 1\n    for x in xs:\n        for y in xs:\n            s += x == y\n    return categorical(s, 3)",
    "until one is 2": (
        "    s = 1\n    for x in xs:\n        if x > 1:\n            break\n        s += 1\n    return flip(1 / s)"
    ),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_mechanism_loses_what_all_pairs_lose(body: str) -> None:
    text = f"{IMPORTS}def m(xs: Records[Int[0, 2], 2]):\n{body}\n"
    function, every = function_of(text, "m"), lists(range(3), 2)
    for words, related in RELATIONS.items():
        expected = worst(function, [((x,), (y,)) for x, y in product(every, repeat=2) if related(x, y)])
        assert loses(text, words) == expected, words


def test_records_of_vectors_and_beside_another_input() -> None:
    text = f"""{IMPORTS}def m(xs: Records[Vector[Int[0, 1], 2], 2], k: Int[0, 1]):
    s = 1 + k
    for a, b in xs:
        s += 2 * a if k else a * b
    return categorical(s, 1)
"""
    function, every = function_of(text, "m"), lists([[0, 0], [0, 1], [1, 0], [1, 1]], 2)
    for words, related in (
        ('{"xs": added()}', lambda x, y, k, j: (more(x, y) or more(y, x)) and k == j),
        ('{"xs": added(), "k": one()}', lambda x, y, k, j: (more(x, y) or more(y, x)) and k != j),
        ("one()", lambda x, y, k, j: len(x) == len(y) and (k != j) + sum(map(list.__ne__, x, y)) == 1),
    ):
        pairs = [((x, k), (y, j)) for x, y in product(every, repeat=2) for k, j in product((0, 1), repeat=2)]
        expected = worst(
            function, [(one, other) for one, other in pairs if related(one[0], other[0], one[1], other[1])]
        )
        assert loses(text, words) == expected, words


@pytest.mark.parametrize(
    ("given", "words", "message"),
    [
        ("xs: Vector[Int[0, 1], 3]", "added()", "has always 3 entries"),
        ("xs: Int[0, 1]", "added()", "no list of records"),
        ("xs: Records[Int[0, 1], 2], k: Int[0, 1]", "added()", "there are other inputs"),
        ("xs: Records[Int[0, 1], 2]", "added(1)", "takes no arguments"),
        ("xs: Records[Int[0, 1], 0]", "added()", "no two inputs are neighbors"),
        ("xs: Records[Int[0, 0], 2]", "one()", "no two inputs are neighbors"),
        ("xs: Vector[Records[Int[0, 1], 2], 2]", "one()", "stand only as the whole type"),
    ],
)
def test_what_compares_nothing_is_refused(given: str, words: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        asked.tight(f"{IMPORTS}def m({given}):\n    return flip(1 / 2)\n", "m", words)
    assert any(message in item.message for item in caught.value.diagnostics)


def test_many_records_are_decided() -> None:
    size = 20
    text = f"""{IMPORTS}def m(xs: Records[Int[0, 1], {size}]):
    s = 0
    for x in xs:
        s += x
    return flip((1 + s) / {2 + 2 * size})
"""
    assert loses(text, "added()") == 2


def loses(text: str, neighbors: str) -> Fraction | None:
    """The tight factor of the mechanism m; None if it has no end."""
    tight = asked.tight(text, "m", neighbors).tight
    assert tight is not None and tight.lower == tight.upper
    return None if tight.lower is None else Fraction(str(tight.lower))


CLASSES = """from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from faier import Int, Public, Records, Vector, added, each, one, categorical, flip, mechanism


class Color(Enum):
    RED = 1
    BLUE = 2


class Person(NamedTuple):
    age: Int[0, 2]
    sick: bool
    region: Public[Int[0, 1]]


@dataclass
class Thing:
    color: Color
    size: Int[0, 1]


"""


def test_members_and_records_as_inputs() -> None:
    text = f"""{CLASSES}@mechanism
def m(thing: Thing, color: Color):
    size = thing.size + (thing.color == color)
    return categorical(1 + size, 2)
"""
    function = function_of(text, "m")
    names = function.__globals__
    colors = list(names["Color"])
    things = [names["Thing"](color, size) for color in colors for size in range(2)]
    every = list(product(things, colors))
    for words, related in (
        ("one()", lambda x, y: (x[0] != y[0]) + (x[1] != y[1]) == 1),
        ('{"thing": one()}', lambda x, y: x[0] != y[0] and x[1] == y[1]),
    ):
        pairs = [(x, y) for x, y in product(every, repeat=2) if related(x, y)]
        expected = worst(function, pairs)
        assert loses(text, words) == expected, words


PEOPLE = {
    "counts": "    s = [1, 1]\n    for p in ps:\n        s[p.region] += p.age * p.sick\n    return categorical(*s)",
    "one column": "    s = 1\n    for p in ps:\n        s += p.sick\n    return categorical(s, 1)",
    "the oldest": "    return categorical(1 + max([p.age for p in ps], default=0), 1)",
    "the last": "    return categorical(1 + ps[-1].age, 1 + ps[-1].sick) if ps else 0",
}


@pytest.mark.parametrize("body", PEOPLE.values(), ids=PEOPLE)
def test_records_of_a_class(body: str) -> None:
    text = f"{CLASSES}@mechanism\ndef m(ps: Records[Person, 2]):\n{body}\n"
    function = function_of(text, "m")
    person = function.__globals__["Person"]
    every = lists([person(*row) for row in product(range(3), (False, True), range(2))], 2)
    apart = {
        "one()": lambda a, b: a.region == b.region,
        "one(1)": lambda a, b: a.region == b.region and abs(a.age - b.age) <= 1,
    }
    known: dict[str, Any] = {}
    for words in ("added()", "one()", "one(1)"):
        pairs = []
        for x, y in product(every, repeat=2):
            if words == "added()":
                if len(x) != len(y) and (more(x, y) or more(y, x)):
                    pairs.append((x, y))
            elif len(x) == len(y):
                changed = [(a, b) for a, b in zip(x, y, strict=True) if a != b]
                if len(changed) == 1 and apart[words](*changed[0]):
                    pairs.append((x, y))
        assert loses(text, words) == worst(function, [((x,), (y,)) for x, y in pairs], known), words
