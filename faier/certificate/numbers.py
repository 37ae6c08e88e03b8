"""The checker's numbers as faier's, what covers need to know of them, and how certificates write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import gcd, lcm

from flint import fmpq

from faier.certificate.unwritten import Unwritten
from faier.checker.forms import NORMAL, Form, Polynomial
from faier.checker.forms import Number as Checked
from faier.checker.inequality import Range
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import Domain, Variable, domain
from faier.engines.search.vectors import INTEGERS, SYMBOLS, Amount, Arithmetic
from faier.exact import (
    ONE,
    ZERO,
    Epsilon,
    Number,
    Symbolic,
    TooLarge,
    Undecidable,
    compare,
    epsilons,
    exponential,
    numerator_denominator,
    rational,
    sign,
    substitute,
    substitute_epsilon,
    unknown,
    unknowns,
)
from faier.limits import Limits

KNOB = "EPS"

# Where guesses look at numbers with unknowns: at e^EPS = e, and so far from the low end of a real.
SAMPLE, SHARE = fmpq(1), fmpq(5, 12)


@dataclass(frozen=True)
class Numbers:
    """Numbers over these unknowns. `arithmetic` is for vectors of them."""

    ranges: tuple[Range, ...]
    arithmetic: Arithmetic

    def written(self, number: Number) -> object:
        """A number without denominators other than integers, as certificates have it."""
        if not isinstance(number, Symbolic):
            return text_of(number)
        terms, _ = number.key
        return [self._term(dict(powers), amount) for powers, amount in terms]

    def _term(self, powers: dict[str, fmpq], amount: fmpq) -> list[object]:
        shown: list[object] = [text_of(amount), text_of(powers.get("exp()", ZERO))]
        for item in self.ranges:
            if item.exponential:
                shown.append(text_of(powers.get(f"exp({KNOB})", ZERO)))
            else:
                shown.append(int(powers.get(item.name, 0)))
        return shown

    def positive(self, number: Number) -> bool:
        """Whether the number is positive where guesses look."""
        return sign(_sampled(number, self.ranges)) > 0


def numbers_of(every: Iterable[Checked], ranges: tuple[Range, ...], limits: Limits) -> Numbers:
    forms = [number for number in every if isinstance(number, Form)]
    if not forms:
        return Numbers(ranges, INTEGERS)
    place = _domain(forms, ranges)
    arithmetic = replace(
        SYMBOLS,
        common=lambda amounts: _common(amounts, ranges),
        at_most=lambda a, b: _at_most(a, b, place, limits),
        sketch=lambda amounts: SYMBOLS.sketch([_sampled(amount, ranges) for amount in amounts]),
    )
    return Numbers(ranges, arithmetic)


def number_of(number: Checked) -> Number:
    if not isinstance(number, Form):
        return rational(number)
    total = _sum(number.top)
    for factor, power in number.bottom.items():
        total = total / _sum(dict(factor)) ** power
    return total


def _sum(polynomial: Polynomial) -> Number:
    total: Number = ZERO
    for monomial, amount in polynomial.items():
        term: Number = rational(amount)
        for name, power in monomial:
            exponent = rational(power)
            if name.startswith(NORMAL):
                raise Unwritten("weights with the chance of a normal draw")
            if name == "e" or name.startswith("^"):
                term = term * exponential(exponent, None if name == "e" else KNOB)
            else:
                term = term * unknown(name) ** int(exponent.p)
        total = total + term
    return total


def _domain(forms: list[Form], ranges: tuple[Range, ...]) -> Domain:
    reals = [
        Variable(item.name, _rational(item.low), _rational(item.high), item.open)
        for item in ranges
        if not item.exponential
    ]
    knob = domain(None, [number_of(form) for form in forms], Epsilon())
    return Domain((*reals, *knob.variables))


def _rational(number: Checked) -> fmpq:
    found = number_of(number)
    if isinstance(found, Symbolic):
        raise TypeError("an end of a range is rational")
    return found


def _sampled(number: Number, ranges: tuple[Range, ...]) -> Number:
    if not isinstance(number, Symbolic):
        return number
    values: dict[str, Number] = {}
    for item in ranges:
        if not item.exponential:
            low, high = _rational(item.low), _rational(item.high)
            values[item.name] = low + (high - low) * SHARE
    return substitute_epsilon(substitute(number, values), {KNOB: SAMPLE})


def _at_most(a: Amount, b: Amount, place: Domain, limits: Limits) -> bool:
    """Whether a <= b for all values of the unknowns; no, if that is not seen."""
    difference = b - a
    try:
        if not isinstance(difference, Symbolic) or not (unknowns(difference) or epsilons(difference)):
            return compare(difference, ZERO) >= 0
        return isinstance(algebra.nonnegative(difference, place, limits), algebra.Holds)
    except (TooLarge, Undecidable):
        return False


def _common(amounts: Sequence[Amount], ranges: tuple[Range, ...]) -> Amount:
    """The greatest common divisor, of the sign that the first amount has."""
    if not amounts:
        return ONE
    shared = reduce(_divisor, amounts)
    rest = [amount / shared for amount in amounts]
    contents = [content for amount in rest for content in _coefficients(amount)]
    above, below = gcd(*(int(item.p) for item in contents)), lcm(*(int(item.q) for item in contents))
    factor = shared * fmpq(above, below)
    return factor if sign(_sampled(amounts[0] / factor, ranges)) > 0 else -factor


def _divisor(a: Number, b: Number) -> Number:
    """A greatest common divisor of polynomials."""
    if not isinstance(a, Symbolic) or not isinstance(b, Symbolic):
        return ONE
    return b / numerator_denominator(a / b)[1]


def cleared(numbers: Sequence[Number]) -> tuple[list[Number], Number]:
    """The numbers without denominators, and what they were multiplied by."""
    factor: Number = ONE
    for number in numbers:
        factor = factor * numerator_denominator(number * factor)[1]
    multiplied = [number * factor for number in numbers]
    below = lcm(*(int(item.q) for number in (*multiplied, factor) for item in _coefficients(number)))
    return [number * below for number in multiplied], factor * below


def _coefficients(number: Number) -> list[fmpq]:
    return [amount for _, amount in number.key[0]] if isinstance(number, Symbolic) else [number]


def text_of(number: fmpq) -> str:
    return f"{int(number.p)}/{int(number.q)}"
