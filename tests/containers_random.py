"""Random programs without draws over containers that hold containers, as Python runs them and as both semantics do."""

from __future__ import annotations

import random
import sys
from typing import Any

from as_python import HEAD, Script, typed, typed_value, vocabulary
from processes import forward_process

from faier.lang import Rejected, parse, show
from faier.lang.failures import Failure
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

# Variables: i, j integers; r, r2 lists of integers; g lists of lists; d, d2 dictionaries of integers; e, e2 of lists;
# q a deque of lists, s a set, c a Counter, t a defaultdict of lists, n one of integers, m a dictionary of dictionaries.
START = """
    i, j = 0, 1
    r, r2 = [1, 2, 3], [0, 1]
    g = [[1], [2, 0]]
    d, d2 = {0: 1, 1: 2}, {1: 5}
    e, e2 = {0: [1], 1: [2]}, {}
    q = deque([[0], [1]])
    s = {0, 1}
    c = Counter([0, 0, 1])
    t = defaultdict(list)
    n = defaultdict(int)
    m = {0: {0: 1}}
"""
LAST = "r, r2, g, d, d2, e, e2, q, s, c, t, n, m, i, j"
HELPERS = """
def own(a):
    a = list(a)
    a.append(7)
    return a


def same(a):
    return a


def picked(a, k):
    return a.get(k, [9])


def made(k, a):
    return {k: a}


"""


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def program(self) -> str:
        body = "".join(self.statement(1, 3) for _ in range(self.random.randrange(2, 7)))
        shows = self.random.random() < 0.3
        middle = f"    yield ({LAST})\n" if shows else ""
        more = "".join(self.statement(1, 2) for _ in range(self.random.randrange(0, 3))) if shows else ""
        return (
            f"{HELPERS}@mechanism\ndef f():{START}{body}{middle}{more}    {'yield' if shows else 'return'} ({LAST})\n"
        )

    def key(self) -> str:
        return str(self.pick(0, 1, 1, 2, "i", "j", "True", "len(r)", "r[0]", "r.pop()", "len(d)", "d.get(0, 1)"))

    def number(self) -> str:
        options = [
            *(
                "0",
                "1",
                "i",
                "j",
                "len(r)",
                "sum(r)",
                "r.pop()",
                "r.pop(0)",
                "n[0]",
                "n[j]",
                "c[1]",
                "d[0]",
                "d.pop(1, 7)",
            ),
            *("max(d.values())", "len(t)", "len(t[i])", "q[0][0]", "e[0][0]", "d.setdefault(i, 3)", "len(q.popleft())"),
            *("sum(d.values())", "g[0][0]", "sum(sum(v) for v in e.values())", "m[0].get(0, 4)", "sum(s)", "c.total()"),
            *("sum(e.pop(0, []))", "r.index(1)", "r2.count(0)", "len(g.pop())", "(i := i + 1)", "len(e2)"),
        ]
        return str(self.pick(*options))

    def row(self) -> str:
        options = [
            *("r", "r2", "[i]", "[1, 2]", "list(r)", "r[:1]", "r + r2", "g[0]", "g[-1]", "e[0]", "e.get(1, r)", "t[i]"),
            *("q[0]", "q.popleft()", "q.pop()", "e.pop(0)", "e.setdefault(1, r2)", "t[0]", "t.get(0, r)", "sorted(r)"),
            *("own(r)", "same(r)", "same(e[0])", "picked(e, 0)", "[*r, i]", "r.copy()", "list(d)", "list(d.values())"),
            *("g.pop()", "next_row", "list(e.values())[0]", "[v for v in r]", "r if i else r2", "e2.get(0) or r"),
            *("(r if r else g[0])", "sorted(s)", "list(c.elements())", "[k for k in d]", "made(0, r)[0]", "max(g)"),
        ]
        return str(self.pick(*options)).replace("next_row", "[x for y in g for x in y]")

    def table(self) -> str:
        """A dictionary of lists."""
        options = [
            *("e", "e2", "{0: r}", "{i: [1], j: r2}", "dict(e)", "e.copy()", "{k: v for k, v in e.items()}"),
            *("{k: list(v) for k, v in e.items()}", "dict(zip([0, 1], g))", "dict.fromkeys([0, 1], r)", "e | e2"),
            *("{**e, 0: r}", "dict(t)", "made(0, [1])", "made(1, r)", "dict(enumerate(g))", "{0: list(r)}", "{}"),
            *("{k: [k] for k in r}", "{k: r for k in d}", "same(e)", "dict.fromkeys([0], [])", "dict(e.items())"),
        ]
        return str(self.pick(*options))

    def numbers(self) -> str:
        """A dictionary of integers."""
        options = ["d", "d2", "{0: i}", "dict(d)", "d | d2", "{k: v + 1 for k, v in d.items()}", "m[0]", "m.get(0, d)"]
        options += [
            "dict(n)",
            "dict(c)",
            "m.setdefault(1, d)",
            "m.pop(0)",
            "{k: len(v) for k, v in e.items()}",
            "same(d)",
        ]
        return str(self.pick(*options))

    def rows(self) -> str:
        options = ["g", "[r, r2]", "[list(v) for v in g]", "list(g)", "[[i]] * 2", "list(e.values())", "list(q)", "[r]"]
        options += [
            "g + [r]",
            "[v for v in g]",
            "sorted(g)",
            "[e[0], [1]]",
            "[q.popleft() for _ in r2]",
            "[own(v) for v in g]",
        ]
        return str(self.pick(*options))

    def statement(self, depth: int, deepest: int) -> str:
        indent = "    " * depth
        kinds: list[Any] = [self.assigned, self.assigned, self.changed, self.changed, self.changed]
        if depth < deepest:
            kinds += [self.loop, self.branch]
        text = self.pick(*kinds)()
        if text.endswith(":"):
            body = "".join(self.statement(depth + 1, deepest) for _ in range(self.random.randrange(1, 3)))
            return f"{indent}{text}\n{body}"
        return f"{indent}{text}\n"

    def assigned(self) -> str:
        options = [
            lambda: f"{self.pick('r', 'r2')} = {self.row()}",
            lambda: f"{self.pick('e', 'e2')} = {self.table()}",
            lambda: f"{self.pick('d', 'd2')} = {self.numbers()}",
            lambda: f"g = {self.rows()}",
            lambda: f"q = deque({self.rows()})",
            lambda: f"t = defaultdict(list, {self.table()})",
            lambda: f"m = {{0: {self.numbers()}, 1: {self.numbers()}}}",
            lambda: f"s = {self.pick('set(r)', 's | set(d)', 's - {0}', 'set(s)', 's', 'set(e)', '{i, j}')}",
            lambda: f"c = {self.pick('Counter(r)', 'c + c', 'Counter(d)', '+c', 'Counter()', 'c - Counter(r2)')}",
            lambda: f"{self.pick('i', 'j')} = {self.number()}",
            lambda: f"r, r2 = {self.pick('r2, r', 'g', 'e.values()', 'list(r), r', 'q', 'r, list(r)')}",
            lambda: f"r = r2 = {self.row()}",
            lambda: f"d, e = {self.numbers()}, {self.table()}",
        ]
        return str(self.pick(*options)())

    def changed(self) -> str:
        k, number, row = self.key, self.number, self.row
        options = [
            lambda: f"d[{k()}] {self.pick('=', '+=', '-=')} {number()}",
            lambda: f"n[{k()}] += {number()}",
            lambda: f"c[{k()}] {self.pick('=', '+=')} {number()}",
            lambda: f"e[{k()}] {self.pick('=', '+=')} {row()}",
            lambda: f"e[{k()}].append({number()})",
            lambda: f"{self.pick('e', 'e2')}.setdefault({self.pick('0', 'i', 'j')}, {row()}).append({number()})",
            lambda: f"{self.pick('e', 'e2')}.update({self.table()})",
            lambda: f"{self.pick('e', 'e2')} |= {self.table()}",
            lambda: f"t[{k()}].append({number()})",
            lambda: f"t[{k()}] += {row()}",
            lambda: f"t[{k()}] = {row()}",
            lambda: f"m[{self.pick('0', 'i')}][{k()}] = {number()}",
            lambda: f"m.setdefault({self.pick('0', 'i')}, {self.numbers()}).update({self.numbers()})",
            lambda: f"q.{self.pick('append', 'appendleft')}({row()})",
            lambda: f"q[0].append({number()})",
            lambda: f"q.{self.pick('extend', 'extendleft')}({self.rows()})",
            lambda: f"g.append({row()})",
            lambda: f"g[0].append({number()})",
            lambda: f"g.{self.pick('insert(0, ' + row() + ')', 'extend(' + self.rows() + ')', 'reverse()', 'sort()')}",
            lambda: f"g[{self.pick('0:1', '1:', ':')}] = {self.rows()}",
            lambda: f"r[{self.pick('0:1', '1:', ':', '::2')}] = {row()}",
            lambda: f"r.{self.pick('append(' + number() + ')', 'extend(' + row() + ')', 'clear()', 'sort()', 'pop()')}",
            lambda: f"r {self.pick('+=', '+=', '*=')} {self.pick(row(), row(), '2')}",
            lambda: f"r[0] {self.pick('=', '+=')} {number()}",
            lambda: f"s.{self.pick('add', 'discard')}({number()})",
            lambda: f"s {self.pick('|=', '-=', '&=')} {self.pick('set(r)', 's', 'set(d)')}",
            lambda: f"del {self.pick('d', 'e', 'r', 'c')}[{self.pick('0', 'i')}]",
            lambda: f"c.{self.pick('update', 'subtract')}({self.pick('r', 'd', 'c', 's and [1]')})",
            lambda: f"{self.pick('d', 'e', 't', 'm')}.{self.pick('clear()', 'popitem()', 'pop(0)')}",
            lambda: f"{self.pick('d', 'd2')}.update({self.numbers()})",
            lambda: f"q.{self.pick('rotate()', 'popleft()', 'reverse()')}",
        ]
        return str(self.pick(*options)())

    def loop(self) -> str:
        options = [
            "for i in d:", "for i in list(d):", "for i, j in d.items():", "for i, r in e.items():", "for i in t:",
            "for r in g:", "for r in q:", "for i in r:", "for i in sorted(e):", "for i, r in list(e.items()):",
            "for i, r in enumerate(g):", "for i in e.keys():", "for r, j in zip(g, d):", "for i in sorted(s):",
            "for r in e.values():",
        ]  # fmt: skip
        return str(self.pick(*options))

    def branch(self) -> str:
        options = ["if i in d:", "if r:", "if d == d2:", "if len(e) > 1:", "if e.get(0):", "if t[i]:", "if q and q[0]:"]
        options += ["if r and r.pop() > 0:", "if 0 in s:", "if r == r2:", "if c[0] > 1 or i:"]
        return str(self.pick(*options))


