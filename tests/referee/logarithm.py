"""Epsilon as an exact number: a rational plus rational multiples of logarithms of rationals."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any

from .chance import Unsupported
from .floats import simplest


@dataclass(frozen=True)
class Epsilon:
    """rational + sum of coefficient * log(base)."""

    rational: Fraction
    terms: tuple[tuple[Fraction, Fraction], ...] = ()

    @staticmethod
    def log(base: Fraction) -> "Epsilon":
        return Epsilon(Fraction(0), ((Fraction(1), base),))

    def __add__(self, other: Any) -> "Epsilon":
        right = epsilon(other)
        return Epsilon(self.rational + right.rational, self.terms + right.terms)

    __radd__ = __add__

    def __mul__(self, other: Any) -> "Epsilon":
        factor = simple(other)
        return Epsilon(self.rational * factor, tuple((c * factor, base) for c, base in self.terms))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> "Epsilon":
        return self * (1 / simple(other))

    def __neg__(self) -> "Epsilon":
        return self * -1

    def __sub__(self, other: Any) -> "Epsilon":
        return self + -epsilon(other)

    def __rsub__(self, other: Any) -> "Epsilon":
        return epsilon(other) - self

    def exponential(self) -> Fraction:
        """e^epsilon, where that is rational."""
        if self.rational or any(c.denominator != 1 for c, _ in self.terms):
            raise Unsupported("an irrational power")
        return prod((base ** int(c) for c, base in self.terms), start=Fraction(1))

    def allows(self, ratio: Fraction) -> bool:
        """ratio <= e^epsilon, decided exactly: both sides are raised to a power that clears the roots."""
        power = lcm(*(c.denominator for c, _ in self.terms))
        rest = ratio**power
        for coefficient, base in self.terms:
            rest /= base ** int(coefficient * power)
        exponent = self.rational * power
        return below_power_of_e(rest, exponent) if exponent else rest <= 1


def below_power_of_e(value: Fraction, exponent: Fraction) -> bool:
    """value < e^exponent for a rational exponent other than 0; equality is impossible, for e^exponent is
    transcendental. The partial sums of the series bound it from both sides."""
    if exponent < 0:
        return value <= 0 or not below_power_of_e(1 / value, -exponent)
    low, term, n = Fraction(0), Fraction(1), 0
    while True:
        low += term
        n += 1
        term *= exponent / n
        if value <= low:
            return True
        if 2 * exponent < n and value >= low + 2 * term:
            return False


def epsilon(value: Any) -> Epsilon:
    return value if isinstance(value, Epsilon) else Epsilon(simple(value))


def simple(value: Any) -> Fraction:
    """A plain number in an epsilon expression."""
    return simplest(value) if isinstance(value, float) else Fraction(value)
