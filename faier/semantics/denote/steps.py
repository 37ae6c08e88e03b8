"""The meaning of statements: one step of a function, from one configuration to what can come next.

`step` does the next statement, or the next turn of a loop, in every way the draws can go. What a function means
is then a Markov chain over configurations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeAlias, assert_never, cast

from flint import fmpq

from faier.exact import Number
from faier.lang import operations
from faier.lang.errors import ASSERTION, catcher
from faier.lang.failures import WRONG_KIND, Failure, instead_of, raised
from faier.lang.program import Program
from faier.lang.records import tellable
from faier.lang.recursion import DEEPEST, recursive
from faier.lang.recursion import endless as endless_calls
from faier.lang.syntax import (
    NOWHERE,
    Assert,
    Assign,
    Assume,
    Augment,
    Block,
    Break,
    Call,
    Case,
    Caught,
    Comprehension,
    Continue,
    Error,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    InputType,
    IntType,
    Invoke,
    Match,
    Name,
    Pass,
    Raise,
    Return,
    Secret,
    Star,
    Statement,
    Try,
    VectorType,
    While,
    Yield,
)
from faier.lang.values import Sequence, Value, show_value
from faier.lang.walk import binds, blocks, renamed, statements
from faier.limits import Limits
from faier.semantics.denote.chance import Choose, absorbed, paths
from faier.semantics.denote.config import (
    NOTHING,
    NOTHING_KNOWN,
    Asks,
    Config,
    Ends,
    Event,
    Here,
    Impossible,
    Listed,
    Made,
    Numbered,
    Shows,
    Source,
    Thrown,
    Twice,
    Zipped,
    begun,
    fits,
    frozen_names,
    remembering,
    seen,
)
from faier.semantics.denote.draws import Draws, Known
from faier.semantics.denote.evaluate import (
    CAUGHT,
    STREAM_MISUSED,
    UNSET,
    Arrivals,
    Calling,
    Run,
    Scope,
    Stored,
    assign,
    bound,
    evaluate,
    holds,
    items,
    places,
    spread,
    value_of,
)
from faier.semantics.denote.held import Held, apart, augmented, compared, replaced
from faier.semantics.denote.noise import Noise, drawn_in, mentions, rewritten, substituted
from faier.semantics.denote.showing import Asked, told

FAILS = "FA403"
RANGE = "FA404"
ENDLESS = "FA406"

# What a function that yields has yielded so far, where it is called for all at once.
YIELDED = ".yielded"
NO_ITEMS = Sequence("list", ())


Key: TypeAlias = tuple[str, Sequence, Known]  # a function, its arguments and what is known of draws in them


@dataclass(frozen=True)
class Interpreter:
    """A program, with what its helpers were found to return."""

    program: Program
    limits: Limits = field(default_factory=Limits)
    returned: dict[Key, Mapping[Returned, Number]] = field(default_factory=dict)
    generators: dict[int, tuple[For, dict[str, str], Block]] = field(default_factory=dict)  # by id: loops
    fixed: dict[str, Value] = field(default_factory=dict)  # constants that these read, by names that nobody else has
    waiting: list[Key] = field(default_factory=list)  # calls that wait for others
    unchecked: dict[Number, None] = field(default_factory=dict)  # parameters of noise with unknowns in them
    surroundings: dict[str, tuple[frozenset[str], Scope, Scope]] = field(default_factory=dict)

    def draws(self, known: Known, choose: Choose) -> Draws:
        """What is known of draws while a step is taken."""
        return Draws(known, choose, self.unchecked)

    def calling(self, draws: Draws, choose: Choose) -> Calling:
        """How helpers are called there."""
        return partial(call, self, draws, choose)

    @cached_property
    def recursive(self) -> frozenset[str]:
        return recursive(self.program.functions)

    def function(self, name: str) -> Function:
        return self.program.function(name)

    def runs_along(self, call: Invoke) -> bool:
        """Whether the function yields to a loop one by one; one that calls itself is called for all at once."""
        return self.function(call.function).yields and call.function not in self.recursive

    def along(self, loop: For) -> tuple[dict[str, str], Block]:
        """The body of the function that the loop goes over, with names that nobody else has, and which these are."""
        if id(loop) not in self.generators:
            call = cast(Invoke, loop.iterable)
            function = self.function(call.function)
            own = {parameter.name for parameter in function.parameters} | set(_bound(function.body))
            number = len(self.generators)
            mapping = {name: f"{name}.{number}" for name in sorted(own - set(function.captured))}
            shared = {inside: outside for inside, outside in call.captured if isinstance(outside, str)}
            fixed = dict(self.program.constants) | dict(function.settings)
            read = {name: f"{name}.{number}" for name in fixed.keys() - own - set(function.captured)}
            self.fixed.update((inside, fixed[name]) for name, inside in read.items())
            self.generators[id(loop)] = loop, mapping, renamed(function.body, mapping | shared | read)
        _, mapping, body = self.generators[id(loop)]
        return mapping, body

    def beside(self, block: Block) -> Iterator[str]:
        """The names of functions that run along with loops of the block."""
        for loop in statements(block):
            if isinstance(loop, For) and isinstance(loop.iterable, Invoke) and self.runs_along(loop.iterable):
                mapping, body = self.along(loop)
                yield from mapping.values()
                yield from self.beside(body)

    def around(self, name: str) -> tuple[frozenset[str], Scope, Scope]:
        """A function's own names, its settings and the file's constants."""
        if name not in self.surroundings:
            function = self.function(name)
            own = {parameter.name for parameter in function.parameters} | set(_bound(function.body))
            own |= set(function.captured) | set(self.beside(function.body))
            settings, constants = dict(function.settings), dict(self.program.constants) | self.fixed
            self.surroundings[name] = (
                frozenset(own),
                Scope(frozenset(settings), dict(settings)),
                Scope(frozenset(constants), dict(constants)),
            )
        return self.surroundings[name]


def step(interpreter: Interpreter, config: Config, asked: Asked = "every") -> dict[Event, Number]:
    """What comes next, with probabilities: after the next statement, and on up to a draw or a loop's next turn.
    `asked` is what happens to noise that is shown."""
    while True:
        following = paths(partial(taken, interpreter, config, asked=asked), interpreter.limits)
        (event, *others) = following
        if others or not isinstance(event, Config) or not event.control or not isinstance(event.control[-1][1], int):
            return following
        config = event


def taken(interpreter: Interpreter, config: Config, choose: Choose, asked: Asked = "every") -> Event:
    """What the next statement leads to, with these choices."""
    return _Step(interpreter, config, choose, asked).taken()


@dataclass(frozen=True)
class Returned:
    """What a helper returns, in a 1-tuple (None where it runs off its end), what is known of draws then, and how the
    draws that it was called with are written by these. It may have `thrown` an exception in place of that."""

    value: Sequence
    known: Known = NOTHING_KNOWN
    callers: Sequence = NOTHING
    thrown: Thrown | None = None


def call(
    interpreter: Interpreter,
    draws: Draws,
    choose: Choose,
    name: str,
    arguments: tuple[Held, ...],
    captured: tuple[Held, ...],
) -> tuple[Failure | None, tuple[Held, ...]]:
    """What a helper raises in this run, what it returns, and then what it shares with its caller."""
    operations.matched(name, arguments, len(interpreter.function(name).parameters))
    both = (*arguments, *captured)
    values = Sequence("tuple", tuple(rewritten(cast(Value, argument), draws.now) for argument in both))
    around, known, handed = draws.handed(values)
    key = (name, handed, known)
    if key not in interpreter.returned:
        if name in interpreter.recursive:
            _solve(interpreter, key)
        else:
            interpreter.returned[key] = returned(interpreter, *key)
    chosen = choose(interpreter.returned[key])
    back = draws.given_back(around, chosen.known, chosen.callers, chosen.value)
    raised = None if chosen.thrown is None else chosen.thrown.failure()
    return raised, cast("tuple[Held, ...]", cast(Sequence, back).items)


class _Wanted(Exception):
    """What this call returns must be known first."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key


