"""Sums of coefficient * x**power * base**x: what weights on the integers are far out, with their sums in closed form.

A tail is written in one way only: terms of the same base and power are one, none is 0, and they are sorted. So equal
functions are equal values, as functions x**power * base**x of different base or power are linearly independent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from math import comb
from typing import TypeAlias

from flint import fmpq, fmpz

from faier.exact.rational import ONE, ZERO, fraction_text, rational_power
from faier.exact.symbolic import Number, number_text

Term: TypeAlias = tuple[Number, int, Number]
"""Base, power and coefficient."""

Tail: TypeAlias = tuple[Term, ...]

REMEMBERED = 4096
"""So many texts and solutions are remembered."""


def tail(terms: Iterable[Term]) -> Tail:
    """The sum of the terms; their bases are not 0."""
    found: dict[tuple[Hashable, int], Term] = {}
    for term in terms:
        base, degree, coefficient = term
        key = (_key(base), degree)
        known = found.get(key)
        found[key] = term if known is None else (base, degree, known[2] + coefficient)
    kept = [term for term in found.values() if term[2] != 0]
    return tuple(sorted(kept, key=_order) if len(kept) > 1 else kept)


def power(base: Number, exponent: int) -> Number:
    """base ** exponent, refused where it would be too large."""
    return rational_power(base, exponent) if isinstance(base, fmpq) else base**exponent


def at(terms: Tail, x: int) -> Number:
    """The value at x."""
    return sum((coefficient * x**degree * power(base, x) for base, degree, coefficient in terms), ZERO)


def run(terms: Tail, start: int, count: int) -> list[Number]:
    """The values at start, start + 1 and so on."""
    total: list[Number] = [ZERO] * count
    for base, degree, coefficient in terms:
        here = coefficient * power(base, start) if count else ZERO
        for step in range(count):
            total[step] = total[step] + (here * (start + step) ** degree if degree else here)
            here = here * base
    return total


def scaled(terms: Tail, factor: Number) -> Tail:
    """The tail times a number that is not 0."""
    return tuple((base, degree, coefficient * factor) for base, degree, coefficient in terms)


def product(one: Tail, other: Tail) -> Tail:
    """The product of two functions."""
    return tail((a * b, p + q, c * d) for a, p, c in one for b, q, d in other)


def shifted(terms: Tail, by: int) -> Tail:
    """The function of x that is `terms` at x - by."""
    if not by:
        return terms
    return tail(
        (base, k, scale * (comb(degree, k) * (-by) ** (degree - k)))
        for base, degree, coefficient in terms
        for scale in (coefficient * power(base, -by),)
        for k in range(degree + 1)
    )


def onward(terms: Tail, base: Number) -> Tail:
    """h(x) = sum of base**(z - x) * t(z) over z >= x. Where a net base is 1 that sum does not exist."""
    return _solved(terms, base, 1)


def backward(terms: Tail, base: Number) -> Tail:
    """One h for which h(x) = t(x) + base * h(x - 1)."""
    return _solved(terms, base, -1)


def _solved(terms: Tail, base: Number, step: int) -> Tail:
    """One h for which h(x) = t(x) + base * h(x + step)."""
    found: list[Term] = []
    for own, degree, coefficient in terms:
        ratio = base * own if step == 1 else base / own
        if ratio == 1 and step == 1:
            raise ZeroDivisionError("a sum without end is not finite")
        solution = _polynomial(ratio, degree, step)
        found.extend((own, k, coefficient * factor) for k, factor in enumerate(solution))
    return tail(found)


@lru_cache(maxsize=REMEMBERED)
def _polynomial(ratio: Number, degree: int, step: int) -> tuple[Number, ...]:
    """The coefficients of a polynomial q with q(x) - ratio * q(x + step) = x**degree."""

    def rest(k: int, top: int) -> Number:
        """The coefficient of x**k in ratio * q(x + step), by what is known of q above `top`."""
        return sum((q[j] * (comb(j, k) * step ** (j - k)) for j in range(top + 1, len(q))), ZERO) * ratio

    resonant = ratio == 1
    q: list[Number] = [ZERO] * (degree + (2 if resonant else 1))
    for k in range(degree, -1, -1):
        wanted = ONE if k == degree else ZERO
        if resonant:
            q[k + 1] = (wanted + rest(k, k + 1)) / (-step * (k + 1))
        else:
            q[k] = (wanted + rest(k, k)) / (1 - ratio)
    return tuple(q)


def _key(base: Number) -> Hashable:
    """Equal for equal numbers; rationals hash slowly."""
    return (base.p, base.q) if isinstance(base, fmpq) else base


def _order(term: Term) -> tuple[str, int]:
    base = term[0]
    return (_fraction_text(base.p, base.q) if isinstance(base, fmpq) else _text(base)), term[1]


@lru_cache(maxsize=REMEMBERED)
def _fraction_text(above: fmpz, below: fmpz) -> str:
    return fraction_text(fmpq(above, below))


@lru_cache(maxsize=REMEMBERED)
def _text(base: Number) -> str:
    return number_text(base)
