"""Exact numbers -> SMT-LIB 2. No float is ever written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flint import fmpq

from faier.exact import Number, Symbolic
from faier.exact.generators import Unknown


def rational(value: fmpq) -> str:
    size = f"{abs(int(value.p))}.0" if value.q == 1 else f"(/ {abs(int(value.p))}.0 {int(value.q)}.0)"
    return size if value >= 0 else f"(- {size})"


def polynomial(number: Symbolic, numerator: Any, names: Mapping[str, str]) -> str:
    """A polynomial in the number's ring, which may hold unknowns alone; `names` are their constants."""
    members = [one.name if isinstance(one, Unknown) else "" for one, _ in number.ring.members]
    terms = []
    for exponents, value in numerator.terms():
        factors = [rational(value)] if value != 1 or not any(exponents) else []
        for name, exponent in zip(members, exponents, strict=True):
            if exponent and name not in names:
                raise ValueError("the weight holds a number that no solver of real arithmetic knows")
            factors += [names[name]] * int(exponent) if exponent else []
        terms.append(product(factors))
    return total(terms)


def number(value: Number, names: Mapping[str, str]) -> str:
    """A rational function of unknowns."""
    if not isinstance(value, Symbolic):
        return rational(value)
    above = polynomial(value, value.numerator, names)
    return above if value.denominator is None else f"(/ {above} {polynomial(value, value.denominator, names)})"


def product(factors: Iterable[str]) -> str:
    listed = list(factors)
    return "1.0" if not listed else listed[0] if len(listed) == 1 else f"(* {' '.join(listed)})"


def total(terms: Iterable[str]) -> str:
    listed = list(terms)
    return "0.0" if not listed else listed[0] if len(listed) == 1 else f"(+ {' '.join(listed)})"


def any_of(options: Iterable[str]) -> str:
    listed = list(options)
    return "false" if not listed else listed[0] if len(listed) == 1 else f"(or {' '.join(listed)})"
