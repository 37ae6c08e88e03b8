"""A neighbor relation and a mechanism's inputs become an automaton over what is read.

The automaton's letters are pairs of values of one input entry, left and right. It allows exactly the sequences
that some pair of neighboring whole inputs begins with, whatever the order of the entries, each read once
(arrivals of a stream in their order, without end). `wholes.holds` is the definition it must agree with.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from faier.hmm.model import AskLetter, Letter
from faier.hmm.records import Alike
from faier.hmm.relations import Listed, Rule, Within, rule_of
from faier.hmm.wholes import Evaluate, Inputs, input_type, scopes
from faier.lang.claim import Pairs, PerInput, Relation, Where
from faier.lang.syntax import (
    AnyRealType,
    BoolType,
    Function,
    InputType,
    OneOfType,
    RecordsType,
    RecordType,
    StreamType,
    VectorType,
)
from faier.lang.values import Sequence, Value
from faier.limits import DEFAULTS, Limits
from faier.semantics.leaves import FLAG, Path, Place, element_of, leaves_of, places_of, require_few, value_of
from faier.semantics.process import Entry

Ends: TypeAlias = tuple[int, int]
"""A leaf on the left and on the right."""

State: TypeAlias = tuple[tuple[Hashable, ...], frozenset[Place]]
"""The state of each rule, and the finite places still unread of the rules that are not settled."""

Pair: TypeAlias = tuple[Value, Value, State]
"""What an entry may hold on the left and on the right, and the state after that."""


def automaton(
    relation: Relation, function: Function, evaluate: Evaluate | None = None, limits: Limits = DEFAULTS
) -> Automaton:
    """The automaton of a relation on the inputs of a mechanism. `evaluate` is needed for `where` alone."""
    require_few(function, limits)
    asked = [parameter for parameter in function.parameters if not isinstance(parameter.type, AnyRealType)]
    types = {parameter.name: input_type(parameter) for parameter in asked}
    streams = frozenset(p.name for p in function.parameters if isinstance(p.type, StreamType))
    places = {name: places_of(name, type_, name in streams) for name, type_ in types.items()}
    elements = {name: type_ if name in streams else element_of(type_) for name, type_ in types.items()}
    equal = [(name, type_.most) for name, type_ in types.items() if isinstance(type_, RecordsType)]
    rules: list[Rule] = [Alike(Within(0), tuple(equal)) if equal else Within(0)]
    obeys = dict.fromkeys(types, 0)
    for names, part in scopes(relation, function):
        if isinstance(part, (Pairs, Where)) and streams.intersection(names):
            raise TypeError("pairs of whole inputs cannot be listed for a stream")
        obeys |= dict.fromkeys(names, len(rules))
        rules.append(rule_of(part, {name: types[name] for name in names}, elements, evaluate, limits))
    return Automaton(tuple(rules), obeys, types, streams, places)


def equality(function: Function) -> Automaton:
    """The automaton in which both sides read the same."""
    return automaton(PerInput(()), function)


@dataclass(frozen=True)
class Automaton:
    """`rules[obeys[name]]` is the rule that the input obeys."""

    rules: tuple[Rule, ...]
    obeys: dict[str, int]
    types: dict[str, InputType]  # of a stream: the type of an arrival
    streams: frozenset[str]
    places: dict[str, tuple[Place, ...]]
    known: dict[tuple[State, Entry], tuple[tuple[Value, Value, State], ...]] = field(
        default_factory=dict, compare=False
    )
    settling: dict[tuple[int, Hashable, frozenset[Place]], bool] = field(default_factory=dict, compare=False)

    @property
    def start(self) -> State:
        states = tuple(rule.start for rule in self.rules)
        return states, self._tracked(states, frozenset(self._finite()))

    def letters(self, state: State, entry: Entry) -> tuple[Pair, ...]:
        """Every (left value, right value, next state) the entry may have now."""
        found = self.known.get((state, entry))
        if found is None:
            found = self.known[state, entry] = tuple(self._letters(state, entry))
        return found

    def complete(self, word: Iterable[Letter]) -> tuple[Inputs, Inputs]:
        """Neighboring whole inputs that hold what the word reads; a stream is as long as its arrivals read, and
        one longer where only a later arrival can make the difference. ValueError if there are none."""
        states = [rule.start for rule in self.rules]
        read: dict[tuple[str, Path], Ends] = {}
        arrivals: dict[str, list[dict[Path, Ends]]] = {name: [] for name in self.streams}
        for letter in word:
            if isinstance(letter, AskLetter):
                leaves = self._read(states, letter)
                if letter.entry.arrival:
                    arrivals[letter.entry.input].append(leaves)
                else:
                    read |= {(letter.entry.input, path): ends for path, ends in leaves.items()}
        for index, state in enumerate(states):
            unread = tuple(p for p in self._finite(index) if (p.input, p.path) not in read)
            for place, ends in self._rest(index, state, unread).items():
                if not place.arrival:
                    read[place.input, place.path] = ends
                elif place.path == self.places[place.input][0].path:
                    arrivals[place.input].append({place.path: ends})
                else:
                    arrivals[place.input][-1][place.path] = ends
        for (name, path), ends in read.items():
            arrivals.setdefault(name, [{}])[0][path] = ends
        return self._side(0, arrivals), self._side(1, arrivals)

    def exists(self, limits: Limits = DEFAULTS) -> bool:
        """Whether any two inputs are neighbors."""
        return all(
            self._finish(index, rule.start, (*self._finite(index), *self._arrival(index)), limits) is not None
            for index, rule in enumerate(self.rules)
        )

    def differs(self, limits: Limits = DEFAULTS) -> bool:
        """Whether any two neighbors are different inputs."""
        return self.exists(limits) and any(
            self._finish(index, rule.start, (*self._finite(index), *self._arrival(index)), limits, True) is not None
            for index, rule in enumerate(self.rules)
        )

    def _letters(self, state: State, entry: Entry) -> Iterator[Pair]:
        states, unread = state
        index = self.obeys[entry.input]
        prefix = entry.index or ()
        places = self._places(entry)
        type_ = self._type(entry)
        paths = [place.path[len(prefix) :] for place in places]
        following: dict[Hashable, State | None] = {}
        for chosen, after in self._chosen(index, states[index], places):
            if after not in following:
                following[after] = self._following((*states[:index], after, *states[index + 1 :]), unread, places)
            then = following[after]
            if then is not None:
                left, right = (
                    value_of(type_, dict(zip(paths, side, strict=True))) for side in zip(*chosen, strict=True)
                )
                yield left, right, then

    def _following(
        self, states: tuple[Hashable, ...], unread: frozenset[Place], read: tuple[Place, ...]
    ) -> State | None:
        """The state with these places read, if its rules can still be settled."""
        rest = self._tracked(states, unread.difference(read))
        if all(self._settles(index, state, rest) for index, state in enumerate(states)):
            return states, rest
        return None

    def _chosen(
        self, index: int, state: Hashable, places: tuple[Place, ...]
    ) -> Iterator[tuple[tuple[Ends, ...], Hashable]]:
        """Every choice for the places in their order, and the rule's state after it."""
        if not places:
            yield (), state
            return
        for ends, after in self._steps(index, state, places[0]):
            for rest, last in self._chosen(index, after, places[1:]):
                yield (ends, *rest), last

    def _steps(self, index: int, state: Hashable, place: Place) -> Iterator[tuple[Ends, Hashable]]:
        rule, values = self.rules[index], place.values()
        if isinstance(rule, Listed):
            yield from rule.steps(state, place).items()
            return
        window = rule.window(state)
        if isinstance(place.domain, OneOfType) and window != 0:
            window = None  # leaves that are places in a list are not ordered by their numbers
        for left in values:
            low, high = (values[0], values[-1]) if window is None else (left - window, left + window)
            for right in range(max(low, values[0]), min(high, values[-1]) + 1):
                after = rule.step(state, place, left, right)
                if after is not None:
                    yield (left, right), after

    def _tracked(self, states: tuple[Hashable, ...], unread: frozenset[Place]) -> frozenset[Place]:
        """The unread places that matter: those of rules that may yet run out of places for the difference."""
        unsettled = {
            index
            for index, state in enumerate(states)
            if not self.rules[index].settled(state) and not self._settles(index, state, frozenset())
        }
        return (
            frozenset(place for place in unread if self.obeys[place.input] in unsettled) if unsettled else frozenset()
        )

    def _settles(self, index: int, state: Hashable, unread: frozenset[Place]) -> bool:
        """Whether the rule can be settled with these places, and arrivals if it is about a stream."""
        if self.rules[index].settled(state):
            return True
        key = (index, state, unread)
        if key not in self.settling:
            places = (*(place for place in self._finite(index) if place in unread), *self._arrival(index))
            self.settling[key] = self._can_settle(index, state, places)
        return self.settling[key]

    def _can_settle(self, index: int, state: Hashable, places: tuple[Place, ...]) -> bool:
        """Whether some values for these places, in their order, lead to a settled state."""
        states = {state}
        for place in places:
            following = set()
            for before in states:
                for _, after in self._steps(index, before, place):
                    if self.rules[index].settled(after):
                        return True
                    following.add(after)
            states = following
        return False

    def _rest(self, index: int, state: Hashable, unread: tuple[Place, ...]) -> dict[Place, Ends]:
        """Values for the unread places, and for one more arrival of each stream only if that is needed."""
        for places in (unread, (*unread, *self._arrival(index))):
            found = self._finish(index, state, places)
            if found is not None:
                return dict(zip(places, found, strict=True))
        raise ValueError("no neighboring inputs begin with this word")

    def _finish(
        self,
        index: int,
        state: Hashable,
        places: tuple[Place, ...],
        limits: Limits = DEFAULTS,
        differing: bool = False,
    ) -> tuple[Ends, ...] | None:
        """Values for the places after which the rule is settled (and some leaf differs): depth first, equal
        values first, never twice from the same place and state."""
        if not places:
            return () if self.rules[index].settled(state) and not differing else None
        tried: set[tuple[int, Hashable, bool]] = set()
        path: list[Ends] = []
        stack = [(differing, self._candidates(index, state, places[0]))]
        while stack:
            limits.check()
            need, candidates = stack[-1]
            step = next(candidates, None)
            if step is None:
                stack.pop()
                del path[-1:]
                continue
            ends, after = step
            still = need and ends[0] == ends[1]
            if (len(stack), after, still) in tried:
                continue
            tried.add((len(stack), after, still))
            if len(stack) < len(places):
                stack.append((still, self._candidates(index, after, places[len(stack)])))
                path.append(ends)
            elif self.rules[index].settled(after) and not still:
                return (*path, ends)
        return None

    def _candidates(self, index: int, state: Hashable, place: Place) -> Iterator[tuple[Ends, Hashable]]:
        """The steps at a place, those that keep both sides equal first."""
        for value in place.values():
            after = self.rules[index].step(state, place, value, value)
            if after is not None:
                yield (value, value), after
        yield from (step for step in self._steps(index, state, place) if step[0][0] != step[0][1])

    def _read(self, states: list[Hashable], letter: AskLetter) -> dict[Path, Ends]:
        """Move the states over the letter; returns the leaves it reads."""
        index = self.obeys[letter.entry.input]
        prefix = letter.entry.index or ()
        type_ = self._type(letter.entry)
        left, right = leaves_of(letter.left, type_), leaves_of(letter.right, type_)
        if left is None or right is None:
            raise ValueError("the word reads values that the input does not have")
        leaves = {}
        for place in self._places(letter.entry):
            path = place.path[len(prefix) :]
            leaves[place.path] = (left[path], right[path])
            after = self.rules[index].step(states[index], place, left[path], right[path])
            if after is None:
                raise ValueError("the word reads values that neighbors do not have")
            states[index] = after
        return leaves

    def _side(self, side: int, read: Mapping[str, list[dict[Path, Ends]]]) -> Inputs:
        inputs: Inputs = {}
        for name, type_ in self.types.items():
            values = tuple(
                value_of(type_, {path: ends[side] for path, ends in leaves.items()}) for leaves in read.get(name, [{}])
            )
            inputs[name] = Sequence("list", values) if name in self.streams else values[0]
        return inputs

    def _type(self, entry: Entry) -> InputType:
        type_ = self.types[entry.input]
        for at in entry.index or ():
            if at == FLAG:
                return BoolType()
            assert isinstance(type_, VectorType | RecordType | RecordsType)
            type_ = type_.fields[at] if isinstance(type_, RecordType) else type_.item
        return type_

    def _places(self, entry: Entry) -> tuple[Place, ...]:
        prefix = entry.index or ()
        return tuple(place for place in self.places[entry.input] if place.path[: len(prefix)] == prefix)

    def _finite(self, index: int | None = None) -> Iterator[Place]:
        """The places of the inputs that are no streams, of one rule or of all."""
        for name in self.types:
            if name not in self.streams and index in (None, self.obeys[name]):
                yield from self.places[name]

    def _arrival(self, index: int) -> Iterator[Place]:
        """One arrival of each stream that obeys the rule."""
        for name in self.types:
            if name in self.streams and self.obeys[name] == index:
                yield from self.places[name]
