"""left <= e^epsilon * right: exactly where nothing is unknown; else a polynomial that must not be negative on a box.

With unknowns, h = e^epsilon * right - left is a polynomial over polynomials. Its unknowns are written with unit
variables: p itself for a Probability, low + (high - low) u for a Real, and u = e^(-EPS / m) for an unknown epsilon. Its
coefficients are exact numbers, in which there may be powers of e. If the coefficients of the result in Bernstein's
basis are not negative on boxes that cover the unit cube, h is nowhere negative.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, lcm, prod

from .budgets import Epsilon, exponent, factor, unknown, within
from .exponentials import sums, terms_of
from .forms import CONSTANT, ONE, ZERO, Form, Number, Polynomial, generators, power, size, times
from .outcome import Budget, Hole, Invalid, labour, spend
from .series import exponential, sign
from .values import fraction_of

BITS = 256
MOST_COEFFICIENTS = 200_000
MOST_ROOT = 1_000
LARGEST = Fraction(5_000)  # what is claimed with a root of more than e to this is shown for e to this
HALF = Fraction(1, 2)

Settle = Callable[[Number], bool]

# The most common steps that exponents of the unknown epsilon are apart, as a polynomial and to name one.
MOST_EXPONENT, MOST_STEPS = 10_000, 10**12

# So many parts of the cube are looked at to see that a number is positive.
MOST_PARTS = 256

# A polynomial in unit variables: exponents of each variable to a coefficient, rational or with powers of e.
Unit = dict[tuple[int, ...], Number]


@dataclass(frozen=True)
class Range:
    """Where an unknown lies: `exponential` for one that is e^EPS, else between `low` and `high`, ends excluded if
    `open`."""

    name: str
    low: Fraction = ZERO
    high: Fraction = ONE
    exponential: bool = False
    open: bool = False


def holds(left: Number, right: Number, epsilon: Epsilon, settle: Settle) -> bool:
    """Whether left <= e^epsilon * right for every value of the unknowns; those are left to `settle`."""
    if not unknown(left) and not unknown(right) and not epsilon.rate:
        return within(left, right, epsilon)
    return settle(allowance(epsilon) * right - left)


def allowance(epsilon: Epsilon) -> Number:
    """e^epsilon, or where that is a root a rational below it."""
    whole = factor(epsilon)
    if whole is not None:
        return whole
    rest = factor(Epsilon(epsilon.constant, (), epsilon.rate))
    low = ONE
    for base, amount in epsilon.logs:
        low *= _power_below(base, amount)
    return low * (rest if rest is not None else ONE)


def unit_polynomial(number: Number, ranges: tuple[Range, ...]) -> Unit:
    """A polynomial on the unit cube; where it is not negative, the number is not."""
    return in_units(numerator(number, ranges), ranges)


def numerator(number: Number, ranges: tuple[Range, ...]) -> Polynomial:
    """A polynomial in the unknowns themselves; where it is not negative, the number is not."""
    if not isinstance(number, Form):
        return {CONSTANT: number}
    if generators(number) - {"e"} - {item.name for item in ranges}:
        raise Hole("an unknown of no known range")
    top: Polynomial = number.top
    for divisor, raised in number.bottom.items():
        if raised % 2 and not _positive(dict(divisor), ranges):
            top = times(top, dict(divisor))
    return top


def covered(polynomial: Unit, dimensions: int, tree: object) -> bool:
    """Whether the boxes of the tree prove the polynomial not negative: a leaf is 0, a split [axis, at, below, above]
    with `at` between 0 and 1 within the box. Each part is moved to the unit cube of its own."""
    waiting: list[tuple[Unit, object]] = [(polynomial, tree)]
    while waiting:
        here, node = waiting.pop()
        spend(1)
        if isinstance(node, int) and not isinstance(node, bool) and node == 0:
            if any(sign(value) < 0 for value in bernstein(here, dimensions).values()):
                return False
            continue
        axis, at, below, above = split_of(node, dimensions)
        waiting += [(moved(here, axis, ZERO, at), below), (moved(here, axis, at, ONE), above)]
    return True


def name_of(polynomial: Unit) -> str:
    """The same for polynomials that are positive rational multiples of each other."""
    terms = [(exponents, _powers(amount)) for exponents, amount in sorted(polynomial.items(), key=lambda item: item[0])]
    scale = abs(terms[0][1][0][1]) if terms else ONE
    text = ";".join(
        f"{','.join(map(str, exponents))}:{'+'.join(f'{amount / scale}{power}' for power, amount in powers)}"
        for exponents, powers in terms
    )
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _powers(number: Number) -> list[tuple[str, Fraction]]:
    """The terms of a coefficient, as "" or "e^x" and a rational, x ascending."""
    if not isinstance(number, Form):
        return [("", number)]
    exponents = sorted((monomial[0][1] if monomial else ZERO, amount) for monomial, amount in number.top.items())
    return [(f"e^{exponent}" if exponent else "", amount) for exponent, amount in exponents]


def split_of(node: object, dimensions: int) -> tuple[int, Fraction, object, object]:
    match node:
        case [int() as axis, str() as at, below, above] if not isinstance(axis, bool) and 0 <= axis < dimensions:
            where = fraction_of(at)
            if 0 < where < 1:
                return axis, where, below, above
    raise Invalid("a box is neither 0 nor [axis, at, below, above]")


def moved(polynomial: Unit, axis: int, low: Fraction, high: Fraction) -> Unit:
    """The polynomial with the variable replaced by low + (high - low) * variable."""
    result: Unit = {}
    width = high - low
    ends = size(low) + size(high)
    for exponents, amount in polynomial.items():
        degree = exponents[axis]
        spend((degree if low else 1) * (1 + labour(size(amount) + degree * (2 + ends))))
        for k in range(degree + 1):
            if not low and k != degree:
                continue
            value = amount * comb(degree, k) * low ** (degree - k) * width**k
            key = (*exponents[:axis], k, *exponents[axis + 1 :])
            result[key] = result.get(key, ZERO) + value
    return {exponents: amount for exponents, amount in result.items() if amount}


def bernstein(polynomial: Unit, dimensions: int, degrees: list[int] | None = None) -> Unit:
    """The coefficients in Bernstein's basis on the unit cube, axis by axis: b_i = sum_k C(i,k) / C(d,k) a_k. They are
    of the least degrees, or of these, which are not less."""
    current = dict(polynomial) or {(0,) * dimensions: ZERO}
    if degrees is None:
        degrees = degrees_of(current, dimensions)
    if prod(degree + 1 for degree in degrees) > MOST_COEFFICIENTS:
        raise Hole("a polynomial has too many coefficients")
    for axis, degree in enumerate(degrees):
        following: Unit = {}
        for exponents, amount in current.items():
            k = exponents[axis]
            spend((degree - k + 1) * (1 + labour(size(amount) + 2 * degree)))
            for i in range(k, degree + 1):
                key = (*exponents[:axis], i, *exponents[axis + 1 :])
                following[key] = following.get(key, ZERO) + amount * Fraction(comb(i, k), comb(degree, k))
        current = following
    return current


def degrees_of(polynomial: Unit, dimensions: int) -> list[int]:
    return [max((exponents[axis] for exponents in polynomial), default=0) for axis in range(dimensions)]


def positive(number: Number, ranges: tuple[Range, ...]) -> bool:
    """Whether the number is seen to be above 0 for every value of the unknowns: as a sum of exponentials, or on parts
    of the cube that are halved one axis after the other, breadth first."""
    terms = terms_of(numerator(number, ranges))
    if terms and sums(terms, Budget(MOST_COEFFICIENTS)):
        return True
    ends = tuple((not (item.exponential or item.open),) * 2 for item in ranges)
    waiting: list[tuple[Unit, tuple[tuple[bool, bool], ...], int]] = [(unit_polynomial(number, ranges), ends, 0)]
    for at in range(MOST_PARTS + 1):
        if at == len(waiting):
            return True
        polynomial, closed, axis = waiting[at]
        signs = {index: sign(value) for index, value in bernstein(polynomial, len(ranges)).items()}
        degrees = [max(index[one] for index in signs) for one in range(len(ranges))]
        corners = product(*([0] * low + [degree] * high for degree, (low, high) in zip(degrees, closed, strict=True)))
        if any(signs.get(corner, 0) <= 0 for corner in corners):  # the values there
            return False
        if _inside(signs, degrees, closed):
            continue
        low, high = closed[axis]
        for start, stop, both in ((ZERO, HALF, (low, True)), (HALF, ONE, (False, high))):
            part = moved(polynomial, axis, start, stop)
            waiting.append((part, (*closed[:axis], both, *closed[axis + 1 :]), (axis + 1) % len(ranges)))
    return False


def _inside(signs: dict[tuple[int, ...], int], degrees: list[int], closed: tuple[tuple[bool, bool], ...]) -> bool:
    """Whether coefficients of these signs make a polynomial positive on the part of the cube with the ends that are
    closed. At an end only the coefficients there count, elsewhere all do: none may be negative, and some must be
    positive among those that count, whatever the ends."""
    if min(signs.values()) < 0:
        return False
    above = [index for index, value in signs.items() if value > 0]
    choices: list[list[int | None]] = [
        [end for end, is_closed in ((0, low), (degree, high)) if is_closed] or [None]
        for degree, (low, high) in zip(degrees, closed, strict=True)
    ]
    return all(
        any(all(end is None or end == at for end, at in zip(face, index, strict=True)) for index in above)
        for face in product(*choices)
    )


def _positive(polynomial: Polynomial, ranges: tuple[Range, ...]) -> bool:
    """Whether all terms are positive because all their factors are."""
    positive = {"e"} | {item.name for item in ranges if item.low >= 0}
    return all(amount > 0 and all(name in positive for name, _ in monomial) for monomial, amount in polynomial.items())


def in_units(top: Polynomial, ranges: tuple[Range, ...], steps: int = MOST_EXPONENT) -> Unit:
    parts = lcm(*(exponent.denominator for monomial in top for name, exponent in monomial if name.startswith("^")), 1)
    grouped: dict[tuple[int, ...], Polynomial] = {}
    for monomial, amount in top.items():
        exponents = dict(monomial)
        key = tuple(
            int(-exponents.get(item.name, ZERO) * parts) if item.exponential else int(exponents.get(item.name, ZERO))
            for item in ranges
        )
        rest = tuple((name, exponent) for name, exponent in monomial if name == "e")
        grouped.setdefault(key, {})[rest] = grouped.setdefault(key, {}).get(rest, ZERO) + amount
    least = [min(key[axis] for key in grouped) for axis in range(len(ranges))]
    unit: Unit = {}
    for key, coefficient in grouped.items():
        shifted = tuple(value - least[axis] if ranges[axis].exponential else value for axis, value in enumerate(key))
        most = (steps if item.exponential else MOST_EXPONENT for item in ranges)
        if any(not 0 <= value <= limit for value, limit in zip(shifted, most, strict=True)):
            raise Hole("an exponent of an unknown")
        known: Number = coefficient.get((), ZERO) if set(coefficient) <= {()} else Form(coefficient, {})
        unit[shifted] = unit.get(shifted, ZERO) + known
    for axis, item in enumerate(ranges):
        if not item.exponential:
            unit = moved(unit, axis, item.low, item.high)
    return unit


def _power_below(base: Fraction, amount: Fraction) -> Fraction:
    """A rational at most base^amount, close to it: where that is small, the end of halvings; enclosures tell which
    half; powers are computed only where the middle is all but the root."""
    if amount.denominator > MOST_ROOT:
        raise Hole("a root of too high a degree")
    least, most = exponent(Epsilon(logs=((base, amount),)), 3 * BITS)
    if most > LARGEST:
        return exponential(LARGEST, BITS)[0] if least > LARGEST else ZERO
    below, above = exponential(least, 3 * BITS)[0], exponential(most, 3 * BITS)[1]
    if most * amount.denominator > BITS // 4:
        return _cut(below)
    low, high = ZERO, max(power(base, amount.numerator), ONE) if most > 0 else ONE
    for _ in range(BITS):
        spend(10)
        middle = _cut((low + high) / 2)
        inside = middle <= below
        if below < middle <= above:
            inside = power(middle, amount.denominator) <= power(base, amount.numerator)
        low, high = (middle, high) if inside else (low, middle)
    return low


def _cut(number: Fraction) -> Fraction:
    """A multiple of 2^-BITS at most the number, which is not negative."""
    return Fraction((number.numerator << BITS) // number.denominator, 1 << BITS)
