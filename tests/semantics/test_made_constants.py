"""Constants that functions and classes of the file make: what Python means by them, or a refusal."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

IMPORTS = """from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


"""

ACCEPTED = [
    """class Step:
    def __init__(self, *parts):
        self.parts = list(parts)
    def __rshift__(self, other):
        return Step(*self.parts, *other.parts)
    def __mul__(self, times):
        return Step(*(self.parts * times))
    def run(self, x):
        for part in self.parts:
            x = 2 * x + part
        return x
def step(n):
    return Step(n)
A = step(1)
CHAIN = step(0) >> A >> step(1) * 2 >> (step(0) >> A)
operand_2 = 5
@mechanism
def f(x: Int[0, 2]):
    return CHAIN.run(x), (A >> CHAIN).run(x), operand_2
""",
    """@dataclass(frozen=True)
class Policy:
    a: int
    b: int = 4
    @property
    def limit(self):
        return self.a + self.b
POLICY = Policy(2)
LIMIT = POLICY.limit
@mechanism
def f(x: Int[0, 2]):
    return x + POLICY.limit + LIMIT
""",
    """def weight(k):
    total = 0
    for i in range(k):
        total += i
    return total
TABLE = {k: weight(k) for k in range(4)}
ROWS = [weight(k) + 1 for k in range(3)]
@mechanism
def f(x: Int[0, 2]):
    return TABLE[x] + ROWS[x]
""",
    """class Range(NamedTuple):
    lo: int
    hi: int
    @classmethod
    def around(cls, x, r=1):
        return cls(x - r, x + r)
    def clip(self, v):
        return max(self.lo, min(self.hi, v))
R = Range.around(3, r=2)
S = R._replace(hi=9)
@mechanism
def f(x: Int[0, 2]):
    return R.clip(x) + S.hi
""",
    """@dataclass(frozen=True)
class Clip:
    lo: int
    hi: int
    def __rshift__(self, other):
        return Chain((self, other))
    def __call__(self, v):
        return max(self.lo, min(self.hi, v))
@dataclass(frozen=True)
class Chain:
    parts: tuple
    def __rshift__(self, other):
        return Chain(self.parts + (other,))
    def __call__(self, v):
        for part in self.parts:
            v = part(v)
        return v
@dataclass(frozen=True)
class Add:
    n: int
    def __call__(self, v):
        return v + self.n
PIPELINE = Clip(0, 2) >> Add(3) >> Add(4)
@mechanism
def f(x: Int[0, 4]):
    return PIPELINE(x)
""",
    """def make_clip(lo, hi):
    def clip(v):
        return max(lo, min(hi, v))
    return clip
CLIP = make_clip(0, 2)
@mechanism
def f(x: Int[0, 4]):
    return CLIP(x)
""",
    """def linear(a):
    return lambda v: a * v + 1
HASHES = [linear(a) for a in range(1, 4)]
@mechanism
def f(x: Int[0, 4]):
    return [h(x) % 3 for h in HASHES]
""",
    """NN = 7
C = [lambda v, k=NN: v + k]
@mechanism
def f(x: Int[0, 4]):
    return C[0](x)
""",
    """def make(n):
    return [n]
T = make(2)
def g(x, acc=T, *, more=T):
    return len(acc) + x + more[0]
@mechanism
def f(x: Int[0, 1], ):
    return g(x), g(x, [1, 2])
""",
    """class Noise:
    def __init__(self, p):
        self.p = p
    def add(self, x):
        return x ^ int(flip(self.p))
    def __call__(self, x):
        return self.add(x)
N = Noise(1 / 4)
@mechanism
def f(x: Int[0, 1]):
    return N.add(x), N(x)
""",
    """def make(n):
    return n, n + 1
A, B = make(2)
@mechanism
def f(x: Int[0, 1]):
    return x + A + B
""",
    """def make(n):
    if n > 4:
        raise ValueError("no")
    return n
T = make(2)
@mechanism
def f(x: Int[0, 1]):
    try:
        return T // x
    except ZeroDivisionError:
        return 0
""",
    """class Stage:
    def __init__(self, k):
        self.k = k
    def run(self, x):
        return x * self.k
STAGES = [Stage(k) for k in range(1, 3)]
BY = {"a": Stage(3), "b": Stage(4)}
@mechanism
def f(x: Int[0, 1]):
    return [s.run(x) for s in STAGES], BY["a"].run(x), sum(s.k for s in BY.values()), sorted(BY)
""",
    """def clip(lo, hi):
    return lambda v: max(lo, min(hi, v))
