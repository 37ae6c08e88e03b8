"""Classes, closures, decorators and exceptions as people write them: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

IMPORTS = """from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, partial, reduce, total_ordering
from typing import Callable, ClassVar, Generic, NamedTuple, Protocol, TypeVar


"""

ACCEPTED = [
    """class A:
    def __init__(self, n):
        self.n = n
    @cached_property
    def coin(self):
        return flip(1 / 2)
@mechanism
def f(x: Int[0, 1]):
    a = A(1)
    return a.coin, a.coin
""",
    """@dataclass(frozen=True)
class Matrix:
    rows: tuple
    def __matmul__(self, v):
        return [sum(a * b for a, b in zip(row, v)) for row in self.rows]
    def __rmatmul__(self, v):
        return [sum(a * row[at] for a, row in zip(v, self.rows)) for at in range(len(v))]
class Step:
    def __init__(self, function):
        self.function = function
    def __matmul__(self, other):
        return Step(lambda x: self.function(other.function(x)))
    def __call__(self, x):
        return self.function(x)
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    m = Matrix(((1, 2), (3, -1)))
    step = Step(lambda n: n + uniform(0, 1)) @ Step(sum)
    y = m
    y @= xs
    return m @ xs, xs @ m, step(xs), y
""",
    """@dataclass
class T:
    function: Callable
    k: int
    def __rshift__(self, other):
        outer = other.function
        return T(lambda arg: outer(self.function(arg)), self.k * other.k)
    def __call__(self, x):
        return self.function(x)
@mechanism
def f(x: Int[0, 2]):
    t = T(lambda v: v + 1, 1) >> T(lambda v: v * 2, 2)
    return t(x), t.k
""",
    """@dataclass
class Query:
    rows: list
    predicates: list[Callable] = field(default_factory=list)
    def where(self, p):
        return Query(self.rows, [*self.predicates, p])
    def count(self):
        return sum(1 for r in self.rows if all(p(r) for p in self.predicates))
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    q = Query(xs).where(lambda r: r > 0).where(lambda r: r < 2)
    return q.count()
""",
    """def pick(x, k):
    match k:
        case 0:
            outer = x
            return lambda v: v + outer
        case 1:
            outer = x * 2
            return lambda v: v * outer
        case outer:
            return lambda v: outer
@mechanism
def f(x: Int[0, 2]):
    return [pick(x, k)(3) for k in range(3)]
""",
    """class PC:
    def __init__(self, rows):
        self.rows = rows
    def map(self, fn):
        return PC([fn(r) for r in self.rows])
    def filter(self, fn):
        return PC([r for r in self.rows if fn(r)])
    def reduce(self, fn, start):
        total = start
        for r in self.rows:
            total = fn(total, r)
        return total
@mechanism
def f(xs: Vector[Int[0, 2], 2]):
    k = xs[0]
    return PC(xs).map(lambda r: r + k).filter(lambda r: r > 1).reduce(lambda a, b: a + b, 0)
""",
    """class Noise(Protocol):
    def sample(self, x: int) -> int: ...
class Add:
    def sample(self, x):
        return x + 1
class Mul:
    def sample(self, x):
        return x * 2
def run(n: Noise, x: int) -> int:
    return n.sample(x)
@mechanism
def f(x: Int[0, 1]):
    return run(Add(), x), run(Mul(), x)
""",
    """T = TypeVar("T")
class Box(Generic[T]):
    def __init__(self, v: T) -> None:
        self.v = v
    def get(self) -> T:
        return self.v
@mechanism
def f(x: Int[0, 1]):
    b: Box[int] = Box(x)
    return b.get()
""",
    """class Mech:
    def release(self, x):
        return self.noise(x) + self.offset
class RR(Mech):
    offset = 3
    def noise(self, x):
        return x
class Two(Mech):
    offset = 4
    def noise(self, x):
        return x * 2
@mechanism
def f(x: Int[0, 1]):
    return [m.release(x) for m in [RR(), Two()]]
""",
    """@dataclass
class P:
    a: int = 3
@dataclass
class Q:
    p: P = field(default_factory=P)
    def go(self, x):
        return x + self.p.a
@mechanism
def f(x: Int[0, 2]):
    return Q().go(x)
