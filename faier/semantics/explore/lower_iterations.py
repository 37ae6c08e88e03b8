"""Going over values -> code: the steps of `for` and comprehensions, over sequences and streams that arrive one by one.

The code is added to what the expressions of the function become; the bodies of `for` are `lower`'s.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from faier.lang import operations
from faier.lang.failures import Failure
from faier.lang.python_functions import pure
from faier.lang.syntax import (
    Call,
    Clause,
    Comprehension,
    Expression,
    InputType,
    Literal,
    Name,
    RecordsType,
    Span,
    Star,
    Target,
)
from faier.lang.values import Sequence, Value
from faier.lang.walk import parts
from faier.semantics.explore.assembly import Assembly, Label
from faier.semantics.explore.code import PENDING, Arrive, Fail, Next, Operate, Slot
from faier.semantics.explore.pure import Scope, target_names
from faier.semantics.inputs import Growing

# What takes values together one by one.
FOLDED = ("any", "all", "sum", "min", "max")


class IterationLowering(Assembly, ABC):
    """What going over values needs: the code of the expressions inside, and of the targets that take the values."""

    @abstractmethod
    def value(self, expression: Expression, scope: Scope) -> Slot:
        """A slot that holds the expression's value."""

    @abstractmethod
    def assign(self, target: Target, slot: Slot, scope: Scope, type_: InputType | None, span: Span) -> None:
        """What the slot holds becomes the target's."""

    @abstractmethod
    def jump_unless(self, test: Expression, otherwise: Label, scope: Scope) -> None:
        """Go on only where the test holds."""


def iteration(to: IterationLowering, iterable: Expression, scope: Scope) -> Callable[[Label], Slot]:
    """Prepare an iteration; the result emits one step of it, which leaves by the label at the end."""
    stream = stream_named(to, iterable)
    if stream is not None:
        return lambda exhausted: _arrive(to, stream, exhausted, iterable.span)
    lazy = isinstance(iterable, Call) and made_when_asked(iterable)
    if isinstance(iterable, Call) and (lazy or any(_mentions_stream(to, inner) for inner in iterable.arguments)):
        _require_plain(iterable)
    if isinstance(iterable, Call) and (lazy or _mentions_stream(to, iterable) or _records(to, iterable)):
        if iterable.function == "enumerate":
            return _enumerate_stream(to, iterable, scope)
        return _zip_stream(to, iterable, scope)
    if isinstance(iterable, Comprehension) and iterable.kind == "generator" and len(iterable.clauses) == 1:
        return _generated(to, iterable, scope)
    iterator = to.fresh(".iterator")
    # Going over a list of records asks for one after the other, not for how many there are.
    growing = records_named(to, iterable) is not None and isinstance(iterable, Name) and iterable.name in scope.slots
    source = scope.slots[iterable.name] if growing and isinstance(iterable, Name) else to.value(iterable, scope)
    to.emit(Operate(iterator, "iterate", _iterator, (source,), iterable.span))

    def advance(exhausted: Label) -> Slot:
        item = to.fresh()
        to.emit(Next(item, iterator, PENDING, iterable.span), exhausted)
        return item

    return advance


def made_when_asked(iterable: Expression) -> bool:
    """Whether a generator is among what `enumerate` and `zip` go over."""
    if isinstance(iterable, Call) and iterable.function in ("enumerate", "zip"):
        plain = not any(isinstance(argument, Star) for argument in iterable.arguments) and (
            iterable.function == "enumerate" or not iterable.keywords
        )
        return plain and any(map(made_when_asked, iterable.arguments))
    return isinstance(iterable, Comprehension) and iterable.kind == "generator" and len(iterable.clauses) == 1


def _generated(to: IterationLowering, generator: Comprehension, scope: Scope) -> Callable[[Label], Slot]:
    """Elements that are made when they are asked for."""
    (clause,) = generator.clauses
    advance = iteration(to, clause.iterable, scope)
    inner = scope.inner(target_names(clause.target))

    def following(exhausted: Label) -> Slot:
        again = Label()
        to.here(again)
        to.assign(clause.target, advance(exhausted), inner, None, generator.span)
        for condition in clause.conditions:
            to.jump_unless(condition, again, inner)
        return to.value(generator.element, inner)

    return following


