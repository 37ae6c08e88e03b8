"""Densities that are compared: mixtures of exact numbers plus noise, parts of them cut off; and cells of the line.

On a cell the same parts are there all over, and each is smooth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from flint import arb, ctx, fmpq

from faier.engines.density.curve import Curve, curve
from faier.exact import ZERO, Number, enclose
from faier.exact.simplest import simplest_inside
from faier.semantics.kept import Reals


@dataclass(frozen=True)
class Part:
    """The weight times the density of `at` plus noise, between `low` and `high` (None: no end)."""

    weight: Number
    at: Number
    noise: Reals
    low: Number | None = None
    high: Number | None = None

    def moved(self, by: Number) -> Part:
        low, high = (None if end is None else end + by for end in (self.low, self.high))
        return replace(self, at=self.at + by, low=low, high=high)

    @property
    def mirrored(self) -> Part:
        low, high = (None if end is None else -end for end in (self.high, self.low))
        return replace(self, at=-self.at, low=low, high=high)


Side: TypeAlias = Literal[0, 1, -1]
Mixture: TypeAlias = tuple[Part, ...]


def merged(parts: Iterable[Part]) -> Mixture:
    """Parts of one kind as one."""
    weights: dict[tuple[Number, Reals, Number | None, Number | None], Number] = {}
    for part in parts:
        key = part.at, part.noise, part.low, part.high
        weights[key] = weights.get(key, ZERO) + part.weight
    return tuple(Part(weight, *key) for key, weight in weights.items() if weight != 0)


@dataclass(frozen=True)
class Ball:
    """A part as it is computed with."""

    weight: arb
    part: Part
    curve: Curve

    def value(self, x: Number) -> arb:
        return self.weight * self.curve.at(x - self.part.at).value

    def between(self, low: Number | None, high: Number | None) -> arb:
        """The weight of what is between two numbers of a cell."""
        low, high = (None if end is None else end - self.part.at for end in (low, high))
        return self.weight * self.curve.between(low, high)

    def slope(self, x: Number, side: int = 1) -> arb:
        """Of the logarithm of the density."""
        return self.curve.at(x - self.part.at, side).slope


@dataclass(frozen=True)
class Cell:
    """Between two numbers next to each other where parts begin, end or have a kink (None: no end). Single Laplace draws
    of one rate are taken together there: below and above their numbers, their densities are multiples of each other.
    `parts` are those of both sides as they were."""

    low: Number | None
    high: Number | None
    left: tuple[Ball, ...]
    right: tuple[Ball, ...]
    parts: tuple[Mixture, Mixture] = ((), ())
    cuts: frozenset[Number] = frozenset()

    @property
    def swapped(self) -> Cell:
        return replace(self, left=self.right, right=self.left)

    @property
    def inside(self) -> fmpq:
        """A point of the cell."""
        return simplest_inside(self.low, self.high)

    def cut(self, x: Number) -> bool:
        """Whether a part begins or ends at this end of the cell, here or in the next cell."""
        return x in self.cuts

    @property
    def mirrored(self) -> Cell:
        low, high = (None if end is None else -end for end in (self.high, self.low))
        left, right = (tuple(replace(one, part=one.part.mirrored) for one in side) for side in (self.left, self.right))
        parts = [tuple(part.mirrored for part in side) for side in self.parts]
        return Cell(low, high, left, right, (parts[0], parts[1]), frozenset(-cut for cut in self.cuts))


def cells(left: Mixture, right: Mixture, precision: int) -> list[Cell]:
    """All cells, from left to right, but for those where nothing is on the left."""
    cuts = frozenset(end for part in (*left, *right) for end in (part.low, part.high) if end is not None)
    borders = set(cuts)
    for part in (*left, *right):
        if curve(part.noise, precision).kinked:
            borders.add(part.at)
    places = {part.at for part in (*left, *right)}
    borders.update((min(places), max(places)))
    ordered: list[Number | None] = [None, *sorted(borders), None]
    sides = [_balls(side, precision) for side in (left, right)]
    found = []
    for low, high in pairwise(ordered):
        there = [tuple(one for one in side if _covers(one.part, low, high)) for side in sides]
        if there[0]:
            left_, right_ = (_together(side, low, high, precision) for side in there)
            parts = [tuple(one.part for one in side) for side in there]
            found.append(Cell(low, high, left_, right_, (parts[0], parts[1]), cuts))
    return found


def _together(side: tuple[Ball, ...], low: Number | None, high: Number | None, precision: int) -> tuple[Ball, ...]:
    """Single Laplace draws on the one side of a cell as one of each rate, at the number that is nearest to the cell."""
    found: list[Ball] = []
    kinds: dict[tuple[Reals, bool], list[Ball]] = {}
    for one in side:
        if one.curve.kinked:
            below = low is not None and one.part.at <= low
            kinds.setdefault((one.part.noise, below), []).append(one)
        else:
            found.append(one)
    with ctx.workprec(precision):
        for (noise, below), alike in kinds.items():
            rate = noise.rates[0].enclose(precision)
            at = max(one.part.at for one in alike) if below else min(one.part.at for one in alike)
            gaps = [abs(enclose(at - one.part.at, precision)) for one in alike]
            weight = sum((one.weight * (-rate * gap).exp() for one, gap in zip(alike, gaps, strict=True)), arb(0))
            found.append(Ball(weight, Part(ZERO, at, noise), alike[0].curve))
    return tuple(found)


def _balls(side: Mixture, precision: int) -> list[Ball]:
    with ctx.workprec(precision):
        return [Ball(enclose(part.weight, precision), part, curve(part.noise, precision)) for part in side]


def _covers(part: Part, low: Number | None, high: Number | None) -> bool:
    if part.low is not None and (low is None or low < part.low):
        return False
    return part.high is None or (high is not None and high <= part.high)
