"""The meaning of statements: one step of a function, from one configuration to what can come next.

A `Config` is a function in the middle of a run: what remains to be done (`control`, innermost last), what its
names stand for, what of its streams has not been read. `step` does the next statement, or the next turn of a
loop, in every way the draws can go. Configurations are plain hashable values, so equal ones can be merged; what
a function means is then a Markov chain over them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never, cast

from flint import fmpq

from faier.exact import Number
from faier.lang import operations
from faier.lang.operations import WRONG_KIND
from faier.lang.syntax import (
    NOWHERE,
    Assert,
    Assign,
    Assume,
    Augment,
    Block,
    BoolType,
    Break,
    Call,
    Case,
    Continue,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    InputType,
    IntType,
    Item,
    Match,
    Name,
    Pass,
    Program,
    Return,
    Secret,
    Span,
    Statement,
    VectorType,
    While,
    Yield,
)
from faier.lang.values import Failure, Real, Sequence, Value, show_value
from faier.limits import Limits
from faier.semantics.denote_chance import Choose, absorbed, paths
from faier.semantics.denote_evaluate import (
    STREAM_MISUSED,
    Arrivals,
    Held,
    Run,
    Scope,
    Stored,
    assign,
    bound,
    evaluate,
    holds,
    is_plain,
    items,
    replaced,
    value_of,
)

ASSERTION = "FA403"
RANGE = "FA404"
ENDLESS = "FA406"
SECRET = "FA311"


@dataclass(frozen=True, eq=False)
class Here:
    """A place in the tree: the same object, not an equal one."""

    node: Block | For | While

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Here) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)


@dataclass(frozen=True)
class Listed:
    """What is left of a loop over values: those from `position` on."""

    values: Sequence
    position: int = 0


@dataclass(frozen=True)
class Numbered:
    """enumerate(inner), about to count `number`."""

    inner: Source
    number: int


@dataclass(frozen=True)
class Zipped:
    inners: tuple[Source, ...]


Source: TypeAlias = Listed | Arrivals | Numbered | Zipped
Frame: TypeAlias = tuple[Here, "int | Source | None"]  # (block, next statement) | (for, what is left) | (while, None)
Control: TypeAlias = tuple[Frame, ...]


@dataclass(frozen=True)
class Stream:
    """A stream's arrivals that are known, how many have been read, and whether it ends after them."""

    name: str
    known: Sequence
    read: int = 0
    ends: bool = False


@dataclass(frozen=True)
class Twice:
    """secret(...) was called again, at this place."""

    span: Span


@dataclass(frozen=True)
class Config:
    """`stored` goes with `names`, which ascend. `secret` is what a prior has told so far, in a 1-tuple."""

    function: str
    control: Control
    names: tuple[str, ...]
    stored: Sequence
    streams: tuple[Stream, ...] = ()
    secret: Sequence | Twice | None = None


@dataclass(frozen=True)
class Shows:
    """`yield value`, in a 1-tuple; the run goes on at `then`."""

    value: Sequence
    then: Config


@dataclass(frozen=True)
class Ends:
    """`return value`, in a 1-tuple; None without a value. A helper may return a geometric draw."""

    value: Sequence | None
    secret: Sequence | Twice | None


@dataclass(frozen=True)
class Asks:
    """The run waits for the stream's next arrival."""

    stream: str
    config: Config


@dataclass(frozen=True)
class Impossible:
    """assume(...) does not hold: this run does not happen."""


Event: TypeAlias = Config | Shows | Ends | Asks | Impossible


@dataclass(frozen=True)
class Interpreter:
    """A program, with what its helpers were found to return."""

    program: Program
    limits: Limits = field(default_factory=Limits)
    returned: dict[tuple[str, Sequence], Mapping[Sequence, Number]] = field(default_factory=dict)
    surroundings: dict[str, tuple[frozenset[str], Scope, Scope]] = field(default_factory=dict)

    def function(self, name: str) -> Function:
        return self.program.function(name)

    def around(self, name: str) -> tuple[frozenset[str], Scope, Scope]:
        """A function's own names, its settings and the file's constants."""
        if name not in self.surroundings:
            function = self.function(name)
            settings, constants = dict(function.settings), dict(self.program.constants)
            own = {parameter.name for parameter in function.parameters} | set(_bound(function.body))
            self.surroundings[name] = (
                frozenset(own),
                Scope(frozenset(settings), dict(settings)),
                Scope(frozenset(constants), dict(constants)),
            )
        return self.surroundings[name]


