"""Forms that are written out as plainer ones mean what they mean in Python: `with`, `del`, `**options`, setters,
counters that factories return, and generators that change what they are given."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python
from containers_random import judged

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

PROGRAMS = {
    "with, left in the middle": """
from contextlib import nullcontext, suppress
from faier import mechanism

class Log:
    def __init__(self, n):
        self.n = n
        self.depth = 0
        self.seen = []

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, *exc):
        self.depth -= 1
        self.seen.append(self.n)

class Bad(ValueError):
    def __init__(self, asked, left=0):
        super().__init__(f"asked {asked}")
        self.asked = asked

def use(log, k):
    with log:
        for i in range(3):
            if i == k:
                return i + log.depth
        if k > 5:
            raise Bad(k)
    return log.depth

@mechanism
def f():
    out = []
    log = Log(3)
    for k in (1, 4):
        out.append(use(log, k))
    with Log(2) as own, nullcontext(5) as five:
        own.n += five
    for k in range(3):
        with log:
            if k == 1:
                continue
            if k == 2:
                break
            out.append(log.depth)
    x = 5
    del x
    return out, log.depth, log.seen, own.n, own.seen
""",
    "with, and what is caught": """
from contextlib import nullcontext, suppress
from faier import mechanism

class Log:
    def __init__(self, n):
        self.n = n
        self.depth = 0
        self.seen = []

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, exc_type, exc, tb):
        self.depth -= 1
        self.seen.append(self.n)
        return False

class Bad(ValueError):
    "Too much."
    def __init__(self, asked, left=0):
        super().__init__(f"asked {asked}")
        self.asked = asked

def use(log, k):
    with log:
        for i in range(3):
            log.n += 1
        if k > 5:
            raise Bad(k)
        log.n += 10
    return log.depth

@mechanism
def f():
    out = []
    log = Log(3)
    for k in (1, 7):
        with suppress(ValueError):
            out.append(use(log, k))
        try:
            out.append(use(log, k + 5))
        except Bad:
            out.append("bad")
    d = {1: 2}
    for k in (1, 2):
        with suppress(KeyError, IndexError):
            out.append(d[k])
            tmp = [k]
            tmp.append(3)
            del tmp
    return out, log.depth, log.seen
""",
    "properties called as methods and fields are": """
from dataclasses import dataclass
from faier import mechanism

@dataclass
class Summary:
    total: int
    count: int

class Ledger:
    def __init__(self):
        self._entries = []
        self._total = 0

    @property
    def count(self):
        return len(self._entries)

    @property
    def items(self):
        return tuple(self._entries)

    @property
    def values(self):
        return self._total

    @property
    def total(self):
        return self._total + self.count

    def add(self, x):
        self._entries.append(x)
        self._total += x

def both(thing):
    return thing.total * 10 + thing.count

@mechanism
def f():
    ledger = Ledger()
    ledger.add(3)
    ledger.add(4)
    s = Summary(ledger.total, 7)
    s.total += 1
    d = {1: 2, 3: 4}
    xs = [1, 1, 2]
    x = both(s), both(ledger)
    return ledger.items, ledger.values, ledger.total, s.total, s.count, x, sum(d.values()), xs.count(1)
""",
    "setters and type(self)": """
from faier import mechanism

class Account:
    def __init__(self, limit):
        self._spent = 0
        self.limit = limit

    @property
    def total(self):
        return self._spent

    @total.setter
    def total(self, value):
        if value > self.limit:
            raise ValueError("too much")
        self._spent = value

    def charge(self, x):
        self.total += x
        return type(self).__name__, self.__class__.__name__

    def twin(self):
        return type(self)(self.limit + 1)

@mechanism
def f():
    account = Account(10)
    account.total = 3
    account.total += 4
    name = account.charge(2)
    try:
        account.total = 50
    except ValueError:
        name = (*name, "caught")
    t = account.twin()
    t.total = 11
    return account.total, name, t.total, t.limit
""",
    "options by name": """
from faier import mechanism, clamp

class Box:
    def __init__(self, size, color="red", **more):
        self.size = size
        self.color = color
        self.more = dict(more)

def release(value, *, lower=0, upper=2, label=None):
    return label, max(lower, min(value, upper))

def release_all(values, **options):
    return [release(value, **options) for value in values]

def tagged(kind, *values, sep="-", **extra):
    return kind, values, sep, extra, sorted(extra)

def forward(*args, **kwargs):
    return tagged("f", *args, **kwargs)

DEFAULTS = {"lower": 0, "upper": 3}

@mechanism
def f():
    options = dict(DEFAULTS, upper=1)
    a = release_all([0, 1, 5], **options)
    b = release_all([0, 5], upper=1, label="x")
    c = tagged("a", 1, 2, sep="+", z=1, b=2)
    d = tagged("a")
    e = forward(1, 2, y=3)
    conf = {"size": 2, "weight": 7}
    box = Box(**conf)
    box2 = Box(1, color="blue", w=3)
    g = tagged("q", **conf)
    conf["size"] = 9
    return a, b, c, d, e, box.size, box.color, box.more, box2.more, g
""",
    "counters from factories": """
from faier import mechanism

def make_counter(start=0, step=1):
    count = start
    history = []

    def bump(by=None):
        nonlocal count
        if by is None:
            by = step
        count += by
        history.append(count)
        return count, len(history)

    return bump

@mechanism
def f():
    a = make_counter()
    b = make_counter(10, step=5)
    x = a()
    y = b()
    z = a(by=7)
    w = b()
    return x, y, z, w, a()
""",
    "counters in containers": """
from faier import mechanism

def make_counter(start=0):
    count = start
    def bump():
        nonlocal count
        count += 1
        return count
    return bump

