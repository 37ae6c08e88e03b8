"""Uniform noise: broken without a delta, and what delta it needs.

Adding an integer from -WIDTH to WIDTH, each equally likely, looks like hiding a count among its neighbors. But the
lowest and the highest answers are possible for one of two counts only, so no epsilon is enough. The delta is the
probability of such an answer, 1/5, and no epsilon makes it less. Clamping does not help either: it moves the ends,
it does not fill them.
"""

from faier import Int, clamp, each, log, mechanism, private, uniform

TOP = 3
WIDTH = 2


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="the ends of the noise are seen")
@private(epsilon=0, neighbors=each(1), delta=1 / 5)
@private(epsilon=0, neighbors=each(1), delta=1 / 5 - 1 / 1000000, expect="refuted")
@private(epsilon=log(1000), neighbors=each(1), delta=1 / 5)
@private(epsilon=log(1000), neighbors=each(1), delta=1 / 5 - 1 / 1000000, expect="refuted")
@mechanism
def uniform_noise(count: Int[0, TOP]):
    return count + uniform(-WIDTH, WIDTH)


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="clamped noise still has ends")
@mechanism
def clamped_uniform_noise(count: Int[0, TOP]):
    return clamp(count + uniform(-WIDTH, WIDTH), 0, TOP)