def _solve(interpreter: Interpreter, key: Key) -> None:
    """What a function that calls itself returns; calls inside of it that are not known yet go first."""
    waiting = interpreter.waiting
    if waiting:
        raise _Wanted(key)
    waiting.append(key)
    try:
        while waiting:
            try:
                interpreter.returned[waiting[-1]] = returned(interpreter, *waiting[-1])
                waiting.pop()
            except _Wanted as wanted:
                if wanted.key in waiting or len(waiting) >= DEEPEST:
                    chain = [(name, arguments.items) for name, arguments, _ in (*waiting, wanted.key)]
                    span = interpreter.function(wanted.key[0]).span
                    raise endless_calls(chain, wanted.key in waiting).at(span) from None
                waiting.append(wanted.key)
    finally:
        waiting.clear()


def returned(interpreter: Interpreter, name: str, arguments: Sequence, known: Known) -> Mapping[Returned, Number]:
    """What a helper returns of these arguments and what it shares, each with its probability."""
    function = interpreter.function(name)
    names = [*(parameter.name for parameter in function.parameters), *function.captured]

    def successors(event: Event) -> Mapping[Event, Number] | None:
        if isinstance(event, Config):
            return step(interpreter, event, "kept")
        if isinstance(event, Ends):
            return None
        raise Failure(WRONG_KIND, f"{name} is called for its value: it cannot show values, read streams or assume").at(
            function.span
        )

    first = begun(function, {name: value for name, value in zip(names, arguments.items, strict=True) if value != UNSET})
    callers = Sequence("tuple", known.every())
    start: dict[Event, Number] = {replace(first, known=known, callers=callers): fmpq(1)}
    values: dict[Returned, Number] = {}
    for end, weight in absorbed(start, successors, endless, interpreter.limits).items():
        if isinstance(end, Ends):
            value = Returned(cast(Sequence, end.value), end.known, end.callers, end.thrown)
            values[value] = values.get(value, fmpq(0)) + weight
    return values


