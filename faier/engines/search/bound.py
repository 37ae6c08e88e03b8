"""What an interrupted or crowded search can still be told from above and from below.

`sweep` goes on layer by layer with a few vectors for each node, which some reduction chooses:

    by_support   vectors of one support become one that covers them, and stands for no word;
    by_partner   each left state is bounded by one right state: a column of such bounds for each right state;
    promising    a few of the vectors, those best after some prefixes.

With the first two no word can exceed what comes out; what comes out of the last are words. The last two settle streams
with many values, where the search would be at its limit; the first is all there is for powers of e. `rounds` has
another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from flint import fmpq

from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import (
    INTEGERS,
    Amount,
    Arithmetic,
    Shape,
    Support,
    Vector,
    moved,
    row_shape,
    stopping,
    vector,
)
from faier.limits import LimitReached, Limits

_BITS = 96
_SHIFT = 100_000

# So many prefixes of a node are found, and so many of these choose a vector each.
_FOUND = 200
_PROBES = 24

Reduce = Callable[[int, Sequence[Vector]], tuple[Vector, ...]]
"""Fewer vectors of a node, for which the ones given are to be forgotten."""

Make = Callable[[Ground, Limits], Reduce]
"""How to reduce, within limits that are raised."""


def sweep(
    ground: Ground,
    progress: Progress,
    layer: int,
    length: int | None,
    limits: Limits,
    make: Make,
) -> tuple[tuple[Vector, ...], ...] | None:
    """The start node's vectors in each layer from `layer`, which was interrupted or not begun, to the last.

    If the reduction that is made covers what it forgets, they cover every word of the layer; they are words of the
    layer, if it makes no others. None where the words have no end or free letters go in circles, and when
    `limits` are hit.
    """
    counting = ground.graph.counting
    if any(ground.graph.looping) or (counting and length is None):
        return None
    # Nodes that the interrupted layer has reached have words that are one value longer than others may put before.
    known = progress.before if counting else progress.kept
    found: list[tuple[Vector, ...]] = []
    try:
        reduce = make(ground, limits)
        kept = [_checked(limits, reduce(place, items)) for place, items in enumerate(known)]
        for number in range(layer, length + 1 if counting and length is not None else layer + 1):
            latest = [*kept]
            for (place,) in ground.graph.components:
                if ground.beyond(place, number, length) or (place in progress.done and not counting):
                    continue
                limits.check()
                kept[place] = reduce(place, (*latest[place], *_made(ground, place, kept, latest, limits)))
            found.append(kept[ground.pair.start])
    except LimitReached:
        return None
    return tuple(found)


def _checked(limits: Limits, items: tuple[Vector, ...]) -> tuple[Vector, ...]:
    limits.check()
    return items


def _made(
    ground: Ground,
    place: int,
    kept: Sequence[Sequence[Vector]],
    latest: Sequence[Sequence[Vector]],
    limits: Limits,
) -> list[Vector]:
    """Every vector that follows at a node: free letters lead to `kept`, letters that cost a step to the layer
    before, `latest`."""
    arithmetic, graph = ground.arithmetic, ground.graph
    left, right = graph.left_states[place], graph.right_states[place]
    made: dict[Shape, Vector] = {}

    def add(shape: Shape, edge: int | None, rest: Vector | None, real: bool) -> None:
        if shape.left and shape not in made:
            made[shape] = vector(-1, place, shape, arithmetic, edge, rest, real)

    add(stopping(ground.pair.nodes[place], left, right, arithmetic), None, None, True)
    for number, edge in enumerate(ground.pair.nodes[place].edges):
        step = ground.step(place, number)
        for item in kept[edge.target] if ground.free(edge) else latest[edge.target]:
            limits.check()
            add(moved(step, item.shape, arithmetic), number, item, item.real)
    return list(made.values())


def by_support(ground: Ground, limits: Limits) -> Reduce:
    def reduce(place: int, items: Sequence[Vector]) -> tuple[Vector, ...]:
        groups: dict[Support, list[Vector]] = {}
        for item in items:
            groups.setdefault(item.shape.support, []).append(item)
        limits.check()
        return tuple(merge(group, ground.arithmetic) for group in groups.values())

    return reduce


def by_partner(ground: Ground, limits: Limits) -> Reduce:
    """For rational vectors. Those that need a partner for a left state that has none are merged by support."""
    rest = by_support(ground, limits)

    def reduce(place: int, items: Sequence[Vector]) -> tuple[Vector, ...]:
        bounds: dict[int, tuple[int, fmpq] | None] = {}
        for state in ground.graph.left_states[place]:
            limits.check()
            bounds[state] = _partner(state, items)
        columns: dict[int, dict[int, fmpq]] = {}
        for state, bound in bounds.items():
            if bound is not None and bound[1] != 0:
                columns.setdefault(bound[0], {})[state] = bound[1]
        made = [_column(place, partner, column, ground.arithmetic) for partner, column in sorted(columns.items())]
        alone = [item for item in items if any(bounds[state] is None for state in item.shape.left_places)]
        return (*made, *rest(place, alone))

    return reduce


def _partner(state: int, items: Sequence[Vector]) -> tuple[int, fmpq] | None:
    """The right state that bounds a left state, with the bound: the state of the same number if it can be, so that
    partners stay from layer to layer; else the one that bounds it best."""
    lines = [item for item in items if state in item.shape.left_places]
    if not lines:
        return state, fmpq(0)
    tops = [item.shape.left[item.shape.left_places.index(state)] for item in lines]
    rights = [dict(zip(item.shape.right_places, item.shape.right, strict=True)) for item in lines]
    common = set(rights[0]).intersection(*rights[1:])
    best: tuple[int, fmpq] | None = None
    for partner in (state,) if state in common else sorted(common):
        top, bottom = 0, 1
        for above, right in zip(tops, rights, strict=True):
            if above * bottom > top * right[partner]:
                top, bottom = above, right[partner]
        if best is None or fmpq(top, bottom) < best[1]:
            best = partner, fmpq(top, bottom)
    return best


def _column(place: int, partner: int, column: dict[int, fmpq], arithmetic: Arithmetic) -> Vector:
    """One unit at the right state, and on the left what it bounds."""
    shape = row_shape(tuple(sorted(column.items())), ((partner, fmpq(1)),), arithmetic)
    return vector(-1, place, shape, arithmetic, real=False)


def promising(ground: Ground, limits: Limits) -> Reduce:
    """For rational vectors: for each of a few prefixes of the node, the one with the greatest ratio after it."""
    prefixes = _prefixes(ground, limits)

    def reduce(place: int, items: Sequence[Vector]) -> tuple[Vector, ...]:
        chosen: dict[int, None] = {}
        for prefix in prefixes[place]:
            limits.check()
            ratios = [_ratio(prefix, item) for item in items]
            if ratios:
                chosen[max(range(len(ratios)), key=ratios.__getitem__)] = None
        return tuple(items[number] for number in sorted(chosen))

    return reduce


Prefix = tuple[dict[int, float], dict[int, float]]


def _prefixes(ground: Ground, limits: Limits) -> list[list[Prefix]]:
    """Some of the shortest prefixes of each node."""
    pair, arithmetic = ground.pair, ground.arithmetic
    found: list[dict[Shape, None]] = [{} for _ in pair.nodes]
    start = row_shape(pair.left, pair.right, arithmetic)
    found[pair.start][start] = None
    waiting = [(pair.start, start)]
    for place, shape in waiting:
        for number, edge in enumerate(pair.nodes[place].edges):
            limits.check()
            if len(found[edge.target]) < _FOUND:
                after = moved(ground.forward(place, number), shape, arithmetic)
                if after.left and after not in found[edge.target]:
                    found[edge.target][after] = None
                    waiting.append((edge.target, after))
    return [[_floats(shape, arithmetic) for shape in _spread(list(shapes), _PROBES)] for shapes in found]


def _spread(shapes: Sequence[Shape], count: int) -> Sequence[Shape]:
    return shapes if len(shapes) <= count else [shapes[at * len(shapes) // count] for at in range(count)]


def _floats(shape: Shape, arithmetic: Arithmetic) -> Prefix:
    left, right = arithmetic.sketch(shape.left).floats, arithmetic.sketch(shape.right).floats
    return dict(zip(shape.left_places, left, strict=True)), dict(zip(shape.right_places, right, strict=True))


def _ratio(prefix: Prefix, item: Vector) -> float:
    """The logarithm of about the ratio after a prefix, up to a constant."""
    shape, left, right = item.shape, item.left_sketch, item.right_sketch
    gain = sum(prefix[0].get(place, 0.0) * near for place, near in zip(shape.left_places, left.floats, strict=True))
    cost = sum(prefix[1].get(place, 0.0) * near for place, near in zip(shape.right_places, right.floats, strict=True))
    if gain == 0.0 or cost == 0.0:
        return math.inf if gain else -math.inf
    return math.log2(gain / cost) + left.exponent - right.exponent


def exact_sweeps(ground: Ground) -> bool:
    """Whether the reductions for rational vectors can be used."""
    return ground.arithmetic is INTEGERS


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
