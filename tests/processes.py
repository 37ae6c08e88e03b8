"""Processes by themselves: how likely a run shows something, and a process under the condition of its secret.

The forward algorithm, letter by letter, and Bayes' rule, with exact divisions: to compare with what is decided without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from faier.exact import ONE, ZERO, Number
from faier.hmm.lump import reachable
from faier.hmm.shown import identity
from faier.lang.values import Sequence as Values
from faier.lang.values import Value
from faier.semantics.leaves import FLAG
from faier.semantics.process import Ask, End, Entry, Process, Row, State, Tell

Read: TypeAlias = tuple[tuple[str, int], ...]
"""How many arrivals of each stream a run has read."""

Runs: TypeAlias = dict[tuple[int, Read], Number]
"""The probability to be in a state having read so much."""


def forward_process(
    process: Process, inputs: Mapping[str, Value], output: Sequence[Value], ended: bool, secret: int = 0
) -> Number:
    """The probability that a run on these inputs shows the output, and then ends if `ended`; weighted with the
    final of that number. ValueError if a run with this output asks for more arrivals than the inputs hold."""
    current: Runs = {(state, ()): weight for state, weight in process.start}
    for value in output:
        shown: Runs = {}
        for (state, read), weight in _silent(process, inputs, current).items():
            doing = process.states[state]
            if isinstance(doing, Tell) and identity(doing.value) == identity(value):
                _add(shown, doing.row, read, weight)
        current = shown
    if ended:
        silent = _silent(process, inputs, current).items()
        current = {at: weight for at, weight in silent if isinstance(process.states[at[0]], End)}
    weights = process.finals[secret][1]
    return sum((weight * weights[state] for (state, _), weight in current.items()), ZERO)


def given(process: Process, secret: int) -> Process:
    """The process given its final of that number: each move is weighted with how likely that is after it, in relation
    to before. ValueError if the final has probability 0."""
    value, likely = process.finals[secret]
    mass = sum((weight * likely[state] for state, weight in process.start), ZERO)
    if mass == 0:
        raise ValueError("the condition has probability 0")

    def weighted(row: Row, before: int | None) -> Row:
        whole = mass if before is None else likely[before]
        return tuple((to, weight * likely[to] / whole) for to, weight in row if whole != 0 and likely[to] != 0)

    def conditioned(at: int, state: State) -> State:
        match state:
            case Ask():
                return replace(state, rows=tuple(weighted(row, at) for row in state.rows))
            case Tell():
                return replace(state, row=weighted(state.row, at))
            case End():
                return state

    states = tuple(conditioned(at, state) for at, state in enumerate(process.states))
    finals = ((value, (ONE,) * len(states)),)
    return reachable(replace(process, states=states, start=weighted(process.start, None), finals=finals))


def _silent(process: Process, inputs: Mapping[str, Value], current: Runs) -> Runs:
    """Where runs tell or end, having read what they asked for. A run reads each finite entry once and each
    arrival takes it further in a stream, so this comes to an end."""
    final: Runs = {}
    while current:
        following: Runs = {}
        for (state, read), weight in current.items():
            doing = process.states[state]
            if not isinstance(doing, Ask):
                _add(final, ((state, ONE),), read, weight)
                continue
            value = _held(inputs, doing.entry, read)
            choice = next(at for at, known in enumerate(doing.choices) if identity(known) == identity(value))
            _add(following, doing.rows[choice], _further(read, doing.entry), weight)
        current = following
    return final


def _held(inputs: Mapping[str, Value], entry: Entry, read: Read) -> Value:
    """What the entry holds."""
    value = inputs[entry.input]
    path = (dict(read).get(entry.input, 0),) if entry.arrival else entry.index or ()
    for index in path:
        if isinstance(value, Values) and index == FLAG:
            return len(value.items) > path[-1]
        if not isinstance(value, Values) or index >= len(value.items):
            raise ValueError("a run asks for more than the inputs hold")
        value = value.items[index]
    return value


def _further(read: Read, entry: Entry) -> Read:
    if not entry.arrival:
        return read
    counts = dict(read)
    return tuple(sorted({**counts, entry.input: counts.get(entry.input, 0) + 1}.items()))


def _add(sums: Runs, row: Row, read: Read, weight: Number) -> None:
    for target, share in row:
        sums[target, read] = sums.get((target, read), ZERO) + weight * share
