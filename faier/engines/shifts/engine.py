"""Shifts of sums for each move -> the move that loses most, and how much that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from flint import fmpq

from faier.engines.alignment.costs import at_most
from faier.exact import Epsilon, Undecidable

M = TypeVar("M")
C = TypeVar("C")


@dataclass(frozen=True)
class Shift(Generic[C]):
    """How much more is shown for one more of each count, in units of a draw, each of which costs `rate` (None: nothing
    is drawn, any shift is seen). A `whole` draw is shifted by integers; other shifts are seen."""

    counts: Mapping[C, fmpq]
    rate: Epsilon | None
    whole: bool


@dataclass(frozen=True)
class Loss(Generic[M]):
    """What the worst move loses (None: everything)."""

    move: M
    epsilon: Epsilon | None


def greatest(shifts: Iterable[Shift[C]], moves: Mapping[M, Mapping[C, int]], tick: Callable[[], None]) -> Loss[M]:
    """`moves` say by how much each changes the counts. `Undecidable` where two losses are not told apart."""
    columns: dict[C, list[tuple[int, fmpq]]] = {}
    rows = list(shifts)
    for number, row in enumerate(rows):
        for count, factor in row.counts.items():
            columns.setdefault(count, []).append((number, factor))
    worst: Loss[M] | None = None
    known: dict[frozenset[tuple[Epsilon, fmpq]], Epsilon] = {}
    for move, changes in moves.items():
        tick()
        moved: dict[int, fmpq] = {}
        for count, change in changes.items():
            for number, factor in columns.get(count, ()):
                moved[number] = moved.get(number, fmpq(0)) + factor * change
        spent: dict[Epsilon, fmpq] = {}
        for number, by in moved.items():
            rate = rows[number].rate
            if by == 0:
                continue
            if rate is None or (rows[number].whole and by.q != 1):
                return Loss(move, None)
            spent[rate] = spent.get(rate, fmpq(0)) + abs(by)
        key = frozenset(spent.items())
        if key in known:
            continue
        found = known[key] = sum((rate * by for rate, by in spent.items()), Epsilon())
        if worst is None or worst.epsilon is None or not at_most(found, worst.epsilon):
            if worst is not None and worst.epsilon is not None and not at_most(worst.epsilon, found):
                raise Undecidable("which of two moves loses more depends on the unknown epsilon")
            worst = Loss(move, found)
    assert worst is not None
    return worst
