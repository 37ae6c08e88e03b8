"""The Wasserstein mechanism, exactly: how far chances must be moved to make one distribution of the query another.

Song, Wang and Chaudhuri, Pufferfish Privacy Mechanisms for Correlated Data (2017): Algorithm 1, and its variant for
(epsilon, delta) in appendix A.4, where chances of up to delta are left out on each side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flint import fmpq

from faier.calibration.known import Conditional, Known, Law, Missing, over_epsilon
from faier.calibration.transport import apart, moved_within

ZERO = fmpq(0)


def asks(known: Known) -> fmpq | Missing:
    """The scale of Algorithm 1."""
    if known.moved is not None:
        return over_epsilon(known.moved, known.epsilon)
    return _asked(known, infinity_distance)


def asks_with_delta(known: Known) -> fmpq | Missing:
    """The scale of the variant that leaves out delta."""
    delta = known.delta
    if not delta:
        return Missing("the claim has no delta")
    return _asked(known, lambda left, right: distance_without(left, right, delta))


def _asked(known: Known, distance: Callable[[Law, Law], fmpq]) -> fmpq | Missing:
    if isinstance(known.conditionals, Missing):
        return known.conditionals
    widest = max((distance(pair.left, pair.right) for pair in _each_once(known.conditionals)), default=ZERO)
    return over_epsilon(widest, known.epsilon)


def _each_once(pairs: tuple[Conditional, ...]) -> Iterator[Conditional]:
    """The pairs without those that are another one's, exchanged: the distance is the same."""
    seen: set[frozenset[int]] = set()
    numbers: dict[frozenset[tuple[tuple[tuple[int, int], ...], int, int]], int] = {}
    for pair in pairs:
        sides = frozenset(numbers.setdefault(_key(law), len(numbers)) for law in (pair.left, pair.right))
        if sides not in seen:
            seen.add(sides)
            yield pair


def _key(law: Law) -> frozenset[tuple[tuple[tuple[int, int], ...], int, int]]:
    return frozenset(
        (tuple((int(part.p), int(part.q)) for part in point), int(chance.p), int(chance.q))
        for point, chance in law.items()
    )


def infinity_distance(left: Law, right: Law) -> fmpq:
    """The least distance within which all chances can be moved: of numbers by their quantiles, else by flows."""
    if all(len(point) == 1 for point in (*left, *right)):
        return max((abs(one - other) for one, other, _ in _quantiles(left, right)), default=ZERO)
    return distance_without(left, right, ZERO)


def _quantiles(left: Law, right: Law) -> Iterator[tuple[fmpq, fmpq, fmpq]]:
    """Numbers of the same quantiles on both sides, and how much of the chance they have in common."""
    sides = [sorted((point[0], chance) for point, chance in law.items() if chance) for law in (left, right)]
    places, rest = [0, 0], [side[0][1] for side in sides]
    while True:
        common = min(rest)
        yield sides[0][places[0]][0], sides[1][places[1]][0], common
        for at in (0, 1):
            rest[at] -= common
            if not rest[at]:
                places[at] += 1
                if places[at] == len(sides[at]):
                    return
                rest[at] = sides[at][places[at]][1]


def distance_without(left: Law, right: Law, delta: fmpq) -> fmpq:
    """The least distance within which all but delta of the chances can be moved."""
    distances = sorted({apart(one, other) for one in left for other in right} | {ZERO})
    low, high = 0, len(distances) - 1
    while low < high:
        middle = (low + high) // 2
        if moved_within(left, right, distances[middle]) >= 1 - delta:
            high = middle
        else:
            low = middle + 1
    return distances[low]
