"""A function of the tree -> flat code.

Helpers and mechanisms that are called are inlined, each call with slots of its own. Pure expressions become
closures; of the others every operation becomes an instruction of its own, in Python's order of evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from faier.lang import operations
from faier.lang.syntax import (
    Assert,
    Assign,
    Assume,
    Augment,
    Binary,
    Block,
    BoolType,
    Break,
    Call,
    Choice,
    Compare,
    Comprehension,
    Continue,
    Display,
    Draw,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Index,
    InputType,
    IntType,
    Invoke,
    Item,
    Literal,
    Logic,
    Match,
    Name,
    Pass,
    Pattern,
    Program,
    Return,
    Secret,
    Slice,
    Span,
    Star,
    Statement,
    StreamType,
    Target,
    Unary,
    Unpack,
    VectorType,
    While,
    Yield,
)
from faier.lang.values import Failure, Sequence, Value
from faier.limits import LimitReached
from faier.semantics.code import (
    Arrive,
    Branch,
    Code,
    Compute,
    Fail,
    Finish,
    Head,
    Instruction,
    Jump,
    Next,
    Operate,
    Require,
    Reveal,
    Sample,
    Slot,
    Store,
    Tell,
    with_liveness,
)
from faier.semantics.inputs import forced, forced_through
from faier.semantics.pure import UNSET, Scope, closure, is_pure, slots_read, spread, target_names

MAXIMAL_CODE = 100_000


def lower(program: Program, function: Function) -> tuple[Code, dict[str, Slot]]:
    """The function's code, and the slots in which it expects its parameters."""
    lowering = _Lowering(program)
    scope = lowering.scope_of(function)
    lowering.frames.append(_Frame(function, None, None))
    lowering.prepare_locals(function, scope)
    lowering.block(function.body, scope)
    lowering.emit(Finish(None, function.span))
    parameters = {parameter.name: scope.slots[parameter.name] for parameter in function.parameters}
    return with_liveness(lowering.patched(), lowering.names), parameters


class _Label:
    """A place in the code that is not known yet."""

    def __init__(self) -> None:
        self.at: int | None = None


class _Frame:
    """A function being lowered: where `return` puts its value and goes (None: it ends the run)."""

    def __init__(self, function: Function, result: Slot | None, done: _Label | None) -> None:
        self.function = function
        self.result = result
        self.done = done
        self.loops: list[tuple[_Label, _Label]] = []  # (continue, break)


