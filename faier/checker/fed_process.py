"""A mechanism together with where its inputs come from: given ones, or the runs of a prior.

A `State` is a run of the mechanism, the run of a prior that still goes on, and the secret once it is told. Weighted
states are moved from one shown value to the next; which entries are read on the way is answered by the caller.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from .claims import Claim
from .draws import Draws
from .file import File, Parameter, Type
from .forms import ONE, ZERO, Form, Number, added, is_zero, multiplied
from .language import constant
from .letters import letters
from .machine import SECRET, Ask, End, Machine, Run, Tell, absorbed
from .operations import equal
from .outcome import Budget, Hole, Invalid
from .relation import fits, listed_pairs, shaped, unread
from .values import END, Box, List, Mark, Stream, shown_key

Key = tuple[object, ...]
Answer = Callable[[Mark | Stream], object]


@dataclass(frozen=True)
class State:
    """`run` is None once the mechanism has ended, `prior` once the prior has."""

    run: Run | None
    prior: Run | None = None
    secret: tuple[object, ...] = ()

    @property
    def mass(self) -> Number:
        """Of what is known of the mechanism's draws."""
        return self.run.mass if self.run is not None else ONE

    def key(self) -> Key:
        return (
            self.run.key() if self.run is not None else None,
            self.prior.key() if self.prior is not None else None,
            shown_key(self.secret),
        )


States = dict[Key, tuple[State, Number]]
Telling = list[tuple[Tell, State, Number]]  # what is about to be shown, the state then, and the weight

_NONE = object()


def put(states: States, state: State, weight: Number) -> None:
    key = state.key()
    states[key] = (state, added(states[key][1], weight)) if key in states else (state, weight)