""",
    """class Part:
    def __init__(self, k=1):
        self.k = k
        self.n = 0
    def add(self, x):
        self.n += x * self.k
def parts():
    return [Part(2), Part(3)]
@dataclass
class Q:
    p: Part = field(default_factory=Part)
    ps: list = field(default_factory=lambda: [Part(i) for i in range(2)])
    qs: list = field(default_factory=parts)
    d: dict = field(default_factory=lambda: {"a": Part(5)})
    def go(self, x):
        self.p.add(x)
        self.ps[1].add(x)
        self.qs[0].add(x)
        self.d["a"].add(x)
        return self.p.n, self.ps[1].n, self.qs[0].n, self.d["a"].n
@mechanism
def f(x: Int[0, 2]):
    a, b = Q(), Q()
    a.go(1)
    return a.go(x), b.go(x)
""",
    """@dataclass(frozen=True)
class P:
    a: int = 3
    def __post_init__(self):
        if self.a < 0:
            raise ValueError("neg")
@dataclass
class Q:
    p: P = P(2)
def g(x, p: P = P(5)):
    return x + p.a
@mechanism
def f(x: Int[0, 2]):
    return Q().p.a, g(x)
""",
    """PRIOR = {"a": 1, "b": 2}
def g(x, prior=PRIOR):
    counts = dict(prior)
    counts["a"] += x
    return counts
@mechanism
def f(x: Int[0, 2]):
    return g(x), g(x, {"a": 3}), PRIOR
""",
    """def make(n):
    return [n] * n
T = make(2)
N = 4
assert len(T) == 2, "two"
assert N == 4
@mechanism
def f(x: Int[0, 2]):
    return x + len(T)
""",
    """@dataclass
class V:
    x: int
    ys: list
    def __iadd__(self, o):
        self.x += o.x
        self.ys.append(o.x)
        return self
@mechanism
def f(x: Int[0, 2]):
    v = V(1, [])
    v += V(x, [])
    v += V(3, [])
    return v.x, v.ys
""",
    """class Hist:
    def __init__(self, n):
        self.c = [0] * n
    def __iadd__(self, i):
        self.c[i] += 1
        return self
class Holder:
    def __init__(self):
        self.h = Hist(3)
    def put(self, i):
        self.h += i
@mechanism
def f(x: Int[0, 2]):
    h = Hist(3)
    h += x
    for i in range(2):
        h += i
    g = Holder()
    g.put(x)
    return h.c, g.h.c
""",
    """@dataclass(frozen=True)
class V:
    x: int
    def __iadd__(self, o):
        return V(self.x + o)
@mechanism
def f(x: Int[0, 2]):
    v = V(1)
    w = v
    v += x
    return v.x, w.x
""",
    """@dataclass(frozen=True)
class V:
    x: int
    def __add__(self, o):
        if isinstance(o, V):
            return V(self.x + o.x)
        if isinstance(o, int):
            return V(self.x + o)
        return NotImplemented
    __radd__ = __add__
@mechanism
def f(x: Int[0, 2]):
    return (V(x) + V(2)).x, (V(x) + 3).x, (4 + V(x)).x
""",
    """@dataclass(frozen=True)
class V:
    x: int
    def __add__(self, o):
        return V(self.x + o.x)
    def __radd__(self, o):
        return self if o == 0 else NotImplemented
@mechanism
def f(x: Int[0, 2]):
    return (V(x) + V(2)).x, (0 + V(x)).x
""",
    """class A:
    def __init__(self, k=2, *, m=1):
        if m <= 0:
            raise ValueError("m")
        self.k, self.m = k, m
class B(A):
    def __init__(self, p=3, **options):
        super().__init__(**options)
        self.p = p
class C(B):
    def __init__(self, lo, hi, **options):
        super().__init__(**options)
        self.lo, self.hi = lo, hi
class D(A):
    pass
@mechanism
def f(x: Int[0, 2]):
    c, b = C(0, 3, p=x, m=4), B(k=x)
    return c.k, c.m, c.p, c.hi, b.k, b.m, D(m=x + 1).m
""",
    """class A:
    def __init__(self, k, m=1):
        self.k, self.m = k, m
class B(A):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.n = 0
@mechanism
def f(x: Int[0, 2]):
    return B(x).k, B(x, m=2).m, B(k=1).n
