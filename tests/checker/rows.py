# ruff: noqa: E501
r"""The rows of the language, each in a few small programs: bodies of a mechanism of `x: Int[0, 2]` and `b: Bool`.

Lines before `---` stand at the top level, `\n` ends a line. Those after `?` the checker does not read.
"""

from __future__ import annotations

from referee.hunts import file_of
from referee.pythonic import PythonFile

TOP = r"""
LO, HI = -1, 2 --- return clamp(3 * x - 2, LO, HI)
NAMES = ["a", "b", "c"]\nAGES = {"a": 1, "b": 2} --- return AGES.get(NAMES[x], 0)
NAMES = ("a", "b", "c")\nBY = {name: i for i, name in enumerate(NAMES)} --- return BY[NAMES[x]]
SEEN = {1, 2} --- return x in SEEN
SEEN = frozenset({1, 2}) --- return x in SEEN
SQUARES = [i * i for i in range(3)]\nMOST = max(SQUARES) --- return SQUARES[x] + MOST
from typing import Final\nN: Final = 3\nM: Final[int] = 4 --- return N * x + M
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Config:\n    low: int\n    high: int = 2\nC = Config(low=0) --- return clamp(x, C.low, C.high)
def double(n): return 2 * n\nN = double(3) --- return N + x
N = sum(range(4)) --- return N + x
TABLE = dict(a=1, b=2) --- return TABLE["a"] + x
TEXT = "a" + "b" * 2 --- return TEXT[x]
LABEL = f"n={3}" --- return LABEL, x
WEIGHTS = {(0, 1): 2, (1, 1): 3} --- return WEIGHTS.get((x, 1), 0)
"""

