"""Sums of coefficient * x**power * exp(rate * x), with their integrals in closed form, in a unit of length.

A unit is a positive number t, such as 1, EPS or log(2), for which exp(t) is a number of the field though t itself
need not be. With x = t * y such a sum is a function of y: its rates are rational, at rational y its exponentials are
numbers, and t stands nowhere else but in powers of x. Integrals are taken over x.

A sum is written in one way only: terms of the same rate and power are one, none is 0, and they are sorted. So equal
functions are equal values.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb, factorial
from typing import TypeAlias

from flint import fmpq

from faier.exact.atoms import logarithm
from faier.exact.epsilon import Epsilon, exponential_of
from faier.exact.limits import Undecidable
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number

Term: TypeAlias = tuple[fmpq, int, Number]
"""Rate, power and coefficient."""

Terms: TypeAlias = tuple[Term, ...]


def in_units(rate: Epsilon) -> tuple[Epsilon, fmpq]:
    """A unit, the same for all multiples of a rate by rationals, and how often it is in this one."""
    often = next(part for part in (rate.constant, rate.factor, *(part for _, part in rate.multiples)) if part)
    return rate / often, often


@lru_cache(maxsize=1024)
def length(unit: Epsilon) -> Number:
    """The unit as a number."""
    if unit.multiples:
        raise Undecidable(f"chances of real noise would be polynomials in {', '.join(sorted(unit.unknowns))}")
    return unit.constant + (logarithm(unit.base) * unit.factor if unit.factor else ZERO)


@lru_cache(maxsize=8192)
def growth(unit: Epsilon, steps: fmpq) -> Number:
    """exp(unit * steps)"""
    return exponential_of(unit * steps)


def terms(found: Iterable[Term]) -> Terms:
    """The sum of all of them."""
    sums: dict[tuple[fmpq, int], Number] = {}
    for rate, degree, coefficient in found:
        key = rate, degree
        known = sums.get(key)
        sums[key] = coefficient if known is None else known + coefficient
    kept = [(rate, degree, coefficient) for (rate, degree), coefficient in sums.items() if coefficient != 0]
    return tuple(sorted(kept, key=lambda term: term[:2]) if len(kept) > 1 else kept)


def value(unit: Epsilon, sums: Terms, y: fmpq) -> Number:
    """The value at y units."""
    return sum((c * (_power(unit, y, degree) * growth(unit, rate * y)) for rate, degree, c in sums), ZERO)


def scaled(sums: Terms, factor: Number) -> Terms:
    """The sum times a number that is not 0."""
    return tuple((rate, degree, coefficient * factor) for rate, degree, coefficient in sums)


def product(one: Terms, other: Terms) -> Terms:
    """The product of two functions."""
    return terms((a + b, p + q, c * d) for a, p, c in one for b, q, d in other)


def shifted(unit: Epsilon, sums: Terms, by: fmpq) -> Terms:
    """The function of y that is this one at y - by."""
    return terms(
        (rate, k, scale * (comb(degree, k) * _power(unit, -by, degree - k)))
        for rate, degree, coefficient in sums
        for scale in (coefficient * growth(unit, -rate * by),)
        for k in range(degree + 1)
    )


def mirrored(sums: Terms) -> Terms:
    """The function of y that is this one at -y."""
    return terms((-rate, degree, -coefficient if degree % 2 else coefficient) for rate, degree, coefficient in sums)


def integral(sums: Terms) -> Terms:
    """A function of which this is the derivative: the one without a constant term."""
    found: list[Term] = []
    for rate, degree, coefficient in sums:
        if rate == 0:
            found.append((rate, degree + 1, coefficient / (degree + 1)))
            continue
        for k in range(degree + 1):
            factor = fmpq(factorial(degree), factorial(k)) / rate ** (degree - k + 1)
            found.append((rate, k, coefficient * (-factor if (degree - k) % 2 else factor)))
    return terms(found)


def vanishes(sums: Terms, direction: int) -> bool:
    """Whether every term goes to 0 far out, above (1) or below (-1)."""
    return all(rate * direction < 0 for rate, _, _ in sums)


def _power(unit: Epsilon, y: fmpq, degree: int) -> Number:
    return ONE if degree == 0 else ZERO if y == 0 else (length(unit) * y) ** degree
