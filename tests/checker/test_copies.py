"""Copies of records with other fields, `replace(s, x=1)` and `p._replace(x=1)`, are new records of the old contents."""

import pytest
from checker.test_meaning import differences

from faier.checker.admission import admitted
from faier.checker.language import read
from faier.checker.outcome import Hole

FILE = """
import dataclasses
from dataclasses import dataclass, replace
from typing import NamedTuple
from faier import Int, flip, mechanism


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class State:
    spent: int
    left: int = 3


@dataclass
class Held:
    xs: list
    n: int = 0


class Own:
    def __init__(self, x):
        self.x = x


@mechanism
def subject(x: Int[0, 2]):
    p = Point(x, 1)
    q = p._replace(y=p.x + 2)
    s = replace(State(x), spent=flip(1 / 3) + x)
    t = dataclasses.replace(s, left=s.left - 1, spent=0)
    h = Held([1, 2])
    k = replace(h, n=x)
    REST
    return tuple(q), p.y, s.spent, s.left, t.left, t.spent, h.n, k.n, len(k.xs), [q.y, q.x]
"""


def test_copies_mean_the_same():
    text = FILE.replace("REST", "w = (a := 1) and p._replace(x=(a := a + 1), y=a)\n    k = replace(k, n=w.y)")
    admitted(read(text, {}), {})
    assert differences(text, "subject", 3) == (3, [])


HOLES = [
    "h.xs.append(x)",
    "k.xs.append(x)",
    "k.n = 1\n    h.xs.append(2)",
    "k = replace(h, xs=[x])\n    k.xs.append(3)",
    "zs = [x]\n    k = replace(h, xs=zs)\n    zs.append(3)",
    "zs = [x]\n    k = replace(h, xs=zs)\n    k.xs.append(3)",
    "zs = (p, p._replace(x=[1]))\n    zs[1].x.append(3)",
    "z = p._replace(z=1)",
    "z = s._replace(left=1)",
    "z = replace(p, x=1)",
    "z = p._replace(left=1)",
    "z = replace(Own(x), x=1)",
    "z = replace(3, x=1)",
    "z = replace(s, **{'left': 1})",
    "z = Point._replace(p, x=1)",
    "z = Point._replace(x=1)",
    "z = replace(s)._replace(x=1)",
    "z = replace(State, left=1)",
    "f = replace\n    z = f(s, left=1)",
]


@pytest.mark.parametrize("rest", HOLES)
def test_other_copies_are_holes(rest):
    from checker.test_meaning import claim

    from faier.checker.claims import claim_of
    from faier.checker.fed_process import Joint
    from faier.checker.outcome import Budget
    from faier.checker.outputs import distributions

    with pytest.raises(Hole):
        known = read(FILE.replace("REST", rest), {})
        admitted(known, {})
        joint = Joint(known, claim_of(known, claim("subject")), Budget(100_000))
        distributions(joint, joint.given({"x": 1}))
