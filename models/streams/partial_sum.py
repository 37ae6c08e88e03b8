"""Partial sum: the sum of N values, with noise once.

From the collections of ShadowDP and CheckDP (Wang et al., 2019 and 2020), with discrete noise. One value moves by
at most one, so noise for one is enough: log(2). The broken twin of the collections has noise of half the scale;
the noise here has base 1/4, which loses log(4). The other twin restarts the sum with the noise in it.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def partial_sum(values: Vector[Int[0, 1], N]):
    return clamp(sum(values) + geometric(1 / 2), 0, N)


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="noise of half the scale")
@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def half_the_scale(values: Vector[Int[0, 1], N]):
    return clamp(sum(values) + geometric(1 / 4), 0, N)


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="the sum stops where it is large enough, and tells")
@mechanism
def stops_when_large(values: Vector[Int[0, 1], N]):
    total = 0
    for index, value in enumerate(values):
        total += value
        if total >= 2:
            return clamp(total + geometric(1 / 2), 0, N), index
    return clamp(total + geometric(1 / 2), 0, N), N