def comprehension(to: IterationLowering, expression: Comprehension, scope: Scope) -> Slot:
    kind: Any = "list" if expression.kind == "list" else "tuple"
    gathered = to.fresh(".gathered")
    to.move(gathered, to.constant(Sequence(kind, ()), expression.span), expression.span)

    def element(slot: Slot) -> None:
        longer = to.operate("append", lambda a, b: Sequence(kind, (*a.items, b)), (gathered, slot), expression.span)
        to.move(gathered, longer, expression.span)

    _clauses(to, expression, 0, scope, element)
    return gathered


def fold(to: IterationLowering, function: str, generator: Comprehension, scope: Scope, span: Span) -> Slot:
    """any, all, sum, min and max go over random elements without keeping them. any and all of a generator end early."""
    target = to.fresh()
    start: Value = {"any": False, "all": True, "sum": 0}.get(function)
    to.move(target, to.constant(start, span), span)
    seen = to.fresh()
    to.move(seen, to.constant(False, span), span)
    done = Label()

    def element(slot: Slot) -> None:
        if function in ("any", "all"):
            settled = Label()
            if generator.kind == "list":
                # All elements are there before the first is looked at.
                _leave_if_decided(to, function, target, settled, span)
            to.move(target, to.operate("truth", operations.truth, (slot,), span), span)
            if generator.kind == "generator":
                _leave_if_decided(to, function, target, done, span)
            to.here(settled)
            return
        if function == "sum":
            to.move(target, to.binary("+", target, slot, span), span)
            return
        first, after = Label(), Label()
        to.branch(seen, first, span)
        best = to.operate(function, lambda a, b: pure(function, [a, b], {}), (target, slot), span)
        to.move(target, best, span)
        to.jump(after, span)
        to.here(first)
        to.move(target, slot, span)
        to.move(seen, to.constant(True, span), span)
        to.here(after)

    _clauses(to, generator, 0, scope, element)
    if function in ("min", "max"):
        empty = Fail("FA411", f"{function} of nothing", "", span)
        full = Label()
        never = to.operate("not", lambda a: not a, (seen,), span)
        to.branch(never, full, span)
        to.emit(empty)
        to.here(full)
    to.here(done)
    return target


def _leave_if_decided(to: IterationLowering, function: str, target: Slot, label: Label, span: Span) -> None:
    if function == "all":
        to.branch(target, label, span)
        return
    open_still = Label()
    to.branch(target, open_still, span)
    to.jump(label, span)
    to.here(open_still)


def _clauses(
    to: IterationLowering, expression: Comprehension, depth: int, scope: Scope, element: Callable[[Slot], None]
) -> None:
    """The loops of a comprehension; `element` is emitted inside the innermost."""
    if depth == len(expression.clauses):
        element(to.value(expression.element, scope))
        return
    clause = expression.clauses[depth]
    advance = iteration(to, clause.iterable, scope)
    inner = scope.inner(target_names(clause.target))
    again, done = Label(), Label()
    to.here(again)
    item = advance(done)
    to.assign(clause.target, item, inner, None, expression.span)
    for condition in clause.conditions:
        to.jump_unless(condition, again, inner)
    _clauses(to, expression, depth + 1, inner, element)
    to.jump(again, expression.span)
    to.here(done)


def stream_named(to: IterationLowering, iterable: Expression) -> str | None:
    """The stream of the mechanism that this names, if it does."""
    return to.frames[-1].streams.get(iterable.name) if isinstance(iterable, Name) else None


def records_named(to: IterationLowering, iterable: Expression) -> str | None:
    """The parameter of records that this names, if it does; a helper's parameter may be one."""
    if isinstance(iterable, Name):
        for parameter in to.frames[-1].function.parameters:
            if parameter.name == iterable.name and (parameter.type is None or isinstance(parameter.type, RecordsType)):
                return parameter.name
    return None