def begun(function: Function, arguments: Mapping[str, Stored], streams: tuple[Stream, ...] = ()) -> Config:
    """The function before its first statement."""
    streamed: dict[str, Stored] = {stream.name: Arrivals(stream.name) for stream in streams}
    config = Config(function.name, ((Here(function.body), 0),), (), Sequence("tuple", ()), streams)
    return _storing(config, {**arguments, **streamed})


def step(interpreter: Interpreter, config: Config) -> dict[Event, Number]:
    """What comes next, with probabilities. Steps that draw nothing and have one outcome are steps like any other."""
    return paths(lambda choose: _Step(interpreter, config, choose).taken(), interpreter.limits)


def returned(interpreter: Interpreter, name: str, arguments: tuple[Held, ...]) -> Mapping[Sequence, Number]:
    """The distribution of what a helper returns, in 1-tuples (None where it runs off its end)."""
    key = (name, Sequence("tuple", cast("tuple[Value, ...]", arguments)))
    if key not in interpreter.returned:
        interpreter.returned[key] = _returned(interpreter, name, arguments)
    return interpreter.returned[key]


def _returned(interpreter: Interpreter, name: str, arguments: tuple[Held, ...]) -> Mapping[Sequence, Number]:
    function = interpreter.function(name)
    names = [parameter.name for parameter in function.parameters]

    def successors(event: Event) -> Mapping[Event, Number] | None:
        if isinstance(event, Config):
            return step(interpreter, event)
        if isinstance(event, Ends):
            return None
        raise Failure(WRONG_KIND, f"{name} is called for its value: it cannot show values, read streams or assume").at(
            function.span
        )

    start: dict[Event, Number] = {begun(function, dict(zip(names, arguments, strict=True))): fmpq(1)}
    values: dict[Sequence, Number] = {}
    for end, weight in absorbed(start, successors, endless, interpreter.limits).items():
        if isinstance(end, Ends):
            value = end.value or Sequence("tuple", (None,))
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


def fits(value: Value, type_: InputType) -> bool:
    """Whether the value is one of the type's: integers do not stand for Booleans, nor Booleans for integers."""
    match type_:
        case IntType(low, high):
            return type(value) is int and low <= value <= high
        case BoolType():
            return isinstance(value, bool)
        case VectorType(item, length):
            return (
                isinstance(value, Sequence)
                and len(value.items) == length
                and all(fits(entry, item) for entry in value.items)
            )
        case _:
            assert_never(type_)


def seen(value: Value) -> Value:
    """The value as an observer sees it: which kind of number Python computed it with does not show."""
    if isinstance(value, Sequence):
        return Sequence(value.kind, tuple(map(seen, value.items)))
    if isinstance(value, Real):
        return Real(value.exact, "fraction" if isinstance(value.exact, fmpq) else "symbolic")
    return value


def _storing(config: Config, stored: Mapping[str, Stored]) -> Config:
    names = tuple(sorted(stored))
    values = cast("tuple[Value, ...]", tuple(stored[name] for name in names))
    return replace(config, names=names, stored=Sequence("tuple", values))


def _bound(body: Block) -> Iterator[str]:
    """The names that the statements give a value."""
    for statement in body:
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


