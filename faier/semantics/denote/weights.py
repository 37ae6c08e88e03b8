"""Functions on the integers in closed form, such as how likely each value of a geometric draw is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb

from flint import fmpq

from faier.exact import Number
from faier.lang.failures import TOO_LARGE, Failure

MAXIMAL_POWER = 1 << 26  # bits of a power; probabilities far out have many

ZERO, ONE = fmpq(0), fmpq(1)


class Weight:
    """A function on the integers: disjoint intervals (None: no end) that ascend, each with its terms; 0 elsewhere."""

    __slots__ = ("_hash", "cells")

    def __init__(self, cells: Iterable[tuple[int | None, int | None, tuple[tuple[Number, int, Number], ...]]]) -> None:
        """An interval's terms are (base, degree, coefficient)."""
        self.cells = tuple(cells)
        self._hash = hash(self.cells)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weight) and self._hash == other._hash and self.cells == other.cells

    def __repr__(self) -> str:
        return f"Weight({self.cells!r})"

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """The least and the greatest variable that may have a weight."""
        return (self.cells[0][0], self.cells[-1][1]) if self.cells else (0, -1)

    def times(self, factor: Number) -> Weight:
        return Weight(
            (low, high, tuple((base, degree, value * factor) for base, degree, value in terms))
            for low, high, terms in self.cells
        )

    def along(self, scale: int, shift: int) -> Weight:
        """y -> the weight of scale * y + shift, for a scale above 0."""
        cells = []
        for low, high, terms in self.cells:
            least = None if low is None else -((shift - low) // scale)
            most = None if high is None else (high - shift) // scale
            if least is None or most is None or least <= most:
                found: dict[tuple[Number, int], Number] = {}
                for base, degree, value in terms:
                    for power, factor in enumerate(_powers_of_sum(scale, shift, degree)):
                        key = (power_of(base, scale), power)
                        found[key] = found.get(key, ZERO) + value * power_of(base, shift) * factor
                kept = tuple((base, degree, value) for (base, degree), value in found.items() if value != 0)
                cells.append((least, most, kept))
        return Weight(cells)


FREE = Weight([(None, None, ((ONE, 0, ONE),))])  # of what is bound to others, and of no weight itself


@lru_cache(maxsize=1024)
def geometric(a: Number) -> Weight:
    """The distribution of one draw: y with (1 - a) / (1 + a) * a ** abs(y)."""
    scale = (1 - a) / (1 + a)
    return Weight([(None, -1, ((1 / a, 0, scale),)), (0, None, ((a, 0, scale),))])


def power_of(base: Number, exponent: int) -> Number:
    bits = base.height_bits() if isinstance(base, fmpq) else 1
    if abs(exponent) * (bits if base != 1 else 0) > MAXIMAL_POWER:
        raise Failure(
            TOO_LARGE,
            f"so far out a probability of a geometric draw has more than {MAXIMAL_POWER:,} bits",
            "compared with a number nearer to it, it is another mechanism",
        )
    return base**exponent


def _powers_of_sum(scale: int, shift: int, degree: int) -> list[int]:
    """(scale * y + shift)**degree, by ascending powers of y."""
    return [comb(degree, at) * scale**at * shift ** (degree - at) for at in range(degree + 1)]
