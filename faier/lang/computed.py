"""Functions of the file that are run while it is read: `epsilon=total(EPS, 3)`, `Int[0, top(4)]`.

What they compute is what a run would compute. They may be called with constants where they stand above, draw nothing,
and change in place only what no other name holds, `own_variables`: plain assignments, conditions and loops.
"""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from faier.lang import changes, operations
from faier.lang.built_constants import BUILT
from faier.lang.expressions import ExpressionReader
from faier.lang.failures import Failure
from faier.lang.method_calls import CONSUMING
from faier.lang.names import File, Written, assigned_names
from faier.lang.overloading import OPERATORS
from faier.lang.own_variables import own_variables
from faier.lang.scope import Place, Scope
from faier.lang.syntax import Expression
from faier.lang.values import Sequence, Value

MAXIMAL_DEPTH = 50


class Evaluation(Protocol):
    """What `constants` does with expressions: `values` are those of variables and constants."""

    where: str
    values: ChainMap[str, Value]

    def value(self, expression: Expression) -> Value: ...

    def items_of(self, expression: Expression) -> Iterator[Value]: ...

    def turn(self) -> None: ...


def parameters(node: ast.FunctionDef) -> list[str]:
    """The names of the parameters, in the order of arguments that are matched to them."""
    args = node.args
    plain = [item.arg for item in [*args.posonlyargs, *args.args]]
    gathered = [item.arg for item in (args.vararg,) if item is not None]
    named = [item.arg for item in args.kwonlyargs]
    return [*plain, *gathered, *named, *(item.arg for item in (args.kwarg,) if item is not None)]


def run(evaluation: Evaluation, given: dict[str, Value], written: Written) -> Value:
    """What the function returns of these arguments."""
    home, node = written
    evaluation.values.maps[0].update(given)
    found = _Run(evaluation, home, node).block(node.body)
    return found.value if isinstance(found, _Returned) else None


@dataclass(frozen=True)
class _Returned:
    value: Value


_BROKEN, _CONTINUED = "break", "continue"
_End = _Returned | str | None  # how a block ended: None where the next statement comes


def _may_change(value: Value) -> bool:
    """Whether Python may change it in place."""
    return isinstance(value, Sequence) and value.kind not in ("tuple", "range", "bytes", "frozenset")


