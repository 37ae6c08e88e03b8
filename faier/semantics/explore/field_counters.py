"""Counters that are fields of objects, `self.t += 1`: where only their remainders are looked at, or whether they have
come to some number, they go round as variables do.

All of the program must be in view: the field is one class's alone, begins as an integer where its records are made,
goes on by integers, and is read by a dot for nothing else. Records of plain classes are not shown, and compared by what
they are, so nothing else reads their fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.lang.program import Program
from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    Assign,
    Attribute,
    Augment,
    Block,
    Construct,
    Expression,
    Field,
    Function,
    Item,
    Literal,
    Name,
    Span,
    Statement,
)
from faier.lang.values import Shape
from faier.lang.walk import blocks, mentions_in, statements
from faier.semantics.explore.counters import LONGEST, Looks, Numbers, bound_in, further, integer, looks_at, step_of


def with_rounds(program: Program, function: Function) -> tuple[Program, Function]:
    """The program, and the function that is asked for, whose objects count no further than is looked at."""
    every = tuple(function if item.name == function.name else item for item in program.functions)
    stepped = {name for item in every for one in statements(item.body) for name in _stepped(one)}
    if not stepped:
        return program, function
    bound = {parameter.name for item in every for parameter in item.parameters}
    bound |= {name for item in every for name in bound_in(item.body)}
    numbers = {name: value for name, value in program.constants if type(value) is int and name not in bound}
    whole = replace(program, functions=every)
    rounds = {name: looks for name in stepped if (looks := _looks(whole, name, numbers)) is not None}
    if not rounds:
        return program, function
    turned = replace(program, functions=tuple(replace(item, body=_turned(item.body, rounds)) for item in every))
    return turned, turned.function(function.name)


def _looks(program: Program, name: str, numbers: Numbers) -> Looks | None:
    owners = [shape for shape in program.classes if name in shape.fields]
    if len(owners) != 1 or owners[0].kind != "class" or owners[0].placed or not _begins(program, owners[0], name):
        return None
    bodies = tuple(one for function in program.functions for one in function.body)
    looks = looks_at(bodies, lambda part: isinstance(part, Attribute) and part.name == name, numbers)
    every = [one for body in (bodies,) for one in statements(body)]
    steps = [one for one in every if name in _stepped(one)]
    begun = sum(_begun(one).count(name) for one in every)
    read, kept, told = _mentions(bodies, name)
    forward = looks.last is None or all(step_of(one) > 0 for one in steps)
    whole = read == looks.count and kept == len(steps) + begun and not told
    return looks if whole and forward and looks.turn() <= LONGEST else None


def _begins(program: Program, shape: Shape, name: str) -> bool:
    """Whether its records are made in one place, where the field is an integer."""
    made = [
        (function, node)
        for function in program.functions
        for node in _nodes(function.body)
        if isinstance(node, Construct) and node.shape == shape
    ]
    if len(made) != 1:
        return False
    ((function, construct),) = made
    if len(construct.arguments) != len(shape.fields):
        return False
    match construct.arguments[shape.fields.index(name)]:
        case Name(name=inside) if function.name == f"{shape.name}.__init__" and inside not in function.captured:
            given = [one for one in function.body if isinstance(one, Assign) and _is_integer(one, inside)]
            return len(given) == 1 and mentions_in(function.body).count(inside) == 2
        case argument:
            return integer(argument) is not None


def _is_integer(statement: Assign, name: str) -> bool:
    return [target.name for target in statement.targets if isinstance(target, Name)] == [name] and (
        integer(statement.value) is not None
    )


def _stepped(statement: Statement) -> list[str]:
    """`self.t += 1`."""
    match statement:
        case Augment(Item(indices=(*before, Field(name=name))), "+" | "-", value) if _steady(before):
            return [name] if integer(value) is not None else []
    return []


def _begun(statement: Statement) -> list[str]:
    """`self.t = 0`."""
    match statement:
        case Assign((Item(indices=(*_, Field(name=name))),), value, None) if integer(value) is not None:
            return [name]
    return []


def _steady(indices: list[Expression | Field]) -> bool:
    return all(isinstance(index, (Field, Literal, Name)) for index in indices)


def _mentions(bodies: Block, name: str) -> tuple[int, int, int]:
    """How often the field is read, how often it is on the way to what is changed, and how often its name is told."""
    read = kept = told = 0
    for node in _nodes(bodies):
        read += isinstance(node, Attribute) and node.name == name
        kept += isinstance(node, Field) and node.name == name
        told += isinstance(node, Literal) and node.value == name
    return read, kept, told


def _nodes(node: Any) -> Iterator[Any]:
    """Everything in a tree."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif is_dataclass(here) and not isinstance(here, (Span, Shape)):
            yield here
            waiting.extend(getattr(here, each.name) for each in fields(here))


def _turned(block: Block, rounds: dict[str, Looks]) -> Block:
    made: list[Statement] = []
    for statement in block:
        inner = blocks(statement)
        if inner:
            statement = with_blocks(statement, tuple(_turned(one, rounds) for one in inner))
        for name in _stepped(statement):
            if name in rounds and isinstance(statement, Augment):
                statement = further(statement.target, step_of(statement), rounds[name], statement.span)
        made.append(statement)
    return tuple(made)
