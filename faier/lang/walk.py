"""Going over a tree: the parts of an expression, the statements of a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.lang.program import Program
from faier.lang.syntax import (
    Assert,
    Assign,
    Assume,
    Attribute,
    Augment,
    Binary,
    Bind,
    Block,
    Break,
    Call,
    Caught,
    Change,
    Choice,
    Compare,
    Comprehension,
    Construct,
    Continue,
    Decimal,
    Display,
    Draw,
    Evaluate,
    Expression,
    Field,
    For,
    Function,
    If,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Match,
    Name,
    Pass,
    Raise,
    Rest,
    Return,
    Secret,
    Slice,
    Span,
    Star,
    Statement,
    Target,
    Try,
    Unary,
    Unpack,
    While,
    Yield,
)
from faier.lang.vocabulary import VOCABULARY


def children(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside."""
    match expression:
        case Unary(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Compare(operands=operands) | Logic(operands=operands):
            return operands
        case Choice(test=test, then=then, otherwise=otherwise):
            return (test, then, otherwise)
        case Display(items=items):
            return items
        case Index(base=base, index=index):
            return (base, index)
        case Attribute(base=base):
            return (base,)
        case Slice(base=base, lower=lower, upper=upper, step=step):
            return (base, *(end for end in (lower, upper, step) if end is not None))
        case Star(value=value) | Bind(value=value):
            return (value,)
        case Call(arguments=arguments, keywords=keywords):
            return (*arguments, *(value for _, value in keywords))
        case Draw(arguments=arguments) | Invoke(arguments=arguments) | Construct(arguments=arguments):
            return arguments
        case Change(target=target, arguments=arguments, keywords=keywords):
            return (*_indices(target), *arguments, *(value for _, value in keywords))
        case Comprehension(element=element, clauses=clauses):
            inside = [part for clause in clauses for part in (clause.iterable, *clause.conditions)]
            return (*inside, element)
        case Literal() | Decimal() | Name() | Caught():
            return ()


def parts(expression: Expression) -> Iterator[Expression]:
    """The expression and everything inside it."""
    waiting = [expression]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(children(here)))


def blocks(statement: Statement) -> tuple[Block, ...]:
    """The blocks directly inside."""
    match statement:
        case If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Match(cases=cases):
            return tuple(case.body for case in cases)
        case For(body=body, otherwise=otherwise) | While(body=body, otherwise=otherwise):
            return (body, otherwise)
        case Try(body=body, handlers=handlers, otherwise=otherwise, final=final):
            return (body, *(handler.body for handler in handlers), otherwise, final)
    return ()


def statements(block: Block) -> Iterator[Statement]:
    """Every statement of the block, those inside others too, in the order of the file."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from statements(inner)


def expressions(statement: Statement) -> tuple[Expression, ...]:
    """The expressions of the statement itself, not of the blocks inside it; targets' indices are left out."""
    match statement:
        case Assign(value=value) | Augment(value=value) | Yield(value=value) | Secret(value=value):
            return (value,)
        case Evaluate(value=value):
            return (value,)
        case If(test=test) | While(test=test) | Assert(test=test):
            return (test,)
        case Match(subject=subject, cases=cases):
            return (subject, *(case.guard for case in cases if case.guard is not None))
        case For(iterable=iterable):
            return (iterable,)
        case Return(value=value):
            return () if value is None else (value,)
        case Assume(condition=condition):
            return (condition,)
        case Raise(told=told):
            return () if told is None else (told,)
        case Break() | Continue() | Pass() | Try():
            return ()


def ordered(statement: Statement) -> tuple[Expression, ...]:
    """The expressions of the statement itself that Python evaluates one after the other, each held until the end."""
    match statement:
        case Assign():
            return (*expressions(statement), *target_expressions(statement))
        case Augment():
            return (*target_expressions(statement), *expressions(statement))
        case Match():
            return expressions(statement)
    return ()


def target_expressions(statement: Statement) -> tuple[Expression, ...]:
    """The indices in what the statement assigns to."""
    match statement:
        case Assign(targets=targets):
            return tuple(index for target in targets for index in _indices(target))
        case Augment(target=target):
            return tuple(_indices(target))
    return ()


def _indices(target: Target) -> Iterator[Expression]:
    match target:
        case Item(indices=indices):
            yield from (index for index in indices if not isinstance(index, Field))
        case Unpack(targets=targets):
            for inner in targets:
                yield from _indices(inner)


def leaves_marks(part: Expression) -> bool:
    """Whether computing it may give a variable another value, itself and not by what is inside of it."""
    return isinstance(part, (Bind, Change)) or (isinstance(part, Invoke) and bool(part.captured))


