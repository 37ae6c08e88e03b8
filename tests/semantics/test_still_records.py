"""Records in whose fields nothing is ever changed may have many names; where something is, they may not."""

import pytest
from as_python import HEAD, assert_as_python
from cases import cases
from still_random import attacked

from faier.lang import parse
from faier.lang.diagnostics import Rejected

IMPORTS = "import heapq\nfrom dataclasses import dataclass, field, replace\nfrom heapq import heappop, heappush\n"
IMPORTS += "from typing import NamedTuple\n"
SAME = cases("""
### rebinding self
class C:
    def __init__(self, a):
        self.a = a
    def m(self, k):
        self = C(k)
        return self.a
---
c = C(x)
k = c.m(5)
return c.a, k
### rebinding param
class C:
    def __init__(self, a):
        self.a = a
def g(c, k):
    c = C(k)
    return c.a
---
c = C(x)
k = g(c, 5)
return c.a, k
### nonlocal
class C:
    def __init__(self, a):
        self.a = a
---
c = C(x)
d = c
def g():
    nonlocal c
    c = C(7)
g()
return c.a, d.a
### shared still
class C:
    def __init__(self, a):
        self.a = a
---
c = C(x)
cs = [c, c]
cs[0] = C(4)
ds = cs[:]
ds.append(c)
return [v.a for v in cs], [v.a for v in ds]
### given list popped
class C:
    def __init__(self, a):
        self.a = a
    def take(self):
        b = self.a
        b.append(5)
        return b
---
c = C([x])
d = c
return c.take(), d.a
### equal
@dataclass
class C:
    a: int
---
c = C(x)
return c == C(1), [c, c] == [C(x), c], c in [C(0)]
### class b same field
class C:
    def __init__(self, a):
        self.a = a
class D:
    def __init__(self, c):
        self.c = c
---
c = C(x)
ds = [D(c), D(c)]
ds[0].c = C(5)
return [d.c.a for d in ds]
### field heap
@dataclass(order=True)
class C:
    p: int
    item: str = field(compare=False)
class Board:
    def __init__(self):
        self.heap = []
    def offer(self, item, score):
        heapq.heappush(self.heap, C(-score, item))
    def winner(self):
        return heapq.heappop(self.heap).item
---
b = Board()
b.offer('a', x)
b.offer('b', 1)
return b.winner()
### field heap mutable
class C:
    def __init__(self, p):
        self.p = p
    def __lt__(self, o):
        return self.p < o.p
class Board:
    def __init__(self):
        self.heap = []
    def offer(self, score):
        heapq.heappush(self.heap, C(-score))
    def winner(self):
        return heapq.heappop(self.heap).p
---
b = Board()
b.offer(x)
b.offer(1)
return b.winner()
### heap of lists
h = []
heappush(h, [x, 1])
heappush(h, [1, 0])
a = heappop(h)
return a, h
### builder
@dataclass(frozen=True)
class Params:
    most: int = 2
class Sum:
    def __init__(self, params):
        self.params = params
        self.total = 0
    def add(self, k):
        self.total += min(k, self.params.most)
class Builder:
    def __init__(self, params):
        self.params = params
    def most(self, most):
        return Builder(replace(self.params, most=most))
    def build(self):
        return Sum(self.params)
---
total = Builder(Params()).most(1).build()
for k in [x, 3]:
    total.add(k)
return total.total
### a copy with another field changes
@dataclass
class C:
    a: int
    b: int
---
c = C(x, 1)
d = replace(c, b=2)
d.a += 5
return c.a, d.a, d.b
### children of a tree
@dataclass
class Node:
    raw: int
    children: list = field(default_factory=list)
    own: int = 0
    @classmethod
    def build(cls, x):
        a = cls(x)
        b = cls(x + 1)
        return cls(a.raw + b.raw, [a, b])
def told(root):
    root.own = root.raw
    for child, value in zip(root.children, [root.own, 5]):
        child.own = value
    return [node.own for node in [root, *root.children]]
---
return told(Node.build(x))
""")
REFUSED = cases("""
### shared still list inside changed
class C:
    def __init__(self, a):
        self.a = [a]
---
c = C(x)
cs = [c, c]
cs[0].a.append(1)
return [v.a for v in cs]
### shared inside second name
class C:
    def __init__(self, a):
        self.a = [a]
---
c = C(x)
cs = [c, c]
r = cs[0].a
r.append(1)
return [v.a for v in cs]
### inside loop
class C:
    def __init__(self, a):
        self.a = [a]
---
c = C(x)
cs = [c, c]
for v in cs:
    v.a.append(1)
return [v.a for v in cs]
### inside loop rows
class C:
    def __init__(self, a):
        self.a = [[a], [2]]
---
c = C(x)
cs = [c, c]
for r in cs[0].a:
    r.append(1)
return [v.a for v in cs]
### helper appends
class C:
    def __init__(self, a):
        self.a = [a]
def put(r):
    r.append(3)
---
c = C(x)
cs = [c, c]
put(cs[1].a)
return [v.a for v in cs]
### heap in field
class C:
    def __init__(self, a):
        self.a = [a]
def put(c):
    heapq.heappush(c.a, 0)
---
c = C(x)
cs = [c, c]
put(cs[1])
return [v.a for v in cs]
### given list
class C:
    def __init__(self, a):
        self.a = a
---
r = [x]
c = C(r)
r.append(2)
return c.a
### unpacked
@dataclass
class C:
    a: list
---
c = C([x])
d = c
for k, v in {1: c}.items():
    v.a.append(k)
return c.a, d.a
### closure
class C:
    def __init__(self, a):
        self.a = a
---
c = C([x])
cs = [c, c]
def up(v):
    v.append(1)
up(cs[0].a)
return cs[1].a
### replace
@dataclass
class C:
    a: list
    b: int
---
c = C([x], 1)
d = replace(c, b=2)
d.a.append(4)
return c.a, d.a
### setitem
class C:
    def __init__(self, a):
        self.a = [a, 0]
    def __setitem__(self, i, v):
        self.a[i] = v
---
c = C(x)
cs = [c, c]
cs[0][1] = 5
return cs[1].a
### iadd field
class C:
    def __init__(self, a):
        self.a = a
---
c = C(x)
cs = [c, c]
for v in cs:
    v.a += 1
return [v.a for v in cs]
### deep
class C:
    def __init__(self, a):
        self.a = a
class D:
    def __init__(self, c):
        self.c = c
---
c = C(x)
ds = [D(c), D(c)]
ds[0].c.a = 7
return [d.c.a for d in ds]
### heap lists shared
h = []
r = [x, 1]
heappush(h, r)
r.append(4)
return h
### heap lists of changed
h = []
heappush(h, [x, 1])
a = heappop(h)
a.append(3)
return a, h
### replaced list
@dataclass(frozen=True)
class C:
    a: list
    b: int = 0
---
y = [x]
w = replace(C([0]), a=y).a
y.append(4)
return w
### replaced list of lists
@dataclass
class C:
    a: list
    b: int = 0
---
y = [x]
w = replace(C([0]), a=[y]).a[0]
y.append(4)
return w
### replaced in a named tuple
class C(NamedTuple):
    a: list
    b: int = 0
---
y = [x]
w = C([0])._replace(a=y).a
y.append(4)
return w
### replaced in a function
@dataclass(frozen=True)
class C:
    a: list
    b: int = 0
def g(c, y):
    return replace(c, a=y)
---
y = [x]
w = g(C([0]), y).a
y.append(4)
return w
### one child twice in a tree
@dataclass
class Node:
    raw: int
    children: list = field(default_factory=list)
    def build(x):
        a = Node(x)
        return Node(a.raw + 1, [a, a])
def told(root):
    for child, value in zip(root.children, [3, 5]):
        child.raw = value
    return [node.raw for node in root.children]
---
return told(Node.build(x))
### one child named twice in a tree
@dataclass
class Node:
    raw: int
    children: list = field(default_factory=list)
def build(x):
    a = Node(x)
    b = a
    return Node((c := a).raw + 1, [b, c])
def told(root):
    for child, value in zip(root.children, [3, 5]):
        child.raw = value
    return [node.raw for node in root.children]
---
return told(build(x))
""")


@pytest.mark.parametrize("name", SAME)
def test_records_that_stay_as_they_are_may_be_shared(name: str) -> None:
    assert_as_python(IMPORTS + SAME[name], written=False)


@pytest.mark.parametrize("name", REFUSED)
def test_records_that_change_have_one_name(name: str) -> None:
    with pytest.raises(Rejected, match="FA210"):
        parse(HEAD + IMPORTS + REFUSED[name], "file.py")


def test_random_programs_that_share_records_are_as_in_python_or_refused() -> None:
    found = [attacked(seed) for seed in range(25)]
    assert found.count("agreed") > 10
    assert set(found) <= {"agreed", "refused", "fails"}
