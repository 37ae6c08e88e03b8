"""Functions that call themselves, perhaps through others: which they are, and what is said where that has no end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from faier.lang.failures import Failure
from faier.lang.syntax import Function
from faier.lang.values import Value, show_value
from faier.lang.walk import callees

# Python gives up at 1,000 calls inside each other, some of which belong to who runs the file.
DEEPEST = 400

ENDLESS = "FA207"
_TOLD = 4


def recursive(functions: Iterable[Function]) -> frozenset[str]:
    """The functions that can call themselves."""
    calls = {function.name: callees(function) for function in functions}
    found: set[str] = set()
    for name in calls:
        reached: set[str] = set()
        waiting = list(calls[name])
        while waiting:
            here = waiting.pop()
            if here not in reached and here in calls:
                reached.add(here)
                waiting += calls[here]
        if name in reached:
            found.add(name)
    return frozenset(found)


def endless(chain: Sequence[tuple[str, Sequence[Value]]], again: bool) -> Failure:
    """A call that waits for itself, or calls without end."""
    shown = [f"{name}({', '.join(map(show_value, values))})" for name, values in chain]
    if len(shown) > _TOLD:
        shown = [*shown[: _TOLD - 1], "...", shown[-1]]
    told = " calls ".join(shown)
    if again:
        return Failure(ENDLESS, f"{told}: this recursion may go on for ever", "make each call smaller, or write a loop")
    message = f"{told}: more than {DEEPEST} calls inside each other"
    return Failure(ENDLESS, message, "let it end earlier, or write a loop: Python gives up at 1,000")


def too_deep(function: str) -> Failure:
    message = f"more than {DEEPEST} calls of {function} inside each other"
    return Failure(ENDLESS, message, "let it end earlier, or write a loop: Python gives up at 1,000")
