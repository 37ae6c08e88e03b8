"""Classes made from others mean what they mean in Python."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.lang.failures import Failure
from faier.limits import Limits
from faier.semantics.explore import explore

HELPERS = """from abc import ABC, abstractmethod
from dataclasses import dataclass


class TooMuch(ValueError):
    pass


class Mechanism(ABC):
    UNIT = 3

    @abstractmethod
    def randomise(self, v):
        ...

    def twice(self, v):
        return self.randomise(self.randomise(v))


class Shifted(Mechanism):
    def __init__(self, *, by, start=1):
        super().__init__()
        offset = 2 * start
        self.by = by
        self.start = offset

    def randomise(self, v):
        return v + self.by + self.start

    def limit(self):
        if self.by > 100:
            raise TooMuch("by is too large")
        return self.UNIT + self.by


class Coin(Shifted):
    UNIT = 7

    def __init__(self, by, offset):
        super().__init__(by=by + offset)
        self.offset = offset

    def randomise(self, v):
        return super().randomise(v) if flip(1 / 3) else Shifted.randomise(self, 0)

    def limit(self):
        return super().limit() + self.offset


class Plain(Coin):
    pass


@dataclass
class Point:
    x: int
    y: int = 2

    def size(self):
        return self.x + self.y


class Moved(Point):
    def size(self):
        return 10 + super().size()


@dataclass
class Turned(Point):
    x: int = 4
    z: int = 5


class Sized(ABC):
    def doubled(self):
        return 2 * self.size()


@dataclass(frozen=True)
class Fixed(Sized):
    n: int

    def size(self):
        return self.n


class Halves(ABC):
    @abstractmethod
    def size(self): ...

    @abstractmethod
    def name(self): ...


class Half(Halves):
    def __init__(self, n):
        self.n = n

    def size(self):
        return self.n


class Quarter(Half):
    pass


class Eighth(Quarter):
    def name(self):
        return "eighth", super().size()


@dataclass
class Weighted(Point):
    weight: int = 1

    def size(self):
        return self.weight * super().size()


"""
MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 3]):\n"
BODIES = [
    "s = Shifted(by=x)\nreturn s.randomise(1), s.twice(x), s.limit(), Shifted.UNIT",
    "c = Coin(x, 1)\nreturn c.randomise(2), c.limit(), Coin.UNIT, c.by, c.start",
    "c = Plain(1, x)\nreturn c.twice(1), isinstance(c, Shifted), isinstance(c, Coin), isinstance(Shifted(by=1), Plain)",
    "every = [Shifted(by=2), Coin(0, 1)]\nreturn [m.randomise(x) for m in every], [isinstance(m, Coin) for m in every]",
    "e = Eighth(x)\nreturn e.name(), e.size(), isinstance(e, Half)",
    "t = Turned(x, z=1)\nreturn t.x, t.y, t.z, Turned().x, Moved(x).size(), Moved(1).y, Fixed(x).doubled()",
    "w = Weighted(x, weight=3)\nreturn w.size(), Weighted(1, 2, 3) == Weighted(1, 2, 3), Point(1) == Weighted(1)",
]


@pytest.mark.parametrize("body", BODIES)
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(HELPERS + MECHANISM + indent(body, "    ") + "\n", written=False)


@pytest.mark.parametrize(
    "body",
    [
        "return Mechanism().twice(1)",
        "return Shifted(by=101).limit()",
        "return Mechanism()",
        "return Half(1).size()",
        "return Quarter(1).size()",
    ],
)
def test_runs_that_raise_are_told(body: str) -> None:
    program = parse(HEAD + HELPERS + MECHANISM + indent(body, "    ") + "\n", "file.py")
    with pytest.raises((Rejected, Failure)):
        explore(program, "f", Limits())


def test_properties_of_bases_are_asked_by_super() -> None:
    assert_as_python("""class Base:
    def __init__(self, s):
        self.s = s

    @property
    def scale(self):
        return self.s


class Twice(Base):
    @property
    def scale(self):
        return 2 * super().scale

    def both(self):
        return self.scale + super().scale


class Thrice(Twice):
    @property
    def scale(self):
        return 3 * super().scale + self.s

    @property
    def three(self):
        return super().both() + super().scale


@mechanism
def f(x: Int[0, 1]):
    return Twice(x + 1).scale, Twice(2).both(), Thrice(x).scale, Thrice(1).three, Thrice(2).both(), Base(3).scale
""", written=False)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def m(self):\n        return 1\n\nclass B(A):\n    def m(self):\n        return 2\n\n"
        "class C(A, B):\n    pass\n",
        "class A:\n    def __init__(self):\n        self.__x = 1\n\nclass B(A):\n    def m(self):\n        return 1\n",
        "class A(ABC):\n    def m(self):\n        return 1\n",
        "class A:\n    def __init__(self):\n        self.x = 1\n\nclass B(A):\n    def __init__(self, n):\n"
        "        if n:\n            super().__init__()\n",
    ],
)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + text + "\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return x\n", "file.py")
