"""Functions that Python chooses by the class of what they are given -> one that asks for it, the nearest class first.

@singledispatch                    def `show of all`(v): return 0
def show(v): return 0              def `show of int`(v: int): return v + 1
@show.register                     def show(v):
def _(v: int): return v + 1            if isinstance(v, int): return `show of int`(v)
                                       return `show of all`(v)
"""

from __future__ import annotations

import ast
from collections import Counter

from .outcome import Hole
from .rewriting import bound_names

_BUILT_IN = ("bool", "int", "str", "float", "list", "tuple", "dict", "set", "frozenset")


def dispatched(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    imports = [node for node in statements if isinstance(node, ast.ImportFrom) and node.module == "functools"]
    if not any(alias.name == "singledispatch" for node in imports for alias in node.names):
        return statements
    bound = Counter(name for node in statements for name in bound_names(node))
    if bound["singledispatch"] != 1 or any(bound[name] for name in (*_BUILT_IN, "isinstance")):
        raise Hole("singledispatch of this kind")
    for node in imports:
        node.names = [alias for alias in node.names if alias.name != "singledispatch"]
    body = [node for node in statements if node not in imports or (isinstance(node, ast.ImportFrom) and node.names)]
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    bases = {node.name: node.bases for node in body if isinstance(node, ast.ClassDef)}
    for first in functions:
        if any(ast.unparse(item) == "singledispatch" for item in first.decorator_list):
            body.insert(body.index(first), _choosing(first, functions, bases, bound))
    mentioned = [part for node in body for part in ast.walk(node) if isinstance(part, ast.Name)]
    if any(part.id in ("singledispatch", "_") and isinstance(part.ctx, ast.Load) for part in mentioned):
        raise Hole("singledispatch of this kind")
    return tuple(body)


def _choosing(
    first: ast.FunctionDef, functions: list[ast.FunctionDef], bases: dict[str, list[ast.expr]], bound: Counter[str]
) -> ast.stmt:
    name, count = first.name, _count(first)
    if len(first.decorator_list) > 1 or bound[name] > 1:
        raise Hole("singledispatch of this kind")
    found: dict[str, str] = {}
    for node in functions:
        if any(_registers(item, name) for item in node.decorator_list):
            of = _class(node, name)
            if len(node.decorator_list) > 1 or of in found or of not in (*_BUILT_IN, *bases) or _count(node) != count:
                raise Hole("singledispatch of this kind")
            node.decorator_list = []
            if node.name == "_":
                node.name = f"{name} of {of}"
            elif bound[node.name] > 1:
                raise Hole("singledispatch of this kind")
            found[of] = node.name
    first.name, first.decorator_list = f"{name} of all", []
    names = [f"value {at}" for at in range(count)]
    body: list[ast.stmt] = []
    for of in sorted(found, key=lambda of: (of in _BUILT_IN, -_depth(of, bases), of)):
        asked = ast.Call(_name("isinstance"), [_name(names[0]), _name(of)], [])
        body.append(ast.If(asked, [_back(found[of], names)], []))
    given = ast.arguments([], [ast.arg(one) for one in names], None, [], [], None, [])
    made = ast.FunctionDef(name, given, [*body, _back(first.name, names)], [], None)
    return ast.fix_missing_locations(ast.copy_location(made, first))


def _registers(item: ast.expr, name: str) -> bool:
    called = item.func if isinstance(item, ast.Call) else item
    return ast.unparse(called) == f"{name}.register"


def _class(node: ast.FunctionDef, name: str) -> str:
    match node.decorator_list[0], node.args.args[0].annotation:
        case ast.Call(args=[ast.Name(id=of)], keywords=[]), _:
            return of
        case ast.Attribute(), ast.Name(id=of):
            return of
    raise Hole("singledispatch of this kind")


def _count(node: ast.FunctionDef) -> int:
    """How many parameters there are, nothing but names."""
    given = node.args
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults or not given.args:
        raise Hole("the parameters of a function that is chosen")
    return len(given.args)


def _depth(of: str, bases: dict[str, list[ast.expr]]) -> int:
    """How many classes of the file it is made from: those below come first."""
    known = bases.get(of, [])
    if len(known) > 1:
        raise Hole("a class with several bases")
    return 1 + _depth(known[0].id, bases) if known and isinstance(known[0], ast.Name) else 0


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _back(function: str, names: list[str]) -> ast.stmt:
    return ast.Return(ast.Call(_name(function), list(map(_name, names)), []))