def endless(events: list[Event]) -> Event:
    """For `absorbed`: a function that goes round silently forever with positive probability has no meaning."""
    loops = [
        frame[0].node
        for event in events
        if isinstance(event, Config)
        for frame in event.control
        if isinstance(frame[0].node, (For, While))
    ]
    inner = loops[-1].span if loops else NOWHERE
    raise Failure(
        ENDLESS,
        "this loop can go on silently forever with positive probability",
        "make sure that it ends or shows values",
    ).at(inner)


def _bound(body: Block) -> Iterator[str]:
    """The names that the statements give a value."""
    for statement in body:
        yield from (bind.target.name for bind in binds(statement))
        match statement:
            case Assign(targets):
                for target in targets:
                    yield from bound(target)
            case Augment(target):
                yield from bound(target)
            case If(_, then, otherwise):
                yield from _bound(then + otherwise)
            case Match(_, cases):
                for case in cases:
                    yield from _bound(case.body)
            case For(target, _, then, otherwise):
                yield from bound(target)
                yield from _bound(then + otherwise)
            case While(_, then, otherwise):
                yield from _bound(then + otherwise)
            case Try():
                for inner in blocks(statement):
                    yield from _bound(inner)


def _matches(draws: Draws, subject: Held, case: Case) -> bool:
    """True, False and None match themselves; numbers and labels what equals them."""
    options = case.pattern.options
    if options is None:
        return True
    return any(
        subject is option if option is None or isinstance(option, bool) else compared(draws, "==", subject, option)
        for option in options
    )


