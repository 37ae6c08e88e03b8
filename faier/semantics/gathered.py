"""A list that is only added to -> statements that show what is added, each item as soon as it is there.

A value has one name, so what was added does not change any more. A list that is also read is none of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, cast

from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Block,
    Case,
    Change,
    Comprehension,
    Display,
    Evaluate,
    Expression,
    For,
    Handler,
    If,
    Match,
    Name,
    Span,
    Star,
    Statement,
    Try,
    While,
    Yield,
)
from faier.lang.walk import mentions_in, statements

Kind: TypeAlias = Literal["tuple", "list"]


@dataclass(frozen=True)
class Gathered:
    """What stands before the list, what it begins with, and the statements that show what is added. Some of these ask
    for a value of their kind."""

    before: Block
    begun: Expression
    shown: Block
    kinds: frozenset[Kind]


def gathered(block: Block, name: str, numbers: Iterator[int]) -> Gathered | None:
    """The list or tuple of this name, as the statements leave it, where they do nothing but add to it."""
    for at in range(len(block) - 1, -1, -1):
        adding = _Adding(name, numbers)
        match block[at]:
            case Assign((Name(target),), made, None) as statement if target == name:
                if adding.added(statement) is None:
                    shown = adding.block(block[at + 1 :])
                    read = name in mentions_in(shown) or _shown_where_caught(shown)
                    return None if read else Gathered(block[:at], made, shown, frozenset(adding.kinds))
    return None


def shown_each(made: Comprehension) -> Statement:
    """Loops that show the items of a comprehension."""
    shown: Statement = Yield(made.element, made.span)
    for clause in reversed(made.clauses):
        for condition in reversed(clause.conditions):
            shown = If(condition, (shown,), (), made.span)
        shown = For(clause.target, clause.iterable, (shown,), (), made.span)
    return shown


def _shown_where_caught(block: Block) -> bool:
    """Whether something is shown where a failure may be caught."""
    tries = (statement for statement in statements(block) if isinstance(statement, Try))
    return any(isinstance(inside, Yield) for found in tries for inside in statements((found,)))


@dataclass
class _Adding:
    name: str
    numbers: Iterator[int]
    kinds: set[Kind] = field(default_factory=set)

    def block(self, block: Block) -> Block:
        return tuple(shown for statement in block for shown in self.statement(statement))

    def statement(self, statement: Statement) -> Block:
        shown = self.added(statement)
        return (cast(Statement, self.inside(statement)),) if shown is None else shown

    def added(self, statement: Statement) -> Block | None:
        """The items that a statement adds, if it is nothing else."""
        match statement:
            case Evaluate(Change(Name(name), "append", (item,), ())) if name == self.name:
                self.kinds.add("list")
                return (Yield(item, statement.span),)
            case Evaluate(Change(Name(name), "extend", (items,), ())) if name == self.name:
                self.kinds.add("list")
                return self.each(items, statement.span)
            case Augment(Name(name), "+", items) if name == self.name:
                if not (isinstance(items, Display) and items.kind == "tuple"):
                    self.kinds.add("list")  # a list takes whatever is iterated, a tuple only tuples
                return self.each(items, statement.span)
            case Assign((Name(name),), Binary("+", Name(left), Display(kind) as items), None) if name == self.name:
                if left == name:
                    self.kinds.add(kind)
                    return self.each(items, statement.span)
            case Assign((Name(name),), Display(kind, (Star(Name(first)), *items)), None) if name == self.name:
                if first == name:
                    self.kinds.add(kind)
                    return self.each(Display(kind, tuple(items), statement.span), statement.span)
        return None

    def each(self, items: Expression, span: Span) -> Block:
        """The items of a value in turn."""
        match items:
            case Display(items=written):
                return tuple(
                    shown
                    for item in written
                    for shown in (self.each(item.value, span) if isinstance(item, Star) else (Yield(item, span),))
                )
            case Comprehension():
                return (shown_each(items),)
        item = Name(f".added.{next(self.numbers)}", span)
        return (For(item, items, (Yield(item, span),), (), span),)

    def inside(self, node: Any) -> Any:
        """The node with the blocks inside of it rewritten."""
        if isinstance(node, tuple):
            if any(isinstance(part, (Case, Handler)) for part in node):
                return tuple(map(self.inside, node))
            return self.block(node) if node and all(map(_is_statement, node)) else node
        if not isinstance(node, (If, Match, Case, For, While, Try, Handler)):
            return node
        changed = {each.name: self.inside(getattr(node, each.name)) for each in fields(node)}
        return replace(node, **changed)


def _is_statement(node: Any) -> bool:
    return isinstance(node, Statement)
