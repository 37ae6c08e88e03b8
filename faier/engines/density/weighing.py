"""The weights of what runs show -> a law of outputs; how likely all of it is, and the law given that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from flint import fmpq

from faier.engines.density.exactly import chance_under
from faier.engines.density.law import Formula, Lattice, Law, Output, Product, mass_of_integers
from faier.engines.density.mixture import Part, merged
from faier.exact import ONE, ZERO, Number, has_value
from faier.semantics.kept import Draws, Reals


class Unread(Exception):
    """What is compared is not of the kind that is read here; the text says why."""


def made_of(
    atoms: Mapping[Output, Number],
    noisy: Mapping[Output, Iterable[Product]],
    formulas: Mapping[Output, Iterable[Formula]] | None = None,
) -> Law:
    """A law; what shows one noisy number has it by itself."""
    parts: dict[Output, list[Part]] = {}
    spread: dict[Output, list[Lattice]] = {}
    several: dict[Output, list[Product]] = {}
    for output, products in noisy.items():
        for product in products:
            if len(product.factors) > 1:
                several.setdefault(output, []).append(product)
                continue
            (factor,) = product.factors
            if isinstance(factor, Part):
                parts.setdefault(output, []).append(replace(factor, weight=product.weight))
            else:
                spread.setdefault(output, []).append(replace(factor, weight=product.weight))
    return Law(
        {output: weight for output, weight in atoms.items() if weight != 0},
        {output: mixture for output, found in parts.items() if (mixture := merged(found))},
        {output: tuple(part for part in found if part.weight != 0) for output, found in spread.items()},
        {output: tuple(part for part in found if part.weight != 0) for output, found in (formulas or {}).items()},
        {output: _together(found) for output, found in several.items()},
    )


def _together(products: Iterable[Product]) -> tuple[Product, ...]:
    """Products of the same factors as one."""
    weights: dict[tuple[Part | Lattice, ...], Number] = {}
    for product in products:
        weights[product.factors] = weights.get(product.factors, ZERO) + product.weight
    return tuple(Product(weight, factors) for factors, weight in weights.items() if weight != 0)


def mass_of_law(law: Law) -> Number:
    """The weight of all outputs."""
    total: Number = sum(law.atoms.values(), start=ZERO)
    for mixture in law.densities.values():
        for part in mixture:
            total = total + part.weight * mass_of(part)
    for lattices in law.integers.values():
        for lattice in lattices:
            total = total + lattice.weight * lattice.mass
    for products in law.several.values():
        for product in products:
            mass = product.weight
            for factor in product.factors:
                mass = mass * mass_of(factor)
            total = total + mass
    return total + sum((one.weight for found in law.formulas.values() for one in found), start=ZERO)


def mass_of(factor: Part | Lattice) -> Number:
    """How likely a noisy number is within its ends, without the weight."""
    if isinstance(factor, Lattice):
        return factor.mass
    ends = (None if end is None else end - factor.at for end in (factor.low, factor.high))
    return mass_of_noise(factor.noise, *ends)


def mass_of_noise(noise: Reals | Draws, low: fmpq | None, high: fmpq | None) -> Number:
    """How likely a draw is between two numbers, ends that an integer may be (None: no end)."""
    if low is None and high is None:
        return ONE
    if not isinstance(noise, Reals):
        return mass_of_integers(noise, low, high)
    if not has_value(noise.variance):
        raise Unread("a normal draw with an unknown deviation is compared")
    below, above = chance_under(noise, low, ZERO), chance_under(noise, high, ONE)
    if below is None or above is None:
        raise Unread("a sum of different noise is compared, whose chances are no exact numbers")
    return above - below


def divided(law: Law, mass: Number) -> Law:
    return Law(
        {output: weight / mass for output, weight in law.atoms.items()},
        {
            output: tuple(replace(part, weight=part.weight / mass) for part in mixture)
            for output, mixture in law.densities.items()
        },
        {
            output: tuple(replace(part, weight=part.weight / mass) for part in lattices)
            for output, lattices in law.integers.items()
        },
        {
            output: tuple(replace(part, weight=part.weight / mass) for part in formulas)
            for output, formulas in law.formulas.items()
        },
        {
            output: tuple(replace(product, weight=product.weight / mass) for product in products)
            for output, products in law.several.items()
        },
    )
