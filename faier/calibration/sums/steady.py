"""A prior that makes the same step again and again, and tells the secret at one of them -> the step by itself.

Which step it is has a name that nothing else reads, and the loop's variable is compared with it and with nothing else.
So all steps are alike, and following one of them says what all do, however many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from faier.calibration.constants import Varying, constant
from faier.calibration.forms import names
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import (
    Assume,
    Block,
    Break,
    Call,
    Compare,
    Display,
    Expression,
    For,
    Function,
    If,
    IntType,
    Literal,
    Name,
    Return,
    Secret,
    Statement,
    While,
    Yield,
)
from faier.lang.values import Value
from faier.lang.walk import statements

STEP, SECRET, RECORD = "step", "secret", "record"
"""What the endless steps show: that one begins, what the secret is if it is told there, and a record."""


@dataclass(frozen=True)
class Steady:
    """So many steps; the parameter `hidden` says at which the secret is told, between two numbers. `endless` is the
    file where the prior is a mechanism of that name which makes steps without end, and shows what they do."""

    endless: Program
    count: int
    hidden: str
    low: int
    high: int


def hidden_in(prior: Function) -> str | None:
    """The parameter that says at which step the secret is told."""
    *_, loop = prior.body or (None,)
    if not isinstance(loop, For) or not isinstance(loop.target, Name):
        return None
    return next((found[0] for one in loop.body if (found := _told(one, loop.target.name)) is not None), None)


def steady(program: Program, prior: Function, given: Mapping[str, Value]) -> Steady | None:
    """None where the steps are not seen to be alike; `given` are values of the other parameters."""
    if not prior.yields or prior.captured or not prior.body:
        return None
    *before, loop = prior.body
    if not isinstance(loop, For) or loop.otherwise or not isinstance(loop.target, Name):
        return None
    step = loop.target.name
    count = _count(program, prior, loop.iterable, given)
    told = [(at, found) for at, statement in enumerate(loop.body) if (found := _told(statement, step)) is not None]
    if count is None or len(told) != 1:
        return None
    place, (hidden, secret) = told[0]
    kind = next((item.type for item in prior.parameters if item.name == hidden), None)
    mentioned = Counter(names(prior.body))
    once = mentioned[step] == 2 and mentioned[hidden] == 1
    if not isinstance(kind, IntType) or not once or not 0 <= kind.low <= kind.high < count:
        return None
    if not all(map(_plain, (*before, *loop.body[:place], *loop.body[place + 1 :]))):
        return None
    body = (_shows(STEP), *loop.body[:place], _shows(SECRET, secret), *loop.body[place + 1 :])
    shown = _recorded(body[1:])
    turns = While(Literal(True), (body[0], *shown), ())
    settings = (*prior.settings, *((name, value) for name, value in given.items() if name != hidden))
    made = replace(prior, kind="mechanism", parameters=(), settings=settings, body=(*_recorded(tuple(before)), turns))
    if any(isinstance(one, Yield) for statement in before for one in statements((statement,))):
        return None
    functions = tuple(made if one.name == prior.name else one for one in program.functions)
    return Steady(replace(program, functions=functions), count, hidden, kind.low, kind.high)


def shortened(program: Program, prior: Function, steps: int) -> Program:
    """The file where the prior makes so many steps, and tells the secret at the first."""
    *before, loop = prior.body
    hidden = hidden_in(prior)
    assert isinstance(loop, For)
    body = (*before, replace(loop, iterable=Call("range", (Literal(steps),))))
    parameters = tuple(replace(item, type=IntType(0, 0)) if item.name == hidden else item for item in prior.parameters)
    made = replace(prior, parameters=parameters, body=body)
    return replace(program, functions=tuple(made if one.name == prior.name else one for one in program.functions))


def _count(program: Program, prior: Function, iterable: Expression, given: Mapping[str, Value]) -> int | None:
    """How many times the loop goes round."""
    match iterable:
        case Call(function="range", arguments=(last,), keywords=()):
            settings = (*prior.settings, *given.items())
            try:
                found = constant(program, replace(prior, settings=settings), last)
            except (Varying, Failure):
                return None
            return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else None
    return None


def _told(statement: Statement, step: str) -> tuple[str, Expression] | None:
    """Which parameter says that the secret is told here, and what it is."""
    match statement:
        case If(
            test=Compare(operands=(Name(name=one), Name(name=other)), operators=("==",)),
            then=(Secret(value=value),),
            otherwise=(),
        ) if step in (one, other):
            return other if one == step else one, value
    return None


def _plain(statement: Statement) -> bool:
    """Whether nothing in it ends the steps, or depends on more than what came before."""
    return not any(isinstance(one, Break | Return | Assume | Secret) for one in statements((statement,)))


def _shows(what: str, *values: Expression) -> Yield:
    return Yield(Display("tuple", (Literal(what), *values)))


def _recorded(block: Block) -> Block:
    """The block, where records are marked as such."""
    return tuple(map(_marked, block))


def _marked(statement: Statement) -> Statement:
    match statement:
        case Yield(value=Display(items=(Literal(value=value), *_))) if value == SECRET:
            return statement
        case Yield(value=value):
            return replace(statement, value=Display("tuple", (Literal(RECORD), value)))
        case If(then=then, otherwise=otherwise):
            return replace(statement, then=_recorded(then), otherwise=_recorded(otherwise))
        case For(body=body, otherwise=otherwise) | While(body=body, otherwise=otherwise):
            return replace(statement, body=_recorded(body), otherwise=_recorded(otherwise))
    return statement
