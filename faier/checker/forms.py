"""Exact numbers: fractions, and quotients of polynomials in e, in e^EPS and in unknown reals.

A `Form` is a polynomial over a product of polynomials that are not zero. A polynomial is a dict from monomials
to fractions, a monomial a sorted tuple of (generator, exponent): "e" is Euler's number, "^EPS" is e^EPS for the
unknown EPS, anything else an unknown; that of a parameter is called `real` of its name, which may be e. Exponents of
the first two are any fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias, overload

from .outcome import Hole, labour, spend

Monomial: TypeAlias = tuple[tuple[str, Fraction], ...]
Polynomial: TypeAlias = dict[Monomial, Fraction]
PolynomialKey: TypeAlias = tuple[tuple[Monomial, Fraction], ...]
Number: TypeAlias = "Fraction | Form"

ZERO, ONE = Fraction(0), Fraction(1)

# How the generator N(q) begins, which q follows: the chance that a standard normal draw is below minus its root.
NORMAL = "normal "
CONSTANT: Monomial = ()

# Numbers with more bits, polynomials with more terms and powers beyond these are not computed with.
MOST_BITS = 200_000
MOST_TERMS = 20_000
MOST_POWER = 10_000
MOST_POWER_BITS = 4_000_000


class Form:
    """`top` over the product of the polynomials in `bottom`, each to its power. Not a plain fraction."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: Polynomial, bottom: dict[PolynomialKey, int]) -> None:
        self.top = top
        self.bottom = bottom

    def __add__(self, other: Number | int) -> Number:
        return _sum(self, _form(other))

    __radd__ = __add__

    def __neg__(self) -> Number:
        return _made({monomial: -amount for monomial, amount in self.top.items()}, self.bottom)

    def __sub__(self, other: Number | int) -> Number:
        return _sum(self, _form(-other))

    def __rsub__(self, other: Number | int) -> Number:
        return _sum(_form(other), _form(-self))

    def __mul__(self, other: Number | int) -> Number:
        form = _form(other)
        bottom = dict(self.bottom)
        for factor, power in form.bottom.items():
            bottom[factor] = bottom.get(factor, 0) + power
        return _made(times(self.top, form.top), bottom)

    __rmul__ = __mul__

    def __truediv__(self, other: Number | int) -> Number:
        return self * inverse(_form(other) if isinstance(other, int) else other)

    def __rtruediv__(self, other: Number | int) -> Number:
        return _form(other) * inverse(self)

    def __pow__(self, exponent: int) -> Number:
        if abs(exponent) > MOST_POWER:
            raise Hole("a power is too large")
        base: Number = self if exponent >= 0 else inverse(self)
        result: Number = ONE
        for bit in bin(abs(exponent))[2:]:
            result = result * result
            if bit == "1":
                result = result * base
        return result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Form, Fraction, int)):
            return NotImplemented
        return is_zero(self - _form(other))

    def __hash__(self) -> int:
        return hash(key_of(self))


def generator(name: str, exponent: Fraction = ONE) -> Number:
    return Form({((name, exponent),): ONE}, {}) if exponent else ONE


def summed(terms: Iterable[tuple[dict[str, Fraction], Fraction]]) -> Number:
    """The sum of products: generators with their exponents, and a coefficient."""
    top: Polynomial = {}
    for powers, amount in terms:
        monomial = tuple(sorted((name, exponent) for name, exponent in powers.items() if exponent))
        top[monomial] = top.get(monomial, ZERO) + amount
    return _made({monomial: amount for monomial, amount in top.items() if amount}, {})


def real(name: str) -> str:
    """The generator of a prior's parameter; none of these is another generator's name."""
    return f"_{name}"


def is_zero(number: Number) -> bool:
    return not number.top if isinstance(number, Form) else number == 0


def size(number: Number) -> int:
    """About how many bits the number takes."""
    if isinstance(number, Form):
        return sum(size(amount) for amount in number.top.values())
    return number.numerator.bit_length() + number.denominator.bit_length()


def key_of(number: Number) -> tuple[object, ...]:
    """Equal keys mean equal numbers."""
    if isinstance(number, Form):
        return (polynomial_key(number.top), tuple(sorted(number.bottom.items())))
    return (number.numerator, number.denominator)


def generators(number: Number) -> set[str]:
    if not isinstance(number, Form):
        return set()
    monomials = list(number.top)
    for factor in number.bottom:
        monomials.extend(monomial for monomial, _ in factor)
    return {name for monomial in monomials for name, _ in monomial}


def inverse(number: Number) -> Number:
    if is_zero(number):
        raise ZeroDivisionError
    if not isinstance(number, Form):
        return 1 / number
    top: Polynomial = {CONSTANT: ONE}
    for factor, power in number.bottom.items():
        for _ in range(power):
            top = times(top, dict(factor))
    return _made(top, {polynomial_key(number.top): 1})


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    if len(one) * len(other) > MOST_TERMS * 50:
        raise Hole("a polynomial has too many terms")
    spend(len(one) * len(other) * (1 + labour(_longest(one) + _longest(other))))
    result: Polynomial = {}
    for a, x in one.items():
        for b, y in other.items():
            monomial = _joined(a, b)
            result[monomial] = result.get(monomial, ZERO) + x * y
    return {monomial: amount for monomial, amount in result.items() if amount}


