"""The forward algorithm: the exact probability of what is seen, in a pair, a process or a hidden Markov model.

Words that a model does not have get probability zero. Nothing here searches or rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from faier.exact import ONE, ZERO, Number
from faier.hmm.model import Letter, Pair
from faier.hmm.shown import identity, letter_identity
from faier.lang.values import Sequence as Values
from faier.lang.values import Value
from faier.semantics.process import Ask, End, Entry, Process, Row, Tell

Read: TypeAlias = tuple[tuple[str, int], ...]
"""How many arrivals of each stream a run has read."""

Runs: TypeAlias = dict[tuple[int, Read], Number]
"""The probability to be in a state having read so much."""


def forward(pair: Pair, word: Iterable[Letter]) -> tuple[Number, Number]:
    """The weight of a word on the left and on the right. Divide by the pair's masses for probabilities."""
    node = pair.nodes[pair.start]
    left, right = dict(pair.left), dict(pair.right)
    for letter in word:
        wanted = letter_identity(letter)
        edge = next((edge for edge in node.edges if letter_identity(edge.letter) == wanted), None)
        if edge is None:
            return ZERO, ZERO
        left, right = _advanced(left, edge.left), _advanced(right, edge.right)
        node = pair.nodes[edge.target]
    return _value(left, node.left_final), _value(right, node.right_final)


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


@dataclass(frozen=True)
class Hmm:
    """A hidden Markov model: `transitions` and `emissions` have one row for each state, over the states and over
    the observations; every row, and `start`, sums to 1. A state observes, then moves. A model of a pair has a
    second initial distribution, `rival`."""

    states: tuple[str, ...]
    start: Row
    transitions: tuple[Row, ...]
    emissions: tuple[Row, ...]
    observations: tuple[str, ...]
    rival: Row | None = None

    def probability(self, observed: Sequence[int], start: Row | None = None) -> Number:
        """The probability of a sequence of observations, given by their numbers, from `start` or from another
        initial distribution."""
        current = dict(self.start if start is None else start)
        for at, observation in enumerate(observed):
            if at:
                current = _advanced(current, self.transitions)
            current = {
                state: weight * seen
                for state, weight in current.items()
                for number, seen in self.emissions[state]
                if number == observation
            }
        return sum(current.values(), ZERO)


def _advanced(vector: Mapping[int, Number], rows: Sequence[Row]) -> dict[int, Number]:
    """The row vector times the matrix."""
    sums: dict[int, Number] = {}
    for state, weight in vector.items():
        for target, share in rows[state]:
            sums[target] = sums.get(target, ZERO) + weight * share
    return sums


def _value(vector: Mapping[int, Number], finals: Sequence[Number]) -> Number:
    return sum((weight * finals[state] for state, weight in vector.items()), ZERO)


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
    for index in (dict(read).get(entry.input, 0),) if entry.arrival else entry.index or ():
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