""",
    """class Mech(ABC):
    def __init__(self, p):
        self.p = p
    def release(self, x):
        return self.post(self.noise(x))
    @abstractmethod
    def noise(self, x): ...
    def post(self, y):
        return y
class RR(Mech):
    def noise(self, x):
        return x if flip(self.p) else 1 - x
class Coin(Mech):
    def noise(self, x):
        return int(flip(self.p))
    def post(self, y):
        return y + 1
@mechanism
def f(x: Int[0, 1]):
    return [m.release(x) for m in (RR(1 / 4), Coin(1 / 2))]
""",
    """@contextmanager
def spending(budget, n):
    budget["left"] -= n
    yield
    budget["done"] += 1
@mechanism
def f(x: Int[0, 4]):
    budget = {"left": 4, "done": 0}
    out = []
    with spending(budget, 2):
        out.append(x + budget["left"])
    return out, budget["left"], budget["done"]
""",
    """class Session:
    def __init__(self, n):
        self.left = n
        self.log = []
    @contextmanager
    def query(self, name):
        self.left -= 1
        try:
            yield self
        finally:
            self.log.append(name)
    def ask(self, x):
        return x + self.left
@mechanism
def f(x: Int[0, 4]):
    s = Session(3)
    with s.query("a") as q:
        y = q.ask(x)
    with s.query("b"):
        z = s.ask(y)
    return y, z, s.log
""",
    """@contextmanager
def scaled(n):
    scale = n * 2
    yield scale
@mechanism
def f(x: Int[0, 4]):
    with scaled(2) as s:
        return x * s
""",
    """@contextmanager
def metered(log, n):
    log.append(n)
    yield len(log)
    log.append(-n)
@mechanism
def f(x: Int[0, 3]):
    log = []
    for i in range(3):
        with metered(log, i) as k:
            if i == x:
                break
            if k > 3:
                continue
            log.append(9)
    with metered(log, x):
        return log
""",
    """class Spent(Exception):
    pass
class Session:
    def __init__(self, n):
        self.left = n
        self.open = 0
    @contextmanager
    def query(self, cost):
        self.open += 1
        try:
            if cost > self.left:
                raise Spent(cost)
            self.left -= cost
            yield self.left
        finally:
            self.open -= 1
@mechanism
def f(x: Int[0, 3]):
    s = Session(2)
    got = []
    try:
        with s.query(1) as left:
            got.append(left)
        with s.query(x) as left:
            got.append(left)
            if left == 0:
                raise Spent(0)
    except Spent:
        got.append("spent")
    return got, s.left, s.open
""",
    """class Spent(Exception):
    pass
@contextmanager
def scope(log):
    log.append("in")
    yield
    log.append("out")
@mechanism
def f(x: Int[0, 3]):
    log = []
    try:
        with scope(log):
            if x > 1:
                raise Spent()
            log.append("body")
    except Spent:
        log.append("spent")
    return log
""",
    """@contextmanager
def scope(n):
    m = n + 1
    yield m
    m += n
@mechanism
def f(x: Int[0, 3]):
    n, m = x, 7
    with scope(n) as k:
        n = 5
        k += 1
    return n, m, k
""",
    """class S:
    def __init__(self):
        self.log = []
    @contextmanager
    def step(self, name):
        self.log.append("+" + name)
        yield
        self.log.append("-" + name)
    def run(self, x):
        with self.step("a"), self.step("b"):
            self.log.append(str(x))
        return self.log
@mechanism
def f(x: Int[0, 3]):
    return list(S().run(x))
""",
    """class S:
    def __init__(self):
        self.log = []
    @contextmanager
    def step(self, name):
        self.log.append("+" + name)
        yield self.log
        self.log.append("-" + name)
class T:
    def __init__(self):
        self.s = S()
    def run(self, x):
        with self.s.step("a"):
            self.s.log.append(str(x))
@mechanism
def f(x: Int[0, 3]):
    t = T()
    t.run(x)
    return t.s.log
""",
    """class S:
    def __init__(self):
        self.n = 0
    def run(self, x):
        self.n += x
        return self.n
@mechanism
def f(x: Int[0, 3]):
    return S().run(x)
