"""`categorical` of a dictionary: a key, with the weight that stands behind it."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

FILE = """from dataclasses import dataclass
from enum import Enum, IntEnum


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 0
    HIGH = 1


@dataclass(frozen=True)
class Cell:
    row: int
    col: int


@mechanism
def f(x: Int[0, 2], y: Int[0, 2]):
    d = {x: 1, 2: 3}
    return {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "categorical(d), len(d)",
        "categorical({x: 2, y: 3})",
        "categorical({(x, y): 1, (y, x): 2, (0, 0): x + 1})[0]",
        "categorical({x == 1: 2, y == 1: 1})",
        "categorical({1: x + 1, True: 2, 0: 1}), categorical({True: 2, 1: x + 1})",
        "categorical({c: 1 + (c is Color.RED) * x for c in Color}).value",
        "categorical({level: level + 1 for level in Level}) + x",
        "categorical({Cell(x, 1): 1, Cell(y, 1): 1}).row",
        "categorical({'a': x + 1, 'b': 1}) + categorical(Counter('aab'))",
        "categorical({None: 1, x: Fraction(1, 3)})",
        "[categorical({k: k + 1 for k in range(v + 1)}) for v in (x, y)]",
        "categorical(dict(zip('ab', [1, y + 1])) | {'c': uniform(1, 2)})",
        "d.pop(categorical(d)), list(d)",
        "categorical([x + 1, 1]), categorical(x + 1, 1), categorical((x + 1, 1))",
    ],
)
def test_a_key_comes_as_often_as_its_weight_says(body: str) -> None:
    assert_as_python(FILE.replace("{body}", body), written=False)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("categorical({})", "the weights of categorical are all 0"),
        ("categorical({1: x - 1})", "is negative"),
        ("categorical({1: 'a'})", "a"),
        ("categorical({1: 1}, 2)", "a"),
    ],
)
def test_what_are_no_weights_is_told(body: str, message: str) -> None:
    text = HEAD + FILE.replace("{body}", body)
    with pytest.raises(Rejected, match=message):
        explore(parse(text, "f.py"), "f", Limits())