class TooLong(Exception):
    """A loop that goes on for long."""


def attacked(seed: int) -> str:
    """Whether the program agreed, was refused, raises in Python, or takes long; what differs fails."""
    """What becomes of the program of this number."""
    return judged(HEAD + Writer(seed).program(), seed)


def judged(text: str, seed: int, written: bool = True) -> str:
    try:
        program = parse(text, "file.py")
    except Rejected:
        return "refused"
    placed = any(shape.placed for shape in program.classes)  # which is no text of a file
    assert not written or placed or parse(show(program), "file.py") == program, (seed, text)
    try:
        expected = run(text)
    except TooLong:
        return "long"
    try:
        outputs = denote.outputs(program, "f", {})
        found = {tuple(map(typed_value, shown)) for shown, _ in outputs}
        process = explore(program, "f", Limits())
    except (Failure, Rejected) as failure:
        if "held by several objects" in str(failure):
            return "refused"
        # What depends on the order of a set, and what is of the wrong kind, is refused though Python may go on.
        assert expected is None or "order" in str(failure) or "FA501" in str(failure), (seed, text, failure)
        return "fails"
    assert found == {expected}, (seed, text, expected, found)
    ((shown, ended),) = outputs
    assert forward_process(process, {}, shown, ended) == 1, (seed, text, expected)
    return "agreed"


def run(text: str) -> Any:
    """What Python shows; None when it raises."""
    script, lines = Script(), 0
    outer, before = sys.modules["faier"], sys.gettrace()
    sys.modules["faier"] = vocabulary(script)
    names: dict[str, Any] = {"__name__": "mechanisms"}

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += 1
        if lines > 2_000:
            raise TooLong
        return count

    try:
        exec(compile(text, "<mechanism>", "exec", dont_inherit=True), names)
        sys.settrace(count)
        shown = names["f"]()
        yields = hasattr(shown, "send")
        return tuple(typed(value) for value in shown) if yields else (typed(shown),)
    except (
        ArithmeticError,
        LookupError,
        TypeError,
        ValueError,
        RuntimeError,
        AttributeError,
        StopIteration,
        NameError,
    ):
        return None
    finally:
        sys.settrace(before)
        sys.modules["faier"] = outer
