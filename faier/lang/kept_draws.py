"""`@cached_property` that draws: drawn when it is first asked for, and kept by the record.

It becomes a property that looks whether the record has it already; `__init__` says that it has not.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved
from faier.lang.vocabulary import DRAWS


def with_kept_draws(tree: ast.Module) -> ast.Module:
    """The file, in which classes with an `__init__` keep by themselves what such properties draw."""
    marks = _marks(tree)
    if not marks:
        return tree
    drawing = _drawing(tree)
    if not any(_is_kept(part, marks, drawing) for node in _plain(tree) for part in node.body):
        return tree
    tree = copy.deepcopy(tree)
    for node in _plain(tree):
        start = next(part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__")
        for part in list(node.body):
            if isinstance(part, ast.FunctionDef) and _is_kept(part, marks, drawing):
                node.body[node.body.index(part) : node.body.index(part) + 1] = _kept(part, start)
    return tree


def _marks(tree: ast.Module) -> set[str]:
    """What stands above such properties."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="functools", names=names, level=0):
                found |= {item.asname or item.name for item in names if item.name == "cached_property"}
            case ast.Import(names=names):
                found |= {f"{item.asname or item.name}.cached_property" for item in names if item.name == "functools"}
    if not found:
        return found
    above = {ast.unparse(mark) for node in occurring(tree, ast.FunctionDef) for mark in node.decorator_list}
    return found & above if "property" not in given_names(tree) else set()


def _plain(tree: ast.Module) -> list[ast.ClassDef]:
    """The classes that have an `__init__`, and a place for everything."""
    return [
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.decorator_list and not node.keywords
        if any(isinstance(part, ast.FunctionDef) and part.name == "__init__" and part.args.args for part in node.body)
        if not any(isinstance(part, ast.Assign) and "__slots__" in ast.unparse(part.targets[0]) for part in node.body)
    ]


def _drawing(tree: ast.Module) -> set[str]:
    """The names of what draws, perhaps."""
    found = set(DRAWS)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "faier":
            found |= {item.asname or item.name for item in node.names if item.name in DRAWS}
    functions = {node.name: _mentioned(node) for node in occurring(tree, ast.FunctionDef)}
    functions |= {node.name: _mentioned(node) for node in tree.body if isinstance(node, ast.ClassDef)}
    while further := {name for name, inside in functions.items() if inside & found} - found:
        found |= further
    return found


def _mentioned(node: ast.AST) -> set[str]:
    parts = list(ast.walk(node))
    return {part.id for part in parts if isinstance(part, ast.Name)} | {
        part.attr for part in parts if isinstance(part, ast.Attribute)
    }


def _is_kept(part: ast.stmt, marks: set[str], drawing: set[str]) -> bool:
    match part:
        case ast.FunctionDef(decorator_list=[mark], args=ast.arguments(args=[_])):
            return ast.unparse(mark) in marks and bool(_mentioned(part) - {part.name} & drawing)
    return False


def _kept(part: ast.FunctionDef, start: ast.FunctionDef) -> list[ast.stmt]:
    """The property, and what computes it; `__init__` begins with nothing."""
    name, own = part.name, part.args.args[0].arg
    known, value, computed = f"{name}\u00b7known", f"{name}\u00b7kept", f"{name}\u00b7drawn"
    made = copy.deepcopy(part)
    made.name, made.decorator_list = computed, []
    lines = [
        f"if not {own}.{known}:\n    {own}.{value} = {own}.{computed}()\n    {own}.{known} = True",
        f"return {own}.{value}",
    ]
    asked = copy.deepcopy(part)
    asked.decorator_list = [ast.Name("property", ast.Load())]
    asked.body = [ast.parse(line).body[0] for line in lines]
    first = 1 if ast.get_docstring(start) is not None else 0
    record = start.args.args[0].arg
    nothing = [ast.parse(f"{record}.{field} = {begins}").body[0] for field, begins in ((known, False), (value, None))]
    start.body[first:first] = [moved(line, start) for line in nothing]
    asked.body = [moved(line, part) for line in asked.body]
    asked.decorator_list = [ast.copy_location(asked.decorator_list[0], part)]
    return [made, asked]
