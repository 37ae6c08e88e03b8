"""Sums of coefficient * x**power * exp(rate * x), with their integrals in closed form, in a unit of length.

A unit is a positive number t, such as 1, EPS or log(2), for which exp(t) is a number of the field though t itself
need not be. With x = t * y such a sum is a function of y: its rates are rational, at rational y its exponentials are
numbers, and t stands nowhere else but in powers of x. Integrals are taken over x.

A sum is written in one way only: terms of the same rate and power are one, none is 0, and they are sorted. So equal
functions are equal values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, factorial
from typing import TypeAlias

from flint import fmpq

from faier.exact.atoms import logarithm
from faier.exact.epsilon import Epsilon, exponential_at
from faier.exact.limits import Undecidable
from faier.exact.rational import ZERO
from faier.exact.symbolic import Number, Symbolic

Term: TypeAlias = tuple[fmpq, int, Number]
"""Rate, power and coefficient."""

Terms: TypeAlias = tuple[Term, ...]


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit of length, made by `in_units` alone; known powers of exp(unit)."""

    size: Epsilon
    growths: dict[object, Number] = field(default_factory=dict)

    def growth(self, steps: Number) -> Number:
        """exp(unit * steps)"""
        key = steps if isinstance(steps, Symbolic) else (int(steps.p), int(steps.q))
        found = self.growths.get(key)
        if found is None:
            found = self.growths[key] = exponential_at(self.size, steps)
        return found

    def power(self, y: Number, degree: int) -> Number:
        """x ** degree where x is y units."""
        return ZERO if y == 0 else (self.length * y) ** degree

    @property
    def length(self) -> Number:
        """The unit as a number."""
        size = self.size
        if size.multiples:
            raise Undecidable(f"chances of real noise would be polynomials in {', '.join(sorted(size.unknowns))}")
        return size.constant + (logarithm(size.base) * size.factor if size.factor else ZERO)


@lru_cache(maxsize=1024)
def in_units(rate: Epsilon) -> tuple[Unit, fmpq]:
    """A unit, the same for all multiples of a rate by rationals, and how often it is in this one."""
    often = next(part for part in (rate.constant, rate.factor, *(part for _, part in rate.multiples)) if part)
    return _unit(rate / often), often


@lru_cache(maxsize=1024)
def _unit(size: Epsilon) -> Unit:
    return Unit(size)


def terms(found: Iterable[Term]) -> Terms:
    """The sum of all of them."""
    sums: dict[tuple[int, int, int], Term] = {}
    for term in found:
        rate, degree, coefficient = term
        key = int(rate.p), int(rate.q), degree
        known = sums.get(key)
        sums[key] = term if known is None else (rate, degree, known[2] + coefficient)
    kept = [term for term in sums.values() if term[2] != 0]
    return tuple(sorted(kept, key=_order) if len(kept) > 1 else kept)


def _order(term: Term) -> tuple[fmpq, int]:
    return term[:2]


def value(unit: Unit, sums: Terms, y: Number) -> Number:
    """The value at y units."""
    total: Number = ZERO
    for rate, degree, c in sums:
        part = c * unit.growth(rate * y) if rate else c
        total = total + (part * unit.power(y, degree) if degree else part)
    return total


def scaled(sums: Terms, factor: Number) -> Terms:
    """The sum times a number that is not 0."""
    return tuple((rate, degree, coefficient * factor) for rate, degree, coefficient in sums)


def product(one: Terms, other: Terms) -> Terms:
    """The product of two functions."""
    if not one or not other:
        return ()
    return terms((a + b, p + q, c * d) for a, p, c in one for b, q, d in other)


def shifted(unit: Unit, sums: Terms, by: Number) -> Terms:
    """The function of y that is this one at y - by."""
    moved = [
        (rate, degree, coefficient * unit.growth(-rate * by) if rate else coefficient)
        for rate, degree, coefficient in sums
    ]
    if not any(degree for _, degree, _ in moved):
        return tuple(moved)
    return terms(
        (rate, k, coefficient * (comb(degree, k) * unit.power(-by, degree - k)) if k < degree else coefficient)
        for rate, degree, coefficient in moved
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
    return terms(found) if any(degree for _, degree, _ in found) else tuple(found)


def vanishes(sums: Terms, direction: int) -> bool:
    """Whether every term goes to 0 far out, above (1) or below (-1)."""
    return all(rate * direction < 0 for rate, _, _ in sums)
