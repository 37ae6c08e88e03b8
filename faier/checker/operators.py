"""The functions of `operator` -> the operators that they are, wherever they are called or handed over.

    from operator import add              reduce(add, xs)  ->  reduce with a + b
    operator.neg(x)                       -x

`itemgetter` is written anew where it is handed over (`rewriting`).
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from copy import deepcopy

from .mathematics import OPERATORS
from .outcome import Hole
from .rewriting import bound_names

_WRITTEN = {name: ast.parse(f"a {sign} b", mode="eval").body for name, sign in OPERATORS.items()}
_WRITTEN |= {
    name: ast.parse(text, mode="eval").body
    for name, text in {"neg": "-a", "not_": "not a", "pos": "+a", "invert": "~a", "inv": "~a"}.items()
}


def without_operators(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """The statements of the file, in which no function of `operator` is mentioned."""
    if not any(map(_imports, statements)):
        return statements
    operators = _Operators(statements)
    found = [operators.statement(node) for node in statements if not _imports(node)]
    first = next((at for at, node in enumerate(found) if not isinstance(node, (ast.Expr, ast.ImportFrom))), len(found))
    return (*found[:first], *operators.made.values(), *found[first:])


def _imports(node: ast.stmt) -> bool:
    """Whether nothing but what is known here is imported."""
    match node:
        case ast.ImportFrom(module="operator", names=names, level=0):
            return all(alias.name in _WRITTEN or alias.name in ("itemgetter", "attrgetter") for alias in names)
        case ast.Import(names=[ast.alias(name="operator")]):
            return True
    return False


def _twice(statements: tuple[ast.stmt, ...], name: str, times: int) -> bool:
    """Whether `import operator` stands there so often, and nothing else gives the name a value."""
    whole = [node for node in statements if isinstance(node, ast.Import) and _imports(node)]
    return times == sum((node.names[0].asname or node.names[0].name) == name for node in whole)


class _Operators(ast.NodeTransformer):
    """`names` and `modules` are what the file calls functions, and modules of them."""

    def __init__(self, statements: tuple[ast.stmt, ...]) -> None:
        bound = Counter(name for node in statements for name in bound_names(node))
        self.made: dict[str, ast.stmt] = {}
        self.names: dict[str, str] = {}
        self.modules: set[str] = set()
        for node in filter(_imports, statements):
            for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else []:
                name = alias.asname or alias.name
                if (bound[name] > 1 and not _twice(statements, name, bound[name])) or hasattr(builtins, name):
                    raise Hole(f"{name} is imported, and something else")
                if isinstance(node, ast.ImportFrom):
                    self.names[name] = alias.name
                else:
                    self.modules.add(name)

    def function(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(id=name):
                return self.names.get(name)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self.modules:
                return name
        return None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Decorators, defaults and annotations stay as they are written."""
        self.nowhere(*node.decorator_list, node.args, *filter(None, [node.returns]))
        node.body = [self.visit(part) for part in node.body]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.nowhere(*node.decorator_list, *node.bases, *node.keywords)
        node.body = [self.statement(part) for part in node.body]
        return node

    def statement(self, node: ast.stmt) -> ast.stmt:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            made: ast.stmt = self.visit(node)
            return made
        if isinstance(node, ast.Assign):
            node.value = self.visit(node.value)
        self.nowhere(node)
        return node

    def nowhere(self, *nodes: ast.AST) -> None:
        for part in (part for node in nodes for part in ast.walk(node)):
            if isinstance(part, ast.Name) and (part.id in self.names or part.id in self.modules):
                raise Hole("a function of operator as a value")

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.modules:
            raise Hole("a function of operator as a value")
        return self.value(node) if node.id in self.names else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if self.function(node) is not None:
            return self.value(node)
        self.generic_visit(node)
        return node

    def value(self, node: ast.expr) -> ast.expr:
        """The operator as a function of the file."""
        name = self.function(node) or ""
        if name not in _WRITTEN:
            raise Hole("a function of operator as a value")
        body = deepcopy(_WRITTEN[name])
        names = sorted({part.id for part in ast.walk(body) if isinstance(part, ast.Name)})
        given = ast.arguments([ast.arg(one) for one in names], [], None, [], [], None, [])
        made = ast.FunctionDef(f"operator#{name}", given, [ast.Return(body)], [], None)
        self.made[made.name] = ast.fix_missing_locations(ast.copy_location(made, node))
        return ast.copy_location(ast.Name(made.name, ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = self.function(node.func)
        if name is None:
            self.generic_visit(node)
            return node
        made = deepcopy(_WRITTEN.get(name))
        given = [self.visit(item) for item in node.args]
        if node.keywords or any(isinstance(item, ast.Starred) for item in given):
            raise Hole("what a function of operator is given")
        match made, given:
            case ast.BinOp(), [left, right]:
                made.left, made.right = left, right
            case ast.Compare(), [left, right]:
                made.left, made.comparators = left, [right]
            case ast.UnaryOp(), [value]:
                made.operand = value
            case _:
                raise Hole(f"the function {name} of operator")
        return ast.fix_missing_locations(ast.copy_location(made, node))
