"""The folded geometric mechanism: noisy counts below 0 are reflected at 0.

Reflecting instead of clamping keeps the shape of the noise near 0. It costs nothing: reflecting is done to a noisy
count, so log(2) remains, as for the noise before it. The twin reflects the noise instead of the noisy count.
"""

from faier import Int, each, geometric, log, mechanism, private

TOP = 3
ALPHA = 1 / 2


@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def folded_geometric(count: Int[0, TOP]):
    return min(abs(count + geometric(ALPHA)), TOP)


@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="the noise is folded, so counts only grow")
@mechanism
def folded_noise(count: Int[0, TOP]):
    return min(count + abs(geometric(ALPHA)), TOP)
