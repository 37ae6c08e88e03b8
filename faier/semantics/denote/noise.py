"""Noise without bounds: an integer that a run does not know, written as a sum of multiples of named draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from faier.lang.values import Sequence, Value


@dataclass(frozen=True)
class Noise:
    """The sum of coefficient * draw, and `offset`: at least one draw, no coefficient 0, draws ascend."""

    terms: tuple[tuple[int, int], ...]
    offset: int = 0


Whole: TypeAlias = int | Noise


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


def substituted(noise: Noise, meanings: Mapping[int, Whole]) -> Whole:
    """The noise with these draws written by others."""
    found: Whole = noise.offset
    for draw, coefficient in noise.terms:
        found = added(found, meanings.get(draw, Noise(((draw, 1),))), coefficient)
    return found


def mentions(value: object) -> bool:
    """Whether the value is noise, or holds some."""
    return isinstance(value, Noise) or (isinstance(value, Sequence) and any(map(mentions, value.items)))


def drawn_in(value: object) -> Iterator[int]:
    """The draws in the value, in the order in which they stand there."""
    if isinstance(value, Noise):
        yield from (draw for draw, _ in value.terms)
    elif isinstance(value, Sequence):
        for item in value.items:
            yield from drawn_in(item)


def rewritten(value: Value, change: Callable[[Noise], Whole]) -> Value:
    """The value with all noise in it changed."""
    noise: object = value
    if isinstance(noise, Noise):
        return cast(Value, change(noise))
    if isinstance(value, Sequence) and mentions(value):
        return value.holding(rewritten(item, change) for item in value.items)
    return value
