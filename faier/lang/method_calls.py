"""Calls of methods: of those that change nothing, and of those that change what they are called on."""

from __future__ import annotations

import ast
from typing import Protocol

from faier.lang import changes, methods
from faier.lang.memos import KEPT
from faier.lang.names import File, Signature
from faier.lang.places import read_place
from faier.lang.scope import BROKEN, Place, Scope
from faier.lang.syntax import Bind, Call, Change, Draw, Expression, Invoke, Item, Name, Span
from faier.lang.walk import children

# These go over their arguments at once: a generator may stand there.
CONSUMING = frozenset(["extend", "extendleft", "update", "subtract", "union", "intersection", "difference"])
CONSUMING |= frozenset(["symmetric_difference", "issubset", "issuperset", "isdisjoint", "intersection_update"])
CONSUMING |= frozenset(["difference_update", "symmetric_difference_update", "join"])


class Reader(Protocol):
    """Who reads the arguments, and says what is wrong with them."""

    file: File
    scope: Scope

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...

    def item(self, node: ast.expr) -> Expression: ...

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression: ...


def read_method(reader: Reader, function: ast.Attribute, node: ast.Call, span: Span, place: Place) -> Expression | None:
    """A call of a method; None when there is none of this name."""
    if function.attr in changes.NAMES:
        if not reader.scope.random:
            hint = "build the value in one expression"
            return reader.wrong("FA209", node, f"{reader.scope.where} cannot be changed", hint)
        target = read_place(reader, function.value, node)
        return Name(BROKEN, span) if target is None else read_change(reader, node, target, span)
    if function.attr not in methods.NAMES:
        return None
    receiver = reader.read(function.value)
    given = _arguments(reader, function.attr, node)
    if given is None:
        return Name(BROKEN, span)
    if function.attr in methods.VIEWS and place is Place.VALUE:
        message = f"`.{function.attr}()` may stand only where it is iterated over"
        return reader.wrong("FA113", node, message, f"write list(... .{function.attr}())")
    return Call(f".{function.attr}", (receiver, *given[0]), given[1], span)


def read_change(reader: Reader, node: ast.Call, target: Name | Item, span: Span) -> Expression:
    """A call of a method that changes its target."""
    assert isinstance(node.func, ast.Attribute)
    method = node.func.attr
    given = _arguments(reader, method, node)
    if given is None:
        return Name(BROKEN, span)
    return Change(target, method, given[0], given[1], span)


def is_view(node: ast.expr) -> bool:
    """Whether it is `d.keys()`, `d.values()` or `d.items()`: what has a length, and can be asked what is in it."""
    match node:
        case ast.Call(func=ast.Attribute(attr="keys" | "values" | "items"), args=[], keywords=[]):
            return True
    return False


def repeatable(expression: Expression) -> bool:
    """Whether evaluating it twice is as evaluating it once."""
    if is_the_constant(expression):
        return True
    if isinstance(expression, (Bind, Change, Draw, Invoke)):
        return False
    return all(map(repeatable, children(expression)))


def the_constant(made: Signature, span: Span) -> Expression:
    """A mention of a constant that functions of the file make: nobody may change it."""
    return Call(KEPT, (Invoke(made.name, (), span),), (), span)


def is_the_constant(expression: Expression) -> bool:
    match expression:
        case Call(function=function, arguments=(Invoke(arguments=()),)):
            return function == KEPT
    return False


def _arguments(
    reader: Reader, method: str, node: ast.Call
) -> tuple[tuple[Expression, ...], tuple[tuple[str, Expression], ...]] | None:
    arguments: list[Expression] = []
    for argument in node.args:
        consumed = method in CONSUMING and not isinstance(argument, ast.Starred)
        arguments.append(reader.read(argument, Place.CONSUMED) if consumed else reader.item(argument))
    keywords: list[tuple[str, Expression]] = []
    for keyword in node.keywords:
        if keyword.arg is None:
            reader.wrong("FA206", keyword, "`**` is not part of the language", "write the arguments out")
            return None
        if keyword.arg == "key":
            hint = "sort tuples: sorted((key, item) ...)"
            reader.wrong("FA206", keyword, f"`.{method}(...)` has no argument `key` here", hint)
            return None
        keywords.append((keyword.arg, reader.read(keyword.value)))
    return tuple(arguments), tuple(keywords)
