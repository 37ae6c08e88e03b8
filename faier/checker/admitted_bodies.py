"""Which statements of functions the checker reads, and that no function calls itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .admitted_expressions import (
    ARITHMETIC,
    CONSTANT,
    Scope,
    expression,
    is_member_name,
    require_field,
    require_still,
    target_names,
    text,
)
from .admitted_types import admitted_type, annotation
from .exceptions import caught, named, told, told_by
from .file import DRAWS, File, Function
from .function_values import may_be_called
from .lending import lent_by, root_of
from .method_names import CHANGING
from .outcome import Hole, Invalid

MOST_LOOPS = 20


@dataclass
class Body:
    file: File
    function: Function
    loops: int = 0
    secrets: int = 0
    handling: int = 0  # handlers around
    returns: bool = False
    read: set[str] = field(default_factory=set)
    scope: Scope = CONSTANT

    def check(self) -> None:
        function = self.function
        names = function.locals | function.captured.keys() | set(function.settings)
        streams = function.streams | {name for name in function.captured if self.streamed(name)}
        moving = frozenset(moving_names(self.file, function))
        own = function.locals - streams - function.settings.keys()
        if "." in function.name:
            parameters = [part for part in ast.walk(function.node.args) if isinstance(part, ast.arg)]
            for said in filter(None, (function.node.returns, *(item.annotation for item in parameters))):
                if not annotation(self.file, said):
                    raise Hole(f"an annotation of {function.name}")
        self.scope = Scope(names, frozenset(), streams, True, False, function.inner, moving, own)
        statements = function.node.body
        match statements:
            case [ast.Expr(value=ast.Constant(value=str() as told)), *rest]:
                text(told)
                statements = rest
        self.block(statements)
        if function.kind == "prior" and not self.secrets:
            raise Invalid(f"{function.name} has no secret")
        if function.yields and self.returns:
            raise Hole(f"{function.name} yields, and returns a value")

    def streamed(self, name: str) -> bool:
        """Whether the variable of a function around this one is a stream."""
        return name in self.file.functions[self.function.captured[name]].streams

    def value(self, node: ast.expr, place: str = "value") -> None:
        expression(self.file, node, self.scope, place)

    def block(self, statements: list[ast.stmt]) -> None:
        for node in statements:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                whole = len(targets) == 1 and isinstance(targets[0], (ast.Tuple, ast.List)) and self.taken(value)
                expression(
                    self.file, value, replace(self.scope, epsilon=_scale(value)), "iterated" if whole else "value"
                )
                for target in targets:
                    self.target(target, sliced=True)
            case ast.Delete(targets=targets):
                for target in targets:
                    if not isinstance(target, ast.Subscript):
                        raise Hole("a variable is deleted")
                    self.target(ast.Subscript(target.value, target.slice, ast.Store()), sliced=True)
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
                self.still(iterable, node)
                target_names(target)
                self.target(target)
                self.loop(inside, otherwise)
            case ast.While(test=test, body=inside, orelse=otherwise):
                if not self.function.yields and _counts(test, inside):
                    raise Hole("a loop that counts how often a coin comes up")
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
                if self.file.catches and not (message is None or isinstance(message, ast.Constant)):
                    raise Hole("the message of an assertion")
                self.value(test)
            case ast.Try(body=body, handlers=handlers, orelse=otherwise, finalbody=after):
                if after and any(map(_leaves, (*body, *handlers, *otherwise, *after))):
                    raise Hole("something leaves a try that has a finally")
                if self.function.yields and self.function.kind != "mechanism":
                    raise Hole("a function that yields catches what is raised")
                for handler in handlers:
                    caught(self.file, handler, self.scope.variables)
                self.block(body + otherwise)
                self.handling += 1
                for handler in handlers:
                    self.block(handler.body)
                self.handling -= 1
                around, self.handling = self.handling, 0
                self.block(after)
                self.handling = around
            case ast.Raise(exc=ast.expr() as raised, cause=None | ast.Constant(value=None)):
                self.raised(raised)
            case ast.Raise(exc=None) if self.handling:
                pass
            case ast.FunctionDef():
                for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                    expression(self.file, default)
            case ast.Nonlocal():
                pass
            case ast.Expr(value=ast.YieldFrom(value=value)):
                self.over(value)
            case ast.Expr(value=value):
                self.done(value)
            case _:
                raise Hole(f"a statement of kind {type(node).__name__}")

    def taken(self, value: ast.expr) -> bool:
        """Whether it is what can only be gone over, which unpacking does."""
        match value:
            case ast.Call(func=ast.Name(id="range" | "zip" | "enumerate" | "reversed")):
                return True
        return isinstance(value, ast.Call) and (self.file.word(value.func) or "").startswith("itertools.")

    def raised(self, node: ast.expr) -> None:
        """An exception; what it is given is worked out where the file catches any."""
        plain = node.func if isinstance(node, ast.Call) else node
        name = named(self.file, plain, self.scope.variables)
        given = node.args if isinstance(node, ast.Call) else []
        if (holding := told_by(self.file, name, node)) is not None:
            self.value(holding)
        elif isinstance(node, ast.Call) and node.keywords:
            raise Hole("the keywords of an exception")
        elif self.file.told.looked:
            for item in given:
                self.value(item)
        elif self.file.catches:
            for part in (part for item in given for part in told(item)):
                self.value(part)
        else:
            for item in given:
                inside = item.values if isinstance(item, ast.JoinedStr) else [item]
                for part in inside:
                    if not (isinstance(item, ast.JoinedStr) and isinstance(part, ast.Constant)):
                        self.value(part.value if isinstance(part, ast.FormattedValue) else part)

    def still(self, iterable: ast.expr, loop: ast.For) -> None:
        """What yields, or is a generator, is gone over before the first turn: nothing in a turn may change it."""
        lazy = isinstance(iterable, ast.GeneratorExp) or (
            isinstance(iterable, ast.Call)
            and isinstance(iterable.func, ast.Name)
            and (function := self.called(iterable.func.id)) is not None
            and function.yields
        )
        for part in ast.walk(iterable) if not lazy else ():
            lazy |= isinstance(part, ast.GeneratorExp) or (
                isinstance(part, ast.Name) and (function := self.called(part.id)) is not None and function.yields
            )
        if lazy:
            stored = {
                part.id
                for inside in (loop.target, *loop.body)
                for part in ast.walk(inside)
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            }
            require_still(self.file, iterable, self.scope, stored)

    def called(self, name: str) -> Function | None:
        """The function of the file that the name stands for."""
        hidden = name in self.scope.variables and name not in self.scope.inner
        return None if hidden else self.file.functions.get(name)

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
            case _:
                changing = (
                    isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING
                )
                self.value(node, "done" if changing else "value")
                if not any(isinstance(part, ast.Call) and self.acts(part) for part in ast.walk(node)):
                    raise Hole("a statement that does nothing")

    def acts(self, node: ast.Call) -> bool:
        """Whether the call may draw, or changes something."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            return True
        own = isinstance(node.func, ast.Name) and self.called(node.func.id) is not None
        return own or self.file.word(node.func, self.scope.variables) in DRAWS

    def target(self, node: ast.expr, sliced: bool = False) -> None:
        match node:
            case ast.Name(id=name) if name not in self.scope.streams and name not in self.function.settings:
                pass
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    if isinstance(part, ast.Starred) and not isinstance(part.value, ast.Name):
                        raise Hole("a target of this kind")
                    self.target(part.value if isinstance(part, ast.Starred) else part)
            case ast.Subscript() | ast.Attribute():
                base: ast.expr = node
                while isinstance(base, (ast.Subscript, ast.Attribute)):
                    if isinstance(base, ast.Attribute):
                        require_field(self.file, base.attr)
                        base = base.value
                        continue
                    if isinstance(base.slice, ast.Slice) and (not sliced or base is not node or base.slice.step):
                        raise Hole("more than an item is assigned")
                    whole = isinstance(base.slice, ast.Slice)
                    for inside in ast.iter_child_nodes(base.slice) if whole else [base.slice]:
                        if isinstance(inside, ast.expr):
                            self.value(inside)
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
                    case ast.MatchValue(value=ast.Attribute(value=ast.Name()) as member):
                        if not is_member_name(self.file, member, self.scope):
                            raise Hole("a pattern of this kind")
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


