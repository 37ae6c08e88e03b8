"""A ratio that one mixture certainly does not exceed, as an exact number: part by part, or by moving parts.

What has one noise is compared with what has the same: no part of the left is more than so many times the same part of
the right; or the numbers that noise is added to are moved from left to right, none further than some distance, which
changes a density by no more than e to the least rate times the distance.
"""

from __future__ import annotations

from collections import defaultdict

from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.tail import heavier, slowest
from faier.exact import ZERO, Number, compare, exponential_of
from faier.semantics.kept import Reals


def at_most(left: Mixture, right: Mixture) -> Number | None:
    """A number that left / right does not exceed anywhere, if one is seen."""
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
                    return None
            elif slow is not None:
                total = total + part.weight * exponential_of(slow[0] * (part.at - last))
            elif part.at == last:
                total = total + part.weight
        totals.append(total)
    return None if 0 in totals else totals[0] / totals[1]


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
