"""Classes inside of classes: `class Session: class Builder: ...` are two classes, and `Session.Builder` is one of them.

An inner class stands before the outer one where its name means nothing else in the file. Everything else stays as it
is, and is refused where it is read.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from faier.lang.names import given_names
from faier.lang.occurring import occurring

_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BASES = frozenset(["object", "ABC", "Generic", "Protocol"])


def with_nested_classes(tree: ast.Module) -> ast.Module:
    """The file, in which no class that can stand by itself stands in another one."""
    nested = [part for node in occurring(tree, ast.ClassDef) for part in node.body if isinstance(part, ast.ClassDef)]
    if not nested:
        return tree
    tree = copy.deepcopy(tree)
    while (found := next(_inner(tree), None)) is not None:
        outer, inner = found
        outer.body = [part for part in outer.body if part is not inner] or [ast.copy_location(ast.Pass(), inner)]
        tree.body.insert(tree.body.index(outer), inner)
        reading = _Reading(outer.name, inner.name)
        for node in tree.body:
            reading.visit(node)
        for method in outer.body:
            if isinstance(method, ast.FunctionDef) and method.args.args:
                _Reading(method.args.args[0].arg, inner.name).visit(method)
    return tree


def _inner(tree: ast.Module) -> Iterator[tuple[ast.ClassDef, ast.ClassDef]]:
    """The classes that can stand before those in which they stand."""
    given = given_names(tree)
    for outer in tree.body:
        if not isinstance(outer, ast.ClassDef) or given.count(outer.name) != 1:
            continue
        if not all(_is_plain(base, tree, given) for base in outer.bases):
            continue
        for inner in outer.body:
            if isinstance(inner, ast.ClassDef) and given.count(inner.name) == 1 and _is_free(inner.name, outer, tree):
                yield outer, inner


def _is_plain(base: ast.expr, tree: ast.Module, given: list[str]) -> bool:
    """Whether what the class has of this base is plain too."""
    base = base.value if isinstance(base, ast.Subscript) else base
    if not isinstance(base, ast.Name):
        return False
    if base.id in _BASES:
        return True
    own = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == base.id]
    return given.count(base.id) == 1 and any(_is_plain_class(node, tree, given) for node in own)


def _is_plain_class(node: ast.ClassDef, tree: ast.Module, given: list[str]) -> bool:
    return not node.keywords and all(_is_plain(base, tree, given) for base in node.bases)


def _is_free(name: str, outer: ast.ClassDef, tree: ast.Module) -> bool:
    """Whether the file reads the name behind a dot alone, or where the body of the outer class is worked out."""
    here = {id(part) for node in outer.body for part in _worked_out(node)}
    for part in ast.walk(tree):
        match part:
            case ast.Name(id=found) if found == name and id(part) not in here:
                return False
            case ast.Attribute(attr=found, ctx=ast.Store() | ast.Del()) if found == name:
                return False
            case ast.keyword(arg=found) | ast.Constant(value=found) if found == name:
                return False
    return True


def _worked_out(node: ast.stmt) -> Iterator[ast.AST]:
    """What is computed while the class is made."""
    if isinstance(node, ast.ClassDef):
        return
    if isinstance(node, ast.FunctionDef):
        for given in (node.args, node.returns):
            yield from ast.walk(given) if given is not None else ()
        return
    if not any(isinstance(part, _SCOPES) for part in ast.walk(node)):  # these do not see what the class gives a value
        yield from ast.walk(node)


class _Reading(ast.NodeTransformer):
    """`Session.Builder` as `Builder`."""

    def __init__(self, outer: str, inner: str) -> None:
        self.outer, self.inner = outer, inner

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        match node.value:
            case ast.Name(id=name) if name == self.outer and node.attr == self.inner:
                return ast.copy_location(ast.Name(self.inner, ast.Load()), node)
        return node
