"""Small programs in which it is easy to be wrong about Python: what is evaluated first, what has two names, what is equal.

Each is the body of a mechanism of `x: Int[0, 2]` and `b: Bool`; lines before `---` stand at the top level.
"""

from __future__ import annotations

import ast
import re
from textwrap import indent

from .pythonic import PythonFile, uses

LIBRARY = {
    "collections": ["Counter", "OrderedDict", "defaultdict", "deque"],
    "dataclasses": ["dataclass", "field", "replace"],
    "enum": ["Enum", "IntEnum"],
    "fractions": ["Fraction"],
    "functools": ["lru_cache", "partial", "reduce"],
    "itertools": [
        *("accumulate", "chain", "combinations", "combinations_with_replacement", "compress", "count", "cycle"),
        *("dropwhile", "filterfalse", "groupby", "islice", "pairwise", "permutations", "product", "repeat"),
        *("starmap", "takewhile", "zip_longest"),
    ],
    "typing": ["NamedTuple"],
}
WORDS = ["categorical", "choice", "clamp", "flip", "geometric", "sample", "shuffled", "uniform"]

ALIASES = r"""
a = {}; c = a; c[x] = 1; return a, c
a = {x: [0]}; row = a[x]; row.append(1); return a
a = {}; a[0] = [x]; c = dict(a); c[0].append(7); return a, c
a = {0: [x]}; c = a.copy(); c[0] = [9]; return a, c
a = {0: [x]}; c = {**a}; c[0].append(5); return a
a = [x]; d = {0: a, 1: a}; d[0].append(3); return d
a = [[]] * 2; a[x % 2].append(1); return a
a = [[] for _ in range(2)]; a[x % 2].append(1); return a
d = dict.fromkeys([0, 1], []); d[0].append(x); return d
d = dict.fromkeys([0, 1], 0); d[x % 2] += 1; return d
a = [x]; t = (a, a); t[0].append(1); return t
a = [x]; t = (a, 1); a.append(2); return t
s = {x}; u = s; u |= {5}; return sorted(s)
s = {x}; u = s; u = u | {5}; return sorted(s), sorted(u)
a = [x]; c = a; a += [1]; return c
a = [x]; c = a; a = a + [1]; return c
a = [x]; c = a or [1]; c.append(2); return a
a = [x]; c = a if b else [0]; c.append(2); return a
a = [x, 1]; c = a[:]; c.append(2); return a
a = [x, 1]; c = list(a); c.sort(); return a, c
a = [x, 1]; c = sorted(a); c.append(0); return a, c
q = deque([x]); r = q; r.append(1); return list(q)
q = deque([x, 1]); r = q.copy(); r.popleft(); return list(q), list(r)
c = Counter([x]); e = c; e[9] += 1; return dict(c)
c = Counter([x]); e = c + Counter(); e[9] += 1; return dict(c), dict(e)
d = {}; r = d.setdefault(x, []); r.append(1); return d
d = {}; d.setdefault(x, []).append(1); d.setdefault(x, []).append(2); return d
g = defaultdict(list); r = g[x]; r.append(1); return dict(g)
g = defaultdict(list); g[x]; return dict(g)
g = defaultdict(int); y = g[x] + g[1]; return dict(g), y
d = {0: x}; v = d.values(); d[1] = 5; return list(v)
d = {0: x}; k = d.keys(); d[1] = 5; return list(k)
d = {0: x}; k = list(d); d[1] = 5; return k
a = [1, x]; it = iter(a); a.append(7); return list(it)
a = [1, x]; r = reversed(a); a.append(7); return list(r)
a = [1, x]; z = zip(a, a); a.append(7); return list(z)
a = [1, x]; m = map(lambda v: v + x, a); x = 9; return list(m)
a = [1, x]; g = (v + x for v in a); x = 9; return list(g)
a = [1, x]; g = (v for v in a); a = [5]; return list(g)
a = [1, x]; g = (v for v in a); a.append(5); return list(g)
first = [x]; second = [first]; third = second[:]; third[0].append(1); return first
rows = [[0], [1]]; r = rows[x % 2]; r[0] = 7; return rows
rows = [[0], [1]]; rows[0], rows[1] = rows[1], rows[0]; rows[0].append(x); return rows
rows = [[0], [1]]; rows[0] = rows[1]; rows[0].append(x); return rows
rows = [[0], [1]]; last = rows.pop(); last.append(x); return rows, last
rows = [[0], [1]]; [first, second] = rows; first.append(x); return rows
rows = [[0], [1]]; first, *rest = rows; rest[0].append(x); return rows, rest
rows = [[0], [1]]; m = max(rows); m.append(x); return rows
rows = [[1], [0]]; s = sorted(rows); s[0].append(x); return rows
rows = [[1], [0]]; s = list(reversed(rows)); s[0].append(x); return rows
rows = [[1], [0]]; s = [r for r in rows if r]; s[0].append(x); return rows
rows = [[1], [0]]; s = rows + [[2]]; s[0].append(x); return rows
rows = [[1], [0]]; s = [*rows]; s[0].append(x); return rows
rows = [[1], [0]]; s = list(filter(None, rows)); s[0].append(x); return rows
rows = [[1], [0]]; s = list(map(lambda r: r, rows)); s[0].append(x); return rows
rows = [[1], [0]]; s = choice(rows); s.append(x); return rows
rows = [[1], [0]]; s = shuffled(rows); s[0].append(x); return rows
rows = [[1], [0]]; s = sample(rows, 1); s[0].append(x); return rows
d = {0: [1], 1: [0]}; s = list(d.values()); s[0].append(x); return d
d = {0: [1], 1: [0]}; s = d.get(x, [5]); s.append(x); return d
d = {0: [1], 1: [0]}; s = d.pop(x, [5]); s.append(x); return d, s
d = {0: [1], 1: [0]}; s = [v for _, v in d.items()]; s[0].append(x); return d
d = {0: [1]}; e = d | {1: [2]}; e[0].append(x); return d
d = {0: [1]}; e = {2: [2]}; e.update(d); e[0].append(x); return d
a = [x]; a.append(a[0]); a[0] = 5; return a
a = [x]; c = [a]; c.append(a); c[0].append(1); return c
a = [x]; (c := a).append(1); return a
a = [1]; n = [a for _ in range(2)]; n[0].append(x); return n
a = [1]; a.extend(a); return a
a = [1, x]; a[:] = [5]; return a
a = [1, x]; a[1:1] = a; return a
s = {1, x}; t = frozenset(s); s.add(7); return sorted(t)
a = [x]; c = (a,) * 2; c[0].append(1); return c
a = [[x]]; c = (a + a); c[0].append(1); return a
"""

