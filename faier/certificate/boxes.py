"""Inequalities with unknowns -> the boxes that prove them, found by splitting until Bernstein coefficients agree."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_poly

from faier.certificate.numbers import text_of
from faier.certificate.unwritten import Unwritten
from faier.checker.amounts import Amounts
from faier.checker.exponentials import Terms, sums, terms_of
from faier.checker.forms import Form, Number, key_of
from faier.checker.inequality import MOST_STEPS, Unit, bernstein, in_units, moved, name_of, numerator
from faier.checker.series import sign
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import MAXIMAL_EXPONENT
from faier.exact import exponential_sums, fraction, rational
from faier.limits import DEFAULTS, Limits

DEPTH = 40


@dataclass
class Boxes(Amounts):
    """Proves inequalities as the checker meets them; `boxes` comes to have a tree for each that needs one."""

    limits: Limits = DEFAULTS

    def settle(self, number: Number) -> bool:
        key = key_of(number)
        if key not in self.settled:
            self.settled.add(key)
            top = numerator(number, self.ranges)
            terms = terms_of(top)
            if terms is None or not sums(terms, self.budget):
                polynomial = in_units(top, self.ranges, MOST_STEPS)
                steps = max(exponents[0] for exponents in polynomial) if terms is not None else 0
                tree = self._pieces(terms) if terms is not None and steps > algebra.MAXIMAL_STEPS else None
                if tree is None:
                    tree = self._tree(polynomial, DEPTH, steps)
                if tree != 0:
                    self.boxes[name_of(polynomial)] = tree
        return True

    def _pieces(self, terms: Terms) -> object:
        """Pieces of a sum of exponentials, if there are some."""
        sum_ = {(rational(rate), rational(power)): rational(amount) for rate, power, amount in terms}
        found = exponential_sums.nonnegative(sum_, self.limits.check)
        if not isinstance(found, exponential_sums.Proof):
            return None
        return {"pieces": [[text_of(low), written(how)] for low, how in found.pieces]}

    @property
    def trees(self) -> dict[str, object]:
        return dict(sorted(self.boxes.items()))

    def _tree(self, polynomial: Unit, depth: int, steps: int = 0) -> object:
        if steps > MAXIMAL_EXPONENT:
            raise Unwritten("no pieces were found for an inequality with an unknown epsilon")
        self.limits.check()
        dimensions = len(self.ranges)
        if all(sign(value) >= 0 for value in bernstein(polynomial, dimensions).values()):
            return 0
        if not depth or not dimensions:
            raise Unwritten("no boxes were found for an inequality with unknowns")
        axis, at = self._split(polynomial, depth)
        parts = moved(polynomial, axis, Fraction(0), at), moved(polynomial, axis, at, Fraction(1))
        return [axis, f"{at.numerator}/{at.denominator}", *(self._tree(part, depth - 1) for part in parts)]

    def _split(self, polynomial: Unit, depth: int) -> tuple[int, Fraction]:
        """At a rational root of a polynomial in one variable, which it may only touch; else in the middle."""
        used = [axis for axis in range(len(self.ranges)) if any(exponents[axis] for exponents in polynomial)]
        if len(used) == 1 and not any(isinstance(amount, Form) for amount in polynomial.values()):
            degree = max(exponents[used[0]] for exponents in polynomial)
            amounts = [Fraction(0)] * (degree + 1)
            for exponents, amount in polynomial.items():
                if not isinstance(amount, Form):
                    amounts[exponents[used[0]]] += amount
            _, factors = fmpq_poly([rational(item) for item in amounts]).factor()
            for factor, _ in factors:
                root = -factor[0] / factor[1] if factor.degree() == 1 else fmpq(0)
                if 0 < root < 1:
                    return used[0], fraction(root)
        return (used or [0])[depth % max(len(used), 1)], Fraction(1, 2)


def written(how: exponential_sums.How) -> object:
    if how == "sums":
        return how
    return [how[0], text_of(how[1]), *map(written, how[2:])]
