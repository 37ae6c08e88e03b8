"""`InitVar`: what a dataclass is given and hands on to `__post_init__`."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

ACCEPTED = """from dataclasses import InitVar, dataclass, field


@dataclass
class Scaled:
    a: int
    scale: InitVar[int] = 2
    b: int = field(init=False)
    c: int = 5
    shift: InitVar[int] = 1

    def __post_init__(self, factor, shift):
        factor += shift
        self.b = self.a * factor + self.c


@dataclass(kw_only=True)
class Named:
    n: InitVar[int]
    m: int = 0

    def __post_init__(self, n):
        self.m += n

    def noisy(self):
        return self.m + uniform(0, 1)


@dataclass(frozen=True)
class Frozen:
    first: InitVar[int]
    total: int = 0

    def __post_init__(self, first):
        object.__setattr__(self, "total", first + self.total)


@mechanism
def f(x: Int[0, 2]):
    made = [Scaled(x), Scaled(x, 3), Scaled(x, scale=4, shift=0), Scaled(1, 2, x, 3)]
    shown = [(one.a, one.b, one.c) for one in made]
    return shown, Named(n=x).noisy(), Named(m=1, n=2).m, Frozen(x, 2).total, Frozen(x) == Frozen(0, x)
"""


def test_what_is_handed_on_is_no_field() -> None:
    assert_as_python(ACCEPTED, written=False)


@pytest.mark.parametrize(
    "body",
    [
        "    n: InitVar[int]\n    def go(self):\n        return 1\n",
        "    n: InitVar[int]\n    m: InitVar[int]\n    def __post_init__(self, n):\n        self.k = n\n",
        "    n: InitVar[int] = 1\n    a: int\n    def __post_init__(self, n):\n        self.k = n\n",
        "    a: int\n    n: InitVar[int] = 1\n    def __post_init__(self, n, more=2):\n        self.k = n\n",
    ],
)
def test_others_are_refused(body: str) -> None:
    text = f"from dataclasses import InitVar, dataclass\n@dataclass\nclass A:\n{body}"
    with pytest.raises(Rejected):
        parse(f"{HEAD}{text}\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return A(x).k\n", "file.py")
