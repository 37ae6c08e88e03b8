"""What is explored: a mechanism alone, or a prior that feeds one.

A system is a start and a step function over hashable configurations. Steps of a system are visible (`Ask`,
`Show`, `Stop`) or silent (`Move`). The systems of priors carry the secret along as soon as it is known, and
lose the weight of runs that fail an assumption.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from flint import fmpq

from faier.exact import Number, epsilons, unknown, unknowns
from faier.lang.catching import catches
from faier.lang.failures import Failure
from faier.lang.judging import not_followed, unbounded
from faier.lang.noise import Apart, Computed, Noise, Noisy
from faier.lang.program import Program
from faier.lang.reals import Linear, is_real
from faier.lang.syntax import AnyRealType, Function, ProbabilityType, RealType, Span, StreamType
from faier.lang.values import Real, Sequence, Value, show_value
from faier.limits import LimitReached, Limits
from faier.semantics.explore.code import Instruction
from faier.semantics.explore.held import End, holds_real
from faier.semantics.explore.lower import lower, lower_called
from faier.semantics.explore.machine import (
    Arrives,
    Asks,
    Called,
    Configuration,
    Ends,
    Machine,
    Requires,
    Reveals,
    Silent,
    Tells,
)
from faier.semantics.explore.recursion import Calls
from faier.semantics.inputs import Growing, Unread, as_input, choices, fits, unread_input
from faier.semantics.kept import Way
from faier.semantics.process import Entry

ONE = fmpq(1)
Place: TypeAlias = Hashable  # a configuration of a system


@dataclass(frozen=True)
class Move:
    """Silent: each target with its weight and what was chosen, for people."""

    moves: tuple[tuple[Number, Place, str | None], ...]


@dataclass(frozen=True)
class Ask:
    unread: Unread | Growing
    resume: Callable[[Value], Place]


@dataclass(frozen=True)
class Show:
    value: Value | Noisy
    after: Place


@dataclass(frozen=True)
class Stop:
    pass


Event: TypeAlias = Move | Ask | Show | Stop
Told: TypeAlias = tuple[int, End, End]  # the number of a draw that is kept, and its ends
Remake: TypeAlias = Callable[[Machine], Machine]


class System(Protocol):
    """`sealed` is the place with what others know of its noise, and the way there; `draws` says how much noise is kept
    there, and `told` which of it is about to be shown. `standing` are the instructions that control is at; `remade` is
    the same system on other machines."""

    def start(self) -> Place: ...
    def step(self, place: Any) -> Event: ...
    def sealed(self, place: Any) -> tuple[Any, Way | None]: ...
    def draws(self, place: Any) -> int: ...
    def told(self, place: Any, variable: int) -> Told: ...
    def describe(self, place: Any) -> str: ...
    def line(self, place: Any) -> Span: ...
    def standing(self, place: Any) -> tuple[Instruction, ...]: ...
    def remade(self, make: Remake) -> System: ...


def machine_of(
    program: Program,
    function: Function,
    drawn: dict[Number, Span],
    folded: bool = True,
    limits: Limits | None = None,
    through: bool = False,
) -> Machine:
    def run(called: Function) -> Called:
        inner, slots = lower_called(program, called)
        return Called(Machine(inner, {}, drawn, folded, calls, called.name), slots)

    check = (limits or Limits()).check
    calls = Calls({known.name: known for known in program.functions}, run, check)

    def settle(called: Function) -> Value | None:
        try:
            ((_, result),) = calls.outcomes(called.name, ())
        except (Failure, LimitReached):  # which is told where it is called
            return None
        return result.items[0]

    code, parameters = lower(program, function, None if catches(program) else settle, through)
    return Machine(code, parameters, drawn, folded, calls)


class Alone:
    """A mechanism whose inputs are all asked for."""

    def __init__(
        self,
        program: Program,
        function: Function,
        drawn: dict[Number, Span],
        folded: bool = True,
        limits: Limits | None = None,
        through: bool = False,
    ) -> None:
        for parameter in function.parameters:
            if isinstance(parameter.type, AnyRealType):
                line = function.span.words
                raise LimitReached("draws", f"{line}: `{parameter.name}` is followed where a prior draws it alone")
        self.function = function
        self.machine = machine_of(program, function, drawn, folded, limits, through)

    def start(self) -> Configuration:
        return self.machine.start(unread_inputs(self.function, {}))

    def step(self, place: Configuration) -> Event:
        step = self.machine.step(place)
        match step:
            case Silent(moves):
                return Move(moves)
            case Asks(unread, resume):
                return Ask(unread, resume)
            case Arrives(stream, resume, _):
                return Ask(arrival(self.function, stream), resume)
            case Tells(value, after):
                return Show(value, after)
            case Ends():
                return Stop()
            case _:
                raise AssertionError("a mechanism has no secrets of its own")

    def sealed(self, place: Configuration) -> tuple[Configuration, Way | None]:
        return self.machine.sealed(place)

    def draws(self, place: Configuration) -> int:
        return place.held.base

    def told(self, place: Configuration, variable: int) -> Told:
        return _told(place, variable)

    def describe(self, place: Configuration) -> str:
        return self.machine.describe(place)

    def line(self, place: Configuration) -> Span:
        return self.machine.line(place)

    def standing(self, place: Configuration) -> tuple[Instruction, ...]:
        return (self.machine.code.instructions[place.at],)

    def noise_came_to_calls(self) -> bool:
        """Whether functions that call themselves were given noise without bounds, or returned it."""
        return self.machine.noise_came_to_calls()

    def remade(self, make: Remake) -> Alone:
        twin = copy.copy(self)
        twin.machine = make(self.machine)
        return twin


@dataclass(frozen=True)
class Belief:
    """A prior's run: where it is (None: it has ended) and the secret, once known, as a sequence of one."""

    at: Configuration | None
    secret: Sequence | None

    @cached_property
    def _hash(self) -> int:
        return hash((self.at, self.secret))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True)