HELPERS = r"""
def put(into, value): into.append(value) --- a = [x]; put(a, 1); return a
def put(into, value): into = into + [value]; return into --- a = [x]; c = put(a, 1); return a, c
def put(into, value): into += [value]; return into --- a = [x]; c = put(a, 1); return a, c
def put(into, value): into += value; return into --- a = 1; c = put(a, x); return a, c
def same(value): return value --- a = [x]; c = same(a); c.append(1); return a
def first(one, two): one.append(1); return two --- a = [x]; return first(a, a), a
def first(one, two): one.append(1); return len(two) --- a = [x]; return first(a, a), a
def add(key, into): into[key] = into.get(key, 0) + 1; return into[key] --- d = {}; add(x, d); add(1, d); return d
def add(value, kept=[]): kept.append(value); return kept --- add(x); return add(2)
def add(value, kept=[]): kept.append(value); return len(kept) --- add(x); return add(2)
def add(value, kept=()): kept += (value,); return kept --- add(x); return add(2)
def add(value, kept=None): kept = [] if kept is None else kept; kept.append(value); return kept --- add(x); return add(2)
N = 5\ndef add(value, *, by=N): return value + by --- return add(x)
def pop(s): return s.pop() --- s = [1, 2, x]; return pop(s) - 10 * pop(s)
def pop(s): return s.pop() --- s = [1, 2, x]; return [pop(s), pop(s)]
def pop(s): return s.pop() --- s = [1, 2, x]; return {pop(s): pop(s)}
def pop(s): return s.pop() --- s = [1, 2, x]; return pop(s) < pop(s) < pop(s)
def pop(s): return s.pop() --- s = [1, 2, x]; return max(pop(s), len(s), pop(s))
def pop(s): return s.pop() --- s = [1, 2, x]; return (pop(s) if pop(s) else pop(s)), s
def pop(s): return s.pop() --- s = [1, 2, x]; d = {}; d[pop(s)] = pop(s); return d
def pop(s): return s.pop() --- s = [0, 0, 1]; a = [5, 6]; a[pop(s)] += pop(s) + x; return a, s
def pop(s): return s.pop() --- s = [0, 0, 1]; a = [5, 6]; a[pop(s)], a[pop(s)] = pop(s), x; return a
def pop(s): return s.pop() --- s = [0, 1, 1]; return f"{pop(s)}{pop(s)}{s}"
def pop(s): return s.pop() --- s = [1, 2, x]; return [len(s) for _ in range(pop(s) + 1)]
def pop(s): return s.pop() --- s = [0, 1, x]; return (lambda a, b=pop(s): a - b)(pop(s))
def pop(s): return s.pop() --- s = [0, 1, x]; return sorted([pop(s), pop(s)], key=lambda v: -v, reverse=bool(pop(s)))
def pair(a, b): return a - 2 * b --- s = [1, 2, x]; return pair(b=s.pop(), a=s.pop())
def pair(a, b): return a - 2 * b --- s = [1, 2, x]; return pair(*[s.pop(), s.pop()])
def one(values): yield from values; values.append(9) --- a = [x]; c = list(one(a)); return a, c
def one(values): yield len(values); values.append(9); yield len(values) --- a = [x]; return [(n, len(a)) for n in one(a)]
def one(values): yield len(values); values.append(9); yield len(values) --- a = [x]; g = one(a); a.append(1); return list(g)
def one(values): values.append(9); yield 1 --- a = [x]; g = one(a); n = len(a); return n, list(g), a
def one(n): yield n; yield 1 // n --- return next(one(x))
def one(n): yield n; yield 1 // n --- return [v for v in one(x + 1)]
def one(n): yield n; yield 1 // n --- return any(v == x for v in one(x))
def one(n): yield flip(1 / 2); yield flip(1 / 2) --- return any(one(x))
def one(n): yield flip(1 / 2); yield flip(1 / 2) --- g = one(x); return [next(g), x]
def one(n): yield 1; return 5 --- return list(one(x))
def one(n):\n    while True:\n        yield n\n        n += 1 --- return [a for a, _ in zip(one(x), range(2))]
def deep(n): return 0 if n == 0 else 1 + deep(n - 1) --- return deep(x)
def deep(n): return deep(n) --- return deep(x) if x > 5 else x
def deep(n): return 0 if n == 0 else 1 + deep(n + 1) --- return deep(x) if x == 0 else x
def deep(n): return n if flip(1 / 2) else deep(n) --- return deep(x)
def even(n): return True if n == 0 else odd(n - 1)\ndef odd(n): return False if n == 0 else even(n - 1) --- return even(x)
def walk(t, into): into.append(t[0]); [walk(c, into) for c in t[1]] --- a = []; walk((x, [(1, []), (2, [])]), a); return a
def tree(n): return [n] if n == 0 else [tree(n - 1), tree(n - 1)] --- t = tree(x); return t
def total(*values, start=1): return start + sum(values) --- return total(x, 2, start=x)
def total(**named): return sum(named.values()) --- return total(a=x, c=2)
SEEN = [] --- SEEN.append(x); return SEEN
SEEN = {0: 1} --- return SEEN.get(x)
SEEN = {0: [1]} --- a = SEEN[0]; a.append(x); return SEEN
SEEN = [1, 2] --- a = SEEN; a.append(x); return len(SEEN)
SEEN = (1, 2) --- a = list(SEEN); a.append(x); return a
N = 3\nM = [N + i for i in range(N)] --- N = x; return M, N
def get(): return N\nN = 4 --- return get() + x
"""

SCOPES = r"""
s = [1, x]; return sum((v for v in s), s.pop())
s = [1, x]; return sum(s, s.pop())
s = [1, x]; return max((v for v in s), default=s.pop())
s = [1, x]; return max(s, default=s.pop())
s = [1, x]; return dict.fromkeys((v for v in s), s.pop())
d = {0: x, 1: 5}; return sum(d.values(), d.pop(1))
n = 0; return sum((v + n for v in [1, x]), (n := 5))
n = 0; return max((v + n for v in []), default=(n := 5 + x))
made = [lambda: i for i in range(3)]; return [f() + x for f in made]
made = [lambda i=i: i for i in range(3)]; return [f() + x for f in made]
f = lambda: x; x = 9; return f()
f = lambda y=x: y; x = 9; return f()
n = 0; f = lambda: n; n += 1; g = lambda: n; n += x; return f(), g()
i = 7; a = [i for i in range(x)]; return i, a
i = 7; a = [i for i in range(i - 5) for _ in range(i + x)]; return i, a
i = 7; a = {i: i for i in range(2)}; return i, a
for i in range(x): pass\nreturn x
i = 5\nfor i in range(x): pass\nreturn i
for i in range(3):\n    i += x\nreturn i
n = 0\nfor i in range(3):\n    n += i\n    i = 9\nreturn n
a = [1, 2]\nfor v in a:\n    if len(a) < 5: a.append(v + x)\nreturn a
a = [1, 2, 3]\nfor v in a:\n    a.remove(v)\nreturn a
d = {0: 1}\nfor k in d:\n    d[k] = x\nreturn d
d = {0: 1}\nfor k in d:\n    d[k + 1] = x\nreturn d
d = {0: 1, 1: 2}\nfor k in list(d):\n    del d[k]\nreturn d
n = 2\nfor i in range(n):\n    n += i + x\nreturn n
k = 0\nwhile k < 3:\n    k += 1\n    if k == x: break\nelse:\n    k = 10\nreturn k
for i in range(3):\n    if i == x: break\nelse:\n    i = 10\nreturn i
for i in []:\n    pass\nelse:\n    i = x\nreturn i
if (n := x + 1) > 1: pass\nreturn n
a = [n := i for i in range(x + 1)]; return n, a
a = [(n := i) + n for i in range(2)]; return a
n = 0; a = n + (n := 5) + n + x; return a
n = x; n, m = 5, n; return n, m
a = [0, 1, 2]; i = x; i, a[i] = 2, 9; return i, a
a = [0, 1, 2]; i = x; a[i], i = 9, 2; return i, a
a = i = 0; a = [5, 6]; i = a[i] = x % 2; return a, i
x, x = 1, x; return x
(p, q), r = (x, 1), 2; return p, q, r
p, *q = "ab" + "c" * x; return p, q
*p, q = {3: 1, x: 2}; return p, q
n = 1\ndef bump():\n    n = 5\n    return n\nm = bump()\nreturn n, m
n = 1\ndef bump():\n    nonlocal n\n    n += x\n    return n\nreturn n + bump() + n
n = 1\ndef bump():\n    return n\nn = x\nreturn bump()
n = 1\ndef bump():\n    n += 1\n    return n\nreturn bump() + x
def bump():\n    return later\nlater = x\nreturn bump()
def bump():\n    return later\nm = bump()\nlater = x\nreturn m
a = []\ndef put(v):\n    a.append(v)\n    return len(a)\nreturn put(x) + 10 * put(1), a
a = []\ndef put(v):\n    a.append(v)\na = [5]\nput(x)\nreturn a
def make(n):\n    def add(v):\n        return v + n\n    return add\nreturn make(x)(5)
def make(n):\n    def add(v):\n        nonlocal n\n        n += v\n        return n\n    return add\nf = make(x)\nreturn f(1), f(1)
def rec(n):\n    return 0 if n == 0 else x + rec(n - 1)\nreturn rec(2)
def f(a, c=x):\n    return a + c\nx = 9\nreturn f(1)
fs = []\nfor i in range(2):\n    def f():\n        return i\n    fs.append(f)\nreturn [g() for g in fs]
if b:\n    y = 1\nreturn y
if b:\n    y = 1\nreturn b and y
for i in range(x):\n    y = i\nreturn y
y = 1; del y; return x
sum = 5; return sum + x
len = [x]; return len
list = [x, 1]; return list
def max(a, c):\n    return a\nreturn max(1, x)
range = 3; return [range for _ in "ab"]
str = "s"; return str + "t" * x
True_ = x; return True_
print = x; return print
int = bool; return int(x)
"""

