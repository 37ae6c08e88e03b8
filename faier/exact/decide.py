"""The two comparisons every verdict rests on: a ratio with e**epsilon, and two budgets.

Rational bounds of e**epsilon come first and settle nearly everything; then balls of growing precision; an
equality is only ever concluded from a theorem.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from flint import arb, ctx, fmpq, fmpz

from faier.exact.enclosure import compare, enclose, ends, sign
from faier.exact.epsilon import WRITTEN_BITS, Epsilon, LogRatio, exponential_of
from faier.exact.generators import Exponential
from faier.exact.limits import PRECISION_LIMIT, Undecidable
from faier.exact.parts import is_opaque, monomial
from faier.exact.rational import ZERO, rational_power
from faier.exact.signs import sign_of_balls
from faier.exact.symbolic import Number, Symbolic


def exceeds(numerator: Number, denominator: Number, epsilon: Epsilon | LogRatio) -> bool:
    """Whether numerator > e**epsilon * denominator, exactly; both must be at least 0, without unknowns."""
    if isinstance(epsilon, LogRatio) or isinstance(epsilon.base, Symbolic):
        return sign(numerator - exponential_of(epsilon) * denominator) > 0
    if isinstance(numerator, Symbolic) or isinstance(denominator, Symbolic):
        return _symbolic_exceeds(numerator, denominator, epsilon)
    if denominator <= 0 or numerator <= 0:
        if numerator < 0 or denominator < 0:
            raise ValueError("weights must not be negative")
        return bool(numerator > 0)
    above, below = numerator.p * denominator.q, denominator.p * numerator.q
    exact = epsilon.written
    if exact is not None:
        return bool(above * exact.q > exact.p * below)
    return _rational_exceeds(above, below, epsilon)


def compare_epsilon(left: Epsilon | LogRatio, right: Epsilon | LogRatio) -> int:
    """The sign of left - right; with positive unknowns only where it is the same for all their values."""
    if isinstance(left, LogRatio) or isinstance(right, LogRatio):
        return _compare_by_logarithms(left, right)
    if left == right:
        return 0
    if left.multiples != right.multiples:
        return _compare_multiples(left, right)
    if isinstance(left.base, Symbolic) or isinstance(right.base, Symbolic):
        return _compare_by_logarithms(_without_unknowns(left), _without_unknowns(right))
    if left.constant == right.constant and _equal_logarithms(left, right):
        return 0
    first, second = _without_unknowns(left), _without_unknowns(right)

    def difference(precision: int) -> arb:
        with ctx.workprec(precision):
            return first.enclose(precision) - second.enclose(precision)

    return _decided(sign_of_balls(difference, 64, PRECISION_LIMIT), PRECISION_LIMIT)


@lru_cache(maxsize=4096)
def exponential_bounds(epsilon: Epsilon, bits: int) -> tuple[fmpq, fmpq] | None:
    """Rationals lo <= e**epsilon <= hi from balls of this many bits; None when too large to be written."""
    if abs(epsilon.enclose(64)) > WRITTEN_BITS:
        return None
    with ctx.workprec(bits):
        return ends(epsilon.enclose(bits).exp())


def _rational_exceeds(above: fmpz, below: fmpz, epsilon: Epsilon) -> bool:
    """For positive integers.

    A nonzero constant makes e**epsilon transcendental and a broken factor makes it an irrational root (the
    base is no perfect power), so only a whole factor without constant allows equality.
    """
    if epsilon.multiples:
        raise ValueError(f"the budget depends on {', '.join(sorted(epsilon.unknowns))}")
    for bits in (64, 128, 256):
        around = exponential_bounds(epsilon, bits)
        if around is None:
            break
        low, high = around
        if above * low.q <= low.p * below:
            return False
        if above * high.q > high.p * below:
            return True
    ratio = fmpq(above, below)
    if _equals_power(ratio, epsilon):
        return False

    def difference(precision: int) -> arb:
        with ctx.workprec(precision):
            return arb(ratio).log() - epsilon.enclose(precision)

    return _decided(sign_of_balls(difference, 64, PRECISION_LIMIT), PRECISION_LIMIT) > 0


def _equals_power(ratio: fmpq, epsilon: Epsilon) -> bool:
    """Whether a rational is e**epsilon; the power is computed only when it is no longer than the rational."""
    if epsilon.constant:
        return False
    over, under, base = int(epsilon.factor.p), int(epsilon.factor.q), cast(fmpq, epsilon.base)
    if under != 1 and base.height_bits() <= WRITTEN_BITS:
        return False
    needed = abs(over) * (base.height_bits() - 1)
    if needed > under * ratio.height_bits():
        return False
    limit = abs(over) * base.height_bits() + under * ratio.height_bits()
    return bool(rational_power(ratio, under, limit) == rational_power(base, over, limit))


def _symbolic_exceeds(numerator: Number, denominator: Number, epsilon: Epsilon) -> bool:
    if denominator == 0:
        return sign(numerator) > 0
    if numerator == 0:
        return False

    def difference(precision: int) -> arb:
        with ctx.workprec(precision):
            above, below = enclose(numerator, precision), enclose(denominator, precision)
            return above - epsilon.enclose(precision).exp() * below

    quick = sign_of_balls(difference, 64, 256)
    if quick:
        return quick > 0
    if is_opaque(numerator) or is_opaque(denominator):
        return sign(numerator - exponential_of(epsilon) * denominator) > 0
    if _is_power(numerator / denominator, epsilon):
        return False
    return _decided(sign_of_balls(difference, 512, PRECISION_LIMIT), PRECISION_LIMIT) > 0


def _is_power(ratio: Number, epsilon: Epsilon) -> bool:
    """Whether a ratio in Q(e) is e**epsilon: only when it is q * e**constant with q the base's power.

    A broken factor gives an irrational root, which is independent of 1 over Q(e).
    """
    logarithm = Epsilon(ZERO, epsilon.factor, epsilon.base)
    if not isinstance(ratio, Symbolic):
        return bool(epsilon.constant == 0) and _equals_power(ratio, logarithm)
    product = monomial(ratio)
    if product is None or product[1] != {Exponential(): epsilon.constant}:
        return False
    return _equals_power(product[0], logarithm)


def _equal_logarithms(left: Epsilon, right: Epsilon) -> bool:
    """Whether left.factor * log(left.base) = right.factor * log(right.base)."""
    if all(cast(fmpq, one.base).height_bits() <= WRITTEN_BITS for one in (left, right)):
        return bool(left.factor == right.factor and left.base == right.base)
    if left.factor * right.factor <= 0:
        return bool(left.factor == right.factor)
    return _equals_power(cast(fmpq, left.base), Epsilon(ZERO, right.factor / left.factor, right.base))


def _compare_by_logarithms(left: Epsilon | LogRatio, right: Epsilon | LogRatio) -> int:
    """Balls of the logarithms first: the exponentials may be too large to be written together."""

    def difference(precision: int) -> arb:
        with ctx.workprec(precision):
            return left.enclose(precision) - right.enclose(precision)

    return sign_of_balls(difference, 64, 256) or compare(exponential_of(left), exponential_of(right))


def _compare_multiples(left: Epsilon, right: Epsilon) -> int:
    rest = compare_epsilon(_without_unknowns(left), _without_unknowns(right))
    gaps = dict(left.multiples)
    for name, coefficient in right.multiples:
        gaps[name] = gaps.get(name, ZERO) - coefficient
    signs = {int(gap > 0) - int(gap < 0) for gap in gaps.values()} | {rest}
    signs.discard(0)
    if len(signs) != 1:
        raise Undecidable(f"which of {left.text} and {right.text} is larger depends on the unknown")
    return signs.pop()


def _without_unknowns(epsilon: Epsilon) -> Epsilon:
    return Epsilon(epsilon.constant, epsilon.factor, epsilon.base)


def _decided(result: int, limit: int) -> int:
    if result == 0:
        raise Undecidable(f"{limit} bits do not tell the two sides apart")
    return result
