"""Functions as values: of the top level, lambdas in constants, and what remembers variables of functions around it
(`remembering`); a run holds them by their names, with what they remember.

What changes what it is given, or yields, is no value here.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from .decorating import KEPT, KEY
from .file import File, Function
from .method_names import CHANGING, METHODS
from .remembering import BOUND


def lifted(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """The statements, in which every lambda of a constant is a function that stands before it."""
    lifting = _Lifting()
    found: list[ast.stmt] = []
    for node in statements:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and not isinstance(node.value, ast.Lambda):
            lifting.visit(node)
            found += lifting.functions
            lifting.functions = []
        found.append(node)
    return tuple(found)


class _Lifting(ast.NodeTransformer):
    def __init__(self) -> None:
        self.functions: list[ast.stmt] = []
        self.count = 0

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        self.count += 1
        name = f"lambda {self.count}"
        body = ast.copy_location(ast.Return(node.body), node)
        made = ast.FunctionDef(name=name, args=node.args, body=[body], decorator_list=[], returns=None)
        self.functions.append(ast.copy_location(made, node))
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return node

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        return node

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return node

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return node


def valued(file: File) -> frozenset[str]:
    """The functions that are mentioned as values."""
    may = {name for name, function in file.functions.items() if _may(function)}
    found: set[str] = set()
    for node in file.statements:
        bodies = [*node.body, node.args] if isinstance(node, ast.FunctionDef) else [node]
        for body in bodies:
            called = {id(part.func) for part in ast.walk(body) if isinstance(part, ast.Call)}
            found |= {part.id for part in ast.walk(body) if isinstance(part, ast.Name) and id(part) not in called}
    return frozenset(found & may)


def _may(function: Function) -> bool:
    plain = function.kind == "helper" and "." not in function.name and not function.lent and not function.streams
    return plain and not (function.yields or function.captured or function.inner or function.settings)


def may_be_called(file: File, node: ast.AST) -> Iterator[str]:
    """The functions of the file that a call may be of."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in file.functions:
            yield name
        case ast.Call() if by_value(file, node):
            yield from file.valued


def by_value(file: File, node: ast.Call) -> bool:
    """Whether what is called is worked out: what a variable holds, or an item."""
    match node.func:
        case ast.Subscript(slice=ast.expr()):
            return True
        case ast.Call() | ast.IfExp():
            return True
        case ast.Attribute(attr=name):
            return any(name in of.shape.fields for of in file.classes.values()) and name not in METHODS | CHANGING
        case ast.Name(id=name) if name not in (BOUND, KEY, KEPT):
            return not (file.defines(name) and name not in file.constants) and not hasattr(builtins, name)
    return False


def takes_any(file: File, node: ast.Call) -> bool:
    """Whether some function that is a value may be called so; which it is, is for the runs."""
    open_ = node.keywords or any(isinstance(item, ast.Starred) for item in node.args)
    partial = "functools.partial" in file.words.values() or "functools" in file.modules.values()
    names = [item.arg for item in node.keywords]
    functions = [file.functions[name] for name in file.valued]
    return len(set(names)) == len(names) and any(
        open_ or (_takes(function, len(node.args)) and (partial or _least(function) <= len(node.args)))
        for function in functions
    )


def _takes(function: Function, count: int) -> bool:
    rest = any(item.rest == "*" for item in function.parameters)
    return rest or count <= sum(not item.keyword_only for item in function.parameters)


def _least(function: Function) -> int:
    return sum(item.default is None and not item.keyword_only for item in function.parameters)
