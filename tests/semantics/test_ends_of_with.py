"""What a `with` does at its end: with what it was given at its beginning, however the body is left."""

from __future__ import annotations

from textwrap import indent

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

MANAGERS = """from contextlib import contextmanager
@contextmanager
def guard(log, n=0):
    yield n + 1
    log.append(n)
@contextmanager
def dividing(n):
    yield 6 // n
class Noted:
    def __init__(self):
        self.log = []
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        self.log.append(1)
"""
BODIES = [
    """with guard(log, n) as n:
    log.append(n + 10)
""",
    """with guard(log, n):
    match x + 5:
        case 6:
            pass
        case n:
            pass
""",
    """with guard(log, n):
    match [x, 5]:
        case [_, *n]:
            pass
""",
    """with guard(log, n):
    match {1: 2}:
        case {1: 2, **n}:
            n = 8
""",
    """with guard(log, n):
    for n in range(3):
        pass
""",
    """with guard(log, n), guard(log, n + 4) as n:
    pass
""",
    """with guard(log, n + 1) as a, guard(log, a + 4) as b, guard(log, a + b):
    log.append(50)
""",
    """for i in range(3):
    with guard(log, i):
        for j in range(2):
            log.append(j + 5)
        else:
            break
""",
    """for i in range(3):
    with guard(log, i):
        while n < 3:
            n += 1
            if n > x + 1:
                break
        else:
            continue
        log.append(50)
""",
    """r = Noted()
for i in range(3):
    with r:
        for j in range(2):
            log.append(j + 5)
        else:
            break
log += r.log
""",
    """try:
    with dividing(x):
        n = 5
except ZeroDivisionError:
    n = 7
""",
]
CATCHING = """@contextmanager
def catching(log, n):
    log.append(n)
    try:
        yield n
        log.append(1)
    except ValueError:
        log.append(2)
    except (KeyError, IndexError):
        log.append(3)
        raise
    else:
        log.append(4)
    finally:
        log.append(5)
    log.append(6)
@contextmanager
def quiet():
    try:
        yield
    except ZeroDivisionError:
        pass
"""
CAUGHT = [
    """with catching(log, n + 1) as n:
    if x == 1:
        raise ValueError("no")
    n += 6 // (x + 1)
log.append(n)
""",
    """try:
    with catching(log, n):
        n = [4][x]
except IndexError:
    n = 9
""",
    """try:
    with catching(log, n):
        n = 6 // x
except ZeroDivisionError:
    n = 9
""",
    """def run():
    with quiet():
        return 6 // x
    return 7
n = run()
""",
    """for i in range(3):
    with quiet():
        if i == x:
            continue
        n += 6 // i
        if n > 8:
            break
""",
    """with quiet(), catching(log, n):
    n = 6 // x
""",
]
REFUSED = [
    """def run():
    with guard(log, n):
        try:
            return 1
        except ValueError:
            return 2
run()
""",
    """r = Noted()
with r as q:
    match [4]:
        case [r]:
            pass
""",
]


def _text(body: str, managers: str = MANAGERS) -> str:
    inside = indent(f"log = []\nn = x\n{body}return log, n\n", "    ")
    return f"{managers}@mechanism\ndef f(x: Int[0, 2]):\n{inside}"


@pytest.mark.parametrize("body", BODIES)
def test_as_python(body: str) -> None:
    assert_as_python(_text(body), written=False)


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_refused(body: str) -> None:
    with pytest.raises(Rejected):
        parse(HEAD + _text(body), "file.py")


@pytest.mark.parametrize("body", CAUGHT)
def test_what_is_caught_around_the_yield(body: str) -> None:
    assert_as_python(_text(body, MANAGERS + CATCHING), written=False)


def test_what_comes_after_it_comes_where_the_body_is_left() -> None:
    body = "def run():\n    with catching(log, n):\n        return 1\nrun()\n"
    with pytest.raises(Rejected):
        parse(HEAD + _text(body, MANAGERS + CATCHING), "file.py")


BEGINNING = """@contextmanager
def starting(log, n):
    try:
        {line}
    except ZeroDivisionError:
        log.append(7)
        {end}
"""


@pytest.mark.parametrize("line", ["log.append(6 // n)\n        yield", "yield 6 // n"])
def test_what_is_caught_before_the_yield_ends_it_without_one(line: str) -> None:
    body = "try:\n    with starting(log, n) as m:\n        log.append(1)\nexcept {}:\n    log.append(8)\n"
    swallowed = _text(body.format("RuntimeError"), MANAGERS + BEGINNING.format(line=line, end="pass"))
    with pytest.raises(Rejected):
        parse(HEAD + swallowed, "file.py")
    handed_on = _text(body.format("ZeroDivisionError"), MANAGERS + BEGINNING.format(line=line, end="raise"))
    assert_as_python(handed_on, written=False)
