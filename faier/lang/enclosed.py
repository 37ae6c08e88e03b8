"""What stands inside of a `try` that catches something, by itself or through calls: nothing else is interrupted."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from faier.lang.syntax import Block, Function, Invoke, Try
from faier.lang.walk import expressions, parts, statements, target_expressions


def interrupted(functions: tuple[Function, ...]) -> Iterator[tuple[Function, Block]]:
    """The blocks that an exception may end while the run goes on after them."""
    reached = _reached(functions)
    for function in functions:
        for block in (function.body,) if function.name in reached else _tried(function):
            yield function, block


def encloses(functions: tuple[Function, ...], path: str, node: ast.AST) -> bool:
    """Whether the place in a file is in such a block, or in no function."""
    line = getattr(node, "lineno", 0)
    if any(_covers(function, block, path, line) for function, block in interrupted(functions)):
        return True
    return not any(_covers(function, function.body, path, line) for function in functions)


def _reached(functions: tuple[Function, ...]) -> set[str]:
    """The functions that run while something is tried."""
    called = {function.name: _called(function.body) for function in functions}
    waiting = [name for function in functions for block in _tried(function) for name in _called(block)]
    found: set[str] = set()
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += called.get(name, ())
    return found


def _tried(function: Function) -> list[Block]:
    tries = [statement for statement in statements(function.body) if isinstance(statement, Try)]
    return [statement.body for statement in tries if statement.handlers]


def _called(block: Block) -> set[str]:
    return {
        part.function
        for statement in statements(block)
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
        if isinstance(part, Invoke)
    }


def _covers(function: Function, block: Block, path: str, line: int) -> bool:
    spans = (statement.span for statement in statements(block))
    return function.span.path == path and any(span.line <= line <= span.end_line for span in spans)
