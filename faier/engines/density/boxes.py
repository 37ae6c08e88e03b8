"""A set of outputs with several noisy numbers in them that one law makes too likely, as few boxes as are found.

Integers are told one by one, reals as lying between two numbers, in ever finer cells until the set shows what is asked
for. Its chances are computed from the laws as they were read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod
from typing import TypeAlias

from flint import arb, ctx, fmpq

from faier.engines.density import again
from faier.engines.density.law import PLACE, Lattice, Law, Output
from faier.engines.density.mixture import Part
from faier.engines.density.several import ANYTHING, Letter, products_of
from faier.engines.density.stairs import stairs
from faier.engines.density.stick import Interval, intervals
from faier.exact import enclose
from faier.lang.values import Between, Sequence, Value
from faier.limits import Limits

# In one attempt after the other: the cells of each real, and how far beyond the others integers are looked at.
ATTEMPTS = ((1, 6), (8, 12), (16, 24), (32, 48), (80, 120), (200, 400), (600, 1200))
# Boxes along the border are tried before there are more cells than that.
FINE = 16
# So many boxes at most are looked at, and told.
LOOKED_AT, TOLD = 20_000, 2_000
# So far out, in widths of the noise, there are no more cells.
REACH = 8

Cell: TypeAlias = "int | Between"


@dataclass(frozen=True)
class Chosen:
    """A set of outputs, and how likely both laws make it."""

    outputs: tuple[tuple[Value, ...], ...]
    left: arb
    right: arb


def chosen(left: Law, right: Law, factor: arb, delta: fmpq, borders: Iterable[fmpq], limits: Limits) -> Chosen | None:
    """A set that exceeds delta, if one is found; reals are cut at the borders too."""
    with ctx.workprec(again.BITS):
        for count, reach in ATTEMPTS:
            if count > FINE:
                steps = stairs(left, right, factor, delta, limits)
                if steps is not None:
                    return Chosen(tuple(steps.outputs), steps.left, steps.right)
            found = _boxes(left, right, count, reach, set(borders), limits)
            if found is None:
                return None
            excess = [(one - factor * other, key, one, other) for key, (one, other) in found.items()]
            excess = sorted((one for one in excess if one[0] > 0), key=lambda one: -float(one[0].mid()))
            taken: list[Output] = []
            total, above, below = arb(0), arb(0), arb(0)
            for more, key, one, other in excess:
                taken.append(key)
                total, above, below = total + more, above + one, below + other
                if total > arb(delta):
                    told = _together(taken)
                    return Chosen(told, above, below) if len(told) <= TOLD else None
    return None


def _boxes(
    left: Law, right: Law, count: int, reach: int, borders: set[fmpq], limits: Limits
) -> dict[Output, list[arb]] | None:
    """All boxes with both chances; None where there are too many."""
    found: dict[Output, list[arb]] = {}
    choices = _choices(left, right, count, reach, borders)
    for side, law in enumerate((left, right)):
        for output in law.outputs:
            if output in law.atoms:
                found.setdefault(output, [arb(0), arb(0)])[side] += enclose(law.atoms[output], again.BITS)
            places = [at for at, item in enumerate(output.items) if item == PLACE]
            for one in products_of(law, output):
                limits.check()
                ways = [
                    [
                        (cell, chance)
                        for cell in choices[len(output.items), at]
                        if (chance := _chance(factor, cell)) != 0
                    ]
                    for at, factor in zip(places, one.factors, strict=True)
                ]
                if prod(map(len, ways)) + len(found) > LOOKED_AT:
                    return None
                for way in product(*ways):
                    items, share = list(output.items), enclose(one.weight, again.BITS)
                    for at, (cell, chance) in zip(places, way, strict=True):
                        items[at] = cell
                        share = share * chance
                    found.setdefault(Sequence("tuple", tuple(items)), [arb(0), arb(0)])[side] += share
    return found


def _choices(left: Law, right: Law, count: int, reach: int, borders: set[fmpq]) -> dict[tuple[int, int], list[Cell]]:
    """The integers and cells at each place of the outputs of each length: the same for all of them, as an exact integer
    is the same as a noisy one."""
    factors: dict[tuple[int, int], set[Part | Lattice]] = {}
    exact: dict[tuple[int, int], set[int]] = {}
    for law in (left, right):
        for output in law.outputs:
            places = [at for at, item in enumerate(output.items) if item == PLACE]
            for at, item in enumerate(output.items):
                if isinstance(item, int) and not isinstance(item, bool):
                    exact.setdefault((len(output.items), at), set()).add(item)
            for one in products_of(law, output):
                for at, factor in zip(places, one.factors, strict=True):
                    factors.setdefault((len(output.items), at), set()).add(factor)
    found: dict[tuple[int, int], list[Cell]] = {}
    for place, every in factors.items():
        reals = {factor for factor in every if isinstance(factor, Part)}
        integers = {factor.at for factor in every if isinstance(factor, Lattice)}
        found[place] = []
        if integers:
            around = {at + by for at in integers for by in range(-reach, reach + 1)}
            found[place] += sorted(around | exact.get(place, set()))
        if len(reals) == 1:
            found[place].append(ANYTHING)
        elif reals:
            found[place] += _cells(reals, count, borders)
    return found


def _cells(parts: set[Part], count: int, borders: set[fmpq]) -> list[Between]:
    ends = set(borders)
    for part in parts:
        ends.update(end for end in (part.at, part.low, part.high) if end is not None)
    width = max(_width(part) for part in parts)
    low, high = min(part.at for part in parts) - REACH * width, max(part.at for part in parts) + REACH * width
    if count > 1:
        ends.update(low + (high - low) * fmpq(step, count) for step in range(count + 1))
    ordered = [None, *sorted(ends), None]
    return [Between(*pair) for pair in pairwise(ordered)]


def _width(part: Part) -> fmpq:
    """About the deviation of the noise."""
    variance = float(enclose(part.noise.variance, 64).mid())
    variance += sum(2 / float(rate.enclose(64).mid()) ** 2 for rate in part.noise.rates)
    return fmpq(max(1, round(1024 * variance**0.5)), 1024)


def _chance(factor: Part | Lattice, cell: Cell) -> arb:
    if isinstance(cell, Between):
        return again.chance((factor,), cell.low, cell.high) if isinstance(factor, Part) else arb(0)
    return enclose(Letter(cell, cell).chance(factor), again.BITS) if isinstance(factor, Lattice) else arb(0)


def _together(outputs: list[Output]) -> tuple[tuple[Value, ...], ...]:
    """Boxes beside each other, in the last of their reals, as one."""
    alike: dict[tuple[Output, int], list[Interval]] = {}
    shown: dict[tuple[Output, int], tuple[Output, int]] = {}
    found: list[tuple[Value, ...]] = []
    for output in outputs:
        reals = [at for at, item in enumerate(output.items) if isinstance(item, Between)]
        if not reals:
            found.append(output.items)
            continue
        cell = output.items[reals[-1]]
        assert isinstance(cell, Between)
        key = Sequence("tuple", (*output.items[: reals[-1]], ANYTHING, *output.items[reals[-1] + 1 :])), reals[-1]
        alike.setdefault(key, []).append((cell.low, cell.high))
        shown[key] = output, reals[-1]
    for key, cells in alike.items():
        output, at = shown[key]
        for ends in intervals(cells):
            found.append((*output.items[:at], Between(*ends), *output.items[at + 1 :]))
    return tuple(found)
