"""Normal data whose means and deviations are unknown: how far densities are apart within a box.

Moving all data by d changes the logarithm of a density whose noise falls at a rate r by r d at most. With Laplace noise
of scale b, for normal data of variance v the density f satisfies d f / d v = (f - phi) / (2 b**2), where phi is the
density of the data: so it grows by a rate of r**2 / 2 at most, for r = 1 / b, and of several draws any one says so. It
falls by 1 / (2 v) at most, since phi / f is at most 1 + b**2 / v, as follows from Mills' ratio M(t) > t / (1 + t**2),
which is convex.

Half of the integral of the difference, in absolute value, is at most d / sqrt(2 pi v) where a normal variable of
variance v is moved by d, at most r d / 2 where Laplace noise is, and grows with the logarithm of a variance at most by
the mean of abs(z**2 - 1) / 4 for a standard normal z, which is below 1/4. What is independent and added does not make
it greater.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from flint import arb, ctx, fmpq

from faier.engines.density.law import Formula, Law, Output
from faier.engines.density.mixture import Part, merged
from faier.engines.density.rounding import above
from faier.engines.density.tail import slowest
from faier.exact import ZERO, Number, substitute
from faier.exact.bernstein import range_in
from faier.lang.judging import Box
from faier.semantics.kept import Reals

BITS = 128
# Of so many parts all ways to say which belong together are tried.
FEW = 4
Values = Mapping[str, fmpq]


@dataclass(frozen=True)
class Room:
    """By how much a density may change within a box: its logarithm up and down (None: that is not known), and half of
    the integral of the difference (None likewise)."""

    up: fmpq | None = ZERO
    down: fmpq | None = ZERO
    moved: fmpq | None = ZERO

    def joined(self, other: Room) -> Room:
        """Of both."""
        return Room(
            *(_most(*ends) for ends in ((self.up, other.up), (self.down, other.down), (self.moved, other.moved)))
        )


def _most(one: fmpq | None, other: fmpq | None) -> fmpq | None:
    return None if one is None or other is None else max(one, other)


def at(law: Law, values: Values) -> Law:
    """The law where the unknowns have these values."""
    densities = {}
    for output in {*law.densities, *law.formulas}:
        parts = [*law.densities.get(output, ()), *(_part(one, values) for one in law.formulas.get(output, ()))]
        densities[output] = merged(parts)
    return Law(law.atoms, densities, law.integers)


def rooms(more: Law, less: Law, box: Box, values: Values) -> tuple[Room, Room]:
    """How far the two laws may be from those at these values of the box. Reals that are moved alike in both make no
    difference to what is compared."""
    found = [Room(), Room()]
    for output in {*more.densities, *more.formulas, *less.densities, *less.formulas}:
        sides = [law.formulas.get(output, ()) for law in (more, less)]
        still = [law.densities.get(output, ()) for law in (more, less)]
        common: Number = ZERO
        if not any(still) and any(sides):
            common = next(one for side in sides for one in side).at
        for number, side in enumerate(sides):
            for one in side:
                found[number] = found[number].joined(_room(one, common, box, values))
    return found[0], found[1]


def most(more: Law, less: Law, box: Box) -> fmpq | None:
    """What the logarithm of the ratio does not exceed anywhere in the box, where parts belong together, those on the
    left at least as wide: the rate times how far they are moved, and half of its square times how much variances differ
    (`engines.density.dominated` has why)."""
    outputs = {*more.densities, *more.formulas}
    if more.atoms or len(outputs) != 1:
        return None
    (output,) = outputs
    sides = [_formulas(law, output) for law in (more, less)]
    noises = {one.noise.rates for side in sides for one in side}
    if len(noises) != 1 or len(sides[0]) != len(sides[1]):
        return None
    slow = slowest(Reals(*noises))
    if slow is None or slow[0].factor or slow[0].multiples:
        return None
    orders = permutations(sides[1]) if len(sides[1]) <= FEW else [sides[1]]
    found = [end for order in orders if (end := _matched(sides[0], order, slow[0].constant, box)) is not None]
    return min(found, default=None)


def _formulas(law: Law, output: Output) -> tuple[Formula, ...]:
    """All that is shown there; nothing where a part of it is cut off."""
    known = law.densities.get(output, ())
    if any(part.low is not None or part.high is not None for part in known):
        return ()
    return (*(Formula(part.weight, part.at, part.noise) for part in known), *law.formulas.get(output, ()))


def _matched(left: Sequence[Formula], right: Sequence[Formula], rate: fmpq, box: Box) -> fmpq | None:
    worst = ZERO
    for one, other in zip(left, right, strict=True):
        wider = one.noise.variance - other.noise.variance
        ends = range_in(wider, box)
        if one.weight != other.weight or ends is None or ends[0] < 0:
            return None
        for sign in (1, -1):
            found = range_in(rate * sign * (one.at - other.at) + rate**2 / 2 * wider, box)
            if found is None:
                return None
            worst = max(worst, found[1])
    return worst


def with_unknown_chances(laws: Sequence[Law]) -> bool:
    """Whether there are weights that are no fractions: these are not followed within boxes."""
    weights = [weight for law in laws for weight in law.atoms.values()]
    weights += [part.weight for law in laws for mixture in law.densities.values() for part in mixture]
    weights += [one.weight for law in laws for found in law.formulas.values() for one in found]
    return any(not isinstance(weight, fmpq) for weight in weights)


def _part(one: Formula, values: Values) -> Part:
    where, variance = substitute(one.at, values), substitute(one.noise.variance, values)
    assert isinstance(where, fmpq)
    return Part(one.weight, where, Reals(one.noise.rates, variance))


def _room(one: Formula, common: Number, box: Box, values: Values) -> Room:
    place = one.at - common
    ends, variances = range_in(place, box), range_in(one.noise.variance, box)
    here, variance = substitute(place, values), substitute(one.noise.variance, values)
    if ends is None or variances is None or not isinstance(here, fmpq) or not isinstance(variance, fmpq):
        return Room(None, None, None)
    by = max(ends[1] - here, here - ends[0])
    wider, least = max(variances[1] - variance, ZERO), max(min(variances[0], variance), ZERO)
    narrower = variance - least
    rate = _rate(one.noise)
    up, down = (ZERO, ZERO) if not by else (None, None)
    if rate is not None and (least > 0 or not (wider or narrower)):
        falls = [wider / (2 * variance), narrower / (2 * least)] if wider or narrower else [ZERO, ZERO]
        steep = rate * rate / 2
        up = rate * by + max(steep * wider, falls[1])
        down = rate * by + max(steep * narrower, falls[0])
    elif wider or narrower:
        up = down = None
    return Room(up, down, _moved(by, wider, narrower, least, rate))


def _moved(by: fmpq, wider: fmpq, narrower: fmpq, least: fmpq, rate: fmpq | None) -> fmpq | None:
    found: list[fmpq] = []
    if least > 0:
        with ctx.workprec(BITS):
            found.append(above(by / (2 * arb.pi() * arb(least)).sqrt()))
    if rate is not None:
        found.append(by * rate / 2)
    if not by:
        found.append(ZERO)
    if not found or (least <= 0 and (wider or narrower)):
        return None
    spread = max(wider, narrower) / (4 * least) if wider or narrower else ZERO
    return min(found) + spread


def _rate(noise: Reals) -> fmpq | None:
    """The least rate, rounded up."""
    slow = slowest(noise)
    return None if slow is None or slow[0].multiples else slow[0].bounds()[1]
