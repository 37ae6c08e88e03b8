"""Sums of what is drawn for each of many, as loops that add up: `total = sum(answer(x) for x in xs)`.

A statement is one step, in which each draw is told from each other one: 2 ** n ways for n coins. A loop forgets after
each turn what it has added up, and is the same to Python, which adds up what the generator gives as it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from faier.lang.program import Program
from faier.lang.reached import reached
from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Bind,
    Block,
    Call,
    Change,
    Comprehension,
    Draw,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Invoke,
    Literal,
    Name,
    Return,
    Statement,
    Unary,
)
from faier.lang.vocabulary import DrawKind
from faier.lang.walk import blocks, expressions, parts, statements

# Draws with few outcomes: others are not told apart where they are made.
FEW: frozenset[DrawKind] = frozenset(["flip", "uniform", "categorical", "choice"])

_IN_EXPRESSIONS = (Draw, Invoke, Bind, Change, Comprehension)


def with_sums_in_turns(program: Program) -> Program:
    """The program, in which statements that begin with such a sum are loops and what is left of them."""
    known = {function.name: function for function in program.functions}
    functions = tuple(_in_turns(function, known) for function in program.functions)
    return program if functions == program.functions else replace(program, functions=functions)


def _in_turns(function: Function, known: dict[str, Function]) -> Function:
    if not any(_first(statement, known) is not None for statement in statements(function.body)):
        return function
    return replace(function, body=_block(function.body, known))


def _block(block: Block, known: dict[str, Function]) -> Block:
    return tuple(made for statement in block for made in _statements(statement, known))


def _statements(statement: Statement, known: dict[str, Function]) -> Iterator[Statement]:
    taken = _first(statement, known)
    if taken is not None:
        total = f".total {taken.span.line}:{taken.span.column}"
        yield from _loop(taken, total)
        yield _with(statement, taken, Name(total, taken.span))
        return
    yield with_blocks(statement, tuple(_block(inner, known) for inner in blocks(statement)))


def _loop(taken: Call, total: str) -> Iterator[Statement]:
    made = taken.arguments[0]
    assert isinstance(made, Comprehension)
    span = taken.span
    yield Assign((Name(total, span),), Literal(0, span), None, span)
    body: Block = (Augment(Name(total, span), "+", made.element, span),)
    for clause in reversed(made.clauses):
        for test in reversed(clause.conditions):
            body = (If(test, body, (), span),)
        body = (For(clause.target, clause.iterable, body, (), span),)
    yield from body


def _with(statement: Statement, taken: Call, name: Name) -> Statement:
    assert isinstance(statement, Assign | Return | Evaluate) and statement.value is not None
    return replace(statement, value=_replaced(statement.value, taken, name))


def _replaced(expression: Expression, taken: Call, name: Name) -> Expression:
    match expression:
        case Call() if expression is taken:
            return name
        case Binary(left=left):
            return replace(expression, left=_replaced(left, taken, name))
        case Unary(operand=operand):
            return replace(expression, operand=_replaced(operand, taken, name))
    raise AssertionError(expression)


def _first(statement: Statement, known: dict[str, Function]) -> Call | None:
    """The sum that the statement computes before all else."""
    if not isinstance(statement, Assign | Return | Evaluate) or statement.value is None:
        return None
    first: Expression = statement.value
    while isinstance(first, Binary | Unary):
        first = first.left if isinstance(first, Binary) else first.operand
    match first:
        case Call("sum", (Comprehension("generator", element, clauses),), ()):
            tests = [test for clause in clauses for test in clause.conditions]
            plain = not any(isinstance(part, _IN_EXPRESSIONS) for one in clauses for part in parts(one.iterable))
            return first if plain and _draws_few([element, *tests], known) else None
    return None


def _draws_few(computed: list[Expression], known: dict[str, Function]) -> bool:
    """Whether something is drawn there, and nothing but what has few outcomes."""
    inside = [part for one in computed for part in parts(one)]
    called = {part.function for part in inside if isinstance(part, Invoke)}
    if any(isinstance(part, Bind | Change) or (isinstance(part, Invoke) and part.captured) for part in inside):
        return False
    for function in (function for name in called for function in reached(name, known)):
        inside += [part for line in statements(function.body) for one in expressions(line) for part in parts(one)]
    kinds = [part.kind for part in inside if isinstance(part, Draw)]
    return bool(kinds) and FEW.issuperset(kinds)
