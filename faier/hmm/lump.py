"""A process made smaller without changing what it does.

`lump` takes a wellformed process to one in which no two states behave the same: it keeps the reachable states
and merges the blocks of the largest bisimulation. Two states of a block do the same thing (ask for the same
entry, tell the same value, end), have the same finals, and go to each block with the same weight for
each value of what they ask. So every word has exactly the probability it had, from every state.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from flint import fmpq

from faier.exact import Number
from faier.hmm.partition import coarsest, first_of
from faier.hmm.shown import identity
from faier.limits import DEFAULTS, Limits
from faier.semantics.process import Ask, End, Process, Row, State, Tell


def lump(process: Process, limits: Limits = DEFAULTS) -> Process:
    """The process with unreachable states dropped and equal states merged; notes are of the first state merged."""
    process = reachable(process, limits)

    weights = Weights()
    numbered = [
        tuple(tuple((target, weights.number(weight)) for target, weight in row) for row in rows(state))
        for state in process.states
    ]

    def signature(at: int, blocks: Sequence[int]) -> Hashable:
        return tuple(frozenset(weights.sums(row, blocks)) for row in numbered[at])

    columns = [tuple(map(weights.number, known)) for _, known in process.finals]
    # A prior none of whose runs satisfies its assumptions has states, but no final.
    finals = list(zip(*columns, strict=True)) if columns else [()] * len(process.states)
    first = list(zip(map(nature, process.states), finals, strict=True))
    blocks = coarsest(first, signature, sources(process), limits)
    return process if len(set(blocks)) == len(blocks) else _selected(process, first_of(blocks), blocks)


def reachable(process: Process, limits: Limits = DEFAULTS) -> Process:
    """The process without the states that no run gets to, in the order in which runs first get to them."""
    found: dict[int, None] = {state: None for state, _ in process.start}
    queue = list(found)
    for at, state in enumerate(queue):
        if at % 4096 == 0:
            limits.check()
        for row in rows(process.states[state]):
            for target, _ in row:
                if target not in found:
                    found[target] = None
                    queue.append(target)
    if queue == list(range(len(process.states))):
        return process
    number = [-1] * len(process.states)
    for new, old in enumerate(queue):
        number[old] = new
    return _selected(process, queue, number)


def rows(state: State) -> tuple[Row, ...]:
    """The rows of a state: one for each choice of an ask, one of a tell, none of an end."""
    match state:
        case Ask():
            return state.rows
        case Tell():
            return (state.row,)
        case End():
            return ()


def sources(process: Process) -> list[set[int]]:
    """For each state, the states that can go to it."""
    found: list[set[int]] = [set() for _ in process.states]
    for source, state in enumerate(process.states):
        for row in rows(state):
            for target, _ in row:
                found[target].add(source)
    return found


def nature(state: State) -> Hashable:
    """What a state is about to do."""
    match state:
        case Ask(entry, choices):
            return ("ask", entry, tuple(map(identity, choices)))
        case Tell(value):
            return ("tell", identity(value))
        case End():
            return "end"


def gathered(entries: Iterable[tuple[int, Number]]) -> Row:
    """A row from (target, weight) in any order, targets repeated or not."""
    sums: dict[int, Number] = {}
    for target, weight in entries:
        sums[target] = sums[target] + weight if target in sums else weight
    return tuple((target, sums[target]) for target in sorted(sums) if sums[target] != 0)


@dataclass(frozen=True)
class Weights:
    """Weights by number, so that each is hashed and each two are added only once: exact numbers are slow."""

    values: list[Number] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    added: dict[tuple[int, int], int] = field(default_factory=dict)

    def number(self, weight: Number) -> int:
        """Equal weights have equal numbers."""
        key: Hashable = (int(weight.p), int(weight.q)) if isinstance(weight, fmpq) else weight
        found = self.numbers.setdefault(key, len(self.values))
        if found == len(self.values):
            self.values.append(weight)
        return found

    def sums(self, row: Sequence[tuple[int, int]], blocks: Sequence[int]) -> Iterable[tuple[int, int]]:
        """The number of the summed weight into each block."""
        sums: dict[int, int] = {}
        for target, weight in row:
            block = blocks[target]
            known = sums.get(block)
            sums[block] = weight if known is None else self._sum(known, weight)
        return sums.items()

    def _sum(self, one: int, other: int) -> int:
        found = self.added.get((one, other))
        if found is None:
            found = self.added[one, other] = self.number(self.values[one] + self.values[other])
        return found


def _selected(process: Process, kept: list[int], number: list[int]) -> Process:
    """The process on the kept states, with every other state read as the one of the same new number."""

    def renamed(row: Row) -> Row:
        return gathered((number[target], weight) for target, weight in row)

    def moved(state: State) -> State:
        match state:
            case Ask():
                return replace(state, rows=tuple(map(renamed, state.rows)))
            case Tell():
                return replace(state, row=renamed(state.row))
            case End():
                return state

    return replace(
        process,
        states=tuple(moved(process.states[at]) for at in kept),
        start=renamed(process.start),
        finals=tuple((secret, tuple(weights[at] for at in kept)) for secret, weights in process.finals),
        notes=tuple(process.notes[at] for at in kept),
        drawn=process.drawn,
    )
