"""Two laws and an epsilon -> their hockey-stick divergence: the least delta for it, between two numbers."""

from __future__ import annotations

from faier.engines.density.excess import divergence
from faier.engines.density.law import PLACE, Law
from faier.engines.measures.pairing import Pairing, every
from faier.exact import ZERO, Epsilon, LogRatio, Number, exceeds, exponential_of
from faier.lang.values import Sequence
from faier.limits import Limits


def excess(pairing: Pairing, epsilon: Epsilon | LogRatio, limits: Limits) -> tuple[Number, Number]:
    """Both ends, which are equal where it is known exactly."""
    factor = exponential_of(epsilon)
    more: Number = ZERO
    less: Number = ZERO
    for (left, right), times in every(pairing):
        if exceeds(left, right, epsilon):
            more, less = more + left * times, less + right * times
    low = high = more - factor * less if less != 0 else more
    for one, other in pairing.dense:
        place = Sequence("tuple", (PLACE,))
        found = divergence(Law({}, {place: one}), Law({}, {place: other}), epsilon, limits)
        low, high = low + found.low, high + found.high
    for together in pairing.several:
        place = Sequence("tuple", (PLACE,) * len(together.reals))
        sides = [Law({}, {}, several={place: (product,)}) for product in together.products]
        found = divergence(sides[0], sides[1], epsilon, limits)
        low, high = low + found.low, high + found.high
    return low, high
