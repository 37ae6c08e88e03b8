"""Whether a number with unknowns is positive wherever the unknowns may be, exactly.

Turns the number into the Bernstein forms of `algebra` on boxes of the unit cube. At a point of a closed box the
Bernstein polynomials of the smallest face that holds the point are positive and all others are 0. So a form
whose coefficients are not negative is positive on the box if each face has a positive one: it is enough that
those faces do that hold no smaller face. Faces on an open end of an unknown's interval do not count.
"""

from __future__ import annotations

from itertools import product
from math import prod

from flint import fmpq

from faier.engines.algebra.domain import Domain
from faier.engines.algebra.engine import DIGITS, form_below, only_epsilon, widest
from faier.exact import (
    Number,
    Symbolic,
    TooLarge,
    Undecidable,
    coefficients,
    exponential_sums,
    numerator_denominator,
    sign,
    substitute,
)
from faier.exact.bernstein import Bernstein, Point, split, vertices
from faier.limits import Limits

# Boxes tried before the question is left open: a number that touches 0 inside the domain is never settled.
MAXIMAL_BOXES = 1_000


def positive(number: Number, domain: Domain, limits: Limits) -> Point | str | None:
    """None: the number is positive on the whole domain. A point: it is not, there. A text: why neither is known."""
    try:
        if only_epsilon(domain):
            above, below = numerator_denominator(number)
            terms = exponential_sums.terms_of(above * below, domain.names[0])
            if terms is not None and exponential_sums.positive(terms):
                return None
        value = domain.unit(number)
        if not isinstance(value, Symbolic) or not domain.variables:
            return None if sign(value) > 0 else tuple(fmpq(1, 2) for _ in domain.variables)
        above, below = numerator_denominator(value)
        amounts = coefficients(above * below, domain.names)
        rational = all(isinstance(amount, fmpq) for amount in amounts.values())
        answer: Point | str | None = None
        for digits in (0,) if rational else DIGITS:
            answer = _halve(form_below(amounts, digits), value, domain, limits)
            if not isinstance(answer, str):
                break
        return answer
    except (TooLarge, Undecidable, ValueError) as error:
        return str(error)


def _halve(whole: Bernstein, value: Number, domain: Domain, limits: Limits) -> Point | str | None:
    waiting = [whole]
    tried = 0
    while waiting:
        form = waiting.pop()
        tried += 1
        if _is_positive(form, domain):
            continue
        for corner, _ in vertices(form):
            point = _inside(corner, form, domain)
            if domain.holds(point) and not _positive_at(value, point, domain):
                return point
        if tried >= MAXIMAL_BOXES:
            return f"{tried:,} boxes did not settle it: it may touch zero inside the box"
        limits.spend(1)
        waiting += split(form, widest(form))
    return None


def _inside(corner: Point, form: Bernstein, domain: Domain) -> Point:
    """The corner; unknowns that do not occur may be anything, and those of an open interval are not at its ends."""
    return tuple(
        fmpq(1, 2) if variable.open and not degree else at
        for at, variable, degree in zip(corner, domain.variables, form.degrees, strict=True)
    )


def _is_positive(form: Bernstein, domain: Domain) -> bool:
    if min(form.coefficients) < 0:
        return False
    sizes = [degree + 1 for degree in form.degrees]
    strides = [prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
    smallest = (
        _choices(ends, variable.open, degree)
        for ends, variable, degree in zip(form.box, domain.variables, form.degrees, strict=True)
    )
    return all(
        any(
            form.coefficients[sum(at * stride for at, stride in zip(place, strides, strict=True))]
            for place in product(*face)
        )
        for face in product(*smallest)
    )


def _choices(ends: tuple[fmpq, fmpq], is_open: bool, degree: int) -> list[tuple[int, ...]]:
    """The indexes of one variable on each end of its interval that counts; on all of it if none does."""
    counted = [(index,) for end, index in zip(ends, (0, degree), strict=True) if not (is_open and end in (0, 1))]
    return list(dict.fromkeys(counted)) or [tuple(range(degree + 1))]


def _positive_at(value: Number, point: Point, domain: Domain) -> bool:
    """Whether the value is positive at the point; where it is not defined, it is not."""
    try:
        return sign(substitute(value, dict(zip(domain.names, point, strict=True)))) > 0
    except ZeroDivisionError:
        return False