""",
    """def lying(rate):
    def decorate(function):
        def wrapper(bit):
            answer = function(bit)
            return 1 - answer if flip(rate) else answer
        return wrapper
    return decorate
@lying(1 / 4)
def reported(bit):
    return bit
@lying(rate=1 / 3)
def other(b):
    return 1 - b
@mechanism
def f(x: Int[0, 1]):
    return reported(x), other(x)
""",
    """def doubled(fn):
    def wrapper(*args, **kwargs):
        return 2 * fn(*args, **kwargs)
    return wrapper
@doubled
@doubled
def add(a, b=1, *, c=0):
    return a + b + c
@mechanism
def f(x: Int[0, 1]):
    return add(x), add(x, 2), add(x, b=3, c=4)
""",
    """def clipped(lo, hi):
    def decorate(fn):
        def wrapper(*args):
            return max(lo, min(hi, fn(*args)))
        return wrapper
    return decorate
@mechanism
@clipped(0, 1)
def f(x: Int[0, 3], y: Int[0, 1]):
    return x + y
""",
    """TABLE = {}
def register(cls):
    TABLE[cls.name] = cls
    return cls
@register
class A:
    name = "a"
    def __init__(self, k):
        self.k = k
    def run(self):
        return self.k
@register
class B:
    name = "b"
    def __init__(self, k):
        self.k = k + 1
    def run(self):
        return self.k * 2
def build(name, k):
    if name not in TABLE:
        raise ValueError(name)
    return TABLE[name](k)
@mechanism
def f(x: Int[0, 3]):
    return build("a", x).run(), build("b", x).run(), sorted(TABLE)
""",
    """TABLE = {}
def register(name):
    \"\"\"Docs.\"\"\"
    def wrap(fn):
        if name in TABLE:
            raise ValueError("twice")
        TABLE[name] = fn
        return fn
    return wrap
@register("a")
def one(x):
    return x
@register("b")
def two(x):
    return x + flip(1 / 2)
@mechanism
def f(x: Int[0, 3]):
    return [TABLE[k](x) for k in ("a", "b")], one(x)
""",
    """class Base:
    def run(self, xs):
        raise NotImplementedError
REGISTRY: dict[str, type[Base]] = {}
def register(name):
    def wrap(cls):
        REGISTRY[name] = cls
        return cls
    return wrap
@register("sum")
class Sum(Base):
    def run(self, xs):
        return sum(xs)
@register("count")
class Count(Base):
    def run(self, xs):
        return len(xs)
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    return [REGISTRY[name]().run(xs) for name in ("sum", "count")]
""",
    """REGISTRY = {}
def register(name):
    def wrap(fn):
        REGISTRY[name] = fn
        return fn
    return wrap
@register("sum")
def total(xs):
    return sum(xs)
@register("count")
def count(xs):
    return len(xs)
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    return [REGISTRY[name](xs) for name in ("sum", "count")]
""",
    """class Sum:
    def __init__(self, n):
        self.n = n
    def run(self, xs):
        return sum(xs) + self.n
class Count:
    def __init__(self, n):
        self.n = n
    def run(self, xs):
        return len(xs) * self.n
KINDS = {"sum": Sum, "count": Count}
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    a = KINDS["sum"](3)
    return a.run(xs), [KINDS[k](2).run(xs) for k in sorted(KINDS)]
""",
    """class Sum:
    def run(self, xs):
        return sum(xs)
class Count:
    def run(self, xs):
        return len(xs)
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    out = []
    for name in ("sum", "count"):
        out.append({"sum": Sum, "count": Count}[name]().run(xs))
    return out
""",
    """class A:
    def __init__(self, k):
        self.k = k
class B:
    def __init__(self, k):
        self.k = k + 1
def build(cls, k):
    return cls(k)
@mechanism
def f(x: Int[0, 2]):
    return build(A, x).k, build(B, x).k, [c(2).k for c in (A, B)]
""",
    """class A:
    def __init__(self, k):
        self.k = k
class B:
    def __init__(self, k):
        self.k = k
@mechanism
def f(x: Int[0, 3]):
    a = (A if x > 1 else B)(x)
    return isinstance(a, A), isinstance(a, (A, B)), a.k
""",
    """@contextmanager
def scope(log):
    log.append(1)
    yield log
    log.append(2)
