"""A mechanism that returns a tuple or a list -> one that shows its items in turn, each as soon as it is made.

Nobody sees anything between the items, and every run shows all of them: what is shown together tells as much as what
is shown in turn. But a run that has shown an item may forget it. Where the value is neither made
item by item at once nor only added to (`gathered`), there is no such mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import count
from typing import Any, cast

from faier.lang.program import Program
from faier.lang.recursion import recursive
from faier.lang.syntax import (
    Assign,
    Block,
    Call,
    Comprehension,
    Display,
    Expression,
    For,
    Function,
    Invoke,
    Name,
    Return,
    Span,
    Star,
    Statement,
    StreamType,
    Yield,
)
from faier.lang.walk import mentions_in, renamed, statements
from faier.semantics.gathered import Kind, gathered, shown_each


@dataclass(frozen=True)
class InTurn:
    """A program whose mechanism shows in turn the items of what it returned, which is of this kind."""

    program: Program
    kind: Kind


def in_turn(program: Program, mechanism: str) -> InTurn | None:
    """The program with the mechanism's items shown in turn, if it is written so that this is easily seen."""
    function = program.function(mechanism)
    if function.yields or any(isinstance(parameter.type, StreamType) for parameter in function.parameters):
        return None
    found = _Turning(program, names_given(function)).body(function.body)
    if found is None or found[0] is None:
        return None
    turned = replace(function, body=found[1], yields=True)
    functions = tuple(turned if one.name == mechanism else one for one in program.functions)
    return InTurn(replace(program, functions=functions), found[0])


def unsorted_in_turn(program: Program, mechanism: str) -> InTurn | None:
    """The same of a mechanism that sorts what it returns, as if it did not: of items that are all alike sorting changes
    nothing, and nothing else is sorted to them."""
    function = program.function(mechanism)
    match function.body:
        case (*before, Return(value) as last) if value is not None and (plain := _unsorted(value)) is not None:
            body = (*before, replace(last, value=plain))
        case _:
            return None
    functions = tuple(replace(one, body=body) if one is function else one for one in program.functions)
    return in_turn(replace(program, functions=functions), mechanism)


def _unsorted(value: Expression) -> Expression | None:
    match value:
        case Call("sorted", (_,), ()):
            return replace(value, function="list")
        case Call("tuple" | "list", (Call("sorted", (_,), ()) as inner,), ()):
            return replace(value, arguments=(replace(inner, function="list"),))
    return None


@dataclass(frozen=True)
class _Turning:
    program: Program
    around: frozenset[str]  # the mechanism's names, which may hide constants that helpers read
    numbers: Iterator[int] = field(default_factory=count)

    def body(self, block: Block) -> tuple[Kind | None, Block] | None:
        """A body that returns once, in its last statement; the kind is None where only what is around says it."""
        if not block:
            return None
        *before, last = block
        if not isinstance(last, Return) or last.value is None or _returns(tuple(before)):
            return None
        return self.items(tuple(before), last.value)

    def items(self, before: Block, value: Expression) -> tuple[Kind | None, Block] | None:
        """The statements, and then the items of the value in turn."""
        match value:
            case Call("tuple" | "list" as kind, (inner,), ()):
                found = self.items(before, inner)
                return None if found is None else (_kind(kind), found[1])
            case Comprehension(kind):
                return ("list" if kind == "list" else None), (*before, shown_each(value))
            case Display(kind, items) if not any(isinstance(item, Star) for item in items):
                return _kind(kind), (*before, *(Yield(item, item.span) for item in items))
            case Name(name):
                return self.gathered(before, name)
            case Invoke():
                return self.helper(before, value)
        return None

    def gathered(self, before: Block, name: str) -> tuple[Kind | None, Block] | None:
        """What a variable begins with, and what is added to it."""
        made = gathered(before, name, self.numbers)
        begun = None if made is None else self.items(made.before, made.begun)
        if made is None or begun is None or not made.kinds <= {begun[0]}:
            return None
        return begun[0], (*begun[1], *made.shown)

    def helper(self, before: Block, call: Invoke) -> tuple[Kind | None, Block] | None:
        """The body of a helper in place of its call, with names of its own."""
        function = self.program.function(call.function)
        if function.settings or function.yields or call.captured:
            return None
        if function.name in recursive(self.program.functions):
            return None
        if any(isinstance(part, Invoke) and part.captured for part in _parts(function.body)):
            return None
        if any(isinstance(argument, Star) for argument in call.arguments):
            return None
        if len(call.arguments) != len(function.parameters):
            return None
        if not self.around.isdisjoint(set(mentions_in(function.body)) - set(_locals(function))):
            return None
        number = next(self.numbers)
        names = {name: f".{name}.{number}" for name in _locals(function)}
        given: list[Statement] = [
            Assign((Name(names[parameter.name], call.span),), argument, None, call.span)
            for parameter, argument in zip(function.parameters, call.arguments, strict=True)
        ]
        found = self.body(cast(Block, renamed(function.body, names)))
        return None if found is None else (found[0], (*before, *given, *found[1]))


def names_given(function: Function) -> frozenset[str]:
    """The names that a function gives values to, settings among them."""
    return frozenset({*_locals(function), *dict(function.settings)})


def _kind(kind: str) -> Kind:
    return "tuple" if kind == "tuple" else "list"


def _returns(block: Block) -> bool:
    return any(isinstance(statement, Return) for statement in statements(block))


def _locals(function: Function) -> list[str]:
    """The parameters, and every name that is assigned in the body."""
    found = [parameter.name for parameter in function.parameters]
    for part in _parts(function.body):
        targets: tuple[Any, ...] = ()
        match part:
            case Assign(targets=assigned):
                targets = assigned
            case For(target=target):
                targets = (target,)
        if targets or type(part).__name__ in ("Augment", "Bind", "Clause"):
            inside = targets or (part.target,)
            found += [name.name for name in _parts(inside) if isinstance(name, Name)]
    return list(dict.fromkeys(found))


def _parts(node: Any) -> Iterator[Any]:
    """The node and everything in it, whatever it is."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif is_dataclass(here) and not isinstance(here, Span):
            yield here
            waiting.extend(getattr(here, each.name) for each in fields(here))
