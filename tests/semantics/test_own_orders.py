"""Operators of own classes that refuse other values, and sums and orders of records: as Python runs them."""

import pytest
from as_python import assert_as_python
from cases import cases

from faier.lang import parse
from faier.lang.failures import Failure
from faier.semantics import denote

IMPORTS = "from dataclasses import dataclass\nfrom functools import total_ordering\n"
SAME = cases("""
### radd
class V:
    def __init__(self, a):
        self.a = a
    def __add__(self, other):
        return V(self.a + other.a) if isinstance(other, V) else NotImplemented
    def __radd__(self, other):
        return self if other == 0 else NotImplemented
---
return sum([V(x), V(1)]).a, (0 + V(x)).a
### guard then
class V:
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return self.a == other.a if isinstance(other, V) else NotImplemented
    def __mul__(self, k):
        return V(self.a * k)
    def __rmul__(self, k):
        if isinstance(k, int):
            return V(self.a * k)
        return NotImplemented
---
return V(x) == V(1), V(x) == 1, (2 * V(x)).a, (V(x) * 3).a
### type error
class V:
    def __init__(self, a):
        self.a = a
    def __rsub__(self, k):
        if k < 2:
            return V(k - self.a)
        return NotImplemented
---
try:
    return (x - V(1)).a
except TypeError:
    return 9
### sorted lt
class P:
    def __init__(self, a, b):
        self.a = a
        self.b = b
    def __lt__(self, other):
        return self.a < other.a
---
ps = [P(x, 0), P(1, 1), P(0, 2)]
return [p.b for p in sorted(ps)], [p.b for p in sorted(ps, reverse=True)], max(ps).b, min(ps).b, max(P(x, 1), P(1, 5)).b
### others
class P:
    def __lt__(self, other):
        return True
---
return max(x, 1), sorted([x, 1]), sum([x, 1])
### total
@total_ordering
class P:
    def __init__(self, a):
        self.a = a
    def __eq__(self, other):
        return self.a == other.a
    def __lt__(self, other):
        return self.a < other.a
---
ps = [P(x), P(1), P(0)]
return [p.a for p in sorted(ps)], max(ps).a, min(ps).a, max(ps) >= P(1)
### sum strings
@dataclass(frozen=True)
class V:
    a: int
    def __add__(self, other):
        return V(self.a + other.a)
    def __lt__(self, other):
        return self.a < other.a
---
vs = [V(2), V(x), V(1)]
t = V(0)
for v in vs:
    t += v
return sum(vs, V(0)).a, t.a, [v.a for v in sorted(vs)], sum([[x], [1]], []), max([x, 1]), sorted("ba")
### guarded both
class V:
    def __init__(self, a):
        self.a = a
    def __add__(self, other):
        if not isinstance(other, V):
            return NotImplemented
        return V(self.a + other.a)
    def __radd__(self, other):
        return V(self.a + other)
    def __lt__(self, other):
        if not isinstance(other, V):
            return NotImplemented
        return self.a < other.a
    def __gt__(self, other):
        if not isinstance(other, V):
            return other < self.a
        return other.a < self.a
---
return (3 + V(x)).a, (V(x) + V(1)).a, V(x) < V(1), V(x) > V(1), V(x) > 1, 1 < V(x)
""")
PARTIAL = cases("""
### no order
class P:
    def __init__(self, a):
        self.a = a
    def __lt__(self, other):
        return self.a < other.a
---
ps = [P({x}), P({1}), P({0, 1})]
try:
    return [len(p.a) for p in sorted(ps)]
except Exception:
    return 0
""")


@pytest.mark.parametrize("name", SAME)
def test_records_are_summed_and_ordered_as_in_python(name: str) -> None:
    assert_as_python(IMPORTS + SAME[name], written=False)


def test_what_is_no_order_is_refused() -> None:
    program = parse("from faier import Int, mechanism\n\n\n" + PARTIAL["no order"], "file.py")
    with pytest.raises(Failure, match="a label < an integer"):
        denote.outputs(program, "f", {"x": 2})
