"""What integers weigh that normal noise is rounded down to: n weighs what is between n and n + 1.

Such weights go the way of all weights as far as one draw is looked at by itself; there is no table of them, so that
whatever needs one is a `Hole`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from .forms import Number
from .normals import Normal
from .outcome import Hole
from .series import root
from .weights import Weights

DEVIATIONS, SCALES = 12, 80  # what is further out is not told integer by integer


class RoundedNormal(Weights):
    """Of this draw."""

    draw: Normal

    def __init__(self, draw: Normal) -> None:
        object.__setattr__(self, "draw", draw)

    def __getattribute__(self, name: str) -> object:
        if name in ("low", "values", "below", "above"):
            _no_table()
        return object.__getattribute__(self, name)

    @property
    def key(self) -> tuple[object, ...]:
        return ("rounded", *self.draw.key)

    @property
    def ends(self) -> tuple[int | None, int | None]:
        low, high = self.draw.ends
        return None if low is None else low.__floor__(), None if high is None else high.__ceil__() - 1

    @property
    def total(self) -> Number:
        return self.draw.total

    @property
    def formal(self) -> bool:
        return True

    @property
    def peak(self) -> None:
        return None

    def at(self, place: int) -> Number:
        return self.between(place, place)

    def between(self, low: int | None, high: int | None) -> Number:
        return self.restricted(low, high).total

    def restricted(self, low: int | None, high: int | None) -> RoundedNormal:
        ends = None if low is None else Fraction(low), None if high is None else Fraction(high + 1)
        return RoundedNormal(self.draw.restricted(*ends))

    def along(self, start: int, step: int) -> RoundedNormal:
        if abs(step) != 1:
            _no_table()
        return RoundedNormal(self.draw.along(Fraction(start + (step < 0)), Fraction(step)))

    def reflected(self) -> RoundedNormal:
        return self.along(0, -1)

    def shifted(self, amount: int) -> RoundedNormal:
        return self.along(-amount, 1)

    def scaled(self, by: Number) -> RoundedNormal:
        return RoundedNormal(self.draw.scaled(by))

    def shortest(self) -> RoundedNormal:
        return self

    def window(self) -> range:
        """The integers that are to be told one by one."""
        middle, variance, rate = self.draw.mean.__floor__(), self.draw.variance, self.draw.rate
        reach = DEVIATIONS * root(variance.__ceil__(), True) + ((SCALES / rate).__ceil__() if rate else 0)
        low, high = self.ends
        first, last = middle - reach, middle + reach
        return range(first if low is None else max(low, first), (last if high is None else min(high, last)) + 1)


def _no_table() -> NoReturn:
    raise Hole("normal noise is rounded beside other draws, or without bounds")
