"""The meaning of expressions: what Python would compute, one run at a time.

`evaluate` walks the tree in Python's order of evaluation. Where a draw stands it asks `choose` for the outcome,
so that one call of `evaluate` is one run; `denote_chance.paths` goes through them all. Beside the values of the
language a run may hold a `Form`, a geometric draw that nothing has made finite yet; it may be read once. A
stream stands for itself: it is gone through by `for` alone, see `steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias, assert_never, cast

from flint import fmpq

from faier.exact import Number, TooLarge, Undecidable
from faier.lang import operations
from faier.lang.failures import BAD_ARGUMENT, TOO_LARGE, UNKNOWN_DECIDES, Failure, finite
from faier.lang.python_functions import pure
from faier.lang.syntax import (
    Binary,
    Call,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Decimal,
    Display,
    Draw,
    Expression,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Slice,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.values import Real, Sequence, Value
from faier.lang.vocabulary import DrawKind
from faier.semantics import draw_arguments, geometric
from faier.semantics.denote.chance import Choose
from faier.semantics.geometric import UNBOUNDED, Form

STREAM_MISUSED = "FA114"
UNASSIGNED = "FA413"


@dataclass(frozen=True)
class Arrivals:
    """The stream of this name."""

    name: str


@dataclass(frozen=True)
class Spent:
    """What is left of a geometric draw that has been read."""


Held: TypeAlias = Value | Form  # what an expression can give
Stored: TypeAlias = Held | Arrivals | Spent  # what a name can stand for


@dataclass(frozen=True)
class Scope:
    """The names that belong to a function, a comprehension or the file, and what they stand for now."""

    names: frozenset[str]
    stored: dict[str, Stored]


@dataclass(frozen=True)
class Run:
    """One run through one expression. `call` gives the distribution of what a helper returns, in 1-tuples."""

    scopes: tuple[Scope, ...]  # innermost first
    choose: Choose
    call: Callable[[str, tuple[Held, ...]], Mapping[Sequence, Number]]


def evaluate(run: Run, expression: Expression) -> Held:
    """The expression's value in this run."""
    try:
        return _evaluate(run, expression)
    except Failure as failure:
        failure.at(expression.span)
        raise
    except TooLarge as reason:
        raise Failure(TOO_LARGE, str(reason)).at(expression.span) from None
    except Undecidable as reason:
        raise Failure(UNKNOWN_DECIDES, f"this cannot be decided exactly: {reason}").at(expression.span) from None


def value_of(run: Run, expression: Expression) -> Value:
    """The expression's value; a geometric draw must have been made finite."""
    value = evaluate(run, expression)
    if isinstance(value, Form):
        raise geometric.unclamped().at(expression.span)
    return value


def holds(run: Run, expression: Expression) -> bool:
    """Whether the expression is true."""
    return _truth(run, evaluate(run, expression))


def assign(run: Run, target: Target, value: Value) -> None:
    """`target = value`."""
    match target:
        case Name(name):
            run.scopes[0].stored[name] = value
        case Unpack(targets):
            for part, item in zip(targets, operations.unpacked(value, len(targets)), strict=True):
                assign(run, part, item)
        case Item(name, indices):
            base = _settled(_read(run, name))
            run.scopes[0].stored[name] = replaced(base, [value_of(run, index) for index in indices], value)
        case _:
            assert_never(target)


def items(run: Run, expression: Expression) -> Iterator[Held]:
    """What a loop over the expression goes through, drawn one by one as it goes."""
    match expression:
        case Comprehension(kind="generator"):
            yield from _comprehended(run, expression)
        case Call("enumerate", (inner, *start)) if is_plain(expression):
            first = operations.whole(value_of(run, start[0]), "the start of enumerate") if start else 0
            for number, item in enumerate(items(run, inner), first):
                yield Sequence("tuple", (number, _settled(item)))
        case Call("zip", columns) if is_plain(expression):
            for row in zip(*(items(run, column) for column in columns), strict=False):
                yield Sequence("tuple", tuple(map(_settled, row)))
        case _:
            yield from operations.iterate(value_of(run, expression))


