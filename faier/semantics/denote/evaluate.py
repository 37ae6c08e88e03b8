"""The meaning of expressions: what Python would compute, one run at a time.

`evaluate` walks the tree in Python's order of evaluation. Where a draw stands it asks `choose` for the outcome,
so that one call of `evaluate` is one run; `chance.paths` goes through them all. Beside the values of the
language, and within tuples and lists, there may be `Noise`: integers without bounds of which a run knows what it has
asked. A stream stands for itself: it is gone through by `for` alone, see `steps`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never, cast

from flint import fmpq

from faier.exact import TooLarge, Undecidable
from faier.lang import operations, records
from faier.lang.comparing import unordered
from faier.lang.failures import BAD_ARGUMENT, TOO_LARGE, UNKNOWN_DECIDES, Failure, untold
from faier.lang.scope import ITEMS
from faier.lang.syntax import (
    Attribute,
    Binary,
    Bind,
    Call,
    Caught,
    Change,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Construct,
    Decimal,
    Display,
    Draw,
    Expression,
    Field,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Rest,
    Slice,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.values import HOLE, Real, Sequence, Value
from faier.lang.vocabulary import DrawKind
from faier.semantics import draw_arguments
from faier.semantics.denote.chance import Choose
from faier.semantics.denote.densities import Normal, laplace
from faier.semantics.denote.draws import Draws
from faier.semantics.denote.held import Held, apart, applied, binary, called, compared, replaced, settled, truth, unary

STREAM_MISUSED = "FA114"
UNASSIGNED = "FA413"

# Where a handler finds what its exception tells.
CAUGHT = ".caught"

# What a function captures that has no value yet.
UNSET = HOLE


@dataclass(frozen=True)
class Arrivals:
    """The stream of this name."""

    name: str


Stored: TypeAlias = Held | Arrivals  # what a name can stand for
Calling: TypeAlias = Callable[[str, tuple[Held, ...], tuple[Held, ...]], tuple[Failure | None, tuple[Held, ...]]]
"""What a helper of this name raises, of these arguments and what it shares, and what it returns, and then the variables
that it shares with its caller."""


@dataclass(frozen=True)
class Scope:
    """The names that belong to a function, a comprehension or the file, and what they stand for now."""

    names: frozenset[str]
    stored: dict[str, Stored]


@dataclass(frozen=True)
class Run:
    """One run through one expression."""

    scopes: tuple[Scope, ...]  # innermost first
    choose: Choose
    draws: Draws
    call: Calling


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
    """The expression's value, where something has to know it: noise in it must be one of finitely many integers."""
    try:
        return settled(run.draws, evaluate(run, expression))
    except Failure as failure:
        failure.at(expression.span)
        raise


def holds(run: Run, expression: Expression) -> bool:
    """Whether the expression is true."""
    return truth(run.draws, evaluate(run, expression))


def assign(run: Run, target: Target, value: Held) -> None:
    """`target = value`."""
    match target:
        case Name(name):
            run.scopes[0].stored[name] = value
        case Unpack(targets):
            several = operations.unpacked(apart(value), len(targets), target.rest)
            for part, item in zip(targets, several, strict=True):
                assign(run, part, item)
        case Rest(inner):
            assign(run, inner, value)
        case Item(name):
            at = places(run, target)
            if len(at) > 1:  # what leads there is made, even if the last step raises
                store(run, name, operations.grown(apart(_read(run, name)), at[:-1]))
            store(run, name, replaced(apart(_read(run, name)), at, value))
        case _:
            assert_never(target)


def places(run: Run, target: Name | Item) -> list[Value | Field]:
    """The way to what the target means."""
    indices = target.indices if isinstance(target, Item) else ()
    return [index if isinstance(index, Field) else value_of(run, index) for index in indices]


def store(run: Run, name: str, value: Held) -> None:
    """The variable of the function stands for the value from now on."""
    next(scope for scope in run.scopes if name in scope.names).stored[name] = value


def items(run: Run, expression: Expression) -> Iterator[Held]:
    """What a loop over the expression goes through, drawn one by one as it goes."""
    match expression:
        case Comprehension(kind="generator"):
            yield from _comprehended(run, expression)
        case Call("enumerate", (inner, *start)) if is_plain(expression):
            first = operations.whole(value_of(run, start[0]), "the start of enumerate") if start else 0
            for number, item in enumerate(items(run, inner), first):
                yield Sequence("tuple", (number, cast(Value, item)))
        case Call("zip", columns) if is_plain(expression):
            for row in zip(*(items(run, column) for column in columns), strict=False):
                yield Sequence("tuple", _gathered(row))
        case _:
            yield from operations.iterate(apart(evaluate(run, expression)))


