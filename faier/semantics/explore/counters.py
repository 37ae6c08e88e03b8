"""Counters in endless loops, where each of their values would be another state.

The number in `for day, n in enumerate(stream)`, and `t += 1`: where nothing looks at it, it is left out. Where only
its remainders are looked at, `day % 7 == 0`, or whether it has come to some number, `t < 3`, it goes round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import lcm
from typing import TypeAlias

from faier.lang.program import Program
from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Block,
    Call,
    Choice,
    Compare,
    Comprehension,
    Display,
    Expression,
    For,
    Function,
    Item,
    Literal,
    Name,
    Pass,
    Rest,
    Span,
    Star,
    Statement,
    StreamType,
    Target,
    Unary,
    Unpack,
    While,
)
from faier.lang.walk import (
    blocks,
    expressions,
    lent,
    mentions_in,
    names_of,
    parts,
    statements,
    target_expressions,
    targets_of,
)

_ORDERS = ("==", "!=", "<", "<=", ">", ">=")
LONGEST = 10_000


def without_counters(function: Function, program: Program) -> Function:
    """The function without them; those that functions inside of it mention stay."""
    streams = {item.name for item in function.parameters if isinstance(item.type, StreamType)}
    seen = {name for inner in program.functions for name in inner.captured}
    seen |= {item.name for item in function.parameters}
    used = mentions_in(function.body)
    counted = _counted(function.body, used) - seen
    once = {name for name in used if used.count(name) == 1} - seen
    function = replace(function, body=_without(function.body, counted, once, streams))
    used = mentions_in(function.body)
    given = {item.name for item in function.parameters} | bound_in(function.body)
    numbers = {name: value for name, value in program.constants if type(value) is int and name not in given}
    return _going_round(function, seen, streams, used, numbers)


def bound_in(body: Block) -> set[str]:
    """The names that get a value somewhere, those of comprehensions among them."""
    found = {name for one in statements(body) for target in targets_of(one) for name in names_of(target)}
    for one in statements(body):
        for expression in (*expressions(one), *target_expressions(one)):
            for part in parts(expression):
                clauses = part.clauses if isinstance(part, Comprehension) else ()
                found.update(name for clause in clauses for name in names_of(clause.target))
    return found


def _counted(body: Block, used: list[str]) -> set[str]:
    """The names that get an integer first, and then nothing but others and more or less of the same."""
    begun = {name for at, one in enumerate(body) for name in _begun(one) if name not in mentions_in(body[:at])}
    every = [name for statement in statements(body) for name in (*_begun(statement), *_changed(statement))]
    return {name for name in begun if used.count(name) == every.count(name)}


def _begun(statement: Statement) -> list[str]:
    """The names that get an integer: `t = 0`, `t = u = 0`, `t, u = 0, 0`."""
    match statement:
        case Assign(targets, value, None):
            return [name for target in targets for name in _numbered(target, value)]
    return []


def _numbered(target: Target, value: Expression) -> list[str]:
    match target, value:
        case Name(name=name), _ if integer(value) is not None:
            return [name]
        case Unpack(targets=targets), Display(kind="tuple", items=items) if len(targets) == len(items):
            if not any(isinstance(item, Star) for item in items) and not any(isinstance(one, Rest) for one in targets):
                return [name for one, item in zip(targets, items, strict=True) for name in _numbered(one, item)]
    return []


def _changed(statement: Statement) -> list[str]:
    """The name that gets so much more, or less."""
    match statement:
        case Augment(Name(name=name), "+" | "-", value) if integer(value) is not None:
            return [name]
    return []


def integer(expression: Expression, numbers: Numbers | None = None) -> int | None:
    """The integer that is written there, or that a constant is."""
    match expression:
        case Name(name=name):
            return (numbers or {}).get(name)
        case Literal(value=value) if type(value) is int:
            return value
        case Unary("-", Literal(value=value)) if type(value) is int:
            return -value
    return None


def _without(block: Block, counted: set[str], once: set[str], streams: set[str]) -> Block:
    made: list[Statement] = []
    for statement in block:
        if counted.intersection(_changed(statement)):
            continue
        inner = blocks(statement)
        if inner:
            statement = with_blocks(statement, tuple(_without(one, counted, once, streams) for one in inner))
        match statement:
            case For(target=Unpack(targets=(Name(name=name), target)), iterable=iterable) if name in once:
                stream = _enumerated(iterable, streams)
                if stream is not None and not isinstance(target, Rest):
                    statement = replace(statement, target=target, iterable=stream)
        made.append(statement)
    return tuple(made) if made or not block else (Pass(block[0].span),)


@dataclass(frozen=True)
class Looks:
    """What is looked at of a counter: remainders by these numbers, and whether it has come to some number, of which
    the greatest is `last`; so often in all."""

    moduli: tuple[int, ...]
    last: int | None
    count: int

    def turn(self) -> int:
        return lcm(*self.moduli)


def is_endless(function: Function) -> bool:
    """Whether it may have loops without an end."""
    if any(isinstance(item.type, StreamType) for item in function.parameters):
        return True
    return any(isinstance(one, While) and one.test == Literal(True) for one in statements(function.body))


Counted: TypeAlias = Callable[[Expression], bool]
"""Whether the expression is the counter."""

Numbers: TypeAlias = Mapping[str, int]
"""Constants of the file."""


def _going_round(function: Function, seen: set[str], streams: set[str], used: list[str], numbers: Numbers) -> Function:
    body = function.body
    if not is_endless(function):
        return function
    begun = {name for at, one in enumerate(body) for name in _begun(one) if name not in mentions_in(body[:at])}
    rounds: dict[str, Looks] = {}
    for name in begun - seen:
        looks = looks_at(body, named(name), numbers)
        steps = [one for one in statements(body) if name in _changed(one)]
        known = looks.count + len(steps) + sum(_begun(one).count(name) for one in statements(body))
        forward = looks.last is None or all(step_of(one) > 0 for one in steps)
        if steps and forward and used.count(name) == known and looks.turn() <= LONGEST:
            rounds[name] = looks
    numbered = {
        name
        for one in statements(body)
        if isinstance(one, For)
        for name in _number(one, streams)
        if name not in seen and used.count(name) == 1 + looks_at(one.body, named(name), numbers).count
    }
    return replace(function, body=_turned(body, rounds, numbered, streams, numbers))


def named(name: str) -> Counted:
    return lambda expression: isinstance(expression, Name) and expression.name == name


def looks_at(body: Block, is_it: Counted, numbers: Numbers) -> Looks:
    moduli: list[int] = []
    ends: list[int] = []
    for statement in statements(body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in parts(expression):
                match part:
                    case Binary("%", inner, right) if _beyond(inner, is_it, numbers) is not None:
                        modulus = integer(right, numbers)
                        moduli += [modulus] if modulus is not None and modulus > 0 else []
                    case Compare((left, right), (operator,)) if operator in _ORDERS:
                        for inner, other in ((left, right), (right, left)):
                            beyond, end = _beyond(inner, is_it, numbers), integer(other, numbers)
                            if beyond is not None and end is not None:
                                ends.append(end - beyond)
    return Looks(tuple(moduli), max(ends, default=None), len(moduli) + len(ends))


def _beyond(expression: Expression, is_it: Counted, numbers: Numbers) -> int | None:
    """How much more than the counter this is: `t`, `t + 1`, `1 + t`, `t - 1`."""
    if is_it(expression):
        return 0
    match expression:
        case Binary("+", left, right) if is_it(right):
            return integer(left, numbers)
        case Binary("+" | "-" as operator, left, right) if is_it(left):
            more = integer(right, numbers)
            return -more if more is not None and operator == "-" else more
    return None


def step_of(statement: Statement) -> int:
    step = integer(statement.value) if isinstance(statement, Augment) else None
    assert isinstance(statement, Augment) and step is not None
    return step if statement.operator == "+" else -step


def further(target: Name | Item, step: int, looks: Looks, span: Span) -> Statement:
    """The counter goes on: up to the last number that it is compared with, and from there round."""
    now = target if isinstance(target, Name) else lent(target, span)
    more: Expression = Binary("+", now, Literal(step, span), span)
    turn = Literal(looks.turn(), span)
    if looks.last is None:
        return Assign((target,), Binary("%", more, turn, span), None, span)
    free = Literal(looks.last + 1, span)
    rest = Binary("%", Binary("-", more, free, span), turn, span)
    far = Compare((more, free), (">",), span)
    return Assign((target,), Choice(far, Binary("+", free, rest, span), more, span), None, span)


def _number(loop: For, streams: set[str]) -> list[str]:
    """The name of the number in a loop over `enumerate` of a stream."""
    match loop.target:
        case Unpack(targets=(Name(name=name), target)) if not isinstance(target, Rest):
            return [name] if _enumerated(loop.iterable, streams) is not None else []
    return []


def _turned(block: Block, rounds: dict[str, Looks], numbered: set[str], streams: set[str], numbers: Numbers) -> Block:
    made: list[Statement] = []
    for statement in block:
        inner = blocks(statement)
        if inner:
            turned = tuple(_turned(one, rounds, numbered, streams, numbers) for one in inner)
            statement = with_blocks(statement, turned)
        for name in _changed(statement):
            if name in rounds:
                statement = further(Name(name, statement.span), step_of(statement), rounds[name], statement.span)
        if isinstance(statement, For):
            for name in numbered.intersection(_number(statement, streams)):
                looks, span = looks_at(statement.body, named(name), numbers), statement.span
                if looks.turn() <= LONGEST:
                    made.append(Assign((Name(name, span),), Literal(_first(statement.iterable) - 1, span), None, span))
                    stream = _enumerated(statement.iterable, streams)
                    assert isinstance(statement.target, Unpack) and stream is not None
                    body = (further(Name(name, span), 1, looks, span), *statement.body)
                    statement = replace(statement, target=statement.target.targets[1], iterable=stream, body=body)
        made.append(statement)
    return tuple(made)


def _first(iterable: Expression) -> int:
    """What `enumerate` begins with."""
    assert isinstance(iterable, Call)
    starts = [*iterable.arguments[1:], *(value for _, value in iterable.keywords)]
    return next((start for start in map(integer, starts) if start is not None), 0)


def _enumerated(iterable: Expression, streams: set[str]) -> Expression | None:
    """The stream that `enumerate` goes over, from an integer on."""
    match iterable:
        case Call(function="enumerate", arguments=(Name(name=name) as stream, *more), keywords=keywords):
            starts = [*more, *(value for _, value in keywords)]
            plain = all(integer(start) is not None for start in starts)
            return stream if name in streams and plain else None
    return None
