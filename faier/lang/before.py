"""Statements that stand before a statement, for what its expression is to find done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    Assign,
    Augment,
    Block,
    Evaluate,
    Expression,
    For,
    If,
    Name,
    Return,
    Statement,
    Yield,
)
from faier.lang.walk import blocks

Opened = Callable[[Expression], tuple[Block, Expression]]


def with_before(block: Block, opened: Opened, *, of_items: bool = True) -> Block:
    """The block, where each statement's expression is computed after what `opened` says comes before it.

    With `of_items`, also on the right of `row[0] += ...`, for which Python reads `row[0]` first.
    """
    return tuple(found for statement in block for found in _opened(statement, opened, of_items))


def _opened(statement: Statement, opened: Opened, of_items: bool) -> Block:
    inner = tuple(with_before(block, opened, of_items=of_items) for block in blocks(statement))
    if inner != blocks(statement):
        statement = with_blocks(statement, inner)
    match statement:
        case Augment(target=target) if not of_items and not isinstance(target, Name):
            return (statement,)
        case Assign(value=value) | Augment(value=value) | Evaluate(value=value) | Yield(value=value):
            before, value = opened(value)
            return (*before, replace(statement, value=value))
        case Return(value=value) if value is not None:
            before, value = opened(value)
            return (*before, replace(statement, value=value))
        case For(iterable=iterable):
            before, iterable = opened(iterable)
            return (*before, replace(statement, iterable=iterable))
        case If(test=test):
            before, test = opened(test)
            return (*before, replace(statement, test=test))
    return (statement,)
