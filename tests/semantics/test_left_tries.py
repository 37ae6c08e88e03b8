"""`return`, `break` and `continue` out of a `try` that has a `finally`: that is done first."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python
from left_random import attacked

from faier.lang import Rejected, parse

GUARDED = """class Lock:
    def __init__(self):
        self.held = 0
        self.log = []

    def run(self, x):
        self.held += 1
        try:
            if x == 1:
                return self.held
            for i in range(3):
                if i == x:
                    return 10 + i
                self.log.append(i)
            if x == 3:
                raise ValueError
        except ValueError:
            return -1
        else:
            self.log.append("else")
        finally:
            self.held -= 1
        return 7


@mechanism
def f(x: Int[0, 4]):
    lock = Lock()
    return lock.run(x), lock.held, lock.log
"""
LOOPS = """@mechanism
def f(x: Int[0, 3]):
    done = []
    for i in range(4):
        try:
            if i == x:
                continue
            if i + x == 4:
                break
            done.append(i)
        finally:
            done.append("f")
    return done
"""


@pytest.mark.parametrize("text", [GUARDED, LOOPS])
def test_finally_is_done_before_it_is_left(text: str) -> None:
    assert_as_python(text, written=False)


@pytest.mark.parametrize(
    "body",
    ["try:\n        yield x\n    finally:\n        y = 1", "try:\n        return x\n    finally:\n        return 2"],
)
def test_what_is_left_is_refused(body: str) -> None:
    with pytest.raises(Rejected, match="this leaves a `try` that has a `finally`"):
        parse(f"{HEAD}@mechanism\ndef f(x: Int[0, 1]):\n    {body}\n", "file.py")


def test_random_programs_do_what_python_does() -> None:
    """`scripts/fuzz_names left` goes on from here."""
    assert [attacked(seed) for seed in range(4)] == [True, False, False, True]
