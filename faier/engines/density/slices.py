"""Several noisy numbers in one output, on lines: one of them may be any real, the others are where they are put.

On a line both laws are mixtures of one real. Where one of these exceeds what is allowed, so do the laws. And where all
products that have the same other numbers keep to it, of one number and for all that the others are, so do their sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cmp_to_key
from itertools import islice, product

from flint import fmpq

from faier.engines.density.engine import Broken, Greatest, Place, breaks, greatest, near, reaches
from faier.engines.density.exactly import density
from faier.engines.density.law import PLACE, Lattice, Law, Output, Product
from faier.engines.density.mixture import Mixture, Part, merged
from faier.engines.density.several import products_of
from faier.exact import (
    ONE,
    ZERO,
    Epsilon,
    LogRatio,
    Number,
    Symbolic,
    Undecidable,
    compare,
    exponential_of,
    has_value,
    square_root,
)
from faier.exact.simplest import simplest_inside
from faier.lang.values import Near, Value
from faier.lang.values import Sequence as Items
from faier.limits import Limits

# So many lines are looked at in each output.
LINES = 200
NOT_SEEN = "the greatest ratio is on no line that was looked at"
# 1 / sqrt(2 pi), nearly: what every density of a normal draw has beside its deviation, and both sides have alike.
ROOT = fmpq(39894228040143267793994605993438186847585863116493, 10**50)

LINE = Items("tuple", (PLACE,))

Factor = Part | Lattice
Point = tuple[int | Near | None, ...]


def broken_on_a_line(left: Law, right: Law, epsilon: Epsilon | LogRatio, limits: Limits) -> Place | None:
    """An output that exceeds e^epsilon, if one is found."""
    return next((place for place, _ in _broken(left, right, epsilon, limits)), None)


def _broken(
    left: Law, right: Law, epsilon: Epsilon | LogRatio, limits: Limits
) -> Iterator[tuple[Place, tuple[Law, Law]]]:
    """Outputs that exceed e^epsilon, with both laws on their lines."""
    for output in left.several:
        both = products_of(left, output), products_of(right, output)
        for point, mixtures in islice(_lines(*both, epsilon), LINES):
            limits.check()
            laws = Law({}, {LINE: mixtures[0]}), Law({}, {LINE: mixtures[1]})
            try:
                found = breaks(*laws, epsilon, limits)
            except Undecidable:
                continue
            if isinstance(found, Broken):
                yield replace(found.place, output=_filled(output, point, found.place.output[0])), laws


def kept_beside(left: Law, right: Law, epsilon: Epsilon | LogRatio, limits: Limits) -> bool:
    """Whether it is seen that no output of several reals exceeds e^epsilon."""
    return all(
        any(all(breaks(*both, epsilon, limits) is None for both in laws) for laws in _beside(left, right, output))
        for output in left.several
    )


def greatest_beside(left: Law, right: Law, limits: Limits) -> Greatest | None:
    """Of outputs of several reals, where an upper end is seen."""
    upper: Number = ZERO
    for output in left.several:
        ends = []
        for laws in _beside(left, right, output):
            uppers = [greatest(*both, limits).upper for both in laws]
            if None not in uppers:
                ends.append(max((end for end in uppers if end is not None), key=cmp_to_key(compare)))
        if not ends:
            return None
        upper = max(upper, min(ends, key=cmp_to_key(compare)), key=cmp_to_key(compare))
    goal = near(upper)
    found = None if goal is None else next(_broken(left, right, goal, limits), None)
    if found is None:
        return Greatest(ZERO, upper, reason=NOT_SEEN)
    lower = greatest(*found[1], limits).lower
    assert lower is not None
    return Greatest(lower, upper, found[0], False, None if lower == upper else NOT_SEEN)


def _beside(left: Law, right: Law, output: Output) -> Iterator[list[tuple[Law, Law]]]:
    """For each real that is shown the mixtures of it that stand beside the same other noisy numbers."""
    both = products_of(left, output), products_of(right, output)
    for at in range(len(both[0][0].factors)):
        sides: list[dict[tuple[Factor, ...], list[Part]]] = [{}, {}]
        parts = [(side, one, one.factors[at]) for side, found in enumerate(both) for one in found]
        for side, one, factor in parts:
            if isinstance(factor, Part):
                rest = (*one.factors[:at], *one.factors[at + 1 :])
                sides[side].setdefault(rest, []).append(replace(factor, weight=one.weight))
        if all(isinstance(factor, Part) for _, _, factor in parts):
            yield [
                (Law({}, {LINE: merged(found)}), Law({}, {LINE: merged(sides[1].get(rest, ()))}))
                for rest, found in sides[0].items()
            ]


def _lines(
    left: Sequence[Product], right: Sequence[Product], epsilon: Epsilon | LogRatio
) -> Iterator[tuple[Point, tuple[Mixture, Mixture]]]:
    """Points that say nothing of one place, and both mixtures there."""
    every = (*left, *right)
    columns = [[one.factors[at] for one in every] for at in range(len(every[0].factors))]
    if not all(map(_of_one_kind, columns)):
        return
    places = [list(dict.fromkeys(_places(column, epsilon))) for column in columns]
    for at, column in enumerate(columns):
        if isinstance(column[0], Part):
            for point in product(*(found if number != at else [None] for number, found in enumerate(places))):
                mixtures = tuple(merged(_on_the_line(one, at, point) for one in side) for side in (left, right))
                if mixtures[0]:
                    yield point, (mixtures[0], mixtures[1])


def _of_one_kind(column: Sequence[Factor]) -> bool:
    """Integers, normal draws or single Laplace draws: all have densities that are told from each other exactly."""
    if any(isinstance(one, Lattice) for one in column):
        return all(isinstance(one, Lattice) for one in column)
    noises = [one.noise for one in column if isinstance(one, Part)]
    normal = all(not noise.rates and has_value(noise.variance) for noise in noises)
    return normal or all(density(noise, fmpq(0)) is not None for noise in noises)


def _places(column: Sequence[Factor], epsilon: Epsilon | LogRatio) -> Iterator[int | Near]:
    """Where a noisy number may be put: where draws are 0, and where normal ones are far out on either side. One
    whose variance is no fraction is put at its middle, where it is the same in all products: how dense it is elsewhere
    is no number of the field."""
    if any(isinstance(one, Part) and isinstance(one.noise.variance, Symbolic) for one in column):
        (one, *others) = dict.fromkeys(column)
        if not others and isinstance(one, Part) and one.low is None and one.high is None:
            yield Near(one.at)
        return
    for one in column:
        if isinstance(one, Lattice):
            yield one.at
        else:
            yield _near(one, [part for part in column if isinstance(part, Part)])
    for one in column:
        if isinstance(one, Part) and not one.noise.rates:
            assert isinstance(one.noise.variance, fmpq)
            size = fmpq((one.noise.variance * (epsilon.enclose(64).upper().fmpq() + 1)).ceil())
            yield from (Near(one.at + size), Near(one.at - size))


def _near(one: Part, parts: Sequence[Part]) -> Near:
    """Where the draw of a part is 0: beside that where a part begins or ends there; else somewhere in it."""
    jumps = any(one.at in (part.low, part.high) for part in parts)
    for place in (Near(one.at, 1), Near(one.at, -1)) if jumps else (Near(one.at),):
        if reaches(one, place):
            return place
    return Near(simplest_inside(one.low, one.high))


def _on_the_line(one: Product, at: int, point: Point) -> Part:
    weight = one.weight
    for factor, place in zip(one.factors, point, strict=True):
        if place is not None:
            weight = weight * _likely(factor, place)
    found = one.factors[at]
    assert isinstance(found, Part)
    return replace(found, weight=weight)


def _likely(factor: Factor, place: int | Near) -> Number:
    if isinstance(factor, Lattice):
        assert isinstance(place, int)
        return replace(factor, weight=ONE).chance(place)
    assert isinstance(place, Near)
    if not reaches(factor, place):
        return ZERO
    variance, away = factor.noise.variance, place.at - factor.at
    if factor.noise.rates:
        found = density(factor.noise, away)
        assert found is not None
        return found
    if isinstance(variance, Symbolic):
        assert away == 0
        return ROOT / square_root(variance)
    deviation = exponential_of(Epsilon.log(variance) / 2)
    return exponential_of(Epsilon.rational(-away * away / (2 * variance))) / deviation * ROOT


def _filled(output: Output, point: Point, found: Value) -> tuple[Value, ...]:
    """The output with numbers in the places of noisy ones."""
    rest = iter(point)
    items: list[Value] = []
    for item in output.items:
        place = next(rest) if item == PLACE else None
        items.append(item if item != PLACE else found if place is None else place)
    return tuple(items)
