"""Noise: an integer or a real that a run does not know, written as a sum of multiples of named draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import Number
from faier.lang.values import Sequence, Value


@dataclass(frozen=True)
class Noise:
    """An integer, the sum of coefficient * draw, and `offset`: at least one draw, no coefficient 0, draws ascend."""

    terms: tuple[tuple[int, int], ...]
    offset: int = 0


Whole: TypeAlias = int | Noise

ZERO = fmpq(0)


def affine(terms: Mapping[int, int], offset: int) -> Whole:
    """The sum of coefficient * draw, and the offset."""
    kept = tuple(sorted((draw, coefficient) for draw, coefficient in terms.items() if coefficient != 0))
    return Noise(kept, offset) if kept else offset


def added(one: Whole, other: Whole, factor: int = 1) -> Whole:
    """one + factor * other"""
    terms: dict[int, int] = {}
    offset = 0
    for value, times in ((one, 1), (other, factor)):
        if not isinstance(value, Noise):
            offset += times * int(value)
            continue
        offset += times * value.offset
        for draw, coefficient in value.terms:
            terms[draw] = terms.get(draw, 0) + times * coefficient
    return affine(terms, offset)


@dataclass(frozen=True)
class Affine:
    """A real, the sum of coefficient * draw, and `offset`: no coefficient 0, draws ascend. Some draws are reals. The
    offset has a value."""

    sides: tuple[tuple[int, fmpq], ...]
    offset: Number = ZERO

    def plus(self, other: Affine, factor: int | fmpq = 1) -> Affine:
        """self + factor * other"""
        sides = dict(self.sides)
        for draw, coefficient in other.sides:
            sides[draw] = sides.get(draw, ZERO) + coefficient * factor
        kept = tuple(sorted((draw, value) for draw, value in sides.items() if value != 0))
        return Affine(kept, self.offset + other.offset * factor)

    def times(self, factor: int | fmpq) -> Affine:
        return Affine(()).plus(self, factor)

    def shifted(self, by: int | Number) -> Affine:
        return Affine(self.sides, self.offset + by)

    def given(self, draw: int, meaning: Affine) -> Affine:
        """The same where the draw is what it means."""
        rest = Affine(tuple(side for side in self.sides if side[0] != draw), self.offset)
        return rest.plus(meaning, dict(self.sides).get(draw, ZERO))

    def named(self, names: Mapping[int, int]) -> Affine:
        return Affine(tuple(sorted((names[draw], value) for draw, value in self.sides)), self.offset)


Drawn: TypeAlias = Noise | Affine


@dataclass(frozen=True, eq=False)
class Formula:
    """A number that is computed of draws in any way: an `operation` on parts, which are formulas or exact numbers. It
    is an integer if it is `whole` (None: that depends on the draws). Where there are some, all noise is, see
    `formulas`."""

    operation: str
    parts: tuple[object, ...]
    whole: bool | None


def variable(draw: int) -> Affine:
    return Affine(((draw, fmpq(1)),))


def real(value: Whole | Affine) -> Affine:
    """An integer as a real."""
    if isinstance(value, Affine):
        return value
    if isinstance(value, Noise):
        return Affine(tuple((draw, fmpq(factor)) for draw, factor in value.terms), fmpq(value.offset))
    return Affine((), fmpq(int(value)))


def substituted(noise: Drawn, meanings: Mapping[int, Whole | Affine]) -> Whole | Affine:
    """The noise with these draws written by others."""
    if not any(draw in meanings for draw in drawn_in(noise)):
        return noise
    if isinstance(noise, Affine):
        found = Affine((), noise.offset)
        for draw, share in noise.sides:
            found = found.plus(real(meanings[draw]) if draw in meanings else variable(draw), share)
        return found
    whole: Whole = noise.offset
    for draw, coefficient in noise.terms:
        whole = added(whole, cast(Whole, meanings.get(draw, Noise(((draw, 1),)))), coefficient)
    return whole


def mentions(value: object) -> bool:
    """Whether the value is noise, or holds some."""
    if not isinstance(value, Sequence):
        return isinstance(value, Noise | Affine | Formula)
    if value.noisy is None:
        value.noisy = any(map(mentions, value.items))
    return value.noisy


def drawn_in(value: object) -> Iterator[int]:
    """The draws in the value, in the order in which they stand there."""
    if isinstance(value, Noise):
        yield from (draw for draw, _ in value.terms)
    elif isinstance(value, Affine):
        yield from (draw for draw, _ in value.sides)
    elif isinstance(value, Sequence):
        for item in value.items:
            yield from drawn_in(item)


def rewritten(value: Value, change: Callable[[Drawn], Value | Drawn]) -> Value:
    """The value with all noise in it changed, but for formulas."""
    noise: object = value
    if isinstance(noise, Noise | Affine):
        return cast(Value, change(noise))
    if isinstance(value, Sequence) and mentions(value):
        items = tuple([rewritten(item, change) for item in value.items])
        same = all(item is before for item, before in zip(items, value.items, strict=True))
        return value if same else value.holding(items)
    return value