LIBRARY_ROWS = r"""
return flip(p=1 / 4), uniform(hi=3, lo=x), uniform(0, hi=x), clamp(x, lo=0, hi=1)
from itertools import combinations\nimport itertools --- return list(combinations([x, 1, 2], r=2)), list(itertools.permutations(iterable=(x, 1), r=2))
return sample([x, 3], k=1), choice(values=[x, 4])
? n = [0]; return uniform(hi=n.append(1) or 2, lo=len(n))
return math.floor(x / 2), math.ceil(x / 2), math.comb(4, x), math.factorial(x), math.gcd(4, x), math.isqrt(x + 7)
return min(math.inf, x), x < math.inf
best = -math.inf\nfor v in [x, 1]:\n    if v > best: best = v\nreturn best
return math.prod([x, 2]), math.perm(3, x), math.lcm(2, x + 1), math.trunc(x / 2)
return list(product([x, 1], repeat=2))
return [a + c for a, c in product(range(x), [1, 2])]
return list(combinations([x, 1, 2], 2)), list(permutations([x, 1]))
return list(combinations_with_replacement([x, 1], 2))
return list(accumulate([1, x, 2]))
return list(accumulate([1, x, 2], max))
return list(accumulate([1, x, 2], lambda a, c: a * 2 + c))
return list(accumulate([1, x], initial=5))
return list(accumulate([1, x], lambda a, c: a - c, initial=5))
return list(accumulate([1, x, 2], operator.mul))
return list(chain([x], [1], "a"))
return list(chain.from_iterable([[x], [1, 2]]))
return list(repeat(x, 2))
return [a * c for a, c in zip([1, x], repeat(3))]
return list(pairwise([x, 1, 2]))
return list(islice([x, 1, 2], 2))
return list(islice([x, 1, 2, 3], 1, 3))
return list(islice([x, 1, 2, 3], x, None, 2))
return list(islice(count(x), 2))
return list(starmap(lambda a, c: a - c, [(x, 1), (2, x)]))
return list(starmap(pow, [(x, 2), (2, x)]))
return list(zip_longest([1], [x, 2])), list(zip_longest([1], [x, 2], fillvalue=0))
return [(k, list(g)) for k, g in groupby([1, 1, x])]
return [(k, len(list(g))) for k, g in groupby(sorted([1, 0, x]))]
return [(k, [v for v, _ in g]) for k, g in groupby([(0, 1), (x, 1), (1, 2)], key=lambda p: p[1])]
return {k: sum(v for _, v in g) for k, g in groupby([("a", 1), ("a", x), ("b", 2)], key=lambda p: p[0])}
return list(takewhile(lambda v: v < 2, [0, x, 1])), list(dropwhile(lambda v: v < 2, [0, x, 1]))
return list(compress([1, x, 3], [True, b, x])), list(filterfalse(lambda v: v % 2, [1, x, 4]))
n = 0\nfor i, v in zip(count(), [x, 1]):\n    n += i * v\nreturn n
n = 0\nfor i in count(1):\n    n += i\n    if n > x: break\nreturn n
return [v for v, _ in zip(cycle([x, 1]), range(3))]
return reduce(lambda a, c: a - c, [1, x, 2])
return reduce(lambda a, c: a - c, [x], 5)
return reduce(operator.xor, [1, x, 2], 0)
f = partial(pow, 2)\nreturn f(x)
def f(a, c, d=0): return a + 2 * c + 4 * d --- g = partial(f, 1, d=x)\nreturn g(2)
def f(a, c): return a + 2 * c --- g = partial(f, x)\nreturn [g(v) for v in range(2)]
? def f(a, c): return a + 2 * c --- return list(map(partial(f, x), [1, 2]))
def f(a, c): return a + 2 * c\ndef apply(g, v): return g(v) --- return apply(partial(f, x), 1)
def f(a, c): return a + 2 * c\nG = partial(f, 1) --- return G(x)
noise = partial(geometric, 1 / 2)\nreturn clamp(x + noise(), 0, 2)
def noisy(v, a): return clamp(v + geometric(a), 0, 2) --- quiet = partial(noisy, a=1 / 3)\nreturn quiet(x)
from functools import cache\n@cache\ndef f(n): return n + 1 --- return f(x)
from functools import lru_cache\n@lru_cache(maxsize=None)\ndef f(n): return 1 if n < 2 else f(n - 1) + f(n - 2) --- return f(x + 2)
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: int): return v + 1\n@f.register\ndef _(v: str): return 7 --- return f(x), f("a"), f(None)
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register(int)\ndef of_int(v): return v + 1\n@f.register(list)\ndef of_list(v): return 7 --- return f(x), f([x]), f(None)
c = Counter([x, 1, 1])\nreturn c[1], c[5], c.most_common(1), c.total()
c = Counter("ab" * x)\nc.update("b")\nreturn c
c = Counter([x, 1])\nc[x] += 1\nreturn dict(c)
c = Counter(a=x, z=1)\nreturn c
c = Counter({1: x})\nreturn c + Counter([1]), c - Counter([1]), c & Counter([1]), c | Counter([1])
d = defaultdict(int)\nd[x] += 1\nreturn dict(d)
d = defaultdict(list)\nd[x].append(1)\nreturn dict(d)
d = defaultdict(lambda: 5)\nd[x] += 1\nreturn dict(d)
d = defaultdict(lambda: [0, 0])\nd[x][1] += 1\nd[0][0] += 1\nreturn dict(d)
d = defaultdict(lambda: defaultdict(int))\nd[x][1] += 1\nreturn {k: dict(v) for k, v in d.items()}
d = defaultdict(lambda: {"n": 0, "s": 0})\nd[x]["n"] += 1\nreturn dict(d)
d = defaultdict(set)\nd[x].add(1)\nreturn {k: sorted(v) for k, v in d.items()}
d = defaultdict(int, {0: 5})\nd[x] += 1\nreturn dict(d)
d = defaultdict(float)\nd[x] += 1\nreturn d[x] == 1
d = defaultdict(Counter)\nd[x]["a"] += 1\nreturn {k: dict(v) for k, v in d.items()}
q = deque([1, x], maxlen=2)\nq.append(5)\nreturn list(q)
q = deque(maxlen=2)\nfor v in range(x + 1):\n    q.append(v)\nreturn list(q), len(q)
q = deque([1, 2, 3], 2)\nq.appendleft(x)\nreturn list(q)
q = deque([0] * 2, maxlen=2)\nq.extend([x, 1])\nreturn sum(q), q[0]
from enum import Enum\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2 --- return Colour.RED if x else Colour.BLUE
from enum import IntEnum\nclass Size(IntEnum):\n    S = 0\n    L = 2 --- return Size.L + x, Size(0) == x
from enum import Enum, auto\nclass K(Enum):\n    A = auto()\n    B = auto() --- return [k.value + x for k in K], K["A"], K(2).name, len(K)
? from enum import StrEnum\nclass K(StrEnum):\n    A = "a"\n    B = "b" --- return K.A == "a", K.B + "c" * x
import operator --- return operator.add(x, 1), operator.mul(x, 2)
from operator import itemgetter --- return sorted([(x, 0), (1, 1)], key=itemgetter(0))
from operator import attrgetter\nfrom typing import NamedTuple\nclass P(NamedTuple):\n    a: int --- return max([P(x), P(1)], key=attrgetter("a")).a
from bisect import bisect_left --- return bisect_left([0, 1, 2], x)
from heapq import heappush, heappop --- h = []\nfor v in [2, x]: heappush(h, v)\nreturn heappop(h)
from heapq import nlargest --- return nlargest(2, [(x, 0), (1, 1), (0, 2)], key=lambda p: p[0])
from statistics import mean, median --- return median([x, 1, 2]), mean([x, 1]) > 1
from copy import copy, deepcopy --- a = [[x]]\nc = deepcopy(a)\nc[0].append(1)\nreturn a, c
"""

