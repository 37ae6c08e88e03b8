"""What functions do by themselves, and by those that they call."""

from __future__ import annotations

from faier.lang.syntax import Draw, Function
from faier.lang.walk import callees, expressions, parts, statements, target_expressions


def reached(name: str, known: dict[str, Function]) -> list[Function]:
    """The function, and those that it may call."""
    reached, waiting = {name}, [name]
    while waiting:
        further = set(callees(known[waiting.pop()])) & known.keys() - reached
        reached |= further
        waiting += further
    return [known[other] for other in reached]


def draws(function: Function) -> bool:
    """Whether something is drawn in the function itself."""
    found = statements(function.body)
    return any(
        isinstance(part, Draw)
        for statement in found
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
    )
