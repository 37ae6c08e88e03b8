"""How much a record of a chain influences one before it and one after it.

The chance of what is before, given x, is that of x after it, times that of it, over that of x. So of two values of the
record, the ratio is that of two entries of a power's column, times the ratio of the two values' own chances, the other
way round; for what is after, it is that of two entries of a row. Given the record, both sides are independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from flint import arb, ctx

from faier.calibration.quilts.chains import Chain
from faier.calibration.quilts.powers import BallPowers, FloatPowers
from faier.calibration.quilts.scale import BITS
from faier.extras import needed

if TYPE_CHECKING:
    from faier.calibration.quilts.powers import Floats

Ratios: TypeAlias = list[list[arb]]
"""The greatest ratio for each pair of values of a record; infinite where one side is 0 alone."""

Support: TypeAlias = frozenset[int]

HUGE = 1e6
"""Stands for logarithms without bounds, among floats."""


class Sides:
    """The ratios of one chain, on both sides, at every distance."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.balls = BallPowers(chain.moves)
        self._before: dict[tuple[int, Support | None], Floats] = {}
        self._after: dict[int, Floats] = {}
        self._exactly_before: dict[tuple[int, Support | None], Ratios] = {}
        self._exactly_after: dict[int, Ratios] = {}

    @cached_property
    def floats(self) -> FloatPowers:
        return FloatPowers(self.chain.moves)

    def before(self, steps: int, support: Support | None) -> Floats:
        """Logarithms of ratios for what is so far before, without the ratio of the values' own chances; what is there
        is one of the `support` (None: anything)."""
        key = steps, support
        if key not in self._before:
            power = self.floats.at(steps)
            self._before[key] = _greatest(power if support is None else power[sorted(support)])
        return self._before[key]

    def after(self, steps: int) -> Floats:
        if steps not in self._after:
            self._after[steps] = _greatest(self.floats.at(steps).T)
        return self._after[steps]

    def exactly_before(self, steps: int, support: Support | None) -> Ratios:
        key = steps, support
        if key not in self._exactly_before:
            rows = self.balls.at(steps).tolist()
            self._exactly_before[key] = ratios(rows if support is None else [rows[x] for x in sorted(support)])
        return self._exactly_before[key]

    def exactly_after(self, steps: int) -> Ratios:
        if steps not in self._exactly_after:
            self._exactly_after[steps] = ratios(self.balls.at(steps).transpose().tolist())
        return self._exactly_after[steps]


def _greatest(rows: Floats) -> Floats:
    """Of every two columns, the greatest difference of the logarithms in one row."""
    needed("calibrate", "numpy")
    import numpy

    with numpy.errstate(divide="ignore", invalid="ignore"):
        logs = numpy.log(rows)
        size = rows.shape[1]
        found = numpy.full((size, size), -numpy.inf)
        for row in logs:
            apart = row[:, None] - row[None, :]
            found = numpy.fmax(found, apart)
    clipped: Floats = numpy.clip(found, -HUGE, HUGE)
    return clipped


def ratios(rows: Sequence[Sequence[arb]]) -> Ratios:
    """Of every two columns, the greatest ratio in one row."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    with ctx.workprec(BITS):
        return [[greatest_ratio(one, other) for other in columns] for one in columns]


def greatest_ratio(above: Iterable[arb], below: Iterable[arb]) -> arb:
    """Not less than any of the ratios; both 0 is none."""
    most = arb(0)
    for one, other in zip(above, below, strict=True):
        if one.is_zero():
            continue
        if not other > 0:
            return arb.pos_inf()
        most = most.max(one / other)
    return most