class Joint:
    """A prior's run beside the mechanism's. With `prior_moves` the prior runs, else the mechanism does;
    `mechanism` is None before it has its data, and `waits` while it waits for an arrival."""

    belief: Belief
    mechanism: Configuration | None
    prior_moves: bool

    @cached_property
    def _hash(self) -> int:
        return hash((self.belief, self.mechanism, self.prior_moves))

    def __hash__(self) -> int:
        """Places are looked up many times each."""
        return self._hash


class Fed:
    """A mechanism that gets its data from a prior: whole when the prior returns, or record by record."""

    def __init__(
        self,
        program: Program,
        function: Function,
        prior: Function,
        parameters: dict[str, Value],
        drawn: dict[Number, Span],
        limits: Limits | None = None,
        through: bool = False,
    ) -> None:
        self.function = function
        self.prior = prior
        self.machine = machine_of(program, function, drawn, limits=limits, through=through)
        self.belief = machine_of(program, prior, drawn, limits=limits, through=through)
        self.parameters = {
            parameter.name: _parameter(parameter.name, parameter.type, parameters) for parameter in prior.parameters
        }
        self.streams = [p.name for p in function.parameters if isinstance(p.type, StreamType)]
        if prior.yields and not self.streams:
            raise Failure(
                "FA310",
                f"{prior.name} yields records, but {function.name} takes no Stream",
                "return the data instead",
            ).at(prior.span)
        if self.streams and not prior.yields:
            raise Failure(
                "FA310",
                f"{function.name} takes a Stream, but {prior.name} returns its data",
                "yield the records instead",
            ).at(prior.span)

    def start(self) -> Joint:
        belief = Belief(self.belief.start(self.parameters), None)
        if self.prior.yields:
            rest = [p for p in self.function.parameters if not isinstance(p.type, StreamType) and not p.public]
            if rest:
                raise Failure("FA310", f"{self.prior.name} gives no value for {rest[0].name}").at(self.prior.span)
            return Joint(belief, self.machine.start(unread_inputs(self.function, {})), False)
        return Joint(belief, None, True)

    def step(self, place: Joint) -> Event:
        if place.prior_moves:
            return self._prior_step(place)
        assert place.mechanism is not None
        step = self.machine.step(place.mechanism)
        match step:
            case Silent(moves):
                return Move(tuple((w, Joint(place.belief, after, False), text) for w, after, text in moves))
            case Asks(unread, resume):
                return Ask(unread, lambda value: Joint(place.belief, resume(value), False))
            case Arrives(_, _, ended):
                if place.belief.at is None:
                    return Move(((ONE, Joint(place.belief, ended(), False), None),))
                return Move(((ONE, Joint(place.belief, place.mechanism, True), None),))
            case Tells(value, after):
                return Show(value, Joint(place.belief, after, False))
            case Ends():
                return Stop()
            case _:
                raise AssertionError("a mechanism has no secrets of its own")

    def believe(self, belief: Belief) -> tuple[tuple[Number, Belief, str | None], ...] | Tells | Ends:
        """One step of the prior's run: silent moves (none: the run does not happen), a record, or its end."""
        assert belief.at is not None
        step = self.belief.step(belief.at)
        match step:
            case Silent(moves):
                return tuple((weight, Belief(after, belief.secret), text) for weight, after, text in moves)
            case Requires(met, after, weight):
                return ((weight, Belief(after, belief.secret), None),) if met else ()
            case Reveals(value, after, span, weight):
                if belief.secret is not None:
                    raise Failure("FA311", "secret(...) is called twice on this run").at(span)
                if _is_unknown(value):
                    message = f"the secret is {show_value(value)}, which an unknown decides"
                    raise Failure("FA412", message, "let the secret be what was drawn: secret(flip(p))").at(span)
                return ((weight, Belief(after, Sequence("tuple", (value,))), None),)
            case Ends(_, span):
                if belief.secret is None:
                    raise Failure("FA311", "this run ends without calling secret(...)").at(span)
                return step
            case Tells():
                return step
            case _:
                raise AssertionError("a prior reads no input")

    def _prior_step(self, place: Joint) -> Event:
        outcome = self.believe(place.belief)
        if isinstance(outcome, tuple):
            return Move(tuple((w, Joint(belief, place.mechanism, True), text) for w, belief, text in outcome))
        if isinstance(outcome, Tells):
            return self._feed(place, outcome)
        ended = Belief(None, place.belief.secret)
        if self.prior.yields:
            # The mechanism is told at its own step that nothing more arrives.
            return Move(((ONE, Joint(ended, place.mechanism, False), None),))
        inputs = as_inputs(self.function, self.prior, outcome.data)
        started, weight = self.machine.start_with(unread_inputs(self.function, inputs), outcome.held)
        return Move(((weight, Joint(ended, started, False), None),))

    def _feed(self, place: Joint, record: Tells) -> Event:
        assert place.mechanism is not None
        step = self.machine.step(place.mechanism)
        assert isinstance(step, Arrives)
        type_ = next(p.type for p in self.function.parameters if p.name == step.stream)
        assert isinstance(type_, StreamType)
        if isinstance(record.value, Linear):
            raise not_followed("a record that is a real").at(record.span)
        if isinstance(record.value, Noise | Apart | Computed):
            raise unbounded("a record").at(record.span)
        if not fits(record.value, type_.item):
            raise Failure("FA310", f"{show_value(record.value)} is no value of the stream {step.stream}").at(
                record.span
            )
        after = Belief(record.after, place.belief.secret)
        fed = step.resume(as_input(record.value, type_.item))
        return Move(((record.weight, Joint(after, fed, False), None),))

    def sealed(self, place: Joint) -> tuple[Joint, Way | None]:
        """The prior has no noise of its own that it looks at again."""
        believed = place.belief.at
        if believed is not None and believed.held.draws:
            raise not_followed("a prior that keeps draws").at(self.belief.line(believed))
        if place.mechanism is None:
            return place, None
        mechanism, way = self.machine.sealed(place.mechanism)
        return (place if mechanism is place.mechanism else replace(place, mechanism=mechanism)), way

    def draws(self, place: Joint) -> int:
        return 0 if place.mechanism is None else place.mechanism.held.base

    def told(self, place: Joint, variable: int) -> Told:
        assert place.mechanism is not None
        return _told(place.mechanism, variable)

    def describe(self, place: Joint) -> str:
        inside = self.machine.describe(place.mechanism) if place.mechanism is not None else "prior"
        secret = "" if place.belief.secret is None else f", secret={show_value(place.belief.secret.items[0])}"
        return inside + secret

    def line(self, place: Joint) -> Span:
        if place.mechanism is not None:
            return self.machine.line(place.mechanism)
        return self.belief.line(place.belief.at) if place.belief.at is not None else self.prior.span

    def standing(self, place: Joint) -> tuple[Instruction, ...]:
        both = ((self.belief, place.belief.at), (self.machine, place.mechanism))
        return tuple(machine.code.instructions[at.at] for machine, at in both if at is not None)

    def noise_came_to_calls(self) -> bool:
        return self.machine.noise_came_to_calls() or self.belief.noise_came_to_calls()

    def remade(self, make: Remake) -> Fed:
        twin = copy.copy(self)
        twin.machine, twin.belief = make(self.machine), make(self.belief)
        return twin


