"""Messages speak of what the file says: no name in them was invented where forms are written out as plainer ones."""

from __future__ import annotations

import builtins
import keyword
import re

import pytest
from as_python import HEAD

from faier.lang import Rejected, parse
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import NOWHERE
from faier.lang.vocabulary import VOCABULARY
from faier.limits import Limits
from faier.semantics.explore import explore

REFUSED = {
    "told_fmt": """
class E(Exception):
    def __init__(self, n):
        self.n = n
@mechanism
def f(x: Int[0, 1]):
    try:
        if x:
            raise E(2)
    except E as e:
        return f'{e:>5}'
    return ''
""",
    "told_fmt2": """
@mechanism
def f(x: Int[0, 1]):
    try:
        if x:
            raise ValueError('a')
    except ValueError as e:
        return f'{e:>5}'
    return ''
""",
    "told_attr": """
class E(Exception):
    def __init__(self, n):
        self.n = n
@mechanism
def f(x: Int[0, 1]):
    try:
        if x:
            raise E(2)
    except E as e:
        return e.m
    return ''
""",
    "told_let": """
class E(Exception):
    def __init__(self, n):
        self.n = n
@mechanism
def f(x: Int[0, 1]):
    k = None
    try:
        if x:
            raise E(2)
    except E as e:
        k = e
    return k
""",
    "made_3": """
def fit(t, k):
    t.append(k)
    return t
def mk(x):
    return [x]
@mechanism
def f(x: Int[0, 1]):
    a = fit(mk(x), mk(2))
    a[1].append(3)
    return a
""",
    "spend_k": """
def spend(x, k=step):
    return k(x)
def step(a):
    return a
@mechanism
def f(x: Int[0, 1]):
    return spend(x)
""",
    "spend_k2": """
@mechanism
def f(x: Int[0, 1]):
    def step(a):
        return a + x
    def spend(y, k=step):
        return k(y)
    return spend(x)
""",
    "closure": """
def make(n):
    left = n
    def spend(k):
        nonlocal left
        left -= k
        return left
    return spend
@mechanism
def f(x: Int[0, 1]):
    s = make(2)
    return s.foo + s(1)
""",
    "closure2": """
def make(n):
    left = n
    def spend(k):
        nonlocal left
        left -= k
        return left
    return spend
@mechanism
def f(x: Int[0, 1]):
    s = make(2)
    return s + 1
""",
    "closure3": """
def make(n):
    left = n
    def spend(k):
        nonlocal left
        left -= k
        return left
    return spend
@mechanism
def f(x: Int[0, 1]):
    s = make(2)
    return s(1, 2)
""",
    "closure4": """
def make(n):
    xs = [n]
    def spend(k):
        xs.append(k)
        return len(xs) + kk
    return spend
@mechanism
def f(x: Int[0, 1]):
    s = make(2)
    return s(1)
""",
    "deco": """
def twice(g):
    def inner(x):
        return g(g(x))
    return inner
@twice
def h(x):
    return x + 1
@mechanism
def f(x: Int[0, 1]):
    return h(x, 2)
""",
    "lambda2": """
@mechanism
def f(x: Int[0, 1]):
    g = [lambda a: a]
    return g[0](x, 1)
""",
    "made_const": """
def mk(n):
    return [n]
A = mk(2)
@mechanism
def f(x: Int[0, 1]):
    A.append(x)
    return A
""",
    "super": """
class A:
    def go(self, x):
        return x + 'a'
class B(A):
    def go(self, x):
        return super().go(x, 3)
@mechanism
def f(x: Int[0, 1]):
    return B().go(x)
""",
    "super2": """
class A:
    def go(self, x):
        return x + 'a'
class B(A):
    def go(self, x):
        return super().go(x)
@mechanism
def f(x: Int[0, 1]):
    return B().go(x)
""",
    "superinit": """
class A:
    def __init__(self, n):
        k = n
        self.n = k + zz
class B(A):
    def __init__(self, n):
        super().__init__(n)
@mechanism
def f(x: Int[0, 1]):
    return B(x).n
""",
    "prelude": """
from heapq import heappush, nlargest
@mechanism
def f(x: Int[0, 1]):
    h = []
    heappush(h, x, 3)
    return h
""",
    "prelude4": """
from statistics import mean
@mechanism
def f(x: Int[0, 1]):
    return mean([])
""",
    "partial": """
from functools import partial
def g(a, b):
    return a + b
@mechanism
def f(x: Int[0, 1]):
    h = partial(g, 1)
    return h(1, 2)
""",
    "rec": """
class N:
    def __init__(self, v):
        self.v = v
    def up(self):
        self.v += 1
        return self
@mechanism
def f(x: Int[0, 1]):
    a = [N(x).up(), N(2)]
    b = a[0]
    b.up()
    return [n.v for n in a], b
""",
    "dispatch2": """
from functools import singledispatch
@singledispatch
def g(x):
    return 0
@g.register
def _(x: int):
    return x + 1
@mechanism
def f(x: Int[0, 1]):
    return g(x, 2)
""",
    "orders": """
from dataclasses import dataclass
@dataclass(order=True)
class P:
    a: int
@mechanism
def f(x: Int[0, 1]):
    return sorted([P(x), 3])
""",
    "lent2": """
def put(t, k):
    t.append(k)
    return len(t)
@mechanism
def f(x: Int[0, 1]):
    t = [[x]]
    for r in t:
        put(r, put(r, 2))
        t.append(r)
    return t
""",
    "deconst": """
def deco(n):
    def around(g):
        def inner(x):
            return g(x) + n
        return inner
    return around
@deco(2)
def h(x):
    return x
@mechanism
def f(x: Int[0, 1]):
    return h()
""",
    "total_order": """
from functools import total_ordering
@total_ordering
class P:
    def __init__(self, a):
        self.a = a
    def __eq__(self, o):
        return self.a == o.a
    def __lt__(self, o):
        return self.a < o.a
@mechanism
def f(x: Int[0, 1]):
    return P(x) >= 3
""",
    "postinit": """
from dataclasses import dataclass
@dataclass
class P:
    a: int
    def __post_init__(self):
        if self.a > 0:
            raise ValueError('big')
        self.b = self.zz
@mechanism
def f(x: Int[0, 1]):
    return P(x).b
""",
    "nested_cls": """
class A:
    class B:
        def go(self):
            return self.zz
@mechanism
def f(x: Int[0, 1]):
    return A.B().go() + A.C
""",
    "walrus": """
class V:
    def __init__(self, a):
        self.a = a
    def __add__(self, o):
        return V(self.a + o.a)
@mechanism
def f(x: Int[0, 1]):
    return (V(x) + V([1])).a
""",
    "cached": """
from functools import cached_property
class C:
    def __init__(self, x):
        self.x = x
    @cached_property
    def t(self):
        return self.x + 'a'
@mechanism
def f(x: Int[0, 1]):
    return C(x).t
""",
}
KNOWN = {*VOCABULARY, *dir(builtins), *keyword.kwlist, "suppress", "nullcontext", "contextmanager", "__init__"}


