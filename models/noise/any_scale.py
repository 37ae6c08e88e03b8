"""The truncated geometric mechanism with a knob: noise for any epsilon.

Noise geometric(exp(-EPS)) loses EPS, whatever EPS is (Ghosh, Roughgarden and Sundararajan, 2009). Noise for
twice the epsilon, or a coin that was right for one epsilon and was kept when the knob was turned, loses more than it
says for some EPS, and one such EPS is named. EPS is 1 when Python runs the file.
"""

from faier import Int, Positive, clamp, each, exp, flip, geometric, mechanism, private

EPS = Positive(1)


@private(epsilon=EPS, neighbors=each(1))
@private(epsilon=0.999999 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def any_scale(count: Int[0, 3]):
    return clamp(count + geometric(exp(-EPS)), 0, 3)


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="noise for twice the epsilon")
@private(epsilon=2 * EPS, neighbors=each(1))
@private(epsilon=0.999999 * 2 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def twice(count: Int[0, 3]):
    return clamp(count + geometric(exp(-2 * EPS)), 0, 3)


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="a coin instead of noise, right for one epsilon only")
@mechanism
def fixed_coin(count: Int[0, 1]):
    return count if flip(3 / 4) else 1 - count
