"""What an exception interrupts, and what it computes to tell: as Python does it, where a `try` encloses it or not."""

import pytest
from as_python import assert_as_python
from cases import cases

from faier.importing import Imports
from faier.lang import parse
from faier.lang.diagnostics import Rejected

SAME = cases("""
### told, and caught elsewhere
def spend(d, k):
    if k > 1:
        raise ValueError(f"{max(d)} {d[k]}")
    return k
---
v = spend({0: 1}, x % 2)
try:
    y = [1, 2][x]
except IndexError:
    y = 9
return v, y
### told of a missing key
def spend(d, k):
    if k > 1:
        raise ValueError(f"no {d[k]}")
    return k
---
try:
    return spend({0: 1}, x)
except KeyError:
    return 7
except ValueError:
    return 8
### told of a key that is there
def spend(d, k):
    if k > 1:
        raise ValueError(f"no {d[k]}")
    return k
---
try:
    return spend({2: 1}, x)
except KeyError:
    return 7
except ValueError:
    return 8
### told in two texts
def spend(d, k):
    if k > 1:
        raise ValueError("no {} {}".format(k, d[k]))
    return k
---
try:
    return spend([1], x)
except IndexError:
    return 7
except ValueError:
    return 8
### told of a choice
def spend(d, k):
    if k > 1:
        raise ValueError(f"no {d[k] if k < 2 else 0}")
    return k
---
try:
    return spend({0: 1}, x)
except KeyError:
    return 7
except ValueError:
    return 8
### told of a division
def spend(d, k):
    if k > 1:
        raise ValueError("no %s" % (d / (k - 2)))
    return k
---
try:
    return spend(3, x)
except ZeroDivisionError:
    return 7
except ValueError:
    return 8
### told by a change
def spend(d, k):
    if k > 1:
        raise ValueError(d.pop())
    return k
---
d = [1, 2]
try:
    spend(d, x)
except ValueError:
    d.append(5)
return d
### told by a function
def name(k):
    return {1: 'one'}[k]
def spend(d, k):
    if k > 1:
        raise ValueError(name(k))
    return k
---
try:
    return spend({0: 1}, x)
except KeyError:
    return 7
except ValueError:
    return 8
### told by a method
class A:
    def __init__(self, k):
        if k > 1:
            raise ValueError([1][k])
        self.k = k
---
try:
    return A(x).k
except IndexError:
    return 7
### told by a closure
def make(low):
    def check(k):
        if k > low:
            raise ValueError([1][k])
        return k
    return check
---
check = make(1)
try:
    return check(x)
except IndexError:
    return 7
### told of an assertion
d = [1]
try:
    assert x < 2, d[x]
    y = 1
except IndexError:
    y = 3
return y
### told by an assertion that changes
xs = [1]
try:
    assert x, xs.pop()
except AssertionError:
    return xs
### told by an argument
class Bad(ValueError):
    def __init__(self, asked):
        self.asked = asked
---
try:
    raise Bad(6 // x)
except ZeroDivisionError:
    return 2
except Bad:
    return 3
### told on one line
try:
    if x > 0: raise ValueError([1, 2][x])
    y = 1
except (IndexError, ValueError):
    y = 2
return y
### an assertion elsewhere
assert x < 5, 'too {}'.format(max([x, 1]))
try:
    y = [1, 2][x]
except IndexError:
    y = 9
return y
### options elsewhere
def g(a, b=1):
    return a + b
---
o = {'b': x}
z = g(1, **o)
try:
    y = [1, 2][x]
except IndexError:
    y = 9
return y, z
### next elsewhere
v = next(v for v in [x, 1] if v < 2)
try:
    y = [1, 2][x]
except IndexError:
    y = 9
return y, v
### a generator elsewhere
t = 0
for v in (6 // k for k in [x + 1, 2]):
    t += v
try:
    y = [1, 2][x]
except IndexError:
    y = 9
return y, t
""")
REFUSED = cases("""
### options
def g(a):
    return a
---
o = {'b': x}
try:
    return g(**o)
except LookupError:
    return 1
### options in a function
def g(a):
    return a
def h(o):
    return g(**o)
---
try:
    return h({'b': x})
except LookupError:
    return 1
### a generator
t = 0
try:
    for v in (6 // k for k in [2, x]):
        t += v
except ZeroDivisionError:
    t += 1
return t
### a generator between keys
from heapq import nlargest
---
try:
    return nlargest(1, (6 // z for z in (2, x)), key=lambda v: [0][v - 6])
except ZeroDivisionError:
    return 9
except IndexError:
    return 8
### a generator that is reduced
from functools import reduce
---
try:
    return reduce(lambda a, b: [0][b - 6], (6 // z for z in (2, x)), 0)
except ZeroDivisionError:
    return 9
except IndexError:
    return 8
### a generator in a method
class A:
    def __init__(self):
        self.t = 0
    def add(self, xs):
        for v in (6 // k for k in xs):
            self.t += v
---
a = A()
try:
    a.add([2, x])
except ZeroDivisionError:
    pass
return a.t
""")