@pytest.mark.parametrize("name", REFUSED)
def test_every_name_in_a_message_is_written_in_the_file(name: str) -> None:
    text = HEAD + REFUSED[name]
    with pytest.raises(Rejected) as caught:
        explore(parse(text, "file.py"), "f", Limits())
    written = {*re.findall(r"\w+", text), *KNOWN}
    for found in caught.value.diagnostics:
        assert "\u00b7" not in found.message + found.hint
        quoted = re.findall(r"`([^`]*)`", found.message) + re.findall(r"\b(?:a|an) (\w+) \+", found.message)
        named = {word for part in quoted for word in re.findall(r"[A-Za-z_]\w*", part)}
        assert named - written <= {"integer", "label", "list"}, (found.message, named - written)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("a told\u00b7Spent as a text", "a Spent as a text"),
        ("`B.A\u00b7go` takes 2", "`A.go` takes 2"),
        ("`self\u00b7left` is", "`self.left` is"),
        ("`heappush\u00b7` takes `set\u00b7n`", "`heappush` takes `n`"),
    ],
)
def test_invented_names_are_told_as_what_they_stand_for(told: str, said: str) -> None:
    found = Diagnostic("FA101", told, told, "file.py", NOWHERE)
    assert (found.message, found.hint) == (said, said)
