"""Streams that are taken whole: `sum(day == "ill" for day in days)` is a loop over `days` that adds, `any(...)` one
that ends where something is found, and `sorted(days)` is that of a list which a loop makes.

The loop stands before the statement. So nothing before it in the statement may do anything, and nothing of it may be
reached only sometimes: a stream that does not end would then be waited for where Python does not read it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import TypeVar

from faier.lang.closures import new_name
from faier.lang.handed_whole import STREAMED
from faier.lang.names import File
from faier.lang.placing import placed
from faier.lang.vocabulary import VOCABULARY

_TAKING = frozenset(["frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"])
_STILL = frozenset(["abs", "bool", "int", "len", "max", "min", "round", "str"])  # these do nothing but to compute
Node = TypeVar("Node", bound=ast.AST)
_Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


def with_streams_taken(node: ast.FunctionDef, streams: frozenset[str], file: File) -> ast.FunctionDef:
    """The mechanism, in which loops go over its streams."""
    own = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    outside = own | {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    if not own & streams or any(isinstance(part, ast.Try | ast.Lambda) for part in ast.walk(node)):
        return node  # what a handler finds done, and when a lambda is called, would have to be followed
    assigned = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    taker, changed = _Taker(streams, outside, assigned, file), copy.copy(node)
    changed.body = taker.block(node.body)
    return changed if taker.loops_made else node


class _Taker:
    def __init__(self, streams: frozenset[str], taken: set[str], assigned: set[str], file: File) -> None:
        self.streams = streams
        self.taken = taken
        self.assigned = assigned
        self.file = file
        self.loops_made = 0
        self.loops: list[ast.stmt] = []

    def block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The statements, none of them in a loop, each after the loops that it needs."""
        found: list[ast.stmt] = []
        for statement in statements:
            self.loops = []
            changed = self.statement(statement)
            found += [placed(loop, statement) for loop in self.loops]
            found.append(changed)
        return found

    def statement(self, node: ast.stmt) -> ast.stmt:
        match node:
            case ast.Assign() | ast.Return(value=ast.expr()) | ast.AnnAssign(value=ast.expr()) | ast.Expr():
                assert node.value is not None
                return self.replaced(node, "value", self.opened(node.value, []))
            case ast.AugAssign(target=ast.Name() as target):
                return self.replaced(node, "value", self.opened(node.value, [target]))
            case ast.For():
                return self.replaced(node, "iter", self.opened(node.iter, []))
            case ast.Match():
                node = self.replaced(node, "subject", self.opened(node.subject, []))
            case ast.If():
                changed = self.replaced(node, "test", self.opened(node.test, []))
                before = self.loops
                changed = self.replaced(changed, "body", self.block(node.body))
                changed = self.replaced(changed, "orelse", self.block(node.orelse))
                self.loops = before
                return changed
        return node

    @staticmethod
    def replaced(node: Node, field: str, value: object) -> Node:
        if value is getattr(node, field):
            return node
        node = copy.copy(node)
        setattr(node, field, value)
        return node

    def opened(self, here: ast.expr, before: list[ast.expr]) -> ast.expr:
        """The expression, in which what is computed right after `before` is taken from a stream by a loop."""
        taken = self.taken_whole(here, before)
        if taken is not None:
            return taken
        match here:
            case ast.Yield(value=ast.expr() as value):
                return self.replaced(here, "value", self.opened(value, before))
            case ast.BinOp(left=left, right=right):
                here = self.replaced(here, "left", self.opened(left, before))
                return self.replaced(here, "right", self.opened(right, [*before, left]))
            case ast.Compare(left=left, comparators=[right]):
                here = self.replaced(here, "left", self.opened(left, before))
                return self.replaced(here, "comparators", [self.opened(right, [*before, left])])
            case ast.UnaryOp(operand=operand):
                return self.replaced(here, "operand", self.opened(operand, before))
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self.replaced(here, "value", self.opened(value, before))
            case ast.IfExp(test=test):
                return self.replaced(here, "test", self.opened(test, before))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return self.replaced(here, "elts", self.in_turn(items, before))
            case ast.Call(func=ast.Name(), args=items):
                return self.replaced(here, "args", self.in_turn(items, before))
            case ast.Call(func=ast.Attribute(value=value) as function) if not here.args and not here.keywords:
                return self.replaced(here, "func", self.replaced(function, "value", self.opened(value, before)))
        return here

    def in_turn(self, items: list[ast.expr], before: list[ast.expr]) -> list[ast.expr]:
        return [self.opened(item, [*before, *items[:at]]) for at, item in enumerate(items)]

    def taken_whole(self, here: ast.expr, before: list[ast.expr]) -> ast.expr | None:
        """What stands for the expression after a loop, where it takes all of a stream."""
        match here:
            case ast.Call() if hasattr(here, STREAMED):
                return self.returned(here) if self.is_called_first(here, before) else None
            case ast.Call(func=ast.Name(id=function), args=[first, *rest], keywords=more):
                stream = self.stream_of(first)
                if stream is None or not self.is_first(here, before):
                    return None
                if function in ("any", "all") and self.is_python(function) and not rest and not more:
                    return self.until(function, stream, first)
                if function == "sum" and self.is_python(function) and not more and len(rest) < 2:
                    return self.total(stream, first, rest)
                if function in ("max", "min") and self.is_python(function) and not rest:
                    best = self.best(here, stream, first)
                    if best is not None:
                        return best
                if (function in _TAKING and self.is_python(function)) or self.is_counter(here.func):
                    return self.replaced(here, "args", [self.listed(stream, first), *rest])
            case ast.ListComp() | ast.SetComp() | ast.DictComp():
                stream = self.stream_of(here)
                if stream is not None and self.is_first(here, before):
                    return self.listed(stream, here)
        return None

    def stream_of(self, node: ast.expr) -> ast.Name | None:
        """The stream that this is, or goes over first, and nowhere else."""
        match node:
            case ast.Name(id=name) if name in self.streams:
                return node
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                over = node.generators[0].iter
                inside = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id in self.streams]
                if isinstance(over, ast.Name) and inside == [over]:
                    return over
        return None

    def is_python(self, name: str) -> bool:
        return name not in self.file.places and name not in self.assigned

    def is_counter(self, function: ast.expr) -> bool:
        return self.file.library_name(function) == "collections.Counter"

    def is_first(self, here: ast.expr, before: list[ast.expr]) -> bool:
        """Whether it is the same to compute it before them: nothing of them does anything, nor can it change them."""
        if any(isinstance(part, ast.NamedExpr | ast.Await) for part in ast.walk(here)):
            return False
        if all(isinstance(item, ast.Constant) for item in before):
            return True
        return self.is_still(here) and all(self.is_still(item) for item in before)

    def is_called_first(self, call: ast.Call, before: list[ast.expr]) -> bool:
        """The same of a helper: it changes no variable that it is not given."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        names = [item for item in given if isinstance(item, ast.Name)]
        if all(isinstance(item, ast.Constant) for item in before):
            return not any(isinstance(part, ast.NamedExpr) for item in given for part in ast.walk(item))
        alone = all(isinstance(item, ast.Constant) or item in names for item in given)
        alone = alone and all(item.id in self.streams for item in names)
        return alone and all(isinstance(item, ast.Constant | ast.Name) for item in before)

    def is_still(self, node: ast.expr) -> bool:
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr | ast.Yield | ast.YieldFrom):
                return False
            if isinstance(part, ast.Call):
                name = part.func.id if isinstance(part.func, ast.Name) else ""
                known = name in _STILL | _TAKING | {"any", "all"} and self.is_python(name)
                if not known and self.file.word(part.func) not in VOCABULARY:
                    return False
        return True

    # The loops.

    def name(self, like: str) -> str:
        """A name that no user gives, told as what it stands for."""
        return new_name(f"{like}\u00b7", self.taken)

    def loop(self, over: ast.expr, first: ast.stmt, item: str, body: list[ast.stmt]) -> None:
        self.loops += [first, ast.copy_location(ast.For(ast.Name(item, ast.Store()), over, body, []), over)]
        self.loops_made += 1

    def of_one(self, function: str, node: ast.expr, item: str) -> ast.expr:
        """The same of one value: the comprehension over a list of it, or the value."""
        value = ast.Name(item, ast.Load())
        if not isinstance(node, _Comprehension):
            return value
        return ast.Call(ast.Name(function, ast.Load()), [self.over(node, ast.List([value], ast.Load()))], [])

    def over(self, node: _Comprehension, values: ast.expr) -> ast.expr:
        clause = self.replaced(node.generators[0], "iter", ast.copy_location(values, node))
        return self.replaced(node, "generators", [clause, *node.generators[1:]])

    def returned(self, call: ast.Call) -> ast.expr:
        """What the helper yields in place of returning it."""
        function = getattr(call, STREAMED)
        self.taken.add(function)
        item = self.name(function)
        over = self.replaced(call, "func", ast.copy_location(ast.Name(function, ast.Load()), call.func))
        first = ast.Assign([ast.Name(item, ast.Store())], ast.Constant(None))
        self.loop(over, first, item, [ast.Pass()])
        return ast.copy_location(ast.Name(item, ast.Load()), call)

    def total(self, stream: ast.Name, node: ast.expr, start: list[ast.expr]) -> ast.expr:
        total, item = self.name("sum"), self.name(stream.id)
        first = ast.Assign([ast.Name(total, ast.Store())], start[0] if start else ast.Constant(0))
        added = ast.AugAssign(ast.Name(total, ast.Store()), ast.Add(), self.of_one("sum", node, item))
        self.loop(stream, first, item, [added])
        return ast.copy_location(ast.Name(total, ast.Load()), node)

    def until(self, function: str, stream: ast.Name, node: ast.expr) -> ast.expr:
        found, item, is_any = self.name(function), self.name(stream.id), function == "any"
        first = ast.Assign([ast.Name(found, ast.Store())], ast.Constant(not is_any))
        test = self.of_one(function, node, item)
        ends = ast.Assign([ast.Name(found, ast.Store())], ast.Constant(is_any))
        if not is_any:
            test = ast.UnaryOp(ast.Not(), test)
        self.loop(stream, first, item, [ast.If(test, [ends, ast.Break()], [])])
        return ast.copy_location(ast.Name(found, ast.Load()), node)

    def best(self, call: ast.Call, stream: ast.Name, node: ast.expr) -> ast.expr | None:
        """The greatest so far is kept, in a list that is empty before the first."""
        if isinstance(node, _Comprehension) and (len(node.generators) > 1 or node.generators[0].ifs):
            return None
        if not all(isinstance(keyword.value, ast.Name | ast.Constant) for keyword in call.keywords):
            return None
        best, item = self.name(call.func.id), self.name(stream.id)  # type: ignore[attr-defined]
        first = ast.Assign([ast.Name(best, ast.Store())], ast.List([], ast.Load()))
        known = ast.Starred(ast.Name(best, ast.Load()), ast.Load())
        key = [keyword for keyword in call.keywords if keyword.arg == "key"]
        every = ast.List([known, self.of_one(call.func.id, node, item)], ast.Load())  # type: ignore[attr-defined]
        chosen = ast.Call(call.func, [every], key)
        self.loop(stream, first, item, [ast.Assign([ast.Name(best, ast.Store())], ast.List([chosen], ast.Load()))])
        return self.replaced(call, "args", [ast.copy_location(ast.Name(best, ast.Load()), node)])

    def listed(self, stream: ast.Name, node: ast.expr) -> ast.expr:
        """The list of all values, over which the comprehension goes."""
        found, item = self.name(stream.id), self.name(stream.id)
        first = ast.Assign([ast.Name(found, ast.Store())], ast.List([], ast.Load()))
        appended = ast.Attribute(ast.Name(found, ast.Load()), "append", ast.Load())
        self.loop(stream, first, item, [ast.Expr(ast.Call(appended, [ast.Name(item, ast.Load())], []))])
        values = ast.copy_location(ast.Name(found, ast.Load()), stream)
        return self.over(node, values) if isinstance(node, _Comprehension) else values