def goes_over_records(to: IterationLowering, expression: Expression) -> bool:
    """Whether a sum or the like inside reads records one after the other, of which none need be kept."""
    records = {item.name for item in to.frames[-1].function.parameters if isinstance(item.type, RecordsType)}
    return bool(records) and any(isinstance(part, Call) and _over(folded(part), records) for part in parts(expression))


def folded(call: Call) -> Comprehension | None:
    """What the call takes together, if it can be taken together one by one."""
    if call.function not in FOLDED or call.keywords or len(call.arguments) != 1:
        return None
    (argument,) = call.arguments
    if isinstance(argument, Name):
        item = Name(".item", argument.span)
        return Comprehension("generator", item, (Clause(item, argument, ()),), argument.span)
    return argument if isinstance(argument, Comprehension) else None


def _over(taken: Comprehension | None, records: set[str]) -> bool:
    iterable = None if taken is None else taken.clauses[0].iterable
    while isinstance(iterable, Call) and iterable.function == "enumerate" and iterable.arguments:
        iterable = iterable.arguments[0]
    return isinstance(iterable, Name) and iterable.name in records


def _mentions_stream(to: IterationLowering, iterable: Expression) -> bool:
    if isinstance(iterable, Call) and iterable.function in ("enumerate", "zip"):
        return any(_mentions_stream(to, inner) for inner in iterable.arguments)
    return stream_named(to, iterable) is not None


def _records(to: IterationLowering, iterable: Expression) -> bool:
    """Whether this names the mechanism's own records, or numbers them."""
    if isinstance(iterable, Call) and iterable.function in ("enumerate", "zip") and _is_plain(iterable):
        return any(_records(to, inner) for inner in iterable.arguments)
    return isinstance(iterable, Name) and any(
        item.name == iterable.name and isinstance(item.type, RecordsType) for item in to.frames[-1].function.parameters
    )


def _is_plain(call: Call) -> bool:
    starred = any(isinstance(argument, Star) for argument in call.arguments)
    return not starred and not (call.function == "zip" and call.keywords)


def _require_plain(call: Call) -> None:
    if not _is_plain(call):
        raise Failure("FA114", f"{call.function} over a stream takes no `*` and no `strict`").at(call.span)


def _arrive(to: IterationLowering, stream: str, exhausted: Label, span: Span) -> Slot:
    item = to.fresh()
    to.emit(Arrive(item, stream, PENDING, span), exhausted)
    return item


def _enumerate_stream(to: IterationLowering, call: Call, scope: Scope) -> Callable[[Label], Slot]:
    starts = [*call.arguments[1:], *(value for _, value in call.keywords)]
    counter = to.fresh(".counter")
    given = to.value(starts[0] if starts else Literal(0, call.span), scope)
    first = to.operate("whole", lambda a: operations.whole(a, "the start of enumerate"), (given,), call.span)
    to.move(counter, first, call.span)
    inner = iteration(to, call.arguments[0], scope)

    def advance(exhausted: Label) -> Slot:
        item = inner(exhausted)
        pair = to.operate("pair", lambda at, value: Sequence("tuple", (at, value)), (counter, item), call.span)
        following = to.operate("+", lambda at: operations.binary("+", at, 1), (counter,), call.span)
        to.move(counter, following, call.span)
        return pair

    return advance


def _zip_stream(to: IterationLowering, call: Call, scope: Scope) -> Callable[[Label], Slot]:
    parts = [iteration(to, argument, scope) for argument in call.arguments]

    def advance(exhausted: Label) -> Slot:
        items = tuple(part(exhausted) for part in parts)
        return to.operate("row", lambda *values: Sequence("tuple", values), items, call.span)

    return advance


def _iterator(value: Any) -> Any:
    """The items to go, as a tuple: two iterations with the same items to go are the same."""
    if type(value) is Growing:
        return replace(value, loop=True)
    items: tuple[Any, ...] = operations.iterate(value)
    if items and all(type(item) is int for item in items):
        numbers = range(items[0], items[-1] + 1)
        if numbers.stop - numbers.start == len(items) and tuple(numbers) == items:
            return numbers
    return items
