"""The numbers of a certificate that need not be rational, and what is known of such numbers for all values of unknowns.

A number is a fraction as text, or a sum of terms: [coefficient, power of e, power of each unknown ...], the unknowns in
the order of their ranges; only powers of e and of e^EPS may be fractions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from .budgets import unknown
from .document import count
from .exponentials import pieces, sums, terms_of
from .forms import Number, Polynomial, key_of, multiplied, summed
from .inequality import MOST_STEPS, Range, covered, in_units, name_of, numerator, positive
from .outcome import Budget, Hole, Invalid
from .series import sign
from .values import fraction_of

MOST_EXPONENT = 10**9
"""Of the numerator and the denominator."""


@dataclass
class Amounts:
    """Numbers over these unknowns. `boxes` has trees for inequalities that need one, by `name_of`."""

    ranges: tuple[Range, ...]
    boxes: dict[str, object]
    budget: Budget
    settled: set[object] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    def read(self, data: object) -> Number:
        if not isinstance(data, list):
            return fraction_of(data)
        self.budget.spend(len(data))
        return summed(map(self._term, data))

    def at_least_zero(self, number: Number) -> bool:
        """Whether the number is nowhere negative."""
        if unknown(number):
            return self.settle(number)
        self.budget.spend()
        return sign(number) >= 0

    def above_zero(self, number: Number) -> bool:
        self.budget.spend()
        return positive(number, self.ranges) if unknown(number) else sign(number) > 0

    def settle(self, number: Number) -> bool:
        """The same as `at_least_zero` for numbers with unknowns."""
        key = key_of(number)
        if key not in self.settled:
            self.budget.spend(10)
            if not self._seen(numerator(number, self.ranges)):
                return False
            self.settled.add(key)
        return True

    def _seen(self, top: Polynomial) -> bool:
        """By its terms, where the unknown epsilon alone is unknown, or by boxes."""
        terms = terms_of(top)
        if terms is not None and sums(terms, self.budget):
            return True
        name = name_of(in_units(top, self.ranges, MOST_STEPS)) if self.boxes else ""
        tree = self.boxes.get(name)
        if terms is not None and isinstance(tree, dict):
            self.used.add(name)
            return pieces(terms, tree, self.budget)
        polynomial = in_units(top, self.ranges)
        if covered(polynomial, len(self.ranges), 0):
            return True
        self.used.add(name)
        return tree is not None and covered(polynomial, len(self.ranges), tree)

    def times(self, one: Number, other: Number) -> Number:
        self.budget.spend()
        return multiplied(one, other)

    def finish(self) -> None:
        if set(self.boxes) - self.used:
            raise Invalid("there are boxes for a polynomial that does not come up")

    def _term(self, data: object) -> tuple[dict[str, Fraction], Fraction]:
        if not isinstance(data, list) or len(data) != 2 + len(self.ranges):
            raise Invalid("a term is not a coefficient and the powers of e and of every unknown")
        powers = {"e": _exponent(data[1])}
        for item, power in zip(self.ranges, data[2:], strict=True):
            powers[item.name] = (
                _exponent(power) if item.exponential else Fraction(count(power, "a power of an unknown"))
            )
        return powers, fraction_of(data[0])


def amounts(ranges: tuple[Range, ...], boxes: object, budget: Budget) -> Amounts:
    if not isinstance(boxes, dict):
        raise Invalid("`boxes` is not an object")
    return Amounts(ranges, boxes, budget)


def _exponent(data: object) -> Fraction:
    exponent = fraction_of(data)
    if max(abs(exponent.numerator), exponent.denominator) > MOST_EXPONENT:
        raise Hole("an exponent is too large")
    return exponent
