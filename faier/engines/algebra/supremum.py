"""Obligations with unknowns -> the least factor c that all of them satisfy, between certified ends.

The supremum of left / right over the words and the cube. Its candidates in closed form are the values at the
corners, taken as limits where the corner itself is excluded, or has no ratio because a secret is impossible there: if
all obligations hold for the largest of them, that is the supremum, exactly. Otherwise a climb from simple points
gives a witness and a lower end, and bisection with the algebra engine brings an upper end that is proved down to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product

from flint import fmpq

from faier.engines.algebra.domain import Domain
from faier.engines.algebra.engine import Fails, Holds, decide
from faier.engines.algebra.obligations import Obligation
from faier.exact import (
    Epsilon,
    Number,
    Symbolic,
    Undecidable,
    bounds,
    compare,
    nearest_float,
    numerator_denominator,
    substitute,
)
from faier.exact.bernstein import Point
from faier.exact.simplest import simplest_between
from faier.limits import LimitReached, Limits

# The ends meet when the upper is at most this factor times the lower: a difference of 1e-9 in epsilon.
PRECISION = 1 + fmpq(1, 10**9)

HALF = fmpq(1, 2)
# Sides of the cube, of every dimension, that are looked at; with few unknowns all of them.
SIDES = 729
# Moves of one size in a climb.
MOVES = 48


@dataclass(frozen=True)
class Supremum:
    """`lower` <= supremum <= `upper`; None is infinity. `point` and `obligation` attain `lower`, unless
    `attained` is False: then they come near it. `exact`: the two ends are one number."""

    lower: Number | None
    upper: Number | None
    attained: bool
    obligation: Obligation
    point: Point
    reason: str = ""


def supremum(items: Sequence[Obligation], domain: Domain, limits: Limits) -> Supremum:
    """The supremum of left / right over all obligations and the whole domain."""
    ratios = [_Ratio(item, domain) for item in items]
    for ratio in ratios:
        if ratio.value is None:
            return Supremum(None, None, True, ratio.item, _somewhere(ratio, domain))
    corner = _pole(ratios, domain, limits) or _best_corner(ratios, domain)
    if corner is not None and corner.value is None:
        attained = corner.inside(domain)
        return Supremum(None, None, attained, corner.ratio.item, corner.at if attained else _near(corner, domain))
    found = _best_inside(ratios, domain, corner, limits)
    if corner is not None and corner.value is not None and _at_most(items, domain, corner.value, limits):
        return _closed(corner, found, domain)
    return _bisected(items, ratios, domain, found, limits)


@dataclass(frozen=True)
class _Corner:
    """A ratio's limit at a corner of the cube; None is infinity."""

    ratio: _Ratio
    at: Point
    value: Number | None

    def inside(self, domain: Domain) -> bool:
        """Whether the limit is a value: the corner belongs to the domain, and the output is possible there."""
        return domain.holds(self.at) and self.ratio.possible(self.at)


@dataclass(frozen=True)
class _Inside:
    ratio: _Ratio
    at: Point
    value: Number


class _Ratio:
    """left / right of one obligation on the cube, common factors cancelled; None where right is zero."""

    def __init__(self, item: Obligation, domain: Domain) -> None:
        self.item = item
        self.domain = domain
        self.left = domain.unit(item.left)
        self.value: Number | None = None
        if item.right != 0:
            self.value = self.left / domain.unit(item.right)

    @property
    def parts(self) -> tuple[Number, Number]:
        """The ratio's numerator and denominator."""
        assert self.value is not None
        return numerator_denominator(self.value) if isinstance(self.value, Symbolic) else (self.value, fmpq(1))

    def possible(self, point: Point) -> bool:
        """Whether left is not zero at a point, so that both secrets have probabilities that are not zero."""
        values: dict[str, Number] = dict(zip(self.domain.names, point, strict=True))
        return substitute(self.left, values) != 0

    def limit(self, point: Point) -> Number | None:
        """The ratio at a point, or its limit; None where its denominator vanishes and its numerator does not."""
        assert self.value is not None
        if not isinstance(self.value, Symbolic):
            return self.value
        values: dict[str, Number] = dict(zip(self.domain.names, point, strict=True))
        above, below = (substitute(part, values) for part in self.parts)
        if below == 0:
            if above == 0:
                raise ZeroDivisionError
            return None
        return above / below


