"""Streams that are handed to functions that yield: there, too, one `for` goes over them, once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from faier.lang.names import File
from faier.lang.recursion import recursive
from faier.lang.syntax import Block, Call, Comprehension, Expression, For, Function, Invoke, Name, StreamType, While
from faier.lang.walk import blocks, expressions, mentions_in, parts, statements


@dataclass(frozen=True)
class _Read:
    """Where something goes over the variable; `call`, where it is handed on as the argument at `at`."""

    name: Name
    looped: bool
    call: Invoke | None = None
    at: int = 0


def check_streams(functions: tuple[Function, ...], file: File) -> None:
    known = {function.name: function for function in functions}
    for name in recursive(functions):
        del known[name]
    for function in functions:
        for parameter in function.parameters:
            if isinstance(parameter.type, StreamType):
                for where, message, hint in _faults(function, parameter.name, known):
                    file.problems.add("FA114", where.span, message, hint)


def _faults(function: Function, stream: str, known: Mapping[str, Function]) -> Iterator[tuple[Name, str, str]]:
    """What is wrong with how a mechanism hands its stream on."""
    reads = {id(read.name): read for read in _reads(function.body, stream)}
    for statement in statements(function.body):
        for name in (part for whole in expressions(statement) for part in parts(whole)):
            if not isinstance(name, Name) or name.name != stream:
                continue
            read = reads.get(id(name))
            if read is None:
                message = f"`{stream}` is a stream: it can only be read, once, by a `for` statement"
                yield name, message, f"write `for value in {stream}:`"
            elif read.call is not None and not _goes_over(read.call, read.at, known):
                message = f"`{_shown(read.call)}` is handed a stream, and does more than to go over it in one `for`"
                yield name, message, "a function that yields may read it, once, in a `for` that is not inside a loop"


def _goes_over(call: Invoke, at: int, known: Mapping[str, Function]) -> bool:
    """Whether the function yields, and all that it does with this argument is to go over it in one `for`."""
    function = known.get(call.function)
    if function is None or not function.yields:
        return False
    name = function.parameters[at].name
    reads = list(_reads(function.body, name))
    if len(reads) != 1 or mentions_in(function.body).count(name) != 1 or reads[0].looped:
        return False
    return reads[0].call is None or _goes_over(reads[0].call, reads[0].at, known)


def _shown(call: Invoke) -> str:
    return call.function.split(".")[-1]


def _reads(block: Block, name: str, looped: bool = False) -> Iterator[_Read]:
    """The loops of the block that go over the variable, or over what a call makes of it."""
    for statement in block:
        if isinstance(statement, For):
            yield from _over(statement.iterable, name, looped)
        inside = looped or isinstance(statement, For | While)
        for inner in blocks(statement):
            yield from _reads(inner, name, inside)


def _over(iterable: Expression, name: str, looped: bool) -> Iterator[_Read]:
    match iterable:
        case Name(known) if known == name:
            yield _Read(iterable, looped)
        case Call("enumerate", (first, *_)):
            yield from _over(first, name, looped)
        case Call("zip", arguments):
            for argument in arguments:
                yield from _over(argument, name, looped)
        case Comprehension("generator", _, (clause,)):
            yield from _over(clause.iterable, name, looped)
        case Invoke(_, arguments):
            for at, argument in enumerate(arguments):
                if isinstance(argument, Name) and argument.name == name:
                    yield _Read(argument, looped, iterable, at)
