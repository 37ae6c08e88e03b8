"""What says something to type checkers alone, and stands above classes or is called: `@runtime_checkable`, `NewType`.

`UserId = NewType("UserId", int)` is another name for `int` in annotations, and `UserId(x)` is `x`. A Protocol may be
`@runtime_checkable` where nothing asks whether something is an instance of it. `isinstance(x, numbers.Integral)` is
read in `instances`.
"""

from __future__ import annotations

import ast
import copy
from typing import cast

from faier.lang.occurring import occurring


def with_new_types(tree: ast.Module) -> ast.Module:
    """The file without these remarks, as far as they are nothing more."""
    origins = _origins(tree)
    if not origins:
        return tree
    tree = copy.deepcopy(tree)
    remarks = _in_annotations(tree) | {
        id(part)
        for node in occurring(tree, ast.Call)
        if ast.unparse(node.func) in origins["NewType"]
        for meant in node.args[1:]
        for part in ast.walk(meant)
    }
    types: dict[str, ast.expr] = {}
    kept: list[ast.stmt] = []
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=called, args=[ast.Constant(value=str(text)), meant], keywords=[]),
            ) if ast.unparse(called) in origins["NewType"] and text == name and _is_called_only(tree, name, remarks):
                types[name] = meant
                continue
            case ast.ClassDef(name=name):
                marks = [item for item in node.decorator_list if ast.unparse(item) in origins["runtime_checkable"]]
                if marks and _is_protocol(node) and not _unremarked(tree, name, remarks):
                    node.decorator_list = [item for item in node.decorator_list if item not in marks]
        kept.append(node)
    tree.body = kept
    made = _Types(types).visit(tree) if types else tree
    return ast.Module(made.body, tree.type_ignores)


def _origins(tree: ast.Module) -> dict[str, set[str]]:
    """How the file writes each of the two names of `typing`; nothing where it imports neither."""
    found: dict[str, set[str]] = {"NewType": set(), "runtime_checkable": set()}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="typing", level=0):
                for item in node.names:
                    if item.name in found:
                        found[item.name].add(item.asname or item.name)
            case ast.Import():
                for item in node.names:
                    if item.name == "typing":
                        for name, written in found.items():
                            written.add(f"{item.asname or item.name}.{name}")
    return found if any(found.values()) else {}


def _in_annotations(tree: ast.Module) -> set[int]:
    """The parts of annotations, and of what stands in the brackets of bases."""
    remarks = [node.annotation for node in occurring(tree, ast.AnnAssign)]
    remarks += [node.annotation for node in occurring(tree, ast.arg) if node.annotation is not None]
    remarks += [node.returns for node in occurring(tree, ast.FunctionDef) if node.returns is not None]
    bases = [base for node in occurring(tree, ast.ClassDef) for base in node.bases]
    remarks += [base.slice for base in bases if isinstance(base, ast.Subscript)]
    return {id(part) for remark in remarks for part in ast.walk(remark)}


def _unremarked(tree: ast.Module, name: str, remarks: set[int]) -> list[ast.Name]:
    """Where the name stands that is no annotation and no base of a class."""
    bases = {id(base) for node in occurring(tree, ast.ClassDef) for base in node.bases}
    found = (node for node in occurring(tree, ast.Name) if node.id == name)
    return [node for node in found if id(node) not in remarks and id(node) not in bases]


def _is_called_only(tree: ast.Module, name: str, remarks: set[int]) -> bool:
    """Whether it gets its value once, and is called with one argument wherever it is no annotation."""
    calls = {
        id(node.func)
        for node in occurring(tree, ast.Call)
        if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
    }
    found = [node for node in occurring(tree, ast.Name) if node.id == name and id(node) not in remarks]
    stored = [node for node in found if not isinstance(node.ctx, ast.Load)]
    other = {node.arg for node in occurring(tree, ast.arg)} | {node.name for node in occurring(tree, ast.FunctionDef)}
    other |= {node.name for node in occurring(tree, ast.ClassDef)}
    return len(stored) == 1 and name not in other and all(id(node) in calls for node in found if node not in stored)


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).partition("[")[0] in ("Protocol", "typing.Protocol") for base in node.bases)


class _Types(ast.NodeTransformer):
    def __init__(self, types: dict[str, ast.expr]) -> None:
        self.types = types

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[value]) if name in self.types:
                return cast(ast.AST, self.visit(value))
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        meant = self.types.get(node.id)
        return node if meant is None else cast(ast.AST, self.visit(copy.deepcopy(meant)))
