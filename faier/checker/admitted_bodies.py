"""Which statements of functions the checker reads, and that no function calls itself."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from .admitted_expressions import ARITHMETIC, CONSTANT, Scope, expression, target_names, text
from .admitted_types import admitted_type, annotation
from .file import DRAWS, File, Function
from .outcome import Hole, Invalid

MOST_LOOPS = 20


@dataclass
class Body:
    file: File
    function: Function
    loops: int = 0
    secrets: int = 0
    returns: bool = False
    read: set[str] = field(default_factory=set)
    scope: Scope = CONSTANT

    def check(self) -> None:
        function = self.function
        names = function.locals | set(function.settings)
        self.scope = Scope(names, streams=function.streams, draws=True, epsilon=False)
        statements = function.node.body
        match statements:
            case [ast.Expr(value=ast.Constant(value=str() as told)), *rest]:
                text(told)
                statements = rest
        self.block(statements)
        if function.kind == "prior" and not self.secrets:
            raise Invalid(f"{function.name} has no secret")
        if function.yields and (function.kind == "helper" or self.returns):
            raise Hole(f"{function.name} yields, and returns a value")

    def value(self, node: ast.expr, place: str = "value") -> None:
        expression(self.file, node, self.scope, place)

    def block(self, statements: list[ast.stmt]) -> None:
        for node in statements:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                self.value(value)
                for target in targets:
                    self.target(target)
            case ast.AnnAssign(target=ast.Name() as target, annotation=declared, value=ast.expr() as value, simple=1):
                if not annotation(self.file, declared):
                    admitted_type(self.file, declared)
                self.target(target)
                self.value(value)
            case ast.AugAssign(target=target, op=operator, value=value) if isinstance(operator, ARITHMETIC):
                self.target(target)
                self.value(value)
            case ast.If(test=test, body=then, orelse=otherwise):
                self.value(test)
                self.block(then + otherwise)
            case ast.Match(subject=subject, cases=cases):
                self.value(subject)
                self.cases(cases)
            case ast.For(target=target, iter=iterable, body=inside, orelse=otherwise):
                self.over(iterable)
                target_names(target)
                self.target(target)
                self.loop(inside, otherwise)
            case ast.While(test=test, body=inside, orelse=otherwise):
                self.value(test)
                self.loop(inside, otherwise)
            case ast.Break() | ast.Continue() | ast.Pass() | ast.Return(value=None):
                pass
            case ast.Return(value=ast.expr() as value):
                self.returns = True
                self.value(value)
            case ast.Assert(test=test, msg=message):
                if isinstance(test, ast.Tuple) and test.elts:
                    raise Hole("an assertion of a tuple")
                if not (message is None or isinstance(message, (ast.Constant, ast.JoinedStr))):
                    raise Hole("the message of an assertion")
                self.value(test)
            case ast.Expr(value=value):
                self.done(value)
            case _:
                raise Hole(f"a statement of kind {type(node).__name__}")

    def done(self, node: ast.expr) -> None:
        """An expression that is a statement."""
        word = self.file.word(node.func, self.scope.variables) if isinstance(node, ast.Call) else None
        match node:
            case ast.Yield(value=ast.expr() as value):
                self.value(value)
            case ast.Call(args=[argument], keywords=[]) if word in ("secret", "assume"):
                if self.function.kind != "prior":
                    raise Hole(f"{word} outside of a prior")
                self.secrets += word == "secret"
                self.value(argument)
            case ast.Call(ast.Attribute(ast.Name() | ast.Subscript() as changed, "append"), [item], []):
                self.target(changed)
                if isinstance(changed, ast.Name):
                    self.changeable(changed.id)
                self.value(item)
            case _:
                self.value(node)
                if not any(isinstance(part, ast.Call) and self.acts(part) for part in ast.walk(node)):
                    raise Hole("a statement that does nothing")

    def acts(self, node: ast.Call) -> bool:
        """Whether the call may draw."""
        own = isinstance(node.func, ast.Name) and node.func.id in self.file.functions
        return own or self.file.word(node.func, self.scope.variables) in DRAWS

    def target(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name) if name not in self.scope.streams and name not in self.function.settings:
                pass
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.target(part)
            case ast.Subscript():
                base: ast.expr = node
                while isinstance(base, ast.Subscript):
                    if isinstance(base.slice, (ast.Slice, ast.Tuple)):
                        raise Hole("more than an item is assigned")
                    self.value(base.slice)
                    base = base.value
                if not isinstance(base, ast.Name):
                    raise Hole("an item of something else than a variable is changed")
                self.changeable(base.id)
            case _:
                raise Hole("a target of this kind")

    def changeable(self, name: str) -> None:
        if name not in self.function.locals or name in self.scope.streams:
            raise Hole("something else than a variable is changed")

    def cases(self, cases: list[ast.match_case]) -> None:
        for case in cases:
            any_ = isinstance(case.pattern, ast.MatchAs)
            if any_ and case.guard is None and case is not cases[-1]:
                raise Hole("cases that are never reached")
            options = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
            for option in options:
                match option:
                    case ast.MatchSingleton() | ast.MatchValue(value=ast.Constant(value=int() | str())):
                        pass
                    case ast.MatchValue(value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int()))):
                        pass
                    case ast.MatchAs(pattern=None, name=None) if option is case.pattern:
                        pass
                    case _:
                        raise Hole("a pattern of this kind")
            if case.guard is not None:
                self.value(case.guard)
            self.block(case.body)

    def loop(self, inside: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        self.loops += 1
        if self.loops > MOST_LOOPS:
            raise Hole("too many loops inside each other")
        self.block(inside)
        self.loops -= 1
        self.block(otherwise)

    def over(self, node: ast.expr) -> None:
        """What a loop goes over; a stream is gone over once, and not inside another loop."""
        self.value(node, "loop")
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.scope.streams:
                if self.loops or part.id in self.read:
                    raise Hole("a stream is gone over twice")
                self.read.add(part.id)


def callees_first(file: File) -> list[str]:
    """The functions, each after those that it calls; none calls itself, perhaps through others."""
    calls = {
        name: {
            part.func.id
            for part in ast.walk(function.node)
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id not in function.locals
        }
        & file.functions.keys()
        for name, function in file.functions.items()
    }
    order: dict[str, None] = {}
    while free := [name for name, called in calls.items() if name not in order and called <= order.keys()]:
        order |= dict.fromkeys(free)
    if len(order) < len(calls):
        raise Hole("a function calls itself")
    return list(order)
