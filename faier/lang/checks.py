"""What can be said only about the whole file: recursion, shared lists, noise that is kept unclamped."""

from __future__ import annotations

from collections.abc import Iterator

from faier.lang.aliasing import check_aliasing
from faier.lang.failures import finite
from faier.lang.names import File
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Call,
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
from faier.lang.vocabulary import VOCABULARY
from faier.lang.walk import callees, statements


def check_program(functions: tuple[Function, ...], file: File) -> None:
    """Report what is wrong with the functions together."""
    if not _recursive(functions, file):
        check_aliasing(functions, file)
    for function in functions:
        for statement in statements(function.body):
            _check_noise(statement, file)


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


def _check_noise(statement: Statement, file: File) -> None:
    match statement:
        case Assign(value=value) | Yield(value=value) | Return(value=value):
            pass
        case Augment(operator="+" | "-", value=value):
            pass
        case _:
            return
    if value is not None and _endless(value):
        message = "geometric noise has no bounds: it can be neither stored nor shown"
        file.problems.add("FA405", value.span, message, finite(_drawn(value, file)))


def _drawn(value: Expression, file: File) -> str:
    """What is drawn, as it is written where that is short."""
    span = value.span
    text = file.source.lines[span.line - 1][span.column - 1 : span.end_column - 1]
    whole = span.line == span.end_line and isinstance(value, Draw | Unary | Binary)
    return text if whole and len(text) <= 40 else "x + geometric(a)"


def _endless(expression: Expression) -> bool:
    """Whether the value plainly keeps the whole range of a geometric draw."""
    match expression:
        case Draw(kind=kind):
            return VOCABULARY[kind].support == "endless"
        case Unary(operator="-" | "+", operand=operand):
            return _endless(operand)
        case Binary(operator="+" | "-", left=left, right=right):
            return _endless(left) or _endless(right)
        case Binary(operator="//", left=left):
            return _endless(left)
        case Call(function="abs", arguments=(argument,)):
            return _endless(argument)
        case Choice(then=then, otherwise=otherwise):
            return _endless(then) or _endless(otherwise)
        case Display(items=items):
            return any(map(_endless, items))
        case Comprehension(element=element):
            return _endless(element)
    return False
