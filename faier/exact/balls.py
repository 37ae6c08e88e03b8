"""Real values of ring polynomials: certified enclosures, and whether a polynomial is zero as a number.

Assumes polynomials of a `Ring` whose variables all have a value (no unknowns). An enclosure is a
`flint.arb` ball that certainly contains the number; zero is decided only by theorems, never by a ball.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any

from flint import arb, ctx, fmpq

from faier.exact.generators import (
    Exponential,
    Generator,
    Logarithm,
    Normal,
    Power,
    Ring,
    Root,
    SquareRoot,
    Unknown,
    embedding,
)
from faier.exact.rational import rational_power


class Zero(Enum):
    """What the exact theory knows about a polynomial's value."""

    YES = "it is zero"
    NO = "it is not zero"
    OPEN = "it is not decided"


def evaluate(ring: Ring, polynomial: Any, precision: int) -> arb:
    """A ball around the polynomial's value, computed with this many bits."""
    with ctx.workprec(precision):
        total = arb(0)
        for exponents, coefficient in polynomial.terms():
            term = arb(coefficient)
            for index, exponent in enumerate(exponents):
                if exponent:
                    term *= _power(ring, index, int(exponent), precision)
            total += term
        return total


@lru_cache(maxsize=1 << 14)
def _power(ring: Ring, index: int, exponent: int, precision: int) -> arb:
    """A ball around a power of one ring variable, at the current precision."""
    generator, unit = ring.members[index]
    match generator:
        case Exponential(None):
            return arb(unit * exponent).exp()
        case Logarithm(base, _):
            return _value(base, precision).log() ** exponent
        case Root(base, _):
            return (arb(base).log() * arb(unit * exponent)).exp()
        case Normal(square):
            return ((_value(square, precision) / 2).sqrt().erfc() / 2) ** exponent
        case SquareRoot(square):
            return _value(square, precision).sqrt() ** exponent
        case Power(power):
            return (_value(power, precision) * arb(unit * exponent)).exp()
        case Unknown() | Exponential():
            raise ValueError(f"{generator.label} has no value: substitute it first")


def _value(number: Any, precision: int) -> arb:
    """A ball around a rational, or what a generator is made of."""
    if isinstance(number, fmpq):
        return arb(number)
    above = evaluate(number.ring, number.numerator, precision)
    return above if number.denominator is None else above / evaluate(number.ring, number.denominator, precision)


def used(ring: Ring, polynomial: Any) -> list[Generator]:
    """The generators that occur in the polynomial."""
    degrees = polynomial.degrees()
    return [member[0] for member, degree in zip(ring.members, degrees, strict=True) if degree]


def zero(ring: Ring, polynomial: Any) -> Zero:
    """Whether the polynomial's value is zero, as far as the theorems below decide it.

    Powers of e to different algebraic exponents are independent over the algebraic numbers (Lindemann and Weierstrass).
    Distinct products of fractional powers of primes are independent over Q (Besicovitch); so are the powers below n of
    the n-th root of one rational that is no perfect power. log(q) is transcendental for rational q != 1 (Lindemann),
    and 1 with logarithms of distinct primes is independent over the algebraic numbers (Baker). Nothing is used about
    chances of normal variables, and square roots and logarithms of other numbers.
    """
    polynomial = folded(ring, polynomial)
    if not polynomial:
        return Zero.YES
    generators = used(ring, polynomial)
    if any(isinstance(item, Normal | SquareRoot | Power) and not _is_of_roots(item) for item in generators):
        return Zero.OPEN
    roots = [item for item in generators if isinstance(item, Root)]
    logarithms = [item for item in generators if isinstance(item, Logarithm)]
    roots_independent = len(roots) <= 1 or all(item.prime for item in roots)
    if not roots_independent:
        return Zero.OPEN
    if not logarithms:
        return Zero.NO
    if any(isinstance(item, Exponential | Power) for item in generators):
        return Zero.OPEN
    if not all(isinstance(item.base, fmpq) for item in logarithms):
        return Zero.OPEN
    linear = all(item.prime for item in logarithms) and _logarithmic_degree(ring, polynomial) <= 1
    return Zero.NO if len(logarithms) == 1 or linear else Zero.OPEN


def _is_of_roots(item: Generator) -> bool:
    """Whether it is e to a product of fractional powers of primes. Different ones are independent over Q beside 1, so
    sums of multiples of them are different exponents where they are formally."""
    if not isinstance(item, Power):
        return False
    exponent = item.exponent
    inside = used(exponent.ring, exponent.numerator)
    return exponent.denominator is None and all(isinstance(item, Root) and item.prime for item in inside)


def folded(ring: Ring, polynomial: Any) -> Any:
    """The same value with every root variable x of x**n = q raised below the power n."""
    if not ring.radical:
        return polynomial
    orders = [_order(*member) for member in ring.members]
    while any(order and degree >= order for order, degree in zip(orders, polynomial.degrees(), strict=True)):
        polynomial = _folded_once(ring, polynomial, orders)
    return polynomial


def _order(generator: Generator, unit: fmpq) -> int:
    """The least power of a root variable that is made of others; 0 for what is no root."""
    return 2 if isinstance(generator, SquareRoot) else int(unit.q) if isinstance(generator, Root) else 0


def _folded_once(ring: Ring, polynomial: Any, orders: list[int]) -> Any:
    terms: dict[tuple[int, ...], fmpq] = {}
    products = []
    for exponents, coefficient in polynomial.terms():
        rest = [int(exponent) for exponent in exponents]
        factors = []
        for index, order in enumerate(orders):
            generator = ring.members[index][0]
            if order and rest[index] >= order:
                whole, rest[index] = divmod(rest[index], order)
                if isinstance(generator, Root):
                    coefficient *= rational_power(generator.base, whole)
                elif isinstance(generator, SquareRoot):
                    square = generator.square
                    factors.append(embedding(square.ring, ring)(square.numerator) ** whole)
        row = tuple(rest)
        if factors:
            products.append((ring.context.term(exp_vec=row, coeff=coefficient), factors))
        else:
            terms[row] = terms.get(row, fmpq(0)) + coefficient
    total = ring.context.from_dict(terms)
    for product, factors in products:
        for factor in factors:
            product = product * factor
        total += product
    return total


def _logarithmic_degree(ring: Ring, polynomial: Any) -> int:
    places = [index for index, (item, _) in enumerate(ring.members) if isinstance(item, Logarithm)]
    return max(sum(int(exponents[place]) for place in places) for exponents in polynomial.monoms())
