"""A mechanism on given inputs, or a prior and the mechanism it feeds, as one Markov chain.

Its nodes are where the programs stand and what has been shown; it rests where a run is over. Beside the
mechanism's outputs a `Watch` says what is looked for: runs that show something else are given up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias, cast

from flint import fmpq

from faier.exact import Number
from faier.lang.failures import Failure
from faier.lang.syntax import (
    AnyRealType,
    Function,
    IntType,
    OneOfType,
    Parameter,
    ProbabilityType,
    RealType,
    RecordsType,
    RecordType,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Real, Sequence, Value, show_value
from faier.semantics.denote.chance import absorbed
from faier.semantics.denote.config import (
    Asks,
    Config,
    Ends,
    Impossible,
    Shows,
    Stream,
    Twice,
    begun,
    fits,
    seen,
)
from faier.semantics.denote.draws import Known
from faier.semantics.denote.noise import Affine
from faier.semantics.denote.showing import OTHER, Asked
from faier.semantics.denote.steps import Interpreter, endless, step

NOTHING_MORE = Sequence("tuple", (OTHER,))  # what is asked for when all of an output has been shown

DATA = "FA310"
SECRET = "FA311"


# What is looked for, and how much of it has been seen.


@dataclass(frozen=True)
class Cut:
    """Everything, up to this many shown values."""

    length: int | None


@dataclass(frozen=True)
class Wanted:
    """One output; of the values shown only their number is kept."""

    output: tuple[Sequence, ...]  # each value in a 1-tuple
    ended: bool


Watch: TypeAlias = Cut | Wanted
Shown: TypeAlias = Sequence | int  # what has been shown; for `Wanted`: how much of it


def wanted(output: tuple[Value, ...], ended: bool) -> Wanted:
    return Wanted(tuple(Sequence("tuple", (seen(value),)) for value in output), ended)


def _nothing(watch: Watch) -> Shown:
    return Sequence("tuple", ()) if isinstance(watch, Cut) else 0


def _shown(watch: Watch, before: Shown, value: Sequence) -> Shown | None:
    """What has been shown after one more value; None: not what is looked for."""
    value = cast(Sequence, seen(value))
    if isinstance(before, Sequence):
        return Sequence("tuple", before.items + value.items)
    assert isinstance(watch, Wanted)
    return before + 1 if before < len(watch.output) and watch.output[before] == value else None


def _enough(watch: Watch, shown: Shown) -> bool:
    """Whether the mechanism need not be followed any further."""
    if isinstance(shown, Sequence):
        return isinstance(watch, Cut) and len(shown.items) == watch.length
    return isinstance(watch, Wanted) and not watch.ended and shown == len(watch.output)


def _accepts(watch: Watch, shown: Shown, ended: bool) -> bool:
    """Whether a run that shows no more is one of those looked for."""
    return isinstance(watch, Cut) or (watch.ended == ended and shown == len(watch.output))


# The chain.


@dataclass(frozen=True)
class Told:
    """A prior that has run to its end, with its secret."""

    secret: Sequence


@dataclass(frozen=True)
class Running:
    """`turn` says whose step is next: the prior's before the mechanism starts ("data"), the mechanism's, the
    prior's up to the next record the mechanism asked for, or the rest of the prior after the mechanism."""

    turn: Literal["data", "mechanism", "record", "rest"]
    mechanism: Config | None
    prior: Config | Told | None
    shown: Shown
    ended: bool = False

    @cached_property
    def _hash(self) -> int:
        return hash((self.turn, self.mechanism, self.prior, self.shown, self.ended))

    def __hash__(self) -> int:
        return self._hash

    @property
    def active(self) -> Config:
        """The function whose step is next."""
        config = self.mechanism if self.turn == "mechanism" else self.prior
        assert isinstance(config, Config)
        return config


@dataclass(frozen=True)
class Over:
    secret: Sequence | None
    shown: Shown
    ended: bool

    def told(self) -> Value:
        assert self.secret is not None
        return self.secret.items[0]


@dataclass(frozen=True)
class GivenUp:
    """The assumptions do not hold, or something else is shown than what is looked for."""


Node: TypeAlias = Running | Over | GivenUp


