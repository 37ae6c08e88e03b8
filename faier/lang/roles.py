"""Which part a name plays in a function: who assigns it, who reads it, and where."""

from __future__ import annotations

from faier.lang.syntax import (
    Assign,
    Augment,
    Block,
    Change,
    Construct,
    Expression,
    Field,
    For,
    Function,
    Invoke,
    Item,
    Name,
    Rest,
    Statement,
    Target,
    Unpack,
)
from faier.lang.walk import binds, blocks, expressions, parts, read_in, statements, target_expressions


def renewed(function: Function) -> set[str]:
    """The parameters whose first assignment is a statement of its own at the top of the body."""
    open_names = {parameter.name for parameter in function.parameters}
    found: set[str] = set()
    for statement in function.body:
        if isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name):
            name = statement.targets[0].name
            open_names -= {bind.target.name for bind in binds(statement)}
            if name in open_names:
                found.add(name)
                open_names.discard(name)
            continue
        for inner in statements((statement,)):
            open_names -= set(assigned_names(inner))
    return found


def passing(function: Function) -> set[str]:
    """The variables that are targets of loops and are assigned and read in the bodies of these loops only, nowhere
    else; the bodies do not assign them."""
    elsewhere = {parameter.name for parameter in function.parameters} | set(function.captured)
    targets: set[str] = set()
    waiting: list[tuple[Block, frozenset[str]]] = [(function.body, frozenset())]
    while waiting:
        block, inside = waiting.pop()
        for statement in block:
            elsewhere |= read_names(statement) - inside
            if isinstance(statement, For):
                bound = frozenset(target_names(statement.target))
                elsewhere |= {bind.target.name for bind in binds(statement)}
                elsewhere |= bound & inside
                targets |= bound
                waiting += [(statement.body, inside | bound), (statement.otherwise, inside)]
            else:
                elsewhere |= set(assigned_names(statement))
                waiting += [(inner, inside) for inner in blocks(statement)]
    return targets - elsewhere


def resting(functions: tuple[Function, ...]) -> frozenset[str]:
    """The fields of which no function changes what they hold: it gets them another value at most."""
    fields: set[str] = set()
    changed: set[str] = set()
    for function in functions:
        for statement in statements(function.body):
            match statement:
                case Assign(targets=targets):
                    for target in targets:
                        for item in items_in(target):
                            changed |= _through(item.indices[:-1])
                case Augment(target=Item(indices=indices)):
                    changed |= _through(indices)
            for expression in (*expressions(statement), *target_expressions(statement)):
                for part in parts(expression):
                    match part:
                        case Construct(shape=shape):
                            fields |= set(shape.fields)
                        case Change(target=Item(indices=indices)):
                            changed |= _through(indices)
                        case Invoke(captured=captured):
                            for _, outside in captured:
                                changed |= _through(outside.indices) if isinstance(outside, Item) else set()
    return frozenset(fields - changed)


def _through(way: tuple[Expression | Field, ...]) -> set[str]:
    return {step.name for step in way if isinstance(step, Field)}


def item_names(target: Target) -> list[str]:
    """The variables of which the target changes an item."""
    match target:
        case Item(name=name):
            return [name]
        case Unpack(targets=targets):
            return [name for inner in targets for name in item_names(inner)]
    return []


def items_in(target: Target) -> list[Item]:
    """The items that the target changes."""
    match target:
        case Item():
            return [target]
        case Unpack(targets=targets):
            return [item for inner in targets for item in items_in(inner)]
    return []


def target_names(target: Target) -> list[str]:
    """The variables that the target gives a new value."""
    match target:
        case Name(name=name):
            return [name]
        case Unpack(targets=targets):
            return [name for inner in targets for name in target_names(inner)]
        case Rest(target=inner):
            return [inner.name]
    return []


def assigned_names(statement: Statement) -> list[str]:
    """The variables that the statement itself gives a new value."""
    bound = [bind.target.name for bind in binds(statement)]
    match statement:
        case Assign(targets=targets):
            return [name for target in targets for name in target_names(target)] + bound
        case Augment(target=target) | For(target=target):
            return target_names(target) + bound
    return bound


def read_names(statement: Statement) -> set[str]:
    """The names that the statement itself reads."""
    found = {
        name for expression in (*expressions(statement), *target_expressions(statement)) for name in read_in(expression)
    }
    for expression in (*expressions(statement), *target_expressions(statement)):
        for part in parts(expression):
            if isinstance(part, Invoke):
                found |= set(part.shared)
    match statement:
        case Assign(targets=targets):
            found |= {name for target in targets for name in item_names(target)}
        case Augment(target=target):
            found.add(target.name)
    return found