def compose(*fs):
    def run(v):
        for g in fs:
            v = g(v)
        return v
    return run
PIPE = compose(clip(0, 2), lambda v: v + 1, clip(0, 2))
@mechanism
def f(x: Int[-1, 4]):
    return PIPE(x), [PIPE(v) for v in (x, 1)], list(map(PIPE, [x]))
""",
    """class Bag:
    def __init__(self, xs):
        self.xs = list(xs)
    def __iter__(self):
        return iter(self.xs)
    def __len__(self):
        return len(self.xs)
B = Bag([1, 2])
@mechanism
def f(x: Int[-1, 4]):
    return [v + x for v in B], len(B), sum(B)
""",
    """def geometric_weights(n, a):
    return [a ** k for k in range(n)]
W = geometric_weights(3, Fraction(1, 2))
TOTAL = sum(W)
P = W[0] / TOTAL
@mechanism
def f(x: Int[0, 1]):
    return categorical(*W), flip(P)
""",
    """class Noise:
    def __init__(self, p):
        self.p = p
    def add(self, x):
        return x ^ int(flip(self.p))
class Other:
    def __init__(self, p):
        self.p = p
    def add(self, x):
        return x + 1
def make(k):
    return Noise(1 / 2) if k else Other(3)
N = make(1)
O = make(0)
@mechanism
def f(x: Int[0, 1]):
    return N.add(x), O.add(x), [m.add(x) for m in (N, O)]
""",
    """class Color(Enum):
    RED = 1
    BLUE = 2
    def weight(self):
        return self.value * 2
W = Color.RED.weight()
ALL = [c.weight() for c in Color]
@mechanism
def f(x: Int[0, 1]):
    return W + x, ALL
""",
    """@dataclass(frozen=True)
class Range:
    lo: int
    hi: int
    def __post_init__(self):
        if self.lo > self.hi:
            raise ValueError("empty")
    @property
    def width(self):
        return self.hi - self.lo
    def clip(self, v):
        return min(max(v, self.lo), self.hi)
@dataclass(frozen=True)
class Query:
    name: str
    range: Range
    weight: Fraction = Fraction(1, 2)
QUERIES = (Query("a", Range(0, 2)), Query("b", Range(1, 3), Fraction(1, 3)))
WIDTHS = {q.name: q.range.width for q in QUERIES}
@mechanism
def f(x: Int[0, 4]):
    return [q.range.clip(x) for q in QUERIES], WIDTHS, flip(QUERIES[1].weight)
""",
    """class P(NamedTuple):
    a: int
    b: int
    def swap(self):
        return P(self.b, self.a)
Q = P(1, 2).swap()
@mechanism
def f(x: Int[0, 2]):
    a, b = Q
    match Q:
        case P(a=2, b=k):
            return k + x, a, b, Q, Q[0], x in Q, len(Q)
    return 0
""",
    """@dataclass(frozen=True)
class V:
    x: int
    y: int
    def __add__(self, o):
        return V(self.x + o.x, self.y + o.y)
    def __mul__(self, k):
        return V(self.x * k, self.y * k)
    def __neg__(self):
        return V(-self.x, -self.y)
A = V(1, 2)
B = A + V(3, 4) * 2
C = -B
D = sum([V(1, 1), V(2, 2)], A) if False else B
@mechanism
def f(x: Int[0, 2]):
    return B.x + x, (B + A).y, C
""",
    """def make():
    return {"a": [1], "b": [2]}
T = make()
@mechanism
def f(x: Int[0, 2]):
    t = {k: list(v) for k, v in T.items()}
    t["a"].append(x)
    u = dict(T)
    u["c"] = [x]
    return t, u, T
""",
    """def scaled(k):
    def run(v):
        return v * k
    return run
TABLE = {"x2": scaled(2), "x3": scaled(3)}
@mechanism
def f(x: Int[0, 2]):
    return TABLE["x2"](x), {n: g(x) for n, g in TABLE.items()}
""",
]

# Each would change a constant, which others see.
CHANGED = [
    """def make(n):
    return [n, n]
T = make(2)
@mechanism
def f(x: Int[0, 1]):
    T[0] += x
    return T
""",
    """def make(n):
    return [n, n]
T = make(2)
@mechanism
def f(x: Int[0, 1]):
    t = T
    t.append(x)
    return T, t
""",
    """def make(n):
    return {"a": [n]}
T = make(2)
def put(t, x):
    t["a"].append(x)
@mechanism
def f(x: Int[0, 1]):
    put(T, x)
    return T
""",
    """class Acc:
    def __init__(self, n):
        self.n = n
    def add(self, x):
        self.n += x
