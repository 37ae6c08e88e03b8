"""Trees, lists and graphs whose nodes change by more than one name, as in Python."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected, parse

CHILD = """class Node:
    def __init__(self, low, high):
        self.low = low
        self.high = high
        self.count = 0
        self.left = None
        self.right = None

    def insert(self, value):
        self.count += 1
        if self.high - self.low <= 1:
            return
        middle = (self.low + self.high) // 2
        if self.left is None:
            self.left, self.right = Node(self.low, middle), Node(middle, self.high)
        child = self.left if value < middle else self.right
        child.insert(value)


@mechanism
def f(x: Int[0, 1], y: Int[0, 1]):
    root = Node(0, 2)
    for value in (x, y):
        root.insert(value)
    return root.count, root.left.count, root.right.count
"""
SEARCHED = """from dataclasses import dataclass
from typing import Optional


@dataclass
class Node:
    key: int
    count: int = 1
    left: Optional["Node"] = None
    right: Optional["Node"] = None


def insert(node, key):
    if node is None:
        return Node(key)
    if key == node.key:
        node.count += 1
    elif key < node.key:
        node.left = insert(node.left, key)
    else:
        node.right = insert(node.right, key)
    return node


def walk(node):
    return [] if node is None else walk(node.left) + [node.key] * node.count + walk(node.right)


@mechanism
def f(x: Int[0, 2], y: Int[0, 2]):
    root = None
    for value in (1, x, y if flip(1 / 3) else 0):
        root = insert(root, value)
    return walk(root)
"""
LINKED = """class Link:
    def __init__(self, value, after=None):
        self.value = value
        self.after = after


@mechanism
def f(x: Int[0, 1]):
    head = None
    for value in (x, 1, 2):
        head = Link(value, head)
    node = head
    while node is not None:
        node.value += 1
        node = node.after
    return head.value, head.after.value, head.after.after.value
"""
ABOVE = """class Region:
    def __init__(self, name, parent=None):
        self.name = name
        self.parent = parent
        self.children = []
        self.count = 0
        if parent is not None:
            parent.children.append(self)
            self.add(1)

    def add(self, n):
        node = self
        while node is not None:
            node.count += n
            node = node.parent


@mechanism
def f(x: Int[0, 1]):
    nation = Region("nation")
    states = {i: Region(f"state {i}", nation) for i in range(2)}
    for i, state in states.items():
        state.add(i + x)
    worst = max(nation.children, key=lambda region: region.count)
    worst.add(5)
    return nation.count, [(region.name, region.count) for region in nation.children]
"""
FACTORY = """from dataclasses import dataclass, field


@dataclass
class Accountant:
    budget: int = 3
    history: list = field(default_factory=list)


@dataclass
class Query:
    cost: int
    accountant: Accountant = field(default_factory=Accountant)

    def __call__(self, value):
        self.accountant.history.append(self.cost)
        return value


@mechanism
def f(x: Int[0, 1]):
    accountant = Accountant()
    cheap, dear, own = Query(1, accountant), Query(2, accountant=accountant), Query(3)
    return cheap(x), dear(0), own(1), accountant.history, own.accountant.history
"""
HEAP = """import heapq


class Budget:
    def __init__(self, left):
        self.left = left


class Query:
    def __init__(self, cost, budget):
        self.cost, self.budget = cost, budget

    def __lt__(self, other):
        return self.cost < other.cost

    def run(self, x):
        if self.cost > self.budget.left:
            return None
        self.budget.left -= self.cost
        return x


@mechanism
def f(x: Int[0, 1]):
    budget = Budget(3)
    queue = []
    for cost in (2, 1, 3):
        heapq.heappush(queue, Query(cost, budget))
    answers = []
    while queue:
        query = heapq.heappop(queue)
        answers.append(query.run(x))
    return answers, budget.left
"""
GRAPH = """class Person:
    def __init__(self, sick):
        self.sick = sick
        self.friends = []


@mechanism
def f(x: Int[0, 1]):
    people = [Person(s) for s in (x, 1, 0)]
    for a, b in ((0, 1), (1, 2)):
        people[a].friends.append(people[b])
        people[b].friends.append(people[a])
    people[1].sick = 4
    return [sum(friend.sick for friend in person.friends) for person in people]
"""


@pytest.mark.parametrize("text", [CHILD, SEARCHED, LINKED, ABOVE, FACTORY, HEAP, GRAPH])
def test_what_one_name_changes_all_see(text: str) -> None:
    assert_as_python(text, written=False)


def test_an_object_is_handed_on_when_it_has_all_its_fields() -> None:
    early = ABOVE.replace("        self.count = 0\n", "").replace(
        "            self.add(1)\n", "        self.count = 0\n"
    )
    with pytest.raises(Rejected, match="is no record yet"):
        parse("from faier import Int, mechanism\n" + early, "file.py")