def _pole(ratios: list[_Ratio], domain: Domain, limits: Limits) -> _Corner | None:
    """A point at which a ratio has no bound: on a side of the cube, of any dimension, right is zero everywhere and left
    is not. Common factors are cancelled, so points inside have ratios as large as one likes."""
    sides = islice(product((HALF, fmpq(0), fmpq(1)), repeat=len(domain.variables)), SIDES)
    for side in sides:
        fixed: dict[str, Number] = {name: at for name, at in zip(domain.names, side, strict=True) if at != HALF}
        for ratio in ratios:
            limits.spend(1)
            above, below = (substitute(part, fixed) for part in ratio.parts)
            if below == 0 and above != 0:
                return _Corner(ratio, _where_not_zero(above, side, domain), None)
    return None


def _best_corner(ratios: list[_Ratio], domain: Domain) -> _Corner | None:
    """The largest limit at a corner; with many unknowns, of the first corners only."""
    best: _Corner | None = None
    corners = list(product((fmpq(0), fmpq(1)), repeat=len(domain.variables)))[:256]
    for ratio in ratios:
        for at in corners:
            try:
                value = ratio.limit(at)
            except ZeroDivisionError:
                continue
            if value is None:
                return _Corner(ratio, at, None)
            if best is None or (best.value is not None and compare(value, best.value) > 0):
                best = _Corner(ratio, at, value)
    return best


def _best_inside(ratios: list[_Ratio], domain: Domain, corner: _Corner | None, limits: Limits) -> _Inside:
    """A good point of the domain, by climbing in floats; its value is exact."""
    starts = [_center(domain)]
    if corner is not None:
        starts.append(_near(corner, domain))
    best: _Inside | None = None
    for ratio in ratios:
        for start in starts:
            value = _value(ratio, start)
            if value is not None and (best is None or compare(value, best.value) > 0):
                best = _Inside(ratio, start, value)
    assert best is not None
    return _climbed(best, domain, limits)


def _climbed(best: _Inside, domain: Domain, limits: Limits) -> _Inside:
    """Coordinate steps of shrinking size, as long as they help."""
    step = fmpq(1, 4)
    moves = 0
    while step > fmpq(1, 2**40):
        improved = False
        for axis in range(len(domain.variables)):
            for change in (step, -step):
                moved = best.at[axis] + change
                if not domain.variables[axis].allows(moved):
                    continue
                limits.spend(1)
                at = (*best.at[:axis], moved, *best.at[axis + 1 :])
                value = _value(best.ratio, at)
                if value is not None and compare(value, best.value) > 0:
                    best = _Inside(best.ratio, at, value)
                    improved = True
        moves += 1
        if not improved or moves > MOVES:
            step = step / 2
            moves = 0
    return best


def _closed(corner: _Corner, found: _Inside, domain: Domain) -> Supremum:
    """The corner's value is the supremum. It is attained if the corner, or another point that is tried, has it."""
    for at in (_center(domain), corner.at, _inward(corner.at, domain)):
        value = _value(corner.ratio, at) if domain.holds(at) else None
        if value is not None and compare(value, corner.value) == 0:
            return Supremum(corner.value, corner.value, True, corner.ratio.item, at)
    if compare(found.value, corner.value) == 0:
        return Supremum(corner.value, corner.value, True, found.ratio.item, found.at)
    return Supremum(corner.value, corner.value, False, corner.ratio.item, _near(corner, domain))


