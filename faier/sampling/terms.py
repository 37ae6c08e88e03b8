"""Sums of products of exponentials, logarithms and draws, in a normal form that makes equal sums look equal.

    Sum      = {Monomial: coefficient, ...}     coefficients are fractions other than 0; {} is 0
    Monomial = ((Atom, exponent), ...)          in order of the atoms; exponents are not 0; () is 1
    Atom     = exp(argument) | log(argument) | draw

Exponents of exp atoms are any fractions (exp(1/4) is exp(1) to the power 1/4), those of other atoms integers.
An exp atom whose argument is the logarithm of a prime has its exponents between 0 and 1: whole powers of
the prime are in the coefficient. Powers of e over distinct exponents, and these roots of primes, are
linearly independent over the rationals (Lindemann-Weierstrass, Besicovitch): a sum of such terms is 0 only
if it is {}. For other atoms that is not known, and comparisons rest on enclosures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Literal, Protocol, TypeAlias

from faier.sampling.enclosure import (
    LARGEST_EXPONENT,
    Interval,
    TooWideError,
    exp_interval,
    log_interval,
    multiply,
    power,
    widened,
)


class Enclosed(Protocol):
    """A number of which any narrow interval can be had."""

    def enclosure(self, bits: int) -> Interval: ...

    def is_drawn(self) -> bool: ...


@dataclass(frozen=True, order=True, slots=True)
class Atom:
    kind: Literal["exp", "log", "draw"]
    text: str  # what the argument is, in normal form: atoms with the same text are the same number
    argument: Enclosed = field(compare=False)
    prime: int = field(default=0, compare=False)  # p for exp(log(p)) and log(p), otherwise 0


Monomial: TypeAlias = tuple[tuple[Atom, Fraction], ...]
Sum: TypeAlias = Mapping[Monomial, Fraction]

MOST_BITS = 1 << 12
ONE: Sum = {(): Fraction(1)}


def add(left: Sum, right: Sum, factor: Fraction = Fraction(1)) -> Sum:
    """left + factor * right."""
    total = dict(left)
    for monomial, coefficient in right.items():
        total[monomial] = total.get(monomial, Fraction(0)) + factor * coefficient
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def times(left: Sum, right: Sum) -> Sum:
    total: dict[Monomial, Fraction] = {}
    for x, a in left.items():
        for y, b in right.items():
            product, factor = monomial_of((*x, *y))
            total[product] = total.get(product, Fraction(0)) + a * b * factor
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def monomial_of(factors: Iterable[tuple[Atom, Fraction]]) -> tuple[Monomial, Fraction]:
    """The product of atoms raised to exponents: its normal form and the coefficient split off it."""
    exponents: dict[Atom, Fraction] = {}
    for atom, exponent in factors:
        exponents[atom] = exponents.get(atom, Fraction(0)) + exponent
    coefficient = Fraction(1)
    for atom, exponent in exponents.items():
        if atom.kind == "exp" and atom.prime:
            whole = floor(exponent)
            if abs(whole) > LARGEST_EXPONENT:
                raise OverflowError(f"{atom.prime} to the power {exponent} is out of reach")
            coefficient *= Fraction(atom.prime) ** whole
            exponents[atom] = exponent - whole
    return tuple(sorted((atom, exponent) for atom, exponent in exponents.items() if exponent)), coefficient


def reciprocal(monomial: Monomial, coefficient: Fraction) -> Sum:
    """1 / (coefficient * monomial)."""
    inverse, factor = monomial_of((atom, -exponent) for atom, exponent in monomial)
    return {inverse: factor / coefficient}


def leading(sum_: Sum) -> tuple[Monomial, Fraction]:
    """The first term in the fixed order of monomials; constants come first."""
    monomial = min(sum_)
    return monomial, sum_[monomial]


def is_independent(sum_: Sum) -> bool:
    """Whether it is a theorem that this sum is 0 only if it has no terms."""
    return all(atom.kind == "exp" and (atom.text == "1" or atom.prime > 0) for monomial in sum_ for atom, _ in monomial)


def enclose(sum_: Sum, bits: int) -> Interval:
    low = high = Fraction(0)
    for monomial, coefficient in sum_.items():
        term = (coefficient, coefficient)
        for atom, exponent in monomial:
            term = widened(multiply(term, _enclose_atom(atom, exponent, bits)), bits)
        low += term[0]
        high += term[1]
    return low, high


def _enclose_atom(atom: Atom, exponent: Fraction, bits: int) -> Interval:
    argument = atom.argument.enclosure(bits)
    if atom.kind == "exp":
        return exp_interval(multiply(argument, (exponent, exponent)), bits)
    return power(argument if atom.kind == "draw" else log_interval(argument, bits), int(exponent), bits)


def sign(total: Sum) -> int:
    """-1, 0 or 1; ArithmeticError where the enclosures keep containing 0 and nothing says that it is 0."""
    if not total or total.keys() == {()}:
        value = total.get((), Fraction(0))
        return (value > 0) - (value < 0)
    bits = 64
    while bits <= MOST_BITS or is_independent(total):
        try:
            low, high = enclose(total, bits)
        except TooWideError:
            low, high = Fraction(-1), Fraction(1)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        bits *= 2
    raise ArithmeticError(f"cannot tell whether {show(total)} is 0: {MOST_BITS} bits leave it open")


def show(sum_: Sum) -> str:
    """Python source text of the sum, with logarithms of integers gathered: log(8), not 3*log(2)."""
    left = dict(sum_)
    gathered = Fraction(1)
    for monomial, coefficient in sum_.items():
        if _is_log_of_prime(monomial) and coefficient.denominator == 1 and abs(coefficient) < 64:
            gathered *= Fraction(monomial[0][0].prime) ** int(coefficient)
            del left[monomial]
    texts = [_show_term(monomial, left[monomial]) for monomial in sorted(left)]
    if gathered != 1:
        texts.append(f"log({gathered})")
    return _joined(texts) if texts else "0"


def _is_log_of_prime(monomial: Monomial) -> bool:
    if len(monomial) != 1:
        return False
    atom, exponent = monomial[0]
    return atom.kind == "log" and atom.prime > 0 and exponent == 1


def _show_term(monomial: Monomial, coefficient: Fraction) -> str:
    powers = [_multiple(atom.text, exponent) for atom, exponent in monomial if atom.kind == "exp"]
    factors = [f"exp({_joined(powers)})"] if powers else []
    for atom, exponent in monomial:
        if atom.kind != "exp":
            base = f"log({atom.text})" if atom.kind == "log" else atom.text
            factors.append(base + ("" if exponent == 1 else f"**{exponent}"))
    return _multiple("*".join(factors) or "1", coefficient)


def _multiple(text: str, factor: Fraction) -> str:
    if text == "1":
        return str(factor)
    if abs(factor) == 1:
        return text if factor == 1 else f"-{text}"
    return f"{factor}*{text}"


def _joined(texts: list[str]) -> str:
    rest = (f" - {text[1:]}" if text.startswith("-") else f" + {text}" for text in texts[1:])
    return texts[0] + "".join(rest)
