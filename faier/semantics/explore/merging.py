"""Two reals of which nothing but their sum is used any more are one draw: the sum. So is one, of which a multiple is.

What was compared is then a draw between two ends, as if that had been stored before it was compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from flint import fmpq

from faier.lang.noise import Noise
from faier.lang.reals import Linear
from faier.lang.values import Sequence
from faier.semantics import real_chances
from faier.semantics.explore.held import Draw, Held, every_mention
from faier.semantics.kept import Constraint, Reals

ONE = fmpq(1)


@dataclass(frozen=True)
class _Pair:
    """one + sign * other"""

    one: int
    other: int
    sign: int

    def fits(self, terms: Iterable[tuple[Any, int]]) -> bool:
        """Whether a multiple of the sum is in the terms, and nothing else of the two."""
        scales = {variable: scale for scale, variable in terms}
        one, other = scales.get(self.one, 0), scales.get(self.other, 0)
        return bool(other == self.sign * one)


def merged(values: tuple[Any, ...], held: Held) -> tuple[tuple[Any, ...], Held]:
    """The values, and what is known, by draws that are such sums; a draw that is a part of one is left alone."""
    for pair in _pairs(held):
        if _alone(pair, held) and all(pair.fits(terms) for terms in _forms(values)):
            sum_ = _with_sum(pair, held)
            if sum_ is not None:
                values, held = tuple(_rewritten(value, pair) for value in values), sum_
    return values, held


def scaled(values: tuple[Any, ...], held: Held) -> tuple[tuple[Any, ...], Held]:
    """The values, and what is known, by multiples of reals that were compared with numbers, where only these are used:
    the sign stays."""
    for variable, scales in _scales(values).items():
        draw = held.draws[variable]
        (size, *others) = {abs(scale) for scale in scales}
        known = draw.real and not draw.untouched and draw.origin is None and draw.before == (None, None)
        if others or size == 1 or not known or draw.parts or _is_bound(variable, held):
            continue
        sources = real_chances.added(((size, cast(Reals, draw.sources)),))
        low, high = (None if end is None else size * end for end in (draw.low, draw.high))
        held = held.changed(variable, Draw(None, sources, low, high, real=True))
        values = tuple(_times(value, variable, 1 / size) for value in values)
    return values, held


def _scales(values: tuple[Any, ...]) -> dict[int, list[fmpq]]:
    """The rational numbers that reals are multiplied by, where one of them is another than 1 and -1."""
    found: dict[int, list[Any]] = {}
    for terms in _forms(values):
        for scale, variable in terms:
            found.setdefault(variable, []).append(scale)
    return {
        variable: scales
        for variable, scales in found.items()
        if all(isinstance(scale, fmpq) for scale in scales) and any(abs(scale) != 1 for scale in scales)
    }


def _is_bound(variable: int, held: Held) -> bool:
    return any(variable == other for bond in held.bonds for _, other in bond.terms) or any(
        variable == part for draw in held.draws for _, part in draw.parts
    )


def _times(value: Any, variable: int, factor: fmpq) -> Any:
    """The value, in which a draw is multiplied."""
    if type(value) is Linear:
        terms = ((scale * factor if other == variable else scale, other) for scale, other in value.terms)
        return replace(value, terms=tuple(terms))
    if type(value) is Noise and type(value.variable) is Linear:
        return replace(value, variable=_times(value.variable, variable, factor))
    if type(value) is Sequence and every_mention((value,)):
        return value.holding(_times(item, variable, factor) for item in value.items)
    return tuple(_times(item, variable, factor) for item in value) if type(value) is tuple else value


def _pairs(held: Held) -> list[_Pair]:
    found = []
    for bond in held.bonds:
        if len(bond.terms) == 2:
            (sign, one), (second, other) = bond.terms
            found.append(_Pair(one, other, sign * second))
    return list(dict.fromkeys(found))


def _alone(pair: _Pair, held: Held) -> bool:
    """Whether the two are fresh reals, one of them with normal noise, of which nothing but their sum was compared."""
    draws = [held.draws[variable] for variable in (pair.one, pair.other)]
    fresh = all(draw.real and draw.untouched and not draw.parts and draw.before == (None, None) for draw in draws)
    if not fresh or not any(cast(Reals, draw.sources).variance != 0 for draw in draws):
        return False
    if any(part in (pair.one, pair.other) for draw in held.draws for _, part in draw.parts):
        return False
    touching = [at for at, bond in enumerate(held.bonds) if _touches(bond, pair)]
    return all(at >= held.known and pair.fits(held.bonds[at].terms) for at in touching)


def _touches(bond: Constraint, pair: _Pair) -> bool:
    return any(variable in (pair.one, pair.other) for _, variable in bond.terms)


def _forms(values: Iterable[Any]) -> Iterable[tuple[tuple[Any, int], ...]]:
    """The terms of all draws inside."""
    for value in values:
        if type(value) is Linear:
            yield value.terms
        elif type(value) is Noise and type(value.variable) is Linear:
            yield value.variable.terms
        elif type(value) in (Sequence, tuple):
            yield from _forms(value.items if type(value) is Sequence else value)
        else:
            yield tuple((ONE, variable) for variable in every_mention((value,)))


def _rewritten(value: Any, pair: _Pair) -> Any:
    """The value, in which the sum is the first of its parts."""
    if type(value) is Linear:
        return replace(value, terms=tuple(term for term in value.terms if term[1] != pair.other))
    if type(value) is Noise and type(value.variable) is Linear:
        return replace(value, variable=_rewritten(value.variable, pair))
    if type(value) is Sequence and every_mention((value,)):
        return value.holding(_rewritten(item, pair) for item in value.items)
    return tuple(_rewritten(item, pair) for item in value) if type(value) is tuple else value


def _with_sum(pair: _Pair, held: Held) -> Held | None:
    parts = tuple((ONE, cast(Reals, held.draws[variable].sources)) for variable in (pair.one, pair.other))
    here = [bond for bond in held.bonds if _touches(bond, pair)]
    draws = list(held.draws)
    draws[pair.one] = Draw(None, real_chances.added(parts), real=True)
    rest = tuple(bond for bond in held.bonds if bond not in here)
    found: Held | None = Held(tuple(draws), rest, held.known, held.base)
    for bond in here:
        sign = next(sign for sign, variable in bond.terms if variable == pair.one)
        found = None if found is None else found.with_(Constraint(((sign, pair.one),), bond.least))
    return found
