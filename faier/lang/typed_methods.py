"""Methods of which Python asks what they return: `__len__` an integer that is not below 0, `__bool__` True or False.

def __len__(self):                   def __len__(self):
    return self.n                        `length` = self.n
                                         if not isinstance(`length`, int): return None + 0
                                         if `length` < 0: raise ValueError("__len__() should return >= 0")
                                         return `length` + 0
"""

from __future__ import annotations

import ast
import copy

from faier.lang.placing import placed

_TYPES = {"__len__": "int", "__int__": "int", "__bool__": "bool", "__str__": "str", "__repr__": "str"}
_TYPES["__format__"] = "str"
_TYPES |= {"__float__": "float"}
_CALLS = {"int": ("len", "int", "ord"), "bool": ("bool", "any", "all", "isinstance"), "str": ("str", "repr")}


def typed(function: ast.FunctionDef) -> ast.FunctionDef:
    """The method, which raises what Python raises where it returns something else."""
    kind = _TYPES.get(function.name)
    if kind is None or all(_is_sure(node.value, kind) for node in _returns(function)):
        return function
    function = copy.deepcopy(function)
    body = [part for node in function.body for part in _Asking(function.name, kind).statements(node)]
    if not isinstance(body[-1], (ast.Return, ast.Raise)):
        body.append(placed(ast.Return(_wrong()), function))
    function.body = body
    return function


def _returns(function: ast.FunctionDef) -> list[ast.Return]:
    """With one of None at the end, where the method may get there."""
    found = [part for part in ast.walk(function) if isinstance(part, ast.Return)]
    return found if isinstance(function.body[-1], (ast.Return, ast.Raise)) else [*found, ast.Return(None)]


def _wrong() -> ast.expr:
    """Python raises TypeError, with words of its own."""
    return ast.BinOp(ast.Constant(None), ast.Add(), ast.Constant(0))


class _Asking(ast.NodeTransformer):
    def __init__(self, method: str, kind: str) -> None:
        self.method, self.kind = method, kind

    def statements(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
        if _is_sure(node.value, self.kind):
            return node
        name = f"what {self.method} returns"
        kept = ast.Assign([ast.Name(name, ast.Store())], node.value or ast.Constant(None))
        kind: ast.expr = ast.Name(self.kind, ast.Load())
        asked = ast.Call(ast.Name("isinstance", ast.Load()), [ast.Name(name, ast.Load()), kind], [])
        made: list[ast.stmt] = [kept, ast.If(ast.UnaryOp(ast.Not(), asked), [ast.Return(_wrong())], [])]
        value: ast.expr = ast.Name(name, ast.Load())
        if self.method == "__len__":
            below = ast.Compare(ast.Name(name, ast.Load()), [ast.Lt()], [ast.Constant(0)])
            text = ast.Constant("__len__() should return >= 0")
            made.append(ast.If(below, [ast.Raise(ast.Call(ast.Name("ValueError", ast.Load()), [text], []))], []))
        if self.kind == "int":  # True is 1
            value = ast.BinOp(value, ast.Add(), ast.Constant(0))
        return [placed(part, node) for part in (*made, ast.Return(value))]


def _is_sure(node: ast.expr | None, kind: str) -> bool:
    """Whether it is of the type, whatever the run."""
    match node:
        case ast.Constant(value=value):
            return type(value).__name__ == kind
        case ast.JoinedStr():
            return kind == "str"
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.In() | ast.NotIn() | ast.Is() | ast.IsNot()]):
            return kind == "bool"
        case ast.BoolOp(values=values):
            return all(_is_sure(value, kind) for value in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_sure(left, kind) and _is_sure(right, kind)
        case ast.Call(func=ast.Name(id=name)):
            return name in _CALLS.get(kind, ())
    return False
