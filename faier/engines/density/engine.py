"""Two laws -> what is known of their greatest ratio, or by how much one exceeds a multiple of the other."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx, fmpq

from faier.engines.density.dominated import at_most, limit
from faier.engines.density.exactly import value_of
from faier.engines.density.law import Law, Output, filled
from faier.engines.density.mixture import Mixture, Part, cells
from faier.engines.density.ratio import PRECISION, Ends, ends
from faier.engines.density.rounding import above, below, scale
from faier.engines.density.single import one_rate, places
from faier.engines.density.slopes import greatest_of
from faier.exact import (
    ONE,
    ZERO,
    Epsilon,
    LogRatio,
    Number,
    TooLarge,
    Undecidable,
    compare,
    enclose,
    exceeds,
    exponential_of,
    from_ratio,
)
from faier.lang.values import Near, Value
from faier.limits import Limits

# Where ratios grow without end one that exceeds e to this is shown.
FAR = Epsilon.rational(10)
# Where a ratio is only approached, one that is this much of it is shown.
NEARLY = 1 - fmpq(1, 10**6)


@dataclass(frozen=True)
class Place:
    """An output, and how likely it is on both sides: the left at least, the right at most."""

    output: tuple[Value, ...]
    left: Number
    right: Number


@dataclass(frozen=True)
class Greatest:
    """The greatest ratio is between the two; None: infinite, which of `upper` alone means that it is not known. The
    ratio of `place` is `lower` where they are equal and `attained`, else nearly so. `reason` says why they are not
    close."""

    lower: Number | None
    upper: Number | None
    place: Place | None = None
    attained: bool = True
    reason: str | None = None


@dataclass(frozen=True)
class Broken:
    """Something exceeds what is allowed."""

    place: Place


def breaks(left: Law, right: Law, epsilon: Epsilon | LogRatio, limits: Limits) -> Broken | str | None:
    """An output whose ratio exceeds e^epsilon; None: there is none; a text: why neither is known."""
    for output, chance in left.atoms.items():
        other = right.atoms.get(output, ZERO)
        if exceeds(chance, other, epsilon):
            return Broken(Place(output.items, chance, other))
    reason: str | None = None
    for output, mixture in left.densities.items():
        against = right.densities.get(output, ())
        try:
            found = _breaks(mixture, against, epsilon, limits)
        except Undecidable as error:
            found = str(error)
        if isinstance(found, Near):
            return Broken(_placed(output, mixture, against, found))
        reason = reason or found
    return reason


def _breaks(left: Mixture, right: Mixture, epsilon: Epsilon | LogRatio, limits: Limits) -> Near | str | None:
    if one_rate(left, right):
        with ctx.workprec(PRECISION):
            factor = epsilon.enclose(PRECISION).exp()
            found = places(left, right, PRECISION)
            if isinstance(found, fmpq):
                return Near(found)
            return next((Near(place.at, place.side) for place in found if place.exceeds(epsilon, factor)), None)
    if within(left, right, epsilon):
        return None
    found = ends(left, right, limits, goal=epsilon)
    if found.bare is not None:
        return Near(found.bare)
    goal = epsilon.enclose(PRECISION)
    if found.seen is not None and found.seen.ratio > goal:
        return Near(found.seen.at, found.seen.side)
    if found.upper is not None and found.upper <= goal.upper() and found.settled:
        return None
    return found.reason or _told(found)


def within(left: Mixture, right: Mixture, epsilon: Epsilon | LogRatio) -> bool:
    """Whether it is seen at once that no ratio exceeds e^epsilon."""
    try:
        bound = at_most(left, right)
        return bound is not None and not exceeds(bound, ONE, epsilon)
    except (Undecidable, TooLarge):
        return False


def greatest(left: Law, right: Law, limits: Limits, floor: Number | None = None) -> Greatest:
    """The greatest ratio of the laws; what is not above the floor is not looked at closely."""
    best = Greatest(ZERO, ZERO)
    for output, chance in left.atoms.items():
        other = right.atoms.get(output, ZERO)
        ratio = chance / other if other != 0 else None
        best = joined(best, Greatest(ratio, ratio, Place(output.items, chance, other)))
    for output, mixture in left.densities.items():
        against = right.densities.get(output, ())
        least = best.lower if floor is None or (best.lower is not None and compare(best.lower, floor) > 0) else floor
        best = joined(best, _greatest(output, mixture, against, limits, least))
        if best.lower is None:
            break
    return best


def joined(one: Greatest, other: Greatest) -> Greatest:
    """The greater of two."""
    if one.lower is None or other.lower is None:
        return one if one.lower is None else other
    first = one if compare(one.lower, other.lower) >= 0 else other
    upper = None
    if one.upper is not None and other.upper is not None:
        upper = one.upper if compare(one.upper, other.upper) >= 0 else other.upper
    reason = one.reason or other.reason
    return Greatest(first.lower, upper, first.place, first.attained, None if upper == first.lower else reason)


def _greatest(output: Output, left: Mixture, right: Mixture, limits: Limits, floor: Number | None) -> Greatest:
    if not right:
        place = _written(output, left, right, Near(cells(left, right, PRECISION)[0].inside))
        return Greatest(None, None, place)
    if one_rate(left, right):
        return _exactly(output, left, right, floor)
    known = _limit(left, right)
    if known is not None:
        goal = near(known)
        seen = None if goal is None else ends(left, right, limits, goal=goal).seen
        place = None if seen is None else _written(output, left, right, Near(seen.at, seen.side))
        return Greatest(known, known, place, attained=False)
    logarithm = None if floor is None or floor == 0 else from_ratio(floor).enclose(PRECISION)
    found = ends(left, right, limits, floor=logarithm)
    if found.bare is not None:
        return Greatest(None, None, _written(output, left, right, Near(found.bare)))
    if found.lower is None and found.upper is None and found.reason is None:
        far = ends(left, right, limits, goal=FAR).seen
        return Greatest(
            None, None, None if far is None else _written(output, left, right, Near(far.at, far.side)), False
        )
    if found.seen is None or found.lower is None:
        return Greatest(ZERO, None if found.upper is None else _above_exp(found.upper), reason=found.reason)
    place = _written(output, left, right, Near(found.seen.at, found.seen.side))
    with ctx.workprec(PRECISION):
        low = below(found.lower.exp())
    high = None if found.upper is None else _above_exp(found.upper)
    return Greatest(low, high, place, False, found.reason)


def near(ratio: Number) -> Epsilon | None:
    """A little less than the logarithm of a ratio above 1."""
    with ctx.workprec(PRECISION):
        size = below(from_ratio(ratio).enclose(PRECISION))
    return Epsilon.rational(size * NEARLY) if size > 0 else None


def _above_exp(ball: arb) -> Number:
    with ctx.workprec(PRECISION):
        return above(ball.exp())


def _exactly(output: Output, left: Mixture, right: Mixture, floor: Number | None) -> Greatest:
    with ctx.workprec(PRECISION):
        found = places(left, right, PRECISION)
        if isinstance(found, fmpq):
            return Greatest(None, None, _written(output, left, right, Near(found)))
        lowest = None if floor is None else enclose(floor, PRECISION)
        if lowest is not None and all(place.ratio < lowest for place in found):
            return Greatest(ZERO, floor)
        least = greatest_of([place.ratio.lower() for place in found])
        candidates = [place for place in found if not place.ratio < least]
    best: Greatest | None = None
    for place in candidates:
        above, below = place.left, place.right
        ratio = above / below
        if best is None or best.lower is None or compare(ratio, best.lower) > 0:
            best = Greatest(ratio, ratio, Place(filled(output, Near(place.at, place.side)), above, below))
    assert best is not None
    return best


def _limit(left: Mixture, right: Mixture) -> Number | None:
    """The greatest ratio where it is what the ratio comes near to far out."""
    try:
        bound = at_most(left, right)
        if bound is None:
            return None
        if left == right:
            return bound
        mirrored = [tuple(part.mirrored for part in side) for side in (left, right)]
        for known in (limit(left, right), limit(mirrored[0], mirrored[1])):
            if known is not None and known == bound:
                return known
    except (Undecidable, TooLarge):
        pass
    return None


def _told(found: Ends) -> str:
    lower, upper = ("?" if end is None else end.str(20, radius=False) for end in (found.lower, found.upper))
    return f"the greatest loss is between {lower} and {upper}, which does not tell it from the claim"


def _placed(output: Output, left: Mixture, right: Mixture, near: Near) -> Place:
    """Both densities at a real, exactly or from the safe side."""
    return Place(filled(output, near), *densities_at(left, right, near))


def _written(output: Output, left: Mixture, right: Mixture, near: Near) -> Place | None:
    """The same, if both densities can be written."""
    try:
        return _placed(output, left, right, near)
    except TooLarge:
        return None


def densities_at(left: Mixture, right: Mixture, near: Near) -> tuple[Number, Number]:
    """What is not known exactly is a number of few digits, at most so much on the left and at least on the right, times
    a power of e where it is tiny: the same on both sides."""
    sides = [tuple(part for part in side if reaches(part, near)) for side in (left, right)]
    exact = [_exact(side, near.at) for side in sides]
    if exact[0] is not None and exact[1] is not None:
        return exact[0], exact[1]
    with ctx.workprec(PRECISION):
        balls = [_value(side, near.at) for side in sides]
        power = scale(balls[0])
        shrunk = exponential_of(Epsilon.rational(power))
        factor = arb(-power).exp()
        found = [
            known if known is not None else rounded(ball * factor) * shrunk
            for known, ball, rounded in zip(exact, balls, (below, above), strict=True)
        ]
    return found[0], found[1]


def _exact(side: Mixture, at: fmpq) -> Number | None:
    try:
        return value_of(side, at)
    except TooLarge:
        return None


def _value(side: Mixture, at: fmpq) -> arb:
    balls = [cells((part,), (), PRECISION)[0].left[0] for part in side]
    return sum((ball.value(at) for ball in balls), arb(0))


def reaches(part: Part, near: Near) -> bool:
    """Whether a part is there, on this side of the number."""
    if part.low is not None and (near.at < part.low or (near.at == part.low and near.side < 0)):
        return False
    return part.high is None or near.at < part.high or (near.at == part.high and near.side < 0)
