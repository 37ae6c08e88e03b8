"""Whether a polynomial with opaque generators may be divided by: only when it is certainly not zero."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from faier.exact.balls import Zero, evaluate, used, zero
from faier.exact.generators import Exponential, Generator, Ring, Unknown
from faier.exact.limits import OPAQUE_PRECISION_LIMIT, Undecidable


def require_nonzero(home: Ring, polynomial: Any) -> None:
    """Refuse a polynomial that is zero, or not certainly nonzero.

    A polynomial over unknowns is a nonzero function as soon as one coefficient is a nonzero real.
    """
    verdict = Zero.YES
    for coefficient in _real_coefficients(home, polynomial):
        state = zero(home, coefficient)
        if state is Zero.NO or (state is Zero.OPEN and _ball_nonzero(home, coefficient)):
            return
        verdict = state if state is Zero.OPEN else verdict
    if verdict is Zero.YES:
        raise ZeroDivisionError("division by zero")
    names = ", ".join(sorted(generator.label for generator in used(home, polynomial)))
    raise Undecidable(f"it is not known whether a divisor made of {names} is zero")


def _real_coefficients(home: Ring, polynomial: Any) -> list[Any]:
    """The coefficients of the unknowns' monomials."""
    free = [_is_free(member[0]) for member in home.members]
    if not any(free):
        return [polynomial]
    grouped: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
    for exponents, coefficient in polynomial.terms():
        powers = tuple(int(item) for item in exponents)
        outer = tuple(item if flag else 0 for item, flag in zip(powers, free, strict=True))
        inner = tuple(0 if flag else item for item, flag in zip(powers, free, strict=True))
        grouped.setdefault(outer, {})[inner] = coefficient
    return [home.context.from_dict(terms) for terms in grouped.values()]


def _is_free(generator: Generator) -> bool:
    return isinstance(generator, Unknown) or (isinstance(generator, Exponential) and generator.epsilon is not None)


def _ball_nonzero(home: Ring, polynomial: Any) -> bool:
    precision = 64
    while precision <= OPAQUE_PRECISION_LIMIT:
        if not evaluate(home, polynomial, precision).contains(0):
            return True
        precision *= 2
    return False
