"""Functions on the reals in closed form, such as how dense each value of a Laplace draw is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact import Epsilon, Number, logarithm, substitute, unknown, unknowns
from faier.lang.noise import not_followed

LEVEL = Epsilon()  # the rate of a polynomial

Terms: TypeAlias = tuple[tuple[Epsilon, int, Number], ...]  # (rate, degree, coefficient)


class Density:
    """A function on the reals: disjoint intervals (None: no end) that ascend, each with its terms; 0 elsewhere. A term
    is coefficient * y**degree * exp(rate * y)."""

    __slots__ = ("_hash", "cells")

    def __init__(self, cells: Iterable[tuple[Number | None, Number | None, Terms]]) -> None:
        self.cells = tuple(cells)
        self._hash = hash(self.cells)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Density) and self._hash == other._hash and self.cells == other.cells

    def __repr__(self) -> str:
        return f"Density({self.cells!r})"

    @property
    def ends(self) -> tuple[Number | None, Number | None]:
        """Between which the density is."""
        return (self.cells[0][0], self.cells[-1][1]) if self.cells else (fmpq(0), fmpq(0))

    def times(self, factor: Number) -> Density:
        return Density(
            (low, high, tuple((rate, degree, value * factor) for rate, degree, value in terms))
            for low, high, terms in self.cells
        )


@dataclass(frozen=True)
class Normal:
    """The density of a normal variable of mean 0."""

    variance: Number


@dataclass(frozen=True)
class Fringe:
    """What a shown real is beside the number at which it is seen: infinitely small, above 0 (side 1), below it (-1), or
    not told apart from it. Those of higher rank, which were shown later, are infinitely larger."""

    rank: int
    side: Literal[0, 1, -1]


@lru_cache(maxsize=1024)
def laplace(rate: Epsilon) -> Density:
    """The density of one draw: rate / 2 * exp(-rate * abs(y))."""
    scale = number_of(rate) / 2
    return Density([(None, fmpq(0), ((rate, 0, scale),)), (fmpq(0), None, ((-rate, 0, scale),))])


@lru_cache(maxsize=1024)
def number_of(rate: Epsilon) -> Number:
    """The rate as a number, in which an unknown epsilon is `stand_in`."""
    found: Number = rate.constant
    if rate.factor:
        found = found + logarithm(rate.base) * rate.factor
    for name, coefficient in rate.multiples:
        found = found + stand_in(name) * coefficient
    return found


# Numbers hold no square roots of pi, and of an unknown epsilon its exponentials alone. Others stand for these.


def stand_in(epsilon: str) -> Number:
    """Stands for the unknown epsilon itself."""
    return unknown(f".{epsilon}")


NORMAL = unknown(".1/sqrt(2 pi)")  # what every normal density has beside its deviation
SAME = unknown(".same")  # how dense a real is that was shown before, where it was


def stand_ins(number: Number) -> frozenset[str]:
    """The names of what stands for other numbers."""
    return frozenset(name for name in unknowns(number) if name[0] == ".")


def comparable(left: Number, right: Number) -> tuple[Number, Number]:
    """Two densities of one output, both divided by what stands for another number in them."""
    names = stand_ins(left) | stand_ins(right)
    if not names:
        return left, right
    one, other = (substitute(side, dict.fromkeys(names, fmpq(1))) for side in (left, right))
    if left * other != right * one:
        raise not_followed("a quotient that depends on what a density is infinite or irrational by")
    return one, other
