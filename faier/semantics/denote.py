"""What a mechanism file means: the exact distribution of its outputs, written to be obvious.

Everything clever is checked against this module, and every refutation is recomputed by it. A mechanism on given
inputs, or a prior and the mechanism it feeds, is a Markov chain: its nodes are configurations of the programs
(`denote_steps`) and what has been shown. Equal nodes merge, silent loops are solved exactly.

Inputs are concrete. A tree is assumed to have passed all checks of `lang`; above all, no list that is changed in
place has two names. A run of positive probability that could fail raises `Failure`, with its place; runs that
were given up because they show something else than what is asked for do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from flint import fmpq

from faier.exact import Number
from faier.lang.syntax import Function, ProbabilityType, Program, RealType, StreamType, Type, VectorType
from faier.lang.values import Failure, Real, Sequence, Value, show_value
from faier.limits import Limits
from faier.semantics.denote_chance import absorbed
from faier.semantics.denote_steps import (
    SECRET,
    Asks,
    Config,
    Ends,
    Impossible,
    Interpreter,
    Shows,
    Stream,
    Twice,
    begun,
    endless,
    fits,
    seen,
    step,
)

DATA = "FA310"

# The shown values, and whether the run ended there. A `Sequence` tells True from 1, as an observer does.
Output: TypeAlias = tuple[Sequence, bool]


def outputs(
    program: Program,
    mechanism: str,
    inputs: Mapping[str, Value],
    length: int | None = None,
    limits: Limits | None = None,
) -> dict[Output, Number]:
    """Every output and its probability; what shows `length` values is cut there, and counts as not ended.

    A stream's value is the sequence of its arrivals; a run that asks for more stops there, not ended.
    """
    meaning = _Meaning(Interpreter(program, limits or Limits()), program.function(mechanism), _Cut(length))
    return {
        (cast(Sequence, over.shown), over.ended): weight
        for over, weight in meaning.overs(meaning.start(inputs)).items()
    }


def probability(
    program: Program,
    mechanism: str,
    inputs: Mapping[str, Value],
    output: tuple[Value, ...],
    ended: bool,
    limits: Limits | None = None,
) -> Number:
    """The probability that exactly `output` is shown and the run ends; not `ended`: that it is shown first."""
    meaning = _Meaning(Interpreter(program, limits or Limits()), program.function(mechanism), _wanted(output, ended))
    return sum(meaning.overs(meaning.start(inputs)).values(), start=fmpq(0))


def joint(
    program: Program,
    mechanism: str,
    prior: str,
    parameters: Mapping[str, Value | Number],
    public: Mapping[str, Value],
    length: int | None = None,
    limits: Limits | None = None,
) -> dict[Value, dict[Output, Number]]:
    """For every secret and output: the probability of both, and that all assumptions hold.

    `parameters` gives all of the prior's; unknown reals may be `exact.unknown(name)`. Inputs in `public` are the
    ones that the prior does not give.
    """
    weights: dict[Value, dict[Output, Number]] = {}
    meaning = _Meaning(Interpreter(program, limits or Limits()), program.function(mechanism), _Cut(length), public)
    for over, weight in meaning.overs(meaning.start_of_prior(program.function(prior), parameters)).items():
        known = weights.setdefault(over.told(), {})
        output = (cast(Sequence, over.shown), over.ended)
        known[output] = known.get(output, fmpq(0)) + weight
    return weights


def joint_probability(
    program: Program,
    mechanism: str,
    prior: str,
    parameters: Mapping[str, Value | Number],
    public: Mapping[str, Value],
    output: tuple[Value, ...],
    ended: bool,
    limits: Limits | None = None,
) -> tuple[dict[Value, Number], dict[Value, Number]]:
    """For every secret: the probability of the secret, the output (see `probability`) and all assumptions;
    and the secret's mass, which is the same for any output."""
    interpreter = Interpreter(program, limits or Limits())
    found: list[dict[Value, Number]] = []
    for watch in (_wanted(output, ended), _wanted((), False)):
        meaning = _Meaning(interpreter, program.function(mechanism), watch, public)
        weights: dict[Value, Number] = {}
        for over, weight in meaning.overs(meaning.start_of_prior(program.function(prior), parameters)).items():
            weights[over.told()] = weights.get(over.told(), fmpq(0)) + weight
        found.append(weights)
    weights, masses = found
    return {secret: weights.get(secret, fmpq(0)) for secret in masses}, masses


# What is looked for, and how much of it has been seen.


@dataclass(frozen=True)
class _Cut:
    """Everything, up to this many shown values."""

    length: int | None


