# ruff: noqa: E501
"""What Python asks of what methods of operators return, and whom it asks: by the referee, who runs every program."""

import pytest
from referee.hunts import file_of
from referee.pythonic_contest import contest

READ = r"""
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    def __post_init__(self): object.__setattr__(self, "a", self.a + 3) --- return P(x).a
class A:\n    def __init__(self, a):\n        self.d = {0: a}\n        self.n = 0\n    def up(self):\n        for v in map(self.d.get, [0, 0]): self.n += v\n        return self.n --- return A(x).up()
d = {0: x, 1: 2}\nt = 0\nfor v in map(d.get, [0, 1]): t += v\nreturn t
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n --- c = A(x)\nreturn len(c), bool(c), 1 if c else 0, not c
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n --- c = A(x)\ntry:\n    r = len(c)\n    if r == 1: raise ValueError\n    return r\nexcept ValueError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __bool__(self): return self.n > 0 --- c = A(x)\nif c: return 1\nreturn 2 if not c and b else 3
class A:\n    def __init__(self, a): self.n = a\n    def __bool__(self):\n        if self.n: return True --- c = A(x + 1)\nif c: return 1\nreturn 2
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n > 0 --- return len(A(x)), [v for v in [A(x)] if v] == []
class A:\n    def __init__(self, a): self.n = a\n    def __str__(self):\n        t = "a"\n        return t * self.n --- return str(A(x)), f"{A(x)}!"
class A:\n    def __init__(self, a): self.n = a\n    def __float__(self): return self.n / 2 --- return float(A(x)), float(A(1)) + 1
class A:\n    def __init__(self, a): self.n = a\n    def __float__(self): return float(self.n) --- return float(A(x))
class A:\n    def __init__(self, a): self.n = a\n    def __int__(self): return self.n --- return int(A(x))
class A:\n    def __init__(self, a): self.xs = [1] * a\n    def __len__(self): return len(self.xs) --- return len(A(x)), 1 if A(x) else 2
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if not isinstance(o, A): return NotImplemented\n        return A(self.n + o.n)\n    def __radd__(self, o): return self if o == 0 else NotImplemented --- return (A(x) + A(1)).n, sum([A(x), A(1)]).n
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o): return A(self.n + (o.n if isinstance(o, A) else o))\n    __radd__ = __add__ --- return (A(x) + A(1)).n, sum([A(x), A(1)]).n, (1 + A(x)).n
class A:\n    def __init__(self, a): self.n = a\n    def __mod__(self, o): return self.n % o\n    def __rmod__(self, o): return o % (self.n + 1) --- return A(x) % 2, 5 % A(x)
class A:\n    def __init__(self, a): self.n = a\n    def __str__(self) -> str:\n        if self.n: return "a" + "b"\n        return f"{self.n}"\n    def __repr__(self): return str(self) --- return f"{A(x)}", repr(A(1))
""".strip().splitlines()

