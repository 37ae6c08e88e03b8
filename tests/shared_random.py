"""Random programs without draws in which several objects hold one that changes: budgets, queries, meters, lists."""

from __future__ import annotations

import random
import re
from typing import Any

from as_python import HEAD
from containers_random import judged

WORD = re.compile(r"\w+")
CLASSES = """class Budget:
    def __init__(self, left, start=0):
        self.left = left
        if start:
            self.left += 1
        self.log = [start]

    def spend(self, n):
        if n > self.left:
            raise ValueError(n)
        self.left -= n
        self.log.append(n)
        return self.left

    @property
    def used(self):
        return sum(self.log)


class Query:
    COST = 1

    def __init__(self, budget, cost=1):
        self.budget = budget
        self.cost = cost

    def ask(self, x):
        return x + self.budget.spend(self.cost)

    def same(self):
        return self.budget


class Meter:
    def __init__(self, budget, name):
        self.calls = 0
        self.budget = budget
        self.name = name
        self.seen = [budget.left]

    def ask(self, x):
        self.calls += x
        self.seen.append(self.budget.spend(1))
        return self.calls

    def turned(self, other):
        kept = self.budget
        self.budget = other.budget
        other.budget = kept
        return self


@dataclass
class Pool:
    first: Budget
    rest: list = field(default_factory=list)
    total: int = 0

    def add(self, budget):
        self.rest.append(budget)
        self.total += budget.left
        return len(self.rest)


@dataclass
class Purse:
    coins: int
    budget: Budget = field(default_factory=lambda: Budget(2))
    spare: list = field(default_factory=list)


class Tree:
    def __init__(self, size, above=None):
        self.size = size
        self.above = above
        self.below = []
        self.seen = 0
        if above is not None:
            above.below.append(self)
            above.seen += self.size

    def insert(self, x):
        self.seen += x
        if self.below:
            child = self.below[0] if x > 1 else self.below[-1]
            child.insert(x - 1)

    def add(self, x):
        node = self
        while node is not None:
            node.seen += x
            node = node.above
        return self

    def pop(self):
        try:
            return self.seen
        finally:
            self.seen -= 1


"""
HELPERS = """def paid(a, n):
    a.spend(n)
    return a


def both(a, d):
    a.left += d.left
    return a.left


def steps(a):
    yield a.left
    a.spend(1)
    yield a.left


def made(n, k=1):
    return Budget(n) if n else Budget(k, 1)


def least(a, d):
    return a if a.left < d.left else d


def all_of(things, x):
    return [thing.ask(x) for thing in things]


"""
START = {
    "b": "Budget(4)",
    "c": "Budget(2, 1)",
    "q": "Query(b)",
    "r": "Query({0}, 2)",
    "m": 'Meter({1}, "m")',
    "n": 'Meter({2}, "n")',
    "bs": "[b, {0}]",
    "qs": "[q, {3}]",
    "p": "Pool(b)",
    "u": "Tree(1)",
    "v": "Tree(2, u)",
    "w": "Purse(1)",
}
LAST = {
    "b": "b.left, list(b.log)",
    "c": "c.left, c.used",
    "q": "q.budget.left",
    "r": "r.same().left",
    "m": "m.calls, m.budget.left",
    "n": "n.calls, list(n.seen)",
    "bs": "[a.left for a in bs]",
    "qs": "len(qs)",
    "p": "p.total, [a.left for a in p.rest], p.first.left",
    "u": "u.seen, [t.seen for t in u.below]",
    "v": "v.size, v.above.seen if v.above else 0",
    "w": "w.budget.left, len(w.spare)",
}