class _Lowering:
    """Instructions as they are written; jumps go to labels until all are known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.instructions: list[tuple[Instruction, _Label | None]] = []
        self.names: list[str] = []
        self.frames: list[_Frame] = []

    # Slots, labels, instructions.

    def fresh(self, name: str = ".") -> Slot:
        self.names.append(name)
        return len(self.names) - 1

    def scope_of(self, function: Function) -> Scope:
        constants: Mapping[str, Value] = dict(self.program.constants) | dict(function.settings)
        names = [parameter.name for parameter in function.parameters]
        for name in _assigned(function.body):
            if name not in names:
                names.append(name)
        return Scope({name: self.fresh(name) for name in names}, constants, self.fresh)

    def prepare_locals(self, function: Function, scope: Scope) -> None:
        """Locals have no value yet: reading one before it is assigned is an error, also the second time a
        helper is inlined in a loop."""
        given = {parameter.name for parameter in function.parameters}
        for name, slot in scope.slots.items():
            if name not in given:
                self.emit(Compute(slot, lambda env: UNSET, frozenset(), function.span))

    def emit(self, instruction: Instruction, label: _Label | None = None) -> None:
        if len(self.instructions) >= MAXIMAL_CODE:
            raise LimitReached("code", f"with its helpers inlined the function has over {MAXIMAL_CODE:,} steps")
        self.instructions.append((instruction, label))

    def here(self, label: _Label) -> None:
        label.at = len(self.instructions)

    def jump(self, label: _Label, span: Span) -> None:
        self.emit(Jump(-1, span), label)

    def branch(self, test: Slot, otherwise: _Label, span: Span) -> None:
        def truth(env: list[Any]) -> bool:
            try:
                return operations.truth(env[test])
            except Failure as failure:
                raise failure.at(span) from None

        self.emit(Branch(truth, -1, frozenset({test}), span), otherwise)

    def patched(self) -> list[Instruction]:
        """The instructions with every label resolved."""
        done: list[Instruction] = []
        for instruction, label in self.instructions:
            if label is None:
                done.append(instruction)
                continue
            place = label.at if label.at is not None else len(self.instructions)
            match instruction:
                case Jump():
                    done.append(replace(instruction, to=place))
                case Branch():
                    done.append(replace(instruction, otherwise=place))
                case Next() | Arrive():
                    done.append(replace(instruction, exhausted=place))
                case _:
                    raise AssertionError("only jumps have labels")
        return done

    # Statements.

    def block(self, body: Block, scope: Scope) -> None:
        for statement in body:
            self.statement(statement, scope)

    def statement(self, statement: Statement, scope: Scope) -> None:
        match statement:
            case Assign(targets, value, type_, span):
                slot = self.value(value, scope)
                for target in targets:
                    self.assign(target, slot, scope, type_, span)
            case Augment():
                self.augment(statement, scope)
            case If(test, then, otherwise, span):
                self.conditional(
                    test, lambda: self.block(then, scope), lambda: self.block(otherwise, scope), scope, span
                )
            case Match():
                self.match(statement, scope)
            case For():
                self.for_(statement, scope)
            case While():
                self.while_(statement, scope)
            case Break(span):
                self.jump(self.frames[-1].loops[-1][1], span)
            case Continue(span):
                self.jump(self.frames[-1].loops[-1][0], span)
            case Pass():
                pass
            case Return(value, span):
                self.return_(value, scope, span)
            case Yield(value, span):
                self.tell(self.value(value, scope), span)
            case Assert(test, span):
                failing = Fail("FA403", "this assertion fails", "", span)
                self.conditional(test, lambda: None, lambda: self.emit(failing), scope, span)
            case Secret(value, span):
                self.emit(Reveal(self.stored(self.value(value, scope), span), span))
            case Assume(condition, span):
                self.emit(Require(self.truth(condition, scope), span))
            case Evaluate(value):
                self.value(value, scope)

    def return_(self, value: Expression | None, scope: Scope, span: Span) -> None:
        frame = self.frames[-1]
        if frame.result is not None and frame.done is not None:
            self.move(
                frame.result,
                self.value(value, scope) if value is not None else self.constant(None, span),
                span,
            )
            self.jump(frame.done, span)
        elif value is None:
            self.emit(Finish(None, span))
        elif frame.function.kind == "prior":
            self.emit(Finish(self.stored(self.value(value, scope), span), span))
        else:
            # Returning None cannot be told from running off the end: it shows that the run ended, no more.
            slot, silent = self.stored(self.value(value, scope), span), _Label()
            self.emit(Branch(lambda env: env[slot] is not None, -1, frozenset({slot}), span), silent)
            self.tell(slot, span)
            self.here(silent)
            self.emit(Finish(None, span))

    def tell(self, slot: Slot, span: Span) -> None:
        self.emit(Tell(self.stored(slot, span), span))

    def stored(self, slot: Slot, span: Span) -> Slot:
        """A new slot with the value, which must not be unbounded noise and must be read by now."""
        target = self.fresh()
        self.emit(Store(target, slot, None, span))
        return target

    def move(self, target: Slot, source: Slot, span: Span) -> None:
        self.emit(Compute(target, lambda env: env[source], frozenset({source}), span))

    def constant(self, value: Value, span: Span) -> Slot:
        target = self.fresh()
        self.emit(Compute(target, lambda env: value, frozenset(), span))
        return target

    def assign(self, target: Target, slot: Slot, scope: Scope, type_: InputType | None, span: Span) -> None:
        match target:
            case Name(name):
                self.emit(Store(scope.slots[name], slot, type_, span))
            case Item():
                indices = [self.value(index, scope) for index in target.indices]
                self.replace_item(target, indices, slot, scope)
            case Unpack(targets, inner):
                parts = self.unpack(slot, len(targets), inner)
                for part, place in zip(targets, parts, strict=True):
                    self.assign(part, place, scope, None, span)

    def unpack(self, slot: Slot, count: int, span: Span) -> list[Slot]:
        items = self.fresh()
        self.emit(Operate(items, "unpack", lambda a: Sequence("tuple", operations.unpacked(a, count)), (slot,), span))
        return [self.part(items, at, span) for at in range(count)]

    def part(self, items: Slot, at: int, span: Span) -> Slot:
        target = self.fresh()
        self.emit(Compute(target, _item_of(items, at), frozenset({items}), span))
        return target

    def augment(self, statement: Augment, scope: Scope) -> None:
        operator, span = statement.operator, statement.span
        if isinstance(statement.target, Name):
            old = self.value(statement.target, scope)
            new = self.binary(operator, old, self.value(statement.value, scope), span)
            self.emit(Store(scope.slots[statement.target.name], new, None, span))
            return
        item = statement.target
        indices = [self.value(index, scope) for index in item.indices]
        old = self.value(Name(item.name, item.span), scope)
        for index in indices:
            old = self.operate("index", _index, (old, index), item.span)
        new = self.binary(operator, old, self.value(statement.value, scope), span)
        self.replace_item(item, indices, new, scope)

    def replace_item(self, item: Item, indices: list[Slot], new: Slot, scope: Scope) -> None:
        """`name[i][j] = new`: the lists from the inside out, each with one item changed."""
        holders = [self.value(Name(item.name, item.span), scope)]
        for index in indices[:-1]:
            holders.append(self.operate("index", _index, (holders[-1], index), item.span))
        value = self.stored(new, item.span)
        for holder, index in zip(reversed(holders), reversed(indices), strict=True):
            value = self.operate("replaced", operations.replaced, (holder, index, value), item.span)
        self.emit(Store(scope.slots[item.name], value, None, item.span))

    def conditional(
        self,
        test: Expression,
        then: Callable[[], None],
        otherwise: Callable[[], None],
        scope: Scope,
        span: Span,
    ) -> None:
        other, done = _Label(), _Label()
        self.jump_unless(test, other, scope)
        then()
        self.jump(done, span)
        self.here(other)
        otherwise()
        self.here(done)

    def jump_unless(self, test: Expression, otherwise: _Label, scope: Scope) -> None:
        if is_pure(test):
            value, span = closure(test, scope), test.span

            def truth(env: list[Any]) -> bool:
                try:
                    return operations.truth(value(env))
                except Failure as failure:
                    raise failure.at(span) from None

            self.emit(Branch(truth, -1, slots_read(test, scope), span), otherwise)
        else:
            self.branch(self.truth(test, scope), otherwise, test.span)

    def truth(self, test: Expression, scope: Scope) -> Slot:
        return self.operate("truth", operations.truth, (self.value(test, scope),), test.span)

    def match(self, statement: Match, scope: Scope) -> None:
        subject = self.stored(self.value(statement.subject, scope), statement.span)
        done = _Label()
        for case in statement.cases:
            following = _Label()
            if case.pattern.options is not None:
                self.emit(
                    Branch(
                        _matching(subject, case.pattern),
                        -1,
                        frozenset({subject}),
                        statement.span,
                    ),
                    following,
                )
            if case.guard is not None:
                self.jump_unless(case.guard, following, scope)
            self.block(case.body, scope)
            self.jump(done, statement.span)
            self.here(following)
        self.here(done)

    # Loops.

    def while_(self, statement: While, scope: Scope) -> None:
        again, otherwise, done = _Label(), _Label(), _Label()
        self.here(again)
        self.emit(Head(statement.span))
        self.jump_unless(statement.test, otherwise, scope)
        self.loop_body(statement.body, again, done, scope)
        self.jump(again, statement.span)
        self.here(otherwise)
        self.block(statement.otherwise, scope)
        self.here(done)

    def for_(self, statement: For, scope: Scope) -> None:
        again, otherwise, done = _Label(), _Label(), _Label()
        advance = self.iteration(statement.iterable, scope)
        self.here(again)
        item = advance(otherwise)
        self.assign(statement.target, item, scope, None, statement.span)
        self.loop_body(statement.body, again, done, scope)
        self.jump(again, statement.span)
        self.here(otherwise)
        self.block(statement.otherwise, scope)
        self.here(done)

    def loop_body(self, body: Block, again: _Label, done: _Label, scope: Scope) -> None:
        self.frames[-1].loops.append((again, done))
        self.block(body, scope)
        self.frames[-1].loops.pop()

    def iteration(self, iterable: Expression, scope: Scope) -> Callable[[_Label], Slot]:
        """Prepare an iteration; the result emits one step of it, which leaves by the label at the end."""
        stream = self.stream(iterable)
        if stream is not None:
            return lambda exhausted: self.arrive(stream, exhausted, iterable.span)
        if isinstance(iterable, Call) and any(map(self.mentions_stream, iterable.arguments)):
            if iterable.function == "enumerate":
                return self.enumerate_stream(iterable, scope)
            return self.zip_stream(iterable, scope)
        iterator = self.fresh(".iterator")
        source = self.value(iterable, scope)
        self.emit(Operate(iterator, "iterate", _iterator, (source,), iterable.span))

        def advance(exhausted: _Label) -> Slot:
            item = self.fresh()
            self.emit(Next(item, iterator, -1, iterable.span), exhausted)
            return item

        return advance

    def stream(self, iterable: Expression) -> str | None:
        """The stream parameter that this names, if it does."""
        if isinstance(iterable, Name):
            for parameter in self.frames[-1].function.parameters:
                if parameter.name == iterable.name and isinstance(parameter.type, StreamType):
                    return parameter.name
        return None

    def mentions_stream(self, iterable: Expression) -> bool:
        if isinstance(iterable, Call) and iterable.function in ("enumerate", "zip"):
            return any(map(self.mentions_stream, iterable.arguments))
        return self.stream(iterable) is not None

    def arrive(self, stream: str, exhausted: _Label, span: Span) -> Slot:
        item = self.fresh()
        self.emit(Arrive(item, stream, -1, span), exhausted)
        return item

    def enumerate_stream(self, call: Call, scope: Scope) -> Callable[[_Label], Slot]:
        starts = [*call.arguments[1:], *(value for name, value in call.keywords if name == "start")]
        counter = self.fresh(".counter")
        self.move(counter, self.value(starts[0] if starts else Literal(0, call.span), scope), call.span)
        inner = self.iteration(call.arguments[0], scope)

        def advance(exhausted: _Label) -> Slot:
            item = inner(exhausted)
            pair = self.operate("pair", lambda at, value: Sequence("tuple", (at, value)), (counter, item), call.span)
            following = self.operate("+", lambda at: operations.binary("+", at, 1), (counter,), call.span)
            self.move(counter, following, call.span)
            return pair

        return advance

    def zip_stream(self, call: Call, scope: Scope) -> Callable[[_Label], Slot]:
        parts = [self.iteration(argument, scope) for argument in call.arguments]

        def advance(exhausted: _Label) -> Slot:
            items = tuple(part(exhausted) for part in parts)
            return self.operate("row", lambda *values: Sequence("tuple", values), items, call.span)

        return advance

    # Expressions.

    def value(self, expression: Expression, scope: Scope) -> Slot:
        """A slot that holds the expression's value."""
        if is_pure(expression):
            target = self.fresh()
            self.emit(Compute(target, closure(expression, scope), slots_read(expression, scope), expression.span))
            return target
        match expression:
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
                return self.operate("index", _index, (self.value(base, scope), self.value(index, scope)), span)
            case Slice(base, lower, upper, step, span):
                ends = tuple(
                    self.value(end, scope) if end is not None else self.constant(None, span)
                    for end in (lower, upper, step)
                )
                return self.operate("slice", operations.slice_, (self.value(base, scope), *ends), span)
            case Call():
                return self.call(expression, scope)
            case Comprehension():
                return self.comprehension(expression, scope)
            case _:
                raise AssertionError(f"not an expression: {expression}")

    def operate(
        self,
        name: str,
        function: Callable[..., Any],
        slots: tuple[Slot, ...],
        span: Span,
        unary: bool = False,
    ) -> Slot:
        target = self.fresh()
        self.emit(Operate(target, f"unary {name}" if unary else name, function, slots, span))
        return target

    def binary(self, operator: str, left: Slot, right: Slot, span: Span) -> Slot:
        return self.operate(operator, lambda a, b: operations.binary(operator, a, b), (left, right), span)

    def compare(self, expression: Compare, scope: Scope) -> Slot:
        """A chain stops at the first comparison that fails; but unbounded noise in the middle of a chain is
        compared with both its neighbors at once, so the operands after it are evaluated first."""
        operands, operators, span = expression.operands, expression.operators, expression.span
        if len(operators) == 1:
            left, right = (self.value(operand, scope) for operand in operands)
            return self.comparison(operators, (left, right), span)
        if all(map(is_pure, operands[2:])) or any(not is_pure(operand) for operand in operands[1:-1]):
            return self.comparison(operators, tuple(self.value(operand, scope) for operand in operands), span)
        target, done = self.fresh(), _Label()
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
        target, done, span = self.fresh(), _Label(), expression.span
        for at, operand in enumerate(expression.operands):
            self.emit(Store(target, self.value(operand, scope), None, operand.span))
            if at == len(expression.operands) - 1:
                break
            if expression.operator == "and":
                self.branch(target, done, operand.span)
            else:
                following = _Label()
                self.branch(target, following, operand.span)
                self.jump(done, span)
                self.here(following)
        self.here(done)
        return target

    def arguments(self, items: tuple[Expression, ...], scope: Scope, span: Span) -> Slot:
        """A slot with the sequence of all the items, starred ones spread."""
        if is_pure(items):
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
        keywords = tuple(name for name, _ in expression.keywords)
        if not keywords and len(expression.arguments) == 1 and function in ("any", "all", "sum", "min", "max"):
            (argument,) = expression.arguments
            if isinstance(argument, Comprehension):
                return self.fold(function, argument, scope, span)
        if any(isinstance(argument, Star) for argument in expression.arguments):
            slots: tuple[Slot, ...] = (self.arguments(expression.arguments, scope, span),)
            spread_first = True
        else:
            slots = tuple(self.value(argument, scope) for argument in expression.arguments)
            spread_first = False
        slots += tuple(self.value(value, scope) for _, value in expression.keywords)

        def apply(*values: Any) -> Any:
            plain = list(values[: len(values) - len(keywords)])
            if spread_first:
                plain = list(operations.iterate(plain[0]))
            named = dict(zip(keywords, values[len(values) - len(keywords) :], strict=True))
            for value in plain:
                forced_through(value)
            return operations.pure(function, plain, named)

        return self.operate(function, apply, slots, span)

    def fold(self, function: str, generator: Comprehension, scope: Scope, span: Span) -> Slot:
        """any, all, sum, min and max go over random elements without keeping them."""
        target = self.fresh()
        start: Value = {"any": False, "all": True, "sum": 0}.get(function)
        self.move(target, self.constant(start, span), span)
        seen = self.fresh()
        self.move(seen, self.constant(False, span), span)
        done = _Label()

        def element(slot: Slot) -> None:
            if function in ("any", "all"):
                value = self.operate("truth", operations.truth, (slot,), span)
                self.move(target, value, span)
                if function == "all":
                    self.branch(target, done, span)
                else:
                    following = _Label()
                    self.branch(target, following, span)
                    self.jump(done, span)
                    self.here(following)
                return
            if function == "sum":
                self.move(target, self.binary("+", target, slot, span), span)
                return
            first, after = _Label(), _Label()
            self.branch(seen, first, span)
            best = self.operate(function, lambda a, b: operations.pure(function, [a, b], {}), (target, slot), span)
            self.move(target, best, span)
            self.jump(after, span)
            self.here(first)
            self.move(target, slot, span)
            self.move(seen, self.constant(True, span), span)
            self.here(after)

        self.clauses(generator, 0, scope, element)
        if function in ("min", "max"):
            empty = Fail("FA411", f"{function} of nothing", "", span)
            full = _Label()
            never = self.operate("not", lambda a: not a, (seen,), span)
            self.branch(never, full, span)
            self.emit(empty)
            self.here(full)
        self.here(done)
        return target

    def comprehension(self, expression: Comprehension, scope: Scope) -> Slot:
        kind: Any = "list" if expression.kind == "list" else "tuple"
        gathered = self.fresh(".gathered")
        self.move(gathered, self.constant(Sequence(kind, ()), expression.span), expression.span)

        def element(slot: Slot) -> None:
            longer = self.operate(
                "append", lambda a, b: Sequence(kind, (*a.items, b)), (gathered, slot), expression.span
            )
            self.move(gathered, longer, expression.span)

        self.clauses(expression, 0, scope, element)
        return gathered

    def clauses(self, expression: Comprehension, depth: int, scope: Scope, element: Callable[[Slot], None]) -> None:
        """The loops of a comprehension; `element` is emitted inside the innermost."""
        if depth == len(expression.clauses):
            element(self.value(expression.element, scope))
            return
        clause = expression.clauses[depth]
        advance = self.iteration(clause.iterable, scope)
        inner = scope.inner(target_names(clause.target))
        again, done = _Label(), _Label()
        self.here(again)
        item = advance(done)
        self.assign(clause.target, item, inner, None, expression.span)
        for condition in clause.conditions:
            self.jump_unless(condition, again, inner)
        self.clauses(expression, depth + 1, inner, element)
        self.jump(again, expression.span)
        self.here(done)

    def invoke(self, expression: Invoke, scope: Scope) -> Slot:
        function = self.program.function(expression.function)
        span = expression.span
        values = self.passed(expression, len(function.parameters), scope)
        inner = self.scope_of(function)
        self.prepare_locals(function, inner)
        for parameter, value in zip(function.parameters, values, strict=True):
            self.pass_argument(inner.slots[parameter.name], value, parameter.type, span)
        result, done = self.fresh(), _Label()
        self.frames.append(_Frame(function, result, done))
        self.block(function.body, inner)
        self.frames.pop()
        self.move(result, self.constant(None, span), span)
        self.here(done)
        return result

    def passed(self, expression: Invoke, count: int, scope: Scope) -> list[Slot]:
        """The slots of the arguments, one for each parameter; starred ones are spread."""
        if not any(isinstance(argument, Star) for argument in expression.arguments):
            return [self.value(argument, scope) for argument in expression.arguments]
        gathered, span = self.arguments(expression.arguments, scope, expression.span), expression.span

        def matched(values: Any) -> Any:
            operations.matched(expression.function, values.items, count)
            return values

        self.emit(Operate(gathered, "unpack", matched, (gathered,), span))
        return [self.part(gathered, at, span) for at in range(count)]

    def pass_argument(self, target: Slot, value: Slot, type_: object, span: Span) -> None:
        """A parameter takes its argument; one with a type takes values of that type only."""
        declared = type_ if isinstance(type_, (IntType, BoolType, VectorType)) else None
        self.emit(Store(target, value, declared, span))


