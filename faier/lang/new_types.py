"""What says something to type checkers alone, and stands above classes or is called: `@runtime_checkable`, `NewType`.

`UserId = NewType("UserId", int)` is another name for `int` in annotations, and `UserId(x)` is `x`. A Protocol may be
`@runtime_checkable`: an instance of it is one of a class of the file that has its methods.
`isinstance(x, numbers.Integral)` is read in `instances`.
"""

from __future__ import annotations

import ast
import copy
import re
import sys
from collections import Counter, defaultdict, deque
from enum import Enum
from fractions import Fraction
from typing import cast

from faier.lang.occurring import occurring

_PYTHONS = (int, float, str, list, dict, set, frozenset, tuple, deque, Counter, defaultdict, Fraction, Enum, Exception)
_OF_PYTHON = frozenset(name for known in (*_PYTHONS, type(len), type, type(lambda: 0)) for name in dir(known))
_OF_PYTHON |= {"_asdict", "_replace", "_make"}


def with_new_types(tree: ast.Module, imported: bool = False) -> ast.Module:
    """The file without these remarks, as far as they are nothing more; records of an imported one may be of others."""
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
    protocols: dict[str, list[str]] = {}
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
                asked = _unremarked(tree, name, remarks) if marks and _is_protocol(node) else []
                having = _having(tree, node) if asked and not imported else []
                if marks and _is_protocol(node) and (not asked or (having and _are_asked(tree, asked))):
                    node.decorator_list = [item for item in node.decorator_list if item not in marks]
                    protocols[name] = having
        kept.append(node)
    tree.body = kept
    if any(protocols.values()):
        tree = _Asked(protocols).visit(tree)
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


def _are_asked(tree: ast.Module, mentions: list[ast.Name]) -> bool:
    """Whether all that is done with the class is to ask whether something is an instance of it."""
    asked = set()
    for node in occurring(tree, ast.Call):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Tuple(elts=items)]):
                asked |= set(map(id, items))
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, item]):
                asked.add(id(item))
    return all(id(mention) in asked for mention in mentions)


def _having(tree: ast.Module, protocol: ast.ClassDef) -> list[str]:
    """The classes of the file that have the methods of the protocol, where nothing else in the file has one of them."""
    wanted = {part.name for part in protocol.body if isinstance(part, ast.FunctionDef)}
    plain = (ast.FunctionDef, ast.Expr, ast.Pass)
    if not wanted or not all(isinstance(part, plain) for part in protocol.body) or len(protocol.bases) > 1:
        return []
    if wanted & _OF_PYTHON or any(part.decorator_list for part in protocol.body if isinstance(part, ast.FunctionDef)):
        return []
    stored = {node.attr for node in occurring(tree, ast.Attribute) if isinstance(node.ctx, ast.Store)}
    classes = {node.name: node for node in occurring(tree, ast.ClassDef)}
    in_bodies = [part for node in classes.values() for part in node.body if not isinstance(part, ast.FunctionDef)]
    stored |= {part.id for item in in_bodies for part in ast.walk(item) if isinstance(part, ast.Name)}
    outside = [node for node in occurring(tree, ast.ClassDef) if node not in tree.body]
    if wanted & stored or outside or len(classes) < len(occurring(tree, ast.ClassDef)) or _reads_files(tree):
        return []
    texts = [
        part.value for call in occurring(tree, ast.Call) for part in ast.walk(call) if isinstance(part, ast.Constant)
    ]
    if any(not wanted.isdisjoint(re.findall(r"\w+", text)) for text in texts if isinstance(text, str)):
        return []  # such as `namedtuple("Stage", "apply")`
    return [name for name in classes if name != protocol.name and wanted <= _methods(classes, name, ())]


def _reads_files(tree: ast.Module) -> bool:
    """Whether the file imports others of its project, whose records it may be given."""
    modules = [(node.module or "", node.level) for node in occurring(tree, ast.ImportFrom)]
    modules += [(item.name, 0) for node in occurring(tree, ast.Import) for item in node.names]
    known = sys.stdlib_module_names | {"faier"}
    return any(level or name.partition(".")[0] not in known for name, level in modules)


def _methods(classes: dict[str, ast.ClassDef], name: str, before: tuple[str, ...]) -> set[str]:
    if name not in classes or name in before:
        return set()
    own = {part.name for part in classes[name].body if isinstance(part, ast.FunctionDef)}
    written = [base.value if isinstance(base, ast.Subscript) else base for base in classes[name].bases]
    bases = [base for base in written if isinstance(base, ast.Name)]
    return own.union(*(_methods(classes, base.id, (*before, name)) for base in bases))


class _Asked(ast.NodeTransformer):
    """Asks for the classes that have what a protocol wants."""

    def __init__(self, protocols: dict[str, list[str]]) -> None:
        self.protocols = protocols

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]):
                items = asked.elts if isinstance(asked, ast.Tuple) else [asked]
                found = [new for item in items for new in self.classes(item)]
                if len(found) > 1 or isinstance(asked, ast.Tuple):
                    node.args[1] = ast.copy_location(ast.Tuple(found, ast.Load()), asked)
                else:
                    node.args[1] = found[0]
        return node

    def classes(self, node: ast.expr) -> list[ast.expr]:
        names = self.protocols.get(node.id, []) if isinstance(node, ast.Name) else []
        return [ast.copy_location(ast.Name(name, ast.Load()), node) for name in names] or [node]


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
