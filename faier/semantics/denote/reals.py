"""Operations on reals that a run does not know: what Python would do with the numbers that they stand for.

That two reals with a density are equal does not happen. What is no sum of multiples of draws is not followed.
"""

from __future__ import annotations

from flint import fmpq

from faier.exact import has_value
from faier.lang import operations
from faier.lang.arithmetic import meant_number
from faier.lang.noise import not_followed
from faier.lang.reals import exactly
from faier.lang.values import Infinite, Real, Value
from faier.semantics.denote.draws import Draws
from faier.semantics.denote.noise import Affine, Noise, Whole, real

# A real, for operations that fail on all of them alike.
SOME = Real(fmpq(1, 2), "symbolic")


def binary(draws: Draws, operator: str, left: object, right: object) -> Value | Noise | Affine:
    """left operator right, at least one of them a real."""
    one, other = _number(draws, left), _number(draws, right)
    if one is None or other is None:
        return operations.binary(operator, _plain(left), _plain(right))
    match operator:
        case "+" | "-":
            return _known(one.plus(other, 1 if operator == "+" else -1))
        case "*" if not one.sides or not other.sides:
            return _known(one.times(_factor(other)) if not other.sides else other.times(_factor(one)))
        case "/" | "//" | "%" if not other.sides:
            if other.offset == 0:
                return operations.binary(operator, 0, 0)
            quotient = one.times(1 / _factor(other))
            if operator == "/":
                return _known(quotient)
            floor = draws.floor(quotient)
            return floor if operator == "//" else _known(one.plus(real(floor), -_factor(other)))
        case "*" | "/" | "//" | "%" | "**":
            raise not_followed(f"`{operator}` between reals")
    return operations.binary(operator, SOME, SOME)


def compared(draws: Draws, operator: str, left: object, right: object) -> bool:
    """left operator right for == != < <= > >=, at least one of them a real."""
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        return operations.compare(operator, _plain(left), _plain(right))
    one, other = _number(draws, left), _number(draws, right)
    if one is None or other is None:
        return operations.compare(operator, _plain(left), _plain(right))
    difference = draws.real(one.plus(other, -1))
    if not difference.sides:
        return operations.compare(operator, exactly(difference.offset), 0)
    match operator:
        case ">=" | "<":
            return draws.positive(difference) == (operator == ">=")
        case ">" | "<=":
            return draws.positive(difference, strict=True) == (operator == ">")
    equal = not draws.dense(difference) and draws.positive(difference) and not draws.positive(difference, strict=True)
    return equal == (operator == "==")


def rounded(draws: Draws, function: str, value: Affine) -> Whole:
    """round, int, math.floor, math.ceil or math.trunc of a real."""
    if function == "round":
        return draws.floor(value.shifted(fmpq(1, 2)))
    if function == "math.floor" or (function != "math.ceil" and draws.positive(value)):
        return draws.floor(value)
    up = draws.floor(value.times(-1))
    return Noise(tuple((draw, -factor) for draw, factor in up.terms), -up.offset) if isinstance(up, Noise) else -up


def _number(draws: Draws, value: object) -> Affine | None:
    """The number as a real; None: it is no number."""
    if isinstance(value, Affine):
        return draws.real(value)
    if isinstance(value, Noise):
        return real(draws.whole(value))
    if not isinstance(value, int | Real):
        return None
    exact = meant_number(value)
    if not has_value(exact):
        raise not_followed("a real beside an unknown")
    return Affine((), exact)


def _factor(form: Affine) -> fmpq:
    """What a real is multiplied with."""
    if not isinstance(form.offset, fmpq):
        raise not_followed("a real times a number that is not rational")
    return form.offset


def _known(form: Affine) -> Affine | Value:
    """The form as a value: an exact number where no draw is left."""
    return form if form.sides else exactly(form.offset)


def _plain(value: object) -> Value:
    return SOME if isinstance(value, Affine) else 0 if isinstance(value, Noise) else value  # type: ignore[return-value]