def _evaluate(run: Run, expression: Expression) -> Held:
    match expression:
        case Literal(value):
            return value
        case Decimal(exact, machine):
            return Real(exact, machine)
        case Name(name):
            return _read(run, name)
        case Unary(operator, operand):
            return _unary(run, operator, evaluate(run, operand))
        case Binary(operator, left, right):
            return _binary(run, operator, evaluate(run, left), evaluate(run, right))
        case Compare((first, *rest), operators):
            return _chain(run, evaluate(run, first), operators, tuple(rest))
        case Logic(operator, operands):
            return _logic(run, operator, operands)
        case Choice(test, then, otherwise):
            return evaluate(run, then if holds(run, test) else otherwise)
        case Display(kind, parts):
            return Sequence(kind, tuple(map(_settled, _spread(run, parts))))
        case Index(base, index):
            return operations.index(value_of(run, base), value_of(run, index))
        case Slice(base, lower, upper, step):
            sliced = value_of(run, base)
            ends = [None if end is None else value_of(run, end) for end in (lower, upper, step)]
            return operations.slice_(sliced, *ends)
        case Call():
            return _call(run, expression)
        case Draw(kind, arguments):
            return _draw(run, kind, [_settled(value) for value in _spread(run, arguments)])
        case Invoke(function, arguments):
            outcome = run.choose(run.call(function, tuple(_spread(run, arguments))))
            return outcome.items[0]
        case Comprehension():
            return Sequence(
                "list" if expression.kind == "list" else "tuple", tuple(map(_settled, _comprehended(run, expression)))
            )
        case Star() | Compare():
            raise Failure(BAD_ARGUMENT, "nothing is unpacked here")
        case _:
            assert_never(expression)


def _read(run: Run, name: str) -> Held:
    """What a name stands for; a geometric draw is gone once it has been read."""
    for scope in run.scopes:
        if name not in scope.names:
            continue
        if name not in scope.stored:
            raise Failure(UNASSIGNED, f"{name} may be used before it has a value", "assign it first on every path")
        stored = scope.stored[name]
        if isinstance(stored, Form):
            scope.stored[name] = Spent()
        if isinstance(stored, Spent):
            raise Failure(UNBOUNDED, f"{name} is a geometric draw that is used twice", finite())
        if isinstance(stored, Arrivals):
            raise Failure(STREAM_MISUSED, f"{name} is a stream: nothing but `for` goes through it")
        return stored
    raise Failure(UNASSIGNED, f"{name} has no value")


def _unary(run: Run, operator: str, value: Held) -> Held:
    if operator == "not":
        return not _truth(run, value)
    if isinstance(value, Form):
        return geometric.negative(value) if operator == "-" else value
    return operations.unary(operator, value)


def _binary(run: Run, operator: str, left: Held, right: Held) -> Held:
    if isinstance(left, Form) or isinstance(right, Form):
        return run.choose(geometric.binary(operator, left, right))
    return operations.binary(operator, left, right)


def _chain(run: Run, left: Held, operators: tuple[str, ...], operands: tuple[Expression, ...]) -> bool:
    """left operator operand operator operand ...; the operand after a draw in the middle is evaluated with it."""
    if not operators:
        return True
    operator, *others = operators
    right = evaluate(run, operands[0])
    if isinstance(right, Form) and others and not isinstance(left, Form):
        beyond = value_of(run, operands[1])
        between = geometric.decide(
            right,
            [left, *_compared(others[0], beyond)],
            lambda k: operations.compare(operator, left, k) and operations.compare(others[0], k, beyond),
        )
        return run.choose(between) and _chain(run, beyond, operators[2:], operands[2:])
    if isinstance(right, Form) and others:
        raise geometric.unclamped()
    return run.choose(_comparison(operator, left, right)) and _chain(run, right, operators[1:], operands[1:])


def _comparison(operator: str, left: Held, right: Held) -> Mapping[bool, Number]:
    if isinstance(left, Form) and isinstance(right, Form):
        (difference,) = geometric.binary("-", left, right)
        assert isinstance(difference, Form)
        return geometric.decide(difference, [0], lambda k: operations.compare(operator, k, 0))
    if isinstance(left, Form):
        other = _settled(right)
        return geometric.decide(left, _compared(operator, other), lambda k: operations.compare(operator, k, other))
    if isinstance(right, Form):
        return geometric.decide(right, [left], lambda k: operations.compare(operator, left, k))
    return {operations.compare(operator, left, right): fmpq(1)}


def _compared(operator: str, value: Value) -> tuple[Value, ...]:
    return operations.iterate(value) if operator in ("in", "not in") else (value,)


def _truth(run: Run, value: Held) -> bool:
    if isinstance(value, Form):
        return run.choose(geometric.decide(value, [0], lambda k: k != 0))
    return operations.truth(value)


