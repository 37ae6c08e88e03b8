"""What remains of a program when its silent steps are summed out: each state is about to do one thing, ask for an input
entry, tell a value, or end.

Matrices are sparse: a `Row` lists (target, weight), targets ascending, weights not zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from faier.exact import Number
from faier.lang.syntax import Span
from faier.lang.values import Value

Row: TypeAlias = tuple[tuple[int, Number], ...]


@dataclass(frozen=True)
class Entry:
    """One input entry: a whole scalar input (index None), an element of a vector (its index; nested vectors:
    the path of indices), or the next arrival of a stream (index None, arrival True)."""

    input: str
    index: tuple[int, ...] | None = None
    arrival: bool = False


@dataclass(frozen=True)
class Ask:
    """The state reads `entry`; `rows[i]` is where it goes when the entry holds `choices[i]`."""

    entry: Entry
    choices: tuple[Value, ...]  # every value of the entry's type, ascending, not empty
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Tell:
    """The state shows `value` and goes on."""

    value: Value
    row: Row


@dataclass(frozen=True)
class End:
    """The run has ended, and that is seen. A mechanism that returns a value tells it and then ends."""


State: TypeAlias = Ask | Tell | End


@dataclass(frozen=True)
class Process:
    """`start` sums to 1 (to Pr[assumptions so far] in a prior's process, which may lose weight at each step).

    `finals[k]` = (secret, weights): weights[s] is the probability that a run now in state s turns out to be
    one in which the secret has that value and every assumption holds. A DP claim has the one final
    (None, all ones). `notes[s]` describes state s for people: where in the program, and its live variables.
    `drawn` lists the probabilities of draws that are not rational, each with its place: whether they are
    probabilities depends on the unknowns. `loops` lists numbers that must be positive, each with a place: where
    one is, a loop that shows nothing is left with probability 1 and the rows are right, or nothing is divided by 0.
    """

    states: tuple[State, ...]
    start: Row
    finals: tuple[tuple[Value, tuple[Number, ...]], ...]
    notes: tuple[str, ...]
    drawn: tuple[tuple[Number, Span], ...] = ()
    loops: tuple[tuple[Number, Span], ...] = ()
