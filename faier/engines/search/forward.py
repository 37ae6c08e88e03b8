"""Words made forward, letter by letter: the few that favour the left most so far, and those impossible on the right.

What such a word attains is certain, whatever was left out. So it is what an interrupted search can tell in any case;
and where a word is impossible on the right there is nothing left to search: noise without tails is refuted before any
vector is made.
"""

from __future__ import annotations

import heapq
import math
from itertools import count

from faier.engines.search.graph import shows
from faier.engines.search.state import Ground
from faier.engines.search.vectors import Shape, moved, row_shape, weighed
from faier.engines.words import Best, Edges, Prefix
from faier.hmm.model import Pair
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

# How many words are kept side by side, and how many letters they have at most.
_WIDTH, _LONGEST = 8, 2_000


def favourable(ground: Ground, length: int | None, limits: Limits, best: Best) -> Best:
    """The best word met that shows at most `length` values, or what was best before. A limit ends the walk."""
    pair, arithmetic = ground.pair, ground.arithmetic
    front = [(pair.start, 0, Prefix(row_shape(pair.left, pair.right, arithmetic), ()))]
    try:
        for _ in range(_LONGEST):
            found: dict[tuple[int, int, Shape], Prefix] = {}
            for place, shown, prefix in front:
                best = _stopped(pair, place, prefix, best)
                for number, edge in enumerate(pair.nodes[place].edges):
                    limits.check()
                    after = shown + shows(edge)
                    if length is None or after <= length:
                        shape = moved(ground.forward(place, number), prefix.shape, arithmetic)
                        if shape.left:
                            onward = Prefix(shape, (*prefix.edges, (place, number)))
                            found.setdefault((edge.target, after, shape), onward)
            if not found or best.right == 0:
                break
            ranked = sorted(found.items(), key=lambda item: -_level(ground, item[1].shape))[:_WIDTH]
            front = [(place, shown, prefix) for (place, shown, _), prefix in ranked]
    except LimitReached:
        pass
    return best


def one_sided(pair: Pair, length: int | None, steps: int) -> Edges | None:
    """A word that shows at most `length` values and is possible on the left alone, if one is found in so many steps.

    Only which states are possible is looked at; words for which few right states are go first.
    """
    numbers = count()
    start = (frozenset(state for state, _ in pair.left), frozenset(state for state, _ in pair.right))
    waiting: list[tuple[int, int, int, int, int, frozenset[int], frozenset[int], Edges]] = []
    known: set[tuple[int, frozenset[int], frozenset[int]]] = set()

    def add(place: int, shown: int, left: frozenset[int], right: frozenset[int], edges: Edges) -> None:
        if left and (place, left, right) not in known:
            known.add((place, left, right))
            heapq.heappush(waiting, (len(right), shown, len(edges), next(numbers), place, left, right, edges))

    add(pair.start, 0, *start, ())
    while waiting and steps > 0:
        _, shown, _, _, place, left, right, edges = heapq.heappop(waiting)
        node = pair.nodes[place]
        if any(node.left_final[state] != 0 for state in left) and all(node.right_final[state] == 0 for state in right):
            return edges
        reached: dict[tuple[int, bool], frozenset[int]] = {}
        for number, edge in enumerate(node.edges):
            steps -= len(left) + len(right)
            if length is None or shown + shows(edge) <= length:
                for rows, states, side in ((edge.left, left, False), (edge.right, right, True)):
                    if (id(rows), side) not in reached:
                        reached[id(rows), side] = _targets(rows, states)
                after = reached[id(edge.left), False], reached[id(edge.right), True]
                add(edge.target, shown + shows(edge), *after, (*edges, (place, number)))
    return None


def _targets(rows: tuple[Row, ...], states: frozenset[int]) -> frozenset[int]:
    return frozenset(target for state in states for target, _ in rows[state])


def _stopped(pair: Pair, place: int, prefix: Prefix, best: Best) -> Best:
    """The prefix as a word, if it is better."""
    node, shape = pair.nodes[place], prefix.shape
    left = weighed(tuple(enumerate(node.left_final)), shape.left_places, shape.left)
    right = weighed(tuple(enumerate(node.right_final)), shape.right_places, shape.right)
    return Best(prefix.edges, None, left, right) if best.beaten(left, right) else best


def _level(ground: Ground, shape: Shape) -> float:
    """The logarithm of about the ratio of the prefix."""
    left, right = ground.arithmetic.sketch(shape.left), ground.arithmetic.sketch(shape.right)
    if not right.floats:
        return math.inf
    return math.log2(sum(left.floats) / sum(right.floats)) + left.exponent - right.exponent