VALUE_ROWS = r"""
d = {0: 1, 1: 2}\nd[x] = 5\nd.setdefault(7, 1)\nd.pop(0)\nreturn d, list(d.items()), len(d)
d = {k: v for k, v in [(x, 1), (1, 2)]}\nreturn d, x in d, sum(d.values())
d = {"a": x} | {"c": 1}\nd |= {"a": 4}\nreturn {**d, "z": 1}
d = {2: "a", x: "c"}\nreturn [k for k in sorted(d)], max(d, key=d.get), min(d.values())
d = {"a": x, "c": 1}\nreturn sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))
d = {"a": x, "c": 1}\nreturn sorted(d, key=d.get, reverse=True), max(d.items(), key=lambda kv: kv[1])[0]
d = {"a": x, "c": 1}\nreturn sorted(d, key=lambda k: d[k]), sorted(d, key=d.__getitem__)
s = {x, 1}\ns.add(5)\ns.discard(1)\nreturn sorted(s), len(s), 5 in s
s = {x, 1, 2}\nreturn sum(v * v for v in s), max(s), {v + 1 for v in s} == {2, 3}
s = {x, 1, 2}\nt = {0, 1}\nreturn len(s & t), len(s | t), len(s - t), s <= t, sorted(s ^ t)
s = {(x, 1), (1, 2)}\nreturn sum(a * c for a, c in s)
return "a" + "b" * x, f"{x}-{b}", "a" < "b", "a" in "cab", ",".join(["a", str(x)])
return f"{x:02d}", f"{x:>3}", f"{x / 2:.2f}", f"{x!r}", f"{b!s}", f"{x=}"
return "{}-{}".format(x, b), "{0}{1}{0}".format(x, b), "{a}".format(a=x), "{:02d}".format(x)
return "%d-%s" % (x, b), "%s" % x
t = "{}:{}"\nreturn t.format(x, "a")
return "abc".upper(), "a,b".split(","), " a ".strip(), "abc".startswith("a"), "abc".find("c"), "a-b".replace("-", "+")
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    c: int = 0 --- p = P(x)\nreturn p.a, p[1], p, p._replace(c=3), tuple(p), p == (x, 0)
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    c: int = 0 --- a, c = P(x, 1)\nreturn a + c, P(x)._asdict()
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    c: int = 0 --- p = P(x)\np.a += 1\nreturn p, p.a
from dataclasses import dataclass, field\n@dataclass\nclass P:\n    xs: list = field(default_factory=list)\n    def add(self, v): self.xs.append(v) --- p = P()\np.add(x)\nreturn p.xs
from dataclasses import dataclass\n@dataclass(frozen=True, order=True)\nclass P:\n    a: int\n    c: int = 0 --- return P(x) < P(1, 1), max(P(x), P(1)).a, sorted([P(2), P(x)])[0].a
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    c: int = 0 --- d = {P(x): 1}\nreturn d.get(P(1), 5), P(x) in {P(1), P(2)}
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    def __post_init__(self): self.a += 1 --- return P(x).a
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    @property\n    def twice(self): return 2 * self.a\n    @classmethod\n    def of(cls, v): return cls(v + 1)\n    @staticmethod\n    def one(): return 1 --- return P.of(x).twice + P.one()
class Account:\n    def __init__(self, n):\n        self.left = n\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        return True --- a = Account(2)\nreturn a.spend(x), a.spend(1), a.left
class Base:\n    def size(self): return 1\nclass More(Base):\n    def size(self): return super().size() + 2 --- return More().size() + x
class P:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return P(self.v + other.v)\n    def __eq__(self, other): return self.v == other.v --- return (P(x) + P(1)).v, P(x) == P(1)
class P:\n    def __init__(self, v): self.v = v\n    def __len__(self): return self.v\n    def __getitem__(self, i): return i * self.v\n    def __call__(self, y): return y + self.v --- p = P(x)\nreturn len(p), p[2], p(1)
class P:\n    N = 3\n    def __init__(self, v): self.v = v + self.N --- return P(x).v, P.N
return None if x else 1, x is None, (None, x)
"""

