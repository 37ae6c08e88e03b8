"""Normal draws: sums of them, compared with exact numbers or seen. Nothing else is done with them here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flint import fmpq

from faier.exact import Epsilon, Number, exponential_of, normal
from faier.lang.noise import not_followed
from faier.semantics.denote.densities import NORMAL, Fringe, Normal
from faier.semantics.denote.noise import Affine
from faier.semantics.denote.planes import Law, Plane, Seen, Sides
from faier.semantics.denote.weights import ONE, ZERO


def apart(laws: Mapping[int, Law], planes: list[Plane], seen: list[Seen]) -> tuple[Number, list[Plane], list[Seen]]:
    """The integral over all normal draws as a number, and what is left: it is not about them."""
    bells = {draw for draw, law in laws.items() if isinstance(law, Normal)}
    strips: dict[Sides, tuple[list[fmpq], list[fmpq]]] = {}
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
    forms = [Affine(real_sides(laws, one.form)) for one in shown]
    _require_independent(bells, [*strips, *(form.sides for form in forms)])
    factor: Number = ONE
    for one, form in zip(shown, forms, strict=True):
        if not isinstance(one.law, Normal):
            raise not_followed("a normal draw beside another draw")
        factor = factor * _density(_rational(one.law.variance) + _variance(laws, form.sides), one.form.offset)
    for sides, (lows, highs) in strips.items():
        spread = _variance(laws, sides)
        if lows and highs and max(lows) >= min(highs):
            return ZERO, [], []
        below = normal(max(lows), spread) if lows else ZERO
        factor = factor * ((normal(min(highs), spread) if highs else ONE) - below)
    left = [plane for plane in planes if bells.isdisjoint(dict(plane.form.sides))]
    return factor, left, [one for one in seen if one not in shown]


def real_sides(laws: Mapping[int, Law], form: Affine) -> Sides:
    """The form's draws, without what is infinitely small."""
    return tuple(side for side in form.sides if not isinstance(laws[side[0]], Fringe))


def _require_independent(bells: set[int], forms: Iterable[Sides]) -> None:
    """Each form is about normal draws alone, and no two about the same."""
    before: set[int] = set()
    for sides in forms:
        mentioned = set(dict(sides))
        if not mentioned <= bells or mentioned & before:
            raise not_followed("a normal draw beside another draw")
        before |= mentioned


def _variance(laws: Mapping[int, Law], sides: Sides) -> fmpq:
    found = ZERO
    for draw, coefficient in sides:
        law = laws[draw]
        assert isinstance(law, Normal)
        found += coefficient * coefficient * _rational(law.variance)
    return found


def _rational(variance: Number) -> fmpq:
    if not isinstance(variance, fmpq):
        raise not_followed("a normal draw beside another draw")
    return variance


def _density(variance: fmpq, at: fmpq) -> Number:
    deviation = exponential_of(Epsilon.log(variance) * fmpq(1, 2))
    return exponential_of(Epsilon.rational(-at * at / (2 * variance))) / deviation * NORMAL
