"""Operators of classes of the file, Enums of texts, dataclasses of all kinds mean what they mean in Python."""

import pytest
from as_python import assert_as_python

from faier.lang import parse
from faier.lang.diagnostics import Rejected

HEAD = """\
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum, StrEnum, auto
from functools import total_ordering
from heapq import heappop, heappush
from fractions import Fraction
from faier import Bool, Int, Vector, clamp, flip, mechanism, uniform


"""
BUDGET = """\
@dataclass(frozen=True)
class V:
    a: int
    def __add__(self, o):
        return V(self.a + (o.a if isinstance(o, V) else o))
    def __radd__(self, o):
        return V(self.a + o)
    def __mul__(self, k):
        return V(self.a * k)
    def __neg__(self):
        return V(-self.a)
    def __str__(self):
        return f"V{self.a}"
    def __lt__(self, o):
        return self.a < o.a
"""
FORMS = """\
@dataclass(frozen=True)
class V:
    a: int
    def __format__(self, spec):
        return format(self.a, spec or "03d")
    def __eq__(self, o):
        return E(self, o)
class W:
    def __init__(self, a):
        self.a = a
    def __str__(self):
        return "W"
@dataclass(frozen=True)
class E:
    left: V
    right: int
    off: bool = False
    def __invert__(self):
        return E(self.left, self.right, not self.off)
"""
GIVING = """\
import math
class V:
    def __init__(self, xs):
        self.xs = list(xs)
    def __iter__(self):
        return zip(self.xs, self.xs[1:])
    def __reversed__(self):
        return reversed(self.xs)
    def __enter__(self):
        return self
    def __exit__(self, *told):
        self.xs = []
    def __index__(self):
        return 1
    def __len__(self):
        return len(self.xs)
class W:
    def __init__(self, xs):
        self.xs = xs
    def __iter__(self):
        return map(lambda y: y + 1, self.xs)
    def __next__(self):
        return self.xs[0]
    def __reversed__(self):
        for y in self.xs[::-1]:
            yield y, len(self.xs)
"""
PLAIN = """\
@total_ordering
class V:
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        if not isinstance(other, V):
            return NotImplemented
        return self.a == other.a
    def __lt__(self, other):
        return self.a < other.a
    def __bool__(self):
        return self.a > 0
"""
ROWS = """\
class V:
    def __init__(self, xs):
        self.xs = list(xs)
    def __len__(self):
        return len(self.xs)
    def __iter__(self):
        return iter(self.xs)
    def __contains__(self, x):
        return x in self.xs
    def __getitem__(self, i):
        return self.xs[i]
    def __setitem__(self, i, x):
        self.xs[i] = x
"""
TEXTS = """\
class C(StrEnum):
    A = "abc"
    B = auto()
class M(str, Enum):
    A = "abc"
    B = "b"
class N(int, Enum):
    A = 1
    B = 2
"""
ORDERED = """\
@dataclass(order=True, frozen=True)
class P:
    a: int
    b: int = field(default=0, compare=False)
@dataclass(frozen=True)
class Q:
    a: int
    b: int = 2
    c: int = field(init=False)
    def __post_init__(self):
        if self.b < 0:
            raise ValueError("negative")
        object.__setattr__(self, "c", self.a + self.b)
@dataclass
class R:
    q: P = field(default_factory=lambda: P(1))
    c: Counter = field(default_factory=Counter)
    xs: list = field(default_factory=lambda: [0, 0])
"""
SAME = {
    "formats": (FORMS, "v, w = V(x), W(x)\nreturn f'{v} {v:+d} {v:{x + 1}} {w} {x:2d}', format(v), format(v, 'b'), '{:d}|{}'.format(v, w)"),
    "what is gone over": (
        GIVING,
        "v, w = V([x, 1, uniform(0, 1)]), W([x, 1])\n"
        "return list(v), [*w], [y for y in reversed(v)], list(zip(reversed(w), v)), sum(W((x, 2))), list(reversed(list(w)))",
    ),
    "formats of several": (FORMS, "return [f'{y}' for y in (V(x), W(x), x)], [format(y, '') for y in (V(x), x)]"),
    "comparisons that are records": (FORMS, "e = ~(V(x) == 2)\nreturn e.off, e.right, (~~(V(1) == x)).off, ~(x == 1)"),
    "replaced where fields are computed": (ORDERED, "q = replace(Q(x), a=1)\nreturn q.c, replace(replace(q, b=x), a=uniform(0, 1)).c, replace(q).c"),
    "replaced, of several classes": (ORDERED, "return [replace(y, b=x).a for y in (P(x), Q(x))], replace(P(1), a=x).a"),
    "add": (BUDGET, "v = 0 + V(x) + V(1) * 3 + 1\nreturn v.a, (-v).a, x * 2 + 1, [x] + [1]"),
    "add in a loop": (BUDGET, "v = V(0)\nfor w in [V(x), V(flip(1 / 2))]:\n    v += w\nreturn v.a"),
    "text": (BUDGET, "v = V(x)\nreturn f'<{v}> {x}', str(v), str(x), V(x) < V(1), V(1) > v"),
    "heap": (BUDGET, "h = []\nfor k in [2, x, 1]:\n    heappush(h, V(k))\nreturn [heappop(h).a for _ in range(3)]"),
    "lists": (BUDGET, "xs = [1]\nxs += [x, 2]\nn = 1\nn += x\nn *= 2\nreturn xs, n, (1, x) + (2,), 'a' + 'b'"),
    "equal": (PLAIN, "v = V(x)\nreturn v == V(1), v != V(1), v == 3, 3 != v, None == v, v >= V(1), v <= V(1), x == 1"),
    "true": (PLAIN, "v = V(x)\nn = 0\nif v:\n    n += 1\nif not v or n:\n    n += 2\nreturn n, 1 if V(x) else 0, bool(v)"),
    "rows": (ROWS, "v = V([x, 1])\nv[0] = v[1] + x\nreturn v.xs, len(v), len([x]), 2 in v, 2 not in v, x in [1]"),
    "iterated": (ROWS, "v, n = V([x, 1]), 0\nfor y in v:\n    n += y\nreturn n, sum(v), sorted(v), [y for y in v if y]"),
    "texts": (
        TEXTS,
        "c = C.A if x else C.B\nreturn c.upper(), len(c), c[0], c[1:], c + 'x', 'b' in c, c in ('abc',), c == 'abc', f'{c:>5}',"
        " str(c), {c: 1}['abc' if x else 'b'], '-'.join(C), c < 'b', list(c), isinstance(c, str), C('abc').value",
    ),
    "mixed": (
        TEXTS,
        "m, n = (M.A, N.A) if x else (M.B, N.B)\nreturn m.upper(), f'{m}', str(m), m + 'x', m == 'abc', n + 1, f'{n}', str(n),"
        " [5, 6, 7][n], n < 2, max(N).value, sum(N)",
    ),
    "ordered": (
        ORDERED,
        "p, q = P(x, 1), P(1, 2)\nreturn p == q, p < q, p <= q, len({p, q}), max(p, q).b, [r.a for r in sorted([q, p, P(0)])]",
    ),
    "made": (ORDERED, "q = Q(x, b=flip(1 / 3) + 1)\nreturn q.c, q == Q(x), Q(b=0, a=1).c"),
    "factories": (ORDERED, "r, s = R(), R()\nr.c[x] += 1\nr.xs[0] += x\nreturn r.c[1], s.c[1], r.xs, s.xs, r.q.a"),
}  # fmt: skip


