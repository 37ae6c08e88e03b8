"""Series become counts of what follows what, and the stationary distribution of the chain that these make."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from flint import fmpq, fmpq_mat

from faier.learning.refusal import Place, unfit
from faier.learning.sequences import Series
from faier.learning.values import Value, ranked

Start = Literal["stationary", "sequences", "records"]


@dataclass(frozen=True)
class Chain:
    """`counts[i][j]`: how often state i was followed by state j, with `added` to each; `first` are weights of the
    states in which a series begins."""

    column: str
    states: tuple[Value, ...]
    counts: tuple[tuple[int, ...], ...]
    added: fmpq
    first: tuple[fmpq, ...]
    start: Start

    @property
    def weights(self) -> tuple[tuple[fmpq, ...], ...]:
        """What each row of the matrix is proportional to."""
        return tuple(tuple(count + self.added for count in row) for row in self.counts)

    @property
    def matrix(self) -> list[list[fmpq]]:
        """The probabilities from each state to each."""
        return [[weight / sum(row) for weight in row] for row in self.weights]

    @property
    def unseen(self) -> int:
        """How many steps are impossible for they were never seen."""
        return 0 if self.added else sum(count == 0 for row in self.counts for count in row)


def chain_of(path: str, series: Series, start: Start, added: fmpq) -> Chain:
    """Count what follows what."""
    states = tuple(ranked(value for run in series.runs for value in run))
    name = series.column
    if len(states) < 2:
        unfit(Place(path), f"{name!r} always is {states[0]!r}: there is no secret in it", "name another column")
    if not series.steps:
        unfit(Place(path), "no record follows another one", "is --by too fine, or --step not what lies between them?")
    number = {state: at for at, state in enumerate(states)}
    seen = Counter(pair for run in series.runs for pair in itertools.pairwise(run))
    counts = tuple(tuple(seen[one, other] for other in states) for one in states)
    if not added:
        for state, row in zip(states, counts, strict=True):
            if not any(row):
                unfit(
                    Place(path),
                    f"nothing ever follows {state!r}, so what would is not known",
                    "count each step once more than it was seen (--pseudocount 1), or take it for --missing",
                )
    weights = [[fmpq(count) + added for count in row] for row in counts]
    match start:
        case "stationary":
            first = _stationary(path, states, weights)
        case "sequences":
            begins = Counter(number[run[0]] for run in series.runs)
            first = [fmpq(begins[at]) for at in range(len(states))]
        case "records":
            often = Counter(number[value] for run in series.runs for value in run)
            first = [fmpq(often[at]) for at in range(len(states))]
    return Chain(name, states, counts, added, tuple(first), start)


def stationary(matrix: list[list[fmpq]]) -> list[fmpq] | None:
    """The one distribution that a step leaves as it is, or None where there are several."""
    size = len(matrix)
    rows = [[matrix[column][row] - (row == column) for column in range(size)] for row in range(size)]
    rows[-1] = [fmpq(1)] * size  # they depend on each other; instead, all adds up to 1
    left = fmpq_mat(rows)
    if left.det() == 0:
        return None
    solved = left.solve(fmpq_mat([[fmpq(int(at == size - 1))] for at in range(size)]))
    return [solved[at, 0] for at in range(size)]


def _stationary(path: str, states: tuple[Value, ...], weights: list[list[fmpq]]) -> list[fmpq]:
    found = stationary([[weight / sum(row) for weight in row] for row in weights])
    if found is None:
        unfit(
            Place(path),
            "the chain has several stationary distributions: some states are never left for others",
            "say how it begins: --start records, as often as each was seen; or --start sequences",
        )
    return found
