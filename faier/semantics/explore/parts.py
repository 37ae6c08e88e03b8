"""Which parts of a shown value are shown one after the other: its noise, and integers where others show noise."""

from __future__ import annotations

from collections.abc import Iterable

from faier.lang.noise import is_noise
from faier.lang.values import Sequence, Value, framed


def parts(value: Value, opened: frozenset[Sequence]) -> tuple[Sequence, tuple[Value, ...]]:
    """The frame of a value, and what is in its holes. Of a shape that is `opened` every integer is in a hole."""
    frame, integers = framed(value, _is_integer)
    return (frame, integers) if frame in opened else framed(value, is_noise)


def shapes_to_open(shown: Iterable[Value]) -> frozenset[Sequence]:
    """The shapes of values that may be equal though they have noise in different places."""
    places: dict[Sequence, set[tuple[bool, ...]]] = {}
    for value in shown:
        frame, integers = framed(value, _is_integer)
        places.setdefault(frame, set()).add(tuple(map(is_noise, integers)))
    return frozenset(frame for frame, several in places.items() if len(several) > 1)


def _is_integer(value: object) -> bool:
    return is_noise(value) or type(value) is int