VALUES = r"""
return {True: 1, 1: 2, x: 3}
return {1: 1, True: 2}
return {0: "a", False: "b"}[x * 0]
return {1.0: 1, 1: x}
return {x: 1}[True] if x == 1 else 0
return sorted({True, 1, x, b})
return sorted({1, True, 2}), sorted({True, 1, 2})
return len({x, b, 1, 0})
return [b, x].index(1) if x == 1 else 5
return [1, b].count(True)
return (b in [0, 1]), (x in (True, False))
return Counter([True, 1, x])
return Counter([x, x, b]).most_common(1)
return list(dict.fromkeys([x, True, 0, 1]))
s = {b}; s.add(1); return sorted(s)
s = {1}; s.discard(b); return sorted(s)
d = {b: 1}; d[1] = 5; return d
d = {1: 1}; d[b] = 5; return d
return b + b, b * 2, -b, +b, ~b, b | 1, b & True, b ^ b
return b == x, b is True, x is 1 if False else 0
return max(b, x), max(x, b), min(b, x), min(x, b)
return max([x, b]), sum([b, b]), sum([]), sum([b])
return [x, b][b], "ab"[b]
return x and b, x or b, b and x, not x
return 0 * b, x * True, x + False
return x / 1, x // 1, x % 1 or b, x ** 0
return 2 ** x / 2, 4 / 2 == 2, 4 / 2
return int(5 / 2), round(x / 2), round(2.5), round(-0.5), round(1.5), round(x / 4, 1)
return -0.0 * x == 0, 0 / -1, -(x / 2) * 0
return (-x) // 2, (-x) % 2, x // -2, x % -3, divmod(-x, 2), divmod(x, -2)
return abs(-b), abs(x - 1), -b
return pow(2, x), pow(2, -x), 2 ** -x
return pow(2, x, 3), pow(-2, 3, 5)
return x << 1, x >> 1, -x >> 1, ~x, x ^ -1, x & -2, x | -4
return (x).bit_length(), bin(x), bin(-x).count("1"), (-5).bit_count()
return int(b), bool(x), str(b), str(x), str(x / 2), str(-x)
return int("3") + x, int("-2"), int(True), int(" 4 ")
return f"{x}{b}{x / 2}{-x:+d}{x:03d}{x:>4}{b!r}"
return f"{x:b}|{x:x}|{x + 10:X}|{x:,}|{x:<3}|{x:^3}|"
return f"{x!r:>3}|{'a' * x:>3}|{'q'!r}|{x=}"
return f"{[x, b]}{(x,)}{ {x: b} }{None}"
return "ab" < "b", "B" < "a", "" < "a", "a" * x < "aa", "10" < "9"
return "abc"[x], "abc"[-1], "abc"[x:], "abc"[::-1], "abc"[:x]
return "a,b,,c".split(","), " a  b ".split(), "ab".join(["x", "y"]), ",".join(str(i) for i in range(x))
return "aXbX".replace("X", "-" * x), "ab".upper(), "Ab".swapcase(), "ab cd".title(), "xaax".strip("x")
return "abcab".find("b", x), "abcab".count("ab"), "ab".index("b"), "ab".zfill(4), "ab".startswith(("b", "a"))
return "ß".upper(), "ẞ".lower(), "ﬁ".upper(), "İ".lower(), len("é")
return "1".isdigit(), "²".isdigit(), "a1".isalnum(), "".isalpha(), " ".isspace(), "Ab".islower()
return [1, 2] < [1, 3], [1] < [1, x], (1, x) < (1, 2), [] < [x], (1, "a") < (2, 3)
return [1, 2, 3][x:], [1, 2, 3][:-x], [1, 2, 3][-x:], [1, 2, 3][::2], [1, 2, 3][5:], [1, 2, 3][2:0:-1]
return [1, 2] == (1, 2), [1] == [True], {1: 2} == {True: 2.0}, {1} == {True}, {1: 1, 2: 2} == {2: 2, 1: 1}
return {1, 2} < {1, 2, x}, {1} <= {x}, {1, 2} - {x}, {x} ^ {1}, {x} | {1}, {x} & {1, 2}
return {x: 1} | {1: 5}, {**{x: 1}, 1: 2}, dict([(x, 1), (1, 2)]), dict(a=x)
return list({2: 0, x: 1}), list({x: 1, 2: 0}.items()), list({1: 2} | {x: 3})
d = {0: 0, 1: 1}; d.pop(0); d[0] = x; return d
d = {0: 0, 1: 1}; d[0] = x; return d
d = {0: 0, 1: 1}; d.update({1: 5, 0: x}); return d
d = {0: 0, 1: 1}; return d.popitem(), d
d = {x: 0}; return d.get(5), d.get(5, 1), d.get(x)
d = {x: 0}; return d[5] if b else 1
c = Counter("ab" * x); c["z"] += 0; return c, c["q"], c.total(), len(c)
c = Counter([1, 1, x]); c.subtract([1, 5]); return c, +c, c - Counter([1]), c & Counter([1]), c | Counter([5])
c = Counter([1, 2, 2, x]); return c.most_common(), c.most_common(1), list(c.elements())
c = Counter({x: 0}); return c == Counter(), bool(c), 0 in c
q = deque([1, x], maxlen=2); q.append(5); return list(q)
q = deque([1, 2, x]); q.rotate(1); q.appendleft(0); return list(q), q[0], q[-1]
return all([]), any([]), sum([[1], [x]], []), max([], default=x), min("ba"), sorted("ba", reverse=True)
return max([x, 1], key=lambda v: -v), max([(1, 2), (1, x)]), sorted([(1, x), (1, 0)], key=lambda p: p[0])
return sorted([2, x, 1], key=lambda v: v % 2), sorted([2, x, 1], key=lambda v: v % 2, reverse=True)
return list(zip([1, 2], [x])), list(enumerate("ab", x)), list(reversed([1, x])), list(map(max, [1, 0], [x, x]))
return list(accumulate([1, x, 2])), list(accumulate([1, x], max)), list(accumulate([1, x], initial=5)), list(chain([x], "a"))
return list(product([x, 1], repeat=2)), list(islice(count(x), 2)), list(zip_longest([1], [x, 2]))
return [(k, list(g)) for k, g in groupby([1, 1, x])]
return reduce(lambda a, c: a - c, [1, x, 2]), reduce(lambda a, c: a - c, [x], 5), partial(pow, 2)(x)
return isinstance(b, int), isinstance(x, bool), isinstance(x, (str, int)), type(b) is bool, isinstance("a", str)
return Fraction(1, 2) + x, Fraction(x, 1) == x, Fraction(2, 4), Fraction(x, 2) // 1, Fraction(1, 2) < x
return x if x else None, None == x, None is None, [None] == [None], not None
return 1 if x else 2 if b else 3, (1, 2, 3)[x], not x == 1, -x ** 2, 2 ** 3 ** x
return 1 < x < 3, 1 < 2 == 2 < x, x == x == 1, 0 == x != 1, b == (not b) == x
return x in range(1, 9, 2), range(x)[-1] if x else 0, list(range(5, x, -2)), len(range(0, 9, 4)), range(3) == range(0, 3)
return [*range(x), *"a", *{1: 2}], (*[x],), {*[x, 1]}, [*{1: 0}.items()]
return __debug__ and x
return __name__
assert x < 5, 1 / 0; return x
assert (x, "always"); return x
return x if not __debug__ else 5
s = [1, x, 2]; s.sort(); s.insert(-1, 9); s.insert(99, 8); return s, s.pop(), s.index(9), s.pop(0), s
s = [1, x, 2]; s.remove(1); s.reverse(); return s, s.count(x), s.copy(), s.clear()
s = [1, x, 2]; del s[0]; del s[-1:]; return s
s = [1, 2, 3]; s[x] += 5; s[-1] *= 2; return s
return [1, 2].append(3), [2, 1].sort()
s = {1, x}; s.update([5], {6}); s.remove(5); return sorted(s), len(s), s.pop() if len(s) == 0 else 0
s = {3, 1, x}; return list(s)
s = {3, 1, x}; return [v for v in s]
s = {3, 1, x}; return s
s = {"b", "a"}; return "".join(s)
s = {3, 1, x}; n = 0\nfor v in s:\n    n = 10 * n + v\nreturn n
s = {3, 1, x}; n = 0\nfor v in s:\n    n += v\nreturn n
s = {3, 1, x}; return [v in s for v in range(4)], min(s), max(s), sum(s), sorted(s), tuple(sorted(s))
s = {3, 1, x}; a, *c = s; return a
s = {3, 1, x}; return next(iter(s))
s = {3, 1, x}; return {v: 1 for v in s}
s = {3, 1, x}; return [i for i, v in enumerate(s)], str(s)
s = {3, 1, x}; return sum(1 for v in s if flip(1 / 2) and v > 1)
s = {1, 2}; return [flip(1 / (v + 1)) for v in s]
return sorted({x, 1}, key=lambda v: 0)
return max({1, 2, 3}, key=lambda v: 0)
return Counter({3, 1, x})
return dict.fromkeys({3, 1, x})
return choice(sorted({x, 1})), choice([x, x, 1])
return sample([1, 1, x], 2), shuffled([1, 1])
return sample([1, x], 0), sample([1, x], 3) if x == 5 else 0
return choice([]) if x == 5 else choice("ab")
return shuffled([1, x])[0], sorted(shuffled([1, x]))
a = [1, x]; c = shuffled(a); return a, len(c)
return choice(range(x + 1)), choice((x,)), choice("a" * (x + 1))
"""

