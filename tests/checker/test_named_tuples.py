"""What `namedtuple` makes is a class of the file to the checker, as to Python."""

import pytest
from certificates import certified
from checker.test_meaning import differences

from faier.checker.admission import admitted
from faier.checker.language import read
from faier.checker.outcome import Hole

FILE = """
from collections import Counter, namedtuple
from faier import Int, flip, log, mechanism, one, private

Point = namedtuple("Point", "x, y")
Pair = namedtuple("Pair", ["left", "right"], defaults=[Point(3, 4)])
LOW = Point(1, 2)


def moved(p, by=1):
    return Point(p.x + by, y=p.y)


@private(epsilon=log(2), neighbors=one())
@mechanism
def subject(x: Int[0, 2]):
    p = moved(Point(x, 1))
    q = Pair(p, LOW)
    a, b = q.left
    c = Counter([p, LOW, p])
    d = Pair(left=flip(1 / 3) and p.x > 1)
    return a, b, q.right.y, p == (1, 1), p < LOW, q[0][1], len(q), d.left, d.right.x, c[p], isinstance(p, tuple)
"""


def test_named_tuples_mean_the_same():
    admitted(read(FILE, {}), {})
    assert differences(FILE, "subject", 3) == (3, [])


def test_their_certificates_are_valid():
    (item,) = certified(FILE)
    assert not item.proved and item.answer().answer == "valid"


MADE = [
    'Point = namedtuple("Other", "x, y")',
    'Point = namedtuple("Point", "x, _y")',
    'Point = namedtuple("Point", "x, class")',
    'Point = namedtuple("Point", "x, x")',
    'Point = namedtuple("Point", "")',
    'Point = namedtuple("Point", "x, class", rename=True)',
    'Point = namedtuple("Point", "x, y", defaults=[1, 2, 3])',
    'Point = namedtuple("Point", "x, y", defaults=[[]])',
    'Point = namedtuple("Point", ["x", 3])',
    'x = 3\nPoint = namedtuple("Point", "x, y", defaults=[x])',
    'Point = namedtuple("Point", "x, y", module="m")',
    'Point, Q = namedtuple("Point", "x, y"), 1',
    'namedtuple = 3\nPoint = namedtuple("Point", "x, y")',
]


@pytest.mark.parametrize("made", MADE)
def test_other_named_tuples_are_holes(made):
    with pytest.raises(Hole):
        admitted(read(FILE.replace('Point = namedtuple("Point", "x, y")', made), {}), {})
