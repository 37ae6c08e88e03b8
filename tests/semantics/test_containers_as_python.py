"""Dictionaries, sets, Counters, defaultdicts and deques in mechanisms are what Python takes them for."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python
from containers_random import attacked

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

MECHANISM = "@mechanism\ndef f(x: Int[0, 2], ys: Vector[Int[0, 1], 2]):\n"

BODIES = """
return {x: 1, True: 2, 1: 3, 'a': None, (x, 1): [x]}

d = {y: i for i, y in enumerate(ys)}
d[x] = d.get(x, 5) + 1
return d, list(d), len(d), x in d, sorted(d.items())

d = dict(zip(ys, ['a', 'b']))
d |= {x: 'c'}
return d | {0: 0}, d == {1: 'b', 0: 'a'}, {**d, 7: 8}, dict(d, q=x)

d = {0: 1, 1: 2}
if x in d:
    del d[x]
return d.pop(1, None), d.setdefault(9, x), d.popitem(), d

d = {}
d.update([(x, 1)], b=2)
d.update({x: 3})
return d, list(d.values()), 3 in d.values(), max(d.values())

d = {'a': x}
d['a'] += 2
d.clear()
return d, bool(d), dict.fromkeys(ys, x), not d

d = {0: 0, 1: 0}
for y in ys:
    d[y] += 1
for k in d:
    d[k] *= 2
for k, v in d.items():
    d[k] = v + 1
return d

groups = {}
for i, y in enumerate(ys):
    groups.setdefault(y, []).append(i)
return groups

groups, keys = {}, [x, 0, x, 7]
for i, y in enumerate(ys):
    groups.setdefault(keys.pop(), []).append((i, keys[0]))
    groups.setdefault(flip(1 / 3) + y, [y]).extend(keys)
return groups, keys

groups, zs = {0: {}}, [*ys]
groups[x * 0].setdefault((x, zs.pop()), [len(zs)]).append(zs[0])
return groups, zs

a, b, ks, zs = [0, 1], {0: 2, 1: 3}, [], [*ys, 5]
for y in ys:
    (a if y else b)[zs.pop() % 2] += len(zs)
    (a if flip(1 / 3) else ks if y else zs).append(y)
(zs if x else a if ys[0] else b).clear()
return a, b, ks, zs

groups = {x: [x]}
groups[x].append(1)
groups[x][0] += 5
groups[x] += ys
return groups

t = defaultdict(list)
for i, y in enumerate(ys):
    t[y].append(i)
t[x] += [len(t)]
return t, len(t)

t = defaultdict(int)
t[x] += len(t)
n = t[0] + t[1]
return t, n, t.get(7)

t = defaultdict(lambda: defaultdict(int))
t[x][ys[0]] += 1
t[0][0] -= 1
return t

t = defaultdict(lambda: [0, 0])
t[x][ys[0]] += 1
return t, t == {x: [1, 0]}

t = defaultdict(set)
for y in ys:
    t[y].add(x)
return {k: sorted(v) for k, v in t.items()}

c = Counter(ys)
c[x] += 1
c.update([x, x])
return c, c.most_common(1), c[9], c.total(), len(c), sorted(c.elements())

c = Counter(a=1, b=x)
e = Counter({'b': 1})
return c + e, c - e, c & e, c | e, +c, -c, c == e, c == {'a': 1, 'b': x}

c = Counter(ys)
c -= Counter([x])
c.subtract([0])
del c[5]
return c

s = set(ys)
s.add(x)
s |= {9}
s.discard(9)
return s, len(s), sum(s), sorted(s), max(s), s - {0}, s & {0, 1}, s ^ {x}

s = {y for y in ys if y < x}
return s, s <= {0, 1}, frozenset(ys), s == frozenset(ys), x in s, s.union(ys, [x])

return {frozenset(ys): 1}, {1: 'a'}.get(True), {True: 1}, {1.0: 2}[1], Fraction(1) in {1}

q = deque([x])
n = 0
while q:
    u = q.popleft()
    n += u
    if u < 2:
        q.append(u + 1)
        q.appendleft(2)
return n, q

q = deque(ys, maxlen=2)
q.append(x)
q.rotate(1)
q.extendleft([5, 6])
return q, q[0], list(q), deque(q) == q

