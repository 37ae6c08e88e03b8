"""Values for unknowns, and numbers as polynomials over chosen unknowns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq

from faier.exact.atoms import exponential
from faier.exact.generators import Exponential, Ring, Unknown
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number, Symbolic, from_terms


def substitute(number: Number, values: Mapping[str, Number]) -> Number:
    """The number with these unknowns replaced. Raises ZeroDivisionError at a pole."""
    if not isinstance(number, Symbolic):
        return number
    images = {
        index: values[generator.name]
        for index, (generator, _) in enumerate(number.ring.members)
        if isinstance(generator, Unknown) and generator.name in values
    }
    return _mapped(number, images)


def substitute_epsilon(number: Number, values: Mapping[str, fmpq]) -> Number:
    """The number with these positive unknowns replaced: exp(r * EPS) becomes exp(r * value)."""
    if not isinstance(number, Symbolic):
        return number
    images: dict[int, Number] = {}
    for index, (generator, unit) in enumerate(number.ring.members):
        match generator:
            case Exponential(str(name)) if name in values:
                images[index] = exponential(unit * values[name])
    return _mapped(number, images)


def coefficients(number: Number, names: Sequence[str]) -> dict[tuple[int, ...], Number]:
    """The number as a polynomial over the named unknowns: exponents (in the order of `names`) to coefficient.

    Other generators go into the coefficients. Raises ValueError when a named unknown is in the denominator.
    """
    if not isinstance(number, Symbolic):
        return {(0,) * len(names): number} if number else {}
    home = number.ring
    places = {
        names.index(generator.name): index
        for index, (generator, _) in enumerate(home.members)
        if isinstance(generator, Unknown) and generator.name in names
    }
    divisor = _divisor(number, set(places.values()))
    grouped: dict[tuple[int, ...], list[tuple[tuple[int, ...], fmpq]]] = {}
    for exponents, value in number.numerator.terms():
        row = [int(item) for item in exponents]
        chosen = tuple(row[places[name]] if name in places else 0 for name in range(len(names)))
        for place in places.values():
            row[place] = 0
        grouped.setdefault(chosen, []).append((tuple(row), value))
    return {chosen: from_terms(home.members, terms, None) / divisor for chosen, terms in sorted(grouped.items())}


def _divisor(number: Symbolic, places: set[int]) -> Number:
    if number.denominator is None:
        return ONE
    degrees = number.denominator.degrees()
    if any(degrees[place] for place in places):
        raise ValueError("the number is not a polynomial in the named unknowns")
    terms = [(tuple(int(item) for item in row), value) for row, value in number.denominator.terms()]
    return from_terms(number.ring.members, terms, None)


def _mapped(number: Symbolic, images: Mapping[int, Number]) -> Number:
    if not images:
        return number
    above = _image(number.ring, number.numerator, images)
    if number.denominator is None:
        return above
    below = _image(number.ring, number.denominator, images)
    if below == 0:
        raise ZeroDivisionError("the number has a pole there")
    return above / below


def _image(home: Ring, polynomial: Any, images: Mapping[int, Number]) -> Number:
    """The polynomial with some variables replaced, one variable's powers at a time."""
    if all(isinstance(image, fmpq) for image in images.values()):
        plain = polynomial.subs(dict(images))
        return from_terms(home.members, _rows(plain), None)
    powers: dict[int, list[Number]] = {index: [ONE] for index in images}
    grouped: dict[tuple[int, ...], list[tuple[tuple[int, ...], fmpq]]] = {}
    for row, value in _rows(polynomial):
        chosen = tuple(row[index] for index in images)
        rest = tuple(0 if index in images else item for index, item in enumerate(row))
        grouped.setdefault(chosen, []).append((rest, value))
    total: Number = ZERO
    for chosen, terms in grouped.items():
        product: Number = from_terms(home.members, terms, None)
        for index, exponent in zip(images, chosen, strict=True):
            product = product * _power(powers[index], images[index], exponent)
        total = total + product
    return total


def _power(known: list[Number], image: Number, exponent: int) -> Number:
    if exponent > 64:
        return image**exponent
    while len(known) <= exponent:
        known.append(known[-1] * image)
    return known[exponent]


def _rows(polynomial: Any) -> list[tuple[tuple[int, ...], fmpq]]:
    return [(tuple(int(item) for item in row), value) for row, value in polynomial.terms()]


def replace_exponentials(number: Number, epsilon: str, unit: fmpq, image: Number) -> Number:
    """The number with exp(unit * epsilon) called `image`: exp(r * epsilon) becomes image ** (r / unit).

    Every r that occurs must be a whole multiple of `unit`.
    """
    if not isinstance(number, Symbolic):
        return number
    images: dict[int, Number] = {}
    for index, (generator, step) in enumerate(number.ring.members):
        if isinstance(generator, Exponential) and generator.epsilon == epsilon:
            times = step / unit
            if times.q != 1:
                raise ValueError(f"exp({step} * {epsilon}) is no power of exp({unit} * {epsilon})")
            images[index] = image ** int(times.p) if times.p > 0 else 1 / image ** int(-times.p)
    return _mapped(number, images)
