"""Meeting the search halfway: words that begin in a few ways, and all that may follow them.

Near the start of a pair without cycles few prefixes are possible, while the vectors of what follows may be many. There
it is cheaper to list every prefix than to prune: each prefix is multiplied with everything that can follow it.
Floats skip a product only where their rounding errors cannot hide a greater factor. Noisy maxima of many values are
settled by it in half the time and less.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any

from flint import fmpq

from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import (
    INTEGERS,
    SMALLEST,
    Arithmetic,
    Shape,
    Support,
    Vector,
    moved,
    row_shape,
    stopping,
    vector,
)
from faier.engines.words import Best, Prefix

# From so many vectors on, a node's prefixes are listed if these are few enough.
_CROWD = 2_000
_FEW = 600
# A sum of n products of positive floats is off by less than the share (n + 3) / 2**52; this is far more.
_DOUBT = 1e-9
_RANGE = 300


def crowded(ground: Ground, progress: Progress, place: int) -> bool:
    """Whether so many vectors lead to the node that its prefixes, and those of all nodes before it, are listed
    instead. If so, they are."""
    if ground.graph.counting or ground.arithmetic is not INTEGERS:
        return False
    if sum(len(progress.kept[edge.target]) for edge in ground.pair.nodes[place].edges) < _CROWD:
        return False
    listed = _prefixes(ground, place)
    if listed is not None:
        progress.listed.update(listed)
    return listed is not None


def meet(ground: Ground, progress: Progress, best: Best) -> Best:
    """The best word through the listed nodes, or what was best before.

    Such a word stops at one of them, or leaves them once, for a node whose vectors are known.
    """
    for place, prefixes in progress.listed.items():
        groups: dict[Support, list[Vector]] = {}
        for item in _following(ground, progress, place):
            groups.setdefault(item.shape.support, []).append(item)
        for support, items in groups.items():
            crowd = _crowd(support, items)
            for prefix in prefixes:
                ground.limits.check()
                best = _best_with(prefix, crowd, best, ground.arithmetic)
    return best


def _prefixes(ground: Ground, place: int) -> dict[int, tuple[Prefix, ...]] | None:
    """All different prefixes of a node and of every node before it, or None if some node has too many."""
    before, waiting = {place}, [place]
    while waiting:
        for source, _ in ground.graph.incoming[waiting.pop()]:
            if source not in before:
                before.add(source)
                waiting.append(source)
    listed: dict[int, tuple[Prefix, ...]] = {}
    for component in reversed(ground.graph.components):
        node = component[0]
        if node in before:
            found: dict[Shape, Prefix] = {}
            for prefix in _arriving(ground, node, listed):
                found.setdefault(prefix.shape, prefix)
                if len(found) > _FEW:
                    return None
            listed[node] = tuple(found.values())
    return listed


def _arriving(ground: Ground, place: int, listed: dict[int, tuple[Prefix, ...]]) -> Iterator[Prefix]:
    pair, graph = ground.pair, ground.graph
    if place == pair.start:
        yield Prefix(row_shape(pair.left, pair.right, ground.arithmetic), ())
    for source, number in graph.incoming[place]:
        step = ground.forward(source, number)
        for prefix in listed[source]:
            shape = moved(step, prefix.shape, ground.arithmetic)
            if shape.left:
                yield Prefix(shape, (*prefix.edges, (source, number)))


def _following(ground: Ground, progress: Progress, place: int) -> Iterator[Vector]:
    """The vectors of the words that stop at a listed node or leave the listed nodes from it."""
    arithmetic, graph = ground.arithmetic, ground.graph
    shape = stopping(ground.pair.nodes[place], graph.left_states[place], graph.right_states[place], arithmetic)
    if shape.left:
        yield vector(-1, place, shape, arithmetic)
    known: set[Shape] = set()
    for number, edge in enumerate(ground.pair.nodes[place].edges):
        if edge.target in progress.listed:
            continue
        step = ground.step(place, number)
        for rest in progress.kept[edge.target]:
            ground.limits.check()
            shape = moved(step, rest.shape, arithmetic)
            progress.candidates += 1
            if shape.left and shape not in known:
                known.add(shape)
                yield vector(progress.candidates, place, shape, arithmetic, number, rest)


@dataclass(frozen=True)
class _Crowd:
    """Vectors of one support, ready to be multiplied with prefixes.

    Up to rounding, `lefts` are not below the true amounts and `rights` not above, each up to its scale; the logarithm
    of the scales' ratio is `level`, but for the vectors that are `wild`.
    """

    support: Support
    items: tuple[Vector, ...]
    lefts: tuple[tuple[float, ...], ...]
    rights: tuple[tuple[float, ...], ...]
    level: int
    wild: tuple[bool, ...]


def _crowd(support: Support, items: Sequence[Vector]) -> _Crowd:
    tilts = [item.left_sketch.exponent - item.right_sketch.exponent for item in items]
    level = sorted(tilts)[len(tilts) // 2]
    rights = []
    for item, tilt in zip(items, tilts, strict=True):
        factor = 2.0 ** max(-_RANGE, min(_RANGE, level - tilt))
        rights.append(tuple(factor * _lowered(near) for near in item.right_sketch.floats))
    lefts = tuple(item.left_sketch.floats for item in items)
    wild = tuple(abs(level - tilt) > _RANGE for tilt in tilts)
    return _Crowd(support, tuple(items), lefts, tuple(rights), level, wild)


def _best_with(prefix: Prefix, crowd: _Crowd, best: Best, arithmetic: Arithmetic) -> Best:
    """The best word that begins with the prefix and goes on with one of the vectors, or what was best before."""
    shape, support = prefix.shape, crowd.support
    left, right = arithmetic.sketch(shape.left), arithmetic.sketch(shape.right)
    gains = _read(shape.left_places, left.floats, support[0])
    costs = [_lowered(near) for near in _read(shape.right_places, right.floats, support[1])]
    shift = crowd.level + left.exponent - right.exponent
    least = _logarithm(best) - shift - _DOUBT
    found = []
    for place, (ahead, beside) in enumerate(zip(crowd.lefts, crowd.rights, strict=True)):
        gain = sum(map(mul, gains, ahead))
        if gain > 0.0:
            cost = sum(map(mul, costs, beside))
            ratio = math.inf if crowd.wild[place] or cost <= 0.0 else math.log2(gain / cost)
            if ratio >= least:
                found.append((ratio, place))
    for ratio, place in sorted(found, reverse=True):
        if ratio < least:
            break
        item = crowd.items[place]
        above = fmpq(sum(map(mul, _read(shape.left_places, shape.left, support[0]), item.shape.left)))
        below = fmpq(sum(map(mul, _read(shape.right_places, shape.right, support[1]), item.shape.right)))
        if best.beaten(above, below):
            best = Best(prefix.edges, item, above, below)
            least = _logarithm(best) - shift - _DOUBT
    return best


def _lowered(near: float) -> float:
    """Sketches raise the smallest floats to SMALLEST: take them for 0."""
    return near if near > SMALLEST else 0.0


def _read(places: Sequence[int], values: Sequence[Any], wanted: Sequence[int]) -> list[Any]:
    known = dict(zip(places, values, strict=True))
    return [known.get(place, 0) for place in wanted]


def _logarithm(best: Best) -> float:
    """The binary logarithm of the best ratio: of rationals."""
    if best.right == 0 or best.left == 0:
        return math.inf if best.right == 0 else -math.inf
    ratio = fmpq(best.left) / fmpq(best.right)
    return math.log2(int(ratio.p)) - math.log2(int(ratio.q))
