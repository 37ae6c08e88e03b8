"""An upper bound for what an interrupted search has not seen.

Vectors of one support are merged into one that stands for no word: at least as large as each on the left, at
most as large on the right, after bringing them to a comparable scale. With one vector for each support the
remaining layers cost little, and no word can exceed what comes out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from faier.engines.search_ground import Ground, Progress
from faier.engines.search_vectors import Amount, Arithmetic, Shape, Support, Vector, moved, stopping, vector
from faier.limits import LimitReached, Limits

_BITS = 96
_SHIFT = 100_000


def bounding(
    ground: Ground, progress: Progress, layer: int, length: int | None, limits: Limits
) -> tuple[Vector, ...] | None:
    """Vectors of the start node that cover every word of the length asked for; `layer` was interrupted.

    None where the words have no end or free letters go in circles, and when `limits` are hit.
    """
    counting = ground.graph.counting
    if any(ground.graph.looping) or (counting and length is None):
        return None
    merged = [_by_support(items, ground.arithmetic) for items in progress.kept]
    try:
        for number in range(layer, length + 1 if counting and length is not None else layer + 1):
            latest = [*merged]
            for (place,) in ground.graph.components:
                if ground.beyond(place, number, length) or (place in progress.done and not counting):
                    continue
                limits.check()
                merged[place] = _node(ground, place, merged, latest)
    except LimitReached:
        return None
    return merged[ground.pair.start]


def _node(
    ground: Ground, place: int, merged: Sequence[Sequence[Vector]], latest: Sequence[Sequence[Vector]]
) -> tuple[Vector, ...]:
    """One vector for each support that covers all words from here, given such vectors for the targets.

    Free letters lead to `merged`, letters that cost a step to the layer before, `latest`.
    """
    arithmetic, graph = ground.arithmetic, ground.graph
    left, right = graph.left_states[place], graph.right_states[place]
    shapes = [stopping(ground.pair.nodes[place], left, right, arithmetic)[0]]
    for number, edge in enumerate(ground.pair.nodes[place].edges):
        targets = merged if ground.free(edge) else latest
        step = ground.step(place, number)
        shapes += [moved(step, item.shape, arithmetic)[0] for item in targets[edge.target]]
    made = [vector(-1, place, shape, arithmetic, real=False) for shape in shapes if shape.left]
    return _by_support((*latest[place], *made), arithmetic)


def _by_support(items: Iterable[Vector], arithmetic: Arithmetic) -> tuple[Vector, ...]:
    groups: dict[Support, list[Vector]] = {}
    for item in items:
        groups.setdefault(item.shape.support, []).append(item)
    return tuple(merge(group, arithmetic) for group in groups.values())


def merge(items: Sequence[Vector], arithmetic: Arithmetic) -> Vector:
    """A vector that covers each of these, which have one support."""
    if len(items) == 1:
        return items[0]
    sizes = [_size(item) for item in items]
    factors = [1 << min(round(max(sizes) - size), _SHIFT) for size in sizes]
    support = items[0].shape
    left = [
        _larger([factor * item.shape.left[index] for factor, item in zip(factors, items, strict=True)], arithmetic)
        for index in range(len(support.left))
    ]
    right = [
        _smaller([factor * item.shape.right[index] for factor, item in zip(factors, items, strict=True)], arithmetic)
        for index in range(len(support.right))
    ]
    spare = _spare_bits([*left, *right])
    left = [-(-amount >> spare) if spare else amount for amount in left]
    right = [amount >> spare if spare else amount for amount in right]
    places = [place for place, amount in zip(support.right_places, right, strict=True) if amount != 0]
    shape = Shape(support.left_places, tuple(left), tuple(places), tuple(amount for amount in right if amount != 0))
    return vector(-1, items[0].node, shape, arithmetic, real=False)


def _size(item: Vector) -> float:
    """The logarithm of the vector's typical amount."""
    sides = [sketch for sketch in (item.left_sketch, item.right_sketch) if sketch.floats]
    return sum(side.exponent + sum(map(math.log2, side.floats)) / len(side.floats) for side in sides) / len(sides)


def _larger(amounts: Sequence[Amount], arithmetic: Arithmetic) -> Amount:
    """At least each of these: the greatest, or a sum where it is not known which is."""
    most = amounts[0]
    for amount in amounts[1:]:
        if arithmetic.at_most(most, amount):
            most = amount
        elif not arithmetic.at_most(amount, most):
            most = most + amount
    return most


def _smaller(amounts: Sequence[Amount], arithmetic: Arithmetic) -> Amount:
    """At most each of these: the least, or 0 where it is not known which is."""
    least = amounts[0]
    for amount in amounts[1:]:
        if arithmetic.at_most(amount, least):
            least = amount
        elif not arithmetic.at_most(least, amount):
            return 0
    return least


def _spare_bits(amounts: Sequence[Amount]) -> int:
    """How many low bits integers can lose while the smallest keeps enough."""
    bits = [amount.bit_length() for amount in amounts if isinstance(amount, int)]
    return max(0, min(bits) - _BITS) if len(bits) == len(amounts) else 0
