"""A chain of marks with Laplace noise on its sum -> for each mark, how much more likely some outputs are given one
secret than given another, on balls, far out on either side of all sums; there each step only multiplies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from flint import arb, ctx

from faier.calibration.sums.kernel import Added, Kernel
from faier.limits import Limits

PRECISION = 160
# Of more marks than this, those are looked at that are so near to an end, and those in the middle.
NEAR = 400

Row = list[tuple[int, arb]]
Weights = list[arb]


@dataclass(frozen=True)
class Extreme:
    """At the mark `step`, with outputs `below` all sums or beyond them, the secret number `left` makes them more likely
    than `right` by this factor."""

    factor: arb
    step: int
    left: int
    right: int
    below: bool


Listed = Callable[[int, int], bool]
"""Whether two secrets, by their numbers, are compared."""


def extremes(
    kernel: Kernel, count: int, marks: tuple[int, int], rate: arb, listed: Listed, limits: Limits
) -> Iterator[Extreme]:
    """For each mark that is looked at among these, either side, and each two secrets that are compared, the factor."""
    steps = _looked_at(count, *marks)
    with ctx.workprec(PRECISION):
        masses = _weighed(kernel, count, steps, arb(0), limits)
        for below in (True, False):
            tilted = _weighed(kernel, count, steps, -rate if below else rate, limits)
            for step in steps:
                shares = {
                    secret: weight / masses[step][secret]
                    for secret, weight in tilted[step].items()
                    if not masses[step][secret].contains(0)
                }
                for left, right in permutations(shares, 2):
                    if listed(left, right):
                        yield Extreme(shares[left] / shares[right], step, left, right, below)


def _looked_at(count: int, low: int, high: int) -> list[int]:
    if high - low <= 2 * NEAR:
        return list(range(low, high + 1))
    return [*range(low, low + NEAR), (low + high) // 2, *range(high - NEAR + 1, high + 1)]


def _weighed(kernel: Kernel, count: int, steps: list[int], exponent: arb, limits: Limits) -> dict[int, dict[int, arb]]:
    """At each of these marks, for each secret, the mean of e to the exponent times the sum where it is told."""
    unit = exponent * arb(kernel.unit)
    size = len(kernel.moves)

    def tilted(row: Added) -> Row:
        return [(place, arb(chance) * (unit * shift).exp()) for place, shift, chance in row]

    moves = [tilted(row) for row in kernel.moves]
    matrix = [[sum((weight for to, weight in row if to == place), arb(0)) for place in range(size)] for row in moves]
    before = [arb(0)] * size
    for place, weight in tilted(kernel.start):
        before[place] += weight
    after = [sum((weight for _, weight in tilted(row)), arb(0)) for row in kernel.last]
    befores = dict(_along(before, [list(column) for column in zip(*matrix, strict=True)], steps, limits))
    afters = dict(_along(after, matrix, [count - 1 - step for step in reversed(steps)], limits))
    found: dict[int, dict[int, arb]] = {}
    for step in steps:
        sums: dict[int, arb] = {}
        for place, secret in enumerate(kernel.secrets):
            if not befores[step][place].is_zero():
                term = befores[step][place] * afters[count - 1 - step][place]
                sums[secret] = sums[secret] + term if secret in sums else term
        found[step] = sums
    return found


def _along(
    begin: Weights, matrix: list[list[arb]], wanted: Sequence[int], limits: Limits
) -> Iterator[tuple[int, Weights]]:
    """The vector after so many steps, for each number that is wanted, ascending; long ways are gone by powers."""
    here, at = begin, 0
    for number in wanted:
        limits.check()
        if number - at > 2 * NEAR:
            here = applied(power(matrix, number - at), here)
        else:
            for _ in range(number - at):
                here = applied(matrix, here)
        at = number
        yield number, here


def applied(matrix: list[list[arb]], vector: Weights) -> Weights:
    return [sum((a * b for a, b in zip(row, vector, strict=True) if not a.is_zero()), arb(0)) for row in matrix]


def power(matrix: list[list[arb]], exponent: int) -> list[list[arb]]:
    size = range(len(matrix))
    found = [[arb(int(row == column)) for column in size] for row in size]
    square = matrix
    while exponent:
        if exponent % 2:
            found = _product(found, square)
        square = _product(square, square)
        exponent //= 2
    return found


def _product(one: list[list[arb]], other: list[list[arb]]) -> list[list[arb]]:
    columns = list(zip(*other, strict=True))
    return [[sum((a * b for a, b in zip(row, column, strict=True)), arb(0)) for column in columns] for row in one]
