"""Two laws of outputs with several noisy numbers in them -> laws with one real at most, of the same divergence.

What is the same on both sides tells nothing. Of an integer, those count at which chances change their form, and the two
tails beyond them, where all fall by one factor. Normal draws of points on a line are one normal draw along that line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from flint import fmpq

from faier.engines.density.independent import lost
from faier.engines.density.law import PLACE, Lattice, Law, Output, Product, base_of
from faier.engines.density.mixture import Part
from faier.engines.density.near_chances import LEFT_OUT, near
from faier.engines.density.slanted import Line
from faier.engines.density.weighing import Unread, made_of, mass_of
from faier.exact import ONE, ZERO, Number, bounds, has_value
from faier.lang.values import Between, Sequence, Value
from faier.limits import LimitReached, Limits
from faier.semantics.kept import Reals

MOST = 20_000
DEVIATIONS, SCALES = 12, 72
ANYTHING = Between(None, None)

Both = tuple[list[Product], list[Product]]


@dataclass(frozen=True)
class Letter:
    """An integer, or all of those above or below one."""

    low: int | None
    high: int | None
    apart: bool = False

    def shown(self, side: int) -> Value:
        """Each side has an output of its own where these integers are kept apart: no less exceeds then."""
        if self.low is not None and self.low == self.high:
            return self.low
        return Sequence("part", ("integers", self.low, self.high, side if self.apart else None))

    def chance(self, lattice: Lattice) -> Number:
        """Without the weight."""
        ends = [None if end is None else lattice.sign * (end - lattice.at) for end in (self.low, self.high)]
        low, high = ends if lattice.sign > 0 else ends[::-1]
        low = lattice.low if low is None or (lattice.low is not None and lattice.low > low) else low
        high = lattice.high if high is None or (lattice.high is not None and lattice.high < high) else high
        nothing = low is not None and high is not None and low > high
        if isinstance(lattice.noise, Reals) and lattice.noise.rates and (self.low, self.high) != (None, None):
            below, above = (ZERO, ZERO) if nothing else near(lattice.noise, *lattice.reals(low, high))
            return above + LEFT_OUT if self.apart else below
        return ZERO if nothing else lattice.within(low, high)


def reduced(left: Law, right: Law, limits: Limits) -> tuple[Law, Law]:
    """With one real at most in each output, or several that are told by `independent`, and no integers without bounds;
    `Unread` where that cannot be."""
    return along_lines(left, right, limits)[:2]


def along_lines(left: Law, right: Law, limits: Limits) -> tuple[Law, Law, dict[Output, Line]]:
    """The same, and for which outputs the one real stands for several."""
    if left.formulas or right.formulas:
        raise Unread("noise is shown whose variance is no rational number")
    atoms = [dict(left.atoms), dict(right.atoms)]
    noisy: tuple[dict[Output, list[Product]], dict[Output, list[Product]]] = ({}, {})
    outputs = tuple(dict.fromkeys((*_noisy(left), *_noisy(right))))
    alphabet = _alphabet(left, right, outputs)
    for output in outputs:
        for both in _of_one_kind(products_of(left, output), products_of(right, output)):
            for side, key, one in _lettered(output, both, alphabet, limits):
                _put(one, key, atoms[side], noisy[side])
    single: tuple[dict[Output, list[Product]], dict[Output, list[Product]]] = ({}, {})
    lines: dict[Output, Line] = {}
    for output in dict.fromkeys((*noisy[0], *noisy[1])):
        limits.check()
        key, sides, line = _of_one_real(output, (noisy[0].get(output, []), noisy[1].get(output, [])))
        if line is not None:
            lines[key] = line
        for side, products in enumerate(sides):
            for one in products:
                _put(one, key, atoms[side], single[side])
    return made_of(atoms[0], single[0]), made_of(atoms[1], single[1]), lines


def _put(one: Product, key: Output, atoms: dict[Output, Number], noisy: dict[Output, list[Product]]) -> None:
    """Among exact outputs where nothing noisy is left of it."""
    if one.factors:
        noisy.setdefault(key, []).append(one)
    else:
        atoms[key] = atoms.get(key, ZERO) + one.weight


def _noisy(law: Law) -> Iterator[Output]:
    yield from law.densities
    yield from law.integers
    yield from law.several


def products_of(law: Law, output: Output) -> list[Product]:
    """What an output with noisy numbers in it is made of."""
    found = list(law.several.get(output, ()))
    found += [Product(part.weight, (replace(part, weight=ONE),)) for part in law.densities.get(output, ())]
    found += [Product(part.weight, (replace(part, weight=ONE),)) for part in law.integers.get(output, ())]
    return found


def _of_one_kind(left: list[Product], right: list[Product]) -> Iterator[Both]:
    """Reals and integers are told from each other."""
    kinds: dict[tuple[bool, ...], Both] = {}
    for side, products in enumerate((left, right)):
        for one in products:
            kind = tuple(isinstance(factor, Lattice) for factor in one.factors)
            kinds.setdefault(kind, ([], []))[side].append(one)
    yield from kinds.values()


def _alphabet(left: Law, right: Law, outputs: Iterable[Output]) -> dict[tuple[int, int], list[Letter]]:
    """The letters of the integers at each place of the outputs of each length: the same for all, as an exact integer
    there is the same as a noisy one."""
    lattices: dict[tuple[int, int], set[Lattice]] = {}
    for output in outputs:
        places = [at for at, item in enumerate(output.items) if item == PLACE]
        for one in (*products_of(left, output), *products_of(right, output)):
            for at, factor in zip(places, one.factors, strict=True):
                if isinstance(factor, Lattice):
                    lattices.setdefault((len(output.items), at), set()).add(factor)
    exact: dict[tuple[int, int], set[int]] = {}
    for output in (*left.atoms, *right.atoms, *outputs):
        for at, item in enumerate(output.items):
            if isinstance(item, int) and not isinstance(item, bool):
                exact.setdefault((len(output.items), at), set()).add(item)
    return {place: letters(found, exact.get(place, set())) for place, found in lattices.items()}


def _lettered(
    output: Output, both: Both, alphabet: dict[tuple[int, int], list[Letter]], limits: Limits
) -> Iterator[tuple[int, Output, Product]]:
    """Integers as letters, in all ways; a product on its side."""
    places = [at for at, item in enumerate(output.items) if item == PLACE]
    every = (*both[0], *both[1])
    numbers = [number for number, factor in enumerate(every[0].factors) if isinstance(factor, Lattice)]
    choices = [alphabet[len(output.items), places[number]] for number in numbers]
    count = len(every)
    for found in choices:
        count *= len(found)
    if count > MOST:
        raise LimitReached("outputs", f"there are more than {MOST:,} outputs with noisy integers to compare")
    for chosen in product(*choices):
        limits.check()
        for side, products in enumerate(both):
            items = list(output.items)
            for number, letter in zip(numbers, chosen, strict=True):
                items[places[number]] = letter.shown(side)
            key = Sequence("tuple", tuple(items))
            for one in products:
                weight = one.weight
                for number, letter in zip(numbers, chosen, strict=True):
                    lattice = one.factors[number]
                    assert isinstance(lattice, Lattice)
                    weight = weight * letter.chance(lattice)
                if weight != 0:
                    rest = tuple(factor for number, factor in enumerate(one.factors) if number not in numbers)
                    yield side, key, Product(weight, rest)


def letters(lattices: set[Lattice], exact: set[int]) -> list[Letter]:
    """The integers between those at which chances change their form, and two tails; all as one where that is enough."""
    if len(lattices) == 1 and not exact:
        return [Letter(None, None)]
    if all(isinstance(lattice.noise, Reals) for lattice in lattices):
        return _of_normal_noise(lattices, exact)
    if base_of(lattices) is None:
        raise Unread("integers with noise of different kinds, or with sums of it, are shown in the same place")
    changes = set(exact)
    for lattice in lattices:
        changes.add(lattice.at)
        changes.update(lattice.at + lattice.sign * end for end in (lattice.low, lattice.high) if end is not None)
    low, high = min(changes), max(changes)
    if high - low > MOST:
        raise LimitReached("outputs", f"there are more than {MOST:,} outputs with noisy integers to compare")
    return [Letter(None, low - 1), *(Letter(at, at) for at in range(low, high + 1)), Letter(high + 1, None)]


def _of_normal_noise(lattices: set[Lattice], exact: set[int]) -> list[Letter]:
    """Integers so far out that next to nothing is beyond them: that counts as if it were nowhere on the other side."""
    ends = set(exact)
    for lattice in lattices:
        assert isinstance(lattice.noise, Reals)
        reach = DEVIATIONS * (1 + int(bounds(lattice.noise.variance)[1].ceil().isqrt()))
        reach += sum(1 + int((SCALES / rate.constant).ceil()) for rate in lattice.noise.rates)
        ends |= {lattice.at - reach, lattice.at + reach}
    low, high = min(ends), max(ends)
    if high - low > MOST:
        raise LimitReached("outputs", f"there are more than {MOST:,} outputs with noisy integers to compare")
    beyond = Letter(None, low - 1, True), Letter(high + 1, None, True)
    return [beyond[0], *(Letter(at, at) for at in range(low, high + 1)), beyond[1]]


def _of_one_real(output: Output, both: Both) -> tuple[Output, Both, Line | None]:
    """Without the reals that are the same on both sides, and with normal ones on a line as one."""
    every = (*both[0], *both[1])
    count = len(every[0].factors)
    same = [number for number in range(count) if len({one.factors[number] for one in every}) == 1]
    if not (both[0] and both[1]):
        same = list(range(count))
    left = [number for number in range(count) if count == 1 or number not in same]
    both = _without(both, [number for number in range(count) if number not in left])
    places = [at for at, item in enumerate(output.items) if item == PLACE]
    items = list(output.items)
    for number, at in enumerate(places):
        items[at] = PLACE if left and number == left[0] else ANYTHING
    line = None
    if len(left) > 1:
        try:
            both, line = _along(both, [places[number] for number in left])
        except Unread:
            if lost(*both) is None:
                raise
            for number in left:
                items[places[number]] = PLACE
    return Sequence("tuple", tuple(items)), both, line


def _without(both: Both, numbers: list[int]) -> Both:
    sides: Both = ([], [])
    for side, products in enumerate(both):
        for one in products:
            weight = one.weight
            for number in numbers:
                weight = weight * mass_of(one.factors[number])
            rest = tuple(factor for number, factor in enumerate(one.factors) if number not in numbers)
            sides[side].append(Product(weight, rest))
    return sides


def _along(both: Both, places: list[int]) -> tuple[Both, Line]:
    """Normal draws around points on a line: what they are beside that line is the same everywhere, and independent."""
    every = (*both[0], *both[1])
    variances = [_variance(factor) for factor in every[0].factors]
    for one in every:
        for factor, variance in zip(one.factors, variances, strict=True):
            if variance is None or _variance(factor) != variance:
                raise Unread("several reals that differ are shown, and not all noise is normal and alike")
    start = _point(every[0])
    steps = [[a - b for a, b in zip(_point(one), start, strict=True)] for one in every]
    line = next(step for step in steps if any(step))
    first = next(place for place, step in enumerate(line) if step)
    size = _inner(line, line, variances)
    noise = Reals((), 1 / size)
    found: list[Product] = []
    for one, step in zip(every, steps, strict=True):
        share = step[first] / line[first]
        if any(mine != share * whole for mine, whole in zip(step, line, strict=True)):
            raise Unread("several reals that differ are shown, around points that are not on a line")
        found.append(Product(one.weight, (Part(ONE, share, noise),)))
    moved = [
        (place, step / variance / size)
        for place, step, variance in zip(places, line, variances, strict=True)
        if step and variance
    ]
    origin = _inner(start, line, variances) / size
    told = Line(tuple(place for place, _ in moved), tuple(factor for _, factor in moved), -origin)
    return (found[: len(both[0])], found[len(both[0]) :]), told


def _variance(factor: Part | Lattice) -> Number | None:
    """Of a normal draw of which nothing else is known."""
    if isinstance(factor, Lattice) or factor.noise.rates or factor.low is not None or factor.high is not None:
        return None
    return factor.noise.variance if has_value(factor.noise.variance) else None


def _point(one: Product) -> list[fmpq]:
    return [factor.at for factor in one.factors if isinstance(factor, Part)]


def _inner(one: list[fmpq], other: list[fmpq], variances: list[Number | None]) -> Number:
    total: Number = ZERO
    for a, b, variance in zip(one, other, variances, strict=True):
        assert variance is not None
        total = total + a * b / variance
    return total
