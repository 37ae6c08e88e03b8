"""What can be said only about the whole file: recursion, shared lists, noise that is kept unclamped."""

from __future__ import annotations

from faier.lang.aliasing import check_aliasing
from faier.lang.names import File
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Choice,
    Comprehension,
    Display,
    Draw,
    Expression,
    Function,
    Return,
    Statement,
    Unary,
    Yield,
)
from faier.lang.walk import callees, statements


def check_program(functions: tuple[Function, ...], file: File) -> None:
    """Report what is wrong with the functions together."""
    if not _recursive(functions, file):
        check_aliasing(functions, file)
    for function in functions:
        for statement in statements(function.body):
            _check_noise(statement, file)


def _recursive(functions: tuple[Function, ...], file: File) -> bool:
    calls = {function.name: callees(function) for function in functions}
    reported: set[str] = set()
    for function in functions:
        cycle = _path(function.name, function.name, calls)
        if cycle and not reported & set(cycle):
            reported |= set(cycle)
            chain = " calls ".join(f"`{name}`" for name in cycle)
            file.problems.add("FA207", function.span, f"{chain}: recursion is not part of the language", "write a loop")
    return bool(reported)


def _path(start: str, goal: str, calls: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """A chain of calls from `start` to `goal`, both named; empty when there is none."""
    before: dict[str, str] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for callee in calls.get(here, ()):
            if callee == goal:
                chain = [goal, here]
                while chain[-1] != start:
                    chain.append(before[chain[-1]])
                return tuple(reversed(chain))
            if callee not in before and callee != start:
                before[callee] = here
                waiting.append(callee)
    return ()


def _check_noise(statement: Statement, file: File) -> None:
    match statement:
        case Assign(value=value) | Yield(value=value) | Return(value=value):
            pass
        case Augment(operator="+" | "-", value=value):
            pass
        case _:
            return
    if value is not None and _endless(value):
        message = "geometric noise has no bounds: it must be clamped before it is stored or shown"
        file.problems.add("FA405", value.span, message, "write clamp(x + geometric(a), lo, hi)")


def _endless(expression: Expression) -> bool:
    """Whether the value plainly keeps the whole range of a geometric draw."""
    match expression:
        case Draw(kind=kind):
            return kind == "geometric"
        case Unary(operator="-" | "+", operand=operand):
            return _endless(operand)
        case Binary(operator="+" | "-", left=left, right=right):
            return _endless(left) or _endless(right)
        case Choice(then=then, otherwise=otherwise):
            return _endless(then) or _endless(otherwise)
        case Display(items=items):
            return any(map(_endless, items))
        case Comprehension(element=element):
            return _endless(element)
    return False