def _matches(subject: Value, case: Case) -> bool:
    """True, False and None match themselves; numbers and labels what equals them."""
    options = case.pattern.options
    if options is None:
        return True
    return any(
        subject is option if option is None or isinstance(option, bool) else operations.compare("==", subject, option)
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

    def __init__(self, interpreter: Interpreter, config: Config, choose: Choose) -> None:
        self.config = config
        self.control = config.control
        self.stored: dict[str, Stored] = dict(zip(config.names, config.stored.items, strict=True))
        self.streams = {stream.name: stream for stream in config.streams}
        self.secret = config.secret
        self.function = interpreter.function(config.function)
        own, settings, constants = interpreter.around(config.function)
        scopes = (Scope(own, self.stored), settings, constants)
        self.run = Run(scopes, choose, lambda name, arguments: returned(interpreter, name, arguments))

    def taken(self) -> Event:
        """What this way leads to."""
        if not self.control:
            return Ends(None, self.secret)
        here, rest = self.control[-1]
        self.control = self.control[:-1]
        match here.node:
            case While() as loop:
                return self._turn(loop, holds(self.run, loop.test), None)
            case For() as loop:
                return self._next_item(loop, cast(Source, rest))
            case block:
                position = cast(int, rest)
                if position == len(block):
                    return self._then()
                self.control = (*self.control, (here, position + 1))
                return self._statement(block[position])

    def _then(self, *block: Block) -> Config:
        """Go on, with this block first."""
        control = (*self.control, *((Here(body), 0) for body in block))
        changed = replace(self.config, control=control, streams=tuple(self.streams.values()), secret=self.secret)
        return _storing(changed, self.stored)

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
            case Zipped(inners):
                advanced = [self._advanced(inner) for inner in inners]
                values = Sequence("tuple", tuple(value for value, _ in advanced))
                return values, Zipped(tuple(left for _, left in advanced))
            case _:
                assert_never(source)

    def _source(self, iterable: Expression) -> Source:
        """What a loop goes through: streams one arrival at a time, all else listed when the loop begins."""
        match iterable:
            case Name(name) if isinstance(self.stored.get(name), Arrivals):
                return Arrivals(name)
            case Call("enumerate" | "zip" as function, arguments) if self._streams_in(iterable):
                if not is_plain(iterable):
                    raise Failure(STREAM_MISUSED, f"{function} over a stream takes no keywords and no `*`").at(
                        iterable.span
                    )
                if function == "zip":
                    return Zipped(tuple(self._source(argument) for argument in arguments))
                first = value_of(self.run, arguments[1]) if len(arguments) > 1 else 0
                return Numbered(self._source(arguments[0]), operations.whole(first, "the start of enumerate"))
        return Listed(Sequence("tuple", cast("tuple[Value, ...]", tuple(items(self.run, iterable)))))

    def _streams_in(self, iterable: Expression) -> bool:
        if isinstance(iterable, Call) and iterable.function in ("enumerate", "zip"):
            return any(map(self._streams_in, iterable.arguments))
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
                value = value_of(run, expression)
                if type_ is not None and not fits(value, type_):
                    raise Failure(RANGE, f"{show_value(value)} is outside the declared range").at(expression.span)
                for target in targets:
                    assign(run, target, value)
            case Augment():
                self._augment(statement)
            case If(test, then, otherwise):
                return self._then(then if holds(run, test) else otherwise)
            case Match(subject, cases):
                return self._matched(value_of(run, subject), cases)
            case For(_, iterable):
                self.control = (*self.control, (Here(statement), self._source(iterable)))
            case While():
                self.control = (*self.control, (Here(statement), None))
            case Break():
                self._leave_blocks()
                self.control = self.control[:-1]
            case Continue():
                self._leave_blocks()
            case Return(expression):
                return self._ending(expression)
            case Yield(expression):
                value = value_of(run, expression)
                return Shows(Sequence("tuple", (value,)), self._then())
            case Assert(test):
                if not holds(run, test):
                    raise Failure(ASSERTION, "this assertion fails")
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

    def _augment(self, statement: Augment) -> None:
        """The target's indices once, its old value, then the right side."""
        target, run = statement.target, self.run
        base = value_of(run, Name(target.name, target.span))
        indices = [value_of(run, index) for index in target.indices] if isinstance(target, Item) else []
        old = base
        for index in indices:
            old = operations.index(old, index)
        new = operations.binary(statement.operator, old, value_of(run, statement.value))
        self.stored[target.name] = replaced(base, indices, new) if indices else new

    def _matched(self, subject: Value, cases: tuple[Case, ...]) -> Config:
        for case in cases:
            if _matches(subject, case) and (case.guard is None or holds(self.run, case.guard)):
                return self._then(case.body)
        return self._then()

    def _leave_blocks(self) -> None:
        """Back to the innermost loop."""
        while not isinstance(self.control[-1][0].node, (For, While)):
            self.control = self.control[:-1]

    def _ending(self, expression: Expression | None) -> Ends:
        if expression is None:
            return Ends(None, self.secret)
        value = evaluate(self.run, expression) if self.function.kind == "helper" else value_of(self.run, expression)
        return Ends(Sequence("tuple", (cast(Value, value),)), self.secret)
