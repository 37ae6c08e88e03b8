"""Running flat code from one stop to the next, exactly.

A `Configuration` is a place in the code and the values of the slots that are live there. Between stops
everything is deterministic; a stop is a random call, the head of a `while` loop, or something that others
see. `step` says what a configuration does next:

    Silent   it moves on, to one of several configurations, with probabilities; or with constraints on draws that
             nobody has looked at (`held`), which come to probabilities when the draws are gone
    Asks     it needs an input entry, or the next arrival of its stream
    Tells    it shows a value
    Ends     the run is over (a prior's data beside it)
    Reveals, Requires   the two statements of a prior
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, cast

from faier.exact import Number, Symbolic
from faier.lang import operations
from faier.lang.failures import Failure, unsaid
from faier.lang.judging import either, judged, looked_at, not_followed, unbounded
from faier.lang.noise import UNBOUNDED, Apart, Computed, Noise, Noisy, NotFollowed, concrete, ends, joined, own, parted
from faier.lang.reals import Linear, is_real, single, told
from faier.lang.syntax import InputType, Span
from faier.lang.values import Real, Sequence, Value, show_value
from faier.lang.vocabulary import DrawKind
from faier.semantics.explore.centered import centered
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
    Recur,
    Require,
    Reveal,
    Sample,
    Store,
    Tell,
)
from faier.semantics.explore.held import (
    NOTHING,
    Held,
    Knower,
    Split,
    computed_in,
    every_mention,
    holds_integer,
    holds_real,
    mentioned,
    renumbered,
    sealed,
    settled,
)
from faier.semantics.explore.merging import merged, scaled
from faier.semantics.explore.outcomes import ONE, real, sampled
from faier.semantics.explore.recursion import Calls, Outcomes
from faier.semantics.explore.widening import Widening
from faier.semantics.inputs import Growing, Need, Unread, fits, forced_through, has_marks, substituted
from faier.semantics.kept import Draws, Reals, Way


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """Equal only to itself: a machine makes one of each kind (`Machine._known`)."""

    at: int
    values: tuple[Any, ...]
    held: Held = NOTHING


@dataclass(frozen=True)
class Silent:
    """Each move has its weight and a description for people (None: nothing was chosen)."""

    moves: tuple[tuple[Number, Configuration, str | None], ...]


@dataclass(frozen=True)
class Asks:
    """`unread` names the entry; `resume` goes on with its value."""

    unread: Unread | Growing
    resume: Callable[[Value], Configuration]


@dataclass(frozen=True)
class Arrives:
    """The next arrival of the stream; `resume(value)` goes on with it, `ended` without."""

    stream: str
    resume: Callable[[Value], Configuration]
    ended: Callable[[], Configuration]


@dataclass(frozen=True)
class Tells:
    """`weight` is the chance of what was known of draws that are gone afterwards, as in the next ones."""

    value: Value | Noisy
    after: Configuration
    span: Span
    weight: Number = ONE


@dataclass(frozen=True)
class Ends:
    data: Value
    span: Span
    held: Held = NOTHING


@dataclass(frozen=True)
class Reveals:
    value: Value
    after: Configuration
    span: Span
    weight: Number = ONE


@dataclass(frozen=True)
class Requires:
    met: bool
    after: Configuration
    weight: Number = ONE


Step: TypeAlias = Silent | Asks | Arrives | Tells | Ends | Reveals | Requires


class Machine:
    """The code of one function, ready to run. `drawn` collects the probabilities of draws that are not rational,
    which only whoever knows the range of the unknowns can check. Unless it is `folded`, what is known of draws on all
    integers stays a constraint until others see something, where else a chance would be enough."""

    def __init__(
        self,
        code: Code,
        parameters: dict[str, int],
        drawn: dict[Number, Span],
        folded: bool = True,
        calls: Calls | None = None,
        function: str | None = None,
    ) -> None:
        self.folded = folded
        self.centered = False  # whether draws that are kept are counted from what is added to them
        self.calls = calls
        self.function = function  # where this is one that calls itself
        self.code = code
        self.parameters = parameters
        self.drawn = drawn
        self._known: dict[object, Configuration] = {}
        self._sources: dict[Number, Draws] = {}
        self._reals: dict[Reals, Reals] = {}
        self._plain = tuple(map(_operation, code.instructions))
        self._knower = Knower(NOTHING)
        self._widening = Widening()

    def go_both_ways(self) -> None:
        """Where a comparison is not followed, from now on: chances mean nothing then."""

        def asking(function: Any) -> Any:
            def asked(*arguments: Any) -> Any:
                knower = self._knower
                knower.asked = 0
                with either(knower.either):
                    found = function(*arguments)
                if knower.held.answers:
                    knower.held = replace(knower.held, answers=())
                return found

            return asked

        self._plain = tuple(
            (kind, target, asking(function) if kind in (_COMPUTE, _OPERATE, _BRANCH) else function, slots)
            for kind, target, function, slots in self._plain
        )

    def start(self, inputs: dict[str, Any]) -> Configuration:
        """Control at the top; inputs may hold marks of unread entries. Streams need no input here."""
        return self.start_with(inputs, NOTHING)[0]

    def start_with(self, inputs: dict[str, Any], held: Held) -> tuple[Configuration, Number]:
        """The same where inputs are reals that were drawn, and the chance of what was known of others."""
        env: list[Any] = [None] * self.code.slots
        for name, value in inputs.items():
            env[self.parameters[name]] = value
        return self._at(0, env, held)

    def step(self, configuration: Configuration) -> Step:
        """What happens at a stop."""
        at, held = configuration.at, configuration.held
        env: list[Any] = [None] * self.code.slots
        for slot, value in zip(self.code.live[at], configuration.values, strict=True):
            env[slot] = value
        instruction = self.code.instructions[at]
        try:
            if not held.draws:
                return self._stepped(configuration, instruction, env)
            with judged(Knower(held)):
                return self._stepped(configuration, instruction, env)
        except Need as need:
            return self._ask(configuration, need.unread)
        except Split as split:
            return self._parted(at, env, split)
        except Failure as failure:
            raise failure.at(instruction.span) from None

    def _stepped(self, configuration: Configuration, instruction: Instruction, env: list[Any]) -> Step:
        at, held = configuration.at, configuration.held
        match instruction:
            case Sample(target, "geometric" as kind, arguments):
                (ratio,) = self._sampled(
                    kind, _finite(forced_through(env[arguments]), "the argument of a draw"), instruction.span
                )
                held, drawn = held.drawn(self._sources.setdefault(ratio[1], ((1, ratio[1]),)))
                return self._fan(at, env, target, [(ONE, drawn)], "", held)
            case Sample(target, "laplace" | "gaussian" as kind, arguments):
                fresh = real(kind, _finite(forced_through(env[arguments]), "the argument of a draw"))
                held, sample = held.drawn_real(self._reals.setdefault(fresh, fresh))
                return self._fan(at, env, target, [(ONE, sample)], "", held)
            case Sample(target, "choice" | "shuffled" | "sample" as kind, arguments):
                outcomes = self._sampled(kind, env[arguments], instruction.span)
                return self._fan(at, env, target, outcomes, f"{kind} at line {instruction.span.line}", held)
            case Sample(target, kind, arguments):
                outcomes = self._sampled(
                    kind, _finite(forced_through(env[arguments]), "the argument of a draw"), instruction.span
                )
                return self._fan(at, env, target, outcomes, f"{kind} at {instruction.span.words}", held)
            case Recur(target, function, slots):
                return self._fan(at, env, target, list(self._returned(function, slots, env)), function, held)
            case Arrive(target, stream, exhausted):
                return Arrives(
                    stream,
                    lambda value: self._resumed(at, env, target, value, held),
                    lambda: self._run(exhausted, list(env), held)[0],
                )
            case Tell(slot):
                value = forced_through(env[slot])
                if held.draws:
                    value, known = self._to_be_told(value, at, env, held)
                    if known is not held:
                        env[slot] = value
                        after, weight = self._at(at, env, known)
                        return Silent(((weight, after, None),))
                value = operations.shown(_looked_at(value))
                return Tells(value, *self._after(at, env, held, instruction.span))
            case Finish(result):
                data = None if result is None else self._left(env[result])
                return Ends(data, instruction.span, held)
            case Reveal(slot):
                value = operations.shown(_finite(forced_through(env[slot]), "a secret"))
                return Reveals(value, *self._after(at, env, held, instruction.span))
            case Require(slot):
                if not env[slot]:
                    return Requires(False, configuration)
                after, weight = self._run(at + 1, list(env), held)
                return Requires(True, after, weight)
            case Head() | Compute() | Operate() | Store() | Branch() | Jump() | Next() | Fail():
                # A loop head, or an instruction that waits for an entry or a choice, or has just been given it.
                after, weight = self._run(at, env, held, resumed=True)
                return Silent(((weight, after, None),))

    def _left(self, value: Any) -> Value:
        """What a prior leaves at its end, or a function that is called."""
        if self.function is None:
            returned = _looked_at(forced_through(value))
            if computed_in(returned) is not None:
                raise not_followed("data that a prior computes from noise")
            if mentioned((returned,)) and holds_integer(returned):
                raise unbounded("what a prior returns")
            return cast(Value, returned)
        left = value.holding(map(_looked_at, value.items))
        if mentioned((left,)) or computed_in(left) is not None:
            self._noted_noise()
            raise not_followed(f"noise that `{self.function}`, which calls itself, returns")
        return cast(Value, left)

    def noise_came_to_calls(self) -> bool:
        return self.calls is not None and self.calls.noisy

    def _noted_noise(self) -> None:
        assert self.calls is not None
        self.calls.noisy = True

    def _returned(self, function: str, slots: tuple[int, ...], env: list[Any]) -> Outcomes:
        """What a function that calls itself returns."""
        assert self.calls is not None
        values = [_looked_at(forced_through(env[slot])) for slot in slots]
        if mentioned(tuple(values)) or any(computed_in(value) is not None for value in values):
            self._noted_noise()
            raise not_followed("an argument of a function that calls itself")
        return self.calls.outcomes(function, tuple(values))

    def sealed(self, configuration: Configuration) -> tuple[Configuration, Way | None]:
        """The state that others see a run in, and what its draws have to do with those of the state before; None where
        there are none."""
        if configuration.held is NOTHING or not (configuration.held.draws or configuration.held.base):
            return configuration, None
        instruction = self.code.instructions[configuration.at]
        shown: frozenset[int] = frozenset()
        if isinstance(instruction, Tell):
            place = self.code.live[configuration.at].index(instruction.slot)
            shown = frozenset(mentioned((configuration.values[place],)))
        held, way = sealed(configuration.held, len(mentioned(configuration.values)), shown, self.folded)
        values = configuration.values
        if self.centered:
            values, held, way = centered(values, held, way)
        held = self._widening.widened((configuration.at, values), held)
        return self._configuration(configuration.at, values, held), way

    def describe(self, configuration: Configuration) -> str:
        """Where control is and what the live variables hold, for people."""
        span = self.code.instructions[configuration.at].span
        known = [
            f"{self.code.names[slot]}={_shown(value)}"
            for slot, value in zip(self.code.live[configuration.at], configuration.values, strict=True)
            if not self.code.names[slot].startswith(".") and _shown(value)
        ]
        return span.words + (": " + ", ".join(known) if known else "")

    def line(self, configuration: Configuration) -> Span:
        return self.code.instructions[configuration.at].span

    def _sampled(self, kind: DrawKind, arguments: Value, span: Span) -> list[tuple[Number, Any]]:
        """The outcomes of a random call; probabilities with unknowns in them are noted down."""
        outcomes, positive = sampled(kind, arguments)
        for weight in (*positive, *(weight for weight, _ in outcomes)):
            if isinstance(weight, Symbolic):
                self.drawn.setdefault(weight, span)
        return outcomes

    def _ask(self, configuration: Configuration, unread: Unread | Growing) -> Asks:
        def resume(value: Value) -> Configuration:
            values = tuple(substituted(known, unread, value) for known in configuration.values)
            return self._configuration(configuration.at, values, configuration.held)

        return Asks(unread, resume)

    def _resumed(self, at: int, env: list[Any], target: int, value: Value, held: Held) -> Configuration:
        env = list(env)
        env[target] = value
        return self._run(at + 1, env, held)[0]

    def _after(self, at: int, env: list[Any], held: Held, span: Span) -> tuple[Configuration, Span, Number]:
        after, weight = self._run(at + 1, list(env), held)
        return after, span, weight

    def _fan(
        self, at: int, env: list[Any], target: int, outcomes: list[tuple[Number, Any]], what: str, held: Held
    ) -> Silent:
        moves: list[tuple[Number, Configuration, str | None]] = []
        for weight, value in outcomes:
            branch = list(env)
            branch[target] = value
            text = None if type(value) in (Noise, Linear) else f"{_shown(value)} from {what}"
            moves += self._onward(at + 1, branch, (weight, held, text), resumed=False)
        return Silent(tuple(moves))

    def _parted(self, at: int, env: list[Any], split: Split) -> Silent:
        moves = [move for way in split.ways for move in self._onward(at, env, way, resumed=True)]
        return Silent(tuple(moves))

    def _onward(
        self, at: int, env: list[Any], way: tuple[Number, Held, str | None], resumed: bool
    ) -> list[tuple[Number, Configuration, str | None]]:
        """Where one way leads; with `resumed` the instruction is about to run again, and may part once more."""
        weight, held, text = way
        try:
            after, chance = self._run(at, list(env), held, resumed)
        except Split as split:
            further = ((weight * more, known, text or told) for more, known, told in split.ways)
            return [move for part in further for move in self._onward(at, env, part, resumed=True)]
        except Need:
            after, chance = self._at(at, env, held, again=True)
        return [(chance if weight == 1 else weight * chance, after, text)]

    def _run(self, at: int, env: list[Any], held: Held, resumed: bool = False) -> tuple[Configuration, Number]:
        """Forward from instruction `at` to the next stop, and the chance of what was known of draws that are gone.

        An unread entry stops the run where it is read, a choice where it is made. A `resumed` run goes past the loop
        head it stands at, and if it still lacks an entry there, or a choice, says so.
        """
        if not held.draws:
            return self._ran(at, env, Knower(held), resumed)
        knower = Knower(held)
        with judged(knower):
            return self._ran(at, env, knower, resumed)

    def _ran(self, at: int, env: list[Any], knower: Knower, resumed: bool) -> tuple[Configuration, Number]:
        table, self._knower = self._plain, knower
        while True:
            try:
                while True:
                    kind, target, function, slots = table[at]
                    if kind == _COMPUTE:
                        env[target] = function(env)
                        at += 1
                    elif kind == _OPERATE:
                        env[target] = function(*[env[slot] for slot in slots])
                        at += 1
                    elif kind == _BRANCH:
                        at = at + 1 if function(env) else target
                    elif kind == _JUMP:
                        at = target
                    elif kind == _STORE:
                        value = env[slots]
                        if knower.held.draws:
                            value = self._joined(value, at, target, env)
                        env[target] = _storable(value, function)
                        at += 1
                    elif kind == _NEXT:
                        items = env[slots]
                        if type(items) is Growing:
                            env[target], env[slots] = items.taken()
                            at += 1
                        elif items:
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
                        return self._at(at, env, knower.held)
                    resumed = False
            except Need:
                if resumed:
                    raise
                return self._at(at, env, knower.held, again=True)
            except Split as split:
                if len(split.ways) == 1 and split.ways[0][0] == 1:
                    knower.held = split.ways[0][1]
                    continue
                if resumed:
                    raise
                return self._at(at, env, knower.held, again=True)
            except Failure as failure:
                caught = self.code.caught.get(at, {})
                if failure.error is None and at in self.code.unsaid and failure.code.startswith("FA4"):
                    raise unsaid(failure).at(self.code.instructions[at].span) from None
                if failure.error is None or failure.error not in caught:
                    raise failure.at(self.code.instructions[at].span) from None
                at, resumed = caught[failure.error], False

    def _to_be_told(self, value: Any, at: int, env: list[Any], held: Held) -> tuple[Any, Held]:
        """The value as it can be shown, and what is known where sums were made for it."""
        knower = Knower(held)
        while True:
            try:
                with judged(knower):
                    return _as_told(self._joined(value, at, -1, env)), knower.held
            except Split as split:
                if len(split.ways) != 1 or split.ways[0][0] != 1:
                    raise
                knower.held = split.ways[0][1]

    def _joined(self, value: Any, at: int, target: int, env: list[Any]) -> Any:
        """The value, in which sums of draws that nothing else mentions are draws of their own."""
        if not _may_be_joined(value):
            return value
        others = [env[slot] for slot in self.code.live[at + 1] if slot != target]
        counts = Counter(every_mention((value, *others)))

        def one(part: Any) -> Any:
            if type(part) is Apart and all(counts[variable] == 1 for _, variable in part.terms):
                found = joined(part)
                return part if found is None else found
            if type(part) is Linear and all(counts[variable] == 1 for _, variable in part.terms):
                return single(part)
            if type(part) is Noise and type(part.variable) is Linear:
                alone = all(counts[variable] == 1 for _, variable in part.variable.terms)
                found = own(part) if alone else None
                return part if found is None else found
            if type(part) is Sequence and any(map(_may_be_joined, part.items)):
                return part.holding(map(one, part.items))
            return part

        return one(value)

    def _at(self, at: int, env: list[Any], held: Held, again: bool = False) -> tuple[Configuration, Number]:
        values = tuple([env[slot] for slot in self.code.live[at]])
        if held is NOTHING or not (held.draws or held.base):
            return self._configuration(at, values, held), ONE
        # A loop that goes round silently would else hold ever more draws.
        folded = self.folded or isinstance(self.code.instructions[at], Head)
        if held.bonds:
            values, held = merged(values, held)
        values, held = scaled(values, held)
        kept = settled(held, mentioned(values), again, folded)
        if any(place != variable for variable, place in kept.places.items()):
            values = tuple(renumbered(value, kept.places.__getitem__) for value in values)
        return self._configuration(at, values, kept.held), kept.weight

    def _configuration(self, at: int, values: tuple[Any, ...], held: Held) -> Configuration:
        """The one configuration of these values. Values of different types are different: True and 1 never meet."""
        key = (at, values, tuple(map(_kind, values)), held)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Configuration(at, values, held)
        return known


class Called:
    """The run of a function that calls itself, on a machine of its own."""

    def __init__(self, machine: Machine, slots: tuple[int, ...]) -> None:
        self.machine = machine
        self.slots = slots

    def started(self, values: tuple[Value, ...]) -> Configuration:
        env: list[Any] = [None] * self.machine.code.slots
        for slot, value in zip(self.slots, values, strict=True):
            env[slot] = value
        return self.machine._at(0, env, NOTHING)[0]

    def moves(self, place: Configuration) -> tuple[tuple[Number, Configuration], ...] | Sequence:
        match self.machine.step(place):
            case Silent(moves):
                return tuple((weight, after) for weight, after, _ in moves)
            case Ends(Sequence() as data):
                return data
            case _:
                message = "a function that calls itself is called for its value"
                raise Failure("FA409", message, "show values in the mechanism").at(self.line(place))

    def line(self, place: Configuration) -> Span:
        return self.machine.line(place)


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
        case Sample() | Recur() | Arrive() | Tell() | Finish() | Reveal() | Require():
            return _STOP, 0, None, None


def _kind(value: Any) -> object:
    """The type of a value; of an iterator, the types of its items to go as well."""
    return tuple(map(type, value)) if type(value) is tuple else type(value)


def _storable(value: Any, type_: InputType | None) -> Value:
    """The value a named variable takes: read, and within the declared range if there is one. Noise between two ends is
    a number from here on."""
    if type(value) is Unread:
        raise Need(value)
    value = _looked_at(value)
    if type_ is not None:
        if is_real(value):
            raise Failure("FA404", "noise on the reals is outside the declared range", "round it: round(x)")
        if type(value) in (Noise, Apart, Computed):
            raise unbounded("an argument with a declared range")
        if not fits(forced_through(value), type_):
            raise Failure("FA404", f"{show_value(value)} is outside the declared range")
    return cast(Value, value)


def _looked_at(value: Any) -> Any:
    """The value, in which all noise that lies between two ends is a number."""
    if type(value) is Noise:
        return value if None in ends(value) else concrete(value, "storing it")
    if type(value) is Sequence and mentioned(value.items):
        return value.holding(map(_looked_at, value.items))
    return value


def _may_be_joined(value: Any) -> bool:
    return type(value) in (Apart, Linear, Sequence) or (type(value) is Noise and type(value.variable) is Linear)


def _as_told(value: Any) -> Any:
    """The value, in which each real is the sum of at most two draws, and each integer that is rounded is a draw."""
    if type(value) is Linear:
        return told(value)
    if type(value) is Noise and type(value.variable) is Linear:
        found = own(value)
        whole = parted(value) if found is None else found
        if type(whole) is Noise and type(whole.variable) is Linear:
            raise not_followed(
                "showing an integer that is rounded from a real, which was compared or is used otherwise,"
            )
        return whole
    if type(value) is Sequence and mentioned(value.items):
        return value.holding(map(_as_told, value.items))
    return value


def _finite(value: Any, what: str) -> Value:
    """The value; all noise in it must lie between two ends."""
    value = _looked_at(value)
    computed = computed_in(value)
    if computed is not None:
        raise NotFollowed(UNBOUNDED, f"{what}: {computed.why}")
    if mentioned((value,)):
        raise looked_at(what) if holds_real(value) else unbounded(what)
    return cast(Value, value)


def _shown(value: Any) -> str:
    """The value for a description; nothing for what has no name in the language."""
    if value is None or isinstance(value, (bool, int, str, Real)):
        return show_value(value)
    if isinstance(value, Sequence) and not mentioned(value.items) and not has_marks(value):
        try:
            return show_value(value)
        except (AttributeError, RecursionError):
            return ""
    return ""