@dataclass
class Joint:
    """The machines of one claim, with what they have worked out so far."""

    file: File
    claim: Claim
    budget: Budget
    mechanism: Machine = field(init=False)
    prior: Machine | None = field(init=False)
    rests: dict[Key, list[tuple[object, Number]]] = field(default_factory=dict)
    certain: dict[Key, bool] = field(default_factory=dict)
    shows: bool = False  # whether any run has shown a value

    def __post_init__(self) -> None:
        self.mechanism = Machine(self.file, self.claim.mechanism, self.budget)
        believed = self.claim.prior
        self.prior = None
        if believed is not None:
            machine, returns = self.mechanism, not _yields(believed.node)
            known = (machine.drawn, machine.leaving, machine.divided)
            self.prior = Machine(self.file, believed, self.budget, returns, *known)

    @property
    def asked(self) -> File:
        """The file as the claim's own expressions see it."""
        return replace(self.file, words=self.claim.words)

    def given(self, inputs: dict[str, object]) -> States:
        """The mechanism before its first step, on these inputs; of a stream, the arrivals are asked for."""
        states: States = {}
        put(states, State(self.mechanism.start(inputs)), ONE)
        return states

    def believed(self, parameters: dict[str, object], public: dict[str, object]) -> States:
        """The same for inputs that the prior makes."""
        prior = self.prior
        if prior is None:
            raise Invalid("there is no prior")
        start = prior.start(parameters)
        states: States = {}
        if not prior.returns:
            inputs = dict(public)
            for item in self.claim.mechanism.inputs:
                if item.type is not None and item.type.kind == "stream":
                    inputs[item.name] = Stream(item.name)
            put(states, State(self.mechanism.start(inputs), start), ONE)
            return states
        for event, weight in prior.events(start).values():
            if not isinstance(event, End):
                raise Hole("a prior reads or shows something before it returns")
            draws = Draws(event.known)
            run = self.mechanism.start(self._data(event.value, public), draws)
            put(states, State(run, None, _told(event)), multiplied(weight, draws.scale))
        return states

    def shown(self, states: States, answer: Answer) -> tuple[dict[Key, tuple[object, States]], States]:
        """Every state moved to the next value it shows: the states after each value, and those that ended."""
        tells, ended = self.telling(states, answer)
        return {shown_key(value): (value, self.told(tells, value)) for value in self.letters(tells, False)}, ended

    def letters(self, tells: Telling, endless: bool = True) -> list[object]:
        return letters([(tell.value, tell.run) for tell, _, _ in tells], endless)

    def told(self, tells: Telling, letter: object) -> States:
        """The states once this was shown."""
        states: States = {}
        key = shown_key(letter)
        for tell, state, weight in tells:
            if tell.key is not None and tell.key != key:
                continue
            found = self.mechanism.told(tell, letter)
            if found is not None:
                put(states, replace(state, run=found[0]), multiplied(weight, found[1]))
        return states

    def telling(self, states: States, answer: Answer) -> tuple[Telling, States]:
        """Every state moved to where it is about to show a value, and those that ended."""
        tells: Telling = []
        ended: States = {}
        waiting = dict(states)
        while waiting:
            key = next(iter(waiting))
            state, weight = waiting.pop(key)
            self.budget.spend()
            if state.run is None:
                put(ended, state, weight)
                continue
            for event, share in self.mechanism.events(state.run).values():
                match event:
                    case Tell():
                        tells.append((event, replace(state, run=event.run), multiplied(weight, share)))
                    case End():
                        put(ended, State(None, state.prior, state.secret), multiplied(weight, share))
                    case Ask():
                        for next_, part in self.answered(event, state, answer):
                            put(waiting, next_, multiplied(multiplied(weight, share), part))
        self.shows = self.shows or bool(tells)
        return tells, ended

    def rest(self, states: States) -> dict[Key, tuple[object, Number]]:
        """The weight of each secret: priors that still run go on to their end. Without a prior the key is empty."""
        found: dict[Key, tuple[object, Number]] = {}
        for state, weight in states.values():
            weight = multiplied(weight, state.mass)
            for secret, share in [(state.secret, ONE)] if state.prior is None else self._rest(state.prior):
                key = _equal_key(secret)
                known = found[key][1] if key in found else ZERO
                found[key] = (secret, added(known, multiplied(weight, share)))
        return found

    def answered(self, ask: Ask, state: State, answer: Answer) -> Iterable[tuple[State, Number]]:
        """The state once what it asks for is there: an arrival from its prior, anything else from the caller."""
        machine = self.mechanism
        if not isinstance(ask.entry, Stream) or (state.prior is None and self.prior is None):
            yield State(machine.answered(ask, answer(ask.entry)), state.prior, state.secret), ONE
            return
        if state.prior is None or self.prior is None:
            yield State(machine.answered(ask, END), None, state.secret), ONE
            return
        for event, share in self.prior.events(state.prior).values():
            match event:
                case Tell(value, run):
                    record = self._admitted(value, self.input_type(ask.entry.name).item)
                    yield State(machine.answered(ask, record), run, state.secret), share
                case End():
                    yield State(machine.answered(ask, END), None, _told(event)), share
                case _:
                    raise Hole("a prior reads an input")

    def _rest(self, run: Run) -> list[tuple[object, Number]]:
        """What a prior's run will tell, with probabilities; they sum to less than 1 where assumptions fail."""
        prior, first = self.prior, run.key()
        if prior is None:
            raise Invalid("there is no prior")
        if first in self.rests:
            return self.rests[first]
        secrets: dict[Key, object] = {}
        steps: dict[Key, dict[Key, Number]] = {}
        waiting = {first: run}
        while waiting:
            key = next(iter(waiting))
            here = waiting.pop(key)
            row: dict[Key, Number] = {}
            told = dict(here.variables).get(SECRET, _NONE)
            if told is not _NONE and self._certain(here):
                outcome = ("told", *_equal_key((told,)))
                secrets[outcome], row[outcome] = (told,), here.mass
            for event, share in () if row else prior.events(here).values():
                self.budget.spend()
                if isinstance(event, Tell):
                    after = event.run.key()
                    if after not in steps:
                        waiting[after] = event.run
                elif isinstance(event, End):
                    after = ("told", *_equal_key(_told(event)))
                    secrets[after] = event.secret
                else:
                    raise Hole("a prior reads an input")
                row[after] = row[after] + share if after in row else share
            steps[key] = row
        backward = dict(reversed(steps.items()))  # what comes late is simple, and taken out first
        absorbing = absorbed(first, backward, self.budget, prior.leaving)
        self.rests[first] = [(secrets[outcome], weight) for outcome, weight in absorbing.items()]
        return self.rests[first]

    def _certain(self, run: Run) -> bool:
        """Whether no run that follows from this one fails an assumption: then it is sure what the secret is, however
        long it goes on."""
        first = run.key()
        if self.prior is None:
            raise Invalid("there is no prior")
        if first in self.certain:
            return self.certain[first]
        seen, waiting = {first}, [run]
        while waiting:
            here = waiting.pop()
            total: Number = ZERO
            for event, share in self.prior.events(here).values():
                self.budget.spend()
                total = total + (multiplied(share, event.run.mass) if isinstance(event, Tell) else share)
                if isinstance(event, Tell) and event.run.key() not in seen:
                    after = event.run.key()
                    if after not in self.certain:
                        seen.add(after)
                        waiting.append(event.run)
                    elif not self.certain[after]:
                        self.certain[first] = False
                        return False
            if not is_zero(total - here.mass):
                self.certain[first] = False
                return False
        self.certain.update(dict.fromkeys(seen, True))
        return True

    def input_type(self, name: str) -> Type:
        for item in self.claim.mechanism.inputs:
            if item.name == name and item.type is not None:
                return item.type
        raise Hole("an input of no type")

    def arrival(self, stream: Stream) -> object:
        """The next arrival of an input, unread."""
        item = self.input_type(stream.name).item
        if item is None:
            raise Hole("a stream of no type")
        return unread(item, Mark(stream.name, (stream.taken,)))

    def _data(self, data: object, public: dict[str, object]) -> dict[str, object]:
        every = [item for item in self.claim.mechanism.inputs if item.type is not None]
        hidden = [item for item in every if item.type is not None and not item.type.public]
        for wanted in (every, hidden):
            values = tuple(data) if len(wanted) != 1 and isinstance(data, tuple) else (data,)
            if len(values) == len(wanted) and all(
                _may_be(item, value) for item, value in zip(wanted, values, strict=True)
            ):
                given = {
                    item.name: self._admitted(value, item.type) for item, value in zip(wanted, values, strict=True)
                }
                known = public | given
                missing = [item for item in every if item.name not in known]
                return known | {item.name: unread(item.type, Mark(item.name)) for item in missing if item.type}
        raise Invalid("a prior's run returns data that the mechanism does not take")

    def _admitted(self, value: object, type_: Type | None) -> object:
        """As the mechanism receives it: vectors are lists, a Boolean given for an integer is 0 or 1."""
        admitted = shaped(value, type_)
        if type_ is None or not fits(admitted, type_):
            raise Invalid("a prior's run gives a record that the mechanism does not take")
        if type_.kind == "stream":
            raise Hole("a prior returns a stream")
        return admitted


