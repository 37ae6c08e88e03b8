"""Growth of noise that is kept -> the same words on the checker's cells, with vectors that show their rates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq

from faier.certificate.numbers import text_of
from faier.certificate.unwritten import Unwritten
from faier.checker.cells import Grid
from faier.checker.fed_process import Joint
from faier.checker.kept_growth import Turning, Walk, turning
from faier.checker.values import value_of
from faier.engines.growth.rates import Table, above, below, closure, times
from faier.exact import fraction, rational
from faier.exact.simplest import simplest_between
from faier.semantics import boxes

Data = list[list[object]]

# By how much vectors and rates may be off what they are, so that they are short.
ROOM = fmpq(1, 10**6)


def kept_growths(joint: Joint, prefix: Data, cycle: Data, grid: boxes.Grid, value: fmpq | None) -> dict[str, object]:
    """The evidence that no epsilon is enough, on the cells on which that was found."""
    integers = tuple(int(low) for low, _ in grid.integers if low is not None)
    reals = tuple(fraction(fmpq(low)) for low, _ in grid.reals if low is not None)
    at = None if value is None else fraction(value)
    words = [tuple(tuple(map(value_of, letter)) for letter in part) for part in (prefix, cycle)]
    found = turning(Walk(joint, Grid(integers, reals), at), words[0], words[1])
    a, x = _left(found)
    b, y = _right(found)
    if not a > b:
        raise Unwritten("no cycle was found whose turns raise the ratio")
    return {
        "kind": "cells",
        "integers": list(integers),
        "reals": [f"{number.numerator}/{number.denominator}" for number in reals],
        "at_epsilon": None if value is None else text_of(value),
        "prefix": prefix,
        "cycle": cycle,
        "low": [text_of(amount) for amount in x],
        "high": [text_of(amount) for amount in y],
        "rates": [text_of(a), text_of(b)],
    }


def _left(found: Turning) -> tuple[fmpq, list[fmpq]]:
    """The vector of the fastest class a little below what it is, and the rate that it shows."""
    table, start = _table(found, 0)
    best = below(table, start, [fmpq(1)] * len(table))
    if best is None:
        raise Unwritten("the left side of a growing word was not followed on cells")
    near = [simplest_between(amount * (1 - ROOM), amount, closed_high=True) if amount else amount for amount in best[1]]
    rate = min(image / amount for image, amount in zip(times(table, near), near, strict=True) if amount)
    return _short(rate * (1 - ROOM), rate, best[0]), near


def _right(found: Turning) -> tuple[fmpq, list[fmpq]]:
    """The vector, no amount below 1, a little above what it is where the right side may be; 1 elsewhere."""
    table, start = _table(found, 1)
    best = next(iter(above(table, start, [fmpq(1)] * len(table))), None)
    if best is None:
        raise Unwritten("the right side of a growing word was not followed on cells")
    reached = closure(table, start)
    near = [_upward(amount) if at in reached else fmpq(1) for at, amount in enumerate(best[1])]
    rate = max(image / amount for image, amount in zip(times(table, near), near, strict=True))
    return _short(rate, rate * (1 + ROOM), best[0]), near


def _upward(amount: fmpq) -> fmpq:
    return simplest_between(amount, amount * (1 + ROOM), closed_low=True)


def _short(low: fmpq, high: fmpq, wanted: fmpq) -> fmpq:
    """The rate that was found, where it is one of these; else a short one."""
    return wanted if low <= wanted <= high else simplest_between(low, high, closed_low=True, closed_high=True)


def _table(found: Turning, side: int) -> tuple[Table, dict[int, fmpq]]:
    """One turn as a matrix, and where the prefix leads."""
    turn = found.turn[side]
    table: Table = []
    for at in range(len(found.node.sides[side])):
        row = {at: Fraction(1)}
        for rows in turn:
            row = _moved(row, rows)
        table.append({target: rational(weight) for target, weight in row.items()})
    return table, {at: rational(weight) for at, weight in found.start[side].items()}


def _moved(row: dict[int, Fraction], rows: Sequence[dict[int, Fraction]]) -> dict[int, Fraction]:
    after: dict[int, Fraction] = {}
    for at, weight in row.items():
        for target, share in rows[at].items():
            after[target] = after.get(target, Fraction(0)) + weight * share
    return after