def _told(place: Configuration, variable: int) -> Told:
    draw = place.held.draws[variable]
    assert draw.origin is not None
    return draw.origin, draw.low, draw.high


def unread_inputs(function: Function, given: dict[str, Value]) -> dict[str, Any]:
    """The given inputs, and marks for all others; streams are no inputs of a machine."""
    return {
        parameter.name: given[parameter.name]
        if parameter.name in given
        else unread_input(parameter.name, parameter.type)  # type: ignore[arg-type]
        for parameter in function.parameters
        if parameter.type is not None and not isinstance(parameter.type, (StreamType, ProbabilityType, RealType))
    }


def arrival(function: Function, stream: str) -> Unread:
    type_ = next(parameter.type for parameter in function.parameters if parameter.name == stream)
    assert isinstance(type_, StreamType)
    return Unread(Entry(stream, None, True), choices(type_.item))


def as_inputs(function: Function, prior: Function, data: Value) -> dict[str, Value]:
    """What a prior returned, as the mechanism's inputs: all of them in order, or all that are not public."""
    parameters = function.parameters
    hidden = tuple(parameter for parameter in parameters if not parameter.public)
    for wanted in (parameters, hidden):
        values = data.items if len(wanted) != 1 and isinstance(data, Sequence) else (data,)
        if len(values) != len(wanted):
            continue
        fitting = all(
            parameter.type is not None
            and not isinstance(parameter.type, (StreamType, ProbabilityType, RealType))
            and (_is_any_real(value) if isinstance(parameter.type, AnyRealType) else fits(value, parameter.type))
            for parameter, value in zip(wanted, values, strict=True)
        )
        if fitting:
            return {
                parameter.name: as_input(value, parameter.type)  # type: ignore[arg-type]
                for parameter, value in zip(wanted, values, strict=True)
            }
    names = ", ".join(parameter.name for parameter in parameters)
    raise Failure(
        "FA310",
        f"{prior.name} returns {_described(data)}, which does not fit the inputs of {function.name} ({names})",
        "return one value for each input, in order, within its declared range",
    ).at(prior.span)


def _is_any_real(value: Value) -> bool:
    """Whether it is a rational number, or a real that was drawn."""
    if isinstance(value, bool) or is_real(value):
        return is_real(value)
    return isinstance(value, int) or (isinstance(value, Real) and isinstance(value.exact, fmpq))


def _described(data: Value) -> str:
    if is_real(data):
        return "a real that was drawn"
    if isinstance(data, Sequence) and holds_real(data):
        return f"({', '.join(map(_described, data.items))})"
    return show_value(data)


def _is_unknown(value: Value) -> bool:
    """Whether there is an unknown in the value."""
    if isinstance(value, Sequence):
        return any(map(_is_unknown, value.items))
    return isinstance(value, Real) and bool(unknowns(value.exact) or epsilons(value.exact))


def _parameter(name: str, type_: object, given: dict[str, Value]) -> Value:
    """A prior's parameter: its enumerated value, or an unknown."""
    if name in given:
        return given[name]
    assert isinstance(type_, (ProbabilityType, RealType))
    return Real(unknown(name), "symbolic")
