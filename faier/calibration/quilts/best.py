"""The quilt of one record that asks for the least noise: the further away, the less is known there, the more is nearby.

Only floats, which guide: whoever uses a quilt computes again what it asks for. Influences fall with distances, so of
all quilts in a rectangle of distances the nearest corner has the fewest nearby, and the furthest corner the least
influence; rectangles that cannot hold a better quilt are dropped, others are halved.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf, isqrt
from typing import TypeAlias

Influence: TypeAlias = Callable[[int | None, int | None], float]
"""About how much a record influences those so far before and after it (None: nothing is looked at on that side)."""

CLOSE = 1e-10
"""Quilts that are better by less than this part are not looked for."""

LOOKS = 20_000
"""After so many, the best quilt so far is moved by single steps. Where it takes more, a step is a small part of it."""


def best_quilt(
    record: int, length: int, epsilon: float, influence: Influence, enough: float = 0.0
) -> tuple[float, int | None, int | None]:
    """The least score, and the distances of its quilt; any score that is `enough` will do."""
    most_before, most_after = record, length - record + 1

    def lost(before: int, after: int) -> float:
        return influence(before if before < most_before else None, after if after < most_after else None)

    def score(before: int, after: int, near_before: int, near_after: int) -> float:
        left = epsilon - lost(before, after)
        return (near_before + near_after - 1) / left if left > 0 else inf

    found = (length / epsilon, most_before, most_after)
    distance = 1
    while distance < max(most_before, most_after) and distance <= found[0] * epsilon:
        before, after = min(distance, most_before), min(distance, most_after)
        found = min(found, (score(before, after, before, after), before, after))
        distance *= 2
    widest = int(found[0] * epsilon) + 2
    waiting = [(0.0, 1, min(most_before, widest), 1, min(most_after, widest))]
    looks = 0
    while waiting and found[0] > enough and looks < LOOKS:
        looks += 1
        least, low_before, high_before, low_after, high_after = heappop(waiting)
        if least >= found[0] * (1 - CLOSE):
            break
        found = min(found, (score(high_before, high_after, high_before, high_after), high_before, high_after))
        if (low_before, low_after) == (high_before, high_after):
            continue
        for part in _halves(low_before, high_before, low_after, high_after, most_before, most_after):
            least = score(part[1], part[3], part[0], part[2])
            if least < found[0] * (1 - CLOSE):
                heappush(waiting, (least, *part))
    if looks == LOOKS:
        found = _moved(found, most_before, most_after, lambda before, after: score(before, after, before, after))
    best, before, after = found
    return best, before if before < most_before else None, after if after < most_after else None


def _moved(
    found: tuple[float, int, int], most_before: int, most_after: int, score: Callable[[int, int], float]
) -> tuple[float, int, int]:
    """Where no single step on either side is any better."""
    while True:
        _, before, after = found
        steps = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-2, 0), (2, 0), (0, -2), (0, 2)]
        near = [(before + one, after + other) for one, other in steps]
        within = [(one, other) for one, other in near if 1 <= one <= most_before and 1 <= other <= most_after]
        best = min(((score(one, other), one, other) for one, other in within), default=found)
        if best[0] >= found[0]:
            return found
        found = best


def _halves(
    low_before: int, high_before: int, low_after: int, high_after: int, most_before: int, most_after: int
) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    if (high_before - low_before) * low_after >= (high_after - low_after) * low_before:
        cut = _cut(low_before, high_before, most_before)
        return (low_before, cut, low_after, high_after), (cut + 1, high_before, low_after, high_after)
    cut = _cut(low_after, high_after, most_after)
    return (low_before, high_before, low_after, cut), (low_before, high_before, cut + 1, high_after)


def _cut(low: int, high: int, most: int) -> int:
    """Where to cut: off the end first, where there is no influence; wide ranges by their order of magnitude."""
    if high == most:
        return high - 1
    return min(isqrt(low * high), high - 1) if high > 4 * low else (low + high) // 2
