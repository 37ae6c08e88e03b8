"""The least bounds of a coupling, as the limit of an iteration: in floats, then raised a little, or exactly.

`ground_of` lists the distinct small programs of a pair. Each sweep computes every bound of every node from the
bounds of the nodes that its edges lead to. Bounds only rise; those that rise too high are given up (None) and the
flows avoid them. Nothing here is a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias

from flint import fmpq

from faier.engines.coupling.flows import FLOATS, RATIONALS, Numbers, Scalar, cheapest, steps
from faier.hmm.model import Pair
from faier.limits import Limits
from faier.semantics.process import Row

Bounds: TypeAlias = list[list[list[Scalar | None]]]
"""For each node, left state and right state; None: not bounded, or given up."""

# A factor beyond this is not found.
_CEILING = 1e7
_SWEEPS = 600
_STEADY = 1e-13
_SETTLING = 250
_EXACT_SWEEPS = 40
_EXACT_BITS = 400
_MOST_CASES = 40_000


@dataclass(frozen=True)
class Case(Generic[Scalar]):
    """A left row and a right row of one edge, to a node."""

    target: int
    supply: tuple[tuple[int, Scalar], ...]
    room: tuple[tuple[int, Scalar], ...]


@dataclass(frozen=True)
class Ground:
    """The distinct cases of each node, exact and in floats, and which of them each pair of states has."""

    pair: Pair
    order: tuple[int, ...]  # the nodes that can be reached, the furthest first
    cases: tuple[tuple[Case[fmpq], ...], ...]
    near: tuple[tuple[Case[float], ...], ...]
    index: tuple[dict[tuple[int, int, int], int], ...]
    needs: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]

    def case_of(self, place: int, edge: int, left: int, right: int) -> int:
        return self.index[place][edge, left, right]


def ground_of(pair: Pair) -> Ground | None:
    """None: there are too many cases. All weights must be rational."""
    order = _reached(pair)
    cases: list[tuple[Case[fmpq], ...]] = [()] * len(pair.nodes)
    index: list[dict[tuple[int, int, int], int]] = [{} for _ in pair.nodes]
    needs: list[tuple[tuple[tuple[int, ...], ...], ...]] = [()] * len(pair.nodes)
    total = 0
    for place in range(len(pair.nodes)):
        node = pair.nodes[place]
        total += len(node.left_final) * len(node.right_final) * len(node.edges)
        if total > _MOST_CASES:
            return None
        known: dict[Case[fmpq], int] = {}
        for number, edge in enumerate(node.edges):
            for s, supply in enumerate(edge.left):
                for t, room in enumerate(edge.right):
                    case = Case(edge.target, _exact(supply), _exact(room))
                    index[place][number, s, t] = known.setdefault(case, len(known))
        cases[place] = tuple(known)
        needs[place] = tuple(
            tuple(
                tuple(sorted({index[place][number, s, t] for number in range(len(node.edges))}))
                for t in range(len(node.right_final))
            )
            for s in range(len(node.left_final))
        )
    near = tuple(
        tuple(Case(case.target, _floats(case.supply), _floats(case.room)) for case in found) for found in cases
    )
    return Ground(pair, order, tuple(cases), near, tuple(index), tuple(needs))


def descending(ground: Ground) -> tuple[int, ...] | None:
    """The nodes that can be reached, each behind those that its edges lead to; None if there is a cycle."""
    order: list[int] = []
    begun, done = {ground.pair.start}, set[int]()
    path = [(ground.pair.start, iter(ground.pair.nodes[ground.pair.start].edges))]
    while path:
        place, edges = path[-1]
        edge = next(edges, None)
        if edge is None:
            path.pop()
            done.add(place)
            order.append(place)
        elif edge.target not in begun:
            begun.add(edge.target)
            path.append((edge.target, iter(ground.pair.nodes[edge.target].edges)))
        elif edge.target not in done:
            return None
    return tuple(order)


def least(ground: Ground) -> Bounds[fmpq]:
    """What the empty word says, exactly."""
    return _finals(ground, RATIONALS)


def climbed(ground: Ground, wanted: float | None, limits: Limits) -> Bounds[float] | None:
    """The limit; None if it is not reached, or what it proves is above `wanted` already on the way."""
    pair = ground.pair
    bounds: Bounds[float] = _finals(ground, FLOATS)
    floor: Bounds[float] = _finals(ground, FLOATS)
    ceiling = _CEILING if wanted is None else max(_CEILING, 100 * wanted)
    left, right = _floats(_exact(pair.left)), _floats(_exact(pair.right))
    before = [[list(line) for line in table] for table in bounds]
    for sweep in range(1, _SWEEPS + 1):
        moved = False

        def raised(place: int, s: int, t: int, value: float) -> float | None:
            nonlocal moved
            old = bounds[place][s][t]
            assert old is not None
            if value <= old * (1 + _STEADY):
                return old
            moved = True
            return None if value > ceiling else value

        given_up = _sweep(ground, ground.near, bounds, floor, FLOATS, raised, limits)
        if not moved and not given_up:
            break
        if sweep % 100 == 0:
            _give_up(bounds, before)
            before = [[list(line) for line in table] for table in bounds]
        if sweep % 5 == 0:
            start = cheapest(left, right, bounds[pair.start], FLOATS)
            if start is None or (wanted is not None and start.factor > wanted * (1 + 1e-9)):
                return None
    else:
        return None
    start = cheapest(left, right, bounds[pair.start], FLOATS)
    if start is None or (wanted is not None and start.factor > wanted * (1 + 1e-9)):
        return None
    return bounds


def padded(
    ground: Ground, limit: Bounds[float], simple: Bounds[fmpq], padding: float, limits: Limits
) -> Bounds[float] | None:
    """Bounds that leave room: those that are not simple are raised by the padding until all of them settle."""
    bounds: Bounds[float] = [
        [
            [bound if near is None or bound is None else float(near) for near, bound in zip(nears, line, strict=True)]
            for nears, line in zip(guesses, table, strict=True)
        ]
        for guesses, table in zip(simple, limit, strict=True)
    ]
    floor = _finals(ground, FLOATS)
    for _ in range(_SETTLING):
        moved = False

        def raised(place: int, s: int, t: int, value: float) -> float | None:
            nonlocal moved
            old, near = bounds[place][s][t], simple[place][s][t]
            assert old is not None
            if near is not None and old == float(near) and value <= old * (1 + 1e-12):
                return old
            value *= 1 + padding
            if value <= old * (1 + padding / 10):
                return old
            moved = True
            return value if value < 2 * _CEILING else None

        if _sweep(ground, ground.near, bounds, floor, FLOATS, raised, limits):
            return None
        if not moved:
            return bounds
    return None


def solved(ground: Ground, limit: Bounds[float], limits: Limits) -> Bounds[fmpq] | None:
    """The exact limit, if it is reached in a few sweeps."""
    bounds, floor = least(ground), least(ground)
    for table, limits_there in zip(bounds, limit, strict=True):
        for line, row in zip(table, limits_there, strict=True):
            line[:] = [None if near is None else bound for bound, near in zip(line, row, strict=True)]
    for _ in range(_EXACT_SWEEPS):
        moved = False

        def raised(place: int, s: int, t: int, value: fmpq) -> fmpq | None:
            nonlocal moved
            old = bounds[place][s][t]
            assert old is not None
            if value <= old:
                return old
            moved = True
            return value if value.q.bit_length() < _EXACT_BITS else None

        if _sweep(ground, ground.cases, bounds, floor, RATIONALS, raised, limits):
            return None
        if not moved:
            return bounds
    return None


def _sweep(
    ground: Ground,
    cases: tuple[tuple[Case[Scalar], ...], ...],
    bounds: Bounds[Scalar],
    floor: Bounds[Scalar],
    numbers: Numbers[Scalar],
    raised: Callable[[int, int, int, Scalar], Scalar | None],
    limits: Limits,
) -> bool:
    """Compute every bound anew, in place, but not below `floor`; whether one was given up."""
    given_up = False
    for place in ground.order:
        factors: list[Scalar | None] = []
        for case in cases[place]:
            limits.spend(steps(case.supply, case.room, numbers))
            flow = cheapest(case.supply, case.room, bounds[case.target], numbers)
            factors.append(None if flow is None else flow.factor)
        for s, line in enumerate(bounds[place]):
            for t, bound in enumerate(line):
                if bound is None:
                    continue
                value = floor[place][s][t]
                for number in ground.needs[place][s][t]:
                    factor = factors[number]
                    if factor is None:
                        value = None
                        break
                    assert value is not None
                    value = max(value, factor)
                line[t] = None if value is None else raised(place, s, t, value)
                given_up = given_up or line[t] is None
    return given_up


def _give_up(bounds: Bounds[float], before: Bounds[float]) -> None:
    """Forget bounds that still grow quickly; a flow may do without them."""
    for table, old_table in zip(bounds, before, strict=True):
        for line, old_line in zip(table, old_table, strict=True):
            for place, (bound, old) in enumerate(zip(line, old_line, strict=True)):
                if bound is not None and old is not None and bound > 1000 * max(old, 1.0):
                    line[place] = None


def _finals(ground: Ground, numbers: Numbers[Scalar]) -> Bounds[Scalar]:
    """What the empty word says; nothing is bounded at nodes that no word leads to."""
    bounds: Bounds[Scalar] = []
    reached = set(ground.order)
    for place, node in enumerate(ground.pair.nodes):
        table: list[list[Scalar | None]] = []
        for left in node.left_final:
            line: list[Scalar | None] = []
            for right in node.right_final:
                if place not in reached or (left != 0 and right == 0):
                    line.append(None)
                elif left == 0:
                    line.append(numbers.zero)
                else:
                    ratio = left / right
                    assert isinstance(ratio, fmpq)
                    line.append(numbers.one * ratio if numbers.tiny == 0 else float(ratio))
            table.append(line)
        bounds.append(table)
    return bounds


def _reached(pair: Pair) -> tuple[int, ...]:
    order = [pair.start]
    seen = {pair.start}
    for place in order:
        for edge in pair.nodes[place].edges:
            if edge.target not in seen:
                seen.add(edge.target)
                order.append(edge.target)
    return tuple(reversed(order))


def _exact(row: Row) -> tuple[tuple[int, fmpq], ...]:
    return tuple((state, weight) for state, weight in row if isinstance(weight, fmpq))


def _floats(row: tuple[tuple[int, fmpq], ...]) -> tuple[tuple[int, float], ...]:
    return tuple((state, float(weight)) for state, weight in row)