def _evaluate(run: Run, expression: Expression) -> Held:
    match expression:
        case Literal(value):
            return value
        case Decimal(exact, machine):
            return Real(exact, machine)
        case Name(name):
            return _read(run, name)
        case Unary(operator, operand):
            return unary(run.draws, operator, evaluate(run, operand))
        case Binary(operator, left, right):
            return binary(run.draws, operator, evaluate(run, left), evaluate(run, right))
        case Compare((first, *rest), operators):
            return _chain(run, evaluate(run, first), operators, tuple(rest))
        case Logic(operator, operands):
            return _logic(run, operator, operands)
        case Choice(test, then, otherwise):
            return evaluate(run, then if holds(run, test) else otherwise)
        case Display(kind, parts):
            return Sequence(kind, _gathered(spread(run, parts)))
        case Index(base, index):
            indexed = apart(evaluate(run, base))
            return operations.index(indexed, value_of(run, index))
        case Attribute(base, name):
            return records.attribute(apart(evaluate(run, base)), name)
        case Construct(shape, arguments):
            return records.construct(shape, _gathered(spread(run, arguments)))
        case Slice(base, lower, upper, step):
            sliced = apart(evaluate(run, base))
            ends = [None if end is None else value_of(run, end) for end in (lower, upper, step)]
            return operations.slice_(sliced, *ends)
        case Call():
            return _call(run, expression)
        case Draw(kind, arguments):
            drawn_from = spread(run, arguments)
            if kind in ("choice", "shuffled", "sample"):
                return _picked(run, kind, drawn_from)
            return _draw(run, kind, [settled(run.draws, value) for value in drawn_from])
        case Invoke(function, arguments, captured=captured):
            return _invoke(run, function, tuple(spread(run, arguments)), [outside for _, outside in captured])
        case Comprehension():
            kind = "list" if expression.kind == "list" else "tuple"
            return Sequence(kind, _gathered(_comprehended(run, expression)))
        case Change():
            return _changed(run, expression)
        case Bind(target, inner):
            given = evaluate(run, inner)
            around = next(scope for scope in run.scopes if target.name in scope.names)
            around.stored[target.name] = given
            return given
        case Caught():
            told = run.scopes[0].stored.pop(CAUGHT, None)
            if told is None:
                raise untold()
            return cast(Held, told)
        case Star() | Compare():
            raise Failure(BAD_ARGUMENT, "nothing is unpacked here")
        case _:
            assert_never(expression)


def _invoke(run: Run, function: str, arguments: tuple[Held, ...], captured: list[str | Item]) -> Held:
    """What the function returns; what it shares with its caller is what it leaves it as."""
    names = [outside if isinstance(outside, str) else outside.name for outside in captured]
    ways = [[] if isinstance(outside, str) else places(run, outside) for outside in captured]
    homes = [next(scope.stored for scope in run.scopes if name in scope.names) for name in names]
    given = [_lent(run, home, name, way) for name, home, way in zip(names, homes, ways, strict=True)]
    raised, (result, *left) = run.call(function, arguments, tuple(given))
    for name, home, way, value in zip(names, homes, ways, left, strict=True):
        if way:
            home[name] = replaced(apart(_read(run, name)), way, value)
        elif value != UNSET:
            home[name] = value
    if raised is not None:
        raise raised
    return result


def _lent(run: Run, home: Mapping[str, Stored], name: str, way: list[Value | Field]) -> Held:
    """The variable's value, or what it holds there."""
    if not way:
        return cast(Held, home.get(name, UNSET))
    held: Held = _read(run, name)
    for at in way:
        held = operations.reached(apart(held), at)
    return held


def _read(run: Run, name: str) -> Held:
    """What a name stands for."""
    for scope in run.scopes:
        if name not in scope.names:
            continue
        if name not in scope.stored:
            raise Failure(UNASSIGNED, f"{name} may be used before it has a value", "assign it first on every path")
        stored = scope.stored[name]
        if isinstance(stored, Arrivals):
            raise Failure(STREAM_MISUSED, f"{name} is a stream: nothing but `for` goes through it")
        return stored
    raise Failure(UNASSIGNED, f"{name} has no value")


def _chain(run: Run, left: Held, operators: tuple[str, ...], operands: tuple[Expression, ...]) -> bool:
    """left operator operand operator operand ..."""
    for operator, operand in zip(operators, operands, strict=True):
        right = evaluate(run, operand)
        if not compared(run.draws, operator, left, right):
            return False
        left = right
    return True


