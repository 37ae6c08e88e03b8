"""About the cheapest flow between two rows of weights, in floats: it guides, and decides nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from faier.engines.coupling.flows import FLOATS, cheapest

# Flows with more ways than this are left to another solver, if it is there; with more than that they are not looked
# for.
FEW, MOST = 150, 4_000

Weights = Sequence[tuple[int, float]]
Costs = Sequence[Sequence[float | None]]
Amounts = Sequence[tuple[int, int, float]]


def flow(supply: Weights, room: Weights, costs: Costs) -> Amounts | None:
    """How much of each supply goes to which room, so that all room must grow by as little as can be; None where no such
    flow is found."""
    ways = [(one, other, cost) for one, _ in supply for other, _ in room if (cost := costs[one][other]) is not None]
    if len(supply) < 2 or len(room) < 2 or len(ways) <= FEW:
        found = cheapest(supply, room, costs, FLOATS)
        return None if found is None or not math.isfinite(found.factor) else found.amounts
    return _solved(supply, room, ways) if len(ways) <= MOST else None


def _solved(supply: Weights, room: Weights, ways: Sequence[tuple[int, int, float]]) -> Amounts | None:
    """By the solver of scipy, where that is installed."""
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_matrix
    except ImportError:
        return None
    # Shares of each supply, and of the room: what is rare counts as much as what is likely.
    amount, space = dict(supply), dict(room)
    columns, size = range(len(ways)), len(ways) + 1
    ones, others = {one: at for at, one in enumerate(amount)}, {other: at for at, other in enumerate(space)}
    sent = csr_matrix(([1.0] * len(ways), ([ones[one] for one, _, _ in ways], columns)), shape=(len(ones), size))
    spaces = [[others[other] for _, other, _ in ways] + [*range(len(others))], [*columns, *[size - 1] * len(others)]]
    parts = [cost * amount[one] / space[other] for one, other, cost in ways]
    used = csr_matrix((parts + [-1.0] * len(others), spaces), shape=(len(others), size))
    goal = [0.0] * len(ways) + [1.0]
    found = linprog(goal, A_ub=used, b_ub=[0.0] * len(others), A_eq=sent, b_eq=[1.0] * len(ones), method="highs")
    if found.x is None:
        return None
    return [(one, other, part * amount[one]) for (one, other, _), part in zip(ways, found.x, strict=False) if part > 0]
