"""A prior's process under the condition that its secret has one value and every assumption holds.

Each run keeps its probability up to one common factor: a move is weighted with how likely the condition is
after it, in relation to before. What comes out is a process like a mechanism's, whose runs go on with
probability 1. To look at, and to compare with: claims are decided without dividing.
"""

from __future__ import annotations

from dataclasses import replace

from faier.exact import ONE, ZERO
from faier.hmm.lump import reachable
from faier.semantics.process import Ask, End, Process, Row, State, Tell


def given(process: Process, secret: int) -> Process:
    """The process given its final of that number. ValueError if that has probability 0."""
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
