"""Runs that read the same entries at the same places of a word, each when the word says so.

A `Chart` is a process (or a quotient of one) with its entries numbered. A `Situation` is where a run is, and
what the word chose for it that it has not read yet: it must be remembered until the run asks for it. Here the
word moves runs on: over an entry, over a shown value, over the end. What was remembered is read silently.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from faier.exact import ONE, Number
from faier.hmm.lump import rows, sources
from faier.hmm.shown import identity
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.process import Ask, Entry, Process, Row, Tell

Memory: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Entries chosen and not read: (entry, its choices in the order of arrival), entries ascending, none empty."""

Situation: TypeAlias = tuple[int, Memory]
Moves: TypeAlias = tuple[tuple[Situation, Number], ...]


@dataclass(frozen=True)
class Entries:
    """The entries that a process asks for, those of streams last, and the values each may hold."""

    entries: tuple[Entry, ...]
    choices: tuple[tuple[Value, ...], ...]

    def number(self, entry: Entry) -> int:
        return self.entries.index(entry)


@dataclass(frozen=True)
class Chart:
    """State by state: the entry asked for (-1: none), the identity of the value told (None: none), the rows,
    and the entries that a run may still ask for from here on, one bit each."""

    asks: Sequence[int]
    tells: Sequence[Hashable]
    rows: Sequence[tuple[Row, ...]]
    later: Sequence[int]

    def read(self, situation: Situation, entry: int, choice: int, limits: Limits) -> Moves:
        """The word chooses a value for the entry: the run reads it now, remembers it, or never needs it."""
        state, memory = situation
        if self.asks[state] == entry:
            return self._settled(self.rows[state][choice], memory)
        if not self.needs(state, entry):
            return ((situation, ONE),)
        return (((state, _remembered(memory, entry, choice, limits)), ONE),)

    def needs(self, state: int, entry: int) -> bool:
        """Whether a run that does not ask for the entry now may still ask for it."""
        return bool(self.later[state] >> entry & 1)

    def told(self, situation: Situation, value: Hashable) -> Moves:
        """The word shows a value: only runs that tell it go on."""
        state, memory = situation
        return self._settled(self.rows[state][0], memory) if self.tells[state] == value else ()

    def ends(self, situation: Situation) -> bool:
        return self.asks[situation[0]] < 0 and self.tells[situation[0]] is None

    def _settled(self, row: Row, memory: Memory) -> Moves:
        """Follow the row, and read silently as long as what is asked for is remembered.

        Each silent step uses up a remembered choice, so situations that remember more are followed first and
        runs that meet are added up before they go on.
        """
        if not memory:
            return tuple(((target, ()), weight) for target, weight in row)
        levels: list[dict[Situation, Number]] = [{} for _ in range(_size(memory) + 1)]
        self._spread(row, memory, ONE, levels)
        final: dict[Situation, Number] = {}
        for level in reversed(levels):
            for (state, known), weight in level.items():
                choice = next((queue[0] for entry, queue in known if entry == self.asks[state]), None)
                if choice is None:
                    final[state, known] = weight
                else:
                    self._spread(self.rows[state][choice], _recalled(known, self.asks[state]), weight, levels)
        return tuple(sorted(final.items(), key=lambda item: item[0]))

    def _spread(self, row: Row, memory: Memory, factor: Number, levels: list[dict[Situation, Number]]) -> None:
        for target, weight in row:
            kept = tuple(item for item in memory if self.later[target] >> item[0] & 1)
            level, situation = levels[_size(kept)], (target, kept)
            share = factor * weight
            level[situation] = level[situation] + share if situation in level else share


def entries_of(process: Process, order: Sequence[str]) -> Entries:
    """The entries asked for, inputs in the given order, then by index, streams last."""
    found = {state.entry: state.choices for state in process.states if isinstance(state, Ask)}
    ranks = {name: rank for rank, name in enumerate(order)}
    entries = sorted(found, key=lambda entry: (entry.arrival, ranks[entry.input], entry.index or ()))
    return Entries(tuple(entries), tuple(found[entry] for entry in entries))


def chart_of(process: Process, entries: Entries) -> Chart:
    """The chart of a process."""
    number = {entry: at for at, entry in enumerate(entries.entries)}
    asks = [number[state.entry] if isinstance(state, Ask) else -1 for state in process.states]
    return Chart(
        asks=asks,
        tells=[identity(state.value) if isinstance(state, Tell) else None for state in process.states],
        rows=[rows(state) for state in process.states],
        later=_later(process, asks),
    )


def restricted(chart: Chart, alive: Sequence[bool]) -> Chart:
    """The chart without the moves to states that are not alive."""
    if all(alive):
        return chart
    return Chart(
        chart.asks,
        chart.tells,
        [tuple(tuple(move for move in row if alive[move[0]]) for row in state) for state in chart.rows],
        chart.later,
    )


def _later(process: Process, asks: Sequence[int]) -> list[int]:
    """For each state the entries asked for in it and after it: backward from the asks until nothing is new."""
    into = sources(process)
    later = [1 << entry if entry >= 0 else 0 for entry in asks]
    waiting = [state for state, entries in enumerate(later) if entries]
    while waiting:
        target = waiting.pop()
        for source in into[target]:
            known = later[source] | later[target]
            if known != later[source]:
                later[source] = known
                waiting.append(source)
    return later


def _remembered(memory: Memory, entry: int, choice: int, limits: Limits) -> Memory:
    queue = next((queue for known, queue in memory if known == entry), ())
    if len(queue) >= limits.buffer:
        raise LimitReached("buffer", f"one run can be more than {limits.buffer} arrivals of a stream behind another")
    return tuple(sorted((*(item for item in memory if item[0] != entry), (entry, (*queue, choice)))))


def _recalled(memory: Memory, entry: int) -> Memory:
    return tuple(
        (known, queue[1:] if known == entry else queue) for known, queue in memory if known != entry or len(queue) > 1
    )


def _size(memory: Memory) -> int:
    return sum(len(queue) for _, queue in memory)
