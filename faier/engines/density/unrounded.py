"""Laws in which integers are shown that reals were rounded to -> the same with these reals in their places.

Whoever sees the real sees the integer too: what is kept for reals is kept for integers. Those are told from what else
is shown, which is no less to see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from faier.engines.density.law import Lattice, Law, Output, Product
from faier.engines.density.mixture import Part
from faier.engines.density.several import products_of
from faier.engines.density.weighing import made_of
from faier.lang.values import Sequence
from faier.semantics.kept import Reals


def unrounded(left: Law, right: Law) -> tuple[Law, Law] | None:
    """None where one real would have to be rounded in two ways, or an integer is no rounded real."""
    if any(not isinstance(lattice.noise, Reals) for law in (left, right) for lattice in _lattices(law)):
        return None
    ways: dict[tuple[Output, tuple[int, ...]], tuple[int, ...]] = {}
    for law in (left, right):
        for output, product in _rounded(law):
            places, way = _places(product), _way(product)
            if ways.setdefault((output, places), way) != way:
                return None
    return _law(left), _law(right)


def _lattices(law: Law) -> Iterator[Lattice]:
    for _, product in _rounded(law):
        yield from (factor for factor in product.factors if isinstance(factor, Lattice))


def _rounded(law: Law) -> Iterator[tuple[Output, Product]]:
    """What an integer is in."""
    for output in (*law.integers, *law.several):
        for product in products_of(law, output):
            if _places(product):
                yield output, product


def _places(product: Product) -> tuple[int, ...]:
    return tuple(at for at, factor in enumerate(product.factors) if isinstance(factor, Lattice))


def _way(product: Product) -> tuple[int, ...]:
    """Up or down: an integer is the floor of its real, or the ceiling."""
    return tuple(factor.sign for factor in product.factors if isinstance(factor, Lattice))


def _law(law: Law) -> Law:
    noisy: dict[Output, list[Product]] = {}
    for output in dict.fromkeys((*law.densities, *law.integers, *law.several)):
        for product in products_of(law, output):
            places = _places(product)
            key = Sequence("tuple", (*output.items, Sequence("part", ("rounded", *places)))) if places else output
            reals = tuple(real_of(factor) if isinstance(factor, Lattice) else factor for factor in product.factors)
            noisy.setdefault(key, []).append(replace(product, factors=reals))
    return replace(made_of(law.atoms, noisy), formulas=law.formulas)


def real_of(lattice: Lattice) -> Part:
    """The real that is rounded, with weight 1."""
    assert isinstance(lattice.noise, Reals)
    low = None if lattice.low is None else fmpq(lattice.low)
    high = None if lattice.high is None else fmpq(lattice.high + 1)
    low, high = (low, high) if lattice.sign > 0 else (high, low)
    ends = (None if end is None else lattice.at + lattice.sign * end for end in (low, high))
    return Part(fmpq(1), lattice.at + lattice.sign * lattice.offset, lattice.noise, *ends)