TEXTS = r"""
return f"{b:5}|", f"{b!s:>6}|", f"{b:d}", f"{x:5}|", f"{'a':5}|", f"{'a':05}|", f"{-x:05}|", f"{x:^+5}|", f"{x:%}", f"{x:e}"
return f"{x:{x}}", f"{x:>{x + 2}}", f"{x / 2:.1f}", f"{x / 3}", f"{x / 2}", f"{None}", f"{[1]:>5}" if x > 5 else "", f"{x:c}"
return "%d" % x, "{}-{}".format(x, b), "%s" % b, "a" % () if x > 5 else ""
return str(x / 3), str(-0.0 * x), str(Fraction(1, 2) * x), str(Fraction(x)), str(1e16 * x), str(x * 1.0), repr(x / 4)
return repr("it's"), repr('a"b'), repr("a\"b'c"), repr("\\n"), repr("é"), repr("\\x00"), repr("\\\\"), repr(""), repr(None), repr(b)
return str(["a", "it's"]), str((x,)), str({}), str({1: "a", x: b}), str([None, True]), str([[x], ()]), str([x / 2]), str({x}), str(set())
return "abc".replace("", "-"), "aaa".replace("aa", "b"), "aaa".count("aa"), "abc".count(""), "x".find(""), "x".find("", 5), "ab".rfind("b")
return "".split(","), "".split(), " a".split(" "), "a b c".split(" ", 1), "a b c".rsplit(" ", 1), "abc".partition("b"), "a\\nb".splitlines()
return "ab".split("") if x > 5 else "", "abc".index("z") if x > 5 else "", "it's ab".title(), "hELLO wORLD".capitalize(), "ab".center(5, "*"), "ab".ljust(3), "-5".zfill(4)
return "xxaxx".strip("x"), "xxaxx".lstrip("x"), " a ".rstrip(), "abcabc".strip("abc"), "www.a.w".strip("w."), "prefix".removeprefix("pre"), "ab".removesuffix("b")
return "a" in "", "" in "a", "" in "", "ab" in "cab", "a" * -1, 2 * "ab", "ab" * x, "ab" * b, "," .join([]), "-".join("abc")[x]
return "Z" < "a", "a" < "a ", "é" > "z", "a" == "A".lower(), "10" < 9 if x > 5 else 0, max("b", "a" * x), min(["b", "a"]), sorted("bAa"), "".join(sorted("cab"))
return ord("a") + x, chr(97 + x), int("1_0") + x, int("-7"), int("+3"), int("x") if x > 5 else 0, int("11", 2) + x, int("٣"), float("0.5") * x, bool("0"), bool("")
return "abc"[x], "abc"[-1 - x], "abc"[5:], "abc"[x:x + 1], "abc"[::-2], "abc"[-2:], "a"[1] if x > 5 else 0, "abcd"[1:-1], len("é"), len("👍"), "👍a"[1:]
return [c for c in "ab" * x], list("ab"), tuple("ab"), set("aab") == {"a", "b"}, dict(zip("ab", range(2))), [*"ab"], [a + c for a, c in zip("ab", "cd")], sorted({*"ba"})
return "ab".startswith("", 5), "ab".startswith("b", 1), "ab".endswith(("b", "c")), "ab".isalpha(), "1".isdecimal(), "½".isnumeric(), "A1".isupper(), "a b".istitle(), "_a".isidentifier()
s = "a"; t = s; t += "b" * x; return s, t
s = "ab"; s += s[0]; return s
s = ""\nfor c in "abc":\n    s = c + s\nreturn s * x
a, c = "xy"; return c + a * x
s = "a,b"; d = {}\nfor part in s.split(","):\n    d[part] = d.get(part, 0) + x\nreturn d
d = {"a": x}; return "a=%(a)d" % d
return "a" "b" f"{x}" "c", f"{x}" f"{b}", f"{{{x}}}", f"{x!s:>3}|", f"{ {'k': x}['k'] }", f"{x if b else 'n'}", f"{'a' 'b'}", f"{x:#x}", f"{x:08b}", f"{1000 * x:_}"
match "ab"[x % 2]:\n    case "a": return 1\n    case "b" | "c": return 2\n    case _: return 3
return sum(c == "a" for c in "aba") + x, any(c.isdigit() for c in f"{x}"), "".join(c.upper() if c > "a" else c for c in "ab" * x), max("abca", key="cba".find)
"""

