"""A chain of marks and how many steps it makes -> how the sum is distributed given what is told at each mark.

What comes before a mark and what comes after it are polynomials, in whole numbers, whose powers stand for sums; each is
made of the one next to it, so that all marks together take hardly longer than one.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from flint import fmpq, fmpz, fmpz_poly

from faier.calibration.known import Law
from faier.calibration.sums.kernel import Added, Kernel
from faier.lang.values import Value
from faier.limits import Limits

Row = list[tuple[int, fmpz_poly]]


def laws(kernel: Kernel, count: int, offset: fmpq, limits: Limits) -> Iterator[list[tuple[Value, Law]]]:
    """For each mark the distribution of the sum and `offset`, given each secret that is possible there."""
    low = offset + kernel.least(count)
    for found in totals(kernel, count, range(count), limits):
        yield [(kernel.names[secret], _law(total, low, kernel.unit)) for secret, total in sorted(found.items())]


def totals(kernel: Kernel, count: int, marks: range, limits: Limits) -> Iterator[dict[int, fmpz_poly]]:
    """For each of these marks and each secret that is possible there, multiples of how likely each sum is, by its
    distance from the least."""
    rows = (kernel.start, *kernel.moves, *kernel.last)
    least = [min((shift for row in part for _, shift, _ in row), default=0) for part in _parts(kernel)]
    shared = fmpz(lcm(*(int(chance.q) for row in rows for _, _, chance in row)))

    def polynomials(row: Added, low: int) -> Row:
        return [
            (place, fmpz_poly([0] * (shift - low) + [int(chance.p * (shared / chance.q))]))
            for place, shift, chance in row
        ]

    start = polynomials(kernel.start, least[0])
    moves = [polynomials(row, least[1]) for row in kernel.moves]
    last = [polynomials(row, least[2]) for row in kernel.last]
    places = range(len(moves))
    after = [[_sum(row) for row in last]]
    for _ in range(count - 1):
        limits.check()
        after.append([_sum([(place, chance * after[-1][place]) for place, chance in moves[at]]) for at in places])
    before = [fmpz_poly()] * len(moves)
    for place, chance in start:
        before[place] += chance
    for mark in range(marks.stop):
        limits.check()
        if mark in marks:
            found: dict[int, fmpz_poly] = {}
            for at in places:
                if before[at]:
                    known = found.get(kernel.secrets[at], fmpz_poly())
                    found[kernel.secrets[at]] = known + before[at] * after[count - 1 - mark][at]
            yield found
        following = [fmpz_poly()] * len(moves)
        for at in places:
            for place, chance in moves[at]:
                following[place] += before[at] * chance
        before = following


def _parts(kernel: Kernel) -> tuple[tuple[Added, ...], tuple[Added, ...], tuple[Added, ...]]:
    return (kernel.start,), kernel.moves, kernel.last


def _sum(row: Row) -> fmpz_poly:
    return sum((chance for _, chance in row), fmpz_poly())


def _law(total: fmpz_poly, low: fmpq, unit: fmpq) -> Law:
    coefficients = total.coeffs()
    mass = sum(coefficients, fmpz(0))
    return {(low + unit * at,): fmpq(one, mass) for at, one in enumerate(coefficients) if one}
