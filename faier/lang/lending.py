"""Helpers that change what they are given: `put(table, 1)` changes the table of its caller.

Where every call gives a variable, or what a variable holds (`put(tables[0], 1)`, `self.boxes[key].put(1)`), the
function shares it with its caller as a function inside of another does, by the name that its parameter has. The
parameter stays, under a name that nothing reads: the caller's variable must have a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import takewhile, zip_longest
from typing import Any, TypeAlias

from faier.lang.recursion import recursive
from faier.lang.roles import assigned_names, items_in
from faier.lang.syntax import (
    Assign,
    Augment,
    Bind,
    Block,
    Call,
    Change,
    Comprehension,
    Expression,
    For,
    Function,
    Invoke,
    Item,
    Name,
    Span,
    Star,
)
from faier.lang.walk import callees, expressions, names_of, parts, place_of, read_in, statements, target_expressions

Place: TypeAlias = tuple[str, str]
"""A function, and a parameter of it."""

_GIVEN = ", given"


@dataclass(frozen=True)
class Passed:
    """A call gives a variable of the function around, what one holds, or something else (None), to a parameter."""

    place: Place
    caller: str
    variable: str | None
    span: Span


def with_lent(functions: tuple[Function, ...]) -> tuple[Function, ...]:
    """The functions, in which helpers share with their callers what they change of it."""
    lent = _lent(functions)
    if not lent:
        return functions
    named: dict[str, tuple[str, ...]] = {}
    for function in functions:
        names = tuple(parameter.name for parameter in function.parameters if (function.name, parameter.name) in lent)
        named |= {function.name: names} if names else {}
    table = {function.name: function for function in functions}
    return tuple(_sharing(function, named, table) for function in functions)


def given_to(name: str) -> str:
    """What the parameter is called that the function shares under this name."""
    return f"{name}{_GIVEN}"


def written_name(parameter: str) -> str:
    """The name of the parameter in the file."""
    return parameter.removesuffix(_GIVEN)


def changed_parameters(functions: tuple[Function, ...]) -> frozenset[Place]:
    """The parameters, and other variables, of which the functions or what these call change what is in them."""
    return frozenset(_all_changed(functions, [item for function in functions for item in _passed(function, functions)]))


def quiet(functions: tuple[Function, ...]) -> frozenset[str]:
    """The functions that change nothing of what they are given, nor do those that they call."""
    found = {function.name: function for function in functions if not function.captured and not _acts(function)}
    size = len(found) + 1
    while len(found) < size:
        size = len(found)
        found = {name: function for name, function in found.items() if found.keys() >= set(callees(function))}
    return frozenset(found)


def _acts(function: Function) -> bool:
    return bool(changed_in(function.body)) or any(
        isinstance(statement, Augment) for statement in statements(function.body)
    )


def _all_changed(functions: tuple[Function, ...], passed: list[Passed]) -> set[Place]:
    changed = {(function.name, name) for function in functions for name in changed_in(function.body)}
    size = -1
    while len(changed) > size:
        size = len(changed)
        changed |= {(item.caller, item.variable) for item in passed if item.place in changed and item.variable}
    return changed


def _lent(functions: tuple[Function, ...]) -> set[Place]:
    """The parameters that are changed, and get variables, or what these hold, at every call."""
    passed = [item for function in functions for item in _passed(function, functions)]
    changed = _all_changed(functions, passed)
    if not changed:
        return set()
    circular = recursive(functions) if any(function.yields for function in functions) else frozenset()
    able = {
        (function.name, parameter.name)
        for function in functions
        if function.kind == "helper" and not (function.yields and function.name in circular)
        for parameter in function.parameters
        if parameter.name not in _assigned(function)
    }
    return (changed & able) - {item.place for item in passed if item.variable is None}


def _assigned(function: Function) -> set[str]:
    return {name for statement in statements(function.body) for name in assigned_names(statement)}


def changed_in(block: Block) -> set[str]:
    """The variables of which the block itself changes what is in them."""
    found: set[str] = set()
    for statement in statements(block):
        match statement:
            case Assign(targets=targets):
                found |= {item.name for target in targets for item in items_in(target)}
            case Augment(target=Item(name=name)):
                found.add(name)
        for expression in (*expressions(statement), *target_expressions(statement)):
            found |= {part.target.name for part in parts(expression) if isinstance(part, Change)}
    return found


def _passed(function: Function, functions: tuple[Function, ...]) -> Iterable[Passed]:
    """What its calls give to parameters of helpers."""
    table = {item.name: item for item in functions}
    variables = {parameter.name for parameter in function.parameters} | _assigned(function) | set(function.captured)
    over = _gone_over(function)
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            looped = {
                name
                for part in parts(expression)
                if isinstance(part, Comprehension)
                for clause in part.clauses
                for name in names_of(clause.target)
            }
            for part in parts(expression):
                if isinstance(part, Invoke) and part.function in table:
                    callee = table[part.function]
                    for inside, outside in part.captured:
                        root = outside if isinstance(outside, str) else outside.name
                        yield Passed((callee.name, inside), function.name, root, part.span)
                    known = takewhile(lambda argument: not isinstance(argument, Star), part.arguments)
                    for parameter, argument in zip_longest(callee.parameters, known):
                        place = None if argument is None else place_of(argument)
                        name = None if place is None else place.name
                        own = name in variables - looped and argument is not None and not _rebound(part, argument)
                        if callee.yields and own:
                            meanwhile = over.get(id(part), frozenset([name]))
                            own = meanwhile is None or (isinstance(place, Name) and name not in meanwhile)
                        yield Passed((callee.name, parameter.name), function.name, name if own else None, part.span)


def _gone_over(function: Function) -> dict[int, frozenset[str] | None]:
    """The calls that loops go over, with the variables that get other values meanwhile, and those of which all is
    computed at once (None)."""
    found: dict[int, frozenset[str] | None] = {}
    for statement in statements(function.body):
        match statement:
            case For(iterable=Invoke() as call):
                bound = {name for inner in statements((statement,)) for name in assigned_names(inner)}
                found[id(call)] = frozenset(bound)
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in parts(expression):
                match part:
                    case Call(name, (Invoke() as call,), ()) if name in _AT_ONCE:
                        found[id(call)] = None
    return found


_AT_ONCE = frozenset(["list", "tuple", "sum", "set", "frozenset", "sorted"])


def _rebound(call: Invoke, place: Expression) -> bool:
    """Whether an argument gives a variable of the place another value."""
    inside = [part for argument in call.arguments for part in parts(argument)]
    given = {part.target.name for part in inside if isinstance(part, Bind)}
    if not isinstance(place, Name):
        given |= {name for part in inside if isinstance(part, Invoke) for name in part.shared}
    return bool(given & read_in(place))


def _sharing(function: Function, lent: dict[str, tuple[str, ...]], table: dict[str, Function]) -> Function:
    names = lent.get(function.name, ())
    parameters = tuple(
        replace(parameter, name=given_to(parameter.name)) if parameter.name in names else parameter
        for parameter in function.parameters
    )
    body = _calling(function.body, lent, table)
    return replace(function, parameters=parameters, body=body, captured=(*function.captured, *names))


def _calling(node: Any, lent: dict[str, tuple[str, ...]], table: dict[str, Function]) -> Any:
    """The tree, in which calls share what they lend."""
    if isinstance(node, tuple):
        return tuple(_calling(item, lent, table) for item in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    changed = {each.name: _calling(getattr(node, each.name), lent, table) for each in fields(node)}
    if isinstance(node, Invoke) and node.function in lent:
        names = [parameter.name for parameter in table[node.function].parameters]
        given = tuple((name, _outside(node.arguments[names.index(name)])) for name in lent[node.function])
        changed["captured"] = (*node.captured, *given)
    return replace(node, **changed)


def _outside(argument: Expression) -> str | Item:
    place = place_of(argument)
    assert place is not None
    return place.name if isinstance(place, Name) else place


__all__ = ["changed_in", "changed_parameters", "given_to", "quiet", "with_lent", "written_name"]
