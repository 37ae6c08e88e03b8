"""Whether more noise can only help: whether a setting is nothing but how much noise is added to what is shown.

Wider noise is narrower noise and more noise, drawn by itself. Geometric noise with a < b: more is 0 with probability
(a / b) ((1 - b) / (1 - a))**2, else geometric with b. Laplace noise of scales s < t: 0 with probability (s / t)**2,
else Laplace of scale t. Normal draws add up. Where it is added last, whoever has seen the one output can make the other
by themselves: no privacy is lost.

That they know which noise it is, and see the sum itself, is asked of `forms`: what is made of a sum with much noise may
tell more of the data than what is made of one with little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from flint import fmpq

from faier.calibration.forms import last_draws, names, summands, uses
from faier.lang.program import Program
from faier.lang.syntax import (
    Assign,
    Binary,
    Call,
    Comprehension,
    Decimal,
    Display,
    Draw,
    Expression,
    Function,
    Name,
    Unary,
)
from faier.lang.syntax import Literal as Number
from faier.lang.values import Budget, Real, Value
from faier.lang.walk import callees, expressions, parts, statements, target_expressions

Sense: TypeAlias = Literal[1, -1]
"""1: a greater setting is more noise; -1: less."""

SHAPING = ("clamp", "round", "int", "min", "max", "abs", "math.floor", "math.ceil")
"""What is made of a shown sum."""


def added_last(program: Program, mechanism: str, prior: str | None, setting: str) -> Sense | None:
    """In which sense the setting is how much noise is added last (None: it is not known to be that)."""
    subject = program.function(mechanism)
    values = (*program.constants, *subject.settings)
    constants = {name: value for name, value in values if name != setting}
    draws = last_draws(program, mechanism, setting)
    senses = {_slope(draw.arguments[0], setting, constants) for draw in draws}
    allowed = sum(uses(draw.arguments, setting) for draw in draws)
    every = sum(
        uses((*expressions(statement), *target_expressions(statement)), setting)
        for function in concerned(program, mechanism, prior)
        for statement in statements(function.body)
    )
    return senses.pop() if len(senses) == 1 and allowed == every else None


def concerned(program: Program, *names: str | None) -> Iterator[Function]:
    """The functions of these names, and all that they call."""
    waiting = [name for name in names if name is not None]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            function = program.function(name)
            yield function
            waiting += callees(function)


def stored(function: Function) -> Mapping[str, Expression]:
    """What variables hold that are assigned once and read once, and nothing else."""
    mentions = Counter(names(function.body))
    found: dict[str, Expression] = {}
    for statement in statements(function.body):
        if isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name):
            name = statement.targets[0].name
            if mentions[name] == 2 and name not in function.captured:
                found[name] = statement.value
    return found


def added(shown: Expression, stored: Mapping[str, Expression]) -> Iterator[Draw]:
    """The draws that are added to what is shown, or to an item of it, before anything else is made of the sum."""
    match shown:
        case Display(items=items):
            for item in items:
                yield from added(item, stored)
        case Comprehension(element=element):
            yield from added(element, {})
        case Call(function=function, arguments=(first, *others)) if function in SHAPING and all(map(_plain, others)):
            yield from added(first, stored)
        case Name(name=name) if name in stored:
            yield from added(stored[name], {})
        case _:
            yield from summands(shown)


def _plain(expression: Expression) -> bool:
    return all(isinstance(part, Number | Decimal | Unary) for part in parts(expression))


def _slope(expression: Expression, setting: str, constants: Mapping[str, Value]) -> Sense | None:
    """Whether it grows or falls with the setting, which is positive."""
    match expression:
        case Name(name=name) if name == setting:
            return 1
        case Unary(operator="-", operand=operand):
            return _other(_slope(operand, setting, constants))
        case Call(function="exp", arguments=(argument,)):
            return _slope(argument, setting, constants)
        case Binary(operator="*", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                sign = _sign(other, constants)
                if sign is not None:
                    return _times(sign, _slope(one, setting, constants))
        case Binary(operator="/", left=left, right=right):
            below, above = _sign(right, constants), _sign(left, constants)
            if below is not None:
                return _times(below, _slope(left, setting, constants))
            if above is not None and isinstance(right, Name) and right.name == setting:
                return _times(above, -1)
            if above is not None and _sign_of_setting(right, setting, constants) == 1:
                return _times(above, _other(_slope(right, setting, constants)))
    return None


def _sign_of_setting(expression: Expression, setting: str, constants: Mapping[str, Value]) -> Sense | None:
    """The sign of a product of positive numbers and the setting, which is positive."""
    match expression:
        case Name(name=name) if name == setting:
            return 1
        case Binary(operator="*" | "/", left=left, right=right):
            one, other = (_sign_of_setting(side, setting, constants) for side in (left, right))
            return None if one is None or other is None else _times(one, other)
    return _sign(expression, constants)


def _sign(expression: Expression, constants: Mapping[str, Value]) -> Sense | None:
    """The sign of what does not depend on the setting (None: 0, or not known)."""
    match expression:
        case Number(value=int() as value):
            return None if value == 0 else 1 if value > 0 else -1
        case Decimal(exact=exact):
            return None if exact == 0 else 1 if exact > 0 else -1
        case Unary(operator="-", operand=operand):
            return _other(_sign(operand, constants))
        case Binary(operator="*" | "/", left=left, right=right):
            one, other = _sign(left, constants), _sign(right, constants)
            return None if one is None or other is None else _times(one, other)
        case Name(name=name):
            return _sign_of(constants.get(name))
    return None


def _sign_of(value: Value) -> Sense | None:
    number = value.exact if isinstance(value, Real) else value.coefficient if isinstance(value, Budget) else value
    if not isinstance(number, int | fmpq) or number == 0:
        return None
    return 1 if number > 0 else -1


def _times(sign: Sense, slope: Sense | None) -> Sense | None:
    return slope if sign == 1 else _other(slope)


def _other(sense: Sense | None) -> Sense | None:
    return None if sense is None else 1 if sense == -1 else -1
