"""A table that nearly keeps to a claim -> one that does."""

from __future__ import annotations

from flint import fmpq

from faier.calibration.optimum.problem import ZERO, Problem, Row, Table, total

# Chances are multiples of one over this. Shares of what tells nothing are tried up to 1, each so many times the last.
UNIT = 10**15
STEP = 4


def exact_table(problem: Problem, found: list[list[fmpq]], unit: int = UNIT) -> Table:
    """As much of what was found, rounded, as keeps to the claim, and of a row that is the same for all."""
    near = tuple(_row([max(ZERO, chance) for chance in row], unit) for row in found)
    plain = _plain(problem, near)
    share = ZERO
    while share < 1:
        mixed = tuple(
            _row([(1 - share) * chance + share * even for chance, even in zip(row, plain, strict=True)], unit)
            for row in near
        )
        if problem.keeps(mixed):
            return mixed
        share = max(fmpq(1, unit), share * STEP, _needed(problem, mixed, plain) * fmpq(9, 8))
    return tuple(plain for _ in near)


def _plain(problem: Problem, table: Table) -> Row:
    """Chances that do not depend on the value: every output has one, that in the middle the most."""
    count = len(problem.outputs)
    middle = min(range(count), key=lambda at: max(problem.loss(value, at) for value in range(len(problem.values))))
    return _row([fmpq(1, 2 * count) + (fmpq(1, 2) if at == middle else 0) for at in range(count)], UNIT)


def _needed(problem: Problem, table: Table, plain: Row) -> fmpq:
    """The share of what tells nothing that would be enough if nothing were rounded."""
    share = ZERO
    for comparison in problem.comparisons:
        excesses = [max(ZERO, excess) for excess in problem.excesses(comparison, table, problem.low)]
        if problem.delta:
            whole = total(excesses)
            share = max(share, 1 - problem.delta / whole if whole > problem.delta else ZERO)
            continue
        for excess, even in zip(excesses, plain, strict=True):
            if excess:
                share = max(share, excess / (excess + (problem.low - 1) * even))
    return share


def _row(chances: list[fmpq], unit: int) -> Row:
    """Multiples of one over the unit that add up to 1, near the chances, which are none below 0."""
    whole = total(chances)
    counts = [int((chance / whole * unit).floor()) for chance in chances]
    most = max(range(len(counts)), key=lambda at: counts[at])
    counts[most] += unit - sum(counts)
    return tuple(fmpq(count, unit) for count in counts)
