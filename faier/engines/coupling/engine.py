"""A pair -> a factor that holds for words of every length, with a proof: a coupling of the two runs.

The proof bounds, for every node, what the left run may see of any word by what the right run may see of it
(`coupling_check` has the inequalities). The least bounds are the limit of an iteration of small linear programs
(`flows`), started from the finals; distributions over states are compared rather than states (`beliefs`). Floats
find that limit (`coupling_limit`), it is rounded to rationals that leave a little room, and exact flows are computed
for them. What `verify` does not accept is not returned.

A pair may have a finite factor and no coupling, or none that is found: None says nothing about the pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from flint import fmpq

from faier.engines.coupling.beliefs import Believed, further, plain
from faier.engines.coupling.check import Amounts, Coupling, verify
from faier.engines.coupling.flows import RATIONALS, Flow, cheapest, steps
from faier.engines.coupling.limit import Bounds, Ground, climbed, descending, ground_of, least, padded, solved
from faier.exact.simplest import simplest_between
from faier.hmm.model import Pair
from faier.limits import DEFAULTS, LimitReached, Limits

__all__ = ["Coupling", "prove", "verify"]

# The share by which bounds that are no simple fractions are raised, smallest first.
_PADDINGS = (1e-9, 1e-7, 1e-5, 1e-3)

# A bound this close to a fraction with such a denominator is taken for that fraction.
_DENOMINATOR = 2_000
_CLOSE = 1e-10

# Bounds of pairs without cycles are rounded up to about so many bits.
_BITS = 64

# How far beliefs may look ahead, and how many a node may have.
_DEPTH = 3
_BELIEFS = 120

# A guess is repaired so often, by raising the bounds that do not hold.
_REPAIRS = 3


def prove(pair: Pair, wanted: fmpq | None = None, limits: Limits = DEFAULTS) -> Coupling | None:
    """The best coupling found; stops at one that proves `wanted`, and gives up early where none can. Weights must be
    rational, else None. When the time is up, what has been found so far.
    """
    if not pair.rational or pair.left_mass == 0 or pair.right_mass == 0:
        return None
    best: Coupling | None = None
    believed: Believed | None = plain(pair)
    try:
        for _ in range(_DEPTH):
            assert believed is not None
            believed = further(believed, _BELIEFS, limits)
            if believed is None:
                break
            found = _proved(pair, believed, wanted, limits)
            if found is not None and (best is None or found.factor < best.factor):
                best = found
            if best is not None and (wanted is None or best.factor <= wanted):
                break
    except LimitReached:
        pass
    return best


def _proved(pair: Pair, believed: Believed, wanted: fmpq | None, limits: Limits) -> Coupling | None:
    ground = ground_of(believed.pair)
    if ground is None:
        return None
    order = descending(ground)
    if order is not None:
        coupling = _descended(believed, ground, order, limits)
        return coupling if coupling is not None and verify(pair, coupling) else None
    scale = float(pair.right_mass / pair.left_mass)  # type: ignore[arg-type]
    limit = climbed(ground, None if wanted is None else float(wanted) / scale, limits)
    if limit is None:
        return None
    for bounds in _guesses(ground, limit, limits):
        coupling = _certified(believed, ground, bounds, limits)
        if coupling is not None and verify(pair, coupling):
            return coupling
    return None


def _descended(believed: Believed, ground: Ground, order: tuple[int, ...], limits: Limits) -> Coupling | None:
    """Where there is no cycle, the least bounds from the end to the start, long fractions rounded up on the way."""
    pair = believed.pair
    bounds = least(ground)
    tables: list[tuple[tuple[tuple[Amounts | None, ...], ...], ...]] = [()] * len(pair.nodes)
    for place in order:
        found = _cheapest(ground, bounds, place, limits)
        for s, line in enumerate(bounds[place]):
            for t, bound in enumerate(line):
                for number in ground.needs[place][s][t]:
                    flow = found[number]
                    if bound is None or flow is None:
                        bound = None
                    elif flow.factor > bound:
                        bound = flow.factor
                line[t] = None if bound is None else shortened(bound)
        tables[place] = _tables(ground, bounds, place, found)
    for place in set(range(len(pair.nodes))) - set(order):
        tables[place] = _tables(ground, bounds, place, [])
    return _started(believed, bounds, tuple(tables))


def shortened(bound: fmpq) -> fmpq:
    """A fraction of few bits, not less, greater by a share of 2**-62 at most."""
    if bound.q.bit_length() <= _BITS:
        return bound
    shift = _BITS + int(bound.q).bit_length() - int(bound.p).bit_length()
    numerator, denominator = int(bound.p), int(bound.q)
    if shift >= 0:
        return fmpq(-(-(numerator << shift) // denominator), 1 << shift)
    return fmpq(-(-numerator // (denominator << -shift)) << -shift)


def _guesses(ground: Ground, limit: Bounds[float], limits: Limits) -> Iterator[Bounds[fmpq]]:
    """Rational bounds near the limit, the tightest first; the last are the exact limit, where it is reached."""
    simple = [[[_simple(bound) for bound in line] for line in table] for table in limit]
    for padding in _PADDINGS:
        raised = padded(ground, limit, simple, padding, limits)
        if raised is not None:
            yield [
                [
                    [_rounded(near, bound, padding) for near, bound in zip(nears, line, strict=True)]
                    for nears, line in zip(guesses, table, strict=True)
                ]
                for guesses, table in zip(simple, raised, strict=True)
            ]
    exact = solved(ground, limit, limits)
    if exact is not None:
        yield exact


def _simple(bound: float | None) -> fmpq | None:
    """The simple fraction that the bound seems to be."""
    if bound is None:
        return None
    if bound == 0:
        return fmpq(0)
    value = _exactly(bound)
    near = simplest_between(value * (1 - _exactly(_CLOSE)), value * (1 + _exactly(_CLOSE)), closed_low=True)
    return near if near.q <= _DENOMINATOR else None


def _rounded(simple: fmpq | None, bound: float | None, padding: float) -> fmpq | None:
    """The simple fraction where the bound still is that; else a short fraction a little above."""
    if bound is None:
        return None
    value = _exactly(bound)
    if simple is not None and float(simple) == bound:
        return simple
    return simplest_between(value, value * (1 + _exactly(padding / 4)), closed_low=True)


def _exactly(number: float) -> fmpq:
    return fmpq(*number.as_integer_ratio())


def _certified(believed: Believed, ground: Ground, bounds: Bounds[fmpq], limits: Limits) -> Coupling | None:
    """The coupling with these bounds, raised where they do not hold."""
    pair = believed.pair
    for _ in range(_REPAIRS):
        found, raised = _flows(pair, ground, bounds, limits)
        if found is not None:
            return _started(believed, bounds, found)
        bounds = raised
    return None


def _started(believed: Believed, bounds: Bounds[fmpq], flows: tuple[_Table, ...]) -> Coupling | None:
    """The coupling, with the cheapest flow at the start."""
    pair = believed.pair
    start = cheapest(_row(pair.left), _row(pair.right), bounds[pair.start], RATIONALS)
    if start is None:
        return None
    factor = start.factor * pair.right_mass / pair.left_mass
    assert isinstance(factor, fmpq)
    frozen = tuple(tuple(tuple(line) for line in table) for table in bounds)
    return Coupling(factor, believed.left, believed.right, frozen, flows, start.amounts)


_Table: TypeAlias = tuple[tuple[tuple[Amounts | None, ...], ...], ...]
"""For each edge of a node, left state and right state: the flow."""


def _flows(
    pair: Pair, ground: Ground, bounds: Bounds[fmpq], limits: Limits
) -> tuple[tuple[_Table, ...] | None, Bounds[fmpq]]:
    """The flows of every edge, if the bounds hold; and the bounds, as high as the flows make them."""
    raised = [[list(line) for line in table] for table in bounds]
    holds = True
    everything = []
    for place in range(len(pair.nodes)):
        found = _cheapest(ground, bounds, place, limits)
        for s, line in enumerate(bounds[place]):
            for t, bound in enumerate(line):
                if bound is None:
                    continue
                for number in ground.needs[place][s][t]:
                    flow = found[number]
                    if flow is None:
                        raised[place][s][t], holds = None, False
                        break
                    higher = raised[place][s][t]
                    if higher is not None and flow.factor > higher:
                        raised[place][s][t], holds = flow.factor, False
        everything.append(_tables(ground, bounds, place, found))
    return (tuple(everything) if holds else None), raised


def _cheapest(ground: Ground, bounds: Bounds[fmpq], place: int, limits: Limits) -> list[Flow[fmpq] | None]:
    """The flow of each case of a node."""
    found = []
    for case in ground.cases[place]:
        limits.spend(2 * steps(case.supply, case.room, RATIONALS))
        found.append(cheapest(case.supply, case.room, bounds[case.target], RATIONALS))
    return found


def _tables(ground: Ground, bounds: Bounds[fmpq], place: int, found: Sequence[Flow[fmpq] | None]) -> _Table:
    """The flows of a node in their places, where there are bounds."""

    def amounts(number: int, s: int, t: int) -> Amounts | None:
        flow = None if bounds[place][s][t] is None else found[ground.case_of(place, number, s, t)]
        return None if flow is None else flow.amounts

    node = ground.pair.nodes[place]
    return tuple(
        tuple(tuple(amounts(number, s, t) for t in range(len(node.right_final))) for s in range(len(node.left_final)))
        for number in range(len(node.edges))
    )


def _row(row: tuple[tuple[int, object], ...]) -> list[tuple[int, fmpq]]:
    return [(state, weight) for state, weight in row if isinstance(weight, fmpq)]