def _item_of(slot: Slot, at: int) -> Callable[[list[Any]], Any]:
    return lambda env: env[slot].items[at]


def _matching(slot: Slot, pattern: Pattern) -> Callable[[list[Any]], bool]:
    return lambda env: _matches(env[slot], pattern)


def _index(base: Any, at: Any) -> Value:
    return forced(operations.index(base, at))


def _iterator(value: Any) -> Any:
    """The items to go, as a tuple: two iterations with the same items to go are the same."""
    items: tuple[Any, ...] = operations.iterate(value)
    if items and all(type(item) is int for item in items):
        numbers = range(items[0], items[-1] + 1)
        if numbers.stop - numbers.start == len(items) and tuple(numbers) == items:
            return numbers
    return items


def _matches(subject: Value, pattern: Pattern) -> bool:
    for option in pattern.options or ():
        if option is None or isinstance(option, bool):
            if subject is option:
                return True
        elif operations.compare("==", subject, option):
            return True
    return False


def _assigned(block: Block) -> list[str]:
    """The names a body assigns, in order of first assignment."""
    names: list[str] = []
    for statement in block:
        match statement:
            case Assign(targets):
                found = [name for target in targets for name in target_names(target)]
            case Augment(target=Name(name)):
                found = [name]
            case If(_, then, otherwise):
                found = [*_assigned(then), *_assigned(otherwise)]
            case Match(_, cases):
                found = [name for case in cases for name in _assigned(case.body)]
            case For(target, _, body, otherwise):
                found = [*target_names(target), *_assigned(body), *_assigned(otherwise)]
            case While(_, body, otherwise):
                found = [*_assigned(body), *_assigned(otherwise)]
            case _:
                found = []
        names += [name for name in found if name not in names]
    return names
