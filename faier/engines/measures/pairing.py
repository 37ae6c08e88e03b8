"""Two laws -> their outputs with both chances: those that are listed, integers without bounds, reals, and several
independent numbers.

An integer that is shown exactly and one that is shown noisily are one output where they are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.engines.density.independent import lost
from faier.engines.density.law import PLACE, Lattice, Law, Output, Product, base_of, filled
from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.weighing import Unread
from faier.exact import ONE, ZERO, Number
from faier.lang.values import Sequence

Both = tuple[Number, Number]
"""How likely an output is on the left, and on the right."""


@dataclass(frozen=True)
class Spread:
    """Integers without bounds: the listed ones, from `low` on, with both chances; `below` and `beyond` them, from what
    they are at the first of those on, both fall by a factor at each step, the `base`."""

    low: int
    listed: tuple[Both, ...]
    below: Both
    beyond: Both
    base: Number


@dataclass(frozen=True)
class Pairing:
    """`listed` outputs; those with an integer without bounds; those with a real; and those with several numbers."""

    listed: tuple[Both, ...]
    spread: tuple[Spread, ...]
    dense: tuple[tuple[Mixture, Mixture], ...]
    several: tuple[Together, ...] = ()


@dataclass(frozen=True)
class Together:
    """An output with several reals, each drawn by itself, with its chance on both sides; of a real both sides."""

    chances: Both
    reals: tuple[tuple[Part, Part], ...]

    @property
    def each(self) -> Iterator[Pairing]:
        """Each real by itself: moments of all are their product."""
        return (Pairing((), (), (((one,), (other,)),)) for one, other in self.reals)

    @property
    def products(self) -> tuple[Product, Product]:
        left, right = self.chances
        return Product(left, tuple(one for one, _ in self.reals)), Product(right, tuple(one for _, one in self.reals))


def paired(left: Law, right: Law) -> Pairing:
    """Raises `Unread` where integers are spread in a way that is not followed, or several numbers are shown that are
    not told by `several.reduced`."""
    noisy = {**left.integers, **right.integers}
    _require_one_place(noisy)
    folded: set[Output] = set()
    spread = []
    for output in noisy:
        sides = [law.integers.get(output, ()) for law in (left, right)]
        exact = dict(_matching(output, left, right))
        folded.update(exact.values())
        spread.append(_spread(sides[0], sides[1], {at: _chances(atom, left, right) for at, atom in exact.items()}))
    atoms = {**left.atoms, **right.atoms}
    listed = tuple(_chances(output, left, right) for output in atoms if output not in folded)
    outputs = {**left.densities, **right.densities}
    dense = tuple((left.densities.get(output, ()), right.densities.get(output, ())) for output in outputs)
    several = tuple(
        _together(left.several.get(o, ()), right.several.get(o, ())) for o in {**left.several, **right.several}
    )
    return Pairing(listed, tuple(spread), dense, several)


def _together(left: tuple[Product, ...], right: tuple[Product, ...]) -> Together:
    """Reals are told by how far they are moved: noise is the same on both sides of 0."""
    if lost(left, right) is None:
        raise Unread("several noisy numbers are shown that differ by more than where they lie")
    reals = []
    for one, other in zip(left[0].factors, right[0].factors, strict=True):
        assert isinstance(one, Part)
        assert isinstance(other, Part)
        reals.append((replace(one, at=fmpq(0)), replace(other, at=abs(other.at - one.at))))
    return Together((left[0].weight, right[0].weight), tuple(sorted(reals, key=repr)))


def from_start(pairing: Pairing) -> Pairing:
    """The same with reals that are moved so that the least one is around 0: laws that lie elsewhere are the same."""
    dense = []
    for sides in pairing.dense:
        by = -min(part.at for side in sides for part in side)
        dense.append((tuple(part.moved(by) for part in sides[0]), tuple(part.moved(by) for part in sides[1])))
    return replace(pairing, dense=tuple(dense))


def gathered(pairing: Pairing) -> Pairing:
    """The same with one output in place of all that have the same ratio, as far as their chances are fractions."""
    by_ratio: dict[fmpq | None, tuple[fmpq, fmpq]] = {}
    rest = []
    for left, right in pairing.listed:
        if not isinstance(left, fmpq) or not isinstance(right, fmpq):
            rest.append((left, right))
            continue
        ratio = left / right if right != 0 else None
        more, less = by_ratio.get(ratio, (fmpq(0), fmpq(0)))
        by_ratio[ratio] = more + left, less + right
    listed = sorted(by_ratio.values())
    return replace(pairing, listed=(*listed, *rest))


def _require_one_place(noisy: dict[Output, tuple[Lattice, ...]]) -> None:
    """Two outputs whose noisy integers are in different places may be one."""
    places = {(len(output.items), output.items.index(PLACE)) for output in noisy}
    if len({length for length, _ in places}) < len(places):
        raise Unread("integers without bounds are shown in different places")


def _matching(output: Output, left: Law, right: Law) -> Iterator[tuple[int, Output]]:
    """The outputs that are this one with an exact integer, with the integer."""
    at = output.items.index(PLACE)
    for atom in {**left.atoms, **right.atoms}:
        if len(atom.items) == len(output.items):
            found = atom.items[at]
            if type(found) is int and Sequence("tuple", filled(output, found)) == atom:
                yield found, atom


def _chances(output: Output, left: Law, right: Law) -> Both:
    return left.atoms.get(output, ZERO), right.atoms.get(output, ZERO)


def _spread(left: tuple[Lattice, ...], right: tuple[Lattice, ...], exact: dict[int, Both]) -> Spread:
    every = (*left, *right)
    base = base_of(every)
    if base is None:
        raise Unread("integers with noise of several kinds are shown")
    ends = [part.at for part in every] + list(exact)
    ends += [part.at + part.sign * end for part in every for end in (part.low, part.high) if end is not None]
    low, high = min(ends), max(ends)

    def chances(integer: int) -> Both:
        known = exact.get(integer, (ZERO, ZERO))
        noisy = [sum((part.chance(integer) for part in side), start=ZERO) for side in (left, right)]
        return known[0] + noisy[0], known[1] + noisy[1]

    listed = tuple(chances(integer) for integer in range(low, high + 1))
    return Spread(low, listed, chances(low - 1), chances(high + 1), base)


def every(pairing: Pairing) -> Iterator[tuple[Both, Number]]:
    """Outputs that are no reals, with both chances; and how much all that behave like it weigh, as a multiple of it."""
    for both in pairing.listed:
        yield both, ONE
    for spread in pairing.spread:
        for both in spread.listed:
            yield both, ONE
        for both in (spread.below, spread.beyond):
            yield both, ONE / (ONE - spread.base)
