"""`type(x) is int`, orders of dataclasses, cases of several classes, Enums that `__init__` takes apart: as Python."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

IMPORTS = "from dataclasses import dataclass\nfrom enum import Enum, IntEnum\nfrom functools import total_ordering\n"
SHOWING = "\n\n@mechanism\ndef f(x: Int[0, 2]):\n    {}\n"
ROWS = "[x, x > 0, 'a', None, (x,), [x], Fraction(1, 2)]"
POINT = "class Point:\n    def __init__(self, a):\n        self.a = a\n\n\n"
ORDERED = """@total_ordering
@dataclass{told}
class P:
    a: int
    b: int

    def __lt__(self, other):
        return self.a < other.a


"""
TIER = """class Tier(Enum):
    LOW = (1, 2)
    HIGH = (3, 9)
    SAME = (1, 2)

    def __init__(self, lo, hi):
        self.lo = lo
        self.top = hi

    def width(self):
        return self.top - self.lo


class One(Enum):
    A = 4
    B = 5

    def __init__(self, held):
        self.held = held


"""
ACCEPTED = [
    ("", f"return [type(y) is int for y in {ROWS}], [type(y) is not bool for y in {ROWS}]"),
    ("", f"return [type(y) == str for y in {ROWS}], [type(y) != int for y in {ROWS}]"),
    (POINT, f"return type(Point(x)) is Point, [type(y) is Point for y in {ROWS}], type([Point(2)][0]) is not Point"),
    ("class C(Enum):\n    A = 1\n\n\n", "c = C.A\n    return type(C.A) is C, type(c) is int, type(c) is not C"),
    (ORDERED.format(told=""), "p, q = P(x, 1), P(1, x)\n    return p < q, p <= q, p > q, p >= q, max(p, q).b"),
    (ORDERED.format(told="(frozen=True)"), "p, q = P(x, 1), P(1, x)\n    return p <= q, sorted([q, p])[0].b"),
    ("", f"out = []\n    for y in {ROWS}:\n        match y:\n            case int(n) | str(n):\n"
     "                out.append(n)\n            case (1, n) | (n,):\n                out.append(9)\n    return out"),
    (TIER, "return [t.lo for t in Tier], Tier.SAME is Tier.LOW, Tier.HIGH.width(), Tier.LOW.value"),
    (TIER, "return One.A.held + x, One.B.held"),
]  # fmt: skip


@pytest.mark.parametrize(("above", "body"), ACCEPTED)
def test_they_are_what_python_takes_them_for(above: str, body: str) -> None:
    assert_as_python(IMPORTS + above + SHOWING.format(body), written=False)


REFUSED = [
    ("class C(IntEnum):\n    A = 1\n\n\n", "return type(C.A) is int"),
    ("from enum import IntEnum as IE\n\n\nclass C(IE):\n    A = 1\n\n\n", "c = C.A\n    return type(c) is int"),
    ("from enum import IntEnum as Enum\n\n\nclass C(Enum):\n    A = 1\n\n\n", "c = C.A\n    return type(c) is int"),
    ("import enum as e\n\n\nclass C(e.StrEnum):\n    A = 'a'\n\n\n", "c = C.A\n    return type(c) is str"),
    (POINT + "class Q(Point):\n    pass\n\n\n", "return type(Q(1)) is Point"),
    ("def isinstance(x, y):\n    return False\n\n\n", "return type(x) is bool"),
    ("", "return type(abs(x)) is int"),
    (ORDERED.format(told="(eq=False)"), "return P(x, 1) <= P(1, x)"),
    (TIER.replace("(3, 9)", "(3, 9, 1)"), "return Tier.LOW.lo"),
    (TIER.replace("self.lo = lo", "self.value = lo"), "return Tier.LOW.value"),
]


@pytest.mark.parametrize(("above", "body"), REFUSED)
def test_what_would_be_something_else_is_refused(above: str, body: str) -> None:
    with pytest.raises(Rejected):
        explore(parse(HEAD + IMPORTS + above + SHOWING.format(body), "file.py"), "f", Limits())