METHOD_ROWS = r"""
a = [2, x, 1]\na.sort(reverse=True)\nreturn a
a = [2, x, 1]\na.sort(key=lambda v: -v)\nreturn a
a = [(2, 0), (x, 1)]\na.sort(key=lambda p: p[0], reverse=True)\nreturn a
def second(p): return p[1] --- a = [(2, 0), (x, 1), (0, 0)]\na.sort(key=second)\nreturn a
from operator import itemgetter --- a = [(2, 0), (x, 1)]\na.sort(key=itemgetter(0))\nreturn a
a = [[2], [x], [1]]\na.sort(key=len)\nreturn a
a = ["b", "A"] * x\na.sort(key=str.lower)\nreturn a
return sorted([-1, x], key=abs), max([-2, x], key=abs), min("ba", "c" * x, key=len)
d = {"a": [2, x], "c": []}\nd["a"].sort(key=lambda v: -v)\nreturn d
a = [2, x, 1]\norder = sorted(range(3), key=lambda i: a[i])\nreturn order
a = [2, x, 1]\nreturn sorted(range(3), key=a.__getitem__)
a = [2, x, 1]\nreturn max(range(3), key=lambda i: a[i]), min(enumerate(a), key=lambda p: p[1])
a = [2, x, 1]\nreturn max(a, key=lambda v: (v % 2, v)), max([], key=lambda v: v, default=x)
a = [2, x, 1]\na.reverse()\nc = a.copy()\na.clear()\nreturn a, c
d = {0: 1}\nfor k, v in d.items():\n    d[k] = v + x\nreturn d
d = {0: {1: x}}\nreturn d.get(0, {}).get(1, 5), d.get(7, {}).get(1, 5)
s = {x}\ns.update([1, 2])\ns.remove(1)\ns |= {7}\nreturn sorted(s), s.issubset({0, 2, 7}), s.union([9]) == s
a = [1, 2, 3]\ndel a[x]\na[0:1] = [7, 8]\nreturn a
"""

EXPRESSION_ROWS = r"""
return x & 1, x | 2, x ^ 3, x << 1, x >> 1, ~x
return round(x / 2), round(5 / 2), divmod(x, 2), pow(x, 2), pow(2, x, 3)
return list(map(lambda v: v + x, [1, 2])), list(filter(lambda v: v > x, [1, 2]))
return isinstance(x, int), isinstance("a", (int, str)), isinstance(None, type(None))
if (n := x + 1) > 1:\n    return n\nreturn -n
f = lambda v, w=1: v + w + x\nreturn f(1), f(1, 2), f(v=3)
first, *rest = [x, 1, 2]\nreturn first, rest
*init, last = range(x + 1)\nreturn init, last
return [*range(x), 9], {**{1: x}}, (*[1, x],)
return any(v > 1 for v in [x, 0]), all(v for v in [x, 1]), sum(v * v for v in range(x))
return [y for v in [1, x] if v for y in range(v)], {v: v * v for v in [x, 1]}, {v % 2 for v in [x, 1]} == {1}
return "yes" if 0 < x < 2 else "no", not x, x and 5, x or 7
return sum([[1], [x]], []), sum(((1,), (x,)), ())
return next((v for v in [x, 1] if v), 7)
return next(v for v in [x, 1] if v)
return list(zip([1, 2], [x, 3])), list(zip(*[[1, x], [3, 4]])), list(enumerate([x], 1)), list(reversed([x, 1]))
a, c = zip(*[(1, x), (2, 3)])\nreturn a, c
return [row[::-1] for row in [[x, 1], [2]]], [[0] * 2 for _ in range(x)]
return abs(-x), int("3") + x, str(x), bool(x), list("ab"), tuple([x]), int(5 / 2), ord("a") + x, chr(97 + x)
return x if b else None
match x:\n    case 0:\n        return "zero"\n    case 1 | 2 if b:\n        return "some"\n    case _:\n        return "other"
match [x, 1, 2]:\n    case [0, *rest]:\n        return rest\n    case [a, _, c]:\n        return a + c
match {"a": x, "c": 1}:\n    case {"a": 0}:\n        return "none"\n    case {"a": n, **rest}:\n        return n, rest
match (x, "a"):\n    case (0, str()):\n        return 0\n    case (int() as n, "a" | "c"):\n        return n
"""

