"""Clamping to the wrong range, or at the wrong time.

A noisy count is clamped to the range of true counts. If the upper end is one too low it does not hurt: it is
post-processing. If the lower end depends on the data ("at least what we know"), it does, and clamping the count's
noise to a fixed width gives it ends (see smartnoise-core issue 319, 2020, on clamping the geometric mechanism).
"""

from faier import Int, clamp, each, geometric, log, mechanism, private

TOP = 3


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def one_too_low(count: Int[0, TOP]):
    return clamp(count + geometric(1 / 2), 0, TOP - 1)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the noise is clamped, not the noisy count")
@mechanism
def noise_clamped(count: Int[0, TOP]):
    return count + clamp(geometric(1 / 2), -TOP, TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the lower end is one below the true count")
@mechanism
def data_dependent_end(count: Int[0, TOP]):
    return clamp(count + geometric(1 / 2), max(count - 1, 0), TOP)