OTHERWISE = r"""
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    def __post_init__(self): self.a = 3 --- try:\n    return P(x).a\nexcept AttributeError:\n    return 9
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    def __post_init__(self): self.a = 3 --- return P(x).a
i = 0\nout = []\nrows = [{0: 1, 1: 2}, {0: 5, 1: 6}]\nfor v in map(rows[i].get, [0, 1]):\n    i = 1\n    out.append(v)\nreturn out
f = {0: x}\nout = []\nfor v in map(f.get, [0, 1]):\n    f = {0: 9, 1: 8}\n    out.append(v)\nreturn out
f = {0: x}\nout = []\nfor v in map(f.get, [0, 1]):\n    f[1] = 5\n    out.append(v)\nreturn out
class A:\n    def __init__(self, a): self.d = {0: a}\n    def up(self):\n        out = []\n        for v in map(self.d.get, [0, 1]):\n            self.d = {1: 5}\n            out.append(v)\n        return out --- return A(x).up()
class A:\n    def __init__(self, a): self.d = {0: a}\n    def put(self): self.d = {1: 5}\n    def up(self):\n        out = []\n        for v in map(self.d.get, [0, 1]):\n            self.put()\n            out.append(v)\n        return out --- return A(x).up()
f = int\nout = []\nfor v in filter(f, [0, x, 2]):\n    f = bool\n    out.append(v)\nreturn out
d = {0: x}\nout = []\nfor i, v in enumerate(map(d.get, [0, 1])):\n    d = {1: 5}\n    out.append(v)\nreturn out
class A:\n    def __init__(self, a): self.n = a\n    def __bool__(self): return self.n --- c = A(x)\ntry:\n    return 1 if c else 2\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __str__(self): return self.n --- c = A(x)\ntry:\n    return str(c)\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __str__(self): return self.n --- c = A(x)\ntry:\n    return f"{c}"\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __repr__(self): return self.n --- c = A(x)\ntry:\n    return repr(c)\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __int__(self): return "a" --- c = A(x)\ntry:\n    return int(c)\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __float__(self): return self.n --- c = A(x)\ntry:\n    return float(c)\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n - 1 --- c = A(x)\ntry:\n    return 1 if c else 2\nexcept ValueError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __radd__(self, o): return 5\nclass B(A): pass --- try:\n    r = A(x) + B(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __radd__(self, o): return 5\nclass B(A): pass --- try:\n    r = B(x) + B(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __radd__(self, o): return 5\nclass B(A): pass --- try:\n    r = B(x) + A(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __rsub__(self, o): return 5 --- c, d = A(x), A(1)\ntry:\n    c -= d\nexcept TypeError:\n    return 9\nreturn 4
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if o == 1: return NotImplemented\n        return 3\n    def up(self): return self.__add__(1) --- try:\n    A(x).up()\nexcept TypeError:\n    return 9\nreturn 4
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if not isinstance(o, A): return NotImplemented\n        return 3\n    def up(self): return self.__add__(1) --- try:\n    A(x).up()\nexcept TypeError:\n    return 9\nreturn 4
class A:\n    def __init__(self, a): self.n = a\n    def __eq__(self, o):\n        if not isinstance(o, A): return NotImplemented\n        return self.n == o.n\n    def up(self): return 1 if self.__eq__(1) else 2 --- return A(x).up()
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- t = "a%s" if b else 3\ntry:\n    return t % A(x) == 5\nexcept TypeError:\n    return 9
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    def __radd__(self, v): return 8 --- p = P(x)\nreturn (1,) + p, p + p
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    def __rmul__(self, v): return 8 --- p = P(x)\nreturn 2 * p, p * 2
class A:\n    def __init__(self, a): self.n = a\n    def __radd__(self, o): return 5 --- try:\n    r = sum([A(x), A(1)], A(2))\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o): return NotImplemented\n    def __radd__(self, o): return 5 --- try:\n    r = A(x) + A(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __radd__(self, o): return 5 --- try:\n    r = A(x) + A(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n - 1 --- c = A(x)\ntry:\n    return len(c)\nexcept ValueError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return "a" --- c = A(x)\ntry:\n    return len(c)\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n > 0 --- c = A(x)\nreturn len(c)
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- return "a%s" % A(x)
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- return "a" % A(x)
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- return 3 % A(x), (x + 0.5) % A(1)
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if o == 1: return NotImplemented\n        return 3 --- return A(x).__add__(1), x
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        def g(): return NotImplemented\n        return isinstance(g(), str) --- return A(x) + 1
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if o == 1: return NotImplemented\n        return 3\n    def up(self): return isinstance(self.__add__(1), str) --- return A(x).up()
""".strip().splitlines()


@pytest.mark.parametrize("row", READ)
def test_methods_that_return_what_they_should(row: str) -> None:
    judged = contest(file_of(row))
    assert judged.kind.startswith("agreed")
    assert judged.disagreements == ()


@pytest.mark.parametrize("row", OTHERWISE)
def test_others_are_refused_or_raise_as_in_python(row: str) -> None:
    assert contest(file_of(row)).disagreements == ()