def _bisected(
    items: Sequence[Obligation], ratios: list[_Ratio], domain: Domain, found: _Inside, limits: Limits
) -> Supremum:
    """The lower end is a value at a point; the upper end is proved. A refuted middle is a better point."""
    by_item = {id(ratio.item): ratio for ratio in ratios}
    low = _rational_below(found.value)
    high: fmpq | None = None
    step = fmpq(1, 2**20)
    reason = ""
    try:
        while high is None or high > low * PRECISION:
            middle = low * (1 + step) if high is None else _middle(low, high)
            answer = _decided(items, domain, middle, limits)
            if isinstance(answer, Fails):
                ratio = by_item[id(answer.obligation)]
                value = _value(ratio, answer.point)
                if value is None:
                    return Supremum(None, None, True, ratio.item, answer.point)
                found = _climbed(_Inside(ratio, answer.point, value), domain, limits)
                low = max(middle, _rational_below(found.value))
                step = step * 4
            elif isinstance(answer, Holds):
                high = middle
            else:
                reason = "the algebra engine gave up between the two ends"
                if high is not None or step > 2**20:
                    break
                step = step * 16
    except LimitReached as limit:
        reason = limit.text
    attained = found.value if high is None or compare(found.value, high) <= 0 else high
    return Supremum(attained, high, True, found.ratio.item, found.at, reason)


def _decided(items: Sequence[Obligation], domain: Domain, c: Number, limits: Limits) -> Holds | Fails | None:
    """Holds (of the last obligation) when all do, the first violation, or None when some stay open."""
    answers = decide(items, domain, _budget(c), limits)
    if isinstance(answers[-1], Fails):
        return answers[-1]
    last = answers[-1]
    return last if all(isinstance(answer, Holds) for answer in answers) and isinstance(last, Holds) else None


def _at_most(items: Sequence[Obligation], domain: Domain, c: Number, limits: Limits) -> bool:
    scaled = [Obligation(item.left, item.right * c, item.word) for item in items]
    return all(isinstance(answer, Holds) for answer in decide(scaled, domain, Epsilon(), limits))


def _budget(c: Number) -> Epsilon:
    assert isinstance(c, fmpq)
    return Epsilon.log(c)


def _middle(low: fmpq, high: fmpq) -> fmpq:
    third = (high - low) / 3
    return simplest_between(low + third, high - third)


def _rational_below(value: Number) -> fmpq:
    return value if isinstance(value, fmpq) else bounds(value, 20)[0]


def _value(ratio: _Ratio, at: Point) -> Number | None:
    """The ratio at a point: zero where left is zero, whatever right is; None where it is not finite."""
    try:
        return ratio.limit(at) if ratio.possible(at) else fmpq(0)
    except (ZeroDivisionError, Undecidable):
        return None


def _center(domain: Domain) -> Point:
    return (HALF,) * len(domain.variables)


def _inward(corner: Point, domain: Domain) -> Point:
    """The corner, but for the unknowns that have no ends: they are in the middle."""
    return tuple(HALF if variable.open else at for at, variable in zip(corner, domain.variables, strict=True))


def _near(corner: _Corner, domain: Domain) -> Point:
    """A point of the domain close to a corner at which the output is possible: on the closed sides if it can be."""
    for closed in (False, True):
        for little in (fmpq(1, 2**20), fmpq(1, 3**13), fmpq(1, 5**9)):
            point = tuple(
                abs(at - little) if at in (0, 1) and (variable.open or closed) else at
                for at, variable in zip(corner.at, domain.variables, strict=True)
            )
            if corner.ratio.possible(point):
                return point
    return _somewhere(corner.ratio, domain)


def _somewhere(ratio: _Ratio, domain: Domain) -> Point:
    """A point of the domain at which the output is possible."""
    return _where_not_zero(ratio.left, _center(domain), domain)


def _where_not_zero(number: Number, side: Point, domain: Domain) -> Point:
    """A point on the side at which a number that is not zero everywhere on it is not zero, as are almost all points
    that are tried."""
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23):
        shares = [fmpq(part, prime) for part in range(1, prime)]
        free = [axis for axis, at in enumerate(side) if at == HALF]
        for tried in product(shares, repeat=min(len(free), 4)):
            moved = dict(zip(free, tried, strict=False))
            point = tuple(moved.get(axis, at) for axis, at in enumerate(side))
            if substitute(number, dict(zip(domain.names, point, strict=True))) != 0:
                return point
    raise LimitReached("points", "no simple values of the unknowns were found for which the output is possible")


__all__ = ["PRECISION", "Supremum", "nearest_float", "supremum"]