stack = [1, 2, 3]
n = stack.pop() * 10 + stack.pop(0)
stack += ys
stack.sort()
stack.reverse()
return n, stack

v = [3, 1, 2]
v.insert(x, 9)
v.extend(y + 1 for y in ys)
v.remove(1)
del v[0]
del v[:1]
v[1:2] = [7, 8]
return v, v.index(7)

v = [3, 1, 2, -1]
v.sort(key=lambda k: abs(k - x), reverse=True)
g = [[2, 1], [0]]
g[0].sort(key=lambda k: k % 2)
return v, g

v = [x]
w = v.copy()
v.append(1)
w.clear()
return w, v.count(1), [v.pop() for _ in range(2)], v

v = [0, 1]
return [v.pop(0) if v else -1 for _ in range(x)], v and v.pop() > 0, v

v = [1, 2, 3]
while v and v.pop() > x:
    if not v:
        break
else:
    v.append(9)
return v

m = {(0, 0): 1}
m[x, ys[0]] = 2
return m, m.get((0, 0)), sum(k[0] for k in m)

d = {}
for i in range(2):
    if flip(1 / 2):
        d[i] = uniform(0, 1)
return d

d = {}
d[uniform(0, 1)] = uniform(2, 3)
return d.pop(0, None) if flip(1 / 3) else d

v = [1, 2]
return 0 < v.pop() < flip(1 / 2) + 1 < v.pop(), v

g = [[], []]
g[x % 2].append(ys)
h = [g[1].pop()] if g[1] else []
g[0].extend(h * 2)
return g

d = {'n': {}}
d['n']['m'] = [x]
d['n']['m'].append(2)
d['n'].update(k=[3])
return d

for k, (a, b) in {x: (1, 2)}.items():
    x += k + a * b
return x, [k for k in {'b': 1, 'a': 2}], *{3: 4}

a, b = {x: 1, 5: 2}
(c, d), = {(1, 2)}
return a, b, c, d, [*{}], list(reversed({1: 2, 3: 4}))
"""


@pytest.mark.parametrize("body", BODIES.strip().split("\n\n"))
def test_it_means_what_python_means(body: str) -> None:
    assert_as_python(MECHANISM + indent(body, "    ") + "\n")


@pytest.mark.parametrize("seeds", [range(60), range(60, 120)])
def test_what_shares_parts_is_what_python_takes_it_for_or_refused(seeds: range) -> None:
    found = [attacked(seed) for seed in seeds]
    assert found.count("agreed") > 10


FAILING = [
    ("d = {0: 1}\nreturn d[x]", "FA401", "the key 1 is not in the dictionary"),
    ("v = [1]\nreturn [v.pop() for _ in range(x)]", "FA401", "`.pop()` from an empty list"),
    ("return {ys: 1}", "FA409", "a list cannot be a key"),
    ("return [y for y in {0, x}]", "FA409", "a set has no order"),
    ("d = defaultdict(lambda: [0] * len(ys))\nd[x][0] += 1\nreturn d", "FA205", "a defaultdict needs what makes"),
    ("return {0, 1}.pop()", "FA107", "only what a variable holds"),
    ("d = {}\ndel d[x]", "FA401", "the key 0 is not"),
    ("d = {'a': 1}\nfor k in d:\n    d['b'] = 1\nreturn d", "FA210", "`d` changes while the loop goes over it"),
    ("d = {0: ys}\nd[0].append(1)\nreturn d", "FA210", "changed on line"),
    ("v = [1]\nreturn v, v.pop()", "FA210", "`v` changes here while the expression around it"),
    ("d = dict.fromkeys(ys, [])\nd[0].append(1)\nreturn d", "FA210", "lists that something shares"),
    ("v = [1, 2]\nv.sort(key=lambda k: len(v))\nreturn v", "FA210", "while Python sorts `v`, it is empty"),
    ("d = {}\ni = 0\nwhile True:\n    d[i] = i\n    i += 1", "FA408", "`i` can grow without end"),
]


@pytest.mark.parametrize(("body", "code", "message"), FAILING)
def test_what_raises_or_is_shared_is_an_error(body: str, code: str, message: str) -> None:
    with pytest.raises(Rejected) as found:
        explore(parse(HEAD + MECHANISM + indent(body, "    ") + "\n", "file.py"), "f", Limits())
    (first, *_) = found.value.diagnostics
    assert first.code == code
    assert message in first.message
