"""Expressions that draw or call -> code, and the targets that take their values.

Pure expressions become closures; of the others every operation becomes an instruction of its own, in Python's order
of evaluation.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from faier.lang import operations, records
from faier.lang.comparing import unordered
from faier.lang.failures import Failure, untold
from faier.lang.python_functions import pure
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
    Display,
    Draw,
    Expression,
    Field,
    Index,
    InputType,
    Invoke,
    Item,
    Logic,
    Name,
    Rest,
    Slice,
    Span,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.values import Sequence
from faier.lang.vocabulary import DrawKind
from faier.lang.walk import leaves_marks, parts
from faier.semantics.explore.assembly import Label
from faier.semantics.explore.code import PENDING, Branch, Compute, Operate, Sample, Slot, Store
from faier.semantics.explore.lower_changes import ChangeLowering
from faier.semantics.explore.lower_iterations import (
    comprehension,
    fold,
    folded,
    goes_over_records,
    made_when_asked,
)
from faier.semantics.explore.pure import LAZY_METHODS, UNSET, Scope, closure, is_pure, slots_read, spread
from faier.semantics.inputs import Unread, forced, forced_through


class ExpressionLowering(ChangeLowering):
    """What a function's expressions and targets become."""

    @abstractmethod
    def invoke(self, expression: Invoke, scope: Scope) -> Slot:
        """A slot that holds what a function of the file returns."""

    def is_pure(self, expression: Expression) -> bool:
        """Whether the expression is one step: it draws nothing, calls nothing, and reads no records in turn."""
        return is_pure(expression) and not goes_over_records(self, expression)

    def caught_value(self, expression: Caught) -> Slot:
        told = self.told
        assert told is not None

        def asked(env: list[Any]) -> Any:
            if env[told] is UNSET:
                raise untold().at(expression.span)
            return env[told]

        target = self.fresh()
        self.emit(Compute(target, asked, frozenset({told}), expression.span))
        return target

    def value(self, expression: Expression, scope: Scope) -> Slot:
        """A slot that holds the expression's value."""
        if isinstance(expression, Caught):
            return self.caught_value(expression)
        if self.is_pure(expression):
            target = self.fresh()
            self.emit(Compute(target, closure(expression, scope), slots_read(expression, scope), expression.span))
            return target
        match expression:
            case Draw("choice" | "shuffled" | "sample" as kind, arguments, span):
                return self.picked(kind, self.arguments(arguments, scope, span), span)
            case Draw(kind, arguments, span):
                target = self.fresh()
                self.emit(Sample(target, kind, self.arguments(arguments, scope, span), span))
                return target
            case Invoke():
                return self.invoke(expression, scope)
            case Unary("not", operand, span):
                return self.operate("not", lambda a: not a, (self.truth(operand, scope),), span)
            case Unary(operator, operand, span):
                return self.operate(
                    operator,
                    lambda a: operations.unary(operator, a),
                    (self.value(operand, scope),),
                    span,
                    unary=True,
                )
            case Binary(operator, left, right, span):
                return self.binary(operator, self.value(left, scope), self.value(right, scope), span)
            case Compare():
                return self.compare(expression, scope)
            case Logic():
                return self.logic(expression, scope)
            case Choice(test, then, otherwise, span):
                target = self.fresh()
                self.conditional(
                    test,
                    lambda: self.move(target, self.value(then, scope), span),
                    lambda: self.move(target, self.value(otherwise, scope), span),
                    scope,
                    span,
                )
                return target
            case Display(kind, items, span):
                gathered = self.arguments(items, scope, span)
                return self.operate("display", lambda a: Sequence(kind, a.items), (gathered,), span)
            case Index(base, index, span):
                return self.item(self.value(base, scope), self.value(index, scope), span)
            case Attribute(base, name, span):
                return self.field(self.value(base, scope), name, span)
            case Construct(shape, items, span):
                gathered = self.arguments(items, scope, span)
                return self.operate("construct", lambda a: records.construct(shape, a.items), (gathered,), span)
            case Slice(base, lower, upper, step, span):
                ends = tuple(
                    self.value(end, scope) if end is not None else self.constant(None, span)
                    for end in (lower, upper, step)
                )
                return self.operate("slice", operations.slice_, (self.value(base, scope), *ends), span)
            case Call():
                return self.call(expression, scope)
            case Comprehension():
                return comprehension(self, expression, scope)
            case Change():
                return self.change(expression, scope)
            case Bind(named, value, span):
                self.emit(Store(scope.slots[named.name], self.value(value, scope), None, span))
                bound = self.fresh()
                self.move(bound, scope.slots[named.name], span)
                return bound
            case _:
                raise AssertionError(f"not an expression: {expression}")

    def picked(self, kind: DrawKind, given: Slot, span: Span) -> Slot:
        """One of the values, or a list of some of them: their places are drawn, and nobody looks at them."""
        place = self.fresh()
        self.emit(Sample(place, kind, given, span))

        def pick(arguments: Sequence, at: Any) -> Any:
            items = operations.iterate(arguments.items[0])
            return forced(items[at]) if kind == "choice" else Sequence("list", tuple(items[each] for each in at.items))

        return self.operate(kind, pick, (given, place), span)

    def truth(self, test: Expression, scope: Scope) -> Slot:
        return self.operate("truth", operations.truth, (self.value(test, scope),), test.span)

    def conditional(
        self,
        test: Expression,
        then: Callable[[], None],
        otherwise: Callable[[], None],
        scope: Scope,
        span: Span,
    ) -> None:
        other, done = Label(), Label()
        self.jump_unless(test, other, scope)
        then()
        self.jump(done, span)
        self.here(other)
        otherwise()
        self.here(done)

    def jump_unless(self, test: Expression, otherwise: Label, scope: Scope) -> None:
        if self.is_pure(test):
            value, span = closure(test, scope), test.span

            def truth(env: list[Any]) -> bool:
                try:
                    return operations.truth(value(env))
                except Failure as failure:
                    raise failure.at(span) from None

            self.emit(Branch(truth, PENDING, slots_read(test, scope), span), otherwise)
        else:
            self.branch(self.truth(test, scope), otherwise, test.span)

    def item(self, base: Slot, at: Slot, span: Span) -> Slot:
        return self.operate("index", lambda a, index: forced(operations.index(a, index)), (base, at), span)

    def field(self, base: Slot, name: str, span: Span) -> Slot:
        return self.operate(f".{name}", lambda a: forced(records.attribute(a, name)), (base,), span)

    def compare(self, expression: Compare, scope: Scope) -> Slot:
        """A chain stops at the first comparison that fails; but unbounded noise in the middle of a chain is
        compared with both its neighbors at once, so the operands after it are evaluated first."""
        operands, operators, span = expression.operands, expression.operators, expression.span
        if len(operators) == 1:
            left, right = (self.value(operand, scope) for operand in operands)
            return self.comparison(operators, (left, right), span)
        binds = any(leaves_marks(part) for operand in operands[2:] for part in parts(operand))
        if all(map(is_pure, operands[2:])) or (not binds and any(not is_pure(operand) for operand in operands[1:-1])):
            return self.comparison(operators, tuple(self.value(operand, scope) for operand in operands), span)
        target, done = self.fresh(), Label()
        self.move(target, self.constant(False, span), span)
        left = self.value(operands[0], scope)
        for operator, operand in zip(operators, operands[1:], strict=True):
            right = self.value(operand, scope)
            self.branch(self.comparison((operator,), (left, right), span), done, span)
            left = right
        self.move(target, self.constant(True, span), span)
        self.here(done)
        return target

    def comparison(self, operators: tuple[str, ...], slots: tuple[Slot, ...], span: Span) -> Slot:
        def compare(*values: Any) -> bool:
            forced_through(values[0])
            for operator, left, right in zip(operators, values, values[1:], strict=False):
                if not operations.compare(operator, left, forced_through(right)):
                    return False
            return True

        return self.operate("compare " + " ".join(operators), compare, slots, span)

    def logic(self, expression: Logic, scope: Scope) -> Slot:
        target, done, span = self.fresh(), Label(), expression.span
        for at, operand in enumerate(expression.operands):
            self.emit(Store(target, self.value(operand, scope), None, operand.span))
            if at == len(expression.operands) - 1:
                break
            if expression.operator == "and":
                self.branch(target, done, operand.span)
            else:
                following = Label()
                self.branch(target, following, operand.span)
                self.jump(done, span)
                self.here(following)
        self.here(done)
        return target

    def arguments(self, items: tuple[Expression, ...], scope: Scope, span: Span) -> Slot:
        """A slot with the sequence of all the items, starred ones spread."""
        if all(map(self.is_pure, items)):
            target, collect = self.fresh(), spread(items, scope)
            self.emit(
                Compute(target, lambda env: Sequence("tuple", tuple(collect(env))), slots_read(items, scope), span)
            )
            return target
        starred = tuple(isinstance(item, Star) for item in items)
        slots = tuple(self.value(item.value if isinstance(item, Star) else item, scope) for item in items)

        def gather(*values: Any) -> Sequence:
            gathered: list[Any] = []
            for star, value in zip(starred, values, strict=True):
                gathered.extend(operations.iterate(value) if star else (value,))
            return Sequence("tuple", tuple(gathered))

        return self.operate("gather", gather, slots, span)

    def call(self, expression: Call, scope: Scope) -> Slot:
        function, span = expression.function, expression.span
        if function in ("enumerate", "zip") and made_when_asked(expression):
            item = Name(".item", span)
            return comprehension(self, Comprehension("generator", item, (Clause(item, expression, ()),), span), scope)
        keywords = tuple(name for name, _ in expression.keywords)
        taken = folded(expression)
        if taken is not None and (
            isinstance(expression.arguments[0], Comprehension) or goes_over_records(self, expression)
        ):
            return fold(self, function, taken, scope, span)
        if any(isinstance(argument, Star) for argument in expression.arguments):
            slots: tuple[Slot, ...] = (self.arguments(expression.arguments, scope, span),)
            spread_first = True
        else:
            slots = tuple(self.value(argument, scope) for argument in expression.arguments)
            spread_first = False
        for name, value in expression.keywords:
            if name == "key":
                slots += (self.keys(value, slots[0], scope, span),)
            else:
                slots += (self.value(value, scope),)

        first = 1 if function in LAZY_METHODS else 0

        def simple(*values: Any) -> Any:
            for value in values[first:]:
                if type(value) in (Unread, Sequence):
                    forced_through(value)
            return forced(pure(function, values, {}))

        def apply(*values: Any) -> Any:
            plain = list(values[: len(values) - len(keywords)])
            if spread_first:
                plain = list(operations.iterate(plain[0]))
            named = dict(zip(keywords, values[len(values) - len(keywords) :], strict=True))
            for value in plain:
                forced_through(value)
            return pure(function, plain, named)

        return self.operate(function, apply if keywords or spread_first else simple, slots, span)

    def keys(self, value: Expression, source: Slot, scope: Scope, span: Span) -> Slot:
        """The keys of what is sorted; those of a set are computed in an order that does not matter."""
        inner = scope.inner((ITEMS,))
        items = self.operate("items", lambda a: Sequence("tuple", unordered(forced_through(a))), (source,), span)
        self.move(inner.slots[ITEMS], items, span)
        return self.value(value, inner)

    # Targets.

    def assign(self, target: Target, slot: Slot, scope: Scope, type_: InputType | None, span: Span) -> None:
        match target:
            case Name(name):
                self.emit(Store(scope.slots[name], slot, type_, span))
            case Item():
                indices = [index if isinstance(index, Field) else self.value(index, scope) for index in target.indices]
                if self.guards and len(indices) > 1:
                    self.grow(target, indices[:-1], scope)
                self.replace_item(target, indices, slot, scope)
            case Rest(inner):
                self.assign(inner, slot, scope, None, span)
            case Unpack(targets, inner):
                parts = self.unpack(slot, len(targets), inner, target.rest)
                for part, place in zip(targets, parts, strict=True):
                    self.assign(part, place, scope, None, span)

    def unpack(self, slot: Slot, count: int, span: Span, rest: int | None = None) -> list[Slot]:
        items = self.fresh()

        def unpacked(value: Any) -> Any:
            return Sequence("tuple", operations.unpacked(value, count, rest))

        self.emit(Operate(items, "unpack", unpacked, (slot,), span))
        return [self.part(items, at, span) for at in range(count)]
