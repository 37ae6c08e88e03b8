"""What a run has found out about draws of which some are real: inequalities, floors, and what was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import gcd, lcm
from typing import TypeAlias

from flint import fmpq

from faier.lang.arithmetic import ceiling_of, floor_of
from faier.semantics.denote.densities import Density, Fringe, Normal
from faier.semantics.denote.noise import Affine, Noise, Whole, real, substituted, variable
from faier.semantics.denote.sums import Bound
from faier.semantics.denote.weights import Weight

Law: TypeAlias = Weight | Density | Normal | Fringe
"""How likely or how dense each value of a draw is; those of integers are `Weight`s."""

Sides: TypeAlias = tuple[tuple[int, fmpq], ...]  # (draw, coefficient not 0), draws ascend


@dataclass(frozen=True)
class Plane:
    """The form is at least 0; above it, where that is strict, which matters where all of its draws are integers."""

    form: Affine
    strict: bool = False


@dataclass(frozen=True)
class Floor:
    """The draw is the greatest integer that is not above the form."""

    draw: int
    form: Affine


@dataclass(frozen=True)
class Seen:
    """A draw of this law was seen to be what the form is."""

    law: Density | Normal
    form: Affine


Condition: TypeAlias = Bound | Plane | Floor | Seen


def draws_of(condition: Condition) -> list[int]:
    """The draws that the condition binds to each other."""
    if isinstance(condition, Bound):
        return [draw for draw, _ in condition.sides]
    found = [draw for draw, _ in condition.form.sides]
    return [condition.draw, *found] if isinstance(condition, Floor) else found


def renamed(condition: Condition, names: Mapping[int, int]) -> Condition:
    match condition:
        case Bound(sides, least):
            return Bound(tuple(sorted((names[draw], coefficient) for draw, coefficient in sides)), least)
        case Plane(form, strict):
            return Plane(form.named(names), strict)
        case Floor(draw, form):
            return Floor(names[draw], form.named(names))
        case Seen(law, form):
            return Seen(law, form.named(names))


def given(condition: Condition, draw: int, meaning: Whole | Affine) -> list[Condition]:
    """The condition where the draw, which is no floor, is what it means; none where a bound has nothing left."""
    match condition:
        case Bound():
            whole = substituted(Noise(condition.sides, -condition.least), {draw: meaning})
            return [reduced(dict(whole.terms), -whole.offset)] if isinstance(whole, Noise) else []
        case Plane(form, strict):
            return [Plane(form.given(draw, real(meaning)), strict)]
        case Floor(name, form):
            return [Floor(name, form.given(draw, real(meaning)))]
        case Seen(law, form):
            return [Seen(law, form.given(draw, real(meaning)))]


def reduced(sides: Mapping[int, int], least: int) -> Bound:
    """The bound without a common divisor."""
    common = gcd(*sides.values())
    return Bound(tuple(sorted((draw, factor // common) for draw, factor in sides.items())), -(-least // common))


def opened(conditions: Iterable[Condition], draw: int) -> list[Condition]:
    """The conditions, with inequalities in place of what says that the draw is a floor."""
    found: list[Condition] = []
    for known in conditions:
        found += planes_of(known) if isinstance(known, Floor) and known.draw == draw else [known]
    return found


def floored(conditions: Iterable[Condition], draw: int) -> Affine | None:
    """What the draw is the floor of."""
    return next((known.form for known in conditions if isinstance(known, Floor) and known.draw == draw), None)


def itself(draw: int, law: Law) -> Noise | Affine:
    """The draw as a value."""
    return Noise(((draw, 1),)) if isinstance(law, Weight) else variable(draw)


def together(draws: Iterable[int], conditions: Iterable[Condition]) -> list[int]:
    """The draws, and those that are bound to them, perhaps through others."""
    found, left = set(draws), [set(draws_of(known)) for known in conditions]
    while near := [names for names in left if not names.isdisjoint(found)]:
        left = [names for names in left if names.isdisjoint(found)]
        found = found.union(*near)
    return sorted(found)


def touching(conditions: Iterable[Condition], draws: Iterable[int]) -> list[Condition]:
    """Those about some of the draws."""
    named = set(draws)
    return [known for known in conditions if not named.isdisjoint(draws_of(known))]


def _form(bound: Bound) -> Affine:
    return Affine(tuple((draw, fmpq(factor)) for draw, factor in bound.sides), fmpq(-bound.least))


def planes_of(condition: Condition) -> list[Plane]:
    """The inequalities that the condition stands for."""
    match condition:
        case Bound():
            return [Plane(_form(condition))]
        case Plane():
            return [condition]
        case Floor(draw, form):
            rest = form.plus(variable(draw), -1)
            return [Plane(rest), Plane(rest.times(-1).shifted(1), strict=True)]
        case Seen():
            return []


def sharpened(plane: Plane, laws: Mapping[int, Law]) -> Plane | bool:
    """The inequality without what is infinitely small, in lowest terms; whether it holds, where no draw is left. One
    between integers is a `Plane` of integers, which is not strict."""
    fringes = [(law, value) for draw, value in plane.form.sides if isinstance(law := laws[draw], Fringe) and law.side]
    sides = tuple(side for side in plane.form.sides if not isinstance(laws[side[0]], Fringe))
    strict = plane.strict
    if fringes:
        law, value = max(fringes, key=lambda item: item[0].rank)
        strict = value * law.side < 0
    if not sides:
        return plane.form.offset > 0 or (plane.form.offset == 0 and not strict)
    if all(isinstance(laws[draw], Weight) for draw, _ in sides):
        common = lcm(*(int(value.q) for _, value in sides))
        scale = fmpq(common, gcd(*(int((value * common).p) for _, value in sides)))
        offset = plane.form.offset * scale
        least = fmpq(ceiling_of(offset)) - 1 if strict else fmpq(floor_of(offset))
        return Plane(Affine(tuple((draw, value * scale) for draw, value in sides), least))
    scale = 1 / abs(sides[0][1])
    return Plane(Affine(tuple((draw, value * scale) for draw, value in sides), plane.form.offset * scale))
