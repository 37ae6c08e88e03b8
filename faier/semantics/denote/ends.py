"""Ends between which noise lies, as far as they can be seen: inequalities pass them on from draw to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from faier.exact import Number
from faier.lang.arithmetic import ceiling_of, floor_of
from faier.semantics.denote.densities import Density, Fringe, Normal
from faier.semantics.denote.noise import ZERO, Affine
from faier.semantics.denote.planes import Condition, Law, Plane, planes_of, sharpened
from faier.semantics.denote.weights import Weight

Ends: TypeAlias = tuple[Number | None, Number | None]  # the least and the greatest value; None: there may be none


def reach(form: Affine, laws: Mapping[int, Law], conditions: Iterable[Condition]) -> Ends:
    """The ends of the form, for draws with these laws that meet the conditions."""
    ends = {draw: _ends_of(law) for draw, law in laws.items()}
    whole = {draw for draw, law in laws.items() if isinstance(law, Weight)}
    planes = [known for condition in conditions for plane in planes_of(condition) for known in _plain(plane, laws)]
    for _ in ends:
        for plane in planes:
            for draw, coefficient in plane.form.sides:
                _, most = _between(plane.form.given(draw, Affine(())), ends)
                if most is not None:
                    limit, (low, high) = -most / coefficient, ends[draw]
                    if draw in whole:
                        limit = _rounded(limit, up=coefficient > 0, strict=plane.strict)
                    if coefficient > 0:
                        ends[draw] = (limit if low is None else max(low, limit), high)
                    else:
                        ends[draw] = (low, limit if high is None else min(high, limit))
    return _beside(form, planes, ends)


def _plain(plane: Plane, laws: Mapping[int, Law]) -> Iterator[Plane]:
    """The inequality, if it says something of what is not infinitely small."""
    known: Plane | bool = plane
    if any(isinstance(laws[draw], Fringe) for draw, _ in plane.form.sides):
        known = sharpened(plane, laws)
    if isinstance(known, Plane):
        yield known


def _beside(form: Affine, planes: Sequence[Plane], ends: Mapping[int, Ends]) -> Ends:
    """The ends of the form: those of its draws, or what inequalities between them say of it."""
    low, above = _least(form, planes, ends), _least(form.times(-1), planes, ends)
    return low, None if above is None else -above


def _least(form: Affine, planes: Sequence[Plane], ends: Mapping[int, Ends]) -> Number | None:
    """The form is at least what is left of it without inequalities, one after the other: of what has the same draws
    in it the greatest is followed, where there are no more of them than at first."""
    least = _between(form, ends)[0]
    known, waiting = {form.sides: form.offset}, [form]
    for _ in ends:
        after: list[Affine] = []
        for rest in (rest for one in waiting for plane in planes for rest in _without(one, plane)):
            low = _between(rest, ends)[0]
            if low is not None:
                least = low if least is None else max(least, low)
            before = known.get(rest.sides)
            if len(rest.sides) <= len(form.sides) and (before is None or before < rest.offset):
                known[rest.sides] = rest.offset
                after.append(rest)
        waiting = after
    return least


def _without(form: Affine, plane: Plane) -> Iterator[Affine]:
    """The form less a multiple of what is not negative, so that one of its draws is gone."""
    known = dict(plane.form.sides)
    for factor in {coefficient / known[draw] for draw, coefficient in form.sides if draw in known}:
        if factor > 0:
            yield form.plus(plane.form, -factor)


def _ends_of(law: Law) -> Ends:
    match law:
        case Weight():
            low, high = law.ends
            return None if low is None else fmpq(low), None if high is None else fmpq(high)
        case Density():
            return law.ends
        case Normal():
            return None, None
        case Fringe():
            return ZERO, ZERO


def _rounded(limit: Number, up: bool, strict: bool) -> fmpq:
    """The integer next to the limit, on its inner side; beyond it, where that is strict."""
    if up:
        return fmpq(floor_of(limit)) + 1 if strict else fmpq(ceiling_of(limit))
    return fmpq(ceiling_of(limit)) - 1 if strict else fmpq(floor_of(limit))


def _between(form: Affine, ends: Mapping[int, Ends]) -> Ends:
    """The ends of the sum, where its draws have these ends."""
    low: Number | None = form.offset
    high: Number | None = form.offset
    for draw, coefficient in form.sides:
        least, most = ends[draw] if coefficient > 0 else ends[draw][::-1]
        low = None if low is None or least is None else low + coefficient * least
        high = None if high is None or most is None else high + coefficient * most
    return low, high
