# ruff: noqa: E501
"""Decorators that give back a function around another one: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python
from wrapped_random import attacked

from faier.lang import Rejected, parse

HELPERS = """import functools
from functools import wraps

LIMIT, lo = 3, 0


def clipped(lo, hi=LIMIT):
    if lo > hi:
        raise ValueError("nothing is left")
    width = hi - lo

    def decorate(fn):
        @wraps(fn)
        def inner(*args, **kwargs):
            inner.calls += 1
            return clamp(fn(*args, **kwargs), lo, lo + width)
        inner.calls = 0
        return inner
    return decorate


def named(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn.__name__, fn(*args, **kwargs)
    return wrapper


def checked(fn):
    def wrapper(value, *args, scale=1, **kwargs):
        if value < 0:
            raise ValueError(f"{fn.__name__}: {value}")
        return scale * fn(value, *args, **kwargs)
    return wrapper


def whole(fn):
    def inner(*args):
        return fn(*[clamp(a, 0, 1) for a in args]) + len(args)
    return inner


def asked(fn):
    def inner(*args, **kwargs):
        if any(a < 0 for a in args) or kwargs:
            return -1
        return fn(*args, **kwargs)
    return inner


def limited(most):
    def decorate(fn):
        used = 0

        def inner(*args, **kwargs):
            nonlocal used
            used += 1
            if used > most:
                return None
            return fn(*args, **kwargs)
        return inner
    return decorate


def requires(predicate, message="closed"):
    def decorate(method):
        def inner(self, *args, **kwargs):
            if not predicate(self):
                raise RuntimeError(message)
            self.names[method.__name__] = self.names.get(method.__name__, 0) + 1
            return method(self, *args, **kwargs)
        return inner
    return decorate


def given(low, /, *, label=""):
    def decorate(fn):
        @wraps(fn)
        def inner(value, *args, **kwargs):
            return label or fn.__name__, fn(value, *args, most=low + uniform(0, 1), **kwargs), len(args)
        return inner
    return decorate


@given(1, label="capped")
def capped(value, shift=1, *, most, least=0):
    return max(least, min(value + shift, most))


@given(2)
def last(value, shift, most):
    return min(value + shift, most)


class Query:
    def __init__(self, scale):
        self.scale, self.open, self.names = scale, True, {}

    @requires(lambda self: self.open)
    @named
    def ask(self, x, *, most=2):
        return clamp(self.scale * x + uniform(0, 1), 0, most)

    @staticmethod
    @clipped(0, hi=1)
    def plain(x, up=2):
        return x + uniform(0, up)

    @classmethod
    @named
    def fresh(cls, scale=2):
        return cls(scale).scale


@clipped(0)
@checked
def noisy(value, shift=1):
    return value + shift + uniform(0, 2)


@named
@checked
def told(x):
    return noisy(x) + lo


@whole
def both(a, b):
    return a + 2 * b


@asked
def often(a, b=4):
    return a + b


def total(a, low=1):
    return a + low


safe = clipped(lo, LIMIT - 1)(total)


@mechanism
"""
BODIES = [
    "return capped(x, 1), capped(2, 0), last(x, 1)",
    "return noisy(x), noisy(x, 2), noisy(x, scale=2), noisy(value=x, shift=0)",
    "return told(x), told(0, scale=3), both(x, 5), often(1), often(x - 1)",
    "q = Query(2)\n    a = q.ask(x), q.ask(x, most=1), dict(q.names)\n    q.open = x == 2\n    try:\n        return a, q.ask(x=1)\n    except RuntimeError as e:\n        return a, str(e), dict(q.names)",
    "return Query.plain(x), Query(1).plain(x, up=0), Query.fresh(), Query.fresh(scale=x)",
    "top = x + 1\n    h = clipped(0, top)(total)\n    return h(x), h(1, low=x), safe(x, 5), safe(x)",
    "@limited(x)\n    @named\n    def ask(n, m=1):\n        return n + m + x\n    return [ask(1), ask(2, m=0), ask(n=3)]",
    "@clipped(0, 1)\n    def often(n):\n        return n + x\n    return often(1)",
]
REFUSED = [
    ("def wraps(f):\n    return lambda g: f\n", "@again\ndef g(a):\n    return a\n"),
    ("def inner(a):\n    return 5\n", "@itself\ndef g(a):\n    return a\n"),
    ("", "@again\ndef g(a, b=1):\n    return a + b\nOTHER = [g(1, b=2)]\n"),
    ("", "@clipped(4)\ndef g(a):\n    return a\n"),
    ("", "@clipped(HERE)\ndef g(a):\n    return a\nHERE = 1\n"),
    (
        "",
        "class A:\n    LIMIT = 1\n    def __init__(self):\n        self.n = 1\n    @clipped(0, LIMIT)\n    def g(self, a):\n        return a\n",
    ),
]
MORE = """def again(fn):
    @wraps(fn)
    def inner(*args):
        return fn(*args)
    return inner


def itself(fn):
    def inner(a):
        return inner(0) if a > 0 else fn(a)
    return inner


"""


@pytest.mark.parametrize("body", BODIES)
def test_what_is_around_a_function(body: str) -> None:
    assert_as_python(f"{HELPERS}def f(x: Int[0, 2]):\n    {body}\n", written=False)


@pytest.mark.parametrize(("first", "more"), REFUSED)
def test_what_is_refused(first: str, more: str) -> None:
    head = HELPERS.replace("from functools import wraps\n", first or "from functools import wraps\n")
    call = "A().g(x)" if "class A" in more else "g(x)"
    with pytest.raises(Rejected):
        assert_as_python(
            f"{head.removesuffix('@mechanism' + chr(10))}{MORE}{more}\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return {call}\n",
            written=False,
        )


def test_calls_of_functions_that_count_what_they_got() -> None:
    """Python gives `args` what stands at its place alone."""
    text = "def g(fn):\n    def inner(*args, **kwargs):\n        return len(args) + fn(*args, **kwargs)\n    return inner\n\n\n"
    text += "@g\ndef h(a, b=1):\n    return a + b\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return h(x), h(x, b=2)\n"
    with pytest.raises(Rejected):
        parse(HEAD + text, "file.py")


def test_random_decorators() -> None:
    assert [attacked(seed) for seed in range(20, 36)].count("agreed") >= 2
