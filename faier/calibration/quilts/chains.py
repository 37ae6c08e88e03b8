"""Markov chains in exact numbers: how records follow each other, what the first may be, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from flint import fmpq, fmpq_mat

from faier.exact import rational

Start: TypeAlias = tuple[fmpq, ...] | Literal["stationary", "any"]
"""How the first record is distributed; "stationary": as all that follow; "any": nobody knows."""

Number: TypeAlias = int | float | str | Fraction | fmpq

NEAR = fmpq(1, 10**6)
"""So far from 1 may a row of floats be in sum: it is divided by it."""


@dataclass(frozen=True)
class Chain:
    """`moves[x][y]` is the chance of y after x; there are `length` records."""

    moves: tuple[tuple[fmpq, ...], ...]
    length: int
    start: Start = "stationary"

    @property
    def states(self) -> int:
        return len(self.moves)


def chain(
    moves: Iterable[Iterable[Number]],
    length: int,
    start: Iterable[Number] | Literal["stationary", "any"] = "stationary",
) -> Chain:
    """A chain from rows of numbers, such as those of numpy. A float is the decimal number that Python writes for it,
    and its row is divided by its sum. States that no record can have are left out."""
    rows = tuple(_distribution(row) for row in moves)
    if not rows or any(len(row) != len(rows) for row in rows):
        raise ValueError("a chain needs a square matrix: a row and a column for each state")
    if length < 1:
        raise ValueError("a chain needs at least one record")
    if isinstance(start, str):
        match start:
            case "stationary":
                return _reduced(Chain(rows, length, "stationary"), stationary(rows))
            case "any":
                return Chain(rows, length, "any")
        raise ValueError('the start is "stationary", "any" or a distribution of the first record')
    first = _distribution(start)
    if len(first) != len(rows):
        raise ValueError("the first record needs a chance for each state")
    return _reduced(Chain(rows, length, first), first)


def stationary(rows: Sequence[Sequence[fmpq]]) -> tuple[fmpq, ...]:
    """The distribution that stays what it is."""
    size = len(rows)
    system = [[rows[x][y] - (1 if x == y else 0) for x in range(size)] for y in range(size)]
    system[-1] = [fmpq(1)] * size
    try:
        found = fmpq_mat(system).solve(fmpq_mat([[fmpq(int(y == size - 1))] for y in range(size)]))
    except ZeroDivisionError as error:
        raise ValueError("the chain has several stationary distributions: give that of its first record") from error
    return tuple(found[x, 0] for x in range(size))


def reversed_moves(rows: Sequence[Sequence[fmpq]], law: Sequence[fmpq]) -> tuple[tuple[fmpq, ...], ...]:
    """How what was before follows from what is, where all records are distributed by this law."""
    states = range(len(rows))
    return tuple(tuple(law[y] * rows[y][x] / law[x] for y in states) for x in states)


def _reduced(made: Chain, first: Sequence[fmpq]) -> Chain:
    """Without the states that cannot be reached."""
    seen = [state for state, chance in enumerate(first) if chance]
    for state in seen:
        seen += [following for following, chance in enumerate(made.moves[state]) if chance and following not in seen]
    kept = sorted(seen)
    if len(kept) == made.states:
        return made
    moves = tuple(tuple(made.moves[x][y] for y in kept) for x in kept)
    start = made.start if isinstance(made.start, str) else tuple(made.start[x] for x in kept)
    return Chain(moves, made.length, start)


def _distribution(row: Iterable[Number]) -> tuple[fmpq, ...]:
    given = list(row)
    rounded = any(_is_float(value) for value in given)
    numbers = [exact_number(value) for value in given]
    total = sum(numbers, fmpq(0))
    if any(number < 0 for number in numbers) or abs(total - 1) > (NEAR if rounded else 0):
        raise ValueError(f"these are no chances that add up to 1: {', '.join(map(str, given))}")
    return tuple(number / total for number in numbers)


def _is_float(value: object) -> bool:
    return isinstance(value, float)


def exact_number(value: Number) -> fmpq:
    """A number as it is written; numpy's are taken for Python's."""
    taken = value.item() if hasattr(value, "item") else value
    return rational(repr(taken)) if isinstance(taken, float) else rational(taken)
