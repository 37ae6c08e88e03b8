# ruff: noqa: E501
"""What is made in a call, and changed by what is called."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HELPERS = """
class Box:
    def __init__(self, *items):
        self.items = list(items)

    def put(self, item):
        self.items.append(item)
        return len(self.items)

    def filled(self, xs):
        for x in xs:
            self.items.append(x)
            yield sum(self.items)


class Shelf:
    def __init__(self, box):
        self.box = box


def put(items, item):
    items.append(item)
    return sum(items)


def grown(n, items, more):
    items[0] += n
    more.append(items[0])
    return items[0] + len(more)


def running(xs, box):
    for x in xs:
        yield box.put(x)


def kept(box, item):
    box.put(item)
    return box


def filled(items, item):
    items.append(item)
    return items


def same(items):
    return items


def first(xs):
    xs[0] = 7
    return [0]


def failing(box):
    box.put(1)
    raise ValueError


"""


def mechanism(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{HELPERS}@mechanism\ndef f(n: Int[0, 2], xs: Vector[Int[0, 1], 2]):\n{lines}"


@pytest.mark.parametrize(
    "body",
    [
        "return put([1, n], 2)",
        "return put([x + 1 for x in xs], uniform(0, n))",
        "return put(list(xs), n)",
        "return Box(n).put(1)",
        "return Box(1, 2).put(1) + put([n], n)",
        "return -put([n], n)",
        "return kept(Box(n), 2).items",
        "total = 0\nfor _ in range(2):\n    total += put([n], uniform(0, 1))\n    total = put([total], n)\nreturn total",
        "return grown(n, [1], [2])",
        "return grown(n + 1, [n], [2])",
        "return grown(len(xs), [1], more=list(xs))",
        "if put([n], 1) > 2:\n    return 'more'\nelif Box(n).put(2) == 2:\n    return 'two'\nreturn n",
        "yield from running(xs, Box(n))",
        "yield from Box(n).filled(xs)",
        "for told in Box(n).filled(xs):\n    yield told, n\n    n += 1",
        "yield put([n], n)\nmade = 3\nyield made",
        "return sum(running(xs, Box()))",
        "return list(Box(5).filled(xs))",
        "try:\n    failing(Box(n))\nexcept ValueError:\n    return 'failed'\nreturn 'done'",
        "put([n], 1)\nreturn n",
        "box = kept(Box(n), 1)\nreturn box.items",
        "items = filled([n], 2)\nreturn items, filled(list(items), 1)",
        "n = put([n], n)\nbox = kept(Box(n + 1), 1)\nreturn box.items, n",
        "sums = []\nfor x in xs:\n    box = kept(Box(x), n)\n    sums.append(sum(box.items))\nreturn sums, box.items",
    ],
)
def test_it_is_what_python_does(body: str) -> None:
    assert_as_python(mechanism(body))


@pytest.mark.parametrize(
    "body",
    [
        "items = [n]\nput(same(items), 1)\nreturn items",
        "box = kept(Box(n), 1)\nbox.put(5)\nreturn box.items",
        "def inner():\n    def changed(box):\n        box.put(len(held.items))\n        return box\n    held = Box(n)\n    held = changed(Box(1))\n    return held.items\nreturn inner()",
        "box = Box(n)\ntry:\n    box = failing(Box(7))\nexcept ValueError:\n    pass\nreturn box.items",
        "if n:\n    box = kept(Box(n), uniform(0, 1))\nelse:\n    box = Box()\nreturn box.items",
        "items = [n]\nreturn put(items, 1) + put([items[0], len(items)], 2)",
        "items = [n]\nreturn put([len(items)], 1) + put(items, 2) + put([items[-1]], 3)",
        "items = [n]\nreturn [put(same(items), 2), put([x for x in items], 3)]",
        "box = Box(n)\nkept(same(box), 2)\nreturn box.items",
        "row = [n]\nrows = [row]\nput(same(rows)[0], 1)\nreturn row",
        "box = Box(n)\nshelf = Shelf(box)\nkept(shelf.box, 1)\nreturn box.items",
        "row = [n]\nput(row if n else [0], 1)\nreturn row",
        "box = Box(n)\nother = kept(box, 1)\nother.put(2)\nreturn box.items",
        "items = [n]\nput(*[items], 1)\nreturn items",
        "items = [n, 0]\ngrown(1, same(items), [2])\nreturn items",
    ],
)
def test_what_has_another_name_is_read_rightly_or_refused(body: str) -> None:
    try:
        assert_as_python(mechanism(body), written=False)
    except Rejected as refused:
        assert "FA210" in {item.code for item in refused.diagnostics}


def test_what_is_made_before_is_not_moved() -> None:
    """Arguments that change what others read stay in their order."""
    for body in (
        "xs = list(xs)\nreturn grown(xs[0], first(xs), [0])",
        "return grown((n := n + 1), [n], [2]) + n",
        "return grown(n, [(n := n + 1)], [2]) + n",
    ):
        try:
            assert_as_python(mechanism(body))
        except Rejected as refused:
            assert {item.code for item in refused.diagnostics} <= {"FA210", "FA206"}
