"""A chain of marks and how many steps it makes -> how far chances of the sum must be moved from one secret to another.

The distance of two laws, by their quantiles, is the least k such that it is never more likely to be at x or below it in
the one than at x + k or below in the other. What comes before a mark and after it are polynomials of balls, close in
each coefficient by itself, so that sums from either end tell chances apart that are tiny. Where balls do not tell, as
where both are equal, the laws at that mark are taken in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations

from flint import arb, arb_poly, ctx, fmpq

from faier.calibration.sums import exactly
from faier.calibration.sums.balls import Listed
from faier.calibration.sums.kernel import Added, Kernel
from faier.limits import Limits

PRECISION = 192


@dataclass(frozen=True)
class _Chances:
    """How likely each place is, of which `bits` says whether it can be come to at all."""

    balls: arb_poly
    bits: int

    def __add__(self, other: _Chances) -> _Chances:
        return _Chances(self.balls + other.balls, self.bits | other.bits)

    def __mul__(self, other: _Chances) -> _Chances:
        few, many = sorted((self.bits, other.bits), key=int.bit_count)
        bits = 0
        while few:
            bits |= many << (few.bit_length() - 1)
            few ^= 1 << (few.bit_length() - 1)
        return _Chances(self.balls * other.balls, bits)


NONE = _Chances(arb_poly(), 0)
Row = Sequence[tuple[int, _Chances]]


@dataclass(frozen=True)
class _Law:
    """How likely the sum is at a place or below, and above it, for all places from the least sum on."""

    below: Sequence[arb | fmpq]
    above: Sequence[arb | fmpq]

    def exceeds(self, other: _Law, distance: int) -> bool | None:
        """Whether some chance must be moved up by more than this to make the other law (None: that is not clear)."""
        unclear = False
        shifted = zip(self.below, self.above, other.below[distance:], other.above[distance:], strict=False)
        for below, above, further, beyond in shifted:
            if below > further or above < beyond:
                return True
            unclear = unclear or not (below <= further or above >= beyond)
        return None if unclear else False


def farthest(kernel: Kernel, count: int, marks: range, listed: Listed, limits: Limits) -> fmpq:
    """The greatest distance at any of these marks, between any two secrets that are compared."""
    found = 0
    with ctx.workprec(PRECISION):
        for mark, laws in _laws(kernel, count, marks, limits):
            exact: dict[int, _Law] = {}
            for pair in permutations(laws, 2):
                if not (listed(*pair) or listed(*reversed(pair))):
                    continue
                one, other = (laws[secret] for secret in pair)
                while (more := one.exceeds(other, found)) is not False:
                    if more is None:
                        exact = exact or _exactly(kernel, count, mark, limits)
                        if not exact[pair[0]].exceeds(exact[pair[1]], found):
                            break
                    found += 1
    return kernel.unit * found


def _laws(kernel: Kernel, count: int, marks: range, limits: Limits) -> Iterator[tuple[int, dict[int, _Law]]]:
    (start,), moves, last = map(_rows, ((kernel.start,), kernel.moves, kernel.last))
    places = range(len(moves))
    size = int(((kernel.most(count) - kernel.least(count)) / kernel.unit).p) + 1
    after = [[sum((chances for _, chances in row), NONE) for row in last]]
    for _ in range(count - 1):
        limits.check()
        after.append([sum((chances * after[-1][place] for place, chances in row), NONE) for row in moves])
    before = [sum((chances for place, chances in start if place == at), NONE) for at in places]
    for mark in range(marks.stop):
        limits.check()
        if mark in marks:
            given: dict[int, _Chances] = {}
            for at, secret in enumerate(kernel.secrets):
                if before[at].bits:
                    given[secret] = given.get(secret, NONE) + before[at] * after[count - 1 - mark][at]
            yield mark, {secret: _law(chances, size) for secret, chances in sorted(given.items())}
        following = [NONE] * len(moves)
        for at in places:
            for place, chances in moves[at] if before[at].bits else ():
                following[place] += before[at] * chances
        before = following


def _rows(rows: Sequence[Added]) -> list[Row]:
    low = min(shift for row in rows for _, shift, _ in row)
    return [
        [
            (place, _Chances(arb_poly([0] * (shift - low) + [arb(chance)]), 1 << (shift - low)))
            for place, shift, chance in row
            if chance
        ]
        for row in rows
    ]


def _law(chances: _Chances, size: int) -> _Law:
    """Of places that cannot be come to balls may know only that they are hardly likely."""
    balls = chances.balls.coeffs()
    return _summed([balls[place] if chances.bits >> place & 1 else arb(0) for place in range(size)])


def _summed(chances: Sequence[arb] | Sequence[fmpq]) -> _Law:
    below = list(accumulate(chances))
    above = list(accumulate(reversed(chances)))[::-1]
    total = above[0]
    return _Law([one / total for one in below], [one / total for one in (*above[1:], 0 * total)])


def _exactly(kernel: Kernel, count: int, mark: int, limits: Limits) -> dict[int, _Law]:
    (found,) = exactly.totals(kernel, count, range(mark, mark + 1), limits)
    size = max(total.degree() for total in found.values()) + 1
    return {secret: _summed([fmpq(total[place]) for place in range(size)]) for secret, total in found.items()}