A = Acc(3)
@mechanism
def f(x: Int[0, 1]):
    A.add(x)
    A.add(1)
    return A.n
""",
    """class Acc:
    def __init__(self, n):
        self.n = n
    def add(self, x):
        self.n += x
class Holder:
    def __init__(self, acc):
        self.acc = acc
    def add(self, x):
        self.acc.add(x)
A = Acc(3)
@mechanism
def f(x: Int[0, 1]):
    h = Holder(A)
    h.add(x)
    return A.n, h.acc.n
""",
    """def counter():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
C = counter()
@mechanism
def f(x: Int[0, 1]):
    C()
    return C() + x
""",
    """def make(n):
    return [[n], [n]]
T = make(2)
@mechanism
def f(x: Int[0, 1]):
    for row in T:
        row.append(x)
    return T
""",
    """def make(n):
    return [[n], [n]]
T = make(2)
@mechanism
def f(x: Int[0, 1]):
    t = [*T]
    t[0].append(x)
    return T, t
""",
    """class Acc:
    def __init__(self, n):
        self.n = n
        self.xs = []
    def add(self, x):
        self.xs.append(x)
        return self
A = Acc(3).add(2)
B = A
@mechanism
def f(x: Int[0, 1]):
    b = B
    b.xs.append(x)
    return A.xs, B.xs
""",
    """def make(n):
    return [n]
T = make(2)
@mechanism
def f(x: Int[0, 1], ):
    d = {}
    d.setdefault("a", T).append(x)
    return T, d
""",
    """def make(n):
    return [n]
T = make(2)
def g(x, acc=T):
    acc.append(x)
    return len(acc)
@mechanism
def f(x: Int[0, 1], ):
    return g(x), g(x)
""",
    """class P:
    def __init__(self, rows):
        self.rows = rows
def make(n):
    return [n]
T = make(2)
def touch(xs):
    xs.append(1)
@mechanism
def f(x: Int[0, 1]):
    p = P(T)
    touch(p.rows)
    return p.rows, T
""",
    """class Acc:
    def __init__(self):
        self.xs = []
    def add(self, x):
        self.xs.append(x)
        return self
def fill():
    a = Acc()
    a.add(1)
    return a
A = fill()
@mechanism
def f(x: Int[0, 2]):
    a = A
    a = a.add(x)
    return A.xs
""",
    """class Acc:
    def __init__(self, xs):
        self.xs = xs
def make():
    return [1]
L = make()
A = Acc(L)
@mechanism
def f(x: Int[0, 2]):
    A.xs.append(x)
    return L
""",
    """def make():
    return {"a": [1], "b": [2]}
T = make()
@mechanism
def f(x: Int[0, 2]):
    u = dict(T)
    u["a"].append(x)
    return u, T
""",
]

OTHERS = [
    (
        "def make(n):\n    return [n, uniform(0, 1)]\nT = make(2)\n",
        "T[0]",
        "FA209",
        "may be drawn when the file is loaded",
    ),
    ("def make(n):\n    return n + LIMIT\nT = make(2)\nLIMIT = 4\n", "T", "FA204", "used before it is defined"),
    ("T = make(2)\ndef make(n):\n    return n\n", "T", "FA204", "before it is defined"),
    ("C = [lambda v, k=NN: v + k]\nNN = 7\n", "C[0](x)", "FA204", "before it is defined"),
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_as_python(text: str) -> None:
    assert_as_python(IMPORTS + text, written=False)


@pytest.mark.parametrize("text", CHANGED)
def test_nothing_changes_them(text: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(HEAD + IMPORTS + text, "file.py")
    assert {item.code for item in caught.value.diagnostics} == {"FA210"}


@pytest.mark.parametrize(("text", "value", "code", "message"), OTHERS)
def test_what_is_refused(text: str, value: str, code: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(f"{HEAD}{text}@mechanism\ndef f(x: Int[0, 1]):\n    return {value}\n", "file.py")
    assert code in [item.code for item in caught.value.diagnostics]
    assert any(message in item.message for item in caught.value.diagnostics)


def test_what_raises_when_the_file_is_loaded_is_not_caught_later() -> None:
    text = "def make(n):\n    if n > 1:\n        raise ValueError('no')\n    return n\nT = make(2)\n@mechanism\n"
    text += "def f(x: Int[0, 1]):\n    try:\n        return T\n    except ValueError:\n        return 0\n"
    program = parse(HEAD + text, "file.py")
    with pytest.raises(Rejected):
        explore(program, "f", Limits())