class Writer:
    """b, c are budgets, q, r queries, m, n meters, u, v trees, bs and qs lists, i and j numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.functions: list[str] = []

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def program(self) -> str:
        held = self.pick("b", "c"), self.pick("b", "c"), self.pick("b", "c"), self.pick("q", "r", "m")
        body = "".join(self.statement(1) for _ in range(self.random.randrange(2, 7)))
        words = {"b", *WORD.findall(body)}
        start = ""
        for name, value in reversed(START.items()):
            if name in words:
                line = f"    {name} = {value.format(*held)}\n"
                words |= {*WORD.findall(line)}
                start = line + start
        shown, last = self.pick("return", "return", "return", "yield"), [LAST[name] for name in LAST if name in words]
        above = ""
        for piece in reversed(CLASSES.split("\n\n\n") + HELPERS.split("\n\n\n")):
            if _named(piece) in words:
                words |= {*WORD.findall(piece)}
                above = f"{piece}\n\n\n{above}"
        return f"{above}@mechanism\ndef f():\n    i, j = 0, 1\n{start}{body}    {shown} (i, j, {', '.join(last)})\n"

    def budget(self, deep: int = 0) -> str:
        options = ["b", "c", "b", "q.budget", "m.budget", "bs[0]", "bs[-1]", "r.same()", "p.first", "qs[0].budget"]
        if deep == 0:
            options += [f"paid({self.budget(1)}, 1)", f"least({self.budget(1)}, {self.budget(1)})"]
            options += [f"({self.budget(1)} if i else {self.budget(1)})", f"made({self.pick('0', 'j')})"]
        return str(self.pick(*options))

    def held(self) -> str:
        return str(self.pick("b", "c", "q.budget", "m.budget", "n.budget", "bs[0]", "bs[-1]", "p.first"))

    def asked(self) -> str:
        return str(self.pick("q", "r", "m", "n", "qs[0]", "qs[-1]", f"Query({self.budget(1)}, 0)", "m.turned(n)"))

    def number(self, deep: int = 0) -> str:
        options = ["i", "j", "2", f"{self.budget(1)}.left", f"{self.budget(1)}.used", "m.calls", "len(b.log)"]
        options += [f"{self.held()}.spend(1)", f"{self.asked()}.ask(1)", f"both({self.budget(1)}, {self.budget(1)})"]
        options += ["sum(a.left for a in bs)", "sum(h.ask(1) for h in qs)", "len(bs)", "sum(all_of(qs, i))"]
        options += ["u.seen", "v.pop()", "len(u.below)", "v.add(1).seen", "sum(t.pop() for t in u.below)", "w.coins"]
        options += [
            "len({a.spend(1) for a in bs})",
            "sum({k: Tree(k, u) for k in (1, 2)})",
            "sum(steps(b))",
            "max(a.left for a in bs)",
            "p.add(c)",
            "q.COST",
            *self.functions,
        ]
        if deep == 0:
            options += [f"{self.number(1)} + {self.number(1)}", f"({self.number(1)} if {self.test()} else 1)"]
            options += [f"[{self.number(1)}, {self.number(1)}][0]", f"max({self.number(1)}, {self.number(1)})"]
        return str(self.pick(*options))

    def test(self) -> str:
        return str(self.pick("i", "b.left > c.left", "q.budget.left", "j < 3", "b.log", "m.calls > i"))

    def statement(self, depth: int) -> str:
        indent = "    " * depth
        kinds: list[Any] = [self.given, self.given, self.changed, self.changed, self.changed, self.stored]
        if depth < 3:
            kinds += [self.block, self.function]
        text = self.pick(*kinds)()
        if not text.endswith(":"):
            return "".join(f"{indent}{line}\n" for line in text.split("\n"))
        body = "".join(self.statement(depth + 1) for _ in range(self.random.randrange(1, 3)))
        after = f"{indent}except ValueError:\n{indent}    j += 1\n" if text == "try:" else ""
        return f"{indent}{text}\n{body}{after}"

    def given(self) -> str:
        options = [
            lambda: f"{self.pick('b', 'c')} = {self.budget()}",
            lambda: "b, c = c, b",
            lambda: f"{self.pick('q', 'r')} = Query({self.budget()}, {self.pick('i', '1', '0')})",
            lambda: f"{self.pick('m', 'n')} = {self.pick('m', 'n', 'm.turned(n)', 'Meter(c, 1)')}",
            lambda: f"{self.pick('i', 'j')} = {self.number()}",
            lambda: f"bs = [{self.budget()}, {self.budget()}]",
            lambda: f"qs = [{self.pick('q', 'r', 'm')}, {self.pick('q', 'r', 'n')}]",
            lambda: f"p = Pool({self.budget()})",
            lambda: self.pick("v = Tree(j, u)", "u = Tree(i)", "u = Tree(2, v)", "u, v = v, u", "v = v.above or u"),
            lambda: f"w = {self.pick('Purse(i)', f'Purse(2, {self.budget()})', f'Purse(0, budget={self.held()})')}",
        ]
        return str(self.pick(*options)())

    def changed(self) -> str:
        options = [
            lambda: f"{self.held()}.spend({self.pick('1', '2', 'i')})",
            lambda: f"{self.asked()}.ask({self.pick('1', 'j')})",
            lambda: f"{self.held()}.left += {self.number()}",
            lambda: f"{self.held()}.left = {self.number()}",
            lambda: f"{self.held()}.log.append({self.number(1)})",
            lambda: f"{self.pick('m', 'n')}.calls -= 1",
            lambda: f"bs.append({self.budget()})",
            lambda: f"p.add({self.budget()})",
            lambda: "n.seen.append(8)",
            lambda: self.pick("u.insert(2)", "v.insert(j)", "u.add(1)", "v.add(i).insert(1)", "v.above = None"),
            lambda: self.pick("w.budget.spend(1)", "w.spare.append(i)", "u.below.pop()", "v.seen = u.pop()"),
            lambda: f"bs[{self.pick('0', '-1')}] = {self.budget()}",
        ]
        return str(self.pick(*options)())

    def stored(self) -> str:
        options = [
            lambda: f"{self.pick('q', 'm', 'n')}.budget = {self.budget()}",
            lambda: f"b.log = {self.pick('c.log', 'list(c.log)', '[i]', 'n.seen')}",
            lambda: f"p.first = {self.budget()}",
            lambda: f"t = {self.held()}\nt.left += 1\nt.log.append(j)",
            lambda: f"t = {self.held()}.log\nt.append(j)",
            lambda: f"t = {self.pick('u', 'v')} if {self.test()} else {self.pick('u', 'v')}\nt.add(2)\nt.seen += 1",
            lambda: "t = sorted(u.below, key=lambda t: -t.seen)\nfor t in t:\n    t.insert(1)",
            lambda: f"t = (a.left for a in bs)\n{self.changed()}\ni = sum(t)",
            lambda: f"t = map(least, bs, bs)\n{self.changed()}\ni = len(list(t))",
        ]
        return str(self.pick(*options)())

    def block(self) -> str:
        options = [
            "for a in bs:\n    a.left += 1",
            "for h in qs:\n    i += h.ask(1)",
            "for t in u.below:\n    t.add(1)",
            "for v in steps(c):\n    b.left += v",
        ]
        options += ["while b.left > 2:\n    b.spend(1)", "for a in list(bs):\n    bs.append(a)"]
        blocks = [f"if {self.test()}:", "for j in range(2):", "try:", "for b in bs:", "for q in qs[:1]:"]
        return str(self.pick(*options, *blocks, *blocks))

    def function(self) -> str:
        options = ["def inner(x):\n    return b.spend(x)", "def inner(x):\n    q.budget.left += x\n    return m.ask(x)"]
        options += ["get = lambda x: c.left + x", "def get(a, k=0):\n    c.left += a\n    return m.calls"]
        text = self.pick(*options)
        name = "inner" if "inner" in text else "get"
        if f"{name}(1)" in self.functions:
            return "i += 1"
        self.functions.append(f"{name}(1)")
        return str(text)


def _named(piece: str) -> str:
    """What the class or the function is called."""
    found = re.search(r"^(?:class|def) (\w+)", piece, re.M)
    return found[1] if found else ""


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    head = (
        HEAD.replace("import Counter", "import Counter").rstrip("\n")
        + "\nfrom dataclasses import dataclass, field\n\n\n"
    )
    return judged(head + Writer(seed).program(), seed, written=False)