NUMBERS = r"""
return round(x / 2), round(2.5 * b), round(-2.5), round(0.5), round(Fraction(5, 2)), round(15 * b, -1), round(25, -1), round(x / 8, 2), round(1.5, x), round(x), round(b)
return math.floor(-x / 2), math.ceil(-x / 2), math.trunc(-x / 2), int(-2.5 * x), math.isqrt(10 * x), math.comb(5, x), math.factorial(x), math.gcd(0, x), math.lcm(4, x), math.prod([]), math.perm(4, x)
return math.inf > x, -math.inf < x, min(math.inf, x), max(x, -math.inf), math.inf == math.inf, x == math.inf, math.inf - 1 > x, math.floor(2.5), math.sqrt(4 * x * x), math.pi > x
return divmod(-7 * x, 2), divmod(7, -2), -7 // 2, -7 % 3, 7 % -3, 7.5 // 2, 7.5 % 2, -7.5 % 2, 7 // -2.5, divmod(x / 2, 1), Fraction(-7, 2) // 1, Fraction(7, 2) % -1
return 0 ** 0, 0.0 ** x, x ** -1 if x else 0, pow(3, -1, 7) + x, pow(2, x, 1), pow(x, 2), True ** 2, b ** x, b / True, (-2) ** x, -2 ** x, 2 ** 0.5 if x > 5 else 0, 4 ** 0.5, (-8) ** (1 / 3) if x > 5 else 0
return max(1, 1.0), max(1.0, 1), min(True, 1), min(1, True), max(b, 1), sorted([1, True]), sorted([True, 1]), sorted([1.0, 1, 0]), max([1.0, x]), sum([1 / 2, 1 / 2]), sum([0.5, x])
return x == 1.0, 1 in [1.0], {1.0: "a"}[1], {1: "a"}[1.0], {0.5: x}[1 / 2], {Fraction(1, 2): x}.get(0.5), {1, 1.0, True}, {1.0, 1}, [1.0].index(1), (1, 2) == (1.0, 2.0), [x].count(1.0)
return 0.1 + 0.2 == 0.3, 1 / 3 * 3 == 1, 1 / 49 * 49 == 1, 0.1 * 3 == 0.3, x / 2 * 2 == x, 0.1 + 0.2 > 0.3, (0.1 + 0.2) * 10 // 1, 0.3 - 0.1 == 0.2, 2 / 3 == 4 / 6, 0.1 == Fraction(1, 10), 0.5 == Fraction(1, 2)
return int(0.1 * 3 * 10), int(0.29 * 100), 29 / 100 * 100 // 1, math.floor(0.57 * 100), round(2.675, 2), round(1.005, 2), 1e3 + x, int(1e3), 10 ** 20 + x, 10 ** 20 / 1 == 10 ** 20, 2 ** 53 + 1.0 == 2 ** 53 + 1
return isinstance(x / 2, float), isinstance(Fraction(1, 2), float), isinstance(b, (str, int)), isinstance(x, float), isinstance(None, int), isinstance(x, bool), isinstance([x], list), isinstance((x,), list), isinstance("a", (int, str)), isinstance(x // 1, int), isinstance(x * 1.0, int)
return x & 1 or 5, b & x, b | b, b ^ True, ~b, -b, ~x, x << b, 1 << x, -1 >> x, 5 & -2, -5 | 2, -5 ^ 3, x & b == b, not x & 1, 1 << -1 if x > 5 else 0, b << 1, b and 2 & x
return (-5).bit_length(), (5).bit_count(), (-5).bit_count(), bin(5), hex(255), oct(8), bin(-x), x.bit_length(), int("101", 2), f"{5:b}".count("1"), b.bit_length(), (x + 1).__add__(1), x.real, x.numerator
return abs(-x), abs(-b), abs(-0.5), -(-x), +b, not not x, x or 0.0, 0 or b, b or "s", x and "s", None or x, [] or 0, 0.0 or False, "" or b
return 1 < x, x < 1 < 2, 1 == True, 1 is True if x > 5 else 0, x != b, 0 == False == 0, 2 > 1 > x, not x == b, (x == 1) == b, x == (1 == b), x in [b], b in (x, 5), x not in {b, 7}
n = x; n //= 2; n **= 2; n <<= 1; n |= 4; n ^= 1; n &= 13; n %= 7; n -= 9; return n
n = x; n /= 2; return n, n == 1, n * 2
n = b; n += 1; return n
n = b; n |= True; return n
n = b; n |= 2; return n
n = -x; return n // 2 * 2 + n % 2 == n, n >> 1 == n // 2, n & 1 == n % 2, divmod(n, 3) == (n // 3, n % 3), -(n // 2), (-n) // 2
return 0.0 * -1, -x * 0.0, 0 * -1, min(0.0, -0.0), -0.0 + 0, round(-0.4), int(-0.4), -0.0 == 0, 0 / -5, str(-0.0), x * 0 / -1, -(0 / 1), -0.0 if b else 0.0, (-0.0) ** 2, -0.0 // 1, -0.5 // 1 + 1, abs(-0.0)
"""

CLASSES = r"""
class P(NamedTuple):\n    a: int\n    c: int = 5 --- p = P(x); return p, p.a, p[1], p == (x, 5), p._replace(a=9), len(p), P(1, 2) < p
class P(NamedTuple):\n    a: int\n    c: int = 5 --- a, c = P(x); return a + c, [*P(x, 1)], sum(P(x)), P(x) in [(x, 5)], hash(P(1)) == hash((1, 5))
class P(NamedTuple):\n    a: int --- return {P(x): 1, (x,): 2}
@dataclass\nclass P:\n    a: int\n    c: int = 5 --- p = P(x); q = p; q.a = 9; return p
@dataclass\nclass P:\n    a: int\n    c: int = 5 --- p = P(x); q = P(x); q.a = 9; return p, q, p == q, p == P(x), p == (x, 5)
@dataclass\nclass P:\n    a: list --- r = [x]; p = P(r); r.append(1); return p
@dataclass\nclass P:\n    a: list --- r = [x]; p = P(r); p.a.append(1); return p, r
@dataclass\nclass P:\n    a: list = field(default_factory=list) --- p = P(); q = P(); p.a.append(x); return p, q
@dataclass\nclass P:\n    a: int --- p = P(x); l = [p, p]; l[0].a += 1; return l
@dataclass\nclass P:\n    a: int\n\n    def up(self, by=1):\n        self.a += by\n        return self.a --- p = P(x); return p.up() + p.up(5), p.a
@dataclass\nclass P:\n    a: int\n\n    def up(self):\n        return P(self.a + 1) --- p = P(x); q = p.up(); return p, q, p.up().up().a
@dataclass\nclass P:\n    a: int\n\n    @property\n    def twice(self):\n        return 2 * self.a --- p = P(x); n = p.twice; p.a = 9; return n, p.twice
@dataclass(frozen=True)\nclass P:\n    a: int --- return {P(x): 1, P(1): 2}, P(x) == P(1), replace(P(x), a=3)
@dataclass(frozen=True)\nclass P:\n    a: int --- p = P(x); p.a = 2; return p
@dataclass(order=True)\nclass P:\n    a: int --- return P(x) < P(1), max(P(x), P(1))
@dataclass\nclass P:\n    a: int\n\n    def __post_init__(self):\n        self.a += 1 --- return P(x)
@dataclass\nclass P:\n    a: int\n    N = 7 --- return P(x).N, P.N
@dataclass\nclass P:\n    a: int --- p = P(x)\ndef f(q):\n    q.a += 1\nf(p)\nreturn p
class E(Enum):\n    A = 1\n    C = 2 --- e = E.A if x else E.C; return e, e.name, e.value, e is E.A, e == 1, [m.name for m in E], E(1), E["C"], len(E)
class E(Enum):\n    A = 1\n    C = 1 --- return [m.name for m in E], E.C.name, E.A is E.C, x
class E(Enum):\n    A = 1\n    C = True --- return [m.name for m in E], x
class E(IntEnum):\n    A = 1\n    C = 2 --- return E.A + x, E.A == 1, E.A < E.C, [5, 6, 7][E.A], {1: "i", E.A: "e"}, max(E.C, x)
class E(Enum):\n    A = 1\n    C = 2 --- return {E.A: x, E.C: 1}, {E.A} == {E.A}, E.A in E, sorted([E.C, E.A], key=lambda e: e.value)
class E(Enum):\n    A = "a"\n\n    def up(self):\n        return self.value * 2 --- return E.A.up() + "c" * x
class E(str, Enum):\n    A = "a" --- return E.A == "a", E.A + "b" * x
class E(Enum):\n    A = 1\n    C = 2 --- return f"{E.A}", str(E.A), repr(E.C), x
class E(Enum):\n    A = [x for x in range(2)] --- return E.A.value, x
"""


