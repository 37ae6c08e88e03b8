"""The strongly connected components of a graph, by Tarjan's algorithm without recursion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def components(starts: Iterable[T], onward: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """Those that are reached from the starts, each after all that it leads to; the last one entered comes first."""
    number: dict[T, int] = {}
    low: dict[T, int] = {}
    stack: dict[T, None] = {}
    found: list[list[T]] = []
    for start in starts:
        path = [] if start in number else [(start, iter(onward(start)))]
        while path:
            place, targets = path[-1]
            if place not in number:
                number[place] = low[place] = len(number)
                stack[place] = None
            for target in targets:
                if target not in number:
                    path.append((target, iter(onward(target))))
                    break
                if target in stack:
                    low[place] = min(low[place], number[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[place])
                if low[place] == number[place]:
                    component = [stack.popitem()[0]]
                    while component[-1] != place:
                        component.append(stack.popitem()[0])
                    found.append(component)
    return found
