"""Calls that say something to type checkers alone: `cast(T, x)` and `assert_type(x, T)` are `x`, and `assert_never(x)`
raises, where a run comes to it. `get_args(Color)` is the tuple of what `Color = Literal["red", "blue"]` lists. `@final`
and `@override` above classes and functions are left out.
"""

from __future__ import annotations

import ast
import builtins
import copy

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import placed

_WORDS = ("cast", "assert_type", "assert_never", "get_args")
_REMARKS = ("final", "override")
_EVERY = (*_WORDS, *_REMARKS)
_OF_ITEMS = frozenset(["list", "dict", "set", "tuple", "frozenset", "type"])
_TYPES = (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant, ast.BinOp, ast.BitOr, ast.Load)


def with_type_words(tree: ast.Module) -> ast.Module:
    """The file without such calls."""
    origins = _origins(tree)
    given = given_names(tree)
    origins = {name: word for name, word in origins.items() if given.count(name.partition(".")[0]) == 1}
    if not origins:
        return tree
    told = any(node.name for node in occurring(tree, ast.ExceptHandler))
    listed = {name: values for name, values in _listed(tree).items() if given.count(name) == 1}
    remarks = {name for name, word in origins.items() if word in _REMARKS}
    changed = _Words(origins, set(given), told, listed, remarks).visit(copy.deepcopy(tree))
    assert isinstance(changed, ast.Module)
    return changed


def _origins(tree: ast.Module) -> dict[str, str]:
    """These words, by what the file writes for them."""
    found: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="typing", level=0, names=names):
                found |= {item.asname or item.name: item.name for item in names if item.name in _EVERY}
            case ast.Import(names=names):
                modules = [item.asname or item.name for item in names if item.name == "typing"]
                found |= {f"{module}.{word}": word for module in modules for word in _EVERY}
    called = {ast.unparse(node.func) for node in occurring(tree, ast.Call)}
    marks = [item for node in occurring(tree, ast.ClassDef) for item in node.decorator_list]
    marks += [item for node in occurring(tree, ast.FunctionDef) for item in node.decorator_list]
    called |= {name for name in map(ast.unparse, marks) if found.get(name) in _REMARKS}
    return {name: word for name, word in found.items() if name in called}


def _listed(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What types of the file list, by their names."""
    literals = {
        item.asname or item.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "typing" and not node.level
        for item in node.names
        if item.name == "Literal"
    }
    found: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript(value=of, slice=inside))
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Subscript(value=of, slice=inside))
            ) if isinstance(of, ast.Name) and of.id in literals:
                values = inside.elts if isinstance(inside, ast.Tuple) else [inside]
                plain = all(isinstance(item, ast.Constant) for item in values)
                if plain and len({ast.dump(item) for item in values}) == len(values):
                    found[name] = values
    return found


class _Words(ast.NodeTransformer):
    """`told`: a handler may ask what an exception says. `listed`: what types of the file list. `remarks`: what `final`
    and `override` are called."""

    def __init__(
        self,
        origins: dict[str, str],
        given: set[str],
        told: bool,
        listed: dict[str, list[ast.expr]],
        remarks: set[str],
    ) -> None:
        self.remarks = remarks
        self.listed = listed
        self.origins = origins
        self.given = given
        self.told = told

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = [item for item in node.decorator_list if ast.unparse(item) not in self.remarks]
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [item for item in node.decorator_list if ast.unparse(item) not in self.remarks]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match self.origins.get(ast.unparse(node.func)), node.args, node.keywords:
            case "cast", [meant, value], [] if self.is_type(meant) and not isinstance(value, ast.Starred):
                return value
            case "get_args", [ast.Name(id=name)], [] if name in self.listed:
                return placed(ast.Tuple(copy.deepcopy(self.listed[name]), ast.Load()), node)
            case "assert_type", [value, meant], [] if self.is_type(meant) and not isinstance(value, ast.Starred):
                return value
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return self.raised(node, node.value) or self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return self.raised(node, node.value) or self.generic_visit(node)

    def raised(self, node: ast.stmt, value: ast.expr | None) -> ast.stmt | None:
        """`assert_never(kind)` as `raise AssertionError`: its text has the value in it."""
        match value:
            case ast.Call(func=function, args=[ast.Name() | ast.Attribute()], keywords=[]):
                never = self.origins.get(ast.unparse(function)) == "assert_never"
                if never and not self.told and "AssertionError" not in self.given:
                    return placed(ast.Raise(ast.Name("AssertionError", ast.Load()), None), node)
        return None

    def is_type(self, meant: ast.expr) -> bool:
        """Whether it is what stands in annotations, and computing it does nothing."""
        for part in ast.walk(meant):
            match part:
                case ast.Name(id=name) if name not in self.given and not hasattr(builtins, name):
                    return False
                case ast.Subscript(value=ast.Name(id=name)) if name not in _OF_ITEMS | self.given:
                    return False
                case ast.AST() if not isinstance(part, _TYPES):
                    return False
        return True
