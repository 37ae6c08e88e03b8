"""Numbers as expressions of the mechanism language, as short as is easy: "(1 + exp(1)) / 2"."""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz

from faier.exact.generators import Exponential, Power, Ring, Root, SquareRoot
from faier.exact.generators import Scaled as Member
from faier.exact.rational import fraction_text

Term = tuple[list[str], fmpq]


def quotient_text(home: Ring, numerator: Any, denominator: Any, roots: bool = False) -> str:
    """The quotient of two polynomials of a ring (None: over one) as an expression; roots are called so where that is
    asked for, else `exp(1/2 * log(2))`, which the language has without `math`."""
    if denominator is None or len(denominator) == 1:
        return _over_integer(_terms(home, numerator, denominator, roots))
    scale = _common_denominator(_coefficients(numerator) + _coefficients(denominator))
    above = _terms(home, numerator * scale, None, roots)
    below = _terms(home, denominator * scale, None, roots)
    shared = _common_divisor([value for _, value in above + below])
    if below[0][1] < 0:
        # The denominator begins with a positive term: 2 / (6 - 3 * p).
        shared = -shared
    above = [(factors, value / shared) for factors, value in above]
    below = [(factors, value / shared) for factors, value in below]
    return f"{_grouped(above)} / ({_joined(below)})"


def _over_integer(terms: list[Term]) -> str:
    scale = _common_denominator([value for _, value in terms])
    whole = [(factors, value * scale) for factors, value in terms]
    return _joined(whole) if scale == 1 else f"{_grouped(whole)} / {scale}"


def _terms(home: Ring, polynomial: Any, divisor: Any, roots: bool) -> list[Term]:
    """The terms from the lowest powers up, each divided by the divisor's only monomial."""
    lower = [0] * len(home.members) if divisor is None else [int(item) for item in divisor.monoms()[0]]
    rows = [
        ([int(item) - less for item, less in zip(exponents, lower, strict=True)], value)
        for exponents, value in polynomial.terms()
    ]
    rows.sort(key=lambda row: (sum(row[0]), [-item for item in row[0]]))
    return [
        (
            [_factor(member, power, roots) for member, power in zip(home.members, exponents, strict=True) if power],
            value,
        )
        for exponents, value in rows
    ]


def _factor(member: Member, power: int, roots: bool) -> str:
    generator, unit = member
    exponent = unit * power
    match generator:
        case Exponential(None):
            return f"exp({_spaced(exponent)})"
        case Exponential(str(name)):
            return f"exp({scaled_text(exponent, name)})"
        case Root(base, _) if roots and (depth := int(exponent.q).bit_length() - 1) and 2**depth == exponent.q:
            inner = "sqrt(" * depth + fraction_text(base) + ")" * depth
            return inner if exponent.p == 1 else f"{inner}**{exponent.p.str()}"
        case SquareRoot(square) if roots:
            inner = f"sqrt({quotient_text(square.ring, square.numerator, None, roots)})"
            return inner if power == 1 else f"{inner}**{power}"
        case Power(inner) if exponent == 1:
            return f"exp({quotient_text(inner.ring, inner.numerator, inner.denominator, roots=True)})"
        case Power(inner):
            inner = inner * exponent
            return f"exp({quotient_text(inner.ring, inner.numerator, inner.denominator, roots=True)})"
        case Root(base, _):
            return f"exp({scaled_text(exponent, f'log({fraction_text(base)})')})"
        case _:
            return generator.label if power == 1 else f"{generator.label}**{power}"


def scaled_text(factor: fmpq, name: str) -> str:
    """factor * name, with the factor left out when it is one."""
    if factor in (1, -1):
        return name if factor == 1 else f"-{name}"
    return f"{fraction_text(factor)} * {name}"


def _spaced(value: fmpq) -> str:
    return fraction_text(value).replace("/", " / ")


def _joined(terms: list[Term]) -> str:
    text = ""
    for factors, value in terms:
        size = abs(value)
        parts = factors if size == 1 and factors else [fraction_text(size), *factors]
        sign = ("-" if value < 0 else "") if not text else (" - " if value < 0 else " + ")
        text += sign + " * ".join(parts)
    return text


def _grouped(terms: list[Term]) -> str:
    return _joined(terms) if len(terms) == 1 else f"({_joined(terms)})"


def _coefficients(polynomial: Any) -> list[fmpq]:
    return list(polynomial.coeffs())


def _common_denominator(values: list[fmpq]) -> fmpz:
    result = fmpz(1)
    for value in values:
        result = result.lcm(value.q)
    return result


def _common_divisor(values: list[fmpq]) -> fmpz:
    result = fmpz(0)
    for value in values:
        result = result.gcd(value.p)
    return result
