# ruff: noqa: E501
r"""Programs in which it is easy to be wrong about what the rows of the language mean: see `rows` for how they are written."""

from harder_rows import HARDER

HARD = r"""
t = 0\nfor v in [x, 1]:\n    t += 1\nreturn x
t = 0\nfor v in [x, 1]:\n    t += 1\nreturn [t for _ in range(1)]
t = 0\nfor v in [x, 1]:\n    t += v\nreturn x
if b:\n    t = 0\nt = 1\nt += 1\nreturn x
t = 0\nmatch ("a", x):\n    case (t, 1):\n        pass\nt += 1\nreturn x
def enumerate(xs): return [(x, x + 1) for x in xs] --- for i, v in enumerate([x, 1]):\n    pass\nreturn v
t = 0; a = [2, x]; a.sort(key=lambda v: (t := v)); return a, t
a = [2, x, 1]; a.sort(key=lambda v: len(a)); return a
a = [2, x, 1]; c = a; a.sort(key=lambda v: -v); return a, c
a = [[2], [x]]; a.sort(key=lambda v: v.pop()); return a
a = [[2], [x]]; c = [0]; a.sort(key=lambda v: c.append(v[0]) or v[0]); return a, c
def f():\n    return a[0] --- a = [2, x]\ndef g(): return len(a)\na.sort(key=lambda v: g()); return a
d = {0: [2, x]}; d[0].sort(key=lambda v: len(d[0])); return d
a = [2, x, 1]; return a.sort(key=lambda v: -v), a
a = [b, 1, x]; a.sort(key=lambda v: v); return a
a = [b, 1, x]; a.sort(key=lambda v: v, reverse=True); return a
a = [(1, b), (x, 1)]; a.sort(key=lambda p: p[1], reverse=x > 0); return a
a = [3, x]\ntry:\n    a.sort(key=lambda v: 6 // (v - 1))\nexcept ZeroDivisionError:\n    a.append(9)\nreturn a
a = [3, x, 1]; a.sort(key=lambda v: uniform(0, 1)); return a
a = [3, x]; n = 1; a.sort(key=lambda v: v * n); n = -1; return a
v = 7; a = [3, x]; a.sort(key=lambda v: -v); return a, v
a = (3, x); a.sort(key=lambda v: -v); return a
R = [0] --- d = defaultdict(lambda: R); d[x].append(1); d[1].append(2); return dict(d), R
d = defaultdict(lambda: [[0]] * 2); d[x][0].append(1); return dict(d)
d = defaultdict(lambda: [[0] for _ in range(2)]); d[x][0].append(1); return dict(d)
d = defaultdict(lambda: n + 1); n = x; d[0] += 1; n = 7; d[1] += 1; return dict(d)
N = 4 --- d = defaultdict(lambda: N + 1); d[x] += 1; return dict(d)
N = 4 --- N = x; d = defaultdict(lambda: N); d[0] += 1; return dict(d)
d = defaultdict(lambda: flip(1 / 2)); d[0] |= True; d[1] |= False; return dict(d)
d = defaultdict(lambda: x); d[0] += 1; return dict(d)
d = defaultdict(lambda: 0); y = d[x]; return dict(d), y
d = defaultdict(lambda: 0); y = d.get(x); return dict(d), y
d = defaultdict(lambda: 0); y = d[x] + len(d); return y
d = defaultdict(lambda: [0, 0]); r = d[x]; r[0] = 5; return dict(d)
d = defaultdict(lambda: [0, 0]); r = d[x]; r2 = d[1]; return dict(d), r, r2
d = defaultdict(lambda: [0]); d[x] += [1]; d[x][0] += 2; return dict(d)
d = defaultdict(lambda: {0: 1}); d[x][0] += 1; d[1][5] = 2; return dict(d)
d = defaultdict(lambda: defaultdict(int)); d[x][0] += 1; d[0][1] += x; return {k: dict(v) for k, v in d.items()}
d = defaultdict(lambda: defaultdict(lambda: 3)); d[x][0] += 1; return {k: dict(v) for k, v in d.items()}
d = defaultdict(lambda: 0); e = d.copy(); e[x] += 1; return dict(d), dict(e)
d = defaultdict(lambda: 0); return d
d = defaultdict(lambda: 0)\ntry:\n    d[x] += 1 // x\nexcept ZeroDivisionError:\n    pass\nreturn dict(d)
d = defaultdict(lambda: [0])\ntry:\n    d[x][1 // x] = 5\nexcept ZeroDivisionError:\n    pass\nreturn dict(d)
d = defaultdict(lambda: [0])\ntry:\n    d[x].append(1 // x)\nexcept ZeroDivisionError:\n    pass\nreturn dict(d)
d = defaultdict(list)\ntry:\n    d[x].append(1 // x)\nexcept ZeroDivisionError:\n    pass\nreturn dict(d)
d = defaultdict(lambda: 0); d[0] = 1; d.pop(0); return x in d, len(d)
d = defaultdict(lambda: 1); return d == {}, d == defaultdict(int)
d = defaultdict(lambda: 1) | {0: x}; d[5] += 1; return dict(d)
int = lambda: 5; d = defaultdict(int); d[0] += x; return dict(d)
q = deque([1, 2, 3], maxlen=2); q.append(x); return list(q)
q = deque([1, 2], maxlen=x); q.append(5); q.appendleft(6); return list(q), len(q)
q = deque([1, 2], maxlen=2); q.extend([x, 7, 8]); q.extendleft([x, 9]); return list(q)
q = deque([1, 2], maxlen=3); q.insert(1, x); return list(q)
q = deque([1, 2], maxlen=2)\ntry:\n    q.insert(1, x)\nexcept IndexError:\n    q.append(9)\nreturn list(q)
q = deque([1, 2], maxlen=2); q += [x]; return list(q)
q = deque([1, 2], maxlen=2); r = q + deque([x, 5]); r.append(1); return list(r)
q = deque([1, 2], maxlen=2); r = q.copy(); r.append(x); return list(r), list(q)
q = deque([1, 2], maxlen=2); r = deque(q); r.append(x); return list(r), list(q)
q = deque([1, 2], maxlen=2); r = q; r.append(x); return list(q)
q = deque([x, 2], maxlen=2); q.rotate(1); return q
q = deque([x, 2], maxlen=2); return q == deque([x, 2]), q
q = deque([x, 2], maxlen=None); q.append(1); return list(q)
q = deque([x, 2], -1); return list(q)
q = deque([x], maxlen=2); q[0] = 5; q.appendleft(1); q.appendleft(2); return list(q), q.pop(), q.popleft()
q = deque([x, 3], x); q.clear(); q.append(4); return list(q)
q = deque(maxlen=1); r = [q, q]; r[0].append(x); return list(q)
q = deque(maxlen=2)\nfor v in [1, x, 3]:\n    q.append(v)\n    if sum(q) > 3: break\nreturn list(q), sum(q)
q = deque([1, 2], maxlen=2); a = [3, x]; q.extend(a); a.append(1); return list(q), a
def f(a, c, d=0): return a + 2 * c + 4 * d --- n = 1; g = partial(f, n); n = 5; return g(x), n
def f(a, c, d=0): return a + 2 * c + 4 * d --- g = partial(f, d=x); return g(1, 2), g(1, 2, d=5), g(c=1, a=2)
def f(a, c): return a + 2 * c --- a = [x]; g = partial(f, a[0]); a[0] = 7; return g(1)
def f(a, c): a.append(c); return len(a) --- a = [x]; g = partial(f, a); g(1); return a
def f(a, c): return len(a) + c --- a = [x]; g = partial(f, a); a.append(5); return g(1)
def f(a, c): return a + c --- if b:\n    g = partial(f, x)\nreturn g(1)
def f(a, c): return a + c --- if b:\n    g = partial(f, x)\nelse:\n    g = partial(f, 5)\nreturn g(1)
def f(a, c): return a + c --- out = []\nfor i in range(3):\n    g = partial(f, i)\n    out.append(g(x))\nreturn out
def f(a, c): return a + c --- out = []\nfor i in range(2):\n    out.append(partial(f, i))\nreturn [h(x) for h in out]
def f(a, c): return a + c --- g = partial(f, x)\ndef h(v): return g(v)\nreturn h(1), h(2)
def f(a, c): return a + c --- g = partial(f, x); h = g; return h(1)
def f(a, c): return a + c --- g = partial(f, x); return g
def f(a, c): return a + c --- f2 = f; g = partial(f2, x); return g(1)
g = partial(max, x); return g(1), g(0, 5), list(map(g, [0, 1, 2]))
g = partial(sorted, reverse=True); return g([x, 1, 2])
g = partial(int, "11"); return g() + x
partial = lambda f, v: v; g = partial(max, x); return g
def max(a, c): return a --- g = partial(max, x); return g(5)
g = partial(clamp, x); return g(0, 1), partial(clamp, 1)(x, 2)
g = partial(flip, 1 / 2); return g(), g()
g = partial(uniform, 0); return g(x)
def f(*, k, v): return k - v --- g = partial(f, k=x); return g(v=1), g(v=2, k=5)
def f(a, c): return a - c --- g = partial(f, x); return list(starmap(f, [(1, x), (2, 3)])), reduce(g, [1]) if b else 0
def f(a, c): return a - c --- g = partial(f, c=x); return sorted([1, 3, 2], key=g), max([1, 2], key=g)
def f(a, c): return a - c --- def h():\n    g = partial(f, x)\n    return g(1)\nreturn h()
def f(a, c): return a - c --- g = partial(f, x if b else 1); x = 9; return g(1)
def f(a, c): return a - c --- y = (g := partial(f, x))(1); return y
def f(a, c): return a - c --- g = h = partial(f, x); return g(1) + h(2)
return list(starmap(lambda a, c: a - c, [(x, 1), [2, x]]))
return list(starmap(lambda a, c=5: a - c, [(x,), (2, x)]))
return list(starmap(lambda *v: sum(v), [(x,), (2, x)]))
return list(starmap(max, [(x, 1), (2, x, 5)])), sum(starmap(pow, zip([1, 2], [x, 3])))
z = starmap(max, [(x, 1)]); return list(z), list(z)
rows = [(x, 1)]; z = starmap(max, rows); rows.append((5, 6)); return list(z)
a = []\nfor v in starmap(lambda p, q: p + q + len(a), [(x, 1), (2, 3)]):\n    a.append(v)\nreturn a
return list(filterfalse(None, [x, 0, 1])), list(filterfalse(lambda v: v > 1, [x, 2, 0]))
return list(compress("abc", [x, 1, 0])), list(compress([1, 2, 3], [b])), sum(compress([x, 5], [0, 1]))
return list(chain.from_iterable([[x], (1, 2), "ab"])), list(chain.from_iterable({x: 1, 5: 2})), sum(chain.from_iterable([[x], [1]]))
a = [[x], [1]]; z = chain.from_iterable(a); a.append([5]); return list(z)
a = [[x], [1]]\nfor v in chain.from_iterable(a):\n    if v < 5: a.append([v + 5])\n    if len(a) > 4: break\nreturn a
return "{}-{}".format(x, b), "{1}{0}{1}".format(x, b), "{a}{c}".format(a=x, c=1), "{:03d}|{!r:>4}".format(x, "a"), "{{}}{}".format(x)
return "{}".format(x, 1), "{}{}".format(x) if x > 5 else ""
return "{a}{}".format(x, a=1), "{0.real}".format(x), "{0[0]}".format([x]), "{:{}}".format(x, 4)
a = [1]; return "{}{}".format(a, a.append(x))
a = [1, 2]; return "{}{}".format(a.pop(), a.pop()), "{1}{0}".format(a.pop() if a else 3, x)
format = 3; return "{}".format(x), f"{format}"
return "{0}{0}".format(flip(1 / 2)), "{}{}".format(flip(1 / 2), x)
return "{x}".format(x=x + 1), "{x}{y}".format(y=x, x=1), "%s".format(x), "".format()
return list(islice([x, 1, 2], 2)), list(islice([x, 1, 2, 3], 1, 3)), list(islice([x, 1, 2, 3], x, None, 2)), list(islice("abc", 0)), list(islice([1], 5))
return list(islice([x, 1, 2], None)), sum(islice(range(5), x + 1))
z = islice([1, x], 1); return list(z), list(z)
return list(islice([1, x], -1))
a = [1, 2, 3]\nfor v in islice(a, 5):\n    if v < 3: a.append(v + x)\nreturn a
for v in islice([x, 5], 1): pass\nreturn v
return list(zip_longest([1], [x, 2])), list(zip_longest([1, x], [], fillvalue=0)), list(zip_longest("a", [x]))
return list(zip_longest([1], [x, 2], [3]))
return list(takewhile(lambda v: v < 2, [0, x, 1])), list(dropwhile(lambda v: v < 2, [0, x, 1, 5, 0]))
return list(takewhile(lambda v: 6 // (v - 2) < 0, [0, x, 1, 2]))
return list(takewhile(bool, [1, x, 1])), list(dropwhile(bool, [1, x, 1]))
return [(k, list(g)) for k, g in groupby([1, 1, x])], [k for k, g in groupby([x, 1])] if x > 5 else 0
return [(k, list(g)) for k, g in groupby([1, True, x, 0, False])]
return [(k, len(list(g))) for k, g in groupby(sorted([1, 0, x]))], {k: sum(v for v in g) for k, g in groupby([x, 1, 1])}
return [(k, [v for v, _ in g]) for k, g in groupby([(0, 1), (x, 1), (1, 2)], key=lambda p: p[1])]
return [(k, list(g), list(g)) for k, g in groupby([1, 1, x])]
gs = [g for _, g in groupby([1, 1, x])]; return [list(g) for g in gs]
return [[list(g) for _ in range(2)] for k, g in groupby([1, x])]
out = []\nfor k, g in groupby([1, 1, x], lambda v: v > 0):\n    out.append((k, list(g)))\nreturn out
out = []\nfor k, g in groupby([1, 1, x]):\n    for v in g:\n        out.append((k, v))\nreturn out
out = []\nfor k, g in groupby([1, 1, x]):\n    for v in [1, 2]:\n        out.append((k, sum(g)))\nreturn out
out = []\nfor k, g in groupby([1, 1, x]):\n    out.append(k)\nout.append(list(g)); return out
out = []\nfor k, g in groupby([1, 1, x]):\n    if any(g): out.append(k)\nreturn out
out = []\nfor k, g in groupby([1, 1, x]):\n    while k < 2:\n        out.append(sum(g)); k += 1\nreturn out
a = [1, 1, x]\nfor k, g in groupby(a):\n    if len(a) < 6: a.append(k)\n    n = sum(g)\nreturn a, n
z = groupby([1, x]); return [(k, list(g)) for k, g in z]
return [max(g) for _, g in groupby([(1, x), (1, 0), (2, 5)], key=lambda p: p[0])]
return [v for k, g in groupby([1, 1, x]) for v in g], [v for k, g in groupby([1, x]) if k for v in g]
return {k: [v for v in g if v] for k, g in groupby([1, 1, x])}
def f(v): return v % 2 --- return [(k, tuple(g)) for k, g in groupby([1, 3, x], f)], list(takewhile(f, [1, x]))
return next(v for v in [x, 1] if v), next((v for v in [x, 1] if v > 1), 7), next((v for v in [] if x), None)
return next((v for v in [x, 1] if v > 1), x + 1)
g = (v for v in [x, 1, 2]); return next(g), next(g)
n = 5; return next((v for v in [x, 1] if v > 1), n)
next = 4; return next + x
try:\n    n = next(v for v in [0, 1] if v == x)\nexcept IndexError:\n    n = 7\nreturn n
return next(v for v in [0, 1] if flip(1 / 2)) if x > 5 else next((v for v in [0, 1] if flip(1 / 2)), x)
return next((6 // v for v in [1, x]), 0)
import itertools --- return list(itertools.islice([x, 1], 1)), list(itertools.chain([x], [1])), list(itertools.product([x], [1]))
islice = 3; return islice + x
list = 4; return sum(islice([x, 1], 1)) + list
try:\n    a = list(takewhile(lambda v: 6 // (2 - v) > 3, [x, 0, 2]))\nexcept ZeroDivisionError:\n    a = 5\nreturn a
n = 2; out = []\nfor v in takewhile(lambda v: v < n, [0, x, 1, 2]):\n    out.append(v); n = 1\nreturn out
out = []\nfor v in takewhile(lambda v: len(out) < 2, [0, x, 1, 2]):\n    out.append(v)\nreturn out
return [v for v in takewhile(lambda v: v < 2, [0, x, 5])], sum(dropwhile(lambda v: v > x, [2, 1, 0]))
return [list(g) for k, g in groupby([x, 1], key=lambda x: x > 0)], x
item = 5; return [list(g) + [item] for k, g in groupby([x, 1])]
xs = [x, 1, 1]; r = [(k, sum(1 for _ in g)) for k, g in groupby(xs)]; xs.append(1); return r, xs
rows = [[x], [1], [1]]\nout = [list(g) for k, g in groupby(rows)]\nout[0][0].append(5)\nreturn rows, out
list = 4; return [k for k in takewhile(bool, [x])]
return [(flip(1 / 2), list(g)) for k, g in groupby([1, x])]
return [(k, sorted(g, reverse=True)) for k, g in groupby([2, 1, x], key=lambda v: v > 0)]
return [(k, set(g) == {1}) for k, g in groupby([1, 1, x])], [min(g, default=3) for k, g in groupby([1, x])]
d = {k: list(g) for k, g in groupby("aab" + "c" * x)}; return d
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return v > 1\na = list(takewhile(f, [2, x, 0, 1]))\nreturn a, n
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return v > 1\na = list(takewhile(lambda v: f(v), [2, x, 0, 1]))\nreturn a, n
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return v > 1\na = next((v for v in [x, 2] if f(v)), 0)\nreturn a, n
n = 3; a = next((v for v in [x, 2] if (n := v) > 5), n); return a, n
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return v > 1\nfor k, g in groupby([2, x, 0], f):\n    n += 10 * len(list(g))\n    break\nreturn n
def sum(g): return max(g) --- return [sum(g) for k, g in groupby([1, x])]
def f(v): return v > 0 --- return next((v for v in [0, x] if f(v)), 7), list(dropwhile(f, [1, x, 2]))
class T:\n    def __init__(self, n): self.n = n\n    def up(self, v):\n        self.n += 1\n        return v > 1 --- t = T(0); a = next((v for v in [x, 2, 3] if t.up(v)), 0); return a, t.n
class T:\n    def __init__(self, n): self.n = n\n    def up(self, v):\n        self.n += 1\n        return v > 1 --- t = T(0); a = list(takewhile(t.up, [x, 2, 0, 1])); return a, t.n
class E(Exception): pass\nclass F(E): pass\ndef f(k):\n    if k == 1: raise F\n    if k == 2: raise E\n    return k --- try:\n    n = f(x)\nexcept F:\n    n = 1\nexcept E:\n    n = 2\nreturn n
class E(KeyError): pass\ndef f(k):\n    if k == 1: raise E\n    return {0: 5}[k] --- try:\n    n = f(x)\nexcept E:\n    n = 1\nexcept LookupError:\n    n = 2\nreturn n
class E(KeyError): pass\ndef f(k):\n    if k == 1: raise E\n    return {0: 5}[k] --- try:\n    n = f(x)\nexcept IndexError:\n    n = 1\nexcept KeyError:\n    n = 2\nreturn n
def f(k):\n    try:\n        return {0: 5}[k]\n    except KeyError:\n        return [0, 1][k] --- try:\n    n = f(x)\nexcept IndexError:\n    n = 8\nreturn n
def f(k):\n    try:\n        return {0: 5}[k]\n    except KeyError:\n        return [0, 1][k]\n    except IndexError:\n        return 9 --- try:\n    n = f(x)\nexcept IndexError:\n    n = 8\nreturn n
def f(k):\n    try:\n        n = {0: 5}[k]\n    except KeyError:\n        n = 1\n    else:\n        n = [0, 1][k + 2]\n    return n --- try:\n    n = f(x)\nexcept IndexError:\n    n = 8\nreturn n
def f(k):\n    try:\n        n = {0: 5}[k]\n    except KeyError:\n        n = 1\n    else:\n        n = {0: 5}[k + 2]\n    return n --- try:\n    n = f(x)\nexcept KeyError:\n    n = 8\nreturn n
n = 0\nfor v in [0, x, 1]:\n    try:\n        n += 6 // v\n    except ZeroDivisionError:\n        continue\n    n += 1\nreturn n
n = 0\nfor v in [1, x, 1]:\n    try:\n        n += 6 // v\n    except ZeroDivisionError:\n        break\n    n += 1\nelse:\n    n += 100\nreturn n
n = 0\nwhile True:\n    try:\n        n += 1\n        if [0, 1][n] == 1: continue\n    except IndexError:\n        break\nreturn n + x
n = 0\ntry:\n    for v in [1, x, 1]:\n        n += 6 // v\n    else:\n        n += 100\nexcept ZeroDivisionError:\n    pass\nreturn n, v
n = 0\ntry:\n    v = 5; w = [6 // v for v in [1, x]]\nexcept ZeroDivisionError:\n    n = v\nreturn n, v
n = 0\ntry:\n    w = [(n := v) and 6 // v for v in [1, x]]\nexcept ZeroDivisionError:\n    n += 10\nreturn n
a = [1, x]\ntry:\n    a[0], a[1] = a[1], 6 // a[1]\nexcept ZeroDivisionError:\n    a.append(5)\nreturn a
a = [1, x]\ntry:\n    a[6 // x] = a.pop()\nexcept ZeroDivisionError:\n    a.append(5)\nexcept IndexError:\n    a.append(6)\nreturn a
d = {0: [1]}; a = []\ntry:\n    d[x].append(a.append(1))\nexcept KeyError:\n    a.append(5)\nreturn a
d = {0: 1}; a = []\ntry:\n    d[x] = a.append(6 // x)\nexcept ZeroDivisionError:\n    a.append(5)\nreturn a, d
d = {0: 1, 1: 0}\ntry:\n    n = {k: 6 // d[k] for k in [0, x]}\nexcept ZeroDivisionError:\n    n = {}\nexcept KeyError:\n    n = {7: 7}\nreturn n
n = 0\ntry:\n    if 6 // x > 2 or n: n = 1\n    elif 6 // (x - 2): n = 2\nexcept ZeroDivisionError:\n    n = 5\nreturn n
n = 0\ntry:\n    n = x and 6 // x or {0: 1}[x]\nexcept KeyError:\n    n = 5\nreturn n
n = 0\ntry:\n    n = 0 < x < 6 // (x - 1)\nexcept ZeroDivisionError:\n    n = 5\nreturn n
n = 0\ntry:\n    n = max(6 // x, [0, 1][x])\nexcept IndexError:\n    n = 5\nexcept ZeroDivisionError:\n    n = 6\nreturn n
n = 0\ntry:\n    n = [0, 1][x + 1] + 6 // x\nexcept IndexError:\n    n = 5\nexcept ZeroDivisionError:\n    n = 6\nreturn n
n = 0\ntry:\n    n = [[0, 1][x - 3], 6 // x]\nexcept (IndexError, ArithmeticError):\n    n = 5\nreturn n
n = 0\ntry:\n    n = {[0, 1][x]: 6 // x}\nexcept IndexError:\n    n = 5\nexcept ZeroDivisionError:\n    n = 6\nreturn n
n = 0\ntry:\n    n = {6 // (x - 2): [0, 1][x]}\nexcept IndexError:\n    n = 5\nexcept ZeroDivisionError:\n    n = 6\nreturn n
def f(a, c): return a + c --- try:\n    n = f(c=[0, 1][x], a=6 // (x - 2))\nexcept IndexError:\n    n = 5\nexcept ZeroDivisionError:\n    n = 6\nreturn n
def f(a, c): return a + c --- n = 0\ntry:\n    n = f(n := 7, 6 // x)\nexcept ZeroDivisionError:\n    n += 1\nreturn n
class T:\n    def __init__(self, n): self.n = n\n    def up(self, v):\n        self.n += 1\n        self.n += 6 // v --- t = T(0)\ntry:\n    t.up(x)\nexcept ZeroDivisionError:\n    t.n += 10\nreturn t.n
class T:\n    def __init__(self, n): self.n = 6 // n --- try:\n    t = T(x)\nexcept ZeroDivisionError:\n    t = T(1)\nreturn t.n
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return 6 // v\ntry:\n    m = f(1) + f(x) + f(2)\nexcept ZeroDivisionError:\n    m = 0\nreturn n, m
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return 6 // v\ntry:\n    m = [f(v) for v in [1, x, 2]]\nexcept ZeroDivisionError:\n    m = 0\nreturn n, m
n = 0\ndef f(v):\n    nonlocal n\n    n += 1\n    return 6 // v\ntry:\n    n += f(x)\nexcept ZeroDivisionError:\n    n += 10\nreturn n
n = 0\ndef f(v):\n    nonlocal n\n    n = 6 // v\ntry:\n    f(x)\nexcept ZeroDivisionError:\n    n += 10\nreturn n
try:\n    n = 6 // x if flip(1 / 2) else {0: 1}[x]\nexcept ZeroDivisionError:\n    n = 5\nexcept KeyError:\n    n = 7\nreturn n
a = []\ntry:\n    for _ in range(2):\n        a.append(flip(1 / 2)); a.append([1, 2][x + a[-1]])\nexcept IndexError:\n    a.append(9)\nreturn a
try:\n    n = [1, 2][-x - 1]\nexcept IndexError:\n    n = 5\nreturn n
a = [1, 2]\ntry:\n    a[-x - 1] = 7\nexcept IndexError:\n    a.append(5)\nreturn a
a = [1, 2]\ntry:\n    del a[x - 3]\nexcept IndexError:\n    a.append(5)\nreturn a
try:\n    n = [1, 2, 1].index(1, x)\nexcept ValueError:\n    n = 5\nreturn n
try:\n    n = [1, 2, 1].index(2, 0, x)\nexcept ValueError:\n    n = 5\nreturn n
try:\n    n = (1, 2).index(x)\nexcept ValueError:\n    n = 5\nreturn n
try:\n    n = "ab".index("ac"[x > 1])\nexcept ValueError:\n    n = 5\nreturn n
try:\n    n = 1 / 0 ** x\nexcept ZeroDivisionError:\n    n = 5\nreturn n == 1
try:\n    n = x ** -1\nexcept ZeroDivisionError:\n    n = 5\nreturn n == 1, n == 5
try:\n    p, q = [1] * (x + 1)\nexcept ValueError:\n    p = 5\nreturn p
p = q = 0\ntry:\n    (p, q), m = [1, x], 6 // x\nexcept ZeroDivisionError:\n    q = 5\nreturn p, q
p = q = 0\ntry:\n    p, (q, r) = 1, [x] * x\nexcept ValueError:\n    q = 5\nreturn p, q
p = q = 0\ntry:\n    p, *q = [1] * x\nexcept ValueError:\n    q = [5]\nreturn p, q
n = 1\ntry:\n    for n, m in [(5, 1), (6,) * x]: pass\nexcept ValueError:\n    n += 10\nreturn n
try:\n    n = [a for a, c in [(1, 2), (1,) * (x + 1)]]\nexcept ValueError:\n    n = [5]\nreturn n
a = [3, x, 1]; a.sort(key=lambda v: v > 1, reverse=True); return a
a = [(x, 1), (1, 2), (1, 1), (0, 3)]; a.sort(key=lambda v: (v[0], -v[1]), reverse=b); return a
return "{:>4}|{:<4}|{:^4}|{:04}|{:+}|{:x}|{:b}".format(x, x, x, x, x, x + 9, x), "{!r}{!s}".format("a", "b"), "{0!r:>5}".format("a")
return "{:d}{:5}{:>5}".format(x, "a", "b"), "{}".format(b), "{:d}".format(b), "{:>6}".format(b), "{}".format((x, "a")), "{}".format([x, None])
fs = []\nfor i in range(2):\n    fs.append(lambda v: v + i)\nreturn [f(x) for f in fs]
fs = [lambda v: v + i for i in range(2)]\nreturn [f(x) for f in fs]
fs = [lambda v, i=i: v + i for i in range(2)]\nreturn [f(x) for f in fs]
n = 1\nf = lambda v: v + n\nn = 5\nreturn f(x), [g(x) for g in [f]]
n = 1\ndef f(v): return v + n\nn = 5\ng = f\nreturn g(x)
def make(n):\n    f = lambda v: v + n\n    n += 1\n    return f --- return make(x)(1)
def make(xs): return lambda v: v + len(xs) --- a = [1]\nf = make(a)\na.append(2)\nreturn f(x)
def make(xs): return lambda v: v + len(xs) --- a = [1]\na.append(2)\nf = make(a)\nreturn f(x)
def make(xs): return lambda: xs --- a = [1]\nf = make(a)\nb = f()\nb.append(x)\nreturn a, f()
def make():\n    xs = []\n    def put(v):\n        xs.append(v)\n        return len(xs)\n    return put --- f = make()\nreturn f(x), f(1)
def make():\n    xs = []\n    def put(v):\n        xs.append(v)\n        return len(xs)\n    def size(): return len(xs)\n    return put, size --- p, s = make()\np(x)\nreturn s()
def ap(f, xs):\n    xs.append(1)\n    return f(0) --- a = [x]\nreturn ap(lambda v: v + len(a), a)
def ap(f): return f(1) --- a = [x]\nr = ap(lambda v: v + len(a))\na.append(1)\nreturn r, len(a)
def ap(f): return f(1) --- a = [x]\na.append(3)\nreturn ap(lambda v: v + sum(a))
def tag(k):\n    def deco(f):\n        def inner(*args, **kw): return f(*args, **kw) + k\n        return inner\n    return deco\ndef g(v, w=1): return 2 * v + w --- h = tag(5)(g)\nreturn h(x), h(x, w=3), h(v=x)
def f(*a, **k): return a, k --- return f(x, 1, z=2, y=3), f(*[x], **{"q": x}), f()
def f(a, *r, k=1, **o): return a, r, k, o --- return f(x), f(1, x, k=2, z=3), f(*range(x + 1), **dict(k=5))
def f(a, /, **o): return a, o --- return f(1, a=x)
def f(v, w=2, *, z=3): return v + 10 * w + 100 * z --- p = [partial(f, w=x), partial(f, 1), partial(f, z=0)]\nreturn [q(5) for q in p], p[0](1, w=4)
def f(a, c): return a, c --- g = [partial(f, c=x)]\nreturn g[0](1, 2)
def f(**k): return list(k.items()) --- g = [partial(f, z=x, a=1)]\nreturn g[0](m=2), g[0](a=7, b=1), partial(g[0], q=1, z=3)(a=0)
def make(n):\n    def walk(k): return n if k == 0 else walk(k - 1)\n    return walk --- return make(x)(2)
def make(n):\n    def one(v): return v + n\n    def two(v): return one(one(v))\n    return two --- return make(x)(1)
def make(n):\n    def one(v): return v + n\n    return lambda v: one(v) + sum(one(n) for n in [v]) --- return make(x)(1)
def comp(*fs):\n    def run(v):\n        for f in fs:\n            v = f(v)\n        return v\n    return run --- return comp(lambda v: v + 1, lambda v: v * x)(3)
def comp(fs): return lambda v: [f(v) for f in fs] --- fs = [lambda v: v + x]\ng = comp(fs)\nfs.append(lambda v: v)\nreturn g(1)
class C:\n    def __init__(self, k): self.k = k\n    def test(self): return lambda v: v + self.k\n    def up(self): self.k += 1 --- c = C(x)\nf = c.test()\nc.up()\nreturn f(1)
from dataclasses import dataclass\n@dataclass\nclass C:\n    f: object\n    k: int = 0 --- c = C(lambda v: v + x)\nreturn c.f(1), C(f=lambda v: v, k=2).f(x)
f = (lambda v: v + x) if b else (lambda v: v - x)\nreturn f(1), (lambda v: v + 1)(x)
t = x + geometric(1 / 2)\nf = lambda c: c <= t\nfs = [f]\nreturn [fs[0](c) for c in range(2)]
def pick(q, xs): return max(xs, key=lambda v: (q(v), v)) --- d = [x, 1]\nreturn pick(lambda c: -abs(c - sum(d)), [0, 1, 2])
def ap(f): return f() --- y = x\ndef set_():\n    nonlocal y\n    y += 1\n    return y\nr = ap(lambda: y)\nset_()\nreturn r, ap(lambda: y)
def ap(f, v): return f(v) --- def outer(k):\n    def inner(v): return v + k\n    return ap(inner, x)\nreturn outer(1), outer(2)
def ap(f, v): return f(v) --- return [ap(lambda v: v + w, 1) for w in [x, 2]]
def make(n, x=3):\n    return lambda v, x=n: (v, x, [x for x in range(n)]) --- return make(x)(1), make(x)(1, 2)
def ap(f): return f(2) --- if b:\n    k = 1\n    return ap(lambda v: v + k)\nelse:\n    k = x\n    return ap(lambda v: v - k)
def ap(f, d): return {k: f(k, w) for k, w in d.items()} --- d = {"a": x}\nr = ap(lambda k, w: (k, w), d)\nd["a"] = 9\nreturn r, d
def ap(f, d):\n    return [f(d), f(d)] --- return ap(lambda d: d, [x])
def ap(f, d):\n    r = [f(d), f(d)]\n    r[0].append(1)\n    return r --- return ap(lambda d: d, [x])
def ap(f):\n    r = f()\n    r.append(1)\n    return r --- s = [x]\nreturn ap(lambda: s), s
def ap(f):\n    r = f()\n    r.append(1)\n    return r --- return ap(lambda: [x])
def f(*xs):\n    xs += (1,)\n    return xs --- return f(x), f()
def f(**k):\n    k["z"] = 1\n    return k --- d = {"a": x}\nreturn f(**d), d
def f(*xs):\n    for v in xs: v.append(1)\n    return xs --- a = [x]\nf(a)\nreturn a
def f(d, **k):\n    d.update(k)\n    return d --- a = {}\nf(a, z=x)\nreturn a
g = lambda *a, k=2: (a, k)\nreturn g(), g(x, 1), g(x, k=b)
d = {"a": x, "c": 1}\nreturn sorted(d.items(), key=lambda kv: (-kv[1], kv[0]))
d = {"a": x, "c": 1}\nout = []\nfor k, v in d.items():\n    d["a"] += 1\n    out.append((k, v))\nreturn out, d
d = {"a": x, "c": 1}\nn = 0\nreturn [(k, v, d.pop("c", 5)) for k, v in d.items()]
d = {"a": x, "c": 1}\nreturn sum((v for v in d.values()), d.get("a"))
d = {"a": x, "c": 1}\nreturn sum((v for v in d.values()), d.pop("a"))
a = [1, x]\nreturn sum((v for v in a), a.pop())
a = [1, x]\nreturn sum((v for v in a), a.index(1))
a = [1, x]\nfor v in (w + 1 for w in a):\n    a.append(v)\n    if len(a) > 5: break\nreturn a
a = [1, x]\nfor v in (w + 1 for w in a):\n    a[1] = 7\nreturn v
def g(a):\n    for v in a: yield v --- a = [1, x]\nout = []\nfor v in g(a):\n    if len(a) < 4: a.append(v)\n    out.append(v)\nreturn out
class C:\n    def __init__(self): self.d = {"a": 1}\n    def up(self):\n        self.d["a"] += 1\n        return self.d["a"] --- c = C()\nreturn [(v, c.up()) for v in c.d.values()]
class C:\n    def __init__(self): self.d = {"a": 1}\n    def up(self):\n        self.d["b"] = 2\n        return 1 --- c = C()\nreturn sorted(c.d.items(), key=lambda p: c.up())
try:\n    try:\n        n = 6 // x\n    except ZeroDivisionError:\n        raise\nexcept ArithmeticError:\n    n = 7\nreturn n
try:\n    n = {0: 1}[x]\nexcept KeyError:\n    try:\n        m = 4 // (x - 1)\n    except ZeroDivisionError:\n        n = 9\n    else:\n        raise\nreturn n
try:\n    n = {0: 1}[x]\nexcept KeyError:\n    try:\n        try:\n            m = 4 // (x - 1)\n        except ZeroDivisionError:\n            raise\n    except LookupError:\n        n = 1\n    except ArithmeticError:\n        n = 2\nreturn n
try:\n    try:\n        n = {0: 1}[x]\n    except KeyError:\n        try:\n            m = 4 // (x - 1)\n        except ZeroDivisionError:\n            m = 2\n        raise\nexcept LookupError:\n    n = 5\nreturn n
n = 0\nfor i in range(3):\n    try:\n        try:\n            n += 6 // (x - i)\n        except ZeroDivisionError:\n            n += 10\n            raise\n    except ArithmeticError:\n        n += 100\n        continue\n    n += 1000\nreturn n
def f(d, k):\n    try:\n        return d[k]\n    except KeyError:\n        raise ValueError("bad") from None --- try:\n    n = f({0: 1}, x)\nexcept ValueError:\n    n = 5\nreturn n
def f(d, k):\n    try:\n        return d[k]\n    except KeyError:\n        raise --- try:\n    n = f({0: 1}, x)\nexcept LookupError:\n    n = 5\nreturn n
def f(d, k):\n    try:\n        return d[k]\n    except KeyError:\n        g()\ndef g():\n    raise --- try:\n    n = f({0: 1}, x)\nexcept LookupError:\n    n = 5\nreturn n
try:\n    n = {0: 1}[x]\nexcept KeyError:\n    k = 1\n    while k:\n        k -= 1\n        if flip(1 / 2): raise ValueError from None\n    n = 7\nreturn n
def tag(f):\n    def inner(v): return f(v) + 1\n    return inner\n@tag\ndef g(v): return 2 * v --- return g(x)
from functools import wraps\ndef tag(k, j=1):\n    'About.'\n    def deco(f):\n        @wraps(f)\n        def inner(*a, **o): return f(*a, **o) + k * j\n        return inner\n    return deco\n@tag(3)\n@tag(2, j=5)\ndef g(v, w=1): return 2 * v + w\ndef h(v): return g(v, w=2) --- return g(x), h(x), list(map(g, [1, x]))
def tag(f):\n    def inner(v): return f(v) + (1 if flip(1 / 2) else 0)\n    return inner\n@tag\ndef g(v): return v + (1 if flip(1 / 3) else 0) --- return g(x), g(1)
def tag(f):\n    k = 1 if flip(1 / 2) else 0\n    def inner(v): return f(v) + k\n    return inner\n@tag\ndef g(v): return v --- return g(x), g(1)
def tag(f):\n    n = 0\n    def inner(v):\n        nonlocal n\n        n += 1\n        return f(v) + n\n    return inner\n@tag\ndef g(v): return v --- return g(x), g(1)
def tag(f):\n    seen = []\n    def inner(v):\n        seen.append(v)\n        return f(v) + len(seen)\n    return inner\n@tag\ndef g(v): return v --- return g(x), g(1)
def tag(f):\n    def inner(v): return f(v) + 1\n    return inner\n@tag\ndef fact(n): return 1 if n == 0 else n * fact(n - 1) --- return fact(x)
def tag(f): return f\n@tag\ndef g(v): return v --- return g(x)
def tag(f):\n    def inner(v): return f(v) + 1\n    return inner\n@tag\ndef g(v): return v\ndef h(g): return g(1) --- return h(g), g(x)
from functools import cache\n@cache\ndef f(n): return n + 1 --- return f(x), f(1), f(n=2)
from functools import cache\n@cache\ndef f(n): return n + 1 --- return f(x), f(True), f(1)
from functools import cache\n@cache\ndef f(n): return n --- return f(1), f(b), f(x)
from functools import cache\n@cache\ndef f(n): return [n] --- a = f(x)\na.append(1)\nreturn f(x)
from functools import cache\n@cache\ndef f(n): return len(n) --- return f([x])
from functools import cache\n@cache\ndef f(n): return n + flip(1 / 2) --- return f(x), f(x)
from functools import cache\ndef g(): return flip(1 / 2)\n@cache\ndef f(n): return n + g() --- return f(x), f(x)
from functools import cache\n@cache\ndef f(n, g): return n + g() --- return f(x, lambda: flip(1 / 2)), f(x, lambda: 1)
import functools\n@functools.lru_cache(maxsize=None)\ndef f(n): return 1 if n < 2 else f(n - 1) + f(n - 2) --- return f(x + 2), f((x))
from functools import lru_cache, reduce\n@lru_cache(32)\ndef f(a, c=2):\n    if a > 1: return (a, c)\n    return None --- return f(x), f(x, 1), f((x, 2), "a") if x else 0, reduce(lambda a, c: a + c, [1, x])
from functools import lru_cache\n@lru_cache\ndef f(a): return 6 // a --- try:\n    n = f(x)\nexcept ZeroDivisionError:\n    n = 5\nreturn n
from functools import lru_cache\n@lru_cache\ndef f(a): return geometric(1 / 2) > a --- return f(x), f(x)
from functools import lru_cache\nfrom faier import flip as coin\n@lru_cache\ndef f(a): return coin(1 / 2) --- return f(x), f(x)
from functools import lru_cache\nimport faier as fa\n@lru_cache\ndef f(a): return fa.flip(1 / 2) --- return f(x), f(x)
from functools import lru_cache\nclass C:\n    def __init__(self, n): self.n = n\n    def go(self): return flip(1 / 2)\nC0 = 3\n@lru_cache\ndef f(a):\n    c = C(a)\n    return c.go() --- return f(x), f(x)
from functools import lru_cache\n@lru_cache\ndef f(a): return sorted([a, 1])[0] + len({a: 1}.get(a, 2) * "a") --- return f(x), f(x)
from functools import lru_cache\n@lru_cache\ndef f(t):\n    return t * 2 --- y = x + geometric(1 / 2)\nreturn f(y) > 0
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    def __str__(self): return f"w{self.a}" --- p = P(x)\nreturn p.a, p
from typing import NamedTuple\nclass P(NamedTuple):\n    a: int\n    def __str__(self): return f"w{self.a}" --- p = P(x)\nreturn f"{p}", str(p)
from enum import Enum\nclass K(Enum):\n    A = 0\n    B = 1\n    def __str__(self): return "k" --- return str(K.A), K(x % 2).name
from enum import IntEnum\nclass K(IntEnum):\n    A = 0\n    B = 1\n    def __str__(self): return "k" --- return f"{K.A}"
from enum import IntEnum\nclass K(IntEnum):\n    A = 0\n    B = 1\n    def __str__(self): return "k" --- return f"{K.A:02d}"
from enum import IntEnum\nclass K(IntEnum):\n    A = 0\n    B = 1\n    def __str__(self): return "k" --- return "{}".format(K.A), [str(K.B)]
class P:\n    def __init__(self, a): self.a = a\n    def __repr__(self): return f"P({self.a})" --- p = P(x)\nreturn p.a
from functools import cache\ndef tag(f):\n    def inner(v): return f(v) + flip(1 / 2)\n    return inner\n@tag\ndef g(v): return v\n@cache\ndef h(v): return g(v) --- return h(x), h(x)
from functools import cache\ndef tag(f):\n    def inner(v): return f(v) + flip(1 / 2)\n    return inner\n@cache\ndef h(v): return g(v)\n@tag\ndef g(v): return v --- return h(x), h(x)
from functools import cache\ndef tag(f):\n    def inner(v): return f(v) + flip(1 / 2)\n    return inner\n@tag\n@cache\ndef h(v): return v + 1 --- return h(x), h(x)
from functools import cache\ndef tag(f):\n    def inner(v): return f(v) + flip(1 / 2)\n    return inner\n@cache\n@tag\ndef h(v): return v + 1 --- return h(x), h(x)
from functools import cache\n@cache\ndef h(v): return map(lambda c: c + flip(1 / 2), [v]) --- return list(h(x)), list(h(x))
from functools import cache\n@cache\ndef h(v): return choice([v, 1]) --- return h(x), h(x)
def noisy(a):\n    def deco(f):\n        def inner(*args, **kw): return clamp(f(*args, **kw) + geometric(a), 0, 2)\n        return inner\n    return deco\n@noisy(1 / 2)\ndef g(v, w=1): return v - w --- return g(x), g(x, w=2)
def tag(f):\n    def inner(v, k=flip(1 / 2)): return f(v) + k\n    return inner\n@tag\ndef g(v): return v --- return g(x), g(1)
def toss(): return flip(1 / 2)\ndef tag(f):\n    def inner(v, *, k=toss()): return f(v) + k\n    return inner\n@tag\ndef g(v): return v --- return g(x), g(1)
def toss(): return flip(1 / 2)\ndef tag(j):\n    def deco(f, k=toss()):\n        def inner(v, w=2): return f(v) + k + w\n        return inner\n    return deco\n@tag(1)\ndef g(v): return v --- return g(x), g(1)
def tag(f):\n    def inner(v, k=1, *, j=2): return f(v) + k * j\n    return inner\n@tag\ndef g(v): return v --- return g(x), g(1, j=3)
""".strip().splitlines()
HARD += HARDER