@mechanism
def f():
    a = make_counter()
    b = a
    x = a() * 100 + b() * 10 + a()
    tools = [make_counter(), make_counter(5)]
    for t in tools:
        x += t()
    d = {"a": make_counter(), "b": make_counter(3)}
    y = d["a"]() + d["a"]() + d["b"]()
    return x, y, tools[0](), tools[1]()
""",
    "generators that change what they are given": """
from faier import mechanism

class W:
    def __init__(self, limit):
        self.limit = limit
        self.passed = 0
        self.log = []

    def accept(self, rows):
        for row in rows:
            if self.passed < self.limit:
                self.passed += 1
                self.log.append(row)
                yield row, self.passed
            self.limit += 0

    def bump(self):
        self.passed -= 1

def drain(queue):
    while queue:
        yield queue.pop()

def outer(queue, w):
    for x in drain(queue):
        w.log.append(-x)
        yield x + w.passed
    yield from w.accept([7])

@mechanism
def f():
    w = W(2)
    seen = []
    for row, n in w.accept([1, 2, 3, 4]):
        seen.append((row, n, len(w.log)))
        if row == 3:
            break
    a = list(w.accept([5, 6]))
    q = [1, 2, 3]
    for x in drain(q):
        seen.append(x)
        if x == 2:
            pass
        if len(q) > 5:
            break
    q2 = [1, 2]
    for x in outer(q2, w):
        seen.append((x, len(q2)))
    return seen, a, q, w.passed, w.log
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_means_what_python_means(name: str) -> None:
    assert judged(PROGRAMS[name], 0) == "agreed"


FAILING = {
    "a key that no parameter takes": "def g(a, b=2):\n    return a\n",
    "a key for what is given": "def g(c, a=3, b=2):\n    return a\n",
}


@pytest.mark.parametrize("name", FAILING)
def test_what_no_parameter_takes_fails(name: str) -> None:
    start = "    d = {'a': 1, 'c': 3}\n"
    text = f"from faier import mechanism\n{FAILING[name]}\n@mechanism\ndef f():\n{start}    return g("
    assert judged(text + ("**d" if "takes" in name else "4, **d") + ")\n", 0) == "fails"


MANAGER = """class Log:
    def __init__(self):
        self.n = 0
        self.inner = 0

    def __enter__(self):
        self.n += 1
        return {given}

    def __exit__(self, kind, error, trace):
        self.n -= 1
        return {caught}


"""
REFUSED = {
    "a manager that gives something else": (
        MANAGER.format(given="self.n", caught="False"),
        "with Log() as n:\n    n += 1\nreturn n",
        "FA101",
    ),
    "a manager that catches": (
        MANAGER.format(given="self", caught="True"),
        "with Log():\n    x += 1\nreturn x",
        "FA101",
    ),
    "a manager that asks what is raised": (
        MANAGER.format(given="self", caught="kind is None"),
        "with Log():\n    x += 1\nreturn x",
        "FA101",
    ),
    "a variable that is gone": ("", "y = x\ndel y\nif x:\n    return y", "FA101"),
    "a variable that is gone in the next turn": (
        "",
        "y = x\nfor _ in range(2):\n    x += y\n    del y\nreturn x",
        "FA101",
    ),
    "a counter that others see": (
        "",
        "n = 0\ndef up():\n    nonlocal n\n    n += 1\n    return n\nups = [up]\nups[0]()\nreturn n",
        "FA205",
    ),
    "one counter with two names": (
        "def made():\n    n = 0\n"
        "    def up():\n        nonlocal n\n        n += 1\n        return n\n    return up, up\n\n\n",
        "a, b = made()\na()\nreturn b()",
        "FA205",
    ),
    "an exception that is made of too few": (
        "class Bad(ValueError):\n    def __init__(self, asked):\n        self.asked = asked\n\n\n",
        "try:\n    raise Bad()\nexcept ValueError:\n    return 1",
        "FA101",
    ),
    "a field that is a property": (
        "class A:\n    def __init__(self):\n        self.total = 1\n"
        "    @property\n    def total(self):\n        return 2\n\n\n",
        "return A().total",
        "FA203",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_written_out_is_refused(name: str) -> None:
    before, body, code = REFUSED[name]
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    text = f"from faier import Int, mechanism\n\n\n{before}@mechanism\ndef f(x: Int[0, 2]):\n{lines}"
    with pytest.raises(Rejected) as caught:
        parse(text, "file.py")
    assert code in {item.code for item in caught.value.diagnostics}


OPTIONS = {
    "order": ("def g(**kw):\n    return list(kw)", "o = {'b': x}\nreturn g(a=1, **o, c=2), g(**o, a=3)", None),
    "no name": ("def g(**kw):\n    return list(kw)", "o = {1: x}\nreturn g(**o)", "FA401"),
    "nothing left": ("def g(a):\n    return a", "o = {'a': x}\nreturn g(1, **o)", "FA206"),
    "changed before": ("def g(a, c):\n    return a", "o = {'a': x}\nreturn g(c=o.pop('a'), **o)", "FA206"),
    "another order": (
        "def g(b, **kw):\n    return b",
        "n = x\ndef up():\n    nonlocal n\n    n += 1\n    return n\nreturn g(z=up(), b=up())",
        "FA206",
    ),
    "caught": (
        "def g(a):\n    return a",
        "o = {'b': x}\ntry:\n    return g(**o)\nexcept LookupError:\n    return 1",
        "FA101",
    ),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_are_given_in_their_order(name: str) -> None:
    before, body, code = OPTIONS[name]
    text = f"{before}\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n" + indent(body, "    ") + "\n"
    if code is None:
        assert_as_python(text, written=False)
        return
    with pytest.raises(Rejected, match=code):
        explore(parse(HEAD + text, "file.py"), "f", Limits())
