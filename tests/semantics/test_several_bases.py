"""Classes that are made from several: Python asks them in one order, and `super()` means the next one in it."""

from __future__ import annotations

import random

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

ONE = "@mechanism\ndef f(x: Int[0, 1]):\n"
ACCEPTED = {
    "old_init": (
        """class A:
    def __init__(self, a):
        self.a = a
class B:
    def __init__(self, b=2):
        self.b = b
    def both(self):
        return self.a * 10 + self.b
class D(A, B):
    def __init__(self, a, b):
        A.__init__(self, a + 1)
        B.__init__(self, b)
""",
        """    d = D(x, 3)
    return d.both(), isinstance(d, A), isinstance(d, B)
""",
    ),
    "coop": (
        """class Base:
    def __init__(self, *, eps, **kw):
        super().__init__(**kw)
        self.eps = eps
class Clip:
    def __init__(self, *, top, **kw):
        super().__init__(**kw)
        self.top = top
    def run(self, x):
        return min(x, self.top)
class Twice:
    def run(self, x):
        return super().run(x * 2)
class M(Twice, Clip, Base):
    pass
class N(Twice, Clip, Base):
    def __init__(self, top):
        super().__init__(top=top, eps=5)
    def run(self, x):
        return super().run(x + 1) + self.eps
""",
        """    return M(top=1, eps=2).run(x), N(3).run(x), M(eps=x, top=0).eps
""",
    ),
    "args": (
        """class A:
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.seen = 0
class B:
    def __init__(self, n, k=4):
        self.n = n
        self.k = k
class D(A, B):
    def go(self):
        self.seen += self.n
        return self.seen + self.k
""",
        """    d = D(x, k=2)
    return d.go(), d.go(), D(1).go()
""",
    ),
    "diamond3": (
        """class A:
    K = 1
    def go(self, x):
        return [('A', x)]
class B(A):
    K = 2
    def go(self, x):
        return [('B', x)] + super().go(x + 1)
class C(A):
    K = 3
    def go(self, x):
        return [('C', x)] + super().go(x * 2)
class E(A):
    def go(self, x):
        return [('E', x)] + super().go(x - 1)
class D(B, C, E):
    pass
class F1(D):
    def go(self, x):
        return [('F', self.K)] + super().go(x)
""",
        """    return D().go(x), B().go(x), F1().go(x), D().K, isinstance(F1(), C), isinstance(B(), C)
""",
    ),
    "data2": (
        """from dataclasses import dataclass
class Named:
    def label(self):
        return f'{self.name}:{self.n}'
@dataclass
class Base:
    name: str
    n: int = 0
@dataclass
class D(Named, Base):
    k: int = 1
""",
        """    d = D('a', x)
    return d.label(), d.k, d == D('a', x)
""",
    ),
    "abs_hidden": (
        """from abc import ABC, abstractmethod
class I(ABC):
    @abstractmethod
    def go(self, x): ...
class C:
    def go(self, x):
        return x
class D(I, C):
    pass
class E(C, I):
    pass
""",
        """    return E().go(x)
""",
    ),
    "draws": (
        """class A:
    def go(self):
        return uniform(0, 1)
class B(A):
    def go(self):
        self.n = super().go() + super().go()
        return self.n
class C(A):
    def go(self):
        return super().go() * 10
class D(B, C):
    def __init__(self):
        self.n = 0
""",
        """    d = D()
    return d.go(), d.n
""",
    ),
    "single_old": (
        """class A:
    def __init__(self, a):
        self.a = a
class D(A):
    def __init__(self, a):
        A.__init__(self, a + 1)
""",
        """    return D(x).a
""",
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_they_mean_what_python_means(name: str) -> None:
    classes, body = ACCEPTED[name]
    assert_as_python(f"{classes}{ONE}{body}", written=False)


REFUSED = [
    ("class D(A, B):\n    pass\n", "return D().go(x)", "several with methods of their own"),
    (
        "class D(B, C):\n    def go(self, x):\n        return A.go(self, x)\n",
        "return D().go(x)",
        "several with methods",
    ),
    ("class D(B, C):\n    pass\n", "return C.go(D(), x)", "this assertion fails"),
]


@pytest.mark.parametrize(("last", "body", "message"), REFUSED)
def test_what_is_refused(last: str, body: str, message: str) -> None:
    base = "class A:\n    def go(self, x):\n        return x\n"
    heirs = "".join(
        f"class {name}(A):\n    def go(self, x):\n        return super().go(x) + {at}\n" for at, name in enumerate("BC")
    )
    with pytest.raises(Rejected) as caught:
        explore(parse(f"{HEAD}{base}{heirs}{last}{ONE}    {body}\n", "file.py"), "f", Limits())
    assert any(message in found.message for found in caught.value.diagnostics)


def hierarchy(rng: random.Random) -> str:
    """Classes of which each may call the next one, change a field, draw, or leave the method to others."""
    lines, names = ["class A:\n    K = 1\n    def go(self, x):\n        return [('A', x, self.K)]\n"], ["A"]
    for at in range(rng.randint(3, 5)):
        name = "BCDEF"[at]
        bases = rng.sample(names, min(len(names), rng.choice([1, 1, 2, 2, 3])))
        bases.sort(key=names.index, reverse=rng.random() < 0.9)
        body = [f"    K = {at + 2}\n"] if rng.random() < 0.4 else []
        match rng.choice(["calls", "calls", "ends", "leaves", "draws"]):
            case "calls":
                body.append(f"    def go(self, x):\n        return [('{name}', x)] + super().go(x + {at})\n")
            case "ends":
                body.append(f"    def go(self, x):\n        return [('{name}', self.K)]\n")
            case "draws":
                body.append("    def go(self, x):\n        return super().go(x + uniform(0, 1)) + [self.K]\n")
        lines.append(f"class {name}({', '.join(bases)}):\n" + ("".join(body) or "    pass\n"))
        names.append(name)
    asked = [f"isinstance({names[-1]}(), {other})" for other in names]
    return "".join(lines) + ONE + f"    return {names[-1]}().go(x), {names[-2]}().go(x), {', '.join(asked)}\n"


@pytest.mark.parametrize("seed", range(12))
def test_hierarchies_mean_what_python_means(seed: int) -> None:
    rng, read = random.Random(seed), 0
    for _ in range(6):
        text = hierarchy(rng)
        try:
            exec(text.partition("@mechanism")[0], {})
        except TypeError:  # Python finds no order
            with pytest.raises(Rejected):
                parse(HEAD + text, "file.py")
            continue
        assert_as_python(text, written=False)
        read += 1
    assert read
