"""Counters that nothing looks at: in an endless loop each of their values would be another state.

The number in `for day, n in enumerate(stream)`, and `t += 1`, where the file never reads the name.
"""

from __future__ import annotations

from dataclasses import replace

from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    Assign,
    Augment,
    Block,
    Call,
    Display,
    Expression,
    For,
    Function,
    Literal,
    Name,
    Pass,
    Rest,
    Star,
    Statement,
    StreamType,
    Target,
    Unpack,
)
from faier.lang.walk import blocks, mentions_in, statements


def without_counters(function: Function, functions: tuple[Function, ...]) -> Function:
    """The function without them; those that functions inside of it mention stay."""
    streams = {item.name for item in function.parameters if isinstance(item.type, StreamType)}
    seen = {name for inner in functions for name in inner.captured}
    seen |= {item.name for item in function.parameters}
    used = mentions_in(function.body)
    counted = _counted(function.body, used) - seen
    once = {name for name in used if used.count(name) == 1} - seen
    return replace(function, body=_without(function.body, counted, once, streams))


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
        case Name(name=name), Literal(value=number) if type(number) is int:
            return [name]
        case Unpack(targets=targets), Display(kind="tuple", items=items) if len(targets) == len(items):
            if not any(isinstance(item, Star) for item in items) and not any(isinstance(one, Rest) for one in targets):
                return [name for one, item in zip(targets, items, strict=True) for name in _numbered(one, item)]
    return []


def _changed(statement: Statement) -> list[str]:
    """The name that gets so much more, or less."""
    match statement:
        case Augment(Name(name=name), "+" | "-", Literal(value=value)) if type(value) is int:
            return [name]
    return []


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


def _enumerated(iterable: Expression, streams: set[str]) -> Expression | None:
    """The stream that `enumerate` goes over, from an integer on."""
    match iterable:
        case Call(function="enumerate", arguments=(Name(name=name) as stream, *more), keywords=keywords):
            starts = [*more, *(value for _, value in keywords)]
            plain = all(isinstance(start, Literal) and type(start.value) is int for start in starts)
            return stream if name in streams and plain else None
    return None
