"""The sum over all outputs of P**alpha * Q**(1 - alpha), for two laws P and Q and a number alpha above 1.

Its logarithm divided by alpha - 1 is the Renyi divergence of that order.
"""

from __future__ import annotations

from dataclasses import replace

from flint import arb, ctx, fmpq

from faier.engines.density.mixture import Part
from faier.engines.measures.integrals import Infinite, exact_integral, integral
from faier.engines.measures.pairing import Pairing, every
from faier.exact import ONE, ZERO, Number, enclose, has_value
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
    for together in pairing.several:
        left, right = together.chances
        part = left**power / _positive(right) ** (power - 1)
        for number in together.each:
            factor = exact_moment(number, alpha)
            if factor is None:
                return None
            part = part * factor
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
    for together in pairing.several:
        left, right = together.chances
        with ctx.workprec(precision):
            part = _term(left, _positive(right), alpha, precision)
            for number in together.each:
                known = between_normals(number)
                if known is None:
                    part *= moment(number, alpha, precision, limits)
                else:
                    part *= enclose(known * alpha * (alpha - 1), precision).exp()
            total += part
    return total


def between_normals(pairing: Pairing) -> Number | None:
    """The divergence over the order, where only normal draws of one variance are compared, one with one."""
    if pairing.listed or pairing.spread or pairing.several or len(pairing.dense) != 1:
        return None
    (sides,) = pairing.dense
    if any(len(side) != 1 for side in sides):
        return None
    parts: list[Part] = [side[0] for side in sides]
    alike = parts[0].noise == parts[1].noise and not parts[0].noise.rates
    whole = all(part.weight == ONE and part.low is None and part.high is None for part in parts)
    variance = parts[0].noise.variance
    if not alike or not whole or not has_value(variance):
        return None
    return (parts[0].at - parts[1].at) ** 2 / (2 * variance)


def normals_aside(pairing: Pairing) -> tuple[Number, Pairing]:
    """Where nothing but one output with several reals is compared: what its normal draws add to the divergence over the
    order, whatever that is, and the others."""
    if pairing.listed or pairing.spread or pairing.dense or len(pairing.several) != 1:
        return ZERO, pairing
    (together,) = pairing.several
    if any(chance != ONE for chance in together.chances):
        return ZERO, pairing
    known = [between_normals(number) for number in together.each]
    rest = tuple(real for real, one in zip(together.reals, known, strict=True) if one is None)
    return sum((one for one in known if one is not None), ZERO), replace(
        pairing, several=(replace(together, reals=rest),)
    )


def _positive(right: Number) -> Number:
    if right == 0:
        raise Infinite
    return right


def _term(left: Number, right: Number, alpha: fmpq, precision: int) -> arb:
    above, below = enclose(left, precision), enclose(right, precision)
    return above * ((above / below).log() * arb(alpha - 1)).exp()