FUNCTION_ROWS = r"""
def f(n):\n    def g(v): return v + n\n    return g(1) --- return f(x)
def make(n):\n    def add(v): return v + n\n    return add --- f = make(x)\nreturn f(1), f(2)
? def make(n):\n    def add(v):\n        nonlocal n\n        n += v\n        return n\n    return add --- f = make(x)\nreturn f(1), f(1)
def make(n): return lambda v: v + n --- return make(x)(1)
def make(n): return lambda v: v + n --- fs = [make(i) for i in range(2)]\nreturn [f(x) for f in fs]
def compose(f, g): return lambda v: f(g(v)) --- h = compose(lambda v: v + 1, lambda v: 2 * v)\nreturn h(x)
def twice(f, v): return f(f(v)) --- return twice(lambda v: v + x, 1)
def twice(f, v): return f(f(v))\ndef inc(v): return v + 1 --- return twice(inc, x)
def one(v): return v\ndef two(v): return 2 * v\nFS = {"one": one, "two": two} --- return FS["two" if b else "one"](x)
def f(a, /, c, *, d=2): return a + 2 * c + 4 * d --- return f(1, c=x), f(x, 1, d=0)
def f(*values): return sum(values) --- return f(x, 1, 2)
def f(*values, start=0): return start + len(values) --- return f(*[x, 1], start=2)
def f(**named): return sum(named.values()) --- return f(a=x, c=2)
def fact(n): return 1 if n == 0 else n * fact(n - 1) --- return fact(x)
def walk(n):\n    if flip(1 / 2): return n\n    return walk(n + 1) if n < 3 else n --- return walk(x)
def gen(n):\n    for i in range(n):\n        yield i\n    yield from [7, 8] --- return list(gen(x))
from typing import Iterator, Callable, Optional\ndef gen(n: int) -> Iterator[int]: yield n\ndef ap(f: Callable[[int], int], v: Optional[int] = None) -> "int": return f(v or 0) --- return ap(lambda v: v + 1, x), list(gen(x))
def check(v):\n    if v > 5:\n        raise ValueError(f"too much: {v}")\n    return v --- return check(x)
def f(a, c=[]): return a + len(c) --- return f(x)
total = 0\ndef add(v):\n    nonlocal total\n    total += v\nfor i in range(x):\n    add(i)\nreturn total
? rows = []\ndef put(v):\n    rows.append(v)\nput(x)\nput(1)\nreturn rows
def tag(f):\n    def inner(v): return f(v) + 1\n    return inner\n@tag\ndef g(v): return 2 * v --- return g(x)
? from contextlib import contextmanager\n@contextmanager\ndef held(v): yield v + 1 --- with held(x) as n:\n    m = n\nreturn m
"""