SECOND = r"""
rows = [[0], [1]]; r = rows[x % 2]; r[0] = 7; r.append(x); return rows, r
rows = [[0], [1]]; r = rows[x % 2]; r.append(x); rows[x % 2] = [5]; r.append(6); return rows, r
rows = [[0], [1]]; r = rows[-1]; rows.append([x]); r.append(6); return rows, r
rows = [[0], [1]]; r = rows[-1]; r.append(6); rows.append([x]); return rows, r
rows = [[0], [1]]; i = x % 2; r = rows[i]; i = 1; r.append(6); return rows, r
rows = [[0], [1]]; i = x % 2; r = rows[i]; r.append(6); i = 1; return rows, r, i
rows = [[0], [1]]; i = x % 2; r = rows[i]; rows = [[4], [5]]; r.append(6); return rows, r
rows = [[0], [1]]; i = x % 2; r = rows[i]; c = rows; r.append(6); return rows, c
rows = [[0], [1]]; i = x % 2; c = rows; r = rows[i]; r.append(6); return rows, c
rows = [[0], [1]]; s = rows[0]; r = rows[x % 2]; r.append(6); return rows, s
rows = [[0], [1]]; s = rows[0]; r = rows[x % 2]; r.append(6); s.append(3); return rows, s, r
rows = [[[0]], [[1]]]; r = rows[x % 2]; c = r[0]; c.append(6); return rows, r, c
rows = [[[0]], [[1]]]; r = rows[x % 2]; c = r[0]; r.append([8]); c.append(6); return rows, r, c
rows = [[[0]], [[1]]]; r = rows[x % 2]; c = r[0]; r[0] = [8]; c.append(6); return rows, r, c
rows = [[0], [1]]\nfor k in range(2):\n    r = rows[k]\n    r.append(x)\n    r[0] += len(r)\nreturn rows
rows = [[0], [1]]\nfor k in range(2):\n    r = rows[k]\n    r.append(x)\nr.append(7)\nreturn rows
rows = [[0], [1]]\nfor k in range(2):\n    if k: r.append(5)\n    r = rows[k]\n    r.append(x)\nreturn rows
rows = [[0], [1]]\nr = rows[0]\nfor k in range(2):\n    r.append(x)\n    rows = [[5], [6]]\nreturn rows, r
d = {0: [1]}; r = d[0]; del d[0]; r.append(x); return d, r
d = {0: [1]}; r = d[0]; r.append(x); del d[0]; return d, r
d = {0: [1]}; r = d[0]; r.append(x); del d[0]; return d
d = {0: [1]}; r = d.setdefault(x, []); r.append(1); r.append(2); return d
d = {0: [1]}; r = d.setdefault(x, []); s = d.setdefault(0, []); r.append(1); s.append(2); return d
d = {0: [1]}; r = d.setdefault(x, [[]]); s = d.get(0); r.append(1); return d, s
g = defaultdict(list); r = g[x]; r.append(1); r.append(len(r)); return dict(g)
g = defaultdict(list); r = g[x]; g.clear(); r.append(1); return dict(g), r
g = defaultdict(list)\nfor k in [x, 1, x]:\n    r = g[k]\n    r.append(k)\nreturn dict(g)
d = {0: {0: [1]}}; r = d[0]; s = r[0]; s.append(x); r[1] = [x]; return d
d = {0: {0: 1}}; r = d[0]; r[x] = r.get(x, 0) + 1; return d
d = {0: {0: 1}}; r = d[0]; r |= {x: 5}; return d
d = {0: {0: 1}}; r = d[0]; d = {0: {3: 3}}; r[x] = 1; return d, r
def put(v, y): v.append(y) --- rows = [[0], [1]]; r = rows[x % 2]; put(r, 5); return rows
def put(v, y): v.append(y) --- rows = [[0], [1]]; r = rows[x % 2]; put(rows, [5]); put(r, 5); return rows
def put(v, y): v[0] = y --- rows = [[0], [1]]; r = rows[x % 2]; put(rows, [5]); put(r, 5); return rows
def put(v, y): v.append(y[0]) --- rows = [[0], [1]]; r = rows[x % 2]; put(r, rows[0]); return rows
def at(y): return y % 2 --- rows = [[0], [1]]; r = rows[at(x)]; r.append(5); return rows, r
def at(y): return flip(1 / 2) + y % 1 --- rows = [[0], [1]]; r = rows[at(x)]; r.append(5); return rows, r
rows = [[0], [1]]; r = rows[uniform(0, 1)]; r.append(5); r.append(6); return rows, r
rows = [[0], [1]]; r = rows[rows.pop()[0] - 1]; r.append(5); return rows, r
rows = [[0], [1]]; r = rows[0]\ndef f(): rows.append([7])\nf(); r.append(5); return rows, r
rows = [[0], [1]]; r = rows[0]\ndef f(): r.append(7)\nf(); r.append(5); return rows, r
rows = [[0], [1]]; r = rows[0]\ndef f():\n    nonlocal rows\n    rows = [[4]]\nf(); r.append(5); return rows, r
rows = [[0], [1]]; r = rows[0]; a = [r.append(k) for k in range(x)]; return rows, r
rows = [[0], [1]]; r = rows[0]; a = [rows for rows in range(x)]; r.append(2); return rows, r, a
rows = [[0], [1]]; r = rows[0]; t = (r, 1); r.append(2); return rows, t
rows = [[0], [1]]; r = rows[0]; t = list(r); r.append(2); return rows, t
rows = [[0], [1]]; r = rows[0]\nfor v in r:\n    if len(r) < 4: r.append(v)\nreturn rows
rows = [[0], [1]]; r = rows[0]\nfor k, v in enumerate(r):\n    r[k] = v + x\nreturn rows
rows = [[0, 3], [1, 2]]\nfor r in rows:\n    for k, v in enumerate(r):\n        r[k] = v + x\nreturn rows
a = [0, 3, x]\nfor k, v in enumerate(a):\n    a[k] = v + a[0]\nreturn a
a = [0, 3, x]\nfor k, v in enumerate(a):\n    a[k - 1] = v + a[0]\nreturn a
a = [0, 3, x]\nfor k, v in enumerate(a):\n    k = 2\n    a[k] = v + 5\nreturn a
a = [0, 3, x]\nfor k, v in enumerate(a, 1):\n    if k < 3: a[k] = v + 5\nreturn a
a = [[0], [3]]\nfor k, v in enumerate(a):\n    a[k] = [5]\n    v.append(1)\nreturn a
a = [[0], [3]]\nfor k, v in enumerate(a):\n    a[k].append(5)\n    v.append(1)\nreturn a
a = [[0], [3]]\nfor k, v in enumerate(a):\n    a[k].append(5)\n    x += len(v)\nreturn a, x
a = [[0], [3]]; i = 0\nfor k, v in enumerate(a[i]):\n    i = 1\n    a[i][k] = 5\nreturn a
a = [[0, 1], [3, 4]]; i = 0\nfor k, v in enumerate(a[i]):\n    a[i][k] = 5 + v\nreturn a
"""

