"""A ratio that one mixture certainly does not exceed, as an exact number: part by part, or by moving parts.

What has one noise is compared with what has the same: no part of the left is more than so many times the same part of
the right; or the numbers that noise is added to are moved from left to right, none further than some distance, which
changes a density by no more than e to the least rate times the distance. A normal part that is wider by a variance v is
no more than e to half the square of that rate times v as large, if the rates are the same, and far out nearly so.
"""

from __future__ import annotations

from collections import defaultdict

from flint import fmpq

from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.tail import heavier, slowest
from faier.exact import ZERO, Epsilon, Number, compare, exponential_of
from faier.semantics.kept import Reals


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
            ends = [end for end in (_alike(mine, yours), _moved(noise, mine, yours)) if end is not None]
            if not ends:
                return None
            least = ends[0] if len(ends) == 1 or compare(*ends) <= 0 else ends[1]
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
