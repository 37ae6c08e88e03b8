"""A noisy count."""

from faier import Int, clamp, exp, geometric, mechanism, one, private

N = 1000


@private(epsilon=1, neighbors=one(1))
@mechanism
def count(x: Int[0, N]):
    return clamp(x + geometric(exp(-1)), 0, N)
