"""The functions of a file, with those inside of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from .file import File, Function, Parameter
from .kinds import constant, type_of
from .outcome import Hole
from .scopes import Scope, parts_of, scopes_of
from .texts import expression


def functions(file: File, node: ast.FunctionDef, settings: Mapping[str, str], used: set[str]) -> None:
    """The function that stands at the top level, and all that are inside of it."""
    kind = _decorated(file, node)
    outer, *inside = scopes_of(node)
    parameters = tuple(_parameters(file, outer.node, kind))
    constants: dict[str, object] = {}
    for item in parameters:
        if kind != "helper" and item.keyword_only:
            if item.default is None:
                raise Hole("a keyword parameter without a default")
            text = settings.get(item.name)
            used |= {item.name} & set(settings)
            constants[item.name] = constant(file, item.default if text is None else expression(text))
    own = _bound(outer.node) | {item.name for item in parameters if item.name not in constants}
    if (own | set().union(*(scope.rebinds for scope in inside))) & set(constants):
        raise Hole("a keyword parameter is assigned")
    made = Function(kind, node.name, outer.node, parameters, constants, frozenset(own), _seen(outer))
    file.functions[node.name] = made
    for scope in inside:
        if scope.node.decorator_list:
            raise Hole("a decorator of a function inside of another one")
        shared = {name: home.name for name, home in scope.captured.items()}
        known = {name: value for name, value in constants.items() if shared.get(name) == node.name}
        parameters = tuple(_parameters(file, scope.node, "helper"))
        captured = {name: home for name, home in shared.items() if name not in known}
        file.functions[scope.name] = Function(
            "helper", scope.name, scope.node, parameters, known, scope.own, _seen(scope), captured,
            frozenset(scope.rebound),
        )  # fmt: skip


def _seen(scope: Scope) -> frozenset[str]:
    """The functions inside of functions that it mentions, or makes."""
    return frozenset(name for name in (*scope.mentioned, *scope.inner) if scope.function(name) is not None)


def _decorated(file: File, node: ast.FunctionDef) -> str:
    """What kind of function it is, by its decorators."""
    kind, claims = "helper", []
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        word = file.word(called)
        if word == "private" and isinstance(decorator, ast.Call):
            claims.append(decorator)
        elif word in ("mechanism", "prior") and kind == "helper" and not isinstance(decorator, ast.Call):
            kind = word
        else:
            raise Hole("a decorator that is none of faier's")
    file.claims[node.name] = claims
    return kind


def _parameters(file: File, node: ast.FunctionDef, kind: str) -> list[Parameter]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    defaults = missing + list(arguments.defaults)
    found = [
        Parameter(item.arg, type_of(file, item.annotation) if kind != "helper" else None, default, False)
        for item, default in zip(plain, defaults, strict=True)
    ]
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(Parameter(item.arg, None, default, True))
    rests: list[tuple[str, ast.arg | None, ast.expr]] = [
        ("*", arguments.vararg, ast.Tuple([], ast.Load())),
        ("**", arguments.kwarg, ast.Dict([], [])),
    ]
    for rest, given, nothing in rests:
        if given is not None and kind != "helper":
            raise Hole("a mechanism takes any number of arguments")
        if given is not None:
            found.append(Parameter(given.arg, None, nothing, True, rest))
    for made in found:
        if kind != "helper" and not made.keyword_only and (made.type is None or made.default is not None):
            raise Hole(f"the type of {made.name}")
    return found


def _bound(node: ast.FunctionDef) -> set[str]:
    """The names that are local because the body binds them; comprehensions bind their own."""
    names: set[str] = set()
    for part, inside in parts_of(node.body):
        if isinstance(part, ast.NamedExpr) and isinstance(part.target, ast.Name):
            names.add(part.target.id)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and not inside:
            names.add(part.id)
        if isinstance(part, ast.FunctionDef) or (isinstance(part, ast.ExceptHandler) and part.name is not None):
            names.add(part.name or "")
    return names