SAME_IN_CLASSES = cases("""
### with, and suppress by another name
from contextlib import suppress as quiet
class B:
    def __init__(self):
        self.n = 0
    def __enter__(self):
        return self
    def __exit__(self, *a):
        self.n += 1
---
b = B()
y = 0
with quiet(ZeroDivisionError):
    with b:
        y = 6 // x
return y, b.n
### an order that raises nothing
class V:
    def __init__(self, a):
        self.a = a
    def __lt__(self, o):
        if not isinstance(o, V):
            return NotImplemented
        return (self.a, 1) < (o.a, 1)
---
try:
    r = [v.a for v in sorted([V(x), V(1)], reverse=True)]
    r.append(6 // x)
except ZeroDivisionError:
    r = [7]
return r
""")
ASKED = cases("""
### one record is compared with nothing
class V:
    def __init__(self, a):
        self.a = a
    def __lt__(self, o):
        return 6 // (self.a - o.a) < 0
---
try:
    r = [v.a for v in sorted([V(x)])]
except ZeroDivisionError:
    r = [7]
return r
### not all are compared, through a helper
class V:
    def __init__(self, a):
        self.a = a
    def __lt__(self, o):
        if abs(self.a - o.a) > 1:
            raise ValueError("far")
        return self.a < o.a
def order(vs):
    return sorted(vs)
---
try:
    r = [v.a for v in order([V(0), V(1), V(x)])]
except ValueError:
    r = [7]
return r
### what adds raises before all is there
from contextlib import suppress
class V:
    def __init__(self, a):
        self.a = a
    def __add__(self, o):
        if self.a + o.a > 1:
            raise ValueError("big")
        return V(self.a + o.a)
---
y = 0
with suppress(ZeroDivisionError):
    with suppress(ValueError):
        y = 1
        y = sum((V(6 // z) for z in (6, 6, x)), V(0)).a
    y += 2
return y
""")
ELSEWHERE = cases("""
### with
class B:
    def __init__(self):
        self.n = 0
    def __enter__(self):
        return self
    def __exit__(self, *a):
        self.n += 1
def go(b, x):
    with b:
        y = 6 // x
    return y
---
b = B()
### a function
from contextlib import contextmanager
class B:
    def __init__(self):
        self.n = 0
@contextmanager
def charged(b):
    try:
        yield b
    finally:
        b.n += 1
def go(b, x):
    with charged(b):
        y = 6 // x
    return y
---
b = B()
### an order
class B:
    def __init__(self):
        self.n = 0
class V:
    def __init__(self, a):
        self.a = a
    def __lt__(self, o):
        return 6 // (self.a - o.a) > 0
def go(b, x):
    return len(sorted([V(4), V(x)]))
---
b = B()
### a generator that is handed over
class B:
    def __init__(self):
        self.n = 0
def total(ys):
    t = 0
    for y in ys:
        t += [0][y - 6]
    return t
def go(b, x):
    return total(6 // z for z in (2, x))
---
b = B()
""")
CAUGHT = """from other import B, go
from faier import Int, mechanism


@mechanism
def f(x: Int[0, 1]):
    b = B()
    try:
        y = go(b, x)
    except ZeroDivisionError:
        y = 9
    return y, b.n
"""


UNCAUGHT = CAUGHT.replace("try:", "if x:").replace("except ZeroDivisionError:", "else:")


@pytest.mark.parametrize("name", SAME)
def test_what_is_told_is_computed_as_in_python(name: str) -> None:
    assert_as_python(SAME[name])


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_be_interrupted_is_refused(name: str) -> None:
    with pytest.raises(Rejected, match="FA101"):
        parse("from faier import Int, mechanism\n\n\n" + REFUSED[name], "file.py")


@pytest.mark.parametrize("name", SAME_IN_CLASSES)
def test_what_ends_and_orders_as_in_python(name: str) -> None:
    assert_as_python(SAME_IN_CLASSES[name], written=False)


@pytest.mark.parametrize("name", ASKED)
def test_operators_that_raise_are_asked_in_loops(name: str) -> None:
    with pytest.raises(Rejected, match="FA101"):
        parse("from faier import Int, mechanism\n\n\n" + ASKED[name], "file.py")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_another_file_catches_is_caught(name: str) -> None:
    files = Imports("", (("other.py", ELSEWHERE[name].split("@mechanism")[0]),))
    assert parse(UNCAUGHT, "file.py", imports=files)
    with pytest.raises(Rejected, match="FA101"):
        parse(CAUGHT, "file.py", imports=files)