def moving_names(file: File, function: Function) -> Iterator[str]:
    """The variables of a function that may change within an expression, or that may be changed where they are."""
    for inner in function.inner:
        yield from file.functions[inner].rebound
    for statement in function.node.body:
        for part in ast.walk(statement):
            match part:
                case ast.NamedExpr(target=ast.Name(id=name)):
                    yield name
                case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                    yield from (name.id for name in ast.walk(part) if isinstance(name, ast.Name))
                case ast.Call(func=ast.Attribute(value=changed, attr=called)) if called in CHANGING:
                    yield from (name.id for name in ast.walk(changed) if isinstance(name, ast.Name))
                case ast.Call():
                    yield from map(root_of, lent_by(file, part).values())
                case ast.AugAssign(target=ast.Name(id=name)):
                    yield name


def callees_first(file: File) -> list[str]:
    """The functions, each after those that it calls where none of those calls it."""
    calls = {
        name: {called for part in ast.walk(function.node) for called in may_be_called(file, part)}
        for name, function in file.functions.items()
    }
    order: dict[str, None] = {}
    while free := [name for name, called in calls.items() if name not in order and called <= order.keys()]:
        order |= dict.fromkeys(free)
    return [*order, *(name for name in calls if name not in order)]


def _leaves(node: ast.AST, loop: bool = False) -> bool:
    """Whether it may leave what is around it, but by an exception."""
    match node:
        case ast.Return() | ast.Yield() | ast.YieldFrom():
            return True
        case ast.Break() | ast.Continue():
            return not loop
        case ast.For(body=body, orelse=rest) | ast.While(body=body, orelse=rest):
            return any(_leaves(part, True) for part in body) or any(_leaves(part, loop) for part in rest)
    return any(_leaves(part, loop) for part in ast.iter_child_nodes(node))


def _counts(test: ast.expr, body: list[ast.stmt]) -> bool:
    """Whether a loop counts its turns, and a call that does not see the counter says whether there is another one."""
    steps = [name for part in body if (name := _stepped(part))]
    others = [part for part in body if not _stepped(part)]
    match test, others:
        case ast.Constant(), [ast.If(test=inner, body=then, orelse=rest)]:
            test, steps = inner, steps or [name for part in [*then, *rest] if (name := _stepped(part))]
        case _, [_, *_]:
            return False
    while isinstance(test, ast.UnaryOp):
        test = test.operand
    names = {part.id for part in ast.walk(test) if isinstance(part, ast.Name)}
    return isinstance(test, ast.Call) and len(steps) == 1 and names.isdisjoint(steps)


def _stepped(node: ast.stmt) -> str:
    """The variable that gets another value there."""
    match node:
        case ast.AugAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


def _scale(node: ast.expr) -> bool:
    """Whether it is a number divided by another one, as scales of noise are."""
    match node:
        case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=right):
            return all(isinstance(part, (ast.Name, ast.Constant)) or _scale(part) for part in (left, right))
    return False