@dataclass(frozen=True)
class _Wanted:
    """One output; of the values shown only their number is kept."""

    output: tuple[Sequence, ...]  # each value in a 1-tuple
    ended: bool


_Watch: TypeAlias = _Cut | _Wanted
_Shown: TypeAlias = Sequence | int  # what has been shown; for `_Wanted`: how much of it


def _wanted(output: tuple[Value, ...], ended: bool) -> _Wanted:
    return _Wanted(tuple(Sequence("tuple", (seen(value),)) for value in output), ended)


def _nothing(watch: _Watch) -> _Shown:
    return Sequence("tuple", ()) if isinstance(watch, _Cut) else 0


def _shown(watch: _Watch, before: _Shown, value: Sequence) -> _Shown | None:
    """What has been shown after one more value; None: not what is looked for."""
    value = cast(Sequence, seen(value))
    if isinstance(before, Sequence):
        return Sequence("tuple", before.items + value.items)
    assert isinstance(watch, _Wanted)
    return before + 1 if before < len(watch.output) and watch.output[before] == value else None


def _enough(watch: _Watch, shown: _Shown) -> bool:
    """Whether the mechanism need not be followed any further."""
    if isinstance(shown, Sequence):
        return isinstance(watch, _Cut) and len(shown.items) == watch.length
    return isinstance(watch, _Wanted) and not watch.ended and shown == len(watch.output)


def _accepts(watch: _Watch, shown: _Shown, ended: bool) -> bool:
    """Whether a run that shows no more is one of those looked for."""
    return isinstance(watch, _Cut) or (watch.ended == ended and shown == len(watch.output))


# The chain.


@dataclass(frozen=True)
class _Told:
    """A prior that has run to its end, with its secret."""

    secret: Sequence


@dataclass(frozen=True)
class _Running:
    """`turn` says whose step is next: the prior's before the mechanism starts ("data"), the mechanism's, the
    prior's up to the next record the mechanism asked for, or the rest of the prior after the mechanism."""

    turn: Literal["data", "mechanism", "record", "rest"]
    mechanism: Config | None
    prior: Config | _Told | None
    shown: _Shown
    ended: bool = False


@dataclass(frozen=True)
class _Over:
    secret: Sequence | None
    shown: _Shown
    ended: bool

    def told(self) -> Value:
        assert self.secret is not None
        return self.secret.items[0]


@dataclass(frozen=True)
class _GivenUp:
    """The assumptions do not hold, or something else is shown than what is looked for."""


_Node: TypeAlias = _Running | _Over | _GivenUp


