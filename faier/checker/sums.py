"""A mechanism that adds up its inputs and noise, and looks at neither -> what it shows, as sums.

Every entry of the inputs stands for itself. What is done to entries and draws here is adding, taking away, multiplying
by integers, where reals are drawn also by fractions, and putting them into lists and getting them out; anything else is
a hole. So the run is one and the same
for all inputs, of whatever size.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeGuard

from . import operations
from .aligning import logarithm_of_power
from .budgets import Epsilon, at_least_zero
from .continuous import rate_of
from .expressions import Evaluation, operator_of
from .file import DRAWS, File, Function
from .forms import ONE, ZERO, Form
from .operations import number_of
from .outcome import Budget, Hole, Invalid
from .values import List, Mark

MOST_CALLS = 20

Outcome = Literal["next", "break", "continue", "return"]


@dataclass(frozen=True)
class Draw:
    """A draw of its own, and what it costs to shift it by 1; a `whole` one is an integer."""

    number: int
    price: Epsilon
    whole: bool


@dataclass(frozen=True)
class Sum:
    """The sum of factor * entry and of factor * draw, and a number."""

    entries: tuple[tuple[Mark, Fraction], ...] = ()
    draws: tuple[tuple[Draw, Fraction], ...] = ()
    offset: Fraction = ZERO

    @property
    def whole(self) -> bool:
        return all(draw.whole for draw, _ in self.draws)

    def plus(self, other: Sum, factor: Fraction = ONE) -> Sum:
        """self + factor * other"""
        entries, draws = dict(self.entries), dict(self.draws)
        for entry, share in other.entries:
            entries[entry] = entries.get(entry, ZERO) + factor * share
        for draw, share in other.draws:
            draws[draw] = draws.get(draw, ZERO) + factor * share
        return Sum(
            tuple((entry, share) for entry, share in entries.items() if share),
            tuple((draw, share) for draw, share in draws.items() if share),
            self.offset + factor * other.offset,
        )


def _multiplies(factor: object, one: Sum) -> TypeGuard[int | Fraction]:
    """Whether a multiple by this is followed: reals have parts too."""
    return isinstance(factor, int if one.whole else int | Fraction) and not isinstance(factor, bool)


def holds_sums(value: object) -> bool:
    return isinstance(value, Sum) or (isinstance(value, tuple) and any(map(holds_sums, value)))


def sums_in(value: object) -> Iterator[Sum]:
    if isinstance(value, Sum):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from sums_in(item)


@dataclass
class Adding:
    """A function while it runs. `shown` is what it has yielded or returned."""

    file: File
    function: Function
    budget: Budget
    variables: dict[str, object]
    draws: list[Draw] = field(default_factory=list)
    depth: int = 0
    shown: list[object] = field(default_factory=list)
    inner: list[dict[str, object]] = field(default_factory=list)

    def run(self) -> None:
        require_plain_text(self.function.node)
        if self.function.inner or self.function.captured:
            raise Hole("functions inside of functions, beside sums")
        self._block(self.function.node.body)

    # Statements.

    def _block(self, body: list[ast.stmt]) -> Outcome:
        for statement in body:
            self.budget.spend()
            outcome = self._statement(statement)
            if outcome != "next":
                return outcome
        return "next"

    def _statement(self, node: ast.stmt) -> Outcome:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return "next"
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)) if not self.depth:
                self.shown.append(self.value(value))
                return "next"
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item])):
                held = self._lookup(name)
                if not isinstance(held, List) or self.depth:
                    raise Hole("an append to something else than a list")
                self.variables[name] = List((*held, self.value(item)))
                return "next"
            case ast.Assign(targets=targets, value=value):
                found = self.value(value)
                for target in targets:
                    self._bind(target, found, self.variables)
                return "next"
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind(target, self.value(value), self.variables)
                return "next"
            case ast.AugAssign(target=ast.Name() | ast.Subscript() as target, op=operator, value=value):
                before = self.value(target)
                if self.depth and isinstance(before, tuple):
                    raise Hole("a helper that changes a list")
                self._bind(target, self._combined(operator_of(operator), before, self.value(value)), self.variables)
                return "next"
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                return self._loop(target, over, body)
            case ast.If(test=test, body=then, orelse=otherwise):
                return self._block(then if operations.truth(self.plain(test)) else otherwise)
            case ast.Return(value=None):
                return "return"
            case ast.Return(value=ast.expr() as value) if self.depth or not self.function.yields:
                found = self.value(value)
                if found is not None or self.depth:
                    self.shown.append(found)
                return "return"
            case ast.Break():
                return "break"
            case ast.Continue():
                return "continue"
        raise Hole(f"a statement of kind {type(node).__name__} beside sums")

    def _loop(self, target: ast.expr, over: ast.expr, body: list[ast.stmt]) -> Outcome:
        ranged = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range"
        names = [] if ranged else [part.id for part in ast.walk(over) if isinstance(part, ast.Name)]
        gone_over = {name: self.variables.get(name) for name in names}
        for item in self._items(self.value(over)):
            self._bind(target, item, self.variables)
            outcome = self._block(body)
            if any(self.variables.get(name) is not held for name, held in gone_over.items()):
                raise Hole("a loop that changes what it goes over")
            if outcome == "return":
                return outcome
            if outcome == "break":
                break
        return "next"

    def _bind(self, target: ast.expr, value: object, names: dict[str, object]) -> None:
        match target:
            case ast.Name(id=name):
                names[name] = value
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                items = self._items(value)
                if len(items) != len(targets):
                    raise Hole("this way to unpack values")
                for part, item in zip(targets, items, strict=True):
                    self._bind(part, item, names)
            case ast.Subscript(value=base, slice=position) if not self.depth and not isinstance(position, ast.Slice):
                held, at = self.value(base), self.plain(position)
                if not isinstance(held, List) or not isinstance(at, int) or isinstance(at, bool):
                    raise Hole("a change of something else than a list")
                if not -len(held) <= at < len(held):
                    raise Invalid("a run writes outside of a list")
                changed = list(held)
                changed[at] = value
                self._bind(base, List(changed), names)
            case _:
                raise Hole("this target, beside sums")

    # Expressions.

    def value(self, node: ast.expr) -> object:
        self.budget.spend()
        if not self._involved(node):
            by = Evaluation(self.file, self.function, dict(self.variables))
            by.inner = list(self.inner)
            found = by.value(node)
            if by.divisors:
                raise Hole("a division by what an unknown may make 0")
            return found
        match node:
            case ast.Name(id=name):
                return self._lookup(name)
            case ast.BinOp(left=left, op=operator, right=right):
                return self._combined(operator_of(operator), self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._combined("*", self.value(operand), -1)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self.value(then if operations.truth(self.plain(test)) else otherwise)
            case ast.Tuple(elts=items):
                return tuple(self._elements(items))
            case ast.List(elts=items):
                return List(self._elements(items))
            case ast.ListComp(elt=element, generators=clauses) | ast.GeneratorExp(elt=element, generators=clauses):
                found = list(self._made(element, clauses, 0))
                return List(found) if isinstance(node, ast.ListComp) else tuple(found)
            case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=step)):
                ends = [None if end is None else self.plain(end) for end in (lower, upper, step)]
                return operations.sliced(self._sequence(self.value(base)), ends)
            case ast.Subscript(value=base, slice=position):
                return operations.index(self._sequence(self.value(base)), self.plain(position))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments)
        raise Hole(f"an expression of kind {type(node).__name__} beside sums")

    def plain(self, node: ast.expr) -> object:
        found = self.value(node)
        if holds_sums(found):
            raise Hole("something depends on an input or a draw")
        return found

    def _call(self, name: str, arguments: list[ast.expr]) -> object:
        word = self.file.word(ast.Name(name), self._hidden())
        given = list(self._elements(arguments))
        if word in ("laplace", "geometric") and len(given) == 1:
            return self._drawn(word, given[0])
        if word is not None or name in self._hidden():
            raise Hole(f"a call of {name} beside sums")
        if name in self.file.functions:
            return self._invoked(self.file.functions[name], given)
        if name in self.file.constants or self.file.defines(name):
            raise Hole(f"a call of {name} beside sums")
        match name, given:
            case "sum", [values]:
                total: object = 0
                for item in self._items(values):
                    total = self._combined("+", total, item)
                return total
            case "len", [values]:
                return len(self._items(values))
            case "list", [values]:
                return List(self._items(values))
            case "tuple", [values]:
                return tuple(self._items(values))
            case "reversed", [values]:
                return tuple(reversed(self._items(values)))
            case "enumerate", [values]:
                return tuple(enumerate(self._items(values)))
            case "zip", [_, *_]:
                return tuple(zip(*map(self._items, given), strict=False))
        raise Hole(f"a call of {name} beside sums")

    def _invoked(self, function: Function, given: list[object]) -> object:
        parameters = [item.name for item in function.parameters]
        if (
            function.kind != "helper"
            or function.yields
            or len(parameters) != len(given)
            or function.settings
            or function.lent
            or "." in function.name
        ):
            raise Hole("this call, beside sums")
        if self.depth >= MOST_CALLS:
            raise Hole("calls go too deep")
        called = Adding(
            self.file, function, self.budget, dict(zip(parameters, given, strict=True)), self.draws, self.depth + 1
        )
        called.run()
        return called.shown[0] if called.shown else None

    def _drawn(self, word: str, argument: object) -> Sum:
        if holds_sums(argument):
            raise Hole("noise that depends on an input")
        if word == "laplace":
            share, unit = rate_of(argument)
            price = unit.scaled(share)
        else:
            price = ratio_price(argument)
        if price == Epsilon() or not at_least_zero(price):
            raise Invalid("the parameter of a draw is out of its range")
        self.draws.append(Draw(len(self.draws), price, word == "geometric"))
        return Sum(draws=((self.draws[-1], ONE),))

    def _combined(self, operator: str, left: object, right: object) -> object:
        if operator == "+" and isinstance(left, List) and isinstance(right, List):
            return List((*left, *right))
        if not isinstance(left, Sum) and not isinstance(right, Sum):
            if holds_sums(left) or holds_sums(right):
                raise Hole("an operator on lists beside sums")
            if operator in ("/", "**") and (isinstance(left, Form) or isinstance(right, Form)):
                raise Hole("a division by what an unknown may make 0")
            return operations.binary(operator, left, right)
        if operator in ("+", "-"):
            return _as_sum(left, right).plus(_as_sum(right, left), ONE if operator == "+" else -ONE)
        if operator == "*":
            one, factor = (left, right) if isinstance(left, Sum) else (right, left)
            if isinstance(one, Sum) and _multiplies(factor, one):
                return Sum().plus(one, Fraction(factor))
        if operator == "/" and isinstance(left, Sum) and not left.whole and _multiplies(right, left) and right:
            return Sum().plus(left, 1 / Fraction(right))
        raise Hole(f"the operator {operator} beside sums")

    def _elements(self, nodes: Iterable[ast.expr]) -> Iterator[object]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from self._items(self.value(node.value))
            else:
                yield self.value(node)

    def _made(self, element: ast.expr, clauses: list[ast.comprehension], at: int) -> Iterator[object]:
        if at == len(clauses):
            yield self.value(element)
            return
        clause, scope = clauses[at], dict[str, object]()
        for item in self._items(self.value(clause.iter)):
            self._bind(clause.target, item, scope)
            self.inner.append(scope)
            if all(operations.truth(self.plain(condition)) for condition in clause.ifs):
                yield from self._made(element, clauses, at + 1)
            self.inner.pop()

    def _sequence(self, value: object) -> tuple[object, ...]:
        if not isinstance(value, tuple):
            raise Hole("something else than a sequence, beside sums")
        return value

    def _items(self, value: object) -> tuple[object, ...]:
        if isinstance(value, Sum):
            raise Invalid("a run goes over a number")
        return operations.items_of(value)

    def _lookup(self, name: str) -> object:
        for scope in (*reversed(self.inner), self.variables):
            if name in scope:
                return scope[name]
        raise Hole(f"the name {name}")

    def _hidden(self) -> set[str]:
        return {*self.function.locals, *self.function.settings, *(name for scope in self.inner for name in scope)}

    def _involved(self, node: ast.expr) -> bool:
        """Whether sums, draws or functions of the file are in the expression."""
        scopes = (*self.inner, self.variables)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and any(holds_sums(scope.get(part.id)) for scope in scopes):
                return True
            if isinstance(part, ast.Call):
                word = self.file.word(part.func)
                if word in DRAWS or (word is None and not isinstance(part.func, ast.Name)):
                    return True
                if isinstance(part.func, ast.Name) and part.func.id in self.file.functions:
                    return True
        return False


# What is gone through once; as these it may be used, and as what is handed to those.
LAZY = frozenset({"enumerate", "zip", "reversed", "map", "filter", "iter"})
EAGER = frozenset({"list", "tuple", "sum", "min", "max", "any", "all", "sorted", "enumerate", "zip", "reversed"})


def require_plain_text(node: ast.FunctionDef, eager: frozenset[str] = EAGER) -> None:
    """No expression gives a name a value, and what can be gone through once is gone through where it stands."""
    fine: set[int] = set()
    for part in ast.walk(node):
        if isinstance(part, (ast.NamedExpr, ast.Lambda)):
            raise Hole("a name inside of an expression, beside sums")
        if isinstance(part, (ast.For, ast.comprehension)):
            fine.add(id(part.iter))
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in eager:
            fine |= {id(item) for item in part.args}
    for part in ast.walk(node):
        lazy = isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in LAZY
        if (lazy or isinstance(part, ast.GeneratorExp)) and id(part) not in fine:
            raise Hole("what can be gone through once has a name, beside sums")


def ratio_price(argument: object) -> Epsilon:
    """What it costs to shift a geometric draw by 1."""
    found = logarithm_of_power(number_of(argument))
    if found is None:
        raise Hole("a parameter of geometric noise that is no power")
    return found.scaled(-ONE)


def _as_sum(value: object, beside: object) -> Sum:
    """A number as a sum; beside integers it must be one."""
    if isinstance(value, Sum):
        return value
    rational = isinstance(beside, Sum) and not beside.whole
    if isinstance(value, bool) or not isinstance(value, (int, Fraction) if rational else int):
        raise Hole("a number of another kind beside sums")
    return Sum(offset=Fraction(value))