@dataclass(frozen=True)
class Runs:
    """The chain of one mechanism, watched for outputs. `public`: the inputs that a prior does not give."""

    interpreter: Interpreter
    mechanism: Function
    watch: Watch
    public: Mapping[str, Value] | None = None

    def overs(self, start: Node) -> dict[Over, Number]:
        """The probability of every way to be over, with what is looked for shown."""
        ends = absorbed({start: fmpq(1)}, self._successors, self._forever, self.interpreter.limits)
        return {end: weight for end, weight in ends.items() if isinstance(end, Over)}

    def start(self, inputs: Mapping[str, Value]) -> Node:
        """The mechanism before its first step."""
        return self._going_on(Running("mechanism", self._mechanism(inputs), None, _nothing(self.watch)))

    def start_of_prior(self, prior: Function, parameters: Mapping[str, Value | Number]) -> Node:
        """The prior before its first step; one that yields runs when the mechanism asks."""
        values = {
            parameter.name: _believed(parameters[parameter.name], parameter.type) for parameter in prior.parameters
        }
        first = begun(prior, values)
        if not prior.yields:
            return Running("data", None, first, _nothing(self.watch))
        mechanism = self._mechanism(dict(self.public or {}), flowing=True)
        return self._going_on(Running("mechanism", mechanism, first, _nothing(self.watch)))

    def _successors(self, node: Node) -> dict[Node, Number] | None:
        if not isinstance(node, Running):
            return None
        nodes: dict[Node, Number] = {}
        for event, weight in step(self.interpreter, node.active, self.asked(node)).items():
            target = self.after(node, event)
            nodes[target] = nodes.get(target, fmpq(0)) + weight
        return nodes

    def asked(self, node: Running) -> Asked:
        """What the next value that the mechanism shows is asked for to be."""
        if node.turn == "mechanism" and isinstance(self.watch, Wanted) and isinstance(node.shown, int):
            return (*self.watch.output, NOTHING_MORE)[node.shown]
        return "given" if node.turn == "data" else "every"

    def after(self, node: Running, event: object) -> Node:
        """Where a run is that was at the node, once the event has happened."""
        return self._after_mechanism(node, event) if node.turn == "mechanism" else self._after_prior(node, event)

    def _after_mechanism(self, node: Running, event: object) -> Node:
        match event:
            case Config():
                return replace(node, mechanism=event)
            case Shows(value, then):
                return self._showing(replace(node, mechanism=then), value)
            case Ends(None):
                return self._finished(node, ended=True)
            case Ends(Sequence() as value):
                last = self._showing(node, value)
                return (
                    self._finished(last, ended=True) if isinstance(last, Running) and last.turn == "mechanism" else last
                )
            case Asks(_, config) if isinstance(node.prior, Config):
                return replace(node, turn="record", mechanism=config)
            case Asks():
                return self._finished(node, ended=False)
            case _:
                raise _misplaced(self.mechanism)

    def _after_prior(self, node: Running, event: object) -> Node:
        match event:
            case Config():
                return replace(node, prior=event)
            case Impossible():
                return GivenUp()
            case Shows(_, then) if node.turn == "rest":
                return replace(node, prior=then)
            case Shows(value, then):
                assert node.mechanism is not None
                fed = self._fed(node.mechanism, value, ends=False)
                return replace(node, turn="mechanism", mechanism=fed, prior=then)
            case Ends(data, secret, known):
                assert isinstance(node.prior, Config)
                told = Told(_only_secret(secret, self.interpreter.function(node.prior.function)))
                return self._after_whole_prior(replace(node, prior=told), told, data, known)
            case _:
                raise _misplaced(self.mechanism)

    def _after_whole_prior(self, node: Running, told: Told, data: Sequence | None, known: Known) -> Node:
        if node.turn == "rest":
            return Over(told.secret, node.shown, node.ended)
        if node.turn == "record":
            assert node.mechanism is not None
            fed = self._fed(node.mechanism, Sequence("tuple", ()), ends=True)
            return replace(node, turn="mechanism", mechanism=fed)
        if data is None:
            raise Failure(DATA, "this prior ends without data", "return what the mechanism takes")
        mechanism = self._mechanism(self._from_prior(data.items[0]), flowing=False)
        return self._going_on(replace(node, turn="mechanism", mechanism=replace(mechanism, known=known)))

    def _showing(self, node: Running, value: Sequence) -> Node:
        shown = _shown(self.watch, node.shown, value)
        return GivenUp() if shown is None else self._going_on(replace(node, shown=shown))

    def _going_on(self, node: Running) -> Node:
        """The node, unless enough has been shown there."""
        return self._finished(node, ended=False) if _enough(self.watch, node.shown) else node

    def _finished(self, node: Running, ended: bool) -> Node:
        """The mechanism shows no more; a prior that still runs goes on to its end."""
        if not _accepts(self.watch, node.shown, ended):
            return GivenUp()
        if isinstance(node.prior, Config):
            return replace(node, turn="rest", mechanism=None, ended=ended)
        return Over(node.prior.secret if node.prior else None, node.shown, ended)

    def _forever(self, nodes: list[Node]) -> Node:
        """What a run comes to that never leaves these nodes. Only a prior may yield records forever."""
        for node in nodes:
            if isinstance(node, Running) and node.turn in ("record", "rest") and isinstance(node.prior, Config):
                if not any(isinstance(event, Shows) for event in step(self.interpreter, node.prior)):
                    continue
                secret = _only_secret(node.prior.secret, self.interpreter.function(node.prior.function))
                accepted = node.turn == "rest" or _accepts(self.watch, node.shown, False)
                return Over(secret, node.shown, node.ended) if accepted else GivenUp()
        running = [node.mechanism or node.prior for node in nodes if isinstance(node, Running)]
        endless([config for config in running if isinstance(config, Config)])
        raise AssertionError("endless always raises")

    # Inputs.

    def _mechanism(self, inputs: Mapping[str, Value], flowing: bool = False) -> Config:
        """The mechanism on these inputs. `flowing`: its stream's records come later."""
        values: dict[str, Value] = {}
        streams: list[Stream] = []
        for parameter in self.mechanism.parameters:
            if isinstance(parameter.type, StreamType):
                known = inputs.get(parameter.name, Sequence("tuple", ())) if flowing else inputs[parameter.name]
                arrivals = _admitted(known, parameter.type)
                streams.append(
                    Stream(parameter.name, cast(Sequence, arrivals), ends=self.public is not None and not flowing)
                )
            else:
                values[parameter.name] = _admitted(inputs[parameter.name], parameter.type)
        return begun(self.mechanism, values, tuple(streams))

    def _from_prior(self, data: Value) -> dict[str, Value]:
        """The mechanism's inputs: what the prior returned, all of them or those that are not public.

        A public input that neither the prior nor the caller gives is one that no run reads: it may be anything.
        """
        every = list(self.mechanism.parameters)
        hidden = [parameter for parameter in every if not parameter.public]
        public = {p.name: _lowest(p.type) for p in every if p.public} | dict(self.public or {})
        for wanted in (every, hidden):
            values = data.items if len(wanted) != 1 and isinstance(data, Sequence) else (data,)
            if len(values) == len(wanted) and _fits_all(wanted, values):
                return {**public, **dict(zip((p.name for p in wanted), values, strict=True))}
        names = ", ".join(parameter.name for parameter in every)
        raise Failure(DATA, f"{show_value(data)} is not the mechanism's input", f"return a value for each of: {names}")

    def _fed(self, config: Config, record: Sequence, ends: bool) -> Config:
        """The mechanism with the stream's next record (in a 1-tuple), or with its end."""
        (stream,) = config.streams
        (type_,) = (item.type for item in self.mechanism.parameters if item.name == stream.name)
        known = cast(Sequence, _admitted(record, type_))
        return replace(config, streams=(Stream(stream.name, known, 0, ends),))


