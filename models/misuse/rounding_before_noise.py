"""Rounding before the noise instead of after.

Rounding a noisy count to a multiple of BASE is post-processing. Rounding the count first makes its sensitivity
BASE: a count that moves by one may move the rounded one by BASE, and noise for one is too little. Rounding at
random instead of to the nearest helps a little, not enough.
"""

from faier import Int, clamp, each, flip, geometric, log, mechanism, private

TOP = 4
BASE = 2


def rounded(count):
    return BASE * ((count + 1) // BASE)


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def rounding_after_noise(count: Int[0, TOP]):
    return rounded(clamp(count + geometric(1 / 2), 0, TOP))


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the rounded count moves by the base")
@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def rounding_before_noise(count: Int[0, TOP]):
    return clamp(rounded(count) + geometric(1 / 2), 0, TOP)


@private(epsilon=log(5 / 2), neighbors=each(1))
@private(epsilon=log(5 / 2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def random_rounding_before_noise(count: Int[0, TOP]):
    near = count if count % BASE == 0 else count + (1 if flip(1 / 2) else -1)
    return clamp(near + geometric(1 / 2), 0, TOP)