def _logic(run: Run, operator: str, operands: tuple[Expression, ...]) -> Held:
    """The first operand that settles it, or the last."""
    for operand in operands[:-1]:
        value = evaluate(run, operand)
        if truth(run.draws, value) == (operator == "or"):
            return value
    return evaluate(run, operands[-1])


def spread(run: Run, parts: tuple[Expression, ...]) -> list[Held]:
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
                if truth(run.draws, item) == decisive:
                    return decisive
            return not decisive
        case Call("bool", (only,)) if is_plain(call):
            return holds(run, only)
        case Call("enumerate" | "zip") if is_plain(call):
            return Sequence("tuple", _gathered(items(run, call)))
    arguments = spread(run, call.arguments)
    keywords: dict[str, Held] = {}
    for name, value in call.keywords:
        keyed = Scope(frozenset([ITEMS]), {ITEMS: _items_for_keys(arguments[0])}) if name == "key" else None
        keywords[name] = evaluate(run if keyed is None else replace(run, scopes=(keyed, *run.scopes)), value)
    return applied(run.draws, call.function, arguments, keywords)


def _items_for_keys(values: Held) -> Sequence:
    """What keys are computed of, one by one; those of a set in an order that does not matter."""
    return Sequence("tuple", unordered(apart(values)))


def _changed(run: Run, change: Change) -> Held:
    """The value of `target.method(...)`, after the change. What it reaches is there before the arguments."""
    name, target = change.target.name, change.target
    path = places(run, target)
    if path:
        store(run, name, operations.grown(apart(_read(run, name)), path))
    arguments = spread(run, change.arguments)
    keywords = {name: evaluate(run, value) for name, value in change.keywords}
    base = holder = apart(_read(run, name))
    for at in path:
        holder = apart(operations.reached(holder, at))
    left, value = called(run.draws, change.method, holder, arguments, keywords)
    store(run, name, replaced(base, path, left) if path else left)
    return value


def _draw(run: Run, kind: DrawKind, values: list[Value]) -> Held:
    match kind:
        case "flip":
            p = draw_arguments.probability(kind, values)
            return run.choose({True: p, False: 1 - p})
        case "uniform":
            low, high = draw_arguments.ends(kind, values)
            return run.choose({number: fmpq(1, high - low + 1) for number in range(low, high + 1)})
        case "categorical":
            outcomes, weights, total = draw_arguments.weights(kind, values)
            return run.choose({value: weight / total for value, weight in zip(outcomes, weights, strict=True)})
        case "geometric":
            return run.draws.fresh(draw_arguments.probability(kind, values))
        case "laplace":
            return run.draws.fresh_real(laplace(draw_arguments.rate(kind, values)))
        case "gaussian":
            return run.draws.fresh_real(Normal(draw_arguments.variance(kind, values)))
        case "choice" | "shuffled" | "sample":
            raise AssertionError(f"{kind} draws values that nobody looks at")
        case _:
            assert_never(kind)


def _picked(run: Run, kind: DrawKind, given: list[Held]) -> Held:
    """One of the values, or a list of some: by their places, whatever they are."""
    values = [*map(apart, given[:1]), *(settled(run.draws, value) for value in given[1:])]
    if kind == "choice":
        places = draw_arguments.places(kind, values)
        return operations.iterate(values[0])[run.choose({place: fmpq(1, len(places)) for place in places})]
    chosen = run.choose(dict(draw_arguments.orders(kind, values)))
    return Sequence("list", tuple(operations.iterate(values[0])[place] for place in chosen))


def _comprehended(run: Run, comprehension: Comprehension) -> Iterator[Held]:
    """The elements, one by one. The first iterable belongs to the scope around, the rest to a scope of its own."""
    names = frozenset(name for clause in comprehension.clauses for name in bound(clause.target))
    inner = Run((Scope(names, {}), *run.scopes), run.choose, run.draws, run.call)
    return _elements(inner, run, comprehension.clauses, comprehension.element)


def _elements(run: Run, outer: Run, clauses: tuple[Clause, ...], element: Expression) -> Iterator[Held]:
    if not clauses:
        yield evaluate(run, element)
        return
    clause, *rest = clauses
    for item in items(outer, clause.iterable):
        assign(run, clause.target, item)
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
        case Rest(inner):
            yield inner.name


def is_plain(call: Call) -> bool:
    """Whether every argument stands by itself at its place."""
    return not call.keywords and not any(isinstance(argument, Star) for argument in call.arguments)


def _gathered(values: Iterable[Held]) -> tuple[Value, ...]:
    return tuple(cast("Iterable[Value]", values))
