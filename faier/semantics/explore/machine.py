"""Running flat code from one stop to the next, exactly.

A `Configuration` is a place in the code and the values of the slots that are live there. Between stops
everything is deterministic; a stop is a random call, the head of a `while` loop, or something that others
see. `step` says what a configuration does next:

    Silent   it moves on, to one of several configurations, with probabilities
    Asks     it needs an input entry, or the next arrival of its stream
    Tells    it shows a value
    Ends     the run is over (a prior's data beside it)
    Reveals, Requires   the two statements of a prior
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from faier.exact import Number, Symbolic
from faier.lang import operations
from faier.lang.failures import Failure
from faier.lang.syntax import InputType, Span
from faier.lang.values import Real, Sequence, Value, show_value
from faier.lang.vocabulary import DrawKind
from faier.semantics.explore.code import (
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
    Store,
    Tell,
)
from faier.semantics.explore.outcomes import ONE, holds_form, sampled, split, without_choice
from faier.semantics.geometric import Form, unclamped
from faier.semantics.inputs import Need, Unread, fits, forced_through, has_marks, substituted


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """Equal only to itself: a machine makes one of each kind (`Machine._known`)."""

    at: int
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Silent:
    """Each move has its weight and a description for people (None: nothing was chosen)."""

    moves: tuple[tuple[Number, Configuration, str | None], ...]


@dataclass(frozen=True)
class Asks:
    """`unread` names the entry; `resume` goes on with its value."""

    unread: Unread
    resume: Callable[[Value], Configuration]


@dataclass(frozen=True)
class Arrives:
    """The next arrival of the stream; `resume(value)` goes on with it, `ended` without."""

    stream: str
    resume: Callable[[Value], Configuration]
    ended: Callable[[], Configuration]


@dataclass(frozen=True)
class Tells:
    value: Value
    after: Configuration
    span: Span


@dataclass(frozen=True)
class Ends:
    data: Value
    span: Span


@dataclass(frozen=True)
class Reveals:
    value: Value
    after: Configuration
    span: Span


@dataclass(frozen=True)
class Requires:
    met: bool
    after: Configuration


Step: TypeAlias = Silent | Asks | Arrives | Tells | Ends | Reveals | Requires


class Machine:
    """The code of one function, ready to run. `drawn` collects the probabilities of draws that are not rational,
    which only whoever knows the range of the unknowns can check."""

    def __init__(self, code: Code, parameters: dict[str, int], drawn: dict[Number, Span]) -> None:
        self.code = code
        self.parameters = parameters
        self.drawn = drawn
        self._known: dict[object, Configuration] = {}
        self._plain = tuple(map(_operation, code.instructions))
        self._splits: dict[object, list[tuple[Number, Any]]] = {}

    def start(self, inputs: dict[str, Any]) -> Configuration:
        """Control at the top; inputs may hold marks of unread entries. Streams need no input here."""
        env: list[Any] = [None] * self.code.slots
        for name, value in inputs.items():
            env[self.parameters[name]] = value
        return self._at(0, env)

    def step(self, configuration: Configuration) -> Step:
        """What happens at a stop."""
        at = configuration.at
        env: list[Any] = [None] * self.code.slots
        for slot, value in zip(self.code.live[at], configuration.values, strict=True):
            env[slot] = value
        instruction = self.code.instructions[at]
        try:
            match instruction:
                case Sample(target, kind, arguments):
                    outcomes = self._sampled(kind, forced_through(env[arguments]), instruction.span)
                    return self._fan(at, env, target, outcomes, f"{kind} at line {instruction.span.line}")
                case Operate(target, _, _, slots) if any(isinstance(env[slot], Form) for slot in slots):
                    outcomes = self._split(at, instruction, [env[slot] for slot in slots])
                    return self._fan(at, env, target, outcomes, f"noise at line {instruction.span.line}")
                case Arrive(target, stream, exhausted):
                    return Arrives(
                        stream,
                        lambda value: self._resumed(at, env, target, value),
                        lambda: self._run(exhausted, list(env)),
                    )
                case Tell(slot):
                    return Tells(
                        operations.shown(forced_through(env[slot])), self._run(at + 1, list(env)), instruction.span
                    )
                case Finish(result):
                    data = None if result is None else forced_through(env[result])
                    return Ends(data, instruction.span)
                case Reveal(slot):
                    return Reveals(
                        operations.shown(forced_through(env[slot])), self._run(at + 1, list(env)), instruction.span
                    )
                case Require(slot):
                    met = bool(env[slot])
                    return Requires(met, self._run(at + 1, list(env)) if met else configuration)
                case Head() | Compute() | Operate() | Store() | Branch() | Jump() | Next() | Fail():
                    # A loop head, or an instruction that waits for an entry or has just been given it.
                    return Silent(((ONE, self._run(at, env, resumed=True), None),))
        except Need as need:
            return self._ask(configuration, need.unread)
        except Failure as failure:
            raise failure.at(instruction.span) from None

    def describe(self, configuration: Configuration) -> str:
        """Where control is and what the live variables hold, for people."""
        span = self.code.instructions[configuration.at].span
        known = [
            f"{self.code.names[slot]}={_shown(value)}"
            for slot, value in zip(self.code.live[configuration.at], configuration.values, strict=True)
            if not self.code.names[slot].startswith(".") and _shown(value)
        ]
        return f"line {span.line}" + (": " + ", ".join(known) if known else "")

    def line(self, configuration: Configuration) -> Span:
        return self.code.instructions[configuration.at].span

    def _sampled(self, kind: DrawKind, arguments: Value, span: Span) -> list[tuple[Number, Any]]:
        """The outcomes of a random call; probabilities with unknowns in them are noted down."""
        outcomes, positive = sampled(kind, arguments)
        for number in (*positive, *(weight for weight, _ in outcomes)):
            if isinstance(number, Symbolic):
                self.drawn.setdefault(number, span)
        return outcomes

    def _ask(self, configuration: Configuration, unread: Unread) -> Asks:
        def resume(value: Value) -> Configuration:
            values = tuple(substituted(known, unread, value) for known in configuration.values)
            return self._configuration(configuration.at, values)

        return Asks(unread, resume)

    def _resumed(self, at: int, env: list[Any], target: int, value: Value) -> Configuration:
        env = list(env)
        env[target] = value
        return self._run(at + 1, env)

    def _fan(self, at: int, env: list[Any], target: int, outcomes: list[tuple[Number, Any]], what: str) -> Silent:
        moves = []
        for weight, value in outcomes:
            branch = list(env)
            branch[target] = value
            moves.append((weight, self._run(at + 1, branch), self.described(value, what)))
        return Silent(tuple(moves))

    def described(self, value: Any, what: str) -> str | None:
        """A draw and its outcome, for people; nothing where the outcome is noise still."""
        return None if isinstance(value, Form) else f"{_shown(value)} from {what}"

    def _run(self, at: int, env: list[Any], resumed: bool = False) -> Configuration:
        """Forward from instruction `at` to the next stop.

        A resumed run passes the loop head it stands at, and if it still lacks an entry there, says so.
        """
        table = self._plain
        try:
            while True:
                kind, target, function, slots = table[at]
                if kind == _COMPUTE:
                    env[target] = function(env)
                    at += 1
                elif kind == _OPERATE:
                    values = [env[slot] for slot in slots]
                    if Form in map(type, values):
                        instruction = cast(Operate, self.code.instructions[at])
                        plain = without_choice(instruction, values)
                        if plain is None:
                            return self._at(at, env)
                        env[target] = plain
                    else:
                        env[target] = function(*values)
                    at += 1
                elif kind == _BRANCH:
                    at = at + 1 if function(env) else target
                elif kind == _JUMP:
                    at = target
                elif kind == _STORE:
                    env[target] = _storable(env[slots], function)
                    at += 1
                elif kind == _NEXT:
                    items = env[slots]
                    if items:
                        env[target] = items[0]
                        env[slots] = items[1:]
                        at += 1
                    else:
                        at = function
                elif kind == _HEAD and resumed:
                    at += 1
                elif kind == _FAIL:
                    raise function()
                else:
                    return self._at(at, env)
                resumed = False
        except Need:
            if resumed:
                raise
            return self._at(at, env)
        except Failure as failure:
            raise failure.at(self.code.instructions[at].span) from None

    def _at(self, at: int, env: list[Any]) -> Configuration:
        return self._configuration(at, tuple([env[slot] for slot in self.code.live[at]]))

    def _configuration(self, at: int, values: tuple[Any, ...]) -> Configuration:
        """The one configuration of these values. Values of different types are different: True and 1 never meet."""
        key = (at, values, tuple(map(_kind, values)))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Configuration(at, values)
        return known

    def _split(self, at: int, operation: Operate, values: list[Any]) -> list[tuple[Number, Any]]:
        """The outcomes of an operation on noise, computed once for the same operands."""
        key = (at, tuple(values), tuple(map(_kind, values)))
        known = self._splits.get(key)
        if known is None:
            known = self._splits[key] = split(operation, values)
        return known


_COMPUTE, _OPERATE, _BRANCH, _JUMP, _STORE, _NEXT, _HEAD, _FAIL, _STOP = range(9)


def _operation(instruction: Instruction) -> tuple[int, int, Any, Any]:
    """What running an instruction needs to know: its kind, and its parts in an order that depends on the kind."""
    match instruction:
        case Compute(target, function):
            return _COMPUTE, target, function, None
        case Operate(target, _, function, slots):
            return _OPERATE, target, function, slots
        case Branch(function, otherwise):
            return _BRANCH, otherwise, function, None
        case Jump(to):
            return _JUMP, to, None, None
        case Store(target, source, type_):
            return _STORE, target, type_, source
        case Next(target, iterator, exhausted):
            return _NEXT, target, exhausted, iterator
        case Head():
            return _HEAD, 0, None, None
        case Fail(code, message, hint):
            return _FAIL, 0, lambda: Failure(code, message, hint), None
        case Sample() | Arrive() | Tell() | Finish() | Reveal() | Require():
            return _STOP, 0, None, None


def _kind(value: Any) -> object:
    """The type of a value; of an iterator, the types of its items to go as well."""
    return tuple(map(type, value)) if type(value) is tuple else type(value)


def _storable(value: Any, type_: InputType | None) -> Value:
    """The value a named variable takes: read, finite, and within the declared range if there is one."""
    if isinstance(value, Form) or (type(value) is Sequence and holds_form(value)):
        raise unclamped()
    if type(value) is Unread:
        raise Need(value)
    if type_ is not None and not fits(forced_through(value), type_):
        raise Failure("FA404", f"{show_value(value)} is outside the declared range")
    return cast(Value, value)


def _shown(value: Any) -> str:
    """The value for a description; nothing for what has no name in the language."""
    if value is None or isinstance(value, (bool, int, str, Real)):
        return show_value(value)
    if isinstance(value, Sequence) and not holds_form(value) and not has_marks(value):
        try:
            return show_value(value)
        except (AttributeError, RecursionError):
            return ""
    return ""
