"""A function of the tree -> flat code.

Helpers and mechanisms that are called are inlined, each call with slots of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias, assert_never

from faier.lang import operations
from faier.lang.catching import catches
from faier.lang.errors import ASSERTION, catcher
from faier.lang.failures import instead_of, raised
from faier.lang.labels import unlikely
from faier.lang.program import Program
from faier.lang.records import tellable
from faier.lang.recursion import written_out
from faier.lang.syntax import (
    INPUT_TYPES,
    Assert,
    Assign,
    Assume,
    Augment,
    Block,
    Break,
    Continue,
    Error,
    Evaluate,
    Expression,
    Field,
    For,
    Function,
    If,
    Invoke,
    Item,
    Literal,
    Match,
    Name,
    Pass,
    Pattern,
    Raise,
    Return,
    Secret,
    Span,
    Star,
    Statement,
    Try,
    While,
    Yield,
)
from faier.lang.values import Sequence, Value
from faier.lang.walk import binds, blocks, read_in, statements
from faier.semantics.explore.assembly import Frame, Guard, Label
from faier.semantics.explore.code import (
    PENDING,
    Branch,
    Code,
    Compute,
    Fail,
    Finish,
    Head,
    Operate,
    Recur,
    Require,
    Reveal,
    Slot,
    Store,
    Tell,
    with_liveness,
)
from faier.semantics.explore.counters import is_endless, without_counters
from faier.semantics.explore.field_counters import with_rounds
from faier.semantics.explore.lower_expressions import ExpressionLowering
from faier.semantics.explore.lower_iterations import iteration, stream_named
from faier.semantics.explore.pure import UNSET, Scope, target_names


def lower(
    program: Program, function: Function, settle: Settle | None = None, through: bool = False
) -> tuple[Code, dict[str, Slot]]:
    """The function's code, and the slots in which it expects its parameters. `settle` knows what a call returns that
    is always the same. Where noise goes `through` functions that call themselves, their first calls are written out."""
    if is_endless(function):
        program, function = with_rounds(program, function)
    function = without_counters(function, program)
    lowering = _Lowering(program)
    lowering.settle = settle
    if through:
        lowering.unlikely = unlikely(program, [function.name])
        lowering.written_out = written_out(program.functions, lowering.recursive, lowering.unlikely)
    scope = lowering.scope_of(function)
    lowering.frames.append(Frame(function, None, None))
    lowering.prepare_locals(function, scope)
    lowering.block(function.body, scope)
    lowering.emit(Finish(None, function.span))
    parameters = {parameter.name: scope.slots[parameter.name] for parameter in function.parameters}
    return with_liveness(lowering.patched(), lowering.names, lowering.caught(), frozenset(lowering.unsaid)), parameters


Settle: TypeAlias = Callable[[Function], Value | None]


def lower_called(program: Program, function: Function) -> tuple[Code, tuple[Slot, ...]]:
    """The code of a function that calls itself, which ends with what it returns and the variables that it shares, and
    the slots in which it expects its arguments and these."""
    lowering = _Lowering(program)
    lowering.apart = catches(program)
    scope = lowering.scope_of(function, {name: lowering.fresh(name) for name in function.captured})
    given = tuple(lowering.fresh() for _ in function.parameters)
    lowering.prepare_locals(function, scope)
    for parameter, slot in zip(function.parameters, given, strict=True):
        lowering.pass_argument(scope.slots[parameter.name], slot, parameter.type, function.span)
    result = lowering.body_of(function, scope, function.span)
    shared = tuple(scope.slots[name] for name in function.captured)
    gathered = lowering.fresh()
    left = (result, *shared)
    collect = Compute(
        gathered, lambda env: Sequence("tuple", tuple(env[slot] for slot in left)), frozenset(left), function.span
    )
    lowering.emit(collect)
    lowering.emit(Finish(gathered, function.span))
    return with_liveness(lowering.patched(), lowering.names, lowering.caught(), frozenset(lowering.unsaid)), (
        *given,
        *shared,
    )


@dataclass(frozen=True)
class _Lent:
    """A slot that a call shares with its caller, and where its value goes afterwards if it is no variable."""

    slot: Slot
    place: Item | None = None
    indices: list[Slot | Field] = field(default_factory=list)


class _Lowering(ExpressionLowering):
    """What a function's statements become, and calls of the file's functions."""

    settle: Settle | None = None

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
            case Yield(value, span) if self.frames[-1].take is not None:
                self.frames[-1].take(self.value(value, scope), span)
            case Yield(value, span):
                self.tell(self.value(value, scope), span)
            case Assert(test, span):
                hint = "" if statement.of_class else instead_of(ASSERTION)
                failing = Fail("FA403", "this assertion fails", hint, span)
                fails = partial(self.emit, failing) if statement.of_class else partial(self.throw, ASSERTION, failing)
                self.conditional(test, lambda: None, fails, scope, span)
            case Raise(error, message, span, told):
                error = error or self.frames[-1].handling[-1]
                assert error is not None
                carried = None
                if told is not None:
                    carried = self.operate("tell", tellable, (self.stored(self.value(told, scope), span),), span)
                self.throw(error, Fail("FA403", raised(error, message), instead_of(error), span), carried)
            case Try():
                self.try_(statement, scope)
            case Secret(value, span):
                self.emit(Reveal(self.stored(self.value(value, scope), span), span))
            case Assume(condition, span):
                self.emit(Require(self.truth(condition, scope), span))
            case Evaluate(value):
                self.value(value, scope)

    def return_(self, value: Expression | None, scope: Scope, span: Span) -> None:
        frame = self.frames[-1]
        if frame.take is not None and frame.done is not None:
            self.jump(frame.done, span)
        elif frame.result is not None and frame.done is not None:
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
            slot, silent = self.stored(self.value(value, scope), span), Label()
            self.emit(Branch(lambda env: env[slot] is not None, PENDING, frozenset({slot}), span), silent)
            self.tell(slot, span)
            self.here(silent)
            self.emit(Finish(None, span))

    def tell(self, slot: Slot, span: Span) -> None:
        self.emit(Tell(self.stored(slot, span), span))

    def augment(self, statement: Augment, scope: Scope) -> None:
        operator, span = statement.operator, statement.span
        target = statement.target
        indices = self.indices(target, scope)
        if indices and (self.guards or target.name in read_in(statement.value)):
            self.grow(target, indices, scope)
        old = self.value(Name(target.name, target.span), scope)
        for index in indices:
            old = self.reach(old, index, target.span)
        new = self.operate(
            operator,
            lambda a, b: operations.augmented(operator, a, b),
            (old, self.value(statement.value, scope)),
            span,
        )
        if isinstance(target, Item):
            self.replace_item(target, indices, new, scope)
        else:
            self.emit(Store(scope.slots[target.name], new, None, span))

    def match(self, statement: Match, scope: Scope) -> None:
        subject = self.stored(self.value(statement.subject, scope), statement.span)
        done = Label()
        for case in statement.cases:
            following = Label()
            if case.pattern.options is not None:
                self.emit(
                    Branch(
                        _matching(subject, case.pattern),
                        PENDING,
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

    def while_(self, statement: While, scope: Scope) -> None:
        again, otherwise, done = Label(), Label(), Label()
        self.here(again)
        self.emit(Head(statement.span))
        self.jump_unless(statement.test, otherwise, scope)
        self.loop_body(statement.body, again, done, scope)
        self.jump(again, statement.span)
        self.here(otherwise)
        self.block(statement.otherwise, scope)
        self.here(done)

    def for_(self, statement: For, scope: Scope) -> None:
        again, otherwise, done = Label(), Label(), Label()
        if isinstance(statement.iterable, Invoke) and self.runs_along(statement.iterable):
            self.generated(statement, statement.iterable, otherwise, done, scope)
            self.here(otherwise)
            self.block(statement.otherwise, scope)
            self.here(done)
            return
        advance = iteration(self, statement.iterable, scope)
        self.here(again)
        item = advance(otherwise)
        self.assign(statement.target, item, scope, None, statement.span)
        self.loop_body(statement.body, again, done, scope)
        self.jump(again, statement.span)
        self.here(otherwise)
        self.block(statement.otherwise, scope)
        self.here(done)

    def loop_body(self, body: Block, again: Label, done: Label, scope: Scope) -> None:
        self.frames[-1].loops.append((again, done))
        self.block(body, scope)
        self.frames[-1].loops.pop()

    def try_(self, statement: Try, scope: Scope) -> None:
        outer, frames, done = self.guards, list(self.frames), Label()
        entered: dict[tuple[int, Error | None], Label] = {}

        def handler(error: Error) -> Label:
            found = catcher(error, statement.handlers)
            assert found is not None
            again = any(isinstance(inner, Raise) and inner.error is None for inner in statements(found.body))
            return entered.setdefault((statement.handlers.index(found), error if again else None), Label())

        def finish() -> None:
            now, self.frames = self.frames, frames
            told = self.kept_told(statement.span)
            self.block(statement.final, scope)
            if self.told is not None and told is not None:
                self.move(self.told, told, statement.span)
            self.frames = now

        ending = Guard(lambda _: False, handler, finish)
        catching = Guard(lambda error: catcher(error, statement.handlers) is not None, handler, lambda: None)
        around = (*outer, ending) if statement.final else outer
        self.guards = (*around, catching)
        self.block(statement.body, scope)
        self.guards = around
        self.block(statement.otherwise, scope)
        self.jump(done, statement.span)
        self.land(catching)
        for (at, error), label in entered.items():
            self.here(label)
            self.frames[-1].handling.append(error)
            self.block(statement.handlers[at].body, scope)
            self.frames[-1].handling.pop()
            self.jump(done, statement.span)
        self.land(ending)
        self.here(done)
        self.guards = outer
        self.block(statement.final, scope)

    def kept_told(self, span: Span) -> Slot | None:
        """What an exception tells that goes by here."""
        if self.told is None:
            return None
        kept = self.fresh()
        self.move(kept, self.told, span)
        return kept

    # Functions of the file.

    def runs_along(self, call: Invoke) -> bool:
        """Whether the function yields to a loop one by one; one that calls itself is called for all at once."""
        return self.program.function(call.function).yields and call.function not in self.recursive

    def generated(self, statement: For, call: Invoke, otherwise: Label, done: Label, scope: Scope) -> None:
        """The function that yields, with the body of the loop in place of each `yield`."""
        function, callers, guards = self.program.function(call.function), self.frames, self.guards
        streams = [stream_named(self, argument) for argument in call.arguments]
        plain = tuple(Literal(None) if name else given for given, name in zip(call.arguments, streams, strict=True))
        values = self.passed(replace(call, arguments=plain), len(function.parameters), scope)
        inner = self.begun(function, values, self.lent(call, scope), call)

        def take(slot: Slot, span: Span) -> None:
            following, generators, inside = Label(), self.frames, self.guards
            self.frames, self.guards = callers, guards
            self.assign(statement.target, slot, scope, None, statement.span)
            self.loop_body(statement.body, following, done, scope)
            self.frames, self.guards = generators, inside
            self.here(following)

        frame = Frame(function, None, otherwise)
        frame.take = take
        pairs = zip(function.parameters, streams, strict=False)  # a starred argument hands no stream
        frame.streams = {parameter.name: name for parameter, name in pairs if name}
        self.frames = [*callers, frame]
        self.block(function.body, inner)
        self.frames = callers

    def lent(self, call: Invoke, scope: Scope) -> list[_Lent]:
        """What the function shares with its caller."""
        found = []
        for _, outside in call.captured:
            if isinstance(outside, str):
                found.append(_Lent(scope.slots[outside]))
                continue
            indices = self.indices(outside, scope)
            held = self.value(Name(outside.name, outside.span), scope)
            for index in indices:
                held = self.reach(held, index, outside.span)
            own = self.fresh()
            self.move(own, held, outside.span)
            found.append(_Lent(own, outside, indices))
        return found

    def given_back(self, lent: list[_Lent], scope: Scope) -> None:
        """What a variable holds is what the function has made of it."""
        for item in lent:
            if item.place is not None:
                self.replace_item(item.place, item.indices, item.slot, scope)

    def begun(self, function: Function, values: list[Slot], lent: list[_Lent], call: Invoke) -> Scope:
        """The scope of the function that is called, its arguments passed."""
        shared = [item.slot for item in lent]
        inner = self.scope_of(function, dict(zip((name for name, _ in call.captured), shared, strict=True)))
        self.prepare_locals(function, inner)
        for parameter, value in zip(function.parameters, values, strict=True):
            self.pass_argument(inner.slots[parameter.name], value, parameter.type, call.span)
        return inner

    def invoke(self, expression: Invoke, scope: Scope) -> Slot:
        function = self.program.function(expression.function)
        span = expression.span
        if self.settle is not None and function.name in self.steady:
            settled = self.settle(function)
            if settled is not None:
                return self.constant(settled, span)
        values = self.passed(expression, len(function.parameters), scope)
        lent, guards, frames = self.lent(expression, scope), self.guards, list(self.frames)

        def leave() -> None:
            now, self.frames = self.frames, frames
            self.given_back(lent, scope)
            self.frames = now

        if any(item.place is not None for item in lent):
            self.guards = (*guards, Guard(lambda _: False, _unreached, leave))
        deep = function.name in self.recursive and self.deep() >= self.written_out[function.name]
        if deep or (function.name in self.recursive and id(expression) in self.unlikely):
            result = self.recur(expression, values, lent)
        else:
            result = self.body_of(function, self.begun(function, values, lent, expression), span)
        self.guards = guards
        self.given_back(lent, scope)
        return result

    def body_of(self, function: Function, inner: Scope, span: Span) -> Slot:
        """A slot with what the body returns."""
        result, done = self.fresh(), Label()
        frame = Frame(function, result, done)
        if function.yields:
            self.move(result, self.constant(Sequence("list", ()), span), span)
            frame.take = lambda slot, place: self.move(result, self.longer(result, slot, place), place)
        self.frames.append(frame)
        self.block(function.body, inner)
        self.frames.pop()
        if not function.yields:
            self.move(result, self.constant(None, span), span)
        self.here(done)
        return result

    def longer(self, values: Slot, item: Slot, span: Span) -> Slot:
        more = self.operate("display", lambda a: Sequence("list", (a,)), (item,), span)
        return self.binary("+", values, more, span)

    def deep(self) -> int:
        """How many calls of functions that call themselves this is inside of."""
        return sum(frame.function.name in self.recursive for frame in self.frames)

    def recur(self, expression: Invoke, values: list[Slot], lent: list[_Lent]) -> Slot:
        """A call of a function that calls itself."""
        outside, span = [item.slot for item in lent], expression.span
        left = self.fresh()
        self.emit(Recur(left, expression.function, (*values, *outside), span))
        for at, slot in enumerate(outside):
            self.move(slot, self.part(left, at + 1, span), span)
        return self.part(left, 0, span)

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
        declared = type_ if isinstance(type_, INPUT_TYPES) else None
        self.emit(Store(target, value, declared, span))

    def scope_of(self, function: Function, captured: Mapping[str, Slot] | None = None) -> Scope:
        constants: Mapping[str, Value] = dict(self.program.constants) | dict(function.settings)
        names = [parameter.name for parameter in function.parameters]
        for name in _assigned(function.body):
            if name not in names:
                names.append(name)
        slots = dict(captured or {})
        return Scope(slots | {name: self.fresh(name) for name in names if name not in slots}, constants, self.fresh)

    def prepare_locals(self, function: Function, scope: Scope) -> None:
        """Locals have no value yet: reading one before it is assigned is an error, also the second time a
        helper is inlined in a loop."""
        given = {parameter.name for parameter in function.parameters} | set(function.captured)
        for name, slot in scope.slots.items():
            if name not in given:
                self.emit(Compute(slot, lambda env: UNSET, frozenset(), function.span))


def _unreached(_error: Error) -> Label:
    raise AssertionError("it catches nothing")


def _matching(slot: Slot, pattern: Pattern) -> Callable[[list[Any]], bool]:
    return lambda env: _matches(env[slot], pattern)


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
        names += [bind.target.name for bind in binds(statement) if bind.target.name not in names]
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
            case Try():
                found = [name for inner in blocks(statement) for name in _assigned(inner)]
            case Augment() | Break() | Continue() | Pass() | Return() | Yield() | Assert() | Raise():
                found = []
            case Secret() | Assume() | Evaluate():
                found = []
            case _:
                assert_never(statement)
        names += [name for name in found if name not in names]
    return names
