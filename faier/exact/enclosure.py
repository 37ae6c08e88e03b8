"""Numbers as reals: signs, comparisons, certified enclosures and floats.

Assumes numbers without unknowns. A float is only ever handed out, never used to decide.
"""

from __future__ import annotations

import math
import sys

from flint import arb, ctx, fmpq, fmpz

from faier.exact.limits import OPAQUE_PRECISION_LIMIT, PRECISION_LIMIT, TooLarge, Undecidable
from faier.exact.parts import epsilons, unknowns
from faier.exact.rational import ZERO
from faier.exact.signs import Balls, enclosed, sign_of, sign_of_balls
from faier.exact.symbolic import Number, Symbolic

_EXPONENT_LIMIT = 1 << 20


def sign(number: Number) -> int:
    """-1, 0 or 1, exactly. Raises `Undecidable` when no theorem tells the number from zero."""
    if not isinstance(number, Symbolic):
        return int(number > 0) - int(number < 0)
    _require_value(number)
    result = sign_of((number.ring, number.numerator, number.denominator))
    if result is None:
        raise Undecidable(f"no theorem tells {number!r} from zero")
    return result


def compare(left: Number, right: Number) -> int:
    """The sign of left - right. The difference is written out only when 256 bits do not show its sign."""
    if left == right:
        return 0
    if not isinstance(left, Symbolic) and not isinstance(right, Symbolic):
        return 1 if left > right else -1

    def difference(precision: int) -> arb:
        with ctx.workprec(precision):
            return enclose(left, precision) - enclose(right, precision)

    return sign_of_balls(difference, 64, 256) or sign(left - right)


def enclose(number: Number, precision: int) -> arb:
    """A ball that contains the number, computed with this many bits."""
    with ctx.workprec(precision):
        if not isinstance(number, Symbolic):
            return arb(number)
        _require_value(number)
        return enclosed((number.ring, number.numerator, number.denominator), precision)


def bounds(number: Number, digits: int = 20) -> tuple[fmpq, fmpq]:
    """Rationals lo <= number <= hi, apart by at most 10**-digits of the number's size."""
    if not isinstance(number, Symbolic):
        return number, number
    return ball_bounds(lambda precision: enclose(number, precision), digits)


def ball_bounds(balls: Balls, digits: int) -> tuple[fmpq, fmpq]:
    """Rationals around a real, apart by at most 10**-digits of its size, or of 1 when it may be zero."""
    wanted = int(digits * 3.33) + 4
    precision = wanted + 16
    while precision <= PRECISION_LIMIT:
        ball = balls(precision)
        if ball.is_finite() and (ball.rel_accuracy_bits() >= wanted or ball == 0):
            return ends(ball)
        if precision > OPAQUE_PRECISION_LIMIT and ball.is_finite() and ball.contains(0):
            return ends(ball)
        precision *= 2
    raise Undecidable(f"{PRECISION_LIMIT} bits do not give {digits} digits")


def ends(ball: arb) -> tuple[fmpq, fmpq]:
    """Rationals just outside a ball. Raises `Undecidable` where it is not finite."""
    if not ball.is_finite():
        raise Undecidable("the number has no finite enclosure")
    accuracy = 0 if ball.is_exact() else min(max(ball.rel_accuracy_bits(), 0), PRECISION_LIMIT)
    with ctx.workprec(max(ball.bits(), accuracy) + 64):
        return _dyadic(ball.lower()), _dyadic(ball.upper())


def nearest_float(number: Number) -> float:
    """The float nearest to the number (ties to even), infinite beyond the largest float."""
    if not isinstance(number, Symbolic):
        return _rational_float(number)
    return ball_float(lambda precision: enclose(number, precision))


def ball_float(balls: Balls) -> float:
    """The float nearest to a real; where 8192 bits do not tell two floats apart, the lower one."""
    precision = 96
    while True:
        ball = balls(precision)
        if ball.is_finite():
            try:
                low, high = (_rational_float(end) for end in ends(ball))
            except TooLarge:
                return _extreme_float(ball)
            if low == high or precision > OPAQUE_PRECISION_LIMIT:
                return low
        elif precision > OPAQUE_PRECISION_LIMIT:
            raise Undecidable("the number has no finite enclosure")
        precision *= 2


def float_below(number: Number) -> float:
    """A float that is at most the number: the largest one, unless the number is within 2**-150 of a float."""
    low = bounds(number, 45)[0]
    result = _rational_float(low)
    if math.isinf(result):
        return sys.float_info.max if result > 0 else result
    return result if _as_rational(result) <= low else math.nextafter(result, -math.inf)


def float_above(number: Number) -> float:
    """A float that is at least the number: the smallest one, unless the number is within 2**-150 of a float."""
    return -float_below(-number)


def _require_value(number: Symbolic) -> None:
    names = unknowns(number) | epsilons(number)
    if names:
        raise ValueError(f"the number depends on {', '.join(sorted(names))}")


def _dyadic(end: arb) -> fmpq:
    mantissa, exponent = end.man_exp()
    if abs(exponent) > _EXPONENT_LIMIT:
        raise TooLarge("the number is too large or too small to be written out")
    shift = fmpz(1) << abs(int(exponent))
    return fmpq(mantissa * shift) if exponent >= 0 else fmpq(mantissa, shift)


def _rational_float(value: fmpq) -> float:
    """Python divides integers with correct rounding."""
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _as_rational(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())


def _extreme_float(ball: arb) -> float:
    if abs(ball) > 1:
        return math.inf if ball > 0 else -math.inf
    return float(ZERO.p)
