"""`class Person(TypedDict)` is a remark about dictionaries: `Person(name="a", age=3)` is `{"name": "a", "age": 3}`."""

from __future__ import annotations

import ast
import copy
from typing import cast

from faier.lang.names import given_names
from faier.lang.occurring import occurring


def with_typed_dicts(tree: ast.Module) -> ast.Module:
    """The file, in which these are dictionaries, as far as such classes are called, named in annotations, and bases of
    each other, and nothing else."""
    origins = _origins(tree)
    if not origins:
        return tree
    found: dict[str, ast.ClassDef] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _is_typed(node, origins | found.keys()):
            found[node.name] = node
    given = given_names(tree)
    calls = {id(node.func) for node in occurring(tree, ast.Call) if _is_plain(node)}
    remarks = _remarks(tree)
    free = {
        name
        for name in found
        if given.count(name) == 1
        and all(id(node) in calls | remarks for node in occurring(tree, ast.Name) if node.id == name)
    }
    if not free:
        return tree
    while any(base not in free | origins for name in free for base in _bases(found[name])):
        free = {name for name in free if all(base in free | origins for base in _bases(found[name]))}
    left = [node for node in tree.body if not (isinstance(node, ast.ClassDef) and node.name in free)]
    return cast(ast.Module, _Typed(free).visit(copy.deepcopy(ast.Module(left, tree.type_ignores))))


def _origins(tree: ast.Module) -> set[str]:
    """How the file writes TypedDict."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="typing", level=0):
                found |= {item.asname or item.name for item in node.names if item.name == "TypedDict"}
            case ast.Import():
                found |= {f"{item.asname or item.name}.TypedDict" for item in node.names if item.name == "typing"}
    return found


def _bases(node: ast.ClassDef) -> list[str]:
    found = map(ast.unparse, node.bases)
    return [base for base in found if base.partition("[")[0] not in ("Generic", "typing.Generic")]


def _is_typed(node: ast.ClassDef, known: set[str]) -> bool:
    bases = _bases(node)
    plain = bool(bases) and set(bases) <= known and not node.decorator_list
    return plain and all(item.arg == "total" for item in node.keywords) and all(map(_says_nothing, node.body))


def _says_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.AnnAssign(target=ast.Name(), value=None):
            return True
    return False


def _is_plain(node: ast.Call) -> bool:
    """With fields by name, or with one dictionary."""
    if any(item.arg is None for item in node.keywords):
        return False
    return not node.args or (len(node.args) == 1 and not isinstance(node.args[0], ast.Starred) and not node.keywords)


def _remarks(tree: ast.Module) -> set[int]:
    """The parts of annotations, and the bases of classes."""
    remarks = [node.annotation for node in occurring(tree, ast.AnnAssign)]
    remarks += [node.annotation for node in occurring(tree, ast.arg) if node.annotation is not None]
    remarks += [node.returns for node in occurring(tree, ast.FunctionDef) if node.returns is not None]
    remarks += [base for node in occurring(tree, ast.ClassDef) for base in node.bases]
    return {id(part) for remark in remarks for part in ast.walk(remark)}


class _Typed(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        made = isinstance(node.func, ast.Name) and node.func.id in self.names
        self.generic_visit(node)
        if not made:
            return node
        keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(item.arg), item) for item in node.keywords]
        values = [item.value for item in node.keywords]
        return ast.copy_location(ast.Dict([*[None] * len(node.args), *keys], [*node.args, *values]), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name("dict", node.ctx), node) if node.id in self.names else node
