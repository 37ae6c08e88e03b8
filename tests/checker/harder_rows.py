# ruff: noqa: E501
r"""More programs in which it is easy to be wrong about Python: see `hard_rows`."""

HARDER = r"""
s = {x, 1, 2}; return any(6 // v > 2 for v in s)
s = {x, 1, 2}; return all(v for v in s), any(v > 1 for v in s)
s = {x, 5}; return max(v % 2 == 1 or v % 2 for v in s)
s = {x, 1}; return min((v > 0 if v else v) for v in s)
s = {x, 1, 5}; return sorted(v == 1 or 1 for v in s)
s = {x, 1, 5}; return {v == 1 or 1 for v in s}
s = {x, 1, 2}; return sum(v * 0.1 for v in s)
s = {x, 1, 2}; return sum((v for v in s), 0.1)
s = {x, 1, 2}; return sum((v for v in s), 3)
s = {x, 1, 2}; return sum(([v] for v in s), [])
s = {x, 1, 2}; return [v for v in s]
s = {x, 1, 2}; return list(v + 1 for v in s)
s = {x, 1, 2}; return sum(v + uniform(0, 1) for v in s)
s = {x, 1, 2}; t = 0; return sum((t := t * 2 + v) for v in s)
def abs(v): return uniform(0, 1) --- s = {x, 1, 2}; return sum(abs(v) for v in s)
s = {x, 1, 2}\ntry:\n    n = sum(6 // v for v in s)\nexcept ZeroDivisionError:\n    n = 9\nreturn n
s = {x, 1, 2}\ntry:\n    n = sum(v for v in s)\nexcept ZeroDivisionError:\n    n = 9\nreturn n
s = {("a", x), ("c", 1)}; return max(v for k, v in s), sorted(k for k, v in s)
s = {("a", x), ("c", 1)}; return max((v, k) for k, v in s), sorted((v for k, v in s), reverse=True)
s = {x, 1, 2}; return max((v for v in s), key=lambda v: v % 2)
s = {x, 1, 2}; return ",".join(str(v) for v in s)
s = {x, 1, 2}; return tuple(v for v in s)
s = {x, 1, 2}; a, *c = (v for v in s); return a
s = frozenset([x, 1]); return len({v // 2 for v in s}), {v // 2 for v in s if v} == {0}
s = {x, 1}; return {v: 1 for v in s}
s = {x, 1}; d = dict((v, 1) for v in s); return d
s = {x, 1}; return any(s), all(s), sum(s), min(s)
s = {x / 2, 1}; return sum(s)
a = [x]; d = defaultdict(list, {0: a}); d[0].append(5); return a, dict(d)
a = [x]; d = defaultdict(list, {0: [x]}); d[0].append(5); d[x].append(7); return dict(d)
a = {0: [x]}; d = defaultdict(list, a); d[0].append(5); return a
a = {0: x}; d = defaultdict(int, a); d[0] += 5; d[7] += 1; return a, dict(d)
d = defaultdict(int, [(0, x), (1, 2)]); d[0] += 5; return dict(d)
d = defaultdict(int, a=x); d["a"] += 5; d["c"] += 5; return dict(d)
d = defaultdict(int, {0: 1}, a=x); d["a"] += 5; d["c"] += 5; return dict(d)
d = defaultdict(float); d[x] += 1; return dict(d)
d = defaultdict(float); d[x] += 0.5; d[1] += 0.25; return dict(d)
d = defaultdict(float); return d[x], dict(d)
d = defaultdict(float); d[x] -= 0; return dict(d)
d = defaultdict(Counter); d[x][1] += 1; d[0].update("ab"); return {k: dict(v) for k, v in d.items()}
d = defaultdict(Counter); e = d[x]; e[1] += 1; return {k: dict(v) for k, v in d.items()}
d = defaultdict(deque); d[x].append(1); d[0].append(2); return {k: list(v) for k, v in d.items()}
Counter = lambda: {5: 5} --- d = defaultdict(Counter); d[x][1] = 1; return dict(d)
c = Counter(a=x, z=0); c["a"] += 1; return dict(c), c.most_common(1)
c = Counter(a=[x]); return dict(c)
c = Counter("ab", a=x); return dict(c)
c = Counter(a=True); return dict(c)
c = Counter(**{"a": x}); return dict(c)
from copy import copy, deepcopy --- a = [[x]]; c = copy(a); c[0].append(1); return a, c
from copy import copy, deepcopy --- a = [[x]]; c = copy(a); c.append(1); return a, c
from copy import copy, deepcopy --- a = [[x]]; c = deepcopy(a); c[0].append(1); a[0].append(5); return a, c
from copy import copy, deepcopy --- d = {0: [x]}; e = deepcopy(d); e[0].append(1); e[1] = 5; return d, e
from copy import copy, deepcopy --- r = [x]; a = [r, r]; c = deepcopy(a); c[0].append(1); return a, c
from copy import copy, deepcopy --- r = [x]; c = deepcopy([r, r]); c[0].append(1); return c
import copy --- a = [[x]]; c = copy.deepcopy(a); c[0].append(1); return a, c
from copy import deepcopy\nfrom dataclasses import dataclass, field\n@dataclass\nclass P:\n    xs: list --- p = P([x]); q = deepcopy(p); q.xs.append(1); return p.xs, q.xs
from copy import copy\nfrom dataclasses import dataclass, field\n@dataclass\nclass P:\n    xs: list --- p = P([x]); q = copy(p); q.xs.append(1); return p.xs, q.xs
from copy import copy\nfrom dataclasses import dataclass, field\n@dataclass\nclass P:\n    n: int --- p = P(x); q = copy(p); q.n += 1; return p.n, q.n
from copy import copy\nclass P:\n    def __init__(self, n): self.n = n --- p = P(x); q = copy(p); q.n += 1; return p.n, q.n
a, c = range(2, 4); return a, c, x
a, *c = range(x + 1); return a, c
a, c = zip([1, x], [2, 3]); return a, c
(a, c), d = zip([1, x], [2, 3]); return a, c, d
a, c = range(x); return a
try:\n    a, c = range(x)\nexcept ValueError:\n    a = c = 7\nreturn a, c
a = [1, x]; a[0], c = enumerate(a); return a, c
xs = [1, x]; a, c = reversed(xs); return a, c
rows = [[1, x], [2]]; a, c = zip(rows, [1, 2]); a[0].append(5); return rows, a
rows = [[1, x], [2]]; a, c = reversed(rows); a.append(5); return rows, a
def f(v: "int") -> "list[int]": return [v] --- return f(x)
def f(v: "Int[0, 1]"): return [v] --- return f(x)
def f(v: "no such thing ("): return [v] --- return f(x)
return isinstance(x, type(None)), isinstance(None, (int, type(None))), isinstance(None, (str, type(None), int))
def type(v): return int --- return isinstance(x, type(None))
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    c: list --- p = P(x, [1]); d = p._asdict(); d["c"].append(x); d["a"] = 9; return p.c, d["a"]
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    c: int --- p = P(x, 1); d = p._asdict(); d["c"] += x; return p.c, d
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int --- return P(x)._asdict()
return list(combinations_with_replacement([x, 1, 2], 2)), list(combinations_with_replacement([], x)), list(combinations_with_replacement([1], 3))
from copy import deepcopy --- r = [x]; a = [r, r]; c = deepcopy(a); c[0].append(1); return a, c
from copy import deepcopy --- r = [x]; c = deepcopy([r, r]); c[0].append(1); return c
from copy import deepcopy --- a = [[x]]; c = deepcopy(a); c[0].append(1); a[0].append(5); return a, c
from copy import deepcopy --- a = [[x]]; c = deepcopy(a); c[0].append(1); return a, c
from copy import deepcopy --- a = [[x], [1]]; a[1] = a[0]; c = deepcopy(a); c[0].append(1); return c
from copy import deepcopy --- a = [[x]] * 2; c = deepcopy(a); c[0].append(1); return c
from copy import deepcopy --- a = [[x] for _ in range(2)]; c = deepcopy(a); c[0].append(1); return a, c
from copy import deepcopy --- r = [x]; a = [r]; a = a + a; c = deepcopy(a); c[0].append(1); return c
from copy import deepcopy\ndef f(a):\n    c = deepcopy(a)\n    c[0].append(1)\n    return c --- r = [x]; return f([r, r])
from copy import deepcopy --- r = [x]; a = {0: r, 1: r}; c = deepcopy(a); c[0].append(1); return c
return sorted([0, 1], key=shuffled([0, 1]).index)
return list(map(choice([{0: 1, 1: 2}, {0: 5, 1: 6}]).get, [0, 1]))
return f"{x:02d}", f"{x:>3}", f"{x / 2:.2f}", f"{x!r}", f"{b!s}", f"{x=}"
return f"{x / 3:.2f}", f"{x / 8:.2f}", f"{-x / 3:.0f}", f"{x / 3:8.3f}|", f"{x:.1f}", f"{b:.1f}", f"{x / 3:.1%}", f"{x / 3:<8.1f}|"
return f"{(x - 1) / 1000:.2f}", f"{0.5:.0f}", f"{1.5:.0f}", f"{2.5:.0f}", f"{2.675:.2f}", f"{0.285:.0%}", f"{0.145:.0%}"
return f"{Fraction(x, 3):.2f}"
return "%d-%s" % (x, b), "%s" % x
return "%d" % b, "%s %%" % [x, 1], "%s" % (x,), "%s and %s" % ("a", (x,))
return "%s" % (x, 1)
return "%5d" % x
return "%d" % 1.5
return "%(a)s" % {"a": x}
return "%s" % None, "%s%s" % (x / 2, 1)
t = (x, 1); return "%s" % t
t = "{}:{}"\nreturn t.format(x, "a")
if b: t = "{}"\nreturn t.format(x)
t = "{}"\nfor t in ["a"]: pass\nreturn t.format(x)
return [t.format(x) for t in ["{}"]]
T = "{}-{}" --- return T.format(x, 1)
a = ["b", "A"] * x\na.sort(key=str.lower)\nreturn a
return list(map(str.upper, ["a", "b" * x])), max(["b", "A"], key=str.lower), list(map(str.startswith, ["ab", "c"], ["a", "d"]))
return list(map(str.upper, [x]))
def str(v): return 5 --- return list(map(str.upper, ["a"]))
d = {"a": x, "c": 1}\nreturn sorted(d, key=lambda k: d[k]), sorted(d, key=d.__getitem__)
a = [2, x, 1]\nreturn sorted(range(3), key=a.__getitem__), list(map(a.__getitem__, [0, 2]))
from operator import attrgetter\nfrom typing import NamedTuple\nclass P(NamedTuple):\n    a: int --- return max([P(x), P(1)], key=attrgetter("a")).a
from operator import attrgetter\nfrom typing import NamedTuple\nclass Q(NamedTuple):\n    d: int\nclass P(NamedTuple):\n    a: Q --- return max([P(Q(x)), P(Q(1))], key=attrgetter("a.d")).a.d
from operator import attrgetter, itemgetter\nfrom typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    c: int --- return sorted([P(x, 1), P(1, 0)], key=attrgetter("c", "a"))[0].a, sorted([(x, 1), (1, 0)], key=itemgetter(1, 0))
from operator import itemgetter --- return sorted([(x, 1), (1, 0)], key=itemgetter(x))
import operator --- return operator.add(x, 1), operator.mul(x, 2), list(map(operator.neg, [x]))
from operator import mul, sub --- return reduce(mul, [x, 2]), list(map(sub, [1, 2], [x, 5]))
from operator import add, sub\nOPS = {"+": add, "-": sub} --- return OPS["+" if b else "-"](x, 1)
import operator\ndef run(f, a): return f(a, 2) --- return run(operator.sub, x), run(operator.lt, x)
from operator import add\ndef f(g=add): return g(1, 2) --- return f()
from operator import not_, and_ --- return list(map(not_, [x, 1])), reduce(and_, [3, x])
return list(takewhile(shuffled([0, 1, 2]).count, [0, 1, 2]))
return list(accumulate([1, x, 2], max))
return list(accumulate([1, x, 2], lambda a, c: a * 2 + c))
return list(accumulate([1, x], lambda a, c: a - c, initial=5))
return list(accumulate([1, x, 2], operator.mul))
return list(accumulate([], operator.mul)), list(accumulate([x], max)), list(accumulate([], max, initial=x))
*_, last = accumulate([1, x, 2], max)\nreturn last
return [v for v in accumulate([1, x, 2], max)]
return list(accumulate([1, x, 2], lambda a, c: uniform(0, 1) + a))
return max(accumulate([1, -x, 2], operator.sub)), sum(accumulate([b, True, x], operator.or_))
return list(accumulate([[1], [x]], operator.add))
a = [[1], [x]]; c = list(accumulate(a, lambda p, q: p)); c[0].append(5); return a, c
return list(accumulate([2, x, 1], lambda a, c: a // c))
def f(a, c): return a + c * x --- return list(accumulate([1, 2], f))
def f(a, c): return uniform(0, a) + c --- return list(accumulate([1, x], f))
t = 5\nreturn list(accumulate([1, x], lambda a, c: a + c + t)), t
from heapq import nlargest --- return nlargest(2, [(x, 0), (1, 1), (0, 2)], key=lambda p: p[0])
from heapq import nlargest, nsmallest --- return nsmallest(2, [(x, 0), (1, 1), (0, 2)], key=lambda p: p[0]), nlargest(-1, [x], key=abs), nlargest(1, [1, b, x], key=lambda v: 0), nlargest(x, [3, 1], key=abs)
import heapq --- return heapq.nlargest(2, {"a": x, "c": 1}.items(), key=lambda p: p[1])
from statistics import mean, median --- return median([x, 1, 2]), mean([x, 1]) > 1
from statistics import mean --- return mean([x, 1, 1]), mean([x]), mean([b, True])
from statistics import mean --- return mean([x, 1]), mean([x, 2])
from statistics import mean --- return mean([x / 2, 1])
from statistics import mean --- return mean([x + geometric(1 / 2), 1])
from statistics import mean --- try:\n    n = mean([v for v in [x] if v])\nexcept ValueError:\n    n = 9\nreturn n
from statistics import mean --- return mean([])
return list(islice(count(x), 2))
n = 0\nfor i, v in zip(count(), [x, 1]):\n    n += i * v\nreturn n
n = 0\nfor i in count(1):\n    n += i\n    if n > x: break\nreturn n
return [a * c for a, c in zip([1, x], repeat(3))]
return [v for v, _ in zip(cycle([x, 1]), range(3))]
return list(zip(count(x, 2), "ab", cycle([1, 2]), repeat([x])))
return list(map(pow, [x, 2], repeat(2)))
return list(zip(count(), cycle([x])))
return [v for v in count(x)]
for i in cycle([x, 5]):\n    if i == 5: break\nreturn i
for i in cycle([]): pass\nreturn x
for i, j in enumerate(cycle([x, 5])):\n    if i > 2: return i, j
for i, j in zip(count(5, -1), [x, 1]): pass\nreturn i, j
n = 0\nfor i in repeat(x + 1):\n    n += i\n    if n > 4: break\nreturn n
it = count(x)\nfor i in it: break\nfor j in it: break\nreturn i, j
it = cycle([x, 1])\na = [next(it), next(it)]\nreturn a
xs = [x]\nn = 0\nfor i in cycle(xs):\n    n += 1\n    if n < 3: xs.append(5)\n    if n > 4: break\nreturn i, xs
a = [x]\nfor r in repeat(a):\n    r.append(1)\n    if len(a) > 3: break\nreturn a
a = [x]\nout = []\nfor r, i in zip(repeat(a), range(2)):\n    out.append(r)\na.append(5)\nreturn out
a = [[x]]\nfor r in cycle(a):\n    r.append(1)\n    if len(r) > 3: break\nreturn a
c = [r for r, _ in zip(repeat([x]), range(2))]\nc[0].append(1)\nreturn c
c = list(zip(repeat([x]), range(2)))\nc[0][0].append(1)\nreturn c
return list(islice(count(x), 1, 5, 2)), list(islice(cycle([x, 1]), x, x + 2)), list(islice(repeat(x), 0))
return list(islice(count(x), 1, None))
for i in count(True): return i
return [i for i, _ in zip(count(0.5), [1, 2])]
from itertools import count as k --- return [i for i, _ in zip(k(), [1, x])]
return list(islice(count(x), 2)), list(islice([1, x, 2], 2)), list(islice(count(x), 1, 5, 2)), list(islice(cycle([x, 1]), x, x + 2)), list(islice(repeat(x), 0))
return list(islice([3, x, 1], None)), list(islice([3, x, 1], 1, None))
from dataclasses import dataclass\n@dataclass(frozen=True, order=True)\nclass P:\n    a: int\n    c: int = 0 --- return P(x) < P(1, 1), max(P(x), P(1)).a, sorted([P(2), P(x)])[0].a
from dataclasses import dataclass\n@dataclass(order=True)\nclass P:\n    a: int\n    c: int = 0 --- return P(x) <= P(1), P(x) >= P(1), P(x) > P(0, 5), [P(x)] < [P(1)], min([P(x), P(1), P(1, x)]).c
from dataclasses import dataclass\n@dataclass(order=True)\nclass P:\n    a: int\n@dataclass(order=True)\nclass Q:\n    a: int --- return P(x) < Q(1)
from dataclasses import dataclass\n@dataclass(order=True)\nclass P:\n    a: int --- return P(x) < (1,)
from dataclasses import dataclass\n@dataclass(order=True)\nclass P:\n    a: int --- return P(x + geometric(1 / 2)) < P(1)
from dataclasses import dataclass\n@dataclass(order=True)\nclass P:\n    a: int --- return max([(P(x), 1), (P(1), b)])[1]
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int --- return P(x) < P(1)
class P:\n    N = 3\n    def __init__(self, v): self.v = v + self.N --- return P(x).v, P.N
class P:\n    N = 3\n    def __init__(self, v):\n        self.N = v\n        self.v = v + self.N --- return P(x).v, P.N
class P:\n    N = 3\n    def __init__(self, v):\n        self.v = [self.N for self in [1]] --- return P(x).v
class P:\n    N = 3\n    def __init__(self, v, N=5):\n        self.v = v + self.N + N --- return P(x).v
class P:\n    N = 3\n    def __init__(self, v):\n        P = v\n        self.v = v + self.N --- return P(x).v
class P:\n    XS = [1]\n    def __init__(self, v):\n        self.v = self.XS\n    def put(self, v): self.v.append(v) --- p = P(x)\np.put(x)\nreturn p.v, P.XS
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.spend(x), a.spend(1), a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.left, a.spend(x), a.left, a.used()
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.left - a.more(x) + a.left * a.more(1)
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return both(a.left, a.more(1)), both(a.more(x), a.left)
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return look(a, a.more(1))
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.all(), a.spend(1)
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.more(a.more(x))
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.more(a.left), a.more(a.left)
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); a.left += a.more(x); return a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); d = [0] * 9; d[a.left] = a.more(x); return d
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); d = {a.left: a.more(x), a.more(1): a.left}; return d
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return [a.more(v) + a.left for v in [1, x]]
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return sum(a.left for _ in range(2)) + a.more(x) + a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return list(zip((a.left for _ in range(2)), [a.more(x), 1]))
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return f"{a.left} {a.more(x)} {a.left}"
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return a.left < a.more(x) < a.more(-9), a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); n = a.left if a.spend(x) else a.more(3); return n, a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return (a.spend(2) and a.spend(1)) or a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2)\nwhile a.spend(1) and a.left: pass\nreturn a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); b_ = [a]; return b_[0].more(x), b_[0].left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); c = A(x); return a.more(c.left), c.more(a.left), a.left, c.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); c = a; return a.more(x), c.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); return (lambda: a.left)() + a.more(x)
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); f = lambda: a.left; return a.more(x), f()
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2); n = 0\nfor v in range(a.left + a.more(x)): n += v\nreturn n, a.left
class A:\n    def __init__(self, n):\n        self.left = n\n        self.log = []\n    def spend(self, k):\n        if k > self.left: return False\n        self.left -= k\n        self.log.append(k)\n        return True\n    def used(self): return sum(self.log)\n    def all(self): return self.log\n    def more(self, k):\n        self.left += k\n        return self.left\ndef both(p, q): return 10 * p + q\ndef look(a, q): return 100 * a.left + q --- a = A(2)\ntry:\n    n = a.more(x), 1 // x, a.more(5)\nexcept ZeroDivisionError:\n    n = 9\nreturn n, a.left
def put(xs, v):\n    xs.append(v)\n    return len(xs) --- a = [x]; return put(a, 1), len(a), a[0], put(a, a[-1])
def put(xs, v):\n    xs.append(v)\n    return len(xs) --- a = [x]; return put(a, 1), a[put(a, 5) - 1], len(a)
def put(xs, v):\n    xs.append(v)\n    return len(xs)\ndef size(xs): return len(xs) --- a = [x]; return put(a, 1), size(a), put(a, 2), size(a)
def put(xs, v):\n    xs.append(v)\n    return len(xs)\ndef size(xs, n): return len(xs) + n --- a = [x]; return size(a, put(a, 1))
def put(xs, v):\n    xs.append(v)\n    return len(xs) --- a = [x]; return put(a, 1), a
def keep(d, k, a):\n    d[k] = a\n    return 1\ndef put(xs, v):\n    xs.append(v)\n    return len(xs) --- a = [x]; d = {}; n = keep(d, 0, a), put(a, 1); return d, n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    n = spend(x)\nexcept Spent as e:\n    n = e.left + 10\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    n = spend(x)\nexcept Spent as e:\n    n = str(e), e.args, type(e).__name__, f"<{e}>"\nreturn n
class Base(Exception):\n    def __init__(self, a, c=5):\n        self.a = a\n        super().__init__(f"{a} of {c}")\n        self.c = c + 1\nclass More(Base): pass\nclass Other(KeyError): pass\ndef go(n):\n    if n == 1: raise More(n, c=n + 1)\n    if n == 2: raise Base(n)\n    return n --- try:\n    n = go(x)\nexcept Base as e:\n    n = str(e), e.args, type(e).__name__, e.a, e.c\nreturn n
class Base(Exception):\n    def __init__(self, a, c=5):\n        self.a = a\n        super().__init__(f"{a} of {c}")\n        self.c = c + 1\nclass More(Base): pass\nclass Other(KeyError): pass\ndef go(n):\n    if n == 1: raise More(n, c=n + 1)\n    if n == 2: raise Base(n)\n    return n --- try:\n    n = go(x)\nexcept More as e:\n    n = e.a\nexcept Base as e:\n    n = e.c * 10\nreturn n
class Base(Exception):\n    def __init__(self, a, c=5):\n        self.a = a\n        super().__init__(f"{a} of {c}")\n        self.c = c + 1\nclass More(Base): pass\nclass Other(KeyError): pass\ndef go(n):\n    if n == 1: raise More(n, c=n + 1)\n    if n == 2: raise Base(n)\n    return n --- try:\n    n = go(x)\nexcept Exception as e:\n    n = e.b\nreturn n
try:\n    if x > 1: raise ValueError("no")\n    n = "yes"\nexcept ValueError as e:\n    n = str(e)\nreturn n
try:\n    if x > 1: raise ValueError\n    if x: raise ValueError("a", x)\n    n = "yes"\nexcept ValueError as e:\n    n = str(e), e.args, f"{e!s}"\nreturn n
try:\n    if x: raise KeyError("a" * x)\n    n = "yes"\nexcept KeyError as e:\n    n = str(e), e.args\nreturn n
class K(KeyError): pass --- try:\n    if x > 1: raise K("a", 2)\n    if x: raise K(x)\n    n = "yes"\nexcept LookupError as e:\n    n = str(e), type(e).__name__\nreturn n
try:\n    n = {0: 1}[x]\nexcept KeyError as e:\n    n = str(e)\nreturn n
try:\n    n = {0: 1}[x]\nexcept KeyError as e:\n    n = type(e).__name__\nreturn n
try:\n    assert x < 2, "why"\n    n = 0\nexcept AssertionError as e:\n    n = str(e)\nreturn n
e = 5\ntry:\n    if x: raise ValueError(x)\nexcept ValueError as e:\n    n = e.args\nreturn x
try:\n    if x: raise ValueError(x)\nexcept ValueError as e:\n    n = 1\nreturn e
try:\n    if x: raise ValueError(x)\n    n = 0\nexcept ValueError as e:\n    n = [e]\nreturn len(n)
def f(v):\n    try:\n        if v: raise ValueError(v)\n    except ValueError as e:\n        return e\n    return None --- return f(x) is None
try:\n    if x: raise ValueError(x)\n    n = 0\nexcept ValueError as e:\n    try:\n        if x > 1: raise KeyError(x, 5)\n        n = 7\n    except KeyError as f:\n        n = e.args + f.args\nreturn n
try:\n    if x: raise ValueError(x)\n    n = 0\nexcept ValueError as e:\n    try:\n        if x > 1: raise KeyError(x, 5)\n        n = 7\n    except KeyError as e:\n        n = e.args\nreturn n
try:\n    try:\n        if x: raise ValueError(x)\n        n = 0\n    except ValueError as e:\n        raise KeyError(str(e)) from e\nexcept KeyError as f:\n    n = str(f)\nreturn n
try:\n    try:\n        if x: raise ValueError(x)\n        n = 0\n    except ValueError:\n        raise\nexcept ValueError as f:\n    n = f.args\nreturn n
xs = [x]\ntry:\n    if x: raise ValueError(xs)\nexcept ValueError as e:\n    xs.append(5)\n    return e.args\nreturn xs
try:\n    if x: raise ValueError((x, "a"), None)\nexcept ValueError as e:\n    a, c = e.args\n    return a, c\nreturn x
out = []\nfor v in [x, 1, 2]:\n    try:\n        if v > 1: raise ValueError(v)\n        out.append({1: 5}[v])\n    except (ValueError, KeyError) as e:\n        out.append(type(e).__name__)\nreturn out
out = []\nfor v in [x, 1, 2]:\n    try:\n        if v > 1: raise ValueError(v)\n        out.append(v)\n    except ValueError as e:\n        out.append(e.args[0] + 10)\nreturn out
class E(Exception):\n    def __init__(self, n):\n        self.n = n --- try:\n    if x: raise E(x)\n    n = 0\nexcept E as e:\n    n = e.n, e.args\nreturn n
class E(Exception):\n    def __init__(self, n):\n        super().__init__(n)\n        self.n = n\n    def __str__(self): return "mine" --- try:\n    if x: raise E(x)\n    n = 0\nexcept E as e:\n    n = str(e)\nreturn n
class E(Exception):\n    def __init__(self, n):\n        super().__init__()\n        self.args = (n,) --- try:\n    if x: raise E(x)\n    n = 0\nexcept E as e:\n    n = e.args\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    n = spend(x + uniform(0, 1))\nexcept Spent as e:\n    n = e.left + 10\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    raise Spent(left=x)\nexcept Spent as e:\n    n = e.left, e.args, str(e)\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    if x: raise Spent\n    n = 0\nexcept Spent as e:\n    n = e.left\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- n = spend(x - 1)\ntry:\n    n += 1 // x\nexcept ZeroDivisionError:\n    n = 9\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    raise Spent(x + geometric(1 / 2))\nexcept Spent as e:\n    n = e.left\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    raise Spent([x])\nexcept Spent as e:\n    n = e.left\nreturn n
class Spent(Exception):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\ndef spend(n):\n    if n > 1: raise Spent(n)\n    return n --- try:\n    n = spend(x)\nexcept Spent as err:\n    n = err.left + 10\nerr = 3\nreturn n, err
a = []\ntry:\n    try:\n        a.append(4 // x)\n    finally:\n        a.append(5)\nexcept ZeroDivisionError:\n    a.append(6)\nreturn a
a = []\ntry:\n    a.append(1)\nfinally:\n    a.append(5)\nreturn a
a = []\ntry:\n    a.append(4 // x)\nexcept ZeroDivisionError:\n    a.append(7)\nelse:\n    a.append(8)\nfinally:\n    a.append(5)\nreturn a
a = []\ntry:\n    try:\n        a.append(4 // x)\n    except KeyError:\n        a.append(7)\n    else:\n        a.append(1 // (x - 1))\n    finally:\n        a.append(5)\nexcept ZeroDivisionError:\n    a.append(6)\nreturn a
a = []\ntry:\n    try:\n        a.append(4 // x)\n    except ZeroDivisionError:\n        a.append({}[1])\n    finally:\n        a.append(5)\nexcept KeyError:\n    a.append(6)\nreturn a
a = []\ntry:\n    try:\n        a.append(4 // x)\n    finally:\n        a.append({1: 2}[x])\nexcept KeyError:\n    a.append(6)\nexcept ZeroDivisionError:\n    a.append(8)\nreturn a
def f(v):\n    try:\n        return 4 // v\n    finally:\n        return 5 --- return f(x)
for v in [x, 1]:\n    try:\n        if v: break\n    finally:\n        v = 9\nreturn v
a = []\nfor v in [x, 1]:\n    try:\n        for w in [1, v]:\n            if w == v: break\n        else:\n            a.append(3)\n    finally:\n        a.append(v)\nreturn a
a = []\nfor v in [x, 1]:\n    try:\n        for w in [v]:\n            pass\n        else:\n            break\n    finally:\n        a.append(v)\nreturn a
def f(v, log):\n    try:\n        if v > 1: raise ValueError(v)\n        log.append(v)\n    finally:\n        log.append(9) --- log = []\ntry:\n    f(x, log)\nexcept ValueError as e:\n    log.append(e.args[0] * 100)\nreturn log
try:\n    try:\n        if x: raise ValueError(x)\n        n = 0\n    finally:\n        m = 3\nexcept ValueError as e:\n    n = e.args\nreturn n, m
try:\n    yield 4 // (x + 1)\nfinally:\n    m = 3\nyield m
str = lambda v: "mine"\ntry:\n    if x: raise ValueError(x)\n    n = 0\nexcept ValueError as e:\n    n = str(e)\nreturn n
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- return Query(x).run(1), Double(x).run(1), Shift(x).run(1), Shift(x, by=1).run(2, k=0)
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- qs = [Query(x), Double(1), Shift(2)]; return [q.run(x) for q in qs]
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- qs = [Query(x), Double(1), Shift(2)]; return [q.cost() for q in qs], sum(q.cost() for q in qs)
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- q = Shift(x) if b else Double(x); return q.run(5), q.log, q.cost()
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- q = Shift(x); return isinstance(q, Query), isinstance(q, Double), isinstance(q, Shift), isinstance(Query(x), Shift), isinstance(3, Query)
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- qs = {"a": Query(x), "b": Double(1)}; n = qs["b" if b else "a"].run(x); return n, qs["a"].log, qs["b"].log
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- q = Query(x); return q.run(1, 2, 3)
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by --- q = Query(x)\nfor q in [Double(x), Shift(x)]: pass\nreturn q.cost()
class Query:\n    def __init__(self, n):\n        self.n = n\n        self.log = []\n    def cost(self): return self.n\n    def run(self, v, k=1):\n        self.log.append(v)\n        return self.cost() * 10 + k * v\nclass Double(Query):\n    def cost(self): return 2 * super().cost()\nclass Shift(Double):\n    def __init__(self, n, by=3):\n        super().__init__(n + 1)\n        self.by = by\n    def run(self, v, k=2): return super().run(v, k=k) + 1000 * self.by\ndef go(q, v): return q.run(v) + q.cost() --- q = Shift(x); return go(q, 1), go(Query(x), 2), len(q.log)
class A:\n    def f(self): return 1\n    def g(self): return self.f() * 10\nclass B(A):\n    def f(self): return 2\nclass C(B):\n    def g(self): return super().g() + 5 --- return A().g(), B().g(), C().g() + x
class A:\n    def __init__(self): self.n = 1\n    def f(self): return self.n\nclass B(A):\n    def __init__(self, n):\n        self.m = n\n        super().__init__() --- v = B(x); return v.n, v.m, v.f()
class A:\n    def __init__(self, n): self.n = n\nclass B(A):\n    def __init__(self, n):\n        n = n + 1\n        super().__init__(n * 2)\n        self.m = n + self.n --- v = B(x); return v.n, v.m
class A:\n    def __init__(self, a, c=4, *, d=5): self.n = a + 10 * c + 100 * d\nclass B(A):\n    def __init__(self, a): super().__init__(a, d=a) --- return B(x).n
class A:\n    N = 3\n    def f(self): return self.N\nclass B(A):\n    N = 4 --- return B().f() + x
class A:\n    @property\n    def f(self): return 1\nclass B(A):\n    @property\n    def f(self): return 2 --- return B().f + x
class A:\n    @property\n    def f(self): return 1\nclass B(A):\n    def g(self): return self.f + 1 --- return B().g() + x, B().f
class A:\n    @staticmethod\n    def f(v): return v\nclass B(A):\n    def g(self): return self.f(3) --- return B().g() + x
class A:\n    @classmethod\n    def make(cls): return cls()\n    def f(self): return 1\nclass B(A):\n    def f(self): return 2 --- return B.make().f() + x
class A:\n    def f(self): return 1\nclass B:\n    def f(self): return 2\nclass C(A, B): pass --- return C().f() + x
class A:\n    def f(self): return 1\nclass B(A): pass --- return B() == B(), x
class A:\n    def f(self, other): return isinstance(other, A)\nclass B(A): pass --- return A().f(B()), B().f(A()), x
class A:\n    def f(self): return 1\nclass B(A):\n    def f(self): return 2 --- match B():\n    case A(): n = x\n    case _: n = 5\nreturn n
class A:\n    def f(self): return type(self).__name__\nclass B(A): pass --- return B().f()
class A:\n    def get(self, k): return k\nclass B(A):\n    def get(self, k): return k + 1 --- return A().get(x), B().get(x)
class A:\n    def get(self, k): return k\nclass B(A):\n    def get(self, k): return k + 1 --- vs = [A(), B()]; return [v.get(x) for v in vs]
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return (V(x) + V(1)).v, (3 + V(x)).v, (V(x) * 2).v, (2 * V(x)).v, (-V(x)).v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- a = V(x); c = V(1); return a == c, a != c, a < c, a > c, len(a), 0 in a, 5 in a, 0 not in a
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return 1 if V(x) else 2
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return [V(x)] == [V(1)]
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return V(x) in [V(1)]
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return V(x) == 1
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return 1 in [V(x)]
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return max([V(x), V(1)]).v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return sum([V(x), V(1)], V(0)).v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return sorted([V(x), V(1)])[0].v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- a = V(x); a += V(1); return a.v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- a = V(x); c = a; a += V(1); return c.v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return not V(x)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return V(x) and 5
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return len([1, x]), 1 + x, "a" + "b", [1] + [x], 1 < x, x in [1, 2], -x, 2 * x, x == 1
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- xs = [x]; ys = xs + [1]; ys.append(5); xs += [7]; return xs, ys
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- a = V(x); return a <= V(1)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- a = V(x); return V(0) < a < V(2)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return (V(x) + 1).v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return V(uniform(0, x)) + V(1) == V(1)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n)\n    def __mul__(self, k): return V(self.v * k)\n    def __rmul__(self, k): return V(10 * self.v * k)\n    def __neg__(self): return V(-self.v)\n    def __eq__(self, other): return self.v == other.v\n    def __lt__(self, other): return self.v < other.v\n    def __len__(self): return self.v\n    def __contains__(self, k): return self.v // (k + 1) --- return 0 in V(x), len(V(-x))
class P:\n    def __init__(self, xs): self.xs = xs\n    def __add__(self, other): return self.xs --- a = P([x]); c = a + 1; c.append(5); return a.xs
class P:\n    def __init__(self): self.xs = []\n    def __add__(self, other):\n        self.xs.append(other)\n        return len(self.xs) --- a = P(); n = a + x; m = a + 5; return n, m, a.xs
class P:\n    def __init__(self, v): self.v = v\n    def __eq__(self, other):\n        if not isinstance(other, P): return NotImplemented\n        return self.v == other.v --- return P(x) == P(1), P(x) == 3
class P:\n    def __init__(self, v): self.v = v\n    def __eq__(self, other): return 5\n    def __lt__(self, other): return "a" --- return P(x) == 1, P(x) != 1, P(x) < 1, 1 > P(x)
class P:\n    def __init__(self, v): self.v = v\n    def __bool__(self): return self.v > 1 --- p = P(x); return 1 if p else 2
class P:\n    def __init__(self, v): self.v = v\n    def __getitem__(self, i): return i * self.v --- p = P(x); return [p[1], p[2]], p[1:2] if b else 0
class P:\n    def __init__(self, v): self.v = v\n    def __getitem__(self, i): return i * self.v --- p = P(x); p = [5, 6]; return p[1]
class P:\n    def __init__(self, v): self.v = v\n    def __getitem__(self, i): return i * self.v --- p = [5, 6]\nif b: p = P(x)\nreturn p[1]
class P:\n    def __init__(self, n): self.n = n\n    def __call__(self, k):\n        self.n += k\n        return self.n --- p = P(x); a = p(1); c = p(2); return a, c, p.n
class P:\n    def __init__(self, n): self.n = n\n    def __call__(self, k):\n        self.n += k\n        return self.n --- p = P(x); q = p; a = p(1); return a, q(1)
class P:\n    def __init__(self, n): self.n = n\n    def __call__(self, k): return self.n + k --- fs = [P(x), P(1)]; return [f(1) for f in fs]
from dataclasses import dataclass, field\n@dataclass\nclass P:\n    a: int\n    c: int = 4\n    xs: list = field(default_factory=list)\n    def __post_init__(self):\n        if self.a > 1: self.c = 9\n        self.xs.append(self.a) --- p = P(x); q = P(1, c=x); p.xs.append(7); return p.a, p.c, p.xs, q.c, q.xs
from dataclasses import dataclass, field\n@dataclass\nclass P:\n    a: int\n    xs: list = field(default_factory=list)\n    def __post_init__(self): self.a += 1 --- return P(x, [5]).xs
from dataclasses import dataclass, replace\n@dataclass\nclass P:\n    a: int\n    def __post_init__(self): self.a += 1 --- return replace(P(x), a=1).a
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    def __post_init__(self):\n        if self.a > 1: raise ValueError("no") --- try:\n    n = P(x).a\nexcept ValueError:\n    n = 9\nreturn n
from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    a: int\n    def __post_init__(self): self.a = 3 --- return P(x).a
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    def __post_init__(self): self.d = self.a + 1 --- return P(x).d
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    def __post_init__(self): self.a += 1 --- return P(x) == P(1), P(x)
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    def __post_init__(self): self.a = self.a * 2\n    def double(self): return P(self.a) --- return P(x).double().a
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    def __eq__(self, other): return True --- return P(x) == P(1)
from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    def __add__(self, o): return P(self.a + o.a)\n    def __contains__(self, k): return k < self.a --- return P(x) + P(1), 1 in (P(x) + P(1)), P(x) == P(1)
class S:\n    def __init__(self): self.t = 0\n    def add(self, v): self.t += v\nclass T:\n    def __init__(self): self.t = 5\n    def add(self, v): return self.t --- out = [S(), T()]\nfor o in out: o.add(x)\nreturn [o.t for o in out]
from abc import ABC, abstractmethod\nclass Q(ABC):\n    def __init__(self, n): self.n = n\n    @abstractmethod\n    def cost(self): ...\n    def twice(self): return 2 * self.cost()\nclass A(Q):\n    def cost(self): return self.n\nclass B(Q):\n    def cost(self): return 5 --- return A(x).twice(), [q.cost() for q in [A(x), B(1)]], isinstance(B(x), Q)
from abc import ABC, abstractmethod\nclass Q(ABC):\n    def __init__(self, n): self.n = n\n    @abstractmethod\n    def cost(self): ...\n    def twice(self): return 2 * self.cost()\nclass A(Q):\n    def cost(self): return self.n\nclass B(Q):\n    def cost(self): return 5 --- return Q(x).n
from abc import ABC, abstractmethod\nclass Q(ABC):\n    def __init__(self, n): self.n = n\n    @abstractmethod\n    def cost(self): ...\n    def twice(self): return 2 * self.cost()\nclass A(Q):\n    def cost(self): return self.n\nclass B(Q):\n    def cost(self): return 5 --- return [c(x).n for c in [A, B]]
from abc import ABC, abstractmethod\nclass Q(ABC):\n    @abstractmethod\n    def cost(self): return 1\nclass A(Q):\n    def cost(self): return super().cost() + x --- return A().cost()
from abc import ABC, abstractmethod\nclass Q(ABC):\n    @property\n    @abstractmethod\n    def cost(self): ...\nclass A(Q):\n    @property\n    def cost(self): return 3 --- return A().cost + x
from abc import ABC, abstractmethod\nclass Q(ABC):\n    @abstractmethod\n    def cost(self): ...\nclass A(Q): pass --- return A()
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n) --- a = V(x); a += V(1); return a.v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n) --- a = V(x); n = 1; n += 2; s = "a"; s += "b"; xs = [1]; xs += [x]; a += a; return a.v, n, s, xs
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n) --- a = V(x); c = a; a += V(1); return a.v, c.v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, other): return V(self.v + other.v)\n    def __radd__(self, n): return V(self.v + n) --- n = 3; n += V(x); return n.v
class V:\n    def __init__(self, v): self.v = v\n    def __eq__(self, other): return self.v == other.v\nclass W(V):\n    def __eq__(self, other): return 5 --- return V(x) == W(x)
class P:\n    def __init__(self): pass\n    def f(self, v): return v + 1 --- return P().f(x)
class P:\n    def f(self, v): return v + 1 --- p = P(); q = P(); return p.f(x), q is None
class P:\n    def f(self, v): return v + 1 --- return P() == P()
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: int): return v + 1\n@f.register\ndef _(v: str): return 7 --- return f(x), f("a"), f(None)
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register(int)\ndef of_int(v): return v + 1\n@f.register(list)\ndef of_list(v): return 7 --- return f(x), f([x]), f(None), of_int(5)
from functools import singledispatch\n@singledispatch\ndef f(v, w): return 0\n@f.register\ndef _(v: int, w): return v + w\n@f.register\ndef _(v: bool, w): return "b" --- return f(x, 1), f(b, 2), f(x == 1, x), f(v="a", w=1) if x > 5 else f("a", 1)
from functools import singledispatch\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\n@dataclass\nclass B:\n    a: int\n@singledispatch\ndef f(v): raise TypeError\n@f.register\ndef _(v: A): return v.a\n@f.register\ndef _(v: B): return f(A(v.a + 1)) * 10 --- return [f(v) for v in [A(x), B(1)]]
from functools import singledispatch\nclass A:\n    def __init__(self, n): self.n = n\nclass B(A): pass\nclass C(B): pass\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: A): return 1\n@f.register\ndef _(v: C): return 3 --- return f(A(x)), f(B(x)), f(C(x)), f(x)
from functools import singledispatch\nfrom enum import IntEnum\nclass K(IntEnum):\n    A = 0\n    B = 1\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: int): return 1\n@f.register\ndef _(v: K): return 2 --- return f(K.A), f(x), f(K(x % 2))
from functools import singledispatch\nfrom typing import NamedTuple\nclass K(NamedTuple):\n    a: int\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: tuple): return len(v)\n@f.register\ndef _(v: K): return 20 --- return f(K(x)), f((x, 1)), f([x])
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: dict): return len(v) --- return f(Counter([x])), f({x: 1}), f(defaultdict(int))
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: float): return 1\n@f.register\ndef _(v: int): return 2 --- return f(x / 2), f(x), f(x // 2), f(0.5)
from functools import singledispatch\n@singledispatch\ndef f(v): return 0\n@f.register\ndef _(v: int): return 1\n@f.register\ndef _(v: int): return 2 --- return f(x)
from functools import singledispatch\n@singledispatch\ndef f(v, k=3): return k\n@f.register\ndef _(v: int, k=5): return k --- return f(x), f("a")
from functools import singledispatch\n@singledispatch\ndef f(v): return uniform(0, 1)\n@f.register\ndef _(v: int): return v + uniform(0, 1) --- return f(x), f("a"), list(map(f, [x, "a"]))
from functools import singledispatch\n@singledispatch\ndef f(v, log): log.append(0)\n@f.register\ndef _(v: int, log): log.append(v) --- log = []; f(x, log); f("a", log); return log
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return V(self.v + o.v)\n    def __radd__(self, o):\n        if o != 0: return NotImplemented\n        return self\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v --- return (V(x) + V(1)).v, V(x) == V(1), V(x) != V(1), (0 + V(x)).v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return V(self.v + o.v)\n    def __radd__(self, o):\n        if o != 0: return NotImplemented\n        return self\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v --- return V(x) + 1
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return V(self.v + o.v)\n    def __radd__(self, o):\n        if o != 0: return NotImplemented\n        return self\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v --- return V(x) == 1
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return V(self.v + o.v)\n    def __radd__(self, o):\n        if o != 0: return NotImplemented\n        return self\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v --- return 1 == V(x)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return V(self.v + o.v)\n    def __radd__(self, o):\n        if o != 0: return NotImplemented\n        return self\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v --- return 5 + V(x)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return V(self.v + o.v)\n    def __radd__(self, o):\n        if o != 0: return NotImplemented\n        return self\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v --- return V(x) == "#NotImplemented"
class P:\n    def __init__(self, v): self.v = v\n    def __lt__(self, o): return NotImplemented\n    def __gt__(self, o): return self.v > o.v --- return P(x) < P(1)
class P:\n    def __init__(self, v): self.v = v\n    def __lt__(self, o): return NotImplemented if o.v else self.v < 1 --- return P(x) < P(1)
return shuffled(v + 1 for v in [x, 1])
return shuffled(v for v in {x, 1})
return sorted(shuffled(uniform(0, 1) + v for v in [x, 1]))
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o): return self.v + o.v if isinstance(o, V) else NotImplemented --- return V(x) + V(1)
class V:\n    def __init__(self, v): self.v = v\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v\n    def f(self): return NotImplemented --- return V(x) == V(1), V(x) != V(1)
class V:\n    def __init__(self, v): self.v = v\n    def __radd__(self, o):\n        if isinstance(o, V): return NotImplemented\n        return self.v + o\n    def __add__(self, o):\n        if isinstance(o, int): return NotImplemented\n        return self.v * o.v --- return V(x) + V(2), 3 + V(x)
class V:\n    def __init__(self, v): self.v = v\n    def __eq__(self, o):\n        if not isinstance(o, V): return NotImplemented\n        return self.v == o.v\nclass W:\n    def __init__(self, v): self.v = v\n    def __eq__(self, o): return o.v == self.v + 1 --- return V(x) == W(1), W(1) == V(x), V(x) != W(1)
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o): return W(self.v + o.v)\nclass W:\n    def __init__(self, v): self.v = v\n    def __add__(self, o): return V(self.v - o.v) --- return (V(x) + W(1) + V(5)).v
class V:\n    def __init__(self, v): self.v = v\n    def __add__(self, o): return V(self.v + o.v)\ndef total(vs):\n    t = V(0)\n    for v in vs: t = t + v\n    return t --- return total([V(x), V(1)]).v, sum(v.v for v in [V(x)])
def double(n): return 2 * n\nN = double(3) --- return N + x
def double(n): return 2 * n\nN = double(3)\nM = [double(i) + N for i in range(3)] --- return M[x], N
class Policy:\n    def __init__(self, lo, hi=2):\n        if lo > hi: raise ValueError\n        self.lo = lo\n        self.hi = hi\n    def clip(self, v): return min(max(v, self.lo), self.hi)\n    def widen(self, k): self.hi += k\nC = Policy(0, 1) --- return C.clip(x), C.hi
class Policy:\n    def __init__(self, lo, hi=2):\n        if lo > hi: raise ValueError\n        self.lo = lo\n        self.hi = hi\n    def clip(self, v): return min(max(v, self.lo), self.hi)\n    def widen(self, k): self.hi += k\nC = Policy(0, 1) --- C.widen(x); return C.hi
class Policy:\n    def __init__(self, lo, hi=2):\n        if lo > hi: raise ValueError\n        self.lo = lo\n        self.hi = hi\n    def clip(self, v): return min(max(v, self.lo), self.hi)\n    def widen(self, k): self.hi += k\nC = Policy(0, 1)\nD = C --- p = D; p.widen(x); return C.hi
def fill(xs):\n    xs.append(1)\n    return len(xs)\ndef make():\n    xs = [5]\n    fill(xs)\n    return xs\nN = make() --- return N, x
def fill(xs):\n    xs.append(1)\n    return len(xs)\nT = [3]\nN = fill(T) --- return N, T, x
def fill(xs):\n    xs.append(1)\n    return len(xs)\nN = fill([3]) --- return N, x
def toss(): return flip(1 / 2)\nN = toss() --- return N, x
def toss(): return geometric(1 / 2)\nN = toss() --- return clamp(N, 0, 1), x
def toss():\n    flip(1 / 2)\n    return 3\nN = toss() --- return N, x
def f(): return g()\ndef g(): return 3\nN = f() --- return N, x
def f(): return g() if 1 > 2 else 5\nN = f()\ndef g(): return 3 --- return N, x
def f(n): return 1 if n < 2 else f(n - 1) + f(n - 2)\nN = f(8) --- return N, x
def f(xs=[1]):\n    xs = xs + [2]\n    return xs\nN = f()\nM = f() --- return N, M, x
def make(n): return lambda v: v + n\nADD = make(3) --- return ADD(x)
def f(v): return v + 1\nFS = [f, f]\ndef app(g, v): return g(v)\nN = app(FS[0], 3) --- return N, FS[1](x)
def f(): return {1, 2}\nS = f() --- return x in S
def f(): return 1 / 3\nN = f() --- return flip(N), x
def f(): return 0.1 + 0.2\nN = f() --- return x if flip(N) else 0
def f(): return [[0] * 2] * 2\nT = f() --- return T[x % 2], x
def f(): return [0, 1]\nT = f() --- T[0] = x; return T
def f(): return [0, 1]\nT = f() --- t = T; t[0] = x; return T
def f(): return [0, 1]\nT = f() --- t = list(T); t[0] = x; return T, t
def g():\n    yield 1\n    yield 2\nT = list(g()) --- return T, x
def f(a, c): return a + 2 * c\nG = partial(f, 1) --- return G(x)
def h(k): return k + 1\nclass K:\n    def __init__(self): self.n = h(4)\nC = K() --- return C.n + x
def f(a, c=4): return a + 2 * c\nG = partial(f, c=1)\nH = [G, partial(f, 5)] --- return G(x), H[1](x), H[0](2)
G = partial(flip, 1 / 2) --- return G(), x
def f(a, c): return a + 2 * c\nG = partial(f, 1)\nN = G(3) --- return N, x
N = 7\nclass A:\n    def __init__(self, a): self.n = a + N\nclass B(A):\n    def __init__(self, N):\n        super().__init__(1)\n        self.m = N --- c = B(x)\nreturn c.n, c.m
N = 7\nclass A:\n    def __init__(self, a): self.n = a + N\nclass B(A):\n    def __init__(self, a):\n        N = 2\n        super().__init__(a)\n        self.m = N --- c = B(x)\nreturn c.n, c.m
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o): return NotImplemented\n    def __radd__(self, o): return 5 --- try:\n    r = A(x) + A(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __radd__(self, o): return 5 --- try:\n    r = A(x) + A(1)\nexcept TypeError:\n    r = 9\nreturn r
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n - 1 --- c = A(x)\ntry:\n    return len(c)\nexcept ValueError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return "a" --- c = A(x)\ntry:\n    return len(c)\nexcept TypeError:\n    return 9
class A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return self.n > 0 --- c = A(x)\nreturn len(c)
class S(Exception):\n    def __init__(self, left):\n        super().__init__("x", left)\n        self.left = left\nclass M(S):\n    def __init__(self, left): super().__init__(left) --- try:\n    raise M(x)\nexcept S as e:\n    return e.args
class S(Exception):\n    def __init__(self, left):\n        super().__init__("x", left)\n        self.left = left\nclass M(S):\n    def __init__(self, left): super().__init__(left) --- try:\n    raise M(x)\nexcept S as e:\n    return str(e)
class S(Exception):\n    def __init__(self, left):\n        super().__init__("x", left)\n        self.left = left\nclass M(S):\n    def __init__(self, left): super().__init__(left) --- try:\n    raise M(x)\nexcept S as e:\n    return e.left
class S(Exception):\n    def __str__(self): return "z" --- try:\n    raise S(x)\nexcept S as e:\n    return str(e)
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- return "a%s" % A(x)
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- return "a" % A(x)
class A:\n    def __init__(self, a): self.n = a\n    def __rmod__(self, o): return 5 --- return 3 % A(x), (x + 0.5) % A(1)
def len(v): return 8\nclass A:\n    def __init__(self, a): self.n = a\n    def __len__(self): return 5 --- c = A(x)\nreturn len(c)
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if o == 1: return NotImplemented\n        return 3 --- return A(x).__add__(1), x
class A:\n    def __init__(self, a):\n        self.n = f(a)\nclass B(A):\n    def __init__(self, f):\n        super().__init__(f)\ndef f(v): return v + 1 --- return B(x).n
class S(ValueError):\n    def __init__(self, left):\n        super().__init__(left)\n        self.left = left\n    def __str__(self): return "q" --- try:\n    raise S(x)\nexcept S as e:\n    return f"{e}"
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        def g(): return NotImplemented\n        return isinstance(g(), str) --- return A(x) + 1
class A:\n    def __init__(self, a): self.n = a\n    def __add__(self, o):\n        if o == 1: return NotImplemented\n        return 3\n    def up(self): return isinstance(self.__add__(1), str) --- return A(x).up()
""".strip().splitlines()
