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
""".strip().splitlines()