FAILURE_ROWS = r"""
d = {0: 1}\ntry:\n    n = d[x]\nexcept KeyError:\n    n = 5\nreturn n
a = [0, 1]\ntry:\n    n = a[x]\nexcept IndexError:\n    n = 5\nreturn n
try:\n    n = 4 // x\nexcept ZeroDivisionError:\n    n = 5\nreturn n
try:\n    n = 4 / x\nexcept ZeroDivisionError:\n    n = 5\nreturn n
try:\n    n = 4 % x\nexcept ArithmeticError:\n    n = 5\nreturn n
try:\n    n = int("1" * x)\nexcept ValueError:\n    n = 5\nreturn n
a = [0, 1]\ntry:\n    n = a.index(x)\nexcept ValueError:\n    n = 5\nreturn n
a = [0] * x\ntry:\n    n = a.pop()\nexcept IndexError:\n    n = 5\nreturn n, a
a = [0, 1]\ntry:\n    a.remove(x)\nexcept ValueError:\n    a.append(9)\nreturn a
a = [v for v in [1, 2] if v < x]\ntry:\n    n = max(a)\nexcept ValueError:\n    n = 9\nreturn n
d = {0: 1}\ntry:\n    del d[x]\nexcept KeyError:\n    d[9] = 1\nreturn d
d = {0: 1}\ntry:\n    d[x] += 1\nexcept KeyError:\n    d[x] = 10\nreturn d
try:\n    c, = [1] * x\nexcept ValueError:\n    c = 5\nreturn c
from enum import Enum\nclass K(Enum):\n    A = 0\n    B = 1 --- try:\n    k = K(x)\nexcept ValueError:\n    k = K.A\nreturn k
try:\n    assert x < 2\n    n = 1\nexcept AssertionError:\n    n = 5\nreturn n
class Spent(Exception): pass\ndef spend(n):\n    if n > 1: raise Spent\n    return n --- try:\n    n = spend(x)\nexcept Spent:\n    n = 7\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    n = spend(x)\nexcept Spent as e:\n    n = e.left + 10\nreturn n
try:\n    if x > 1: raise ValueError("no")\n    n = "yes"\nexcept ValueError as e:\n    n = str(e)\nreturn n
try:\n    if x > 1: raise ValueError("no")\n    n = "yes"\nexcept ValueError as e:\n    n = "no"\nreturn n
a = []\ntry:\n    try:\n        a.append(4 // x)\n    finally:\n        a.append(5)\nexcept ZeroDivisionError:\n    a.append(6)\nreturn a
def f(d, k):\n    return d[k] --- try:\n    n = f({0: 1}, x)\nexcept KeyError:\n    n = 5\nreturn n
def f(d, k):\n    try:\n        return d[k]\n    except KeyError:\n        raise ValueError("bad") from None --- try:\n    n = f({0: 1}, x)\nexcept ValueError:\n    n = 5\nreturn n
try:\n    n = {0: 1}[x]\nexcept (KeyError, IndexError):\n    n = 5\nelse:\n    n += 1\nreturn n
try:\n    n = {0: 1}[x]\nexcept Exception:\n    n = 5\nreturn n
try:\n    n = {0: 1}[x]\nexcept KeyError:\n    try:\n        raise\n    except LookupError:\n        n = 8\nreturn n
"""

DRAW_ROWS = r"""
return x + (1 if flip(1 / 2) else 0), uniform(0, x), categorical(1, 2, x)
return choice([x, 1]), shuffled([x, 1]), sample([x, 1, 2], 2)
return clamp(x + geometric(1 / 2), 0, 2)
return max([x, 1, 2], key=lambda v: uniform(0, 1))
noisy = [v + uniform(0, 1) for v in [x, 1]]\nreturn noisy.index(max(noisy))
ps = [(x, "a"), (1, "c")]\nreturn max((v + uniform(0, 1), k) for v, k in ps)[1]
return sorted(shuffled([x, 1])), choice("ab"), choice(range(x + 1))
return sum(flip(1 / 2) for _ in range(x))
noisy = {k: clamp(v + geometric(1 / 2), 0, 1) for k, v in {"a": x, "c": 1}.items()}\nreturn noisy
scores = {"a": x, "c": 1}\nreturn max(scores, key=lambda k: scores[k] + uniform(0, 1))
return categorical({"a": x, 3: 1}), categorical(Counter([x, 1, 1])), categorical({k: 2 for k in range(x + 1)})
return choice(sorted({x, 1})), sample(range(3), 1), shuffled((1, x))[0]
"""

ROWS = [TOP, LIBRARY_ROWS, VALUE_ROWS, METHOD_ROWS, EXPRESSION_ROWS, FUNCTION_ROWS, FAILURE_ROWS, DRAW_ROWS]
LINES = [line for text in ROWS for line in text.strip().splitlines()]
READ = [line for line in LINES if not line.startswith("? ")]
UNREAD = [line.removeprefix("? ") for line in LINES if line.startswith("? ")]


def rows(lines: list[str]) -> dict[str, PythonFile]:
    """Every program by its text."""
    return {line: file_of(line) for line in lines}
