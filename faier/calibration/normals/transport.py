"""The cheapest way to move the components of one mixture to those of another, as exact shares.

What it costs to move a normal distribution to another is the square of the distance of their means and of their
deviations. Any way of moving everything is made cheaper along circles of moves, as long as there is one that saves:
where there is none left, no way is cheaper.
"""

from __future__ import annotations

from flint import arb, ctx, fmpq

from faier.calibration.normals.components import BITS, Normals, Size
from faier.exact import ZERO

Shares = dict[tuple[int, int], fmpq]
"""How much of the one component goes to the other; what is left out is 0."""

# Costs that are no fractions are balls: what saves less than this is taken to save nothing.
NOTHING = fmpq(1, 10**40)


def optimal(left: Normals, right: Normals) -> Shares:
    """The shares that move the left to the right at the least cost."""
    with ctx.workprec(BITS):
        costs = {
            (i, j): (one.mean - other.mean) ** 2 + _square(one.deviation - other.deviation)
            for i, one in enumerate(left)
            for j, other in enumerate(right)
        }
        shares = _in_order(left, right)
        while circle := _saving(shares, costs, len(left), len(right)):
            most = min(shares[move] for move in circle[1::2])
            for at, move in enumerate(circle):
                shares[move] = shares.get(move, ZERO) + (most if at % 2 == 0 else -most)
            shares = {move: share for move, share in shares.items() if share}
        return shares


def _in_order(left: Normals, right: Normals) -> Shares:
    """From left to right."""
    shares: Shares = {}
    places = [_by_mean(left), _by_mean(right)]
    rests = [[side[at].weight for at in order] for side, order in zip((left, right), places, strict=True)]
    i = j = 0
    while i < len(left) and j < len(right):
        moved = min(rests[0][i], rests[1][j])
        if moved:
            shares[places[0][i], places[1][j]] = moved
        rests[0][i] -= moved
        rests[1][j] -= moved
        if rests[0][i] == 0:
            i += 1
        else:
            j += 1
    return shares


def _by_mean(side: Normals) -> list[int]:
    return sorted(range(len(side)), key=lambda at: side[at].mean)


def _saving(
    shares: Shares, costs: dict[tuple[int, int], Size], rows: int, columns: int
) -> list[tuple[int, int]] | None:
    """Moves to do more and to do less of, in turn, which saves something: a circle of negative cost (Bellman, Ford)."""
    edges: list[tuple[int, int, Size, tuple[int, int]]] = []
    for move, cost in costs.items():
        edges.append((move[0], rows + move[1], cost, move))
        if move in shares:
            edges.append((rows + move[1], move[0], -cost, move))
    distance: list[Size] = [ZERO] * (rows + columns)
    before: list[tuple[int, tuple[int, int]] | None] = [None] * (rows + columns)
    changed = None
    for _ in range(rows + columns):
        changed = None
        for start, end, cost, move in edges:
            if _less(distance[start] + cost, distance[end]):
                distance[end] = distance[start] + cost
                before[end] = start, move
                changed = end
        if changed is None:
            return None
    assert changed is not None
    for _ in range(rows + columns):
        changed = _step(before, changed)[0]
    circle, at = [], changed
    while True:
        start, move = _step(before, at)
        circle.append((start < rows, move))
        at = start
        if at == changed:
            break
    circle.reverse()
    first = next(place for place, (more, _) in enumerate(circle) if more)
    return [move for _, move in circle[first:] + circle[:first]]


def _step(before: list[tuple[int, tuple[int, int]] | None], at: int) -> tuple[int, tuple[int, int]]:
    found = before[at]
    assert found is not None
    return found


def _square(size: Size) -> Size:
    return size * size


def _less(one: Size, other: Size) -> bool:
    if isinstance(one, arb) or isinstance(other, arb):
        return bool(arb(other) - arb(one) > NOTHING)
    return bool(one < other)