@dataclass
class _Run:
    evaluation: Evaluation
    file: File
    function: ast.FunctionDef
    read: dict[int, Expression] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.own = own_variables(self.function)
        self.assigned = frozenset({*self.evaluation.values.maps[0], *assigned_names(self.function.body)})

    def block(self, body: list[ast.stmt]) -> _End:
        for node in body:
            self.evaluation.turn()
            try:
                end = self.statement(node)
            except Failure as failure:
                raise failure.at(self.file.source.span(node)) from None
            if end is not None:
                return end
        return None

    def statement(self, node: ast.stmt) -> _End:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return None
            case ast.Return(value=value):
                return _Returned(None if value is None else self.value(value))
            case ast.Assign(targets=targets, value=value):
                found = self.value(value)
                for target in targets:
                    self.bind(target, found)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value, annotation=annotation) if (
                self.is_remark(annotation)
            ):
                self.bind(target, self.value(value))
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value) if type(op) in OPERATORS:
                before = self.value(ast.copy_location(ast.Name(name, ast.Load()), target))
                if _may_change(before) and name not in self.own:
                    raise Failure("FA209", *self.unfollowed())
                self.bind(target, operations.augmented(OPERATORS[type(op)], before, self.value(value)))
            case ast.AugAssign(target=ast.Subscript() as target, op=op, value=value) if type(op) in OPERATORS:
                place = self.place(target)
                before = operations.reached(*place)
                if _may_change(before):
                    raise Failure("FA209", *self.unfollowed())
                self.put(target, place, operations.binary(OPERATORS[type(op)], before, self.value(value)))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=args) as call):
                if name not in self.own or any(isinstance(part, ast.Starred) for part in args):
                    raise Failure("FA209", *self.unfollowed())
                given = [self.given(part, method, name) for part in args]
                named = {part.arg: self.value(part.value) for part in call.keywords if part.arg is not None}
                if len(named) < len(call.keywords):
                    raise Failure("FA209", *self.unfollowed())
                left, _ = changes.changed(method, self.evaluation.values[name], given, named)
                self.evaluation.values[name] = left
            case ast.If(test=test, body=body, orelse=otherwise):
                return self.block(body if operations.truth(self.value(test)) else otherwise)
            case ast.For():
                return self.loop(node, self.bound(node))
            case ast.While(test=test):
                return self.loop(node, iter(lambda: operations.truth(self.value(test)), False))
            case ast.Assert(test=test):
                if not operations.truth(self.value(test)):
                    raise Failure("FA406", f"this assertion fails where {self.evaluation.where} is computed")
            case ast.Break():
                return _BROKEN
            case ast.Continue():
                return _CONTINUED
            case ast.Try(body=body) if hasattr(self.function, "constant"):  # nothing catches while the file is loaded
                return self.block(body)
            case _:
                raise Failure("FA209", *self.unfollowed())
        return None

    def loop(self, node: ast.For | ast.While, turns: Iterator[object]) -> _End:
        for _ in turns:
            self.evaluation.turn()
            end = self.block(node.body)
            if end == _BROKEN:
                return None
            if isinstance(end, _Returned):
                return end
        return self.block(node.orelse)

    def bound(self, node: ast.For) -> Iterator[object]:
        for item in self.evaluation.items_of(self.expression(node.iter, Place.ITERATED)):
            self.bind(node.target, item)
            yield item

    def bind(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self.evaluation.values[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts) if not any(isinstance(p, ast.Starred) for p in parts):
                for part, item in zip(parts, operations.unpacked(value, len(parts), None), strict=True):
                    self.bind(part, item)
            case ast.Subscript():
                self.put(target, self.place(target), value)
            case _:
                raise Failure("FA209", *self.unfollowed())

    def place(self, target: ast.Subscript) -> tuple[Value, Value]:
        """The container, and where in it."""
        if not isinstance(target.value, ast.Name) or target.value.id not in self.own:
            raise Failure("FA209", *self.unfollowed())
        if isinstance(target.slice, ast.Slice):
            raise Failure("FA209", *self.unfollowed())
        base = ast.copy_location(ast.Name(target.value.id, ast.Load()), target.value)
        return self.value(base), self.value(target.slice)

    def put(self, target: ast.Subscript, place: tuple[Value, Value], value: Value) -> None:
        assert isinstance(target.value, ast.Name)
        self.evaluation.values[target.value.id] = operations.replaced(*place, value)

    def is_remark(self, node: ast.expr) -> bool:
        """Whether the annotation declares nothing that is asked for when the function runs."""
        return (
            isinstance(node, ast.Name) and node.id in ("int", "float", "str", "bool") and node.id not in self.assigned
        )

    def unfollowed(self) -> tuple[str, str]:
        called = getattr(self.function, BUILT, self.function.name)
        message = f"{self.evaluation.where} is computed while the file is read, and there `{called}` is not followed"
        return message, f"write the value, or let `{called}` compute it by plain assignments, conditions and loops"

    def given(self, node: ast.expr, method: str, changed: str) -> Value:
        """An argument of a method. An iterator may stand where it is gone over at once, if not over what is changed."""
        own = any(isinstance(part, ast.Name) and part.id == changed for part in ast.walk(node))
        place = Place.CONSUMED if method in CONSUMING and not own else Place.VALUE
        return self.evaluation.value(self.expression(node, place))

    def value(self, node: ast.expr) -> Value:
        return self.evaluation.value(self.expression(node))

    def expression(self, node: ast.expr, place: Place = Place.VALUE) -> Expression:
        """The expression, read once."""
        for part in ast.walk(node):
            if (
                isinstance(part, ast.Name)
                and part.id in self.assigned
                and part.id not in self.evaluation.values.maps[0]
            ):
                raise Failure("FA201", f"`{part.id}` has no value here").at(self.file.source.span(part))
        if id(node) not in self.read:
            names = {name: name for name in self.assigned}
            scope = Scope(ChainMap(names), set(names), where=self.evaluation.where, budget=True, computed=True)
            problems = self.file.problems
            before = len(problems.found)
            found = ExpressionReader(self.file, scope).read(node, place)
            if len(problems.found) > before:  # what is wrong in every run of the function is told with its body
                first = problems.found[before]
                del problems.found[before:]
                problems.places = {(item.code, item.span) for item in problems.found}
                failure = Failure(first.code, first.message, first.hint)
                raise failure.at(first.span)
            self.read[id(node)] = found
        return self.read[id(node)]