def parameters_of(parameters: tuple[Parameter, ...], given: dict[str, object]) -> dict[str, object]:
    """The parameters of a prior at values: unknown reals are numbers, in the range of their type."""
    found: dict[str, object] = {}
    for item in parameters:
        if item.type is None or item.name not in given:
            raise Invalid(f"the parameter {item.name} has no value")
        value = given[item.name]
        if item.type.kind in ("probability", "real"):
            if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
                value = Fraction(value)
                inside = 0 < value < 1 if item.type.kind == "probability" else item.type.low <= value <= item.type.high
                if not inside:
                    raise Invalid(f"the parameter {item.name} is out of its range")
            elif not isinstance(value, Form):
                raise Invalid(f"the parameter {item.name} is not a number")
        elif not fits(shaped(value, item.type), item.type):
            raise Invalid(f"the parameter {item.name} is not a value of its type")
        found[item.name] = value
    return found


def _equal_key(secret: object) -> Key:
    """Secrets that are equal as Python has it are one."""
    if isinstance(secret, bool):
        return shown_key(int(secret))
    if isinstance(secret, Fraction) and secret.denominator == 1:
        return shown_key(int(secret))
    if isinstance(secret, tuple):
        return (isinstance(secret, List), *map(_equal_key, secret))
    if isinstance(secret, Box):
        if secret.kind not in ("set", "frozenset"):
            raise Hole(f"a secret that is a {secret.kind}")
        return ("set", *sorted(map(_equal_key, secret.items), key=repr))
    return shown_key(secret)


def _told(event: End) -> tuple[object, ...]:
    if not event.secret:
        raise Invalid("a prior's run ends without its secret")
    return event.secret


def _yields(node: object) -> bool:
    return isinstance(node, ast.AST) and any(isinstance(inner, ast.Yield) for inner in ast.walk(node))


def _may_be(item: Parameter, value: object) -> bool:
    return item.type is not None and fits(shaped(value, item.type), item.type)


def listed_secrets(joint: Joint, left: object, right: object) -> bool:
    """Whether the claim compares two secrets (each in a tuple of one): all, or those listed in either order."""
    if joint.claim.pairs is None:
        return True
    pairs = listed_pairs(constant(joint.asked, joint.claim.pairs))
    return any(
        (equal((x,), left) and equal((y,), right)) or (equal((y,), left) and equal((x,), right)) for x, y in pairs
    )
