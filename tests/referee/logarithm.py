"""Epsilon as an exact number: a rational plus rational multiples of logarithms of rationals."""

from dataclasses import dataclass
from fractions import Fraction
from math import factorial, lcm
from typing import Any

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

    def allows(self, ratio: Fraction) -> bool:
        """ratio <= e^epsilon, decided exactly: both sides are raised to a power that clears the roots."""
        power = lcm(*(c.denominator for c, _ in self.terms), self.rational.denominator)
        rest = ratio**power
        for coefficient, base in self.terms:
            rest /= base ** int(coefficient * power)
        exponent = int(self.rational * power)
        if exponent == 0:
            return rest <= 1
        return below_power_of_e(rest, exponent)


def below_power_of_e(value: Fraction, exponent: int) -> bool:
    """value < e^exponent; equality is impossible, for e is transcendental."""
    terms = 10
    while True:
        low = sum(Fraction(1, factorial(k)) for k in range(terms))
        ends = sorted((low**exponent, (low + Fraction(2, factorial(terms))) ** exponent))
        if value <= ends[0]:
            return True
        if value >= ends[1]:
            return False
        terms += 10


def epsilon(value: Any) -> Epsilon:
    return value if isinstance(value, Epsilon) else Epsilon(simple(value))


def simple(value: Any) -> Fraction:
    """A plain number in an epsilon expression."""
    return simplest(value) if isinstance(value, float) else Fraction(value)