def _logic(run: Run, operator: str, operands: tuple[Expression, ...]) -> Held:
    """The first operand that settles it, or the last."""
    for operand in operands[:-1]:
        value = value_of(run, operand)
        if operations.truth(value) == (operator == "or"):
            return value
    return evaluate(run, operands[-1])


def _spread(run: Run, parts: tuple[Expression, ...]) -> list[Held]:
    """The values of a display's items or a call's arguments, `*` spread out."""
    values: list[Held] = []
    for part in parts:
        if isinstance(part, Star):
            values.extend(items(run, part.value))
        else:
            values.append(evaluate(run, part))
    return values


def _call(run: Run, call: Call) -> Held:
    match call:
        case Call("any" | "all", (only,)) if is_plain(call):
            decisive = call.function == "any"
            elements = items(run, only)
            if isinstance(only, Comprehension) and only.kind == "list":
                # All elements are there before the first is looked at.
                elements = iter(list(_comprehended(run, only)))
            for item in elements:
                if _truth(run, item) == decisive:
                    return decisive
            return not decisive
        case Call("bool", (only,)) if is_plain(call):
            return holds(run, only)
        case Call("sum" | "min" | "max", (Comprehension() as only,)) if is_plain(call):
            return _folded(run, call.function, list(_comprehended(run, only)))
        case Call("enumerate" | "zip") if is_plain(call):
            return Sequence("tuple", tuple(map(_settled, items(run, call))))
    arguments = _spread(run, call.arguments)
    keywords = {name: value_of(run, value) for name, value in call.keywords}
    return _applied(run, call.function, arguments, keywords)


def _applied(run: Run, function: str, arguments: list[Held], keywords: dict[str, Value] | None = None) -> Held:
    if any(isinstance(argument, Form) for argument in arguments) and not keywords:
        return run.choose(geometric.call(function, arguments))
    return pure(function, [_settled(argument) for argument in arguments], keywords or {})


def _folded(run: Run, function: str, elements: list[Held]) -> Held:
    """sum, min or max of a comprehension, whose elements are not kept: geometric draws may be among them."""
    if not any(isinstance(element, Form) for element in elements):
        return pure(function, [Sequence("list", tuple(map(_settled, elements)))], {})
    if function == "sum":
        return reduce(lambda total, element: _binary(run, "+", total, element), elements, cast(Held, 0))
    return reduce(lambda best, element: _applied(run, function, [best, element]), elements)


def _draw(run: Run, kind: DrawKind, values: list[Value]) -> Held:
    match kind:
        case "flip":
            p = draw_arguments.probability(kind, values)
            return run.choose({True: p, False: 1 - p})
        case "uniform":
            low, high = draw_arguments.ends(kind, values)
            return run.choose({number: fmpq(1, high - low + 1) for number in range(low, high + 1)})
        case "categorical":
            weights, total = draw_arguments.weights(kind, values)
            return run.choose({index: weight / total for index, weight in enumerate(weights)})
        case "geometric":
            return geometric.draw(draw_arguments.probability(kind, values))
        case _:
            assert_never(kind)


def _comprehended(run: Run, comprehension: Comprehension) -> Iterator[Held]:
    """The elements, one by one. The first iterable belongs to the scope around, the rest to a scope of its own."""
    names = frozenset(name for clause in comprehension.clauses for name in bound(clause.target))
    inner = Run((Scope(names, {}), *run.scopes), run.choose, run.call)
    return _elements(inner, run, comprehension.clauses, comprehension.element)


def _elements(run: Run, outer: Run, clauses: tuple[Clause, ...], element: Expression) -> Iterator[Held]:
    if not clauses:
        yield evaluate(run, element)
        return
    clause, *rest = clauses
    for item in items(outer, clause.iterable):
        assign(run, clause.target, _settled(item))
        if all(holds(run, condition) for condition in clause.conditions):
            yield from _elements(run, run, tuple(rest), element)


def bound(target: Target) -> Iterator[str]:
    """The names that an assignment to the target gives a value."""
    match target:
        case Name(name):
            yield name
        case Unpack(targets):
            for part in targets:
                yield from bound(part)


def is_plain(call: Call) -> bool:
    """Whether every argument stands by itself at its place."""
    return not call.keywords and not any(isinstance(argument, Star) for argument in call.arguments)


def replaced(base: Value, indices: list[Value], value: Value) -> Value:
    """`base` with `base[i][j]... = value`."""
    first, *rest = indices
    if rest:
        value = replaced(operations.index(base, first), rest, value)
    return operations.replaced(base, first, value)


def _settled(value: Held) -> Value:
    if isinstance(value, Form):
        raise geometric.unclamped()
    return value
