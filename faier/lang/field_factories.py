"""Factories of fields that make containers: `field(default_factory=lambda: {ad: 0 for ad in ADS})` names a function."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import placed

_DISPLAYS = (ast.Dict, ast.Set, ast.DictComp, ast.SetComp, ast.ListComp, ast.GeneratorExp)
_MAKING = frozenset(["list", "tuple", "dict", "set", "frozenset", "defaultdict", "Counter", "deque", "OrderedDict"])


def with_field_factories(tree: ast.Module) -> ast.Module:
    """The file, in which functions that stand above the classes make what these lambdas make."""
    if not any(_is_factory(node) for node in occurring(tree, ast.keyword)):
        return tree
    tree = copy.deepcopy(tree)
    taken = set(given_names(tree))
    body: list[ast.stmt] = []
    for node in tree.body:
        for name, factory in _factories(node) if isinstance(node, ast.ClassDef) else ():
            assert isinstance(factory.value, ast.Lambda)
            while name in taken:
                name += "_"
            taken.add(name)
            made = ast.parse(f"def {name}():\n    pass").body[0]
            assert isinstance(made, ast.FunctionDef)
            made.body = [ast.copy_location(ast.Return(factory.value.body), factory.value.body)]
            body.append(placed(ast.copy_location(made, factory.value), factory.value))
            factory.value = ast.copy_location(ast.Name(name, ast.Load()), factory.value)
        body.append(node)
    return ast.Module(body, tree.type_ignores)


def _factories(node: ast.ClassDef) -> Iterator[tuple[str, ast.keyword]]:
    for part in node.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(keywords=keywords)):
                yield from ((f"{node.name}__{name}", item) for item in keywords if _is_factory(item))


def _is_factory(node: ast.keyword) -> bool:
    match node:
        case ast.keyword(arg="default_factory", value=ast.Lambda(args=args, body=body)) if not ast.unparse(args):
            return _makes(body)
    return False


def _makes(node: ast.expr) -> bool:
    """Whether it makes a container of something, and not one that is empty or that one name says."""
    match node:
        case ast.Call(func=ast.Name(id="defaultdict"), args=[ast.Name()], keywords=[]):
            return False
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in _MAKING:
            return bool(args or keywords)
    return any(isinstance(part, _DISPLAYS) for part in ast.walk(node))
