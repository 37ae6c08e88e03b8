"""Functions that call themselves, perhaps through others: which they are, and what is said where that has no end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from faier.lang.failures import Failure
from faier.lang.syntax import Function, Invoke
from faier.lang.values import Value, show_value
from faier.lang.walk import callees, expressions, parts, statements, target_expressions

# Python gives up at 1,000 calls inside each other, some of which belong to who runs the file.
DEEPEST = 400

# So many calls are written out, one inside the other and in all, where noise is handed over; then it is refused.
DEEPEST_WRITTEN = 16
MOST_WRITTEN = 64

ENDLESS = "FA207"
_TOLD = 4


def recursive(functions: Iterable[Function]) -> frozenset[str]:
    """The functions that can call themselves."""
    calls = {function.name: callees(function) for function in functions}
    return frozenset(name for name in calls if name in _reached(calls, calls[name]))


def written_out(
    functions: Iterable[Function], circular: frozenset[str], unlikely: frozenset[int] = frozenset()
) -> dict[str, int]:
    """So many calls inside each other are written out where noise without bounds is handed over or returned, but for
    the `unlikely` ones."""
    table = {function.name: function for function in functions}
    likely = {name: [call for call in _calls(table[name]) if id(call) not in unlikely] for name in table}
    calls = {name: {call.function for call in likely[name]} for name in table}
    reached = {name: _reached(calls, calls[name]) for name in table}
    again = {name for name in table if name in reached[name]}
    found = {}
    for name in circular:
        counts = [sum(call.function in again for call in likely[inner]) for inner in reached[name] & again]
        most = max(counts, default=1)
        found[name] = next((d for d in range(1, DEEPEST_WRITTEN) if most ** (d + 1) > MOST_WRITTEN), DEEPEST_WRITTEN)
    return found


def _reached(calls: Mapping[str, Iterable[str]], names: Iterable[str]) -> set[str]:
    """These functions, and those that they call, themselves or through others."""
    reached, waiting = set[str](), list(names)
    while waiting:
        here = waiting.pop()
        if here not in reached and here in calls:
            reached.add(here)
            waiting += calls[here]
    return reached


def _calls(function: Function) -> list[Invoke]:
    """The calls of functions of the file in it."""
    return [
        part
        for statement in statements(function.body)
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
        if isinstance(part, Invoke)
    ]


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
