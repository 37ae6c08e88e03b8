"""What it costs to shift draws, and by how much they are shifted: integers by integers, reals by multiples of grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm

from flint import fmpq

from faier.engines.alignment.costs import common, logarithm_of
from faier.engines.alignment.region import Size
from faier.exact import Epsilon, Number, Symbolic
from faier.semantics.kept import (
    Floors,
    Fresh,
    KeptAsk,
    KeptEnd,
    KeptProcess,
    KeptState,
    KeptTell,
    Reals,
    Unbounded,
    Way,
)

Priced = tuple[Size, Epsilon]
"""A part of a sum is shifted by multiples of this, each of which costs so much."""


class NotAligned(Exception):
    """Why runs of this process are not aligned."""


def every_way(kept: KeptProcess) -> Iterator[Way]:
    yield from kept.start
    for state in kept.states:
        match state:
            case KeptAsk():
                yield from (way for ways in state.ways for way in ways)
            case KeptEnd():
                pass
            case _:
                yield from state.ways


def every_fresh(kept: KeptProcess) -> list[Fresh]:
    return list(dict.fromkeys(fresh for way in every_way(kept) for fresh in way.fresh))


def prices_of(fresh: Fresh, finest: fmpq) -> tuple[Priced, ...]:
    """Those of its parts that can be shifted; reals are shifted by multiples of the `finest` number alone."""
    if isinstance(fresh, Reals):
        return tuple((finest, _known(rate) * finest) for rate in fresh.rates)
    if isinstance(fresh, Floors):
        return tuple((1, _known(rate)) for rate in fresh.real.rates)
    return tuple((coefficient, _known(_rate(a))) for coefficient, a in fresh)


def times(shift: Size, step: Size) -> int | None:
    """How many steps a shift is, if it is a whole number of them."""
    if isinstance(shift, int) and isinstance(step, int):
        return shift // step if shift % step == 0 else None
    count = fmpq(shift) / step
    return int(count.p) if count.q == 1 else None


def _rate(a: Number) -> Epsilon:
    found = logarithm_of(a)
    if found is None:
        raise NotAligned("a parameter of the noise is no product of powers")
    return -found


def _known(price: Epsilon) -> Epsilon:
    """The price, if it is positive for all values of the unknowns."""
    rest = Epsilon(price.constant, price.factor, price.base)
    if any(amount < 0 for _, amount in price.multiples) or rest.bounds(30)[0] < 0 or price == Epsilon():
        raise NotAligned("a parameter of the noise is not known to be below 1")
    return price


def rational(kept: KeptProcess) -> bool:
    """Whether all that draws are compared with, and that is added where they are shown, is rational, and the price of a
    shift a logarithm: others are no multiples of what shifts and costs are made of."""
    sizes = [constraint.least for way in every_way(kept) for constraint in way.constraints]
    sizes += [size for way in every_way(kept) for size in way.added]
    if any(isinstance(rate.base, Symbolic) for fresh in every_fresh(kept) for rate in _rates(fresh)):
        return False
    return not any(isinstance(size, Symbolic) for size in (*sizes, *(value.offset for value in told(kept.states))))


def _rates(fresh: Fresh) -> tuple[Epsilon, ...]:
    real = fresh.real if isinstance(fresh, Floors) else fresh
    return real.rates if isinstance(real, Reals) else ()


def compared(kept: KeptProcess) -> list[tuple[int, Size]]:
    """The numbers that draws are compared with, and that are added where they are shown, each once, with a number for
    each kind of sum: numbers of one kind differ by what draws may be shifted by."""
    found: dict[tuple[int, Size], None] = {}
    for way in every_way(kept):
        for constraint in way.constraints:
            kind = 2 * len(constraint.terms) + isinstance(constraint.least, fmpq)
            found[kind, constraint.terms[0][0] * constraint.least if constraint.terms else 0] = None
    for value in told(kept.states):
        found[value.real, value.offset] = None
    for number, sizes in enumerate(_added(kept)):
        found.update(dict.fromkeys((number - 2, size) for size in sizes))
    return list(found)


def told(states: tuple[KeptState, ...]) -> Iterator[Unbounded]:
    for state in states:
        if isinstance(state, KeptTell) and isinstance(state.value, Unbounded):
            yield state.value


def reach(kept: KeptProcess) -> Size:
    """The greatest difference between two numbers that draws are compared with, or that are added where they are
    shown."""
    leasts = [abs(constraint.least) for way in every_way(kept) for constraint in way.constraints]
    spreads: list[Sequence[Size]] = [[value.offset for value in told(kept.states)], *_added(kept)]
    return max(2 * max(leasts, default=0), *(max(sizes, default=0) - min(sizes, default=0) for sizes in spreads))


def _added(kept: KeptProcess) -> tuple[list[int], list[fmpq]]:
    """What is added to integers that are kept, and to reals."""
    every = [size for way in every_way(kept) for size in way.added]
    return [size for size in every if isinstance(size, int)], [size for size in every if isinstance(size, fmpq)]


def finest(kept: KeptProcess) -> fmpq:
    """All that reals are compared with are multiples of this, and halves of sums of these."""
    return fmpq(1, 2 * lcm(*(int(size.q) for _, size in compared(kept) if isinstance(size, fmpq))))


def grids(kept: KeptProcess) -> list[fmpq]:
    """Numbers of whose multiples shifts of reals are made: first those that differences of what is compared alike are
    made of, then those that all of it is."""
    sizes = [(kind, size) for kind, size in compared(kept) if isinstance(size, fmpq)]
    first = dict(reversed(sizes))
    coarse = [size - first[kind] for kind, size in sizes]
    found = [common([each for each in of if each]) for of in (coarse, [size for _, size in sizes]) if any(of)]
    return list(dict.fromkeys(found)) or [fmpq(1)]
