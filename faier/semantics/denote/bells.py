"""Normal draws: sums of them, compared with exact numbers or seen; with Laplace draws among them, compared alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from flint import fmpq

from faier.exact import Epsilon, Number, exponential_of, has_value, normal
from faier.lang.noise import not_followed
from faier.semantics.denote.densities import NORMAL, Density, Fringe, Normal
from faier.semantics.denote.noise import Affine
from faier.semantics.denote.planes import Law, Plane, Seen, Sides
from faier.semantics.denote.weights import ONE, ZERO
from faier.semantics.powers import power_at

Summed: TypeAlias = Callable[[Density, fmpq, Density, fmpq], Density]
"""The density of a sum of multiples of two draws."""


def apart(
    laws: Mapping[int, Law], planes: list[Plane], seen: list[Seen], kept: int | None, summed: Summed
) -> tuple[Number, list[Plane], list[Seen], set[int]]:
    """The integral over all normal draws as a number, and what is left: it is not about them. And the other draws
    that are integrated over with them."""
    bells = {draw for draw, law in laws.items() if isinstance(law, Normal)}
    strips: dict[Sides, tuple[list[Number], list[Number]]] = {}
    for plane in planes:
        sides, offset = plane.form.sides, plane.form.offset
        if bells.isdisjoint(dict(sides)):
            continue
        opposite = tuple((draw, -value) for draw, value in sides)
        if opposite in strips:
            strips[opposite][1].append(offset)
        else:
            strips.setdefault(sides, ([], []))[0].append(-offset)
    shown = [one for one in seen if isinstance(one.law, Normal) or not bells.isdisjoint(dict(one.form.sides))]
    left = [plane for plane in planes if bells.isdisjoint(dict(plane.form.sides))]
    rest = [one for one in seen if one not in shown]
    forms = [Affine(real_sides(laws, one.form)) for one in shown]
    beside = {draw for sides in strips for draw, _ in sides if isinstance(laws[draw], Density)}
    others = [one.form for one in left] + [one.form for one in rest]
    if kept in beside or any(not beside.isdisjoint(dict(form.sides)) for form in others):
        raise not_followed("a normal draw beside another draw")
    _require_independent(bells, beside, [*strips, *(form.sides for form in forms)])
    factor: Number = ONE
    for one, form in zip(shown, forms, strict=True):
        if not isinstance(one.law, Normal) or not bells.issuperset(dict(form.sides)):
            raise not_followed("a normal draw beside another draw")
        factor = factor * _density(_known(one.law.variance) + _variance(laws, form.sides), one.form.offset)
    for sides, (lows, highs) in strips.items():
        if lows and highs and max(lows) >= min(highs):
            return ZERO, [], [], set()
        below = _Below(laws, sides, summed)
        upper = below.at(min(highs)) if highs else below.everything
        factor = factor * (upper - (below.at(max(lows)) if lows else ZERO))
    return factor, left, rest, beside


class _Below:
    """How likely a sum of normal and of other real draws is to be below numbers."""

    def __init__(self, laws: Mapping[int, Law], sides: Sides, summed: Summed) -> None:
        self.variance = _variance(laws, [(draw, value) for draw, value in sides if isinstance(laws[draw], Normal)])
        self.factor = ONE
        self.density: Density | None = None
        for draw, value in sides:
            law = laws[draw]
            if not isinstance(law, Density):
                continue
            if self.density is None:
                self.factor, self.density = value, law
            else:
                self.factor, self.density = ONE, summed(self.density, self.factor, law, value)

    @property
    def everything(self) -> Number:
        return ONE if self.density is None else self._integrated(None)

    def at(self, end: Number) -> Number:
        return normal(end, self.variance) if self.density is None else self._integrated(end)

    def _integrated(self, end: Number | None) -> Number:
        """The integral of the density at y times the chance that the normal part is below end - factor * y: by parts,
        for each exponential in the density. None: an end above everything."""
        assert self.density is not None
        found: Number = ZERO
        for low, high, terms in self.density.cells:
            for rate, degree, value in terms:
                if degree or rate.factor or rate.multiples or not rate.constant:
                    raise not_followed("a normal draw beside other draws than of Laplace noise with different scales")
                each = self._primitive(rate.constant, high, end) - self._primitive(rate.constant, low, end)
                found = found + value / rate.constant * each
        return found

    def _primitive(self, rate: fmpq, at: Number | None, end: Number | None) -> Number:
        """Has the slope rate * e**(rate * y) * chance at y. Without an end y, the powers of e come to 0 there."""
        if end is None:
            return ZERO if at is None else _power(rate * at)
        if not isinstance(self.variance, fmpq):
            raise not_followed("a normal draw whose variance is no fraction beside another draw")
        slope = rate / self.factor
        raised = _power(slope * end + slope * slope * self.variance / 2)
        if at is None:
            # The rate is above 0 where y falls without end, below it where y rises: the normal part's end is then far
            # above everything where the slope is above 0, else far below.
            return ZERO if slope < 0 else -raised
        rest = end - self.factor * at
        return _power(rate * at) * normal(rest, self.variance) - raised * normal(
            rest + slope * self.variance, self.variance
        )


def _power(exponent: Number) -> Number:
    return power_at(Epsilon.rational(1), exponent)


def real_sides(laws: Mapping[int, Law], form: Affine) -> Sides:
    """The form's draws, without what is infinitely small."""
    return tuple(side for side in form.sides if not isinstance(laws[side[0]], Fringe))


def _require_independent(bells: set[int], beside: set[int], forms: Iterable[Sides]) -> None:
    """Each form is about normal draws and those beside them alone, and no two about the same."""
    before: set[int] = set()
    for sides in forms:
        mentioned = set(dict(sides))
        if not mentioned <= bells | beside or mentioned & before:
            raise not_followed("a normal draw beside another draw")
        before |= mentioned


def _variance(laws: Mapping[int, Law], sides: Iterable[tuple[int, fmpq]]) -> Number:
    found: Number = ZERO
    for draw, coefficient in sides:
        law = laws[draw]
        assert isinstance(law, Normal)
        found = found + coefficient * coefficient * _known(law.variance)
    return found


def _known(variance: Number) -> Number:
    if not has_value(variance):
        raise not_followed("a normal draw beside another draw")
    return variance


def _density(variance: Number, at: Number) -> Number:
    if not isinstance(variance, fmpq):
        raise not_followed("how dense a normal draw is whose variance is no fraction")
    if not isinstance(at, fmpq):
        raise not_followed("how dense a normal draw is at a number that is not rational")
    deviation = exponential_of(Epsilon.log(variance) * fmpq(1, 2))
    return exponential_of(Epsilon.rational(-at * at / (2 * variance))) / deviation * NORMAL
