"""Other names for types, and views that nobody can tell from what is behind: `Row = int`, `MappingProxyType({...})`.

A name that is bound once, at the top level, to a type that has one meaning in the file is that type wherever it stands.
A view of a dictionary that has no other name is the dictionary, where all that the file does is to read it.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.iterators import all_bindings
from faier.lang.occurring import occurring

_TYPES = frozenset(["bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"])
_OF_COLLECTIONS = frozenset(["Counter", "defaultdict", "deque"])
_READING = frozenset(["get", "items", "keys", "values"])


def with_same_types(tree: ast.Module, imported: bool = False) -> ast.Module:
    """The file with what such names stand for; those of an imported file may be read elsewhere."""
    if imported or not any(map(_may_be, tree.body)):
        return tree
    bound: dict[str, int] = {}
    for name, _ in all_bindings(tree):
        bound[name] = bound.get(name, 0) + 1
    known = _known(tree, bound)
    types = {
        target.id: value.id
        for node in tree.body
        for target, value in _named(node)
        if isinstance(value, ast.Name) and bound[target.id] == 1 and value.id in known
    }
    views = {target.id for node in tree.body for target, value in _named(node) if _is_view(value, tree)}
    views = {name for name in views if bound[name] == 1 and _is_read_only(tree, name)}
    if not types and not views:
        return tree
    tree = copy.deepcopy(tree)
    tree.body = [node for node in tree.body if not any(target.id in types for target, _ in _named(node))]
    for node in tree.body:
        for target, value in _named(node):
            if target.id in views:
                node.value = value.args[0]  # type: ignore[attr-defined]
    return ast.Module(_Named(types).visit(tree).body, tree.type_ignores)


def _may_be(node: ast.stmt) -> bool:
    return any(isinstance(value, ast.Name) or _is_called(value, "MappingProxyType") for _, value in _named(node))


def _named(node: ast.stmt) -> list[tuple[ast.Name, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Name() as target], value=value):
            return [(target, value)]
        case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
            return [(target, value)]
    return []


def _known(tree: ast.Module, bound: dict[str, int]) -> set[str]:
    """What names types in the file, and nothing else."""
    found = {name for name in _TYPES if name not in bound}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "collections" and not node.level:
            found |= {item.name for item in node.names if item.name in _OF_COLLECTIONS and item.asname is None}
    return {name for name in found if bound.get(name, 0) < 2}


def _is_called(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[_], keywords=[]):
            return called == name
    return False


def _is_view(node: ast.expr, tree: ast.Module) -> bool:
    """Whether it is a view of a dictionary that is made there."""
    match node:
        case ast.Call(func=ast.Name(), args=[ast.Dict() | ast.DictComp()]) if _is_called(node, "MappingProxyType"):
            imports = occurring(tree, ast.ImportFrom)
            given = [part for item in imports if item.module == "types" for part in item.names]
            return any(part.name == "MappingProxyType" and part.asname is None for part in given)
    return False


def _is_read_only(tree: ast.Module, name: str) -> bool:
    """Whether the file only looks things up in it, and goes over it."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and child.id == name and not _reads(node, child):
                return False
    return True


def _reads(node: ast.AST, child: ast.Name) -> bool:
    match node:
        case ast.Subscript(value=value, ctx=ast.Load()):
            return value is child
        case ast.Attribute(value=value, attr=attr):
            return value is child and attr in _READING
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
            return iterable is child
        case ast.Compare(comparators=[other], ops=[ast.In() | ast.NotIn()]):
            return other is child
        case ast.Call(func=ast.Name(id="len" | "sorted" | "list" | "tuple"), args=[given]):
            return given is child
    return isinstance(child.ctx, ast.Store)


class _Named(ast.NodeTransformer):
    def __init__(self, types: dict[str, str]) -> None:
        self.types = types

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self.types.get(node.id, node.id), node.ctx), node)