@mechanism
def f(x: Int[0, 3]):
    log = [x]
    with scope(log) as l:
        l.append(5)
    return log, l
""",
    """@contextmanager
def scope(log):
    try:
        yield
    except ValueError:
        pass
@mechanism
def f(x: Int[0, 3]):
    with scope([]):
        if x: raise ValueError
    return x
""",
    """class A:
    def __init__(self, xs):
        self.xs = xs
    @cached_property
    def total(self):
        return sum(self.xs)
    @cached_property
    def table(self):
        return {k: self.total + k for k in range(2)}
    def go(self, k):
        return self.table[k]
@mechanism
def f(xs: Vector[Int[0, 1], 2]):
    a = A(tuple(xs))
    return a.total + a.total, a.go(1), A(xs).table
""",
    """@dataclass(frozen=True)
class A:
    n: int
    @cached_property
    def weights(self):
        return [2 ** k for k in range(self.n)]
    def draw(self):
        return categorical(*self.weights)
@mechanism
def f(x: Int[1, 2]):
    return A(x).draw()
""",
    """from typing import overload
@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x):
    return x
@mechanism
def f(x: Int[0, 1]):
    return g(x), g("a")
""",
    """class Bad(Exception):
    pass
class A:
    def __init__(self):
        self.n = 0
    @property
    def prop(self):
        self.n += 1
        return self.n
@mechanism
def f(x: Int[0, 2]):
    a = A()
    try:
        if x:
            raise Bad(a.prop)
    except Bad:
        pass
    return a.n
""",
    """class A:
    def __init__(self):
        self.n = 0
    @property
    def prop(self):
        self.n += 1
        return self.n
@mechanism
def f(x: Int[0, 2]):
    a = A()
    try:
        if x:
            raise ValueError(f"no {a.prop}")
    except ValueError:
        pass
    return a.n
""",
    """class A:
    def __init__(self):
        self.n = 0
    @property
    def prop(self):
        return 1 // self.n
@mechanism
def f(x: Int[0, 2]):
    a = A()
    try:
        if x:
            raise ValueError(a.prop)
    except ZeroDivisionError:
        return "zero"
    except ValueError:
        return "value"
    return a.n
""",
    """class V:
    def __init__(self, n):
        self.n = n
    def __add__(self, o):
        if self.n > 1:
            raise KeyError("big")
        return V(self.n + o.n)
@mechanism
def f(x: Int[0, 2]):
    v = V(x)
    try:
        if x:
            raise ValueError(v + v)
    except KeyError:
        return "key"
    except ValueError:
        return "value"
    return "none"
""",
    """class V:
    def __init__(self, n):
        self.n = n
    def __str__(self):
        if self.n > 1:
            raise KeyError("big")
        return "v"
@mechanism
def f(x: Int[0, 2]):
    v = V(x)
    try:
        if x:
            raise ValueError(f"no {v}")
    except KeyError:
        return "key"
    except ValueError:
        return "value"
    return "none"
""",
    """class A:
    def __init__(self, n):
        self.n = n
    @property
    def left(self):
        return self.n - 1
    def spend(self, k):
        if k > self.left:
            raise ValueError(f"{k} of {self.left}")
        self.n -= k
@mechanism
def f(x: Int[0, 3]):
    a = A(2)
    try:
        a.spend(x)
    except ValueError:
        return "spent", a.n
    return a.n
""",
    """def shifted(fn):
    def wrapper(*args):
        x = 5
        return fn(*args) + x
    return wrapper
@shifted
def g(x):
    return x
@mechanism
def f(x: Int[0, 3]):
    return g(x), g(x)
""",
]

# What Python could mean otherwise.
REFUSED = [
    """def pick(x, k):
    gs = []
    for i in range(2):
        if i == 0:
            outer = x
            gs.append(lambda v: v + outer)
        else:
            outer = x * 2
    return gs
@mechanism
def f(x: Int[0, 2]):
    return [g(1) for g in pick(x, 1)]
""",
    """def pick(x, k):
    g = lambda v: v
    if k == 0:
        outer = x
        g = lambda v: v + outer
    else:
        outer = x * 2
    outer = 5
    return g
@mechanism
def f(x: Int[0, 2]):
    return [pick(x, k)(3) for k in range(3)]
