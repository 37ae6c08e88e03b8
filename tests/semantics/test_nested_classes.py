"""Classes inside of classes, as Python runs them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HEAD = """
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Session:
    class Builder:
        def __init__(self) -> None:
            self._low = None
            self._rows = []

        def low(self, low: int) -> "Session.Builder":
            self._low = low
            return self

        def row(self, row):
            self._rows.append(row)
            return self

        def build(self) -> "Session":
            if self._low is None:
                raise ValueError("no bound")
            return Session(self._low, list(self._rows))

    class State(Enum):
        OPEN = 1
        SHUT = 2

    @dataclass
    class Row:
        value: int
        weight: int = 2

    class Key(NamedTuple):
        name: str
        row: int = 0

    first = State.OPEN

    def __init__(self, low, rows, state=State.OPEN):
        self.low = low
        self.rows = rows
        self.state = state

    def total(self):
        if self.state is not self.State.OPEN:
            raise RuntimeError("shut")
        return sum(max(row.value, self.low) * row.weight for row in self.rows)

    def shut(self):
        self.state = Session.State.SHUT
        return Session.Key("shut")

    def keys(self):
        return [self.Key("row", at) for at, _ in enumerate(self.rows)]


"""
BODIES = [
    "s = Session.Builder().low(1).row(Session.Row(x)).row(Session.Row(2, weight=x)).build()\n"
    "    total = s.total()\n    key = s.shut()\n    return total, s.keys(), key, s.state is Session.State.SHUT",
    "s = Session(0, [Session.Row(flip(1 / 2))])\n    return s.total(), s.state.name, Session.State(2).name",
    "match Session.Row(x):\n        case Session.Row(value=0):\n            return 5\n"
    "        case Session.Row(value, weight):\n            return value + weight",
    "return isinstance(Session.Key('a', x), Session.Key), Session.Key('a', x) == ('a', x), Session.Key._fields",
    "return str(Session.State.OPEN), Session.Key('a', x), Session.first is Session.State.OPEN",
]


@pytest.mark.parametrize("body", BODIES)
def test_classes_inside_of_classes(body: str) -> None:
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n", written=False)


def test_a_class_inside_of_one_with_bases_of_the_file() -> None:
    classes = "class Base:\n    kind = 1\n\n    def cost(self):\n        raise NotImplementedError\n\n\n"
    classes += "class Left(Base):\n    class Shared:\n        def __init__(self, n):\n            self.n = n\n\n"
    classes += "    def __init__(self, n):\n        self.n = self.Shared(n).n\n\n"
    classes += "    def cost(self):\n        return self.n\n\n\n"
    body = "return Left(x).cost(), Left.Shared(x + 1).n, Left(x).kind"
    assert_as_python(f"{classes}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n", written=False)


NOT_READ = {
    "its name alone": "class A:\n    class B:\n        pass\n\n    def made(self):\n        return B()\n\n\n",
    "two of one name": "class A:\n    class B:\n        n = 1\n\n\nclass C:\n    class B:\n        n = 2\n\n\n",
    "of a subclass": "class A:\n    class B:\n        n = 1\n\n\nclass C(A):\n    pass\n\n\nX = C.B.n\n\n\n",
    "of an Enum": "from enum import Enum\n\n\nclass A(Enum):\n    X = 1\n\n    class B:\n        n = 1\n\n\n",
    "given anew": "class A:\n    class B:\n        n = 1\n\n    def made(self):\n        self.B = 1\n\n\n",
}


@pytest.mark.parametrize("why", NOT_READ)
def test_classes_that_do_not_stand_alone(why: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{NOT_READ[why]}@mechanism\ndef f(x: Int[0, 2]):\n    return A.B.n\n", written=False)