def _admitted(value: Value, type_: Type | None) -> Value:
    """The value as the mechanism receives it: vectors are lists, a Boolean given for an integer is 0 or 1. It must
    be one of the type's."""
    if isinstance(type_, IntType) and isinstance(value, bool):
        value = int(value)
    if isinstance(type_, OneOfType) and isinstance(value, bool) and not fits(value, type_):
        value = int(value)
    if isinstance(type_, StreamType) and isinstance(value, Sequence):
        return Sequence("tuple", tuple(_admitted(item, type_.item) for item in value.items))
    if isinstance(type_, VectorType) and isinstance(value, Sequence) and len(value.items) == type_.length:
        return Sequence("list", tuple(_admitted(item, type_.item) for item in value.items))
    if isinstance(type_, RecordType) and type_.holds(value):
        return type_.made(map(_admitted, value.items, type_.fields))
    if isinstance(type_, RecordsType) and isinstance(value, Sequence) and len(value.items) <= type_.most:
        return Sequence("list", tuple(_admitted(item, type_.item) for item in value.items))
    if isinstance(type_, AnyRealType) and (
        isinstance(value, Affine | Real) or (isinstance(value, int) and not isinstance(value, bool))
    ):
        return value
    if (
        type_ is None
        or isinstance(type_, StreamType | ProbabilityType | RealType | AnyRealType)
        or not fits(value, type_)
    ):
        raise Failure(DATA, f"{show_value(value)} does not fit the mechanism's input")
    return value


def _believed(value: Value | Number, type_: Type | None) -> Value:
    """A prior's parameter; reals stay exact whatever is computed with them."""
    if isinstance(type_, ProbabilityType | RealType):
        if isinstance(value, Real):
            value = value.exact
        number = fmpq(value) if isinstance(value, int) else value
        return Real(cast(Number, number), "symbolic")
    return cast(Value, value)


def _only_secret(secret: Sequence | Twice | None, prior: Function) -> Sequence:
    """The run's secret: told exactly once."""
    if isinstance(secret, Twice):
        raise Failure(SECRET, "secret(...) is called twice on this run").at(secret.span)
    if secret is None:
        raise Failure(SECRET, "this run ends without calling secret(...)").at(prior.span)
    return secret


def _misplaced(function: Function) -> Failure:
    return Failure(DATA, "a prior reads no stream, and a mechanism assumes nothing").at(function.span)


def _fits_all(parameters: list[Parameter], values: tuple[Value, ...]) -> bool:
    try:
        for parameter, value in zip(parameters, values, strict=True):
            _admitted(value, parameter.type)
    except Failure:
        return False
    return True


def _lowest(type_: Type | None) -> Value:
    """Some value of an input's type."""
    match type_:
        case IntType(low, _):
            return low
        case OneOfType(values):
            return values[0]
        case RecordsType():
            return Sequence("list", ())
        case RecordType(fields=fields):
            return type_.made(map(_lowest, fields))
        case VectorType(item, length):
            return Sequence("list", (_lowest(item),) * length)
        case _:
            return False