class _Waiting(Exception):
    """A loop asks a stream for an arrival that is not known."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.stream = stream


class _Exhausted(Exception):
    """A loop has gone through everything."""


class _Step:
    """One way to take one step; `control`, `stored`, `streams` and `secret` are what it changes."""

    def __init__(self, interpreter: Interpreter, config: Config, choose: Choose, asked: Asked) -> None:
        self.config = config
        self.interpreter = interpreter
        self.asked = asked
        self.control = config.control
        self.stored: dict[str, Stored] = dict(zip(config.names, config.stored.items, strict=True))
        self.streams = {stream.name: stream for stream in config.streams}
        self.secret = config.secret
        self.function = interpreter.function(config.function)
        own, settings, constants = interpreter.around(config.function)
        scopes = (Scope(own, self.stored), settings, constants)
        self.draws = interpreter.draws(config.known, choose)
        self.run = Run(scopes, choose, self.draws, interpreter.calling(self.draws, choose))

    def taken(self) -> Event:
        """What this way leads to."""
        try:
            return self._went()
        except Failure as failure:
            if failure.error is None:
                raise
            told = cast(Value, failure.told)
            thrown = Thrown(failure.error, failure.code, failure.message, failure.hint, failure.span, told)
            event = self._thrown(thrown)
            if event is None:
                raise
            return event

    def _thrown(self, thrown: Thrown) -> Event | None:
        """The innermost handler of the exception, or what must be done before; None where nothing catches it."""
        while self.control:
            (here, rest), self.control = self.control[-1], self.control[:-1]
            if rest == "turn":
                self._leave_generator(here)
            if not isinstance(here.node, Try) or isinstance(rest, Thrown):
                continue
            handler = catcher(thrown.error, here.node.handlers) if rest == "trying" else None
            if handler is not None:
                self.control = (*self.control, (here, thrown.error))
                match handler.body:
                    case (Assign(value=Caught()), *_) if thrown.told is not None:
                        self.stored[CAUGHT] = thrown.told
                return self._then(handler.body)
            if here.node.final:
                self.control = (*self.control, (here, thrown))
                return self._then(here.node.final)
        if self.asked != "kept":
            return None
        return replace(self._ended(Sequence("tuple", (None,))), thrown=thrown)

    def _went(self) -> Event:
        if not self.control:
            return self._ended(None)
        here, rest = self.control[-1]
        self.control = self.control[:-1]
        match here.node:
            case While() as loop:
                return self._turn(loop, holds(self.run, loop.test), None)
            case For() as loop if rest == "making":
                return self._then(loop.otherwise)
            case For() as loop if rest == "turn":
                return self._then()
            case For() as loop:
                return self._next_item(loop, cast(Source, rest))
            case Try() as tried if rest == "trying":
                self.control = (*self.control, (here, "else"))
                return self._then(tried.otherwise)
            case Try() as tried if isinstance(rest, Thrown):
                if (event := self._thrown(rest)) is None:
                    raise rest.failure()
                return event
            case Try() as tried:
                return self._then(tried.final)
            case block:
                position = cast(int, rest)
                if position == len(block):
                    return self._then()
                self.control = (*self.control, (here, position + 1))
                return self._statement(block[position])

    def _then(self, *block: Block) -> Config:
        """Go on, with this block first."""
        control = (*self.control, *((Here(body), 0) for body in block))
        streams = tuple(self.streams.values())
        config = Config(self.function.name, control, *frozen_names(self.stored), streams, self.secret)
        return remembering(replace(config, callers=self.config.callers), self.draws)

    def _turn(self, loop: For | While, goes_on: bool, rest: Source | None) -> Config:
        if not goes_on:
            return self._then(loop.otherwise)
        self.control = (*self.control, (Here(loop), rest))
        return self._then(loop.body)

    def _next_item(self, loop: For, source: Source) -> Event:
        try:
            value, rest = self._advanced(source)
        except _Exhausted:
            return self._turn(loop, False, None)
        except _Waiting as waiting:
            return Asks(waiting.stream, self.config)
        try:
            assign(self.run, loop.target, value)
        except Failure as failure:
            failure.at(loop.span)
            raise
        return self._turn(loop, True, rest)

    def _advanced(self, source: Source) -> tuple[Value, Source]:
        """The next value, and what is left after it."""
        match source:
            case Listed(values, position):
                if position == len(values.items):
                    raise _Exhausted
                return values.items[position], Listed(values, position + 1)
            case Arrivals(name):
                stream = self.streams[name]
                if stream.read == len(stream.known.items):
                    if stream.ends:
                        raise _Exhausted
                    raise _Waiting(name)
                self.streams[name] = replace(stream, read=stream.read + 1)
                return stream.known.items[stream.read], source
            case Numbered(inner, number):
                value, left = self._advanced(inner)
                return Sequence("tuple", (number, value)), Numbered(left, number + 1)
            case Made(Comprehension(element=element, clauses=(clause,)), inner):
                run = replace(self.run, scopes=(Scope(frozenset(bound(clause.target)), {}), *self.run.scopes))
                while True:
                    value, inner = self._advanced(inner)
                    assign(run, clause.target, value)
                    if all(holds(run, condition) for condition in clause.conditions):
                        return cast(Value, evaluate(run, element)), replace(source, inner=inner)
            case Zipped(inners):
                advanced = [self._advanced(inner) for inner in inners]
                values = Sequence("tuple", tuple(value for value, _ in advanced))
                return values, Zipped(tuple(left for _, left in advanced))
            case _:
                raise AssertionError("a generator has one clause here")

    def _source(self, iterable: Expression) -> Source:
        """What a loop goes through: streams one arrival at a time, all else listed when the loop begins."""
        match iterable:
            case Name(name) if isinstance(stored := self.stored.get(name), Arrivals):
                return stored
            case Comprehension("generator", _, (clause,)):
                return Made(iterable, self._source(clause.iterable))
            case Call("enumerate" | "zip" as function, arguments) if self._streams_in(iterable):
                if any(isinstance(argument, Star) for argument in arguments) or (
                    function == "zip" and iterable.keywords
                ):
                    raise Failure(STREAM_MISUSED, f"{function} over a stream takes no `*` and no `strict`").at(
                        iterable.span
                    )
                if function == "zip":
                    return Zipped(tuple(self._source(argument) for argument in arguments))
                starts = [*arguments[1:], *(value for _, value in iterable.keywords)]
                first = value_of(self.run, starts[0]) if starts else 0
                return Numbered(self._source(arguments[0]), operations.whole(first, "the start of enumerate"))
        return Listed(Sequence("tuple", cast("tuple[Value, ...]", tuple(items(self.run, iterable)))))

    def _streams_in(self, iterable: Expression) -> bool:
        if isinstance(iterable, Call) and iterable.function in ("enumerate", "zip"):
            return any(map(self._streams_in, iterable.arguments))
        if isinstance(iterable, Comprehension):
            return iterable.kind == "generator" and len(iterable.clauses) == 1
        return isinstance(iterable, Name) and isinstance(self.stored.get(iterable.name), Arrivals)

    def _statement(self, statement: Statement) -> Event:
        try:
            return self._done(statement)
        except Failure as failure:
            failure.at(statement.span)
            raise

    def _done(self, statement: Statement) -> Event:
        run = self.run
        match statement:
            case Assign(targets, expression, type_):
                value = evaluate(run, expression)
                if type_ is not None and not self._fits(value, type_):
                    shown = "noise" if mentions(value) else show_value(cast(Value, value))
                    raise Failure(RANGE, f"{shown} is outside the declared range").at(expression.span)
                for target in targets:
                    assign(run, target, value)
            case Augment():
                self._augment(statement)
            case If(test, then, otherwise):
                return self._then(then if holds(run, test) else otherwise)
            case Match(subject, cases):
                return self._matched(evaluate(run, subject), cases)
            case For(_, Invoke() as made) if self.interpreter.runs_along(made):
                return self._generated(statement, made)
            case For(_, iterable):
                self.control = (*self.control, (Here(statement), self._source(iterable)))
            case While():
                self.control = (*self.control, (Here(statement), None))
            case Break():
                self._leave_blocks()
                here, rest = self.control[-1]
                self.control = self.control[:-1]
                if rest == "turn":
                    self._leave_generator(here)
            case Continue():
                self._leave_blocks()
                if self.control[-1][1] == "turn":
                    self.control = self.control[:-1]
            case Return() if self._maker() is not None:
                loop = cast(For, self._leave_generator(self._maker()))
                return self._then(loop.otherwise)
            case Return(expression):
                return self._ending(expression)
            case Yield(expression) if (maker := self._maker()) is not None:
                loop = cast(For, maker.node)
                assign(run, loop.target, evaluate(run, expression))
                self.control = (*self.control, (maker, "turn"))
                return self._then(loop.body)
            case Yield(expression) if self.function.kind == "helper":
                before = cast(Sequence, self.stored.get(YIELDED, NO_ITEMS))
                self.stored[YIELDED] = before.holding((*before.items, cast(Value, evaluate(run, expression))))
            case Yield(expression):
                shown_value = told(self.draws, evaluate(run, expression), self.asked)
                return Shows(Sequence("tuple", (shown_value,)), self._then())
            case Assert(test):
                if not holds(run, test):
                    if statement.of_class:
                        raise Failure(FAILS, "this assertion fails")
                    raise Failure(FAILS, "this assertion fails", instead_of(ASSERTION), ASSERTION)
            case Raise(error, message, told=told_there):
                error = error or self._handled()
                failure = Failure(FAILS, raised(error, message), instead_of(error), error)
                if told_there is not None:
                    failure.told = tellable(value_of(run, told_there))
                raise failure
            case Try(body):
                self.control = (*self.control, (Here(statement), "trying"))
                return self._then(body)
            case Secret(expression):
                value = seen(value_of(run, expression))
                self.secret = Sequence("tuple", (value,)) if self.secret is None else Twice(statement.span)
            case Assume(condition):
                if not holds(run, condition):
                    return Impossible()
            case Evaluate(expression):
                evaluate(run, expression)
            case Pass():
                pass
            case _:
                assert_never(statement)
        return self._then()

    def _handled(self) -> Error:
        """What the innermost handler around has caught."""
        return next(rest for _, rest in reversed(self.control) if isinstance(rest, Error))

    def _generated(self, loop: For, call: Invoke) -> Config:
        """A function that yields runs along with the loop, with names of its own."""
        mapping, body = self.interpreter.along(loop)
        function = self.interpreter.function(call.function)
        arguments = self._handed(call.arguments)
        operations.matched(call.function, arguments, len(function.parameters))
        for name in mapping.values():
            self.stored.pop(name, None)
        for parameter, value in zip(function.parameters, arguments, strict=True):
            self.stored[mapping[parameter.name]] = value
        self.control = (*self.control, (Here(loop), "making"))
        return self._then(body)

    def _handed(self, arguments: tuple[Expression, ...]) -> list[Stored]:
        """What a function that yields is called with: streams as they are."""
        handed: list[Stored] = []
        for argument in arguments:
            stored = self.stored.get(argument.name) if isinstance(argument, Name) else None
            handed += [stored] if isinstance(stored, Arrivals) else spread(self.run, (argument,))
        return handed

    def _maker(self) -> Here | None:
        """The loop that goes over what is yielded here, if it is one of this function's."""
        inside: list[Here] = []
        for here, rest in reversed(self.control):
            if rest == "turn":
                inside.append(here)
            elif rest == "making":
                if here not in inside:
                    return here
                inside.remove(here)
        return None

    def _leave_generator(self, loop: Here | None) -> object:
        """Back to before the loop."""
        while self.control[-1] != (loop, "making"):
            self.control = self.control[:-1]
        self.control = self.control[:-1]
        return None if loop is None else loop.node

    def _augment(self, statement: Augment) -> None:
        """The target's indices once, its old value, then the right side."""
        target, run = statement.target, self.run
        at = places(run, target)
        base = evaluate(run, Name(target.name, target.span))
        if at:
            base = self.stored[target.name] = operations.grown(apart(base), at)
        old = base
        for place in at:
            old = operations.reached(apart(old), place)
        new = augmented(self.draws, statement.operator, old, evaluate(run, statement.value))
        base = evaluate(run, Name(target.name, target.span))
        self.stored[target.name] = replaced(apart(base), at, new) if at else new

    def _fits(self, value: Held, type_: InputType) -> bool:
        """Whether the value is one of the type's."""
        if isinstance(value, Noise) and isinstance(type_, IntType):
            return compared(self.draws, ">=", value, type_.low) and compared(self.draws, "<=", value, type_.high)
        if isinstance(value, Sequence) and isinstance(type_, VectorType) and len(value.items) == type_.length:
            return all(self._fits(item, type_.item) for item in value.items)
        return fits(cast(Value, value), type_)

    def _matched(self, subject: Held, cases: tuple[Case, ...]) -> Config:
        for case in cases:
            if _matches(self.draws, subject, case) and (case.guard is None or holds(self.run, case.guard)):
                return self._then(case.body)
        return self._then()

    def _leave_blocks(self) -> None:
        """Back to the innermost loop."""
        while not isinstance(self.control[-1][0].node, (For, While)):
            self.control = self.control[:-1]

    def _ending(self, expression: Expression | None) -> Ends:
        if expression is None:
            return self._ended(None)
        value = told(self.draws, evaluate(self.run, expression), self.asked)
        if value is None and self.function.kind == "mechanism":
            # Python cannot tell this from running off the end: it shows that the run ended, no more.
            return self._ended(None)
        return self._ended(Sequence("tuple", (value,)))

    def _ended(self, value: Sequence | None) -> Ends:
        """The end of the run; what is known of draws matters to a caller alone."""
        if self.asked not in ("kept", "given") or (value is None and self.asked == "given"):
            return Ends(value, self.secret)
        if self.function.yields and self.function.kind == "helper":
            value = Sequence("tuple", (cast(Value, self.stored.get(YIELDED, NO_ITEMS)),))
        left = [cast(Value, self.stored.get(name, UNSET)) for name in self.function.captured]
        value = Sequence("tuple", (None if value is None else value.items[0], *left))
        values = rewritten(Sequence("tuple", (value, self.config.callers)), self.draws.now)
        known, written = self.draws.kept(drawn_in(values))
        values = rewritten(values, lambda noise: substituted(noise, written))
        last, callers = cast(Sequence, values).items
        return Ends(cast("Sequence | None", last), self.secret, known, cast(Sequence, callers))
