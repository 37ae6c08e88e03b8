"""What comes next, as far as the word alone tells: the nodes of a pair, before its states are put in.

A word fixes, on each side, which runs are possible. If one of them is about to ask, the node asks (a finite
entry before a stream's, in the order of the inputs) and the others carry the choice along; only when every
possible run tells or ends does the node show. So asking is never later than any run needs, and both sides
are always at the same node.

Possible runs are followed as sets of classes: two states share a class if they do the same thing and every
value leads them to the same classes, whatever the probabilities. Nodes with the same future are merged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from faier.exact import ONE
from faier.hmm.classes import quotient, support_classes
from faier.hmm.model import AskLetter, EndLetter, Letter, TellLetter
from faier.hmm.neighbors import Automaton, State
from faier.hmm.partition import coarsest
from faier.hmm.reading import Chart, Entries, Moves, Situation, restricted
from faier.hmm.shown import identity
from faier.lang.values import Value, sort_key
from faier.limits import LimitReached, Limits, going_on
from faier.semantics.process import Process, Tell

ENDED = -2
SHOW = -1

Possible: TypeAlias = frozenset[Situation]


class Move(NamedTuple):
    """What a side does on a letter: it reads a choice of an entry, tells the value of an identity, or ends."""

    kind: Literal["ask", "tell", "end"]
    entry: int = -1
    choice: int = -1  # -1: all choices together
    value: Hashable = None


@dataclass(frozen=True)
class Step:
    letter: Letter
    left: Move
    right: Move
    target: int


@dataclass(frozen=True)
class Plan:
    """`nexts[n]` is the number of the entry that node n asks for, SHOW or ENDED; node 0 is the start."""

    nexts: tuple[int, ...]
    steps: tuple[tuple[Step, ...], ...]


def plan(
    process: Process,
    entries: Entries,
    chart: Chart,
    alive: tuple[Sequence[bool], Sequence[bool]],
    automaton: Automaton,
    length: int | None,
    limits: Limits,
) -> Plan:
    """The nodes for two copies of the process, each confined to its alive states. With a `length`, nodes behind
    more shown values than that have no steps."""
    classes, first = support_classes(process, alive, limits)
    whole = quotient(chart, classes, first)
    left = restricted(whole, [alive[0][state] for state in first])
    right = left if alive[0] is alive[1] else restricted(whole, [alive[1][state] for state in first])
    starts = [frozenset((classes[at], ()) for at, _ in process.start if lives[at]) for lives in alive]
    values = {identity(state.value): state.value for state in process.states if isinstance(state, Tell)}
    told = dict(sorted(values.items(), key=lambda item: sort_key(item[1])))
    start = Key(automaton.start, starts[0], starts[1], False)
    try:
        return Planner(automaton, entries, left, right, told, False, length, limits).plan(start)
    except NeedsMemory:
        return Planner(automaton, entries, left, right, told, True, length, limits).plan(start)


@dataclass(frozen=True)
class Key:
    """A node while it is found: the state of the relation, and the possible situations of classes."""

    relation: State
    left: Possible
    right: Possible
    ended: bool


Waiting: TypeAlias = tuple[Key, int, Situation]
"""A situation that an ask leaves as it is: where, and on which side."""


class NeedsMemory(Exception):
    """Runs disagree about what to ask next, seen without the values read."""


@dataclass(frozen=True)
class Planner:
    """`exact`: the possible runs are followed value by value, and choices are remembered. Otherwise all values
    of an entry are taken together, which needs far fewer nodes and fails where something must be remembered."""

    automaton: Automaton
    entries: Entries
    left: Chart
    right: Chart
    values: dict[Hashable, Value]  # the told values by their identity, in their order
    exact: bool
    length: int | None
    limits: Limits
    known: dict[Hashable, Possible] = field(default_factory=dict)

    def plan(self, start: Key) -> Plan:
        """Nodes are followed depth first, so that a memory that can grow without end is found soon; up to a
        length, first those behind fewer shown values."""
        depths = {start: 0}
        steps: dict[Key, list[tuple[Letter, Move, Move, Key]]] = {}
        waiting = deque([start])
        while waiting:
            with going_on(lambda: f"while two runs were paired, at {len(steps):,} states of the pair"):
                self.limits.check()
            key = waiting.popleft()
            if key in steps:
                continue
            if len(steps) >= self.limits.states:
                raise LimitReached("states", f"more than {self.limits.states} nodes of the paired model")
            cut = self.length is not None and depths[key] > self.length
            steps[key] = [] if cut else list(self._steps(key))
            for letter, _, _, target in steps[key]:
                shown = isinstance(letter, TellLetter)
                depth = depths[key] + shown
                if target not in depths or depth < depths[target]:
                    depths[target] = depth
                    if shown and self.length is not None:
                        waiting.append(target)
                    else:
                        waiting.appendleft(target)
        self._refuse_starvation(steps)
        return self._numbered(start, steps)

    def next_of(self, key: Key) -> int:
        if key.ended:
            return ENDED
        return min(
            (
                chart.asks[state]
                for chart, side in ((self.left, key.left), (self.right, key.right))
                for state, _ in side
                if chart.asks[state] >= 0
            ),
            default=SHOW,
        )

    def _steps(self, key: Key) -> Iterator[tuple[Letter, Move, Move, Key]]:
        entry = self.next_of(key)
        if entry >= 0:
            yield from self._asked(key, entry)
        elif entry == SHOW:
            told = {
                chart.tells[state]
                for chart, side in ((self.left, key.left), (self.right, key.right))
                for state, _ in side
            }
            for value in self.values:
                if value in told:
                    self.limits.check()
                    move = Move("tell", value=value)
                    yield TellLetter(self.values[value]), move, move, self._moved(key, key.relation, move, move)
            if None in told:
                move = Move("end")
                yield EndLetter(), move, move, self._moved(key, key.relation, move, move)

    def _asked(self, key: Key, entry: int) -> Iterator[tuple[Letter, Move, Move, Key]]:
        name = self.entries.entries[entry]
        reads = {identity(value): Move("ask", entry, at) for at, value in enumerate(self.entries.choices[entry])}
        known: dict[tuple[int, int, int], Key] = {}
        for left, right, after in self.automaton.letters(key.relation, name):
            one, other = reads[identity(left)], reads[identity(right)]
            # The automaton keeps its states, so one and the same state can be known by its id.
            place = (id(after), one.choice, other.choice) if self.exact else (id(after), -1, -1)
            if place not in known:
                known[place] = self._moved(key, after, one, other)
            yield AskLetter(name, left, right), one, other, known[place]

    def _moved(self, key: Key, relation: State, left: Move, right: Move) -> Key:
        return Key(
            relation, self._after(0, key.left, left), self._after(1, key.right, right), key.ended or left.kind == "end"
        )

    def _after(self, side: int, possible: Possible, move: Move) -> Possible:
        """The situations possible after the move: all choices together unless the planner is exact."""
        if move.kind == "ask" and not self.exact:
            move = Move("ask", move.entry)
        chart = self.right if side else self.left
        key = (side if self.left is not self.right else 0, possible, move)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = frozenset(self._spread(chart, possible, move))
        return found

    def _spread(self, chart: Chart, possible: Possible, move: Move) -> Iterator[Situation]:
        if move.kind == "ask" and move.choice < 0:
            if any(chart.asks[state] != move.entry and chart.needs(state, move.entry) for state, _ in possible):
                raise NeedsMemory
            for choice in range(len(self.entries.choices[move.entry])):
                yield from self._spread(chart, possible, move._replace(choice=choice))
        else:
            for situation in possible:
                yield from (to for to, _ in moved(chart, situation, move, self.limits))

    def _refuse_starvation(self, steps: dict[Key, list[tuple[Letter, Move, Move, Key]]]) -> None:
        """No run may wait for ever with something to show while others read arrivals: its outputs would be in
        no word. Such a run stays as it is along a cycle of asks."""
        waits: dict[Waiting, list[Waiting]] = {}
        for key, moves in steps.items():
            entry = self.next_of(key)
            if entry < 0 or not self.entries.entries[entry].arrival:
                continue
            for side, chart, possible in ((0, self.left, key.left), (1, self.right, key.right)):
                for situation in possible:
                    if chart.asks[situation[0]] != entry and not chart.needs(situation[0], entry):
                        targets = dict.fromkeys(target for _, _, _, target in moves)
                        waits[key, side, situation] = [(target, side, situation) for target in targets]
        if _has_cycle(waits):
            if not self.exact:
                raise NeedsMemory
            raise LimitReached(
                "buffer", "a run can have something to show and wait for ever for others that read more arrivals"
            )

    def _numbered(self, start: Key, steps: dict[Key, list[tuple[Letter, Move, Move, Key]]]) -> Plan:
        """The plan with nodes of the same future merged; the start is node 0."""
        number = {key: at for at, key in enumerate(steps)}
        moves = [[(left, right, number[target]) for _, left, right, target in found] for found in steps.values()]
        into: list[set[int]] = [set() for _ in moves]
        for source, found in enumerate(moves):
            for _, _, target in found:
                into[target].add(source)

        def signature(at: int, blocks: Sequence[int]) -> Hashable:
            return tuple((left, right, blocks[target]) for left, right, target in moves[at])

        nexts = [self.next_of(key) for key in steps]
        blocks = coarsest(nexts, signature, into, self.limits)
        first: dict[int, Key] = {}
        for key, block in zip(steps, blocks, strict=True):
            first.setdefault(block, key)
        return Plan(
            tuple(self.next_of(key) for key in first.values()),
            tuple(
                tuple(Step(letter, left, right, blocks[number[target]]) for letter, left, right, target in steps[key])
                for key in first.values()
            ),
        )


def moved(chart: Chart, situation: Situation, move: Move, limits: Limits) -> Moves:
    """Where a run goes on a move; nowhere if it cannot."""
    match move.kind:
        case "ask":
            return chart.read(situation, move.entry, move.choice, limits)
        case "tell":
            return chart.told(situation, move.value)
        case "end":
            return ((situation, ONE),) if chart.ends(situation) else ()


def _has_cycle(edges: dict[Waiting, list[Waiting]]) -> bool:
    """Whether a cycle leads through nodes that have edges."""
    done: set[Waiting] = set()
    for root in edges:
        path = {root: iter(edges[root])} if root not in done else {}
        while path:
            node = next(reversed(path))
            following = next(path[node], None)
            if following is None:
                done.add(node)
                del path[node]
            elif following in path:
                return True
            elif following in edges and following not in done:
                path[following] = iter(edges[following])
    return False
