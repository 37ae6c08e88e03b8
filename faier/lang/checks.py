"""What can be said only about the whole file: recursion, shared lists, noise that is kept unclamped."""

from __future__ import annotations

from collections.abc import Iterator

from faier.lang.aliasing import check_aliasing
from faier.lang.names import File
from faier.lang.syntax import (
    Function,
)
from faier.lang.walk import callees


def check_program(functions: tuple[Function, ...], file: File) -> None:
    """Report what is wrong with the functions together."""
    if not _recursive(functions, file):
        check_aliasing(functions, file)


def _recursive(functions: tuple[Function, ...], file: File) -> bool:
    """Whether some function calls itself, perhaps through others. Each circle is reported once."""
    calls = {function.name: callees(function) for function in functions}
    spans = {function.name: function.span for function in functions}
    found = False
    finished: set[str] = set()
    for function in functions:
        chain: dict[str, Iterator[str]] = {}
        callee: str | None = function.name
        while callee is not None or chain:
            if callee is not None and callee in chain:
                names = [*chain][[*chain].index(callee) :]
                first = min(names, key=lambda name: spans[name].line)
                names = names[names.index(first) :] + names[: names.index(first)]
                shown = [f"`{name}`" for name in [*names, first]]
                shown = shown if len(shown) < 6 else [*shown[:3], "...", shown[-1]]
                message = f"{' calls '.join(shown)}: recursion is not part of the language"
                file.problems.add("FA207", spans[first], message, "write a loop")
                found = True
            elif callee is not None and callee in calls and callee not in finished:
                chain[callee] = iter(calls[callee])
            last = next(reversed(chain), None)
            if last is None:
                break
            callee = next(chain[last], None)
            if callee is None:
                chain.pop(last)
                finished.add(last)
    return found
