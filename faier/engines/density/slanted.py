"""A set of outputs in which normal draws, each so many times, add up to a number between two ends -> how it is told.

All that differs between points on a line is how far along it a draw lies: that is such a sum.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import fmpq

from faier.engines.density.law import PLACE, Output
from faier.exact import Number
from faier.lang.values import Between, Near, Sequence, Value, whole


@dataclass(frozen=True)
class Line:
    """The reals at these places of an output, so many times each (never 0), and `start` are what is followed."""

    places: tuple[int, ...]
    factors: tuple[Number, ...]
    start: Number

    @property
    def rational(self) -> tuple[tuple[fmpq, ...], fmpq] | None:
        """Factors and start, where all are fractions: in those of logarithms and roots no output is told."""
        factors = tuple(factor for factor in self.factors if isinstance(factor, fmpq))
        if len(factors) < len(self.factors) or not isinstance(self.start, fmpq):
            return None
        return factors, self.start

    def ends(self, low: fmpq | None, high: fmpq | None) -> Between:
        """For the last real: between these numbers, less the others. The line is one of fractions."""
        assert self.rational is not None
        factors, start = self.rational
        last = factors[-1]
        below, above = (None if end is None else (end - start) / last for end in (low, high))
        return Between(below, above) if last > 0 else Between(above, below)


def told(output: Output, line: Line, low: fmpq | None, high: fmpq | None) -> tuple[Value, ...] | None:
    """None where the reals do not stand in one list or tuple: one after the other is not enough; and where the line is
    not one of fractions."""
    if line.rational is None:
        return None
    factors, _ = line.rational
    items = [Between(None, None) if item == PLACE else item for item in output.items]
    marks = [Near(fmpq(number)) for number in range(len(line.places))]
    for place, mark in zip(line.places, marks, strict=True):
        items[place] = mark
    shown = Sequence("tuple", whole(items))
    inside = next((found for item in shown.items if (found := _around(item, marks)) is not None), None)
    if inside is None:
        return None
    at = [inside.items.index(mark) for mark in marks]
    beside = tuple((place, factor / factors[-1]) for place, factor in zip(at, factors, strict=True))[:-1]
    last = replace(line.ends(low, high), beside=beside)

    def put(value: Value) -> Value:
        if isinstance(value, Sequence):
            return value.holding(map(put, value.items))
        return value if value not in marks else last if value == marks[-1] else Between(None, None)

    return tuple(map(put, shown.items))


def _around(value: Value, marks: list[Near]) -> Sequence | None:
    """What holds all of them."""
    if not isinstance(value, Sequence):
        return None
    if all(mark in value.items for mark in marks):
        return value
    return next((found for item in value.items if (found := _around(item, marks)) is not None), None)
