"""Calls that change variables of their caller: when they do is what Python says only where all is computed in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from faier.lang.syntax import NOWHERE, Call, Change, Comprehension, Construct, Draw, Expression, Invoke
from faier.lang.walk import children

_IN_STEPS = frozenset(["enumerate", "zip", "reversed", "range"])


def calls_between(expression: Expression, changing: Callable[[Expression], bool]) -> Iterator[Expression]:
    """The calls that stand inside of what goes over values step by step, or among arguments that are not computed in
    the order of the file."""
    waiting = [(expression, True)]
    while waiting:
        here, plain = waiting.pop()
        if not plain and changing(here):
            yield here
        waiting += [(part, plain and _in_turn(here, part)) for part in children(here)]


def _in_turn(around: Expression, part: Expression) -> bool:
    """Whether the part is computed once, when its turn comes."""
    match around:
        case Comprehension(kind=kind, clauses=clauses):
            first = part is clauses[0].iterable and _is_view(part)
            return kind == "list" and not any(_lazy(clause.iterable) for clause in clauses[first:])
        case Call(function=function, arguments=arguments, keywords=keywords):
            given = (*arguments, *(value for _, value in keywords))
            steps = function in _IN_STEPS or function.startswith("itertools.")
            others = [one for one in given if one is not part or not _is_view(one)]
            return not steps and not any(map(_lazy, others)) and part in arguments
        case Draw(kind=kind):
            return kind not in ("choice", "shuffled", "sample")
        case Change(keywords=keywords, arguments=arguments):
            return not keywords and not any(map(_lazy, arguments))
        case Invoke(arguments=arguments) | Construct(arguments=arguments):
            places = [(item.span.line, item.span.column) for item in arguments if item.span != NOWHERE]
            return places == sorted(places)
    return True


def _is_view(expression: Expression) -> bool:
    """`....items()`: what is before the dot is computed at once, the items when they are asked for."""
    return isinstance(expression, Call) and expression.function in (".items", ".keys", ".values")


def _lazy(expression: Expression) -> bool:
    """Whether its items are made when they are asked for."""
    match expression:
        case Comprehension(kind="generator"):
            return True
        case Call(function="range"):
            return False  # its numbers are known at once
        case Call(function=function):
            return function in _IN_STEPS or function.startswith(("itertools.", "."))
    return False