@dataclass(frozen=True)
class _Meaning:
    """The chain of one mechanism, watched for outputs. `public`: the inputs that a prior does not give."""

    interpreter: Interpreter
    mechanism: Function
    watch: _Watch
    public: Mapping[str, Value] | None = None

    def overs(self, start: _Node) -> dict[_Over, Number]:
        """The probability of every way to be over, with what is looked for shown."""
        ends = absorbed({start: fmpq(1)}, self._successors, self._forever, self.interpreter.limits)
        return {end: weight for end, weight in ends.items() if isinstance(end, _Over)}

    def start(self, inputs: Mapping[str, Value]) -> _Node:
        """The mechanism before its first step."""
        return self._going_on(_Running("mechanism", self._mechanism(inputs), None, _nothing(self.watch)))

    def start_of_prior(self, prior: Function, parameters: Mapping[str, Value | Number]) -> _Node:
        """The prior before its first step; one that yields runs when the mechanism asks."""
        values = {
            parameter.name: _believed(parameters[parameter.name], parameter.type) for parameter in prior.parameters
        }
        first = begun(prior, values)
        if not prior.yields:
            return _Running("data", None, first, _nothing(self.watch))
        mechanism = self._mechanism(dict(self.public or {}), flowing=True)
        return self._going_on(_Running("mechanism", mechanism, first, _nothing(self.watch)))

    def _successors(self, node: _Node) -> dict[_Node, Number] | None:
        if not isinstance(node, _Running):
            return None
        active = node.mechanism if node.turn == "mechanism" else node.prior
        assert isinstance(active, Config)
        follow = self._after_mechanism if node.turn == "mechanism" else self._after_prior
        nodes: dict[_Node, Number] = {}
        for event, weight in step(self.interpreter, active).items():
            target = follow(node, event)
            nodes[target] = nodes.get(target, fmpq(0)) + weight
        return nodes

    def _after_mechanism(self, node: _Running, event: object) -> _Node:
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
                    self._finished(last, ended=True)
                    if isinstance(last, _Running) and last.turn == "mechanism"
                    else last
                )
            case Asks(_, config) if isinstance(node.prior, Config):
                return replace(node, turn="record", mechanism=config)
            case Asks():
                return self._finished(node, ended=False)
            case _:
                raise _misplaced(self.mechanism)

    def _after_prior(self, node: _Running, event: object) -> _Node:
        match event:
            case Config():
                return replace(node, prior=event)
            case Impossible():
                return _GivenUp()
            case Shows(_, then) if node.turn == "rest":
                return replace(node, prior=then)
            case Shows(value, then):
                assert node.mechanism is not None
                fed = self._fed(node.mechanism, value, ends=False)
                return replace(node, turn="mechanism", mechanism=fed, prior=then)
            case Ends(data, secret):
                assert isinstance(node.prior, Config)
                told = _Told(_only_secret(secret, self.interpreter.function(node.prior.function)))
                return self._after_whole_prior(replace(node, prior=told), told, data)
            case _:
                raise _misplaced(self.mechanism)

    def _after_whole_prior(self, node: _Running, told: _Told, data: Sequence | None) -> _Node:
        if node.turn == "rest":
            return _Over(told.secret, node.shown, node.ended)
        if node.turn == "record":
            assert node.mechanism is not None
            fed = self._fed(node.mechanism, Sequence("tuple", ()), ends=True)
            return replace(node, turn="mechanism", mechanism=fed)
        if data is None:
            raise Failure(DATA, "this prior ends without data", "return what the mechanism takes")
        mechanism = self._mechanism(self._from_prior(data.items[0]), flowing=False)
        return self._going_on(replace(node, turn="mechanism", mechanism=mechanism))

    def _showing(self, node: _Running, value: Sequence) -> _Node:
        shown = _shown(self.watch, node.shown, value)
        return _GivenUp() if shown is None else self._going_on(replace(node, shown=shown))

    def _going_on(self, node: _Running) -> _Node:
        """The node, unless enough has been shown there."""
        return self._finished(node, ended=False) if _enough(self.watch, node.shown) else node

    def _finished(self, node: _Running, ended: bool) -> _Node:
        """The mechanism shows no more; a prior that still runs goes on to its end."""
        if not _accepts(self.watch, node.shown, ended):
            return _GivenUp()
        if isinstance(node.prior, Config):
            return replace(node, turn="rest", mechanism=None, ended=ended)
        return _Over(node.prior.secret if node.prior else None, node.shown, ended)

    def _forever(self, nodes: list[_Node]) -> _Node:
        """What a run comes to that never leaves these nodes. Only a prior may yield records forever."""
        for node in nodes:
            if isinstance(node, _Running) and node.turn in ("record", "rest") and isinstance(node.prior, Config):
                if not any(isinstance(event, Shows) for event in step(self.interpreter, node.prior)):
                    continue
                secret = _only_secret(node.prior.secret, self.interpreter.function(node.prior.function))
                accepted = node.turn == "rest" or _accepts(self.watch, node.shown, False)
                return _Over(secret, node.shown, node.ended) if accepted else _GivenUp()
        running = [node.mechanism or node.prior for node in nodes if isinstance(node, _Running)]
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
        """The mechanism's inputs: what the prior returned, and the public ones it did not."""
        public = dict(self.public or {})
        names = [parameter.name for parameter in self.mechanism.parameters if parameter.name not in public]
        if len(names) == 1:
            return {**public, names[0]: data}
        if not isinstance(data, Sequence) or len(data.items) != len(names):
            raise Failure(
                DATA, f"{show_value(data)} is not the mechanism's input", f"return a tuple: ({', '.join(names)})"
            )
        return {**public, **dict(zip(names, data.items, strict=True))}

    def _fed(self, config: Config, record: Sequence, ends: bool) -> Config:
        """The mechanism with the stream's next record (in a 1-tuple), or with its end."""
        (stream,) = config.streams
        (type_,) = (item.type for item in self.mechanism.parameters if item.name == stream.name)
        known = cast(Sequence, _admitted(record, type_))
        return replace(config, streams=(Stream(stream.name, known, 0, ends),))


def _admitted(value: Value, type_: Type | None) -> Value:
    """The value as the mechanism receives it: vectors are lists. It must be one of the type's."""
    if isinstance(type_, StreamType) and isinstance(value, Sequence):
        return Sequence("tuple", tuple(_admitted(item, type_.item) for item in value.items))
    if isinstance(type_, VectorType) and isinstance(value, Sequence) and len(value.items) == type_.length:
        return Sequence("list", tuple(_admitted(item, type_.item) for item in value.items))
    if type_ is None or isinstance(type_, StreamType | ProbabilityType | RealType) or not fits(value, type_):
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
