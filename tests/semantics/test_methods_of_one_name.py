"""Classes around a list, a dictionary or a deque, with methods that are called as those of what they are around."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

FILE = """import heapq
from bisect import insort
from dataclasses import dataclass, field


class Heap:
    def __init__(self):
        self.cells = []
        self.n = 0

    def push(self, x):
        heapq.heappush(self.cells, (x, self.n))
        self.n += 1

    def pop(self):
        x, _ = heapq.heappop(self.cells)
        return x


@dataclass
class Table:
    rows: dict[int, int] = field(default_factory=dict)
    last: list = field(default_factory=list)

    def get(self, key):
        self.last.append(key)
        return self.rows.get(key, 9)

    def items(self):
        return sorted(self.rows.items())

    def update(self, more):
        for key, value in more.items():
            self.rows[key] = self.rows.get(key, 0) + value


class Window:
    def __init__(self, size):
        self.left, self.size = deque(), size
        self.left = deque([0])

    def append(self, x):
        self.left.append(x)
        if len(self.left) > self.size:
            return self.popleft()
        return None

    def popleft(self):
        return self.left.popleft()


def append(xs: list, x):
    xs.append(x)
    return xs.pop(0)


@mechanism
def f(x: Int[0, 2]):
    h, t, w, xs = Heap(), Table(), Window(1), [4]
    for y in (x, uniform(0, 2), 1):
        h.push(y)
    t.update({{x: 2}})
    t.update({{x: 1, 1: 5}})
    return {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "h.pop(), h.pop(), h.cells",
        "t.get(1), t.get(2), t.last, t.items(), list(t.rows.values())",
        "w.append(x), w.append(5), w.popleft(), list(w.left)",
        "append(xs, x), append(xs, h.pop()), xs",
    ],
)
def test_each_is_that_of_what_it_is_called_on(body: str) -> None:
    assert_as_python(FILE.format(body=body), written=False)


CAUGHT = """class Stack:
    def __init__(self):
        self.cells = []

    def pop(self):
        try:
            return self.cells.pop()
        except IndexError:
            return "empty"

    def append(self, x):
        self.cells.append(x)


@mechanism
def f(x: Int[0, 2]):
    s = Stack()
    if x:
        s.append(x)
    return s.pop(), s.pop()
"""


def test_so_they_are_where_something_is_caught() -> None:
    assert_as_python(CAUGHT, written=False)
