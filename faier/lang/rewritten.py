"""Forms of Python that say what other forms say: what is unpacked, `next(...)`, `"...".format(...)`."""

from __future__ import annotations

import ast
from collections.abc import Container
from string import Formatter

from faier.lang.names import File
from faier.lang.scope import Scope

_LAZY = frozenset(["zip", "map", "filter", "reversed", "range", "enumerate"])
_VIEWS = frozenset(["values", "items", "keys"])


def gathered(file: File, scope: Scope, targets: list[ast.expr], value: ast.expr) -> ast.expr:
    """What is unpacked, as a list where it has no places by itself: `a, b = d.values()`."""
    if not all(isinstance(target, (ast.Tuple, ast.List)) for target in targets):
        return value
    if isinstance(value, ast.GeneratorExp) and not _hidden("list", file, scope):
        return ast.copy_location(ast.Call(_named("list", value), [value], []), value)
    if not isinstance(value, ast.Call) or _hidden("list", file, scope):
        return value
    match value.func:
        case ast.Name(id=name):
            lazy = name in _LAZY and not _hidden(name, file, scope)
            known = file.signatures.get(name) if name not in scope.names else None
            lazy = lazy or (known is not None and known.yields and known.kind == "helper")
        case ast.Attribute(attr=name):
            lazy = name in _VIEWS and not value.args and not file.owners(name)
        case _:
            lazy = False
    return ast.copy_location(ast.Call(_named("list", value), [value], []), value) if lazy else value


def first_of(node: ast.Call, hidden: Container[str]) -> ast.expr | None:
    """`next((x for x in xs if c), default)` as `[*(x for x in xs if c), default][0]`, and `next(iter(xs))` alike."""
    match node:
        case ast.Call(args=[given, *default], keywords=[]) if len(default) < 2 and not any(
            isinstance(item, ast.Starred) for item in (given, *default)
        ):
            match given:
                case ast.Call(func=ast.Name(id="iter"), args=[inner], keywords=[]) if "iter" not in hidden:
                    given = inner
                case ast.Call(func=ast.Name(id="map" | "filter" | "reversed" | "zip" | "enumerate" as name)) if (
                    name not in hidden
                ):
                    pass
                case ast.GeneratorExp():
                    pass
                case _:
                    return None
            items = [ast.copy_location(ast.Starred(given, ast.Load()), given), *default]
            whole = ast.copy_location(ast.List(items, ast.Load()), node)
            first = ast.copy_location(ast.Constant(0), node)
            return ast.copy_location(ast.Subscript(whole, first, ast.Load()), node)
    return None


def as_operator(function: ast.Attribute, argument: ast.expr, at: ast.AST) -> ast.expr:
    """`xs.__getitem__(i)` as `xs[i]`, `xs.__contains__(x)` as `x in xs`."""
    made: ast.expr = ast.Subscript(function.value, argument, ast.Load())
    if function.attr == "__contains__":
        made = ast.Compare(argument, [ast.In()], [function.value])
    return ast.copy_location(made, at)


def as_pieces(node: ast.Call) -> ast.JoinedStr | None:
    """`"{}: {:.2f}".format(a, b)` as an f-string, where each argument stands once, in the order of the text."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text))), args=args, keywords=keywords):
            pass
        case _:
            return None
    given: dict[str, ast.expr] = {str(at): argument for at, argument in enumerate(args)}
    given |= {keyword.arg: keyword.value for keyword in keywords if keyword.arg is not None}
    if len(given) < len(args) + len(keywords) or any(isinstance(argument, ast.Starred) for argument in args):
        return None
    pieces: list[ast.expr] = []
    used: list[str] = []
    try:
        parsed = list(Formatter().parse(text))
    except ValueError:
        return None
    for before, name, spec, conversion in parsed:
        if before:
            pieces.append(ast.copy_location(ast.Constant(before), node))
        if name is None:
            continue
        used.append(name or str(len(used)))
        if used[-1] not in given or "{" in (spec or ""):
            return None
        form = ast.JoinedStr([ast.copy_location(ast.Constant(spec), node)]) if spec else None
        if form is not None:
            ast.copy_location(form, node)
        value = ast.FormattedValue(given[used[-1]], ord(conversion) if conversion else -1, form)
        pieces.append(ast.copy_location(value, node))
    return ast.copy_location(ast.JoinedStr(pieces), node) if used == list(given) else None


def _hidden(name: str, file: File, scope: Scope) -> bool:
    return name in scope.names or name in file.places


def _named(name: str, at: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Name(name, ast.Load()), at)