@pytest.mark.parametrize(("classes", "body"), SAME.values(), ids=SAME)
def test_is_what_python_does(classes: str, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    assert_as_python(f"{HEAD}{classes}\n\n@mechanism\ndef f(x: Int[0, 2]):\n{lines}", written=False)


EQUAL = "@dataclass(frozen=True)\nclass V:\n    a: int\n    def __eq__(self, other):\n        return True\n"
REFUSED = {
    "equal inside of a list": (EQUAL, "return V(x) in [V(1)]"),
    "equal to a number inside": (EQUAL, "return x in [V(1)]"),
    "lists of them": (EQUAL, "return [V(x)] == [V(1)]"),
    "a key": (EQUAL, "return len({V(x), V(1)})"),
    "true inside of a list": (ROWS, "return any([V([1] * x)])"),
    "a text inside of another": (BUDGET, "return f'{[V(x)]}'"),
    "a number afterwards": (BUDGET.replace("return V(self.a + (o.a if isinstance(o, V) else o))", "return 7"), "v = V(x)\nv += 3\nreturn v.a"),
    "a number that is a member": ("class C(IntEnum):\n    A = 1\n    def __add__(self, o):\n        return 7\n", "return C.A + x"),
    "a text of a member": ("class C(Enum):\n    A = 1\n    def __str__(self):\n        return 'a'\n", "return f'{[C.A]}'"),
    "classes made from others": (
        "class A:\n    def __init__(self, n):\n        self.n = n\n    def __add__(self, o):\n        return A(1)\n"
        "class B(A):\n    def __radd__(self, o):\n        return A(9)\n",
        "return (A(x) + B(1)).n",
    ),
    "records that are not reversed": (GIVING.replace("__reversed__", "other"), "return list(reversed(V([x, 1])))"),
    "records as numbers": (GIVING, "return [4, 5][V([x])]"),
    "records that are rounded": (GIVING, "return math.floor(V([x]))"),
    "records that are asked for the next": (GIVING, "return next(W([x]))"),
    "records that are entered by hand": (GIVING, "return V([x]).__enter__()"),
    "replaced what is not given": (ORDERED, "return replace(Q(x), c=1).c"),
    "orders of two classes": (ORDERED.replace("class Q", "class Z") , "return P(x) < Z(1)"),
    "a member that is caught": (
        "class C(Enum):\n    A = 1\n",
        "try:\n    y = C(x).name\nexcept KeyError:\n    y = 'no'\nreturn y",
    ),
    "auto of a text": ("class C(str, Enum):\n    A = auto()\n", "return C.A"),
}  # fmt: skip


@pytest.mark.parametrize(("classes", "body"), REFUSED.values(), ids=REFUSED)
def test_is_refused(classes: str, body: str) -> None:
    from faier.limits import Limits
    from faier.semantics.explore import explore

    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    with pytest.raises(Rejected):
        program = parse(f"{HEAD}{classes}\n\n@mechanism\ndef f(x: Int[0, 2]):\n{lines}", "file.py")
        explore(program, "f", Limits())


def test_a_record_that_computes_its_fields_is_no_input() -> None:
    with pytest.raises(Rejected) as caught:
        parse(f"{HEAD}{ORDERED}\n\n@mechanism\ndef f(q: Q):\n    return q.c\n", "file.py")
    assert [item.code for item in caught.value.diagnostics] == ["FA208"]