RESTING = r"""
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- a = [x]; t = T(a, []); t.add(1); t.add(2); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- a = [x]; t = T(a, a); t.add(1); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- a = [x]; t = T(a, list(a)); a.append(5); t.add(1); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- a = [x]; a.append(5); t = T(a, []); t.add(1); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def swap(self): self.data, self.work = self.work, self.data\n    def add(self, v): self.work.append(v) --- a = [x]; t = T(a, []); t.swap(); t.add(1); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def same(self): self.work = self.data\n    def add(self, v): self.work.append(v) --- a = [x]; t = T(a, []); t.same(); t.add(1); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def same(self): self.data = self.work\n    def add(self, v): self.work.append(v) --- t = T([], [x]); t.same(); t.add(1); return t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def get(self): return self.data\n    def add(self, v): self.work.append(v) --- a = [x]; t = T(a, []); c = t.get(); c.append(7); t.add(1); return a, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def get(self): return self.data\n    def add(self, v): self.work.append(v) --- t = T([x], []); c = t.get(); c.append(7); t.add(1); return c, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def get(self): return self.data\n    def add(self, v): self.work.append(v) --- t = T([x], []); c = t.get(); t.add(1); return c, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); c = t.data; t.add(1); c.append(2); return c, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([[x]], []); c = t.data[0]; t.add(1); c.append(2); return c, t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([[x]], []); u = T(t.data, t.data[0]); u.add(1); return u.work, t.data
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); u = T(t.work, []); u.add(1); t.add(2); return u.data, u.work, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); u = T(t, []); u.add(1); return u.work, u.data.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); u = T(t, []); u.data.add(1); return u.work, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); u = T(t, []); t.add(1); u.add(3); return u.work, t.work, u.data.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); us = [T(t.data, []), T(t.data, [])]; us[0].add(1); return [u.work for u in us], us[1].data
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([x], []); us = [t, T(t.data, [])]; us[0].add(1); return [u.work for u in us], t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self, v): self.work.append(v) --- t = T([[x], [1]], []); [t.add(r) for r in t.data]; t.work[0].append(5); return t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self): self.work.extend(self.data) --- t = T([[x], [1]], []); t.add(); t.work[0].append(5); return t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self): self.work.extend(self.data) --- t = T([[x], [1]], []); t.add(); return t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def add(self): self.work.append(self.data) --- t = T([x], []); t.add(); t.work[0].append(5); return t.data, t.work
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def copy(self): return T(self.data, list(self.work))\n    def add(self, v): self.work.append(v) --- t = T([x], []); u = t.copy(); u.add(1); t.add(2); return t.work, u.work, u.data
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def copy(self): return T(self.data, self.work)\n    def add(self, v): self.work.append(v) --- t = T([x], []); u = t.copy(); u.add(1); return t.work, u.work, u.data
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def load(self, d): self.data = d\n    def add(self, v): self.work.append(v) --- a = [x]; t = T([], []); t.load(a); t.add(2); return t.work, t.data, a
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def load(self, d): self.data = d\n    def add(self, v): self.work.append(v) --- a = [x]; t = T([], []); t.load(a); t.add(2); a.append(3); return t.work, t.data, a
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def load(self, d): self.data = d\n    def add(self, v): self.work.append(v) --- a = [x]; t = T([], a); t.load(a); t.add(2); return t.work, t.data, a
class T:\n    def __init__(self, data, work):\n        self.data = data\n        self.work = work\n    def load(self, d): self.data = d; return self\n    def add(self, v): self.work.append(v); return self --- a = [x]; return T([], []).load(a).add(2).work, a
"""

