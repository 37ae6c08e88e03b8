"""Draws that a state keeps, as what the program holds of them: `count + laplace(1)` is one, whatever the count is.

A value that is a draw with a number added is named anew: the draw is counted from that number on. So states that differ
by what was added to noise are one, and the ways there say what is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flint import fmpq

from faier.exact import ZERO
from faier.lang.noise import Apart, Noise
from faier.lang.reals import Linear
from faier.lang.values import Sequence
from faier.semantics.explore.held import Ends, Held
from faier.semantics.kept import Constraint, Way

Added = dict[int, int | fmpq]
"""What is added to each draw."""


def centered(values: tuple[Any, ...], held: Held, way: Way) -> tuple[tuple[Any, ...], Held, Way]:
    """The same state, all of whose draws are kept, with each draw and what the first value has that it is in."""
    added = _added(values)
    if not any(added.values()):
        return values, held, way
    draws = tuple(
        replace(draw, low=_plus(draw.low, by), high=_plus(draw.high, by), before=_both(draw.before, by))
        for draw, by in ((draw, added.get(at, 0)) for at, draw in enumerate(held.draws))
    )
    bonds = tuple(
        Constraint(bond.terms, bond.least + sum(sign * added.get(at, 0) for sign, at in bond.terms))
        for bond in held.bonds
    )
    every = tuple(added.get(at, 0) for at in range(len(way.kept)))
    return (
        tuple(_less(value, added) for value in values),
        Held(draws, bonds, held.known, held.base),
        replace(way, added=every),
    )


def _added(values: tuple[Any, ...]) -> Added:
    found: Added = {}
    for value in values:
        for variable, by in _alone(value):
            found.setdefault(variable, by)
    return found


def _alone(value: Any) -> Iterator[tuple[int, int | fmpq]]:
    """The draws inside that have a number of their own added to them."""
    if type(value) is Noise:
        if not isinstance(value.variable, Linear) and abs(value.scale) == 1:
            yield value.variable, value.scale * value.offset
    elif type(value) is Linear:
        if len(value.terms) == 1 and value.terms[0][0] in (1, -1):
            ((scale, variable),) = value.terms
            yield variable, fmpq(1 if scale == 1 else -1) * value.offset
    elif type(value) in (Sequence, tuple):
        for item in value.items if type(value) is Sequence else value:
            yield from _alone(item)


def _less(value: Any, added: Added) -> Any:
    """The value by the draws with what is added to them."""
    if type(value) is Noise:
        if not isinstance(value.variable, Linear):
            return replace(value, offset=value.offset - value.scale * added.get(value.variable, 0))
        real = _less(value.variable, added)
        whole = int(real.offset.floor())
        return replace(value, variable=real.plus(fmpq(-whole)), offset=value.offset + value.scale * whole)
    if type(value) is Apart:
        return replace(value, offset=value.offset - sum(scale * int(added.get(at, 0)) for scale, at in value.terms))
    if type(value) is Linear:
        by = sum((scale * added.get(at, 0) for scale, at in value.terms), ZERO)
        return value.plus(-by) if isinstance(by, fmpq) else replace(value, unknown=value.unknown - by)
    if type(value) is tuple:
        return tuple(_less(item, added) for item in value)
    if type(value) is Sequence:
        return value.holding(tuple(_less(item, added) for item in value.items))
    return value


def _plus(end: int | fmpq | None, by: int | fmpq) -> int | fmpq | None:
    return None if end is None else end + by


def _both(ends: Ends, by: int | fmpq) -> Ends:
    return _plus(ends[0], by), _plus(ends[1], by)
