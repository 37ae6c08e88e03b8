"""Laws with noisy numbers inside of what is shown -> how likely each output is where each such number is in some cell.

A place is where a noisy number is: keys and positions from the outside in. There the line is parted, and so are the
integers; what is shown exactly there stays what it is where a real may be, and is in its cell where an integer may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import prod

from flint import fmpq

from faier.audit.expected import Outcome, Place
from faier.audit.process import key, replaced, there
from faier.deciding.plain import plain
from faier.engines.density.curve import curve, deviation
from faier.engines.density.law import Lattice, Law, Output, Product
from faier.engines.density.mixture import Part
from faier.engines.density.several import Letter, products_of
from faier.engines.density.weighing import Unread, mass_of
from faier.exact import Number, bounds, enclose, fraction, nearest_float
from faier.exact.enclosure import ends
from faier.lang.values import Near, Value, leaves, whole
from faier.lang.values import Sequence as Items

Path = tuple[str | int, ...]

# Into so many cells each number is put, by how many there are; and so many combinations are told apart at most.
CELLS, FEWEST, NUMBERS, MOST = {1: 40, 2: 12, 3: 6, 4: 4, 5: 3}, 2, 8, 4_000

# Integers that are less likely than this are in the outermost cells; no more are looked at.
RARE, FAR = 0.02, 1_000

PRECISION = 128


@dataclass(frozen=True)
class Shown:
    """What an output is, with `Near` in the places of its noisy numbers, in their order."""

    value: object
    places: tuple[Path, ...]


def shown(output: Output, several: bool) -> Shown:
    items = whole(output.items)
    if any(map(_unordered, items)):
        raise Unread("a noisy number in a set is not audited")
    every = [plain(item) for item in items]
    value = every if several else every[0] if every else None
    return Shown(value, tuple(_places(value)))


def _unordered(value: Value) -> bool:
    """Whether a noisy number is in a set."""
    if not isinstance(value, Items):
        return False
    if value.kind in ("set", "frozenset"):
        return any(isinstance(leaf, Near) for leaf in leaves((value,)))
    return any(map(_unordered, value.items))


def _places(value: object) -> Iterator[Path]:
    if isinstance(value, Near):
        yield ()
    inner = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for name, item in inner:
        yield from ((name, *path) for path in _places(item))


def placed(laws: Sequence[Law], several: bool) -> tuple[Place, ...]:
    """Where noisy numbers are in what any of the laws shows, and the cells there."""
    factors: dict[Path, list[Part | Lattice]] = {}
    for law in laws:
        for output in law.outputs:
            places = shown(output, several).places
            for one in products_of(law, output) if places else ():
                for path, factor in zip(places, one.factors, strict=True):
                    factors.setdefault(path, []).append(factor)
    if len(factors) > NUMBERS:
        raise Unread(f"more than {NUMBERS} noisy numbers are shown")
    size = CELLS.get(len(factors), FEWEST)
    exact = [shown(output, several).value for law in laws for output in law.atoms]
    return tuple(_place(path, found, exact, size) for path, found in factors.items())


def _place(path: Path, factors: list[Part | Lattice], exact: list[object], size: int) -> Place:
    parts = [factor for factor in factors if isinstance(factor, Part)]
    lattices = [factor for factor in factors if isinstance(factor, Lattice)]
    if parts and lattices:
        raise Unread("an integer and a real are shown in the same place")
    if lattices:
        return Place(path, _between_integers(lattices, size), False)
    kept = {key(found) for found in (there(value, path) for value in exact) if isinstance(found, int | Fraction)}
    return Place(path, _between_reals(parts, size), True, tuple(sorted(kept)))


def _between_reals(parts: list[Part], size: int) -> tuple[float, ...]:
    widest = max(ends(deviation(part.noise, PRECISION))[1] for part in parts)
    reach = widest * min(3, fmpq(size, 4))
    low, high = min(part.at for part in parts) - reach, max(part.at for part in parts) + reach
    return tuple(nearest_float(low + (high - low) * fmpq(at, size)) for at in range(1, size))


def _between_integers(lattices: list[Lattice], size: int) -> tuple[float, ...]:
    """Halves between integers."""
    low, high = min(one.at for one in lattices), max(one.at for one in lattices)
    for _ in range(FAR):
        if all(_beyond(one, low, high) < RARE for one in lattices):
            break
        low, high = low - 1, high + 1
    count = high - low + 1
    steps = range(count) if count < size else sorted({count * at // size for at in range(1, size)})
    return tuple(low + step - 0.5 for step in steps)


def _beyond(lattice: Lattice, low: int, high: int) -> float:
    return sum(nearest_float(letter.chance(lattice)) for letter in (Letter(None, low - 1), Letter(high + 1, None)))


# Chances.


def outcomes(law: Law, places: Sequence[Place], several: bool) -> tuple[Outcome, ...]:
    """All combinations of cells, with both ends of how likely they are."""
    found: dict[str, tuple[Fraction, Fraction]] = {}
    by_path = {place.path: place for place in places}
    for output in law.outputs:
        told = shown(output, several)
        for product_ in products_of(law, output) if told.places else [Product(law.atoms[output], ())]:
            for name, low, high in _combined(told, product_, by_path):
                before = found.get(name, (Fraction(0), Fraction(0)))
                found[name] = before[0] + low, before[1] + high
        if len(found) > MOST:
            raise Unread(f"more than {MOST:,} outputs are told apart")
    return tuple(Outcome(name, low, min(high, Fraction(1))) for name, (low, high) in found.items())


def _combined(told: Shown, one: Product, places: Mapping[Path, Place]) -> Iterator[tuple[str, Fraction, Fraction]]:
    ends_ = [fraction(end) for end in bounds(one.weight, 25)]
    chances = [list(_cells(places[path], factor)) for path, factor in zip(told.places, one.factors, strict=True)]
    if prod(map(len, chances)) > MOST:
        raise Unread(f"more than {MOST:,} outputs are told apart")
    for chosen in product(*chances):
        value, (low, high) = told.value, ends_
        for path, (number, _, _) in zip(told.places, chosen, strict=True):
            value = replaced(value, path, places[path].name(number))
        for path, place in places.items():
            if not place.real and isinstance(exact := there(value, path), int) and not isinstance(exact, bool):
                value = replaced(value, path, place.name(place.cell(exact)))
        for _, least, most in chosen:
            low, high = low * least, high * most
        yield key(value), low, high


def _cells(place: Place, factor: Part | Lattice) -> Iterator[tuple[int, Fraction, Fraction]]:
    """The number of each cell, with both ends of the chance."""
    borders = [None, *place.cuts, None]
    for number, (low, high) in enumerate(pairwise(borders)):
        if isinstance(factor, Lattice):
            letter = Letter(None if low is None else int(low + 0.5), None if high is None else int(high - 0.5))
            chance: Number = letter.chance(factor)
            least, most = map(fraction, bounds(chance, 25))
        else:
            least, most = _of_interval(factor, low, high)
        yield number, least, most


def _of_interval(part: Part, low: float | None, high: float | None) -> tuple[Fraction, Fraction]:
    borders = [None if end is None else fmpq(*end.as_integer_ratio()) for end in (low, high)]
    start = max((end for end in (borders[0], part.low) if end is not None), default=None)
    stop = min((end for end in (borders[1], part.high) if end is not None), default=None)
    if start is not None and stop is not None and start >= stop:
        return Fraction(0), Fraction(0)
    moved = [None if end is None else end - part.at for end in (start, stop)]
    least, most = ends(curve(part.noise, PRECISION).between(moved[0], moved[1]))
    return max(fraction(least), Fraction(0)), fraction(most)


def peak(law: Law, place: Place, several: bool) -> Fraction:
    """Above the density of the real in this place, if one is there."""
    height, mass = Fraction(0), Fraction(0)
    for output in law.outputs:
        places = shown(output, several).places
        if place.path not in places:
            continue
        at = places.index(place.path)
        for one in products_of(law, output):
            factor = one.factors[at]
            if isinstance(factor, Part):
                rest = prod((mass_of(other) for other in one.factors), start=one.weight)
                mass += fraction(bounds(rest, 25)[0])
                top = enclose(one.weight, PRECISION) * curve(factor.noise, PRECISION).at(fmpq(0)).value
                height += fraction(ends(top)[1])
    return height / mass if mass else Fraction(0)
