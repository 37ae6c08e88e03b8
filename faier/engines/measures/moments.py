"""The sum over all outputs of P**alpha * Q**(1 - alpha), for two laws P and Q and a number alpha above 1.

Its logarithm divided by alpha - 1 is the Renyi divergence of that order.
"""

from __future__ import annotations

from flint import arb, ctx, fmpq

from faier.engines.measures.integrals import Infinite, exact_integral, integral
from faier.engines.measures.pairing import Pairing, every
from faier.exact import ZERO, Number, enclose
from faier.limits import Limits

# Exact sums of more outputs than this are not written out.
MOST = 4_096

# Nor are powers of more than this.
HIGHEST = 64


def exact_moment(pairing: Pairing, alpha: fmpq) -> Number | None:
    """The sum, where alpha is a whole number and all of it is known exactly; else None. Raises `Infinite`."""
    if alpha.q != 1 or alpha > HIGHEST or len(pairing.listed) > MOST:
        return None
    power = int(alpha.p)
    total: Number = ZERO
    for (left, right), times in every(pairing):
        if left != 0:
            total = total + left**power / _positive(right) ** (power - 1) * times
    for one, other in pairing.dense:
        part = exact_integral(one, other, power)
        if part is None:
            return None
        total = total + part
    return total


def moment(pairing: Pairing, alpha: fmpq, precision: int, limits: Limits) -> arb:
    """A ball that contains the sum. Raises `Infinite`."""
    with ctx.workprec(precision):
        total = arb(0)
        for (left, right), times in every(pairing):
            if left != 0:
                total += _term(left, _positive(right), alpha, precision) * enclose(times, precision)
    for one, other in pairing.dense:
        limits.check()
        total += integral(one, other, alpha, precision, limits)
    return total


def _positive(right: Number) -> Number:
    if right == 0:
        raise Infinite
    return right


def _term(left: Number, right: Number, alpha: fmpq, precision: int) -> arb:
    above, below = enclose(left, precision), enclose(right, precision)
    return above * ((above / below).log() * arb(alpha - 1)).exp()
