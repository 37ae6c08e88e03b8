"""What `where` asks, as one expression: functions of the file that stand above are written out, `where(near)`.

They may give names values, and return one thing or another by conditions. What is named is written out at each mention:
that is the same where it cannot fail, so nothing is divided or taken out of something before it is asked for.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.names import File, assigned_names

_LARGEST = 2_000
_FAILING = (ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)


def predicate_of(file: File, node: ast.expr) -> ast.Lambda | None:
    """The lambda, in which no function of the file is called; None where that cannot be said."""
    match node:
        case ast.Name(id=name) if name in file.signatures:
            written = file.signatures[name].written
            if written is None or not _is_plain(written[1].args) or len(written[1].args.args) != 2:
                return None
            bound = {item.arg for item in written[1].args.args}
            body = _WrittenOut(file, bound).body(*written, {name: ast.Name(name, ast.Load()) for name in bound})
            return None if body is None else ast.copy_location(ast.Lambda(copy.deepcopy(written[1].args), body), node)
        case ast.Lambda(args=args) if _is_plain(args):
            body = _WrittenOut(file, {item.arg for item in args.args} | _stored(node.body)).expression(node.body)
            return ast.copy_location(ast.Lambda(args, body), node)
    return None


def _is_plain(args: ast.arguments) -> bool:
    return not (args.defaults or args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs)


class _WrittenOut(ast.NodeTransformer):
    """`bound` are all names that mean something else in the lambda than in the file."""

    def __init__(self, file: File, bound: set[str]) -> None:
        self.file = file
        self.bound = bound
        self.names: dict[str, ast.expr] = {}
        self.within: list[ast.FunctionDef] = []

    def expression(self, node: ast.expr) -> ast.expr:
        made = self.visit(copy.deepcopy(node))
        assert isinstance(made, ast.expr)
        return made

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self.names.get(node.id)
        return node if found is None else copy.deepcopy(found)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in self.file.signatures:
                written = self.file.signatures[name].written
            case _:
                return node
        if written is None or not _is_plain(written[1].args) or len(given) != len(written[1].args.args):
            return node
        if any(map(_may_fail, given)):
            return node
        names = {item.arg: value for item, value in zip(written[1].args.args, given, strict=True)}
        return self.body(*written, names) or node

    def body(self, home: File, function: ast.FunctionDef, names: dict[str, ast.expr]) -> ast.expr | None:
        """What the function returns of these arguments."""
        if home is not self.file or function in self.within or not self.is_apart(function, names):
            return None
        outer, self.names = self.names, names
        self.within.append(function)
        found = self.block(function.body)
        self.within.pop()
        self.names = outer
        return None if found is None or sum(1 for _ in ast.walk(found)) > _LARGEST else found

    def is_apart(self, function: ast.FunctionDef, names: dict[str, ast.expr]) -> bool:
        """Whether no name of the function comes to mean something else where it is written out."""
        parts = [part for statement in function.body for part in ast.walk(statement)]
        if any(isinstance(part, ast.Lambda | ast.NamedExpr) for part in parts):
            return False
        inside = set[str]().union(*(_stored(part.target) for part in parts if isinstance(part, ast.comprehension)))
        own = names.keys() | assigned_names(function.body).keys()
        given = {part.id for value in names.values() for part in ast.walk(value) if isinstance(part, ast.Name)}
        mentioned = {part.id for part in parts if isinstance(part, ast.Name)} - own - inside
        apart = not (inside & (own | given | self.bound) or mentioned & self.bound)
        self.bound = self.bound | inside
        return apart

    def block(self, body: list[ast.stmt]) -> ast.expr | None:
        for at, node in enumerate(body):
            match node:
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    continue
                case ast.Return(value=ast.expr() as value):
                    return self.expression(value)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    made = self.expression(value)
                    if _may_fail(made) or sum(1 for _ in ast.walk(made)) > _LARGEST:
                        return None
                    self.names = {**self.names, name: made}
                case ast.If(test=test, body=then, orelse=otherwise):
                    asked, known = self.expression(test), self.names
                    first = self.block([*then, *body[at + 1 :]])
                    self.names = known
                    second = self.block([*otherwise, *body[at + 1 :]])
                    if first is None or second is None:
                        return None
                    return ast.copy_location(ast.IfExp(asked, first, second), node)
                case _:
                    return None
        return None


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _may_fail(node: ast.expr) -> bool:
    """Whether computing it may raise something of which its operands' kinds do not tell."""
    for part in ast.walk(node):
        match part:
            case ast.BinOp(op=op) if isinstance(op, _FAILING):
                return True
            case ast.Call(func=ast.Name(id="abs" | "len" | "sum" | "bool" | "zip")):
                continue
            case ast.Subscript() | ast.Call() | ast.Attribute():
                return True
    return False
