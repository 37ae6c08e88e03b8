"""`Point = namedtuple("Point", "x y")` -> a class of the file, as `NamedTuple` makes it."""

from __future__ import annotations

import ast
from collections import Counter
from keyword import iskeyword

from .outcome import Hole
from .rewriting import bound_names

_BASE = "#NamedTuple"  # no name of a file has such a sign


def with_named_tuples(tree: ast.Module) -> ast.Module:
    """The file, in which these are classes."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "collections"]
    names = {
        alias.asname or alias.name
        for node in imports
        for alias in node.names
        if alias.name == "namedtuple" and not node.level
    }
    if not names:
        return tree
    bound = Counter(bound_names(tree))
    if any(bound[name] > 1 for name in names):
        raise Hole("namedtuple is imported, and something else")
    body: list[ast.stmt] = []
    for node in tree.body:
        if node in imports and isinstance(node, ast.ImportFrom):
            left = [alias for alias in node.names if alias.name != "namedtuple"]
            if len(left) < len(node.names):
                body.append(ast.copy_location(ast.ImportFrom("typing", [ast.alias("NamedTuple", _BASE)], 0), node))
            body += [ast.copy_location(ast.ImportFrom(node.module, left, node.level), node)] if left else []
            continue
        match node:
            case ast.Assign(targets=[ast.Name(id=title)], value=ast.Call(func=ast.Name(id=name)) as call) if (
                name in names
            ):
                body.append(ast.fix_missing_locations(ast.copy_location(_class(title, call), node)))
            case _:
                body.append(node)
    if any(isinstance(part, ast.Name) and part.id in names for node in body for part in ast.walk(node)):
        raise Hole("namedtuple in another place")
    return ast.Module(body, tree.type_ignores)


def _class(title: str, call: ast.Call) -> ast.ClassDef:
    match call:
        case ast.Call(args=[ast.Constant(value=str() as name), said], keywords=keywords) if name == title:
            fields, defaults = _fields(said), _defaults(keywords)
        case _:
            raise Hole("a namedtuple of this kind")
    wrong = any(not field.isidentifier() or iskeyword(field) or field.startswith("_") for field in fields)
    if not len(defaults) <= len(set(fields)) == len(fields) or wrong or not fields:
        raise Hole("the fields of a namedtuple")
    given = [*[None] * (len(fields) - len(defaults)), *defaults]
    body: list[ast.stmt] = [
        ast.AnnAssign(ast.Name(field, ast.Store()), ast.Constant(None), default, 1)
        for field, default in zip(fields, given, strict=True)
    ]
    made = ast.ClassDef(title, [ast.Name(_BASE, ast.Load())], [], body, [])
    made.type_params = []  # type: ignore[attr-defined,unused-ignore]
    return made


def _defaults(keywords: list[ast.keyword]) -> list[ast.expr]:
    """Those of the last fields."""
    match keywords:
        case []:
            return []
        case [ast.keyword(arg="defaults", value=ast.List(elts=items) | ast.Tuple(elts=items))]:
            return items
    raise Hole("a namedtuple of this kind")


def _fields(said: ast.expr) -> list[str]:
    match said:
        case ast.Constant(value=str() as text):
            return text.replace(",", " ").split()
        case ast.List(elts=items) | ast.Tuple(elts=items):
            found = [item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
            if len(found) == len(items):
                return found
    raise Hole("the fields of a namedtuple")