@overload
def multiplied(one: Fraction, other: Fraction) -> Fraction: ...
@overload
def multiplied(one: Number, other: Number) -> Number: ...
def multiplied(one: Number, other: Number) -> Number:
    """The product, counted as the work that it is; polynomials count theirs."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        spend(labour(size(one) + size(other)))
    return one * other


def quotient(one: Number, other: Number) -> Number:
    return multiplied(one, inverse(other))


def added(one: Number, other: Number) -> Number:
    """The sum, counted like a product."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        spend(labour(size(one) + size(other)))
    return one + other


def total(numbers: Iterable[Number]) -> Number:
    found: Number = ZERO
    for number in numbers:
        found = added(found, number)
    return found


def power(base: Fraction, exponent: int) -> Fraction:
    """The power, counted before it is computed."""
    bits = size(base) * abs(exponent)
    if bits > MOST_POWER_BITS:
        raise Hole("a power is too large")
    spend(labour(bits))
    return base**exponent


def polynomial_key(polynomial: Polynomial) -> PolynomialKey:
    return tuple(sorted(polynomial.items()))


def substituted(number: Number, put: Callable[[str, Fraction], Number | None]) -> Number:
    """The number with generators replaced: `put` tells what stands for a generator to an exponent, or None."""
    if not isinstance(number, Form):
        return number
    bottom: Number = ONE
    for factor, power in number.bottom.items():
        bottom = bottom * _put(dict(factor), put) ** power
    return _put(number.top, put) / bottom


def _put(polynomial: Polynomial, put: Callable[[str, Fraction], Number | None]) -> Number:
    total: Number = ZERO
    for monomial, amount in polynomial.items():
        term: Number = amount
        for name, exponent in monomial:
            replaced = put(name, exponent)
            term = term * (generator(name, exponent) if replaced is None else replaced)
        total = total + term
    return total


def _joined(a: Monomial, b: Monomial) -> Monomial:
    if not a or not b:
        return a or b
    exponents = dict(a)
    for name, exponent in b:
        exponents[name] = exponents.get(name, ZERO) + exponent
    return tuple(sorted((name, exponent) for name, exponent in exponents.items() if exponent))


def _form(number: Number | int) -> Form:
    if isinstance(number, Form):
        return number
    return Form({CONSTANT: Fraction(number)} if number else {}, {})


def _sum(one: Form, other: Form) -> Number:
    if one.bottom == other.bottom:
        return _made(_plus(one.top, other.top), one.bottom)
    common = {
        factor: max(one.bottom.get(factor, 0), other.bottom.get(factor, 0)) for factor in (*one.bottom, *other.bottom)
    }
    return _made(_plus(_raised(one, common), _raised(other, common)), common)


def _raised(form: Form, common: dict[PolynomialKey, int]) -> Polynomial:
    top = form.top
    for factor, power in common.items():
        for _ in range(power - form.bottom.get(factor, 0)):
            top = times(top, dict(factor))
    return top


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    spend(len(other) * (1 + labour(_longest(one) + _longest(other))))
    result = dict(one)
    for monomial, amount in other.items():
        result[monomial] = result.get(monomial, ZERO) + amount
    return {monomial: amount for monomial, amount in result.items() if amount}


def _made(top: Polynomial, bottom: dict[PolynomialKey, int]) -> Number:
    """The quotient in its simplest shape: divisors of one term are divided by, others have a leading 1."""
    if len(top) > MOST_TERMS:
        raise Hole("a polynomial has too many terms")
    if not top:
        return ZERO
    kept: dict[PolynomialKey, int] = {}
    for factor, number in bottom.items():
        if not number:
            continue
        leading, amount = factor[0]
        share = power(amount, -number)
        if len(factor) == 1 and all(name == "e" or name.startswith("^") for name, _ in leading):
            away = tuple((name, -exponent * number) for name, exponent in leading)
            top = {_joined(monomial, away): multiplied(value, share) for monomial, value in top.items()}
            continue
        if amount != 1:
            factor = tuple((monomial, value / amount) for monomial, value in factor)
            top = {monomial: multiplied(value, share) for monomial, value in top.items()}
        kept[factor] = kept.get(factor, 0) + number
    if not kept and set(top) == {CONSTANT}:
        return top[CONSTANT]
    for factor in list(kept):
        multiple = _multiple(top, factor)
        if multiple is not None:
            top, kept[factor] = {CONSTANT: multiple}, kept[factor] - 1
    kept = {factor: number for factor, number in kept.items() if number}
    if not kept and set(top) == {CONSTANT}:
        return top[CONSTANT]
    return Form(top, kept)


def _multiple(top: Polynomial, factor: PolynomialKey) -> Fraction | None:
    """The fraction that `top` is of the factor, if it is one."""
    if len(top) != len(factor):
        return None
    share = top.get(factor[0][0], ZERO) / factor[0][1]
    return share if share and all(top.get(monomial) == share * amount for monomial, amount in factor) else None


def _longest(polynomial: Polynomial) -> int:
    return max(map(size, polynomial.values()), default=0)