def renamed(node: Any, names: Mapping[str, str]) -> Any:
    """The tree with other names for these variables."""
    if isinstance(node, tuple):
        return tuple(renamed(item, names) for item in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    changed = {each.name: renamed(getattr(node, each.name), names) for each in fields(node)}
    if isinstance(node, (Name, Item)):
        changed["name"] = names.get(node.name, node.name)
    if isinstance(node, Invoke):
        changed["captured"] = tuple(
            (inside, names.get(outside, outside) if isinstance(outside, str) else renamed(outside, names))
            for inside, outside in node.captured
        )
    return replace(node, **changed)


def lent(outside: str | Item, span: Span) -> Expression:
    """What a call shares of its caller, as an expression."""
    if isinstance(outside, str):
        return Name(outside, span)
    value: Expression = Name(outside.name, outside.span)
    for index in outside.indices:
        if isinstance(index, Field):
            value = Attribute(value, index.name, outside.span)
        else:
            value = Index(value, index, outside.span)
    return value


def place_of(expression: Expression) -> Name | Item | None:
    """The variable that the expression is, or the way to what a variable holds: what may be asked for twice."""
    match expression:
        case Name():
            return expression
        case Attribute(base=base, name=name, span=span):
            return _further(base, Field(name), span)
        case Index(base=base, index=index, span=span):
            return _further(base, index, span)
        case Change(target=target, method="[]", arguments=(index,), keywords=(), span=span):
            known = target.indices if isinstance(target, Item) else ()
            return Item(target.name, (*known, index), span) if all(map(_steady, (*known, index))) else None
    return None


def _further(base: Expression, index: Expression | Field, span: Span) -> Item | None:
    found = place_of(base)
    if found is None or not _steady(index):
        return None
    known = found.indices if isinstance(found, Item) else ()
    return Item(found.name, (*known, index), span)


def _steady(index: Expression | Field) -> bool:
    """Whether it is the same when it is computed again at once."""
    acting = (Bind, Change, Draw, Invoke, Comprehension, Star)
    return isinstance(index, Field) or not any(isinstance(part, acting) for part in parts(index))


def callees(function: Function) -> tuple[str, ...]:
    """The functions of the file that it calls, each once."""
    found: dict[str, None] = {}
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in parts(expression):
                if isinstance(part, Invoke):
                    found[part.function] = None
    return tuple(found)


def draws_reals(program: Program, names: Iterable[str]) -> bool:
    """Whether the functions, or those that they call, draw reals."""
    waiting, seen = list(names), set[str]()
    while waiting:
        if (name := waiting.pop()) in seen:
            continue
        seen.add(name)
        function = program.function(name)
        for statement in statements(function.body):
            for expression in (*expressions(statement), *target_expressions(statement)):
                for part in parts(expression):
                    if isinstance(part, Draw) and VOCABULARY[part.kind].support == "real":
                        return True
        waiting += callees(function)
    return False


def mentions(function: Function, name: str) -> bool:
    """Whether the name stands anywhere in the body, as a value or a target."""
    for statement in statements(function.body):
        if any(name in names_of(target) for target in targets_of(statement)):
            return True
        for expression in (*expressions(statement), *target_expressions(statement)):
            if name in read_in(expression):
                return True
    return False


def read_in(expression: Expression) -> set[str]:
    """The names that the expression reads; those of what it changes are among them."""
    found: set[str] = set()
    for part in parts(expression):
        if isinstance(part, Name):
            found.add(part.name)
        elif isinstance(part, Change):
            found.add(part.target.name)
        elif isinstance(part, Invoke):
            found |= set(part.shared)
    return found


def mentions_in(node: Any) -> list[str]:
    """Every mention of a variable, once for each."""
    found: list[str] = []
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, str):
            found.append(here)
        elif is_dataclass(here) and not isinstance(here, (Span, Field)):
            if isinstance(here, (Name, Item)):
                found.append(here.name)
            if isinstance(here, Item):
                waiting.append(here.indices)
            elif isinstance(here, Invoke):
                waiting += [here.arguments, here.captured]
            elif not isinstance(here, Name):
                waiting += [value for each in fields(here) if not isinstance(value := getattr(here, each.name), str)]
    return found


def targets_of(statement: Statement) -> tuple[Target, ...]:
    """What the statement itself assigns to."""
    bound = tuple(bind.target for bind in binds(statement))
    match statement:
        case Assign(targets=targets):
            return (*targets, *bound)
        case Augment(target=target) | For(target=target):
            return (target, *bound)
    return bound


def changes(expression: Expression) -> Iterator[Change]:
    """The changes of containers inside of the expression."""
    return (part for part in parts(expression) if isinstance(part, Change))


def binds(statement: Statement) -> Iterator[Bind]:
    """The `:=` in the expressions of the statement itself."""
    for expression in (*expressions(statement), *target_expressions(statement)):
        yield from (part for part in parts(expression) if isinstance(part, Bind))


def names_of(target: Target) -> Iterator[str]:
    """The variables in a target."""
    match target:
        case Name(name=name) | Item(name=name):
            yield name
        case Unpack(targets=targets):
            for inner in targets:
                yield from names_of(inner)
        case Rest(target=inner):
            yield inner.name


def fields_changed(functions: Iterable[Function]) -> frozenset[str]:
    """The names of the fields that lead to something that is changed, in records that are there already."""
    found: set[str] = set()
    waiting: list[Any] = [part for function in functions for part in function.body]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, Field):
            found.add(here.name)
        elif is_dataclass(here) and not isinstance(here, (Span, type)):
            waiting += [value for each in fields(here) if not isinstance(value := getattr(here, each.name), str)]
    return frozenset(found)