FAILURES = r"""
def get(d, k): d[9] = 1; return d[k] --- d = {0: 1}\ntry:\n    v = get(d, x)\nexcept KeyError:\n    v = 5\nreturn v, d
def get(d, k): d[9] = 1; return d[k] --- d = {0: {0: 1}}\ntry:\n    v = get(d[0], x)\nexcept KeyError:\n    v = 5\nreturn v, d
def get(d, k):\n    try:\n        return d[k]\n    except IndexError:\n        return 8 --- d = {0: 1}\ntry:\n    v = get(d, x)\nexcept KeyError:\n    v = 5\nreturn v
class Full(Exception): pass\ndef put(a, v):\n    if len(a) > v: raise Full\n    a.append(v)\n    return put(a, v) --- a = []\ntry:\n    put(a, x)\nexcept Full:\n    a.append(7)\nreturn a
class Full(ValueError): pass --- a = []\ntry:\n    if b: raise Full\n    a.append(1 // x)\nexcept ValueError:\n    a.append(7)\nexcept ArithmeticError:\n    a.append(8)\nreturn a
class Full(Exception): pass\nclass More(Full): pass --- a = []\ntry:\n    raise More if b else Full\nexcept More:\n    a.append(7)\nexcept Full:\n    a.append(8)\nreturn a
class Full(Exception): pass\nclass More(Full): pass --- a = []\ntry:\n    if b: raise More\n    raise Full\nexcept More:\n    a.append(7)\nexcept Full:\n    a.append(8)\nreturn a
class KeyError(Exception): pass --- a = []\ntry:\n    a.append({0: 1}[x])\nexcept KeyError:\n    a.append(8)\nexcept LookupError:\n    a.append(9)\nreturn a
def ones(n):\n    for i in range(n):\n        if i == 1: raise ValueError\n        yield i --- a = []\ntry:\n    for v in ones(x + 1): a.append(v)\nexcept ValueError:\n    a.append(9)\nreturn a
def ones(n):\n    for i in range(n):\n        if i == 1: raise ValueError\n        yield i --- a = []\ntry:\n    a.extend(ones(x + 1))\nexcept ValueError:\n    a.append(9)\nreturn a
def ones(n):\n    for i in range(n):\n        if i == 1: raise ValueError\n        yield i --- a = []\ntry:\n    for v in enumerate(ones(x + 1)): a.append(v)\nexcept ValueError:\n    a.append(9)\nreturn a
def ones(n):\n    for i in range(n):\n        if i == 1: raise ValueError\n        yield i --- a = []\ntry:\n    c = [a.append(v) for v in ones(x + 1)]\nexcept ValueError:\n    a.append(9)\nreturn a
def ones(n):\n    try:\n        for i in range(n): yield i\n    except ValueError:\n        yield 7 --- a = []\ntry:\n    for v in ones(3):\n        if v == x: raise ValueError\n        a.append(v)\nexcept ValueError:\n    a.append(9)\nreturn a
def ones(n):\n    try:\n        for i in range(n): yield i\n    finally:\n        n += 1 --- a = []\nfor v in ones(3):\n    if v == x: break\n    a.append(v)\nreturn a
def ones(n):\n    for i in range(n):\n        try:\n            yield 4 // (i - 1)\n        except ZeroDivisionError:\n            yield 7 --- return [v for v in ones(x + 1)]
a = []\ntry:\n    for v in (4 // (x - k) for k in range(3)): a.append(v)\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a
a = []\ntry:\n    for v in map(lambda k: 4 // (x - k), range(3)): a.append(v)\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a
a = []\ntry:\n    for v in [4 // (x - k) for k in range(3)]: a.append(v)\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a
a = []\ntry:\n    a += (4 // (x - k) for k in range(3))\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a
a = [1, 2]\ntry:\n    a[0], a[x] = 7, 8\nexcept IndexError:\n    a.append(9)\nreturn a
a = [1, 2]; i = 0\ntry:\n    i, a[x] = 7, 8\nexcept IndexError:\n    a.append(9)\nreturn a, i
a = [1, 2]; d = {0: 1}\ntry:\n    d[5] = a[x] = a.pop(0)\nexcept IndexError:\n    a.append(9)\nreturn a, d
a = [1, 2]\ntry:\n    a[x] += a.pop()\nexcept IndexError:\n    a.append(9)\nreturn a
d = {0: 1}\ntry:\n    d[x] += 1\nexcept KeyError:\n    d[x] = 10\nreturn d
d = {0: 1}\ntry:\n    n = d[x]\nexcept KeyError:\n    pass\nreturn n
d = {0: 1}\ntry:\n    n = d[x]\nexcept KeyError as e:\n    n = 4\nreturn n
d = {0: 1}; e = 5\ntry:\n    n = d[x]\nexcept KeyError as e:\n    n = 4\nreturn n, e
d = {0: 1}\ntry:\n    n = d[x]\nexcept KeyError:\n    try:\n        raise\n    except LookupError:\n        n = 8\nreturn n
a = []\nfor k in range(3):\n    try:\n        if k == x: continue\n        a.append(4 // k)\n    except ZeroDivisionError:\n        a.append(7)\n        if b: break\n    else:\n        a.append(8)\nelse:\n    a.append(9)\nreturn a
a = []\ntry:\n    try:\n        a.append(1 // x)\n    finally:\n        a.append(5)\nexcept ZeroDivisionError:\n    a.append(6)\nreturn a
a = []\ntry:\n    try:\n        a.append(1 // x)\n    except ZeroDivisionError:\n        a.append([0, 1][2])\n    finally:\n        a.append(5)\nexcept IndexError:\n    a.append(6)\nreturn a
a = []\ntry:\n    try:\n        a.append(1)\n    except ZeroDivisionError:\n        pass\n    else:\n        a.append(1 // x)\n    finally:\n        a.append(5)\nexcept ZeroDivisionError:\n    a.append(6)\nreturn a
a = []\ntry:\n    a.append(1 // x)\nexcept ZeroDivisionError:\n    a.append(2)\nelse:\n    a.append([4][x])\nreturn a
def f(a):\n    try:\n        a.append(1)\n        return a\n    finally:\n        a.append(2) --- return f([x])
def f(a):\n    for v in a:\n        try:\n            return 6 // v\n        except ZeroDivisionError:\n            continue\n    return -1 --- return f([0, x])
s = [3, 2, 1]\ntry:\n    s.sort(key=lambda v: 6 // (v - x))\nexcept ZeroDivisionError:\n    s.append(9)\nreturn s
n = 0\ntry:\n    m = (n := 5) + 6 // x\nexcept ZeroDivisionError:\n    m = 1\nreturn n, m
n = 0\ntry:\n    n += 1 // x\nexcept ZeroDivisionError:\n    n += 5\nreturn n
try:\n    n = 1 / (0.1 + 0.2 - 0.3)\nexcept ZeroDivisionError:\n    n = 5\nreturn n > 7
try:\n    n = int("1" * x)\nexcept ValueError:\n    n = 5\nreturn n
try:\n    n = x + "a"\nexcept TypeError:\n    n = 5\nreturn n
try:\n    n = x + "a"\nexcept Exception:\n    n = 5\nreturn n
try:\n    n = [0, 1][x]\nexcept:\n    n = 5\nreturn n
try:\n    n = [0, 1][x]\nexcept BaseException:\n    n = 5\nreturn n
try:\n    n = (0, 1)[-x - 1]\nexcept LookupError:\n    n = 5\nreturn n
try:\n    n = "ab"[x]\nexcept LookupError:\n    n = 5\nreturn n
try:\n    c, = [1] * x\nexcept ValueError:\n    c = 5\nreturn c
try:\n    assert x < 2 and geometric(1 / 2) > 0\n    n = 1\nexcept AssertionError:\n    n = 5\nreturn n
try:\n    n = 6 // clamp(x - 1 + geometric(1 / 2), 0, 2)\nexcept ZeroDivisionError:\n    n = 5\nreturn n
a = [1]\ntry:\n    a.append(a.pop() // x)\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a
a = [1]; c = []\ntry:\n    c = [a.append(5) or 6 // (k - x) for k in range(3)]\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a, c
a = [1]\ntry:\n    n = max(a) if a else 0\n    n = max([v for v in a if v > x])\nexcept ValueError:\n    n = 9\nreturn n
def tick():\n    raise ValueError("no") --- n = 0\ndef step():\n    nonlocal n\n    n += 1\n    if n > x: raise ValueError\n    return n\na = []\nfor _ in range(3):\n    try:\n        a.append(step())\n    except ValueError:\n        a.append(-1)\nreturn a, n
"""


def hunts() -> dict[str, PythonFile]:
    """Every program of this page as a file, by its text; where several values are returned, one by one."""
    tables = {
        "alias": ALIASES,
        "helper": HELPERS,
        "scope": SCOPES,
        "value": VALUES,
        "text": TEXTS,
        "number": NUMBERS,
        "class": CLASSES,
        "failure": FAILURES,
        "resting": RESTING,
        "second": SECOND,
    }
    lines = [(name, line) for name, text in tables.items() for line in text.strip().splitlines()]
    return {line: file_of(line) for name, whole in lines for line in one_by_one(name, whole)}


def one_by_one(table: str, line: str) -> list[str]:
    start, last, shown = line.rpartition("return ")
    if table not in ("value", "text", "number", "class") or (not start.strip().endswith((";", "---")) and start):
        return [line]
    values = ast.parse(shown, mode="eval").body
    if not isinstance(values, ast.Tuple) or shown.startswith("("):
        return [line]
    return [f"{start}{last}{ast.get_source_segment(shown, value)}" for value in values.elts]


def file_of(line: str) -> PythonFile:
    top, _, body = line.replace("\\n", "\n").rpartition(" --- ")
    statements = "\n".join(map(split, body.splitlines()))
    tail = f"@mechanism\ndef subject(x: Int[0, 2], b: Bool):\n{indent(statements, '    ')}\n"
    top = "\n".join(map(split_top, top.splitlines()))
    words = ["Bool", "Int", "each", "log", "mechanism", "private", *used(top + tail, WORDS)]
    lines = [f"from faier import {', '.join(words)}"]
    lines += [
        f"from {module} import {', '.join(found)}"
        for module, names in LIBRARY.items()
        if (found := [name for name in used(top + tail, names) if f"from {module}" not in top])
    ]
    lines += [f"import {name}" for name in ("math", "operator") if uses(top + tail, name)]
    return PythonFile(0, "\n".join([*lines, "", top, "", ""]), tail, "each(1)", frozenset())


def used(text: str, names: list[str]) -> list[str]:
    return [name for name in names if uses(text, name)]


def split(line: str) -> str:
    """Statements of one line on lines of their own."""
    start = re.match(" *", line)
    depth = start.group() if start else ""
    return "\n".join(depth + part for part in line.strip().split("; "))


def split_top(line: str) -> str:
    head, colon, rest = line.partition("): ")
    if not line.startswith("def ") or not colon:
        return line
    return head + "):\n" + indent(split(rest), "    ")