""",
    """PRIOR = {"a": 1, "b": 2}
def g(x, prior=PRIOR):
    prior["a"] += x
    return prior
@mechanism
def f(x: Int[0, 2]):
    return g(x), g(x)
""",
    """@dataclass
class P:
    a: int = 3
    def __post_init__(self):
        self.b = 1
@dataclass
class Q:
    p: P
def make():
    return P(2)
def g(x, p: P = P(5)):
    p.a += x
    return p.a
@mechanism
def f(x: Int[0, 2]):
    return g(x), g(x)
""",
    """def counted(fn):
    calls = 0
    def wrapper(x):
        nonlocal calls
        calls += 1
        return fn(x) + calls
    return wrapper
@counted
def g(x):
    return x
@mechanism
def f(x: Int[0, 3]):
    return g(x), g(x)
""",
    """TABLE = {}
def register(fn):
    TABLE[fn.__name__] = fn
    return fn
@register
def one(x):
    return x
@mechanism
def f(x: Int[0, 3]):
    TABLE["two"] = one
    return len(TABLE)
""",
    """@contextmanager
def scope(log):
    yield
    yield
@mechanism
def f(x: Int[0, 3]):
    with scope([]):
        return x
""",
    """@contextmanager
def scope(log):
    try:
        yield
    except ValueError as error:
        pass
@mechanism
def f(x: Int[0, 3]):
    with scope([]):
        if x: raise ValueError
    return x
""",
    """LOG = 3
@contextmanager
def scope(n):
    yield n + LOG
@mechanism
def f(x: Int[0, 3]):
    LOG = x
    with scope(1) as k:
        return k + LOG
""",
    """class A:
    def __init__(self, xs):
        self.xs = xs
    @cached_property
    def total(self):
        return sum(self.xs)
    def add(self, x):
        self.xs.append(x)
@mechanism
def f(x: Int[0, 1]):
    a = A([1])
    b = a.total
    a.add(x)
    return b, a.total
""",
    """class A:
    def __init__(self, n):
        self.n = n
    @cached_property
    def total(self):
        return self.twice()
    def twice(self):
        return self.n * 2
@mechanism
def f(x: Int[0, 1]):
    a = A(1)
    b = a.total
    a.n += x
    return b, a.total
""",
    """class A:
    def __init__(self, n):
        self.n = n
    @cached_property
    def table(self):
        return [self.n]
@mechanism
def f(x: Int[0, 1]):
    a = A(1)
    t = a.table
    t.append(x)
    return t, a.table
""",
    """class A:
    def __init__(self, n):
        self.n = n
    @cached_property
    def table(self):
        return [[self.n]]
    def put(self, x):
        for row in self.table:
            row.append(x)
@mechanism
def f(x: Int[0, 1]):
    a = A(1)
    a.put(x)
    return a.table
""",
    """class B:
    def __init__(self, n):
        self.n = n
class A:
    def __init__(self, b):
        self.b = b
    @cached_property
    def v(self):
        return self.b.n
@mechanism
def f(x: Int[0, 1]):
    b = B(1)
    a = A(b)
    u = a.v
    b.n += x
    return u, a.v
""",
    """def fill(xs, x):
    xs.append(x)
class A:
    def __init__(self, xs):
        self.xs = xs
    @cached_property
    def v(self):
        return len(self.xs)
@mechanism
def f(x: Int[0, 1]):
    a = A([1])
    u = a.v
    fill(a.xs, x)
    return u, a.v
""",
    """class A:
    def __init__(self, xs):
        self.xs = xs
    @cached_property
    def v(self):
        return len(self.xs)
@mechanism
def f(x: Int[0, 1]):
    xs = [1]
    a = A(xs)
    u = a.v
    xs.append(x)
    return u, a.v
""",
    """class A:
    def __init__(self, n):
        self.n = n
    @cached_property
    def v(self):
        return self.n
class H:
    def __init__(self):
        self.a = A(1)
    def bump(self, x):
        self.a.n += x
@mechanism
def f(x: Int[0, 1]):
    h = H()
    u = h.a.v
    h.bump(x)
    return u, h.a.v
""",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_as_python(text: str) -> None:
    assert_as_python(IMPORTS + text, written=False)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + IMPORTS + text, "file.py")
