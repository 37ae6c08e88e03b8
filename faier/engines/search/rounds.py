"""Is a factor exceeded by any word? Only vectors that may still lead above it are kept (Dinkelbach's method).

Let c be the ratio of the best word so far. A prefix with weights (a, b) followed by a vector (x, y) exceeds c where
a x - c b y > 0. What is known of all prefixes of a node is a cone: a(s) <= U(s) b(s) for each state s that both sides
have, with U from a pass forward (`_reach`). So a vector matters by its values on the cone's rays alone, and is dropped
where none is positive, or where others combine to at least as much on each ray: the same dominance as ever, of vectors
whose positive values are the left side and whose negative ones are the right. A sweep after which nothing exceeds c is
the proof that c is tight; else the best word that is left gives the next c. Weights are rational. Streams whose
neighbors differ arbitrarily are settled by it where the bounds of `search/bound` do not meet.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from faier.engines.search.bound import Make, Reduce, sweep
from faier.engines.search.dominance import Effort, Purse, prune
from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import INTEGERS, Shape, Vector, vector
from faier.engines.words import Best, better
from faier.limits import LimitReached, Limits

# More vectors at one node than this are no help; nor is a bound that still grows after so many passes.
_MOST, _PASSES = 48, 40
# Steps of linear programs for one sweep.
_CREDIT = 20_000_000

Reach = list[dict[int, fmpq | None]]
"""For each node and left state s the U(s) of all its prefixes (None: there is none)."""


def settled(
    ground: Ground, progress: Progress, best: Best, layer: int, length: int | None, limits: Limits
) -> Best | None:
    """The best word that shows at most `length` values, where layers before `layer` are known; None if that is not
    found out."""
    if ground.arithmetic is not INTEGERS:
        return None
    try:
        reach = _reach(ground, limits)
    except LimitReached:
        return None
    while best.right != 0:
        layers = sweep(ground, progress, layer, length, limits, _exceeding(reach, fmpq(best.left) / best.right))
        if layers is None:
            return None
        found = better(ground.pair, best, layers[-1])
        if found is best:
            break
        best = found
    return best


def _exceeding(reach: Reach, factor: fmpq) -> Make:
    """Keeps words alone, and whenever some word exceeds the factor, one that does."""

    def make(ground: Ground, limits: Limits) -> Reduce:
        effort = Effort(ground.arithmetic, True, limits, Purse(_CREDIT))

        def reduce(place: int, items: Sequence[Vector]) -> tuple[Vector, ...]:
            valued = []
            for number, item in enumerate(items):
                shape = _on_rays(reach[place], item.shape, factor)
                if shape.left:
                    valued.append(vector(number, place, shape, ground.arithmetic))
            kept = prune((), valued, effort).kept
            if len(kept) > _MOST:
                raise LimitReached("vectors", f"more than {_MOST} vectors may matter at one point of the word")
            return tuple(items[one.identity] for one in kept)

        return reduce

    return make


def _on_rays(reach: dict[int, fmpq | None], shape: Shape, factor: fmpq) -> Shape:
    """The values of a vector on the rays of the cone, positive ones on the left, negative ones on the right.

    The rays of a state are a = 0, b = 1 (number 2s) and a = U, b = 1 or, where nothing is known, a = 1, b = 0
    (number 2s + 1); each has a scale of its own.
    """
    top, bottom = int(factor.p), int(factor.q)
    above: dict[int, int] = {}
    below = {2 * state: amount for state, amount in zip(shape.right_places, shape.right, strict=True)} if top else {}
    rights = dict(zip(shape.right_places, shape.right, strict=True))
    lefts = dict(zip(shape.left_places, shape.left, strict=True))
    for state in lefts.keys() | rights.keys():
        bound = reach.get(state)
        if bound is None:
            value = lefts.get(state, 0)
        else:
            value = int(bound.p) * bottom * lefts.get(state, 0) - int(bound.q) * top * rights.get(state, 0)
        if value:
            (above if value > 0 else below)[2 * state + 1] = abs(value)
    left, right = tuple(sorted(above)), tuple(sorted(below))
    return Shape(left, tuple(above[at] for at in left), right, tuple(below[at] for at in right))


def _reach(ground: Ground, limits: Limits) -> Reach:
    """What bounds the left weight of each state by the right weight of the state of the same number, in all prefixes.

    Bounds that grow without end are given up.
    """
    pair = ground.pair
    known: Reach = [{} for _ in pair.nodes]
    rights = dict(pair.right)
    for state, weight in pair.left:
        known[pair.start][state] = weight / rights[state] if rights.get(state) else None
    dirty = {pair.start}
    for turn in range(2 * _PASSES + 2 * len(pair.nodes)):
        if not dirty:
            return known
        waiting, dirty = sorted(dirty), set()
        for place in waiting:
            for edge in pair.nodes[place].edges:
                limits.check()
                answers = [dict(row) for row in edge.right]
                for state, bound in [*known[place].items()]:
                    for target, weight in edge.left[state]:
                        answer = answers[state].get(target) if state < len(answers) else None
                        fresh = None if bound is None or not answer else bound * weight / answer
                        if _raised(known[edge.target], target, fresh, turn >= _PASSES + len(pair.nodes)):
                            dirty.add(edge.target)
    return [dict.fromkeys(each) for each in known]


def _raised(bounds: dict[int, fmpq | None], state: int, fresh: fmpq | None, late: bool) -> bool:
    """Make room for another prefix; says whether the bound had to change."""
    if state in bounds:
        old = bounds[state]
        if old is None or (fresh is not None and fresh <= old):
            return False
    bounds[state] = None if late else fresh
    return True
