"""`copy` and `deepcopy`, and what is put in its place by `insort`: as Python runs them, or refused."""

import pytest
from as_python import HEAD, assert_as_python
from cases import cases

from faier.lang import parse
from faier.lang.diagnostics import Rejected

IMPORTS = (
    "import bisect\nimport copy\nfrom bisect import insort\nfrom copy import deepcopy\n"
    "from dataclasses import dataclass\n"
)
SAME = cases("""
### copy
a = [[x], [1]]
b = copy.copy(a)
c = copy.deepcopy(a)
c[0].append(2)
return a, c
### deepcopy from
d = {x: [1], 3: [2]}
e = deepcopy(d)
e[x].append(4)
return d, e
### copy dict
d = {x: 1}
e = copy.copy(d)
e[9] = 2
return d, e
### copy record
@dataclass
class P:
    a: int
    b: list
---
p = P(x, [1])
q = copy.copy(p)
q.a = 5
r = deepcopy(p)
r.b.append(3)
return p.a, q.a, r.b, p.b
### insort key
rows = [(0, 'a'), (2, 'c')]
insort(rows, (x, 'b'), key=lambda r: r[0])
return rows
### insort lo
rows = [0, 2]
bisect.insort_left(rows, x, 0, 2)
bisect.insort_right(rows, 1)
return rows
### deep own rows
g = [[x], [1]]
h = deepcopy(g)
h[0].append(1)
g[1].append(7)
return g, h
### shallow rows other
g = [[x], [1]]
h = copy.copy(g)
h.append([5])
h[0] = [9]
return g, h
### scalars
return copy.copy(x), deepcopy((x, 1)), copy.copy("a"), deepcopy(None), deepcopy(Fraction(1, 2))
### record deep
class C:
    def __init__(self, a):
        self.a = a
    def put(self, v):
        self.a.append(v)
---
c = C([x])
d = deepcopy(c)
d.put(4)
return c.a, d.a
### counter kinds
c = Counter([x, 1])
d = copy.copy(c)
d[7] += 1
e = defaultdict(list)
e[x].append(1)
f2 = deepcopy(e)
f2[9].append(2)
return c, d, e, f2
### deep dict rows
d = {x: [1], 3: [2]}
e = deepcopy(d)
e[3].append(5)
d[3].append(6)
k = deepcopy(e)
k[3] = e[3]
return d, e, k
### deep loop
rows = [[x], [1]]
out = []
for i in range(2):
    own = deepcopy(rows)
    own[i].append(9)
    out.append(own)
return out, rows
""")
REFUSED = cases("""
### deep shared
r = [x]
g = [r, r]
h = deepcopy(g)
h[0].append(1)
return g, h
### shallow rows
g = [[x], [1]]
h = copy.copy(g)
h[0].append(1)
return g, h
### record shallow
class C:
    def __init__(self, a):
        self.a = a
    def put(self, v):
        self.a.append(v)
---
c = C([x])
d = copy.copy(c)
d.put(4)
return c.a, d.a
### in helper
def more(rows):
    rows = deepcopy(rows)
    rows[0].append(1)
    return rows
---
g = [[x]]
h = more(g)
return g, h
### deep later shared
r = [3]
g = [[x], [1]]
g.append(r)
g.append(r)
h = deepcopy(g)
h[2].append(1)
return g, h
### deep before shared
r = [3]
g = [[x], [1]]
h = deepcopy(g)
h[0].append(1)
g.append(r)
g.append(r)
return g, h
### deep times
g = [[x]] * 2
h = deepcopy(g)
h[0].append(1)
return g, h
### deep record shared
class C:
    def __init__(self, a):
        self.a = a
        self.n = 0
    def up(self):
        self.n += 1
---
c = C(1)
cs = [c, c]
ds = deepcopy(cs)
ds[0].up()
return [v.n for v in ds]
### a dictionary of a record that holds a record of a plain class
from dataclasses import asdict
class K:
    def __init__(self, a, b):
        self.a = a
        self.b = b
@dataclass
class C:
    k: K
    n: int
---
l = [x]
c = C(K(l, l), 1)
d = asdict(c)
d["k"].a.append(4)
return d["k"].b, l
### a tuple of a record that holds a deque
from collections import deque
from dataclasses import astuple
@dataclass
class C:
    q: deque
    n: int
---
r = [x]
q, n = astuple(C(deque([r, r]), 1))
q[0].append(4)
return list(q), n
### a dictionary of a record that holds a function
from dataclasses import asdict
def counter():
    used = 0
    def inc():
        nonlocal used
        used += 1
        return used
    return inc
@dataclass
class C:
    g: object
    n: int
---
c = C(counter(), 1)
d = asdict(c)
return d["g"](), c.g(), x
### a function that counts
def counter():
    used = 0
    def inc():
        nonlocal used
        used += 1
        return used
    return inc
---
g = counter()
h = deepcopy(g)
return h(), g(), h()
### a function that keeps a list, in a record
class C:
    def __init__(self, g):
        self.g = g
def keeper():
    seen = []
    def put(x):
        seen.append(x)
        return len(seen)
    return put
---
c = C(keeper())
d = deepcopy(c)
return d.g(1), c.g(x)
""")


@pytest.mark.parametrize("name", SAME)
def test_copies_are_as_in_python(name: str) -> None:
    assert_as_python(IMPORTS + SAME[name])


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_copy_still_shares_does_not_change(name: str) -> None:
    with pytest.raises(Rejected, match="FA210"):
        parse(HEAD + IMPORTS + REFUSED[name], "file.py")
