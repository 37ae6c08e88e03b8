"""Reading an item of a defaultdict makes what is not there: of a variable that may hold one it is a change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.lang.kind_inference import Kinds, infer
from faier.lang.kinds import ANY, Table
from faier.lang.names import File
from faier.lang.syntax import (
    Attribute,
    Call,
    Change,
    Comprehension,
    Expression,
    Field,
    Function,
    Index,
    Item,
    Literal,
    Name,
    Span,
)
from faier.lang.walk import expressions, parts, statements, target_expressions


def with_reads(functions: tuple[Function, ...], file: File) -> tuple[Function, ...]:
    """The functions in which every reading that may make something is written as a `Change`."""
    if not any(_makes(part) for function in functions for part in _parts(function)):
        return functions
    kinds = infer(functions, file)
    mixed = any(_mixes(part) for function in functions for part in _parts(function))
    return tuple(_Reads(function, kinds, mixed).function() for function in functions)


def _makes(part: Expression) -> bool:
    return isinstance(part, Call) and part.function == "collections.defaultdict"


def _mixes(part: Expression) -> bool:
    """Whether it makes dictionaries of several kinds of values, defaultdicts among them."""
    match part:
        case Call(function="collections.defaultdict", arguments=(Literal(value=str(factory)), *_)):
            return "{" in factory and "defaultdict(" in factory
    return False


def _parts(function: Function) -> list[Expression]:
    return [
        part
        for statement in statements(function.body)
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
    ]


class _Reads:
    """One function with its readings rewritten."""

    def __init__(self, function: Function, kinds: Kinds, mixed: bool) -> None:
        self.before = function
        self.mixed = mixed
        self.kinds = kinds
        self.bound: set[str] = set()
        for part in _parts(function):
            if isinstance(part, Comprehension):
                for clause in part.clauses:
                    _each(clause.target, lambda node: self.bound.add(node.name) if isinstance(node, Name) else None)

    def function(self) -> Function:
        return replace(self.before, body=self.node(self.before.body))

    def node(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(map(self.node, node))
        if not is_dataclass(node) or isinstance(node, (Span, type)):
            return node
        if isinstance(node, Index):
            return self.index(node)
        return replace(node, **{each.name: self.node(getattr(node, each.name)) for each in fields(node)})

    def index(self, node: Index) -> Expression:
        kind = self.kinds.of(node.base, self.before.name)
        grows = kind.grows if isinstance(kind, Table) else self.mixed and kind is ANY
        place = self.place(node.base) if grows else None
        if place is None:
            return replace(node, base=self.node(node.base), index=self.node(node.index))
        return Change(place, "[]", (self.node(node.index),), (), node.span)

    def place(self, base: Expression) -> Name | Item | None:
        """The variable, or the way into it; None of what is none."""
        match base:
            case Name(name=name) if name not in self.bound and name in self.kinds.names[self.before.name]:
                return None if name in dict(self.before.settings) else base
            case Attribute(base=inner, name=name):
                found = self.place(inner)
                if found is not None:
                    way = found.indices if isinstance(found, Item) else ()
                    return Item(found.name, (*way, Field(name)), base.span)
            case Index(base=inner, index=index):
                found = self.place(inner)
                if found is not None:
                    way = found.indices if isinstance(found, Item) else ()
                    return Item(found.name, (*way, self.node(index)), base.span)
        return None


def _each(node: Any, do: Callable[[Any], object]) -> None:
    if isinstance(node, tuple):
        for item in node:
            _each(item, do)
    elif is_dataclass(node) and not isinstance(node, (Span, type)):
        do(node)
        for each in fields(node):
            _each(getattr(node, each.name), do)
