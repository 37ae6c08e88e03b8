# ruff: noqa: E501
"""Functions inside of functions, generators, recursion and their like: the checker against Python, every draw tried."""

import types
from fractions import Fraction

import pytest

import faier
from faier.checker.admission import admitted
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.outputs import distributions
from faier.checker.values import List, shown_key

HEAD = "import faier\nfrom faier import Int, Vector, flip, mechanism, uniform\nfrom functools import partial, reduce\n\nENDS = (1, 4)\n\n\n"
ONE = "@mechanism\ndef m(x: Int[0, 2]):\n"

PROGRAMS = {
    "stars": ONE + "    a, *b = [x, 1, 2]\n    *c, d = b\n    return a, b, c, d\n",
    "walrus": ONE
    + "    ys = [y := i * x for i in range(3)]\n    z = any((k := i) > x for i in range(4))\n    return ys, y, z, k\n",
    "rebound": ONE
    + "    total = 0\n\n    def add(k, *, less=1):\n        nonlocal total\n        total += k - less\n        return total\n\n"
    + "    a = add(1)\n    b = add(2, less=uniform(0, 1))\n    c = [add(i) for i in range(2)]\n"
    + "    total += add(x)\n    return a, b, c, total, total + add(5) + total\n",
    "late": ONE
    + "    n = 1\n\n    def f(y):\n        return y + n\n\n    a = f(1)\n    n = 10 * x\n    return a, f(1)\n",
    "deep": ONE
    + "    c = 0\n\n    def f(y):\n        def g(z):\n            nonlocal c\n            c += z\n            return c + x\n\n"
    + "        return g(y) + g(1)\n\n    return f(x), c, f(2), c\n",
    "a loop's variable": ONE
    + "    def f():\n        return i * x\n\n    out = []\n    for i in range(3):\n        out = out + [f()]\n    return out\n",
    "lambdas": ONE
    + "    f = lambda y: y + x + n\n    n = 5\n    return list(map(f, range(2))), sorted([1, 2, 0], key=lambda y: -y)\n",
    "keys": "def second(p):\n    return p[1]\n\n\n"
    + ONE
    + "    ps = [(i, (i * x) % 2) for i in range(3)]\n    return sorted(ps, key=second, reverse=True), max(ps, key=second), "
    + "min(ps, key=lambda p: -p[1]), list(filter(lambda p: p[1], ps)), list(map(partial(max, 1), range(3)))\n",
    "recursion": "def walk(n):\n    if n <= 0 or flip(1 / 3):\n        return n\n    return walk(n - 1) + walk(n - 2)\n\n\n"
    + ONE
    + "    return walk(x + 1)\n",
    "deep recursion": "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\n\n\n" + ONE + "    return f(50 * x)\n",
    "generators": "def some(n):\n    for i in range(n):\n        yield i + (flip(1 / 2) if i == 1 else 0)\n\n\n"
    + "def more(n):\n    yield from some(n)\n    yield 9\n\n\n"
    + ONE
    + "    t = 0\n    for y in more(x):\n        if y == 9:\n            break\n        t += y\n    return t, sum(some(2)), list(more(1))\n",
    "shown one by one": "def some(n):\n    for i in range(n):\n        yield i + flip(1 / 2)\n\n\n"
    + ONE
    + "    yield from some(x)\n    yield from [x, 7]\n",
    "reduced": ONE
    + "    b = reduce(lambda b, _: b << 1 | flip(1 / 4), range(2), x)\n    c = reduce(max, [x, 1, b])\n"
    + "    d = reduce(lambda s, y: [*s, y + x], [1, 2], [])\n    return b, c, d, reduce(divmod, (7 + x, 2))\n",
    "ends": ONE + "    return faier.clamp(5 * x, *ENDS), faier.clamp(*[x, 1], 1)\n",
    "digits": ONE
    + "    return x.bit_length(), (5 * x).bit_count(), bin(x).count('1'), hex(-9 * x), oct(x), bin(x > 1), (x > 1).bit_length()\n",
    "raised": ONE + "    if x == 2:\n        raise ValueError('too much')\n    return x\n",
}


class Script:
    """Every way that draws come out, one after the other."""

    def __init__(self, path):
        self.path, self.at, self.weight, self.others = path, 0, Fraction(1), []

    def pick(self, values):
        if self.at == len(self.path):
            self.others += [[*self.path, other] for other in range(1, len(values))]
            self.path = [*self.path, 0]
        value, weight = values[self.path[self.at]]
        self.at, self.weight = self.at + 1, self.weight * weight
        return value


def by_python(text, x, monkeypatch):
    found, waiting = {}, [[]]
    script = Script([])
    monkeypatch.setattr(faier, "flip", lambda p: script.pick([(False, 1 - third(p)), (True, third(p))]))
    count = lambda low, high: Fraction(1, high - low + 1)  # noqa: E731
    monkeypatch.setattr(
        faier, "uniform", lambda low, high: script.pick([(v, count(low, high)) for v in range(low, high + 1)])
    )
    module = types.ModuleType("drawn")
    exec(compile(text, "drawn.py", "exec"), module.__dict__)
    while waiting:
        script = Script(waiting.pop())
        shown = module.m(x)
        key = tuple(map(keyed, shown)) if isinstance(shown, types.GeneratorType) else (keyed(shown),)
        found[key] = found.get(key, Fraction(0)) + script.weight
        waiting += script.others
    return found


def third(p):
    return Fraction(p).limit_denominator(1000)


def keyed(value):
    return shown_key(kept(value))


def kept(value):
    if isinstance(value, (list, tuple)):
        return List(map(kept, value)) if isinstance(value, list) else tuple(map(kept, value))
    return value


def by_checker(text, x):
    file = read(text, {})
    admitted(file, {})
    claimed = dict.fromkeys(("delta", "prior", "pairs", "decorator"))
    claimed |= {"mechanism": "m", "epsilon": "0", "neighbors": "each(1)"}
    joint = Joint(file, claim_of(file, claimed), Budget(500_000))
    ((_, found),) = distributions(joint, joint.given({"x": x}))
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_functions_mean_what_python_means(name, monkeypatch):
    text = HEAD + PROGRAMS[name]
    for x in range(3):
        try:
            expected = by_python(text, x, monkeypatch)
        except ValueError:
            with pytest.raises(Invalid):
                by_checker(text, x)
        else:
            assert {tuple(key): weight for key, weight in by_checker(text, x).items()} == expected


@pytest.mark.parametrize(
    "body",
    [
        "    xs = [0]\n\n    def f():\n        xs[0] = x\n\n    f()\n    return xs\n",
        "    xs = [0]\n\n    def f():\n        return xs\n\n    ys = f()\n    xs[0] = 5\n    return ys\n",
        "    t = 0\n\n    def f(k):\n        nonlocal t\n        t += k\n        return t\n\n"
        "    return sum((f(i) for i in range(3)), t)\n",
        "    t = 0\n    for y in (x + t for i in range(2)):\n        t += y\n    return t\n",
        "    return [reduce(max, [y, x]) for y in range(2)]\n",
        "    return reduce(max, (y for y in range(2)), x)\n",
        "    def f():\n        return g()\n\n    def g():\n        return x\n\n    return f()\n",
    ],
)
def test_what_could_be_seen_otherwise_is_a_hole(body):
    with pytest.raises(Hole):
        by_checker(HEAD + ONE + body, 1)


def test_a_function_that_never_ends_is_a_hole():
    with pytest.raises(Hole):
        by_checker(HEAD + "def f(n):\n    return f(n + 1)\n\n\n" + ONE + "    return f(x)\n", 1)
