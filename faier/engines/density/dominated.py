"""A ratio that one mixture certainly does not exceed, as an exact number: part by part, or by moving parts.

What has one noise is compared with what has the same: no part of the left is more than so many times the same part of
the right; or the numbers that noise is added to are moved from left to right, none further than some distance, which
changes a density by no more than e to the least rate times the distance. A density times e to its least rate times x
rises: so no ratio is above what it comes near to far above, where that is no more than the same ratio of the parts from
any number on. A normal part that is wider by a variance v is
no more than e to half the square of that rate times v as large, if the rates are the same, and far out nearly so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cmp_to_key

from flint import fmpq

from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.tail import heavier, slowest
from faier.exact import ZERO, Epsilon, Number, TooLarge, Undecidable, compare, exponential_of
from faier.semantics.kept import Reals

# Of no more parts is it asked whether what is far out decides.
FEW = 12


def at_most(left: Mixture, right: Mixture) -> Number | None:
    """A number that left / right does not exceed anywhere, if one is seen."""
    if len(left) == len(right) == 1 and left[0].noise != right[0].noise:
        return _widened(left[0], right[0])
    kinds: dict[Reals, tuple[list[Part], list[Part]]] = defaultdict(lambda: ([], []))
    for side, mixture in enumerate((left, right)):
        for part in mixture:
            kinds[part.noise][side].append(part)
    found: Number = ZERO
    for noise, (mine, yours) in kinds.items():
        if mine:
            ways = _alike(mine, yours), _moved(noise, mine, yours), *_far_out(noise, mine, yours)
            ends = [end for end in ways if end is not None]
            if not ends:
                return None
            least = min(ends, key=cmp_to_key(compare))
            found = least if compare(least, found) > 0 else found
    return found


def limit(left: Mixture, right: Mixture) -> Number | None:
    """What left / right comes near to above all points, if it is seen exactly."""
    sides = [[part for part in side if part.high is None] for side in (left, right)]
    if not all(sides):
        return None
    first = sides[1][0].noise
    for part in (*sides[0], *sides[1]):
        first = part.noise if heavier(part.noise, first) > 0 else first
    slow, totals = slowest(first), []
    last = max(part.at for side in sides for part in side if part.noise == first)
    for side in sides:
        total: Number = ZERO
        for part in side:
            if part.noise != first:
                if heavier(part.noise, first) == 0:
                    wider = _wider(part.noise, first)
                    if slow is None or wider is None:
                        return None
                    total = total + part.weight * exponential_of(slow[0] * (part.at - last) + wider)
            elif slow is not None:
                total = total + part.weight * exponential_of(slow[0] * (part.at - last))
            elif part.at == last:
                total = total + part.weight
        totals.append(total)
    return None if 0 in totals else totals[0] / totals[1]


def _widened(left: Part, right: Part) -> Number | None:
    slow, wider = slowest(right.noise), _wider(left.noise, right.noise)
    whole = all(end is None for part in (left, right) for end in (part.low, part.high))
    if slow is None or wider is None or not whole or compare(left.noise.variance, right.noise.variance) < 0:
        return None
    return left.weight / right.weight * exponential_of(slow[0] * abs(left.at - right.at) + wider)


def _wider(one: Reals, other: Reals) -> Epsilon | None:
    """Half the square of the least rate times the difference of variances; None where more differs, or that is no
    fraction."""
    slow = slowest(one)
    if slow is None or one.rates != other.rates or slow[0].factor or slow[0].multiples:
        return None
    wider = one.variance - other.variance
    return Epsilon.rational(slow[0].constant ** 2 * wider / 2) if isinstance(wider, fmpq) else None


def _far_out(noise: Reals, left: list[Part], right: list[Part]) -> Iterator[Number]:
    """What the ratio comes near to above and below all points, if it is nowhere more."""
    slow = slowest(noise)
    whole = all(part.low is None and part.high is None for part in (*left, *right))
    if slow is None or not right or not whole or len(left) + len(right) > FEW:
        return
    for sign in (1, -1):
        try:
            found = _decreasing(slow[0] * sign, left, right, sign)
        except (Undecidable, TooLarge):
            continue
        if found is not None:
            yield found


def _decreasing(rate: Epsilon, left: list[Part], right: list[Part], sign: int) -> Number | None:
    """The quotient of the sums of weight * e^(rate * at) of both sides, if it is at most that of the parts from any
    number on, seen in the direction of the sign."""
    last = max((*left, *right), key=lambda part: sign * part.at).at
    sums: list[Number] = [ZERO, ZERO]
    partial: list[list[Number]] = []
    heights: list[dict[fmpq, Number]] = [{}, {}]
    for known, side in zip(heights, (left, right), strict=True):
        for part in side:
            known[part.at] = known.get(part.at, ZERO) + part.weight * exponential_of(rate * (part.at - last))
    for at in sorted({*heights[0], *heights[1]}, key=lambda at: -sign * at):
        sums = [total + known.get(at, ZERO) for total, known in zip(sums, heights, strict=True)]
        partial.append(sums)
    if any(compare(above * sums[1], sums[0] * below) < 0 for above, below in partial):
        return None
    return sums[0] / sums[1]


def _alike(left: list[Part], right: list[Part]) -> Number | None:
    weights = {(part.at, part.low, part.high): part.weight for part in right}
    found: Number = ZERO
    for part in left:
        other = weights.get((part.at, part.low, part.high))
        if other is None:
            return None
        ratio = part.weight / other
        found = ratio if compare(ratio, found) > 0 else found
    return found


def _moved(noise: Reals, left: list[Part], right: list[Part]) -> Number | None:
    """Both sides in order, each point of the left to that of the right before which there is as large a share."""
    slow = slowest(noise)
    if slow is None or not right or any(part.low is not None or part.high is not None for part in (*left, *right)):
        return None
    sides = [sorted(side, key=lambda part: part.at) for side in (left, right)]
    masses = [sum((part.weight for part in side), ZERO) for side in sides]
    places, furthest = [0, 0], ZERO
    rests = [sides[at][0].weight / masses[at] for at in range(2)]
    while places[0] < len(left) and places[1] < len(right):
        furthest = max(furthest, abs(sides[0][places[0]].at - sides[1][places[1]].at))
        order = compare(rests[0], rests[1])
        taken = rests[0] if order <= 0 else rests[1]
        for at in range(2):
            if order == 0 or (order < 0) == (at == 0):
                places[at] += 1
                if places[at] < len(sides[at]):
                    rests[at] = sides[at][places[at]].weight / masses[at]
            else:
                rests[at] = rests[at] - taken
    return masses[0] / masses[1] * exponential_of(slow[0] * furthest)
