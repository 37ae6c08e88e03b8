"""What a number is made of: its generators, its numerator and denominator, its one term."""

from __future__ import annotations

from flint import fmpq

from faier.exact.balls import used
from faier.exact.generators import OPAQUE, Exponential, Generator, Unknown
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number, Symbolic, element


def generators(number: Number) -> frozenset[Generator]:
    """What the number is built from, beyond the rationals."""
    if not isinstance(number, Symbolic):
        return frozenset()
    below = [] if number.denominator is None else used(number.ring, number.denominator)
    return frozenset(used(number.ring, number.numerator)).union(below)


def unknowns(number: Number) -> frozenset[str]:
    """The names of the priors' parameters in the number."""
    return frozenset(item.name for item in generators(number) if isinstance(item, Unknown))


def epsilons(number: Number) -> frozenset[str]:
    """The names of the positive unknowns in the number's exponents."""
    return frozenset(
        item.epsilon for item in generators(number) if isinstance(item, Exponential) and item.epsilon is not None
    )


def has_value(number: Number) -> bool:
    """Whether nothing unknown is in the number."""
    return not isinstance(number, Symbolic) or not (unknowns(number) or epsilons(number))


def is_opaque(number: Number) -> bool:
    """Whether the number holds a logarithm, a root or `normal`, so that equality may be undecidable."""
    return any(isinstance(item, OPAQUE) for item in generators(number))


def numerator_denominator(number: Number) -> tuple[Number, Number]:
    """Numerator and denominator as polynomials (numbers whose denominator is 1)."""
    if not isinstance(number, Symbolic):
        return fmpq(number.p), fmpq(number.q)
    if number.denominator is None:
        return number, ONE
    return element(number.ring, number.numerator), element(number.ring, number.denominator)


def monomial(number: Symbolic) -> tuple[fmpq, dict[Generator, fmpq]] | None:
    """The number as a rational times powers of generators, where it is such a product."""
    powers: dict[Generator, fmpq] = {}
    factor = ONE
    for polynomial, direction in ((number.numerator, 1), (number.denominator, -1)):
        if polynomial is None:
            continue
        if len(polynomial) != 1:
            return None
        exponents, coefficient = next(iter(polynomial.terms()))
        factor = factor * coefficient**direction
        for (generator, unit), exponent in zip(number.ring.members, exponents, strict=True):
            if exponent:
                powers[generator] = powers.get(generator, ZERO) + unit * exponent * direction
    return factor, powers
