"""What a statement reads before anything else can happen: `self.a_` in `f(self.a_)`, and not in `f(x) + self.a_`.

A call may give a field its value, or raise something else; what is conditional or computed later may not be read at
all. So only what comes before all that is sure.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from faier.lang.occurring import occurring

Wanted = Callable[[ast.expr], bool]
_HARMLESS = frozenset(["abs", "bool", "float", "int", "len", "range", "str"])


def surely_read(line: ast.stmt, wanted: Wanted, tree: ast.Module) -> list[ast.expr]:
    """The wanted expressions that the statement itself computes whatever happens, and first of all."""
    reading = _Reading(wanted, tree)
    reading.statement(line)
    return reading.found


def value_is_sure(line: ast.Assign, tree: ast.Module) -> bool:
    """Whether nothing can happen while the value of an assignment is computed."""
    return _Reading(lambda _: False, tree).visit(line.value)


class _Reading:
    """Each method says whether what comes next is computed for sure, and nothing has happened until then."""

    def __init__(self, wanted: Wanted, tree: ast.Module) -> None:
        self.wanted = wanted
        self.found: list[ast.expr] = []
        methods = [part for node in occurring(tree, ast.ClassDef) for part in ast.walk(node)]
        named = {part for part in methods if isinstance(part, ast.FunctionDef)}
        self.acting = {part.name for part in named if part.decorator_list}
        self.careful = any(_is_hidden_call(part.name) for part in named) or any(
            isinstance(part, ast.Try | ast.With) for part in ast.walk(tree)
        )

    def statement(self, line: ast.stmt) -> None:
        match line:
            case ast.Assign(targets=targets, value=value):
                if self.visit(value) and len(targets) == 1:
                    self.target(targets[0])
            case ast.AnnAssign(target=target, value=value):
                if self.visit(value):
                    self.target(target)
            case ast.AugAssign(target=target, value=value):
                if (self.wanted(target) and self.take(target)) or self.target(target):
                    self.visit(value)
            case ast.For(iter=first) | ast.While(test=first) | ast.If(test=first) | ast.Assert(test=first):
                self.visit(first)
            case ast.Match(subject=first):
                self.visit(first)
            case ast.Expr(value=first) | ast.Return(value=first):
                self.visit(first)
            case ast.Raise(exc=error, cause=cause):
                self.all([error, cause])
            case ast.With(items=[first, *_]):
                self.visit(first.context_expr)
            case ast.Delete(targets=targets):
                self.target(targets[0])
            case ast.FunctionDef(decorator_list=marks, args=args):
                self.all([*marks, *args.defaults, *args.kw_defaults])

    def take(self, node: ast.expr) -> bool:
        self.found.append(node)
        return True

    def target(self, target: ast.expr) -> bool:
        match target:
            case ast.Subscript(value=base, slice=index):
                return self.all([base, index]) and not self.careful
            case ast.Attribute(value=base):
                return self.visit(base) and not self.careful
            case ast.Tuple(elts=[first, *_]) | ast.List(elts=[first, *_]) if not self.careful:
                self.target(first)
                return False
        return isinstance(target, ast.Name)

    def all(self, parts: Iterable[ast.expr | None]) -> bool:
        return all(self.visit(part) for part in parts)

    def visit(self, node: ast.expr | None) -> bool:
        if node is not None and self.wanted(node):
            return self.take(node)
        match node:
            case None | ast.Constant() | ast.Name():
                return True
            case ast.Attribute(value=base, attr=name):
                return self.visit(base) and name not in self.acting
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return self.all(items)
            case ast.NamedExpr(value=value):
                return self.visit(value)
            case ast.Lambda(args=args):
                return self.all([*args.defaults, *args.kw_defaults])
            case ast.BoolOp(values=[first, *rest]):
                return self.visit(first) and not any(map(self.acts, rest))
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return self.visit(test) and not self.acts(body) and not self.acts(otherwise)
            case ast.Compare(left=left, comparators=[first, *rest]):
                return self.all([left, first]) and not self.careful and not any(map(self.acts, rest))
            case ast.Call(func=function, args=args, keywords=keywords):
                harmless = isinstance(function, ast.Name) and function.id in _HARMLESS
                return self.all([function, *args, *(item.value for item in keywords)]) and harmless and not self.careful
            case ast.GeneratorExp(generators=[first, *_]):
                return self.visit(first.iter)
            case ast.ListComp(generators=[first, *rest]) | ast.SetComp(generators=[first, *rest]):
                return self.visit(first.iter) and not self.acts(node)
            case ast.DictComp(generators=[first, *rest]):
                return self.visit(first.iter) and not self.acts(node)
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                return self.all(part for pair in pairs for part in pair) and not self.careful
            case ast.BinOp() | ast.UnaryOp() | ast.Subscript() | ast.Slice() | ast.Set() | ast.Starred():
                return self.all(_expressions(node)) and not self.careful
            case ast.JoinedStr() | ast.FormattedValue():
                return self.all(_expressions(node)) and not self.careful
            case ast.Yield(value=value) | ast.YieldFrom(value=value):
                self.visit(value)
        return False

    def acts(self, node: ast.expr) -> bool:
        """Whether something may happen in it, if it is computed."""
        return self.careful or any(
            isinstance(part, ast.Call | ast.Yield | ast.YieldFrom | ast.Await)
            or (isinstance(part, ast.Attribute) and part.attr in self.acting)
            for part in ast.walk(node)
        )


def _is_hidden_call(name: str) -> bool:
    """Whether an operator, a loop or a text may run the method of this name."""
    return name.startswith("__") and name.endswith("__") and name not in ("__init__", "__post_init__", "__call__")


def _expressions(node: ast.expr) -> list[ast.expr]:
    """What is computed for it, in order."""
    return [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
