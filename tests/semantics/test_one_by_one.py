"""Calls that change something, in comprehensions and in what goes over generators, as Python runs them."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse

MEMO = """
class Memo:
    def __init__(self):
        self.seen = {}
        self.asked = 0

    def cost(self, x):
        self.asked += 1
        if x not in self.seen:
            self.seen[x] = uniform(0, 1)
        return self.seen[x]

    def all_of(self, xs):
        return sum(self.cost(x) for x in xs)


"""

VALUES = [
    "sum(memo.cost(x) for x in xs)",
    "sum((memo.cost(x) for x in xs), 3)",
    "[memo.cost(x) for x in xs]",
    "[memo.cost(x) for x in xs if x]",
    "[memo.cost(x + y) for x in xs for y in range(x)]",
    "[[memo.cost(x) for x in row] for row in (xs, xs)]",
    "tuple(memo.cost(x) for x in xs)",
    "sorted(memo.cost(x) for x in xs)",
    "max(memo.cost(x) for x in xs) + 1",
    "{x: memo.cost(x) for x in xs}",
    "{memo.cost(x) for x in xs}",
    "','.join(str(memo.cost(x)) for x in xs)",
    "any(memo.cost(x) for x in xs)",
    "all(memo.cost(x) for x in xs)",
    "all(memo.cost(x) for x in xs if x)",
    "memo.all_of(xs)",
    "2 * sum(memo.cost(x) for x in xs)",
]


@pytest.mark.parametrize("value", VALUES)
def test_what_is_computed_of_calls_one_by_one(value: str) -> None:
    body = f"memo = Memo()\n    found = {value}\n    return found, memo.asked"
    assert_as_python(f"{MEMO}@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n    {body}\n")


BODIES = [
    "if sum(memo.cost(x) for x in xs) > 1:\n        return memo.asked\n    return -memo.asked",
    "total = 1\n    total += sum(memo.cost(x) for x in xs)\n    return total, memo.asked",
    "for found in [memo.cost(x) for x in xs]:\n        yield found, memo.asked",
    "shown = []\n    shown.append(sum(memo.cost(x) for x in xs))\n    return shown, memo.asked",
    "x = 5\n    shown = [memo.cost(x) for x in xs]\n    return x, shown, [x for x in xs]",
    "memos = [Memo(), Memo()]\n    shown = [memo.cost(1) for memo in memos]\n    return shown, memos[1].asked",
    "while sum(memo.seen.values()) < 1 and memo.asked < 3:\n        if any(memo.cost(x) for x in xs):\n"
    "            break\n        memo.cost(3)\n    return memo.asked",
]


def test_what_goes_over_a_helper_that_changes_something() -> None:
    drain = "def drain(values):\n    while values:\n        yield values.pop()\n\n\n"
    body = "v = [xs[0], 1]\n    return [y + len(v) for y in drain(v)], v"
    assert_as_python(f"{drain}@mechanism\ndef f(xs: Vector[Int[0, 1], 1]):\n    {body}\n")


@pytest.mark.parametrize("body", BODIES)
def test_statements_with_calls_one_by_one(body: str) -> None:
    assert_as_python(f"{MEMO}@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n    memo = Memo()\n    {body}\n")


REFUSED = [
    "return memo.asked + sum(memo.cost(x) for x in xs)",
    "return zip((memo.cost(x) for x in xs), xs)",
    "try:\n        found = sum(memo.cost(x) if x else None for x in xs)\n    except TypeError:\n        found = 0\n"
    "    return found, memo.asked",
]


@pytest.mark.parametrize("body", REFUSED)
def test_the_order_would_be_another_one(body: str) -> None:
    head = "from faier import Int, Vector, mechanism, uniform\n"
    text = f"{head}{MEMO}@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n    memo = Memo()\n    {body}\n"
    with pytest.raises(Rejected):
        parse(text, "file.py")


STARRED = """
class Pairs:
    def __init__(self):
        self.seen = defaultdict(int)

    def add(self, x, y):
        self.seen[x] += y
        return self.seen[y] + x


def put(box, x, y):
    box.append(uniform(x, x + y))
    return len(box)


"""

STARS = [
    "box = []\n    return put(box, *xs), box",
    "boxes = [[], []]\n    return put(boxes[xs[0]], *xs), boxes",
    "box = []\n    return [put(box, *pair) for pair in [(0, 1), (xs[0], xs[1])]], box",
    "pairs = Pairs()\n    return [pairs.add(*pair) for pair in [xs, (1, 2)]], dict(pairs.seen)",
]


@pytest.mark.parametrize("body", STARS)
def test_what_is_changed_stands_before_the_star(body: str) -> None:
    assert_as_python(f"{STARRED}@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n    {body}\n")


@pytest.mark.parametrize("call", ["put(*[box, 1, 2])", "put(box, 1, 2, 3, *xs)", "put(*xs, box)"])
def test_what_is_changed_stands_after_the_star(call: str) -> None:
    head = "from collections import defaultdict\nfrom faier import Int, Vector, mechanism, uniform\n"
    text = f"{head}{STARRED}@mechanism\ndef f(xs: Vector[Int[0, 1], 2]):\n    box = []\n    return {call}, box\n"
    with pytest.raises(Rejected):
        parse(text, "file.py")


def test_what_goes_over_what_a_changing_call_returns() -> None:
    assert_as_python(
        """class Clicks:
    def __init__(self):
        self.table = defaultdict(int)

    def near(self, x):
        return {y: self.table[y] + y for y in (x, 0, 1)}


@mechanism
def f(x: Int[0, 2]):
    clicks = Clicks()
    ranked = sorted(clicks.near(x).items(), key=lambda pair: (-pair[1], pair[0]))
    again = [key for key in clicks.near(1).keys()]
    return ranked, again, list(clicks.near(2).values()), len(clicks.table)
"""
    )
