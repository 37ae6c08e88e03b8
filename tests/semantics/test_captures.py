"""Patterns give variables values where functions, methods and beginnings of records are written into others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

TAKEN = "        match {} + 5:\n            case {}:\n                pass\n"
USE = "@mechanism\ndef f(x: Int[0, 2]):\n"


def _decorator(captured: str) -> str:
    inner = f"        def inner(x):\n    {TAKEN.format('x', captured).replace(chr(10), chr(10) + '    ').rstrip()}\n"
    text = (
        f"def loud(k):\n    def deco(fn):\n{inner}            return fn(x) + k\n        return inner\n    return deco\n"
    )
    return f"{text}@loud(3)\ndef g(x):\n    return x\n{USE}    return g(x)\n"


def _base(captured: str) -> str:
    text = f"class A:\n    def __init__(self, n):\n{TAKEN.format('n', captured)}        self.k = n\nclass B(A):\n"
    text += "    def __init__(self, n):\n        super().__init__(n)\n        self.j = n\n"
    return f"{text}{USE}    b = B(x)\n    return b.k, b.j\n"


def _begun(captured: str) -> str:
    text = "class A:\n    def __init__(self, n):\n        self.setup(n)\n        self.m = n\n    def setup(self, v):\n"
    return f"{text}{TAKEN.format('v', captured)}        self.k = v\n{USE}    b = A(x)\n    return b.k, b.m\n"


def _manager(captured: str) -> str:
    text = f"from contextlib import contextmanager\n@contextmanager\ndef guard(log, n):\n{TAKEN.format('n', captured)}"
    text += "        yield\n        log.append(n)\n"
    text = text.replace("        ", "    ").replace("    pass", "        pass")
    return f"{text}{USE}    log, k = [], 3\n    with guard(log, x):\n        log.append(k)\n    return log, k\n"


@pytest.mark.parametrize("captured", ["k", "n", "v", "m", "x", "fn", "log", "_"])
@pytest.mark.parametrize("made", [_decorator, _base, _begun, _manager])
def test_as_python_or_refused(made: Callable[[str], str], captured: str) -> None:
    text = made(captured)
    try:
        parse(HEAD + text, "file.py")
    except Rejected:
        assert captured != "_"
        return
    assert_as_python(text, written=False)


def test_a_variable_is_of_no_known_class_where_a_pattern_gives_it_a_value() -> None:
    text = "class V:\n    def add(self, o):\n        return 60\nclass W:\n    def add(self, o):\n        return 70\n"
    text += f"{USE}    v = V()\n    match W():\n        case v:\n            pass\n    return v.add(x)\n"
    assert_as_python(text, written=False)


@pytest.mark.parametrize("made", ["zip(xs, [1, 2])", "enumerate(xs)", "reversed(xs)"])
@pytest.mark.parametrize("pattern", ["xs", "[_, *xs]", "{'a': _, **xs}"])
def test_what_an_iterator_goes_over_stays_what_it_was(made: str, pattern: str) -> None:
    subject = "{'a': 1}" if "**" in pattern else "[5, 6, 7]"
    text = f"{USE}    xs = [x, 1]\n    it = {made}\n    match {subject}:\n        case {pattern}:\n            pass\n"
    try:
        assert_as_python(f"{text}    return list(it)\n")
    except Rejected as refused:
        assert "FA113" in {item.code for item in refused.diagnostics}


GONE_OVER = """class V:
    def __init__(self, xs):
        self.xs = list(xs)
    def __iter__(self):
        for x in self.xs:
            yield x * 2


@mechanism
def f(x: Int[0, 1]):
    v = V([x, 2 + uniform(0, 1)])
    w = [3]
    def total(w):
        u = [sum(w)]
        return sum(u) + sum(a for u in [w] for a in u)
    def every():
        found = [a + 1 for a in v]
        for a in v:
            found.append(a)
        return found, max(v), sum(w)
    times = lambda k: sum(a * k for a in v)
    return every(), total([x]), times(2), sum(w)
"""


def test_what_a_function_around_holds_is_gone_over_by_its_own_method() -> None:
    assert_as_python(GONE_OVER, written=False)
