"""How likely each output is where noisy numbers may be in it.

Exact values have probabilities, a real that is shown in one place a density, an integer without bounds chances, and
several of them products of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from flint import fmpq

from faier.engines.density.exactly import chance_under
from faier.engines.density.mixture import Mixture, Part
from faier.exact import ONE, ZERO, Number
from faier.lang.values import Near, Sequence, Value
from faier.semantics.geometric import at_least
from faier.semantics.kept import Draws, Reals

PLACE = Near(fmpq(0))
"""What stands for a noisy number in an output."""

Output: TypeAlias = Sequence
"""What was told, one after the other: sequences tell True from 1."""


@dataclass(frozen=True)
class Lattice:
    """The weight times the chance of `at` + sign * draw, the draw between `low` and `high` (None: no end). Of normal
    noise the draw is the greatest integer that is at most that and the `offset`."""

    weight: Number
    at: int
    sign: int
    noise: Draws | Reals
    low: int | None = None
    high: int | None = None
    offset: fmpq = fmpq(0)

    @property
    def mass(self) -> Number:
        """The chance of all integers, without the weight."""
        return self.within(self.low, self.high)

    def within(self, low: int | None, high: int | None) -> Number:
        """How likely a draw is between two integers, if that is all that is known of it."""
        if not isinstance(self.noise, Reals):
            return mass_of_integers(self.noise, low, high)
        ends = self.reals(low, high)
        below, above = chance_under(self.noise, ends[0], ZERO), chance_under(self.noise, ends[1], ONE)
        assert below is not None
        assert above is not None
        return above - below

    def reals(self, low: int | None, high: int | None) -> tuple[fmpq | None, fmpq | None]:
        """Between which numbers noise is that is rounded down to a draw between these."""
        return None if low is None else low - self.offset, None if high is None else high + 1 - self.offset

    def chance(self, integer: int) -> Number:
        """With the weight."""
        draw = self.sign * (integer - self.at)
        if (self.low is not None and draw < self.low) or (self.high is not None and draw > self.high):
            return ZERO
        return self.weight * self.within(draw, draw)


@dataclass(frozen=True)
class Formula:
    """The weight times the density of `at` plus noise, where `at` and the variance are polynomials of unknowns."""

    weight: Number
    at: Number
    noise: Reals


@dataclass(frozen=True)
class Product:
    """The weight times what independent noisy numbers have, in their order; theirs are 1."""

    weight: Number
    factors: tuple[Part | Lattice, ...]


@dataclass(frozen=True)
class Law:
    """`atoms` are outputs of exact values with their probabilities; `densities` those with a real in them, `integers`
    those with an integer that has no bounds, `formulas` those with a real that unknowns are in, `several` those with
    more than one of either."""

    atoms: Mapping[Output, Number]
    densities: Mapping[Output, Mixture]
    integers: Mapping[Output, tuple[Lattice, ...]] = field(default_factory=dict)
    formulas: Mapping[Output, tuple[Formula, ...]] = field(default_factory=dict)
    several: Mapping[Output, tuple[Product, ...]] = field(default_factory=dict)

    @property
    def outputs(self) -> tuple[Output, ...]:
        return (*self.atoms, *self.densities, *self.integers, *self.formulas, *self.several)


def mass_of_integers(noise: Draws, low: int | fmpq | None, high: int | fmpq | None) -> Number:
    """How likely the sum is within these integers, both included (None: no end)."""
    below = ZERO if low is None else ONE - at_least(noise, int(low))
    beyond = ZERO if high is None else at_least(noise, int(high) + 1)
    return ONE - below - beyond


def filled(output: Output, real: Value) -> tuple[Value, ...]:
    """The output with this in the place of the noisy number."""
    return tuple(real if item == PLACE else item for item in output.items)


def base_of(lattices: Iterable[Lattice]) -> Number | None:
    """The base of their draws, where all are geometric ones with the same base, each by itself."""
    match list({lattice.noise for lattice in lattices}):
        case [((1, base),)]:
            return base
    return None


Likeness: TypeAlias = frozenset[tuple[object, int]]


def likeness(left: Law, right: Law) -> Likeness:
    """Equal for laws that differ in what is shown alone: one is more likely than the other to the same extent then."""
    kinds = ("atoms", "densities", "integers", "formulas", "several")
    known = [(getattr(left, kind), getattr(right, kind)) for kind in kinds]
    outputs = dict.fromkeys((*left.outputs, *right.outputs))
    return frozenset(
        Counter(tuple((mine.get(output), yours.get(output)) for mine, yours in known) for output in outputs).items()
    )
